-- True colours: a run in the suit of its combination is worth ten more.
-- A variant that replaces a step of the scoring and declares a rule for it.

local house = variant "rod_and_reel"
house.title = "True colours"
house.one_line = "a run in the suit of its combination scores more"
house.rules.true_bonus = {
  10, "extra points when all value cards are of the combination's suit",
  min = 0, max = 100,
}

local function is_true(laid)
  for _, card in ipairs(laid.cards) do
    if card.suit ~= laid.fish.suit then return false end
  end
  return #laid.cards > 0
end

function house.fish_score(t, laid)
  local score = house.base.fish_score(t, laid)
  return is_true(laid) and score + t.rules.true_bonus or score
end

function house.explain(t)
  house.base.explain(t)
  t:say("A run all in the suit of its combination scores %s more.", t.rules.true_bonus)
end

return house
