-- Best of five: a match of several hands. Three cards, keep one; a hand goes to
-- the only highest card, the match to the first with three hands.
local match = require "match"

return game {
  title = "Best of five",
  one_line = "three hands won are the match",
  seats = { 2, 4 },
  deck = "standard",
  rules = { goal = { 3, "hands that win the match", min = 1, max = 9, from = "game" },
    dealt = { 3, "cards dealt", min = 1, max = 5, from = "hand" } },
  piles = { seat = { hand = "owner", shown = "everyone" } },
  state = { hands = 0, dealer = none, seat = { won = 0 } },
  order = { { "deal", "keep", "showdown", "match_over" } },

  deal = function(t)
    t:gather(t.deck)
    t.deck:shuffle()
    t.dealer = t.dealer and t.dealer:left() or t:choose(t.seat)
    t.hands = t.hands + 1
    for seat in t:seats(t.dealer:left()) do t.deck:deal(t.rules.dealt, seat.hand) end
  end,

  keep = function(t) t:each(t.keep_one, t.dealer:left()) end,

  keep_one = function(_, seat)
    seat.shown:put(seat:ask { "keep", "Which card do you keep?", card = seat.hand })
  end,

  showdown = function(t)
    local best = t:best_seats(function(seat) return seat.shown:top().value end)
    if #best == 1 then best[1].won = best[1].won + 1 end
  end,

  match_over = function(t)
    if match.winner(t, "won", t.rules.goal) then t:finish(t:rank_by("won")) end
  end,
}
