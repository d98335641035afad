-- done
-- By comparing at each place this takes two seconds.
local text, wanted = ("a"):rep(1 << 19), ("a"):rep(1 << 18) .. "b"
assert(text:find(wanted, 1, true) == nil)
assert(text:find(wanted) == nil)
assert((text .. "b"):find(wanted) == (1 << 18) + 1)
assert(text:find(("a"):rep(200) .. "b", 1, true) == nil)
assert(text:find("b" .. ("a"):rep(200), 1, true) == nil)
