-- Bots for the poker.
--
-- shark reckons what part of the pot its hand wins against as many unknown
-- hands as are still in, calls when that pays, and raises when it has more
-- than its part. mule calls everything and never raises.

local CALLERS = 5 -- bets that nobody has folded to
local ERROR = 0.1 -- of a share of the pot, and of a chance

-- A rung is tried for where this often two cards more make it; that is reckoned
-- where one makes it not too seldom.
local TWO, ONE = 0.2, 0.08

local draw = require "baltimore.draw"
local screen = require "baltimore_poker.screen"

-- The rungs a hand can climb to by replacing.
local RUNGS = { "pair of queens", "eights and fours", "three fives",
  "nine-high straight", "ten-high flush", "fives full of twos" }

local function has(q, option)
  for _, other in ipairs(q.options) do
    if other == option then return true end
  end
  return false
end

-- My share of the pot, and how many hands share it; asked once a position.
local function share(me)
  local t, notes = me.table, me.notes
  local key = ("%d %d %d"):format(t.hand, #t.board, me.drawn)
  local count = 0
  for seat in t:seats() do
    if seat.playing and not seat.folded then count = count + 1 end
  end
  key = key .. " " .. count
  if notes.key ~= key then
    notes.key, notes.share = key, (screen.share(t, me, ERROR))
  end
  return notes.share, count
end

-- Whether the others fold to bets of mine: what they did after the last one is
-- looked at when I am asked again.
local function look_back(me)
  local notes = me.notes
  for _, number in ipairs(notes.bet_into or {}) do
    local seat = me.table.seat[number]
    notes.answers = (notes.answers or 0) + 1
    if seat.folded or not seat.playing then notes.folds = (notes.folds or 0) + 1 end
  end
  notes.bet_into = nil
end

local function bet_into(me)
  local list = {}
  for seat in me.table:seats() do
    if seat.number ~= me.number and seat.playing and not seat.folded then
      list[#list + 1] = seat.number
    end
  end
  me.notes.bet_into = list
end

-- One is left who has never folded to a bet of mine: that one calls with anything.
-- Against several the larger pots only make luck count for more.
local function they_call(me, count)
  local notes = me.notes
  return count == 2 and (notes.answers or 0) >= CALLERS and (notes.folds or 0) == 0
end

-- Those who bet have better hands than any; each bet to call counts against me.
local function act(me, q)
  local t = me.table
  local part, count = share(me)
  local owed = math.max(t.price - me.bet, 0)
  local pot = t.pot:amount()
  local strong = part * count
  if owed > 0 then part = part * 0.85 end
  look_back(me)
  local more = has(q, "raise") and "raise" or has(q, "bet") and "bet"
  local least = they_call(me, count) and 1.25 or 1.5 + 0.3 * t.raises
  if more and strong > least then
    bet_into(me)
    return more
  end
  if has(q, "check") then return "check" end
  return part > owed / (pot + owed) and "call" or "fold"
end

-- The better the hand, the more of the pot; all of it against those who call
-- anything, but never more than a fifth of the chips.
local function amount(me, q)
  local t = me.table
  local part, count = share(me)
  local pot = t.pot:amount() + math.max(t.price - me.bet, 0)
  if they_call(me, count) then
    local stake = math.min(pot, me.chips:amount() // 5)
    return math.max(q.min, math.min(q.max, t.price + stake))
  end
  local to = t.price + math.floor(pot * math.min(1, (part * count - 1) / 2))
  return math.max(q.min, math.min(q.max, to))
end

-- One card towards a rung above, or whatever is idle. With so few cards enough
-- for the board's own hand, an idle card is always better gone.
local function replace(me, q)
  local board = me.table.board
  if #q.options + #board < 5 then return { q.options[1] } end
  local rank = poker.rank(me.hand, board)
  local question = { cards = q.options, board = board, dead = me.muck }
  for i = #RUNGS, 1, -1 do
    question.target, question.replacements = poker.target(RUNGS[i]), 1
    if question.target > rank and poker.chance(question) > ONE then
      question.replacements = math.min(q.max, 2)
      local chance, _, place = poker.chance(question)
      if place and chance > TWO then return { q.options[place] } end
    end
  end
  return draw.idle_cards(me, q)
end

local function declare(me)
  return poker.best(me.hand, me.table.board)
end

return {
  best = "shark",

  shark = {
    one_line = "knows what part of the pot is its own, and what a call costs",
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
