-- Fish Out!: stock the lake, and fish a suit out of it when it is worth most.
--
-- Source: a showdown entry of the Board Game Designers Forum, 2006 (RULES.md).
-- A fish is a card; a seat's `played` holds its card of the trick until that is
-- stocked or kept; `stack` holds what it has fished out. A suit has been fished
-- by a seat when its stack has a card of it, so nothing else is written down.

local match = require "match"

return game {
  title = "Fish Out!",
  one_line = "fish each suit out of the lake once, at the right moment; first to 50",
  player = "angler",
  seats = { 4, 4 },
  deck = "standard",

  rules = {
    passed = { 3, "fish each player passes on before a game", min = 0, max = 13,
      from = "hand" },
    pass_to = { { 1, 3, 2 },
      "how many seats to the left they go, game by game and round again" },
    once = { true, "a player fishes each suit once a game" },
    must_fish = { true, "in the last trick who may fish out must" },
    leader_last = { false, "in a tie for the next lead the leader comes last" },
    ace = { -9, "points for an ace", min = -50, max = 50 },
    four_aces = { 18, "points for all four aces together", min = -50, max = 200 },
    court = { 3, "points for a jack, queen or king", min = -50, max = 50 },
    small = { 1, "points for any other fish", min = -50, max = 50 },
    goal = { 50, "points that make a King Fisher", min = 1, max = 1000 },
    most_games = { 0, "games after which the match ends anyway (0: never)",
      min = 0, max = 100 },
  },

  piles = {
    lake = "everyone",
    seat = { hand = "owner", played = "everyone", stack = "everyone" },
  },
  state = { games = 0, leader = none, seat = { points = 0 } },
  measures = { games = "games in the match", fished = "times a suit was fished",
    left = "fish left in the lake" },

  order = {
    {
      "deal", "pass", "open",
      { "play", "sink", "fish" },
      "score", "crown",
    },
  },

  deal = function(t)
    t.games = t.games + 1
    t:measure("games")
    t.deck:shuffle()
    for seat in t:seats() do
      t.deck:deal(13, seat.hand)
      seat.hand:sort()
    end
  end,

  -- Everybody chooses before any card moves.
  pass = function(t)
    local ways = t.rules.pass_to
    local way = ways[(t.games - 1) % #ways + 1]
    if t.rules.passed == 0 or way == 0 then return end
    local passed = t:ask_all(nil, function(seat)
      return { "pass", "Which fish do you pass to %s?", seat:left(way),
        cards = seat.hand, count = t.rules.passed }
    end)
    for seat in t:seats() do
      local to = seat:left(way)
      to.hand:put(passed[seat])
      to:say("%s passes you %s.", seat, passed[seat])
    end
    for seat in t:seats() do seat.hand:sort() end
  end,

  -- The two of clubs leads, whoever holds it now.
  open = function(t)
    for seat in t:seats() do
      local two = seat.hand:find("name", "2c")
      if two then
        t.leader = seat
        seat.played:put(two)
        t:say("%s leads %s.", seat, two)
      end
    end
  end,

  play = function(t)
    for seat in t:seats(t.leader) do
      local played = seat.played
      if #played == 0 then
        local card = seat:ask { "play", "Which fish do you play?", card = seat.hand }
        played:put(card)
        t:say("%s plays %s.", seat, card)
      end
    end
  end,

  beats = function(_, card, other) return card.value > other.value end,

  -- The highest fish of each suit stays with its player, the others go in.
  sink = function(t)
    local highest = {}
    for seat in t:seats(t.leader) do
      local card = seat.played:top()
      local suit = card.suit
      local other = highest[suit]
      if other and t:beats(other, card) then
        t.lake:put(card)
      else
        highest[suit] = card
        if other then t.lake:put(other) end
      end
    end
  end,

  -- The others choose, in the order they played. Who takes most leads next; of
  -- equals the first clockwise from the leader, who comes first of all or last.
  fish = function(t)
    local first, most = t.leader, 0
    for seat in t:seats(first) do
      local card = seat.played:top()
      if card and t:may_fish(seat, card.suit) and t:wants_to_fish(seat, card) then
        local caught = t:land(seat, card)
        if caught > most
          or caught == most and t.leader == first and t.rules.leader_last then
          most = caught
          t.leader = seat
        end
      elseif card then
        t.lake:put(card)
        t:say("%s stocks the lake with %s.", seat, card)
      end
    end
    if #first.hand == 0 then return done end
  end,

  may_fish = function(t, seat, suit)
    if t.lake:count("suit", suit) == 0 then return false end
    return seat.stack:count("suit", suit) == 0 or not t.rules.once
  end,

  wants_to_fish = function(t, seat, card)
    if #seat.hand == 0 and t.rules.must_fish then return true end
    return seat:ask { "fish", "Fish out the %s with %s? (no: stock the lake)",
      card.suit, card, confirm = true }
  end,

  land = function(t, seat, card)
    local stack = seat.stack
    stack:put(card)
    local caught = 1 + t.lake:take("suit", card.suit, stack)
    t:measure("fished")
    t:say("%s fishes out the %s: %s fish.", seat, card.suit, caught)
    return caught
  end,

  worth = function(t, card)
    if card.rank == "A" then return t.rules.ace end
    return card.value > 10 and t.rules.court or t.rules.small
  end,

  catch = function(t, fish)
    local points = 0
    for card in fish:cards() do points = points + t:worth(card) end
    if fish:count("rank", "A") < 4 then return points end
    return points - 4 * t.rules.ace + t.rules.four_aces
  end,

  score = function(t)
    for seat in t:seats() do
      local points = t:catch(seat.stack)
      seat.points = seat.points + points
      t:event("score", { seat = seat, points = points, total = seat.points })
      t:say("%s scores %s, and has %s.", seat, points, seat.points)
    end
    t:measure("left", #t.lake)
    t:gather(t.deck)
  end,

  crown = function(t)
    local king = match.winner(t, "points", t.rules.goal)
    if king then t:say("%s is the King Fisher!", king) end
    if king or t.games == t.rules.most_games then
      t:finish(t:rank_by("points"))
    end
  end,

  screen = function(t)
    local lines = { ("Game %d, to %d points.   Lake: %s"):format(t.games, t.rules.goal,
      t:listed(t.lake)) }
    for seat in t:seats() do
      lines[#lines + 1] = ("%s %-12s %4d   %s%s"):format(seat == t.leader and ">" or " ",
        seat.name, seat.points, t:shown(seat.played), t:listed(seat.stack))
    end
    return lines
  end,

  -- The cards of a pile suit by suit, and how many: "2c 9c (2)  Kh (1)".
  listed = function(_, pile)
    local parts = {}
    for _, suit in ipairs { "clubs", "diamonds", "hearts", "spades" } do
      local fish = {}
      for card in pile:cards() do
        if card.suit == suit then fish[#fish + 1] = card end
      end
      table.sort(fish, function(a, b) return a.value < b.value end)
      for i, card in ipairs(fish) do fish[i] = tostring(card) end
      if #fish > 0 then
        parts[#parts + 1] = ("%s (%d)"):format(table.concat(fish, " "), #fish)
      end
    end
    return #parts > 0 and table.concat(parts, "  ") or "nothing yet"
  end,

  shown = function(_, played)
    local card = played:top()
    return card and "plays " .. tostring(card) .. "   fished: " or "fished: "
  end,
}
