-- Rod & Reel, hand by hand: what scores, what a hand asks for and in which order,
-- plugging, the fight with the fish, foraging and the variants.

local notes = require "rod_and_reel.notes"
local testing = require "rod_and_reel.testing"

local NAME, open, alone = testing.NAME, testing.open, testing.alone
local play_to, reply, finish = testing.play_to, testing.reply, testing.finish
local texts, loaded, forage = testing.texts, testing.loaded, testing.forage

-- Combinations --------------------------------------------------------------

TestCombinations = {}

function TestCombinations:held(cards)
  local g = open { seats = 1 }
  g:place(cards, g.t.seat[1].hand)
  return texts(g.t:combinations(g.t.seat[1]))
end

function TestCombinations:test_what_a_hand_holds()
  lu.assertEquals(self:held "Ah 10h 9h", "ace of hearts")
  lu.assertEquals(self:held "Kh Qd 9h", "")
  lu.assertEquals(self:held "Ks Qs Js As", "ace of spades king and queen of "
    .. "spades king and jack of spades queen and jack of spades")
  lu.assertEquals(self:held "Ah Ah", "ace of hearts")
  lu.assertEquals(self:held "2h 3h", "")
end

-- Beside a card that scores only with others: those that the hand lacks.
function TestCombinations:test_what_a_card_lacks()
  local g = open { seats = 1 }
  g:place("Qh 3h", g.t.seat[1].hand)
  local function note(t, me) return notes.card(me.hand:find("name", "Qh"), t, me) end
  lu.assertEquals(g:view(g.t.seat[1], note), "75 with the king of hearts")
end

function TestCombinations:test_the_table_of_scores()
  local scores = croupier.rules(NAME).rules.scores
  local printed = {
    ace = { 93, 75, 60, 40 }, king_queen = { 75, 60, 45, 30 },
    king_jack = { 53, 40, 28, 13 }, queen_jack = { 45, 30, 19, 8 },
  }
  for kind, row in pairs(printed) do
    for i, suit in ipairs { "hearts", "diamonds", "clubs", "spades" } do
      lu.assertEquals(scores[kind][suit], row[i], kind .. " of " .. suit)
    end
  end
end

function TestCombinations:test_the_largest_hand_is_120()
  local g = alone("Ah 10h 9h 8h 2c 3c 4c 5c 6c", { hands = 1 })
  local result = finish(g, { second_discard = "2c", values = "10h 9h 8h" })
  lu.assertEquals(result[1].score, 120)
end

function TestCombinations:test_a_combination_scores_without_value_cards()
  local g = alone("Ah 10h 9h 8h 2c 3c 4c 5c 6c", { hands = 1 })
  lu.assertEquals(finish(g, { second_discard = "2c" })[1].score, 93)
end

function TestCombinations:test_one_attempt_a_hand_and_it_may_be_declined()
  local g = alone("Ah Ad Ks Qs 2c 3c 4c 5c 6c", { hands = 1 })
  local q = play_to(g, "fish", { second_discard = "2c" })
  lu.assertEquals(texts(q.options), "ace of hearts ace of diamonds king and "
    .. "queen of spades no score")
  reply(g, "no score")
  finish(g)
  lu.assertEquals(g:measures().bites or 0, 0)
end

-- The hand ------------------------------------------------------------------

TestHand = {}

function TestHand:test_act_from_the_dealers_right_dealer_last()
  local g = open { seats = 4, rules = { first_dealer = "first_seat" } }
  play_to(g, "second_discard")
  local order = {}
  for i, seat in ipairs(g.t.acting) do order[i] = seat.number end
  lu.assertEquals(order, { 4, 3, 2, 1 })
end

function TestHand:test_the_deck_passes_to_the_left()
  local g = open { seats = 3, rules = { first_dealer = "first_seat" } }
  g:run("final_discard")
  g:run("choose_strains")
  lu.assertEquals(g.t.dealer.number, 2)
