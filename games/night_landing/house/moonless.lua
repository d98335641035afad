-- Moonless: boats are loaded before anybody knows what the tide brings.
local house = variant "night_landing"
house.title = "A moonless Night Landing"
house.one_line = "boats are loaded before the tide is known, which then pays threefold"
house.rules.tide = 3
house:swap("turn_tide", "load")

return house
