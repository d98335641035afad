-- True colours: a run in the suit of its combination is worth ten more.
-- A variant that replaces a step of the scoring and declares a rule for it.

local house = variant "rod_and_reel"
house.title = "True colours"
house.one_line = "a run in the suit of its combination scores more"
house.rules.true_bonus = {
  10, "extra points when all value cards are of the combination's suit",
  min = 0, max = 100,
}

local function is_true(seat)
  for card in seat.values:cards() do
    if card.suit ~= seat.fish.suit then return false end
  end
  return #seat.values > 0
end

function house.fish_score(t, seat)
  local score = house.base.fish_score(t, seat)
  return is_true(seat) and score + t.rules.true_bonus or score
end

return house
