--: 8:13: error: a seat has no `money` (it has chips, guess, hand and shown)
--: 8:33: error: the table has no `fund` (it has deck, pot, round and toll)
local house = variant "pond"
house.title = "Toll pond"
house.state.toll = 1
function house.deal(t)
  house.base.deal(t)
  t.seat[1].money:pay(t.toll, t.fund)
end
return house
