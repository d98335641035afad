-- Beacons: a game made from another, tests/games/lanterns. It has a deck, seats,
-- words and rules of its own, a step that wraps the base's, and a variant.
local beacons = game_from "lanterns"
beacons.title = "Beacons"
beacons.one_line = "give a beacon to the left, twice; storms put it out"
beacons.player = "keeper"
beacons.seats = { 3, 5 }
beacons.deck = kind {
  name = "beacons",
  suits = { { "north", "n" }, { "south", "s" } },
  ranks = { { "1", value = 1 }, { "2", value = 2 }, { "3", value = 3 }, { "4", value = 4 }, { "5", value = 5 },
    { "6", value = 6 }, { "7", value = 7 }, { "8", value = 8 }, { "9", value = 9 }, { "10", value = 10 } },
  extras = { { "storm", "St", value = 0, storm = true } },
}

beacons.rules.rounds = 2
beacons.rules.fuel = { 5, "light that every beacon has besides", min = 0, max = 20 }
beacons.words.gives = "%s passes a beacon on."
beacons.words.dark = { "%s sits in the dark.", "said of who has a storm" }

function beacons.light(t, seat)
  for card in seat.hand:cards() do
    if card.storm then
      t:say(t.words.dark, seat)
      return 0
    end
  end
  return beacons.base.light(t, seat) + t:once("fuel_of_a_hand")
end

-- Of the rules alone: made once.
function beacons.fuel_of_a_hand(t) return 4 * t.rules.fuel end

return beacons
