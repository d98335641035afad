--over: house_first
--: 6:13: warning: rule `ante` is set by house_first too: this value (5) hides that one (leave one of them out, or turn them round: ...+house_second+house_first)
--: 7:16: warning: step `worth` takes the place of what house_first made of it (call house.base.worth(...) where both should count)
--: 9:7: warning: this order takes the place of what house_first made of it (house:before, house:after, house:drop and house:swap change a part and leave the rest)
local house = variant "pond"
house.rules.ante = 5
function house.worth(_, card) return card.value end
function house.tell(t) return house.base.tell(t) end
house.order = { { "deal", "play", "showdown", "tell" }, "standings" }
return house
