--: 2:23: error: this is a variant of lake, not of pond
local house = variant "lake"
return house
