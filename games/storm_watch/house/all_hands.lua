-- All hands on deck: stations are called out in turn, for all to hear; only the
-- cards are secret. Whoever calls first in a watch calls last in the next.
local house = variant "storm_watch"
house.title = "Storm Watch, all hands on deck"
house.one_line = "stations are called out one after the other; 8 hull points"
house.rules.hull = 8

function house.how_to_go()
  return "Each sailor calls out one of them, or goes below to sleep, and gives a card there in "
    .. "secret."
end

function house.go_to(t)
  for seat in t:seats(t.seat[(t.watch - 1) % #t.seat + 1]) do
    seat.choice = seat:ask { "station", "Where do you go?", one_of = t:places(),
      tells = function(place) return t:place_note(place, seat) end }
    seat.station = seat.choice
    t:say("%s: %s!", seat, seat.station)
  end
end

return house
