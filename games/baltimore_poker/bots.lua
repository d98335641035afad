-- Bots for the poker.
--
-- shark knows how often a hand of each kind beats another at the showdown, calls when
-- its part of the pot pays for that, and raises when it has more than its part. mule
-- calls everything and never raises.
--
-- Tried and left: sampled odds. Nobody replaces a card in them, so that they took a
-- pair for a good hand, and they cost more than all the rest.

-- How often a hand beats one other when both have replaced: the lowest of each kind, high
-- card to straight flush, and the highest. Of 1,200,000 hands that `replace` below made.
local LOWEST = { 0, 0.01, 0.07, 0.42, 0.46, 0.5, 0.8, 0.99, 1 }
local HIGHEST = { 0.01, 0.1, 0.34, 0.44, 0.54, 0.73, 0.95, 0.99, 1 }

-- How often a dealt hand, before the board, beats one other: by the most cards of one rank in it.
local DEALT = { 0.48, 0.53, 0.81, 0.99, 0.99 }

-- The others' hands are that much better than most, where they have bet and where not;
-- less so, the more often they bet.
local BET, QUIET = 1.5, 1.2
local OFTEN = 0.3 -- as long as nothing is known

-- A bet wants so many times an even share of the pot: of one other, of several; and so
-- much more for each bet and raise before it.
local ONE, SEVERAL, MORE = 1.2, 1.5, 0.3
local STAKE = 0.33 -- of my chips, times what I have above an even share

-- What a card does for a hand: how many there are of its value, of its suit.
local PAIR, THREE = 20, 80
local OF_VALUE, OF_SUIT = { 0, PAIR, THREE }, { 0, 0, 4, 28 }

local STRAIGHT = poker.target "five-high straight"

local betting = require "betting"
local draw = require "baltimore.draw"

local function has(q, option)
  for _, other in ipairs(q.options) do
    if other == option then return true end
  end
  return false
end

-- How many cards of the piles have each value, and each suit.
local function counts(...)
  local values = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
  local suits = { clubs = 0, diamonds = 0, hearts = 0, spades = 0 }
  for _, pile in ipairs { ... } do
    for card in pile:cards() do
      local value, suit = card.value, card.suit
      values[value], suits[suit] = values[value] + 1, suits[suit] + 1
    end
  end
  return values, suits
end

-- How often my hand beats one other.
local function beats_one(me)
  local board = me.table.board
  if #board == 0 then return DEALT[math.max(table.unpack((counts(me.hand))))] end
  local rank = poker.rank(me.hand, board)
  local _, kind = poker.category(rank)
  local low, high = LOWEST[kind], HIGHEST[kind]
  return low + (high - low) * (poker.values(rank) / 14) ^ 2
end

-- My share of the pot, and how many hands share it.
local function share(me, owed)
  local count = 0
  for seat in me.table:seats() do
    if seat.playing and not seat.folded then count = count + 1 end
  end
  local better = (owed > 0 and BET or QUIET) - (me.notes.bets or OFTEN)
  return beats_one(me) ^ (better * (count - 1) ^ 0.7), count
end

-- How often there is something to call is kept: what was lately counts for more.
local function act(me, q)
  local t, notes = me.table, me.notes
  local owed = betting.to_call(t, me, t:players())
  notes.bets = (notes.bets or OFTEN) * 0.9 + (owed > 0 and 0.1 or 0)
  local part, count = share(me, owed)
  local before = t.raises + (owed > 0 and 1 or 0)
  local more = has(q, "raise") and "raise" or has(q, "bet") and "bet"
  if more and part * count > (count == 2 and ONE or SEVERAL) + MORE * before then return more end
  if has(q, "check") then return "check" end
  return part > owed / (t.pot:amount() + owed) and "call" or "fold"
end

-- The better the hand, the more.
local function amount(me, q)
  local price = me.table.price
  local part, count = share(me, price - me.bet)
  local to = price + me.chips:amount() * STAKE * (part * count - 1) // 1
  return math.max(q.min, math.min(q.max, math.tointeger(to)))
end

-- One card at a time: of less than a straight the one that does least for it. A pair
-- goes for a flush alone. Else whatever is idle.
local function replace(me, q)
  local board = me.table.board
  if poker.rank(me.hand, board) >= STRAIGHT then return draw.idle_cards(me, q) end
  local values, suits = counts(me.hand, board)
  local least, place, enough = math.huge, nil, PAIR
  for i, card in ipairs(q.options) do
    local suited, high = suits[card.suit], (card.value - 2) % 13 -- the ace is the highest
    local worth = high + OF_VALUE[values[card.value]] + OF_SUIT[suited]
    if worth < least then least, place = worth, i end
    if suited == 4 then enough = THREE end
  end
  if least >= enough then return draw.idle_cards(me, q) end
  return { q.options[place] }
end

local function declare(me)
  return poker.best(me.hand, me.table.board)
end

-- What shark says of its choices to who asks for a hint.
local because = {}

function because.act(me, answer)
  local t = me.table
  local owed = betting.to_call(t, me, t:players())
  local part, count = share(me, owed)
  if answer == "check" then return "your hand isn't strong enough to bet" end
  if answer ~= "fold" and answer ~= "call" then
    return ("about %.0f%% of such pots are yours, and %.0f%% would be an even share"):format(
      100 * part, 100 / count)
  end
  return ("about %.0f%% of such pots are yours, and the call %s %.0f%%"):format(100 * part,
    answer == "call" and "needs only" or "needs", 100 * owed / (t.pot:amount() + owed))
end

function because.replace(me, cards)
  if #cards == 0 then return "your best hand needs every card you hold" end
  if #cards > 1 then return "your best hand doesn't need them" end
  local spare = poker.rank(me.hand, me.table.board) >= STRAIGHT
  return spare and "your best hand doesn't need it" or "it does least for your hand"
end

return {
  best = "shark",

  shark = {
    one_line = "weighs its share of the pot against the cost of a call",
    because = because,
    act = act,
    bet = amount,
    raise = amount,
    replace = replace,
    declare = declare,
    muck = function() return true end,
  },

  mule = {
    one_line = "calls everything, raises nothing",
    act = function(_, q)
      return has(q, "check") and "check" or "call"
    end,
    replace = draw.idle_cards,
    declare = declare,
    muck = function() return true end,
  },
}
