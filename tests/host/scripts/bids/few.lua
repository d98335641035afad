local house = variant "bids"
house.rules.lots = 3
return house
