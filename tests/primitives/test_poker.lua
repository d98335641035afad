-- The library `poker`, as far as it is words: named hands as targets, the
-- ladder from the royal flush to seven-high chip by chip and back through its
-- text, degrees.

local tools = dofile "tests/tools.lua"
local raises = lu.assertErrorMsgContains

TestTargets = {}

local function target(text)
  local found, note = poker.target(text)
  if not found then lu.fail(note) end
  return found
end

local function is_called(rank, want) lu.assertEquals(poker.name(rank), want) end
local function read_as(text, want) is_called(target(text), want) end
local function lowered(text, chips, want) is_called(poker.lower(target(text), chips), want) end

local function no_target(text, part)
  local found, note = poker.target(text)
  lu.assertNil(found, text)
  lu.assertStrContains(note, part)
end

function TestTargets.test_text()
  read_as("fives full of twos", "fives full of twos")
  read_as("Full house, 5s over 2's", "fives full of twos")
  read_as("two pair, eights and fours", "two pair, eights and fours")
  read_as("4s and 8s", "two pair, eights and fours")
  read_as("2 pairs: 8 and 4", "two pair, eights and fours")
  read_as("a pair of 8s and a pair of 4s", "two pair, eights and fours")
  read_as("two pair, twos and threes", "two pair, threes and twos")
  read_as("pair of 2s", "pair of twos")
  read_as("a pair of jacks or better", "pair of jacks")
  read_as("two kings", "pair of kings")
  read_as("pair of sixes", "pair of sixes")
  read_as("6 pair", "pair of sixes")
  read_as("a king pair", "pair of kings")
  read_as("fours pair", "pair of fours")
  read_as("two pair, fives threes", "two pair, fives and threes")
  read_as("full house, threes twos", "threes full of twos")
  read_as("TEN-HIGH FLUSH", "ten-high flush")
  read_as("a flush, queen high", "queen-high flush")
  read_as("flush to the Q", "queen-high flush")
  read_as("ace-high straight", "ace-high straight")
  read_as("A-high straight", "ace-high straight")
  read_as("four jacks", "four jacks")
  read_as("four of a kind, fours", "four fours")
  read_as("4 4s", "four fours")
  read_as("three of a kind: threes", "three threes")
  read_as("trip nines", "three nines")
  read_as("7-high", "seven-high")
  read_as("no pair, ace high", "ace-high")
  read_as("high card 10", "ten-high")
  read_as("royal flush", "royal flush")
  read_as("9-high straight flush", "nine-high straight flush")
  read_as("ace-high straight flush", "royal flush")
end

function TestTargets.test_names()
  for cards, name in pairs {
    ["Ah Kh Qh Jh Th 2c 2d"] = "royal flush",
    ["5h 4h 3h 2h Ah Kd Qd"] = "five-high straight flush",
    ["9s 9h 9d 9c 2c 2d 2h 2s Ah"] = "four nines",
    ["5s 5h 5d 2c 2d"] = "fives full of twos",
    ["6s 6h 6d Kc Kd Kh 2d"] = "kings full of sixes",
    ["Qh Th 9h 4h 2h 9d 8c 6d 4s"] = "queen-high flush",
    ["Ac Kd Qh Js Tc 5d 4h 3s 2c"] = "ace-high straight",
    ["Ac 2d 3h 4s 5c"] = "five-high straight",
    ["Jc Jd Jh 4s 5c"] = "three jacks",
    ["8c 8d 4h 4s 3c 3d Ah"] = "two pair, eights and fours",
    ["Kc Kd 4h 2s 3c"] = "pair of kings",
    ["Ac Td 6s 4h 2c"] = "ace-high",
  } do lu.assertEquals(poker.name(poker.rank(cards)), name) end
  is_called(poker.rank("Kh Qh"), "no hand")
  lu.assertEquals({ poker.category(poker.rank("Kh Kd 2s 2c 2h")) }, { "full house", 7 })
  lu.assertEquals({ poker.values(poker.rank("Kh Kd 2s 2c 2h")) }, { 2, 13 })
  lu.assertEquals(table.pack(poker.values(poker.rank("Ah 5d 4s 3c 2h"))), { n = 1, 5 })
