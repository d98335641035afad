-- croupier tournament: every bot of a game against every other.

local experiment = require "front.lab.experiment"
local status = require "front.base.status"
local english = require "shared.english"
local lists = require "shared.lists"

local command = {
  summary = "have a game's bots play each other, and rate them",
  writes = require("front.base.wall").reports,
  usage = [[
GAME[+VARIANT...] [options]

Each pair of bots plays the same seeds, twice each: one in the odd seats
and the other in the even ones, then the other way round. The table says how
often the bot of the row placed above the bot of the column, ties counting
half, and the 95% interval; all of them hold together. Seeds with a game that
was stopped or had no result are left out and counted.

The rating is on Elo's scale, with the bots' mean at 1500: a lead of 200
points means placing higher three times out of four. It is the fit of the
Bradley-Terry model; its interval is a jackknife over groups of seeds.

Example:
  croupier tournament baltimore_poker --bots shark,mule,random -n 100]],
  arguments = { 1, 1 },
}

command.options = experiment.takes("seeds, 200 by default", {
  { "bots", value = "NAMES", help = "only these bots, like shark,random,search:50" },
})

-- --- who plays ---

local function named(w, text, known)
  local list = lists.distinct(lists.matches(text, "[^,]+"))
  for _, name in ipairs(list) do
    if not lists.index(known, name) and not w:call("start.bots", "searches", name) then
      local expected = w:call("start.bots", "expected", name)
      status.refuse("--bots: there is no bot `%s`%s", name, expected and ": expected " .. expected
        or english.suggest(name, known, ": expected some of " .. table.concat(known, ", ")))
    end
  end
  return list
end

-- The names in `text`; of nil the game's own bots and `random`: one that searches plays where it is named.
local function bots_of(setup, text)
  local w = assert(require("front.session.worlds").open(setup))
  local list, why = w:call_with_table("start.bots", "list")
  list = lists.collect(status.or_fail(list, why), function(bot) return bot[1] ~= "search" and bot[1] or nil end)
  if text then list = named(w, text, list) end
  w:close()
  return list
end

-- --- the report ---

local report = {}

-- How often bot i is placed above bot j, and the ends of the interval, within 0 and 1; nil where there is none.
local function share(t, i, j)
  local above, half, duel = t:beats(i, j)
  return above, duel, require("front.lab.statistics").share(above, half, t.n)
end

local function add_table(t, page)
  local rated = t:ratings()
  local rows = { { "bot", "rating", "+-" } }
  for i, row in ipairs(rated) do
    local line = { t.bots[row.bot], ("%.0f"):format(row.rating), page.number("%.0f", row.half) }
    for k, column in ipairs(rated) do
      local above, low, high, _
      if column ~= row then above, _, low, high = share(t, row.bot, column.bot) end
      line[2 * k + 2] = above and ("%.1f%%"):format(100 * above) or "-"
      line[2 * k + 3] = low and ("%.0f to %.0f%%"):format(100 * low, 100 * high) or "-"
    end
    rows[1][2 * i + 2], rows[1][2 * i + 3], rows[i + 1] = t.bots[row.bot], "interval", line
  end
  page:table("lrr" .. ("rr"):rep(#rated), rows)
end

-- Who is best, or which bots may be: those that the one with the highest rating isn't clearly above.
local function verdict(t)
  local common, rated, list = require "front.lab.report", t:ratings(), {}
  local best, more = rated[1].bot, nil
  for k = #rated, 2, -1 do
    local above, duel, low = share(t, best, rated[k].bot)
    if (low or 0) <= 0.5 then
      table.insert(list, 1, t.bots[rated[k].bot])
      more = require("front.lab.statistics").more(t.n, duel.beats:deviation(), math.abs(above - 0.5), t:chance())
    end
  end
  local sentence = ("%s is best: it places above %s %.0f%% of the time."):format(t.bots[best], t.bots[rated[2].bot],
    100 * t:beats(best, rated[2].bot))
  if #list > 0 then
    sentence = ("It is too early to tell which of %s is best%s."):format(
      english.list(lists.joined({ t.bots[best] }, list)), #list == 1 and common.more("; ", more, "seed") or "")
  end
  return common.verdict(t.n, "seed", { sentence })
end

function report.page(t, plan, page)
  local seeds = english.count(t.n, "seed")
  if t.n > 0 then page:verdict(verdict(t)) end
  page:say(("%s: %d bots, %s from %s, %s"):format(require("front.lab.simulation").name(t.setup), #t.bots, seeds,
    plan.seed_given, english.count(t.n * #t.tables, "game")))
  if t.n > 0 then add_table(t, page) end
  page:gap()
  if t.dropped > 0 then
    local ended = require("front.lab.report").ended(t.ends, plan, { "stopped", "failed", "no_result" })
    page:say(("%s left out because of how games ended: %s."):format(english.count(t.dropped, "seed"),
      table.concat(ended, ", ")))
    if t.n == 0 then page:say "No seed is left, so there is no table." end
  end
end

local ORDER = { "game", "sets", "seed", "wanted", "seeds", "left_out", "bots", "duels", "bot", "other", "above",
  "rating", "half", "score" }

function report.json(t, plan)
  local json = require "shared.json"
  local bots, duels = json.list {}, json.list {}
  for i, row in ipairs(t.n > 0 and t:ratings() or {}) do
    bots[i] = { bot = t.bots[row.bot], rating = row.rating, half = row.half }
  end
  for i, duel in ipairs(t.n > 0 and t.duels or {}) do
    local above, half = t:beats(duel.a, duel.b)
    duels[i] = { bot = t.bots[duel.a], other = t.bots[duel.b], above = above, half = half, score = duel.score.d }
  end
  return json.encode({ game = t.setup.game, sets = json.list(t.setup.sets), seed = plan.seed, wanted = plan.games,
    seeds = t.n, left_out = t.dropped, bots = bots, duels = duels }, ORDER)
end

function command.run(given)
  local plan = experiment.plan(given, 200)
  local setup = plan.bases[1]
  local names = bots_of(setup, given:value "bots")
  if #names < 2 then status.refuse("a tournament needs two bots, but there is only %s", table.concat(names, ", ")) end
  if #setup.players < 2 then status.refuse("a tournament needs two seats: --seats 2") end
  local t = require("front.lab.tournament").new(setup, names)
  if #t.tables > 64 then status.refuse("%d bots are too many: name at most 8 with --bots", #names) end
  plan.setups, plan.paired = t.tables, true
  experiment.play(plan, function(...) t:add(...) end)
  return experiment.finish(plan, report, t, t.ends.failed > 0)
end

return command
