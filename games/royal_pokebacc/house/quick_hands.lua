-- Quick hands: a hand ends as soon as no hand holds a combination, and of two
-- who are highest the one with fewest cards left has won it.
local house = variant "royal_pokebacc"
house.title = "Royal Pokebacc in quick hands"
house.one_line = "hands end at once; ties go to the fewest cards left"
house.rules.at_once = true
house.rules.ties = "fewest cards left"

return house
