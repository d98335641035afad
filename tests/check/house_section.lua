--: 4:7: error: a variant has no `rule`, did you mean `rules`?
-- A section of a house rule by a wrong name.
local house = variant "pond"
house.rule.toll = { 1, "chips for the toll" }
function house.deal(t) t:say("%s", t.rules.toll) return house.base.deal(t) end
return house
