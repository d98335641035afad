--: 17:26: error: the text has 2 %s, but 1 value is given (each %s takes a value behind the text, in their order)
--: 17:72: error: a question has no `optinal`, did you mean `optional`?
--: 18:16: error: a question begins with its name and its text (write { "name", "Text?", ... })
--: 19:13: error: the text has 2 %s, but 1 value is given (each %s takes a value behind the text, in their order)
--: 20:16: warning: the text has no %s, but 1 value is given: the rest is told to nobody (each %s takes a value behind the text)
--: 21:39: error: a question has no `mni`, did you mean `min`?
--: 22:50: error: the text has 1 %s, but 0 values are given (each %s takes a value behind the text, in their order)
--: 22:62: error: a question has no `crads`, did you mean `cards`?
--: 23:13: error: `%.1f` is told as it stands (use %s, %d, %+d, %c or %h, or string.format for the value)
--: 24:17: error: no measure `bids`
--: 25:26: error: no pool and no state of a seat is called `chips`
return game {
  seats = { 2, 4 }, deck = "standard", order = { "deal" },
  piles = { seat = { hand = "owner" } },
  deal = function(t)
    for seat in t:seats() do
      seat:ask { "pick", "Pick %s or %s", seat.hand, card = seat.hand, optinal = true }
      seat:ask { "pick" }
      t:say("%s picks %s.", seat)
      seat:say("You pick.", seat.hand)
      t:ask_all(nil, { "bid", "Bid?", mni = 1, max = 4 })
      t:ask_all(nil, function(s) return { "bid", "Bid, %s?", crads = s.hand } end)
      t:say("100% of %+d %c: %.1f", 1, seat.hand, 2)
      t:measure("bids")
      t:finish(t:rank_by("chips"))
    end
  end,
}
