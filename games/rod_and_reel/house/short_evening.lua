-- A short evening: half the hands, cheap bait, a pool half as large again.
-- A variant that changes numbers and nothing else.

local house = variant "rod_and_reel"
house.title = "A short evening"
house.one_line = "six hands, cheap bait, a larger pool"
house.rules.hands = 6
house.rules.bait_price = 5
house.rules.pool_size = 1.5
house.rules.goal_total = 100
return house
