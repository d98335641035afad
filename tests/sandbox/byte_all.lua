-- 3: stack overflow (string slice too long)
local s = ("x"):rep(1 << 20)
return s:byte(1, -1)
