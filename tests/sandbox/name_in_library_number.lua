-- 2: `math` has no field 1
local one = math[1]
