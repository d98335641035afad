-- What a searching seat can't know of the numbers that chance gave and of the others' answers. Each is replaced by another
-- value and the game is played again from there: if the seat sees and hears the same, at its own questions too, it can't
-- know that value. So no script has to say who knows what.
--
-- An answer that was not secret counts as known, unless it shows nowhere by itself. A value that a seat has known once is
-- not tried again.
--
-- Two values that show only together, like the dice of a sum, each change what is seen when one alone is replaced. They
-- are found by replacing both, where nothing that the seat sees depends on one of them alone. Of the highest of some dice
-- only one shows: it is replaced together with all that show nowhere. A value that it takes three to hide counts as known.

local step_record = require "search.step_record"
local lists = require "shared.lists"

local hidden_facts = {}

local PLACES = 128 -- of numbers that chance gave, as many as the host can draw anew one by one (SEARCH_DRAWS)
local FEW, MOST = 8, 32 -- others that are tried in the place of a number, at least and at most
local ANSWERS = 12 -- and in the place of an answer
local OPEN = 3 -- others, all of which the seat would have seen, in the place of one that was not given in secret
local MANY = 12 -- others of a number that shows nowhere, for worlds
local TOGETHER = 6 -- times that one is tried together with all that shows nowhere
local DRAWN = 200 -- times that what shows only together is drawn together
local ANY = {} -- what a number may be of which nothing is known
for n = 1, MANY do ANY[n] = n end

-- What is told anew is what was told, as far as it goes.
local function begins(told, before)
  return lists.all(told, function(one, i) return one == before[i] end)
end

-- What the seat sees and was told since, as bytes; where another question is asked nil, or false if it has seen or heard
-- something else by then than `before`. And as a list of its parts, what it saw, and what it heard.
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

-- May that answer of another, so many steps back, have been another, for all the seat knows? Secret ones of the step under
-- way are not asked: they are unknown.
local function is_in_question(b, entry, back)
  if entry.seat == b.search.run.seat then return false end
  if entry.secret then return entry.unknown and back > 0 end
  return entry.stays and entry.kind ~= "die" and not (entry.known_to and entry.known_to[b.search.run.seat])
end

-- What may have come out otherwise, for all the seat knows: answers of others, and numbers that chance gave. Each has
-- set(n): now it is the n-th other that chance draws, or as it was; and differs().
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
  for place = 1, math.min(PLACES, (select(4, engine.search_look(b.block, 0)))) do
    list[#list + 1] = { place = place, set = function(n) b.search.run.unseen.draws[place] = n end,
      differs = function() return (select(5, engine.search_look(b.block, 0))) end }
  end
end

-- Tries others in the place of one thing alone: in `keeps` those with which the seat would see and hear the same, in
-- `changes` those that are others, of those that would be seen alike one, and in `parts` how many of these change each part
-- of what it sees and hears. What it would see and hear goes to `seen`: where another thing brings about the same, it
-- doesn't tell of which of them that comes.
local function try_alone(thing, witness, as_it_was, seen, tries)
  local is_known, entry, results = {}, thing.entry, { [0] = { now = as_it_was, differs = false } }
  thing.keeps, thing.changes, thing.parts = {}, {}, {}
  if entry then entry.most = tries end
  for n = 1, math.max(tries, 2 * MANY) do
    if n > tries and not (thing.hidden and thing.place and #thing.keeps < MANY) then break end
    thing.set(n)
    local result = entry and entry.others and results[entry.others[n]] -- what is answered again comes to the same
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
    if thing.open and (thing.hidden or #thing.changes == OPEN) then break end
  end
  thing.set(nil)
  if entry then entry.most = nil end
  thing.hidden = thing.hidden or thing.entry and not thing.open and #thing.changes == 0
end

-- An answer that was not given in secret stands by itself; where the seat has seen it, it always will have.
local function settle_open(b, thing)
  local entry = thing.entry
  entry.unknown = thing.hidden or false
  if #thing.changes < OPEN or thing.hidden then return end
  entry.known_to = entry.known_to or {}
  entry.known_to[b.search.run.seat] = true
end

-- Things that show, but not in a part of what the seat sees and hears that tells of them alone, whatever they were. Where
-- none of the others changes that part, the thing is known.
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
  local found, tied = {}, lists.collect(list, function(thing) return thing.linked and thing.place and thing or nil end)
  for try = 1, #tied > 0 and DRAWN or 0 do
    for i, thing in ipairs(list) do
      local most = thing.entry and ANSWERS or 65521 -- the n-th answer takes n draws
      if thing.linked or thing.hidden then thing.set(1 + (try * 241 + i * 577) % most) end
    end
    if witness() == as_it_was then found[#found + 1] = lists.copy(b.search.run.unseen.draws) end
    if #found == MANY then break end
  end
  for _, thing in ipairs(list) do thing.set(nil) end
  return found, tied
end

-- What others have done out of turn and shows nowhere was never done, for all that the seat knows; it is left out.
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

-- Tries others of each thing alone. The things that do not stand by themselves; how the seat sees and hears it as it was, and
-- a function that says how it does now.
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
  for _, thing in ipairs(list) do try_alone(thing, witness, as_it_was, seen, thing.entry and ANSWERS or tries) end
  list = lists.collect(list, function(thing)
    if thing.open then settle_open(b, thing) end
    return not thing.open and thing or nil
  end)
  return list, witness, as_it_was
end

--- Finds by some `tries` which answers of others, `far` steps back at most, and which of the numbers that chance gave since
--- the step `back` steps ago the seat can't know: in each world they are drawn anew. An answer is known where, whatever else
--- had been answered, the seat would have seen or heard something else. So is a number; what several only make together is
--- drawn together, until it makes the same, or else as if nothing were known of it.
function hidden_facts.find(b, faces, far, back, tries)
  local function each(count) return math.max(FEW, math.min(MOST, tries // math.max(1, count))) end
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
  for _, thing in ipairs(#found == 0 and tied or {}) do b.search.run.unseen.may_be[thing.place] = ANY end
  b.search.run.unseen.draws = {}
end

--- As find, in less time: what shows, but not alone, counts as unknown, whatever it makes with others. view.begin() is called
--- before each other is tried, and view.believe() where the seat would have seen and heard the same.
function hidden_facts.suspect(b, faces, far, back, view)
  local list = try_each(b, faces, far, back, function() return FEW end, view)
  local doubtful = lists.set(in_doubt(list))
  for _, thing in ipairs(list) do
    local is_unknown = thing.hidden or thing.linked or doubtful[thing] or false
    if thing.entry then thing.entry.unknown = is_unknown
    elseif is_unknown then b.search.run.unseen.may_be[thing.place] = ANY end
  end
  b.search.run.unseen.draws = {}
end

return hidden_facts
