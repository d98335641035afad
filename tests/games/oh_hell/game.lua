-- Oh Hell!: say how many tricks you will take, and take neither more nor fewer. A hand has one card less than the one
-- before; the turned card says what is trumps.
local tricks = require "tricks"

local plain = tricks.order { jokers = true }
local bowers = tricks.order { bowers = "J", jokers = true }

return game {
  title = "Oh Hell!", one_line = "take as many tricks as you said, no more and no fewer",
  seats = { 2, 6 }, deck = { "standard", jokers = "jokers" },
  rules = {
    dealt = { 5, "cards of the first hand; each later one has one less", min = 1, max = 8 },
    exact = { 10, "points for as many tricks as were bid, and one for each trick", min = 0, max = 50 },
    hook = { true, "the bids may not add up to the tricks there are" },
    bowers = { false, "the jack of trumps is highest, the other one of its colour next" },
    jokers = { 0, "jokers, which are the highest trumps of all", min = 0, max = 2 },
  },
  piles = { trick = "everyone", turned = "everyone", taken = "nobody", seat = { hand = "owner" } },
  state = { hand_size = 0, dealer = none, leader = none, trump = none, seat = { bid = 0, tricks = 0, points = 0 } },
  order = { "begin", { "deal", "bid", { "play" }, "score" }, "standings" },

  -- How the cards rank in this game.
  cards_rank = function(t) return t.rules.bowers and bowers or plain end,

  begin = function(t) t.dealer, t.hand_size = t.seat[1], t.rules.dealt end,

  deal = function(t)
    t:gather(t.deck)
    t.deck:shuffle()
    for seat in t:seats() do
      t.deck:deal(t.hand_size, seat.hand)
      seat.tricks = 0
    end
    t.deck:deal(1, t.turned)
    t.trump = t.turned:top().suit
    t.leader = t.dealer:left()
    t:say("%s turned: %s.", t.turned:top(), t.trump or "no trumps")
  end,

  bid = function(t)
    local said = 0
    for seat in t:seats(t.leader) do
      seat.bid = t:bid_of(seat, said)
      said = said + seat.bid
      t:say("%s bids %s.", seat, seat.bid)
    end
  end,

  -- The dealer, who bids last, may not say the number that makes it come out even.
  bid_of = function(t, seat, said)
    local bids = {}
    for n = 0, t.hand_size do
      if not (t.rules.hook and seat == t.dealer and said + n == t.hand_size) then bids[#bids + 1] = n end
    end
    return seat:ask { "bid", "How many tricks will you take?", one_of = bids }
  end,

  play = function(t)
    t.leader = t:cards_rank().play(t, t.leader, t.trick, t.trump)
    t.leader.tricks = t.leader.tricks + 1
    t:say("%s takes %s.", t.leader, t.trick:list())
    t.trick:move_all(t.taken)
    if #t.leader.hand == 0 then return done end
  end,

  score = function(t)
    for seat in t:seats() do
      if seat.tricks == seat.bid then seat.points = seat.points + t.rules.exact + seat.tricks end
    end
    t.dealer, t.hand_size = t.dealer:left(), t.hand_size - 1
    if t.hand_size == 0 then return done end
  end,

  standings = function(t) t:finish(t:rank_by("points")) end,
}
