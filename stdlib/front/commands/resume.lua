-- croupier resume: goes on with a kept table.

local options = require "options"

local resume = {
  name = "resume",
  summary = "go on with a table that was left",
  usage = [[
[FILE] [options]

Without a file the last table that was not finished is offered, then those
before it.]],
  words = { 0, 1 },
}

resume.options = options.join({
  { "stdlib", value = "DIR", help = "the library from a folder instead of the program: what a table was played with " ..
    "is in its journal, and `:reload` reads the folder" },
}, options.table)

return resume
