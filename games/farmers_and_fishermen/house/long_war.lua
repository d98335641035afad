-- Long war: five cities and seven cards each.
local house = variant "farmers_and_fishermen"
house.title = "Farmers and Fishermen, the long war"
house.one_line = "five cities, seven cards each"
house.rules.hands_to_win = 5
house.rules.dealt = 7

return house
