-- The library `melds` as a script sees it, on two copies of a Royal Pokebacc
-- deck: what is refused, what is found, what cards are and why they are none.

local tools = dofile "tests/tools.lua"
local raises = lu.assertErrorMsgContains

local GAME = [[
local royals = { "Princess", "Prince", "Consort", "Queen", "King" }
local ranks, extras = {}, {}
for i = 1, 10 do ranks[i] = { tostring(i), value = i, number = i } end
for i, royal in ipairs(royals) do ranks[10 + i] = { royal, value = 10 + i } end
for i, name in ipairs { "War", "Flood", "Famine", "Storm" } do extras[i] = { name, name:lower() } end
return game {
  title = "Melds", seats = { 1, 2 },
  deck = { kind { name = "royal", suits = { { "Air", "A" }, { "Water", "W" }, { "Fire", "F" }, { "Metal", "M" } },
    ranks = ranks, extras = extras }, copies = 2 },
  piles = { seat = { hand = "owner" } }, order = { "over" },
  over = function(t) t:finish(t:rank_by(function() return 0 end)) end,
}
]]

local ROYALS = { "Princess", "Prince", "Consort", "Queen", "King" }

-- c "4A 5W war": these cards of a table's deck, copies too.
local function cards_of(g)
  local by_name = {}
  for card in g.t.deck:cards() do
    by_name[card.name] = by_name[card.name] or {}
    table.insert(by_name[card.name], card)
  end
  return function(text)
    local list, seen = {}, {}
    for name in text:gmatch "%S+" do
      seen[name] = (seen[name] or 0) + 1
      list[#list + 1] = by_name[name][seen[name]]
    end
    return list
  end
end

local G = tools.open(GAME)
local c = cards_of(G)
local FACES = {}
for card in G.t.deck:cards() do
  if #FACES < 64 then
    FACES[#FACES + 1] = { name = card.name, long = card.long, rank = card.rank, suit = card.suit, value = card.value,
      number = card.number }
  end
end

local COMBOS = melds.compile {
  deck = { faces = FACES },
  affined = { { "Air", "Water" }, { "Fire", "Metal" } },
  patterns = {
    { name = "run", score = function(n) return 10 * n - 20 end, one_suit = 3 },
    { name = "set", score = { 30, 50 } },
    { name = "family", ranks = ROYALS, score = 75, one_suit_name = "royal family" },
    { name = "catastrophe", kind = "whole", cards = { "War", "Flood", "Famine", "Storm" }, score = 60 },
  },
}

local function compiled(pattern) return melds.compile { deck = FACES, patterns = { pattern } } end

TestMelds = {}

function TestMelds.test_the_best_and_all()
  local hand = c "3A 4A 5W 5A 5M 5F 6A war flood 1A"
  local best, total = COMBOS:best(hand)
  lu.assertEquals(total, 90)
  lu.assertEquals(#best, 2)
  lu.assertEquals({ best[1].name, best[1].score, best[1].one_suit }, { "run", 60, true })
  lu.assertEquals({ best[1].text, best[2].text }, { "3-4-5-6 of Air", "5 of Water, Metal and Fire" })
  lu.assertFalse(best[2].one_suit)
  lu.assertEquals(best[1].cards, c "3A 4A 5A 6A")
  lu.assertEquals(best[1].cards[2], hand[2])
  lu.assertEquals({ COMBOS:total(hand), COMBOS:total(hand, hand[1]), COMBOS:total(hand, hand[4]) }, { 90, 60, 30 })
  lu.assertEquals(COMBOS:total {}, 0)
  lu.assertEquals(COMBOS:best {}, {})
  lu.assertEquals(#COMBOS:all(hand), 11)
  lu.assertEquals(COMBOS:total(c "war flood famine storm"), 60)
  lu.assertEquals(#COMBOS:best(c "1A 2A 3A 1A 2A 3A"), 2)
end

function TestMelds.test_ties()
  local even = compiled { name = "run", score = 5, most = 5 }
  lu.assertEquals(#even:best(c "1A 2A 3A 4A", "most_cards")[1].cards, 4)
  lu.assertEquals(#even:best(c "1A 2A 3A 4A", "fewest_cards")[1].cards, 3)
  lu.assertErrorMsgContains("invalid option 'fewest'", even.best, even, {}, "fewest")
  lu.assertEquals(even:total(c "1A 2W 3A"), 0)
end

function TestMelds.test_melds_of_the_same_cards_and_worth_count_once()
  local twins = melds.compile { deck = FACES,
    patterns = { { name = "set", score = 30 }, { name = "trio", kind = "set", score = 30, most = 3 } } }
  local best, total = twins:best(c "5A 5W 5F")
  lu.assertEquals({ #best, total }, { 1, 30 })
end

-- A deck may have two cards of one rank and suit, here 2A as a second 1A: a set takes one of them.
function TestMelds.test_two_cards_of_a_rank_and_suit()
  local faces = table.move(FACES, 1, #FACES, 1, {})
  for i, face in ipairs(FACES) do
    if face.name == "2A" then
      faces[i] = { name = "2A", long = "1 of Air", rank = "1", suit = "Air", value = 1, number = 1 }
    end
  end
  local sets = melds.compile { deck = faces, patterns = { { name = "set", score = { 30, 50 } } } }
  lu.assertEquals(sets:total(c "1A 2A 1W"), 0)
  lu.assertEquals(sets:total(c "1A 2A 1W 1F"), 30)
  lu.assertEquals(#sets:all(c "1A 2A 1W 1F"), 2)
end

local function found_as(cards, score, text)
  local meld, sentence = COMBOS:what(c(cards))
  lu.assertEquals(sentence, text)
  lu.assertEquals(meld and meld.score, score, cards)
  if meld then lu.assertEquals(meld.text, text) end
end

function TestMelds.test_what_cards_are()
  found_as("4A 5A 6A", 30, "4-5-6 of Air")
  found_as("6A 4W 5A", 10, "4-5-6 of Air and Water")
  found_as("7F 7A 7M", 30, "7 of Fire, Air and Metal")
  found_as("war flood famine storm", 60, "War, Flood, Famine and Storm")
  found_as("1A 2A 3A 4A 5A 6A 7A 8A 9A 10A", 240, "1-2-3-4-5-6-7-8-9-10 of Air")
  local meld = COMBOS:what(c "PrincessA PrinceA ConsortA QueenA KingA")
  lu.assertEquals({ meld.name, meld.score, meld.one_suit }, { "royal family", 75, true })
  lu.assertEquals(meld.text, "Princess-Prince-Consort-Queen-King of Air")
  lu.assertEquals(meld.cards, c "PrincessA PrinceA ConsortA QueenA KingA")
end

function TestMelds.test_why_cards_are_none()
  found_as("4A 5A 7A", nil, "4-5-7 of Air: 6 is missing")
  found_as("4A 5W 8A", nil, "4-5-8 of Air and Water: 6 and 7 are missing")
  found_as("4A 5F 6A", nil, "4-5-6 of Air and Fire: Fire does not go with Air")
  found_as("4A 5A", nil, "4-5 of Air: a run needs 3 cards")
  found_as("4A", nil, "4 of Air: a run needs 3 cards")
  found_as("5A 5W", nil, "5 of Air and Water: a set needs 3 cards of different suits")
  found_as("5A 5W 5A", nil, "5 of Air and Water: Air appears twice")
  found_as("5A 5W 5F 4M", nil, "5 of Air, 5 of Water, 5 of Fire, 4 of Metal: 4 is not 5")
  found_as("4A 5A 6A 6W", nil, "4-5-6-6 of Air and Water: 6 appears twice")
  found_as("war flood storm", nil, "War, Flood and Storm: Famine is missing")
  found_as("war", nil, "War: Flood, Famine and Storm are missing")
  found_as("PrincessA PrinceW ConsortA KingA", nil,
    "Princess-Prince-Consort-King of Air and Water: Queen is missing")
  found_as("9A 10A 1A", nil, "1-9-10 of Air: 2, 3, 4 and 4 more are missing")
  found_as("9A 10A PrincessA", nil, "9 of Air, 10 of Air, Princess of Air: Princess of Air can't be in a run")
  found_as("war flood famine storm 1A", nil,
    "War, Flood, Famine, Storm, 1 of Air: 1 of Air can't be in a catastrophe")
  found_as("KingA war", nil, "King of Air, War: King of Air can't be in a catastrophe")
  found_as("", nil, "no cards")
  local brief = compiled { name = "run", score = 1, most = 3 }
  lu.assertEquals({ brief:what(c "1A 2A 3A 4A") }, { nil, "1-2-3-4 of Air: a run has at most 3 cards" })
  lu.assertEquals({ brief:what(c "1A KingA") },
    { nil, "1 of Air, King of Air: King of Air can't be used in any combination" })
  local none = melds.compile { deck = FACES, patterns = {} }
  lu.assertEquals({ none:what(c "1A") }, { nil, "there are no combinations" })
end

-- In words and in the search, the same groups are melds.
function TestMelds.test_the_words_and_the_search_agree()
  local stream, all, found = rng.new("agree"), {}, 0
  for card in G.t.deck:cards() do all[#all + 1] = card end
  for i = 1, 4000 do
    local hand, best = {}, nil
    local n = 1 + i % 5
    -- from a few cards around one, so that some groups are melds
    local start = stream:below(#all)
    for k = 1, n do
      local step = i % 2 == 0 and k - 1 or 15 * (k - 1)
      hand[k] = all[(start + step + (stream:below(8) == 0 and 1 or 0)) % #all + 1]
    end
    for _, meld in ipairs(COMBOS:all(hand)) do
      if #meld.cards == n then best = math.max(best or 0, meld.score) end
    end
    local meld, text = COMBOS:what(hand)
    lu.assertEquals(meld and meld.score, best, text)
    if meld then found = found + 1 end
  end
  lu.assertTrue(found > 200, found)
end

function TestMelds.test_cards_that_are_refused()
  raises("all: item 1 of the list is a number, expected a card", COMBOS.all, COMBOS, { 3 })
  raises("table expected, got number", COMBOS.all, COMBOS, 3)
  raises("melds expected, got number", COMBOS.all, 3, {})
  raises('a set of melds has no "besst": did you mean "best"?', function() return COMBOS:besst {} end)
  local many = {}
  for i = 1, 65 do many[i] = c("1A")[1] end
  raises("total: 65 cards, at most 64 are possible", COMBOS.total, COMBOS, many)
  local other = cards_of(tools.open((GAME:gsub("King", "Joker")))) "JokerA"
  raises("is not in the deck of these patterns", COMBOS.best, COMBOS, other)
end

-- A pile is as good as the list of its cards; in a view too, where a card that isn't seen is none of the deck.
function TestMelds.test_a_pile_is_a_hand()
  local g = tools.open(GAME, { seats = 2 })
  local cards, t = cards_of(g), g.t
  local hand = t.seat[1].hand
  local function same(what)
    local list = hand:list()
    for _, verb in ipairs { "all", "best", "total", "what" } do
      lu.assertEquals({ COMBOS[verb](COMBOS, hand) }, { COMBOS[verb](COMBOS, list) }, what)
      lu.assertEquals(COMBOS:total(c "1A 2A 3A"), 30) -- cards of another table in between
    end
    for _, card in ipairs(list) do lu.assertEquals(COMBOS:total(hand, card), COMBOS:total(list, card), what) end
    hand:move_all(t.deck)
  end
  for _, text in ipairs { "3A 4A 5W 5A 5M 5F 6A war flood 1A", "1A 2A 3A 1M", "KingA KingA QueenA", "" } do
    hand:put(cards(text))
    same(text)
  end
  for n = 1, 20 do
    t.deck:shuffle()
    t.deck:deal(n, hand)
    same(n)
  end
  raises("all: 128 cards, at most 64 are possible", COMBOS.all, COMBOS, t.deck)
  hand:put(cards "1A 2A 3A 1M")
  g:view(t.seat[1], function(_, me)
    lu.assertEquals(COMBOS:total(me.hand), 30)
    lu.assertEquals(COMBOS:all(me.hand)[1].cards, table.move(me.hand:list(), 1, 3, 1, {}))
  end)
  g:view(t.seat[2], function(view)
    raises("total: a card is not in the deck of these patterns", COMBOS.total, COMBOS, view.seat[1].hand)
  end)
end

-- The same byte is another face at another table.
function TestMelds.test_two_tables()
  local back = GAME:gsub("for i = 1, 10 do ranks%[i%]", "for i = 10, 1, -1 do ranks[11 - i]")
  local other = cards_of(tools.open(back))
  for _, of in ipairs { c, other, c } do lu.assertEquals(COMBOS:total(of "1A 2A 3A 1M"), 30) end
end

function TestMelds.test_patterns_that_are_refused()
  local function bad(sentence, pattern) raises(sentence, compiled, pattern) end
  bad('melds.compile: run has no "leest": did you mean "least"?', { name = "run", leest = 3 })
  raises('the table has no "paterns": did you mean "patterns"?', melds.compile, { deck = FACES, paterns = {} })
  raises("`deck` is a nil, expected a list", melds.compile, { patterns = {} })
  raises("`patterns` is a nil, expected a list", melds.compile, { deck = FACES })
  bad("`name` is a nil, expected a text", { kind = "run" })
  bad("pattern 1 (ladder): its `kind` must be run, set", { name = "ladder" })
  bad("is an empty list", { name = "run", score = {} })
  bad("the score of 3 cards is nil", { name = "run" })
  bad("is -1, expected 0 to", { name = "run", score = -1 })
  bad("`least` is 0, expected 1 to 10", { name = "run", score = 1, least = 0 })
  bad("`most` is 3, expected 4 to 10", { name = "run", score = 1, least = 4, most = 3 })
  bad("the score of 3 cards is 500000, expected 0 to 333333", { name = "run", score = 500000, one_suit = 3 })
  bad("`ranks` is a nil, expected a list", { name = "family", score = 1 })
  bad('the deck has no "Kingg": did you mean "King"?', { name = "family", score = 1, ranks = { "Kingg" } })
  bad("a card is named twice", { name = "family", score = 1, ranks = { "King", "King" } })
  bad("its number of cards is fixed", { name = "trove", score = 1, least = 2 })
  bad("no card with a suit has a whole number as `weight`", { name = "run", score = 1, by = "weight" })
  bad('`suits` must be "one", "affined" or "any"', { name = "run", score = 1, suits = "all" })
  raises('the deck has no "Earth"', melds.compile, { deck = FACES, affined = { { "Air", "Earth" } } })
  raises("entry 1 of the deck is a number, expected a card", melds.compile, { deck = { 1 }, patterns = {} })
  raises("card 1 of the deck has no name", melds.compile, { deck = { {} }, patterns = {} })
  local wide = { { name = "a", suit = "S", number = 1 }, { name = "b", suit = "S", number = math.maxinteger } }
  raises("its numbers span more than 64 values", melds.compile,
    { deck = wide, patterns = { { name = "run", score = 1 } } })
end

function TestMelds.test_patterns_that_are_accepted()
  local function scores(total, cards, pattern) lu.assertEquals(compiled(pattern):total(c(cards)), total) end
  scores(1, "1A 2F 3M", { name = "run", score = 1, suits = "any" })
  scores(1, "10A PrincessA PrinceA 9A", { name = "run", score = 1, by = "value", from = 10 })
  scores(2, "QueenA KingA ConsortA PrinceA PrincessA", { name = "run", score = { 1, 2 }, ranks = ROYALS })
  scores(8, "1A 1F 1M 1W", { name = "pair", kind = "set", least = 2, most = 2, score = 4 })
  scores(40, "QueenA PrinceF", { name = "pinochle", kind = "whole", score = 40, cards = { "QueenA", "PrinceF" } })
  scores(70, "KingA KingW KingF KingM", { name = "trove", ranks = ROYALS, score = 70 })
  local few = melds.compile { deck = c "1A 2A 3A 1A", patterns = { { name = "run", score = 3 } } }
  lu.assertEquals(few:total(c "1A 2A 3A"), 3)
end

-- A table whose deck has so many suits, of these ranks each.
local function suited(suits, ranks)
  local g = tools.open(([[
local suits, ranks = {}, {}
for i = 1, %d do suits[i] = { "S" .. i, ("ABCDEFGHIJKLMNOPQRSTUVWXYZ"):sub(i, i) } end
for i = 1, %d do ranks[i] = { tostring(i), value = i, number = i } end
return game { title = "Suits", seats = { 1, 1 }, deck = kind { name = "suits", suits = suits, ranks = ranks },
  order = { "over" }, over = function(t) t:finish() end }]]):format(suits, ranks))
  return g.t.deck:list()
end

-- Cards of one rank in 20 suits make a million sets.
function TestMelds.test_more_than_can_be_searched()
  local cards = suited(20, 1)
  local sets = melds.compile { deck = { faces = cards },
    patterns = { { name = "set", score = function(n) return n end } } }
  local few = table.move(cards, 1, 5, 1, {})
  lu.assertEquals(#sets:all(few), 16) -- of three, four or five
  for _, verb in ipairs { "all", "best", "total" } do
    lu.assertErrorMsgContains(verb .. ": 20 cards make more combinations than can be searched", sets[verb], sets, cards)
  end
end

-- The largest hand, all of it one combination.
function TestMelds.test_sixty_four_cards()
  local cards, names = suited(4, 16), {}
  for i, card in ipairs(cards) do names[i] = card.name end
  local whole = melds.compile { deck = { faces = cards },
    patterns = { { name = "all", kind = "whole", cards = names, score = 7 } } }
  local meld = whole:what(cards)
  lu.assertEquals({ meld.name, meld.score, #meld.cards }, { "all", 7, 64 })
  lu.assertEquals(whole:total(cards), 7)
  lu.assertEquals(whole:total(cards, cards[1]), 0)
  cards[65] = cards[1]
  lu.assertErrorMsgContains("all: 65 cards, at most 64 are possible", whole.all, whole, cards)
end

-- Two patterns that say the same of the same cards: one of them is taken.
function TestMelds.test_two_patterns_of_the_same_cards()
  local function pair(name) return { name = name, kind = "whole", cards = { "War", "Flood" }, score = 9 } end
  local twice = melds.compile { deck = { faces = FACES }, patterns = { pair "storm", pair "tempest" } }
  lu.assertEquals(#twice:all(c "war flood"), 2)
  local best, total = twice:best(c "war flood")
  lu.assertEquals({ #best, total }, { 1, 9 })
end

-- Faces of one rank and one suit are never in one set.
function TestMelds.test_two_faces_of_one_suit()
  local cards, faces = suited(4, 1), {}
  for i, suit in ipairs { "x", "x", "y", "z" } do
    faces[i] = { name = cards[i].name, long = cards[i].name, rank = "1", suit = suit, value = 1, number = 1 }
  end
  local sets = melds.compile { deck = { faces = faces }, patterns = { { name = "set", score = { 7, 9 } } } }
  lu.assertEquals(#sets:all(cards), 2)
  lu.assertEquals(sets:total(cards), 7)
end
