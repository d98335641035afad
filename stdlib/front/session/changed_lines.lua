-- A text as the lines in which it differs from another, readable for people and version control.
--
-- A line "@ 12-15" stands for lines 12 to 15 of the other text, in runs of at least LEAST identical lines, in the same
-- order; all else is written out, with one more @ before a line that begins with @.

local lists = require "shared.lists"

local changed_lines = {}

local LEAST = 3

--- The lines of a text.
function changed_lines.split(text) return lists.matches(text, "([^\n]*)\n") end

-- The longest row of lines of the base, from its line `from` on, that stands in the list at k, and how long it is.
local function longest_row(base, from, list, k)
  local first, most = nil, 0
  for i = from, #base do
    local n = 0
    while list[k + n] and base[i + n] == list[k + n] do n = n + 1 end
    if n > most then first, most = i, n end
  end
  return first, most
end

--- A list of lines in which lines of `base`, from its line `from` on, are replaced by their places.
function changed_lines.of(base, from, list)
  local out, k = {}, 1
  while k <= #list do
    local first, n = longest_row(base, from, list, k)
    if n < LEAST then n, out[#out + 1] = 1, (list[k]:gsub("^@", "@@"))
    else out[#out + 1], from = ("@ %d-%d"):format(first, first + n - 1), first + n end
    k = k + n
  end
  return out
end

--- The opposite: the lines of the text again, from line `from` of what changed_lines.of gave, and for each its number
--- there, or its number in `base` as a negative one. Or nil and the number of a line that names a place outside `base`.
function changed_lines.apply(base, changes, from)
  local list, where = {}, {}
  for n = from, #changes do
    local first, last = changes[n]:match "^@ (%d+)%-(%d+)$"
    if not first then list[#list + 1], where[#where + 1] = (changes[n]:gsub("^@@", "@")), n
    elseif tonumber(last) > #base then return nil, n end
    for i = first or 1, first and last or 0 do list[#list + 1], where[#where + 1] = base[i], -i end
  end
  return list, where
end

return changed_lines
