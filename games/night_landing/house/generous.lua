-- Generous: the pot is the officer's thanks, and goes to the largest bribe of
-- each night, if it is larger than any other.
local house = variant "night_landing"
house.title = "Night Landing with a generous officer"
house.one_line = "the pot goes each night to whoever bribed most, unless tied"
house.rules.thanks = { 5, "coins added to the pot each night", min = 0, max = 20 }

function house.whose_pot() return "Each night the pot goes to whoever bribed most, unless tied" end

function house.share_pot(t)
  if t:quiet() then
    t:measure("asleep")
    t:say("No boat is searched.")
  end
  t.bank:pay(t.rules.thanks, t.pot, "thanks")
  local most = t:best_seats(function(seat)
    return #seat.boat > 0 and t:gift(seat, seat.bribe) or nil
  end)
  if #most == 1 then t:give_pot(most[1]) end
end

return house
