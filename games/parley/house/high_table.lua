-- High table: a long evening, with more to win, more to lose and more to stake.
local house = variant "parley"
house.title = "Parley at the high table"
house.one_line = "six concessions, sixteen composure, stakes up to six"
house.rules.goal = 6
house.rules.composure = 16
house.rules.most_stake = 6

return house