end

function TestTargets.test_no_ranks()
  lu.assertErrorMsgContains("expected a rank", poker.name, -1)
  lu.assertErrorMsgContains("expected a rank", poker.name, 1 << 40)
  lu.assertErrorMsgContains("fewer than five cards", poker.values, 0)
  lu.assertErrorMsgContains("expected a rank", poker.values, 0x30000000)
  lu.assertErrorMsgContains("expected a rank", poker.category, 0x2000)
  lu.assertErrorMsgContains("lower: -1 is out of range, expected 0 or more", poker.lower, target "7-high", -1)
  lu.assertErrorMsgContains("expected 0 or more", poker.lower, target "7-high", "x")
end

function TestTargets.test_refusals()
  no_target("", "expected one poker hand")
  no_target("8", "expected one poker hand")
  no_target("quen-high flush", "did you mean \"queen\"?")
  no_target("xyzzy", "two pair, eights and fours")
  no_target("sevens full of sevens", "two different ranks")
  no_target("two pair, 8s and 8s", "two different ranks")
  no_target("flush", "ten-high flush")
  no_target("fives full", "fives full of twos")
  no_target("pair of eights and fours", "pair of kings")
  no_target("queen-high royal flush", "royal flush")
  no_target("pair of kings flush", "expected one poker hand")
  no_target("three four five", "expected one poker hand")
  no_target("eleven-high", "not a word of a poker hand")
  no_target(("k"):rep(3000), "expected one poker hand")
  no_target("seven-five low", "\"seven-five low\": a low hand can't be a target; compare ranks instead: poker.rank(")
  no_target("a wheel", "\"a wheel\": a low hand can't be a target")
  lu.assertErrorMsgContains("bad argument #1 to 'target' (string expected, got no value)", poker.target)
end

function TestTargets.test_warnings()
  local found, note = poker.target("five-high flush")
  lu.assertEquals(note, '"five-high flush" is lower than any hand of its kind; the lowest is "seven-high flush"')
  is_called(found, "five-high flush")
  is_called(poker.lower(found, 1), "ace-high straight")
  is_called(poker.lower(found, 2), "king-high straight")
  lu.assertEquals(select("#", poker.target("seven-high flush")), 1)
  local five, low = poker.target("five-high")
  lu.assertStrContains(low, "seven-high")
  is_called(poker.lower(five, 3), "five-high")
end

function TestTargets.test_ladder()
  local royal, floor = target("royal flush"), target("7-high")
  local at, steps = royal, 0
  while at ~= floor do
    lu.assertEquals(target(poker.name(at)), at)
    lu.assertEquals(poker.lower(royal, steps), at)
    lu.assertTrue(poker.lower(at, 1) < at)
    at, steps = poker.lower(at, 1), steps + 1
  end
  lu.assertEquals(steps, 98)
  lu.assertEquals(poker.lower(at, 5), at)
  lu.assertEquals(poker.lower(royal, 2147483647), at)
  lu.assertErrorMsgContains("out of range", poker.lower, floor, -1)
end

function TestTargets.test_lowering()
  lowered("jacks full of sevens", 2, "nines full of fives")
  lowered("fives full of twos", 5, "ten-high flush")
  lowered("ten-high flush", 3, "seven-high flush")
  lowered("twos full of sixes", 1, "ace-high flush")
  lowered("five-high straight flush", 1, "four aces")
  lowered("four twos", 1, "aces full of kings")
  lowered("5-high straight", 1, "three aces")
  lowered("three twos", 1, "two pair, aces and kings")
  lowered("eights and twos", 1, "pair of aces")
  lowered("pair of twos", 1, "ace-high")
