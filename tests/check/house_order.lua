--: 5:14: error: the order of pond has no step `storm`: it has deal, play, showdown and standings
-- A step put beside one that isn't there is one mistake: nobody misses the step.
local house = variant "pond"
function house.rum(t) t:say("Rum!") end
house:before("storm", "rum")
return house
