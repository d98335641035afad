-- Merchant's Bank, the Pokebacc of merchants and shop owners: four jewels in
-- place of the royalty, a fee before every sale, and competition invited by
-- putting money into the Escrow Fund.
-- The rules are in pokebacc/rules.lua, the money in pokebacc/stakes.lua.

local pokebacc = require "pokebacc.rules"
local stakes = require "pokebacc.stakes"

return game(pokebacc.of {
  title = "Merchant's Bank",
  one_line = "runs, sets and treasures; three markets cornered are a monopoly",
  player = "merchant",

  numbers = 10, -- the jewels: sapphire, diamond, emerald, ruby
  royals = { { "Triangle", "Tr" }, { "Square", "Sq" }, { "Pentagon", "Pe" },
    { "Hexagon", "He" } },

  words = {
    hand = "sale", stock = "Bank", discards = "Vault", fund = "Escrow Fund", go = "goes",
    points = "Sergkin",
    deals = "%s is the Executive.",
    discard = "Which card do you put by as reserve, in the Vault?",
    withdraws = "%s withdraws from the market.",
    wins_hand = "%s corners the market.",
    wins_match = "%s forms a monopoly!",
    family = "a Treasure", royal_family = "Crown Jewels",
    trove = "a Treasure Trove",
  },

  stakes = stakes.inviting,
})
