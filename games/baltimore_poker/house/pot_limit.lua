-- Pot limit: at most the pot after the call; a bet is at least the big blind, a
-- raise at least the last one, as in card rooms.
local house = variant "baltimore_poker"
house.title = "Baltimore draw 'em poker, pot limit"
house.one_line = "at most the pot; blinds of 1 and 2; 100 chips"
house.rules.limit = "pot"
house.rules.pot_after_call = true
house.rules.full_raises = true
house.rules.big_blind = 2
house.rules.ante = 0
house.rules.stake = 100

return house
