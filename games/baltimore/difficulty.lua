-- Difficulties of other games as targets: DC n is the target that an average
-- character (attribute 3, skill 3) meets without a chip as often as a d20 shows
-- n or more (2 to 20), or a d20 + 10 (21 to 30).
--
-- Chances are sampled, all from the same cards, so that they fall from rung to
-- rung of the ladder and a difficulty always gives the same target.

local difficulty = {}

difficulty.LEAST, difficulty.MOST = 2, 30
difficulty.ATTRIBUTE, difficulty.SKILL = 3, 3
difficulty.ERROR = 0.01

local TOP, RUNGS = poker.target("royal flush"), 98 -- chips down to seven-high

--- How likely a roll of n or more is: on a d20 to 20, on a d20 + 10 above.
---@param n integer 2 to 30
---@return number 0 to 1
function difficulty.chance_of_roll(n)
  return (21 - (n > 20 and n - 10 or n)) / 20
end

--- The target so many chips below the royal flush.
---@param rung integer 0 to 98
---@return integer target
function difficulty.rung(rung) return poker.lower(TOP, rung) end

--- The chance to meet a target without a chip.
---@param target integer
---@param attribute integer hole cards
---@param skill integer replacements
---@return number 0 to 1
function difficulty.chance(target, attribute, skill)
  return (poker.chance { target = target, hole = attribute, replacements = skill,
    error = difficulty.ERROR, seed = 1, jobs = 8 })
end

-- The average character's chance to reach a rung, kept in `known`.
local function average(known, rung)
  known[rung] = known[rung] or difficulty.chance(difficulty.rung(rung),
    difficulty.ATTRIBUTE, difficulty.SKILL)
  return known[rung]
end

--- The target nearest to DC n, and how likely the average character meets it.
---@param n integer 2 to 30
---@param known? table chances that were found, by rung, for the next search
---@return integer target
---@return number 0 to 1
function difficulty.target(n, known)
  known = known or {}
  local wanted, low, high = difficulty.chance_of_roll(n), 0, RUNGS
  while high - low > 1 do
    local middle = (low + high) // 2
    if average(known, middle) < wanted then low = middle else high = middle end
  end
  local below, above = average(known, low), average(known, high)
  local nearest = wanted - below < above - wanted and low or high
  return difficulty.rung(nearest), average(known, nearest)
end

--- Reads "DC 15": the number; or nil, and a sentence when it is none from 2 to 30.
---@param text string
---@return integer|nil, string|nil
function difficulty.read(text)
  local n = math.tointeger(tonumber(text:match("^%s*[Dd][Cc]%s*(%d+)%s*$")))
  if not n then return nil end
  if n < difficulty.LEAST or n > difficulty.MOST then
    return nil, ("DC %d: expected a difficulty from %d to %d"):format(n,
      difficulty.LEAST, difficulty.MOST)
  end
  return n
end

return difficulty
