-- croupier test: runs the suites of games and of the program.

local options = require "front.base.options"
local status = require "front.base.status"
local lists = require "shared.lists"

local GOLDEN = { -- what goes with --golden
  { "golden", letter = "g", help = "check recorded playthroughs: [GAME[+VARIANT]...]" },
  { "write", letter = "w", help = "with --golden: rewrite them" },
  { "seats", letter = "s", value = "SEATS", completes = true, help = "with --write: who plays, like angler,random" },
  { "seed", value = "TEXT", help = "with --write: the seed, \"golden\" by default" },
  { "set", value = "RULE=VALUE", help = "with --write: another value for a rule" },
  { "player", value = "TEXT", help = "with --write: one more player, \"Anna: str 14\"" },
}

local test = {
  summary = "run the tests of games and of the program",
  usage = [[
[PATH|GAME...] [options]

Runs LuaUnit suites: the files, folders and games given, or else those in the
folders of tests, and the test.lua and test_*.lua of every game. In a suite
`lu` is LuaUnit and `croupier.open` sets up a table; `croupier help
croupier.open` says how.
Suites of games can start no program, and write only to a temporary folder
(files by os.tmpname), unless you say --trusted.

With --golden the arguments are games: the text of one whole game of each is
compared with GAME/golden/*.txt, and --write writes those files. A variant's
file holds only what differs from the game's. Review the differences before you
commit them.]],
  arguments = { 0, math.huge },
}

test.options = options.join({
  { "only", letter = "o", value = "TEXT", help = "only tests whose name contains TEXT" },
  { "list", letter = "l", help = "list the tests that pass, with times" },
  { "front", help = "tests of what the program runs outside games" },
  { "trusted", help = "suites may write files and start programs" },
  options.stdlib,
}, GOLDEN)

-- Suites raise a wall themselves, before the first that isn't trusted.
function test.writes(given)
  if not given:value "golden" then return nil end
  return given:value "write" and lists.collect(given.rest, function(word)
    return require("front.session.scripts").folder(word:match "^[^+]*")
  end) or {}
end

local function run_suites(given)
  for _, option in ipairs(GOLDEN) do
    if given:value(option[1]) then status.refuse("--%s only works with --golden", option[1]) end
  end
  local suites = require "front.author.suites"
  return suites.run(suites.find(given.rest), { only = given:value("only"), list = given:value("list"),
    front = given:value("front"), trusted = given:value("trusted"), stdlib = given:value("stdlib") })
end

function test.run(given)
  local golden = given:value("golden")
  local passed, failed = (golden and require("front.author.golden").run or run_suites)(given)
  io.write(("%s: %d passed, %d failed\n"):format(golden and "golden" or given:value("front") and "front" or "lua",
    passed, failed))
  return failed > 0 and status.failed or status.done
end

return test
