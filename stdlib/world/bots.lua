-- Who answers by a script: the bots of a game's bots.lua. "random" and
-- "search" (search.lua) are always there and need no script.

local words = require "world.words"
local load = require "world.load"
local view = require "world.view"
local answers = require "world.answers"
local search = require "world.search"

local bots = {}

--- The bots of the table's game by name, and the name of the best; or nil and a sentence.
function bots.of(b)
  if b.bots then return b.bots, b.best_bot end
  local list, best = load.bots(b.spec.name)
  if not list then return nil, best end
  b.bots, b.best_bot = list, best or "random"
  return list, b.best_bot
end

--- { { name, line }, ... }, sorted, "random" last; and the name of the best. Or nil and a sentence.
function bots.list(b)
  local all, best = bots.of(b)
  if not all then return nil, best end
  return words.joined(words.bot_lines(all), { { "search", "imagines what it can't see, and plays on" },
    { "random", "any legal answer, each as likely" } }), best
end

--- Is it the name of one that answers by searching: search, search:300, search:1s?
function bots.searches(name) return search.limits(name) ~= nil end

--- Stages a bot's answer to the open question, whose seat, name and kind the caller may know: true; nil where it leaves the question to chance, or there is nothing to
--- choose; or false, a sentence and perhaps a traceback.
function bots.answer(b, name, seat, asks, _, _, kind)
  local all, problem = b.bots, nil
  if not all then all, problem = bots.of(b) end
  if not all then return false, problem end
  if not seat then seat, asks, _, _, kind = engine.asked(b.block) end
  if kind == "die" or kind == "nothing" then return nil end
  local bot = all[name]
  if not bot then
    local limits = search.limits(name)
    if limits and kind ~= "text" then return search.answer(b, limits, answers.open(b)) end
    if limits then bot = all[b.best_bot] end -- of all texts there might be a search can try none
  end
  if not bot or name == "best" then return nil end
  local answered, code, said = view.answer(b, bot, seat, asks, kind)
  if not answered then return answered, code, said end
  if engine.choose(b.block, code) then return true end
  local q = answers.open(b)
  if answers.stage_code(q, nil, code) then return true end
  local _, fault = answers.stage_code(q, view.said(b, said), code)
  return false, ("the bot's answer to `%s`: %s"):format(asks, answers.sentence(q, fault))
end

return bots
