-- 4: used more than 16 MB of memory
local list, s = {}, ("x"):rep(1 << 20)
for i = 1, 100 do list[i] = s end
return table.concat(list)
