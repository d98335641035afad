-- croupier sim: plays many games without people, and counts.

local options = require "options"

local sim = {
  name = "sim",
  summary = "play many games by bots and count",
  usage = [[
GAME[+VARIANT...] [options]

Plays games without people: who wins how often, with what score, and what
the game itself counts. A first place that is shared counts in parts; a
+- is one standard error. The same seed gives the same figures with any
number of threads.]],
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

return sim
