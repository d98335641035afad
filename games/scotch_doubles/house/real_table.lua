-- A real table: the balls are real, and the scorer (who sits in the GM's seat)
-- types what they did. People hold all seats; hands are behind the curtain.
local house = variant "scotch_doubles"
house.title = "Poker Pool at a real table"
house.one_line = "the scorer types what happened: 7 9, 7 scratch, miss"
house.rules.balls = "real"
house.usual = { seats = 2, who = "people" }
return house
