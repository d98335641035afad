-- 1: `_ENV` has no place in a script
local _ENV <const> = 1
