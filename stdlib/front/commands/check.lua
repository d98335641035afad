-- croupier check: what is wrong with a game's scripts.

local options = require "options"

return {
  name = "check",
  summary = "what is wrong with a game's scripts",
  usage = [[
GAME[+VARIANT...]|PATH [options]

Looks at every script of a game at once, then plays it at random and by
its bots for what only play can show. PATH is a game's folder or one of
its scripts.
The exit status is 1 for errors, 0 for warnings or nothing.]],
  words = { 1, 1 },
  completes = "games",
  options = {
    { "seconds", value = "N", help = "how long to try the game by playing, 3; 0: not" },
    { "strict", help = "warnings count as errors" },
    { "format", value = "FORMAT", help = "human, or gcc for editors that jump to lines" },
    { "json", help = "for other programs: a list of objects" },
    options.stdlib,
  },
}
