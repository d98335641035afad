-- What "hard" means: for each attribute and skill, the chance to meet a target
-- without a chip, for some thirty rungs of the ladder from easy to impossible.
--   croupier run games/baltimore/odds_table.lua
-- One number as an argument prints the columns of that attribute alone.
--
-- Each chance is the mean of two samples of a standard error of 0.4%, so of one
-- of 0.3%: what is printed is right to one percent. More skill is never shown as
-- worth less. Two blocks of columns, as 80 are a page; work in threads, of which
-- a script's own time is one.

local RUNGS = { "jack-high", "ace-high", "pair of twos", "pair of eights",
  "pair of jacks", "pair of aces", "threes and twos", "eights and fours",
  "jacks and tens", "aces and kings", "three twos", "three eights",
  "three jacks", "three aces", "five-high straight", "nine-high straight",
  "queen-high straight", "ace-high straight", "seven-high flush",
  "ten-high flush", "queen-high flush", "ace-high flush", "twos full of threes",
  "eights full of twos", "jacks full of sevens", "aces full of kings",
  "four twos", "four eights", "four aces", "five-high straight flush",
  "ten-high straight flush", "royal flush" }

local SEEDS, ERROR, JOBS = 2, 0.004, 8

local AVERAGE = { attribute = 3, skill = 3 }

-- The mean of samples that have nothing in common.
local function chance(target, attribute, skill)
  local sum = 0
  for seed = 1, SEEDS do
    sum = sum + poker.chance { target = target, hole = attribute,
      replacements = skill, error = ERROR, seed = seed, jobs = JOBS }
  end
  return sum / SEEDS
end

local function percent(p)
  if p < 0.005 then return p > 0 and "  -" or "  ." end
  return ("%3.0f"):format(100 * p)
end

-- To succeed with this chance on a d20: roll so much or more.
local function difficulty(p)
  local roll = math.floor(21 - 20 * p + 0.5)
  if roll > 20 then return "20+" end
  return roll < 2 and "any" or tostring(roll)
end

-- The columns of some attributes, and the d20 difficulty behind them.
local function header(first, last)
  local top, below = { (" "):rep(27) }, { ("%-27s"):format("target / skill") }
  for attribute = first, last do
    top[#top + 1] = ("|attribute %d    "):format(attribute)
    below[#below + 1] = "|"
    for skill = 1, 5 do below[#below + 1] = ("%3d"):format(skill) end
  end
  print((table.concat(top, ""):gsub("%s+$", "")))
  print(table.concat(below, "") .. "|d20")
end

-- The chances of one attribute, for the five skills.
local function chances(target, attribute)
  local list, p = {}, 0
  for skill = 1, 5 do
    p = math.max(p, chance(target, attribute, skill))
    list[skill] = p
  end
  return list
end

-- What an average character does decides the d20 difficulty.
local function row(target, first, last, average)
  local cells = { ("%-27s"):format(poker.name(target)) }
  for attribute = first, last do
    cells[#cells + 1] = "|"
    local list = chances(target, attribute)
    for _, p in ipairs(list) do cells[#cells + 1] = percent(p) end
    if attribute == AVERAGE.attribute then average = list[AVERAGE.skill] end
  end
  average = average or chance(target, AVERAGE.attribute, AVERAGE.skill)
  print(table.concat(cells) .. ("|%3s"):format(difficulty(average)))
  return average
end

local averages = {}

local function block(first, last)
  header(first, last)
  for i, text in ipairs(RUNGS) do
    averages[i] = row(poker.target(text), first, last, averages[i])
  end
end

local only = tonumber((...))
if ... and not (math.type(only) == "integer" and only >= 1 and only <= 5) then
  error(("`%s` is no attribute: expected a number from 1 to 5"):format(...), 0)
end
print(([[
Chance in 100 to meet the target without a chip; - is less than a half, . never.
Sampled, standard error %.1f: within 1 of the truth. d20: what an average
character (attribute %d, skill %d) would have to roll at least, without a bonus,
to succeed as often; 20+ is less than once in twenty.
]]):format(100 * ERROR / math.sqrt(SEEDS), AVERAGE.attribute, AVERAGE.skill))
if only then
  block(only, only)
else
  block(1, 3)
  print()
  block(4, 5)
end
