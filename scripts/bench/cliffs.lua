-- Rules whose value makes a game dear: every rule of the stock games at its least, its most and each of its words,
-- one at a time, random players. A longer game is no fault, nor a short one in which the start is most of it: what
-- counts is the processor time of a question or of a game, whichever rose less. Prints where that is more than TWICE
-- the default's. bench_cliffs.sh runs it.

local files = require "host.files"
local simulation = require "front.lab.simulation"
local worlds = require "front.session.worlds"
local tools = dofile "scripts/bench/tools.lua"

local GAMES, LIMIT, TWICE = 12, 20000, 2
local STOCK = { "baltimore", "baltimore_poker", "farmers_and_fishermen", "fish_out", "merchants_bank", "night_landing",
  "parley", "rod_and_reel", "royal_pokebacc", "scotch_doubles", "storm_watch" }

-- The microseconds of a question and of a game, the least of three runs; nil where the game can't be played so.
local function cost(game, seats, sets)
  local ok, setup = pcall(simulation.prepare, tools.by_chance(game, seats, sets))
  if not ok or not setup then return nil end
  local question, whole
  for run = 1, 3 do
    local asked, start = 1, os.clock()
    simulation.play { setups = { setup }, seed = files.sha256("cliff " .. run), games = GAMES, jobs = 1, limit = LIMIT,
      each = function(_, _, row) asked = asked + row[1] end }
    local took = (os.clock() - start) * 1e6
    question, whole = math.min(question or took, took / asked), math.min(whole or took, took / GAMES)
  end
  return question, whole
end

local function values_of(rule)
  if type(rule.value) == "boolean" then return { not rule.value and "yes" or "no" } end
  if rule.one_of then return rule.one_of end
  return { rule.min, rule.max, rule.value and math.type(rule.value) and rule.value + 1 }
end

function test_cliffs()
  local bare, steepest = worlds.open {}, 0
  for _, game in ipairs(STOCK) do
    local shown = bare:call("author.show", "show", game, "", {}, true)
    local tried, usual, usual_game = 0, cost(game, shown.seats[1], {})
    for _, rule in ipairs(shown.rules) do
      for _, value in pairs(values_of(rule)) do
        local set = ("%s=%s"):format(rule.name, tostring(value))
        local took, whole = cost(game, shown.seats[1], { set })
        if took then
          local times = math.min(took / usual, whole / usual_game)
          tried, steepest = tried + 1, math.max(steepest, times)
          if times > TWICE then print(("  %-22s --set %-28s %4.1f times the default"):format(game, set, times)) end
        end
      end
    end
    print(("  %-36s %12.1f us a question, %d values tried"):format(game, usual, tried))
  end
  print(("  %-36s %12.1f times the default"):format("the dearest", steepest))
end
