--: 11:7: error: a variant has no field `titel`, did you mean `title`?
--: 12:13: error: pond has no rule `anet`, did you mean `ante`?
--: 13:13: error: rule dealt = 9: expected a whole number from 1 to 5
--: 14:13: error: rule tide = spade: expected one of clubs, diamonds, hearts, spades
--: 16:16: warning: step `shwodown` is never reached: it is not in the order, and nothing calls it (put it into `order`, or call it as t:shwodown(...), or leave it out)
--: 16:46: error: the game below has no step `shwodown`, did you mean `showdown`?
--: 18:48: error: a seat has no `guesess`, did you mean `guesses`?
--: 19:21: error: the game below has no step `paly`, did you mean `play`?
--: 21:14: error: the order of pond has no step `dael`, did you mean `deal`?
local house = variant "pond"
house.titel = "Deep pond"
house.rules.anet = 3
house.rules.dealt = 9
house.rules.tide = "spade"
house.state.seat.guesses = 0
function house.shwodown(t) return house.base.shwodown(t) end
function house.play(t)
  for seat in t:seats() do seat.guesses = seat.guesess + 1 end
  return house.base.paly(t)
end
house:before("dael", "play")
return house
