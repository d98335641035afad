-- How the searching seat answers further questions in a playout: those after the answer that is tried (choices.lua), until
-- another seat is asked or the step ends. It gives the best of a few random answers, by their results in this search.
-- Questions of one name with the same numbers in their text count as one question.
--
-- This is MAST, learnt within the search and by context: H. Finnsson, Y. Bjornsson, Simulation-Based Approach to General
-- Game Playing, AAAI 2008; and what Q-learning does with an answer that was not the best: C. Watkins, P. Dayan, Machine
-- Learning 8 (1992).

local lists = require "shared.lists"

local followups = {}

local ANSWERS_DRAWN = 8 -- random answers of which the best is given
local PRIOR_PLAYOUTS = 2 -- playouts that an answer begins with, at the question's mean
local PRIOR_AFTER_ALL = 4 -- playouts that a first answer begins with, at the question's mean after all first answers

-- A key that is the same for answers that look the same to the seat: a card's is its face, if the seat sees it.
local function key_of(b, seat, value)
  if type(value) == "userdata" then
    local seen = host.kind(value) == "card" and host.visible(b.block, value, seat)
    return seen and host.face(b.block, value) or "?"
  end
  if type(value) ~= "table" then return tostring(value) end
  return rawget(value, "text") or rawget(value, 0)
    or table.concat(lists.map(value, function(card) return tostring(key_of(b, seat, card)) end), " ")
end

local function entry_in(list, key)
  local entry = list[key]
  if not entry then
    entry = { n = 0, sum = 0, of = {}, after = {} }
    list[key], list[#list + 1] = entry, entry
  end
  return entry
end

-- The expected value of an answer to that question.
local function promise(question, entry)
  return (entry.sum + PRIOR_PLAYOUTS * question.sum / math.max(1, question.n)) / (entry.n + PRIOR_PLAYOUTS)
end

-- How much better the question turns out in playouts that began with that answer than in all playouts: something that the
-- question's text doesn't show.
local function head_start(question, beginning)
  local own = entry_in(question.after, beginning)
  return (own.sum - own.n * question.sum / math.max(1, question.n)) / (own.n + PRIOR_AFTER_ALL)
end

--- Stages an answer to the open question; nil where another seat is asked, or another step asks. known: results by question,
--- of the whole search; given: pairs of question and answer in this playout, with steps = completed before it began, and
--- beginning = the key of its first answer.
function followups.answer(b, seat, known, given)
  local block = b.block
  local asked, _, _, _, kind = engine.asked(block)
  local _, steps, context = engine.search_look(block, seat)
  if asked ~= seat or steps ~= given.steps then return nil end
  if kind == "die" or kind == "text" or kind == "nothing" then return engine.stage_random(block) end
  local question = entry_in(known, context)
  local most, best, value, place = -math.huge, nil, nil, nil
  for draw = 1, ANSWERS_DRAWN do
    engine.stage_random(block, draw > 1)
    local other, at = engine.staged(block)
    local entry = entry_in(question.of, tostring(key_of(b, seat, other)))
    local brings = promise(question, entry)
    if brings > most then most, best, value, place = brings, entry, other, at end
    engine.unstage(block)
  end
  engine.stage_value(block, value, place)
  given[#given + 1], given[#given + 2] = question, best
  return true
end

--- The value of a playout: `brought`, or, where a better answer than one of those given is known, that answer's expected
--- value. With `learns` the result is added to what is known.
function followups.worth(given, brought, learns)
  for i = #given - 1, 1, -2 do
    local question, entry, best = given[i], given[i + 1], nil
    local own = entry_in(question.after, given.beginning)
    for _, one in ipairs(learns and { question, entry, own } or {}) do one.n, one.sum = one.n + 1, one.sum + brought end
    for _, other in ipairs(question.of) do
      if other.n > 0 and (not best or promise(question, other) > promise(question, best)) then best = other end
    end
    if best ~= entry then brought = promise(question, best) + head_start(question, given.beginning) end
  end
  return brought
end

return followups
