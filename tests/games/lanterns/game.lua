-- Lanterns: the base of a variant that wraps a step which asks. Everybody gives
-- a card to the left; the highest hand after three rounds wins.
return game {
  title = "Lanterns",
  one_line = "give a card to the left, three times",
  seats = { 2, 6 },
  deck = "standard",
  rules = { rounds = { 3, "rounds of giving", min = 1, max = 10 } },
  piles = { seat = { hand = "owner" } },
  state = { round = 0 },
  order = { "deal", { "give", "count_round" }, "standings" },

  deal = function(t)
    t.deck:shuffle()
    for seat in t:seats() do t.deck:deal(4, seat.hand) end
  end,

  give = function(t)
    for seat in t:seats() do
      local card = seat:ask { "give", "Which card goes to %s?", seat:left(), card = seat.hand }
      seat:left().hand:put(card)
      t:say("%s gives a card.", seat)
    end
  end,

  count_round = function(t)
    t.round = t.round + 1
    if t.round >= t.rules.rounds then return done end
  end,

  standings = function(t) t:finish(t:rank_by(function(seat) return t:light(seat) end)) end,

  light = function(_, seat)
    local light = 0
    for card in seat.hand:cards() do light = light + card.value end
    return light
  end,
}
