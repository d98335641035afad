-- Clear lake: what is left in the lake goes to whoever fished last, so every
-- fish scores for somebody, and a lake of aces is a last gift nobody wants.
local house = variant "fish_out"
house.title = "Fish Out! to a clear lake"
house.one_line = "the last to fish takes what is left in the lake"
house.state.last_fisher = none

house:before("score", "clear_lake")

function house.whose_rest() return "go to the last player to fish" end

function house.land(t, seat, card)
  t.last_fisher = seat
  return house.base.land(t, seat, card)
end

function house.clear_lake(t)
  if not t.last_fisher then return end
  local fish = t.lake:move_all(t.last_fisher.stack)
  t:say("%s takes the last %s fish in the lake.", t.last_fisher, fish)
  t.last_fisher = nil
end

return house
