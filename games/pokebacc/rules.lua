-- Pokebacc: the rules that three games share. Royal Pokebacc, Merchant's Bank
-- and Farmers and Fishermen are one game with three decks, three vocabularies
-- and three ways of playing for money (stakes.lua).
--
-- A game calls pokebacc.of { numbers =, royals =, words =, stakes =, defaults = }
-- and has everything below: `stakes` is one of the two ways of playing for money,
-- `defaults` are the rules that begin otherwise than here.
-- Always true: a card of a hand scores in one combination only; combinations
-- laid are in seat.melds and their cards in seat.laid, with any disaster put on
-- them; a seat that is out has no hand and is asked nothing until the next.

local pokebacc = {}
pokebacc.steps = {}
local steps = pokebacc.steps

pokebacc.rules = {
  dealt = { 6, "cards dealt to each player", min = 1, max = 9, from = "hand" },
  drawn = { 2, "cards drawn at the beginning of a turn", min = 1, max = 6 },
  hands_to_win = { 3, "hands won that win the match", min = 1, max = 20 },
  run = { 10, "points for a run of three; each further card adds as much",
    min = 0, max = 1000 },
  one_suit = { 3, "times a run of one suit counts", min = 1, max = 10 },
  set_of_three = { 30, "points for a set of three", min = 0, max = 1000 },
  set_of_four = { 50, "points for a set of four", min = 0, max = 1000 },
  catastrophe = { 60, "points for all four disasters", min = 0, max = 1000 },
  family = { 75, "points for a family or treasure", min = 0, max = 1000 },
  winners = { true, "a family of one suit (or a trove) wins the hand at once" },
  inflicting = { true, "a disaster can be put on a family just laid" },
  draws_to_end = { 2, "times all draw before a hand without combinations ends",
    min = 1, max = 20 },
  at_once = { false, "a hand without combinations ends at once, all hands looked at" },
  ties = { "nobody", "who wins a hand in which two are highest",
    one_of = { "nobody", "fewest cards left", "most cards laid" } },
  deal_passes = { true, "the deal passes to the left after each hand" },
  purse = { 100, "money each player brings", min = 0, max = 100000, from = "game" },
  buy_in = { 10, "money paid to take part", min = 0, max = 10000 },
}

