-- 6: string.format: the text would have 2097152 characters, at most 1048576
local s = ("x"):rep(1 << 20)
-- Joining isn't a call: memory bounds it.
local long = s .. s
assert(#long == 1 << 21)
return string.format("%s", long)
