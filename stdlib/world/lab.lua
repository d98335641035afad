-- What the laboratory asks of a table: what is measured there, and the numbers of a game.

local load = require "world.load"
local search = require "world.search"
local words = require "world.words"

local lab = {}

--- The measures of the game, each { name, meaning }; or nil and a sentence when one of those who answer (by seat, 0 the
--- game master) is no bot of the game.
function lab.measures(b, answerers)
  local bots, best = load.bots(b.spec.name)
  if not bots then return nil, best end
  for seat = b.spec.gm and 0 or 1, #b.players do
    local bot = answerers[seat]
    if bot ~= "random" and not bots[bot] and not search.limits(bot) then
      return nil, ("no bot `%s`; the best of this game is `%s`"):format(bot, best or "random")
    end
  end
  return b.hooks.measure_names
end

--- The rules that are numbers, by their names: a list of { name, value, min, max, whole }.
function lab.numbers(b)
  local list = {}
  for _, name in ipairs(words.keys(b.spec.rules)) do
    local rule = b.spec.rules[name]
    if rule.kind == "number" or rule.kind == "whole number" then
      list[#list + 1] = { name = name, value = b.values[name], min = rule.min, max = rule.max,
        whole = rule.kind == "whole number" }
    end
  end
  return list
end

--- The numbers of the game that was played: questions asked; place (0 for none) and score of each seat in turn;
--- measures. And is there a result?
function lab.row(b)
  local _, questions = engine.count(b.block)
  local row, standings = { questions }, b.hooks.result
  for i = 2, 1 + 2 * #b.players do row[i] = 0 end
  for _, line in ipairs(standings or {}) do
    local number = line.seat
    if number > 0 and number <= #b.players then row[2 * number], row[2 * number + 1] = line.place, line.score or 0 end
  end
  for _, measure in ipairs(b.hooks.measure_names) do row[#row + 1] = b.hooks.measures[measure[1]] or 0 end
  return row, standings ~= nil
end

return lab
