-- Blackjack from a shoe of six decks. The dealer looks at the hole card under an ace or a ten, and stands on every 17;
-- a pair may be split once, aces get a card each and stand, a split hand may be doubled, a natural is paid three to two.
return game {
  title = "Blackjack from the shoe", one_line = "hit, stand, double or split against the dealer", seats = { 1, 4 },
  rules = {
    decks = { 6, "decks in the shoe", min = 1, max = 8, from = "game" },
    hands = { 20, "hands of a sitting", min = 1, max = 1000 },
    stake = { 2, "chips staked on a hand; half a chip is rounded down", min = 1, max = 100 },
    chips = { 1000, "chips to sit down with", min = 0, max = 100000 },
    cut_card = { 78, "cards left in the shoe when it is shuffled again", min = 40, max = 200 },
  },
  decks = { shoe = { "standard", copies = "decks" } },
  piles = { spent = "everyone", upcard = "everyone", hole = "nobody", seat = { hands = many("everyone", 2) } },
  pools = { bank = "mint", seat = { chips = "chips", stakes = many(0, 2) } },
  state = { played = 0, seat = { at = 1 } }, -- which of a seat's hands is being played
  measures = { dealt = "hands dealt", net = "chips won, less those lost" },
  order = { { "deal", "players", "dealer", "settle" }, "get_up" },

  -- The points of a list of cards, and whether an ace counts eleven in them.
  points = function(_, cards)
    local sum, ace = 0, false
    for _, card in ipairs(cards) do
      sum, ace = sum + math.min(card.value, 10), ace or card.rank == "A"
    end
    if ace and sum <= 11 then return sum + 10, true end
    return sum, false
  end,

  deal = function(t)
    t.played = t.played + 1
    if t.played == 1 or #t.shoe < t.rules.cut_card then
      t:gather(t.shoe)
      t.shoe:shuffle()
    end
    for seat in t:seats() do
      if seat.chips:has(t.rules.stake) then
        seat.chips:pay(t.rules.stake, seat.stakes[1])
        t.shoe:deal(2, seat.hands[1])
        t:measure("dealt", 1, seat)
      end
    end
    t.shoe:deal(1, t.upcard)
    t.shoe:deal(1, t.hole)
  end,

  bank_cards = function(t) return { t.upcard:card(1), t.hole:card(1) } end,
  natural = function(t, cards) return #cards == 2 and t:points(cards) == 21 end,

  players = function(t)
    if t:natural(t:bank_cards()) then return end
    t:each(t.play)
  end,
  play = function(t, seat)
    if #seat.hands[1] == 0 then return end
    t:play_hand(seat, 1)
    if #seat.hands[2] > 0 then t:play_hand(seat, 2) end
  end,

  choices = function(_, seat, i)
    local hand, list = seat.hands[i], { "hit", "stand" }
    if #hand == 2 and seat.chips:has(seat.stakes[i]:amount()) then
      list[3] = "double"
      local alike = math.min(hand:card(1).value, 10) == math.min(hand:card(2).value, 10)
      if alike and #seat.hands[2] == 0 then list[4] = "split" end
    end
    return list
  end,

  play_hand = function(t, seat, i)
    local hand, stake = seat.hands[i], seat.stakes[i]
    seat.at = i
    while t:points(hand:list()) < 21 and not t:is_split_ace(seat, hand) do
      local act = seat:ask { "act", "Your hand is %s, %s points. What do you do?", hand:list(), t:points(hand:list()),
        one_of = t:choices(seat, i) }
      t:say("%s: %s.", seat, act)
      if act == "stand" then return end
      if act == "split" then t:split(seat)
      else
        if act == "double" then seat.chips:pay(stake:amount(), stake) end
        t.shoe:deal(1, hand)
        if act == "double" then return end
      end
    end
  end,

  is_split_ace = function(_, seat, hand) return #seat.hands[2] > 0 and hand:card(1).rank == "A" end,

  split = function(t, seat)
    seat.hands[2]:put(seat.hands[1]:top())
    seat.chips:pay(t.rules.stake, seat.stakes[2])
    for _, hand in ipairs(seat.hands) do t.shoe:deal(1, hand) end
  end,

  dealer = function(t)
    t.hole:move_all(t.upcard)
    while t:points(t.upcard:list()) < 17 and not t:natural(t.upcard:list()) do t.shoe:deal(1, t.upcard) end
    t:say("The dealer has %s: %s.", t.upcard:list(), (t:points(t.upcard:list())))
  end,

  -- What comes back for each two chips staked.
  pays = function(t, cards, bank, is_split)
    local mine, its = t:points(cards), t:points(bank)
    local has_natural = t:natural(cards) and not is_split
    if mine > 21 then return 0 end
    if t:natural(bank) then return has_natural and 2 or 0 end
    if has_natural then return 5 end
    if its > 21 or mine > its then return 4 end
    return mine == its and 2 or 0
  end,

  settle = function(t)
    for seat in t:seats() do
      local is_split = #seat.hands[2] > 0
      for i, hand in ipairs(seat.hands) do
        local staked = seat.stakes[i]:amount()
        if staked > 0 then
          local back = staked * t:pays(hand:list(), t.upcard:list(), is_split) // 2
          t:measure("net", back - staked, seat)
          t:say("%s gets %s for %s.", seat, back, staked)
          seat.stakes[i]:empty_into(t.bank)
          t.bank:pay(back, seat.chips)
        end
        hand:move_all(t.spent)
      end
    end
    t.upcard:move_all(t.spent)
    return t.played == t.rules.hands and done or nil
  end,

  get_up = function(t) t:finish("chips") end,
}
