-- Blackjack: points, what is paid, splits and the dealer; and the basic strategy worked out in strategy.lua beside the one
-- that is printed for four to eight decks.

local tools = dofile "tests/tools.lua"
local open = tools.opener("tests/unseen/blackjack", { seats = 1, seed = "1" })

local strategy = dofile "tests/unseen/blackjack/strategy.lua"

local cards = dofile "tests/unseen/cards.lua"(open().t.shoe)

TestPoints = {}

function TestPoints.test_an_ace_counts_eleven_while_it_can()
  local t = open().t
  for names, points in pairs { ["As 6h"] = { 17, true }, ["As 6h Kd"] = { 17, false }, ["As Ah"] = { 12, true },
    ["As Ah 9c"] = { 21, true }, ["As Kd"] = { 21, true }, ["Ks Qd 2c"] = { 22, false }, ["5s 6d"] = { 11, false },
    ["As 5h 5d"] = { 21, true }, ["As Ah Ad Ac 7h"] = { 21, true } } do
    lu.assertEquals({ names, t:points(cards(names)) }, { names, points[1], points[2] })
  end
end

-- For two chips: lost 0, push 2, won 4, a natural 5.
function TestPoints.test_what_is_paid()
  local t = open().t
  for _, row in ipairs { { "As Kd", "Ks 9d", 5 }, { "As Kd", "Ah Qd", 2 }, { "7s 7d 7h", "Ah Qd", 0 },
    { "As Kd", "7s 7d 7h", 5 }, { "Ks 9d", "Qs 8d", 4 }, { "Ks 9d", "Qs 9c", 2 }, { "Ks 8d", "Qs 9c", 0 },
    { "Ks 2d", "Qs 6c 8d", 4 }, { "Ks 6d 8h", "Qs 6c 8d", 0 } } do
    lu.assertEquals({ row[1], row[2], t:pays(cards(row[1]), cards(row[2]), false) }, row)
  end
  lu.assertEquals(t:pays(cards "As Kd", cards "7s 7d 7h", true), 2) -- of a split it is no natural
end

TestHands = {}

-- A hand dealt from the top of the shoe: two cards, the upcard, the hole, and what is drawn.
local function sit(stack, answers)
  local g = croupier.open("tests/unseen/blackjack", { seats = 1, seed = "1", stack = stack, rules = { hands = 1 } })
  local options
  for _, answer in ipairs(answers) do
    lu.assertEquals(g:run(), "question")
    options = #g:question().options
    lu.assertTrue(g:answer(answer))
  end
  lu.assertEquals(g:run(), "finished")
  return g.t.seat[1].chips:amount() - 1000, options
end

function TestHands.test_hit_stand_double()
  lu.assertEquals(sit("Kh 2d 6s Kc 8h 9h", { "hit", "stand" }), 2) -- twenty; the dealer busts with 25
  lu.assertEquals(sit("Kh 2d 6s Kc Qh", { "hit" }), -2)
  lu.assertEquals(sit("6h 5d 6s Kc Qh Ac", { "double" }), 4) -- 21 against 17
  lu.assertEquals(sit("6h 5d 6s Kc 2h Ac", { "double" }), -4)
  lu.assertEquals(sit("Kh 9d 9s Kc", { "stand" }), 0)
end

function TestHands.test_naturals_ask_nothing()
  lu.assertEquals(sit("Kh Ad 6s Kc 5d", {}), 3)
  lu.assertEquals(sit("Kh 9d As Kc", {}), -2) -- the dealer has looked
  lu.assertEquals(sit("Kh Ad As Kc", {}), 0)
end

function TestHands.test_the_dealer_stands_on_a_soft_seventeen()
  lu.assertEquals(sit("Kh 8d 6s Ac", { "stand" }), 2)
  lu.assertEquals(sit("Kh 8d 6s 5c Ah 6d", { "stand" }), 0) -- 12 is hard: the six makes eighteen
end

function TestHands.test_split()
  local chips, options = sit("8h 8d 6s Kc 3h Kd Qh 9s", { "split", "double", "stand" })
  lu.assertEquals({ chips, options }, { 6, 3 }) -- 21 doubled and 18 against a bust; not to be split again
  lu.assertEquals(sit("Ah Ad 6s Kc 2h 3h 9s", { "split" }), 4) -- aces get a card each and stand
end

TestStrategy = {}

local COLUMNS = { 2, 3, 4, 5, 6, 7, 8, 9, 10, 1 }

-- The table of the books for four to eight decks, the dealer standing on a soft 17, doubling after a split: a letter
-- for each upcard from the two to the ace.
function TestStrategy.test_the_table_of_the_books()
  local act = { H = "hit", S = "stand", D = "double", P = "split" }
  for hand, row in pairs {
    ["3 5"] = "HHHHHHHHHH", ["3 6"] = "HDDDDHHHHH", ["4 6"] = "DDDDDDDDHH", ["5 6"] = "DDDDDDDDDH",
    ["10 2"] = "HHSSSHHHHH", ["10 3"] = "SSSSSHHHHH", ["9 5"] = "SSSSSHHHHH", ["9 6"] = "SSSSSHHHHH",
    ["10 6"] = "SSSSSHHHHH", ["10 7"] = "SSSSSSSSSS", ["1 2"] = "HHHDDHHHHH", ["1 3"] = "HHHDDHHHHH",
    ["1 4"] = "HHDDDHHHHH", ["1 5"] = "HHDDDHHHHH", ["1 6"] = "HDDDDHHHHH", ["1 7"] = "SDDDDSSHHH",
    ["1 8"] = "SSSSSSSSSS", ["1 9"] = "SSSSSSSSSS", ["1 1"] = "PPPPPPPPPP", ["2 2"] = "PPPPPPHHHH",
    ["3 3"] = "PPPPPPHHHH", ["4 4"] = "HHHPPHHHHH", ["5 5"] = "DDDDDDDDHH", ["6 6"] = "PPPPPHHHHH",
    ["7 7"] = "PPPPPPHHHH", ["8 8"] = "PPPPPPPPPP", ["9 9"] = "PPPPPSPPSS", ["10 10"] = "SSSSSSSSSS" } do
    local pair = {}
    for count in hand:gmatch "%d+" do pair[#pair + 1] = math.tointeger(count) end
    local acts = { "hit", "stand", "double", pair[1] == pair[2] and "split" or nil }
    for i, up in ipairs(COLUMNS) do
      local best = strategy.best(pair, up, acts)
      lu.assertEquals({ hand, up, best }, { hand, up, act[row:sub(i, i)] })
    end
  end
end

-- A hard 16 against a ten, the closest of all; three small cards turn it (Griffin, The Theory of Blackjack).
function TestStrategy.test_values_of_the_books()
  local worth = strategy.worth({ 10, 6 }, 10)
  lu.assertAlmostEquals(worth.stand, -0.540, 0.003)
  lu.assertAlmostEquals(worth.hit, -0.535, 0.003)
  lu.assertEquals({ strategy.best({ 10, 6 }, 10, { "hit", "stand" }) }, { "hit", worth })
  lu.assertEquals((strategy.best({ 5, 5, 6 }, 10, { "hit", "stand" })), "stand")
end
