-- 3: attempt to perform 'n%0'
local zero = 0
return tonumber("1") % zero
