-- Bots for contests.
--
-- skald bets nothing before the board: chips lower the target as much
-- afterwards, when it is known how many are needed and whether they suffice.
-- It replaces what brings it nearest to a target that its chips can reach, and
-- then pays what is missing, unless later contests are worth more, and a few chips
-- on top where they make much of the success.
-- berserk pays first and looks afterwards.

local betting = require "betting"
local characters = require "baltimore.characters"
local draw = require "baltimore.draw"

local GUESSES = { "pair of kings", "two pair, eights and fours", "three fives",
  "nine-high straight", "ten-high flush" }

-- What a skald pays for this contest at most: all of it in the last one.
local function purse(me)
  local chips, t = me.chips:amount(), me.table
  local left = t.rules.contests - t.played
  if t.rules.contests > 0 and left <= 0 then return chips end
  if t.rules.fresh_chips then return chips end
  return math.min(chips, math.max(4, 2 * chips // (math.max(left, 3) + 1)))
end

-- The target as it stands for me; a middling one while it is hidden.
local function goal(me)
  local target = me.table:seen_target(me)
  if target > 0 then return target end
  return poker.lower(poker.target("nine-high straight"), me.spent)
end

-- How many chips bring the target down to this rank; nil: more than `most`.
local function price(target, rank, most)
  if rank < poker.lower(target, most) then return nil end
  local low, high = 0, most
  while low < high do
    local middle = (low + high) // 2
    if rank >= poker.lower(target, middle) then
      high = middle
    else
      low = middle + 1
    end
  end
  return low
end

-- A hidden target: the sum that meets most guesses for its chips.
local function guess(me, rank, most)
  local best, worth = 0, -1
  for _, text in ipairs(GUESSES) do
    local target = poker.lower(poker.target(text), me.spent)
    local n = price(target, rank, most)
    local met = 0
    for _, other in ipairs(GUESSES) do
      local lowered = poker.lower(poker.target(other), me.spent + (n or 0))
      if rank >= lowered then met = met + 1 end
    end
    if n and 5 * met - n > worth then best, worth = n, 5 * met - n end
  end
  return best
end

-- Some chips more where they make a better success: at least so many degrees for
-- each that doesn't come back, as where one carries the target a category down.
local MORE, DEGREES = 4, 4

local function improve(me, target, rank, n, most)
  local t, best, worth = me.table, n, 0
  local degree, lost = t:degree_of(rank, poker.lower(target, n)), t:lost_part(me.spent + n)
  for more = n + 1, math.min(n + MORE, most) do
    local gain = t:degree_of(rank, poker.lower(target, more)) - degree
    local net = gain - DEGREES * (t:lost_part(me.spent + more) - lost)
    if net > worth then best, worth = more, net end
  end
  return best
end

local function pay_missing(me)
  local board = me.table.board
  if #board == 0 then return 0 end
  local rank, most = poker.rank(me.hand, board), purse(me)
  if me.table.known == 0 then return guess(me, rank, most) end
  local target = me.table:seen_target(me)
  local n = price(target, rank, most)
  return n and improve(me, target, rank, n, most) or 0
end

-- Replacing -------------------------------------------------------------------------

local function lowest_cards(q, n)
  local cards = table.move(q.options, 1, #q.options, 1, {})
  table.sort(cards, function(a, b) return (a.value + 11) % 13 < (b.value + 11) % 13 end)
  return table.move(cards, 1, n, 1, {})
end

-- The one card whose going helps most, looking two replacements ahead.
local function best_single(me, q, target)
  local _, _, place = poker.chance { target = target, cards = q.options,
    board = me.table.board, dead = me.discards, replacements = math.min(q.max, 2) }
  if place then return { q.options[place] } end
  local idle = draw.idle_cards(me, q)
  return #idle > 0 and idle or lowest_cards(q, 1)
end

-- Against a hand: the next rung above what I have.
local function next_rung(rank)
  for _, text in ipairs(GUESSES) do
    local target = poker.target(text)
    if target > rank then return target end
  end
  return rank
end

local function replace_well(me, q)
  local rank = poker.rank(me.hand, me.table.board)
  local full = me.table.kind == "full"
  local target = full and next_rung(rank) or goal(me)
  if rank >= target then return {} end
  if full then return best_single(me, q, target) end
  local reach = poker.lower(target, purse(me))
  if rank >= reach then return draw.idle_cards(me, q) end
  return best_single(me, q, reach)
end

-- Full contests -----------------------------------------------------------------------

local function opponent_of(me)
  local t = me.table
  if me.number == 0 then return t.seat[t.contested] end
  return t.opponent == "player" and me:left() or t.gm
end

local function share(me)
  local t = me.table
  return poker.odds { hands = { me.hand, "" }, board = t.board, board_cards = 4,
    hole = { me.hole, opponent_of(me).hole }, error = 0.02 }[1].share
end

local function has(q, option)
  for _, other in ipairs(q.options) do
    if other == option then return true end
  end
  return false
end

-- The pot that is contested now, and what it is worth to me: for a character
-- the success counts too.
local function pot_of(me)
  return me.table.seat[me.table.contested].pot:amount()
end

local function prize(me)
  return pot_of(me) + (me.number > 0 and 10 or 0)
end

local function act(me, q)
  local worth = share(me)
  local more = has(q, "raise") and "raise" or has(q, "bet") and "bet"
  if more and worth > 0.5 then return more end
  if has(q, "check") then return "check" end
  local owed = math.max(betting.to_call(me.table, me, { me, opponent_of(me) }), 1)
  return worth * prize(me) > (1 - worth) * owed and "call" or "fold"
end

local function the_pot(me, q)
  local to = me.table.price + math.max(pot_of(me), 1)
  return math.max(q.min, math.min(q.max, to))
end

-- As the GM ------------------------------------------------------------------------------

-- What skald says of its choices to who asks for a hint.
local because = {}

function because.effort(me, chips)
  local t = me.table
  if #t.board == 0 then return "they help just as much once the board is known" end
  if t.known == 0 then return nil end
  local rank, target = poker.rank(me.hand, t.board), t:seen_target(me)
  if rank >= target then
    return chips == 0 and "your hand meets the target"
      or "your hand meets the target, and chips make the success greater"
  end
  if chips == 0 then
    return price(target, rank, me.chips:amount()) and "the chips it would take are worth more later"
      or "not even all your chips would be enough"
  end
  return ("%s then meets the target"):format(poker.name(rank))
end

function because.replace(me, cards)
  local t = me.table
  if t.kind == "full" or t.known == 0 then return nil end
  local meets = poker.rank(me.hand, t.board) >= t:seen_target(me)
  return meets and "your hand meets the target"
    or #cards > 0 and "that brings you nearest to the target" or nil
end

function because.act(me)
  return ("your hand wins about %.0f%% of the time"):format(100 * share(me))
end

local function with(bot, other)
  local all = {}
  for name, value in pairs(other) do all[name] = value end
  for name, value in pairs(bot) do all[name] = value end
  return all
end

local AS_GM = {
  contest = function() return "simple" end,
  target = function(me) return me:choose(GUESSES) end,
  floor = function() return nil end,
  opponent = function() return "gm" end,
  new_skill = function() return true end,
  skill = function(me) return me.table:known_skills()[1] or "Luck" end,
  rating = function() return 3 end,
  attribute = function(me) return me:choose(characters.ATTRIBUTES) end,
  npc_attribute = function() return 3 end,
  npc_skill = function() return 2 end,
  another = function() return false end,
}

return {
  best = "skald",

  skald = with({
    one_line = "bets what its hand lacks, once the target is known; replaces well",
    because = because,
    effort = pay_missing,
    replace = replace_well,
    declare = function(me) return poker.best(me.hand, me.table.board) end,
    muck = function() return true end,
    act = act,
    bet = the_pot,
    raise = the_pot,
  }, AS_GM),

  berserk = with({
    one_line = "bets half of its chips before the board is laid, and the rest after",
    effort = function(me, q)
      return #me.table.board == 0 and q.max // 2 or q.max
    end,
    replace = function(me, q)
      local target = me.table.kind ~= "full" and goal(me)
      if target and poker.rank(me.hand, me.table.board) >= target then
        return {}
      end
      return lowest_cards(q, q.max)
    end,
    declare = function(me) return poker.best(me.hand, me.table.board) end,
    muck = function() return true end,
    act = function(_, q) return q.options[#q.options] end,
    bet = function(_, q) return q.max end,
    raise = function(_, q) return q.max end,
  }, AS_GM),
}
