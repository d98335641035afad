--: 10:64: error: the table has no `rond`, did you mean `round`?
--: 10:75: error: a seat has no `nmae`, did you mean `name`?
--: 11:39: error: no rule `odds` (declare it: rules = { odds = { 1, "what it means" } })
--: 12:43: error: no rule `limit` (declare it: rules = { limit = { 1, "what it means" } })
-- What is drawn and what is said as odds is looked at like any step.
return game {
  seats = { 2, 4 }, deck = "standard", order = { "deal" },
  state = { round = 0 },
  deal = function(t) t:finish() end,
  screen = function(t, seat) return { ("Round %d %s"):format(t.rond, seat.nmae) } end,
  odds = function(t) return { t.rules.odds } end,
  check = function(rules, seats) if rules.limit and seats > 3 then return "too many" end end,
}
