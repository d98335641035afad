-- The worlds of a search: everything that its seat can't know, drawn so that it agrees with what the seat has seen and heard.
--
-- Faces are drawn uniformly from those that the seat's memory allows (memory.lua). A world is rejected if the recorded steps
-- go another way in it, or an answer was not legal there. Accepted worlds are taken in proportion to a weight, which is
-- higher the closer the others' last answers are to those of the game's best bot there: sampling importance resampling;
-- D. Rubin, Journal of the American Statistical Association 82 (1987). Where others chose cards unseen, faces are exchanged
-- so that they chose the cards that the bot would have chosen.
--
-- Other seats are played by the game's best bot, or at random if their answers so far fit random play clearly better, by a
-- likelihood ratio over a few worlds.

local step_record = require "search.step_record"
local card_histories = require "search.card_histories"
local lists = require "shared.lists"

local imagined = {}

local MAX_TRIES = 24 -- worlds drawn for one that fits
local EVIDENCE_TRIES = 6 -- of these, worlds in which earlier steps are played again too
local EVIDENCE_TRIAL = 16 -- such worlds after which it is decided whether earlier steps tell anything
local FIRST_WORLDS = 64 -- worlds drawn before the first is taken, where others' answers count
local NEXT_WORLDS = 2 -- worlds drawn before each next one is taken
local MAX_DRAWN = 1024 -- worlds drawn in a search
local ANSWERS_WEIGHED = 12 -- the last answers of others that count as evidence
local STRANGE_PENALTY = 4 -- an answer that the bot would not have given divides a world's weight by e to this power
local MAX_LOOKS = 16 -- worlds in which others' answers are compared with the bot's and with random ones
local PLAYOUTS_PER_LOOK = 12 -- playouts that a search must have for each of these worlds
local RANDOM_ANSWERS = 8 -- random answers in each of these worlds
local PRIOR_WORLDS = 2 -- worlds in which an answer counts as random beforehand
local MIN_BY_CHANCE = 0.01 -- the least probability of an answer at random
local MIN_LOG_RATIO = 2 -- log of the likelihood ratio from which seats count as random

-- The number of steps that are played again to weigh a world.
local function steps_of(s) return math.max(s.far, s.back, s.asks and s.near or 0) end

--- Prepares the worlds of a search s = { b =, seat =, far = the steps for which the seat could follow all cards, back = the
--- steps that each playout plays again, policy = a function that stages an answer of the game's bot (nil: answers are
--- random), memory = memory.of, draw = memory.worlds, random = }.
function imagined.begin(s)
  s.worlds, s.pool, s.misfits, s.drawn = {}, {}, 0, 0
  s.tried, s.fitted, s.least, s.most, s.exchanged = 0, 0, math.huge, 0, false
  s.near = step_record.near(s.b, s.seat, ANSWERS_WEIGHED, s.far)
  s.asks = s.policy ~= nil and s.near >= 0
  s.since = steps_of(s)
  s.histories = card_histories.since(s.b, s.memory, s.since, s.back)
end

-- The distance of the given answer from the staged one: 0 if they are the same, 1 if they have nothing in common. Unstages.
local function difference(b, entry, given)
  local value, place = engine.staged(b.block)
  local kind = entry.kind
  engine.unstage(b.block)
  if value == nil or given == nil then return value == given and 0 or 1 end
  if kind == "one_of" and type(value) ~= "userdata" then return place == entry.place and 0 or 1 end
  if kind == "number" then
    return math.min(1, 2 * math.abs(value - given) / math.max(1, math.abs(value), math.abs(given)))
  end
  if kind ~= "cards" then return value == given and 0 or 1 end
  local same = lists.collect(value, function(card) return lists.index(given, card) end)
  return 1 - #same / math.max(1, #value, #given)
end

--- Does that seat answer at random in playouts?
function imagined.is_stranger(s, seat) return s.strangers & host.seat_mask(seat) ~= 0 end

-- The numbers of the cards that are not among the others.
local function without(cards, others)
  return lists.collect(cards, function(card) return not lists.index(others, card) and host.index(card) or nil end)
end

