-- Poker of other kinds from scripts: low hands, short deck, cards taken from hand and board; their names, batches and
-- odds. That the ranks are right is in tests/core/test_handrank_orders.c.

local tools = dofile "tests/tools.lua"
local raises = lu.assertErrorMsgContains

local RAZZ, DEUCE, EIGHT = { low = "ace_to_five" }, { low = "deuce_to_seven" }, { low = "eight_or_better" }
local SHORT, OMAHA = { short_deck = true }, { from_hand = 2 }
local OMAHA_LOW = { from_hand = 2, low = "eight_or_better" }

TestKinds = {}

function TestKinds.test_names()
  for cards, name in pairs {
    ["5h 4h 3d 2s Ah"] = "wheel", ["8h 6c 4d 3s Ah Kd Kc"] = "eight-six low", ["Kh Kc Qd Qs Qc Jd Jc"] = "two pair, " ..
      "queens and jacks", ["Ah Ac 2d 3s 4c"] = "pair of aces", ["6h 5h 4h 3h 2h"] = "six-five low",
    ["4h 4c 4d 4s 2h"] = "four fours", ["Ah Ac Ad 2h 2c"] = "aces full of twos", ["Kh Qc Jd Ts 9h"] = "king-queen low",
  } do
    lu.assertEquals(poker.name(cards, RAZZ), name, cards)
    lu.assertEquals(poker.name(poker.rank(cards, RAZZ)), name, cards)
  end
  for cards, name in pairs {
    ["7h 5c 4d 3s 2h"] = "seven-five low", ["Ah 5c 4d 3s 2h"] = "ace-five low",
    ["6h 5c 4d 3s 2h"] = "six-high straight",
    ["Ah 5h 4h 3h 2h"] = "ace-high flush", ["6h 5h 4h 3h 2h"] = "six-high straight flush",
    ["6h 5c 4d 3s 2h 2c"] = "pair of twos", ["6h 5c 4d 3s 2h Kc"] = "king-five low",
    ["Ah Ac 2d 3s 4c"] = "pair of aces",
  } do lu.assertEquals(poker.name(cards, DEUCE), name, cards) end
  lu.assertEquals(poker.name("8h 7c 6d 5s 4h", EIGHT), "eight-seven low")
  lu.assertEquals(poker.name("9h 7c 6d 5s 4h", EIGHT), "no low")
  lu.assertEquals(poker.name("8h 8c 6d 5s 4h", EIGHT), "no low")
  lu.assertEquals(poker.name("Ah 9c 8d 7h 6s", SHORT), "nine-high straight")
  lu.assertEquals(poker.name("Ah 9h 8h 7h 6h", SHORT), "nine-high straight flush")
  lu.assertEquals(poker.name("Ah Kh Qh Jh Th", SHORT), "royal flush")
end

function TestKinds.test_one_option_for_all()
  local flush, house = poker.rank("6h 8h Th Jh Kh", SHORT), poker.rank("Ah Ac Ad Kh Kc", SHORT)
  lu.assertTrue(flush > house)
  lu.assertEquals({ poker.category(flush) }, { "flush", 6 })
  lu.assertEquals({ poker.category(house) }, { "full house", 7 })
  lu.assertEquals({ poker.values(house) }, { 14, 13 })
  lu.assertEquals({ poker.values(poker.rank("8h 6c 4d 3s Ah Kd Kc", EIGHT)) }, { 8, 6 })
  lu.assertEquals({ poker.values(poker.rank("5h 4c 3d 2s Ah", RAZZ)) }, { 5, 4 })
  lu.assertEquals({ poker.values(poker.rank("Ah Ac 3d 2s 5h", RAZZ)) }, { 14 })
  lu.assertEquals(poker.category(poker.rank("5h 4c 3d 2s Ah", RAZZ)), "high card")
  local five, rank, stands = poker.best("Ah 9c 8d 7h 6s Kd Kc", SHORT)
  lu.assertEquals(five, { "9c", "8d", "7h", "6s", "Ah" })
  lu.assertEquals({ rank, stands }, { poker.rank("Ah 9c 8d 7h 6s Kd Kc", SHORT), five })
  lu.assertEquals(poker.best("7h 7c 5h 4h 3h 2h Kd", DEUCE), { "7c", "5h", "4h", "3h", "2h" })
  lu.assertEquals(poker.best("Ah Ac 2d 2s 3h 4h Kd", RAZZ)[1], "Kd")
  lu.assertEquals({ poker.best("Ah 2c 3d 4s 9h", EIGHT) }, { nil, 0 })
  lu.assertEquals(poker.rank("5h 4c 3d 2s", RAZZ), 0)
