-- croupier sim: plays many games without people, and counts.

local experiment = require "front.lab.experiment"
local options = require "front.base.options"
local status = require "front.base.status"
local lists = require "shared.lists"

local sim = {
  summary = "have bots play many games, and count",
  writes = require("front.base.wall").reports,
  usage = [[
GAME[+VARIANT...] [options]

Plays games without people and reports who wins how often, with what
score, and what the game itself counts, in all and by seat (by bot, where
bots differ). A shared first place is split; games that failed or were
stopped at the limit count only in the last lines. A +- is half of a 95%
interval for the mean before it. The seats of one game go together, so each
game counts as one, with the mean of its seats; spread and percentages
are those of the seats. Where fewer than five games differ from the rest there
is no interval (-), and a line says how many do. The same seed gives the
same figures with any number of threads, except where a seat thinks for a
fixed time (search:1s).

The report begins with a verdict, and says only what the intervals allow. A
seat counts as favoured when its share of the wins is further from a fair one
than luck would take it in 19 runs out of 20, however many seats there are.

--until plays on until the intervals are narrow: 0.5% for wins, 2 for scores,
fished=0.1 for the measure called `fished` (it can't be that of a ratio), but
not before 20 games differ from the rest; -n then sets the limit. That is the
quickest way to a figure. (Such an interval is as wide as any other: Y. S.
Chow and H. Robbins, Annals of Mathematical Statistics 36, 1965.)

--more FILE keeps every game in a part (a file that `croupier merge` reads) and
continues from those already there to a larger -n, without playing them again.
Whoever looks at a figure and then decides to go on errs more often than one
time in 20, so the intervals of such a run belong to a confidence sequence:
they are wider, and hold however often it is continued (I. Waudby-Smith and
others, Annals of Statistics 52, 2024). The report says so.
  croupier sim fish_out -n 1000 --seed 1 --more fish.games
  croupier sim fish_out -n 5000 --seed 1 --more fish.games

--ratio net/staked adds the ratio of the sum of one measure to the sum of
another (or to `questions`), with its interval; a game may declare ratios of
its own. --histogram draws a measure, `score` or `questions`: how often each
value came up, and how often that or more; `-o FILE.html` draws them all. Each
row of --csv and --jsonl holds its seat's counts.

R, pandas, DuckDB and SQLite can read the files of --csv and --jsonl directly:
  aggregate(score ~ bot, read.csv("games.csv"), mean)
  pandas.read_csv("games.csv").groupby("bot").score.mean()
  duckdb -c "from 'games.jsonl' select bot, avg(score) group by bot"
  sqlite3 :memory: ".import --csv games.csv games" \
    "select bot, avg(score) from games group by bot"

To test what a rule is meant to do, for example how often one fisher uses
skill points in a contest, and how that grows with the pool:
  croupier sim rod_and_reel --seats eager,eager,eager --histogram plugs
  croupier sweep rod_and_reel --seats eager --set pool_size=1,1.5,2,3 \
    --of plugs]],
  arguments = { 1, 1 },
}

sim.options = experiment.takes("how many games: by default 1000, or 100000 with --until", {
  experiment.until_option,
  experiment.more_option,
  { "ratio", value = "MEASURE/MEASURE", help = "the ratio of one measure to another" },
  { "histogram", value = "MEASURE", help = "draw how often each value came up, or more" },
  { "save", value = "DIR", help = "save a journal of every game there" },
})

local function tally_of(given, setup)
  local tally = require("front.lab.simulation").tally(setup)
  for _, text in ipairs(given:all "ratio") do
    local added, why = tally:add_ratio(text)
    if not added then status.refuse("--ratio %s: %s", text, why) end
  end
  return tally
end

function sim.run(given)
  local until_narrow = experiment.until_narrow(given)
  local plan = experiment.plan(given, until_narrow and 100000 or 1000)
  plan.save = given:value "save"
  if plan.save then
    local made, why = require("host.files").mkdir(plan.save, tonumber("700", 8))
    if not made then status.refuse("--save %s: %s", plan.save, why) end
    plan.jobs = 1
  end
  local setup, wanted = plan.setups[1], given:all "histogram"
  local known = lists.joined({ "score", "questions" }, lists.collect(setup.measures, 1))
  for _, name in ipairs(wanted) do options.check_known("histogram", name, known) end
  plan.histograms = lists.set(wanted)
  local tally = tally_of(given, setup)
  if until_narrow then
    options.check_known("until", until_narrow.name, lists.joined({ "wins" }, known))
    tally.until_narrow, plan.expected = until_narrow, function() return tally:expected() end
  end
  experiment.play(plan, tally:each())
  tally.times = plan.looked_at and require("front.lab.statistics").sequence
  return experiment.finish(plan, require "front.lab.simulation_report", tally, tally.failed > 0)
end

return sim
