-- croupier test: runs the suites of games and of the program.

local options = require "options"

return {
  name = "test",
  summary = "run the tests of games and of the program",
  usage = [[
[PATH|GAME...] [options]

Runs LuaUnit suites: the files, folders and games given, else tests/lua
and the test.lua and test_*.lua of every game. In a suite `lu` is LuaUnit and
`croupier.open` gives a table to order; `croupier help croupier.open` says how.

With --golden the words are games: what one whole game of each tells is
compared with GAME/golden/*.txt, and --write writes those files. Review
the difference before you keep it.]],
  words = { 0, math.huge },
  options = {
    { "only", letter = "o", value = "TEXT", help = "only tests whose name contains TEXT" },
    { "list", letter = "l", help = "name the tests that pass, with their time" },
    options.stdlib,
    { "golden", letter = "g", help = "check kept playthroughs: [GAME[+VARIANT]...]" },
    { "write", letter = "w", help = "with --golden: write them anew" },
    { "seats", letter = "s", value = "SEATS", help = "with --write: who plays, like angler,random" },
    { "seed", value = "TEXT", help = "with --write: the seed, \"golden\" when left out" },
    { "set", value = "RULE=VALUE", help = "with --write: another value for a rule" },
    { "player", value = "TEXT", help = "with --write: one more player, \"Anna: str 14\"" },
  },
}
