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
  local first = {}
  for _, row in ipairs(by_strength) do if row.place == 1 then first[#first + 1] = row.seat end end
  t:say("The ship goes down. %s %s away in the boat.", first, #first == 1 and "gets" or "get")
  t:finish(by_strength)
end

return house
