-- Cribbage for two: lay two cards away into the dealer's crib, peg for what the cards played make, then show what four
-- of them make with the card turned up. First to 121.
local counting = require "counting"

local counts = counting.compile {
  worth = function(card) return math.min(card.value, 10) end,
  patterns = {
    { name = "fifteen", kind = "sum", sum = 15, score = 2 },
    { name = "thirty-one", kind = "sum", sum = 31, score = 2, only = "peg" },
    { name = "pairs", kind = "set", score = { 2, 6, 12 } },
    { name = "run", score = function(n) return n end },
    { name = "flush", score = function(n) return n end },
  },
}

return game {
  title = "Cribbage", one_line = "fifteens, pairs and runs; first to 121",
  seats = { 2, 2 }, deck = "standard",
  rules = { goal = { 121, "points that win", min = 20, max = 500 } },
  piles = { crib = "nobody", turned = "everyone", seat = { hand = "owner", played = "everyone" } },
  state = { dealer = none, turn = none, last = none, laid = {}, seat = { points = 0 } },
  order = { "begin", { "deal", "lay_away", "turn_up", { "peg" }, "show", "clear" } },

  -- What cards make: for bots and tests too.
  counts = function() return counts end,

  begin = function(t) t.dealer = t.seat[1] end,

  deal = function(t)
    t.deck:shuffle()
    for seat in t:seats() do t.deck:deal(6, seat.hand) end
  end,

  lay_away = function(t)
    local away = t:ask_all(nil, function(seat)
      return { "away", "Which two go into %s crib?", seat == t.dealer and "your" or "the other's", cards = seat.hand,
        count = 2 }
    end)
    for seat in t:seats() do t.crib:put(away[seat]) end
    t.turn, t.last, t.laid = t.dealer:left(), t.dealer, {}
  end,

  turn_up = function(t)
    t.deck:deal(1, t.turned)
    t:say("%s is turned up.", t.turned:top())
    if t.turned:top().rank == "J" then t:score(t.dealer, 2, "his heels") end
  end,

  may_lay = function(t, seat)
    local list, left = {}, 31 - counts.sum(t.laid)
    for card in seat.hand:cards() do if counts.sum { card } <= left then list[#list + 1] = card end end
    return list
  end,

  peg = function(t)
    local seat = t.turn
    if #t:may_lay(seat) > 0 then t:lay_card(seat)
    elseif #t:may_lay(seat:left()) == 0 then return t:count_anew()
    else t:say("%s: go.", seat) end
    t.turn = seat:left()
  end,

  lay_card = function(t, seat)
    local card = seat:ask { "lay", "Which card do you lay? (%s so far)", counts.sum(t.laid), card = t:may_lay(seat) }
    seat.played:put(card)
    t.laid[#t.laid + 1], t.last = card, seat
    t:say("%s lays %s: %s.", seat, card, counts.sum(t.laid))
    for _, combination in ipairs(counts.peg(t.laid)) do t:score(seat, combination.score, combination.name) end
  end,

  -- Nobody can go on: the last card is a point, unless it made thirty-one.
  count_anew = function(t)
    if counts.sum(t.laid) < 31 then t:score(t.last, 1, "the last card") end
    t.laid, t.turn = {}, t.last:left()
    if #t.turn.hand + #t.last.hand == 0 then return done end
  end,

  show = function(t)
    for seat in t:seats(t.dealer:left()) do t:show_cards(seat, seat.played) end
    t:show_cards(t.dealer, t.crib, { flush = 5 })
  end,

  show_cards = function(t, seat, cards, least)
    local turned = t.turned:top()
    t:say("%s shows %s with %s.", seat, cards:list(), turned)
    for _, combination in ipairs(counts.show(cards, turned, least)) do
      t:score(seat, combination.score, ("%s (%s)"):format(combination.name, t:named(combination.cards)))
    end
    for card in cards:cards() do
      if card.rank == "J" and card.suit == turned.suit then t:score(seat, 1, "his nobs") end
    end
  end,

  named = function(_, cards)
    local list = {}
    for i, card in ipairs(cards) do list[i] = card.name end
    return table.concat(list, " ")
  end,

  -- The game ends in the middle of a count.
  score = function(t, seat, points, what)
    seat.points = seat.points + points
    t:say("%s: %s for %s, and has %s.", seat, points, what, seat.points)
    if seat.points >= t.rules.goal then t:finish(t:rank_by("points")) end
  end,

  clear = function(t)
    t:gather(t.deck)
    t.dealer = t.dealer:left()
  end,
}
