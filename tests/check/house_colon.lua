--: 7:16: error: behind a colon the table is `self`, and `t` is nothing (write `function house.deal(t)`, with a dot)
--: 8:14: warning: the step below gets no table (say `house.base.deal(t)`)
--: 11:14: error: behind a colon the step below gets `house.base` in place of the table (say `house.base.play(t)`)
--: 14:49: error: no rule `fee` (declare it: house.rules.fee = { 1, "what it means" })
-- Points and colons in a house rule; `self` is as good a name as `t`.
local house = variant "pond"
function house:deal(t)
  house.base.deal()
end
function house.play(t)
  house.base:play(t)
end
function house:worth(card) return house.base.worth(self, card) end
function house.standings(t) t:say("%s", t.rules.fee) return house.base.standings(t) end
return house
