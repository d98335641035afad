--: 9:12: error: a pile has no `shufle`, did you mean `shuffle`?
--: 10:11: error: a pool has no `payup`, did you mean `pay`?
--: 12:30: error: a card has no `valeu`, did you mean `value`?
return game {
  seats = { 2, 4 }, deck = "standard", order = { "deal" },
  pools = { pot = 0, bank = "mint" },

  deal = function(t)
    t.deck:shufle()
    t.pot:payup(1, t.bank)
    for card in t.deck:cards() do
      if card.color and card.valeu > 3 then t:finish() end
    end
    t:finish()
  end,
}
