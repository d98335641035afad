-- The scripts of a game that nobody plays: a world with the library, and the game found by its name or its path.

local files = require "host.files"
local folders = require "shared.folders"
local status = require "front.base.status"

local scripts = {}

--- The text of a file of at most `most` bytes (nil: of any length); nil, a sentence, and why. Pipes and devices are
--- refused: reading one might never end.
function scripts.text(path, most)
  local stat = files.stat(path)
  if stat and stat.kind ~= "file" then
    local why = stat.kind == "folder" and "Is a directory" or "not a file"
    return nil, ("%s: %s"):format(path, why), why
  end
  local file, problem = io.open(path, "rb")
  if not file then return nil, problem, problem:gsub("^.*: ", "") end
  local text, why = file:read(most and most + 1 or "a")
  file:close()
  if not text and why then return nil, ("%s: %s"):format(path, why), why end
  if most and #(text or "") > most then return nil, ("%s: longer than %d KB"):format(path, most // 1024), "too long" end
  return text or ""
end

--- The folder of a game that is named, or given by its path; or nil.
function scripts.folder(word)
  local _, where = folders.games()
  return where[word] and where[word] .. "/" .. word or files.stat(word .. "/game.lua") and word or nil
end

--- Writes a page, cleaned, to the file that `--output` names, else to standard output. What is wrong ends the command.
function scripts.write(page, path)
  if not path then return io.write(page, "\n") end
  local file, why = io.open(path, "w")
  if not file then status.refuse("%s", why) end
  local good = file:write(files.clean(page, "\n\t"), "\n")
  good = file:close() and good
  if not good then status.fail("%s: could not be written", path) end
end

--- A world without a game; `config` has what world.open takes. What is wrong ends the command.
function scripts.bare(config)
  local world, mistakes = require("front.session.worlds").open(config)
  return world or status.fail(mistakes)
end

--- The same, and of "path/or/name+variant+other" the game's name and "variant+other".
function scripts.open(word, stdlib)
  local world = scripts.bare { stdlib = stdlib }
  return world, scripts.name(world, word)
end

--- Of "path/or/name+variant+other" the game's name, as this world reads it, and "variant+other".
function scripts.name(world, word)
  local game, variants = world:call("start.open", "name", word)
  if not game then status.refuse(variants) end
  return game, variants
end

return scripts
