-- Late lines: breaking strains are chosen after the first draw, when every
-- fisher has seen seven cards. A variant that changes the order of steps.

local house = variant "rod_and_reel"
house.title = "Late lines"
house.one_line = "strains are chosen after the first draw"
house:drop("choose_strains")
house:after("first_draw", "choose_strains")
return house
