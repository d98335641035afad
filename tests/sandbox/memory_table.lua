-- 3: used more than 16 MB of memory
local t = {}
for i = 1, math.huge do t[i] = i end