end

function TestTargets.test_degrees()
  local function degree(cards, other, want, highest)
    lu.assertEquals(poker.degree(poker.rank(cards), target(other), highest), want, cards)
  end
  degree("Qh Th 4h 2h 9h 8d 6d 4s", "seven-high flush", 5)
  degree("Qh Th 4h 2h 9h 8d 6d 4s", "ace-high straight", 13)
  degree("Td Th 9h 9s 5s", "two pair, eights and fours", 2)
  degree("3d 3h 3s 2h 2s", "two pair, eights and fours", 55)
  degree("As Td 6s 4h 2c", "a pair of 2s", -3)
  degree("Ah Kh Qh Jh Th", "7-high", 127)
  degree("7h 5h 4d 3c 2s", "royal flush", -127)
  degree("8d 8h 3s 3h As", "two pair, eights and fours", 0)
  degree("8d 8h 3s 3h As", "two pair, eights and fours", 0, true)
  degree("8d 8h 5s 5h As", "two pair, eights and fours", 6, true)
  degree("Ad 2h 3s 4h 5s", "five-high straight", 0)
  degree("Ad 2h 3s 4h 5s", "five-high straight", 0, true)
  lu.assertTrue(poker.rank("8d 8h 3s 3h As") < target("two pair, eights and fours"))
  lu.assertTrue(poker.rank("Qh Th 4h 2h 9h 8d 6d 4s") >= target("seven-high flush"))
end

function TestTargets.test_named()
  local function named(cards, want) lu.assertEquals(poker.named(poker.rank(cards)), target(want)) end
  named("Qh Th 9h 4h 2h", "queen-high flush")
  named("8d 8h 3s 3h As", "eights and threes")
  named("As Td 6s 4h 2c", "ace-high")
  named("5d 5h 5s 2h 2s", "fives full of twos")
  lu.assertTrue(poker.rank("8d 8h 4s 4h As") >= target("eights and fours"))
  lu.assertTrue(poker.rank("7h 5h 4d 3c 2s") >= target("7-high"))
end

-- Wild cards as scripts say them. That the ranks are right is tested in C.
TestWild = {}

local JOKER = { wild = "joker" }

function TestWild.test_names_say_what_stands_for_what()
  for cards, name in pairs {
    ["Kh Kd 9c 4s joker"] = "three kings (joker as Ks)",
    ["Jr Jb As Ad Ac"] = "five aces (joker as Ah, joker as As)",
    ["Kh 9h 4h 2h Jb"] = "ace-high flush (joker as Ah)",
    ["5h 6d 8c 9s joker"] = "nine-high straight (joker as 7s)",
    ["10s Js Ks As joker 2c 3c"] = "royal flush (joker as Qs)",
    ["Kh Kd 9c 4s 2s"] = "pair of kings",
  } do lu.assertEquals(poker.name(cards, JOKER), name) end
  lu.assertEquals(poker.name("Kh Qd 9c 4s joker", { bug = "joker" }), "ace-high (joker as As)")
  lu.assertEquals(poker.name("2h 2c Ad 9h 9d", { wild = "2" }), "four nines (2h as 9s, 2c as 9c)")
  lu.assertEquals(poker.name("Jh Jd Js 4h 9h Kh", { wild = { "Jh", "Js" } }), "ace-high flush (Jh as Ah, Js as Qh)")
  local five, rank, stands = poker.best("9c 9d 9h joker 2s", JOKER)
  lu.assertEquals({ five, poker.name(rank), stands },
    { { "9c", "9d", "9h", "joker", "2s" }, "four nines", { "9c", "9d", "9h", "9s", "2s" } })
end

