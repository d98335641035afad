-- Parley: a duel of wits. Choose an argument and a stake in secret; win the
-- audience before somebody refutes you.
--
-- The game is our own (RULES.md). A seat's `argument` holds the card chosen,
-- face down until all are revealed; its `stake` is its own secret as long. Who
-- has no composure left is speechless and out of the talk.

local chances = require "parley.chances"

local SUITS = { "reason", "threat", "bribe", "charm" }

local arguments = kind {
  name = "arguments",
  suits = {
    { "reason", "R", color = "blue" }, { "threat", "T", color = "red" },
    { "bribe", "B", color = "green" }, { "charm", "C", color = "red" },
  },
  ranks = {
    { "1", value = 1 }, { "2", value = 2 }, { "3", value = 3 },
    { "4", value = 4 }, { "5", value = 5 }, { "6", value = 6 },
    { "7", value = 7 }, { "8", value = 8 }, { "9", value = 9 },
  },
}

-- The new cards lie behind those that the hand had before.
local function drawn_text(_, seat, before)
  local hand = seat.hand:list()
  return "You draw %s.", table.move(hand, before + 1, #hand, 1, {})
end

local function argument_note(card, t, seat)
  local refuter
  for suit, other in pairs(t.rules.circle) do refuter = other == card.suit and suit or refuter end
  return "strength %s and your stake; refutes %s, refuted by %s", t:worth(seat, card),
    t.rules.circle[card.suit], refuter
end

local function stake_note(stake, t, seat)
  local card = seat.argument:top()
  return "strength %s%s", t:worth(seat, card) + stake, stake == t:most(seat) and ", the most" or ""
end

return game {
  title = "Parley",
  one_line = "a duel of wits: secret arguments, composure at stake",
  player = "negotiator",
  seats = { 2, 4 },
  deck = arguments,

  rules = {
    goal = { 4, "concessions needed to win the talk", min = 1, max = 12 },
    composure = { 10, "composure each negotiator begins with", min = 2, max = 50 },
    dealt = { 5, "arguments in hand", min = 2, max = 7 },
    most_stake = { 4, "most composure staked on one argument", min = 1, max = 12 },
    favour = { 3, "strength added to an argument of the favoured suit", min = 0, max = 9 },
    pride = { true, "an argument can't be refuted by one with a smaller stake" },
    most_rounds = { 30, "rounds after which the audience goes home", min = 1, max = 200 },
    circle = { { reason = "threat", threat = "bribe", bribe = "charm", charm = "reason" },
      "which suit each suit refutes" },
  },
  profile = {
    reason = { 0, "strength added to their arguments of reason", min = 0, max = 5 },
    threat = { 0, "strength added to their threats", min = 0, max = 5 },
    bribe = { 0, "strength added to their bribes", min = 0, max = 5 },
    charm = { 0, "strength added to their charm", min = 0, max = 5 },
    calm = { 0, "extra composure to begin with", min = 0, max = 20 },
  },

  piles = {
    audience = "everyone", said = "everyone",
    seat = { hand = "owner", argument = "owner" },
  },
  pools = { nerves = "mint", offered = 0, seat = { composure = 0, concessions = 0 } },
  words = { offered = { "concessions on offer", "what the winner of a round gets" } },
  state = { round = 0, seat = { stake = secret(0) } },
  measures = { rounds = "rounds of the talk", refuted = { "arguments refuted", by = "seat" },
    stalemates = "rounds that nobody won", speechless = { "negotiators silenced", by = "seat" } },

  about = {
    sit_down = "Everybody brings composure and a hand of arguments.",
    draw = "Hands are filled up.",
    face_audience = "A card shows which kind of argument the audience favours, and one "
      .. "concession is offered.",
    argue = "In secret each chooses an argument.",
    stake = "In secret each stakes composure on it.",
    reveal = "Arguments and stakes are shown.",
    refute = "A refuted argument loses its stake to whoever refuted it.",
    concede = "The strongest argument that stands wins what is offered, and spends its stake.",
    fall_silent = "A player with no composure left can't talk any more.",
    agree = "The most concessions win.",
  },
  order = {
    "explain", "sit_down",
    { "draw", "face_audience", "argue", "stake", "reveal", "refute", "concede", "fall_silent" },
    "agree",
  },

  -- Told once, so that the questions need no book.
  explain = function(t)
    local rules = t.rules
    t:say("Each round all choose an argument and a stake of composure, in secret. The strongest "
      .. "that stands wins what is offered. Strength is card plus stake, and more in the suit that "
      .. "the audience favours.")
    t:say("Refutations: %s%s.", t:circle(),
      rules.pride and "; but never an argument with a larger stake" or "")
    t:say("The winner's stake is spent, the stake on a refuted argument goes to whoever refuted "
      .. "it, the others come back. The first to %s concessions wins, or the last with "
      .. "composure left.",
      rules.goal)
  end,

  circle = function(t)
    local parts = {}
    for i, suit in ipairs(SUITS) do parts[i] = ("%s > %s"):format(suit, t.rules.circle[suit]) end
    return table.concat(parts, ", ")
  end,

  sit_down = function(t)
    t.deck:shuffle()
    for seat in t:seats() do
      t.nerves:pay(t.rules.composure + seat.profile.calm, seat.composure)
    end
  end,

  talks = function(_, seat) return seat.composure:has(1) end,

  talking = function(t)
    local list = {}
    for seat in t:seats() do
      if t:talks(seat) then list[#list + 1] = seat end
    end
    return list
  end,

  draw = function(t)
    t.round = t.round + 1
    t:measure("rounds")
    for _, seat in ipairs(t:talking()) do
      local before = #seat.hand
      while #seat.hand < t.rules.dealt do t:next_card(seat.hand) end
      if before > 0 and #seat.hand > before then seat:say(drawn_text, seat, before) end
      seat.hand:sort()
    end
  end,

  -- What has been said can be said again when the deck is at its end.
  next_card = function(t, to)
    if #t.deck == 0 then
      t.said:move_all(t.deck)
      t.deck:shuffle()
    end
    t.deck:deal(1, to)
  end,

  face_audience = function(t)
    t.audience:move_all(t.said)
    t:next_card(t.audience)
    t.nerves:pay(1, t.offered)
    t:say("Round %s: the audience favours %s (%s); offered: %s.", t.round, t:favoured(),
      t.audience:top(), t.offered:amount())
  end,

  favoured = function(t) return t.audience:top().suit end,

  argue = function(t)
    local talking = t:talking()
    local chosen = t:ask_all(talking, function(seat)
      return { "argue", "Which argument do you make? (%s is favoured)", t:favoured(),
        card = seat.hand, tells = argument_note }
    end)
    for _, seat in ipairs(talking) do seat.argument:put(chosen[seat]) end
  end,

  stake = function(t)
    local talking = t:talking()
    local stakes = t:ask_all(talking, function(seat)
      return { "stake", "How much of your %s composure do you stake on %s?",
        seat.composure:amount(), seat.argument:top(), min = 1, max = t:most(seat),
        tells = stake_note }
    end)
    for _, seat in ipairs(talking) do seat.stake = stakes[seat] end
  end,

  most = function(t, seat) return math.min(t.rules.most_stake, seat.composure:amount()) end,

  reveal = function(t)
    for _, seat in ipairs(t:talking()) do
      seat.argument:show(seat.argument:top())
      t:say("%s argues %s and stakes %s: %s.", seat, seat.argument:top(), seat.stake,
        t:strength(seat))
    end
  end,

  strength = function(t, seat)
    return t:worth(seat, seat.argument:top()) + seat.stake
  end,

  worth = chances.worth,

  -- How much the audience's favour is worth now.
  sway = function(t) return t.rules.favour end,

  -- Does an argument of this suit with this stake refute that one?
  refutes = function(t, suit, stake, other, other_stake)
    return t.rules.circle[suit] == other and (stake >= other_stake or not t.rules.pride)
  end,

  suits = chances.suits,
  clashes = chances.clashes,

  refuted_by = function(t, seat)
    local list, suit, stake = {}, seat.argument:top().suit, seat.stake
    for other in t:seats() do
      local card = other ~= seat and other.argument:top()
      if card and t:refutes(card.suit, other.stake, suit, stake) then list[#list + 1] = other end
    end
    return list
  end,

  -- Whose argument stands is settled before any stake moves.
  refute = function(t)
    local fallen = {}
    for _, seat in ipairs(t:talking()) do
      local by = t:refuted_by(seat)
      if #by > 0 then fallen[#fallen + 1] = { seat = seat, by = by, stake = seat.stake } end
    end
    for _, fall in ipairs(fallen) do
      t:say("%s is refuted by %s, and loses the stake of %s.", fall.seat, fall.by, fall.stake)
      t:measure("refuted", 1, fall.seat)
      fall.seat.argument:move_all(t.said)
      t:pay_refuters(fall)
    end
  end,

  -- Those who refuted it share; what can't be shared is spent.
  pay_refuters = function(t, fall)
    local share = fall.stake // #fall.by
    for _, seat in ipairs(fall.by) do fall.seat.composure:pay(share, seat.composure, "refuted") end
    fall.seat.composure:pay(fall.stake - share * #fall.by, t.nerves, "spent")
  end,

  concede = function(t)
    local best = t:best_seats(function(seat)
      return #seat.argument > 0 and t:strength(seat) or nil
    end)
    local winner = #best == 1 and best[1]
    if winner then
      local offered = t.offered:amount()
      t:say("%s wins %s concession%s, and the stake of %s is spent.", winner, offered,
        offered == 1 and "" or "s", winner.stake)
      winner.composure:pay(winner.stake, t.nerves, "spent")
      t.offered:empty_into(winner.concessions)
    else
      t:measure("stalemates")
      if #best == 0 then t:say("No argument stands, and the offer waits.") end
      if #best > 1 then t:say("%s are equally convincing, and the offer waits.", best) end
    end
    for seat in t:seats() do
      seat.argument:move_all(t.said)
      seat.stake = 0
    end
    if t:best_concessions() >= t.rules.goal then return done end
  end,

  best_concessions = function(t)
    return select(2, t:best_seats(function(seat) return seat.concessions:amount() end))
  end,

  fall_silent = function(t)
    for seat in t:seats() do
      if not t:talks(seat) and #seat.hand > 0 then
        t:say("%s has no composure left and is out.", seat)
        t:measure("speechless", 1, seat)
        seat.hand:move_all(t.said)
      end
    end
    if #t:talking() < 2 or t.round >= t.rules.most_rounds then return done end
  end,

  -- Who alone can still talk is granted all the rest.
  agree = function(t)
    local left = t:talking()
    if #left == 1 and t:best_concessions() < t.rules.goal then
      t.nerves:pay(t.rules.goal - left[1].concessions:amount(), left[1].concessions)
      t:say("Only %s can still talk, and is granted all that was asked.", left[1])
    end
    t:finish("concessions", "composure")
  end,

  screen = function(t)
    local offered = t.offered:amount()
    local lines = { ("Round %d, to %d concession%s; %d %s offered"):format(t.round, t.rules.goal,
      t.rules.goal == 1 and "" or "s", offered, offered == 1 and "is" or "are") }
    if #t.audience > 0 then
      lines[2] = ("The audience favours %s (+%d)"):format(t:favoured(), t:sway())
    end
    lines[#lines + 1] = "Refutes: " .. t:circle()
    for other in t:seats() do
      local won = other.concessions:amount()
      lines[#lines + 1] = ("  %s\t%2d composure, %d concession%s%s"):format(other.name,
        other.composure:amount(), won, won == 1 and "" or "s", t:skills(other))
    end
    return lines
  end,

  scores = function(t)
    local lines = { ("%d concession%s, or being the last with composure; else most concessions "
      .. "after round %d, then most composure"):format(t.rules.goal,
      t.rules.goal == 1 and " wins" or "s win", t.rules.most_rounds) }
    for seat in t:seats() do
      lines[#lines + 1] = ("  %s\tconcessions %d\tcomposure %d"):format(seat.name,
        seat.concessions:amount(), seat.composure:amount())
    end
    return lines
  end,

  skills = function(_, seat)
    local text = ""
    for _, suit in ipairs(SUITS) do
      if seat.profile[suit] > 0 then
        text = ("%s, %s +%d"):format(text, suit, seat.profile[suit])
      end
    end
    return text
  end,

  odds = function(t, seat) return t:weighed(seat) end,

  -- What each argument may come to, stake by stake.
  weighed = function(t, seat)
    local lines, cards = {}, #seat.argument > 0 and seat.argument:list() or seat.hand:list()
    if #t.audience == 0 or not t:talks(seat) then return { "Nothing is offered yet." } end
    lines[1] = "Chance to win / to be refuted with each stake, if the others prefer "
      .. "strong arguments:"
    local others = chances.others(t, seat)
    for _, card in ipairs(cards) do
      local parts = {}
      for stake = 1, t:most(seat) do
        local win, refuted = chances.of(others, card.suit, stake, t:worth(seat, card) + stake)
        parts[stake] = ("%d: %.0f%% / %.0f%%"):format(stake, win * 100, refuted * 100)
      end
      lines[#lines + 1] = ("  %s\t%s"):format(tostring(card), table.concat(parts, "\t"))
    end
    return lines
  end,
}
