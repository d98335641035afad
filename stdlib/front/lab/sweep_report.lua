-- The report of `croupier sweep`: a page for people, one object for programs.

local comparison = require "front.lab.comparison"
local common = require "front.lab.report"
local compared = require "front.lab.comparison_report"
local simulation = require "front.lab.simulation"
local sweep = require "front.lab.sweep"
local json = require "shared.json"
local english = require "shared.english"
local lists = require "shared.lists"

local report = {}

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

-- The mean of the unchanged game, over the most seeds. A point is drawn at that mean plus its change, so that a point that
-- lost seeds is as far from it as on the seeds that are left.
local function base_of(points, i)
  local most
  for _, point in ipairs(points) do
    local of = sweep.at(point, i)
    if not most or of.n > most.n then most = of end
  end
  return most.a
end

-- The limits of the mean of the i-th line: 0 and 1 for a share, 0 for a number that never was below 0. nil: no limit.
local function bounds(points, i)
  if points[1].c.lines[i].kind == "wins" then return 0, 1 end
  return lists.all(points, function(point) return sweep.at(point, i).least >= 0 end) and 0 or nil
end

local function curve(points, i, ranges, base, write)
  local least, most = bounds(points, i)
  return { kind = "curve", rule = ranges[1].rule, base = base, write = write, least = least, most = most,
    is_share = most == 1, points = lists.collect(points, function(point)
      local of, half = sweep.at(point, i)
      local mean = math.max(least or -math.huge, math.min(most or math.huge, base + of.d))
      return { label = point.label, x = point.x, mean = mean, difference = of.d, half = half }
    end) }
end

local function grid(points, i, ranges, base, write)
  local block = { kind = "grid", down = ranges[1].rule, across = ranges[2].rule, rows = ranges[1].values,
    columns = ranges[2].values, cells = {} }
  for row in ipairs(block.rows) do
    block.cells[row] = lists.collect(block.columns, function() return { text = "-" } end)
  end
  for _, point in ipairs(points) do
    local of, _, _, verdict = sweep.at(point, i)
    block.cells[point.row][point.column] = { value = base + of.d, text = write(base + of.d),
      strong = verdict == "changed" }
  end
  return block
end

