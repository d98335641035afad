--: 6:5: error: rule `size`: min: expected a number, got the text "1"
--: 7:5: error: rule `suit`: one_of: expected a list of values, "suits" or "ranks", got the text "suit"
-- Limits of rules that are none.
return game {
  title = "Pond", one_line = "a pond", seats = { 2, 4 }, order = { "deal" }, rules = {
    size = { 1, "how great", min = "1" },
    suit = { "x", "which", one_of = "suit" },
  },
  deal = function(t) t:finish() end,
}
