-- Royal Pokebacc's money: a stake before the match, raised by agreement between
-- hands, lost by who retires. Steps of the game. Always true: money moves only
-- between seat.chips and t.fund.

local stakes = {}

function stakes.stake(t)
  if t.rules.buy_in == 0 then return end
  for seat in t:seats() do
    seat.chips:pay(t.rules.buy_in, t.fund)
  end
  t:say("The stakes are now %s.", t.fund)
end

-- The winner of the hand (the dealer if there was none) may propose a raise;
-- it is paid, by all who stay, if none of them refuses.
function stakes.raise_stakes(t)
  local proposer = t.last_winner or t.dealer
  if proposer.retired then proposer = t:inside(proposer)[1] end
  local players = t:inside(proposer)
  local most = t:most_raise(players)
  if t.champion or most == 0 then return end
  local sum = proposer:ask { "raise", "How much more should everybody stake, if nobody refuses?",
    min = 1, max = most, optional = true }
  if sum then t:answer_raise(players, proposer, sum) end
end

-- No more than all can pay.
function stakes.most_raise(t, players)
  local most = t.rules.most_raise
  for _, seat in ipairs(players) do most = math.min(most, seat.chips:amount()) end
  return most
end

local ANSWERS = { agree = "you pay it, unless somebody refuses",
  refuse = "nobody pays, and you play on",
  retire = "you leave the match, and your stake stays" }

local function answer_note(answer) return ANSWERS[answer] end

function stakes.answer_raise(t, players, proposer, sum)
  t:say("%s proposes that everybody adds %s to the stakes.", proposer, sum)
  table.remove(players, 1)
  local answers = t:ask_all(players, { "agree",
    "%s proposes that everybody adds %s. What do you say?", proposer, sum,
    one_of = { "agree", "refuse", "retire" }, tells = answer_note })
  local agreed = true
  for _, seat in ipairs(players) do
    if answers[seat] == "refuse" then
      agreed = false
      t:say("%s refuses.", seat)
    elseif answers[seat] == "retire" then
      t:retire_seat(seat)
    end
  end
  if not t.champion and agreed then t:pay_raise(sum) end
end

function stakes.pay_raise(t, sum)
  for _, seat in ipairs(t:inside(t.seat[1])) do seat.chips:pay(sum, t.fund) end
  local who = #t:inside(t.seat[1]) == #t.seat and "Everybody adds" or "All who stay add"
  t:say("%s %s: the stakes are now %s.", who, sum, t.fund)
end

-- Who retires leaves the stake to the winner; the last one left wins.
function stakes.retire_seat(t, seat)
  seat.retired = true
  t:say("%s retires from the match.", seat)
  local left = t:inside(t.seat[1])
  if #left == 1 then t.champion = left[1] end
end

-- Out of turn, between two hands.
function stakes.retirement(t, seat)
  t:retire_seat(seat)
  t:crown()
end

return stakes
