--: 3:20: error: a variant ends with `return house`, where local house = variant "pond"
local house = variant "pond"
house.rules.ante = 2
