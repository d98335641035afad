--: 4:3: error: '}' expected (to close '{' at line 2) near 'order' (perhaps a comma is missing before it)
return game {
  seats = { 2, 4 }, deck = "standard"
  order = { "deal" },
  deal = function(t) t:finish() end,
}