function TestWild.test_five_of_a_kind_as_a_target()
  read_as("five aces", "five aces")
  read_as("5 of a kind, kings", "five kings")
  read_as("fives full of twos", "fives full of twos")
  no_target("five of a kind", 'say which five of a kind, like "five jacks"')
  lu.assertEquals({ poker.category(target "five twos") }, { "five of a kind", 10 })
  lu.assertTrue(poker.rank("2h 2c 2d 2s joker", JOKER) == target "five twos")
  lu.assertTrue(target "five twos" > target "royal flush")
end

-- A hand of these cards at a table, jokers and their colours told apart.
local function hand_of(cards)
  local g = tools.open [[return game { title = "Wild", seats = { 1, 1 }, deck = { "standard", jokers = 2 },
    piles = { seat = { hand = "owner" } }, order = { "over" }, over = function(t) t:finish() end }]]
  g:place(cards, g.t.seat[1].hand)
  return g.t.seat[1].hand
end

function TestWild.test_cards_lists_piles_and_functions()
  local hand = hand_of "Kh Kd 9c Jr Jb"
  local function red(card) return card.name == "Jr" end
  local function black(card) return card.name == "Jb" end
  local said = "four kings (Jr as Ks, Jb as Kc)"
  lu.assertEquals(poker.name(hand, JOKER), said)
  lu.assertEquals(poker.name(hand:list(), { wild = hand:top() }), said)
  lu.assertEquals(poker.name("Kh", { "Kd", "9c", "4s", "2h" }), "pair of kings") -- a list is no options
  lu.assertEquals(poker.name(hand, { wild = red, bug = black }), "three kings (Jr as Ks, Jb as As)")
  lu.assertEquals(poker.name(hand, { wild = function(card) return card.rank == "joker" end }), said)
  lu.assertEquals(poker.name(hand:card(1), hand:card(2), hand:card(3), hand:card(5), hand:card(4), JOKER),
    "four kings (Jb as Ks, Jr as Kc)")
  lu.assertEquals(poker.best(hand, JOKER)[4], hand:card(5))
end

function TestWild.test_unknown_fields()
  lu.assertErrorMsgContains("odds: unknown field `hans`, did you mean `hands`?", poker.odds, { hans = { "Ah Kh" } })
  lu.assertErrorMsgContains("chance: expected named fields such as `target`", poker.chance, { "Ah Kh" })
  lu.assertErrorMsgContains("table expected", poker.odds)
end

function TestWild.test_mistakes()
  raises("a joker has no poker rank", poker.rank, "Kh joker 2c 3c 4c")
  raises("Jb has no poker rank", poker.rank, hand_of "Kh Kd 9c 4s Jb", { wild = "2" })
  raises('rank: x can\'t be wild, expected a rank like "2", a card like "Jh" or "joker"', poker.rank, "Kh",
    { wild = "x" })
  raises("can't be wild", poker.rank, "Kh", { wild = { {} } })
  raises("can't be wild", poker.rank, "Kh", { wild = 2 })
  raises("can't be wild", poker.rank, "Kh", { wild = croupier.open("royal_pokebacc").t.deck:top() })
  raises("rank: unknown option `bugs`", poker.rank, "Kh", { wild = "2", bugs = "3" })
  raises("rank: unknown option `wilds`", poker.rank, "Kh", { wilds = "2" })
  raises("Kh appears twice", poker.rank, "Kh Kh joker", JOKER)
  raises("is not a card", poker.rank, "Kh\0 Qh")
  raises("can't be wild", poker.rank, "Kh Qh", { wild = "2\0 3" })
  raises("a function decides what is wild: give cards, not a text", poker.rank, "Kh",
    { wild = function() return true end })
  raises("`wild` is a function here, expected faces", poker.hands, 5, 10, { wild = function() return true end })
  raises("rank: more than 12 jokers", poker.rank, ("joker "):rep(13), JOKER)
  raises("odds: 3 jokers, expected at most the deck's 2", poker.odds,
    { hands = { "joker joker joker", "" }, wild = "joker" })
  raises("jokers: 2 is out of range, expected 0", poker.odds, { hands = { "Ah", "" }, jokers = 2 })
