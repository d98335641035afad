-- Finds the random numbers and the answers of others that a searching seat can't know. It replaces each by another value and
-- plays the game again from there: if the seat then sees and hears the same, at its own questions too, it can't know that
-- value. So no script has to declare what each seat knows.
--
-- An answer that was not secret counts as known, unless replacing it alone shows nowhere. A value that a seat has known once
-- is not tried again.
--
-- Two values may show only together, like dice whose sum is announced: replacing one alone changes what the seat sees. They
-- are found by replacing both. Where only the highest of some dice shows, it is replaced together with all that show
-- nowhere. Three values that show only together count as known.

local step_record = require "search.step_record"
local lists = require "shared.lists"

local hidden_facts = {}

local MAX_DRAWS = 128 -- random numbers that the host can redraw one by one (SEARCH_DRAWS)
local MIN_TRIES, MAX_TRIES = 8, 32 -- other values tried for a random number
local ANSWER_TRIES = 12 -- other values tried for an answer
local OPEN_TRIES = 3 -- values that must show before an answer that was not secret counts as known
local MAX_VALUES = 12 -- values kept of a number that shows nowhere, for worlds
local HIDDEN_TRIES = 6 -- tries of one value together with all that show nowhere
local JOINT_TRIES = 200 -- joint draws of values that show only together

local ANY_VALUE = {} -- draws for a number that the seat knows nothing about
for n = 1, MAX_VALUES do ANY_VALUE[n] = n end

-- Does `whole` begin with the items of the list?
local function begins(list, whole)
  return lists.all(list, function(item, i) return item == whole[i] end)
end

