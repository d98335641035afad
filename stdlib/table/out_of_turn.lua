-- What happens at a table without being an answer to a question, in the order of this file: the game master sets a rule
-- (`:set`); scripts are reloaded; a player starts an action, joins or leaves; the game master corrects a pool, a card
-- or a value (`:pool`, `:move`, `:state`). The functions may_... say whether that is allowed.
-- Sessions, tests, the laboratory and searches call these.

local english = require "shared.english"
local lists = require "shared.lists"
local joining = require "table.joining"
local rules = require "script.rules"
local specs = require "script.specs"

local M = {}

-- --- rules that the GM sets: checked when said, applied when due ---

-- The complaint of the game's own `check` about changes, { name, text, name, text, ... }: with those that wait for the next
-- step, and then also with those that wait for the next hand; or nil.
local function check_together(b, changes)
  local values, sentence = lists.copy(b.values, 1), nil
  local players = lists.map(b.sitting, function(seat) return b.seat_fixed[seat.number] end)
  for _, from in ipairs { "step", "hand" } do
    local some = false
    for i = 1, #changes, 2 do
      local rule = b.spec.rules[changes[i]]
      if rule and rule.from == from then values[changes[i]], some = rules.read(rule, changes[i + 1]), true end
    end
    sentence = sentence or some and specs.complaint(b.spec, values, #players, players) or nil
  end
  return sentence
end

-- The value that a text stands for, and the rule; or nil, the rule if there is one, and a sentence.
local function read_rule(b, name, text)
  local rule = b.spec.rules[name]
  if not rule then
    return nil, nil, ("%s has no rule `%s`%s"):format(b.spec.title, name, english.suggest(name, b.spec.rules))
  end
  local value, sentence = rules.read(rule, text)
  return value, rule, sentence
end

--- Why the rule can't have that value once the waiting changes are made; nil if it can.
function M.may_set(b, name, text, waiting)
  local value, rule, sentence = read_rule(b, name, text)
  if rule and rule.from == "game" then return ("rule `%s` can't change during a game"):format(name) end
  if value == nil then return sentence end
  table.insert(waiting, name)
  table.insert(waiting, text)
  return check_together(b, waiting)
end

--- From when on a change of the rule counts; nil if there is none.
function M.rule_from(b, name) return b.spec.rules[name] and b.spec.rules[name].from end

--- "ante: 2 becomes 5 from the next hand.", for a change that is allowed.
function M.set_soon(b, name, text)
  local value, rule = read_rule(b, name, text)
  if rule.secret then return ("%s changes from the next %s."):format(name, rule.next) end
  local now, soon = rules.show(b.values[name], rule), rules.show(value, rule)
  if value == b.values[name] then return ("%s stays %s."):format(name, now) end
  return ("%s: %s becomes %s from the next %s."):format(name, now, soon, rule.next)
end

-- Announces a change at the table, as made by the game master if the game has one.
local function told(b, of_master, of_nobody, ...) return (b.spec.gm and of_master or of_nobody):format(...) end

--- Sets the rule. Gives whether it is secret, and the line for the table.
function M.apply_rule(b, name, text)
  local value, rule, sentence = read_rule(b, name, text)
  if value == nil then error(sentence, 0) end
  local shown, was = "something secret", ""
  if not rule.secret then
    shown, was = b.spec.gm and text or rules.show(value, rule), ", was " .. rules.show(b.values[name], rule)
  end
  local said = not rule.secret and value == b.values[name] and ("%s stays %s."):format(name, shown)
    or told(b, "The game master sets %s to %s.", "%s is now %s%s.", name, shown, was)
  b.values[name], b.rules_changed, b.once = value, true, {}
  return rule.secret, said
end

-- --- new scripts in mid-game ---

--- The names of the rules that were set in this game.
function M.changed_rules(b)
  return table.concat(lists.map(b.spec.rules, function(rule, name)
    local same = rule.kind == "table" or rules.show(b.values[name], rule) == rules.show(rule.value, rule)
    return not same and name or nil
  end), " ")
end

--- After new scripts were loaded and the old values restored, the rules that now have another value: { { name, text, later,
--- secret }, ... }. A rule that the GM has not set takes the new scripts' value, at once or at the next hand, as it says.
function M.fresh_rules(b, changed)
  local list, set = {}, lists.set(changed)
  for name, rule in lists.each(b.spec.rules) do
    local old, shown = b.values[name], rules.show(rule.value, rule)
    local differs = rules.show(old, rule) ~= shown
    local stays = set[name] and rules.accepts(rule, old) or rule.from == "game"
    if not stays and (differs or type(old) == "table") then
      local later = rule.from == "hand" and rule.kind ~= "table"
      if not later then b.values[name], b.once = rule.value, {} end
      if differs then table.insert(list, { name, shown, later, rule.secret }) end
    end
  end
  return list
end

-- --- actions: who may, when, and the step they run ---

-- The action of that name. If it is joining or leaving, in a game that has these, it is also the second result.
local function action_of(b, name)
  local comes = b.spec.joining and joining.actions[name]
  return comes or b.spec.actions[name], comes
end

--- Why the seat may not do this now, or nil. `text` says who joins.
function M.may_act(b, name, number, text)
  if number > 0 and not b.place_of[number] then return ("%s has left the table"):format(b.names[number]) end
  local action, comes = action_of(b, name)
  if comes then return comes.may(b, number, text) end
  if not action then
    return ("%s has no action `%s`%s"):format(b.spec.title, name, english.suggest(name, b.spec.actions))
  end
  local for_players = number == 0 and ("`%s` is for %ss"):format(name, b.spec.player) or nil
  if not action.who then return for_players end
  local seat = b.seats[number]
  local ok, may = host.look(b.block, action.who, action.who, b.t, seat)
  if not ok then return for_players or tostring(may) end
  if type(may) == "string" then return may end
  if not may then return ("`%s`: %s can't do that now"):format(name, seat.name) end
end

--- Is it the time for the action, before this step?
function M.action_due(b, name, step)
  local action, comes = action_of(b, name)
  local when = action and (comes and b.spec.joining or action).when
  return not when or lists.index(when, step) ~= nil
end

--- The step that an action runs; nil if there is none.
function M.action_step(b, name)
  local action = action_of(b, name)
  return action and b.spec.steps[action.step] and action.step
end

--- Does what an action does before its step: gives the number of the seat that the step is for.
function M.prepare_action(b, name, number, text)
  local _, comes = action_of(b, name)
  return comes and comes.done(b, number, text) or number
end

--- Is there such an action?
function M.is_action(b, name) return (action_of(b, name)) ~= nil end

--- The largest `place` that some_action takes.
function M.places(b) return #b.sitting + (b.spec.joining and 1 or 0) end

--- For random play: { step, seat number, action, text } of an action that is allowed now, or nil. `place` is that of a seat
--- round the table, 0 the game master's; one more than there are seats: a newcomer.
function M.some_action(b, n, place, step)
  local names = lists.keys(b.spec.actions)
  local seat, name, text = b.sitting[place], names[n % math.max(#names, 1) + 1], nil
  if place > #b.sitting then name, text = "join", ("Newcomer %d="):format(n % 999 + 1)
  elseif b.spec.joining and place > 0 and n % (#names + 1) == #names then name = "leave"
  elseif not name or place == 0 and not b.spec.gm then return nil end
  local number = seat and b.number_of[seat] or 0
  if M.action_due(b, name, step) and M.may_act(b, name, number, text) == nil then
    return { M.action_step(b, name), number, name, text }
  end
end

--- In simulation, between two steps: with chance `rate` such an action, drawn from the seed and the numbers of game
--- and step alone.
function M.drawn_action(b, rate, seed, game)
  local step, _, steps = engine.standing(b.block)
  local chance = rng.new(("%s, actions of game %d after %d steps"):format(seed, game, steps))
  if (chance:word() >> 11) * 0x1p-53 >= rate then return nil end
  return M.some_action(b, chance:below(1 << 30), chance:below(M.places(b) + 1), step)
end

-- --- state that the game master puts right: see `:state` ---

local TEXT_MOST, NUMBER_MOST = 200, 10 ^ 15
local SWITCH = { yes = true, ["true"] = true, no = false, ["false"] = false }

local function seat_called(b, text)
  return b.sitting[english.find_name(lists.collect(b.sitting, "name"), text)]
end

local function number_in(text)
  local n = tonumber(text)
  return n and n == n and math.abs(n) <= NUMBER_MOST and (math.tointeger(n) or n) or nil
end

-- Reads a text as a value of the same type as `like`; or nil and what was expected.
local function state_value(b, like, text)
  if #text > TEXT_MOST or text:find("%c") then return nil, ("a text of at most %d bytes"):format(TEXT_MOST) end
  if type(like) == "number" then
    local n = number_in(text)
    if math.type(like) == "integer" then return math.tointeger(n), "a whole number of at most 15 digits" end
    return n, "a number"
  elseif type(like) == "boolean" then return SWITCH[text:lower()], "yes or no"
  elseif type(like) == "string" then return text
  elseif type(like) == "table" and rawget(like, 0) then return seat_called(b, text), "the name of a seat"
  elseif like ~= nil then return nil, "a number, yes or no, a text or a seat: its value can't be edited here" end
  local value = seat_called(b, text) or number_in(text)
  if value == nil then value = SWITCH[text:lower()] end
  if value == nil then return text end
  return value
end

local function declared(b, number) return b.spec.state[number < 0 and "table" or number == 0 and "gm" or "seat"] end

local function owner(b, number) return number < 0 and b.t or b.seats[number] end

-- The value, which may be nil, and true; or nil, false and a sentence.
local function read_state(b, number, name, text)
  local list = declared(b, number)
  local start = list[name]
  if start == nil then return nil, false, ("there is no `%s`%s"):format(name, english.suggest(name, list)) end
  if number > 0 and not b.place_of[number] then return nil, false, b.names[number] .. " has left the table" end
  start = specs.plain(start)
  if text == "none" and start == none then return nil, true end
  local like = rawget(owner(b, number), name)
  if like == nil and start ~= none then like = start end
  local value, expected = state_value(b, like, text)
  if value == nil then return nil, false, ("%s = %s: expected %s"):format(name, text, expected) end
  return value, true
end

--- Why `:state` can't set this, or nil. Seat -1: state of the table.
function M.may_fix_state(b, number, name, text)
  local _, good, sentence = read_state(b, number, name, text)
  return not good and sentence or nil
end

-- --- what the game master corrects ---

local fixes = {}

function fixes.p(b, play)
  local handle, name = b.hooks.pool_handles[play.pool + 1], b.hooks.pool_names[play.pool + 1]
  local before = handle and handle:amount()
  if not before or not pcall(host.set_pool, b.block, play.pool, play.amount) then return nil end
  if play.amount == before then return ("%s: still %d."):format(name, before) end
  local from, to = -1, play.pool
  if play.amount < before then from, to = to, from end
  host.note(b.block, "pay", "corrected", nil, nil, math.abs(play.amount - before), from, to)
  return told(b, "The game master corrects %s: %d becomes %d.", "%s: %d becomes %d.", name, before,
    play.amount)
end

-- Announces the piles, and the card only if everyone could see it.
function fixes.c(b, play)
  local piles, names, moved = b.hooks.pile_handles, b.hooks.pile_names, b.cards[play.card + 1]
  local to = piles[play.pile + 1]
  if not to or not moved then return nil end
  local from = host.index(b.verbs.where(b.t, moved))
  to:put(moved)
  return told(b, "The game master moves a card from %s to %s.", "A card is moved from %s to %s.", names[from],
    names[play.pile + 1])
end

function fixes.y(b, play)
  local number, name = play.seat, play.name
  local value, good = read_state(b, number, name, play.text)
  if not good then return nil end
  rawset(owner(b, number), name, value)
  local start, what = declared(b, number)[name], english.spoken(name)
  if number >= 0 then what = english.possessive(b.names[number]) .. " " .. what end
  if specs.is_secret(start) then
    return told(b, "The game master corrects %s.", "%s: corrected.", what)
  end
  local shown = value == nil and "none" or type(value) == "table" and value.name or rules.show(value)
  return told(b, "The game master sets %s to %s.", "%s: now %s.", what, shown)
end

--- Carries out a correction, an entry of kind p (pool), c (card) or y (state): see front/session/journal_entries.lua.
--- Gives what the table is told; nil if there is no such thing, or it can't have that value.
function M.fix(b, play) return fixes[play.kind](b, play) end

--- The names that `:state` knows, by owner.
function M.state_names(b)
  local list = {}
  for whose, state in pairs(b.spec.state) do list[whose] = lists.keys(state) end
  return list
end

return M
