-- What the laboratory asks of a table: the measures of the game, and the numbers of each game that was played.

local bots = require "start.bots"
local load = require "script.load"
local out_of_turn = require "table.out_of_turn"
local scripted_bots = require "ask.scripted_bots"
local search = require "search.search"
local lists = require "shared.lists"

local lab = {}

--- The measures of the game, each { name, meaning, is it counted by seat? }, and its ratios of two, each { name, meaning,
--- "net / staked" }; or nil and a sentence if one of the answerers (by seat, 0 the game master) is no bot of the game.
function lab.measures(b, answerers)
  local known, best = load.bots(b.spec.name)
  if not known then return nil, best end
  for seat = b.spec.gm and 0 or 1, #b.players do
    local bot = answerers[seat]
    if bot ~= "random" and not known[bot] and not search.limits(bot) then
      return nil, ("no bot `%s`; this game's best bot is `%s`"):format(bot, best or "random")
    end
  end
  return b.hooks.measure_names, lists.map(b.spec.ratios, function(ratio, name) return { name, ratio[1], ratio[2] } end)
end

--- The rules that are numbers, by their names: a list of { name, value, min, max, whole }.
function lab.numbers(b)
  return lists.map(b.spec.rules, function(rule, name)
    local whole = rule.kind == "whole number"
    local counts = whole or rule.kind == "number"
    return counts and { name = name, value = b.values[name], min = rule.min, max = rule.max, whole = whole } or nil
  end)
end

--- Sets who answers in the games to come: names by seat from 0, the game master's, each ending in a NUL; seats that join get
--- them in turn. Gives the seats that answer at random, as a mask; and may a search act out of turn? Rules, piles, pools and
--- verbs are copied to be one look-up nearer.
function lab.sit(b, packed)
  local scripted, mask, searches, who = assert(bots.of(b)), 0, false, lists.matches(packed, "([^\0]*)\0")
  b.actors = {}
  for number = 0, b.count do
    local name = who[number == 0 and 1 or 2 + (number - 1) % (#who - 1)]
    local bot = name ~= "best" and scripted[name]
    local ask = bot and scripted_bots.asker(b, bot) or function() return bots.answer(b, name) end
    -- Stages the answer at that seat: true; nil if it is left to chance.
    b.hooks[number] = function()
      local staged, why = ask()
      if why then error(("%s: %s"):format(name, why), 0) end
      return staged
    end
    if search.limits(name) and not bot then searches, b.actors[number] = true, name end
    if name == "random" then mask = mask | host.seat_mask(number) end
  end
  if searches then engine.search_record(b.block) end
  engine.record(b.block, searches, true)
  b.hooks.copy_raw()
  return mask, searches and next(b.spec.actions) ~= nil
end

--- Between two steps: begins an action, with chance `rate` a drawn one (out_of_turn.drawn_action), else what a searching seat
--- does out of turn. Gives the step that is to run and the number of its seat; nil if there is no action.
function lab.act(b, rate, seed, game)
  local action = rate > 0 and out_of_turn.drawn_action(b, rate, seed, game)
  if action then return action[1], out_of_turn.prepare_action(b, action[3], action[2], action[4]) end
  local name, number = bots.first_act(b, b.actors)
  if name == false then error(number, 0) end
  if name then return out_of_turn.action_step(b, name), number end
end

--- What a measure has counted in the game so far, of all seats together.
function lab.count(b, name)
  local own, sum = b.hooks.seat_measures[name], 0
  if not own then return b.hooks.measures[name] or 0 end
  for number = 1, b.count do sum = sum + (own[number] or 0) end
  return sum
end

--- The numbers of the game that was played: questions asked; place (0 for none) and score of each seat in turn;
--- measures; those counted by seat again, of each seat; steps run. The second result: is there a result? Or, if the game has
--- `ended`, the sentence that says what it did wrong.
function lab.row(b, ended)
  local _, questions = engine.count(b.block)
  local _, _, steps = engine.standing(b.block)
  local row, standings = { questions }, b.hooks.result
  for i = 2, 1 + 2 * #b.players do row[i] = 0 end
  for _, line in ipairs(standings or {}) do
    local number = line.seat
    if number > 0 and number <= #b.players then row[2 * number], row[2 * number + 1] = line.place, line.score or 0 end
  end
  for _, measure in ipairs(b.hooks.measure_names) do row[#row + 1] = lab.count(b, measure[1]) end
  for _, measure in ipairs(b.hooks.measure_names) do
    local own = b.hooks.seat_measures[measure[1]]
    for number = 1, own and #b.players or 0 do row[#row + 1] = own[number] or 0 end
  end
  row[#row + 1] = steps
  local wrong = ended and (b.hooks.written_over() or select(2, engine.check_step(b.block)))
  return row, wrong or standings ~= nil
end

return lab
