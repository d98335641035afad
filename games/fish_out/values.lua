-- What fish are worth, and which of two is the higher. Steps of the game.

local values = {}

function values.worth(t, card)
  if card.rank == "A" then return t.rules.ace end
  return card.value > 10 and t.rules.court or t.rules.small
end

function values.beats(_, card, other) return card.value > other.value end

-- What the fourth ace adds to the points of the four.
function values.all_aces(t) return t.rules.four_aces - 4 * t.rules.ace end

-- The points of the fish in a pile.
function values.catch(t, fish)
  local points = 0
  for card in fish:cards() do points = points + t:worth(card) end
  return fish:count("rank", "A") == 4 and points + t:all_aces() or points
end

-- What fishing with a card would bring, together with the fish that lose to it and go into the
-- lake first: how many, and their points.
function values.haul(t, seat, card, losing)
  local caught, aces, points = { card }, seat.stack:count("rank", "A"), 0
  for _, fish in ipairs(losing or {}) do caught[#caught + 1] = fish end
  for fish in t.lake:cards() do
    if fish.suit == card.suit then caught[#caught + 1] = fish end
  end
  for _, fish in ipairs(caught) do
    points = points + t:worth(fish)
    if fish.rank == "A" then aces = aces + 1 end
  end
  return #caught, aces == 4 and points + t:all_aces() or points
end

return values
