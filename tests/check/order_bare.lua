--: 6:31: error: unknown name `deal` (the order names its steps as texts: write "deal", in quotes)
--: 6:39: error: unknown name `play` (the order names its steps as texts: write "play", in quotes)
--: 6:55: error: unknown name `over` (the order names its steps as texts: write "over", in quotes)
-- Steps without quotes, deep or not, among some that have them.
return game {
  seats = { 2, 4 }, order = { deal, { play, "play" }, over }, deck = "standard",
  deal = function(t) t.deck:shuffle() end,
  play = function() return done end,
  over = function(t) t:finish() end,
}
