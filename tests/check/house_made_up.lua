-- Rules and a field by names that are made up: nothing can be said of them.
local house = variant "pond"
for _, name in ipairs { "ante", "dealt" } do house.rules[name] = 3 end
house["one" .. "_line"] = "three of all"
return house
