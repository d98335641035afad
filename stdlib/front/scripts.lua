-- The scripts of a game that nobody plays: a world with the library, and the game found by its name or its path.

local status = require "status"

local scripts = {}

--- A world without a game; `config` has what world.open takes. What is wrong ends the command.
function scripts.bare(config)
  local world, mistakes = require("host.world").open(config)
  return world or status.fail(mistakes)
end

--- The same, and of "path/or/name+variant+other" the game's name and "variant+other".
function scripts.open(word, stdlib)
  local world = scripts.bare { stdlib = stdlib }
  return world, scripts.name(world, word)
end

--- Of "path/or/name+variant+other" the game's name, as this world reads it, and "variant+other".
function scripts.name(world, word)
  local game, problem = world:name(word)
  if not game then status.refuse(problem) end
  return game, word:match("%+(.*)$") or ""
end

return scripts
