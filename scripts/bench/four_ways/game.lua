-- Four ways: nothing but a choice of four a step, for measuring what a
-- question costs.
return game {
  title = "Four ways",
  one_line = "a choice of four a step",
  seats = { 2, 2 },
  rules = { turns = { 1000, "choices in a game", min = 1, max = 100000 } },
  state = { turn = 0, seat = { sum = 0 } },
  order = { { "choose_way" }, "standings" },

  choose_way = function(t)
    local turn = t.turn
    local seat = t.seat[turn % 2 + 1]
    seat.sum = seat.sum + seat:ask { "way", "Which way?", one_of = { 1, 2, 3, 4 } }
    t.turn = turn + 1
    if turn + 1 >= t.rules.turns then return done end
  end,

  standings = function(t) t:finish(t:rank_by("sum")) end,
}
