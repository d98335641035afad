-- Exit statuses, and functions that end a command with a sentence from anywhere in it.

local files = require "host.files"
local terminal = require "front.base.terminal"

local status = {
  done = 0,
  failed = 1, -- the game, the script, or the machine
  usage = 2, -- the command line was wrong
  interrupted = 130,
}

--- Ends the command: `code` is one of the above, the lines of `text`, if any, go to standard error.
function status.stop(code, text) error({ code = code, text = text }, 0) end

local function filled(format, ...) return select("#", ...) > 0 and format:format(...) or format end

--- Ends the command because it was called in a wrong way.
function status.refuse(format, ...) status.stop(status.usage, filled(format, ...)) end

--- Ends the command because it could not be done.
function status.fail(format, ...) status.stop(status.failed, filled(format, ...)) end

--- Is it the scripts that are wrong, or what was typed? A script's mistake begins with its file and line.
function status.names_script(text)
  return text:match("^[^\n ]*%.lua:") ~= nil or text:match("^[^\n ]*%.[ct]sv:") ~= nil
end

--- Returns all its arguments if the first is true; else ends the command, which has failed for the reason that is the
--- second.
function status.or_fail(value, why, ...)
  if value then return value, why, ... end
  status.fail(why)
end

--- Returns the value if it is true; else ends the command, which has failed, and says what the reason is about: "FILE:
--- why".
function status.or_fail_about(what, value, why)
  return value or status.fail("%s: %s", what, why)
end

local function code_of(text) return status.names_script(text) and status.failed or status.usage end

--- The same for the results of opening a game: returns them, or ends the command with the mistakes.
function status.opened(value, mistakes, ...)
  if value then return value, mistakes, ... end
  status.stop(code_of(mistakes), mistakes)
end

--- Prints the lines of a text on standard error, each as the program's.
function status.complain(text)
  io.flush()
  for line in (text .. "\n"):gmatch("(.-)\n") do terminal.mistake("croupier: " .. line) end
end

-- An error that nobody took is the program's own: one sentence, and the trace to the log, or behind the sentence where
-- nothing may be written.
local function own_error(trace)
  local folder = require("front.base.user_folders").state()
  local path = folder and folder .. "/trace.log"
  local file = path and io.open(path, "a")
  local written = file and file:write(("croupier %s\n%s\n\n"):format(select(2, files.version()), trace))
  written = file and file:close() and written
  local first, rest = trace:match("^([^\n]*)(.*)$")
  status.complain(("internal error: %s%s"):format(first, written and "; more in " .. path or rest))
  return status.failed
end

-- What was raised, if it is one of the above or by a script in a world; any other error is the program's own.
local function taken(problem)
  if type(problem) == "table" and (problem.code or problem.text) then return problem end
  return debug.traceback(tostring(problem), 2)
end

--- Runs a command: the code to exit with.
function status.of(run, ...)
  local done, result = xpcall(run, taken, ...)
  if done then return result end
  if type(result) == "string" then return own_error(result) end
  if result.text then status.complain(result.text) end
  return result.code or code_of(result.text)
end

--- Runs a part of a command that may end with a sentence, by one of the above or a script's mistake, without ending the
--- command: what it gives; or nil and the sentence.
function status.try(run, ...)
  local done, result = xpcall(run, taken, ...)
  if done then return result end
  if type(result) == "string" then error(result, 0) end
  return nil, result.text
end

return status
