-- Three games: one with each way of passing, and the highest total wins.
-- Half an hour at the table.
local house = variant "fish_out"
house.title = "Fish Out! in three games"
house.one_line = "three games, the highest total wins"
house.rules.most_games = 3
house.rules.goal = 0

return house
