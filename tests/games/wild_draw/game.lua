-- Wild draw: five cards, one draw, and a table of what hands pay. A rank is wild, and jokers are bugs.
return game {
  title = "Wild draw", one_line = "five cards and one draw against a table of payouts",
  seats = { 1, 6 }, deck = { "standard", jokers = 2 },
  rules = {
    wild = { "2", "the rank that is wild", one_of = "ranks" },
    swaps = { 3, "cards that may be drawn anew", min = 0, max = 5 },
    price = { "1d4", "what a hand costs, rolled for each", dice = true },
    charm = { "Qs", "who is dealt this card pays nothing", card = true },
    payouts = { { { hand = "three of a kind", chips = 2 }, { hand = "straight", chips = 4 },
        { hand = "flush", chips = 5 }, { hand = "full house", chips = 6 }, { hand = "four of a kind", chips = 10 },
        { hand = "straight flush", chips = 30 }, { hand = "five of a kind", chips = 60 } }, "what each hand pays",
      columns = { "hand", { "chips", min = 0, max = 500 } }, length = { 1, 12 } },
    hands = { 4, "hands played", min = 1, max = 50 },
  },
  piles = { seat = { hand = "owner" } }, pools = { bank = "mint", seat = { chips = 20 } },
  state = { hand = 0 }, order = { { "deal", "draw", "pay" }, "standings" },

  rank = function(t, cards) return poker.rank(cards, { wild = t.rules.wild, bug = "joker" }) end,
  payout = function(t, cards)
    local name = poker.category(t:rank(cards))
    for _, row in ipairs(t.rules.payouts) do if row.hand == name then return row.chips end end
    return 0
  end,
  deal = function(t)
    t.hand = t.hand + 1
    t:gather(t.deck)
    t.deck:shuffle()
    for seat in t:seats() do
      t.deck:deal(5, seat.hand)
      if not seat.hand:find("name", t.rules.charm) then seat.chips:pay_up_to(t:roll(t.rules.price, seat), t.bank) end
    end
  end,
  draw = function(t) t:each(t.draw_one) end,
  draw_one = function(t, seat)
    local out = seat:ask { "swap", "Which cards do you draw anew?", cards = seat.hand, min = 0, max = t.rules.swaps }
    t.deck:put_under(out)
    t.deck:deal(#out, seat.hand)
  end,
  pay = function(t)
    for seat in t:seats() do
      local chips = t:payout(seat.hand)
      t:say("%s: %s, which pays %d.", seat, poker.name(seat.hand, { wild = t.rules.wild, bug = "joker" }), chips)
      t.bank:pay(chips, seat.chips)
    end
    return t.hand >= t.rules.hands and done or nil
  end,
  standings = function(t) t:finish("chips") end,
}
