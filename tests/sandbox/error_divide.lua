-- 3: attempt to divide by zero
local zero = 0
return tonumber("1") // zero
