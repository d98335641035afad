-- A session's queries and settings of its table, from outside the world. Only plain data goes back.

local load = require "script.load"

local driver = {}

--- Reads the game's bots, whatever comes of it: their texts are kept with the game's.
function driver.read_bots(b) pcall(load.bots, b.spec.name) end

--- How the game ended: see verbs.finish.
function driver.result(b) return b.hooks.result end

--- Do people type their dice?
function driver.hand_dice(b, whether) b.hand_dice = whether end

--- What a seat's bot has noted as bytes, nil when that is nothing; or false and why it can't be kept.
function driver.notes(b, seat)
  if not b.notes[seat] then return nil end
  local bytes, why = engine.pack(b.block, b.notes[seat])
  return bytes or false, why
end

--- Puts a seat's notes back; nil: it has none.
function driver.set_notes(b, seat, bytes) b.notes[seat] = bytes and engine.unpack(b.block, bytes) or {} end

return driver
