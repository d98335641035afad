-- Grim: targets are hidden, what was bet is gone, and eights and threes are as
-- good as eights and fours.
local house = variant "baltimore"
house.title = "Baltimore draw 'em, grim"
house.one_line = "hidden targets, no chip comes back, the degree decides"
house.rules.contest = "hidden"
house.rules.kept_part = 1
house.rules.degree_decides = true

return house
