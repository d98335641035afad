-- What a session, which is outside the world, reads and sets at its table, as plain data: the final standings; the numbers
-- that everybody may see, with those that count rounds; the notes of bots; whether people roll real dice.

local load = require "script.load"
local specs = require "script.specs"

local driver = {}

--- Reads the game's bots, ignoring mistakes, only so that their files count among the game's sources.
function driver.read_bots(b) pcall(load.bots, b.spec.name) end

--- The final standings, a row for each seat (t:finish in table_verbs.lua); nil until the game has ended.
function driver.result(b) return b.hooks.result end

-- The word for one round of a game, by the names that a counter of rounds may have in the state: hand, hands, matches.
local ROUNDS = {}
for word in ("act battle bout contest day deal fight frame game hand heat hole hour inning lap leg match month night "
  .. "race rack round sale season set trick turn voyage watch wave week year"):gmatch "%a+" do
  for _, ending in ipairs { "", "s", "es" } do ROUNDS[word .. ending] = word end
end

--- The numbers that everybody may see: by the number of each seat its pools and state; as `rounds` those of the table that
--- count rounds, by the game's word for one. A number that is secret is false.
function driver.open_numbers(b)
  local all, words = { rounds = {} }, specs.values(b.spec.words)
  local function add(list, name, start, value)
    if math.type(value) and not specs.is_internal(start) then list[name] = not specs.is_secret(start) and value end
  end
  for name, start in pairs(b.spec.state.table) do
    local word = ROUNDS[name]
    if word then add(all.rounds, words[word] or word, start, rawget(b.t, name)) end
  end
  for _, seat in ipairs(b.sitting) do
    local own = {}
    for name, start in pairs(b.spec.state.seat) do add(own, name, start, rawget(seat, name)) end
    all[seat.number] = own
  end
  for i, pool in ipairs(b.pools) do
    local own = not pool.internal and not pool.place and all[pool.seat]
    if own then own[pool.name] = not pool.secret and b.hooks.pool_handles[i]:amount() end
  end
  return all
end

--- Sets whether people type what their real dice show.
function driver.hand_dice(b, whether) b.hand_dice = whether end

--- The notes of a seat's bot as bytes; nil if it has none; or false and why they can't be saved.
function driver.notes(b, seat)
  if not b.notes[seat] then return nil end
  local bytes, why = engine.pack(b.block, b.notes[seat])
  return bytes or false, why
end

--- Puts a seat's notes back; nil: it has none.
function driver.set_notes(b, seat, bytes) b.notes[seat] = bytes and engine.unpack(b.block, bytes) or {} end

return driver
