-- The worlds of a search: what its seat can't know, drawn so that it agrees with what the seat has seen and heard.
--
-- Faces are drawn as the seat's memory allows, each way as likely (memory.lua). A world is drawn again if the step that
-- asks goes another way in it, or an earlier answer was not legal there. Of the worlds so far each is taken as often as it
-- is likely: the closer the others' last answers are to those of the game's best bot there. That is sampling importance
-- resampling: D. Rubin, Journal of the American Statistical Association 82 (1987). Cards that others chose unseen are those
-- that the bot would have chosen, by an exchange of faces.
--
-- Other players are played by the game's best bot, or at random if their answers fit random play clearly better. Both are
-- counted in worlds: a likelihood ratio, which needs no model of anybody.

local step_record = require "search.step_record"
local card_histories = require "search.card_histories"
local lists = require "shared.lists"

local imagined = {}

local TRIES = 24 -- worlds drawn for one that fits
local TRIES_FAR = 6 -- of them, those that are tried on more of the past
local ENOUGH = 16 -- tried on it, all or none of which fitted: no more are
local FIRST, EACH, MOST = 64, 2, 1024 -- drawn before the first is taken where others have answered; for each more; in all
local ANSWERS = 12 -- of others, the last, by which it is told how likely a world is
local STRANGE = 4 -- how much less likely a world is, as a power of e, by an answer that the bot would not have given
local LOOKS, SELDOM = 16, 12 -- worlds in which the bot is asked what others answered: for so many playouts one, so many at most
local DRAWS = 8 -- answers of chance in each
local AS_CHANCE, RARE = 2, 0.01 -- worlds in which an answer counts as chance's beforehand, and how rare it is by chance at least
local CLEARLY = 2 -- how much likelier answers are by chance, as a power of e, before they are taken for that

-- How many steps are looked through for what tells of the world.
local function steps_of(s) return math.max(s.far, s.back, s.asks and s.near or 0) end

--- Settles by what a search `s` judges its worlds; it has { b =, seat =, far = steps since which the seat can follow all
--- cards, back = steps that are played again in each playout, policy = a function that stages what the seat that is asked
--- should answer (nil: chance answers), memory = memory.of, draw = memory.worlds, random = }.
function imagined.begin(s)
  s.worlds, s.pool, s.misfits, s.drawn = {}, {}, 0, 0
  s.tried, s.fitted, s.least, s.most, s.exchanged = 0, 0, math.huge, 0, false
  s.near = step_record.near(s.b, s.seat, ANSWERS, s.far)
  s.asks = s.policy ~= nil and s.near >= 0
  s.since = steps_of(s)
  s.histories = card_histories.since(s.b, s.memory, s.since, s.back)
end

-- How far from what is staged was the answer that was given? 0: it is the same; 1: quite another.
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

--- Does that seat play on by chance?
function imagined.is_stranger(s, seat) return s.strangers & host.seat_mask(seat) ~= 0 end

-- The numbers of those of the cards that are not among the others.
local function without(cards, others)
  return lists.collect(cards, function(card) return not lists.index(others, card) and host.index(card) or nil end)
end

-- Can the cards of an answer be those that the bot would have chosen, by an exchange of faces that the seat can't tell from
-- what there was? Then it is noted, to be made.
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

-- Asks the game's bot what is asked again, so that it notes what it would have noted; and adds up how far others answered
-- from what it would have; of one who answers as chance does that tells nothing.
local function weigh(s, entry, given)
  if not entry.near or s.policy() ~= true then return end
  local tells = entry.seat ~= s.seat and not imagined.is_stranger(s, entry.seat)
  if tells and exchange(s, entry, given) then return end
  local by = difference(s.b, entry, given)
  if tells then s.strange = s.strange + by end
end

-- Is all as it was in that world, as far back as answers are evidence? How much of that came again: 0 where the seat sees
-- something else of pools or state now, -1 where the question is not even open. And how strange the others' answers are there.
-- Where the evidence has told nothing for a while it is not looked at again.
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
  if s.tried == ENOUGH then
    if s.fitted % ENOUGH == 0 then s.far = s.back end
    s.asks = s.asks and (s.least < s.most or s.exchanged)
  end
  local strange = s.strange
  if not fits and not step_record.enter(s.b, world, s.back) then return false, -1, strange end
  return fits, (fits or step_record.is_open_alike(s.b)) and came or 0, strange
end

-- Is it so in that world, where others have chosen the cards that the bot would have? Its faces are exchanged for that.
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

