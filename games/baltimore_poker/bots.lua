-- Bots for the poker.
--
-- shark reckons what part of the pot its hand wins against as many unknown
-- hands as are still in, calls when that pays, and raises when it has more
-- than its part. mule calls everything and never raises.

local draw = require "baltimore.draw"
local screen = require "baltimore_poker.screen"

-- The rungs a hand can climb to by replacing.
local RUNGS = { "pair of queens", "eights and fours", "three fives",
  "nine-high straight", "ten-high flush", "fives full of twos", "four fives" }

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
    notes.key, notes.share = key, (screen.share(t, me, 0.02))
  end
  return notes.share, count
end

-- Those who bet have better hands than any; each bet to call counts against me.
local function act(me, q)
  local t = me.table
  local part, count = share(me)
  local owed = math.max(t.price - me.bet, 0)
  local pot = t.pot:amount()
  local strong = part * count
  if owed > 0 then part = part * 0.85 end
  local more = has(q, "raise") and "raise" or has(q, "bet") and "bet"
  if more and strong > 1.5 + 0.3 * t.raises then return more end
  if has(q, "check") then return "check" end
  return part > owed / (pot + owed) and "call" or "fold"
end

-- The better the hand, the more of the pot.
local function amount(me, q)
  local t = me.table
  local part, count = share(me)
  local pot = t.pot:amount() + math.max(t.price - me.bet, 0)
  local to = t.price + math.floor(pot * math.min(1, (part * count - 1) / 2))
  return math.max(q.min, math.min(q.max, to))
end

-- One card towards a rung above, or whatever is idle. With so few cards enough
-- for the board's own hand, an idle card is always better gone.
local function replace(me, q)
  local board = me.table.board
  if #q.options + #board < 5 then return { q.options[1] } end
  local rank = poker.rank(me.hand, board)
  for i = #RUNGS, 1, -1 do
    local target = poker.target(RUNGS[i])
    if target > rank then
      local chance, _, place = poker.chance { target = target,
        cards = q.options, board = board, dead = me.mucked,
        replacements = math.min(q.max, 2) }
      if place and chance > 0.2 then return { q.options[place] } end
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
