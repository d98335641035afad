-- croupier tournament: every bot of a game against every other.

local experiment = require "experiment"
local status = require "status"
local words = require "world.words"

local command = {
  summary = "have a game's bots play each other, and rate them",
  usage = [[
GAME[+VARIANT...] [options]

Every two bots meet over the same seeds, twice a seed: one in the odd seats
and the other in the even ones, then the other way round. The table says how
often the bot of the row placed above the bot of the column, ties counting
half; a +- is half of a 95 % interval, and all of them hold together. Seeds
with a game that was stopped or had no result are left out and counted.

The rating is on Elo's scale, the bots' mean being 1500: 200 points more
mean placing above three times out of four. It is the fit of the
Bradley-Terry model; its interval is a jackknife over groups of seeds.

Example:
  croupier tournament baltimore_poker --bots shark,rock,random -n 100]],
  words = { 1, 1 },
}

command.options = experiment.takes("seeds, 200 by default", {
  { "bots", value = "NAMES", help = "only these: shark,random,search:50" },
})

-- --- who plays ---

-- The game's own and `random`: one that searches plays where it is named.
local function known_bots(setup)
  local w = assert(require("worlds").open(setup))
  local list, why = w:table("world.bots", "list")
  w:close()
  return words.collect(status.need(list, why), function(bot) return bot[1] ~= "search" and bot[1] or nil end)
end

local function wanted_bots(text, known)
  local list = {}
  for name in text:gmatch "[^,]+" do
    if not words.index(known, name) and not name:find "^search:?%d*$" then
      status.refuse("--bots: there is no bot `%s`%s", name,
        words.suggest(name, known, ": expected some of " .. table.concat(known, ", ")))
    end
    list[#list + 1] = name
  end
  return words.distinct(list)
end

-- --- what is told ---

local function percent(value, half)
  local text = ("%.1f%%"):format(100 * value)
  return half < math.huge and ("%s+-%.1f"):format(text, 100 * half) or text
end

local report = {}

function report.page(t, plan, page)
  local compared, rated = require "comparison_report", t:ratings()
  page:say(("%s: %d bots, %d seeds from %s, %d games"):format(compared.name(t.setup), #t.bots, t.n, plan.seed_given,
    t.n * #t.tables))
  if t.n > 0 then
    local rows = { { "bot", "rating", "+-" } }
    for i, row in ipairs(rated) do
      local line = { t.bots[row.bot], ("%.0f"):format(row.rating), page.number("%.0f", row.half) }
      for k, column in ipairs(rated) do
        line[k + 3] = column == row and "-" or percent(t:beats(row.bot, column.bot))
      end
      rows[1][i + 3], rows[i + 1] = t.bots[row.bot], line
    end
    page:table("lrr" .. ("r"):rep(#rated), rows)
  end
  page:gap()
  if t.dropped > 0 then
    page:say(("%d seeds left out, because a game was stopped, failed or had no result."):format(t.dropped))
  end
end

local ORDER = { "game", "sets", "seed", "seeds", "left_out", "bots", "duels", "bot", "other", "above", "rating", "half",
  "score" }

function report.json(t, plan)
  local json = require "json"
  local bots, duels = json.list {}, json.list {}
  for i, row in ipairs(t.n > 0 and t:ratings() or {}) do
    bots[i] = { bot = t.bots[row.bot], rating = row.rating, half = row.half }
  end
  for i, duel in ipairs(t.n > 0 and t.duels or {}) do
    local above, half = t:beats(duel.a, duel.b)
    duels[i] = { bot = t.bots[duel.a], other = t.bots[duel.b], above = above, half = half, score = duel.score.d }
  end
  return json.encode({ game = t.setup.game, sets = json.list(t.setup.sets), seed = plan.seed, seeds = t.n,
    left_out = t.dropped, bots = bots, duels = duels }, ORDER)
end

function command.run(given)
  local plan = experiment.plan(given, 200)
  local setup = plan.bases[1]
  local names = known_bots(setup)
  if given:value "bots" then names = wanted_bots(given:value "bots", names) end
  if #names < 2 then status.refuse("a tournament needs two bots, but there is only %s", table.concat(names, ", ")) end
  if #setup.players < 2 then status.refuse("a tournament needs two seats: --seats 2") end
  local t = require("tournament").new(setup, names)
  if #t.tables > 64 then status.refuse("%d bots are too many: name at most 8 with --bots", #names) end
  plan.setups, plan.paired = t.tables, true
  experiment.play(plan, function(...) t:add(...) end)
  return experiment.finish(plan, report, t, t.failed > 0)
end

return command
