-- 3: string.rep: the text would have 1099511627776 characters, at most 1048576
local s = ("x"):rep(1 << 20)
return s:rep(1 << 20)
