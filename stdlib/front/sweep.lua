-- Values of rules, each compared with the game as it stands over the same seeds. A *point* is a version: { sets = what is
-- set there, label =, x = its number or nil, ... }; played, it has c, a comparison, and v, its version in that.

local comparison = require "comparison"
local experiment = require "experiment"
local simulation = require "simulation"
local words = require "world.words"
local worlds = require "worlds"

local sweep = {}

local TABLES = 24 -- played at once: each thread opens so many worlds

local Sweep = {}
Sweep.__index = Sweep

--- A sweep around a setup that simulation.prepare has seen, of the rules with `ranges`, drawing the lines called `wanted`
--- (nil: those that change most).
function sweep.new(setup, ranges, wanted)
  return setmetatable({ setup = setup, ranges = ranges, wanted = wanted, points = {}, impossible = {}, failed = 0,
    dropped = 0 }, Sweep)
end

--- One more point: true; or nil and the mistakes as lines.
function Sweep:add(point)
  local sets = words.joined(self.setup.sets, point.sets)
  local setup, mistakes = simulation.prepare(setmetatable({ sets = sets }, { __index = self.setup }))
  if not setup then return nil, mistakes end
  point.setup = setup
  self.points[#self.points + 1] = point
  return true
end

-- A step of a number: a tenth of it in one round digit; of whole numbers at least 1.
local function step_of(rule)
  local tenth = math.abs(rule.value) / 10
  local step = tenth > 0 and tonumber(("%.0e"):format(tenth)) or 0.1
  return rule.whole and math.max(1, math.tointeger(math.floor(step + 0.5))) or step
end

--- Every rule that is a number, a step down and up within its limits. What the game refuses is kept in `impossible`.
function Sweep:try_all()
  local w = assert(worlds.open(self.setup))
  local rules = w:table("world.lab", "numbers")
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

--- Puts the points into comparisons of few tables each.
function Sweep:batches()
  local size = math.max(1, TABLES // comparison.turns(self.setup) - 1)
  self.comparisons = {}
  for first = 1, #self.points, size do
    local setups = { self.setup }
    for i = first, math.min(first + size - 1, #self.points) do setups[#setups + 1] = self.points[i].setup end
    local c = assert(comparison.new(setups, #self.points))
    self.comparisons[#self.comparisons + 1] = c
    for v = 2, #setups do
      local point = self.points[first + v - 2]
      point.c, point.v = c, v
    end
  end
  self.lines = self.comparisons[1].lines
end

--- Plays them all, as experiment.play does; Ctrl-C and SIGTERM leave the rest out.
function Sweep:play(plan)
  plan.all_games = 0
  for _, c in ipairs(self.comparisons) do plan.all_games = plan.all_games + plan.games * #c.tables end
  for _, c in ipairs(self.comparisons) do
    plan.setups = c.tables
    experiment.play(plan, c:each())
    self.failed, self.dropped = self.failed + c.ends.failed, self.dropped + c.dropped
    self.n = math.min(self.n or c.n, c.n)
    if plan.signal then break end
  end
end

--- Was it played at all?
function sweep.played(point) return point.c.n > 0 end

--- The pairs of a point's i-th line, and half of its interval.
function sweep.at(point, i)
  local line = point.c.lines[i]
  return line.pairs[point.v], point.c:half(line, point.v), line
end

local function is_told(s, i)
  if s.lines[i].kind ~= "wins" then return true end
  for _, c in ipairs(s.comparisons) do if c.won then return true end end
end

--- The line that a point moves most, by its number, the effect, and the numbers of all that it changed; nil when it changed
--- none for certain. The fourth result: did any game differ?
function Sweep:moved(point)
  local best, effect, changed, differs = nil, 0, {}, false
  for i, line in ipairs(point.c.lines) do
    local verdict = point.c:verdict(line, point.v)
    differs = differs or verdict ~= "same" and line.pairs[point.v].n > 0
    if verdict == "changed" then
      changed[#changed + 1] = i
      local here = point.c:effect(line, point.v)
      if here > effect then best, effect = i, here end
    end
  end
  return best, effect, changed, differs
end

--- The numbers of all lines that have something to tell; and a set of those to draw: those that are wanted, else the four
--- that change most.
function Sweep:drawn()
  local list, set, all, wanted = {}, {}, {}, self.wanted
  for i, line in ipairs(self.lines) do
    local most = 0
    for _, point in ipairs(self.points) do
      if sweep.played(point) then most = math.max(most, point.c:effect(point.c.lines[i], point.v)) end
    end
    if is_told(self, i) then
      all[#all + 1] = i
      if not wanted or line.name == wanted then list[#list + 1] = { line = i, effect = most } end
    end
  end
  table.sort(list, words.by("-effect", "line"))
  for n = 1, wanted and #list or math.min(4, #list) do set[list[n].line] = true end
  return all, set
end

return sweep