end

function TestWild.test_batches()
  local hands = poker.hands(5, 3, JOKER)
  hands:add("2h 2c 2d 2s joker")
  hands:add("Kh Kd 9c 4s joker")
  hands:add("Kh Kd 9c 4s 2s")
  local ranks = hands:ranks()
  lu.assertEquals(ranks:at(1), target "five twos")
  lu.assertEquals(ranks:at(2), poker.rank("Kh Kd 9c 4s joker", JOKER))
  lu.assertEquals(ranks:histogram(), { 0, 1, 0, 1, 0, 0, 0, 0, 0, 1 })
end

local function deck_without(text, jokers)
  local list = {}
  for rank in ("2 3 4 5 6 7 8 9 10 J Q K A"):gmatch "%S+" do
    for suit in ("cdhs"):gmatch "." do
      if not (" " .. text .. " "):find(" " .. rank .. suit .. " ", 1, true) then list[#list + 1] = rank .. suit end
    end
  end
  for _ = 1, jokers do list[#list + 1] = "joker" end
  return list
end

-- Every card that may come last, and every two: the same by going through them here.
function TestWild.test_odds_against_every_deal()
  for _, options in ipairs { { wild = "joker" }, { bug = "joker", wild = "2" } } do
    local mine, theirs, board = "Ah 2d", "7c joker", "7h 5h Ks"
    local left, won, tied, deals = deck_without(mine .. " " .. theirs .. " " .. board, 1), 0, 0, 0
    for i = 1, #left do
      for k = i + 1, #left do
        local all = board .. " " .. left[i] .. " " .. left[k]
        local a, b = poker.rank(mine, all, options), poker.rank(theirs, all, options)
        won, tied, deals = won + (a > b and 1 or 0), tied + (a == b and 1 or 0), deals + 1
      end
    end
    local question = { hands = { mine, theirs }, board = board, wild = options.wild, bug = options.bug }
    local odds = poker.odds(question)
    lu.assertTrue(odds.exact)
    lu.assertEquals(odds.deals, deals)
    lu.assertAlmostEquals(odds[1].win, won / deals, 1e-12)
    lu.assertAlmostEquals(odds[1].tie, tied / deals, 1e-12)
    question.board, question.hands[3] = "7h", ""
    local sampled = poker.odds(question)
    lu.assertFalse(sampled.exact)
    lu.assertAlmostEquals(sampled[1].share + sampled[2].share + sampled[3].share, 1, 1e-9)
  end
end

-- Sampled odds are those of going through every deal.
function TestWild.test_odds_sampled_and_exact()
  local question = { hands = { "Ah Ad", "Kc Kd" }, wild = "joker" }
  local exact = poker.odds(question)
  question.error = 0.02
  local sampled = poker.odds(question)
  lu.assertTrue(exact.exact)
  lu.assertFalse(sampled.exact)
  lu.assertAlmostEquals(sampled[1].share, exact[1].share, 0.08)
end

function TestWild.test_chance_against_every_deal()
  local goal, met, deals = target "four aces", 0, 0
  local left = deck_without("Ah Ad Ac 9h 3d", 2)
  for _, card in ipairs(left) do
    deals = deals + 1
    if poker.rank("Ah Ad Ac 9h 3d", card, JOKER) >= goal then met = met + 1 end
  end
  lu.assertEquals(met, 3)
  local question = { target = goal, cards = "Ah Ad", board = "Ac 9h 3d", wild = "joker" }
  lu.assertAlmostEquals(poker.chance(question), met / deals, 1e-12)
  local dead = {} -- two cards are left, an ace among them, and come both
  for _, card in ipairs(left) do if card ~= "As" and card ~= "2c" then dead[#dead + 1] = card end end
  lu.assertEquals(poker.chance { target = goal, cards = "Ah Ad Ac 9h 3d", board_cards = 0, hole = 5, replacements = 3,
    dead = table.concat(dead, " "), wild = "joker" }, 1)
  question.board, question.replacements = "Ac 9h 3d 4d", 1 -- an ace goes for nothing less
  lu.assertEquals(poker.chance(question), 0)
  question.cards, question.hole = "Ah 8d", 2
  lu.assertAlmostEquals((poker.chance { target = target "three aces", cards = "Ah 8d", board = "Ac 9h 3d 4d",
    replacements = 1, wild = "joker" }), 4 / 48, 1e-12)
end

-- What the functions of `poker` take for cards, and what they say of anything else.
TestCards = {}

function TestCards.test_cards_in_every_form()
  local best = poker.rank("Kh Kd 9c 4s 2s")
  lu.assertEquals(poker.rank("kh,kd", { "9C", " 4s " }, "2s", {}), best)
  lu.assertEquals(poker.rank("Kh", "Kd", "9c,4s 2s"), best)
  lu.assertEquals(poker.rank("10h 2c 3c 4c 5c"), poker.rank("Th 2d 3c 4c 5c"))
  lu.assertTrue(poker.rank("Kh Qh 9h 4h 2h") > best)
  lu.assertEquals(poker.rank("Kh Qh"), 0)
  lu.assertEquals(poker.rank(setmetatable({}, { __len = function() return 5 end,
    __index = { "Kh", "Kd", "9c", "4s", "2s" } })), best)
  lu.assertEquals(poker.rank { "Kh", "Kd", "2c", "3c", "4c", "5d", "7d", "8s", "9s" }, poker.rank("Kh Kd 9s 8s 7d"))
  lu.assertEquals(poker.best { "Kh", "Kd ", "9c", "8s", "7s" }, { "Kh", "Kd", "9c", "8s", "7s" })
  local five, rank = poker.best("8c 3d", { "8d", "4h 3c" }, "4s Ah")
  lu.assertEquals({ table.concat(five, " "), rank }, { "8c 8d 4h 4s Ah", poker.rank("8c 8d 4h 4s Ah") })
  local hand = hand_of "Kh Kd 9c 4s 2s"
  lu.assertEquals(poker.name(hand, { wild = hand:top() }), "three kings (2s as Ks)")
  lu.assertEquals(poker.name("Kh Kd 9c 4s joker", { wild = hand_of("Jr"):top() }), "three kings (joker as Ks)")
  lu.assertEquals(poker.name("Kh Kd 9c 4s 10d", { wild = "10" }), "three kings (Td as Ks)")
end

function TestCards.test_what_is_no_card()
  for _, text in ipairs { "K", "Kx", "10", "1h", "Kh!", "Khd", "jokers", "*" } do
    raises(('rank: "%s" is not a card, expected one like "Kh" or "10d"'):format(text), poker.rank, text)
  end
  raises("rank: expected cards, got nil", poker.rank, nil)
  raises("rank: expected cards, got number", poker.rank, 7)
  raises("rank: expected cards, got boolean", poker.rank, { true })
  raises("say seat.hand", poker.rank, { hand = {} })
  raises("Kh appears twice", poker.rank, "Kh Kh")
  raises("best: 1 cards, expected at least 5", poker.best, "Kh")
  raises("expected cards", poker.rank)
  local g = croupier.open("tests/fixtures/games/best_of_five", { seats = 2 })
  raises("rank: expected cards: for a seat, say seat.hand", poker.rank, g.t.seat[1])
  raises("rank: 10 cards, expected at most 9", poker.rank, "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc")
  raises("rank: unknown option `true`, expected `wild`, `bug`, `low`, `short_deck` or `from_hand`", poker.rank, "Kh",
    { [true] = "2" })
  raises("can't be wild", poker.rank, "Kh", { wild = "2x" })
  raises("can't be wild", poker.rank, "Kh", { wild = g.t.deck })
end

function TestCards.test_a_batch()
  local hands = poker.hands(5, 3)
  hands:add "Kh Qh 9h 4h 2h"
  hands:add("Kd Qh", "9h 4h 2h")
  hands:add "Kd Qh 9c 4h 2h"
  local ranks = hands:ranks()
  lu.assertEquals({ #hands, #ranks, ranks:at(1) }, { 3, 3, poker.rank("Kh Qh 9h 4h 2h") })
  lu.assertEquals(ranks:at(2), ranks:at(3))
  lu.assertEquals({ ranks:best() }, { ranks:at(1), 1 })
  lu.assertEquals(ranks:count(target "7-high flush"), 1)
  lu.assertEquals(ranks:histogram(), { 2, 0, 0, 0, 0, 1, 0, 0, 0, 0 })
  lu.assertEquals({ ranks:compare(ranks) }, { 0, 0, 3 })
  lu.assertIs(hands:ranks(ranks), ranks)
  raises("full with 3 hands", hands.add, hands, "Kd Qh 9c 4h 2h")
  raises("add: 4 cards, expected 5", hands.add, hands, "Kd Qh 9c 4h")
  raises('did you mean "add"?', function() return hands.ad end)
  raises("batch of hands expected", hands.ranks, ranks)
  raises("out of range", ranks.at, ranks, 4)
  raises("out of range", poker.hands, 4, 10)
  hands:clear()
  hands:add "Kd Qh 9c 4h 2h"
  lu.assertErrorMsgMatches(".*at: 2 is out of range, expected 1", hands:ranks().at, hands:ranks(), 2)
  hands:clear()
  lu.assertEquals({ #hands, #ranks }, { 0, 3 })
  lu.assertEquals(#hands:ranks(ranks), 0)
end

function TestCards.test_batches()
  local few, more = poker.hands(5, 1), poker.hands(5, 2)
  raises("best: there are no ranks yet", function() few:ranks():best() end)
  few:add("Kh Kd 9c 4s 2s")
  more:add("Ah Kd 9c 4s 3s")
  more:add("Kh Kd 9c 4s 3s")
  raises("ranks: 2 hands, expected at most 1 for these ranks", more.ranks, more, few:ranks())
  raises("compare: 1 ranks with 2, expected the same number", function() few:ranks():compare(more:ranks()) end)
  lu.assertEquals({ more:ranks():best() }, { poker.rank("Kh Kd 9c 4s 3s"), 2 })
end

TestOdds = {}

function TestOdds.test_fields()
  local one = poker.odds { hands = { "Ah", "" }, hole = { 2, 3 }, board = "Kc 7d 2c 3c", error = 0.02 }
  lu.assertTrue(one[1].win > 0 and one[2].win > 0)
  local two = poker.odds { hands = { "", "" }, error = 0.02, seed = 7, jobs = 2 } -- two cards each
  lu.assertFalse(two.exact)
  lu.assertAlmostEquals(two[1].share, 0.5, 0.1)
end

-- Two cards to come are gone through, seven are drawn by chance.
function TestOdds.test_exact_or_sampled()
  local exact = poker.odds { hands = { "Ah Kh", "7c 7d" }, board = "7h 5h 2s" }
  lu.assertEquals({ #exact, exact.exact, exact.deals }, { 2, true, 990 })
  lu.assertAlmostEquals(exact[1].win + exact[2].win + exact[1].tie, 1, 1e-12)
  lu.assertTrue(exact[1].share > 0.2 and exact[1].share < 0.3)
  local sampled = poker.odds { hands = { "Ah Kh", "", "" } }
  lu.assertFalse(sampled.exact)
  lu.assertTrue(sampled[1].error > 0 and sampled[1].error < 0.001)
end

-- A chance, how sure it is, and the number of replacements that is best.
function TestOdds.test_a_chance()
  local goal = target "ten-high flush"
  lu.assertEquals({ poker.chance { target = goal, cards = "Th Ts 4h 2h", board = "9h 8d 6d 4s", replacements = 1 } },
    { 9 / 44, 0, 2 })
  local chance, error, replaced = poker.chance { target = goal, hole = 4, replacements = 1 }
  lu.assertTrue(chance > 0.2 and chance < 0.4 and error <= 0.005)
  lu.assertNil(replaced)
end

function TestOdds.test_what_is_refused()
  local hands = { "Ah Kh", "7c 7d" }
  raises("odds: expected `hands`, a list with each hand's cards", poker.odds, { board = "Ah" })
  raises("odds: the number of hands is 11, expected 2 to 10", poker.odds,
    { hands = { "", "", "", "", "", "", "", "", "", "", "" } })
  raises("odds: the number of hands is 1, expected 2 to 10", poker.odds, { hands = { "Ah Kh" } })
  raises("Ah appears twice", poker.odds, { hands = { "Ah Kh", "Ah 2c" } })
  raises("expected 5 to 9", poker.odds, { hands = { "Ah", "" }, board_cards = 3 })
  raises("error: 0.0 is out of range", poker.odds, { hands = hands, error = 0 })
  raises("hand 1 has 6 cards", poker.odds, { hands = { "2c 3c 4c 5c 6c 7c", "" } })
  raises("at most 4", poker.odds, { hands = { "Ah", "" }, board_cards = 4, board = "2c 3c 4c 5c 6c" })
  raises("error: 2.0 is out of range, expected 0.0001 to 1", poker.odds, { hands = hands, error = 2 })
  raises("is out of range, expected 0.0001 to 1", poker.odds, { hands = hands, error = 0 / 0 })
  raises("hole: 0 is out of range, expected 1 to 5", poker.odds, { hands = hands, hole = 0 })
  raises("hole: 6 is out of range, expected 1 to 5", poker.odds, { hands = hands, hole = { 2, 6 } })
  raises("odds: cards to come: 9, expected no more than the deck still has", poker.odds, { hands = { "", "" },
    dead = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad " ..
      "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah 2s 3s 4s 5s 6s 7s" })
  local goal = target "pair of 2s"
  for _, none_such in ipairs { -1, 0 } do
    raises("chance: expected `target`, from poker.target", poker.chance, { target = none_such, cards = "Ah Kh" })
  end
  raises("cards in a hand plus those on the board: 2, expected 5 to 9", poker.chance,
    { target = target "pair of 2s", cards = "Ah Kh", board_cards = 0 })
  raises("chance: expected `target`, from poker.target", poker.chance, { target = 3 << 30, cards = "Ah Kh" })
  raises("chance: 2 cards and 0 on the board, expected at most 1 and 4", poker.chance,
    { target = goal, cards = "Ah Kh", hole = 1 })
  raises("chance: 2 cards and 2 on the board, expected at most 2 and 1", poker.chance,
    { target = goal, cards = "Ah Kh", board = "2c 3c", board_cards = 1 })
  raises("replacements: 6 is out of range", poker.chance, { target = goal, cards = "Kh", replacements = 6 })
  raises("expected 1 to 5", poker.chance, { target = goal })
  raises("expected 1 to 5", poker.chance, { target = goal, board_cards = 5 })
  raises("chance: cards in a hand plus those on the board: 4, expected 5 to 9", poker.chance,
    { target = goal, cards = "Ah Kh", board_cards = 2 })
  raises("hole: 39 is out of range, expected 1 to 5", poker.chance, { target = goal, -- as many as the cards are
    cards = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad " ..
      "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah" })
  raises("chance: 1 jokers, expected at most the deck's 0", poker.chance,
    { target = goal, cards = "Ah joker", wild = "joker", jokers = 0 })
end
