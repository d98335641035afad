-- Tournaments: many seats (players or teams), several rounds, two at a table.
--
-- Owns who meets whom, who sits out, how they stand and how a pot is shared.
-- Always true: nothing is kept here between calls; who met whom and who sat
-- out is state of the game's seats. Wherever a number of each seat is asked
-- for, the name of a state or a pool will do, or a function of the seat.
-- Tried and rejected: pairing greedily from the top, which leaves the last two
-- to meet again although another pairing of all would have kept them apart.

local fields = require "fields"
local ranking = require "ranking"

local tournament = {}

local MOST_TRIES = 20000

local function number_of(seat, by)
  if type(by) == "function" then return by(seat) or 0 end
  local value = seat[by]
  if type(value) == "userdata" then return value:amount() end
  return value or 0
end

--- The standings of some of the seats: highest first; equal ones share the place and keep the order in which they were
--- given.
---@param seats table a list of seats, the whole table or those still in
---@param ... string|function what counts, first what counts most
---@return table a list of { seat =, score =, place =, by =, keys = } as of t:rank_by; with all seats in it t:finish takes it
---@example local rows = tournament.standings({ t.seat[1], t.seat[2] }, "points")
--- rows[1].seat --> Ben
function tournament.standings(seats, ...)
  return ranking.rows(seats, { ... }, number_of)
end

--- The seats of a list as they stand, best first.
---@param seats table a list of seats
---@param ... string|function what counts, first what counts most
---@return table a new list of the same seats
---@example tournament.order({ t.seat[1], t.seat[2] }, "points") --> { Ben, Anna }
function tournament.order(seats, ...)
  local list = {}
  for i, row in ipairs(tournament.standings(seats, ...)) do
    list[i] = row.seat
  end
  return list
end

--- Who sits out when the number is odd: the lowest of those who sat out least often.
---@param seats table the seats, best first
---@param byes string|function how often a seat sat out before
---@return seat|nil nil when the number is even
---@example tournament.bye({ t.seat[3], t.seat[2], t.seat[1] }, "byes") --> Anna
function tournament.bye(seats, byes)
  if #seats % 2 == 0 then return nil end
  local lowest, fewest
  for _, seat in ipairs(seats) do
    local n = number_of(seat, byes)
    if not fewest or n <= fewest then lowest, fewest = seat, n end
  end
  return lowest
end

local pair_from

-- Pairs places i and j and then the rest, if that can be done.
local function try_pair(search, i, j, allowed)
  local a, b = search.seats[i], search.seats[j]
  if search.avoid(a, b) or search.avoid(b, a) then allowed = allowed - 1 end
  if allowed < 0 then return false end
  local n = #search.pairs + 1
  search.pairs[n] = { a, b }
  search.paired[i], search.paired[j] = true, true
  if pair_from(search, i + 1, allowed) then return true end
  search.pairs[n], search.paired[i], search.paired[j] = nil, nil, nil
  return false
end

function pair_from(search, from, allowed)
  local i = from
  while search.paired[i] do i = i + 1 end
  if i > #search.seats then return true end
  for j = i + 1, #search.seats do
    if not search.paired[j] and search.tries < MOST_TRIES then
      search.tries = search.tries + 1
      if try_pair(search, i, j, allowed) then return true end
    end
  end
  return false
end

--- Pairs an even number of seats by standing: the best meets the best of the others, and so on down. Pairs to be
--- avoided are avoided as far as possible; to do so, lower seats are moved before higher ones.
---@param seats table an even number of seats, best first
---@param avoid function|nil of two seats, asked both ways round: true if they should rather not meet
---@return table a list of { better seat, other seat }, the best pair first
---@error "pair: expected an even number of seats, not 5"
---@example tournament.pair({ t.seat[3], t.seat[2] }, function() return false end) --> { { Clara, Ben } }
function tournament.pair(seats, avoid)
  if #seats % 2 == 1 then
    error(("pair: expected an even number of seats, not %d"):format(#seats))
  end
  local search = { seats = seats, avoid = avoid or function() return false end }
  for allowed = 0, #seats // 2 do
    search.pairs, search.paired, search.tries = {}, {}, 0
    if pair_from(search, 1, allowed) then return search.pairs end
  end
  return search.pairs
end

--- Shares a pot in whole units by the chips each one holds: exact shares are rounded down, and what is left goes, a
--- unit each, to the largest remainders (equal remainders: to the first in the list).
---@param pot integer what is shared out, 0 or more
---@param chips table a list of whole numbers, 0 or more
---@return table a list of shares in the same order; their sum is the pot, unless nobody has a chip
---@example tournament.payout(100, { 7, 5, 3 }) --> { 47, 33, 20 }
function tournament.payout(pot, chips)
  local all, shares, order, left = 0, {}, {}, pot
  for _, n in ipairs(chips) do all = all + n end
  for i, n in ipairs(chips) do
    shares[i] = all > 0 and pot * n // all or 0
    left = left - shares[i]
    order[i] = { place = i, rest = all > 0 and pot * n % all or 0 }
  end
  table.sort(order, function(a, b)
    if a.rest ~= b.rest then return a.rest > b.rest end
    return a.place < b.place
  end)
  for i = 1, all > 0 and left or 0 do
    shares[order[i].place] = shares[order[i].place] + 1
  end
  return shares
end

return fields.checked("tournament", tournament, { standings = "seats", order = "seats", bye = "seats",
  pair = "seats avoid:function?", payout = "pot:whole chips:wholes" })
