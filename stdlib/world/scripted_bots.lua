-- Who answers by a script: the bots of a game's bots.lua, and the best of them.

local load = require "world.load"
local view = require "world.view"
local answers = require "world.answers"

local scripted_bots = {}

--- The bots of the table's game by name, and the name of the best; or nil and a sentence.
function scripted_bots.of(b)
  if b.bots then return b.bots, b.best_bot end
  local list, best = load.bots(b.spec.name)
  if not list then return nil, best end
  b.bots, b.best_bot = list, best or "random"
  return list, b.best_bot
end

--- The bot of that name; nil: the game has none. Or false and a sentence.
function scripted_bots.named(b, name)
  local all, problem = b.bots, nil
  if not all then all, problem = scripted_bots.of(b) end
  if not all then return false, problem end
  return name ~= "best" and all[name] or nil
end

--- Stages what the bot of that name answers to the open question, as bots.answer does.
function scripted_bots.answer(b, name)
  local bot, problem = scripted_bots.named(b, name)
  if not bot then return bot, problem end
  return scripted_bots.consult(b, bot)
end

--- The same of a bot itself.
function scripted_bots.consult(b, bot)
  local staged, said, code = view.answer(b, bot)
  if staged ~= "none" then return staged, said, code end
  local q = answers.open(b)
  local taken, fault = answers.stage_code(q, said, code)
  if taken then return true end
  return false, ("the bot's answer to `%s`: %s"):format(q.name, answers.sentence(q, fault))
end

return scripted_bots
