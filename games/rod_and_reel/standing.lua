-- Who stands where: the five victory conditions as lists to be compared.
-- Every fisher gets a key, a list of numbers; the larger first difference is
-- ahead, a missing number counts 0. What differs between the conditions is
-- only the key. A heat's cut goes on to countback and then to the lot; a
-- final shares what is still equal.

local LATEST = 100000

local function larger_first(a, b) return a > b end

--- A fisher's fish, largest first: what countback goes through.
local function countback(seat)
  local list = table.move(seat.catch, 1, #seat.catch, 1, {})
  table.sort(list, larger_first)
  return list
end

local function earliness(seat)
  return seat.qualified and LATEST - seat.qualified or 0
end

local function by_first_fish(seat)
  return { earliness(seat), seat.qualifying or seat.best }
end

local function by_total(seat) return { seat.total } end

local function by_first_total(seat)
  return { earliness(seat), seat.total }
end

local KEYS = {
  biggest = countback, total = by_total, first = by_first_fish,
  first_of_weight = by_first_fish, first_to_total = by_first_total,
}

local SCORES = {
  biggest = function(seat) return seat.best end,
  total = function(seat) return seat.total end,
  first = function(seat) return seat.qualifying or seat.best end,
  first_to_total = function(seat) return seat.total end,
}
SCORES.first_of_weight = SCORES.first

--- Which of two keys is ahead: 1 the first, -1 the second, 0 neither.
local function compare(a, b)
  for i = 1, math.max(#a, #b) do
    local x, y = a[i] or 0, b[i] or 0
    if x ~= y then return x > y and 1 or -1 end
  end
  return 0
end

local function is_before(a, b)
  local order = compare(a.key, b.key)
  if order == 0 then order = compare(a.back, b.back) end
  if order == 0 then return a.lot < b.lot end
  return order > 0
end

local function is_level(a, b)
  return compare(a.key, b.key) == 0 and compare(a.back, b.back) == 0
end

local function number_places(records)
  for i, record in ipairs(records) do
    local above = records[i - 1]
    record.place = above and is_level(above, record) and above.place or i
  end
  return records
end

local standing = {}

--- The list that places a fisher under the victory condition in force.
function standing.standing_key(t, seat)
  return KEYS[t.rules.victory](seat)
end

--- The number shown beside a fisher's place, in score points.
function standing.standing_score(t, seat)
  return SCORES[t.rules.victory](seat)
end

-- What is counted beside a fisher's place, by the victory condition.
local COUNTED = {
  biggest = { "biggest fish", "second best", "third best", "fourth best", "fifth best" },
  total = { "total" }, first = { "fish" }, first_of_weight = { "fish" },
  first_to_total = { "total" },
}

--- The names of the figures that place a fisher: the score, then what countback goes through, as
--- far as anybody has caught so many.
function standing.figures_named(t)
  local names, most = COUNTED[t.rules.victory], 1
  for seat in t:seats() do most = math.max(most, #seat.catch) end
  return { table.unpack(names, 1, math.min(most, #names)) }
end

--- The figures themselves; nil where it is the hand in which they qualified that places them.
function standing.figures(t, seat)
  if t.rules.victory:find "^first" then return nil end
  local figures, fish = { t:standing_score(seat) }, countback(seat)
  for i = 2, #t:figures_named() do figures[i] = fish[i] or 0 end
  return figures
end

--- Ranks fishers, best first; what is level shares a place.
function standing.ranking(t, seats)
  local records = {}
  for i, seat in ipairs(seats) do
    records[i] = {
      seat = seat, key = t:standing_key(seat), back = {}, lot = seat.number,
      score = t:standing_score(seat),
    }
  end
  table.sort(records, is_before)
  return number_places(records)
end

--- Ranks fishers for a heat's cut: countback and then the lot part those
--- who are level.
function standing.ranking_for_cut(t, seats)
  local records = {}
  for i, seat in ipairs(t:draw_lots(seats)) do
    records[i] = {
      seat = seat, key = t:standing_key(seat), back = countback(seat), lot = i,
    }
  end
  table.sort(records, is_before)
  return records
end

--- Whether the fish just landed makes its fisher one who can win.
function standing.qualifies(t, seat, score)
  local victory = t.rules.victory
  if victory == "first_of_weight" then
    return t:threshold_measure(score) >= t.rules.minimum_fish
  elseif victory == "first_to_total" then
    return t:threshold_measure(seat.total) >= t.rules.goal_total
  end
  return true
end

--- What is held against a threshold: score points, or weight.
function standing.threshold_measure(t, score)
  if t.rules.thresholds == "weight" then return t:weight(score) end
  return score
end

return standing
