-- 6: ran for more than LIMIT instructions without an answer
-- The same beginning a megabyte long: each comparison is slow.
local list, s = {}, ("x"):rep(1 << 20)
local a, b = s .. "a", s .. "b"
for i = 1, 200000 do list[i] = i % 2 == 0 and a or b end
table.sort(list)
