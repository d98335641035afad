--: 12:8: error: a pool is not a number (its number is what :amount() gives)
--: 13:28: error: a pool is not a number (its number is what :amount() gives)
--: 14:28: error: a pool is not a number (its number is what :amount() gives)
--: 15:7: error: a pool is not a number (its number is what :amount() gives)
--: 16:24: error: a pool is not a number (its number is what :amount() gives)
return game {
  seats = { 2, 4 }, order = { "bet" },
  rules = { ante = { 1, "chips each player puts in", min = 0, max = 10 } },
  pools = { pot = 0, seat = { chips = 50 } },
  bet = function(t)
    local seat = t.seat[1]
    if seat.chips == 0 or
      t.rules.ante < 1 and seat.chips == t.rules.ante or
      math.max(2, 1 + (2 * t.pot)) == 4 or
      seat.chips >= 1 or
      #("you have " .. seat.chips) == 3 then t:finish() end
    if seat.chips == t.pot or seat.chips:amount() == 0 or t.rules.ante > 10 then t:finish() end
    t:finish()
  end,
}
