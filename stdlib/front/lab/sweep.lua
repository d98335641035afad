-- Values of rules, each compared with the game as it stands, over the seeds where both ended. A *point* is a version:
-- { sets = values of rules, label =, x = its number or nil, ... }; played, it has c, a comparison, and v, its version in
-- that.

local comparison = require "front.lab.comparison"
local experiment = require "front.lab.experiment"
local configuration = require "front.session.configuration"
local simulation = require "front.lab.simulation"
local lists = require "shared.lists"
local worlds = require "front.session.worlds"

local sweep = {}

local TABLES = 24 -- played at once: each thread opens so many worlds
local FIRST_ROUND, LONGER = 20, 3 -- seeds of the first round; how much longer than all before the next one is

local Sweep = {}
Sweep.__index = Sweep

--- A sweep around a setup that simulation.prepare has seen, of the rules with `ranges`, judging the lines called `wanted`
--- alone (nil: all, drawing those that change most).
function sweep.new(setup, ranges, wanted)
  return setmetatable({ setup = setup, ranges = ranges, wanted = wanted, points = {}, impossible = {} }, Sweep)
end

--- One more point: true; or nil and the mistakes as lines.
function Sweep:add(point)
  local sets = configuration.last_sets(lists.joined(self.setup.sets, point.sets))
  local setup, mistakes = simulation.prepare(setmetatable({ sets = sets }, { __index = self.setup }))
  if not setup then return nil, mistakes end
  point.setup = setup
  self.points[#self.points + 1] = point
  setup.version = #self.points + 1
  return true
end

-- A step of a number: a tenth of it in one round digit; of whole numbers at least 1.
local function step_of(rule)
  local tenth = math.abs(rule.value) / 10
  local step = tenth > 0 and tonumber(("%.0e"):format(tenth)) or 0.1
  return rule.whole and math.max(1, math.tointeger(math.floor(step + 0.5))) or step
end

--- Every rule that is a number, a step down and up within its limits. Values that the game refuses go into `impossible`.
function Sweep:try_all()
  local w = assert(worlds.open(self.setup))
  local rules = w:call_with_table("measure.lab", "numbers")
  w:close()
  for _, rule in ipairs(rules) do
    for _, sign in ipairs { -1, 1 } do
      local value = rule.value + sign * step_of(rule)
      value = math.max(rule.min or value, math.min(rule.max or value, value))
      local text = ("%.10g"):format(value)
      if value ~= rule.value then
        local added, mistakes = self:add { sets = { rule.name .. "=" .. text }, rule = rule.name, label = text,
          x = value, from = ("%.10g"):format(rule.value) }
        if not added then
          self.impossible[#self.impossible + 1] = ("%s=%s: %s"):format(rule.name, text, mistakes:match "[^\n]*")
        end
      end
    end
  end
end

--- Puts the points into comparisons of few tables each: true; or nil and a sentence.
function Sweep:prepare()
  local size = math.max(1, TABLES // comparison.turns(self.setup) - 1)
  self.comparisons = {}
  for first = 1, #self.points, size do
    local setups = { self.setup }
    for i = first, math.min(first + size - 1, #self.points) do setups[#setups + 1] = self.points[i].setup end
    local c, why = comparison.new(setups, #self.points, self.wanted)
    if not c then return nil, why end
    self.comparisons[#self.comparisons + 1] = c
    for v = 2, #setups do
      local point = self.points[first + v - 2]
      point.c, point.v = c, v
    end
  end
  self.lines = self.comparisons[1].lines
  return true
end

--- Plays them all, as experiment.play does; Ctrl-C and SIGTERM leave the rest out. Where there are several comparisons each
--- gets its seeds in rounds, so that none has nothing when all ends early.
function Sweep:play(plan)
  local all, first = plan.games, 0
  plan.all_games = 0
  for _, c in ipairs(self.comparisons) do plan.all_games = plan.all_games + all * #c.tables end
  while first < all and not plan.signal do
    local round = #self.comparisons == 1 and all or math.max(FIRST_ROUND, LONGER * first)
    plan.first, plan.games = first, math.min(round, all - first)
    for _, c in ipairs(self.comparisons) do
      plan.setups = c.tables
      if not plan.signal then experiment.play(plan, c:each()) end
    end
    first = first + plan.games
  end
  plan.first, plan.games = 0, all
end

--- How many seeds were played, and on how many the unchanged game did not end, in the comparison with the most; and how many
--- games failed in all comparisons.
function Sweep:seeds()
  local most, lost, failed = 0, 0, 0
  for _, c in ipairs(self.comparisons) do
    most, lost, failed = math.max(most, c.n + c.dropped), math.max(lost, c.lost[1]), failed + c.ends.failed
  end
  return most, lost, failed
end

--- On how many seeds a point is compared, and how many more were left out because of its own games.
function sweep.seeds_of(point)
  local c = point.c
  return c.n + c.dropped - c.lost[point.v], c.lost[point.v] - c.lost[1]
end

--- The i-th line at a point: its pairs, half of their interval, the line, its verdict.
function sweep.at(point, i)
  local line = point.c.lines[i]
  return line.pairs[point.v], point.c:half(line, point.v), line, point.c:verdict(line, point.v)
end

--- The size of a point's change of a line (Comparison:effect); 0 also if the unchanged game's number never varies, for then
--- there is nothing to measure a change by.
function sweep.effect(point, i)
  local effect = point.c:effect(point.c.lines[i], point.v)
  return effect < math.huge and effect or 0
end

local function is_told(s, i)
  return s.lines[i].kind ~= "wins" or not lists.all(s.points, function(point) return not point.c.won end)
end

--- The number of the line that a point changes most, the size of that change, and the numbers of all lines that it changed;
--- nil if it changed none for certain. The fourth result: did any game differ?
function Sweep:moved(point)
  local best, effect, changed, differs = nil, 0, {}, false
  for i in ipairs(point.c.lines) do
    local of, _, _, verdict = sweep.at(point, i)
    differs = differs or of.differing > 0
    if verdict == "changed" then
      changed[#changed + 1] = i
      local here = sweep.effect(point, i)
      if not best or here > effect then best, effect = i, here end
    end
  end
  return best, effect, changed, differs
end

-- Does a game of any point differ in the i-th line? Also the largest change, and the first point at which the line is known.
local function differs(s, i)
  local found, effect, known = false, 0, nil
  for _, point in ipairs(s.points) do
    local of = sweep.at(point, i)
    if of.n > 0 then
      known, found, effect = known or point, found or of.differing > 0, math.max(effect, sweep.effect(point, i))
    end
  end
  return found, effect, known
end

--- The numbers of all lines in which a game differs; a set of those to draw: all where some are wanted, else the four that
--- change most; and the numbers of the lines that are the same in every game.
function Sweep:drawn()
  local all, list, set, same, wanted = {}, {}, {}, {}, self.wanted
  for i, line in ipairs(self.lines) do
    local found, effect, known = differs(self, i)
    if known and found and is_told(self, i) then
      all[#all + 1] = i
      list[#list + 1] = { line = i, effect = effect }
    elseif known and is_told(self, i) then same[#same + 1] = i end
  end
  table.sort(list, lists.by("-effect", "line"))
  for n = 1, wanted and #list or math.min(4, #list) do set[list[n].line] = true end
  return all, set, same
end

return sweep
