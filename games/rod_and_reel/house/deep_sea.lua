-- Deep sea: game fish of hundreds of pounds. Five pounds to a score point,
-- and another fish for each combination; the fight is as hard as in a lake,
-- because it goes by the score.

local house = variant "rod_and_reel"
house.title = "Deep sea"
house.one_line = "five pounds to the point, and the fish to go with it"
house.rules.divisor = 0.2
house.rules.species = {
  ace = { hearts = "blue marlin", diamonds = "bluefin tuna",
    clubs = "swordfish", spades = "mako shark" },
  king_queen = { hearts = "black marlin", diamonds = "yellowfin tuna",
    clubs = "sailfish", spades = "tarpon" },
  king_jack = { hearts = "white marlin", diamonds = "opah",
    clubs = "wahoo", spades = "barracuda" },
  queen_jack = { hearts = "halibut", diamonds = "amberjack",
    clubs = "dorado", spades = "bonito" },
}
return house