-- Could an exchange of faces that the seat can't notice make the chosen cards those that the bot would have chosen? If so, notes
-- the exchange in s.exchanges.
local function exchange(s, entry, given)
  local value, m = engine.staged(s.b.block), s.memory
  if not s.exchanges or not value or not given or entry.kind ~= "card" and entry.kind ~= "cards" then return false end
  if entry.kind == "card" then value, given = { value }, { given } end
  local would, did = without(value, given), without(given, value)
  local alike = #would == #did and lists.all(did, function(card, i)
    return m.bag[card] == m.bag[would[i]] and m.deck_of[card] == m.deck_of[would[i]]
  end)
  for i, card in ipairs(alike and did or {}) do s.exchanges[#s.exchanges + 1] = { card, would[i] } end
  if alike then engine.unstage(s.b.block) end
  return alike
end

-- Asks the game's bot a recorded question, so that it makes its notes; adds to s.strange the distance of another seat's answer
-- from the bot's, unless that seat answers at random.
local function weigh(s, entry, given)
  if not entry.near or s.policy() ~= true then return end
  local tells = entry.seat ~= s.seat and not imagined.is_stranger(s, entry.seat)
  if tells and exchange(s, entry, given) then return end
  local by = difference(s.b, entry, given)
  if tells then s.strange = s.strange + by end
end

-- Does the world fit the record, as far back as answers are evidence? Also the number of entries that came again (0: the seat
-- sees other pools or state now, -1: the question is not even open), and the strangeness of the others' answers. Evidence that
-- made no difference in the first worlds is not looked at again.
local function is_so(s, world, far)
  s.strange, s.b.notes = 0, {}
  local steps = steps_of(s)
  if not far or not s.asks and steps == s.back then
    local same = step_record.enter(s.b, world, s.back)
    return same and step_record.is_open_alike(s.b), same and 0 or -1, 0
  end
  if s.asks then function s.b.search.run.weighs(entry, given) weigh(s, entry, given) end end
  local fits, came = step_record.enter(s.b, world, steps)
  fits, s.b.search.run.weighs = fits and step_record.is_open_alike(s.b), nil
  s.tried, s.fitted = s.tried + 1, s.fitted + (fits and 1 or 0)
  if fits then s.least, s.most = math.min(s.least, s.strange), math.max(s.most, s.strange) end
  if s.tried == EVIDENCE_TRIAL then
    if s.fitted % EVIDENCE_TRIAL == 0 then s.far = s.back end
    s.asks = s.asks and (s.least < s.most or s.exchanged)
  end
  local strange = s.strange
  if not fits and not step_record.enter(s.b, world, s.back) then return false, -1, strange end
  return fits, (fits or step_record.is_open_alike(s.b)) and came or 0, strange
end

-- As is_so, after faces are exchanged so that others chose the cards that the bot would have chosen.
local function is_so_chosen(s, at)
  s.exchanges = {}
  local fits, came, strange = is_so(s, at, true)
  local list = fits and s.exchanges or {}
  s.exchanges = nil
  if #list == 0 then return fits, came, strange end
  s.exchanged = true
  at.faces = table.move(at.faces, 1, #at.faces, 1, {})
  for _, pair in ipairs(list) do
    at.faces[pair[1]], at.faces[pair[2]] = at.faces[pair[2]], at.faces[pair[1]]
  end
  return is_so(s, at, true)
end

-- Draws a world, with its weight and the notes that bots would have made in it. Also whether it fits, and how many entries
-- came again (is_so).
local function draw(s, far)
  s.drawn = s.drawn + 1
  local at = { faces = s.draw(s.random), number = s.questions << 24 | s.drawn, taken = 0 }
  at.history = s.histories and card_histories.draw(s.b, s.memory, s.histories, at.faces, s.random)
  local fits, came, strange
  if far and s.asks then fits, came, strange = is_so_chosen(s, at) else fits, came, strange = is_so(s, at, far) end
  at.weight, at.notes = math.exp(-strange * STRANGE_PENALTY), s.b.notes
  if not fits then s.misfits = s.misfits + 1 end
  return at, fits, came
end

-- Draws `count` worlds and adds those that fit to the pool. Gives the one that comes nearest to fitting.
local function fill(s, count)
  local nearest, most = nil, -1
  for _ = 1, count do
    local at, fits, came = draw(s, true)
    if fits then s.pool[#s.pool + 1] = at end
    if came > most then nearest, most = at, came end
  end
  return nearest
end

-- Takes a world from the pool by weight; of those with the same weight the one that was taken least often.
local function take(s)
  local sum, found = 0, nil
  for _, at in ipairs(s.pool) do sum = sum + at.weight end
  local point = s.random(1 << 30) / (1 << 30) * sum
  for _, at in ipairs(s.pool) do
    point, found = point - at.weight, at
    if point < 0 then break end
  end
  for _, at in ipairs(s.pool) do
    if at.weight == found.weight and at.taken < found.taken then found = at end
  end
  found.taken = found.taken + 1
  return found
end

-- Without evidence: the first world that fits, or the one of a few that comes nearest.
local function any(s)
  local best, most = nil, -1
  for try = 1, MAX_TRIES do
    local at, fits, came = draw(s, try <= EVIDENCE_TRIES)
    if fits then return at end
    if came > most then best, most = at, came end
    if most > 0 and try >= EVIDENCE_TRIES then break end
  end
  return best
end

--- The n-th world of the search, in which the question is open as it is at the table; nil where none was found.
function imagined.world(s, n)
  if s.worlds[n] then return s.worlds[n] end
  local at
  if s.asks then
    local count = s.filled and NEXT_WORLDS or math.min(FIRST_WORLDS, s.limits.playouts or FIRST_WORLDS)
    local nearest = s.drawn < MAX_DRAWN and fill(s, count)
    s.filled = true
    at = #s.pool > 0 and take(s) or nearest or nil
  else at = any(s) end
  at = at or s.once -- a world that fitted once is better than none
  s.once = s.once or at
  s.worlds[n] = at and { faces = at.faces, history = at.history, number = at.number, notes = at.notes,
    future = s.questions << 24 | n, taken = math.max(0, at.taken - 1) }
  return s.worlds[n]
end

-- --- seats that answer at random ---

-- Counts how often a recorded answer agrees with the bot's in this world, and with random ones.
local function count_alike(s, counts, entry, given)
  local b = s.b
  if s.policy() ~= true then return end
  local alike, by_chance = 1 - difference(b, entry, given), 0
  if entry.seat == s.seat then return end
  for n = 1, RANDOM_ANSWERS do
    engine.stage_random(b.block, n > 1)
    by_chance = by_chance + (1 - difference(b, entry, given)) / RANDOM_ANSWERS
  end
  local one = counts[entry]
  if not one then
    one = { seat = entry.seat, n = 0, as_bot = 0, by_chance = 0 }
    counts[entry], counts[#counts + 1] = one, one
  end
  one.n, one.as_bot, one.by_chance = one.n + 1, one.as_bot + alike, one.by_chance + by_chance
end

-- From now on those seats answer at random, and their answers are no evidence; so worlds are drawn again. Is there one?
local function take_for_strangers(s, mask, once)
  s.strangers, s.worlds, s.pool, s.filled, s.once = mask, {}, {}, false, once
  return imagined.world(s, 1) ~= nil
end

--- Sets s.strangers to a mask of the seats whose answers are likelier at random than from the game's bot, in a few worlds. It
--- stays 0 unless the ratio is clear for all of them together and a world is found in which they answer at random.
function imagined.find_strangers(s)
  if not s.policy then return end
  local counts, sums, all = {}, {}, 0
  for n = 1, math.min(MAX_LOOKS, (s.limits.playouts or math.huge) // PLAYOUTS_PER_LOOK) do
    local at = imagined.world(s, n)
    s.b.notes = {}
    function s.b.search.run.weighs(entry, given) count_alike(s, counts, entry, given) end
    step_record.enter(s.b, at, s.since)
    s.b.search.run.weighs = nil
  end
  for _, one in ipairs(counts) do
    local by_chance = math.max(MIN_BY_CHANCE, one.by_chance / one.n)
    local ratio = (one.as_bot + PRIOR_WORLDS * by_chance) / (one.n + PRIOR_WORLDS) / by_chance
    sums[one.seat] = (sums[one.seat] or 0) + math.log(ratio)
  end
  local mask = 0
  for seat, sum in pairs(sums) do
    if sum < 0 then mask, all = mask | host.seat_mask(seat), all + sum end
  end
  local once = s.once
  if all < -MIN_LOG_RATIO and not take_for_strangers(s, mask) then take_for_strangers(s, 0, once) end
end

return imagined
