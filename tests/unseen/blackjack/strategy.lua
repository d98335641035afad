-- What each act at the blackjack table is worth, in stakes, from six decks without the cards of the hand and the
-- upcard: the basic strategy is the best of them. The dealer has looked, and has no natural.

local left, sum_left = {}, 0 -- how many cards there are by what they count, and in all
local memos = {}

-- A function of three numbers at most, computed once for each.
local function once(fn)
  local memo = #memos + 1
  memos[memo] = {}
  return function(a, b, c)
    local key = a * 10000 + (b or 0) * 100 + (c or 0)
    if memos[memo][key] == nil then memos[memo][key] = fn(a, b, c) end
    return memos[memo][key]
  end
end

local function leave_out(cards, up)
  for count = 1, 10 do left[count] = count == 10 and 96 or 24 end
  for _, count in ipairs(cards) do left[count] = left[count] - 1 end
  left[up] = left[up] - 1
  sum_left = 312 - #cards - 1
  for i in ipairs(memos) do memos[i] = {} end
end

-- Hard points without eleven, and 1 where an ace is among them: what the hand counts.
local function best(sum, ace) return ace == 1 and sum <= 11 and sum + 10 or sum end

local function expected(fn)
  local total = 0
  for count, n in ipairs(left) do total = total + n * fn(count) end
  return total / sum_left
end

-- The chance that the dealer, with these points, ends at `goal`; 22 is a bust.
local ends
ends = once(function(sum, ace, goal)
  local points = best(sum, ace)
  if points >= 17 then return math.min(points, 22) == goal and 1 or 0 end
  return expected(function(count) return ends(sum + count, ace | (count == 1 and 1 or 0), goal) end)
end)

-- The chance that the dealer ends at `goal` from the upcard, knowing that there is no natural.
local dealer_ends = once(function(up, goal)
  local never = up == 1 and 10 or up == 10 and 1 or 0
  local possible = sum_left - (left[never] or 0)
  return expected(function(count)
    return count == never and 0 or ends(up + count, (up == 1 or count == 1) and 1 or 0, goal) * sum_left / possible
  end)
end)

local stand = once(function(points, up)
  if points > 21 then return -1 end
  local value = dealer_ends(up, 22)
  for goal = 17, 21 do
    value = value + dealer_ends(up, goal) * (goal < points and 1 or goal > points and -1 or 0)
  end
  return value
end)

local hit
local go_on = once(function(sum, ace, up)
  local standing = stand(best(sum, ace), up)
  return best(sum, ace) >= 21 and standing or math.max(standing, hit(sum, ace, up))
end)
hit = once(function(sum, ace, up)
  return expected(function(count) return go_on(sum + count, ace | (count == 1 and 1 or 0), up) end)
end)

local double = once(function(sum, ace, up)
  return 2 * expected(function(count) return stand(best(sum + count, ace | (count == 1 and 1 or 0)), up) end)
end)

local split = once(function(count, up)
  return 2 * expected(function(other)
    local sum, ace = count + other, (count == 1 or other == 1) and 1 or 0
    if count == 1 or best(sum, ace) == 21 then return stand(best(sum, ace), up) end
    return math.max(go_on(sum, ace, up), double(sum, ace, up))
  end)
end)

local strategy = {}

local function counts(card) return math.min(card.value, 10) end

--- What each act is worth: cards, a list of what they count; up, of the upcard.
function strategy.worth(cards, up)
  local sum, ace = 0, 0
  leave_out(cards, up)
  for _, count in ipairs(cards) do sum, ace = sum + count, ace | (count == 1 and 1 or 0) end
  return { stand = stand(best(sum, ace), up), hit = hit(sum, ace, up), double = double(sum, ace, up),
    split = split(cards[1], up) }
end

--- The best of the acts offered, and what each is worth.
function strategy.best(cards, up, acts)
  local worth, choice = strategy.worth(cards, up), nil
  for _, act in ipairs(acts) do
    if not choice or worth[act] > worth[choice] then choice = act end
  end
  return choice, worth
end

--- Has a bot play sittings: open, croupier.open. Gives decisions, how many of them are basic strategy, hands, stakes given away by the others, and
--- these themselves, { cards and upcard as text = { count, loss } }.
function strategy.measure(open, bot, sittings, hands, seed)
  local sum = { decisions = 0, agreed = 0, hands = sittings * hands, lost = 0, wrong = {} }
  for sitting = 1, sittings do
    local g = open("tests/unseen/blackjack", { seats = 1, seed = seed .. sitting, rules = { hands = hands } })
    while g:run() == "question" do
      local q, seat, cards = g:question(), g.t.seat[1], {}
      for card in seat.hands[seat.at]:cards() do cards[#cards + 1] = counts(card) end
      local up = counts(g.t.upcard:card(1))
      local right, worth = strategy.best(cards, up, q.options)
      g:answer_as(bot)
      local act
      for _, event in ipairs(g:events()) do act = event.kind == "answer" and event.more or act end
      sum.decisions = sum.decisions + 1
      if worth[act] > worth[right] - 1e-9 then sum.agreed = sum.agreed + 1
      else
        local what = ("%s against %d: %s, not %s"):format(table.concat(cards, " "), up, act, right)
        local wrong = sum.wrong[what] or { count = 0, loss = worth[right] - worth[act] }
        wrong.count, sum.wrong[what] = wrong.count + 1, wrong
        sum.lost = sum.lost + wrong.loss
      end
    end
  end
  return sum
end

return strategy
