--: 10:20: error: no card has the suit `heart`, did you mean `hearts`?
--: 11:7: error: no card has the rank `queen`, did you mean `Q`?
--: 12:28: error: no card has the suit `clib` (expected one of clubs, diamonds, hearts, spades)
--: 13:19: error: a card has no `siut`, did you mean `suit`?
--: 14:19: error: a card's rank is a text, never a number (write it in quotes: card.rank == "10")
return game {
  seats = { 2, 4 }, deck = "standard", order = { "deal" },
  deal = function(t)
    local top = t.deck:top()
    if top.suit == "heart" or
      "queen" == t.deck:bottom().rank or
      t.deck:count("suit", "clib") > 2 or
      t.deck:find("siut", "clubs") or
      top.rank == 10 then t:finish() end
    t:finish()
  end,
}
