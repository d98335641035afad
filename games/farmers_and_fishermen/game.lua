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

  rules = {
    family = { 60, "points for a family", min = 0, max = 1000 },
    buy_in_once = { true, "the fee is paid once, before the first battle",
      from = "game" },
    fund_to = { "match", "who takes the fund: the winner of the hand or the match",
      one_of = { "hand", "match" } },
    most_invited = { 0, "the most that competition is invited with (0: no limit)",
      min = 0, max = 10000 },
  },
  steps = stakes.inviting,

  order = {
    "explain", "draw_for_deal",
    {
      "fee", "deal",
      { "invite", "draw", "lay", "tax", "next_turn" },
      "settle", "pay_fund", "crown", "clear",
    },
  },
})
