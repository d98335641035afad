-- Numbers of many games: samples, their means and quantiles.
--
-- A sample is kept as counts by value. So the figures don't depend on the order in which values came, sums of whole
-- numbers are exact, and two samples of parts of the games are one by adding their counts.

local words = require "world.words"

local statistics = {}

--- Values before an interval is given: means of fewer are not yet normal, nor is the spread known.
statistics.FEWEST = 20

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

--- { n =, sum =, mean =, deviation = of the sample (n - 1), error = of the mean, half = half of the mean's 95 % interval
--- (infinite for fewer than statistics.FEWEST), quantiles = at statistics.PARTS }; of an empty sample all others are 0.
function Sample:figures()
  local n, sum, squares = self.n, 0, 0.0
  if n == 0 then
    return { n = 0, sum = 0, mean = 0.0, deviation = 0.0, error = 0.0, half = math.huge, quantiles = { 0, 0, 0, 0, 0 } }
  end
  local values = words.keys(self.counts)
  table.sort(values)
  for _, value in ipairs(values) do sum = sum + value * self.counts[value] end
  local mean = #values == 1 and values[1] + 0.0 or sum / n
  for _, value in ipairs(values) do squares = squares + self.counts[value] * (value - mean) ^ 2 end
  local deviation = n > 1 and math.sqrt(squares / (n - 1)) or 0.0
  local half = n >= statistics.FEWEST and deviation * statistics.fixed(n, 0.05) or math.huge
  return { n = n, sum = sum, mean = mean, deviation = deviation, error = deviation / math.sqrt(n), half = half,
    quantiles = quantiles(self, values, statistics.PARTS) }
end

-- --- intervals ---

--- The value below which a standard normal number lies with chance p, 0 < p < 1, to 0.0005: Abramowitz and Stegun,
--- Handbook of Mathematical Functions, 26.2.23.
function statistics.normal(p)
  if p < 0.5 then return -statistics.normal(1 - p) end
  local t = math.sqrt(-2 * math.log(1 - p))
  return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
end

--- The same of Student's t with so many degrees of freedom, 10 or more: Abramowitz and Stegun, 26.7.5.
function statistics.student(p, degrees)
  local z, v = statistics.normal(p), degrees
  local z3, z5, z7 = z ^ 3, z ^ 5, z ^ 7
  return z + (z3 + z) / (4 * v) + (5 * z5 + 16 * z3 + 3 * z) / (96 * v ^ 2)
    + (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * v ^ 3)
end

--- How many standard deviations of one value lie between the mean of n and the end of an interval that misses the true
--- mean with chance alpha.
function statistics.fixed(n, alpha) return statistics.student(1 - alpha / 2, n - 1) / math.sqrt(n) end

local Z = statistics.normal(0.975)

--- The ends of a 95 % interval for a mean of n values from 0 to 1, such as a share, of which half of an interval is known
--- (infinite: nil); within 0 and 1 too. E. B. Wilson's (Journal of the American Statistical Association 22, 1927), for so
--- many noes and yeses as would vary as much: L. Kish's effective size (Survey Sampling, 1965); where nothing varies, of n.
function statistics.share(mean, half, n)
  if half == math.huge then return nil end
  if half == 0 and mean > 0 and mean < 1 then return mean, mean end
  local size = half > 0 and mean * (1 - mean) * (Z / half) ^ 2 or n
  local middle = (mean + Z * Z / (2 * size)) / (1 + Z * Z / size)
  local reach = Z / (1 + Z * Z / size) * math.sqrt(mean * (1 - mean) / size + Z * Z / (4 * size * size))
  return math.max(0, middle - reach), math.min(1, middle + reach)
end

local TIGHTEST = 2000 -- values after which the sequence is as narrow as it can be made

--- The same of a sequence of intervals, all of which hold together with chance 1 - alpha, however often they are looked
--- at: the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Annals of Statistics 52,
--- 2024, theorem 2.2).
function statistics.sequence(n, alpha)
  local twice = -2 * math.log(alpha)
  local rho = (twice + math.log(twice + 1)) / TIGHTEST -- its square
  return math.sqrt(2 * (n * rho + 1) / (n * n * rho) * math.log(math.sqrt(n * rho + 1) / alpha))
end

local Pairs = {}
Pairs.__index = Pairs

--- Pairs of numbers: their means, the spread of the difference, how far they go together (B. P. Welford, Technometrics 4,
--- 1962, for all sums of squares).
function statistics.pairs()
  return setmetatable({ n = 0, a = 0.0, b = 0.0, d = 0.0, aa = 0.0, bb = 0.0, ab = 0.0, dd = 0.0 }, Pairs)
end

function Pairs:add(x, y)
  local n, d = self.n + 1, y - x
  local before_a, before_b, before_d = x - self.a, y - self.b, d - self.d
  self.n, self.a, self.b, self.d = n, self.a + before_a / n, self.b + before_b / n, self.d + before_d / n
  self.aa, self.bb = self.aa + before_a * (x - self.a), self.bb + before_b * (y - self.b)
  self.ab, self.dd = self.ab + before_a * (y - self.b), self.dd + before_d * (d - self.d)
end

--- The standard deviation of the difference.
function Pairs:deviation() return self.n > 1 and math.sqrt(self.dd / (self.n - 1)) or 0.0 end

--- Half of the interval for the mean difference that misses it with the chance `alpha`, infinite for fewer than FEWEST
--- pairs. times: statistics.fixed, or another that may be looked at after every pair.
function Pairs:half(alpha, times)
  if self.n < statistics.FEWEST then return math.huge end
  return self:deviation() * (times or statistics.fixed)(self.n, alpha)
end

--- Pearson's coefficient; nil where one side never changes.
function Pairs:correlation()
  return self.aa > 0 and self.bb > 0 and self.ab / math.sqrt(self.aa * self.bb) or nil
end

--- The ratio of the sums, first over second, and half of its 95 % interval (infinite for fewer than statistics.FEWEST), by
--- the delta method: W. G. Cochran, Sampling Techniques, 3rd edition 1977, 2.11. nil where the second sum is 0.
function Pairs:ratio()
  if self.b == 0 then return nil, math.huge end
  local ratio = self.a / self.b
  if self.n < statistics.FEWEST then return ratio, math.huge end
  local squares = math.max(0, self.aa - 2 * ratio * self.ab + ratio * ratio * self.bb)
  return ratio, math.sqrt(squares / (self.n - 1)) / math.abs(self.b) * statistics.fixed(self.n, 0.05)
end

return statistics
