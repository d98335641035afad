-- 3: enough
local list = { 3, 2, 1 }
table.sort(list, function() error("enough") end)
