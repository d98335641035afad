-- Fish Out!: stock the lake, and fish a suit out of it when it is worth most.
--
-- Source: a showdown entry of the Board Game Designers Forum, 2006 (RULES.md).
-- A fish is a card; a seat's `played` holds its card of the trick until that is
-- stocked or kept; `stack` holds what it has fished out. A suit has been fished
-- by a seat when its stack has a card of it, so nothing else is written down.

local match = require "match"
local values = require "fish_out.values"

-- How many unseen fish beat this one.
local function beaten_text(t, seat, card)
  local above = t:unseen_above(card, seat)
  if above == 0 then return "nothing beats it" end
  return above == 1 and "1 fish beats it" or above .. " fish beat it"
end

-- What a fish played would meet: what beats it, and what its suit would bring with the fish that
-- lose to it.
local function play_note(card, t, seat)
  local losing, others = {}, -1
  for other in t:seats() do
    local played = other.played:top()
    if not played then
      others = others + 1
    elseif played.suit == card.suit then
      if t:beats(played, card) then return "%s beats it: it goes into the lake", played end
      losing[#losing + 1] = played
    end
  end
  local strength = others == 0 and "it stays with you" or beaten_text(t, seat, card)
  if t.rules.once and seat.stack:count("suit", card.suit) > 0 then
    return strength .. "; suit already fished"
  elseif #losing + t.lake:count("suit", card.suit) == 0 then
    return strength .. "; none of its suit in the lake"
  end
  return strength .. "; would take " .. t:haul_text(seat, card, losing)
end

-- A fish to pass on: what it is worth, and how many beat it.
local function pass_note(card, t, seat)
  local points = t:worth(card)
  return ("%d point%s; %s"):format(points, points == 1 and "" or "s", beaten_text(t, seat, card))
end

local function fish_note(yes, t, seat)
  if yes then return t:haul_text(seat, seat.played:top()) end
  return "the card goes into the lake, and you may still fish its suit"
end

return game {
  title = "Fish Out!",
  one_line = "fish each suit out of the lake once, at the right moment; first to 50",
  player = "angler",
  seats = { 4, 4 },
  deck = "standard",
  check = function(rules)
    return rules.goal == 0 and rules.most_games == 0
      and "a match without a goal needs a last game: set most_games" or nil
  end,

  rules = {
    passed = { 3, "fish each player passes on before a game", min = 0, max = 13,
      from = "hand" },
    pass_to = { { 1, 3, 2 },
      "how many seats to the left they go, game by game, then again from the first" },
    once = { true, "a player may fish each suit only once a game" },
    must_fish = { true, "in the last trick a player who can fish out must do so" },
    leader_last = { false, "in a tie for the next lead the leader comes last" },
    ace = { -9, "points for an ace", min = -50, max = 50 },
    four_aces = { 18, "points for all four aces together", min = -50, max = 200 },
    court = { 3, "points for a jack, queen or king", min = -50, max = 50 },
    small = { 1, "points for any other fish", min = -50, max = 50 },
    goal = { 50, "points needed to become the King Fisher (0: after the last game the most win)",
      min = 0, max = 1000 },
    most_games = { 0, "games after which the match ends anyway (0: never)",
      min = 0, max = 100 },
  },

  piles = {
    lake = "everyone",
    seat = { hand = "owner", played = "everyone", stack = "everyone" },
  },
  state = { games = 0, leader = none, seat = { points = 0 } },
  measures = { games = "games in the match", fished = { "times a suit was fished", by = "seat" },
    left = "fish left in the lake" },

  about = {
    deal = "Thirteen fish each.",
    pass = "Everybody chooses fish and passes them on, all at once.",
    open = "Whoever holds the two of clubs leads it.",
    play = "Each plays a fish, clockwise from the leader.",
    sink = "The highest fish of each suit stays with its player; the others go into the lake.",
    fish = "Each fish kept takes its suit out of the lake, or goes in. Whoever takes "
      .. "the most leads next.",
    score = "Everybody counts what they fished.",
    crown = "A single highest total that reaches the goal wins the match.",
  },
  order = {
    "explain",
    {
      "deal", "pass", "open",
      { "play", "sink", "fish" },
      "score", "crown",
    },
  },

  steps = { values },

  -- Told once, so that the questions need no book.
  explain = function(t)
    local rules = t.rules
    t:say(rules.passed == 0
      and "Whoever holds the two of clubs leads it in the first trick of a game."
      or "Before each game everybody passes %s fish on. Whoever then holds the two of clubs "
      .. "leads it.", rules.passed)
    t:say("In a trick everybody plays %s. The highest of each suit (%s) stays with its player; the "
      .. "others sink into the lake.", t:what_to_play(), t:how_ranked())
    t:say("Then each player who kept one chooses: fish out (it and all the lake's fish of "
      .. "its suit are yours%s) or stock the lake with it.",
      rules.once and ", once a game for each suit" or "")
    t:say("If the lake has none of its suit, the fish goes in too. Whoever takes the most leads "
      .. "next.%s", rules.must_fish and " In the last trick you must fish out if you can." or "")
    t:say("A game is thirteen tricks; fish left in the lake %s.", t:whose_rest())
    t:say("Ace %s points, J Q K %s, others %s; all four aces together %s. %s", rules.ace,
      rules.court, rules.small, rules.four_aces, t:what_wins())
  end,

  -- Parts of that, which variants replace.
  what_to_play = function() return "any fish they like" end,
  how_ranked = function() return "ace low, king high" end,
  whose_rest = function() return "count for nobody" end,

  what_wins = function(t)
    local goal, last = t.rules.goal, t.rules.most_games
    if goal == 0 then return ("The most points after game %d win."):format(last) end
    return ("After a game, whoever leads untied with at least %d points is the King Fisher.%s")
      :format(goal, last == 0 and ""
        or (" After game %d the most points win anyway."):format(last))
  end,

  deal = function(t)
    t.games = t.games + 1
    t:measure("games")
    t:say("Game %s.", t.games)
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
        cards = seat.hand, count = t.rules.passed, tells = pass_note }
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
        t:say("%s holds %s, which leads the first trick.", seat, two)
      end
    end
  end,

  play = function(t) t:each(t.play_card, t.leader) end,

  -- The leader of the first trick has played its two already.
  play_card = function(t, seat)
    local played = seat.played
    if seat == t.leader and #played > 0 then return end
    local card = seat:ask(t:play_question(seat))
    played:put(card)
    t:say("%s plays %s.", seat, card)
  end,

  play_question = function(_, seat)
    return { "play", "Which fish do you play?", card = seat.hand, tells = play_note }
  end,

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
      local may = card and t:may_fish(seat, card.suit)
      if may and t:wants_to_fish(seat, card) then
        local caught = t:land(seat, card)
        if caught > most
          or caught == most and t.leader == first and t.rules.leader_last then
          most = caught
          t.leader = seat
        end
      elseif card then
        t.lake:put(card)
        t:say(t.stocks_text, seat, card, may)
      end
    end
    if #first.hand == 0 then return done end
  end,

  -- Who was not asked whether to fish out hears why not.
  stocks_text = function(t, seat, card, asked)
    if asked then return "%s stocks the lake with %s.", seat, card end
    local fished = t.rules.once and seat.stack:count("suit", card.suit) > 0
    return "%s stocks the lake with %s%s.", seat, card, fished
      and ", having fished that suit already" or ": no other card of that suit is in the lake"
  end,

  may_fish = function(t, seat, suit)
    if t.lake:count("suit", suit) == 0 then return false end
    return seat.stack:count("suit", suit) == 0 or not t.rules.once
  end,

  wants_to_fish = function(t, seat, card)
    if #seat.hand == 0 and t.rules.must_fish then return true end
    return seat:ask { "fish", "Fish out the %s with %s?", card.suit, card, confirm = true,
      tells = fish_note }
  end,

  haul_text = function(t, seat, card, losing)
    local fish, points = t:haul(seat, card, losing)
    return ("%d fish, %+d point%s"):format(fish, points, points == 1 and "" or "s")
  end,

  land = function(t, seat, card)
    local stack = seat.stack
    stack:put(card)
    local caught = 1 + t.lake:take("suit", card.suit, stack)
    t:measure("fished", 1, seat)
    t:say("%s fishes out the %s: %s fish.", seat, card.suit, caught)
    return caught
  end,

  score = function(t)
    for seat in t:seats() do
      local points = t:catch(seat.stack)
      seat.points = seat.points + points
      t:event("score", { seat = seat, points = points, total = seat.points })
      t:say("%s scores %s, total %s.", seat, points, seat.points)
    end
    t:measure("left", #t.lake)
    t:gather(t.deck)
  end,

  crown = function(t)
    local king = t.rules.goal > 0 and match.winner(t, "points", t.rules.goal)
    local last = t.games == t.rules.most_games
    if king then
      t:say("%s is the King Fisher!", king)
    elseif last then
      t:say("That was the last game: the most points win.")
    end
    if king or last then t:finish("points") end
  end,

  screen = function(t)
    local goal, last = t.rules.goal, t.rules.most_games
    local course = goal == 0 and (" of %d"):format(last) or (", to %d points"):format(goal)
    local lines = { ("Game %d%s; %s"):format(t.games, course, t:where_we_are()),
      "Lake: " .. t:listed(t.lake) }
    for seat in t:seats() do
      local card = seat.played:top()
      lines[#lines + 1] = ("  %s\t%3d points, %s%s"):format(seat.name, seat.points, t:fished(seat),
        card and "   plays " .. tostring(card) or "")
    end
    return lines
  end,

  -- What wins, and how far each is.
  scores = function(t)
    local goal, games = t.rules.goal, t.games
    local lines = { goal == 0 and ("The most points after game %d win; this is game %d")
      :format(t.rules.most_games, games)
      or ("A single highest total of %d or more after a game wins; this is game %d")
      :format(goal, games) }
    for seat in t:seats() do
      lines[#lines + 1] = ("  %s\t%3d points, %s"):format(seat.name, seat.points, t:fished(seat))
    end
    return lines
  end,

  fished = function(t, seat)
    if #seat.stack == 0 then return "nothing fished" end
    return ("fished %+d: %s"):format(t:catch(seat.stack), t:listed(seat.stack))
  end,

  where_we_are = function(t)
    local most, played = 0, false
    for seat in t:seats() do
      most = math.max(most, 13 - #seat.hand)
      played = played or #seat.played > 0
    end
    if most == 0 and not played then return "before the first trick" end
    return ("trick %d of 13, %s leads"):format(played and most or most + 1,
      t.leader.name)
  end,

  -- What each suit would bring, and how safe the highest fish of it is.
  odds = function(t, seat)
    local lines = {}
    for _, suit in ipairs { "clubs", "diamonds", "hearts", "spades" } do
      local points = 0
      for fish in t.lake:cards() do
        if fish.suit == suit then points = points + t:worth(fish) end
      end
      lines[#lines + 1] = ("%s: %d in the lake, worth %d; %s; %s"):format(suit,
        t.lake:count("suit", suit), points, t:chance_to_fish(seat, suit),
        t:strength(seat, suit))
    end
    return lines
  end,

  chance_to_fish = function(t, seat, suit)
    if t:may_fish(seat, suit) then return "you may fish them" end
    local fished = t.rules.once and seat.stack:count("suit", suit) > 0
    return fished and "you have fished this suit" or "nothing to fish yet"
  end,

  strength = function(t, seat, suit)
    local highest
    for fish in seat.hand:cards() do
      if fish.suit == suit and (not highest or t:beats(fish, highest)) then
        highest = fish
      end
    end
    if not highest then return "you hold none" end
    return ("%d unseen above your %s"):format(t:unseen_above(highest, seat),
      tostring(highest))
  end,

  -- How many fish in the hands of others beat this one.
  unseen_above = function(t, card, me)
    local open = 0
    for value = 1, 13 do
      if t:beats({ value = value, rank = value == 1 and "A" or "" }, card) then
        open = open + 1
      end
    end
    local function take_off(pile)
      for other in pile:cards() do
        if other.suit == card.suit and t:beats(other, card) then open = open - 1 end
      end
    end
    take_off(t.lake)
    take_off(me.hand)
    for seat in t:seats() do
      take_off(seat.played)
      take_off(seat.stack)
    end
    return open
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
}
