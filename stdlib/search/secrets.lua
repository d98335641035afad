-- How many steps a search must play again, so that it redraws every secret of the others.
--
-- A secret is public at the beginning of a step if it has the same value in every world that the seat may believe; its
-- declared value proves nothing. At the start of the game all secrets are public. To find those that have become public, worlds
-- with other faces, numbers and answers are played from the step where the seat's last search began. Then the latest step is
-- chosen from which no result depends on a secret that isn't public there: with another value in its place, all secrets must
-- come out the same.
--
-- A secret that depends on its value at the farthest recorded step is old: in every world it has its declared value.

local step_record = require "search.step_record"
local hidden_facts = require "search.hidden_facts"
local lists = require "shared.lists"

local secrets = {}

local STEPS_TRIED = { 0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 46, step_record.MAX_STEPS } -- steps back
local PUBLIC_WORLDS = 48 -- worlds played to find public secrets
local MIN_WORLDS = 3 -- of these, worlds that must come to a step to show what is public there
local REPLAYS = 6 -- worlds played with secrets as they are and with other values in their places
local MAX_DRAWS = 128 -- random numbers that the host can redraw one by one (SEARCH_DRAWS)

-- The value of a secret, in a form that can be compared.
local function value_of(b, secret)
  local value = secret.get()
  if value == nil then return none end
  if type(value) == "table" then return engine.pack(b.block, { value }) or value end
  return value
end

local function values_of(b, list)
  return lists.map(list, function(secret) return value_of(b, secret) end)
end

-- Another value, of the same type if possible.
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

-- The number of steps back to the latest step whose public secrets are known; nil: they are known at none. A second search at
-- the same question begins at the same step as the first.
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

-- The true value of each secret at the beginning of each of the last steps.
local function true_values(b, list, faces, steps)
  local by_step = {}
  for back = 0, steps do
    if step_record.restore(b, back, faces) then by_step[b.steps[#b.steps - back]] = values_of(b, list) end
  end
  return by_step
end

-- Watches worlds that are played again: call begin() before each, and believe() after one that the seat may believe, as far as
-- it was played. Then `secret` has by step the secrets that had another value in such a world than at the table.
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

-- Other values for all secrets that are not public at that step.
local function marks_at(b, list, step)
  local public, marks = step.public and step.public[b.search.run.seat] or {}, {}
  for i, secret in ipairs(step.first and {} or list) do
    if not public[i] then marks[i] = other_than(secret.declared()) end
  end
  return marks
end

-- Finds the public secrets at the beginning of each of the last `base` steps, from those of the first of them; draw() gives
-- faces. A secret that is not public there is public later only if it comes out the same from another value too.
local function learn_public(b, list, faces, base, far, draw)
  local first, plain, marked = b.steps[#b.steps - base], {}, {}
  local view, marks = watch(b, list, true_values(b, list, faces, base)), marks_at(b, list, first)
  view.begin()
  hidden_facts.suspect(b, faces, far, base, view)
  for n = 1, PUBLIC_WORLDS do
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
      local is_shown = (marked[step] or 0) >= MIN_WORLDS
        or (first.first or known[i]) and (plain[step] or 0) >= MIN_WORLDS
      public[i] = is_shown and not (view.secret[step] or {})[i] or nil
    end
    step.public = step.public or {}
    step.public[b.search.run.seat] = public
  end
end

-- --- how far back ---

-- The ways in which the steps since that step are played again: as recorded, and with other faces, draws and answers.
local function replays_from(b, faces, step, draw)
  local list = { { faces = faces, number = 0, as_given = true } }
  for n = 2, REPLAYS do
    local draws = {}
    for place = 1, MAX_DRAWS do draws[place] = n * 37 + place * 11 end
    list[n] = { faces = n % 3 == 0 and faces or draw(), number = n, as_given = n % 2 == 0,
      unseen = n % 3 ~= 1 and { from = step, draws = draws } or nil }
  end
  return list
end

-- The secrets that depend on secrets that are not public so many steps back, by their places in the list; all if unknown.
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

-- The fewest steps back that suffice, and the old secrets.
local function choose(b, list, faces, base, draw)
  local farthest = base or math.min(step_record.MAX_STEPS, #b.steps - 1)
  while not base and farthest > 0 and not b.steps[#b.steps - farthest].before do farthest = farthest - 1 end
  local old = dependent(b, list, faces, farthest, draw, {})
  for _, steps in ipairs(STEPS_TRIED) do
    if steps >= farthest then break end
    if next(dependent(b, list, faces, steps, draw, old)) == nil then return steps, old end
  end
  return farthest, old
end

--- The number of steps that a search must play again in each world, and the old secrets, by their places in the list of
--- hooks.secrets. draw() gives the faces of a world; `far` is the number of steps for which the seat can follow all cards
--- (nil: no new public secrets are looked for).
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
