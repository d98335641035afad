-- 4: ran for more than LIMIT instructions without an answer
-- A search begins with no more steps than a text that was just made has left.
local s = ("x"):rep(1 << 20)
for _ = 1, 1000 do local _ = (s .. "y"):find "%d" end
