-- What play and resume share: a terminal, a prompt, and a session at it.

local campaign = require "campaign"
local console = require "console"
local folder = require "folder"
local status = require "status"
local terminal = require "terminal"

local sit = {}

--- The terminal as the options want it.
function sit.terminal(given)
  return terminal.open { color = given:one_of("color", { "auto", "always", "never" }), ascii = given:value "ascii",
    plain = given:value "plain" }
end

local USUAL_PACE, SLOWEST = 0.4, 60

-- Seconds after each move of a bot.
local function pace_of(given, term)
  local text = given:value "pace"
  local pace = text and tonumber(text) or not text and (term:is_terminal() and USUAL_PACE or 0)
  if pace and pace >= 0 and pace <= SLOWEST then return pace end
  status.refuse("--pace %s: expected seconds, from 0 to %d", text, SLOWEST)
end

--- Plays the session at the terminal and closes both: the exit status.
function sit.play(s, term, given)
  local pace = pace_of(given, term)
  local path = folder.state()
  local prompt = term:prompt(path and path .. "/history")
  local code = console.play(s, term, prompt, { pace = pace, plain = given:value "plain",
    one_person = s.config.one_person or given:value "one-person" })
  if not campaign.keep(s, term) and code == status.done then code = status.failed end
  prompt:close()
  s:close()
  if not term:close() and code == status.done then code = status.failed end
  return code
end

return sit
