-- Singles: one player a team, so there is no rotation to keep.
local house = variant "scotch_doubles"
house.title = "Poker Pool singles"
house.one_line = "one player in each team"
house.rules.partners = 1
return house
