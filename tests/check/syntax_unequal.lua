--: 5:16: error: 'then' expected near '!' ("not" is `not`, unequal is `~=`)
return game {
  seats = { 2, 4 }, deck = "standard", order = { "deal" },
  deal = function(t)
    if #t.deck != 52 then t:finish() end
  end,
}
