-- The chance that a fish is landed: the fisher's d20 against the GM's.
-- Counted, not tried: of the 400 pairs of two d20 those in which the first
-- is ahead of the second by at least `lead`.

local PAIRS = 400

local function count(lead)
  if lead > 0 then return (20 - lead) * (21 - lead) // 2 end
  return PAIRS - (19 + lead) * (20 + lead) // 2
end

-- The chance of one d20 being ahead of another by so many points or more.
local by_lead = {}
for lead = -18, 19 do by_lead[lead] = count(lead) / PAIRS end

--- The chance of one d20 being ahead of another by a lead or more, of fractions too.
---@param lead number
---@return number from 0 to 1
local function ahead(lead)
  local chance = by_lead[lead]
  if chance then return chance end
  if lead > 19 then return 0 end
  if lead < -18 then return 1 end
  return by_lead[math.ceil(lead)]
end

return { ahead = ahead }
