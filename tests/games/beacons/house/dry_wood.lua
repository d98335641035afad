-- Dry wood: a variant of a game that is made from another.
local house = variant "beacons"
house.title = "Beacons of dry wood"
house.rules.fuel = 10
house.words.dark = "%s has wet wood."

return house
