--: 6:46: warning: step `standings` is never reached: no step of the list before it returns `done` (a list begins again until one of its own steps (play) returns `done`)
--: 14:3: warning: step `lonely` is never reached: it is not in the order, and nothing calls it (put it into `order`, or call it as t:lonely(...), or leave it out)
--: 15:3: warning: step `alone` is never reached: it is not in the order, and nothing calls it (put it into `order`, or call it as t:alone(...), or leave it out)
return game {
  seats = { 2, 4 }, deck = "standard",
  order = { "deal", { "play", { "trick" } }, "standings" },
  actions = { leave = { "leave the table", step = "leaving" } },
  deal = function(t) t:helper() end,
  helper = function(t) return t.worth end,
  worth = function(t) t.deck:shuffle() end,
  play = function(t) if #t.deck == 0 then t:finish() end end,
  trick = function() return done end,
  leaving = function(t) t:finish() end,
  lonely = function(t) t:alone() end,
  alone = function(t) t:lonely() end,
  standings = function(t) t:finish() end,
}
