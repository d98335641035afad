-- One draw: cards are replaced once, all together, as in draw poker. Skill is
-- worth less, nerve more.
local house = variant "baltimore"
house.title = "Baltimore draw 'em with one draw"
house.one_line = "cards are replaced all at once, not card by card"

function house.bite(t, seat)
  return seat.drawn == 0 and house.base.bite(t, seat)
end

return house
