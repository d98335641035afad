-- Blackjack from a shoe: a hand that is split becomes two, each with a stake
-- of its own.
return game {
  title = "Blackjack", one_line = "twenty-one against the bank, from a shoe, with splits", seats = { 1, 5 },
  rules = {
    decks = { 4, "decks in the shoe", min = 1, max = 6, from = "game" },
    most_hands = { 4, "hands a player may have by splitting", min = 1, max = 6, from = "game" },
    stake = { 2, "chips staked on a hand", min = 1, max = 20 },
    chips = { 100, "chips a player begins with", min = 0, max = 1000 },
    rounds = { 5, "rounds of a game", min = 1, max = 50 },
    cut = { 60, "cards left at which the shoe is shuffled", min = 30, max = 60 },
  },
  decks = { shoe = { "standard", copies = "decks" } },
  piles = { spent = "nobody", bank_hand = "top", seat = { hands = many("everyone", "most_hands") } },
  pools = { bank = "mint", seat = { chips = "chips", stakes = many(0, "most_hands") } },
  state = { round = 0 },
  measures = { splits = "hands split", naturals = "twenty-one with two cards" },
  order = { { "deal", "players", "bank_plays", "settle" }, "over" },

  points = function(_, pile)
    local sum, aces = 0, 0
    for card in pile:cards() do
      if card.rank == "A" then aces = aces + 1 end
      sum = sum + (card.rank == "A" and 1 or math.min(card.value, 10))
    end
    if aces > 0 and sum <= 11 then return sum + 10, true end
    return sum, false
  end,
  is_natural = function(t, seat)
    return #seat.hands[1] == 2 and t:points(seat.hands[1]) == 21 and (#seat.hands < 2 or #seat.hands[2] == 0)
  end,

  deal = function(t)
    t.round = t.round + 1
    t:gather(t.spent, t.bank_hand)
    if t.round == 1 or #t.shoe < t.rules.cut then t:gather(t.shoe) t.shoe:shuffle() end
    for seat in t:seats() do
      if seat.chips:has(t.rules.stake) then
        seat.chips:pay(t.rules.stake, seat.stakes[1])
        t.shoe:deal(2, seat.hands[1])
        if t:is_natural(seat) then t:measure("naturals") end
      end
    end
    t.shoe:deal(1, t.bank_hand)
  end,

  players = function(t)
    for seat in t:seats() do
      for i = 1, #seat.hands do
        if #seat.hands[i] > 0 then t:play_hand(seat, i) end
      end
    end
  end,

  free_hand = function(_, seat)
    for i, hand in ipairs(seat.hands) do if #hand == 0 then return i end end
  end,

  options = function(t, seat, i)
    local hand, list = seat.hands[i], { "stand", "hit" }
    if #hand == 2 and seat.chips:has(seat.stakes[i]:amount()) then
      list[3] = "double"
      if hand:card(1).rank == hand:card(2).rank and t:free_hand(seat) then list[4] = "split" end
    end
    return list
  end,

  play_hand = function(t, seat, i)
    local hand, stake = seat.hands[i], seat.stakes[i]
    while t:points(hand) < 21 do
      if #hand == 1 then t.shoe:deal(1, hand) end
      local what = seat:ask { "play", "Hand %d of %d points: what do you do?", i, t:points(hand),
        one_of = t:options(seat, i) }
      if what == "stand" then return end
      if what == "split" then
        local other = t:free_hand(seat)
        t:measure("splits")
        t:say("%s splits.", seat)
        seat.hands[other]:put(hand:top())
        seat.chips:pay(stake:amount(), seat.stakes[other])
        t.shoe:deal(1, hand)
        t.shoe:deal(1, seat.hands[other])
      else
        if what == "double" then seat.chips:pay(stake:amount(), stake) end
        t.shoe:deal(1, hand)
        if what == "double" then return end
      end
    end
  end,

  bank_plays = function(t)
    while t:points(t.bank_hand) < 17 do t.shoe:deal(1, t.bank_hand) end
    t:say("The bank has %d.", (t:points(t.bank_hand)))
  end,

  -- What a hand gets back for each chip on it, in halves.
  halves = function(t, seat, i)
    local ours, banks = t:points(seat.hands[i]), t:points(t.bank_hand)
    local bank_natural = banks == 21 and #t.bank_hand == 2
    if ours > 21 then return 0 end
    if i == 1 and t:is_natural(seat) then return bank_natural and 2 or 5 end
    if bank_natural then return 0 end
    if banks > 21 or ours > banks then return 4 end
    return ours == banks and 2 or 0
  end,

  settle = function(t)
    for seat in t:seats() do
      for i, stake in ipairs(seat.stakes) do
        if stake:amount() > 0 then
          local back = stake:amount() * t:halves(seat, i) // 2
          stake:empty_into(t.bank)
          t.bank:pay(back, seat.chips)
        end
        seat.hands[i]:move_all(t.spent)
      end
    end
    t.bank_hand:move_all(t.spent)
    return t.round >= t.rules.rounds and done or nil
  end,

  over = function(t) t:finish("chips") end,
}
