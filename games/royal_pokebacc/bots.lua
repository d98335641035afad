-- The players of all three Pokebacc games: pokebacc/bots.lua.
local players = require "pokebacc.bots"

return { best = "courtier", courtier = players.courtier, hoarder = players.hoarder }
