-- Tests of Baltimore draw 'em, the contest: the source's chase card for card,
-- its degrees and lowerings, every rule, and what is refused.

local OLAF = { attribute = 4, skill = 3 }
local CHASE = "10h 10s 4h 2h 9h 8d 6d 4s 8c 5s Qh"

-- A table for some characters, all alike unless `profiles` says otherwise.
local function open(rules, options)
  options = options or {}
  local all = { contest = "simple", target = "ten-high flush", burn = false,
    npc_attribute = 3, npc_skill = 2 }
  for name, value in pairs(rules or {}) do all[name] = value end
  local count = options.seats or 1
  local profiles = options.profiles or {}
  for i = 1, count do profiles[i] = profiles[i] or OLAF end
  return croupier.open(options.game or "baltimore", { seats = count, seed = options.seed or "1",
    rules = all, profiles = profiles, stack = options.stack,
    names = options.names or { "Olaf", "Bob", "Carol", "Dave" } })
end

-- Answers the questions in turn, then plays on to the next one or the end.
local function answer(g, ...)
  for _, text in ipairs { ... } do
    lu.assertEquals(g:run(), "question")
    local ok, sentence = g:answer(text)
    lu.assertTrue(ok, sentence)
  end
  g:run()
  return g
end

local function said(g)
  local list = {}
  for _, event in ipairs(g:events()) do
    if event.kind == "say" then list[#list + 1] = event.text end
  end
  return table.concat(list, "\n")
end

local function chips(g, seat) return g.t.seat[seat or 1].chips:amount() end

-- What the contest made of seat 1: success, degree.
local function outcome(g, seat)
  for _, event in ipairs(g:events()) do
    local name = g.t.seat[seat or 1].name
    local verb, degree = (event.text or ""):match("^" .. name .. " (%a+) against .-%((%-?%d+)%)")
    if verb then return verb == "succeeds", tonumber(degree) end
  end
end

-- The source ---------------------------------------------------------------------

TestChase = {}

local function chase(last)
  local g = open({ target = "fives full of twos" }, { stack = CHASE })
  answer(g, "5")
  lu.assertEquals(poker.name(g.t:target_of(g.t.seat[1])), "ten-high flush")
  answer(g, "10s", "8c", "5s", last)
  return g
end

function TestChase.test_as_it_was_played()
  local g = chase("3")
  lu.assertStrContains(said(g), "Olaf shows 10h, 4h, 2h, Qh: queen-high flush")
  lu.assertStrContains(said(g), "Olaf succeeds against seven-high flush: solid (5).")
  lu.assertStrContains(said(g), "Olaf gets 4 back, and has 15 chips.")
  lu.assertEquals(g:result()[1].score, 1)
end

function TestChase.test_as_it_could_have_been_played()
  local g = chase("4")
  lu.assertStrContains(said(g), "Olaf succeeds against ace-high straight: solid (13).")
  lu.assertEquals(chips(g), 20 - 1 - 9 + 4)
end

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

local function lowered(text, chips_bet) return poker.name(poker.lower(poker.target(text), chips_bet)) end

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

-- Chips -------------------------------------------------------------------------------

TestChips = {}

-- Chips after a contest in which so many were bet at first.
local function result(n, target, rules, profile)
  local all = { target = target }
  for name, value in pairs(rules or {}) do all[name] = value end
  local g = open(all, { stack = CHASE, profiles = { profile or { attribute = 4, skill = 0 } } })
  g:run()
  if g.status == "question" then
    answer(g, tostring(n))
    if g.status == "question" then answer(g, "0") end
  end
  return chips(g), g
end

function TestChips.test_a_winner_gets_half_back_rounded_down()
  lu.assertEquals(result(8, "pair of 2s"), 20 - 1 - 8 + 4)
  lu.assertEquals(result(5, "pair of 2s"), 20 - 1 - 5 + 2)
  lu.assertEquals(result(0, "pair of 2s"), 19)
end

function TestChips.test_a_loser_gets_nothing()
  lu.assertEquals(result(3, "royal flush"), 20 - 1 - 3)
end

function TestChips.test_newcomers_hear_what_comes_back()
  local function advice(game, rules)
    return said(answer(open(rules, { game = game })))
  end
  lu.assertStrContains(advice("baltimore"), "half of them come back if you succeed")
  lu.assertStrContains(advice("baltimore", { kept_part = 1 }), "none of them comes back")
  lu.assertStrContains(advice("baltimore", { kept_part = 3 }), "most of them come back if you succeed")
  lu.assertStrContains(advice("baltimore+heroic"), "all of them come back if you succeed")
  lu.assertNotStrContains(advice("baltimore", { contest = "full" }), "Each chip bet")
end

function TestChips.test_kept_part()
  lu.assertEquals(result(8, "pair of 2s", { kept_part = 1 }), 11)
  lu.assertEquals(result(8, "pair of 2s", { kept_part = 4 }), 11 + 6)
end

function TestChips.test_without_an_ante()
  local broke = { attribute = 4, skill = 0, chips = 0 }
  lu.assertEquals(result(0, "pair of 2s", {}, broke), 1)
  lu.assertEquals(result(0, "royal flush", {}, broke), 0)
  lu.assertEquals(result(0, "pair of 2s", { no_ante_pays = 5 }, broke), 5)
  lu.assertEquals(result(2, "pair of 2s", { ante = 4 }, { attribute = 4, skill = 0, chips = 3 }), 1 + 1)
end

function TestChips.test_ante_and_chips_to_start()
  lu.assertEquals(result(0, "pair of 2s", { ante = 3 }), 17)
  lu.assertEquals(result(0, "pair of 2s", { start_chips = 7 }), 6)
  lu.assertEquals(result(0, "pair of 2s", {}, { attribute = 4, skill = 0, chips = 11 }), 10)
end

function TestChips.test_the_ante_lowers_nothing()
  local _, g = result(0, "ten-high flush", { ante = 9 })
  lu.assertStrContains(said(g), "against ten-high flush")
end

function TestChips.test_kept_from_contest_to_contest_or_fresh()
  local function after(rules)
    rules.contests, rules.target = 2, "royal flush"
    return chips(answer(open(rules, { profiles = { { attribute = 4, skill = 0 } } }), "5", "5", "5"))
  end
  lu.assertEquals(after { ante = 0 }, 5)
  lu.assertEquals(after { ante = 0, fresh_chips = true }, 15)
end

function TestChips.test_shared_effort()
  local function targets(shared)
    local g = open({ shared_effort = shared, target = "ace-high flush" },
      { seats = 2, profiles = { { attribute = 4, skill = 0 }, { attribute = 4, skill = 0 } } })
    answer(g, "2", "3")
    return { lowered = poker.name(g.t:target_of(g.t.seat[1])),
      other = poker.name(g.t:target_of(g.t.seat[2])) }
  end
  lu.assertEquals(targets(false), { lowered = "queen-high flush", other = "jack-high flush" })
  lu.assertEquals(targets(true), { lowered = "nine-high flush", other = "nine-high flush" })
end

-- Targets and floors ---------------------------------------------------------------------

TestFloor = {}

function TestFloor.test_what_counts_is_the_better_of_the_two()
  local g = open({ target = "ten-high flush", floor = "eight-high flush" })
  answer(g, "5")
  lu.assertEquals(poker.name(g.t:target_of(g.t.seat[1])), "eight-high flush")
  lu.assertEquals(poker.name(g.t:seen_target(g.t.seat[1])), "king-high straight")
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
  lu.assertStrContains(said(g), "never falls below eight-high flush")
  lu.assertEquals(poker.name(g.t:seen_target(g.t.seat[1])), "eight-high flush")
end

function TestFloor.test_is_told_to_those_it_stopped()
  local function ends(floor, bet)
    local g = open({ target = "ten-high flush", floor = floor }, { seats = 2,
      profiles = { { attribute = 4, skill = 0 }, { attribute = 4, skill = 0 } } })
    return said(answer(g, bet, "0", "0", "0"))
  end
  local stopped = "No chip of Olaf could bring it below eight-high flush, a secret floor."
  lu.assertStrContains(ends("eight-high flush", "5"), stopped)
  lu.assertNotStrContains(ends("eight-high flush", "5"), "No chip of Bob")
  lu.assertNotStrContains(ends("pair of twos", "2"), "No chip of Olaf")
end

function TestFloor.test_of_the_rules_is_no_higher_than_an_asked_target()
  local g = answer(open { target = "", floor = "eight-high flush" }, "three aces")
  lu.assertStrContains(said(g), "three aces is below the floor, eight-high flush.")
  lu.assertEquals(g:question().name, "target")
  answer(g, "eight-high flush")
  lu.assertEquals({ g:question().name, poker.name(g.t.floor) }, { "effort", "eight-high flush" })
end

function TestFloor.test_chips_past_it_are_spent()
  local g = open({ target = "pair of 3s", floor = "pair of 3s" }, { profiles = { { attribute = 4, skill = 0 } },
    stack = "2h 3d 5s 7c 9h Jd Kc As" })
  answer(g, "10", "0")
  lu.assertEquals(chips(g), 9)
  lu.assertStrContains(said(g), "fails against pair of threes")
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
  lu.assertStrContains(said(g), "The target was ten-high flush.")
end

function TestHidden.test_the_showdown_says_what_the_chips_made_of_it()
  local g = open({ contest = "hidden", target = "ten-high flush" }, { seats = 2,
    profiles = { { attribute = 4, skill = 0 }, { attribute = 4, skill = 0 } } })
  answer(g, "5", "0", "0", "0")
  lu.assertStrContains(said(g), "The chips of Olaf make it king-high straight.")
  lu.assertNotStrContains(said(g), "The chips of Bob")
end

TestSuccess = {}

local PAIRS = "8d 3h 2c 9s 8h 3s As Kc"

function TestSuccess.test_lower_named_values_decide_or_the_degree()
  local function success(rules)
    rules.target = "two pair, eights and fours"
    return outcome(answer(open(rules, { stack = PAIRS, profiles = { { attribute = 4, skill = 0 } } }), "0", "0"))
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

-- Cards ------------------------------------------------------------------------------------

TestCards = {}

function TestCards.test_as_many_as_the_attribute_and_four_on_the_board()
  for attribute = 1, 5 do
    local g = open({}, { profiles = { { attribute = attribute, skill = 1 } } })
    answer(g, "0")
    lu.assertEquals({ #g.t.seat[1].hand, #g.t.board, g:question().name }, { attribute, 4, "replace" })
  end
end

function TestCards.test_burning()
  local function dealt(burn)
    local g = answer(open({ burn = burn }, { stack = CHASE }), "0")
    return tostring(g.t.seat[1].hand:card(1)) .. " " .. tostring(g.t.board:card(1)) .. " " .. #g.t.muck
  end
  lu.assertEquals(dealt(false), "10h 9h 0")
  lu.assertEquals(dealt(true), "10s 6d 3")
end

function TestCards.test_bites_up_to_the_skill()
  local g = answer(open({}, { profiles = { { attribute = 2, skill = 5 } } }), "0")
  for _, left in ipairs { 5, 3, 1 } do
    lu.assertEquals(g:question().name, "replace")
    lu.assertEquals(g:question().max, math.min(2, left))
    local hand = g.t.seat[1].hand
    g:answer(left == 1 and { hand:card(1) } or { hand:card(1), hand:card(2) })
    g:run()
  end
  lu.assertEquals(g:question().name, "effort")
  lu.assertEquals({ #g.t.seat[1].mucked, #g.t.seat[1].hand }, { 5, 2 })
end

function TestCards.test_no_skill_no_replacing()
  local g = answer(open({}, { profiles = { { attribute = 4, skill = 0 } } }), "0")
  lu.assertEquals(g:question().name, "effort")
end

function TestCards.test_whole_or_in_turn()
  local function order(how)
    local g = answer(open({ replacing = how }, { seats = 2,
      profiles = { { attribute = 3, skill = 2 }, { attribute = 3, skill = 2 } } }), "0", "0")
    local numbers = ""
    while g:question().name == "replace" do
      local seat = g:question().seat
      numbers = numbers .. seat.number
      g:answer({ seat.hand:card(1) })
      g:run()
    end
    return numbers
  end
  lu.assertEquals(order("whole"), "1122")
  lu.assertEquals(order("in_turn"), "1212")
end

function TestCards.test_an_empty_deck_ends_replacing()
  local g = answer(open(), "0")
  local t = g.t
  t.deck:deal(#t.deck - 1, t.muck)
  lu.assertEquals(t:may_replace(t.seat[1]), 1)
  t.deck:deal(1, t.muck)
  lu.assertEquals(t:may_replace(t.seat[1]), 0)
end

function TestCards.test_a_deal_that_the_deck_cannot_cover()
  local many = {}
  for i = 1, 10 do many[i] = { attribute = 5, skill = 1 } end
  lu.assertErrorMsgContains("10 characters may need 54 cards, and the deck has 52", open, {},
    { seats = 10, profiles = many, names = {} })
  many[1], many[2] = { attribute = 4, skill = 1 }, { attribute = 4, skill = 1 }
  lu.assertNotNil(open({}, { seats = 10, profiles = many, names = {} }))
end

function TestCards.test_a_deal_covered_by_the_attribute_that_is_used()
  local many = {}
  for i = 1, 12 do many[i] = { dexterity = 2, skill = 1 } end
  lu.assertNotNil(open({ attribute = "dexterity" }, { seats = 12, profiles = many, names = {} }))
  lu.assertErrorMsgContains("12 characters may need 64 cards", open, {}, { seats = 12, profiles = many, names = {} })
end

-- The character ---------------------------------------------------------------------------

TestCharacter = {}

function TestCharacter.test_attribute_and_skill_by_name()
  local g = open({ attribute = "dexterity", skill = "Chasing Down" },
    { profiles = { { dexterity = 2, skills = "Running 1; Chasing down 4" } } })
  answer(g, "0")
  lu.assertEquals({ g.t.seat[1].hole, g.t.seat[1].draws }, { 2, 4 })
end

function TestCharacter.test_what_nobody_knows_the_gm_is_asked_once()
  local g = open({ contests = 2 }, { profiles = { { strength = 3 } } })
  g:run()
  lu.assertEquals({ g:question().name, g:question().seat.number }, { "attribute", 0 })
  answer(g, "resolve")
  lu.assertEquals(g:question().text, "What is the rating of Olaf in resolve? (so many cards are dealt)")
  answer(g, "2", "Running", "4")
  lu.assertEquals({ g.t.seat[1].hole, g.t.seat[1].draws }, { 2, 4 })
  while g:question().name ~= "attribute" do g:answer_random() g:run() end
  answer(g, "resolve", "Running")
  lu.assertEquals(g:question().name, "effort")
end

-- What a campaign keeps of a seat after these answers to the GM's questions.
local function kept(g, field) return g.build.spec.campaign[field](g.t, g.t.seat[1]) end

function TestCharacter.test_what_the_gm_says_of_a_character_is_kept()
  local g = open({}, { profiles = { { strength = 3, skills = "Axe 4" } } })
  answer(g, "wits", "2", "Lying", "1")
  lu.assertEquals({ kept(g, "wits"), kept(g, "skills"), kept(g, "strength") }, { 2, "Axe 4; lying 1" })
  g = open({}, { profiles = { { strength = 3, skills = "Axe 4" } } })
  answer(g, "strength", "Lying, badly", "1")
  lu.assertEquals(kept(g, "skills"), "Axe 4")
  lu.assertNil(kept(g, "wits"))
end

function TestCharacter.test_no_skill()
  local function draws(...)
    local g = open({}, { profiles = { { attribute = 3 } } })
    answer(g, ...)
    return g.t.seat[1].draws
  end
  lu.assertEquals(draws("-"), 0)
  lu.assertEquals(draws("none"), 0)
end

function TestCharacter.test_the_contest_is_asked()
  local g = open { contest = "asked" }
  g:run()
  lu.assertEquals(g:question().options, { "simple", "hidden", "full" })
  answer(g, "hidden")
  lu.assertEquals(g.t.kind, "hidden")
end

function TestCharacter.test_contests_until_the_gm_has_enough()
  local g = open({ contests = 0 }, { profiles = { { attribute = 1, skill = 0 } } })
  answer(g, "0", "0", "yes", "0", "0", "no")
  lu.assertEquals({ g.status, g.t.played }, { "finished", 2 })
end

-- Full contests ------------------------------------------------------------------------------

TestFull = {}

-- Olaf has a pair of tens, the GM three eights.
local LOST = "10h 10s 4h 8h 8s 2c 8d 6d 3s Kc"

local function full(rules, options)
  rules = rules or {}
  rules.contest = "full"
  options = options or {}
  options.profiles = options.profiles or { { attribute = 3, skill = 0 } }
  rules.npc_skill = rules.npc_skill or 0
  return open(rules, options)
end

function TestFull.test_the_better_hand_takes_the_pot()
  local g = answer(full({}, { stack = LOST }), "bet", "4", "call", "check", "check")
  lu.assertStrContains(said(g), "Olaf fails against three eights: painful (-28).")
  lu.assertEquals(chips(g), 15)
  g = answer(full({}, { stack = "10h 10s 10d 8h 8s 2c 4d 6d 3s Kc" }), "bet", "4", "call", "check", "check")
  lu.assertEquals(chips(g), 25)
end

function TestFull.test_kickers_and_ties()
  local g = answer(full({}, { stack = "2h 3s 5d 2c 3d 5c As Kd Qh 9c" }), "check", "check", "check", "check")
  lu.assertEquals({ outcome(g) }, { true, 0 })
  lu.assertEquals(chips(g), 20)
  g = answer(full({}, { stack = "2h 3s 5d 2c 3d Jc As Kd Qh 8c" }), "check", "check", "check", "check")
  lu.assertEquals({ outcome(g) }, { false, 0 })
end

function TestFull.test_a_fold_is_a_failure_without_degree()
  local g = answer(full({}, { stack = LOST }), "check", "bet", "3", "fold")
  lu.assertStrContains(said(g), "Olaf fails.")
  lu.assertEquals(chips(g), 19)
  g = answer(full({}, { stack = LOST }), "bet", "3", "fold")
  lu.assertStrContains(said(g), "Olaf succeeds.")
  lu.assertEquals(chips(g), 21)
end

function TestFull.test_the_gms_ante()
  local g = answer(full({ gm_antes = false }, { stack = LOST }), "bet", "3", "fold")
  lu.assertEquals(chips(g), 20)
end

function TestFull.test_the_gms_side()
  local g = full({ npc_attribute = "asked", npc_skill = "asked" })
  g:run()
  lu.assertEquals({ g:question().name, g:question().default }, { "npc_attribute", 3 })
  answer(g, "5")
  lu.assertEquals(g:question().name, "npc_skill")
  answer(g, "4")
  lu.assertEquals({ #g.t.gm.hand, g.t.gm.draws }, { 5, 4 })
  g = full({ npc_attribute = 2, npc_skill = 1 })
  g:run()
  lu.assertEquals({ #g.t.gm.hand, g.t.gm.draws }, { 2, 1 })
end

function TestFull.test_separate_pots_against_one_hand()
  local g = full({}, { seats = 2, stack = "10h 10s 4h 8h 8s 2c Jd Js 5h 10d 6d 3s Kc" })
  answer(g, "bet", "4", "call", "bet", "2", "fold")
  while g.status == "question" do answer(g, "check") end
  lu.assertEquals({ chips(g, 1), chips(g, 2) }, { 25, 21 })
end

function TestFull.test_player_against_player()
  local g = full({ opponent = "player", ante = 2 }, { seats = 2,
    profiles = { { attribute = 3, skill = 0 }, { attribute = 3, skill = 0 } }, stack = LOST })
  answer(g, "bet", "5", "call", "check", "check")
  lu.assertEquals({ chips(g, 1), chips(g, 2) }, { 13, 27 })
  lu.assertEquals({ outcome(g, 2) }, { true, 28 })
  lu.assertErrorMsgContains("that contest is for two characters", full, { opponent = "player" }, { seats = 3 })
end

function TestFull.test_without_an_ante_one_chip_of_the_pot()
  local g = full({ opponent = "player", ante = 3 }, { seats = 2, stack = "8h 8s 2c 10h 10s 4h 8d 6d 3s Kc",
    profiles = { { attribute = 3, skill = 0, chips = 2 }, { attribute = 3, skill = 0 } } })
  answer(g, "bet", "2", "call")
  lu.assertEquals({ chips(g, 1), chips(g, 2) }, { 1, 20 - 3 - 2 + 6 })
end

function TestFull.test_blinds_and_who_posts_the_small_one()
  local g = full({ big_blind = 4 })
  g:run()
  lu.assertEquals({ chips(g), g:question().seat.number }, { 17, 1 })
  g = full({ big_blind = 4, button_small = true })
  g:run()
  lu.assertEquals({ chips(g), g:question().seat.number }, { 15, 0 })
end

-- What a bet may be at first, or a raise over 4.
local function range(rules, ...)
  rules.ante = rules.ante or 1
  local q = answer(full(rules), ...):question()
  return { q.min, q.max }
end

function TestFull.test_limits()
  lu.assertEquals(range({}, "bet"), { 1, 19 })
  lu.assertEquals(range({ limit = "spread", bet_size = 2, most_bet = 6 }, "bet"), { 2, 6 })
  lu.assertEquals(range({ limit = "spread", bet_size = 2, most_bet = 6, most_bet_two = 9 },
    "check", "check", "bet"), { 2, 9 })
  lu.assertEquals(range({ limit = "pot", ante = 3 }, "bet"), { 1, 6 })
  lu.assertEquals(range({ limit = "pot", ante = 3 }, "bet", "6", "raise"), { 7, 17 })
  lu.assertEquals(range({ limit = "pot", ante = 3, start_chips = 60, pot_after_call = true },
    "bet", "6", "raise"), { 7, 24 })
  lu.assertEquals(range({ full_raises = true }, "bet", "4", "raise"), { 8, 19 })
end

function TestFull.test_fixed_limit()
  local function price(rules, ...)
    rules.limit = "fixed"
    return answer(full(rules), ...).t.price
  end
  lu.assertEquals(price({ bet_size = 3 }, "bet"), 3)
  lu.assertEquals(price({ bet_size = 3 }, "check", "check", "bet"), 6)
  lu.assertEquals(price({ bet_size = 3, doubled = false }, "check", "check", "bet"), 3)
end

function TestFull.test_cap()
  local g = answer(full({ most_raises = 1 }), "bet", "1", "raise", "2")
  lu.assertEquals(g:question().options, { "fold", "call" })
end

-- What is refused --------------------------------------------------------------------------

TestRefused = {}

-- What the GM hears who types this as a target; the question stands.
local function hears(text)
  local g = open { target = "" }
  g:run()
  local before = g.t.target
  lu.assertTrue(g:answer(text))
  lu.assertEquals(g:run(), "question")
  lu.assertEquals({ g:question().name, g.t.target }, { "target", before })
  return said(g)
end

function TestRefused.test_a_target_nobody_can_name()
  lu.assertStrContains(hears("sevens full of sevens"), "expected two different ranks")
  lu.assertStrContains(hears("pair of 15s"), "\"15s\" is no word of a poker hand")
  lu.assertStrContains(hears("full flush"), "expected one poker hand, such as")
  lu.assertErrorMsgContains("target: \"sevens full of sevens\"", open, { target = "sevens full of sevens" })
  lu.assertErrorMsgContains("floor: ", open, { floor = "pair of 15s" })
end

function TestRefused.test_a_low_target_is_taken_with_a_warning()
  local g = open { target = "" }
  answer(g, "five-high flush")
  lu.assertStrContains(said(g), "is lower than any such hand, whose least is \"seven-high flush\"")
  lu.assertStrContains(said(g), "It counts as named; the first chip makes it ace-high straight.")
  lu.assertEquals(g:question().name, "floor")
end

function TestRefused.test_a_low_target_of_the_rules_is_warned_of_too()
  local g = open { target = "five-high flush" }
  g:run()
  lu.assertStrContains(said(g), "It counts as named; the first chip makes it ace-high straight.")
end

function TestRefused.test_a_floor_above_the_target()
  lu.assertErrorMsgContains("floor: royal flush is above the target, ten-high flush", open, { floor = "royal flush" })
  local g = open { target = "" }
  answer(g, "ten-high flush", "royal flush")
  lu.assertStrContains(said(g), "royal flush is above the target, ten-high flush.")
  lu.assertEquals(g:question().name, "floor")
  answer(g, "-")
  lu.assertEquals({ g:question().name, g.t.floor }, { "effort", 0 })
end

function TestRefused.test_attributes_of_0_and_6()
  for _, n in ipairs { 0, 6 } do
    lu.assertErrorMsgContains(("attribute = %d: expected a whole number from 1 to 5"):format(n), open, {},
      { profiles = { { attribute = n } } })
  end
  local g = open({}, { profiles = { { skill = 1 } } })
  answer(g, "wits")
  local ok, sentence = g:answer("6")
  lu.assertNil(ok)
  lu.assertStrContains(sentence, "from 1 to 5")
end

function TestRefused.test_more_chips_than_held()
  local g = open()
  g:run()
  local ok, sentence = g:answer("20")
  lu.assertNil(ok)
  lu.assertStrContains(sentence, "from 0 to 19")
  lu.assertEquals(chips(g), 19)
end

function TestRefused.test_skills_that_are_none()
  lu.assertErrorMsgContains("Olaf: skills: `Running`: expected a skill and its rating from 0 to 5", open, {},
    { profiles = { { attribute = 3, skills = "Running" } } })
end

-- Chances ------------------------------------------------------------------------------------

TestOdds = {}

local function odds(g, seat)
  return table.concat(g:odds(seat), "\n")
end

function TestOdds.test_exact_after_the_board()
  local g = answer(open({ target = "fives full of twos" }, { stack = CHASE }), "5")
  local text = odds(g, g.t.seat[1])
  lu.assertStrContains(text, "You meet ten-high flush: 51.6% (exact).")
  lu.assertStrContains(text, "One more chip, nine-high flush: 51.6% (exact), +0.0.")
  lu.assertStrContains(odds(g, g.t.gm), "Olaf meets ten-high flush: 3")
end

function TestOdds.test_sampled_before_it()
  local g = open({ target = "fives full of twos" }, { stack = CHASE })
  g:run()
  lu.assertStrMatches(odds(g, g.t.seat[1]), ".*You meet fives full of twos: 2%d%.%d%% %(sampled.*")
end

function TestOdds.test_of_a_hand_against_a_hand()
  local g = answer(full({}, { seats = 2, stack = "10h 10s 4h 8h 8s 2c Jd Js 5h 10d 6d 3s Kc",
    profiles = { { attribute = 3, skill = 1 }, { attribute = 3, skill = 0 } } }), "check", "check", "check", "check")
  lu.assertEquals(g:question().name, "replace")
  lu.assertStrMatches(odds(g, g.t.seat[1]),
    "Against 3 unseen cards of the GM you win %d+%.%d%% %(exact%), if nobody .*")
  answer(g, "-", "check", "check", "bet", "2", "fold")
  lu.assertEquals(g.status, "finished")
  g = answer(full({}, { seats = 2, profiles = { { attribute = 3, skill = 0 }, { attribute = 2, skill = 0 } } }),
    "bet", "1", "fold", "check", "check", "check")
  lu.assertEquals({ g:question().name, g:question().seat.number }, { "act", 0 })
  lu.assertStrMatches(odds(g, g.t.gm), "Against 2 unseen cards of Bob you win %d+%.%d%% %(exact%)%.")
end

function TestOdds.test_how_many_chips_help_where_one_does_not()
  local g = answer(open({ target = "pair of queens" }, { stack = "9c 2d Jh 9s 5h 8c 6c Ad",
    profiles = { { attribute = 4, skill = 0 } } }), "0")
  lu.assertStrContains(odds(g, g.t.seat[1]), "One more chip, pair of jacks: 0.0% (exact), +0.0.\n"
    .. "3 chips, pair of nines: 100.0% (exact), +100.0.")
end

function TestOdds.test_no_chip_buys_what_lies_below_the_floor()
  local rules = { target = "ten-high flush", floor = "ten-high flush", open_floor = true }
  local g = answer(open(rules, { stack = CHASE }), "0")
  lu.assertNotStrContains(odds(g, g.t.seat[1]), "One more chip")
  lu.assertNotStrContains(odds(g, g.t.gm), "One more chip")
end

function TestOdds.test_the_gm_learns_what_is_hard_before_naming_a_target()
  local g = open({ target = "", contests = 2 })
  for _ = 1, 2 do
    while g:run() == "question" and g:question().name ~= "target" do g:answer_random() end
    local text = odds(g, g.t.gm)
    lu.assertStrContains(text, "Olaf, with 4 hole cards and 3 replacements, meets without a chip\n")
    lu.assertStrMatches(text, ".*\n   4%d%.%d%%  ten%-high flush\n.*")
    lu.assertEquals(g.t.known, 0)
    g:answer("pair of twos")
  end
end

function TestOdds.test_nothing_of_a_hidden_target()
  local g = answer(open({ contest = "hidden" }, { stack = CHASE }), "0")
  lu.assertStrContains(odds(g, g.t.seat[1]), "seven-high flush")
  lu.assertNotStrContains(odds(g, g.t.seat[1]), "ten-high flush")
end

-- Variants and bots ----------------------------------------------------------------------------

TestVariants = {}

function TestVariants.test_heroic_gets_all_back()
  local g = open({ target = "pair of 2s" }, { game = "baltimore+heroic", stack = CHASE,
    profiles = { { attribute = 4, skill = 0 } } })
  answer(g, "8", "0")
  lu.assertEquals(chips(g), 29)
end

function TestVariants.test_one_draw()
  local g = answer(open({}, { game = "baltimore+one_draw" }), "0")
  g:answer({ g.t.seat[1].hand:card(1) })
  g:run()
  lu.assertEquals(g:question().name, "effort")
end

function TestVariants.test_second_wind()
  local g = open({ target = "three tens" }, { game = "baltimore+second_wind",
    profiles = { { attribute = 2, skill = 0 } },
    stack = "10h 2s 10s 4h 6d Kc 10d" })
  answer(g, "0", "0", "yes", "2s")
  lu.assertEquals(chips(g), 16)
  lu.assertEquals(g:result()[1].score, 1)
end

function TestVariants.test_team_and_grim()
  local g = open({}, { game = "baltimore+team_effort", seats = 2 })
  lu.assertTrue(g.t.rules.shared_effort and g.t.rules.open_floor)
  g = croupier.open("baltimore+grim", { seats = 1, profiles = { OLAF } })
  lu.assertEquals({ g.t.rules.contest, g.t.rules.kept_part }, { "hidden", 1 })
end

TestBots = {}

function TestBots.test_play_every_kind_to_the_end()
  for _, kind in ipairs { "simple", "hidden", "full", "asked" } do
    for seed = 1, 8 do
      local g = open({ contest = kind, target = "", floor = "", contests = 2, declared = seed % 2 == 0,
        replacing = seed % 3 == 0 and "in_turn" or "whole" }, { seats = 3, seed = tostring(seed) })
      lu.assertEquals(g:play { "skald", "berserk", "random", gm = seed % 2 == 0 and "skald" or "random" }, "finished")
    end
  end
end

function TestBots.test_chips_come_from_the_bank_and_stay()
  for seed = 1, 20 do
    local g = croupier.open("baltimore", { seats = 4, seed = tostring(seed), rules = { contests = 3 } })
    lu.assertEquals(g:play("random"), "finished")
    local sum = g.t.gm.chips:amount()
    for seat in g.t:seats() do sum = sum + seat.chips:amount() + seat.pot:amount() end
    lu.assertEquals(sum, 0)
  end
end
