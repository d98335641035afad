--: 13:12: error: a seat has no `hnad`, did you mean `hand`?
--: 14:54: error: a seat has no `chip`, did you mean `chips`?
--: 15:28: error: a profile has no `strength` (declare it in `profile`)
--: 16:52: error: a seat has no `pot` (`t.pot` is part of the table)
return game {
  seats = { 2, 4 }, deck = "standard", order = { "deal" },
  piles = { seat = { hand = "owner" } },
  pools = { pot = 0, seat = { chips = 5 } },

  deal = function(t)
    t.deck:shuffle()
    for seat in t:seats() do
      seat.hnad:put(t.deck:top())
      local best = t:best_seats(function(s) return s.chip:amount() end)
      if t.seat[1].profile.strength then t:say("%s", best) end
      for _, other in ipairs(best) do other:left().pot:pay(1, t.pot) end
    end
    t:finish()
  end,
}
