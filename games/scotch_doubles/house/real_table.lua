-- A real table: the balls are real, and the scorer (who sits in the GM's seat)
-- types what they did. `--seats gm=me,Sharks=me,Jets=me` seats two teams.
local house = variant "scotch_doubles"
house.title = "Poker Pool at a real table"
house.one_line = "the scorer types what happened: 7 9, 7 scratch, miss"
house.rules.balls = "real"
return house
