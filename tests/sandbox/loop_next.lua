-- 7: ran for more than LIMIT instructions without an answer
local t = {}
for i = 1, 30000 do t["k" .. i] = i end
-- next alone looks at every key: quadratic, and stopped like any loop.
local k
repeat
  k = next(t, k)
until k == nil
error("not stopped")
