-- Who plays Royal Pokebacc: see players.lua.
local players = require "royal_pokebacc.players"

return { best = "courtier", courtier = players.courtier, hoarder = players.hoarder }
