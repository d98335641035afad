-- croupier verify: plays a kept game again and compares.

return {
  name = "verify",
  summary = "check that a kept game was played as its journal says",
  usage = [[
[FILE] [options]

Plays the journal again, the last that was kept where none is named:
every shuffle from the seed, every answer by the rules, the state after
every step, and the end. The seed's SHA-256 was shown before the first
shuffle: --commitment compares.]],
  words = { 0, 1 },
  options = { { "commitment", value = "HEX", help = "what was shown before the first shuffle" } },
}
