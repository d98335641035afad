--: 4:7: error: `title`: expected a text, got 7
--: 5:13: error: rule ante = the text "2": expected a whole number from 0 to 10
local house = variant "pond"
house.title = 7
house.rules.ante = "2"
return house
