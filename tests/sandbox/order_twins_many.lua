-- 5: a table with tables as keys can't be walked in a fixed order
-- Two of a hundred that have one place.
local t = {}
for i = 1, 100 do t[{ number = i % 99 }] = i end
for _ in pairs(t) do end
