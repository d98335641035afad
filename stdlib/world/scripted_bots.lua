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

--- Of an answer that view.answer has not staged ("none"): the code is tried in other ways; as bots.answer gives it.
function scripted_bots.stage_said(b, said, code)
  local q = answers.open(b)
  local taken, fault = answers.stage_code(q, said, code)
  if taken then return true end
  return false, ("the bot's answer to `%s`: %s"):format(q.name, answers.sentence(q, fault))
end

--- Stages what that bot answers to the open question, as bots.answer does.
function scripted_bots.answer(b, name)
  local all, problem = scripted_bots.of(b)
  if not all then return false, problem end
  local bot = name ~= "best" and all[name]
  if not bot then return nil end
  local staged, said, code = view.answer(b, bot)
  if staged == "none" then return scripted_bots.stage_said(b, said, code) end
  return staged, said, code
end

return scripted_bots
