-- The seat's own next answers in playouts, in the same step and until somebody else is asked: the best so far in this
-- search of a few random ones, by the question's name and the numbers in its text.
--
-- That is MAST, learnt in the search itself and in contexts: H. Finnsson, Y. Bjornsson, Simulation-Based Approach to General
-- Game Playing, AAAI 2008; and what Q-learning does with an answer that was not the best: C. Watkins, P. Dayan, Machine
-- Learning 8 (1992).

local lists = require "shared.lists"

local followups = {}

local DRAWS = 8 -- answers of which the best is given
local PRIOR = 2 -- times that an answer counts as having brought what is usual
local LIKE_ALL = 4 -- times that what a question brings after one beginning counts as what it brings after all

-- What an answer is known by: a card by its face, if the seat sees it.
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

-- What an answer to that question seems to bring.
local function promise(question, entry)
  return (entry.sum + PRIOR * question.sum / math.max(1, question.n)) / (entry.n + PRIOR)
end

-- By how much more that question has brought after a playout's beginning than after all: what its text doesn't tell.
local function head_start(question, beginning)
  local own = entry_in(question.after, beginning)
  return (own.sum - own.n * question.sum / math.max(1, question.n)) / (own.n + LIKE_ALL)
end

--- Stages an answer to the open question; nil where another seat is asked, or in another step. known: what answers have
--- brought; given: those of this playout, steps = how many ended before the one it began in, beginning = with what answer.
function followups.answer(b, seat, known, given)
  local block = b.block
  local asked, _, _, _, kind = engine.asked(block)
  local _, steps, context = engine.search_look(block, seat)
  if asked ~= seat or steps ~= given.steps then return nil end
  if kind == "die" or kind == "text" or kind == "nothing" then return engine.stage_random(block) end
  local question = entry_in(known, context)
  local most, best, value, place = -math.huge, nil, nil, nil
  for draw = 1, DRAWS do
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

--- What a playout is worth that has brought so much: where an answer it gave has turned out not to be the best, what the best
--- one has brought. Learns from it too, if that is wanted.
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
