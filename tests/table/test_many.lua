-- Families of piles and pools: `many`, by tests/fixtures/games/blackjack and games of a
-- few lines.

local GAME = "tests/fixtures/games/blackjack"

TestFamilies = {}

local function practice(more)
  local declaration = { deck = "standard", seats = 2, rules = { slots = { 3, "slots", min = 0, max = 9 } },
    piles = { row = many("everyone", "slots"), seat = { hands = many("owner", 2) } },
    pools = { pots = many(5, 2), seat = { stakes = many(secret(1), "slots") } } }
  for key, value in pairs(more or {}) do declaration[key] = value end
  return croupier.practice(declaration)
end

function TestFamilies.test_indexed_and_counted_like_a_list()
  local t = practice()
  lu.assertEquals({ #t.row, #t.seat[1].hands, #t.pots, #t.seat[2].stakes }, { 3, 2, 2, 3 })
  t.deck:deal(2, t.row[2])
  local counts = {}
  for i, pile in ipairs(t.row) do counts[i] = #pile end
  lu.assertEquals(counts, { 0, 2, 0 })
  lu.assertNil(t.row[4])
  lu.assertEquals({ tostring(t.row[2]), tostring(t.seat[1].hands[1]) }, { "the row 2", "Anna's hand 1" })
  t.pots[1]:pay(2, t.seat[1].stakes[3])
  lu.assertEquals({ t.pots[1]:amount(), t.seat[1].stakes[3]:amount(), t.seat[2].stakes[3]:amount() }, { 3, 3, 1 })
  lu.assertErrorMsgContains("can't change", function() t.row[1] = t.row[2] end)
end

function TestFamilies.test_the_number_may_be_a_rule()
  lu.assertEquals(#practice { rules = { slots = { 0, "slots", min = 0, max = 9 } } }.row, 0)
  local g = croupier.open(GAME, { seats = 1, rules = { most_hands = 2 } })
  lu.assertEquals({ #g.t.seat[1].hands, #g.t.seat[1].stakes }, { 2, 2 })
end

function TestFamilies.test_what_can_be_wrong()
  local function no_practice(sentence, piles)
    lu.assertErrorMsgContains(sentence, function() practice { piles = piles } end)
  end
  no_practice("`row`: many: expected a whole number from 0 to 64, or the name", { row = many("everyone", -1) })
  no_practice("`row`: many: expected a whole number from 0", { row = many("everyone") })
  no_practice("pile `row` faces evryone", { row = many("evryone", 3) })
  no_practice("`row`: `many` names a rule `slot` that doesn't exist, did you mean `slots`?",
    { row = many("everyone", "slot"), seat = {} })
end

function TestFamilies.test_each_sees_what_it_may()
  local g = croupier.open(GAME, { seats = 2, seed = "1" })
  g:run("play")
  g:view(g.t.seat[2], function(table, me)
    lu.assertEquals({ #me.hands, #table.seat[1].hands, #me.hands[1] }, { 4, 4, 2 })
    lu.assertNil(table.seat[1].hands[1]:top().hidden)
    lu.assertEquals(me.stakes[1]:amount(), 2)
  end)
  lu.assertStrContains(table.concat(g:screen(g.t.seat[1]), "\n"), "stakes 2/0/0/0")
  lu.assertStrContains(table.concat(g:screen(g.t.seat[1]), "\n"), "hand 1: ")
end

function TestFamilies.test_kept_restored_and_gathered()
  local g = croupier.open(GAME, { seats = 2, seed = "1", rules = { rounds = 1 } })
  g:run("players")
  local before, hash = g:snapshot(), g:hash()
  g:play("random")
  g:restore(before)
  lu.assertEquals({ g:hash(), #g.t.seat[1].hands[1], g.t.seat[2].stakes[1]:amount() }, { hash, 2, 2 })
  g.t:gather(g.t.shoe)
  lu.assertEquals(#g.t.shoe, 208)
end

function TestFamilies.test_a_leaver_says_where_they_go_once_for_all()
  local t = practice { seats = { 1, 2 }, joining = true, state = {} }
  local olaf = t:join { name = "Olaf" }
  t.deck:deal(1, olaf.hands[1])
  t.deck:deal(1, olaf.hands[2])
  lu.assertErrorMsgContains("leave: Olaf has 1 card in hand 1: say where it goes", function() olaf:leave() end)
  olaf:leave { hands = t.deck, stakes = t.pots[1] }
  lu.assertEquals({ #t.deck, t.pots[1]:amount() }, { 52, 8 })
end

TestBlackjack = {}

local function dealt(shoe, options)
  options = options or {}
  options.seats, options.seed = options.seats or 1, "1"
  local g = croupier.open(GAME, options)
  g:step()
  g.t:gather(g.t.shoe)
  g:place(shoe, g.t.shoe)
  return g
end

function TestBlackjack.test_a_pair_is_split_into_hands_with_a_stake_each()
  local g = croupier.open(GAME, { seats = 1, seed = "1", rules = { rounds = 1 } })
  g:step()
  local seat = g.t.seat[1]
  g.t:gather(g.t.shoe)
  g:place("8h 8s", seat.hands[1])
  g:place("10c", g.t.bank_hand)
  g:place("7d 2c 3c 10d", g.t.shoe) -- the last is drawn first
  g:run()
  lu.assertEquals(g:question().options, { "stand", "hit", "double", "split" })
  g:answer("split")
  lu.assertEquals({ #seat.hands[1], #seat.hands[2] }, { 2, 2 })
  lu.assertEquals({ seat.stakes[1]:amount(), seat.stakes[2]:amount(), seat.chips:amount() }, { 2, 2, 96 })
  lu.assertEquals({ g.t:points(seat.hands[1]), (g.t:points(seat.hands[2])) }, { 18, 11 })
  g:answer("stand")
  lu.assertStrContains(g:question().text, "Hand 2 of 11 points")
  g:answer("double")
  lu.assertEquals(g.status == "question" and g:question().name or g:run(), "finished")
  lu.assertEquals(g.t.bank:amount() + seat.chips:amount(), 100)
end

function TestBlackjack.test_no_more_hands_than_the_rule()
  local g = croupier.open(GAME, { seats = 1, seed = "1", rules = { most_hands = 1 } })
  g:step()
  g.t:gather(g.t.shoe)
  g:place("8h 8s", g.t.seat[1].hands[1])
  g:run()
  lu.assertEquals(g:question().options, { "stand", "hit", "double" })
end

function TestBlackjack.test_points_and_a_natural()
  local g = dealt("2c")
  local t, hand = g.t, g.t.seat[1].hands[1]
  local function points(cards)
    t:gather(t.shoe)
    g:place(cards, hand)
    return (t:points(hand))
  end
  lu.assertEquals({ points("Ah Kd"), points("Ah As 9d"), points("Ah As 9d Kc"), points("Kh Qh 2c") },
    { 21, 21, 21, 22 })
  points("Ah Kd")
  lu.assertTrue(t:is_natural(t.seat[1]))
  g:place("10c 9c", t.bank_hand)
  lu.assertEquals(t:halves(t.seat[1], 1), 5)
end
