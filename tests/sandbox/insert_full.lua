-- 6: bad argument #1 to 'insert' (the list is full)
-- As long as a list can be, by the places that `#` looks at.
local t = { [math.maxinteger] = true }
for k = 62, 0, -1 do t[1 << k] = true end
if #t ~= math.maxinteger then error("another length", 0) end
table.insert(t, true)
