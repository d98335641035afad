-- Initiative: who acts when, round by round; ties, holding an action, interrupting.
--
-- Owns the order within a round. Always true: seat.initiative is what the seat drew or rolled, higher acts first; whoever
-- has acted in this round has seat.acted, whoever waits for a better moment seat.holding. A turn is one step.
--
-- A game takes over the state: state = initiative.with { round = 0, seat = { wounds = 0 } }.

local fields = require "fields"

local initiative = {}

--- Initiative: who acts when in a round. Each seat has a number, rolled or read from a card; the highest acts first. A seat
--- may hold its action, and then interrupt another.
---
--- `state = initiative.with { ... }` adds what is kept for each seat. initiative.begin starts a round; each call of
--- initiative.turn gives the seat that acts now, or nil when all have acted. A turn is one step in a list that repeats,
--- within the list of the rounds.
---
--- The questions are "hold" and "interrupt", each answered with true or false; Enter means no. With `hold = false` neither is
--- asked.
---
--- Common mistakes: `state` without initiative.with; calling initiative.begin in the list of the turns, so that the round
--- never ends; acting for a seat although initiative.turn gave nil.
---@topic Around the game: initiative, turn order, holding an action
---@field hold the question to the seat whose turn it is, while others are still to come: true to wait
---@field interrupt the question to a seat that holds, before another acts: true to act first
---@example local initiative = require "initiative"
--- return game {
---   title = "Brawl", seats = { 2, 6 }, player = "fighter",
---   rules = { rounds = { 3, "rounds of the fight", min = 1, max = 9 } },
---   state = initiative.with { round = 0, seat = { hits = 0 } },
---   order = { { "begin", { "act" }, "next_round" }, "over" },
---   begin = function(t)
---     initiative.begin(t, function() return t:roll "d20" end)
---   end,
---   act = function(t)
---     local seat = initiative.turn(t)
---     if not seat then return done end
---     seat.hits = seat.hits + t:roll "d6"
---     t:say("%s has hit for %s in all.", seat, seat.hits)
---   end,
---   next_round = function(t)
---     t.round = t.round + 1
---     if t.round == t.rules.rounds then return done end
---   end,
---   over = function(t) t:finish(t:rank_by "hits") end,
--- }
---@example return { best = "brawler",
---   brawler = { one_line = "never waits, and interrupts whenever it may",
---     hold = function() return false end,
---     interrupt = function() return true end },
--- }
---@see initiative.with, initiative.begin, initiative.turn, order, library

local FIELDS = { tie = "function", able = "function", hold = "boolean" }
local STATE = "declare state = initiative.with { ... }"

--- The state of a game, with what initiative keeps for each seat.
---@param state table|nil the game's own state
---@return table for the game's declaration
---@example initiative.with({ round = 0, seat = { wounds = 0 } }).seat.wounds --> 0
function initiative.with(state)
  local all, seat = {}, { initiative = 0, acted = false, holding = false }
  for name, value in pairs(state or {}) do all[name] = value end
  for name, value in pairs(all.seat or {}) do seat[name] = value end
  all.seat = seat
  return all
end

--- Begins a round: nobody has acted, and each has a number.
---@param t table the game's table
---@param number function what a seat acts on: function(seat) that rolls, or reads a card
---@example initiative.begin(t, function(seat) return seat.number end)
--- t.seat[3].initiative --> 3
function initiative.begin(t, number)
  fields.needs("initiative.begin", t.seat[1], { "holding" }, STATE)
  for seat in t:seats() do
    seat.acted, seat.holding = false, false
    seat.initiative = number(seat)
  end
end

-- Those who have not acted and hold or don't, the first in front; without those who can't act at all.
local function waiting(t, o, holding)
  local list = {}
  for seat in t:seats() do
    if not seat.acted and seat.holding == holding and (not o.able or o.able(seat)) then list[#list + 1] = seat end
  end
  table.sort(list, function(a, b)
    if a.initiative ~= b.initiative then return a.initiative > b.initiative end
    local first = o.tie and o.tie(a, b)
    if first then return first == a end
    return a.number < b.number
  end)
  return list
end

local function acts(seat)
  seat.acted, seat.holding = true, false
  return seat
end

-- Who of those that hold wants to act before this seat.
local function interrupting(t, o, seat)
  for _, other in ipairs(waiting(t, o, true)) do
    if other:ask { "interrupt", "%s is about to act. Do you act first?", seat, confirm = true, default = false } then
      t:say("%s interrupts %s.", other, seat)
      return other
    end
  end
end

local function holds(t, o, seat, others)
  if o.hold == false or others == 0 then return false end
  if not seat:ask { "hold", "Do you hold your action?", confirm = true, default = false } then return false end
  seat.holding = true
  t:say("%s holds.", seat)
  return true
end

--- Who acts now: the highest of those who have not acted. A seat that holds is asked "interrupt" before each turn of
--- another; the seat whose turn it is is asked "hold", while others are still to come. A seat that holds to the end
--- acts last.
---@param t table the game's table
---@param o table|nil tie = function(a, b) that gives who of two seats with the same number goes first, left out: the first in seat order; able = function(seat), false: it can't act in this round; hold = false: nobody may hold
---@return seat|nil who acts, and has acted when this returns; nil when the round is over
---@return boolean|nil true when it interrupts another
---@example initiative.begin(t, function(seat) return seat.number == 2 and 20 or 10 end)
--- initiative.turn(t, { hold = false }) --> Ben
--- initiative.turn(t, { hold = false }) --> Anna
function initiative.turn(t, o)
  o = o or {}
  fields.check_call("initiative.turn", t, o, FIELDS)
  fields.needs("initiative.turn", t.seat[1], { "holding" }, STATE)
  while true do
    local list = waiting(t, o, false)
    local seat = list[1]
    if not seat then
      seat = waiting(t, o, true)[1]
      return seat and acts(seat)
    end
    local other = interrupting(t, o, seat)
    if other then return acts(other), true end
    if not holds(t, o, seat, #list - 1) then return acts(seat) end
  end
end

return fields.checked("initiative", initiative, { with = "state:table?", begin = "t number:function" })
