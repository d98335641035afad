--: 5:27: warning: rule `limit` is read nowhere: to change it changes nothing (read it as t.rules.limit, or leave it out)
return game {
  seats = { 2, 4 }, deck = { "standard", copies = "decks" }, order = { "deal" },
  rules = {
    ante = { 1, "read" }, limit = { 2, "read nowhere" }, decks = { 1, "read by the deck", min = 1, max = 2 },
    purse = { 5, "read by a pool" }, bonus_1 = { 1, "read by a name made up" },
  },
  pools = { seat = { chips = "purse" } },
  deal = function(t)
    local rules = t.rules
    if rules.ante > 3 or rules["bonus_1"] > 1 then t:finish() end
    t:finish()
  end,
}
