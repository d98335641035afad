-- Who answers at a table: the bots of a game's bots.lua, and "random" and "search"
-- (search.lua), which are always there and need no script.

local answers = require "ask.answers"
local joining = require "table.joining"
local scripted_bots = require "ask.scripted_bots"
local search = require "search.search"
local english = require "shared.english"
local lists = require "shared.lists"

local bots = {}

bots.of = scripted_bots.of

--- Who can answer in a game with these bots: { { name, line }, ... }, sorted, "random" last.
function bots.lines(all)
  return lists.joined(english.bot_lines(all), { { "search", "imagines what it can't see, and plays on" },
    { "random", "any legal answer, all equally likely" } })
end

--- Who can answer at a table, as bots.lines, and the name of the best bot. Or nil and a sentence.
function bots.list(b)
  local all, best = bots.of(b)
  if not all then return nil, best end
  return bots.lines(all), best
end

--- Is it the name of a bot that searches: search, search:300, search:1s?
function bots.searches(name) return search.limits(name) ~= nil end

bots.expected = search.expected -- of a name that begins so

--- Stages an answer after a search that found nothing; gives what bots.answer gives.
function bots.without_search(b) return scripted_bots.answer(b, b.best_bot) end

--- Stages a bot's answer to the open question: true; nil if it leaves the question to chance, or there is nothing to
--- choose; or false, a sentence and perhaps a traceback.
function bots.answer(b, name)
  local limits = search.limits(name)
  if not limits then return scripted_bots.answer(b, name) end
  local all, problem = bots.of(b)
  if not all then return false, problem end
  local _, _, _, _, kind = engine.asked(b.block)
  if kind == "die" or kind == "nothing" then return nil end
  local staged, sentence, trace = search.answer(b, limits, answers.open(b))
  if staged ~= nil then return staged, sentence, trace end
  return bots.without_search(b)
end

--- The action that a bot takes out of turn for that seat before the next step, by its name; nil for none; or false and a
--- sentence. Only a search takes any.
function bots.act(b, name, seat)
  local limits = search.limits(name)
  if not limits then return nil end
  return search.act(b, limits, seat)
end

--- The action of the first seat, the game master's before the others, whose bot takes one out of turn before the next step,
--- and the number of that seat; nil if none does; or false and a sentence. names: of the bots by seat, 0 the game master's.
function bots.first_act(b, names)
  for _, seat in ipairs(lists.joined(b.spec.gm and { 0 } or {}, joining.seated(b))) do
    local action, why = bots.act(b, names[seat] or "", seat)
    if why then return false, ("%s: %s"):format(names[seat], why) end
    if action then return action, seat end
  end
end

return bots
