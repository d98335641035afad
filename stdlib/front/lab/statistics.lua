-- Numbers of many games: samples, their means and quantiles.
--
-- A sample holds counts by value. So the figures don't depend on the order in which values came, sums of whole
-- numbers are exact, and two samples of parts of the games are one by adding their counts.

local lists = require "shared.lists"

local statistics = {}

--- The fewest values for which an interval is given: means of fewer are not yet normal, nor is the spread known.
statistics.FEWEST = 20

--- How many of them must differ from the commonest value: values that hardly vary say little about their spread.
statistics.FEWEST_OTHERS = 5

local Z = nil -- of a 95% interval

local Sample = {}
Sample.__index = Sample

--- An empty sample.
function statistics.sample() return setmetatable({ n = 0, counts = {} }, Sample) end

--- Adds a value, or the same value several times.
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

--- The shares of a sample that lie below its quantiles.
statistics.QUANTILES = { 0.05, 0.25, 0.5, 0.75, 0.95 }

-- How much wider the interval is for values that are skewed, so that it misses as seldom as one of normal values: P. Hall,
-- The Bootstrap and Edgeworth Expansion, 1992, 2.6. n values, by the sums of the powers of their distances from the mean.
local function skewed(n, squares, cubes, fourths)
  local skewness, kurtosis = n * cubes * cubes / squares ^ 3, n * fourths / (squares * squares) - 3
  return math.max(1, 1 + (skewness * (Z ^ 4 + 2 * Z * Z - 3) / 18 - kurtosis * (Z * Z - 3) / 12) / n)
end

--- { n =, sum =, mean =, deviation = of the sample (n - 1), error = of the mean, half = half of the mean's 95% interval
--- (infinite for fewer than statistics.FEWEST or FEWEST_OTHERS), quantiles = at statistics.QUANTILES, common = the commonest
--- value, others = how many differ from it }; of an empty sample all others are 0. times: as in Pairs:half.
function Sample:figures(times)
  local n, sum, squares, cubes, fourths = self.n, 0, 0.0, 0.0, 0.0
  if n == 0 then
    return { n = 0, sum = 0, mean = 0.0, deviation = 0.0, error = 0.0, half = math.huge, quantiles = { 0, 0, 0, 0, 0 },
      common = 0, others = 0 }
  end
  local values = lists.keys(self.counts)
  table.sort(values)
  local common = values[1]
  for _, value in ipairs(values) do
    sum = sum + value * self.counts[value]
    if self.counts[value] > self.counts[common] then common = value end
  end
  local mean = #values == 1 and values[1] + 0.0 or sum / n
  for _, value in ipairs(values) do
    local square = (value - mean) ^ 2
    squares, fourths = squares + self.counts[value] * square, fourths + self.counts[value] * square * square
    cubes = cubes + self.counts[value] * square * (value - mean)
  end
  local deviation, others = n > 1 and math.sqrt(squares / (n - 1)) or 0.0, n - self.counts[common]
  local half = math.huge
  if n >= statistics.FEWEST and others >= statistics.FEWEST_OTHERS then
    half = deviation * (times and times(n, 0.05) or statistics.fixed(n, 0.05) * skewed(n, squares, cubes, fourths))
  end
  return { n = n, sum = sum, mean = mean, deviation = deviation, error = deviation / math.sqrt(n), half = half,
    quantiles = quantiles(self, values, statistics.QUANTILES), common = common, others = others }
end

-- --- intervals ---

--- The value below which a standard normal number lies with chance p, 0 < p < 1, to 0.0005: Abramowitz and Stegun,
--- Handbook of Mathematical Functions, 26.2.23.
function statistics.normal(p)
  if p < 0.5 then return -statistics.normal(1 - p) end
  local t = math.sqrt(-2 * math.log(1 - p))
  return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
end

--- The value below which a number of Student's t lies with chance p, with so many degrees of freedom, 10 or more:
--- Abramowitz and Stegun, 26.7.5.
function statistics.student(p, degrees)
  local z, v = statistics.normal(p), degrees
  local z3, z5, z7 = z ^ 3, z ^ 5, z ^ 7
  return z + (z3 + z) / (4 * v) + (5 * z5 + 16 * z3 + 3 * z) / (96 * v ^ 2)
    + (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * v ^ 3)
end

--- How many standard deviations of one value lie between the mean of n and the end of an interval that misses the true
--- mean with chance alpha.
function statistics.fixed(n, alpha) return statistics.student(1 - alpha / 2, n - 1) / math.sqrt(n) end

Z = statistics.normal(0.975)

-- Means of a Poisson count with which 1, 2 or 3 come up with chance 0.05, or more.
local RARE = { [0] = 0, 0.0513, 0.3554, 0.8177 }

-- The lower end of Wilson's interval for x yeses among `size`. Where few are met it misses too often, and is lowered as L. D.
-- Brown, T. T. Cai and A. DasGupta do (Statistical Science 16, 2001, 4.1.1); between whole numbers in proportion.
local function lower_end(x, size, z)
  local mean = x / size
  local low = (mean + z * z / (2 * size) - z * math.sqrt(mean * (1 - mean) / size + z * z / (4 * size * size)))
    / (1 + z * z / size)
  if x < 3 then
    local whole = math.floor(x)
    low = math.min(low, (RARE[whole] + (x - whole) * (RARE[whole + 1] - RARE[whole])) / size)
  end
  return math.max(0, low)
