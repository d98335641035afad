-- Open reserve: each card may be drawn from the top of the Reserve instead of
-- the Treasury, so discard what is of no use to the player on your left.
local house = variant "royal_pokebacc"
house.title = "Royal Pokebacc, open reserve"
house.one_line = "draw from the Reserve instead"

local function note(yes, t, seat)
  if yes then return t:gain_note(seat, t.discards:top()) end
  return "you draw from the %s", t.words.deck
end

function house.explain(t)
  house.base.explain(t)
  t:say("Each card you draw may come from the top of the %s instead of the %s.",
    t.words.discards, t.words.deck)
end

function house.draw_one(t, seat)
  local top = t.discards:top()
  if top and seat:ask { "take", "Take %s from the %s as your next card?", top,
    t.words.discards, confirm = true, tells = note } then
    t:say("%s takes %s from the %s.", seat, top, t.words.discards)
    seat.hand:put(top)
    return true
  end
  return house.base.draw_one(t, seat)
end

return house
