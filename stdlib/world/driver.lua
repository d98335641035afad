-- What a session asks of its table, from outside the world: the hooks of the
-- built table by name, names of piles and pools. Only plain data goes back.

local load = require "world.load"

local driver = {}

--- What a hook of the built table gives (see world/table_hooks.lua).
function driver.hook(name, ...) return host.build().hooks[name](...) end

--- The name of a pile ("pile_names") or pool ("pool_names"), by its number from 0.
function driver.label(list, number) return host.build().hooks[list][number + 1] or "?" end

--- Reads the game's bots, whatever comes of it: their texts are kept with the game's.
function driver.read_bots()
  pcall(load.bots, host.build().spec.name)
end

--- How the game ended: see verbs.finish.
function driver.result(b) return b.hooks.result end

--- Do people type their dice?
function driver.hand_dice(whether) host.build().hand_dice = whether end

--- What a seat's bot has noted as bytes, nil when that is nothing; or false and why it can't be kept.
function driver.notes(seat)
  local b = host.build()
  if not b.notes[seat] then return nil end
  local bytes, why = engine.pack(b.block, b.notes[seat])
  return bytes or false, why
end

--- Puts a seat's notes back; nil: it has none.
function driver.set_notes(seat, bytes)
  local b = host.build()
  b.notes[seat] = bytes and engine.unpack(b.block, bytes) or {}
end

return driver
