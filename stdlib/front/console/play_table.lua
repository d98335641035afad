-- What the commands `play` and `resume` share: opens the terminal by the options, plays a session at its console (and with a
-- campaign the further games of the evening), saves the campaign, and gives the exit status.

local campaign_file = require "front.console.campaign_file"
local console = require "front.console.console"
local status = require "front.base.status"
local terminal = require "front.base.terminal"
local user_folders = require "front.base.user_folders"

local play_table = {}

--- Opens the terminal by the options.
function play_table.terminal(given)
  return terminal.open { color = given:one_of("color", { "auto", "always", "never" }), ascii = given:value "ascii",
    four_color = given:value "four-color", plain = given:value "plain" }
end

local USUAL_PACE, SLOWEST = 0.4, 60

-- Seconds after each move of a bot.
local function pace_of(given, term)
  local text = given:value "pace"
  local pace = text and tonumber(text) or not text and (term:is_terminal() and USUAL_PACE or 0)
  if pace and pace >= 0 and pace <= SLOWEST then return pace end
  status.refuse("--pace %s: expected seconds, from 0 to %d", text, SLOWEST)
end

-- Plays one game: the exit status, and whether it was played to its end.
local function play_one(s, term, given, evening)
  local pace = pace_of(given, term)
  local path = user_folders.state()
  local prompt = require("front.console.prompt").open(term, path and path .. "/history")
  local code = console.play(s, term, prompt, { pace = pace, evening = evening,
    one_person = s.config.one_person or given:value "one-person" })
  if not campaign_file.save(s, term) and code == status.done then code = status.failed end
  prompt:close()
  local over = s.state == "over"
  s:close()
  return code, over
end

--- Plays the session at the terminal; if it is a game of an evening (`evening` or nil), also the others, which `open` opens.
--- Closes session and terminal: the exit status.
function play_table.play(s, term, given, evening, open)
  local code, over = play_one(s, term, given, evening)
  while evening and over and code == status.done do
    local config = evening:next(term)
    if not config then break end
    code, over = play_one(open(config), term, given, evening)
  end
  if evening then evening:finish(term, over) end
  if not term:close() and code == status.done then code = status.failed end
  return code
end

return play_table
