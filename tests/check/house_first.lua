local house = variant "pond"
house.rules.ante = 3
function house.worth(t, card) return card.rank == "A" and 14 or house.base.worth(t, card) end
house:after("showdown", "tell")
function house.tell(t) t:say("Round %s is over.", t.round) end
return house
