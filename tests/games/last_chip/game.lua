-- Last chip: a betting round with players retiring. Highest card of who stays.
return game {
  title = "Last chip", seats = { 2, 8 },
  deck = "standard",
  rules = { purse = { 10, "chips each player has", min = 2, max = 50, from = "game" },
    hands = { 3, "hands played", min = 1, max = 20 } },
  piles = { seat = { hand = "owner" } },
  pools = { pot = 0, seat = { chips = "purse" } },
  state = { hand = 0, price = 0, seat = { inside = false } },
  order = { { "deal", { "bet" }, "compare" }, "standings" },

  deal = function(t)
    t:gather(t.deck)
    t.deck:shuffle()
    t.price, t.hand = 1, t.hand + 1
    for seat in t:seats() do
      seat.inside = seat.chips:has(1)
      if seat.inside then t.deck:deal(1, seat.hand) end
    end
  end,

  bet = function(t)
    for seat in t:seats() do
      if seat.inside and t.price <= 3 then
        seat.inside = seat.chips:has(t.price)
          and seat:ask { "bet", "Pay %s to stay?", t.price, confirm = true }
        if seat.inside then seat.chips:pay(t.price, t.pot) else t:say("%s retires.", seat) end
      end
    end
    t.price = t.price + 1
    if t.price > 3 then return done end
  end,

  compare = function(t)
    local best = t:best_seats(function(seat) return seat.inside and seat.hand:top().value or nil end)
    if #best > 0 then t.pot:split(best) end
    return t.hand >= t.rules.hands and done or nil
  end,
  standings = function(t) t:finish(t:rank_by("chips")) end,
}
