-- What `croupier sweep` says: a page for people, one object for programs.

local comparison = require "comparison"
local compared = require "comparison_report"
local sweep = require "sweep"
local words = require "world.words"

local report = {}

local function played_points(s)
  return words.collect(s.points, function(point) return sweep.played(point) and point or nil end)
end

-- Writes all numbers of the i-th line so that the narrowest interval has two digits that count.
local function writer(points, i)
  local least = math.huge
  for _, point in ipairs(points) do
    local _, half = sweep.at(point, i)
    if half > 0 then least = math.min(least, half) end
  end
  return compared.writer(points[1].c.lines[i], least)
end

-- --- a curve, a grid ---

local function curve(points, i, ranges, base, write)
  return { kind = "curve", rule = ranges[1].rule, base = base, write = write,
    points = words.collect(points, function(point)
      local of, half = sweep.at(point, i)
      return { label = point.label, x = point.x, mean = of.b, difference = of.d, half = half }
    end) }
end

local function grid(points, i, ranges, write)
  local block = { kind = "grid", down = ranges[1].rule, across = ranges[2].rule, rows = ranges[1].values,
    columns = ranges[2].values, cells = {} }
  for row = 1, #block.rows do
    block.cells[row] = {}
    for column = 1, #block.columns do block.cells[row][column] = { text = "-" } end
  end
  for _, point in ipairs(points) do
    local of, _, line = sweep.at(point, i)
    block.cells[point.row][point.column] = { value = of.b, text = write(of.b),
      strong = point.c:verdict(line, point.v) == "changed" }
  end
  return block
end

local function add_chart(points, i, ranges, shown, page)
  local write, base = writer(points, i), sweep.at(points[1], i).a
  local block = #ranges == 1 and curve(points, i, ranges, base, write) or grid(points, i, ranges, write)
  block.text = ("%s; unchanged: %s%s"):format(comparison.title(points[1].c.lines[i]), write(base),
    #ranges > 1 and ", * changed" or "")
  page:chart(block, shown)
end

-- --- every rule ---

-- The rules, each { name, effect, points }, what moves most first.
local function by_effect(s, points)
  local rules, by_name = {}, {}
  for _, point in ipairs(points) do
    local rule = by_name[point.rule] or { name = point.rule, effect = 0, differs = false, points = {} }
    if not by_name[point.rule] then rules[#rules + 1], by_name[point.rule] = rule, rule end
    local _, effect, _, differs = s:moved(point)
    rule.effect, rule.differs = math.max(rule.effect, effect), rule.differs or differs
    table.insert(rule.points, point)
  end
  table.sort(rules, words.by("-effect", "name"))
  return rules
end

local function add_moved(s, point, rule, rows)
  local best, effect, changed = s:moved(point)
  if not best then return end
  local of, half, line = sweep.at(point, best)
  local write = compared.writer(line, half)
  rows[#rows + 1] = { rule.name, point.from .. " > " .. point.label, comparison.title(line), write(of.d), write(half),
    ("%.2f"):format(effect), ("%d"):format(#changed - 1) }
end

local function add_list(page, text, names)
  if #names > 0 then page:say(text .. table.concat(names, ", ") .. ".") end
end

local function add_rules(s, points, page)
  local rows, same, unclear = { { "rule", "", "moves most", "by", "+-", "effect", "others" } }, {}, {}
  for _, rule in ipairs(by_effect(s, points)) do
    if rule.effect > 0 then
      for _, point in ipairs(rule.points) do add_moved(s, point, rule, rows) end
    else table.insert(rule.differs and unclear or same, rule.name) end
  end
  if #rows > 1 then page:table("lllrrrr", rows) end
  page:gap()
  add_list(page, "Changed games, but no change is certain with this many seeds: ", unclear)
  add_list(page, "Changed nothing at all: ", same)
end

-- --- all of it ---

--- For people.
function report.page(s, plan, page)
  local points, ranges, lines, shown = played_points(s), s.ranges, s:drawn()
  page:say(("%s: %d versions, %s"):format(compared.name(s.setup), #points + 1,
    compared.played(s.comparisons[1], plan):gsub(", %d+ games", "")))
  if #points > 0 and #ranges == 0 then add_rules(s, points, page) end
  for _, i in ipairs(#points > 0 and #ranges > 0 and lines or {}) do
    if sweep.at(points[1], i).n > 0 then add_chart(points, i, ranges, shown[i], page) end
  end
  page:gap()
  if #points > 0 and #ranges == 1 then
    page:dim("A line or band is the 95 % interval of the change from the unchanged game.")
  end
  for _, sentence in ipairs(s.impossible) do page:say("Can't be played: " .. sentence) end
  if s.dropped > 0 then page:say(("%d seeds left out, because a game was stopped or failed."):format(s.dropped)) end
  if #points < #s.points then page:say(("%d versions not played."):format(#s.points - #points)) end
end

local ORDER = { "game", "seed", "pairs", "left_out", "versions", "sets", "lines", "line", "of", "meaning", "n", "first",
  "other", "difference", "half", "effect", "verdict" }

--- For programs: a line of JSON.
function report.json(s, plan)
  local json = require "json"
  local versions = json.list {}
  for v, point in ipairs(played_points(s)) do
    local lines = json.list {}
    for i, line in ipairs(point.c.lines) do
      local of, half = sweep.at(point, i)
      if of.n > 0 then
        lines[#lines + 1] = { line = line.name, of = line.of, meaning = line.meaning, n = of.n, first = of.a,
          other = of.b, difference = of.d, half = half, effect = point.c:effect(line, point.v),
          verdict = point.c:verdict(line, point.v) }
      end
    end
    versions[v] = { sets = json.list(point.sets), lines = lines }
  end
  return json.encode({ game = s.setup.game, seed = plan.seed, pairs = s.n, left_out = s.dropped, versions = versions,
    impossible = #s.impossible > 0 and s.impossible or nil }, ORDER)
end

return report
