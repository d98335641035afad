-- What `croupier list` knows of a game. It requires little, for a list is wanted at once.

local load = require "script.load"
local sources = require "script.sources"
local english = require "shared.english"

local listing = {}

local LONGEST = 300 -- bytes of what is wrong with a game

--- A game's declaration as far as a list tells it, as plain data: name, title, one_line, seats { low, high }, player (the
--- word), players ("2 to 6 players"), gm, variants, files (the paths of its files that were read), others (whether it
--- needs those of another game); or name and problem.
function listing.entry(name)
  local asked = sources.note_asked()
  local spec, mistakes = load.game(name, { look = true })
  if not spec then return { name = name, problem = english.cut(load.lines(mistakes):match "[^\n]*", LONGEST) } end
  local others = false
  for folder in pairs(asked) do others = others or folder ~= name and folder ~= "stdlib" end
  return { name = name, title = spec.title, one_line = spec.one_line, seats = spec.seats, player = spec.player,
    players = english.seats(spec), gm = spec.gm or false, variants = sources.variants(name),
    files = sources.paths(name), others = others }
end

return listing
