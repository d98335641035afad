-- Rankings: rows with several numbers, of which the first that differs decides.
--
-- What standings have in common: those of t:rank_by, of the module tournament and of an evening. Always true: rows that
-- are level share a place. Nothing is kept here.

local ranking, max = {}, math.max

-- Which of two rows is ahead: 1 the first, -1 the second, 0 neither.
local function compare(one, other)
  local mine, theirs = one.keys, other.keys
  for k = 1, max(#mine, #theirs) do
    local x, y = mine[k] or 0, theirs[k] or 0
    if x ~= y then return x > y and 1 or -1 end
  end
  return 0
end

-- Sorts rows by their `keys`, lists of numbers, the highest first, and gives each its `place`: rows that are level share
-- one, and stand by the field `tie`.
function ranking.sort(rows, tie)
  table.sort(rows, function(one, other)
    local ahead = compare(one, other)
    return ahead > 0 or ahead == 0 and one[tie] < other[tie]
  end)
  for i, row in ipairs(rows) do
    local above = rows[i - 1]
    row.place = above and compare(above, row) == 0 and above.place or i
  end
  return rows
end

-- How seats stand, equal ones in the order in which they are given: { seat =, score =, place =, by =, keys = } each.
-- measures: what counts, first what counts most, names or functions; number_of(seat, measure) is how much of it a seat has.
-- `by` are the names, as far as no function comes before them; nil where one comes first.
function ranking.rows(seats, measures, number_of)
  local names, rows = {}, {}
  for k, measure in ipairs(measures) do
    if type(measure) ~= "string" then break end
    names[k] = measure
  end
  for i, seat in ipairs(seats) do
    local keys = {}
    for k, measure in ipairs(measures) do keys[k] = number_of(seat, measure) end
    rows[i] = { seat = seat, score = keys[1], keys = keys, by = names[1] and names, number = i }
  end
  for _, row in ipairs(ranking.sort(rows, "number")) do row.number = nil end
  return rows
end

return ranking
