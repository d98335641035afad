-- Royal Pokebacc, as the courts of Derkomai play it: fifteen ranks in four
-- suits, a stake before the match, raised by agreement, lost by who retires.
--
-- This file holds what is declared, the turn, and the end of a hand and of the
-- match. Beside it: decks (the cards), combinations (what they are worth), stakes
-- (the money), screen (the table as drawn, and the odds). Farmers and Fishermen is
-- made from this game, Merchant's Bank from that.
-- Always true: combinations laid are in seat.melds, what they come to in
-- seat.scored and their cards in seat.laid, with any disaster put on them; a
-- seat that is out has no hand and is asked nothing until the next.

local decks = require "royal_pokebacc.decks"
local combinations = require "royal_pokebacc.combinations"
local stakes = require "royal_pokebacc.stakes"
local screen = require "royal_pokebacc.screen"

local own = decks.of("Royal Pokebacc", 10, { { "Princess", "Ps" }, { "Prince", "Pr" },
  { "Consort", "C" }, { "Queen", "Q" }, { "King", "K" } })

local card_note = screen.card_note

-- Why cards that were typed can't be discarded, or laid down.
local function is_elsewhere(cards, t, seat) return t:not_held(seat, cards) end
local function is_none(cards, t, seat) return t:not_held(seat, cards) or t:why_not(cards) end

local function may_retire(t, seat) return not seat.retired and #t:inside(seat) > 1 end

