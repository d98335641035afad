--: 10:16: error: no rule `anet`, did you mean `ante`?
--: 11:15: error: no rule `limit` (declare it: rules = { limit = { 1, "what it means" } })
--: 12:15: error: rule `ante` can't be set by a script (a variant or --set gives it another value; what changes in a game is state)
--: 15:22: error: rule `tide` is never `heart`, did you mean `hearts`? (it is one of clubs, diamonds, hearts, spades)
return game {
  seats = { 2, 4 }, deck = "standard", order = { "deal" },
  rules = { ante = { 1, "chips" }, tide = { "spades", "the suit that counts double", one_of = "suits" } },

  deal = function(t)
    if t.rules.anet > 1 or
      t.rules.limit then
      t.rules.ante = 2
    end
    local rules = t.rules
    if rules.tide == "heart" or rules.ante > 1 then t:finish() end
    t:finish()
  end,
}
