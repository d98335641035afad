-- Second wind: who has failed against a target may pay for one more card, and
-- is judged again. Once a contest.
local screen = require "baltimore.screen"
local house = variant "baltimore"
house.title = "Baltimore draw 'em with a second wind"
house.one_line = "after a failure, three chips buy one more card"
house.rules.wind_price = { 3, "price in chips of one more card after a failure",
  min = 0, max = 1000 }

house:before("pay", "second_winds")

function house.second_winds(t)
  if t.kind == "full" then return end
  for seat in t:seats() do
    if t:may_go_on(seat) then t:second_wind(seat) end
  end
end

function house.may_go_on(t, seat)
  return not seat.success and #t.deck > 0 and #seat.hand > 0
    and seat.chips:has(t.rules.wind_price)
end

function house.second_wind(t, seat)
  local price = t.rules.wind_price
  if not seat:ask { "wind", "Pay %s chip%s to replace one more card?", price,
    price == 1 and "" or "s",
    confirm = true } then return end
  seat.chips:pay(price, t.gm.chips)
  seat.discards:put(seat:ask { "last_card", "Which card do you discard?", card = seat.hand })
  t.deck:deal(1, seat.hand)
  t:say("%s has a second wind.", seat)
  t:judge(seat)
end

local function reckons(t, me)
  if t.kind == "full" or t.seat[1].hole == 0 then return false end
  return me.number == 0 or t.known > 0 or t.kind == "hidden"
end

function house.odds(t, me)
  local list = screen.odds(t, me)
  if reckons(t, me) then
    list[#list + 1] = ("Not counting the card that %d chips buy after a failure.")
      :format(t.rules.wind_price)
  end
  return list
end

return house
