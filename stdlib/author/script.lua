-- A script that is not a game's: what `croupier run` runs.

local compile = require "script.compile"
local testing = require "author.testing"

local script = {}

--- Prints values on a line, separated by tabs. Only in `croupier run` and tests.
---@signature print(...)
---@param ... any
---@example print(#t.deck, t.deck:top())
function script.print(...)
  local texts = {}
  for i = 1, select("#", ...) do texts[i] = tostring((select(i, ...))) end
  engine.write(table.concat(texts, "\t") .. "\n")
end

--- Runs the text of a script: true; or false, a sentence, what called what ("" where nothing ran), and whether it
--- computed until its limit.
function script.run(path, text, arguments)
  host.global("print", script.print)
  host.global("croupier", testing.for_scripts())
  local run, problem = compile(path, text, host.environment())
  if not run then return false, problem, "", false end
  local done, sentence, trace, spent = host.try(run, table.unpack(arguments))
  return done, sentence, trace and trace:gsub("\n[^\n]*'try'.*$", ""), spent
end

return script
