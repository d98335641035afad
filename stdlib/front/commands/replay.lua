-- croupier replay: tells a kept game again.

local options = require "options"

local replay = {
  name = "replay",
  summary = "tell a kept game again",
  usage = [[
[FILE] [options]

FILE is a journal, without one the last that was kept. A game that is
over is told with everything that was hidden; of one that is not, only
what the whole table knows. --json prints every event of either. --with
plays it again under another house rule, as it is on disk, and shows
where that first makes a difference.]],
  words = { 0, 1 },
}

replay.options = options.join({
  { "with", value = "VARIANT", help = "where a house rule would go another way" },
  { "json", help = "for other programs: every event as an object a line" },
}, options.look)

return replay
