-- 3: syntax error near '+'
local x = 1
x += 1