local function add_chart(points, i, ranges, shown, page)
  local write, base = writer(points, i), base_of(points, i)
  local block = (#ranges == 1 and curve or grid)(points, i, ranges, base, write)
  block.text = ("%s; unchanged: %s%s"):format(comparison.title(points[1].c.lines[i]), write(base),
    #ranges > 1 and ", * changed" or "")
  page:chart(block, shown)
end

local function add_charts(s, points, page)
  local lines, shown, same = s:drawn()
  for _, i in ipairs(lines) do
    add_chart(points, i, s.ranges, shown[i], page)
  end
  page:gap()
  if #lines > 0 then
    common.add_list(page, "The same in every game: %s.", lists.collect(same, function(i)
      return ("%s (%s)"):format(comparison.title(s.lines[i]), writer(points, i)(base_of(points, i)))
    end), "; ")
  end
  if #lines > 0 and #s.ranges == 1 then
    page:dim("A line or band is the 95% interval of the change from the unchanged game.")
  end
end

-- --- every rule ---

-- The rules, each { name, effect, points }, the one with the largest effect first.
local function by_effect(s, points)
  local rules, by_name = {}, {}
  for _, point in ipairs(points) do
    local rule = by_name[point.rule] or { name = point.rule, effect = 0, points = {} }
    if not by_name[point.rule] then rules[#rules + 1], by_name[point.rule] = rule, rule end
    local best, effect, _, differs = s:moved(point)
    rule.effect, rule.differs = math.max(rule.effect, effect), rule.differs or differs
    rule.changed = rule.changed or best
    table.insert(rule.points, point)
  end
  table.sort(rules, lists.by("-effect", "name"))
  return rules
end

local function add_moved(s, point, rule, rows)
  local best, effect, changed = s:moved(point)
  if not best then return end
  local of, half, line = sweep.at(point, best)
  local write = compared.writer(line, half)
  rows[#rows + 1] = { rule.name, point.from .. " > " .. point.label, comparison.title(line), write(of.d), write(half),
    effect > 0 and ("%.2f"):format(effect) or "-", ("%d"):format(#changed - 1) }
end

local function add_rules(s, points, page)
  local rows, same, unclear = { { "rule", "", "moves most", "by", "+-", "effect", "others" } }, {}, {}
  for _, rule in ipairs(by_effect(s, points)) do
    if rule.changed then
      for _, point in ipairs(rule.points) do add_moved(s, point, rule, rows) end
    else table.insert(rule.differs and unclear or same, rule.name) end
  end
  if #rows > 1 then page:table("lllrrrr", rows) end
  page:gap()
  common.add_list(page, "Changed games, but no change is certain with this many seeds: %s.", unclear)
  common.add_list(page, "Changed nothing at all: %s.", same)
end

-- --- all of it ---

local function name_of(point) return table.concat(point.sets, " ") end

-- What was left out, and why.
local function add_lost(s, plan, page)
  local all, mine = s:seeds()
  local why = common.endings(plan).stopped .. " or failed"
  if mine > 0 then
    page:say(("The unchanged game was %s on %d of %s, so nothing can be compared on those."):format(why, mine,
      english.count(all, "seed")))
    if mine == all then return end
  end
  local left = ("Left out of %s, because a game was %s: %%s."):format(english.count(all, "seed"), why)
  common.add_list(page, left, lists.collect(s.points, function(point)
    local _, count = sweep.seeds_of(point)
    return count > 0 and ("%d with %s"):format(count, name_of(point)) or nil
  end))
  common.add_list(page, "No seed to compare on: %s.", lists.collect(s.points, function(point)
    return sweep.seeds_of(point) == 0 and name_of(point) or nil
  end))
end

-- Which rules matter, and which of their values changes the game most.
local function verdict_on(s, points)
  local best, at, most, nearest, differs, rules = nil, nil, -1, math.huge, false, {}
  for _, point in ipairs(points) do
    local i, effect, _, differ = s:moved(point)
    differs, rules[#rules + 1] = differs or differ, i and point.rule or nil
    if i and effect > most then best, at, most = point, i, effect end
    for k in ipairs(point.c.lines) do nearest = math.min(nearest, select(5, sweep.at(point, k)) or math.huge) end
  end
  local names = english.list(#s.ranges > 0 and lists.collect(s.ranges, "rule") or lists.distinct(rules))
  if not differs then
    return ("%s changed nothing: every number is the same in every game."):format(#s.ranges > 0 and names
      or "The rules")
  end
  if not best then
    return ("No change is certain yet%s."):format(common.more("; ", nearest < math.huge and nearest or nil, "seed"))
  end
  local of, half, line = sweep.at(best, at)
  return ("%s: %s. The clearest change: %s with %s."):format(
    #s.ranges > 1 and "At least one of these matters" or "What matters", names, compared.moved(line, of, half),
    table.concat(best.sets, " "))
end

-- How many versions, of which rules.
local function count_of(s)
  local count, names = #s.points, lists.collect(s.ranges, "rule")
  if #names == 0 then return english.count(count, "change") end
  return ("%s of %s"):format(english.count(count, #names == 1 and "value" or "combination"), english.list(names))
end

--- For people.
function report.page(s, plan, page)
  local points = lists.collect(s.points, function(point) return sweep.seeds_of(point) > 0 and point or nil end)
  if #points > 0 then page:verdict(common.verdict(points[1].c.n, "seed", { verdict_on(s, points) })) end
  page:say(("%s: %s, %s from %s"):format(simulation.name(s.setup),
    count_of(s), english.count((s:seeds()), "seed"), plan.seed_given))
  if #points > 0 then
    (#s.ranges == 0 and add_rules or add_charts)(s, points, page)
    page:dim(compared.judged(points[1].c))
  end
  page:gap()
  for _, sentence in ipairs(s.impossible) do page:say("Can't be played: " .. sentence) end
  add_lost(s, plan, page)
end

local ORDER = { "game", "seed", "wanted", "seeds", "sets", "pairs", "left_out", "versions", "lines", "line", "of",
  "meaning", "n", "differing", "first", "other", "difference", "half", "effect", "verdict" }

--- For programs: a line of JSON. `left_out`: seeds that the unchanged game, or that version, didn't end.
function report.json(s, plan)
  local versions = json.list {}
  for v, point in ipairs(s.points) do
    local lines = json.list {}
    for i in ipairs(point.c.lines) do
      local of, half, line, verdict = sweep.at(point, i)
      lines[#lines + 1] = of.n > 0
        and compared.line(line, of, half, { effect = sweep.effect(point, i), verdict = verdict }) or nil
    end
    local pairs_played, left_out = sweep.seeds_of(point)
    versions[v] = { sets = json.list(point.sets), pairs = pairs_played, left_out = left_out, lines = lines }
  end
  local seeds, lost = s:seeds()
  return json.encode({ game = s.setup.game, seed = plan.seed, wanted = plan.games, seeds = seeds, left_out = lost,
    versions = versions, impossible = #s.impossible > 0 and s.impossible or nil }, ORDER)
end

return report
