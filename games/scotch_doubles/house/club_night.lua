-- Club night: four rounds of shorter racks, so that all play to the end and the
-- last train is caught. Twelve chips last four lost rounds and a doubled one.
local house = variant "scotch_doubles"
house.title = "Poker Pool on club night"
house.one_line = "five cards, twelve chips, four rounds"
house.rules.cards = 5
house.rules.chips = 12
house.rules.rounds = 4
return house
