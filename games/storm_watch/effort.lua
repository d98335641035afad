-- What a card gives at a station: a step of the game, here so that a bot can tell whether a house
-- rule has another.
local function effort(t, card, station)
  return card.value + (card.suit == station and t.rules.trained or 0)
end

return { effort = effort }
