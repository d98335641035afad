-- What the host's own Lua has besides a script's: calls that are protected, and metatables; -> "x".
local ok, what = pcall(error, "x", 0)
local t = setmetatable({}, { __index = rawlen })
assert(rawget(t, 1) == nil and not ok)
local function fail() error("y", 0) end
assert(select(2, xpcall(fail, function(m) return m .. "!" end)) == "y!")
assert(select("#", pcall(function(...) return ... end, 1, nil, 3)) == 4)
return what
