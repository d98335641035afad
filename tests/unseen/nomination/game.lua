-- Nomination whist, or Up and down the river: Oh Hell with hands that grow and shrink again. All bid at once and in
-- secret; exact bids score ten and the square of the tricks, all others lose a point a trick off.
local tricks = require "tricks"

return game {
  title = "Nomination whist", one_line = "bid the tricks you take, exactly; up and down the river", player = "bidder",
  seats = { 2, 4 }, deck = "standard",
  rules = {
    longest = { 5, "cards each in the longest hand", min = 1, max = 10 },
    exact = { 10, "points for an exact bid", min = 0, max = 50 },
  },
  piles = { turned = "everyone", trick = "everyone", won = "everyone", seat = { hand = "owner" } },
  state = { hand = 0, leader = none, first = none, trump = none, seat = { bid = none, taken = 0, points = 0 } },
  measures = { exact = "exact bids" },
  order = { { "deal", "bid", { "play_trick" }, "score" }, "over" },

  -- The hands of a game have 1, 2, ... longest, ..., 2, 1 cards.
  size = function(t) return math.min(t.hand, 2 * t.rules.longest - t.hand) end,

  deal = function(t)
    t.hand = t.hand + 1
    t.first = t.first and t.first:left() or t:choose(t.seat)
    t.leader = t.first
    t:gather(t.deck)
    t.deck:shuffle()
    for seat in t:seats() do
      seat.taken, seat.bid = 0, nil
      t.deck:deal(t:size(), seat.hand)
    end
    t.deck:deal(1, t.turned)
    t.trump = t.turned:top().suit
    t:say("Hand %s: %s is turned.", t.hand, t.turned:top())
  end,

  bid = function(t)
    local bids = t:ask_all(nil, { "bid", "How many of %s tricks will you take?", t:size(), min = 0, max = t:size() })
    for seat in t:seats() do
      seat.bid = bids[seat]
      t:say("%s bids %s.", seat, seat.bid)
    end
  end,

  play_trick = function(t)
    local order = {}
    for seat in t:seats(t.leader) do
      local card = seat:ask { "play", "Which card do you play?", card = tricks.playable(seat.hand, t.trick, t.trump) }
      t.trick:put(card)
      order[#order + 1] = seat
      t:say("%s plays %s.", seat, card)
    end
    t.leader = order[tricks.winner(t.trick, t.trump)]
    t.leader.taken = t.leader.taken + 1
    t:say("%s takes the trick.", t.leader)
    t.trick:move_all(t.won)
    return #t.leader.hand == 0 and done or nil
  end,

  worth = function(t, bid, taken)
    return bid == taken and t.rules.exact + taken * taken or -math.abs(bid - taken)
  end,

  score = function(t)
    for seat in t:seats() do
      local points = t:worth(seat.bid, seat.taken)
      if seat.bid == seat.taken then t:measure("exact", 1, seat) end
      seat.points = seat.points + points
      t:say("%s bid %s, took %s: %+d.", seat, seat.bid, seat.taken, points)
    end
    return t.hand == 2 * t.rules.longest - 1 and done or nil
  end,

  over = function(t) t:finish(t:rank_by("points")) end,
}