-- Plays the last steps again: all that the seat sees and hears then, as bytes; nil if another question is open then, false if
-- the seat saw or heard something other than `before`. Also a list of its parts, and { saw =, heard = }.
local function witnessed(b, faces, steps, before)
  local seat, count, saw, heard = b.search.run.seat, engine.count(b.block), {}, {}
  function b.search.run.witnesses()
    saw[#saw + 1] = engine.search_look(b.block, seat) .. (engine.pack(b.block, b.hooks.open_state(seat)) or "")
  end
  engine.record(b.block, true)
  local same = step_record.begin_again(b, { faces = faces, number = 0 }, steps)
  engine.record(b.block, false)
  b.search.run.witnesses = nil
  for _, e in ipairs(engine.happened(b.block, count + 1)) do
    if e[1] == "say" and (e[5] == nil or e[5] == seat) then heard[#heard + 1] = e[9] end
  end
  if not same then
    if before and (engine.asked(b.block) == seat or not begins(saw, before.saw) or not begins(heard, before.heard)) then
      return false
    end
    return nil
  end
  local sight, _, question = engine.search_look(b.block, seat)
  local state, told = b.hooks.open_state(seat), lists.joined(saw, heard)
  local rest = { { question }, { engine.choices(b.block) } }
  local parts = lists.joined(told, state)
  parts[#parts + 1], parts[#parts + 2] = rest, sight
  return sight .. (engine.pack(b.block, { told, state, rest }) or ""), parts, { saw = saw, heard = heard }
end

-- A part as a value that can be compared and stays the same while the table moves on.
local function plain(b, part) return type(part) == "table" and engine.pack(b.block, { part }) or part end

-- The places of parts that differ from those plain ones; all of them if the lists differ in length.
local function different(b, parts, others)
  local list = {}
  for i = 1, math.max(#parts, #others) do
    if #parts ~= #others or plain(b, parts[i]) ~= others[i] then list[#list + 1] = i end
  end
  return list
end

-- Must it be found out whether the seat knows that answer of another, given `back` steps ago? Secret answers of the step under
-- way are always unknown.
local function is_in_question(b, entry, back)
  if entry.seat == b.search.run.seat then return false end
  if entry.secret then return entry.unknown and back > 0 end
  return entry.stays and entry.kind ~= "die" and not (entry.known_to and entry.known_to[b.search.run.seat])
end

-- Answers of others that the seat may not know, as things to try: set(n) puts the n-th random answer in the answer's place,
-- set(nil) restores it; differs(): is the answer now another?
local function things_of(b, steps)
  local list = {}
  for back = 0, steps do
    local step = b.steps[#b.steps - back]
    for _, entry in ipairs(step.left_out and {} or step) do
      if is_in_question(b, entry, back) then
        entry.unknown, entry.others = false, nil
        list[#list + 1] = { entry = entry, open = not entry.secret, steps = back,
          set = function(n) entry.instead = n end, differs = function() return entry.differs end }
      end
    end
  end
  return list
end

local function add_numbers(b, list)
  for place = 1, math.min(MAX_DRAWS, (select(4, engine.search_look(b.block, 0)))) do
    list[#list + 1] = { place = place, set = function(n) b.search.run.unseen.draws[place] = n end,
      differs = function() return (select(5, engine.search_look(b.block, 0))) end }
  end
end

-- Tries other values of one thing alone. `keeps` lists the draws with which the seat would see and hear the same; `changes`
-- lists draws of other values, one for each way that the seat would see them; `parts` counts these by the part of the view
-- that they change. `seen` has the views by the thing that causes them: two things with one view are linked.
local function try_alone(thing, witness, as_it_was, seen, tries)
  local is_known, entry, results = {}, thing.entry, { [0] = { now = as_it_was, differs = false } }
  thing.keeps, thing.changes, thing.parts = {}, {}, {}
  if entry then entry.most = tries end
  for n = 1, math.max(tries, 2 * MAX_VALUES) do
    if n > tries and not (thing.hidden and thing.place and #thing.keeps < MAX_VALUES) then break end
    thing.set(n)
    local result = entry and entry.others and results[entry.others[n]] -- the same answer has the same effect
    if not result then
      local now, differ = witness()
      result = { now = now, differ = differ, differs = thing.differs() }
      results[n] = result
    end
    local now, differs = result.now, result.differs
    if differs and not is_known[now or n] then
      is_known[now or n], thing.changes[#thing.changes + 1] = true, n
      for _, part in ipairs(result.differ or {}) do thing.parts[part] = (thing.parts[part] or 0) + 1 end
    end
    if now == as_it_was then
      thing.keeps[#thing.keeps + 1] = n
      thing.hidden = thing.hidden or differs
    elseif now == nil then thing.hidden = thing.hidden or thing.entry ~= nil and not thing.open
    elseif now and differs and not thing.open then
      local other = seen[now]
      if other and other ~= thing then thing.linked, other.linked = true, true end
      seen[now] = other or thing
    end
    if thing.open and (thing.hidden or #thing.changes == OPEN_TRIES) then break end
  end
  thing.set(nil)
  if entry then entry.most = nil end
  thing.hidden = thing.hidden or thing.entry and not thing.open and #thing.changes == 0
end

-- An answer that was not secret is judged alone; the seat stays aware of one that it has seen.
local function settle_open(b, thing)
  local entry = thing.entry
  entry.unknown = thing.hidden or false
  if #thing.changes < OPEN_TRIES or thing.hidden then return end
  entry.known_to = entry.known_to or {}
  entry.known_to[b.search.run.seat] = true
end

-- Things whose change shows in the view, but in no part of it that always shows this thing alone. A thing with such a part is
-- known.
local function in_doubt(list)
  local by = {}
  for _, thing in ipairs(list) do
    for part in pairs(thing.parts) do by[part] = (by[part] or 0) + 1 end
  end
  return lists.collect(list, function(thing)
    for part, count in pairs(thing.parts) do
      if count == #thing.changes and by[part] == 1 then return nil end
    end
    return not thing.hidden and thing or nil
  end)
end

-- Can another value leave the view as it was, together with other values of all that show nowhere?
local function shows_together(hidden, thing, witness, as_it_was)
  local found = false
  for k = 1, math.min(HIDDEN_TRIES, #thing.changes) do
    for i, other in ipairs(hidden) do other.set(1 + (k * 7 + i * 13) % MAX_VALUES) end
    thing.set(thing.changes[k])
    found = found or witness() == as_it_was
  end
  for _, other in ipairs(hidden) do other.set(nil) end
  thing.set(nil)
  return found
end

-- Links pairs of things whose other values leave the view as it was, together; neighbours are tried first.
local function tie_pairs(list, witness, as_it_was, left)
  local function leave_the_view(one, other)
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
      if not (one.linked and other.linked) and leave_the_view(one, other) then
        one.linked, other.linked = true, true
      end
      one.set(nil)
      other.set(nil)
    end
  end
end

-- Joint draws of all unknown values with which the seat would see and hear the same, and the numbers that are linked; no
-- draws where none is linked.
local function draw_together(b, list, witness, as_it_was)
  local found, tied = {}, lists.collect(list, function(thing) return thing.linked and thing.place and thing or nil end)
  for try = 1, #tied > 0 and JOINT_TRIES or 0 do
    for i, thing in ipairs(list) do
      local most = thing.entry and ANSWER_TRIES or 65521 -- the n-th answer takes n draws
      if thing.linked or thing.hidden then thing.set(1 + (try * 241 + i * 577) % most) end
    end
    if witness() == as_it_was then found[#found + 1] = lists.copy(b.search.run.unseen.draws) end
    if #found == MAX_VALUES then break end
  end
  for _, thing in ipairs(list) do thing.set(nil) end
  return found, tied
end

-- Leaves out actions of others, out of turn, that show nowhere: the seat believes that they never happened.
local function leave_out_unseen(b, faces, steps)
  local as_it_was
  for back = 1, steps do
    local step = b.steps[#b.steps - back]
    if step.action and step.action ~= b.search.run.seat then
      as_it_was = as_it_was or witnessed(b, faces, steps)
      step_record.leave_out(b, step, true)
      if not as_it_was or witnessed(b, faces, steps) ~= as_it_was then step_record.leave_out(b, step, nil) end
    end
  end
end

-- Tries other values of each thing alone. Gives the things without the answers that were not secret; a function that plays
-- again and gives the view; and the view as it was.
local function try_each(b, faces, far, back, each, view)
  b.search.run.unseen = { from = b.steps[#b.steps - back], draws = {}, may_be = {}, together = {} }
  leave_out_unseen(b, faces, math.max(far, back))
  local list, steps, seen = things_of(b, math.max(far, back)), back, {}
  for _, thing in ipairs(list) do steps = math.max(steps, thing.steps) end
  local as_it_was, parts, before = witnessed(b, faces, steps)
  parts = lists.map(parts or {}, function(part) return plain(b, part) end)
  local function witness()
    if view then view.begin() end
    local now, others = witnessed(b, faces, steps, before)
    if view and now == as_it_was then view.believe() end
    return now, now and now ~= as_it_was and different(b, others, parts) or nil
  end
  add_numbers(b, list)
  local tries = each(#list)
  for _, thing in ipairs(list) do try_alone(thing, witness, as_it_was, seen, thing.entry and ANSWER_TRIES or tries) end
  list = lists.collect(list, function(thing)
    if thing.open then settle_open(b, thing) end
    return not thing.open and thing or nil
  end)
  return list, witness, as_it_was
end

--- Finds, with about `tries` replays, the answers of others (up to `far` steps back) and the random numbers (since `back`
--- steps ago) that the seat can't know; each world redraws them. A value is known if every other would have shown. Values that
--- show only together are redrawn together, until they show the same; if that fails, as if nothing were known of them.
function hidden_facts.find(b, faces, far, back, tries)
  local function each(count) return math.max(MIN_TRIES, math.min(MAX_TRIES, tries // math.max(1, count))) end
  local list, witness, as_it_was = try_each(b, faces, far, back, each)
  local hidden = lists.collect(list, function(thing) return thing.hidden and thing or nil end)
  for _, thing in ipairs(#hidden > 0 and list or {}) do
    thing.linked = thing.linked or not thing.hidden and shows_together(hidden, thing, witness, as_it_was)
  end
  tie_pairs(in_doubt(list), witness, as_it_was, tries)
  local found, tied = draw_together(b, list, witness, as_it_was)
  for _, thing in ipairs(list) do
    if thing.entry then thing.entry.unknown = thing.hidden or thing.linked or false
    elseif thing.hidden then b.search.run.unseen.may_be[thing.place] = thing.keeps end
  end
  b.search.run.unseen.together = found
  for _, thing in ipairs(#found == 0 and tied or {}) do b.search.run.unseen.may_be[thing.place] = ANY_VALUE end
  b.search.run.unseen.draws = {}
end

--- As find, but quicker: a value that never shows alone counts as unknown. view.begin() is called before each try, and
--- view.believe() after one in which the seat would have seen and heard the same.
function hidden_facts.suspect(b, faces, far, back, view)
  local list = try_each(b, faces, far, back, function() return MIN_TRIES end, view)
  local doubtful = lists.set(in_doubt(list))
  for _, thing in ipairs(list) do
    local is_unknown = thing.hidden or thing.linked or doubtful[thing] or false
    if thing.entry then thing.entry.unknown = is_unknown
    elseif is_unknown then b.search.run.unseen.may_be[thing.place] = ANY_VALUE end
  end
  b.search.run.unseen.draws = {}
end

return hidden_facts
