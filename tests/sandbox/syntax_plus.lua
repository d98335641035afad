-- 3: syntax error near '+' (say `x = x + 1`)
local x = 1
x += 1
