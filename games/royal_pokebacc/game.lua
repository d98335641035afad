-- Royal Pokebacc, as the courts of Derkomai play it: fifteen ranks in four
-- suits, a stake before the match, raised by agreement, lost by who retires.
-- The rules are in pokebacc/rules.lua, the money in pokebacc/stakes.lua.

local pokebacc = require "pokebacc.rules"
local stakes = require "pokebacc.stakes"

return game(pokebacc.of {
  title = "Royal Pokebacc",
  one_line = "runs, sets and royal families; three hands win the match",

  numbers = 10,
  royals = { { "Princess", "Ps" }, { "Prince", "Pr" }, { "Consort", "C" },
    { "Queen", "Q" }, { "King", "K" } },

  words = {
    hand = "hand", stock = "Treasury", discards = "Reserve", fund = "stakes", go = "go",
    points = "points",
    deals = "%s is the dealer.",
    discard = "Which card do you pay as tax, to the Reserve?",
    wins_hand = "%s wins the hand.",
    wins_match = "%s wins the Pokebacc match!",
    family = "a Family", royal_family = "a Royal Family",
  },

  stakes = stakes.rising,
})
