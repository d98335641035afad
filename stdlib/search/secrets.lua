-- How far back a search must play again, so that every secret of the others is drawn anew.
--
-- A secret is public at the beginning of a step if it has the same value in every world that the seat may believe. That it
-- has the value it was declared with proves nothing. At the start of the game all secrets are public. Worlds with other
-- faces, numbers and answers are played from the step where the seat's last search began, which shows what has become
-- public since. Then the latest step is chosen after which nothing depends on a secret that isn't public there: another
-- value is put in its place, and all that is written later must come out the same.
--
-- A secret that depends on its value at the farthest recorded step is old: in every world it has its declared value.

local step_record = require "search.step_record"
local hidden_facts = require "search.hidden_facts"
local lists = require "shared.lists"

local secrets = {}

local BACKS = { 0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 46, step_record.FAR_BACK } -- steps back that are tried, the nearest first
local WORLDS = 48 -- with other faces and values that the seat can't know, to see what is public
local FEW = 3 -- of these worlds at least must come to the same question
local PAIRS = 6 -- worlds played again with a secret and with another in its place
local PLACES = 128 -- numbers that the host can draw anew one by one (SEARCH_DRAWS)

-- What a secret is, to be compared.
local function value_of(b, secret)
  local value = secret.get()
  if value == nil then return none end
  if type(value) == "table" then return engine.pack(b.block, { value }) or value end
  return value
end

local function values_of(b, list)
  return lists.map(list, function(secret) return value_of(b, secret) end)
end

