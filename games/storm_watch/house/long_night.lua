-- The long night: half as long again, in a ship built for it.
local house = variant "storm_watch"
house.title = "Storm Watch: the long night"
house.one_line = "nine watches, 24 hull points, five cards to begin with"
house.rules.watches = 9
house.rules.hull = 24
house.rules.dealt = 5

return house