end

function TestKinds.test_hand_and_board()
  local g = croupier.open("tests/fixtures/games/best_of_five", { seats = 2, seed = "1" })
  local hand = g.t.seat[1].hand
  lu.assertEquals(poker.name("Ah Kh Qd Jc", "Th 9h 8c 4h 2s", OMAHA), "ace-high flush")
  lu.assertEquals(poker.name("Ah Kd Qd Jc", "Th 9h 8h 4h 2s", OMAHA), "queen-high straight") -- one heart is no flush
  lu.assertEquals(poker.best("Ah Kd Qd Jc", "Th 9h 8h 4h", "2s", OMAHA), { "Qd", "Jc", "Th", "9h", "8h" })
  lu.assertEquals(poker.name("As Ac Ad Ah", "Ks Kc 2d 3d 4d", OMAHA), "two pair, aces and kings")
  lu.assertEquals(poker.name("5h 5c 2d Ah", "4s 3h 8h Kd Kc", OMAHA_LOW), "eight-four low")
  lu.assertEquals(poker.name("5h 5c 2d Ah", "Qs 3h 8h Kd Kc", OMAHA_LOW), "no low")
  lu.assertEquals(poker.rank("5h 5c 2d Ah", "Qs 3h", OMAHA), 0)
  lu.assertEquals(poker.name("5h 5c 2d Ah", "Qs 3h", OMAHA), "no hand")
  lu.assertEquals({ poker.best("5h 5c 2d Ah", "Qs 3h", OMAHA) }, { nil, 0 })
  lu.assertEquals(poker.name("Ah 6h 6c 9d", "9h 8c 7s Kd Kc", { from_hand = 2, short_deck = true }),
    "nine-high straight")
  lu.assertEquals(poker.name("2h 9d", "2c 2d 2s Kd Kc", { from_hand = 1 }), "four twos")
  lu.assertEquals(poker.rank(hand, "", OMAHA), 0)
  raises("rank: expected cards: for a seat, say seat.hand", poker.rank, "Kh", g.t.seat[1]) -- no options
end

function TestKinds.test_what_does_not_go_together()
  local five = "Ah Kh Qh Jh Th"
  local none = "rank: wild cards don't go with other options"
  raises(none, poker.rank, five, { low = "ace_to_five", wild = "2" })
  raises(none, poker.rank, five, { short_deck = true, bug = "joker" })
  raises(none, poker.rank, five, "2c", { from_hand = 2, wild = function() return true end })
  raises("rank: `low` and `short_deck` don't go together", poker.rank, five, { low = "ace_to_five", short_deck = true })
  raises('rank: `low` is razz, expected "ace_to_five", "deuce_to_seven" or "eight_or_better"', poker.rank, five,
    { low = "razz" })
  raises("rank: `low` is 5, expected", poker.rank, five, { low = 5 })
  raises("rank: `short_deck` is 36, expected true or false", poker.rank, five, { short_deck = 36 })
  raises("name: 5h isn't in a short deck, expected sixes to aces", poker.name, "Ah Kh Qh Jh 5h", SHORT)
  for _, from in ipairs { 0, 5, "two", 2.5 } do
    raises(("rank: `from_hand` is %s, expected 1, 2, 3 or 4"):format(from), poker.rank, five, { from_hand = from })
  end
  raises("rank: with `from_hand`, expected the hand, then the board", poker.rank, five, OMAHA)
  raises("rank: more than 6 cards in the hand or 5 on the board", poker.rank, "2h 3h 4h 5h 6h 7h 8h",
    "9h", OMAHA)
  raises("rank: Ah appears twice", poker.rank, "Ah Kh", "Ah", OMAHA)
  raises("hands: a batch has no board for `from_hand`", poker.hands, 5, 1, OMAHA)
  for name, call in pairs { lower = function(rank) poker.lower(rank, 1) end, named = poker.named,
    degree = function(rank) poker.degree(rank, rank) end } do
    for _, options in ipairs { RAZZ, SHORT } do
      raises(name .. ": expected a rank of the usual order of hands", call, poker.rank("Ah Kh Qh Jh 9h", options))
    end
  end
  raises("chance: expected `target`", poker.chance, { target = poker.rank("2c 3d 4h 5s 7d", RAZZ), cards = "Ah Kh" })
  raises("chance: unknown field `low`", poker.chance, { target = 1, cards = "Ah Kh", low = "ace_to_five" })
