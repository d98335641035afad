-- Fixed limit: two chips a bet, four after the board, with blinds.
local house = variant "baltimore_poker"
house.title = "Baltimore draw 'em poker with a fixed limit"
house.one_line = "bets of 2 and 4, blinds of 1 and 2"
house.rules.limit = "fixed"
house.rules.big_blind = 2
house.rules.ante = 0

return house