end

function TestHand:test_strains_are_secret_until_all_have_chosen()
  local g = open { seats = 3 }
  local q = play_to(g, "strain")
  lu.assertTrue(q.secret)
  reply(g, 6)
  lu.assertEquals(g:question().name, "strain")
  local chooser = q.seat
  g:view(g:question().seat, function(t)
    lu.assertFalse(t.seat[chooser.number].strain)
  end)
end

-- Nor does the table show that of the hand before.
function TestHand:test_the_screen_shows_a_strain_once_all_have_chosen()
  local g = open { seats = 2, rules = { hands = 2 } }
  local function line() return g:screen(g.t.seat[1])[2] end
  play_to(g, "first_discard", { strain = 6 })
  lu.assertStrContains(line(), "+6")
  g:run("pass_deck")
  play_to(g, "strain")
  lu.assertEquals(g.t.hand, 2)
  lu.assertNotStrContains(line(), "+")
  lu.assertStrContains(line(), " skill points")
end

function TestHand:test_strains_come_before_the_shuffle()
  local g = open { seats = 1 }
  play_to(g, "strain")
  lu.assertEquals(#g.t.seat[1].hand, 0)
end

function TestHand:test_five_seven_and_eight_cards()
  local g = alone("2h 3h 4h 5h 6h 7h 8h 9h 10h")
  local hand = g.t.seat[1].hand
  play_to(g, "first_discard")
  lu.assertEquals(#hand, 5)
  reply(g, "2h 3h")
  lu.assertEquals(#hand, 7)
  lu.assertEquals(g.t.deck:bottom(1).name .. g.t.deck:bottom(2).name, "3h2h")
  local thrown = g:question().options[1]
  reply(g, thrown)
  lu.assertTrue(g.t.discards:has(thrown) or g.t.deck:has(thrown))
end

function TestHand:test_kept_cards_count_towards_the_next_deal()
  local g = alone("Ah Ad As 5h 6h 7h 8h 9h 10h", { hands = 2 }, { ranks = 40 })
  play_to(g, "keep", { bait = 2, second_discard = "5h", fish = "no score" })
  reply(g, "Ah Ad")
  local hand = g.t.seat[1].hand
  lu.assertEquals(#hand, 2)
  play_to(g, "first_discard")
  lu.assertEquals(#hand, 5)
  lu.assertEquals(hand:count("rank", "A") >= 2, true)
end

function TestHand:test_kept_cards_are_not_those_laid_down()
  local g = alone("Ah Ad As 5h 6h 7h 8h 9h 10h", { hands = 2 }, { ranks = 40 })
  local q = play_to(g, "keep", { bait = 2, second_discard = "5h" })
  lu.assertEquals(#q.options, 7)
  lu.assertNotEquals(texts(q.options):find("Ad As"), nil)
end

function TestHand:test_the_pile_is_emptied_after_each_hand()
  local g = open { seats = 3 }
  g:run("pass_deck")
  lu.assertEquals(#g.t.discards, 0)
  lu.assertEquals(#g.t.deck, 156 - #g.t.seat[1].hand - #g.t.seat[2].hand
    - #g.t.seat[3].hand)
end

function TestHand:test_all_declare_then_all_commit_then_all_roll()
  local g = open { seats = 4, seed = "3" }
  finish(g, { fish = function(q) return q.options[1] end })
  local phase, bites = 0, 0
  for _, event in ipairs(g:events()) do
    local text = event.kind == "say" and event.text or ""
    if text:find("^Hand ") then phase = 0 end
    if text:find(" needs ") then phase = 1 end
    if text:find(": a bite!") then
      bites = bites + 1
      lu.assertEquals(phase, 0)
    end
  end
  lu.assertTrue(bites > 4)
end

-- Plugging at the table -----------------------------------------------------

TestPlugging = {}

local GAPPED = "Ah 10h 8h 6h 2c 3c 4c 5s 9s"

function TestPlugging:gapped(ranks, answers)
  local g = alone(GAPPED, { hands = 1, use_dex = false, use_int = false },
    { ranks = ranks, str_mod = answers.weak and -20 or 30 })
  answers.second_discard, answers.values = "2c", "10h 8h 6h"
  return g, play_to(g, "plug", answers)
end

function TestPlugging:test_a_gap_whole_or_not_at_all()
  local _, q = self:gapped(40, {})
  lu.assertEquals(q.options, { 0, 9, 16 })
end

function TestPlugging:test_plugs_what_is_paid_for()
  for cost, score in pairs { [0] = 93 + 12, [9] = 93 + 19, [16] = 93 + 24 } do
    local g = self:gapped(40, {})
    local before = g.t.seat[1].points:amount()
    reply(g, cost)
    lu.assertEquals(finish(g)[1].score, score)
    lu.assertEquals(g.t.seat[1].points:amount(), before - cost)
  end
end

function TestPlugging:test_points_are_spent_when_the_fish_gets_away()
  local g = self:gapped(40, { weak = true })
  local before = g.t.seat[1].points:amount()
  reply(g, 16)
  finish(g)
  lu.assertEquals(g.t.seat[1].points:amount(), before - 16)
  lu.assertEquals(g:measures().catches or 0, 0)
end

function TestPlugging:test_no_more_than_the_purse_holds()
  local t = open({ seats = 1 }).t
  local seat = { run = { 10, 8, 6 } }
  local costs = {}
  for purse, expected in pairs { [8] = 1, [9] = 2, [15] = 2, [16] = 3 } do
    local poor = setmetatable({ skill_points = function() return purse end },
      { __index = function(_, key) return t[key] end })
    costs[purse] = #t.plug_costs(poor, seat)
    lu.assertEquals(costs[purse], expected)
  end
end

-- Conversion ----------------------------------------------------------------

TestConversion = {}

function TestConversion:test_the_target()
  local t = open({ seats = 1 }).t
  lu.assertEquals(t.target(loaded({}, { 11 }), { strain = 4 }, 79), 22)
  lu.assertEquals(t.target(loaded({ exact = true }, { 11 }),
    { strain = 4 }, 79), 22.9)
end

function TestConversion:test_the_effort()
  local t = open({ seats = 1 }).t
  local seat = { profile = { str = 15 } }
  lu.assertEquals(t.effort(loaded({}, { 10 }), seat), 12)
end

function TestConversion:test_equal_is_enough_and_no_die_is_special()
  for _, case in ipairs {
    { worth = 80, gm = 2, die = 10, lands = true },
    { worth = 80, gm = 3, die = 10, lands = false },
    { worth = 190, gm = 2, die = 20, lands = false },
    { worth = 8, gm = 1, die = 1, lands = true },
  } do
    local t, landed = open({ seats = 1 }).t, false
    local fake = loaded({}, { case.gm, case.die })
    fake.target, fake.effort, fake.say = t.target, t.effort, function() end
    fake.species_of = function() return "pike" end
    fake.land = function() landed = true end
    t.convert_score(fake, { worth = case.worth, strain = 0, fish = {},
      profile = { str = 10 } })
    lu.assertEquals(landed, case.lands)
  end
end

-- The end of a hand -----------------------------------------------------------

TestEndOfHand = {}

function TestEndOfHand:test_the_score_stands_only_when_the_fish_is_whole()
  local g = alone("Ah 10h 9h 8h 2c 3c 4c 5c 6c", { hands = 2 })
  play_to(g, "values", { second_discard = "2c" })
  lu.assertStrContains(table.concat(g:screen(g.t.seat[1]), "\n"), "has laid Ah")
  lu.assertNotStrContains(table.concat(g:screen(g.t.seat[1]), "\n"), "=")
  g:run("pass_deck")
  lu.assertEquals(g.t.seat[1].worth, 0)
end

-- When the hand is settled and its cards go back one after another, nobody's lie there as if they
-- still counted.
function TestEndOfHand:test_a_hand_that_is_settled_is_shown_no_more()
  local g = alone("Ah 10h 9h 8h 2c 3c 4c 5c 6c", { hands = 2, bait_price = 0 })
  play_to(g, "keep", { bait = 2, second_discard = "2c" })
  g:place("Kd Qd", g.t.seat[1].scoring)
  lu.assertNotStrContains(table.concat(g:screen(g.t.seat[1]), "\n"), "has laid")
end

function TestEndOfHand:test_no_bait_is_asked_after_the_last_hand()
  local g = alone("Ah 10h 9h 8h 2c 3c 4c 5c 6c", { hands = 2, bait_price = 0 })
  lu.assertNotNil(play_to(g, "keep", { bait = 2 }))
  lu.assertEquals(g.t.hand, 1)
  g:answer {}
  lu.assertNil(play_to(g, "keep", { bait = 2 }))
  lu.assertEquals(g.t.hand, 2)
end

-- Whatever a house rule permits: the ace, not laid, is no part of the run.
function TestEndOfHand:test_a_face_card_is_never_part_of_a_run()
  local lines = require "rod_and_reel.lines"
  local any = lines.of_value_cards(function() return true end)
  lu.assertFalse(any(testing.card "Ah", {}))
  lu.assertFalse(any(testing.card "Kh", {}))
  lu.assertTrue(any(testing.card "10h", {}))
  lu.assertEquals(lines.of_value_cards(lines.tests.one_suit), lines.tests.one_suit)
end

-- Nine-five printed as 17: plugged it would be 14.
function TestEndOfHand:test_a_plug_that_lowers_the_score_is_not_for_sale()
  local t = open({ seats = 1, rules = { pool_size = 10 } }, "as_printed").t
  local seat = t.seat[1]
  t:give_points(seat, 200)
  seat.run = { 9, 5 }
  lu.assertEquals(t:plug_costs(seat), { 0 })
  seat.run = { 10, 8, 6 }
  lu.assertEquals(t:plug_costs(seat), { 0, 9, 16 })
  lu.assertEquals(t:gaps_plugged(seat.run, 16), 2)
end

-- A card at a time, from the dealer's right, whoever has kept some fewer.
function TestEndOfHand:test_the_deal_goes_round_the_table()
  local g = open { seats = 2, stack = "2h 2s 3h 3s 4h 4s 5h 5s 6h 6s",
    rules = { first_dealer = "first_seat" } }
  play_to(g, "first_discard")
  lu.assertEquals(texts(g.t.seat[2].hand:list()), "2h 3h 4h 5h 6h")
  lu.assertEquals(texts(g.t.seat[1].hand:list()), "2s 3s 4s 5s 6s")
end

function TestEndOfHand:test_the_dice_are_told()
  local g = alone("Ah 10h 9h 8h 2c 3c 4c 5c 6c", { hands = 1 })
  finish(g, { second_discard = "2c" })
  lu.assertTrue(testing.said(g, " for the score, 0 for the strain) and gets "))
end

-- Foraging ------------------------------------------------------------------

TestForaging = {}

function TestForaging:test_how_long_until_so_many_fish()
  local g = forage { goal_amount = 2 }
  local result = finish(g)
  lu.assertEquals(#g.t.seat[1].catch, 2)
  lu.assertEquals(result[1].score, g.t.hand * 60)
end

function TestForaging:test_how_long_until_so_much_weight()
  local g = forage { goal = "weight", goal_amount = 9.5 }
  finish(g)
  lu.assertTrue(g.t.seat[1].total >= 95)
end

-- Each for themselves: who has enough goes home, the hunt goes on without.
function TestForaging:test_several_each_for_themselves()
  local g = open { seats = 3, seed = "3", rules = { mode = "foraging", goal_amount = 2 } }
  local result = finish(g)
  for seat in g.t:seats() do
    lu.assertEquals(#seat.catch, 2)
    lu.assertNotNil(seat.enough)
  end
  lu.assertEquals(result[1].score, result[1].seat.enough * 60)
  lu.assertTrue(result[3].score > result[1].score)
end

function TestForaging:test_several_together()
  local g = open { seats = 3, seed = "3",
    rules = { mode = "foraging", goal_amount = 4, together = true } }
  local result, fish = finish(g), 0
  for seat in g.t:seats() do fish = fish + #seat.catch end
  lu.assertTrue(fish >= 4 and fish < 7)
  for _, row in ipairs(result) do
    lu.assertEquals({ row.place, row.score }, { 1, g.t.hand * 60 })
  end
end

function TestForaging:test_given_up_there_is_no_result()
  local g = open { seats = 2, rules = { mode = "foraging", goal_amount = 100,
    hand_limit = 3 } }
  lu.assertNil(finish(g))
  lu.assertTrue(testing.said(g, "Given up after hand 3: 3 hours"))
end

function TestForaging:test_times_as_they_are_said()
  local t = croupier.rules(NAME, { hand_time = 95 })
  lu.assertEquals(t:duration(12), "19 hours")
  lu.assertEquals(t:duration(1), "1 hour 35 minutes")
  lu.assertEquals(croupier.rules(NAME, { hand_time = 1 }):duration(1), "1 minute")
end

-- Points are worth something, however many hands there may still be.
function TestForaging:test_the_angler_plugs_when_there_is_little_left_to_catch()
  local plugs = 0
  for seed = 1, 20 do
    local g = open { seats = 1, seed = tostring(seed), rules = { mode = "foraging",
      goal = "weight", goal_amount = 60, pool_size = 3 } }
    g:play "angler"
    plugs = plugs + (g:measures().plugs or 0)
  end
  lu.assertTrue(plugs > 0)
end

-- Variants ------------------------------------------------------------------

TestVariants = {}

function TestVariants:test_short_evening()
  lu.assertEquals(croupier.rules(NAME .. "+short_evening").rules.hands, 6)
end

-- The ten goes with its queen, and the run is of the others.
function TestVariants:test_small_fry_bite_and_are_landed()
  local g = alone("Qh 10h 9h 8h 2c 3c 4c 5c 6c", { hands = 1 }, nil, "small_fry")
  finish(g, { second_discard = "2c", fish = function(q) return q.options[1] end,
    values = "9h 8h" })
  lu.assertEquals(g.t.seat[1].catch, { 21 + 17 })
end

function TestVariants:test_bots_know_the_small_fry()
  local g = open({ seats = 3 }, "small_fry")
  lu.assertEquals(g:play { "angler", "plain", "random" }, "finished")
end

function TestVariants:test_true_colours()
  for variant, score in pairs { [""] = 93 + 27, ["true_colours"] = 130 } do
    local g = open({ seats = 1, stack = "Ah 10h 9h 8h 2c 3c 4c 5c 6c",
      rules = { hands = 1 }, profiles = { { str_mod = 40 - 10 } } },
      variant ~= "" and variant or nil)
    local result = finish(g, { second_discard = "2c", values = "10h 9h 8h" })
    lu.assertEquals(result[1].score, score)
  end
end

function TestVariants:test_late_lines()
  local g = open({ seats = 1 }, "late_lines")
  play_to(g, "strain")
  lu.assertEquals(#g.t.seat[1].hand, 7)
end

function TestVariants:test_deep_sea_fights_by_score()
  local t = croupier.rules(NAME .. "+deep_sea")
  lu.assertEquals(t:weight(120), 600)
  lu.assertEquals(t.target(loaded({}, { 1 }), { strain = 0 }, 120), 13)
end
