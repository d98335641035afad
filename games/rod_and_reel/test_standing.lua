-- Who wins, and when: the five victory conditions, what ends a contest, heats.

local testing = require "rod_and_reel.testing"

local open, finish, said = testing.open, testing.finish, testing.said
local fishers, places, two = testing.fishers, testing.places, testing.two
local no_values = testing.no_values

-- Victory -------------------------------------------------------------------

TestVictory = {}

function TestVictory:test_biggest_with_countback()
  lu.assertEquals(places("biggest", { 40, 90 }, { 95 }, { 90, 50, 1 },
    { 90, 50 }, {}), { 4, 1, 2, 3, 5 })
end

function TestVictory:test_a_tie_that_is_left_is_shared()
  lu.assertEquals(places("biggest", { 40, 90 }, { 90, 40 }, { 20 }),
    { 1, 1, 3 })
  lu.assertEquals(places("total", { 40, 90 }, { 130 }, { 20 }), { 1, 1, 3 })
end

function TestVictory:test_total()
  lu.assertEquals(places("total", { 40, 40, 40 }, { 100 }, {}), { 1, 2, 3 })
end

function TestVictory:test_first_fish()
  lu.assertEquals(places("first", { 20, 99, hand = 2, fish = 20 },
    { 50, hand = 2, fish = 50 }, { 30, hand = 1, fish = 30 }, {}),
    { 3, 2, 1, 4 })
end

function TestVictory:test_first_of_weight()
  lu.assertEquals(places("first_of_weight",
    { 20, 70, hand = 4, fish = 70 }, { 50 }, { 55 },
    { 65, hand = 3, fish = 65 }), { 2, 4, 3, 1 })
end

function TestVictory:test_first_to_total()
  lu.assertEquals(places("first_to_total", { 100, 60, hand = 5 },
    { 90, 90, hand = 5 }, { 120 }, { 150, hand = 4 }), { 3, 2, 4, 1 })
end

function TestVictory:test_first_ends_with_the_hand_and_size_decides()
  local g = two("first", {})
  local result = finish(g, { second_discard = no_values })
  lu.assertEquals(g.t.hand, 1)
  lu.assertEquals({ result[1].score, result[2].score }, { 93, 40 })
  lu.assertEquals({ result[1].place, result[2].place }, { 1, 2 })
  lu.assertEquals(result[1].seat.number, 2)
end

function TestVictory:test_first_of_weight_ends_with_the_hand()
  local g = two("first_of_weight", { minimum_fish = 93 })
  local result = finish(g, { second_discard = no_values })
  lu.assertEquals(g.t.hand, 1)
  lu.assertEquals(result[1].score, 93)
end

function TestVictory:test_first_to_total_ends_with_the_hand()
  local g = two("first_to_total", { goal_total = 40 })
  local result = finish(g, { second_discard = no_values })
  lu.assertEquals(g.t.hand, 1)
  lu.assertEquals({ result[1].score, result[2].score }, { 93, 40 })
end

function TestVictory:test_biggest_and_total_fish_every_hand()
  for _, victory in ipairs { "biggest", "total" } do
    local g = two(victory, { hands = 4 })
    finish(g)
    lu.assertEquals(g.t.hand, 4)
  end
end

-- What wins, in the unit that is meant.
function TestVictory:test_what_wins_is_on_the_screen()
  local function is_headed(rules, words)
    local g = open { seats = 1, rules = rules }
    g:run()
    lu.assertStrContains(g:screen(g.t.seat[1])[1], words)
  end
  is_headed({ victory = "first_of_weight" }, "the first fish of 60 points or more wins")
  is_headed({ victory = "first_of_weight", thresholds = "weight", minimum_fish = 6 },
    "the first fish of 6 lb (60 points) or more wins")
  is_headed({ victory = "first_to_total", thresholds = "weight", goal_total = 4, divisor = 0.5 },
    "the first total of 4 lb (2 points) or more wins")
  is_headed({ mode = "foraging", goal = "weight", goal_amount = 12 }, "wanted: 12 lb (120 points)")
  is_headed({ mode = "foraging", goal_amount = 2 }, "wanted: 2 fish")
end

function TestVictory:test_nobody_wins_without_a_fish()
  local g = open { seats = 3, rules = { hands = 2 } }
  local result = finish(g, { fish = "no score" })
  for _, record in ipairs(result) do lu.assertEquals(record.place, 2) end
end

function TestVictory:test_nobody_wins_when_nobody_qualifies()
  local g = two("first_of_weight", { minimum_fish = 500, hands = 1 })
  local result = finish(g, { second_discard = no_values })
  lu.assertEquals({ result[1].place, result[2].place }, { 2, 3 })
  lu.assertEquals(result[1].score, 93)
end

function TestVictory:test_countback_is_told_as_far_as_anybody_has_fish()
  local t = open({ seats = 2 }).t
  t.seat[1].catch, t.seat[1].best = { 40, 90 }, 90
  lu.assertEquals({ t:figures_named(), t:figures(t.seat[1]), t:figures(t.seat[2]) },
    { { "biggest fish", "second best" }, { 90, 40 }, { 0, 0 } })
end

function TestVictory:test_no_bait_where_there_is_one_hand()
  local g = open { seats = 2, rules = { hands = 1 } }
  finish(g, { bait = function() error "asked" end })
end

-- Heats ---------------------------------------------------------------------

