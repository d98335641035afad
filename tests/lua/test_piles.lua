-- Piles as scripts see them: places that are far away.

TestPiles = {}

function TestPiles.test_a_place_beyond_the_pile_has_no_card()
  local deck = croupier.open("tests/games/best_of_five", { seats = 2 }).t.deck
  local n = #deck
  lu.assertEquals({ deck:top(1), deck:top(n), deck:bottom(1), deck:bottom(n), deck:card(n) },
    { deck:card(n), deck:card(1), deck:card(1), deck:card(n), deck:top() })
  for _, place in ipairs { math.mininteger, math.mininteger + 1, -1, 0, n + 1, math.maxinteger } do
    lu.assertEquals({ deck:top(place), deck:bottom(place), deck:card(place) }, {}, place)
  end
end
