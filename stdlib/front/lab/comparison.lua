-- Compares versions of a game: the same seeds are played with each, and differences are given with intervals.
--
-- A seed is one sample: one game at each version, or, where bots differ, one for each way that the bots can move
-- round the seats. A *line* is a number that is compared: a seat's (or bot's) share of wins and score, a measure, the
-- length of the game in steps and in questions.

local simulation = require "front.lab.simulation"
local statistics = require "front.lab.statistics"
local english = require "shared.english"
local lists = require "shared.lists"

local comparison = {}

local CHANCE = 0.05 -- that any line's interval misses
local FIRST_LOOK = 100 -- pairs, where every look counts

-- --- who plays where ---

-- The setup in every other order of the bots that moving round the table gives.
local function rotations(setup)
  local list, known, count = {}, {}, #setup.players
  for by = 0, count - 1 do
    local answerers = { [0] = setup.answerers[0] }
    for seat = 1, count do answerers[seat] = setup.answerers[(seat - 1 + by) % count + 1] end
    local key = table.concat(answerers, ",")
    if not known[key] then list[#list + 1] = setmetatable({ answerers = answerers }, { __index = setup }) end
    known[key] = true
  end
  return list
end

-- --- lines ---

-- A line's value in a game: what stands in the row at `place`, the part of a win of the seats or the mean of their scores;
-- false if it has none. `first`: how many share the first place.
local function value_of(line, place, seats, first, ending, row)
  if place then return row[place] end
  local wins, score = 0, 0
  for _, seat in ipairs(seats) do
    if row[2 * seat] == 1 then wins = wins + 1 end
    score = score + row[2 * seat + 1]
  end
  if line.kind == "wins" then return first == 0 and 0 or wins / first end
  return ending == "result" and score / #seats
end

-- The values of one game, by line.
local function values_of(c, at, version, ending, row)
  local values, first, who, places = {}, 0, c.who[at], c.places[version]
  for seat = 1, #c.tables[at].players do if row[2 * seat] == 1 then first = first + 1 end end
  for i, line in ipairs(c.lines) do
    values[i] = value_of(line, places[i], who[line.entity], first, ending, row)
  end
  return values, first > 0
end

-- The measures that all versions have; and for each version what its other measures count.
local function shared_measures(setups)
  local shared, only = {}, {}
  for v, setup in ipairs(setups) do
    only[v] = {}
    for _, measure in ipairs(setup.measures) do
      local all = lists.all(setups, function(other) return simulation.place_of(other, measure[1]) end)
      if all and v == 1 then shared[#shared + 1] = measure
      elseif not all then table.insert(only[v], simulation.meaning(measure)) end
    end
  end
  return shared, only
end

local function lines_of(names, shared)
  local lines = {}
  for entity, name in ipairs(names) do
    lines[#lines + 1] = { kind = "wins", name = "wins", of = name, entity = entity }
    lines[#lines + 1] = { kind = "score", name = "score", of = name, entity = entity }
  end
  for _, measure in ipairs(shared) do
    lines[#lines + 1] = { kind = "measure", name = measure[1], meaning = simulation.meaning(measure) }
  end
  lines[#lines + 1] = { kind = "steps", name = "steps" }
  lines[#lines + 1] = { kind = "questions", name = "questions" }
  return lines
end

-- --- playing ---

local Comparison = {}
Comparison.__index = Comparison

--- In how many orders of its bots a setup is played; so many games count as one.
function comparison.turns(setup) return #lists.distinct(setup.answerers) > 1 and #rotations(setup) or 1 end

--- A comparison of versions, setups that simulation.prepare has prepared, with the first of them; or nil and a sentence.
--- `others`: the number of versions that are compared with the first, here and elsewhere, if all intervals must hold
--- together; `only`: the name or the title of the lines that are compared, nil for all.
function comparison.new(setups, others, only)
  local c = setmetatable({ versions = setups, others = others or #setups - 1, tables = {}, who = {}, places = {},
    units = {}, dropped = 0, n = 0, lost = {}, ended = {},
    ends = { stopped = 0, failed = 0, no_result = 0 } }, Comparison)
  local bots = lists.distinct(setups[1].answerers)
  for _, setup in ipairs(setups) do
    if #setup.players ~= #setups[1].players then
      return nil, ("%s has %s, %s %d: expected the same"):format(setups[1].game,
        english.count(#setups[1].players, "seat"), setup.game, #setup.players)
    end
    if table.concat(lists.distinct(setup.answerers), ",") ~= table.concat(bots, ",") then bots = {} end
  end
  c.bots = #bots > 1 and bots or nil
  c.shared, c.only = shared_measures(setups)
  c.turns = c.bots and #rotations(setups[1]) or 1
  c.lines = lines_of(c.bots or lists.collect(setups[1].players, "name"), c.shared)
  if only then
    local known = table.concat(c:names(), ", ")
    c.lines = lists.collect(c.lines, function(line)
      return (line.name == only or comparison.title(line) == only) and line or nil
    end)
    if #c.lines == 0 then return nil, ("--of %s: expected one of %s, or a line of one seat: \"score, %s\""):format(
      only, known, setups[1].players[1].name) end
  end
  for v, setup in ipairs(setups) do
    setup.version = setup.version or v
    c.lost[v], c.ended[v] = 0, { stopped = 0, failed = 0 }
    c.places[v] = lists.collect(c.lines, function(line)
      return not line.of and simulation.place_of(setup, line.name) or false
    end)
    for _, new in ipairs(c.bots and rotations(setup) or { setup }) do
      c.tables[#c.tables + 1] = new
      c.who[#c.who + 1] = lists.collect(c.bots or new.players, function(bot, seat) -- the seats of each line
        return c.bots and simulation.seats_of(new, bot) or { seat }
      end)
    end
  end
  if #c.tables > 64 then return nil, "too many versions and seatings: expected at most 64 in all" end
  for _, line in ipairs(c.lines) do
    line.pairs, line.samples = {}, {}
    for v = 2, #setups do
      line.pairs[v], line.samples[v] = statistics.pairs(), { statistics.sample(), statistics.sample() }
    end
  end
  return c
end

-- The mean of a version's games of one seed, by line; false if one of them has no value.
local function average(c, games, version)
  local sums = {}
  for turn = 1, c.turns do
    local values = games[(version - 1) * c.turns + turn]
    for i = 1, #c.lines do sums[i] = sums[i] ~= false and values[i] and (sums[i] or 0) + values[i] end
  end
  for i = 1, #c.lines do sums[i] = sums[i] and (c.turns == 1 and sums[i] or sums[i] / c.turns) end
  return sums
end

-- A version is compared with the first where both have ended.
local function count_unit(c, games)
  local bad, compared = games.bad or {}, false
  local first = not bad[1] and average(c, games, 1)
  if bad[1] then c.lost[1] = c.lost[1] + 1 end
  for v = 2, #c.versions do
    if bad[1] or bad[v] then c.lost[v] = c.lost[v] + 1
    else
      local other = average(c, games, v)
      compared = true
      for i, line in ipairs(c.lines) do
        if first[i] and other[i] then
          line.pairs[v]:add(first[i], other[i])
          line.samples[v][1]:add(first[i])
          line.samples[v][2]:add(other[i])
        end
      end
    end
  end
  if compared then c.n = c.n + 1 else c.dropped = c.dropped + 1 end
end

--- Adds a game that simulation.play has played on c.tables: true if it was the last of its seed. Counts seeds of which a game
--- was stopped or failed: in c.lost by version, the first version's own, and the seeds on which another version isn't
--- compared; in c.dropped the seeds on which nothing is compared.
function Comparison:add(row, ending, numbers)
  local games, at, _, whole = simulation.unit(self.units, row, #self.tables)
  if self.ends[ending] then self.ends[ending] = self.ends[ending] + 1 end
  local version = (at - 1) // self.turns + 1
  if ending == "stopped" or ending == "failed" then
    games.bad = games.bad or {}
    games.bad[version] = true
    self.ended[version][ending] = self.ended[version][ending] + 1
  else
    local won
    games[at], won = values_of(self, at, version, ending, numbers)
    self.won = self.won or won
  end
  if whole then count_unit(self, games) end
  return whole
end

--- The names of all lines, each once.
function Comparison:names() return lists.distinct(lists.collect(self.lines, "name")) end

--- The lines that a report shows of a version: those of wins only where somebody has won.
function Comparison:told(version)
  return lists.collect(self.lines, function(line)
    return (line.kind ~= "wins" or self.won) and line.pairs[version].n > 0 and line or nil
  end)
end

-- The chance with which one line's interval may miss if all are to hold together (C. E. Bonferroni, Teoria statistica delle
-- classi e calcolo delle probabilità, 1936).
local function chance_each(c) return CHANCE / (#c.lines * c.others) end

--- Half the interval of a line's difference at a version, infinite if fewer than statistics.FEWEST pairs differ. If the
--- report is made more than once (`until_narrow`, `looked_at`), it is one of a sequence of intervals.
function Comparison:half(line, version)
  local of = line.pairs[version]
  if of.differing < statistics.FEWEST then return math.huge end
  return of:half(chance_each(self), (self.until_narrow or self.looked_at) and statistics.sequence)
end

--- The most that the share of a line's pairs that differ may be.
function Comparison:most_differing(line, version)
  return line.pairs[version]:most_differing(chance_each(self), self.until_narrow or self.looked_at)
end

--- How many intervals hold together.
function Comparison:judged() return #self.lines * self.others end

--- About how many games it takes until the intervals are narrow enough.
function Comparison:expected()
  local times = 1
  for _, line in ipairs(self.lines) do
    for v = 2, #self.versions do
      local half = line.name == self.until_narrow.name and self:half(line, v) or 0
      if half < math.huge then times = math.max(times, (half / self.until_narrow.width) ^ 2)
      elseif self.n >= FIRST_LOOK then
        times = math.max(times, statistics.FEWEST / math.max(1, line.pairs[v].differing))
      end
    end
  end
  return math.ceil(math.max(self.n, FIRST_LOOK) * times) * #self.tables
end

--- Are the intervals of the lines that `until_narrow` = { name =, width = } names as narrow as that?
function Comparison:narrow()
  if self.n < FIRST_LOOK then return false end
  for _, line in ipairs(self.lines) do
    for v = 2, #self.versions do
      if line.name == self.until_narrow.name and self:half(line, v) > self.until_narrow.width then return false end
    end
  end
  return true
end

-- How many more pairs would show in 19 cases of 20, if the difference is what it seems, that there is one; or, with
-- `within`, that it is smaller than that.
local function more_pairs(c, of, within)
  local distance = math.max(math.abs(of.d), within and within - math.abs(of.d) or 0)
  return statistics.more(of.n, of:deviation(), distance, chance_each(c))
end

--- The verdict on a line: "changed", "within" (smaller than `within`), "less" (changed, but within), "undecided" and
--- how many more pairs would tell (nil: none that anybody could play), or "unknown", as too few pairs differ.
function Comparison:verdict(line, version, within)
  local of, half = line.pairs[version], self:half(line, version)
  if of.differing < statistics.FEWEST then return "unknown" end
  local changed = math.abs(of.d) > half
  local inside = within and math.abs(of.d) + half <= within
  if changed then return inside and "less" or "changed" end
  if inside then return "within" end
  return "undecided", more_pairs(self, of, within)
end

--- The function that takes each row of simulation.play: it gives false when the intervals are as narrow as `until_narrow`
--- asks.
function Comparison:each()
  return function(row, ending, numbers)
    local whole = self:add(row, ending, numbers)
    return not (whole and self.until_narrow and self:narrow())
  end
end

--- The standard deviation of one sample's value in a line, at the first version.
function comparison.spread(line, version)
  local of = line.pairs[version]
  return of.aa > 0 and math.sqrt(of.aa / (of.n - 1)) or 0
end

--- The size of a difference, in standard deviations of single games of the first version.
function Comparison:effect(line, version)
  local d, spread = math.abs(line.pairs[version].d), comparison.spread(line, version)
  return spread > 0 and d / spread or d > 0 and math.huge or 0
end

--- The title of a line.
function comparison.title(line) return line.meaning or line.of and line.name .. ", " .. line.of or line.name end

return comparison
