-- The library `pots`: what each seat put in, cut into layers that different
-- seats may win, and shared out. As every card room does it.
--
-- Each different amount that a seat has put in is a level; the chips between
-- two levels come from every seat that reached the upper one, and may be won
-- by those of them that have not folded. Layers with the same winners are one
-- pot. What a seat put in beyond every other was never called and goes back.
-- So layers + back = all that was put in, and no layer is without a winner:
-- where all who reached a level have folded since (dead money), the layer
-- below takes it.
--
-- Seats are numbers and all amounts plain integers, so that a script may try
-- out "what if" without moving a chip.
--
-- Rejected: peeling off the smallest stack again and again, which is how
-- people do it with real chips: the same result, but it changes its input.

local lists = require "shared.lists"

local pots = {}

local MOST_SEATS = 64

local function fail(form, ...) host.fail(form:format(...)) end

-- The list of a question of that name; `most`: how many seats it may have.
local function part(what, question, key, most)
  if type(question) ~= "table" then fail("%s: expected a table, got %s", what, type(question)) end
  local list = question[key]
  if type(list) ~= "table" then fail("%s: `%s` is a %s, expected a list", what, key, type(list)) end
  if most and #list > most then fail("%s: %d seats: expected at most %d", what, #list, most) end
  return list
end

local kind_of, MOST, concat = math.type, math.maxinteger, table.concat

-- The integer list[i], from lo to hi.
local function integer(list, i, what, lo, hi)
  local n = list[i]
  if kind_of(n) == "float" then n = math.tointeger(n) end
  if kind_of(n) ~= "integer" or n < lo or n > hi then
    fail("%s: number %d of the list is %s, expected an integer from %d to %d", what, i, list[i], lo, hi)
  end
  return n
end

-- a + b, neither below 0.
local function sum(what, a, b)
  if a > MOST - b then fail("%s: the total is too large", what) end
  return a + b
end

-- An uncalled bet: the top seat's lead over all others, if it is still in.
local function uncalled(put, folded)
  local top, most, second = nil, 0, 0
  for s = 1, #put do
    local n = put[s]
    if n > most then top, most, second = s, n, most
    elseif n > second then second = n end
  end
  if not top or folded[top] or most == second then return nil end
  return { seat = top, amount = most - second }
end

-- The next level above `level`, or nil at the top.
local function next_level(called, level)
  local next
  for s = 1, #called do
    local n = called[s]
    if n > level and (not next or n < next) then next = n end
  end
  return next
end

