-- Plays bots against each other, each pair over the same seeds: who is placed above whom how often, and a rating.
--
-- A *duel* of bots a and b is played at two tables a seed: at one a sits at the odd seats and b at the even ones, at the
-- other the other way round. A seed is one sample; a game's value is the share of pairs of a seat of a and one of b
-- in which a's is placed above, equal places by half.

local simulation = require "front.lab.simulation"
local statistics = require "front.lab.statistics"
local lists = require "shared.lists"

local tournament = {}

local CHANCE = 0.05
local GROUPS = 20 -- of seeds, for the rating's interval

local Tournament = {}
Tournament.__index = Tournament

local function seated(setup, first, second)
  local answerers = { [0] = setup.answerers[0] }
  for seat = 1, #setup.players do answerers[seat] = seat % 2 == 1 and first or second end
  return setmetatable({ answerers = answerers }, { __index = setup })
end

--- A tournament of every two of the bots, over a setup that simulation.prepare has prepared.
function tournament.new(setup, bots)
  local t = setmetatable({ setup = setup, bots = bots, duels = {}, tables = {}, dropped = 0, units = {}, n = 0,
    ends = { stopped = 0, failed = 0, no_result = 0 } }, Tournament)
  for i = 1, #bots do
    for j = i + 1, #bots do
      local duel = { a = i, b = j, beats = statistics.pairs(), score = statistics.pairs(), sums = {}, counts = {} }
      for group = 1, GROUPS do duel.sums[group], duel.counts[group] = 0, 0 end
      t.duels[#t.duels + 1] = duel
      t.tables[#t.tables + 1] = seated(setup, bots[i], bots[j])
      t.tables[#t.tables + 1] = seated(setup, bots[j], bots[i])
    end
  end
  return t
end

-- How often the seats of one parity are placed above the others, and the mean scores of both.
local function outcome(numbers, seats, odd)
  local above, pairs_of, scores, counts = 0, 0, { 0, 0 }, { 0, 0 }
  for mine = 1, seats do
    local side = (mine % 2 == 1) == odd and 1 or 2
    scores[side], counts[side] = scores[side] + numbers[2 * mine + 1], counts[side] + 1
    for theirs = 1, side == 1 and seats or 0 do
      if mine % 2 ~= theirs % 2 then
        local x, y = numbers[2 * mine], numbers[2 * theirs]
        pairs_of, above = pairs_of + 1, above + (x < y and 1 or x == y and 0.5 or 0)
      end
    end
  end
  return above / pairs_of, scores[1] / counts[1], scores[2] / counts[2]
end

local function count_unit(t, unit, number)
  if unit.bad then
    t.dropped = t.dropped + 1
    return
  end
  t.n = t.n + 1
  for d, duel in ipairs(t.duels) do
    local first, second = unit[2 * d - 1], unit[2 * d]
    local value, group = (first[1] + second[1]) / 2, number % GROUPS + 1
    duel.beats:add(0, value)
    duel.score:add((first[3] + second[3]) / 2, (first[2] + second[2]) / 2)
    duel.sums[group], duel.counts[group] = duel.sums[group] + value, duel.counts[group] + 1
  end
end

--- Adds a game that simulation.play has played on t.tables. A seed of which a game had no result is counted in t.dropped
--- alone.
function Tournament:add(row, ending, numbers)
  local unit, at, number, whole = simulation.unit(self.units, row, #self.tables)
  if ending ~= "result" then
    unit.bad, self.ends[ending] = true, self.ends[ending] + 1
  else unit[at] = { outcome(numbers, #self.setup.players, at % 2 == 1) } end
  if whole then count_unit(self, unit, number) end
end

--- The chance with which each interval misses, so that all hold together.
function Tournament:chance() return CHANCE / #self.duels end

--- How often bot i is placed above bot j, and half of the interval. The intervals of all duels hold together.
function Tournament:beats(i, j)
  for _, duel in ipairs(self.duels) do
    if duel.a == math.min(i, j) and duel.b == math.max(i, j) then
      local share = duel.beats.d
      return i < j and share or 1 - share, duel.beats:half(self:chance()), duel
    end
  end
end

-- Ratings from shares[i][j] of games[i][j]: the Bradley-Terry model by D. R. Hunter's MM algorithm (Annals of Statistics 32,
-- 2004), with half a game won and lost against everybody, so that who always wins has one too. On Elo's scale, mean 1500.
local function ratings(shares, games)
  local count, strength = #shares, {}
  for i = 1, count do strength[i] = 1 end
  for _ = 1, 500 do
    local sum = 0
    for i = 1, count do
      local won, met = 0, 0
      for j = 1, count do
        if i ~= j then
          won = won + shares[i][j] * games[i][j] + 0.5
          met = met + (games[i][j] + 1) / (strength[i] + strength[j])
        end
      end
      strength[i] = won / met
      sum = sum + math.log(strength[i])
    end
    for i = 1, count do strength[i] = strength[i] / math.exp(sum / count) end
  end
  return lists.collect(strength, function(one) return 1500 + 400 * math.log(one, 10) end)
end

-- The ratings without one group of seeds, or of all (group 0).
local function ratings_without(t, group)
  local shares, games = {}, {}
  for i = 1, #t.bots do shares[i], games[i] = {}, {} end
  for _, duel in ipairs(t.duels) do
    local sum, count = 0, 0
    for g = 1, GROUPS do
      if g ~= group then sum, count = sum + duel.sums[g], count + duel.counts[g] end
    end
    local share = count > 0 and sum / count or 0.5
    shares[duel.a][duel.b], shares[duel.b][duel.a] = share, 1 - share
    games[duel.a][duel.b], games[duel.b][duel.a] = count, count
  end
  return ratings(shares, games)
end

--- The bots, best first: { bot = its number, rating =, half = half of a 95% interval by the jackknife over twenty groups of
--- seeds (J. W. Tukey, Annals of Mathematical Statistics 29, 1958) }.
function Tournament:ratings()
  local all, squares = ratings_without(self, 0), {}
  for group = 1, GROUPS do
    for i, rating in ipairs(ratings_without(self, group)) do squares[i] = (squares[i] or 0) + (rating - all[i]) ^ 2 end
  end
  local list = lists.collect(all, function(rating, i)
    local error = math.sqrt(squares[i] * (GROUPS - 1) / GROUPS)
    return { bot = i, rating = rating,
      half = self.n >= statistics.FEWEST and error * statistics.student(0.975, GROUPS - 1) or math.huge }
  end)
  table.sort(list, lists.by("-rating", "bot"))
  return list
end

return tournament
