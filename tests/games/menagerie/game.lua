-- Menagerie: a drafting game with cards from a spreadsheet, cards.csv. All take a card of their hands, show them together,
-- and pass the rest on: to the left in odd rounds, to the right in even ones.
local drafts = require "drafts"

return game {
  title = "Menagerie",
  one_line = "take a card, pass the hand on; the best collection wins",
  player = "keeper",
  seats = { 2, 5 },
  deck = { file = "cards.csv" },
  rules = {
    dealt = { 4, "cards dealt to each keeper", min = 1, max = 8 },
    rounds = { 2, "rounds in a game", min = 1, max = 5 },
    at_a_time = { 1, "cards taken at a time", min = 1, max = 3 },
    owl = { "Old Owl", "the card that makes foxes dear", card = true },
    pair = { 6, "what two of a kind that pairs are worth", min = 0, max = 20 },
  },
  piles = { seat = { hand = "owner", taken = "everyone" } },
  state = { round = 1, seat = { points = 0 } },
  order = { { "deal", { "draft" }, "score" }, "standings" },

  deal = function(t)
    t:gather(t.deck)
    t.deck:shuffle()
    for seat in t:seats() do t.deck:deal(t.rules.dealt, seat.hand) end
  end,

  draft = function(t)
    if drafts.turn(t, { count = t.rules.at_a_time, right = t.round % 2 == 0 }) then return done end
  end,

  worth = function(t, seat)
    local sum, pairs_of = 0, {}
    for card in seat.taken:cards() do
      sum = sum + card.value
      if card.name == "Red Fox" then sum = sum + seat.taken:count("name", t.rules.owl) end
      if card.pair then pairs_of[card.name] = (pairs_of[card.name] or 0) + 1 end
    end
    for _, count in pairs(pairs_of) do sum = sum + count // 2 * (t.rules.pair - 4) end
    return sum
  end,

  score = function(t)
    for seat in t:seats() do
      local points = t:worth(seat)
      seat.points = seat.points + points
      t:say("%s scores %s.", seat, points)
    end
    t.round = t.round + 1
    return t.round > t.rules.rounds and done or nil
  end,

  standings = function(t) t:finish(t:rank_by("points")) end,
}
