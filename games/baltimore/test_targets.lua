-- What a contest needs and what comes of it: degrees and their words, what chips
-- make of a target, floors, hidden targets, success.

local testing = require "baltimore.testing"

local open, answer, said, chips = testing.open, testing.answer, testing.said, testing.chips
local outcome = testing.outcome

TestDegrees = {}

local function degree(hand, target, rules)
  local t = croupier.rules("baltimore", rules)
  return t:degree_of(poker.rank(hand), poker.target(target))
end

function TestDegrees.test_of_the_source()
  lu.assertEquals(degree("10d 10h 9h 9s 5s", "two pair, eights and fours"), 2)
  lu.assertEquals(degree("3d 3h 3s 2h 2s", "two pair, eights and fours"), 55)
  lu.assertEquals(degree("As 10d 6s 4h 2c", "a pair of 2s"), -3)
  lu.assertEquals(degree("Ah Kh Qh Jh 10h", "7-high"), 127)
  lu.assertEquals(degree("7h 5d 4s 3c 2c", "royal flush"), -127)
end

function TestDegrees.test_low_ace_is_five_high()
  lu.assertEquals(degree("Ah 2d 3h 4h 5h", "five-high straight"), 0)
  lu.assertEquals(degree("Ah 2d 3h 4h 5h", "ace-high straight"), -9)
end

function TestDegrees.test_highest_of_all_five()
  local highest = { degree = "highest" }
  lu.assertEquals(degree("8d 8h 4h 4s As", "two pair, eights and fours", highest), 6)
  lu.assertEquals(degree("8d 8h 3h 3s As", "two pair, eights and fours", highest), 0)
end

function TestDegrees.test_words_as_printed()
  local t = croupier.rules("baltimore")
  local function words(success, list)
    local found = {}
    for i, n in ipairs(list) do found[i] = t:word_of(success, n) end
    return found
  end
  lu.assertEquals(words(true, { 0, 4, 5, 14, 15, 30, 31, 44, 45, 59, 60, 127 }),
    { "marginal", "marginal", "solid", "solid", "excellent", "excellent", "triumphant",
      "triumphant", "amazing", "amazing", "spectacular", "spectacular" })
  lu.assertEquals(words(false, { 0, -1, -4, -5, -14, -15, -29, -30, -44, -45, -59, -60 }),
    { "marginal", "marginal", "marginal", "irritating", "irritating", "painful", "painful",
      "miserable", "miserable", "horrible", "horrible", "abysmal" })
  t = croupier.rules("baltimore", { success_words = { { 10, "fine" }, { 0, "so-so" } },
    failure_words = { { 0, "bad" } } })
  lu.assertEquals({ t:word_of(true, 12), t:word_of(true, 3), t:word_of(false, -80) },
    { "fine", "so-so", "bad" })
end

TestLadder = {}

local function lowered(text, chips_bet)
  return poker.name(poker.lower(poker.target(text), chips_bet))
end

function TestLadder.test_examples()
  lu.assertEquals(lowered("jacks full of sevens", 2), "nines full of fives")
  lu.assertEquals(lowered("five-high flush", 2), "king-high straight")
  lu.assertEquals(lowered("five-high flush", 1), "ace-high straight")
  lu.assertEquals(lowered("fives full of twos", 5), "ten-high flush")
end

function TestLadder.test_from_the_top_chip_by_chip_and_back_through_text()
  local target, steps = poker.target("royal flush"), 0
  while poker.lower(target, 1) ~= target do
    lu.assertEquals(poker.target(poker.name(target)), target)
    local next_one = poker.lower(target, 1)
    lu.assertTrue(next_one < target)
    target, steps = next_one, steps + 1
  end
  lu.assertEquals({ steps, poker.name(target) }, { 98, "seven-high" })
end

function TestLadder.test_many_chips_are_as_many_single_ones()
  for _, text in ipairs { "royal flush", "sixes full of queens", "queens full of sixes",
    "four-high flush", "aces and twos", "nine-high straight" } do
    local target, one = poker.target(text), poker.target(text)
    for n = 0, 100 do
      lu.assertEquals(poker.lower(target, n), one)
      one = poker.lower(one, 1)
    end
  end
