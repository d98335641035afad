-- Friendly: no money at all, only markets.
local house = variant "merchants_bank"
house.title = "Merchant's Bank among friends"
house.one_line = "without money"
house.rules.purse = 0
house.rules.buy_in = 0

return house
