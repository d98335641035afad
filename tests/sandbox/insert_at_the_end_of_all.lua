-- 7: table.insert: 4611686018427387904 values, at most 1000000
-- A list that Lua takes to end at 2^62: filled from the top, so that the
-- search for its end doubles all the way.
local t = {}
for k = 62, 0, -1 do t[1 << k] = k end
if #t ~= 1 << 62 then error("another length", 0) end
table.insert(t, 1, 0)
