-- The exact chances of dice.
--
-- Dice that are added up: a product of polynomials for each (convolution), powers by squaring. Dice of which some are
-- kept: the sides from the highest down, each with how many dice show it (a multinomial sum, as icepool walks). Of n dice
-- that explode one by one exactly n stay below the highest side, and how many show it has a negative binomial
-- distribution. What has no end goes on until RARE is left, far below what is listed.
--
-- A distribution is a list of chances, of the value `least` and those after it.

local rolls = require "primitives.dice"
local lists = require "shared.lists"

local chances = {}

local WORK = 5000000 -- products, with what fits a script's steps
local CELL = 8 -- what a place of a distribution costs
local LEFT, RARE = 1e-12, 1e-20

local function spend(work, n)
  work.left = work.left - n
  if work.left < 0 then work.fail(work.text .. ": too many possible rolls to work out the exact chances") end
end

-- --- distributions ---

-- Of pairs { value, chance } in any order.
local function distribution(work, pairs_of)
  local least, most = math.huge, -math.huge
  for _, pair in ipairs(pairs_of) do least, most = math.min(least, pair[1]), math.max(most, pair[1]) end
  spend(work, CELL * (most - least + 1))
  local d = { least = least }
  for i = 1, most - least + 1 do d[i] = 0.0 end
  for _, pair in ipairs(pairs_of) do d[pair[1] - least + 1] = d[pair[1] - least + 1] + pair[2] end
  return d
end

-- Of what has no end, what is too rare to be felt is left out.
local function trimmed(work, d)
  local first, last, low, high = 1, #d, 0, 0
  while work.endless and low + d[first] < RARE do low, first = low + d[first], first + 1 end
  while work.endless and high + d[last] < RARE do high, last = high + d[last], last - 1 end
  if first == 1 and last == #d then return d end
  return table.move(d, first, last, 1, { least = d.least + first - 1 })
end

