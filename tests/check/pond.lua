-- A game without a mistake: the variants here (house_*.lua) are laid over it.
return game {
  title = "Pond",
  one_line = "play a card; the highest takes the pot",
  seats = { 2, 4 },
  deck = "standard",
  rules = {
    dealt = { 3, "cards dealt", min = 1, max = 5 },
    ante = { 1, "chips each puts in", min = 0, max = 10 },
    tide = { "spades", "the suit that counts double", one_of = "suits" },
    rounds = { 2, "rounds", min = 1, max = 5 },
  },
  piles = { seat = { hand = "owner", shown = "everyone" } },
  pools = { pot = 0, seat = { chips = 50 } },
  state = { round = 0, seat = { guess = secret(0) } },
  measures = { pots = "pots won" },
  order = { { "deal", "play", "showdown" }, "standings" },

  deal = function(t)
    t:gather(t.deck)
    t.deck:shuffle()
    for seat in t:seats() do
      seat.chips:pay_up_to(t.rules.ante, t.pot)
      t.deck:deal(t.rules.dealt, seat.hand)
    end
  end,

  play = function(t)
    for seat in t:seats() do
      local card = seat:ask { "play", "Which card do you play?", card = seat.hand }
      seat.shown:put(card)
      seat.guess = card.value
      t:say("%s plays %s.", seat, card)
    end
  end,

  worth = function(t, card)
    if card.suit == t.rules.tide then return card.value * 2 end
    return card.value
  end,

  showdown = function(t)
    local best = t:best_seats(function(seat) return t:worth(seat.shown:top()) end)
    t.pot:split(best, "chips")
    t:measure("pots")
    t.round = t.round + 1
    return t.round >= t.rules.rounds and done or nil
  end,

  standings = function(t) t:finish("chips", "guess") end,
}
