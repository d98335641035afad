-- The cards of the contest and of the poker: the board, bites of a hand's
-- replacements (one card for one, as long as the deck has any), the hand shown.

local min, rank = math.min, poker.rank

local steps = {}
local draw = { steps = steps }

local BOARD = 4 -- cards
draw.BOARD = BOARD

--- "1 chip" or "20 chips".
local function count(n, what) return ("%d %s%s"):format(n, what, n == 1 and "" or "s") end
draw.count = count

--- How many cards a seat may still replace.
function steps.may_replace(t, seat)
  local left = seat.draws - seat.drawn
  if left <= 0 then return 0 end
  return min(left, #seat.hand, #t.deck)
end

local function drawn_text(_, seat, n)
  local hand = seat.hand:list()
  return "You draw %s.", table.move(hand, #hand - n + 1, #hand, 1, {})
end

-- What a card does for the hand as it is.
local function need_of(card, t, seat)
  if #seat.hand + #t.board < 5 then return nil end
  for _, other in ipairs(poker.best(seat.hand, t.board)) do
    if other == card then return "in your best five" end
  end
  return "not in your best five"
end

--- One bite: true when cards were replaced.
function steps.bite(t, seat)
  local most = t:may_replace(seat)
  if most <= 0 then return false end
  local cards = seat:ask {
    "replace", "Which cards do you replace?", cards = seat.hand, min = 0, max = most,
    tells = need_of,
  }
  local n = #cards
  if n == 0 then return false end
  seat.discards:put(cards)
  t.deck:deal(n, seat.hand)
  seat.drawn = seat.drawn + n
  t:say("%s replaces %s.", seat, count(n, "card"))
  seat:say(drawn_text, seat, n)
  return true
end

--- Each of a list of seats has a bite in turn, until all stand.
function steps.bites_in_turn(t, seats)
  local standing, left = {}, #seats
  while left > 0 do
    for _, seat in ipairs(seats) do
      if not standing[seat] and not t:bite(seat) then
        standing[seat], seat.stands = true, true
        left = left - 1
      end
    end
  end
end

function steps.burn(t)
  if t.rules.burn then t.deck:deal(1, t.muck) end
end

function steps.lay_board(t)
  t:burn()
  t.deck:deal(BOARD, t.board)
  t:burn()
  t:say("The board is %c.", t.board)
end

local function best_five(t, seat) return poker.best(seat.hand, t.board) end

--- The five cards a seat names as its hand, or its best ones: their rank.
function steps.hand_of(t, seat)
  if not t.rules.declared then return rank(seat.hand, t.board) end
  local cards = seat.hand:list()
  for card in t.board:cards() do cards[#cards + 1] = card end
  return rank(seat:ask {
    "declare", "Which five cards are your hand?", cards = cards, count = 5,
    default = best_five,
  })
end

--- A hand is laid open: its rank.
function steps.show_hand(t, seat)
  seat.rank = t:hand_of(seat)
  seat.hand:show()
  t:say("%s shows %c: %h.", seat, seat.hand, seat.rank)
  return seat.rank
end

--- Hands are laid open one after the other. Who is beaten by one that lies open
--- may muck unseen, which is folding.
---@param t table the game's table
---@param seats table those who have not folded, who shows first in front
function steps.open_hands(t, seats)
  local open = {}
  for _, seat in ipairs(seats) do
    if seat.rank > 0 or not t:may_muck(seat, open) then
      if seat.rank == 0 then t:show_hand(seat) end
      open[#open + 1] = seat
    end
  end
end

--- Does the better hand of one seat leave nothing to another?
function steps.beats() return true end

local function muck_note(yes)
  return yes and "you fold, and nobody sees your hand" or "your hand is shown"
end

--- True when a seat is beaten and mucks its hand.
function steps.may_muck(t, seat, open)
  if not t.rules.mucking or seat.number == 0 then return false end
  if t.rules.all_in_shown and not seat.chips:has(1) then return false end
  local mine, best = rank(seat.hand, t.board), 0
  for _, other in ipairs(open) do
    if other.rank > mine and t:beats(other, seat) then best = math.max(best, other.rank) end
  end
  if best == 0 or not seat:ask { "muck", "Your hand loses to %h. Muck it unseen?", best,
    confirm = true, tells = muck_note } then return false end
  seat.folded = true
  t:say("%s mucks.", seat)
  return true
end

--- For `:odds` of who may replace now: what each card gone and another in its place
--- would win. `share(hand, dead)` is that of a hand that lacks a card; or nil.
function draw.odds_line(t, me, share)
  if #t.board == 0 or me.stands or t:may_replace(me) == 0 then return nil end
  local parts, values, hand = {}, {}, me.hand:list()
  table.sort(hand, function(a, b) return a.index < b.index end) -- as hands are shown
  for i, card in ipairs(hand) do
    local rest, dead = table.move(hand, 1, #hand, 1, {}), me.discards:list()
    dead[#dead + 1] = table.remove(rest, i)
    parts[i], values[2 * i - 1], values[2 * i] = "%s %s", card,
      ("%.1f%%"):format(100 * share(rest, dead))
  end
  return { "With one card replaced: " .. table.concat(parts, ", ") .. ".", table.unpack(values) }
end

--- For bots: own cards that the best five don't need, as many as may go. To
--- replace them risks nothing.
function draw.idle_cards(me, q)
  local needed, idle = {}, {}
  for _, card in ipairs(poker.best(me.hand, me.table.board)) do
    needed[card.name] = true
  end
  for _, card in ipairs(q.options) do
    if not needed[card.name] and #idle < q.max then idle[#idle + 1] = card end
  end
  return idle
end

--- The rules of replacing and showing that both games have.
draw.rules = {
  burn = { true, "a card is burned before the deal, before the board and "
    .. "after it", from = "hand" },
  replacing = { "whole", "each finishes replacing before the next, or takes one turn "
    .. "at a time", one_of = { "whole", "in_turn" } },
  mucking = { true, "a beaten hand may be mucked unseen at the showdown, which is "
    .. "folding; else all are shown" },
  all_in_shown = { false, "a hand that is all-in can't be mucked at the showdown" },
  declared = { false, "at showdown players name their five cards; else the "
    .. "best hand is taken" },
}

return draw