-- Something else in the place of that value, of its type where it has one.
local function other_than(value)
  if type(value) == "boolean" then return not value end
  if type(value) == "number" then return value + 1 end
  if type(value) == "string" then return value .. "?" end
  if type(value) ~= "table" then return false end
  local other, key = lists.copy(value), nil
  for name, item in pairs(value) do key = type(item) == "number" and (key or name) or key end
  if key then other[key] = other[key] + 1 else other[#other + 1] = 0 end
  return other
end

-- --- what is public ---

-- How many steps back it is known what is public there; nil: at no step of the record. A second search at the same question
-- begins where the first began.
local function base_of(b)
  local known, _, questions = b.search.game.bases[b.search.run.seat] or {}, engine.count(b.block)
  local step = known.question == questions and known.before or known.step
  local steps = step and step_record.steps_to(b, step)
  if steps then return steps end
  return b.steps[1].first and #b.steps - 1 or nil
end

local function note_base(b, base, steps)
  local _, questions = engine.count(b.block)
  local before, step = base and b.steps[#b.steps - base], b.steps[#b.steps - steps]
  b.search.game.bases[b.search.run.seat] = { question = questions, before = before, step = step }
end

-- What each secret really is at the beginning of each of the last steps.
local function true_values(b, list, faces, steps)
  local by_step = {}
  for back = 0, steps do
    if step_record.restore(b, back, faces) then by_step[b.steps[#b.steps - back]] = values_of(b, list) end
  end
  return by_step
end

-- Watches worlds that are played again: begin() before each, believe() after one that the seat may believe, as far as it came
-- again. Then `secret` has by step the secrets that came out otherwise in one of them than they are.
local function watch(b, list, values)
  local view, differ = { secret = {} }, {}
  function view.begin(reached) differ, view.reached = {}, reached or {} end
  function view.believe()
    for _, one in ipairs(differ) do
      view.secret[one.step] = view.secret[one.step] or {}
      view.secret[one.step][one.i] = true
    end
  end
  function b.search.run.on_step(step)
    view.reached[step] = (view.reached[step] or 0) + 1
    for i, value in ipairs(values[step] or {}) do
      if value_of(b, list[i]) ~= value then differ[#differ + 1] = { step = step, i = i } end
    end
  end
  return view
end

-- Something else in the place of all that is not public at that step.
local function marks_at(b, list, step)
  local public, marks = step.public and step.public[b.search.run.seat] or {}, {}
  for i, secret in ipairs(step.first and {} or list) do
    if not public[i] then marks[i] = other_than(secret.declared()) end
  end
  return marks
end

-- Finds what is public at the beginning of each of the last `base` steps, from what is public at the first of them; draw()
-- gives faces. What is not public there is public later only if it comes out the same from something else too.
local function learn_public(b, list, faces, base, far, draw)
  local first, plain, marked = b.steps[#b.steps - base], {}, {}
  local view, marks = watch(b, list, true_values(b, list, faces, base)), marks_at(b, list, first)
  view.begin()
  hidden_facts.suspect(b, faces, far, base, view)
  for n = 1, WORLDS do
    local is_marked = n % 2 == 0
    view.begin(is_marked and marked or plain)
    step_record.enter(b, { faces = draw(), number = n, marks = is_marked and marks or nil }, base)
    view.believe()
  end
  b.search.run.on_step = nil
  local known = first.public and first.public[b.search.run.seat] or {}
  for at = #b.steps - base + 1, #b.steps do
    local step, public = b.steps[at], {}
    for i in ipairs(list) do
      local told = (marked[step] or 0) >= FEW or (first.first or known[i]) and (plain[step] or 0) >= FEW
      public[i] = told and not (view.secret[step] or {})[i] or nil
    end
    step.public = step.public or {}
    step.public[b.search.run.seat] = public
  end
end

-- --- how far back ---

-- The ways in which what came since that step is played again: as it came, and with other faces, draws and answers.
local function replays_from(b, faces, step, draw)
  local list = { { faces = faces, number = 0, as_given = true } }
  for n = 2, PAIRS do
    local draws = {}
    for place = 1, PLACES do draws[place] = n * 37 + place * 11 end
    list[n] = { faces = n % 3 == 0 and faces or draw(), number = n, as_given = n % 2 == 0,
      unseen = n % 3 ~= 1 and { from = step, draws = draws } or nil }
  end
  return list
end

-- Which secrets depend on those not public so many steps back: by their places in the list; all where that can't be told.
local function dependent(b, list, faces, steps, draw, old)
  local step, found, compared = b.steps[#b.steps - steps], {}, 0
  local marks = marks_at(b, list, step)
  for i in pairs(old) do marks[i] = nil end
  if next(marks) == nil then return found end
  local function all()
    for i in ipairs(list) do found[i] = true end
    return found
  end
  for _, replay in ipairs(replays_from(b, faces, step, draw)) do
    b.search.run.unseen = replay.unseen
    local came = step_record.begin_again(b, replay, steps, replay.as_given)
    local before = came and values_of(b, list)
    local came_too = step_record.begin_again(b, replay, steps, replay.as_given, marks)
    b.search.run.unseen = nil
    if came ~= came_too then return all() end
    if came then
      compared = compared + 1
      for i, value in ipairs(values_of(b, list)) do
        if value ~= before[i] and not old[i] then found[i] = true end
      end
    end
  end
  return compared > 0 and found or all()
end

-- The fewest steps back that will do, and what is old.
local function choose(b, list, faces, base, draw)
  local farthest = base or math.min(step_record.FAR_BACK, #b.steps - 1)
  while not base and farthest > 0 and not b.steps[#b.steps - farthest].before do farthest = farthest - 1 end
  local old = dependent(b, list, faces, farthest, draw, {})
  for _, steps in ipairs(BACKS) do
    if steps >= farthest then break end
    if next(dependent(b, list, faces, steps, draw, old)) == nil then return steps, old end
  end
  return farthest, old
end

--- How many steps are played again in each world, in a search for which draw() gives the faces of worlds and the seat can
--- follow all cards for `far` steps (nil: of what is public no more is found than is known); and which secrets are old: by
--- their places in the list of hooks.secrets.
function secrets.since(b, faces, draw, far)
  local list = b.hooks.secrets(b.search.run.seat)
  if #list == 0 then return 0, {} end
  local base = base_of(b)
  if far and base and base > 0 then learn_public(b, list, faces, base, far, draw) end
  local steps, old = choose(b, list, faces, base, draw)
  if far then note_base(b, base, steps) end
  return steps, old
end

return secrets
