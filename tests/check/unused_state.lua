--: 6:41: warning: state `met` is used nowhere (leave it out)
--: 6:59: warning: state `wet` is used nowhere (leave it out)
-- State that nothing looks at again.
return game {
  title = "Pond", one_line = "a pond", seats = { 2, 4 }, order = { "deal" },
  state = { round = 1, set_of_fish = 0, met = 0, seat = { wet = false, dry = true } },

  deal = function(t)
    for _, what in ipairs { "fish" } do t["set_of_" .. what] = t.round end
    for seat in t:seats() do seat.dry = not seat.dry end
    t:finish()
  end,
}
