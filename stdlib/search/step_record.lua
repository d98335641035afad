-- Between a search and the game: rewinds the table to a recorded step with other faces and other chance, and restores it.
-- `begin` prepares it for worlds, `enter` brings it to the open question in one of them, `leave` restores it, once a
-- search. Playing on from there is engine.search_play (horizon.lua).
--
-- A step begins from its saved bytes (table/steps.lua) and is played again with the recorded answers: locals of a script in
-- mid-step are computed again, from the cards as they are now.

local recorded_steps = require "table.steps"
local lists = require "shared.lists"

local step_record = {}

step_record.MAX_STEPS = 60 -- steps that a search goes back to find where a secret began

-- --- playing again ---

-- The recorded answer, with the cards that stand for it in this world (card_histories.lua).
local function answered(b, entry)
  local history = b.search.run.history
  local cards = history and history[entry]
  return cards and (entry.kind == "cards" and cards or cards[1]) or entry.value
end

-- Is the staged answer that of the entry? Of several cards only the first is compared; an option may be a new table.
local function is_same(b, entry)
  local seat, name = engine.asked(b.block)
  if entry.step or entry.seat ~= seat or entry.name ~= name then return false end
  if entry.kind == "one_of" then return true end
  local value, given = engine.staged(b.block), answered(b, entry)
  if entry.kind == "cards" and value and given then return value[1] == given[1] end
  return value == given
end

-- The replay has reached the next entry, or has gone another way.
local function advance(replay, same)
  if not same then replay.fits = false end
  replay.at = replay.at + 1
end

local function hear_step(b, replay, name)
  local entry = replay[replay.at]
  local same = entry and entry.step == name
  local run = b.search.run
  if same and run.on_step then run.on_step(entry) end
  advance(replay, same)
end

-- A staged answer belongs to its entry. Where nothing was staged (a question with a single answer), it must be compared
-- with the entry.
local function hear_answer(b, replay)
  local entry = replay[replay.at]
  advance(replay, entry and (replay.staged or is_same(b, entry)))
  replay.staged = false
end

-- A key of an answer, the same for the same answers to one question.
local function key_of(kind, value, place)
  if kind == "one_of" then return place end
  if kind == "card" then return value and host.index(value) or 0 end
  if kind == "cards" then return value and table.concat(lists.map(value, host.index), " ") or 0 end
  return value == nil and none or value
end

-- The first `most` random answers: for each n the first that is the same answer, or 0 if it is the recorded one. Stages the
-- first replay.
local function others_of(b, entry)
  local first, by_key, list = nil, {}, {}
  for n = 1, entry.most do
    if not engine.stage_random(b.block, n > 1) then return nil end
    local value, place = engine.staged(b.block)
    local key = key_of(entry.kind, value, place)
    first = first or { recorded_steps.copy(entry.kind, value), place }
    by_key[key] = by_key[key] or value == entry.value and place == entry.place and 0 or n
    list[n] = by_key[key]
  end
  return engine.stage_value(b.block, first[1], first[2]) and list or nil
end

-- Stages a random answer, the n-th drawn, in the place of the recorded one: false if there is none. With entry.most the first
-- random answers are listed as `others`.
local function stage_instead(b, entry)
  if entry.most and entry.instead == 1 then entry.others = others_of(b, entry) end
  if entry.instead > 1 or not entry.most or not entry.others then
    for n = 1, entry.instead do
      if not engine.stage_random(b.block, n > 1) then return false end
    end
  end
  local value, place = engine.staged(b.block)
  entry.differs = value ~= entry.value or place ~= entry.place
  return true
end

-- Stages the recorded answer to the open question; if the searching seat can't know it, another by the bot that plays on, or a
-- random one.
local function stage_again(b, entry, searcher)
  local seat, name, _, _, kind = engine.asked(b.block)
  if entry.seat ~= seat or entry.name ~= name then return false end
  local run = b.search.run
  if seat == searcher and run.witnesses then run.witnesses() end
  if entry.unknown and searcher and seat ~= searcher then
    return run.imagines and run.imagines(seat) or engine.stage_random(b.block)
  end
  if entry.instead then return stage_instead(b, entry) end
  local value = answered(b, entry)
  if run.weighs and searcher then run.weighs(entry, value) end
  return kind == entry.kind and engine.stage_value(b.block, value, entry.place)
end

