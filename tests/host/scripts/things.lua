-- A list to be made constant: of two numbers, a thing with a metatable, and one that already is constant.
local thing = { __index = { f = 1 }, __call = rawlen, __name = "thing" }
return { o = setmetatable({ 5 }, thing), skip = setmetatable({}, { constant = true }), 8, 9 }
