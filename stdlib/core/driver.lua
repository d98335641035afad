-- What a session asks of its table, from outside the world: the hooks of the
-- built table by name, names of piles and pools, bots. Only plain data goes
-- back.

local load = require "core.load"
local view = require "core.view"

local driver = {}

--- What a hook of the built table gives (see core/table_hooks.lua).
function driver.hook(name, ...) return engine.build().hooks[name](...) end

--- The name of a pile ("pile_names") or pool ("pool_names"), by its number from 0.
function driver.label(list, number) return engine.build().hooks[list][number + 1] or "?" end

--- Reads the game's bots, whatever comes of it: their texts are kept with the game's.
function driver.read_bots()
  pcall(load.bots, engine.build().spec.name)
end

-- The bots of this table, read once.
local function bots_of(b)
  if not b.bots then
    local bots, problem = load.bots(b.spec.name)
    if not bots then error(problem, 0) end
    b.bots = bots
  end
  return b.bots
end

--- Stages a bot's answer to the open question: its kept form; nil when the bot leaves it to chance; or false and a
--- sentence.
function driver.stage_bot(name)
  local b = engine.build()
  local bot = bots_of(b)[name]
  local q = engine.question(b.block)
  if type(bot) ~= "table" or q.kind == "nothing" or q.kind == "die" then return nil end
  function q.fits(at, chosen) return engine.fits(b.block, at, chosen) end
  engine.fresh_draws(b.block)
  local text, problem = view.answer(b, bot, q.seat, q)
  if text == nil then return nil end
  if text == false then return false, problem end
  local kept, sentence = engine.stage_text(b.block, text)
  if not kept then return false, ("%s answers %s: %s"):format(name, text, sentence) end
  return kept
end

return driver