-- The seats still in this hand, clockwise from one of them.
function steps.inside(t, first)
  local seats = {}
  for seat in t:seats(first) do
    if not seat.out and not seat.retired then seats[#seats + 1] = seat end
  end
  return seats
end

-- Told once, so that the questions need no book.
function steps.explain(t)
  local rules, words = t.rules, t.rules.words
  t:say("In your turn you draw %s, lay down what combinations you like, and discard one "
    .. "card: it goes on the %s.", rules.drawn, words.discards)
  t:say("A run is three or more numbers in a row, of one suit or two that go together "
    .. "(Air with Water, Fire with Metal): %s points for three, %s more a card, %s "
    .. "times that in one suit.", rules.run, rules.run, rules.one_suit)
  t:say("A set is one number in three suits (%s points) or four (%s). All four "
    .. "disasters are a catastrophe (%s).", rules.set_of_three, rules.set_of_four,
    rules.catastrophe)
  t:say("%s: %s points.%s%s", words.families, rules.family,
    rules.winners and " Those of one suit win the " .. words.hand .. " at once." or "",
    rules.inflicting and " A disaster that somebody puts on one undoes it." or "")
  t:say("Most points win the %s; who wins %s of them wins the match.", words.hand,
    rules.hands_to_win)
end

-- The dealer ----------------------------------------------------------------

-- Each draws a card, the highest deals; those who tie draw again.
function steps.draw_for_deal(t)
  t.deck:shuffle()
  local seats = t:inside(t.seat[1])
  while #seats > 1 do
    for _, seat in ipairs(seats) do
      t.deck:deal(1, seat.laid)
      t:say("%s draws %s.", seat, seat.laid:top())
    end
    seats = t:best_seats(function(seat) return seat.laid:top().value end, seats)
  end
  t.dealer = seats[1]
  t:say(t.rules.words.deals, t.dealer)
end

function steps.deal(t)
  t:gather(t.deck)
  t.deck:shuffle()
  t.hands = t.hands + 1
  t.quiet = 0
  t:measure("hands")
  for seat in t:seats() do
    seat.melds, seat.turns, seat.draws, seat.held = {}, 0, 0, false
  end
  local seats = t:inside(t.dealer)
  for _, seat in ipairs(seats) do
    t.deck:deal(t.rules.dealt, seat.hand)
    seat.hand:sort()
  end
  t.turn = seats[1]
  t:say("%s %s: %s begins.", t:capital(t.rules.words.hand), t.hands, t.turn)
end

function steps.capital(_, word) return (word:gsub("^%l", string.upper)) end

-- A turn --------------------------------------------------------------------

-- The discards become the stock when that is empty, also between two cards.
function steps.refill(t)
  if #t.deck > 0 or #t.discards == 0 then return end
  t.discards:move_all(t.deck)
  t.deck:shuffle()
  t:say("The %s is shuffled into the %s.", t.rules.words.discards, t.rules.words.stock)
end

function steps.draw(t)
  local seat, before = t.turn, #t.turn.hand
  t.drew, t.laid_down = 0, 0
  for _ = 1, t.rules.drawn do
    if t:draw_one(seat) then t.drew = t.drew + 1 end
  end
  if t.drew > 0 then
    seat.draws = seat.draws + 1
    seat:say(t.drawn_text, seat, before)
    seat.hand:sort()
  end
end

-- The new cards lie behind those that the hand had before.
function steps.drawn_text(_, seat, before)
  local hand = seat.hand:list()
  return "You draw %s.", table.move(hand, before + 1, #hand, 1, {})
end

-- True when there was a card to draw.
function steps.draw_one(t, seat)
  t:refill()
  return #t.deck:draw_up_to(1, seat.hand) == 1
end

function steps.lay(t)
  local seat = t.turn
  local found = t:combinations(seat.hand)
  seat.held = #found > 0
  if not seat.held then seat:say("You hold no combination.") end
  while #found > 0 do
    local meld = seat:ask { "lay", "Which combination do you lay down, if any?",
      one_of = found, optional = true,
      why = function(cards) return t:not_held(seat, cards) or t:why_not(cards) end }
    if not meld then return end
    t:lay_down(seat, meld)
    if t.winner then return done end
    found = t:combinations(seat.hand)
  end
end

function steps.lay_down(t, seat, meld)
  seat.laid:put(meld.cards)
  t.laid_down = t.laid_down + 1
  local mine = { kind = meld.kind, what = meld.what, text = meld.text,
    cards = meld.cards, points = meld.points, one_suit = meld.one_suit }
  local melds = seat.melds
  melds[#melds + 1] = mine
  seat.melds = melds
  t:say("%s lays %s.", seat, mine.text)
  if t:is_family(mine) and t.rules.inflicting then t:inflict(seat, mine) end
  if t.rules.winners and t:wins(mine) and not mine.disaster then t.winner = seat end
end

-- Asked in secret and all round; of those who want to, the next in turn does.
function steps.inflict(t, owner, meld)
  local others = t:inside(owner:left())
  if others[#others] == owner then others[#others] = nil end
  local answers = t:ask_all(others, function(seat)
    local held = t:disasters(seat.hand)
    if #held == 0 then return nil end
    return { "inflict", "%s lays %s. Which disaster do you put on it, if any?",
      owner, meld.text, card = held, optional = true }
  end)
  for _, seat in ipairs(others) do
    local disaster = answers[seat]
    if disaster and not meld.disaster then
      owner.laid:put(disaster)
      meld.disaster, meld.points = disaster, 0
      t:measure("disasters")
      t:say("%s inflicts %s on it: worth nothing.", seat, disaster)
    elseif disaster then
      seat:say("One disaster is enough: you keep %s.", disaster)
    end
  end
end

function steps.disasters(_, hand)
  local cards = {}
  for card in hand:cards() do
    if card.disaster then cards[#cards + 1] = card end
  end
  return cards
end

function steps.tax(t)
  local seat = t.turn
  if #seat.hand == 0 then return end
  local card = seat:ask { "tax", t.rules.words.discard, card = seat.hand,
    why = function(cards) return t:not_held(seat, cards) end }
  t.discards:put(card)
  t:say("%s discards %s.", seat, card)
end

function steps.next_turn(t)
  local seat = t.turn
  seat.turns = seat.turns + 1
  if t.laid_down == 0 and t.drew < t.rules.drawn then
    t.quiet = t.quiet + 1
  else
    t.quiet = 0
  end
  local seats = t:inside(seat:left())
  if t:hand_over(seats) then return done end
  t.turn = seats[1]
end

-- The end of a hand -----------------------------------------------------------

function steps.hand_over(t, seats)
  if t:somebody_out(seats) then
    t:say("Somebody has no card left: the %s is over.", t.rules.words.hand)
  elseif t:nothing_left(seats) then
    t:say("Nobody %s a combination%s: the %s is over.", t.rules.at_once and "holds"
      or "held", t.rules.at_once and "" or " in their last turn", t.rules.words.hand)
  elseif t.quiet >= #seats then
    t:say("Nothing is left to draw: the %s is over.", t.rules.words.hand)
  else
    return false
  end
  return true
end

-- Who goes out in the first round waits until all have had a turn.
function steps.somebody_out(_, seats)
  local somebody = false
  for _, seat in ipairs(seats) do
    if seat.turns == 0 then return false end
    somebody = somebody or #seat.hand == 0
  end
  return somebody
end

-- All have drawn often enough, and nobody held a combination at their last turn.
function steps.nothing_left(t, seats)
  for _, seat in ipairs(seats) do
    if seat.draws < t.rules.draws_to_end then return false end
    local held = seat.held
    if t.rules.at_once then held = #t:combinations(seat.hand) > 0 end
    if held then return false end
  end
  return true
end

function steps.points(_, seat)
  local points = 0
  for _, meld in ipairs(seat.melds) do points = points + meld.points end
  return points
end

function steps.cards_laid(_, seat)
  local cards = 0
  for _, meld in ipairs(seat.melds) do cards = cards + #meld.cards end
  return cards
end

-- Who wins the hand: a winner at once, or the highest; nil when it is nobody's.
function steps.hand_winner(t)
  if t.winner then return t.winner end
  local best = t:best_seats(function(seat) return t:points(seat) end, t:inside(t.seat[1]))
  if #best > 1 and t.rules.ties == "fewest cards left" then
    best = t:best_seats(function(seat) return -#seat.hand end, best)
  elseif #best > 1 and t.rules.ties == "most cards laid" then
    best = t:best_seats(function(seat) return t:cards_laid(seat) end, best)
  end
  return #best == 1 and best[1] or nil
end

function steps.settle(t)
  for _, seat in ipairs(t:inside(t.dealer)) do
    t:say("%s: %s %s.", seat, t:points(seat), t.rules.words.points)
    t:event("score", { seat = seat, points = t:points(seat) })
    t:measure("points", t:points(seat))
  end
  local winner = t:hand_winner()
  t.winner = nil
  t.last_winner = winner
  if winner then
    winner.won = winner.won + 1
    t:say(t.rules.words.wins_hand, winner)
  else
    t:say("The %s is nobody's: nobody has most alone.", t.rules.words.hand)
  end
  if winner and winner.won >= t.rules.hands_to_win then t.champion = winner end
end

function steps.clear(t)
  t:gather(t.deck)
  for seat in t:seats() do seat.out, seat.melds = false, {} end
  if t.rules.deal_passes or t.dealer.retired then
    t.dealer = t:inside(t.dealer:left())[1]
  end
end

function steps.crown(t)
  if t.champion then t:finish_match() end
end

-- What is in the fund is the winner's; without one, those with most hands share.
function steps.finish_match(t)
  local first = { t.champion }
  if t.champion then
    t:say(t.rules.words.wins_match, t.champion)
  else
    first = t:best_seats(function(seat) return seat.won end)
  end
  if t.fund:amount() > 0 then
    t:say("The %s of %s %s to %s.", t.rules.words.fund, t.fund, t.rules.words.go, first)
  end
  t.fund:split(first, "chips")
  if t.rules.purse > 0 then t:tell_purses() end
  t:finish(t:standings())
end

function steps.tell_purses(t)
  local purses = {}
  for i, seat in ipairs(t.seat) do purses[i] = ("%s %d"):format(seat.name, seat.chips:amount()) end
  t:say("In the purses: %s.", table.concat(purses, ", "))
end

-- By hands won, the winner of the match before all; equal ones by money.
function steps.standings(t)
  local rows = t:rank_by(function(seat) return seat == t.champion and 1 or 0 end,
    "won", "chips")
  for _, row in ipairs(rows) do row.score, row.by = row.seat.won, { "hands won" } end
  return rows
end

-- Combinations --------------------------------------------------------------

-- Every combination in a hand (a pile or a list of cards): what wins at once,
-- then the dearest first.
function steps.combinations(t, hand)
  local found = t:patterns():all(t:cards_of(hand))
  for i, meld in ipairs(found) do found[i] = t:combination(meld) end
  table.sort(found, function(a, b)
    if a.wins ~= b.wins then return a.wins end
    if a.points ~= b.points then return a.points > b.points end
    return a.text < b.text
  end)
  return found
end

-- What the host found, as the table speaks of it.
function steps.combination(t, meld)
  local new = { kind = meld.name, cards = meld.cards, one_suit = meld.one_suit }
  if new.kind == t.rules.words.royal_family then new.kind = "family" end
  new.points, new.wins = t:worth(new), t:wins(new)
  new.what = t:called(new) .. ": " .. meld.text .. t:one_by_one(new)
  new.text = new.what .. ", " .. new.points .. " " .. t.rules.words.points
    .. (new.wins and t.rules.winners and ", wins at once" or "")
  return new
end

-- Of two suits: which card is of which, as another choice may differ in that.
function steps.one_by_one(t, meld)
  if meld.kind ~= "run" and meld.kind ~= "family" or t:of_one_suit(meld) then
    return ""
  end
  local cards, names, least = meld.cards, {}, meld.cards[1].value
  for i = 2, #cards do least = math.min(least, cards[i].value) end
  for i = 1, #cards do names[cards[i].value - least + 1] = cards[i].name end
  return " (" .. table.concat(names, " ") .. ")"
end

-- The combinations that share no card and are worth most together.
function steps.best(t, hand)
  local best = t:patterns():best(t:cards_of(hand))
  for i, meld in ipairs(best) do best[i] = t:combination(meld) end
  return best
end

-- Which of these cards, as typed, can't be laid because they lie elsewhere.
function steps.not_held(_, seat, cards)
  for _, card in ipairs(cards) do
    local name = card.name
    if seat.laid:find("name", name) then
      return ("%s is laid down already: expected what your hand has"):format(name)
    elseif not seat.hand:find("name", name) then
      return ("%s is not in your hand: expected what your hand has"):format(name)
    end
  end
end

-- Why these cards, all together, are no combination.
function steps.why_not(t, cards)
  local _, why = t:patterns():what(cards)
  return why
end

function steps.cards_of(_, hand)
  return type(hand) == "table" and hand or hand:list()
end

function steps.called(t, meld)
  local words = t.rules.words
  if meld.kind == "family" then
    return t:of_one_suit(meld) and words.royal_family or words.family
  end
  return words[meld.kind]
end

function steps.worth(t, meld)
  local rules, size = t.rules, #meld.cards
  if meld.kind == "run" then
    return rules.run * (size - 2) * (t:of_one_suit(meld) and rules.one_suit or 1)
  elseif meld.kind == "set" then
    return size == 3 and rules.set_of_three or rules.set_of_four
  elseif meld.kind == "catastrophe" then
    return rules.catastrophe
  end
  return rules.family
end

function steps.of_one_suit(_, meld)
  if meld.one_suit ~= nil then return meld.one_suit end
  for _, card in ipairs(meld.cards) do
    if card.suit ~= meld.cards[1].suit then return false end
  end
  return true
end

function steps.is_family(_, meld)
  return meld.kind == "family" or meld.kind == "trove"
end

function steps.wins(t, meld)
  return meld.kind == "trove"
    or meld.kind == "family" and t:of_one_suit(meld)
end

-- What the three declare alike ------------------------------------------------

local SUITS = {
  { "Air", "a", affined = "Water" },
  { "Water", "w", affined = "Air" },
  { "Fire", "f", affined = "Metal", color = "red" },
  { "Metal", "m", affined = "Fire" },
}
local AFFINED = { { "Air", "Water" }, { "Fire", "Metal" } }
local WORDS = { run = "a run", set = "a set", catastrophe = "a catastrophe" }
local DISASTERS = { "War", "Flood", "Famine", "Storm" }

-- Numbers from 1, then the royalty or jewels, worth 11 and up in the draw.
local function deck_of(own)
  local ranks, extras = {}, {}
  for i = 1, own.numbers do
    ranks[i] = { tostring(i), value = i, number = i }
  end
  for i, royal in ipairs(own.royals) do
    ranks[#ranks + 1] = { royal[1], royal[2], value = 10 + i, royal = true }
  end
  for i, name in ipairs(DISASTERS) do
    extras[i] = { name, name, value = 0, disaster = true }
  end
  return kind { name = own.title, suits = SUITS, ranks = ranks, extras = extras }
end

-- How the cards are written: "1a: 1 of Air".
local function legend_of(royals)
  local parts = {}
  for i, suit in ipairs(SUITS) do parts[i] = suit[2] .. " " .. suit[1] end
  for _, royal in ipairs(royals) do
    parts[#parts + 1] = royal[2] .. " " .. royal[1]
  end
  return table.concat(parts, ", ")
end

-- "One each of Princess, ... and King, ..., is a Family".
local function families_of(own)
  local names = {}
  for i, royal in ipairs(own.royals) do names[i] = royal[1] end
  local text = ("%s is %s and %s, of one suit or two that go together"):format(
    own.words.family, table.concat(names, ", ", 1, #names - 1), names[#names])
  text = text:sub(1, 1):upper() .. text:sub(2)
  if not own.words.trove then return text end
  return text .. ("; %s is one of them in all four suits, and wins too"):format(
    own.words.trove)
end

local function names_of(royals)
  local names = {}
  for i, royal in ipairs(royals) do names[i] = royal[1] end
  return names
end

-- The patterns, with the points that these rules give them.
local function compile(own, deck, rules)
  local royals = names_of(own.royals)
  local patterns = {
    { name = "run", score = function(n) return rules.run * (n - 2) end,
      one_suit = rules.one_suit },
    { name = "set", score = { rules.set_of_three, rules.set_of_four } },
    { name = "catastrophe", kind = "whole", cards = DISASTERS,
      score = rules.catastrophe },
    { name = "family", ranks = royals, score = rules.family,
      one_suit_name = own.words.royal_family },
  }
  if own.words.trove then
    patterns[#patterns + 1] = { name = "trove", ranks = royals, score = rules.family }
  end
  return melds.compile { deck = deck, affined = AFFINED, patterns = patterns }
end

local SCORES = { "run", "one_suit", "set_of_three", "set_of_four", "catastrophe",
  "family" }

-- A function that gives a table its patterns: those compiled once for the
-- declared points, unless this table plays by others.
local function patterns_of(own, deck, declared)
  local usual = {}
  for _, name in ipairs(SCORES) do usual[name] = declared[name][1] end
  local compiled = compile(own, deck, usual)
  return function(t)
    for _, name in ipairs(SCORES) do
      if t.rules[name] ~= usual[name] then return compile(own, deck, t.rules) end
    end
    return compiled
  end
end

local function add(into, more)
  for key, value in pairs(more or {}) do into[key] = value end
  return into
end

local function check(deck, rules, seats)
  if rules.dealt * seats + rules.drawn > #deck.faces then
    return ("%d cards dealt to %d players leave too few of %d to draw"):format(
      rules.dealt, seats, #deck.faces)
  end
  if rules.buy_in > rules.purse then
    return ("a buy-in of %d is more than the %d each brings"):format(
      rules.buy_in, rules.purse)
  end
end

-- The declaration of one of the games: what all share, and what is its own.
function pokebacc.of(own)
  local rules = add(add({}, pokebacc.rules), own.stakes.rules)
  for name, value in pairs(own.defaults or {}) do
    rules[name] = add(add({}, rules[name]), { value })
  end
  local words = add(add({}, WORDS), own.words)
  words.legend, words.families = legend_of(own.royals), families_of(own)
  rules.words = { words, "what things are called", hidden = true }
  local deck = deck_of(own)
  local declaration = {
    title = own.title, one_line = own.one_line, player = own.player,
    seats = { 3, 6 }, deck = deck, rules = rules,
    check = function(values, seats) return check(deck, values, seats) end,
    piles = { discards = "everyone", seat = { hand = "owner", laid = "everyone" } },
    pools = { fund = 0, seat = { chips = "purse" } },
    state = { dealer = none, turn = none, winner = none, last_winner = none,
      champion = none, hands = 0, quiet = 0, drew = 0, laid_down = 0, asked = 0,
      seat = { won = 0, turns = 0, draws = 0, held = secret(false), melds = {},
        out = false, retired = false } },
    measures = { hands = "hands in the match", points = "points of a hand",
      disasters = "disasters inflicted" },
    actions = own.stakes.actions, order = own.stakes.order, screen = pokebacc.screen,
    patterns = patterns_of(own, deck, rules),
    odds = function(t, seat) return t:outlook(seat) end,
  }
  add(declaration, pokebacc.steps)
  return add(declaration, own.stakes.steps)
end

-- The table as a seat sees it --------------------------------------------------

function pokebacc.screen(t)
  local words, top = t.rules.words, t.discards:top()
  local lines = { ("%s %d (first to %d)   %s: %d cards   %s: %d%s   %s: %d"):format(
    t:capital(words.hand), t.hands, t.rules.hands_to_win, words.stock,
    #t.deck, words.discards, #t.discards, top and ", on top " .. tostring(top) or "",
    words.fund, t.fund:amount()) }
  for seat in t:seats() do
    local mark = seat == t.turn and ">" or " "
    local note = (seat.retired and "  retired") or (seat.out and "  withdrawn") or ""
    lines[#lines + 1] = ("%s %-12s won %d   %d cards   %d %s   %d in the purse%s"):format(
      mark, seat.name, seat.won, #seat.hand, t:points(seat), words.points,
      seat.chips:amount(), note)
    for _, meld in ipairs(seat.melds) do
      lines[#lines + 1] = "      " .. t:as_it_lies(meld)
    end
  end
  lines[#lines + 1] = ("(%s)"):format(words.legend)
  return lines
end

-- A combination on the table; under a disaster it is worth nothing more.
function steps.as_it_lies(_, meld)
  if not meld.disaster then return meld.text end
  return ("%s, worth nothing under %s"):format(meld.what or meld.text, tostring(meld.disaster))
end

-- How things stand -------------------------------------------------------------

-- What the hand is worth in its best combinations, beside what the others have
-- laid; and what the next turn's cards may add.
function steps.outlook(t, seat)
  local words, coming = t.rules.words, 0
  local lines = {}
  for _, meld in ipairs(t:best(seat.hand)) do
    coming = coming + meld.points
    lines[#lines + 1] = "In your hand: " .. meld.text
  end
  local mine = t:points(seat)
  lines[#lines + 1] = ("You have %d %s, and %d more in your hand at best."):format(mine,
    words.points, coming)
  for other in t:seats() do
    if other.number ~= seat.number and not other.out and not other.retired then
      lines[#lines + 1] = ("%s has %d: you would be %s."):format(other.name,
        t:points(other), t:compared(mine + coming - t:points(other)))
    end
  end
  local unseen = seat:unseen()
  lines[#lines + 1] = ("%d cards are unseen, %d of them disasters."):format(#unseen,
    t:disasters_among(unseen))
  lines[#lines + 1] = t:next_cards(seat.hand:list(), unseen)
  return lines
end

function steps.compared(_, difference)
  if difference == 0 then return "level" end
  return ("%d %s"):format(math.abs(difference), difference > 0 and "ahead" or "behind")
end

function steps.disasters_among(_, cards)
  local disasters = 0
  for _, card in ipairs(cards) do disasters = disasters + (card.disaster and 1 or 0) end
  return disasters
end

-- How often one or two cards out of the unseen ones make the hand worth more.
function steps.next_cards(t, hand, unseen)
  local melds, n, cards = t:patterns(), #hand, #unseen
  local now, one, two = melds:total(hand), 0, 0
  for i = 1, cards do
    hand[n + 1], hand[n + 2] = unseen[i], nil
    local better = melds:total(hand) > now
    one = one + (better and 1 or 0)
    for j = i + 1, cards do
      hand[n + 2] = unseen[j]
      if better or melds:total(hand) > now then two = two + 1 end
    end
  end
  if cards < 2 then return nil end
  return ("The next card adds to that with %.0f%%, the next two with %.0f%%."):format(
    100 * one / cards, 100 * two / (cards * (cards - 1) / 2))
end

return pokebacc
