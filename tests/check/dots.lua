--: 9:22: error: behind a dot `worth` doesn't get its table (say `:worth(...)`, with a colon)
--: 10:25: error: behind a dot `roll` doesn't get its table (say `:roll(...)`, with a colon)
--: 11:12: error: behind a dot `deal` doesn't get its pile (say `:deal(...)`, with a colon)
--: 13:16: error: behind a dot `seats` doesn't get its table (say `:seats(...)`, with a colon)
-- Points where colons belong; who hands the table over may.
return game {
  seats = { 2, 4 }, deck = "standard", piles = { seat = { hand = "owner" } }, order = { "deal" },
  deal = function(t)
    local points = t.worth(t.deck:top())
    points = points + t.roll("d6") + t.worth(t, t.deck:top())
    t.deck.deal(1, t.seat[1].hand)
    local say = t.say
    for _ in t.seats() do say(t, "%s", points) end
    t:finish()
  end,
  worth = function(_, card) return card.value end,
}
