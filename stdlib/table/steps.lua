-- The steps that were played lately and their answers, for a bot that plays them again (search/step_record.lua).
--
-- While a record is kept (engine.search_record) the beginning of each step is kept as bytes, and each answer. The last step is
-- the one under way, and its answers are those that were given in it. While steps are played again, b.steps.replay has
-- the functions that are called for each instead, and the record stays (b.steps.in_search).

local steps = {}

local STEPS, BYTES = 64, 16 << 20 -- that are kept at most

--- The number of the pile in which the first card of an answer lies; nil if it has none.
function steps.pile_of(b, kind, value)
  local card = kind == "card" and value or kind == "cards" and value and value[1] or nil
  return card and host.index(b.verbs.where(b.t, card))
end

--- A copy of an answer: a list that a script gets is its own to change.
function steps.copy(kind, value)
  return kind == "cards" and value and table.move(value, 1, #value, 1, {}) or value
end

local function note_step(b, list, name, seat)
  local before = engine.search_record(b.block)
  local first = #list == 0 and select(3, engine.standing(b.block)) == 0
  list[#list + 1] = { step = name, action = seat, before = before, happened = engine.count(b.block), first = first }
  local most = before and math.max(1, math.min(STEPS, BYTES // #before)) or STEPS
  while #list > most do table.remove(list, 1) end
end

local function note_answer(b, list)
  local step, seat, name, _, _, kind, secret = list[#list], engine.asked(b.block)
  if not step then return end
  local value, place = engine.staged(b.block)
  step[#step + 1] = { name = name, seat = seat, kind = kind, secret = secret and kind ~= "nothing", place = place,
    value = steps.copy(kind, value), where = steps.pile_of(b, kind, value), happened = engine.count(b.block) }
end

--- Another game begins; in a search it is one of a world, and the record stays.
function steps.forget(b)
  if b.steps[1] and not b.steps.in_search then b.steps = {} end
end

--- The hooks that the host calls while a record is kept.
function steps.hooks(b)
  b.steps = {}
  function b.hooks.began(name, seat)
    local replay = b.steps.replay
    if replay then replay.hear_step(b, replay, name) else note_step(b, b.steps, name, seat) end
  end
  function b.hooks.answered()
    local replay = b.steps.replay
    if replay then replay.hear_answer(b, replay) else note_answer(b, b.steps) end
  end
end

return steps