end

-- E. B. Wilson's interval (Journal of the American Statistical Association 22, 1927) for a mean of values from 0 to 1, which
-- vary as much as `size` noes and yeses: L. Kish's effective size (Survey Sampling, 1965).
local function wilson(mean, size, z)
  return lower_end(mean * size, size, z), 1 - lower_end((1 - mean) * size, size, z)
end

--- The ends of a 95% interval for a mean of n values from 0 to 1, such as a share, of which half of an interval is known
--- (infinite: nil); within 0 and 1 too.
function statistics.share(mean, half, n)
  if half == math.huge then return nil end
  if half == 0 and mean > 0 and mean < 1 then return mean, mean end
  return wilson(mean, half > 0 and mean * (1 - mean) * (Z / half) ^ 2 or n, Z)
end

--- The ends of a 95% interval for the mean of a sample of values from 0 to 1; nil for fewer than statistics.FEWEST.
--- times: as in Pairs:half.
function Sample:share(times)
  local of = self:figures()
  if of.n < statistics.FEWEST then return nil end
  local size = of.n -- of noes and yeses alone, or of as many where few values differ
  if of.others >= statistics.FEWEST then
    size = of.mean * (1 - of.mean) * of.n / (of.deviation ^ 2 * (of.n - 1) / of.n)
  end
  return wilson(of.mean, size, times and times(of.n, 0.05) * math.sqrt(of.n) or Z)
end

local POWER, TOO_MANY = statistics.normal(0.95), 1e8 -- TOO_MANY: values that nobody will collect

--- How many more than n values, of this deviation, would tell in 19 cases of 20 that their mean is `distance` from another,
--- by an interval that misses with chance alpha; nil: more than anybody will collect.
function statistics.more(n, deviation, distance, alpha)
  local needed = ((statistics.normal(1 - alpha / 2) + POWER) * deviation / distance) ^ 2
  return needed < TOO_MANY and math.max(1, math.ceil(needed) - n) or nil
end

local TIGHTEST = 2000 -- values after which the sequence is as narrow as it can be made

--- As statistics.fixed, of a sequence of intervals, all of which hold together with chance 1 - alpha, however often
--- they are looked at: the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Annals of
--- Statistics 52, 2024, theorem 2.2).
function statistics.sequence(n, alpha)
  local twice = -2 * math.log(alpha)
  local rho = (twice + math.log(twice + 1)) / TIGHTEST -- its square
  return math.sqrt(2 * (n * rho + 1) / (n * n * rho) * math.log(math.sqrt(n * rho + 1) / alpha))
end

local Pairs = {}
Pairs.__index = Pairs

--- Pairs of numbers, added one by one: the smallest, the means, the spread of the difference, how many differ, and their
--- correlation. Sums of squares as by B. P. Welford, Technometrics 4 (1962).
function statistics.pairs()
  return setmetatable({ n = 0, differing = 0, least = math.huge, a = 0.0, b = 0.0, d = 0.0, aa = 0.0, bb = 0.0,
    ab = 0.0, dd = 0.0 }, Pairs)
end

function Pairs:add(x, y)
  local n, d = self.n + 1, y - x
  if d ~= 0 then self.differing = self.differing + 1 end
  if x < self.least or y < self.least then self.least = math.min(x, y) end
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

--- The upper limit of the share of pairs that differ, which misses with chance `alpha`: C. J. Clopper and E. S. Pearson's
--- (Biometrika 26, 1934), or one that may be looked at after every pair (H. Robbins, Annals of Mathematical Statistics 41,
--- 1970, with Bayes' uniform mixture).
function Pairs:most_differing(alpha, looked_at)
  local n, k = self.n, self.differing
  if k == n then return 1.0 end
  local function chance(p) -- of k or fewer, or of k times n + 1
    local term, sum = (1 - p) ^ n, (1 - p) ^ n
    for i = 1, k do
      term = term * (n - i + 1) / i * p / (1 - p)
      sum = sum + term
    end
    return looked_at and (n + 1) * term or sum
  end
  local low, high = k / n, 1.0
  for _ = 1, 50 do
    local middle = (low + high) / 2
    if chance(middle) > alpha then low = middle else high = middle end
  end
  return high
end

--- Pearson's coefficient; nil if one side never changes.
function Pairs:correlation()
  return self.aa > 0 and self.bb > 0 and self.ab / math.sqrt(self.aa * self.bb) or nil
end

--- The ratio of the sums, first over second, and half of its 95% interval (infinite for fewer than statistics.FEWEST), by
--- the delta method: W. G. Cochran, Sampling Techniques, 3rd edition 1977, 2.11. nil if the second sum is 0.
function Pairs:ratio(times)
  if self.b == 0 then return nil, math.huge end
  local ratio = self.a / self.b
  if self.n < statistics.FEWEST then return ratio, math.huge end
  local squares = math.max(0, self.aa - 2 * ratio * self.ab + ratio * ratio * self.bb)
  return ratio, math.sqrt(squares / (self.n - 1)) / math.abs(self.b) * (times or statistics.fixed)(self.n, 0.05)
end

return statistics
