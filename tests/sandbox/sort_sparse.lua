-- 4: attempt to compare number with nil
local t = {}
for k = 0, 62 do t[1 << k] = k end
table.sort(t)
