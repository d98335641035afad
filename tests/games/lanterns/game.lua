-- Lanterns: the base of a variant that wraps a step which asks, and of another
-- game, beacons. Everybody gives a card to the left; the highest hand after three rounds wins.
return game {
  title = "Lanterns",
  one_line = "give a card to the left, three times",
  seats = { 2, 6 },
  deck = "standard",
  rules = { rounds = { 3, "rounds of giving", min = 1, max = 10 } },
  words = { gives = { "%s gives a card.", "said of who gives" } },
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
      t:say(t.words.gives, seat)
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
