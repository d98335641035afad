-- What a session asks of its table, from outside the world: the hooks of the
-- built table by name, names of piles and pools. Only plain data goes back.

local load = require "world.load"

local driver = {}

--- What a hook of the built table gives (see world/table_hooks.lua).
function driver.hook(name, ...) return engine.build().hooks[name](...) end

--- The name of a pile ("pile_names") or pool ("pool_names"), by its number from 0.
function driver.label(list, number) return engine.build().hooks[list][number + 1] or "?" end

--- Reads the game's bots, whatever comes of it: their texts are kept with the game's.
function driver.read_bots()
  pcall(load.bots, engine.build().spec.name)
end

return driver
