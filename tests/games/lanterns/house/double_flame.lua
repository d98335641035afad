-- Double flame: before and after each round of giving everybody may swap a card
-- with the deck; a step that asks, with questions before and after it.
local house = variant "lanterns"
house.title = "Lanterns, double flame"
house.one_line = "a swap with the deck before and after giving"
house.state.swaps = 0

function house.swap(t, seat)
  local card = seat:ask { "swap", "Which card do you swap?", card = seat.hand, optional = true }
  if not card or #t.deck == 0 then return end
  t.deck:deal(1, seat.hand)
  t.deck:put_under(card)
  t.swaps = t.swaps + 1
end

function house.give(t)
  t:each(t.swap)
  house.base.give(t)
  for seat in t:seats_back() do t:swap(seat) end
end

return house