end

-- Targets and floors ---------------------------------------------------------------------

TestFloor = {}

function TestFloor.test_what_counts_is_the_better_of_the_two()
  local g = open({ target = "ten-high flush", floor = "eight-high flush" })
  answer(g, "5")
  lu.assertEquals(poker.name(g.t:target_of(g.t.seat[1])), "eight-high flush")
  lu.assertEquals(poker.name(g.t:seen_target(g.t.seat[1])), "king-high straight")
end

function TestFloor.test_none_is_not_asked_for()
  local g = open({ target = "", floor = "None" })
  answer(g, "ten-high flush")
  lu.assertEquals({ g.t.floor, g:question().name }, { 0, "effort" })
end

function TestFloor.test_is_secret_until_the_showdown()
  local g = open({ target = "ten-high flush", floor = "eight-high flush" })
  answer(g, "5")
  lu.assertNotStrContains(said(g), "eight-high")
  g:view(g.t.seat[1], function(t)
    lu.assertNil(t.floor)
    lu.assertNil(t.rules.floor)
    lu.assertEquals(t.known_floor, 0)
  end)
  g:view(g.t.gm, function(t) lu.assertEquals(poker.name(t.floor), "eight-high flush") end)
end

function TestFloor.test_may_be_open()
  local g = open({ target = "ten-high flush", floor = "eight-high flush", open_floor = true })
  answer(g, "5")
  lu.assertStrContains(said(g), "never falls below an eight-high flush")
  lu.assertEquals(poker.name(g.t:seen_target(g.t.seat[1])), "eight-high flush")
end

function TestFloor.test_stays_secret_after_the_showdown()
  local g = open({ target = "ten-high flush", floor = "eight-high flush" },
    { profiles = { { attribute = 4, skill = 0 } } })
  answer(g, "5", "0")
  lu.assertStrContains(said(g), "Olaf is held to the secret floor, an eight-high flush: degree ")
  lu.assertStrContains(said(g), "Olaf fails: miserable.")
  local seat = g.t.seat[1]
  g:view(seat, function(_, me) lu.assertEquals(poker.name(me.beaten), "king-high straight") end)
end

function TestFloor.test_may_be_shown_to_those_it_stopped()
  local function ends(floor, bet)
    local g = open({ target = "ten-high flush", floor = floor, floor_shown = true }, { seats = 2,
      profiles = { { attribute = 4, skill = 0 }, { attribute = 4, skill = 0 } } })
    return said(answer(g, bet, "0", "0", "0"))
  end
  local stopped = "Olaf's chips could not lower it below an eight-high flush, a secret floor."
  lu.assertStrContains(ends("eight-high flush", "5"), stopped)
  lu.assertNotStrContains(ends("eight-high flush", "5"), "No chip of Bob")
  lu.assertNotStrContains(ends("pair of twos", "2"), "No chip of Olaf")
end

function TestFloor.test_of_the_rules_is_no_higher_than_an_asked_target()
  local g = open { target = "", floor = "eight-high flush" }
  g:run()
  lu.assertEquals({ g:answer("three aces") },
    { nil, "three aces: below the floor, eight-high flush" })
  answer(g, "eight-high flush")
  lu.assertEquals({ g:question().name, poker.name(g.t.floor) }, { "effort", "eight-high flush" })
end

function TestFloor.test_chips_past_it_are_spent()
  local g = open({ target = "pair of 3s", floor = "pair of 3s" },
    { profiles = { { attribute = 4, skill = 0 } }, stack = "2h 3d 5s 7c 9h Jd Kc As" })
  answer(g, "10", "0")
  lu.assertEquals(chips(g), 9)
  lu.assertStrContains(said(g), "Olaf is held to the secret floor, a pair of threes: degree -4.")
  lu.assertStrContains(said(g), "Olaf fails: marginal.")
end

TestHidden = {}

