-- The commands of the program, each a module of commands/:
--   name            set here: the module's name
--   summary         a line for the list of commands
--   usage           what follows the name, then lines of explanation
--   options         what it takes, as options.lua has them
--   arguments       how many words beside options it takes, { fewest, most }; left out: none
--   completes       what the first of these may be: "games", "names" of help, or a list of words; left out: games if the
--                   usage begins with GAME, else a file
--   completes_next  what the second may be if that differs: "parts" of the game, or "games"
--   writes          what it writes, for the wall (wall.lua): a list of options whose values name files or folders, "journals"
--                   and "cache" for the program's own; or a function of what is given, which gives paths; left out: nothing
--   before_wall(given)  does what must be done before the wall is up; may be left out
--   run(given)      -> the exit status
-- Help and completion read them all, so what only `run` needs is required there.

local lists = require "shared.lists"

local commands = {}

--- The names of all, in the order of `croupier help`.
commands.names = {
  "list", "show", "play", "resume", "replay", "verify", "sim", "compare", "sweep", "study", "tournament", "merge",
  "new", "check", "sheet", "cards", "dice", "stubs", "test", "run", "repl", "completion", "help",
}

--- A command by its name, or nil.
function commands.find(name)
  if not lists.index(commands.names, name) then return nil end
  local command = require("front.commands." .. name)
  command.name, command.completes = name, command.completes or command.usage:find "^%[?GAME" and "games"
  return command
end

--- All of them.
function commands.all() return lists.collect(commands.names, commands.find) end

return commands
