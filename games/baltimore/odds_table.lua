-- What "hard" means: for each attribute and skill, the chance to meet a target
-- without a chip, for some thirty rungs of the ladder from easy to impossible.
--   croupier run games/baltimore/odds_table.lua
-- One number as an argument prints the column of that attribute alone.
--
-- Chances are sampled until their standard error is little more than half a
-- percent; more skill is never shown as worth less. The last column is
-- the d20 difficulty that comes nearest: what somebody without a bonus must
-- roll to succeed as often as an average character (attribute 3, skill 3).

local RUNGS = { "jack-high", "ace-high", "pair of twos", "pair of eights",
  "pair of jacks", "pair of aces", "threes and twos", "eights and fours",
  "jacks and tens", "aces and kings", "three twos", "three eights",
  "three jacks", "three aces", "five-high straight", "nine-high straight",
  "queen-high straight", "ace-high straight", "seven-high flush",
  "ten-high flush", "queen-high flush", "ace-high flush", "twos full of threes",
  "eights full of twos", "jacks full of sevens", "aces full of kings",
  "four twos", "four eights", "four aces", "five-high straight flush",
  "ten-high straight flush", "royal flush" }

local AVERAGE = { attribute = 3, skill = 3 }

local function chance(target, attribute, skill)
  return (poker.chance { target = target, hole = attribute,
    replacements = skill, error = 0.006 })
end

local function percent(p)
  if p > 0 and p < 0.005 then return "  -" end
  return ("%3.0f"):format(100 * p)
end

-- To succeed with this chance on a d20: roll so much or more.
local function difficulty(p)
  local roll = math.floor(21 - 20 * p + 0.5)
  if roll > 20 then return "20+" end
  return roll < 2 and "any" or tostring(roll)
end

local function header(first, last)
  local top, below = { (" "):rep(27) }, { ("%-27s"):format("target / skill") }
  for attribute = first, last do
    top[#top + 1] = ("| attribute %d     "):format(attribute)
    below[#below + 1] = "|"
    for skill = 1, 5 do below[#below + 1] = ("%3d"):format(skill) end
  end
  print((table.concat(top, ""):gsub("%s+$", "")))
  print(table.concat(below, "") .. "| d20")
end

local function row(text, first, last)
  local target, average = poker.target(text), nil
  local cells = { ("%-27s"):format(poker.name(target)) }
  for attribute = first, last do
    local p = 0
    cells[#cells + 1] = "|"
    for skill = 1, 5 do
      p = math.max(p, chance(target, attribute, skill))
      cells[#cells + 1] = percent(p)
      if attribute == AVERAGE.attribute and skill == AVERAGE.skill then
        average = p
      end
    end
  end
  average = average or chance(target, AVERAGE.attribute, AVERAGE.skill)
  print(table.concat(cells) .. ("|%4s"):format(difficulty(average)))
end

local only = tonumber((...))
local first, last = only or 1, only or 5
if only and (math.type(only) ~= "integer" or only < 1 or only > 5) then
  error(("`%s` is no attribute: expected a number from 1 to 5"):format(...), 0)
end
print("Chance in 100 to meet the target without a chip.")
header(first, last)
for _, text in ipairs(RUNGS) do row(text, first, last) end
