-- croupier run: a script without a game, in the sandbox of games.

local options = require "options"

return {
  name = "run",
  summary = "a script of your own, in the sandbox of games",
  usage = [[
FILE.lua [ARGUMENT...] [options]

The script has what games have, and besides print, its arguments as ...,
croupier.rules("GAME") for a game's functions that need only rules, and
croupier.practice { deck = "standard" } for a table to try things at.]],
  words = { 1, math.huge },
  options = {
    { "limit", letter = "l", value = "SECONDS", help = "how long it may compute, 10 by default" },
    { "trace", help = "after a failure, also what called what" },
    options.stdlib,
  },
}