-- A world, drawn: with how strange others' answers are there, and what bots would have noted. Does it fit, and how much came
-- again (is_so)?
local function draw(s, far)
  s.drawn = s.drawn + 1
  local at = { faces = s.draw(s.random), number = s.questions << 24 | s.drawn, taken = 0 }
  at.history = s.histories and card_histories.draw(s.b, s.memory, s.histories, at.faces, s.random)
  local fits, came, strange
  if far and s.asks then fits, came, strange = is_so_chosen(s, at) else fits, came, strange = is_so(s, at, far) end
  at.weight, at.notes = math.exp(-strange * STRANGE), s.b.notes
  if not fits then s.misfits = s.misfits + 1 end
  return at, fits, came
end

-- So many more worlds in the pool, of those that fit; and the one that comes nearest to it.
local function fill(s, count)
  local nearest, most = nil, -1
  for _ = 1, count do
    local at, fits, came = draw(s, true)
    if fits then s.pool[#s.pool + 1] = at end
    if came > most then nearest, most = at, came end
  end
  return nearest
end

-- One of the pool, as likely as others' answers make it; of those that are as likely the one that was taken least.
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

-- Where others' answers tell nothing: the first world that fits, or of a few the one that comes nearest to it.
local function any(s)
  local best, most = nil, -1
  for try = 1, TRIES do
    local at, fits, came = draw(s, try <= TRIES_FAR)
    if fits then return at end
    if came > most then best, most = at, came end
    if most > 0 and try >= TRIES_FAR then break end
  end
  return best
end

-- A world in which the question is asked as it was asked, by its number; the same number is always the same world.
-- Nil where none was found.
function imagined.world(s, n)
  if s.worlds[n] then return s.worlds[n] end
  local at
  if s.asks then
    local count = s.filled and EACH or math.min(FIRST, s.limits.playouts or FIRST)
    local nearest = s.drawn < MOST and fill(s, count)
    s.filled = true
    at = #s.pool > 0 and take(s) or nearest or nil
  else at = any(s) end
  at = at or s.once -- what fitted once is better than nothing
  s.once = s.once or at
  s.worlds[n] = at and { faces = at.faces, history = at.history, number = at.number, notes = at.notes,
    future = s.questions << 24 | n, taken = math.max(0, at.taken - 1) }
  return s.worlds[n]
end

-- --- who plays by chance ---

-- Counts how often an answer is the one that the bot gives in the open world, and the one that chance gives.
local function count_alike(s, counts, entry, given)
  local b = s.b
  if s.policy() ~= true then return end
  local alike, by_chance = 1 - difference(b, entry, given), 0
  if entry.seat == s.seat then return end
  for n = 1, DRAWS do
    engine.stage_random(b.block, n > 1)
    by_chance = by_chance + (1 - difference(b, entry, given)) / DRAWS
  end
  local one = counts[entry]
  if not one then
    one = { seat = entry.seat, n = 0, as_bot = 0, by_chance = 0 }
    counts[entry], counts[#counts + 1] = one, one
  end
  one.n, one.as_bot, one.by_chance = one.n + 1, one.as_bot + alike, one.by_chance + by_chance
end

-- From now on those seats play on by chance, and answers of theirs tell nothing: other worlds are drawn. Is there one? There
-- is where one is known that once fitted.
local function take_for_strangers(s, mask, once)
  s.strangers, s.worlds, s.pool, s.filled, s.once = mask, {}, {}, false, once
  return imagined.world(s, 1) ~= nil
end

--- Finds the others who have answered more as chance does than as the game's bot: the seats as a mask, in s.strangers. It
--- goes by how much likelier their answers are by the one than by the other, in a few worlds; of all of them together it must
--- be clear, and chance must be able to come to where the table stands, or they count as the bot.
function imagined.find_strangers(s)
  if not s.policy then return end
  local counts, sums, all = {}, {}, 0
  for n = 1, math.min(LOOKS, (s.limits.playouts or math.huge) // SELDOM) do
    local at = imagined.world(s, n)
    s.b.notes = {}
    function s.b.search.run.weighs(entry, given) count_alike(s, counts, entry, given) end
    step_record.enter(s.b, at, s.since)
    s.b.search.run.weighs = nil
  end
  for _, one in ipairs(counts) do
    local by_chance = math.max(RARE, one.by_chance / one.n)
    local ratio = (one.as_bot + AS_CHANCE * by_chance) / (one.n + AS_CHANCE) / by_chance
    sums[one.seat] = (sums[one.seat] or 0) + math.log(ratio)
  end
  local mask = 0
  for seat, sum in pairs(sums) do
    if sum < 0 then mask, all = mask | host.seat_mask(seat), all + sum end
  end
  local once = s.once
  if all < -CLEARLY and not take_for_strangers(s, mask) then take_for_strangers(s, 0, once) end
end

return imagined
