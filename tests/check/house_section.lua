--: 5:7: error: a variant has no `rule`, did you mean `rules`?
--: 6:44: error: no rule `toll` (declare it: house.rules.toll = { 1, "what it means" })
-- A section of a house rule by a wrong name.
local house = variant "pond"
house.rule.toll = { 1, "chips for the toll" }
function house.deal(t) t:say("%s", t.rules.toll) return house.base.deal(t) end
return house
