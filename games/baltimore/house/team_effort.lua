-- Team effort: several characters push at one target, each chip for all of
-- them, and know how far it can be pushed.
local house = variant "baltimore"
house.title = "Baltimore draw 'em as a team"
house.one_line = "everybody's chips lower the same target; the floor is open"
house.rules.shared_effort = true
house.rules.open_floor = true

return house
