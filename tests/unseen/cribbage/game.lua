-- Six-card cribbage for two. The counting is written out here: a show is every way in which five cards make fifteen, a
-- pair or a run; pegging looks back along the line of cards laid since the last thirty-one or go.
return game {
  title = "Six-card cribbage", one_line = "peg and show; first to 61", seats = { 2, 2 }, deck = "standard",
  rules = { goal = { 61, "points that win the match", min = 11, max = 121 } },
  piles = { crib = "nobody", starter = "everyone", seat = { hand = "owner", laid = "everyone" } },
  state = { dealer = none, turn = none, last = none, line = {}, count = 0, seat = { points = 0 } },
  measures = { deals = "deals of a match" },
  order = { "cut_for_deal", { "deal", "discard", "cut", { "lay" }, "show", "change_dealer" } },

  cut_for_deal = function(t) t.dealer = t:choose(t.seat) end,

  deal = function(t)
    t:measure("deals")
    t.deck:shuffle()
    for seat in t:seats(t.dealer:left()) do t.deck:deal(6, seat.hand) end
  end,

  discard = function(t)
    for seat in t:seats(t.dealer:left()) do
      t.crib:put(seat:ask { "discard", "Which two cards go into %s's crib?", t.dealer, cards = seat.hand, count = 2 })
    end
  end,

  cut = function(t)
    t.deck:deal(1, t.starter)
    t:say("%s is the starter.", t.starter:top())
    if t.starter:top().rank == "J" then t:peg(t.dealer, 2, "his heels") end
    t.turn, t.line, t.count = t.dealer:left(), {}, 0
  end,

  pips = function(_, card) return math.min(card.value, 10) end,

  playable = function(t, seat)
    local list = {}
    for card in seat.hand:cards() do
      if t.count + t:pips(card) <= 31 then list[#list + 1] = card end
    end
    return list
  end,

  -- One card, and then whoever can go on; a go or the last card is a point, thirty-one is two instead.
  lay = function(t)
    local seat = t.turn
    local card = seat:ask { "lay", "The count is %s. Which card do you lay?", t.count, card = t:playable(seat) }
    seat.laid:put(card)
    t.last, t.count, t.line[#t.line + 1] = seat, t.count + t:pips(card), card
    t:say("%s lays %s: %s.", seat, card, t.count)
    t:peg(seat, t:line_points(t.line), "the line")
    if t.count == 15 then t:peg(seat, 2, "fifteen") end
    if t.count == 31 then t:peg(seat, 2, "thirty-one") end
    if #t:playable(seat:left()) > 0 then t.turn = seat:left()
    elseif #t:playable(seat) == 0 then return t:begin_anew() end
  end,

  begin_anew = function(t)
    if t.count < 31 then t:peg(t.last, 1, "the last card") end
    t.turn, t.line, t.count = t.last:left(), {}, 0
    if #t.turn.hand == 0 then t.turn = t.last end
    return #t.turn.hand == 0 and done or nil
  end,

  -- Pairs and runs that the last card of a line ends.
  line_points = function(_, line)
    local alike = 1
    while alike < #line and line[#line - alike].rank == line[#line].rank do alike = alike + 1 end
    if alike > 1 then return alike * (alike - 1) end
    local longest, seen, low, high = 0, {}, 14, 0
    for back = 1, #line do
      local value = line[#line + 1 - back].value
      if seen[value] then break end
      seen[value], low, high = true, math.min(low, value), math.max(high, value)
      if back >= 3 and high - low == back - 1 then longest = back end
    end
    return longest
  end,

  -- What four cards make with the starter. A crib's flush needs the starter too.
  hand_points = function(t, four, starter, is_crib)
    local cards, points, of = { starter }, 0, {}
    for i, card in ipairs(four) do cards[i + 1] = card end
    for subset = 1, 31 do
      local sum = 0
      for i = 1, 5 do
        if subset >> (i - 1) & 1 == 1 then sum = sum + t:pips(cards[i]) end
      end
      if sum == 15 then points = points + 2 end
    end
    for _, card in ipairs(cards) do of[card.value] = (of[card.value] or 0) + 1 end
    local length, ways = 0, 1
    for value = 1, 14 do
      local n = of[value] or 0
      points = points + n * (n - 1)
      if n > 0 then length, ways = length + 1, ways * n
      else
        if length >= 3 then points = points + length * ways end
        length, ways = 0, 1
      end
    end
    local suited = 0
    for _, card in ipairs(four) do
      if card.suit == four[1].suit then suited = suited + 1 end
      if card.rank == "J" and card.suit == starter.suit then points = points + 1 end
    end
    if suited == 4 and starter.suit == four[1].suit then return points + 5 end
    return suited == 4 and not is_crib and points + 4 or points
  end,

  show = function(t)
    local starter = t.starter:top()
    for seat in t:seats(t.dealer:left()) do
      t:say("%s shows %s.", seat, seat.laid:list())
      t:peg(seat, t:hand_points(seat.laid:list(), starter), "the hand")
    end
    for _, card in ipairs(t.crib:list()) do t.crib:show(card) end
    t:say("The crib is %s.", t.crib:list())
    t:peg(t.dealer, t:hand_points(t.crib:list(), starter, true), "the crib")
  end,

  -- Who reaches the goal wins at once, in the middle of whatever it is.
  peg = function(t, seat, points, what)
    if points == 0 then return end
    seat.points = seat.points + points
    t:say("%s pegs %s for %s: %s.", seat, points, what, seat.points)
    if seat.points >= t.rules.goal then t:finish(t:rank_by("points")) end
  end,

  change_dealer = function(t)
    t:gather(t.deck)
    t.dealer = t.dealer:left()
  end,
}
