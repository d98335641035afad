-- croupier sheet: a page to print, so that a house rule can be handed to the players.
--
-- The seed is the same each time unless one is given, so that the page of a rule that didn't change doesn't change either.

local options = require "front.base.options"
local status = require "front.base.status"
local text_files = require "front.base.text_files"
local lists = require "shared.lists"

local sheet = {
  summary = "print a page for the players: how to play, rules, odds",
  writes = { "output" },
  usage = [[
GAME[+VARIANT...] [options]

Writes one page of Markdown or HTML to hand to the players: how to play
(from the game's RULES.md), the order of play, the cards, the rulings, the
rules with their values, and what a simulation by bots found. The HTML suits
a phone, a dark screen and paper. The same command always gives the same
page.]],
  arguments = { 1, 1 },
}

sheet.options = options.join(options.seating, {
  { "games", letter = "n", value = "NUMBER", help = "games to simulate, 50 by default; 0: no figures" },
  { "html", help = "HTML instead of Markdown, as to a FILE.html" },
  { "output", letter = "o", value = "FILE", help = "write the page to this file" },
})

local LIMIT = 100000

local function spread(sample)
  local of = sample:figures()
  return { mean = of.mean, low = of.quantiles[1], middle = of.quantiles[3], high = of.quantiles[5] }
end

-- What the games came to, as author.sheet wants it.
local function figures_of(tally)
  local seats = lists.collect(tally.seats, function(seat)
    local line = spread(seat.score)
    line.name, line.won = seat.answers, seat.wins:figures().sum > 0
    line.share, line.range = require("front.lab.report").share(seat.wins)
    return line
  end)
  local measures = lists.collect(tally.measures, function(sample, i)
    local line, name, meaning = spread(sample), table.unpack(tally.setup.measures[i])
    line.meaning = meaning ~= "" and meaning or name
    return line
  end)
  return { games = tally.played, unfinished = tally.stopped + tally.failed, seats = tally.result > 0 and seats or {},
    measures = measures, bots = table.concat(lists.collect(tally.seats, "answers"), ", ") }
end

local function simulate(setup, games)
  local simulation = require "front.lab.simulation"
  status.opened(simulation.prepare(setup))
  local terminal, tally = require("front.base.terminal").open {}, simulation.tally(setup)
  local outcome, why = simulation.play { setups = { setup }, seed = setup.seed, games = games, limit = LIMIT,
    jobs = require("host.lab").processors(),
    each = function(_, ending, row) tally:add(ending, row) end,
    progress = function(done, all) terminal:progress("games", done, all) end }
  terminal:progress()
  status.opened(outcome, why)
  if outcome.signal then status.stop(128 + outcome.signal, "interrupted: no page was written") end
  return figures_of(tally), outcome
end

function sheet.run(given)
  local games, output = given:number("games", 0, 10000000, 50), given:value("output")
  local html = given:value("html") or output and output:lower():find "%.html?$" ~= nil
  text_files.check_page(output, given.rest[1], html)
  local seating, scripts = require "front.session.configuration", require "front.session.scripts"
  local setup = seating.bots(given)
  if not given:value("seed") then setup.seed = seating.seed("sheet") end
  local figures, outcome
  if games > 0 then figures, outcome = simulate(setup, games) end
  local world, game, variants = scripts.open(given.rest[1], given:value("stdlib"))
  local page, pictures = status.opened(world:call("author.sheet", "page", game, variants, setup.sets, figures, html))
  text_files.write(html and require("front.session.pictures").put_in(page, pictures, {}) or page, output)
  if not outcome or not outcome.failure then return status.done end
  status.fail("game %d failed: %s", outcome.failed_row - 1, outcome.failure)
end

return sheet
