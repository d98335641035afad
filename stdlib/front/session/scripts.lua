-- A game opened only for its scripts: a world with the library, and the game found by its name or its path.

local files = require "host.files"
local folders = require "shared.folders"
local status = require "front.base.status"

local scripts = {}

--- The folder of a game that is named, or given by its path; or nil.
function scripts.folder(word)
  local _, where = folders.games()
  return where[word] and where[word] .. "/" .. word or files.stat(word .. "/game.lua") and word or nil
end

--- A world without a game; `config` is that of worlds.open. A mistake ends the command.
function scripts.bare(config)
  local world, mistakes = require("front.session.worlds").open(config)
  return world or status.fail(mistakes)
end

--- A world without a game; and from "path/or/name+variant+other" the game's name and "variant+other".
function scripts.open(word, stdlib)
  local world = scripts.bare { stdlib = stdlib }
  return world, scripts.name(world, word)
end

--- From "path/or/name+variant+other" the game's name, as this world reads it, and "variant+other".
function scripts.name(world, word)
  local game, variants = world:call("start.open", "name", word)
  if not game then status.refuse(variants) end
  return game, variants
end

return scripts
