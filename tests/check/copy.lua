--: 9:26: error: state `bad` starts as a function: expected plain data
--: 12:14: error: state `plan` can't be copied: it holds a function (state is nil, booleans, numbers, texts, cards, seats, piles, and tables of these; make the function a step)
--: 13:44: error: state `tricks` can't be copied: it holds a function (state is nil, booleans, numbers, texts, cards, seats, piles, and tables of these; make the function a step)
--: 14:7: error: `pot` is part of the table and can't be replaced (expected a name of the state)
--: 15:7: error: the table has no state `polt`, did you mean `pot`?
--: 16:35: error: a seat has no state `score` (declare it: state.seat = { score = none })
return game {
  seats = { 2, 4 }, deck = "standard", order = { "deal" },
  state = { plan = none, bad = function() end, seat = { tricks = none } },
  pools = { pot = 0 },
  deal = function(t)
    t.plan = function() return 1 end
    for seat in t:seats() do seat.tricks = { won = 0, again = function() end } end
    t.pot = 3
    t.polt = 3
    for seat in t:seats() do seat.score = 3 end
    t:finish()
  end,
}
