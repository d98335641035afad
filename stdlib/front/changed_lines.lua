-- A text as the lines in which it differs from another, as a person reads them and version control shows them.
--
-- A line "@ 12-15", or "@ 12", begins what stands in place of lines 12 to 15 of the other text, which may be nothing;
-- "@ after 15" what comes between lines 15 and 16; "@ nothing" says that all is as there. Everything else is as in the
-- other text.

local changed_lines = {}

local MOST = 4000000 -- so many pairs of lines are compared at most

--- The lines of a text.
function changed_lines.split(text)
  local list = {}
  for line in text:gmatch("([^\n]*)\n") do list[#list + 1] = line end
  return list
end

-- How many lines are the same at the beginning and at the end.
local function same_ends(base, from, list)
  local first, last = 0, 0
  local most = math.min(#base - from + 1, #list)
  while first < most and base[from + first] == list[first + 1] do first = first + 1 end
  while last < most - first and base[#base - last] == list[#list - last] do last = last + 1 end
  return first, last
end

-- rows[i][k] is how many lines at most both have from base[i] and list[k] on, in order.
local function longest_common(base, i1, i2, list, k1, k2)
  local rows, below = {}, {}
  for i = i2, i1, -1 do
    local row, line = {}, base[i]
    for k = k2, k1, -1 do
      if line == list[k] then row[k] = (below[k + 1] or 0) + 1
      else row[k] = math.max(below[k] or 0, row[k + 1] or 0) end
    end
    rows[i], below = row, row
  end
  return rows
end

-- Puts down that lines i to i_end - 1 of the base are lines k to k_end - 1 here.
local function put(out, i, i_end, list, k, k_end)
  if i == i_end and k == k_end then return end
  local last = i_end - 1
  out[#out + 1] = last < i and "@ after " .. last or last == i and "@ " .. i or ("@ %d-%d"):format(i, last)
  table.move(list, k, k_end - 1, #out + 1, out)
end

--- What differs from `base`, a list of lines, from its line `from` on: a list of lines; nil where the text can't be told so.
function changed_lines.of(base, from, list)
  for _, line in ipairs(list) do if line:find "^@ " then return nil end end
  local first, last = same_ends(base, from, list)
  local i, i2, k, k2 = from + first, #base - last, first + 1, #list - last
  if (i2 - i + 1) * (k2 - k + 1) > MOST then return nil end
  local common, out = longest_common(base, i, i2, list, k, k2), {}
  local start_i, start_k = i, k
  while i <= i2 and k <= k2 do
    if base[i] == list[k] then
      put(out, start_i, i, list, start_k, k)
      i, k = i + 1, k + 1
      start_i, start_k = i, k
    elseif ((common[i + 1] or {})[k] or 0) >= (common[i][k + 1] or 0) then i = i + 1
    else k = k + 1 end
  end
  put(out, start_i, i2 + 1, list, start_k, k2 + 1)
  return #out > 0 and out or { "@ nothing" }
end

-- Of a line that begins a change: the first and the last line of the base that it takes the place of.
local function place_of(line)
  local first, last = line:match "^@ (%d+)%-?(%d*)$"
  if first then return tonumber(first), tonumber(last) or tonumber(first) end
  local after = tonumber(line:match "^@ after (%d+)$")
  if after then return after + 1, after end
end

--- Is this the first line of what changed_lines.of gives?
function changed_lines.begins(line) return line == "@ nothing" or place_of(line or "") ~= nil end

--- The text again: its lines, and of each its number in `changes`, or that in `base` as a negative one. Or nil and the
--- number of the line in `changes` that doesn't fit the base.
function changed_lines.apply(base, from, changes, changes_from)
  local list, where, at = {}, {}, from
  local function copy(to)
    for i = at, to do list[#list + 1], where[#where + 1] = base[i], -i end
  end
  for n = changes_from, #changes do
    local line = changes[n]
    local first, last = place_of(line)
    if first then
      if first < at or last < first - 1 or last > #base then return nil, n end
      copy(first - 1)
      at = last + 1
    elseif line ~= "@ nothing" then list[#list + 1], where[#where + 1] = line, n end
  end
  copy(#base)
  return list, where
end

return changed_lines
