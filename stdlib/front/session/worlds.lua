-- Opens worlds. The game, its settings and its players go to a world as one text.

local host = require "host.world"

local worlds = {}

--- The `game`, `sets` and `players` of a configuration ([0] the game master, each with a name and a profile), as texts that
--- each end in a NUL: see open.setup in stdlib/start/open.lua. Nil without a game.
function worlds.pack(config)
  if not config.game then return nil end
  local sets, players = config.sets or {}, config.players or {}
  local texts = { config.game, #sets, table.unpack(sets) }
  for i = 0, #players do
    local player = players[i] or {}
    texts[#texts + 1] = player.name or ""
    texts[#texts + 1] = player.profile or ""
  end
  return table.concat(texts, "\0") .. "\0"
end

--- Opens a world: see its `open` in host/front/l_world.c. Without a game it has the library alone.
function worlds.open(config)
  return host.open { setup = worlds.pack(config), stdlib = config.stdlib, sources = config.sources,
    unpinned = config.unpinned, steps = config.steps, fail_at = config.fail_at }
end

return worlds
