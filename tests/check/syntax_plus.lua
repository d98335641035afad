--: 5:9: error: syntax error near '+' (say `x = x + 1`)
return game {
  seats = { 2, 4 }, deck = "standard", order = { "deal" }, state = { n = 0 },
  deal = function(t)
    t.n += 1
    t:finish()
  end,
}
