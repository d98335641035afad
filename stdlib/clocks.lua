-- Clocks: time or segments that run out, kept in pools.
--
-- A clock is a pool of what is left: segments of a danger that comes nearer (pools = { storm = 6, past = 0 }), or the
-- time each seat has (seat = { time = 12 }). What is used up goes to a pool of what is past. Always true: nothing is
-- kept here; a clock that is empty has struck.

local fields = require "fields"

local clocks = {}

--- Clocks: time or segments that run out. A clock is a pool of what is left, of the table (a danger that comes nearer) or of
--- each seat (its time); what is used goes to a pool of what is past.
---
--- clocks.run lets a clock run on and says whether it strikes; clocks.face draws it; clocks.next says whose turn it is where
--- everybody has time of their own, the seat with most left; clocks.act asks a seat what it does with its time.
---
--- The question of clocks.act is called "act": one of the names in `costs` that the seat has time for. A bot answers with the
--- name, a text.
---
--- Common mistakes: asking whether the pool is 0 instead of what clocks.run gives, which is true only once; `costs` as a table
--- by names, whose options come in the order of the alphabet (a list of { name, time } keeps yours); a seat with too little
--- time for anything, for which clocks.act gives nil.
---@topic Around the game: clocks, clock, time
---@field act the question: the name of one act, q.options are those there is time for
---@example local clocks = require "clocks"
--- return game {
---   title = "Burglary", seats = { 2, 4 }, player = "burglar",
---   pools = { alarm = 6, past = 0, house = "mint",
---     seat = { time = 12, loot = 0 } },
---   order = { { "act" }, "over" },
---   act = function(t)
---     local seat = clocks.next(t, "time")
---     if not seat then return done end
---     local act = clocks.act(t, seat, { clock = seat.time, past = t.past,
---       costs = { { "grab", 2 }, { "sneak", 4 } } })
---     if not act then return end
---     t.house:pay(3, seat.loot)
---     if act == "grab" and clocks.run(t, t.alarm, 1, t.past, "Alarm") then
---       return done
---     end
---   end,
---   over = function(t) t:finish(t:rank_by "loot") end,
---   screen = function(t)
---     return { "Alarm: " .. clocks.face(t.alarm, 6) }
---   end,
--- }
---@example return { best = "cat",
---   cat = { one_line = "sneaks while there is time",
---     act = function(_, q)
---       return q.options[#q.options]
---     end },
--- }
---@see clocks.run, clocks.next, clocks.act, clocks.face, pool, library

local FIELDS = { "clock", "past", "costs", clock = "pool", past = "pool", costs = "table", ask = "string" }

--- Lets a clock run on: up to `n` segments go from it to the pool of what is past.
---@param t table the game's table
---@param clock pool what is left
---@param n integer how many segments
---@param past pool where they go
---@param name string|nil what the clock is called, for the line that is told; left out, nothing is told
---@return boolean true when it strikes: it was not empty before, and is now
---@example clocks.run(t, t.seat[1].chips, 49, t.pot) --> false
--- clocks.run(t, t.seat[1].chips, 2, t.pot) --> true
--- clocks.run(t, t.seat[1].chips, 2, t.pot) --> false
function clocks.run(t, clock, n, past, name)
  local moved = clock:pay_up_to(n, past)
  local struck = moved > 0 and clock:amount() == 0
  if name and struck then t:say("%s: the clock has struck.", name)
  elseif name and moved > 0 then t:say("%s: %s left.", name, clock:amount()) end
  return struck
end

--- A clock as a row of segments, those past filled: for `screen` and for texts.
---@param clock pool|integer what is left
---@param size integer how many segments it has
---@return string the picture
---@example clocks.face(2, 6) --> "●●●●○○"
function clocks.face(clock, size)
  local left = math.max(0, math.min(size, math.type(clock) and clock or clock:amount()))
  return ("●"):rep(size - left) .. ("○"):rep(left)
end

--- Whose turn it is when everybody has a pool of time: the seat with most left. If several have most, the first from a
--- given seat on.
---@param t table the game's table
---@param name string the seat's pool
---@param from seat|nil who comes first of several with the same; the first seat when left out
---@return seat|nil nil when nobody has time left
---@example t.seat[2].chips:pay(1, t.pot)
--- clocks.next(t, "chips", t.seat[2]) --> Clara
function clocks.next(t, name, from)
  local best
  for seat in t:seats(from) do
    local left = seat[name]:amount()
    if left > 0 and (not best or left > best[name]:amount()) then best = seat end
  end
  return best
end

--- Asks a seat "act": which of the acts it has time for it does. Then takes the time.
---@param t table the game's table
---@param seat seat who acts
---@param o table clock = the seat's pool of time; past = where it goes; costs = { name = time }, or a list of { name, time } in the order in which they are offered; ask = the question's text ("What do you do?")
---@return string|nil the name of what it does; nil where there is time for nothing, and then what is left is past
---@example local act = clocks.act(t, seat, { clock = seat.chips, past = t.pot, costs = { { "look", 1 }, { "run", 60 } } })
--- act --> "look"
function clocks.act(t, seat, o)
  fields.check_call("clocks.act", t, o, FIELDS)
  local list, price = {}, {}
  for name, time in pairs(o.costs) do
    if type(time) == "table" then name, time = time[1], time[2] end
    price[name] = time
    if o.clock:amount() >= time then list[#list + 1] = name end
  end
  if #list == 0 then
    o.clock:pay_up_to(o.clock:amount(), o.past)
    t:say("%s has no time for anything more.", seat)
    return nil
  end
  local name = seat:ask { "act", o.ask or "What do you do? (%s left)", o.clock:amount(), one_of = list }
  o.clock:pay(price[name], o.past)
  return name
end

return fields.checked("clocks", clocks, { run = "t clock:pool n:whole past:pool name:string?",
  face = "clock size:whole", next = "t name from:seat?", act = "t seat" })
