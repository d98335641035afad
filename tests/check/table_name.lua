--: 9:7: error: the table has no `dek`, did you mean `deck`?
--: 10:7: error: the table has no `shufle`, did you mean `shuffle`?
--: 11:10: error: the table has no `lake` (declare it in `state`, `piles` or `pools`, or write a step of that name)
return game {
  seats = { 2, 4 }, deck = "standard",
  order = { "deal" },

  deal = function(t)
    t.dek:shuffle()
    t:shufle(t.deck)
    if t.lake then t:finish() end
  end,
}
