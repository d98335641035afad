-- done
-- The length of a table with holes may be anything up to 2^63: nothing hangs.
local t = {}
for k = 0, 62 do t[1 << k] = k end
t[math.maxinteger] = 1
local n = #t
assert(n >= 1)
if n < 1000 then table.insert(t, 1, 0) end
