-- Small change: a kitchen table's stakes. Nobody can be bought out of a sale.
local house = variant "merchants_bank"
house.title = "Merchant's Bank for small change"
house.one_line = "a fee of 2, and at most 5 to invite competition"
house.rules.purse = 50
house.rules.buy_in = 2
house.rules.most_invited = 5

return house
