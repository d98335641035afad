-- Imperial court: a short match for great names. Families count more, runs of
-- one suit too, and two hands are enough.
local house = variant "royal_pokebacc"
house.title = "Royal Pokebacc at the imperial court"
house.one_line = "families score 100, one-suit runs count four times, two hands win"
house.rules.family = 100
house.rules.one_suit = 4
house.rules.hands_to_win = 2

return house
