-- What the commands that play many games share: their options, playing the games, the files of rows, and the end.

local files = require "host.files"
local lab = require "host.lab"
local options = require "front.base.options"
local shards = require "front.lab.shards"
local simulation = require "front.lab.simulation"
local status = require "front.base.status"
local english = require "shared.english"
local lists = require "shared.lists"

local experiment = {}

experiment.html = { "output", letter = "o", value = "FILE.html", help = "write the report as an HTML page" }
experiment.json = { "json", help = "print JSON: one object" }
local csv = { "csv", value = "FILE", help = "write every game as CSV, a row per game and seat" }
local jsonl = { "jsonl", value = "FILE", help = "the same as JSON Lines, one object per line" }

--- The options of output, for games that were played or merged.
experiment.outputs = { experiment.html, csv, jsonl, experiment.json }

--- How games are played.
experiment.playing = {
  { "jobs", letter = "j", value = "NUMBER", help = "threads, by default one per processor" },
  { "limit", value = "QUESTIONS", help = "stop a game after this many, 100000 by default" },
}

--- The options that all but study take.
experiment.options = options.join(options.seating, experiment.playing, {
  { "actions", value = "RATE", help = "how often somebody acts out of turn, joins or leaves, 0 to 1" },
  { "output", letter = "o", value = "FILE.html", help = "write the report as HTML; with --shard the part" },
  csv, jsonl,
  { "shard", value = "K/N", help = "play part K of N, for `croupier merge`" },
})

--- The options of a command: --games with this help, those that all take, and its own.
function experiment.takes(games, own)
  return options.join({ { "games", letter = "n", value = "NUMBER", help = games } }, experiment.options, own,
    { experiment.json })
end

experiment.until_option = { "until", value = "WIDTH",
  help = "play until the intervals are this narrow: 0.5%, 2, fished=0.1" }

experiment.more_option = { "more", value = "FILE",
  help = "keep all games in this part, and continue from those already there" }

--- "2%" as 0.02; nil for any other text.
function experiment.percent(text)
  local n = text and tonumber(text:match("^([%d.]+)%%$"))
  return n and n > 0 and n / 100 or nil
end

--- The value of --until, { name = of lines, width = }, or nil.
function experiment.until_narrow(given)
  local text = given:value "until"
  if not text then return nil end
  local name, width = text:match("^([%w_]+)=([%d.]+)$")
  local wins = experiment.percent(text)
  if wins then return { name = "wins", width = wins } end
  width = tonumber(width or text)
  if width and width > 0 then return { name = name or "score", width = width } end
  status.refuse("--until %s: expected a width like 0.5%%, 2 or fished=0.1%s", text,
    text:find("/", 1, true) and "; a ratio can't be named" or "")
end

--- The plan of what was given (see simulation.play) with the setups of all its words, each opened once, and all with the
--- seed of the first; `usual`: games when nothing is said. Mistakes end the command.
function experiment.plan(given, usual)
  local shard, bases, path = shards.asked(given), {}, given:value "output"
  if path and not shard and not path:find "%.html?$" then
    status.refuse("%s %s: expected a name that ends in .html", given:typed "output", path)
  end
  local typed = given:value "actions"
  local rate = tonumber(typed or 0)
  if not (rate and rate >= 0 and rate <= 1) then status.refuse("--actions %s: expected a number from 0 to 1", typed) end
  local plan = { given = given, shard = shard, merge = given.merge, more = given:value "more",
    bases = bases, setups = bases,
    games = given:number("games", 1, 100000000, usual),
    limit = given:number("limit", 1, 1000000000, 100000), actions = rate,
    jobs = given:number("jobs", 1, 256, lab.processors()), rows = {}, tables_before = { all = 0 },
    played = 0, questions = 0, seconds = 0,
    terminal = require("front.base.terminal").open {} }
  for i = 1, #given.rest do
    local setup = require("front.session.configuration").bots(given:of_word(i, "set"))
    bases[i] = status.opened(simulation.prepare(setup))
    setup.seed = bases[1].seed
  end
  plan.seed, plan.seed_given = bases[1].seed, given:value "seed" or bases[1].seed
  return plan
end

-- --- playing ---

