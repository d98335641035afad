-- Pawnbroker: the top of the Vault is for sale. Instead of drawing a card its
-- price goes into the Escrow Fund and the card into the hand.
local house = variant "merchants_bank"
house.title = "Merchant's Bank with a pawnbroker"
house.one_line = "buy the top of the Vault instead of drawing"
house.rules.pawn_price = { 3, "price of the top card of the Vault", min = 0, max = 100 }

local function note(yes, t, seat)
  if yes then return t:gain_note(seat, t.discards:top()) end
  return "you draw from the %s", t.words.deck
end

function house.explain(t)
  house.base.explain(t)
  t:say("Instead of drawing a card you may buy the top of the %s for %s.", t.words.discards,
    t.rules.pawn_price)
end

function house.draw_one(t, seat)
  local top, price = t.discards:top(), t.rules.pawn_price
  if top and seat.chips:has(price) and seat:ask { "buy",
    "Buy %s for %s as your next card?", top, price, confirm = true, tells = note } then
    seat.chips:pay(price, t.fund)
    t:say("%s buys %s.", seat, top)
    seat.hand:put(top)
    return true
  end
  return house.base.draw_one(t, seat)
end

return house
