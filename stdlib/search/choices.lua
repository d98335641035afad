-- Which answers to its own question a search tries (what it answers later in a playout is in followups.lua): all of
-- them, or the most promising of many. For several cards it adds up effects of single cards: S. Ontanon, The
-- Combinatorial Multi-Armed Bandit Problem and Its Application to Real-Time Strategy Games, AIIDE 2013. For numbers it
-- compares a grid, and then a finer one around the best. s.at_question() brings the table to the question in a world.

local allocation = require "search.allocation"
local lists = require "shared.lists"

local choices = {}

local MAX_ARMS = 48 -- answers that are compared at once, unless there is time for more
local PLAYOUTS_PER_ARM = 12 -- that must be expected of each answer where there are more
local GRID_SIZE = 9 -- numbers that are compared first

-- Cards that look the same and lie in one pile are one answer.
local function places(q)
  local list, seen = {}, {}
  for i, option in ipairs(q.options) do
    local is_seen = host.kind(option) == "card" and host.visible(q.b.block, option, q.seat)
    local pile = is_seen and host.index(q.b.verbs.where(q.b.t, option)) or 0
    local face = is_seen and host.face(q.b.block, option)
    seen[pile] = seen[pile] or {}
    if not (face and seen[pile][face]) then list[#list + 1] = { code = i } end
    if face then seen[pile][face] = true end
  end
  return list
end

-- At most `most` items of a list, evenly spaced.
local function thin(list, most)
  if #list <= most then return list end
  local new = {}
  for i = 1, most do new[i] = list[1 + (i - 1) * (#list - 1) // (most - 1)] end
  return new
end

-- The number of steps between two limits; a difference that overflows counts as the largest integer.
local function steps(low, high, step)
  local span = high - low
  return (span < 0 and math.maxinteger or span) // step
end

-- About `most` numbers between two limits, evenly spaced.
local function grid(low, high, step, most)
  local count, list = steps(low, high, step), {}
  local gaps = math.min(count, most - 1)
  for i = 0, gaps do
    local at = gaps == 0 and 0 or i * (count // gaps) + i * (count % gaps) // gaps
    list[i + 1] = { code = low + at * step }
  end
  return list
end

-- Inserts a number into a rising list, unless it is there.
local function insert_number(list, n)
  local at = 1
  while list[at] and list[at].code < n do at = at + 1 end
  if not list[at] or list[at].code ~= n then table.insert(list, at, { code = n }) end
end

local function choose_number(s, q)
  local list = q.min <= q.max and grid(q.min, q.max, q.step, GRID_SIZE) or {}
  if s.own and s.own.code then insert_number(list, s.own.code) end
  if q.optional then list[#list + 1] = { code = nil } end
  local all = q.min <= q.max and steps(q.min, q.max, q.step) < GRID_SIZE
  local arms = allocation.arms(s, list)
  local best = allocation.best(s, arms, all and 1 or 0.5)
  if all or best.code == nil then return best, arms end
  table.sort(arms, function(x, y) return x.place < y.place end)
  local below = arms[best.place - 1] and arms[best.place - 1].code or best.code
  local above = arms[best.place + 1] and arms[best.place + 1].code or best.code
  arms = allocation.arms(s, grid(below, above, q.step, GRID_SIZE))
  return allocation.best(s, arms, 1), arms
end

-- --- several cards ---

local function fits(q, place, chosen)
  return not q.fits or engine.fits(q.b.block, place, chosen)
end

--- A random legal choice of cards; nil if none was found.
function choices.some_cards(s, q)
  for _ = 1, 16 do
    local want, left, chosen = q.min + s.random(q.max - q.min + 1), {}, {}
    for i = 1, #q.options do left[i] = i end
    while #chosen < want and #left > 0 do
      local k = s.random(#left) + 1
      local place = left[k]
      left[k] = left[#left]
      left[#left] = nil
      if fits(q, place, chosen) then chosen[#chosen + 1] = place end
    end
    if #chosen >= q.min then return chosen end
  end
end

-- Different choices of cards, drawn at random, at most `most`; and the set of their keys.
local function some_choices(s, q, most)
  local list, seen = {}, {}
  for _ = 1, 4 * most do
    local chosen = choices.some_cards(s, q)
    local key = chosen and allocation.key(chosen)
    if key and not seen[key] then
      seen[key] = true
      list[#list + 1] = { code = chosen }
      if #list == most then break end
    end
  end
  return list, seen
end

-- For each card, by how much the mean value of the choices with it differs from that of all choices.
local function effects(arms, count)
  local with, n, all, runs = {}, {}, 0, 0
  for i = 1, count do with[i], n[i] = 0, 0 end
  for _, arm in ipairs(arms) do
    all, runs = all + arm.sum, runs + arm.n
    for _, place in ipairs(arm.code or {}) do with[place], n[place] = with[place] + arm.sum, n[place] + arm.n end
  end
  local average = runs > 0 and all / runs or 0
  for i = 1, count do with[i] = n[i] > 0 and with[i] / n[i] - average or 0 end
  return with
end

-- Adds for each number of cards that may be chosen a legal choice of those with the best effects.
local function best_together(q, effect, seen, list)
  local order = {}
  for i = 1, #q.options do order[i] = i end
  table.sort(order, function(x, y)
    if effect[x] ~= effect[y] then return effect[x] > effect[y] end
    return x < y
  end)
  for size = q.min, math.min(q.max, q.min + 7) do
    local chosen = {}
    for _, place in ipairs(order) do
      if #chosen < size and fits(q, place, chosen) then chosen[#chosen + 1] = place end
    end
    local key = allocation.key(chosen)
    if #chosen == size and not seen[key] then
      seen[key] = true
      list[#list + 1] = { code = chosen }
    end
  end
end

local function choose_cards(s, q)
  s.at_question()
  local first, seen = some_choices(s, q, math.max(8, math.min(MAX_ARMS, s.expected // 4)))
  if q.optional and q.min > 0 then first[#first + 1] = {} end
  local arms = allocation.arms(s, first)
  if #first < 8 then return allocation.best(s, arms, 1), arms end
  local n = 0
  repeat
    for _, arm in ipairs(arms) do arm.tries = n allocation.try(s, arm) end
    n = n + 1
  until s.used() + #arms * s.share > 0.5
  allocation.rank(s, arms)
  s.at_question()
  local second = {}
  best_together(q, effects(arms, #q.options), seen, second)
  for i = 1, math.min(4, #arms) do second[#second + 1] = { code = arms[i].code } end
  local again = allocation.arms(s, second)
  return allocation.best(s, again, 1), again
end

-- --- any ---

local CHOICES = {
  one_of = places, card = places,
  confirm = function() return { { code = true }, { code = false } } end,
  text = function(q)
    return lists.map(type(q.bot) == "table" and q.bot or { q.bot }, function(text) return { code = text } end)
  end,
  action = function(q) return lists.map(q.options, function(name) return { code = name } end) end,
}

--- All answers to a question, or `most` of them, evenly spaced: a list of { code = }. Not for questions for several cards;
--- for a text those that the script offers to bots.
function choices.all(q, most)
  local list = CHOICES[q.kind] and CHOICES[q.kind](q) or grid(q.min, q.max, q.step, most)
  if q.optional then list[#list + 1] = { code = nil } end
  return thin(list, most)
end

--- The best answer to a question `q`, and the arms of all that were tried (allocation.lua).
function choices.best(s, q)
  if q.kind == "number" then return choose_number(s, q) end
  if q.kind == "cards" then return choose_cards(s, q) end
  local most = math.max(2, math.min(MAX_ARMS, s.expected // 2), s.expected // PLAYOUTS_PER_ARM)
  local arms = allocation.arms(s, choices.all(q, most))
  return allocation.best(s, arms, 1), arms
end

return choices
