-- Short whist: a trick game. Five cards each, the next card's suit is trump,
-- suit must be followed, aces are low, a trick a point.
local tricks = require("tricks").order { ranks = "A 2 3 4 5 6 7 8 9 10 J Q K" }

return game {
  title = "Short whist",
  one_line = "five tricks, the turned card is trump",
  seats = { 2, 6 },
  deck = "standard",
  rules = { dealt = { 5, "cards dealt to each player", min = 1, max = 8, from = "hand" } },
  piles = { trick = "everyone", turned = "everyone", taken = "nobody", seat = { hand = "owner" } },
  state = { leader = none, seat = { tricks = 0 } },
  order = { "deal", { "trick_played" }, "standings" },

  deal = function(t)
    t.deck:shuffle()
    for seat in t:seats() do t.deck:deal(t.rules.dealt, seat.hand) end
    t.deck:deal(1, t.turned)
    t.leader = t.seat[1]
  end,

  trick_played = function(t)
    t.leader = tricks.play(t, t.leader, t.trick, t.turned:top().suit)
    t.leader.tricks = t.leader.tricks + 1
    t:say("%s takes %s.", t.leader, t.trick:list())
    t.trick:move_all(t.taken)
    if #t.leader.hand == 0 then return done end
  end,

  standings = function(t) t:finish(t:rank_by("tricks")) end,
}
