-- croupier compare: what a house rule changes, with intervals.

local experiment = require "front.lab.experiment"
local options = require "front.base.options"
local status = require "front.base.status"
local lists = require "shared.lists"

local compare = {
  summary = "compare versions of a game played by bots",
  writes = require("front.base.wall").reports,
  usage = [[
GAME[+VARIANT...] GAME[+VARIANT...]... [options]

Plays the same seeds with each version and compares the others with the
first, or with that of --against: shares of wins, scores, measures, the
length in steps and in questions. --set before the first game applies to
all, after a game to that one. Where the bots differ they change seats, and
all the seatings of one seed count as one sample.

A +- is half of a 95% interval for the difference; the intervals of all
lines hold together. `changed` means that the interval excludes 0. --same
2% also tests whether the difference is smaller than 2% of the first
version's mean (for wins, than 2 points). `undecided` says how many more pairs
would probably settle it. Where fewer than 20 pairs differ there is no
interval and no verdict: the line says how many differ, and how large their
share may be. `corr.` is the correlation of the pairs: near 1, pairing saved
many games.

--of LINE compares one line alone, so its interval is narrower: the more
lines are judged, the wider each must be. LINE is wins, score, steps,
questions, a measure's name, or a line as the table shows it: --of "score, Ben".

  croupier compare fish_out fish_out+deep_water
  croupier compare fish_out+deep_water --set goal=20 --against fish_out

So that two versions share their luck, chance depends on what it is for:
this pile's n-th shuffle and who draws from it, the n-th roll of these dice
in this step, this seat's n-th answer to this question, all counted anew in
each round of the order. Each game is as likely as at a table, where one
stream serves everything, and as those that `sim --save` saves; but the same
seed deals different cards in `compare`.

Payout rules leave the pairs alike: --set four_aces=40 in Fish Out! has
correlations of 0.99 and more. So do rules on length where they add little:
hands=21 in Baltimore poker 0.99, goal=55 in Fish Out! 0.92, hands=13 in
Rod & Reel 0.91. A third night in Night Landing (0.53) or a seventh watch in
Storm Watch (0.50) brings luck of its own that has nothing to be paired
with. An extra card for everybody changes play, and from there on the
games diverge: eight such rules have between 0.15 and 0.96 for the first seat's
score, with a median of 0.52 when chance answers, 0.41 with the usual bots;
for the wins, which are much coarser, 0.46 and 0.31.

--until plays on until the interval is narrow: 0.5% for wins, 2 for scores,
fished=0.1 for the measure or number called `fished`. Such an interval may
be looked at after every pair, so it is wider; -n is then the most pairs that
are played. It doesn't stop before 20 pairs differ in each of these lines.

--more FILE keeps every game in a part and continues from those already there
to a larger -n; the intervals of a run that was looked at and continued are
wider, and the report says so (see `croupier help sim`).

-o FILE.html also draws the differences, all on one axis: in standard
deviations of the first version; and how often each value came up at both
versions, one histogram over the other, which --histogram LINE draws here.]],
  arguments = { 1, 26 },
  completes_next = "games",
}

compare.options = experiment.takes("how many pairs: by default 1000, or 100000 with --until", {
  { "against", value = "GAME", help = "the version that the others are compared with" },
  experiment.until_option,
  experiment.more_option,
  { "of", value = "LINE", help = "compare this line alone, like wins or \"score, Ben\"" },
  { "histogram", value = "LINE", help = "draw this line at both versions over each other" },
  { "same", value = "PERCENT", help = "call it the same when the difference is smaller" },
})

-- The version of --against comes before those that were typed.
local function put_first(given)
  local first = given:value "against"
  if first then
    table.insert(given.rest, 1, first)
    given.list = lists.collect(given.list, function(one) return one.option ~= "against" and one or nil end)
    for _, one in ipairs(given.list) do one.after = one.after > 0 and one.after + 1 or 0 end
  end
  if #given.rest < 2 then status.refuse("compare needs two versions, or one and --against GAME") end
end

local function read_same(text)
  if not text then return nil end
  local part = experiment.percent(text) or status.refuse("--same %s: expected a percentage like 2%%", text)
  return { text = text, part = part }
end

function compare.run(given)
  put_first(given)
  local until_narrow, same = experiment.until_narrow(given), read_same(given:value "same")
  local plan = experiment.plan(given, until_narrow and 100000 or 1000)
  local comparison = require "front.lab.comparison"
  local c, why = comparison.new(plan.bases, nil, given:value "of")
  if not c then status.refuse(why) end
  if until_narrow then options.check_known("until", until_narrow.name, c:names()) end
  plan.histograms = lists.set(given:all "histogram")
  for name in pairs(plan.histograms) do
    if not lists.index(lists.collect(c.lines, comparison.title), name) then
      options.check_known("histogram", name, c:names())
    end
  end
  c.until_narrow, plan.setups = until_narrow, c.tables
  plan.expected = until_narrow and function() return c:expected() end
  plan.paired, plan.same = true, same
  experiment.play(plan, c:each())
  c.looked_at = plan.looked_at
  return experiment.finish(plan, require "front.lab.comparison_report", c, c.ends.failed > 0)
end

return compare
