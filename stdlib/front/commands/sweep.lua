-- croupier sweep: what a rule's value changes, as a curve; two rules as a grid; every number of a game a step down and up.

local experiment = require "front.lab.experiment"
local status = require "front.base.status"
local lists = require "shared.lists"

local sweep = {
  summary = "try many values of a rule, or every rule",
  writes = require("front.base.wall").reports,
  usage = [=[
GAME[+VARIANT...] [--set RULE=FROM..TO[/STEP]]... [options]

With one range, draws a curve: the same seeds are played with each value and
with the game unchanged, with which each is compared on the seeds where both
games ended; seeds that were left out are counted. A +- is half of a 95%
interval for the change; the intervals of one page all hold together. A list
is a range too: --set heats=no,yes. Two ranges make a grid.

Without a range, every rule that is a number goes one step down and one up:
by 1, or by a tenth of its value rounded to one digit, within its limits. For
each rule the report says what it changes most, sorted by effect: the change
in standard deviations of a single game (J. Cohen, Statistical Power
Analysis, 1988). A line that never varies in the unchanged game has no effect
(-) and is named only where nothing else changed. Then come the rules that
changed no game at all.

--of LINE judges and draws that line alone (wins, score, steps, questions, a
measure, or "score, Ben" for one seat's), so its intervals are narrower;
without it all lines are judged, and the four that change most are drawn.
`-o FILE.html` draws them all. Where a line differs in fewer than 20 pairs it
has no interval (-).

Examples:
  croupier sweep fish_out --set four_aces=0..60/10 --of score
  croupier sweep rod_and_reel --set dealt=4..6 --set hands=6..18/6
  croupier sweep night_landing --seats random,random,random]=],
  arguments = { 1, 1 },
}

sweep.options = experiment.takes("seeds, 200 by default", {
  { "of", value = "LINE", help = "judge this line alone, like wins or \"score, Ben\"" },
})

-- --- what is wanted ---

local MOST = 60 -- values of one range

-- The values of LOW..HIGH or LOW..HIGH/STEP; `text` and `rule` are for sentences.
local function numbers_of(text, rule, low, rest)
  local high, step = rest:match "^(.-)/(.*)$"
  high, step = tonumber(high or rest), tonumber(step or 1)
  low = tonumber(low)
  if not (low and high and step and step > 0) then
    status.refuse("--set %s: expected a range like %s=0..60/10, with a step above 0", text, rule)
  end
  if low > high then
    status.refuse("--set %s: expected the lower value first: %s=%.10g..%.10g", text, rule, high, low)
  end
  if high > low and step > high - low then status.refuse("--set %s: the step is larger than the whole range", text) end
  local n, values = math.floor((high - low) / step + 1e-9), {}
  if n >= MOST then
    status.refuse("--set %s: %.0f values, expected at most %d: give a larger step, like %s=0..60/10", text, n + 1, MOST,
      rule)
  end
  for i = 0, n do values[i + 1] = ("%.10g"):format(low + i * step) end
  return values
end

-- The values that a --set names when it is a range or a list; nil when it is one value.
local function values_of(text)
  local rule, value = text:match "^%s*([^=]-)%s*=(.*)$"
  if not rule then return nil end
  local low, rest = value:match "^([^,]-)%.%.([^,]*)$"
  if low then return { rule = rule, values = numbers_of(text, rule, low, rest) } end
  local list = lists.matches(value, "[^,]+")
  return #list > 1 and { rule = rule, values = lists.distinct(list) } or nil
end

-- The ranges; what is left of the options is for every version.
local function take_ranges(given)
  local ranges, list = {}, {}
  for _, one in ipairs(given.list) do
    local range = one.option == "set" and values_of(one.value)
    if range then ranges[#ranges + 1] = range else list[#list + 1] = one end
  end
  given.whole, given.list = given.list, list
  if #ranges > 2 then status.refuse("--set %s: at most two rules can have ranges", ranges[3].rule) end
  if #ranges == 2 and ranges[1].rule == ranges[2].rule then
    status.refuse("--set %s has two ranges: expected one for each rule", ranges[1].rule)
  end
  return ranges
end

local function points_of(ranges)
  local points = {}
  for i, value in ipairs(ranges[1].values) do
    for j, other in ipairs(ranges[2] and ranges[2].values or { false }) do
      local sets = { ranges[1].rule .. "=" .. value, other and ranges[2].rule .. "=" .. other or nil }
      points[#points + 1] = { sets = sets, label = value, x = tonumber(value), row = i, column = j }
    end
  end
  return points
end

function sweep.run(given)
  local wanted, ranges = given:value "of", take_ranges(given)
  local plan = experiment.plan(given, 200)
  local s = require("front.lab.sweep").new(plan.bases[1], ranges, wanted)
  if #ranges == 0 then s:try_all()
  else
    for _, point in ipairs(points_of(ranges)) do status.opened(s:add(point)) end
  end
  if #s.points == 0 then status.fail("%s has no rule that is a number", s.setup.game) end
  local prepared, why = s:prepare()
  if not prepared then status.refuse(why) end
  plan.paired = true
  s:play(plan)
  return experiment.finish(plan, require "front.lab.sweep_report", s, select(3, s:seeds()) > 0)
end

return sweep