-- The entries of the record since that step, in one list, without actions that are left out. The record doesn't change in a
-- search.
local function entries_since(b, first)
  local known = b.search.run.entries
  if known[first] then return known[first] end
  local list = {}
  for i = first, #b.steps do
    local step = b.steps[i]
    if not step.left_out then
      list[#list + 1] = step
      table.move(step, 1, #step, #list + 1, list)
    end
  end
  known[first] = list
  return list
end

-- Plays again from the beginning of that step: true if the table has reached the end of the record, and every entry came again.
-- And the numbers of entries that came again and of all.
local function play_again(b, first, searcher)
  local replay, stop, unseen = entries_since(b, first), "step", b.search.run.unseen
  replay.at, replay.fits, replay.staged, b.steps.replay = 1, true, false, replay
  replay.hear_step, replay.hear_answer = hear_step, hear_answer
  while replay.fits and replay.at <= #replay do
    local entry = replay[replay.at]
    if entry.between then advance(replay, stop == "step")
    elseif stop == "step" and entry.step then
      if unseen and entry == unseen.from then engine.search_ahead(b.block, unseen.draws) end
      if entry.action then stop = engine.begin_action(b.block, entry.step, entry.action)
      else stop = engine.begin_step(b.block) end
    elseif (stop == "question" or stop == "nothing") and not entry.step and stage_again(b, entry, searcher) then
      replay.staged = true
      stop = engine.give(b.block)
    else replay.fits = false end
  end
  b.steps.replay = nil
  return replay.fits and (stop == "question" or stop == "nothing" or b.steps[#b.steps].between), replay.at - 1, #replay
end

-- --- a search ---

-- The step so many steps back; nil if its bytes aren't saved.
local function step_back(b, steps)
  local step = b.steps[#b.steps - steps]
  return step and step.before and step
end

--- Can the table be brought back to the open question, or to where the record waits between two steps?
function step_record.is_kept(b)
  local step = step_back(b, 0)
  return step ~= nil and step_record.is_whole(b) and (step.between or engine.asked(b.block) ~= nil)
end

--- Is everything since the step began in the record?
function step_record.is_whole(b) return (select(6, engine.search_look(b.block, 0))) end

--- Between two steps: ends the record with a step without answers, until `go_on`, for a search about actions out of turn. False
--- if the state can't be saved.
function step_record.wait(b)
  local before = engine.search_record(b.block)
  if before then table.insert(b.steps, { between = true, before = before, happened = engine.count(b.block) }) end
  return before ~= nil
end

function step_record.go_on(b) table.remove(b.steps) end

--- Has the seat acted out of turn since the last step of the order?
function step_record.has_acted(b, seat)
  local at = #b.steps
  while b.steps[at] and b.steps[at].action and b.steps[at].action ~= seat do at = at - 1 end
  return b.steps[at] ~= nil and b.steps[at].action == seat
end

--- The recorded answers since that number of events.
function step_record.answers(b, happened)
  local list = {}
  for _, step in ipairs(b.steps) do
    for _, entry in ipairs(step) do
      if entry.happened >= happened then list[#list + 1] = entry end
    end
  end
  return list
end

--- The number of steps back to the first that began at that number of events or later, as far as they are saved.
function step_record.back(b, happened)
  local steps, before = 0, step_back(b, 1)
  while before and before.happened >= happened do steps, before = steps + 1, step_back(b, steps + 2) end
  return steps
end

--- The number of steps back that have the last answers of others, at most `most` of them and no more than `far` steps. Marks
--- these entries as `near`.
function step_record.near(b, seat, most, far)
  local steps, count = -1, 0
  for back = 0, far do
    local step = b.steps[#b.steps - back]
    for _, entry in ipairs(step) do
      if entry.seat ~= seat then count = count + 1 end
    end
    if count <= most then steps = back end
    for _, entry in ipairs(step) do entry.near = count <= most end
  end
  return steps
end

--- From now on replays leave that action out; or not.
function step_record.leave_out(b, step, yes)
  step.left_out, b.search.run.entries = yes, {}
end

-- Marks answers whose card still lies in the same pile: nobody has seen it go. Secret answers of that kind are unknown; the
-- others, and actions out of turn, are judged by hidden_facts.lua.
local function mark_unknown(b)
  for _, step in ipairs(b.steps) do
    step.left_out = nil
    for _, entry in ipairs(step) do
      entry.stays = recorded_steps.pile_of(b, entry.kind, entry.value) == entry.where
      entry.unknown = entry.secret and entry.stays
    end
  end
end

-- Sets a rule, for now and for games that begin.
local function set_rule(b, name, now, first)
  b.values[name], b.spec.rules[name].value, b.once = now, first, {}
  if b.is_raw then rawset(b.fixed.rules, name, now) end
end

local PLAIN = lists.set "number string boolean"

-- The pools and state that a seat sees, as bytes; without cards, which are compared by their piles, and lists, whose order may
-- differ.
local function open_state(b, seat)
  return engine.pack(b.block, lists.map(b.hooks.open_state(seat), function(value)
    return PLAIN[type(value)] and value or false
  end))
end

-- The open question as every seat sees it: the seat asked, its name, and the number of choices. Nil between two steps.
local function question_of(b)
  local seat, name, _, _, kind, _, count, min, max = engine.asked(b.block)
  return seat and { seat, name, kind, count, min, max }
end

-- Is the same question open as at the table? Compared without a new table, which would take a fifth of the time of `enter`.
local function is_asked(b)
  local seat, name, _, _, kind, _, count, min, max = engine.asked(b.block)
  local q = b.search.run.question
  if not seat or not q then return not seat and not q end
  return seat == q[1] and name == q[2] and kind == q[3] and count == q[4] and min == q[5] and max == q[6]
end

--- From now on the table stands in worlds that the seat imagines, and nobody hears of it, until `leave`, which must be called
--- even if this fails. `order`: the order of cards by which shuffles are drawn. Gives a number to seed the seat's own chance.
function step_record.begin(b, seat, order)
  if not step_record.is_kept(b) then error "there is no way back to this question" end
  engine.unstage(b.block)
  local rules = {}
  for name, rule in pairs(seat ~= 0 and b.spec.rules or {}) do
    if rule.secret then rules[name] = { b.values[name], rule.value } end
  end
  b.steps.in_search = true
  b.search.run = { seat = seat, entries = {}, secret_rules = rules, sight = engine.search_look(b.block, seat),
    open = open_state(b, seat), question = question_of(b) }
  local number = engine.search_imagine(b.block, seat, order)
  for name in pairs(rules) do set_rule(b, name, b.spec.rules[name].default, b.spec.rules[name].default) end
  mark_unknown(b)
  return number
end

--- Brings the table back to the beginning of the step so many steps back, with these faces, and with the history and the chance
--- of a world if one is given. False if that step isn't saved.
function step_record.restore(b, steps, faces, world)
  local step, history = step_back(b, steps), world and world.history
  if step then engine.search_stand(b.block, step.before, faces, history and history[step], world and world.number) end
  return step ~= nil
end

-- At the beginning of that step, gives others' secrets their declared or marked values, except for public ones (secrets.lua).
local function hide_secrets(b, step, marks)
  local public = step.public and step.public[b.search.run.seat] or {}
  for i, secret in ipairs(step.first and {} or b.hooks.secrets(b.search.run.seat)) do
    if marks and marks[i] ~= nil then secret.set(marks[i])
    elseif not public[i] then secret.set(secret.declared()) end
  end
end

--- The number of steps back to that step of the record; nil if it is no longer there.
function step_record.steps_to(b, step)
  local at = lists.index(b.steps, step)
  return at and #b.steps - at
end

--- Plays a world from the beginning of the step so many steps back; with `as_given` also with the unknown answers of others.
--- Secrets that the seat can't know at that step have their declared values, or those of `marks`, by their places in the list
--- of secrets. Results as of play_again.
function step_record.begin_again(b, world, steps, as_given, marks)
  if not step_record.restore(b, steps, world.faces, world) then return false, 0, 0 end
  hide_secrets(b, b.steps[#b.steps - steps], marks)
  b.search.run.history = world.history
  return play_again(b, #b.steps - steps, not as_given and b.search.run.seat or nil)
end

--- Brings the table to the open question in a world, from so many steps back: true if the same question is open and the seat
--- sees the same. And the numbers of entries that came again and of all. The seat's own answers stay; unknown answers of others
--- are drawn again. A world is { number = seeds its past, future = seeds the chance to come (nil: number), taken = how
--- often it was taken before (nil: never), faces = by the cards' numbers, history = (card_histories.lua) or nil }.
function step_record.enter(b, world, steps)
  local run, chance = b.search.run, world.number
  local unseen = run.unseen or { may_be = {}, together = {} }
  for place, draws in pairs(unseen.may_be) do
    chance = chance * 6364136223846793005 + place
    unseen.draws[place] = draws[1 + (chance >> 33) % #draws]
  end
  for place, draw in pairs(unseen.together[1 + (chance >> 7) % math.max(1, #unseen.together)] or {}) do
    unseen.draws[place] = draw
  end
  local same, came, of = step_record.begin_again(b, world, steps, false, world.marks)
  same = same and is_asked(b) and engine.search_look(b.block, run.seat) == run.sight
  engine.search_ahead(b.block, world.future or world.number, world.taken)
  if same and b.spec.imagine then
    local done, sentence = host.try(b.spec.imagine, b.t, b.seats[run.seat])
    if not done then error(sentence, 0) end
  end
  return same, came, of
end

--- Does the seat see in that world what it sees of pools and state?
function step_record.is_open_alike(b)
  return open_state(b, b.search.run.seat) == b.search.run.open
end

--- Restores the game, with its question open.
function step_record.leave(b, faces)
  local run = b.search.run
  if not run then return end
  run.unseen, run.history = nil, nil
  for name, values in pairs(run.secret_rules) do set_rule(b, name, values[1], values[2]) end
  local ok, same = engine.search_attempt(b.block, function()
    b.steps.replay = nil
    step_record.restore(b, 0, faces)
    return play_again(b, #b.steps)
  end)
  engine.search_imagine(b.block)
  b.search.run, b.steps.in_search = nil, nil
  if not ok then error(same, 0) end
  if not same then error "the step went differently when it was played again" end
end

return step_record