local function add_layer(layers, amount, winners)
  local below = layers[#layers]
  if below and #below.seats == 0 then below.seats = winners end
  if below and (#winners == 0 or concat(winners, " ") == concat(below.seats, " ")) then
    below.amount = below.amount + amount
  else
    layers[#layers + 1] = { amount = amount, seats = winners }
  end
end

--- Divides what the seats have put in into the main pot and its side pots. Seats are numbers: the first in `put` is
--- seat 1. A bet that nobody called is returned.
---@signature pots.layers({ put = list, folded = table }) -> list of layers, back
---@param put table what each seat put in, integers of 0 or more, 64 at most
---@param folded table|nil true at the number of each seat that is out
---@return table layers { amount = 60, seats = { 1, 3 } }: how much, and who may win it
---@return table|nil { seat = 3, amount = 20 } when a bet was not called, else nil
---@error "pots.layers: every seat that put in chips has folded"
---@example local layers, back = pots.layers { put = { 10, 30, 50 } }
--- layers[1] --> { amount = 30, seats = { 1, 2, 3 } }
--- back --> { amount = 20, seat = 3 }
function pots.layers(question)
  local given, folded = part("pots.layers", question, "put", MOST_SEATS), question.folded
  local put, all = {}, 0
  for s = 1, #given do
    put[s] = integer(given, s, "pots.layers", 0, MOST)
    all = sum("pots.layers", all, put[s])
  end
  if folded ~= nil and type(folded) ~= "table" then fail("pots.layers: `folded`: expected a table") end
  folded = folded or {}
  local back, layers, level = uncalled(put, folded), {}, 0
  if back then put[back.seat] = put[back.seat] - back.amount end
  for next in next_level, put, 0 do
    local winners, amount = {}, 0
    for s = 1, #put do
      if put[s] >= next then
        amount = amount + next - level
        if not folded[s] then winners[#winners + 1] = s end
      end
    end
    add_layer(layers, amount, winners)
    level = next
  end
  if layers[1] and #layers[1].seats == 0 then fail("pots.layers: every seat that put in chips has folded") end
  return layers, back
end

-- The order for odd chips; seats that it does not name come last.
local function order_of(given, seats)
  local order = {}
  for i = 1, #given do order[i] = integer(given, i, "pots.award: order", 1, seats) end
  for seat = 1, seats do order[#order + 1] = seat end
  return #given > 0 and lists.distinct(order) or order
end

-- Who may win a layer, as a set, and how much it is.
local function read_layer(layer, seats)
  local amount = type(layer) == "table" and type(layer.amount) == "number" and math.tointeger(layer.amount)
  if not amount or amount < 0 or type(layer.seats) ~= "table" then
    fail("pots.award: `layers` must be the result of pots.layers")
  end
  local may_win = {}
  for i = 1, #layer.seats do may_win[integer(layer.seats, i, "pots.award", 1, seats)] = true end
  return amount, may_win
end

-- The strongest of those who may win, in the order for odd chips.
local function best_of(may_win, strengths, order)
  local best, top = {}, nil
  for i = 1, #order do
    local seat = order[i]
    local strength = may_win[seat] and strengths[seat]
    if strength and (not top or strength > top) then best, top = {}, strength end
    if strength and strength == top then best[#best + 1] = seat end
  end
  return best
end

-- The strengths of a question: a list, or several lists, each for a part of every layer.
local function read_strengths(question)
  local given, many = part("pots.award", question, "strengths", MOST_SEATS), {}
  local several = type(given[1]) == "table"
  for k, list in ipairs(several and given or { given }) do
    if several and (type(list) ~= "table" or #list ~= #given[1] or #list > MOST_SEATS) then
      fail("pots.award: list %d of `strengths`: expected a list as long as the first, at most %d", k, MOST_SEATS)
    end
    many[k] = {}
    for s = 1, #list do
      many[k][s] = list[s] ~= false and integer(list, s, "pots.award", math.mininteger, math.maxinteger)
    end
  end
  return many
end

-- Adds to `won` what the seats win of a layer: an equal part for each list of strengths, odd chips to the first parts.
-- A part that nobody has a strength for goes with the one before it.
local function share_layer(amount, may_win, many, order, won)
  local winners, sums = {}, {}
  for k, strengths in ipairs(many) do
    local best = best_of(may_win, strengths, order)
    if #best > 0 then winners[#winners + 1], sums[#sums + 1] = best, 0 end
    if #sums == 0 then fail("pots.award: nobody who may win a layer of %d has a strength", amount) end
    sums[#sums] = sums[#sums] + amount // #many + (k <= amount % #many and 1 or 0)
  end
  for k, best in ipairs(winners) do
    for i, seat in ipairs(best) do
      won[seat] = won[seat] + sums[k] // #best + (i <= sums[k] % #best and 1 or 0)
    end
  end
end

--- Says what each seat wins: every layer goes to the strongest who may win it,
--- ties share it, and odd chips go one each to the first of them in `order`.
--- With several lists of strengths, as for high and low hands, each layer is split into
--- as many parts; an odd chip goes to the first part, and a part that nobody has a
--- strength for goes to the winners of the part before it.
---@signature pots.award({ layers = list, strengths = list, order = list }) -> list
---@param layers table as pots.layers gives it
---@param strengths table integers: higher wins; false for a seat that is out; or a list of such lists
---@param order table|nil seat numbers (1, 2, 3...): odd chips' order
---@return table how much each seat wins, 0 included
---@error "pots.award: nobody who may win a layer of 40 has a strength"
---@example local layers = pots.layers { put = { 10, 30, 30 } }
--- pots.award { layers = layers, strengths = { 9, 7, false } } --> { 30, 40, 0 }
--- pots.award { layers = layers, strengths = { { 9, 7, 5 }, { false, 1, 2 } } } --> { 15, 20, 35 }
---@see betting.award
function pots.award(question)
  local layers, many = part("pots.award", question, "layers"), read_strengths(question)
  local won, total = {}, 0
  for s = 1, #many[1] do won[s] = 0 end
  if question.order ~= nil and type(question.order) ~= "table" then
    fail("pots.award: `order`: expected a list of seat numbers")
  end
  local order = order_of(question.order or {}, #won)
  for i = 1, #layers do
    local amount, may_win = read_layer(layers[i], #won)
    total = sum("pots.award", total, amount)
    share_layer(amount, may_win, many, order, won)
  end
  return won
end

return pots
