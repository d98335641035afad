-- The front: the program's face. From `croupier ...` typed in a shell to an exit status.
--
-- A card that somebody types at a table goes a short way:
--   terminal   reads the line and cleans it
--   console    tells answers from commands that begin with a colon
--   session    has the world read it, keeps what was understood in the journal, and gives it
--   answers    (in the world) finds the card among those that may be chosen
--   engine     checks the answer code, hands it to the script, and runs to the next stop
--   session    keeps what followed; the bots answer until a person is asked again
--   console    has the world tell what that person may know, and asks
--   terminal   lays it out and writes it

-- Commands, in the order of `croupier help`.
local names = {}

return function(arguments)
  local name = arguments[1]
  if not names[name] then return nil end
  return require("commands." .. name)(arguments)
end
