-- What is done to a table out of turn: rules that the GM sets, new scripts in
-- mid-game, actions. The host asks by the hooks that are laid here.

local words = require "world.words"
local declare = require "world.declare"
local joining = require "world.joining"
local rules = require "world.rules"

local M = {}

-- What the game's own check says of rules with these values.
local function complaint(b, values)
  local players = {}
  for i, seat in ipairs(b.sitting) do players[i] = b.seat_fixed[seat.number] end
  return (declare.complaint(b.spec, values, #players, players))
end

-- The same of changes, { name, text, name, text, ... }: when those that wait for the next step count, and again when
-- those for the next hand do too.
local function check_together(b, changes)
  if not b.spec.check then return nil end
  local values, sentence = {}, nil
  for key in pairs(b.spec.rules) do values[key] = b.values[key] end
  for _, from in ipairs { "step", "hand" } do
    local some = false
    for i = 1, #changes, 2 do
      local rule = b.spec.rules[changes[i]]
      if rule and rule.from == from then values[changes[i]], some = rules.read(rule, changes[i + 1]), true end
    end
    sentence = sentence or some and complaint(b, values) or nil
  end
  return sentence
end

-- Rules that the GM sets in mid-game: checked when said, applied when due.
local function rule_hooks(b)
  local function find(name)
    local rule = b.spec.rules[name]
    if rule then return rule end
    return nil, ("%s has no rule `%s`%s"):format(b.spec.title, name, words.suggest(name, words.keys(b.spec.rules)))
  end
  --- Why the rule may not be set so after the changes that wait; nil when it may.
  function b.hooks.may_set(name, text, waiting)
    local rule, problem = find(name)
    if not rule then return problem end
    if rule.from == "game" then return ("rule `%s` can't change during a game"):format(name) end
    local value, sentence = rules.read(rule, text)
    if value == nil then return sentence end
    waiting[#waiting + 1] = name
    waiting[#waiting + 1] = text
    return check_together(b, waiting)
  end
  function b.hooks.rule_from(name) return b.spec.rules[name] and b.spec.rules[name].from end
  function b.hooks.apply_rule(name, text)
    local rule, problem = find(name)
    if not rule then error(problem, 0) end
    local value, sentence = rules.read(rule, text)
    if value == nil then error(sentence, 0) end
    b.values[name], b.rules_changed, b.once = value, true, {}
    return rule.secret
  end
end

-- New scripts in mid-game: a rule that the GM has not set takes the new
-- scripts' value, at once or at the next hand, as the rule says.
local function reload_hooks(b)
  --- The names of the rules that were set in this game.
  function b.hooks.changed_rules()
    local changed = {}
    for name, rule in pairs(b.spec.rules) do
      changed[name] = rule.kind ~= "table" and rules.show(b.values[name], rule) ~= rules.show(rule.value, rule) or nil
    end
    return table.concat(words.keys(changed), " ")
  end
  --- After the old values were restored: { { name, text, later, secret }, ... }, the rules that now count otherwise.
  function b.hooks.fresh_rules(changed)
    local list = {}
    for _, name in ipairs(words.keys(b.spec.rules)) do
      local rule, old = b.spec.rules[name], b.values[name]
      local set = (" " .. changed .. " "):find(" " .. name .. " ", 1, true) and rules.accepts(rule, old)
      local differs = rules.show(old, rule) ~= rules.show(rule.value, rule) or type(old) == "table"
      if differs and not set and rule.from ~= "game" then
        local later = rule.from == "hand" and rule.kind ~= "table"
        if not later then b.values[name], b.once = rule.value, {} end
        if rules.show(old, rule) ~= rules.show(rule.value, rule) then
          list[#list + 1] = { name, rules.show(rule.value, rule), later, rule.secret }
        end
      end
    end
    return list
  end
end

-- May the action run before this step?
local function may_before(action, step)
  if not action.when then return true end
  for _, name in ipairs(action.when) do if name == step then return true end end
  return false
end

-- Actions: who may, when, and the step they run.
local function action_hooks(b)
  local actions, coming = b.spec.actions, b.spec.joining and joining.actions or {}
  local function for_players(name) return ("`%s` is for %ss"):format(name, b.spec.player) end
  --- nil when the seat may do this now, else a sentence. `text` says who joins.
  function b.hooks.may_act(name, number, text)
    if number > 0 and not b.place_of[number] then return ("%s has left the table"):format(b.names[number]) end
    if coming[name] then return coming[name].may(b, number, text) end
    local action = actions[name]
    if not action then
      return ("%s has no action `%s`%s"):format(b.spec.title, name, words.suggest(name, words.keys(actions)))
    end
    local seat = b.seats[number]
    if action.who then
      local ok, may = host.look(b.block, action.who, action.who, b.t, seat)
      if not ok then return number == 0 and for_players(name) or tostring(may) end
      if type(may) == "string" then return may end
      if not may then return ("%s may not `%s` now"):format(seat.name, name) end
    elseif number == 0 then return for_players(name) end
  end
  -- A seat comes or goes, for random play: as some_action.
  local function come_or_go(n, place, step)
    local name = place > #b.sitting and "join" or "leave"
    local number = name == "leave" and rawget(b.sitting[place], 0) or 0
    local text = name == "join" and ("Newcomer %d="):format(n % 999 + 1) or nil
    if b.hooks.action_due(name, step) and b.hooks.may_act(name, number, text) == nil then
      return { b.hooks.action_step(name), number, name, text }
    end
  end
  --- For random play: { step, seat number, action, text } of one that may be done now, or nil. `place` is that of a seat
  --- round the table, 0 the game master's; one more than there are is who may join.
  function b.hooks.some_action(n, place, step)
    local names = words.keys(actions)
    if place > #b.sitting or b.spec.joining and place > 0 and n % (#names + 1) == #names then
      return come_or_go(n, place, step)
    end
    if #names == 0 or (place == 0 and not b.spec.gm) then return nil end
    local name, number = names[n % #names + 1], place == 0 and 0 or rawget(b.sitting[place], 0)
    if b.hooks.action_due(name, step) and b.hooks.may_act(name, number) == nil then
      return { actions[name].step, number, name }
    end
  end
  --- How many places some_action knows.
  function b.hooks.places() return #b.sitting + (b.spec.joining and 1 or 0) end
  --- In simulation, between two steps: with chance `rate` such an action, drawn from the seed and the numbers of game
  --- and step alone.
  function b.hooks.drawn_action(rate, seed, game)
    local step, _, steps = engine.standing(b.block)
    local chance = rng.new(("%s, actions of game %d after %d steps"):format(seed, game, steps))
    if (chance:word() >> 11) * 0x1p-53 >= rate then return nil end
    return b.hooks.some_action(chance:below(1 << 30), chance:below(b.hooks.places() + 1), step)
  end
  --- Does what an action does before its step: the number of the seat that its step is for.
  function b.hooks.prepare_action(name, number, text)
    return coming[name] and coming[name].done(b, number, text) or number
  end
  function b.hooks.action_due(name, step)
    local action = coming[name] and b.spec.joining or actions[name]
    return action == nil or may_before(action, step)
  end
  --- The step that an action runs; nil where there is none.
  function b.hooks.action_step(name)
    if coming[name] then return b.spec.steps[coming[name].step] and coming[name].step end
    return actions[name] and actions[name].step
  end
  --- Is there such an action?
  function b.hooks.is_action(name) return (coming[name] or actions[name]) ~= nil end
  function b.hooks.joins() return b.spec.joining and true or false end
  function b.hooks.seated() return joining.seated(b) end
  function b.hooks.seat_name(number) return b.names[number] end
  --- Of who joined the game under way: name, and who was to answer, nil where nobody was named.
  function b.hooks.newcomer(number) return joining.newcomer(b, number) end
end

local TEXT_MOST, NUMBER_MOST = 200, 10 ^ 15
local SWITCH = { yes = true, ["true"] = true, no = false, ["false"] = false }

local function seat_called(b, text)
  for _, seat in ipairs(b.sitting) do if seat.name:lower() == text:lower() then return seat end end
end

local function number_in(text)
  local n = tonumber(text)
  return n and n == n and math.abs(n) <= NUMBER_MOST and (math.tointeger(n) or n) or nil
end

-- What a text stands for where `like` stood; nil and what was expected.
local function state_value(b, like, text)
  if #text > TEXT_MOST or text:find("%c") then return nil, ("a text of at most %d bytes"):format(TEXT_MOST) end
  if type(like) == "number" then
    local n = number_in(text)
    if math.type(like) == "integer" then return math.tointeger(n), "a whole number of at most 15 digits" end
    return n, "a number"
  elseif type(like) == "boolean" then return SWITCH[text:lower()], "yes or no"
  elseif type(like) == "string" then return text
  elseif type(like) == "table" and rawget(like, 0) then return seat_called(b, text), "the name of a seat"
  elseif like ~= nil then return nil, "a number, yes or no, a text or a seat: what stands there is none of these" end
  local value = seat_called(b, text) or number_in(text)
  if value == nil then value = SWITCH[text:lower()] end
  if value == nil then return text end
  return value
end

-- State that the game master puts right: see `:state`.
local function state_hooks(b)
  local function declared(number) return b.spec.state[number < 0 and "table" or number == 0 and "gm" or "seat"] end
  local function owner(number) return number < 0 and b.t or b.seats[number] end
  -- The value, whether it is one, and the sentence where it is none.
  local function read(number, name, text)
    local list = declared(number)
    local start = list[name]
    if start == nil then
      return nil, false, ("there is no `%s`%s"):format(name, words.suggest(name, words.keys(list)))
    end
    if number > 0 and not b.place_of[number] then return nil, false, b.names[number] .. " has left the table" end
    if type(start) == "table" and start.is_secret then start = start.value end
    if text == "none" and start == none then return nil, true end
    local like = rawget(owner(number), name)
    if like == nil and start ~= none then like = start end
    local value, expected = state_value(b, like, text)
    if value == nil then return nil, false, ("%s = %s: expected %s"):format(name, text, expected) end
    return value, true
  end
  --- Why `:state` can't set this (the seat -1: the table's); nil where it can.
  function b.hooks.may_fix_state(number, name, text)
    local _, good, sentence = read(number, name, text)
    return not good and sentence or nil
  end
  --- Sets it: what the table is told, or nil.
  function b.hooks.fix_state(number, name, text)
    local value, good = read(number, name, text)
    if not good then return nil end
    rawset(owner(number), name, value)
    local start = declared(number)[name]
    local what = name:gsub("_", " ")
    if number >= 0 then what = joining.possessive(b.names[number]) .. " " .. what end
    if type(start) == "table" and start.is_secret then return ("The game master corrects %s."):format(what) end
    local shown = type(value) == "table" and value.name or type(value) == "boolean" and (value and "yes" or "no")
      or value == nil and "none" or tostring(value)
    return ("The game master sets %s to %s."):format(what, shown)
  end
  --- The names that `:state` knows, by whose they are.
  function b.hooks.state_names()
    local list = {}
    for _, whose in ipairs { "table", "seat", "gm" } do list[whose] = words.keys(b.spec.state[whose]) end
    return list
  end
end

--- Lays these hooks beside those of the build.
function M.add(b)
  state_hooks(b)
  rule_hooks(b)
  reload_hooks(b)
  action_hooks(b)
end

return M
