-- 2: attempt to index a string value (local 's')
local s = "abc"; s.x = 1
