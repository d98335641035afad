-- Second wind: who has fewest concessions takes heart after each round.
local house = variant "parley"
house.title = "Parley with a second wind"
house.one_line = "those with the fewest concessions gain composure after each round"
house.rules.wind = { 1, "composure they gain", min = 0, max = 5 }

function house.fall_silent(t)
  local ended = house.base.fall_silent(t)
  local last = t:best_seats(function(seat) return -seat.concessions:amount() end, t:talking())
  if ended or #last == #t:talking() then return ended end
  for _, seat in ipairs(last) do t.nerves:pay(t.rules.wind, seat.composure) end
  t:say("%s: a second wind, and %s more composure.", last, t.rules.wind)
end

return house
