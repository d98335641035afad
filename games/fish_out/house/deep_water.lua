-- Deep water: the ace is the highest fish and no longer slips under the others,
-- so whoever must play one may have to keep it.
local house = variant "fish_out"
house.title = "Fish Out! in deep water"
house.one_line = "aces are high, and cost a little less"
house.rules.ace = -7

function house.how_ranked() return "ace high, two low" end

function house.beats(t, card, other)
  if card.rank == "A" then return true end
  return other.rank ~= "A" and house.base.beats(t, card, other)
end

return house
