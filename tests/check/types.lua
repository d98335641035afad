--: 9:3: error: `title`: expected a text, got 5
--: 9:14: error: `seats`: expected { fewest, most }, got the text "2-4"
--: 9:48: error: pile `hand` faces ownr: expected "nobody", "owner", "everyone", "top" or "gm", did you mean `owner`?
--: 10:13: error: rule `dealt`: min and max are for numbers, and it starts with the text "4"
--: 11:13: error: the order names a step `dela` that doesn't exist, did you mean `deal`?
-- Each wrong type is said once, and not again where its name is used.
-- The usual table is none of these.
return game {
  title = 5, seats = "2-4", piles = { seat = { hand = "ownr" } }, usual = { seats = 3 }, deck = "standard",
  rules = { dealt = { "4", "cards in a hand", min = 1, max = 9 } },
  order = { "dela" },
  deal = function(t)
    for seat in t:seats() do t.deck:deal(t.rules.dealt, seat.hand) end
  end,
}
