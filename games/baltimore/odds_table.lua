-- What "hard" means: for each difficulty from DC 2 to DC 30 the target nearest to
-- it, and how likely a character of each attribute and skill meets that target
-- without a chip.
--   croupier run games/baltimore/odds_table.lua
-- One number as an argument prints the columns of that attribute alone.
--
-- Two blocks of columns, as 80 are a page; work in threads. More skill is never
-- shown as worth less: what is sampled may say so within its error.

local difficulty = require "baltimore.difficulty"

local NEAR, FAR = difficulty.ERROR, 0.02 -- standard errors: of the DC, of the rest

local function percent(p)
  if p < 0.005 then return "  -" end
  return ("%3.0f"):format(100 * p)
end

-- The columns of some attributes.
local function header(first, last)
  local top, below = { (" "):rep(38) },
    { ("%-38s"):format("DC  target                          true") }
  for attribute = first, last do
    top[#top + 1] = ("|attribute %d%s"):format(attribute, (" "):rep(7))
    below[#below + 1] = "|"
    for skill = 0, 5 do below[#below + 1] = ("%3d"):format(skill) end
  end
  print((table.concat(top, ""):gsub("%s+$", "")))
  print(table.concat(below, ""))
end

-- The chances of one attribute, for no skill and the five skills.
local function chances(target, attribute)
  local list, p = {}, 0
  for skill = 0, 5 do
    p = math.max(p, (poker.chance { target = target, hole = attribute,
      replacements = skill, error = FAR, seed = 1, jobs = 8 }))
    list[#list + 1] = percent(p)
  end
  return table.concat(list)
end

-- DC 21 to 30 are DC 11 to 20 with ten more on the die: the same targets.
local rows, known = {}, {}

local function row_of(n, first, last)
  local same = n > 20 and n - 10 or n
  local row = rows[same]
  if not row then
    row = { cells = {} }
    row.target, row.chance = difficulty.target(n, known)
    rows[same] = row
  end
  local cells = { ("%2d  %-27s%5.1f%% "):format(n, poker.name(row.target), 100 * row.chance) }
  for attribute = first, last do
    row.cells[attribute] = row.cells[attribute] or chances(row.target, attribute)
    cells[#cells + 1] = "|" .. row.cells[attribute]
  end
  print(table.concat(cells))
end

local function block(first, last)
  header(first, last)
  for n = difficulty.LEAST, difficulty.MOST do row_of(n, first, last) end
end

local only = tonumber((...))
if ... and not (math.type(only) == "integer" and only >= 1 and only <= 5) then
  error(("`%s` is not an attribute: expected a number from 1 to 5"):format(...), 0)
end
print(([[
DC: as likely as rolling it or more on a d20 (from 21: d20 + 10). Target: the
hand that a character of attribute %d and skill %d meets about as often without a
chip; "true" is how often (standard error %.0f%%). Then the percent chance for
each attribute and, below it, skill (standard error %.0f%%); - is less than 0.5.
]]):format(difficulty.ATTRIBUTE, difficulty.SKILL, 100 * NEAR, 100 * FAR))
if only then
  block(only, only)
else
  block(1, 2)
  print()
  block(3, 4)
  print()
  block(5, 5)
end