TestHeats = {}

function TestHeats:test_tables_are_as_even_as_possible()
  local t = open({ seats = 17, rules = { heats = true } }).t
  t:sign_on()
  t:draw_tables()
  local sizes = {}
  for i, list in ipairs(t.waiting) do sizes[i] = #list end
  lu.assertEquals(sizes, { 6, 6, 5 })
  lu.assertFalse(t.final)
end

-- Nine fishers: five and four; three go on from each.
function TestHeats:test_as_many_go_on_from_each_and_never_all_of_one()
  local t = open({ seats = 9, rules = { heats = true } }).t
  t:sign_on()
  t:draw_tables()
  lu.assertEquals({ #t.waiting[1], #t.waiting[2], t.going_on }, { 5, 4, 3 })
  for smallest, going_on in pairs { [2] = 1, [3] = 2, [4] = 3, [5] = 4, [8] = 4 } do
    lu.assertEquals(t:how_many_go_on(smallest), going_on)
  end
end

function TestHeats:test_rounds_until_one_table_is_left()
  local g = open { seats = 17, rules = { heats = true, heat_hands = 1,
    hands = 2 } }
  local result = finish(g)
  lu.assertEquals(#result, 17)
  lu.assertEquals(g.t.round, 3)
  local knocked = {}
  for seat in g.t:seats() do
    knocked[seat.knocked_out] = (knocked[seat.knocked_out] or 0) + 1
  end
  lu.assertEquals(knocked, { [0] = 8, [1] = 5, [2] = 4 })
  lu.assertTrue(result[17].place >= 13)
  lu.assertTrue(said(g, "Out in round 2, heat "))
end

function TestHeats:test_a_heat_fishes_all_its_hands()
  local g = open { seats = 9, rules = { heats = true, heat_hands = 2,
    victory = "first", hands = 30 } }
  finish(g)
  lu.assertEquals(g.t.round, 2)
  lu.assertTrue(g:measures().hands >= 5)
end

-- Who goes on, who is out, and which hand of what it is.
function TestHeats:test_the_table_says_where_a_tournament_stands()
  local g = open { seats = 5, rules = { heats = true, table_size = 3, advance = 1, heat_hands = 1,
    hands = 1 } }
  local function scores()
    local screen = require "rod_and_reel.screen"
    return g:view(g.t.seat[1], function(t) return table.concat(screen.scores(t), "\n") end)
  end
  testing.play_to(g, "strain")
  lu.assertTrue(said(g, "Heats of 1 hand come first"))
  lu.assertTrue(said(g, "Only the best goes on"))
  lu.assertStrContains(g:screen(g.t.seat[1])[1], "Heat: hand 1 of 1")
  lu.assertStrContains(scores(), "waits for the next round")
  while not g.t.final do
    testing.play_to(g, "first_discard")
    g:answer {}
    g:run()
  end
  lu.assertTrue(said(g, "Out: "))
  testing.play_to(g, "strain")
  lu.assertTrue(said(g, "The final: "))
  lu.assertStrContains(g:screen(g.t.seat[1])[1], "Final: hand 1 of 1")
  lu.assertStrContains(scores(), "out in round 1, heat 2")
end

function TestHeats:test_fresh_pool_and_bait_each_time()
  local g = open { seats = 9, rules = { heats = true, heat_hands = 2,
    hands = 2 } }
  finish(g, { bait = function(q) return q.max end })
  local baits = 0
  for _, event in ipairs(g:events()) do
    if event.kind == "say" and event.text:find(" buys bait") then
      baits = baits + 1
    end
  end
  lu.assertTrue(baits > 9)
end

function TestHeats:test_countback_and_then_the_lot_part_those_level_at_the_cut()
  local t = open({ seats = 3, rules = { victory = "total" } }).t
  local list = fishers({ 50, 50 }, { 60, 40 }, { 50, 50 })
  local first = {}
  for _ = 1, 60 do
    local cut = t:ranking_for_cut(list)
    lu.assertEquals(cut[1].seat.number, 2)
    first[cut[2].seat.number] = true
  end
  lu.assertEquals(first, { [1] = true, [3] = true })
end

-- At a shared keyboard who holds no combination is called like the others: nothing to choose.
function TestVictory:test_the_call_to_score_tells_nothing()
  local g = open { seats = 2, rules = { hands = 1 }, stack = "2h 2h 3h 3h 4h 4h 5h 5h 7h 7h" }
  local called = 0
  while g:run() == "question" do
    local q = g:question()
    if g.t.step_name() == "declare" and q.kind == "nothing" then called = called + 1 end
    if q.kind == "nothing" then g:answer(nil) else g:answer_random() end
  end
  lu.assertTrue(called > 0)
end

function TestVictory:test_the_screen_says_who_alone_is_ahead()
  local g = testing.two("total", { hands = 2 })
  testing.play_to(g, "strain")
  local function rows() return g:screen(g.t.seat[1]) end
  lu.assertNotStrContains(table.concat(rows(), "\n"), "ahead")
  g:answer(0)
  while g.t.hand == 1 do
    testing.play_to(g, "strain", { second_discard = testing.no_values })
    g:answer(0)
  end
  lu.assertTrue(g.t.seat[2].total > g.t.seat[1].total)
  lu.assertNotStrContains(rows()[2], "ahead")
  lu.assertStrContains(rows()[3], "  ahead")
end
