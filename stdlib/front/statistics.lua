-- Numbers of many games: samples, their means and quantiles.
--
-- A sample is kept as counts by value. So the figures don't depend on the order in which values came, sums of whole
-- numbers are exact, and two samples of parts of the games are one by adding their counts.

local statistics = {}

local Sample = {}
Sample.__index = Sample

--- An empty sample.
function statistics.sample() return setmetatable({ n = 0, counts = {} }, Sample) end

--- One more value, or several alike.
function Sample:add(value, times)
  times = times or 1
  self.counts[value] = (self.counts[value] or 0) + times
  self.n = self.n + times
end

-- The values in order.
local function sorted(sample)
  local values = {}
  for value in pairs(sample.counts) do values[#values + 1] = value end
  table.sort(values)
  return values
end

-- The values at the ranks from `low` (from 0) on, each between two of them in proportion: Hyndman and Fan's seventh
-- definition (The American Statistician 50, 1996).
local function quantiles(sample, values, parts)
  local out, at, below = {}, 0, 0 -- `below`: how many lie in values[1..at]
  local function value_at(rank)
    while rank >= below do
      at = at + 1
      below = below + sample.counts[values[at]]
    end
    return values[at]
  end
  for i, part in ipairs(parts) do
    local place = part * (sample.n - 1)
    local rank = math.floor(place)
    local low = value_at(rank)
    out[i] = low
    if place > rank then
      local high = rank + 1 < below and low or values[at + 1]
      out[i] = low + (place - rank) * (high - low)
    end
  end
  return out
end

statistics.PARTS = { 0.05, 0.25, 0.5, 0.75, 0.95 }

--- { n =, sum =, mean =, deviation = of the sample (n - 1), error = of the mean, quantiles = at statistics.PARTS }; of an
--- empty sample all are 0.
function Sample:figures()
  local n, sum, squares = self.n, 0, 0.0
  if n == 0 then return { n = 0, sum = 0, mean = 0.0, deviation = 0.0, error = 0.0, quantiles = { 0, 0, 0, 0, 0 } } end
  local values = sorted(self)
  for _, value in ipairs(values) do sum = sum + value * self.counts[value] end
  local mean = sum / n
  for _, value in ipairs(values) do squares = squares + self.counts[value] * (value - mean) ^ 2 end
  local deviation = n > 1 and math.sqrt(squares / (n - 1)) or 0.0
  return { n = n, sum = sum, mean = mean, deviation = deviation, error = deviation / math.sqrt(n),
    quantiles = quantiles(self, values, statistics.PARTS) }
end

return statistics
