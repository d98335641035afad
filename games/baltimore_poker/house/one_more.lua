-- One more: whoever has stood pat may buy a card for the ante once more before
-- the second bets: a fourth street for the brave, and a bigger pot.
local house = variant "baltimore_poker"
house.title = "Baltimore draw 'em poker, one more"
house.one_line = "after replacing, players may pay the pot for one more card"
house.rules.card_price = { 2, "price in chips of one more card", min = 1,
  max = 10000 }

house:after("replace", "one_more")

function house.one_more(t)
  local seats = t:inside()
  if #seats < 2 then return end
  for _, seat in ipairs(seats) do
    if #t.deck > 0 and seat.chips:has(t.rules.card_price) then
      t:sell_card(seat)
    end
  end
end

function house.sell_card(t, seat)
  local price = t.rules.card_price
  if not seat:ask { "buy", "Pay %s chip%s to replace one more card?", price,
    price == 1 and "" or "s",
    confirm = true } then return end
  seat.chips:pay(price, t.pot)
  seat.discards:put(seat:ask { "swap", "Which card do you discard?", card = seat.hand })
  t.deck:deal(1, seat.hand)
  t:say("%s buys a card.", seat)
end

return house
