-- Farmers and Fishermen, the Pokebacc of the villages: eight numbers and four
-- royals, a fee to become a citizen, and battles for three cities.
-- The rules are in pokebacc/rules.lua, the money in pokebacc/stakes.lua.

local pokebacc = require "pokebacc.rules"
local stakes = require "pokebacc.stakes"

return game(pokebacc.of {
  title = "Farmers and Fishermen",
  one_line = "runs, sets and families; three cities conquered win the country",
  player = "citizen",

  numbers = 8,
  royals = { { "Princess", "Ps" }, { "Prince", "Pr" }, { "Queen", "Q" },
    { "King", "K" } },

  words = {
    hand = "battle", stock = "Market", discards = "Warehouse", fund = "Treasury", go = "goes",
    points = "points",
    deals = "%s is the dealer.",
    discard = "Which card goes to the warehouse?",
    withdraws = "%s flees from the battle.",
    wins_hand = "%s conquers the city.",
    wins_match = "%s conquers the country!",
    family = "a Family", royal_family = "a Royal Family",
  },

  stakes = stakes.inviting,
  defaults = { family = 60, buy_in_once = true, fund_to = "match" },
})
