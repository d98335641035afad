--: 5:13: warning: rule `ante` is 1 already: this changes nothing
--: 6:13: warning: rule `never` is read nowhere: to change it changes nothing (read it as t.rules.never, or leave it out)
--: 7:16: error: pond has no step `never_called`
local house = variant "pond"
house.rules.ante = 1
house.rules.never = { 3, "a rule of its own" }
function house.never_called(t) t:say("hello") end
return house