local function sum(work, a, b)
  if #a > #b then a, b = b, a end
  local c, n = { least = a.least + b.least }, #b
  spend(work, CELL * (#a + n))
  for i = 1, #a + n - 1 do c[i] = 0.0 end
  for i, p in ipairs(a) do
    if p > 0 then
      spend(work, n)
      for k = 1, n do c[i + k - 1] = c[i + k - 1] + p * b[k] end
    end
  end
  return trimmed(work, c)
end

local function sum_of(work, d, n)
  local all
  while n > 0 do
    if n % 2 == 1 then all = all and sum(work, all, d) or d end
    n = n // 2
    if n > 0 then d = sum(work, d, d) end
  end
  return all
end

local function multiplied(work, d, times)
  return distribution(work, lists.collect(d, function(p, i) return { (d.least + i - 1) * times, p } end))
end

-- --- dice ---

-- What one die shows when it has been rolled again: { shows, chance } each, upwards.
local function faces(work, term)
  local low, again = term.fudge and -1 or 1, term.rerolls
  local list, n = {}, 0
  spend(work, CELL * term.sides)
  for i = 1, term.sides do
    local shows = low + i - 1
    list[i] = { shows, 1 / term.sides }
    if again and shows >= again[1] and shows <= again[2] then n, list[i][2] = n + 1, 0 end
  end
  for _, face in ipairs(list) do
    if term.once then face[2] = face[2] + n / term.sides ^ 2
    elseif n > 0 and face[2] > 0 then face[2] = 1 / (term.sides - n) end
  end
  return list
end

-- A die with all that it rolls by exploding: { what it comes to, chance }; value(shows, the how manieth, from 0) of each.
local function chain(work, list, value)
  local top, chained, base, rest, times = list[#list], {}, 0, 1.0, 0
  repeat
    for i = 1, #list - 1 do chained[#chained + 1] = { base + value(list[i][1], times), rest * list[i][2] } end
    spend(work, CELL * #list)
    base, rest, times = base + value(top[1], times), rest * top[2], times + 1
  until rest < RARE
  chained[#chained + 1] = { base, rest }
  return chained
end

-- How often n dice of these units { worth, chance, score }, upwards, come to which score, the lowest and the highest being
-- dropped: pairs. layers[i] is what the highest i of them come to, above `least` each.
local function kept(work, units, n, low, high)
  local least, below, layers, found = math.huge, { 0.0 }, { [0] = { [0] = 1.0, top = 0 } }, {}
  for i, unit in ipairs(units) do least, below[i + 1] = math.min(least, unit[3]), below[i] + unit[2] end
  local function add(layer, chance)
    for s = 0, layer.top do found[#found + 1] = { s + least * (n - low - high), layer[s] * chance } end
  end
  for i = #units, 1, -1 do
    local chance, above = units[i][2], units[i][3] - least
    for placed = n - 1, 0, -1 do
      local layer, weight = layers[placed], 1.0
      for more = 1, layer and n - placed or 0 do
        weight = weight * (n - placed - more + 1) / more * chance
        local to = layers[placed + more] or { top = -1 }
        local shift = above * math.max(0, math.min(placed + more, n - low) - math.max(placed, high))
        spend(work, layer.top + 4)
        for s = to.top + 1, layer.top + shift do to[s] = 0.0 end
        for s = 0, layer.top do to[s + shift] = to[s + shift] + layer[s] * weight end
        to.top, layers[placed + more] = math.max(to.top, layer.top + shift), to
      end
    end
    for placed = n - low, n - 1 do -- the others are dropped, whatever they show below this
      if layers[placed] then add(layers[placed], below[i] ^ (n - placed)) end
      layers[placed] = nil
    end
  end
  add(layers[n] or { top = -1 }, 1.0)
  return found
end

-- How many of the lowest and the highest of n dice are dropped.
local function dropped(term, n)
  local sort, chosen = term.keep or "", term.chosen
  return sort == "kh" and n - chosen or sort == "dl" and chosen or 0,
    sort == "kl" and n - chosen or sort == "dh" and chosen or term.and_high or 0
end

-- Some are kept of dice that explode one by one: for each number of dice that show the highest side.
local function kept_of_exploding(work, term, list)
  local top, n, known, found = list[#list], term.count, {}, {}
  local stay, score = 1 - top[2], rolls.score(term, top[1])
  local units = lists.collect(list, function(face, i)
    return i < #list and { face[1], face[2] / stay, rolls.score(term, face[1]) } or nil
  end)
  local chance, high_ones = stay ^ n, 0
  repeat
    local low, high = dropped(term, n + high_ones)
    local low_here, high_here = math.min(low, n), math.max(0, high - high_ones)
    local key = low_here .. " " .. high_here
    known[key] = known[key] or low_here == n and { { 0, 1.0 } } or kept(work, units, n, low_here, high_here)
    local counted = math.max(0, high_ones - high) - (low - low_here)
    spend(work, CELL * #known[key])
    for _, pair in ipairs(known[key]) do found[#found + 1] = { pair[1] + counted * score, pair[2] * chance } end
    chance, high_ones = chance * (n + high_ones) / (high_ones + 1) * top[2], high_ones + 1
  until chance < RARE and high_ones > n * top[2] / stay
  return found
end

local function term_chances(work, term)
  if term.number then return { least = term.sign * term.number, 1.0 } end
  local list = faces(work, term)
  local one_by_one = term.explodes == true
  local function scored(units) return lists.collect(units, function(u) return { rolls.score(term, u[1]), u[2] } end) end
  local d
  if rolls.adds_up(term) then
    list = chain(work, list, function(shows, nth) return shows - (term.explodes == "!p" and nth > 0 and 1 or 0) end)
  end
  if term.keep and one_by_one and list[#list][2] > 0 then d = distribution(work, kept_of_exploding(work, term, list))
  elseif term.keep then
    for _, unit in ipairs(list) do unit[3] = rolls.score(term, unit[1]) end
    d = distribution(work, kept(work, list, term.count, dropped(term, term.count)))
  else
    list = one_by_one and chain(work, list, function(shows) return rolls.score(term, shows) end) or scored(list)
    d = sum_of(work, distribution(work, list), term.count)
  end
  return term.sign * (term.times or 1) == 1 and d or multiplied(work, d, term.sign * (term.times or 1))
end

-- --- what comes of it ---

-- The values of a distribution and their chances, those at an end without end cut off where less than LEFT is left.
local function listed(text, d, least, most)
  local first, last, values, exactly, less, more, mean, square = 1, #d, {}, {}, 0, 0, 0, 0
  while not least and less + d[first] < LEFT do less, first = less + d[first], first + 1 end
  while not most and more + d[last] < LEFT do more, last = more + d[last], last - 1 end
  for i, p in ipairs(d) do mean = mean + p * (d.least + i - 1) end
  for i, p in ipairs(d) do square = square + p * (d.least + i - 1 - mean) ^ 2 end
  for i = first, last do
    if d[i] > 0 then values[#values + 1], exactly[#exactly + 1] = d.least + i - 1, d[i] end
  end
  return { text = text, values = values, exactly = exactly, less = less, more = more, mean = mean,
    spread = math.sqrt(square) }
end

--- { text =, values =, exactly = (their chances), less =, more = (what is left at an end without end), mean =, spread = }
--- of chances by their values.
function chances.listed(text, by_value)
  local pairs_of = lists.map(by_value, function(p, value) return { value, p } end)
  return listed(text, distribution({ left = WORK }, pairs_of), true, true)
end

--- The chances of an expression, as chances.listed gives them. `most` is the work that is allowed, as much as a script
--- can afford if left out; `fail` is called with the sentence where that isn't enough.
function chances.of(text, most, fail)
  local terms, all = rolls.library.parse(text), nil
  local work = { left = most or WORK, text = text, fail = fail or host.fail,
    endless = not lists.all(terms, function(term) return not term.explodes end) }
  if rolls.may_run_out(terms) then work.fail(text .. ": these dice may need more than 1000 rolls") end
  for _, term in ipairs(terms) do
    local d = term_chances(work, term)
    all = all and sum(work, all, d) or d
  end
  return listed(rolls.library.check(text), all, rolls.library.range(text))
end

--- The exact chances of dice, worked out and never sampled. Beside the methods exactly, at_least and at_most it has
--- these fields: values, a list of what the dice can come to, upwards; mean; spread, the standard deviation; and more, the
--- chance of higher values. That is 0, but exploding dice have no highest value: theirs are listed until less than 1e-12
--- is left. less is the same for values below the first.
---@signature dice.chances(dice) -> chances
---@param dice string the expression
---@return the chances
---@error "2d: expected the number of sides after d"
---@error "1000d6: too many possible rolls to work out the exact chances"
---@example local c = dice.chances("2d6")
--- c.mean --> 7.0
--- ("%.4f"):format(c.spread) --> "2.4152"
--- c.values[1] --> 2
--- ("%.4f"):format(c:at_least(10)) --> "0.1667"
--- for _, n in ipairs(c.values) do t:say("%s: %s", n, c:exactly(n)) end
function rolls.library.chances(text)
  local c = chances.of(text)
  local values, each = c.values, c.exactly
  c.text = nil

  local function between(least, most)
    local part = (least <= values[1] and c.less or 0) + (most >= values[#values] and c.more or 0)
    for i = #values, 1, -1 do if values[i] >= least and values[i] <= most then part = part + each[i] end end
    return math.min(part, 1.0)
  end

  --- How likely it is that the dice come to this.
  ---@signature chances:exactly(n) -> number
  ---@param n number what they come to
  ---@return a number from 0 to 1
  ---@example dice.chances("d6+d4"):exactly(11) --> 0
  function c.exactly(_, n)
    local i = lists.index(values, n)
    return i and each[i] or 0
  end

  --- How likely it is that the dice come to this or more.
  ---@signature chances:at_least(n) -> number
  ---@param n number what they come to
  ---@return a number from 0 to 1
  ---@example dice.chances("d20"):at_least(11) --> 0.5
  function c.at_least(_, n) return between(n, math.huge) end

  --- How likely it is that the dice come to this or less.
  ---@signature chances:at_most(n) -> number
  ---@param n number what they come to
  ---@return a number from 0 to 1
  ---@example dice.chances("d20"):at_most(5) --> 0.25
  function c.at_most(_, n) return between(-math.huge, n) end
  return c
end

return chances
