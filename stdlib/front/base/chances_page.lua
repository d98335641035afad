-- A page of chances: a row for each value with how likely exactly it is, it or more, it or less, and a bar; expressions
-- side by side where that fits, and which of them wins how often.

local charts = require "front.base.charts"
local text = require "front.base.text"
local lists = require "shared.lists"

local page = {}

local SEEN = 0.00005 -- what is rarer would be 0.00%
local ROWS, BAR, BAR_LEAST = 60, 30, 4 -- rows where not all are asked for; columns of a bar
local HEADS, CELLS, FULL = { "exactly", "at least", "at most" }, { "  %7s", "  %8s", "  %7s" }, 30

local function percent(p)
  if p > 1 - 1e-9 then return "100%" elseif p == 0 then return "0%" end
  return p < SEEN and "<0.01%" or p > 1 - SEEN and ">99.99%" or ("%.2f%%"):format(100 * p)
end

local function number(n) return (("%.2f"):format(n + 0.0):gsub("%.?0+$", "")) end

-- The place of the last value up to which, from one end on, nobody would see anything.
local function unseen(list, values, at, step, rest)
  local sums = lists.collect(list, rest)
  while true do
    for i, one in ipairs(list) do sums[i] = sums[i] + (one.by[values[at]] or 0) end
    if math.max(table.unpack(sums)) >= SEEN then return at end
    at = at + step
  end
end

-- The rows of a table, each { label =, from =, to = the places of its values }, and all values. What nobody would see at
-- an end is one with the row beside it; where values are many, several are a row.
local function rows_of(list, every)
  local values, rows = lists.distinct(lists.joined(table.unpack(lists.collect(list, "values")))), {}
  table.sort(values)
  local n = #values
  local first, last = 1, n
  if not every then first, last = unseen(list, values, 1, 1, "less"), unseen(list, values, n, -1, "more") end
  local step = every and 1 or math.ceil(charts.round_step((last - first + 1) / ROWS))
  for i = first, last do
    local row = rows[#rows]
    if row and values[i] // step == values[row.from] // step then row.to = i
    else rows[#rows + 1] = { from = i, to = i } end
  end
  local function goes_on(name) return not lists.all(list, function(one) return one[name] == 0 end) end
  for i, row in ipairs(rows) do
    local low, high = values[row.from], values[row.to]
    row.label = low == high and tostring(low) or ("%d to %d"):format(low, high)
    if i == #rows and (last < n or goes_on "more") then row.label, row.to = low .. " or more", n end
    if i == 1 and (first > 1 or goes_on "less") then row.label, row.from = high .. " or less", 1 end
  end
  return rows, values
end

-- How likely the rows are for one of the expressions: { exactly, at least, at most } each.
local function chances_of(one, rows, values)
  local cells, below, above = {}, 0, 0
  for i, row in ipairs(rows) do
    local sum = (i == 1 and one.less or 0) + (i == #rows and one.more or 0)
    for k = row.from, row.to do sum = sum + (one.by[values[k]] or 0) end
    below = below + sum
    cells[i] = { sum, nil, below }
  end
  for i = #rows, 1, -1 do
    above = above + cells[i][1]
    cells[i][2] = above
  end
  return cells
end

-- Expressions side by side, as wide as `room` each; where one has too little, without what is at most.
local function add_table(lines, list, rows, values, wide, room, symbols)
  local shown = room < FULL + BAR_LEAST and 2 or 3
  local bar = math.max(0, math.min(BAR, room - FULL + (shown == 2 and 9 or 0)))
  local function cells_of(texts) return table.concat(lists.collect(CELLS, function(form, i)
    return i <= shown and form:format(texts[i]) or nil
  end)) .. "  " end
  local heads, all, most = cells_of(HEADS), {}, 0
  for i, one in ipairs(list) do
    all[i] = chances_of(one, rows, values)
    for _, cell in ipairs(all[i]) do most = math.max(most, cell[1]) end
  end
  local space = (" "):rep(wide)
  lines[#lines + 1] = space .. table.concat(lists.collect(list, function(one)
    return "  " .. text.fit(one.text, #heads + bar - 2, false, not symbols)
  end))
  lines[#lines + 1] = space .. (heads .. (" "):rep(bar)):rep(#list)
  for i, row in ipairs(rows) do
    lines[#lines + 1] = text.fit(row.label, wide, true) .. table.concat(lists.collect(all, function(cells)
      local cell = cells[i]
      return cells_of(lists.collect(cell, percent)) .. text.fit(charts.bar(bar * cell[1] / most, symbols), bar)
    end))
  end
  lines[#lines + 1] = ""
end

-- As many as fit side by side, the others below.
local function add_tables(lines, list, width, symbols, every)
  local at = 1
  while list[at] do
    for n = #list - at + 1, 1, -1 do
      local some, wide = table.move(list, at, at + n - 1, 1, {}), 0
      local rows, values = rows_of(some, every)
      for _, row in ipairs(rows) do wide = math.max(wide, #row.label) end
      local room = (width - wide) // n
      if n == 1 or room >= FULL + BAR_LEAST then
        add_table(lines, some, rows, values, wide, room, symbols)
        at = at + n
        break
      end
    end
  end
end

--- The text for what author.chances gives, for a width and whether there are symbols. `every`: each value has a row.
function page.text(found, width, symbols, every)
  local lines, list = {}, lists.collect(found.list, function(one) return one.values and one or nil end)
  for _, one in ipairs(list) do
    one.by = {}
    for i, value in ipairs(one.values) do one.by[value] = one.exactly[i] end
  end
  add_tables(lines, list, width, symbols, every)
  local function add(form, ...) lines[#lines + 1] = text.wrap(form:format(...), width, 2) end
  for _, one in ipairs(found.list) do
    if one.values then add("%s: mean %s, standard deviation %s", one.text, number(one.mean), number(one.spread))
    elseif one.chance == 0 or one.chance > 0.5 then add("%s: %s", one.text, percent(one.chance))
    else add("%s: %s, about 1 in %s", one.text, percent(one.chance), number(1 / one.chance)) end
  end
  for _, win in ipairs(found.wins) do
    local first, tie, second = percent(win[2]), percent(win[3]), percent(win[4])
    add("%s is higher: %s; tie: %s; %s is higher: %s", win[1], first, tie, win[5], second)
  end
  return ((table.concat(lines, "\n") .. "\n"):gsub(" +\n", "\n"))
end

return page
