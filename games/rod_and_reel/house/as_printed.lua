-- As printed: the tables of the appendices, misprints and all.
-- Where a table gives a cost or a total that the rule doesn't, the table
-- holds; a run that is printed nowhere goes by the rule. What a table prints
-- is the run as it lies and the run with every gap plugged, never half.

local house = variant "rod_and_reel"
house.title = "Rod & Reel, as printed"
house.one_line = "the appendices' costs and totals, misprints and all"

local COSTS = {
  ["10-3-2"] = 37, ["10-4-2"] = 36, ["10-5-2"] = 35, ["10-6-2"] = 34,
  ["10-7-2"] = 33, ["10-4-3"] = 33, ["10-5-3"] = 32, ["10-6-3"] = 31,
  ["10-7-3"] = 31, ["10-5-4"] = 28, ["10-6-4"] = 27, ["10-6-5"] = 22,
}
local WHOLE = {
  ["9-8-2"] = 20, ["9-8-3"] = 21, ["9-8-4"] = 22, ["9-8-5"] = 23,
  ["9-8-6"] = 24,
}
local NATURAL = {
  ["9-5"] = 17, ["9-4"] = 17, ["9-3"] = 17, ["9-2"] = 17, ["5-4-2"] = 7,
}

function house.run_value(t, run, plugged)
  local printed = (plugged > 0 and WHOLE or NATURAL)[table.concat(run, "-")]
  return printed or house.base.run_value(t, run, plugged)
end

function house.plug_cost(t, run, plugged)
  local cost = house.base.plug_cost(t, run, plugged)
  if not cost or plugged == 0 then return cost end
  if house.base.plug_cost(t, run, plugged + 1) then return cost end
  return COSTS[table.concat(run, "-")] or cost
end

return house
