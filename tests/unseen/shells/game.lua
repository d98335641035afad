-- Shells: drafting. All take a card of their hand, lay it down together and pass the hand on; three hands are a game.
-- Sets score: pairs of pearls, threes of conchs, more crabs in a row of their own, most nets; a diver trebles the next fish.
local drafts = require "drafts"

return game {
  title = "Shells", one_line = "take a card, pass the hand; sets score", player = "collector", seats = { 2, 4 },
  deck = kind { name = "shells",
    extras = (function()
      local list = {}
      for _, row in ipairs { { "pearl", "Pe", 12 }, { "conch", "Co", 12 }, { "crab", "Cr", 12 }, { "net", "Ne", 10 },
        { "minnow", "Mi", 4, fish = 1 }, { "bream", "Br", 8, fish = 2 }, { "tuna", "Tu", 4, fish = 3 },
        { "diver", "Di", 6 } } do
        for i = 1, row[3] do list[#list + 1] = { row[1] .. i, row[2] .. i, sort = row[1], fish = row.fish or 0 } end
      end
      return list
    end)() },
  rules = {
    rounds = { 3, "hands of a game", min = 1, max = 5 },
    pearls = { 5, "points for two pearls", min = 0, max = 20 },
    conchs = { 10, "points for three conchs", min = 0, max = 20 },
    crabs = { { 1, 3, 6, 10, 15 }, "points for one crab, two, three, four, and five or more" },
    nets = { 6, "points for the most nets, shared", min = 0, max = 20 },
  },
  piles = { seat = { hand = "owner", kept = "everyone" } },
  state = { round = 0, seat = { points = 0 } },
  order = { { "deal", { "draft" }, "score" }, "over" },

  -- Ten cards each for two, nine for three, eight for four.
  dealt = function(t) return 12 - #t.seat end,

  deal = function(t)
    t.round = t.round + 1
    t:gather(t.deck)
    t.deck:shuffle()
    for seat in t:seats() do t.deck:deal(t:dealt(), seat.hand) end
  end,

  draft = function(t)
    if drafts.turn(t, { to = "kept", right = t.round % 2 == 0 }) then return done end
  end,

  -- Fish in the order they were kept: a diver waits for the first fish behind it.
  fish_points = function(_, cards)
    local points, divers = 0, 0
    for _, card in ipairs(cards) do
      if card.sort == "diver" then divers = divers + 1
      elseif card.fish > 0 then
        points = points + card.fish * (divers > 0 and 3 or 1)
        divers = math.max(0, divers - 1)
      end
    end
    return points
  end,

  set_points = function(t, cards)
    local of = { pearl = 0, conch = 0, crab = 0 }
    for _, card in ipairs(cards) do of[card.sort] = (of[card.sort] or 0) + 1 end
    return of.pearl // 2 * t.rules.pearls + of.conch // 3 * t.rules.conchs
      + (t.rules.crabs[math.min(of.crab, #t.rules.crabs)] or 0)
  end,

  score = function(t)
    local most = t:best_seats(function(seat)
      local nets = seat.kept:count("sort", "net")
      return nets > 0 and nets or nil
    end)
    local has_most = {}
    for _, seat in ipairs(most) do has_most[seat.number] = true end
    for seat in t:seats() do
      local cards = seat.kept:list()
      local points = t:fish_points(cards) + t:set_points(cards)
      if has_most[seat.number] then points = points + t.rules.nets // #most end
      seat.points = seat.points + points
      t:say("%s scores %s for %s.", seat, points, cards)
    end
    return t.round == t.rules.rounds and done or nil
  end,

  over = function(t) t:finish(t:rank_by("points")) end,
}
