--: 5:46: warning: step `standings` is never reached: no step of the list before it returns `done` (a list begins again until one of its own steps (play) returns `done`)
-- Nothing ends the inner list: what comes after it is never reached.
return game {
  seats = { 2, 4 }, deck = "standard",
  order = { "deal", { "play", { "trick" } }, "standings" },
  deal = function(t) t.deck:shuffle() end,
  play = function(t) if #t.deck > 52 then t:finish() end end,
  trick = function() return done end,
  standings = function(t) t:finish() end,
}
