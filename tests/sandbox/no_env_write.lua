-- 1: `_ENV` has no place in a script
local x = 1
_ENV = { x = x }
