-- Village green: for children, without money and without disasters on families.
local house = variant "farmers_and_fishermen"
house.title = "Farmers and Fishermen on the village green"
house.one_line = "no money, and nobody spoils a family"
house.rules.purse = 0
house.rules.buy_in = 0
house.rules.inflicting = false

return house
