--: 11:5: error: `round` is declared nowhere, and a script can't set globals (the state is `t.round`)
--: 12:5: error: `total` is declared nowhere, and a script can't set globals (say `local total`; what lasts is declared in `state` and is `t.total`)
--: 13:5: error: unknown name `deck` (`t.deck` is part of the table)
--: 14:13: error: unknown name `math.flor`, did you mean `math.floor`?
--: 14:24: error: unknown name `null` (nothing is `nil`)
--: 14:32: error: no `os` here: a script has no clock and no files
--: 14:47: error: unknown name `print` (`t:say` tells the table, `seat:say` one seat)
return game {
  seats = { 2, 4 }, deck = "standard", order = { "deal" }, state = { round = 0 },
  deal = function(t)
    round = t.round + 1
    total = 5
    deck:shuffle()
    if math.flor(1) == null or os.time() then print(tostring(1)) end
    t:finish()
  end,
}
