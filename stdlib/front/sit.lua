-- What play and resume share: a terminal, a prompt, and a session at it.

local campaign = require "campaign"
local console = require "console"
local folder = require "folder"
local status = require "status"
local terminal = require "terminal"

local sit = {}

--- The terminal as the options want it.
function sit.terminal(given)
  return terminal.open { color = given:one_of("color", { "auto", "always", "never" }), ascii = given:value "ascii" }
end

--- Plays the session at the terminal and closes both: the exit status.
function sit.play(s, term, given)
  local path = folder.state()
  local prompt = term:prompt(path and path .. "/history")
  local code = console.play(s, term, prompt, { one_person = s.config.one_person or given:value "one-person" })
  if not campaign.keep(s, term) and code == status.done then code = status.failed end
  prompt:close()
  s:close()
  if not term:close() and code == status.done then code = status.failed end
  return code
end

return sit
