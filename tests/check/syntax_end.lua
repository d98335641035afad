--: 7:6: error: unexpected symbol near ',' (the `if` in line 5 seems to have no `end` of its own)
return game {
  seats = { 2, 4 }, deck = "standard", order = { "deal" },
  deal = function(t)
    if t.deck then
      t:finish()
  end,
}
