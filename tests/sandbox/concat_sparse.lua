-- 4: invalid value (nil) at index 3 in table for 'concat'
local t = {}
for k = 0, 62 do t[1 << k] = k end
return table.concat(t, ",", 1, 1 << 62)
