-- Heroic: who succeeds gets back every chip of the effort, and everybody begins
-- with more of them. For tables where failing is what should hurt.
local house = variant "baltimore"
house.title = "Baltimore draw 'em for heroes"
house.one_line = "a success costs nothing but the ante; 30 chips to start"
house.rules.start_chips = 30

function house.winnings(t, seat)
  if not seat.success or not seat.anted then return house.base.winnings(t, seat) end
  return seat.spent
end

function house.chips_advice() return "all of them come back if you succeed" end

return house
