-- 4: used more than 16 MB of memory
local list, kept = {}, {}
for i = 1, 100000 do list[i] = i end
for i = 1, math.huge do kept[i] = table.pack(table.unpack(list)) end
