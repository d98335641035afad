-- The front: the program's face. From `croupier ...` typed in a shell to an exit status.
--
-- A card that somebody types at a table goes a short way:
--   terminal   reads the line and cleans it
--   console    tells answers from commands that begin with a colon
--   answers    (in the world, asked by the session) finds the card among those that may be chosen; the engine checks it
--   session    keeps in the journal what was understood, and gives it
--   engine     hands it to the script, and runs to the next stop
--   session    keeps what followed; the bots answer until a person is asked again
--   console    has the world tell what that person may know, and asks
--   terminal   lays it out and writes it

local commands = require "front.base.commands"
local files = require "host.files"
local folders = require "shared.folders"
local options = require "front.base.options"
local status = require "front.base.status"
local english = require "shared.english"

local function no_such_command(name)
  local word = name:match("^[^+]*")
  local _, where = folders.games()
  if where[word] then status.refuse("`%s` is a game: `croupier play %s`", name, name) end
  status.refuse("there is no command `%s`%s", name,
    english.suggest(name, commands.names, "; `croupier help` lists them"))
end

local function run(typed)
  local name = typed[1]
  if not name then
    require("front.base.wall").raise(commands.find "list")
    return commands.find("list").welcome()
  end
  if name == "--version" or name == "-V" then
    local _, whole = files.version()
    io.write("croupier ", whole, "\n")
    return status.done
  end
  if name == "--help" or name == "-h" then name = "help" end
  local command = commands.find(name) or no_such_command(name)
  local given = options.read(command, typed)
  if not given:value("help") then
    if command.before_wall then command.before_wall(given) end
    require("front.base.wall").raise(command, given)
    return command.run(given)
  end
  local terminal = require("front.base.terminal").open {}
  return terminal:pages(function() terminal:laid_out(options.help(command)) end)
end

--- Runs the command that the words of a command line name: the exit status.
return function(typed) return status.of(run, typed) end
