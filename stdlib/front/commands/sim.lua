-- croupier sim: plays many games without people, and counts.

local options = require "options"
local status = require "status"

local sim = {
  name = "sim",
  summary = "play many games by bots and count",
  usage = [[
GAME[+VARIANT...] [options]

Plays games without people: who wins how often, with what score, and what
the game itself counts. A first place that is shared counts in parts;
games that were stopped at the limit or failed count in nothing but the
last lines. A +- is half of a 95 % interval for the mean before it. The
same seed gives the same figures with any number of threads.]],
  words = { 1, 1 },
  completes = "games",
}

sim.options = options.join(options.seating, {
  { "games", letter = "n", value = "NUMBER", help = "how many games, 1000 if not given" },
  { "jobs", letter = "j", value = "NUMBER", help = "threads, one a processor if not given" },
  { "limit", value = "QUESTIONS", help = "a game is stopped after so many, 100000" },
  { "actions", value = "RATE", help = "how often somebody acts out of turn, 0 to 1" },
  { "save", value = "DIR", help = "keep a journal of every game there" },
  { "json", help = "for other programs: one object" },
})

local USUAL_SEATS = 4

local function rate(given)
  local text = given:value("actions")
  local n = text and tonumber(text)
  if text and not (n and n >= 0 and n <= 1) then status.refuse("--actions %s: expected a number from 0 to 1", text) end
  return n or 0
end

local function make_folder(path)
  if not path then return end
  local made, why = require("host.files").mkdir(path, tonumber("700", 8))
  if not made then status.refuse("--save %s: %s", path, why) end
end

--- The plan of what was given: see simulation.play. Mistakes end the command.
function sim.plan(given)
  local plan = { games = given:number("games", 1, 100000000, 1000),
    limit = given:number("limit", 1, 1000000000, 100000), actions = rate(given), save = given:value("save"),
    jobs = given:number("jobs", 1, 256, require("host.lab").processors()) }
  make_folder(plan.save)
  return plan
end

function sim.run(given)
  local simulation, report = require "simulation", require "simulation_report"
  local plan = sim.plan(given)
  local setup = require("seating").bots(given, USUAL_SEATS)
  local prepared, mistakes = simulation.prepare(setup)
  if not prepared then status.mistakes(mistakes) end
  if plan.save then plan.jobs = 1 end
  plan.setups, plan.seed = { setup }, setup.seed
  local terminal = require("terminal").open {}
  local tally = simulation.tally(setup)
  function plan.each(_, ending, row) tally:add(ending, row) end
  function plan.progress(done, all) terminal:progress("games", done, all) end
  local outcome, why = (plan.save and simulation.play_kept or simulation.play)(plan)
  terminal:progress()
  if not outcome then status.mistakes(why) end
  if given:value("json") then io.write(report.json(tally, plan, outcome), "\n")
  else report.print(tally, plan, outcome, given:value("seed"), terminal) end
  if not terminal:close() then return status.failed end
  if outcome.signal then return 128 + outcome.signal end
  return tally.failed > 0 and status.failed or status.done
end

return sim