return game {
  title = "Royal Pokebacc",
  one_line = "runs, sets and royal families; three hands win the match",
  seats = { 3, 6 },
  deck = own.kind,

  rules = {
    dealt = { 6, "cards dealt to each player", min = 1, max = 9, from = "hand" },
    drawn = { 2, "cards drawn at the beginning of a turn", min = 1, max = 6 },
    hands_to_win = { 3, "{hand}s needed to win the match", min = 1, max = 20 },
    run = { 10, "{points} for a run of three; each further card adds as much",
      min = 0, max = 1000 },
    one_suit = { 3, "a run of one suit counts this many times over", min = 1, max = 10 },
    set_of_three = { 30, "{points} for a set of three", min = 0, max = 1000 },
    set_of_four = { 50, "{points} for a set of four", min = 0, max = 1000 },
    catastrophe = { 60, "{points} for all four disasters", min = 0, max = 1000 },
    family = { 75, "{points} for {family}", min = 0, max = 1000 },
    winners = { true, "{royal_family} wins the {hand} at once" },
    inflicting = { true, "a disaster can be put on {family} just laid" },
    draws_to_end = { 2, "times all must draw before a {hand} without combinations ends",
      min = 1, max = 20 },
    at_once = { false, "once all have drawn, a {hand} ends as soon as nobody holds a combination" },
    ties = { "nobody", "who wins a {hand} if two tie for the most {points}",
      one_of = { "nobody", "fewest cards left", "most cards laid" } },
    deal_passes = { true, "the deal passes to the left after each {hand}" },
    purse = { 100, "money each player brings", min = 0, max = 100000, from = "game" },
    buy_in = { 10, "money paid to take part", min = 0, max = 10000 },
    most_raise = { 1000, "the most that the stakes can be raised by at once",
      min = 0, max = 10000 },
  },
  words = {
    hand = { "hand", "one deal, won with the most points" },
    deck = { "Treasury", "the cards to draw from" },
    discards = { "Reserve", "the cards that were discarded" },
    fund = { "stakes", "the money at stake" },
    points = { "points", "what a combination is worth" },
    run = { "a run", "numbers in a row" },
    set = { "a set", "one number in several suits" },
    catastrophe = { "a catastrophe", "all four disasters" },
    family = { "a Family", "one of each royal rank" },
    royal_family = { "a Royal Family", "a family of one suit" },
    deals = { "%s is the dealer.", "announces the dealer" },
    discard = { "Which card do you discard to the Reserve?", "asked at the end of a turn" },
    wins_hand = { "%s wins the hand.", "announces the winner of a hand" },
    wins_match = { "%s wins the Pokebacc match!", "announces the winner of the match" },
    fund_goes = { "The stakes of %s go to %s.", "announces who gets the money at the end" },
  },

  piles = { discards = "everyone", seat = { hand = "owner", laid = "everyone" } },
  pools = { fund = 0, seat = { chips = "purse" } },
  state = {
    dealer = none, turn = none, winner = none, last_winner = none,
    champion = none, hands = 0, quiet = 0, drew = 0, laid_down = 0, unlaid = 0,
    seat = { won = 0, turns = 0, draws = 0, held = secret(false), melds = {}, scored = 0,
      out = false, retired = false },
  },
  measures = { hands = "{hand}s in the match", points = "{points} scored",
    disasters = { "disasters inflicted", by = "seat" } },
  actions = {
    retire = { "retire from the match", step = "retirement", who = may_retire, when = { "deal" },
      moment = "before the next hand" },
  },
  about = {
    stake = "Everybody pays a stake.",
    draw_for_deal = "All draw a card; the highest deals.",
    deal = "Six cards each; the dealer begins.",
    draw = "The player whose turn it is draws two cards.",
    lay = "The player lays down any combinations; the others may put a disaster on a family.",
    tax = "The player discards a card.",
    next_turn = "The turn passes to the left, unless the hand is over.",
    settle = "Points are counted; the most win the hand.",
    raise_stakes = "The winner may propose a raise, which is paid unless somebody refuses.",
    crown = "Three hands win the match.",
    clear = "The cards come back, and the deal passes.",
  },
  order = {
    "explain", "stake", "draw_for_deal",
    {
      "deal",
      { "draw", "lay", "tax", "next_turn" },
      "settle", "raise_stakes", "crown", "clear",
    },
  },
  check = function(rules, seats) return decks.check(own, rules, seats) end,
  steps = { combinations, stakes, screen.steps },
  screen = screen.table_lines,
  scores = screen.scores,
  odds = function(t, seat) return t:outlook(seat) end,

  -- The cards of the game, for the patterns and for what is said of them.
  cards = function() return own end,

  -- The seats still in this hand, clockwise from one of them, or from the first seat.
  inside = function(t, first)
    local inside = {}
    for seat in t:seats(first) do
      if not seat.out and not seat.retired then inside[#inside + 1] = seat end
    end
    return inside
  end,

  -- Told once, so that the questions need no book.
  explain = function(t)
    t:say("On your turn you draw %s, lay down any combinations you like, and discard one card "
      .. "onto the %s.", t:cards_drawn(), t.words.discards)
    t:say("The letters on the cards: %s.", t:cards().legend)
    t:explain_points(t.rules, t.words)
    t:explain_end(t.rules, t.words)
    t:explain_money(t.rules, t.words)
  end,

  explain_points = function(t, rules, words)
    t:say("A run is three or more numbers in a row, of one suit or two that go together (Air "
      .. "with Water, Fire with Metal): %s %s for three, %s more for each further card, and %s "
      .. "times that if all are of one suit.", rules.run, words.points, rules.run, rules.one_suit)
    t:say("A set is one number in three suits (%s %s) or four (%s). All four "
      .. "disasters are a catastrophe (%s).", rules.set_of_three, words.points, rules.set_of_four,
      rules.catastrophe)
    t:say("%s: %s %s.%s%s", t:families(), rules.family, words.points,
      rules.winners and " " .. t:what_wins() or "",
      rules.inflicting and (" But whoever holds a disaster may put it on %s that somebody else "
        .. "lays: that is then worth nothing%s."):format(t:to_spoil(),
        rules.winners and " and wins nothing" or "") or "")
  end,

  explain_end = function(t, rules, words)
    t:say("The %s ends when somebody has no card left and all have had a turn, or when all have "
      .. "drawn at least %s and %s.", words.hand, screen.times(rules.draws_to_end),
      rules.at_once and "no hand holds a combination" or "nobody, after drawing, held a "
      .. "combination in the last round")
    t:say("It also ends after a round in which nobody could draw %s and nobody laid anything.",
      t:cards_drawn())
    t:say("The most %s win the %s%s; %s the match.", words.points, words.hand,
      rules.ties == "nobody" and " (nobody wins a tie)" or "", screen.to_win(t))
  end,

  explain_money = function(t, rules)
    if rules.buy_in == 0 then return end
    t:say("Everybody stakes %s for the winner of the match. After a hand its winner, or the dealer "
      .. "if nobody won it, may propose a raise, which is paid unless somebody refuses. "
      .. "`:retire` leaves the match and forfeits the stake.", rules.buy_in)
  end,

  cards_drawn = function(t)
    return t.rules.drawn == 1 and "a card" or t.rules.drawn .. " cards"
  end,

  -- What a disaster can be put on.
  to_spoil = function(t) return t.words.family end,

  -- "A Family is Princess, ... and King, of one suit or two that go together".
  families = function(t)
    local royals = t:cards().royals
    return ("%s is %s and %s, of one suit or two that go together"):format(
      t:capital(t.words.family), table.concat(royals, ", ", 1, #royals - 1), royals[#royals])
  end,

  what_wins = function(t)
    return ("%s, all of one suit, wins the %s at once."):format(t:capital(t.words.royal_family),
      t.words.hand)
  end,

  -- The dealer ----------------------------------------------------------------

  -- Each draws a card, the highest deals; those who tie draw again.
  draw_for_deal = function(t)
    t.deck:shuffle()
    local seats = t:inside(t.seat[1])
    t:say("Each draws a card; the highest deals.")
    while #seats > 1 do
      for _, seat in ipairs(seats) do
        t.deck:deal(1, seat.laid)
        t:say("%s draws %s.", seat, seat.laid:top())
      end
      seats = t:best_seats(function(seat) return seat.laid:top().value end, seats)
    end
    t.dealer = seats[1]
    t:say(t.words.deals, t.dealer)
  end,

  deal = function(t)
    t:gather(t.deck)
    t.deck:shuffle()
    t.hands = t.hands + 1
    t.quiet, t.unlaid = 0, 0
    t:measure("hands")
    for seat in t:seats() do
      seat.melds, seat.scored, seat.turns, seat.draws, seat.held = {}, 0, 0, 0, false
    end
    local seats = t:inside(t.dealer)
    for _, seat in ipairs(seats) do
      t.deck:deal(t.rules.dealt, seat.hand)
      seat.hand:sort()
    end
    t.dealer, t.turn = seats[1], seats[1] -- who should have dealt may have retired
    t:say(t.begins_text)
  end,

  begins_text = function(t)
    return "%s %s: %s begins.", t:capital(t.words.hand), t.hands, t.turn
  end,

  capital = function(_, word) return (word:gsub("^%l", string.upper)) end,

  -- A turn --------------------------------------------------------------------

  -- The discards become the stock as soon as that is empty, also between two
  -- cards; what is discarded afterwards lies on a new heap.
  refill = function(t)
    if #t.deck > 0 or #t.discards == 0 then return end
    t.discards:move_all(t.deck)
    t.deck:shuffle()
    t:say("The %s is shuffled into the %s.", t.words.discards, t.words.deck)
  end,

  draw = function(t)
    local seat, drew = t.turn, 0
    local before = #seat.hand
    for _ = 1, t.rules.drawn do
      if t:draw_one(seat) then drew = drew + 1 end
    end
    t.drew, t.laid_down = drew, 0
    if drew > 0 then
      seat.draws = seat.draws + 1
      seat:say(t.drawn_text, seat, before)
      seat.hand:sort()
    end
  end,

  -- The new cards lie behind those that the hand had before.
  drawn_text = function(_, seat, before)
    local hand = seat.hand:list()
    return "You draw %s.", table.move(hand, before + 1, #hand, 1, {})
  end,

  -- True when there was a card to draw.
  draw_one = function(t, seat)
    if #t.deck == 0 then t:refill() end
    local left = #t.deck
    if left > 0 then t.deck:deal(1, seat.hand) end
    if left < 2 then t:refill() end
    return left > 0
  end,

  lay = function(t)
    local seat = t.turn
    local found = t:combinations(seat.hand)
    seat.held = #found > 0
    if not seat.held then seat:say("You hold no combination.") end
    while #found > 0 do
      local meld = seat:ask { "lay", "Which combination do you lay down?",
        one_of = found, optional = true, default = found[1], why = is_none }
      if not meld then return end
      t:lay_down(seat, meld)
      if t.winner then return done end
      found = t:apart_from(meld, found)
    end
  end,

  lay_down = function(t, seat, meld)
    seat.laid:put(meld.cards)
    t.laid_down = t.laid_down + 1
    meld.wins = nil
    local melds = seat.melds
    melds[#melds + 1] = meld
    seat.melds, seat.scored = melds, seat.scored + meld.points
    t:say("%s lays %s.", seat, meld.text)
    if t:is_family(meld) and t.rules.inflicting then t:inflict(seat, meld) end
    if t.rules.winners and t:wins(meld) and not meld.disaster then t.winner = seat end
  end,

  -- Asked in secret and all round; of those who want to, the next in turn does.
  inflict = function(t, owner, meld)
    local others = t:inside(owner:left())
    if others[#others] == owner then others[#others] = nil end
    local answers = t:ask_all(others, function(seat)
      local held = t:disasters(seat.hand)
      if #held == 0 then return nil end
      return { "inflict", "%s lays %s. Which disaster do you put on it, if any?",
        owner, meld.text, card = held, optional = true,
        tells = t.rules.winners and t:wins(meld) and screen.winner_note or screen.disaster_note }
    end)
    for _, seat in ipairs(others) do
      local disaster = answers[seat]
      if disaster and not meld.disaster then
        owner.laid:put(disaster)
        owner.scored = owner.scored - meld.points
        meld.disaster, meld.points = disaster, 0
        t:measure("disasters", 1, seat)
        t:say("%s inflicts %s on it: it is now worth nothing.", seat, disaster)
      elseif disaster then
        seat:say("One disaster is enough: you keep %s.", disaster)
      end
    end
  end,

  disasters = function(_, hand)
    local cards = {}
    for card in hand:cards() do
      if card.disaster then cards[#cards + 1] = card end
    end
    return cards
  end,

  tax = function(t)
    local seat = t.turn
    local hand = seat.hand
    if #hand == 0 then return end
    local card = seat:ask { "tax", t.words.discard, card = hand, tells = card_note,
      why = is_elsewhere }
    t.discards:put(card)
    t:say("%s discards %s.", seat, card)
  end,

  next_turn = function(t)
    local seat = t.turn
    local none_laid = t.laid_down == 0
    seat.turns = seat.turns + 1
    t.unlaid = none_laid and t.unlaid + 1 or 0
    t.quiet = none_laid and t.drew < t.rules.drawn and t.quiet + 1 or 0
    if t:hand_over() then return done end
    local next_seat = seat:left()
    while next_seat.out or next_seat.retired do next_seat = next_seat:left() end
    t.turn = next_seat
  end,

  -- The end of a hand -----------------------------------------------------------

  hand_over = function(t)
    if t:somebody_out() then
      t:say("Somebody has no card left: the %s is over.", t.words.hand)
    elseif t:nothing_left() then
      t:say("Nobody %s a combination%s: the %s is over.", t.rules.at_once and "holds"
        or "held", t.rules.at_once and "" or " in their last turn", t.words.hand)
    elseif t.quiet > 0 and t.quiet >= #t:inside() then
      t:say("For a whole round nobody could draw %s and nobody laid anything: the %s is over.",
        t:cards_drawn(), t.words.hand)
    else
      return false
    end
    return true
  end,

  -- Who goes out in the first round waits until all have had a turn.
  somebody_out = function(t)
    local somebody = false
    for seat in t:seats() do
      if not seat.out and not seat.retired then
        if seat.turns == 0 then return false end
        if #seat.hand == 0 then somebody = true end
      end
    end
    return somebody
  end,

  -- All have drawn often enough, and nobody held a combination at their last turn.
  nothing_left = function(t)
    local least, at_once = t.rules.draws_to_end, t.rules.at_once
    for seat in t:seats() do
      local waits = seat.draws < least or seat.held and not at_once
      if waits and not seat.out and not seat.retired then return false end
    end
    if at_once then
      for _, seat in ipairs(t:inside()) do
        if #t:combinations(seat.hand) > 0 then return false end
      end
    end
    return true
  end,

  points = function(_, seat) return seat.scored end,

  cards_laid = function(_, seat)
    local cards = 0
    for _, meld in ipairs(seat.melds) do cards = cards + #meld.cards end
    return cards
  end,

  -- Who wins the hand: a winner at once, or the highest; nil when it is nobody's, and who tie.
  hand_winner = function(t, seats)
    if t.winner then return t.winner end
    local best = t:best_seats(function(seat) return t:points(seat) end, seats or t:inside())
    if #best > 1 and t.rules.ties == "fewest cards left" then
      best = t:best_seats(function(seat) return -#seat.hand end, best)
    elseif #best > 1 and t.rules.ties == "most cards laid" then
      best = t:best_seats(function(seat) return t:cards_laid(seat) end, best)
    end
    return #best == 1 and best[1] or nil, best
  end,

  settle = function(t)
    local all, seats = 0, t:inside(t.dealer)
    for _, seat in ipairs(seats) do
      local points = t:points(seat)
      t:say("%s: %s %s.", seat, points, t.words.points)
      t:event("score", { seat = seat, points = points })
      all = all + points
    end
    t:measure("points", all)
    local winner, tied = t:hand_winner(seats)
    t.winner, t.turn = nil, nil
    t.last_winner = winner
    if winner then
      winner.won = winner.won + 1
      t:say(t.words.wins_hand, winner)
    else
      t:say("Nobody wins the %s: %s tie with %s %s.", t.words.hand, tied, t:points(tied[1]),
        t.words.points)
    end
    if winner and winner.won >= t.rules.hands_to_win then t.champion = winner end
  end,

  clear = function(t)
    t:gather(t.deck)
    for seat in t:seats() do seat.out, seat.melds, seat.scored = false, {}, 0 end
    local dealer = t.dealer
    if t.rules.deal_passes or dealer.retired then
      repeat dealer = dealer:left() until not dealer.retired
      t.dealer = dealer
    end
  end,

  crown = function(t)
    if t.champion then t:finish_match() end
  end,

  -- What is in the fund is the winner's.
  finish_match = function(t)
    t:say(t.words.wins_match, t.champion)
    if t.fund:amount() > 0 then
      t:say(t.words.fund_goes, t.fund, t.champion)
    end
    t.fund:empty_into(t.champion.chips)
    if t.rules.purse > 0 then t:tell_purses() end
    t:finish(t:standings())
  end,

  tell_purses = function(t) t:say(t.purses_text) end,

  -- Called only where somebody listens.
  purses_text = function(t)
    local purses = {}
    for i, seat in ipairs(t.seat) do
      purses[i] = ("%s %d"):format(seat.name, seat.chips:amount())
    end
    return "In the purses: %s.", table.concat(purses, ", ")
  end,

  -- By hands won, the winner of the match before all; equal ones by money.
  standings = function(t)
    local rows = t:rank_by(function(seat) return seat == t.champion and 1 or 0 end,
      "won", "chips")
    for _, row in ipairs(rows) do
      local won, money = row.seat.won, row.seat.chips:amount()
      row.score, row.by, row.keys = won, { t.words.hand .. "s won", "money" }, { won, money }
    end
    return rows
  end,
}