local function open_rows(plan)
  for _, form in ipairs { "csv", "jsonl" } do
    local path = plan.given:value(form)
    if path and not plan.rows[form] then
      local file, why = require("front.lab.game_rows").open(path, form, plan.setups, plan.seed_given)
      if not file then status.fail("--%s %s", form, why) end
      plan.rows[form], plan.rows[#plan.rows + 1] = file, file
    end
  end
end

-- How many games there are to play.
local function games_of(plan) return math.max(plan.all_games or 0, plan.games * #plan.setups) end

--- A function that takes the number of games played and of all, and shows them, the rate and the time left on standard
--- error. plan.expected() says how many it will take, if that shows only while playing.
function experiment.watch(plan)
  local start, before, terminal = files.now(), plan.played, plan.terminal
  local all = games_of(plan)
  return function(done, of)
    local seconds = files.now() - start
    if plan.expected then
      all = math.max(before + done, math.min(games_of(plan), plan.expected()))
      of = all
    end
    if done == 0 or seconds <= 0 then return terminal:progress("games", before + done, all) end
    local speed = done / seconds
    local left = (all > of and all - before - done or of - done) / speed
    terminal:progress(("%d %s, %.0f a second, %d:%02d left"):format(before + done, plan.counted or "games", speed,
      left // 60, math.floor(left % 60)), before + done, all)
  end
end

--- Plays plan.setups, with each(row, ending, numbers) as in simulation.play: the outcome. A mistake ends the command. May be
--- called several times.
function experiment.play(plan, each)
  open_rows(plan)
  local tables, first, known = #plan.setups, plan.first or 0, plan.tables_before
  known[plan.setups] = known[plan.setups] or known.all
  known.all = math.max(known.all, known[plan.setups] + tables)
  function plan.each(row, ending, numbers)
    plan.played, plan.questions = plan.played + 1, plan.questions + numbers[1]
    local at = (row - 1) % tables + 1
    for _, rows in ipairs(plan.rows) do
      rows:add(known[plan.setups] + at, first + (row - 1) // tables, plan.setups[at], ending, numbers)
    end
    return each(row, ending, numbers)
  end
  plan.progress = experiment.watch(plan)
  local outcome, why
  if plan.merge then outcome, why = shards.replay(plan)
  elseif plan.more then outcome, why = shards.go_on(plan, simulation.play)
  elseif plan.shard then outcome, why = shards.play(plan, simulation.play)
  else outcome, why = (plan.save and simulation.play_saved or simulation.play)(plan) end
  plan.terminal:progress()
  status.opened(outcome, why)
  plan.seconds, plan.signal = plan.seconds + outcome.seconds, plan.signal or outcome.signal
  if outcome.failure and not plan.failure then
    plan.failure, plan.failed_row = outcome.failure, outcome.failed_row
    plan.failed_game = first + (plan.failed_row - 1) // tables
    plan.failed_setup = tables > 1 and plan.setups[(plan.failed_row - 1) % tables + 1] or nil
  end
end

-- --- the end ---

local UNFINISHED = 75 -- EX_TEMPFAIL of sysexits.h: the same command goes on
local SIGTERM = 15

local function finish_part(plan)
  local shard, terminal = plan.shard, plan.terminal
  local what = plan.signal and " It isn't complete: run the same command to go on."
    or plan.played == 0 and shard.gone_on and " It was complete." or ""
  terminal:say(("%s: part %d of %d, %s played.%s"):format(shard.path, shard.k, shard.n,
    english.count(plan.played, "game"), what))
  if not terminal:close() then return status.failed end
  if plan.signal then return plan.signal == SIGTERM and UNFINISHED or 128 + plan.signal end
  return status.done
end

-- Which game failed first: its number, what was played and, if bots differ, by whom.
local function failed_game(plan)
  if not plan.failed_game then return "A game" end
  local setup, which = plan.failed_setup, ("Game %d"):format(plan.failed_game)
  if not setup then return which end
  local mixed = #lists.distinct(setup.answerers) > 1
  return ("%s of %s%s"):format(which, require("front.lab.simulation").name(setup),
    mixed and (", seats %s,"):format(table.concat(setup.answerers, ",")) or #setup.sets > 0 and "," or "")
end

-- What a page was made from: the command line as a shell reads it, the program's version, the day; the day of
-- SOURCE_DATE_EPOCH (reproducible-builds.org) if that is set.
local function origin(plan)
  local words = lists.collect(plan.given.words, function(word)
    return word:find "[^%w_@%%+=:,./\128-\255-]" and "'" .. word:gsub("'", "'\\''") .. "'" or word
  end)
  local epoch = math.tointeger(tonumber(os.getenv "SOURCE_DATE_EPOCH"))
  local day = os.date(epoch and "!%d %B %Y" or "%d %B %Y", epoch):gsub("^0", "")
  return ("croupier %s \u{b7} version %s \u{b7} %s"):format(table.concat(words, " "), select(2, files.version()), day)
end

-- The report on what was played, which ends with the first failure; and how fast it went.
local function page_of(plan, report, what)
  local page = require("front.base.page").new(("croupier %s %s"):format(plan.given.command.name, plan.bases[1].game),
    origin(plan))
  report.page(what, plan, page)
  if plan.signal and plan.paired then
    local all = games_of(plan)
    page:say(("Stopped early: %d of %s not played."):format(all - plan.played, english.count(all, "game")))
  end
  if plan.failure then page:bad(("%s failed: %s"):format(failed_game(plan), plan.failure)) end
  local seconds = math.max(plan.seconds, 1e-9)
  local games = plan.played / seconds
  local speed = (games >= 1 or games == 0) and english.count(math.floor(games + 0.5), "game") .. " and"
    or ("%.1f seconds a game,"):format(1 / games)
  return page, ("%s %.0f questions a second by %s, %.1f s."):format(speed, plan.questions / seconds,
    english.count(plan.jobs, "thread"), plan.seconds)
end

--- Shows a report on what was played, as a page, which report.page(what, plan, page) fills, or as JSON by report.json(what,
--- plan); and closes all files: the exit status.
function experiment.finish(plan, report, what, failed)
  if plan.shard then return finish_part(plan) end
  local given = plan.given
  for _, rows in ipairs(plan.rows) do
    status.or_fail_about(("--%s %s"):format(rows.form, given:value(rows.form)), rows:close())
  end
  local page, speed = page_of(plan, report, what)
  local path = given:value "output"
  local option = ("%s %s"):format(given:typed "output", path)
  if path then status.or_fail_about(option, files.replace(path, require("front.lab.page_html").text(page))) end
  page:dim(speed) -- on the terminal alone: the same seed gives the same file
  if given:value "json" then io.write(report.json(what, plan), "\n") else page:print(plan.terminal) end
  if not plan.terminal:close() then return status.failed end
  if plan.signal then return 128 + plan.signal end
  return failed and status.failed or status.done
end

return experiment
