-- What a bot that searches pays for: a fork of the table at a question, and games by chance from there, beside games by
-- chance in `sim`. bench_search.sh runs it.

local files = require "host.files"
local simulation = require "front.lab.simulation"
local worlds = require "front.session.worlds"
local tools = dofile "scripts/bench/tools.lua"

local GAMES = { baltimore_poker = 3, farmers_and_fishermen = 3, fish_out = 4, merchants_bank = 3, night_landing = 3,
  parley = 3, rod_and_reel = 3, royal_pokebacc = 3, scotch_doubles = 2, storm_watch = 3 }
local QUESTIONS, PLAYOUTS, RUNS = 60, 40, 5

-- Questions a second in games by chance.
local function rate(game)
  local setup, rates = simulation.prepare(tools.by_chance(game, GAMES[game])), {}
  for run = 1, RUNS do
    local asked, start = 0, os.clock()
    simulation.play { setups = { setup }, seed = files.sha256("search " .. run), games = 100, jobs = 1, limit = 1 << 40,
      each = function(_, _, row) asked = asked + row[1] end }
    rates[run] = asked / (os.clock() - start)
  end
  return tools.median(rates)
end

-- The microseconds of a fork, the median at all questions asked, and questions a second in playouts.
local function playouts(game)
  local c = tools.by_chance(game, GAMES[game])
  c.stdlib = "scripts/bench/stdlib"
  local w, forks, took, asked = assert(worlds.open(c)), {}, 0, 0
  w:engine "search_record"
  w:engine("record", true)
  w:engine("go_back", files.sha256 "search", 0)
  local stop, n = "step", 0
  while stop ~= "finished" and n < QUESTIONS do
    if stop == "step" then stop = w:engine "begin_step"
    elseif stop == "nothing" then stop = w:engine "pass"
    else
      local seat = w:engine "asked"
      local list, all, questions = w:call_with_table("search.forking", "measure", seat, PLAYOUTS)
      took, asked, n = took + all, asked + questions, n + 1
      for _, fork in ipairs(list) do forks[#forks + 1] = fork * 1e6 end
      assert(w:engine "stage_random")
      stop = w:engine "give"
    end
  end
  w:close()
  return tools.median(forks), asked / took
end

function test_search()
  local names = {}
  for game in pairs(GAMES) do names[#names + 1] = game end
  table.sort(names)
  print "  game                    a fork    questions a second in playouts, in sim"
  for _, game in ipairs(names) do
    local fork, played = playouts(game)
    local simulated = rate(game)
    print(("  %-22s %5.1f us %20.0f %12.0f %6.2f"):format(game, fork, played, simulated, played / simulated))
  end
end