end

function TestKinds.test_batches()
  local deck = {}
  for _, suit in ipairs { "c", "d", "h", "s" } do
    for rank in ("23456789TJQKA"):gmatch "." do deck[#deck + 1] = rank .. suit end
  end
  local stream = rng.new "kinds"
  for _, options in ipairs { RAZZ, DEUCE, EIGHT, SHORT } do
    for cards = 5, 9 do
      local hands, want = poker.hands(cards, 100, options), {}
      for i = 1, 100 do
        local list = {}
        stream:shuffle(deck)
        for _, card in ipairs(deck) do
          if #list < cards and not (options == SHORT and card:find "^[2-5]") then list[#list + 1] = card end
        end
        hands:add(list)
        want[i] = poker.rank(list, options)
      end
      local ranks = hands:ranks()
      for i = 1, 100 do lu.assertEquals(ranks:at(i), want[i]) end
    end
  end
  raises("add: 2c isn't in a short deck", poker.hands(5, 1, SHORT).add, poker.hands(5, 1, SHORT), "2c 7c 8c 9c Tc")
end

-- A table of options at the top of a file is made constant, and may still be read.
function TestKinds.test_options_that_are_constant()
  local g = tools.open([[
local OMAHA, WILD = { from_hand = 2 }, { wild = "joker" }
return game { title = "X", seats = { 1, 2 }, deck = "standard", order = { "one" },
  one = function(t)
    t:say("%s, %s", poker.name("Ah Kh Qd Jc", "Th 9h 8c 4h 2s", OMAHA), poker.name("Kh Kd 9c 4s joker", WILD))
    t:finish()
  end }]])
  g:run()
  lu.assertStrContains(tools.said(g), "ace-high flush, three kings (joker as Ks)")
end

TestKindsOdds = {}

local RANKS, SUITS = { "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A" }, { "c", "d", "h", "s" }

-- Calls fn for each card that isn't in the text, from rank number `least` up.
local function each_card(seen, least, fn)
  for i = least, 13 do
    for _, suit in ipairs(SUITS) do
      if not seen:find(RANKS[i] .. suit, 1, true) then fn(RANKS[i] .. suit) end
    end
  end
end

-- Which of the ranks decide a pot: the first, and of its halves the second unless nobody has such a hand.
local function halves(ranks)
  local second = ranks[2]
  if second and second[1] == 0 and second[2] == 0 then return { ranks[1], ranks[1] } end
  return ranks
end

-- The odds of one card to come, and those of every deal.
local function check_river(hands, board, least, options, rules)
  local question, deals, parts, won, tied = { hands = hands, board = board }, 0, 0, { 0, 0 }, 0
  for field, value in pairs(options) do question[field] = value end
  each_card(table.concat(hands, " ") .. " " .. board, least, function(card)
    local ranks, all = {}, board .. " " .. card
    for i, rule in ipairs(rules) do ranks[i] = { poker.rank(hands[1], all, rule), poker.rank(hands[2], all, rule) } end
    deals = deals + 1
    for _, part in ipairs(halves(ranks)) do
      parts = parts + 1
      if part[1] == part[2] then tied = tied + 1 end
      for h = 1, 2 do if part[h] > part[3 - h] then won[h] = won[h] + 1 end end
    end
  end)
  local odds = poker.odds(question)
  lu.assertEquals({ odds.exact, odds.deals }, { true, deals })
  for h = 1, 2 do
    lu.assertAlmostEquals(odds[h].share, (won[h] + tied / 2) / parts, 1e-12)
    lu.assertAlmostEquals(odds[h].win, won[h] / parts, 1e-12)
    lu.assertAlmostEquals(odds[h].tie, tied / parts, 1e-12)
    lu.assertEquals(odds[h].error, 0)
  end
end

function TestKindsOdds.test_every_river()
  local omaha, board = { "Ah 2h 3c Kd", "As 4d Qd Js" }, "5h 4c Kh 8d"
  check_river(omaha, board, 1, { from_hand = 2 }, { OMAHA })
  check_river(omaha, board, 1, { from_hand = 2, split = "eight_or_better" }, { OMAHA, OMAHA_LOW })
  check_river(omaha, board, 1, { from_hand = 2, low = "ace_to_five" }, { { from_hand = 2, low = "ace_to_five" } })
  check_river({ "Ah 9d", "9c 9s" }, "6h 7h 8d Ks", 5, { short_deck = true }, { SHORT })
  check_river({ "Ah Ad", "3c 2s" }, "3h 7h 8d Ks", 1, { split = "ace_to_five" }, { {}, RAZZ })
  check_river({ "Ah 6d", "7c 2s" }, "5h 3h 4d Ks", 1, { low = "deuce_to_seven" }, { DEUCE })
end

local function check_sampled(question)
  local rough, exact = { error = 0.02 }, poker.odds(question)
  for field, value in pairs(question) do rough[field] = value end
  local sampled = poker.odds(rough)
  lu.assertEquals({ exact.exact, sampled.exact }, { true, false })
  for h, one in ipairs(sampled) do
    lu.assertTrue(one.error > 0 and one.error <= 0.02)
    lu.assertAlmostEquals(one.share, exact[h].share, 5 * one.error)
    lu.assertAlmostEquals(one.win, exact[h].win, 0.1)
  end
end

function TestKindsOdds.test_sampled()
  check_sampled({ hands = { "Ah Kh", "9c 9d" }, short_deck = true })
  check_sampled({ hands = { "Ah 2h 3h", "4c 5d 6s" }, hole = 5, board_cards = 0, low = "ace_to_five" })
  local question = { hands = { "Ah 2h 3c Kd", "Qs Qc Jd Ts", "" }, from_hand = 2, split = "eight_or_better" }
  local odds = poker.odds(question)
  question.jobs = 3
  lu.assertEquals(poker.odds(question), odds)
  lu.assertAlmostEquals(odds[1].share + odds[2].share + odds[3].share, 1, 1e-9)
end

function TestKindsOdds.test_what_is_refused()
  local hands = { "Ah Kh", "7c 7d" }
  for field, value in pairs { low = "ace_to_five", short_deck = true, wild = "2" } do
    raises("odds: `split` goes with `from_hand` only", poker.odds, { hands = hands, split = "ace_to_five",
      [field] = value })
  end
  raises("odds: `split` is low, expected", poker.odds, { hands = hands, split = "low" })
  raises("odds: wild cards don't go with", poker.odds, { hands = hands, wild = "2", from_hand = 2 })
  raises("odds: 5h isn't in a short deck", poker.odds, { hands = hands, short_deck = true, board = "5h" })
  raises("odds: fewer than 2 cards in a hand or 3 on the board", poker.odds,
    { hands = hands, from_hand = 2, board_cards = 2 })
  raises("odds: unknown field `shortdeck`, did you mean `short_deck`?", poker.odds, { hands = hands, shortdeck = true })
end
