-- The lifeboat: a ship that sinks is not everybody's end. One boat gets away,
-- with whoever has most strength left: what a sailor kept from the ship.
local house = variant "storm_watch"
house.title = "Storm Watch with a lifeboat"
house.one_line = "when the ship sinks, the strongest hand gets away in the boat"

-- What a sailor has left to row with.
function house.strength(_, seat)
  local sum = 0
  for card in seat.hand:cards() do sum = sum + card.value end
  return sum
end

function house.aim(t)
  return ("Most glory after watch %d wins; if the hull is gone, the "
    .. "strongest hand"):format(t.rules.watches)
end

function house.founder(t)
  local by_strength = t:rank_by(function(seat) return t:strength(seat) end)
  t:say("The ship goes down. %s gets away in the boat.", by_strength[1].seat)
  t:finish(by_strength)
end

return house
