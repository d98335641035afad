-- One week: each smuggler runs the lantern once, so every search hurts.
local house = variant "night_landing"
house.title = "A week of Night Landing"
house.one_line = "each runs the lantern once, with more goods and a fuller purse"
house.rules.turns = 1
house.rules.purse = 25
house.rules.drawn = 3
house.rules.fine = 5

return house
