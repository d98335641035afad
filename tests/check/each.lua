--: 9:42: error: a seat has no `hnad`, did you mean `hand`?
--: 10:32: error: `%q` is told as it stands (use %s, %d, %+d, %c or %h, or string.format for the value)
-- What t:each calls gets the table and a seat; a step that only it calls is
-- reached.
return game {
  seats = { 2, 4 }, deck = "standard", order = { "deal" },
  piles = { seat = { hand = "owner" } },
  deal = function(t)
    t:each(function(_, seat) return seat.hnad end)
    t:each(t.deal_to)    t:say("%q %h", 1, 2)
    t:finish()
  end,
  deal_to = function(t, seat) t.deck:deal(1, seat.hand) end,
}