function TestHidden.test_shown_at_showdown_only()
  local g = open({ contest = "hidden", target = "ten-high flush" })
  answer(g, "5")
  lu.assertNotStrContains(said(g), "flush")
  g:view(g.t.seat[1], function(t)
    lu.assertNil(t.target)
    lu.assertNil(t.rules.target)
    lu.assertEquals(t:seen_target(t.seat[1]), 0)
  end)
  g:play("random")
  lu.assertStrContains(said(g), "The target was a ten-high flush.")
end

function TestHidden.test_the_showdown_says_what_the_chips_made_of_it()
  local g = open({ contest = "hidden", target = "ten-high flush" }, { seats = 2,
    profiles = { { attribute = 4, skill = 0 }, { attribute = 4, skill = 0 } } })
  answer(g, "5", "0", "0", "0")
  lu.assertStrContains(said(g), "Olaf's chips lower it to a king-high straight.")
  lu.assertNotStrContains(said(g), "Bob's chips")
end

TestSuccess = {}

local PAIRS = "8d 3h 2c 9s 8h 3s As Kc"

function TestSuccess.test_lower_named_values_decide_or_the_degree()
  local function success(rules)
    rules.target = "two pair, eights and fours"
    return outcome(answer(open(rules,
      { stack = PAIRS, profiles = { { attribute = 4, skill = 0 } } }), "0", "0"))
  end
  lu.assertEquals({ success {} }, { false, 0 })
  lu.assertEquals({ success { degree_decides = true } }, { true, 0 })
end

function TestSuccess.test_named_five_or_the_best()
  local g = open({ declared = true, target = "two pair, eights and threes" },
    { stack = PAIRS, profiles = { { attribute = 4, skill = 0 } } })
  answer(g, "0", "0")
  lu.assertEquals(g:question().name, "declare")
  answer(g, "8d 8h As Kc 9s")
  lu.assertEquals({ outcome(g) }, { false, -15 })
end

TestDifficulty = {}

local difficulty = require "baltimore.difficulty"
local targets = require "baltimore.targets"

function TestDifficulty.test_how_likely_a_roll_is()
  for n, chance in pairs { [2] = 0.95, [11] = 0.5, [20] = 0.05, [21] = 0.5, [30] = 0.05 } do
    lu.assertAlmostEquals(difficulty.chance_of_roll(n), chance, 1e-9)
  end
end

-- The rung below and the rung above are no nearer.
function TestDifficulty.test_the_nearest_target()
  for _, n in ipairs { 3, 10, 15, 20 } do
    local target, chance = difficulty.target(n)
    local off = math.abs(chance - difficulty.chance_of_roll(n))
    for rung = 1, 97 do
      if difficulty.rung(rung) == target then
        for _, other in ipairs { rung - 1, rung + 1 } do
          local p = difficulty.chance(difficulty.rung(other), 3, 3)
          lu.assertTrue(math.abs(p - difficulty.chance_of_roll(n)) >= off, n)
        end
      end
    end
  end
end

function TestDifficulty.test_is_an_answer_to_which_target()
  local g = answer(open { target = "" }, "DC 15")
  lu.assertEquals(g:question().name, "floor")
  lu.assertEquals(g.t.target, (difficulty.target(15)))
  lu.assertStrMatches(said(g), ".*DC 15: [%w%s,-]+, %d%d%% chance for attribute 3 and skill 3%..*")
  lu.assertEquals(open { target = "dc 15" }.t.rules.target, "dc 15")
  lu.assertErrorMsgContains("DC 31: expected a difficulty from 2 to 30", open, { target = "DC 31" })
end

function TestDifficulty.test_no_target_below_seven_high()
  for _, text in ipairs { "six-high", "5-high" } do
    local target, why = targets.read(text)
    lu.assertNil(target)
    lu.assertStrContains(why, "no hand is lower than seven-high")
  end
  lu.assertEquals(targets.read("7-high"), poker.target("seven-high"))
  lu.assertErrorMsgContains("no hand is lower than seven-high", open, { target = "six-high" })
end
