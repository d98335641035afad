-- The standings at the end of a game: a row says its place, who it is and the score, named after what was counted (`by`).
-- Where the score is the same and the place isn't, all rows tell what decided, too.

local terminal = require "front.base.terminal"

local standings = {}

-- The measures it takes to tell this row from the next, which it stands before.
local function measures_apart(row, next_row)
  if not next_row or row.place == next_row.place then return 1 end
  local k = 1
  while row.keys and next_row.keys and next_row.keys[k] and row.keys[k] == next_row.keys[k] do k = k + 1 end
  return k
end

-- Columns of the longest name and of the longest score, and how many of the measures are told.
local function layout(rows)
  local names, scores, measures = 0, 0, 1
  for i, row in ipairs(rows) do
    names = math.max(names, terminal.text_width(row.name))
    scores = math.max(scores, terminal.text_width(row.score))
    measures = math.max(measures, measures_apart(row, rows[i + 1]))
  end
  return names, scores, measures
end

-- "hands_won" as "hands won "; "" where the measure has no name.
local function measure_name(row, k)
  local name = row.by and row.by[k]
  return name and name:gsub("_", " ") .. " " or ""
end

-- "  1. Anna   successes 4, chips 12"
local function line_of(row, names, scores, measures)
  local parts = { ("%3d. %s"):format(row.place, row.name) }
  if scores > 0 then parts[2] = (" "):rep(names - terminal.text_width(row.name) + 3) end
  if row.score ~= "" then parts[#parts + 1] = measure_name(row, 1) end
  parts[#parts + 1] = (" "):rep(scores - terminal.text_width(row.score)) .. row.score
  for k = 2, measures do
    local name = measure_name(row, k)
    if name == "" then break end
    parts[#parts + 1] = ", " .. name .. (row.keys and row.keys[k] or "")
  end
  return table.concat(parts)
end

--- Tells rows, the best first: { place =, name =, score = text, by = names of the measures, keys = their values }; all
--- the measures, or as many as it takes to tell them apart.
function standings.tell(rows, term, all)
  local names, scores, measures = layout(rows)
  if all then measures = math.huge end
  for _, row in ipairs(rows) do term:say(line_of(row, names, scores, measures)) end
end

--- After the last of several games: their seed, and how to check the deals of those that were saved.
function standings.reveal(seed, paths, term)
  term:say(("\5The seed was %s.\1"):format(seed))
  if #paths > 0 then term:say "To check the deals:" end
  for _, path in ipairs(paths) do term:put(("  croupier verify %s\n"):format(path)) end
end

--- Shows the standings of a session whose game is over.
function standings.show(s, term)
  term:heading "standings"
  local rows = s:standings()
  if not rows then return term:say "No result." end
  local above = rows[1].place - 1 -- where nobody has won, the first place is empty
  for _, row in ipairs(rows) do
    row.place = row.place - above
    row.name, row.score = s:name(row.seat), row.score and tostring(row.score) or ""
  end
  standings.tell(rows, term)
end

return standings
