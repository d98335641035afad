-- What a bot that searches needs of the past: how the table came to where it stands, from which it can be brought back
-- there, with other faces on the cards and other chance to come.
--
-- While a record is kept (engine.search_watch) the beginning of each step is kept as bytes, and each answer. A fork
-- restores a step's beginning and plays it again: what a script holds in locals in mid-step is made anew, of the cards
-- as they are now. Outside of a search the record's last step is the one under way, and its answers are those that were given in it.
-- In a search the table stands in some world; `home` brings it back.

local words = require "world.words"

local past = {}

local STEPS = 64 -- that are kept

past.FAR_BACK = 60 -- of them, those that are looked through for where a secret began

local PLACES = 128 -- of numbers that chance gave, as many as the host can draw anew one by one (SEARCH_DRAWS)
local FEW, MOST = 8, 32 -- others that are tried in the place of a number, at least and at most
local ANSWERS = 12 -- and in the place of an answer
local MANY = 12 -- others of a number that shows nowhere, for worlds
local TOGETHER = 6 -- times that one is tried together with all that shows nowhere
local DRAWN = 200 -- times that what shows only together is drawn together
local ANY = {} -- what a number may be of which nothing is known
for n = 1, MANY do ANY[n] = n end
local BACKS = words.set { 0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 46, 60 } -- steps from which secrets are made again, to see
local SAY = 9 -- an event

-- --- the record ---

-- The number of the pile in which the first card of an answer lies; nil where it has none.
local function pile_of(b, kind, value)
  local card = kind == "card" and value or kind == "cards" and value and value[1] or nil
  return card and host.index(b.verbs.where(b.t, card))
end

-- A list that a script gets is its own to change.
local function copy(kind, value)
  return kind == "cards" and value and table.move(value, 1, #value, 1, {}) or value
end

local function note_step(b, list, name, seat)
  list[#list + 1] = { step = name, action = seat, before = engine.search_state(b.block),
    happened = engine.count(b.block) }
  if #list > STEPS then table.remove(list, 1) end
end

local function note_answer(b, list)
  local step, seat, name, _, _, kind, secret = list[#list], engine.asked(b.block)
  if not step then return end
  local value, place = engine.staged(b.block)
  step[#step + 1] = { name = name, seat = seat, kind = kind, secret = secret and kind ~= "nothing", place = place,
    value = copy(kind, value), where = pile_of(b, kind, value), happened = engine.count(b.block) }
end

-- --- playing again ---

-- What was answered, with the cards that stand for those in the world (ways.lua).
local function answered(b, entry)
  local cards = b.way and b.way[entry]
  return cards and (entry.kind == "cards" and cards or cards[1]) or entry.value
end

-- Is what is staged the answer of this entry? Of several cards only the first is compared; options may be made anew.
local function is_same(b, entry)
  local seat, name = engine.asked(b.block)
  if entry.step or entry.seat ~= seat or entry.name ~= name then return false end
  if entry.kind == "one_of" then return true end
  local value, given = engine.staged(b.block), answered(b, entry)
  if entry.kind == "cards" and value and given then return value[1] == given[1] end
  return value == given
end

-- What is played again comes to the entry that is next, or it went another way.
local function come(again, same)
  if not same then again.fits = false end
  again.at = again.at + 1
end

local function hear_step(_, again, name)
  local entry = again[again.at]
  come(again, entry and entry.step == name)
end

-- What was staged for an entry is right; a question that answers itself may be another.
local function hear_answer(b, again)
  local entry = again[again.at]
  come(again, entry and (again.staged or is_same(b, entry)))
  again.staged = false
end

--- Another game begins; in a search it is one of a world, and the record stays.
function past.forget(b)
  if b.past[1] and not b.searcher then b.past = {} end
end

--- The hooks that the host calls while a record is kept.
function past.hooks(b)
  b.past = {}
  function b.hooks.began(name, seat) (b.again and hear_step or note_step)(b, b.again or b.past, name, seat) end
  function b.hooks.answered() (b.again and hear_answer or note_answer)(b, b.again or b.past) end
end

-- Stages what chance answers in the place of what was answered, the n-th that it draws: false where it can't.
local function stage_instead(b, entry)
  for n = 1, entry.instead do
    if not engine.stage_random(b.block, n > 1) then return false end
  end
  local value, place = engine.staged(b.block)
  entry.differs = value ~= entry.value or place ~= entry.place
  return true
end

-- Stages the answer that was given to the open question; of those that the one who searches can't know, another: by the bot
-- that plays on, or by chance.
local function stage_again(b, entry, searcher)
  local seat, name, _, _, kind = engine.asked(b.block)
  if entry.seat ~= seat or entry.name ~= name then return false end
  if entry.unknown and searcher and seat ~= searcher then
    return b.imagines and b.imagines(seat) or engine.stage_random(b.block)
  end
  if entry.instead then return stage_instead(b, entry) end
  local value = answered(b, entry)
  if b.weighs and searcher then b.weighs(entry, value) end
  return kind == entry.kind and engine.stage_value(b.block, value, entry.place)
end

-- The entries of the record since that step, one after the other. In a search the record stays.
local function entries_since(b, first)
  if b.entries[first] then return b.entries[first] end
  local list = {}
  for i = first, #b.past do
    list[#list + 1] = b.past[i]
    table.move(b.past[i], 1, #b.past[i], #list + 1, list)
  end
  b.entries[first] = list
  return list
end

-- Plays again what came since that step began: true when the table stands where the record ends, and all came as it did.
-- And how many entries came again, of how many.
local function play_again(b, first, searcher)
  local again, stop = entries_since(b, first), "step"
  again.at, again.fits, again.staged, b.again = 1, true, false, again
  while again.fits and again.at <= #again do
    local entry = again[again.at]
    if entry.between then come(again, stop == "step")
    elseif stop == "step" and entry.step then
      if b.unseen and entry == b.unseen.from then engine.search_redraw(b.block, b.unseen.draws) end
      if entry.action then stop = engine.begin_action(b.block, entry.step, entry.action)
      else stop = engine.begin_step(b.block) end
    elseif (stop == "question" or stop == "nothing") and not entry.step and stage_again(b, entry, searcher) then
      again.staged = true
      stop = engine.give(b.block)
    else again.fits = false end
  end
  b.again = nil
  return again.fits and (stop == "question" or stop == "nothing" or b.past[#b.past].between), again.at - 1, #again
end

-- --- a search ---

-- The step so many steps back; nil: it isn't kept.
local function step_back(b, steps)
  local step = b.past[#b.past - steps]
  return step and step.before and step
end

--- Can the table be brought back to the open question, or to where the record waits between two steps?
function past.is_kept(b)
  local step = step_back(b, 0)
  return step ~= nil and engine.search_whole(b.block) and (step.between or engine.asked(b.block) ~= nil)
end

--- Between two steps: the record ends here, as if a step of no answers were under way, for a search of what may be done out
--- of turn, until `go_on`. False where the state can't be kept.
function past.wait(b)
  local before = engine.search_state(b.block)
  if before then table.insert(b.past, { between = true, before = before, happened = engine.count(b.block) }) end
  return before ~= nil
end

function past.go_on(b) table.remove(b.past) end

--- Has the seat acted out of turn since the last step of the order?
function past.has_acted(b, seat)
  local at = #b.past
  while b.past[at] and b.past[at].action and b.past[at].action ~= seat do at = at - 1 end
  return b.past[at] ~= nil and b.past[at].action == seat
end

--- The answers that are kept of those given since so much had happened.
function past.answers(b, happened)
  local list = {}
  for _, step in ipairs(b.past) do
    for _, entry in ipairs(step) do
      if entry.happened >= happened then list[#list + 1] = entry end
    end
  end
  return list
end

--- How many steps back the first is that began when so much had happened, as far as they are kept.
function past.back(b, happened)
  local steps, before = 0, step_back(b, 1)
  while before and before.happened >= happened do steps, before = steps + 1, step_back(b, steps + 2) end
  return steps
end

--- How many steps back the last answers of others go, so many of them at most and no further than `far` steps; these are
--- `near`.
function past.near(b, seat, most, far)
  local steps, count = -1, 0
  for back = 0, far do
    local step = b.past[#b.past - back]
    for _, entry in ipairs(step) do
      if entry.seat ~= seat then count = count + 1 end
    end
    if count <= most then steps = back end
    for _, entry in ipairs(step) do entry.near = count <= most end
  end
  return steps
end

-- What a card was answered with lies where it lay: nobody has seen it go.
local function mark_unknown(b)
  for _, step in ipairs(b.past) do
    for _, entry in ipairs(step) do
      entry.unknown = entry.secret and pile_of(b, entry.kind, entry.value) == entry.where
    end
  end
end

-- What a rule is now, and when a game begins.
local function set_rule(b, name, now, first)
  b.values[name], b.spec.rules[name].value, b.once = now, first, {}
  if b.is_raw then rawset(b.fixed.rules, name, now) end
end

--- From now on the table stands in worlds as the seat may imagine them, and nobody is told of what happens there, until
--- `home`.
function past.begin(b, seat)
  if not past.is_kept(b) then error "there is no way back to this question" end
  b.secret_rules = {}
  for name, rule in pairs(seat ~= 0 and b.spec.rules or {}) do
    if rule.secret then b.secret_rules[name] = { b.values[name], rule.value } end
  end
  for name in pairs(b.secret_rules) do set_rule(b, name, b.spec.rules[name].default, b.spec.rules[name].default) end
  engine.unstage(b.block)
  mark_unknown(b)
  b.entries = {}
  b.searcher, b.sight, b.hide_secrets = seat, engine.search_sight(b.block, seat), b.hooks.secrets_hider(seat)
  engine.search_imagined(b.block, true)
end

--- The table as it was when the step so many steps back began, with the cards that stand for others on a way of them
--- (ways.lua), if there is one: false where that isn't kept.
function past.restore(b, steps, way)
  local step = step_back(b, steps)
  if step then engine.search_restore(b.block, step.before, way and way[step]) end
  return step ~= nil
end

-- Plays again in a world what came since the step so many steps back began; with what others answered in secret too, if that
-- is wanted.
local function begin_again(b, world, steps, as_given)
  engine.search_faces(b.block, world.faces)
  past.restore(b, steps, world.way)
  b.hide_secrets()
  engine.search_chance(b.block, world.number, true)
  b.way = world.way
  return play_again(b, #b.past - steps, not as_given and b.searcher or nil)
end

-- What the seat sees and was told since, as bytes; nil where another question is asked. And as a list of its parts.
local function witnessed(b, faces, steps)
  local seat, count, told = b.searcher, engine.count(b.block), {}
  engine.record(b.block, true)
  local same = begin_again(b, { faces = faces, number = 0 }, steps)
  engine.record(b.block, false)
  for _, e in ipairs(same and engine.happened(b.block, count + 1) or {}) do
    if e[1] == SAY and (e[5] < 0 or e[5] == (seat - 1) % 33) then told[#told + 1] = e[9] end
  end
  if not same then return nil end
  local state, sight = b.hooks.open_state(seat), engine.search_sight(b.block, seat)
  local rest = { { engine.search_context(b.block) }, { engine.choices(b.block) } }
  local parts = table.move(state, 1, #state, #told + 1, table.move(told, 1, #told, 1, {}))
  parts[#parts + 1], parts[#parts + 2] = rest, sight
  return sight .. (engine.pack(b.block, { told, state, rest }) or ""), parts
end

-- A part that can be compared, also when the table has gone on.
local function plain(b, part) return type(part) == "table" and engine.pack(b.block, { part }) or part end

-- Which parts are others than those plain ones? All, where one list is longer.
local function different(b, parts, others)
  local list = {}
  for i = 1, math.max(#parts, #others) do
    if #parts ~= #others or plain(b, parts[i]) ~= others[i] then list[#list + 1] = i end
  end
  return list
end

--- How many steps back all comes from that others keep secret from the seat now: from there it is drawn by asking again. It
--- was open then, or comes out the same whatever it was. 0 where nothing is secret, or it is older than what is kept.
function past.secret_since(b, faces)
  local function is_open() return next(b.hooks.secrets(b.searcher)) == nil end
  local function hidden() return engine.pack(b.block, b.hooks.hidden_state(b.searcher)) end
  if is_open() then return 0 end
  local now = hidden()
  for back = 0, past.FAR_BACK do
    if not past.restore(b, back) then return 0 end
    if is_open() then return back end
    if now and BACKS[back] and begin_again(b, { faces = faces, number = 0 }, back, true) and hidden() == now then
      return back
    end
  end
  return 0
end

-- --- what the seat can't know ---

-- What may have come out otherwise, for all the seat knows: secret answers of others, of steps that are over; and numbers
-- that chance gave. Each has set(n): now it is the n-th other that chance draws, or as it was; and differs().
local function things_of(b, steps)
  local list = {}
  for back = 1, steps do
    for _, entry in ipairs(b.past[#b.past - back]) do
      if entry.unknown and entry.seat ~= b.searcher then
        entry.unknown = false
        list[#list + 1] = { entry = entry, steps = back, set = function(n) entry.instead = n end,
          differs = function() return entry.differs end }
      end
    end
  end
  return list
end

local function add_numbers(b, list)
  for place = 1, math.min(PLACES, (engine.search_drawn(b.block))) do
    list[#list + 1] = { place = place, set = function(n) b.unseen.draws[place] = n end,
      differs = function() return select(2, engine.search_drawn(b.block)) end }
  end
end

-- Tries others in the place of one thing alone: in `keeps` those with which the seat would see and hear the same, in
-- `changes` those that are others, of those that would be seen alike one. What the seat would see and hear with those that show goes to `seen`; what another
-- thing has brought about there too does not tell of which of them it comes.
local function try_alone(thing, witness, as_it_was, seen, tries)
  thing.keeps, thing.changes, thing.parts = {}, {}, {}
  for n = 1, math.max(tries, 2 * MANY) do
    if n > tries and not (thing.hidden and thing.place and #thing.keeps < MANY) then break end
    thing.set(n)
    local now, differ = witness()
    if thing.differs() and not thing.changes[now or n] then
      thing.changes[now or n], thing.changes[#thing.changes + 1] = true, n
      for _, part in ipairs(differ or {}) do thing.parts[part] = (thing.parts[part] or 0) + 1 end
    end
    if now == as_it_was then
      thing.keeps[#thing.keeps + 1] = n
      thing.hidden = thing.hidden or thing.differs()
    elseif not now then thing.hidden = thing.hidden or thing.entry ~= nil
    elseif thing.differs() then
      local other = seen[now]
      if other and other ~= thing then thing.linked, other.linked = true, true end
      seen[now] = other or thing
    end
  end
  thing.set(nil)
  thing.hidden = thing.hidden or thing.entry and #thing.changes == 0
end

-- Things that show, but not in a part of what the seat sees and hears that tells of them alone, whatever they were. Where
-- none of the others changes that part, the thing is known.
local function in_doubt(list)
  local by = {}
  for _, thing in ipairs(list) do
    for part in pairs(thing.parts) do by[part] = (by[part] or 0) + 1 end
  end
  return words.collect(list, function(thing)
    for part, count in pairs(thing.parts) do
      if count == #thing.changes and by[part] == 1 then return nil end
    end
    return not thing.hidden and thing or nil
  end)
end

-- Does another come to the same together with others of all that shows nowhere?
local function shows_together(hidden, thing, witness, as_it_was)
  local found = false
  for k = 1, math.min(TOGETHER, #thing.changes) do
    for i, other in ipairs(hidden) do other.set(1 + (k * 7 + i * 13) % MANY) end
    thing.set(thing.changes[k])
    found = found or witness() == as_it_was
  end
  for _, other in ipairs(hidden) do other.set(nil) end
  thing.set(nil)
  return found
end

-- Do two others come to the same together? Those that were drawn one after the other are tried first.
local function tie_pairs(list, witness, as_it_was, left)
  local function come_to_the_same(one, other)
    for k = 0, math.min(left, #one.changes * #other.changes) - 1 do
      left = left - 1
      one.set(one.changes[1 + k % #one.changes])
      other.set(other.changes[1 + k // #one.changes])
      if witness() == as_it_was then return true end
    end
    return false
  end
  for apart = 1, #list - 1 do
    for i = 1, #list - apart do
      local one, other = list[i], list[i + apart]
      if not (one.linked and other.linked) and come_to_the_same(one, other) then
        one.linked, other.linked = true, true
      end
      one.set(nil)
      other.set(nil)
    end
  end
end

-- Draws of all that can't be known, made together, with which the seat would see and hear the same; none where the numbers
-- show alone or nowhere.
local function draw_together(b, list, witness, as_it_was)
  local found, tied = {}, words.collect(list, function(thing) return thing.linked and thing.place and thing or nil end)
  for try = 1, #tied > 0 and DRAWN or 0 do
    for i, thing in ipairs(list) do
      if thing.linked or thing.hidden then thing.set(1 + (try * 241 + i * 577) % 65521) end
    end
    if witness() == as_it_was then found[#found + 1] = words.copy(b.unseen.draws) end
    if #found == MANY then break end
  end
  for _, thing in ipairs(list) do thing.set(nil) end
  return found, tied
end

--- Finds by some `tries` which secret answers of others, of steps that are over and `far` steps back at most, and which of the numbers that
--- chance gave since the step `back` steps ago the seat can't know: in each world they are drawn anew. An answer is known
--- where, whatever else had been answered, the seat would have seen or heard something else. So is a number; what several
--- only make together is drawn together, until it makes the same, or else as if nothing were known of it.
function past.find_unknown(b, faces, far, back, tries)
  b.unseen = { from = b.past[#b.past - back], draws = {}, may_be = {}, together = {} }
  local list, steps, seen = things_of(b, far), back, {}
  for _, thing in ipairs(list) do steps = math.max(steps, thing.steps) end
  local as_it_was, parts = witnessed(b, faces, steps)
  parts = words.map(parts or {}, function(part) return plain(b, part) end)
  local function witness()
    local now, others = witnessed(b, faces, steps)
    return now, now and now ~= as_it_was and different(b, others, parts) or nil
  end
  add_numbers(b, list)
  local each = math.max(FEW, math.min(MOST, tries // math.max(1, #list)))
  for _, thing in ipairs(list) do try_alone(thing, witness, as_it_was, seen, thing.entry and ANSWERS or each) end
  local hidden = words.collect(list, function(thing) return thing.hidden and thing or nil end)
  local doubtful = in_doubt(list)
  for _, thing in ipairs(#hidden > 0 and doubtful or {}) do
    thing.linked = thing.linked or shows_together(hidden, thing, witness, as_it_was)
  end
  tie_pairs(doubtful, witness, as_it_was, tries)
  local found, tied = draw_together(b, list, witness, as_it_was)
  for _, thing in ipairs(list) do
    if thing.entry then thing.entry.unknown = thing.hidden or thing.linked or false
    elseif thing.hidden then b.unseen.may_be[thing.place] = thing.keeps end
  end
  b.unseen.together = found
  for _, thing in ipairs(#found == 0 and tied or {}) do b.unseen.may_be[thing.place] = ANY end
  b.unseen.draws = {}
end

--- Does the table wait at the same question in that world, where the seat sees the same; and how many entries of the
--- record came again, of how many. A world is { number =, faces = the cards', by their numbers, way = (ways.lua) or nil };
--- what is played again begins so many steps back. The seat's own answers stand; of others those that show nowhere are
--- drawn anew.
function past.fork(b, world, steps)
  local seat, chance = b.searcher, world.number
  local unseen = b.unseen or { may_be = {}, together = {} }
  for place, draws in pairs(unseen.may_be) do
    chance = chance * 6364136223846793005 + place
    unseen.draws[place] = draws[1 + (chance >> 33) % #draws]
  end
  for place, draw in pairs(unseen.together[1 + (chance >> 7) % math.max(1, #unseen.together)] or {}) do
    unseen.draws[place] = draw
  end
  local same, came, of = begin_again(b, world, steps)
  same = same and engine.search_sight(b.block, seat) == b.sight
  engine.search_chance(b.block, world.number)
  if same and b.spec.imagine then
    local done, sentence = host.try(b.spec.imagine, b.t, b.seats[seat])
    if not done then error(sentence, 0) end
  end
  return same, came, of
end

--- The game as it was, with its question open.
function past.home(b, faces)
  b.unseen, b.way = nil, nil
  for name, values in pairs(b.secret_rules) do set_rule(b, name, values[1], values[2]) end
  engine.search_faces(b.block, faces)
  past.restore(b, 0)
  local same = play_again(b, #b.past)
  engine.search_imagined(b.block, false)
  b.searcher, b.hide_secrets, b.imagines, b.weighs, b.entries = nil, nil, nil, nil, nil
  if not same then error "the step went another way when it was played again" end
end

return past
