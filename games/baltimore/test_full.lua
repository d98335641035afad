-- Full contests: bets against the GM or another character, pots, limits.

local testing = require "baltimore.testing"

local answer, said, chips, outcome = testing.answer, testing.said, testing.chips, testing.outcome
local full = testing.full

TestFull = {}

-- Olaf has a pair of tens, the GM three eights.
local LOST = "10h 10s 4h 8h 8s 2c 8d 6d 3s Kc"

function TestFull.test_the_better_hand_takes_the_pot()
  local g = answer(full({}, { stack = LOST }), "bet", "4", "call", "check", "check")
  lu.assertStrContains(said(g), "Olaf fails against three eights: painful (-28).")
  lu.assertEquals(chips(g), 15)
  g = answer(full({}, { stack = "10h 10s 10d 8h 8s 2c 4d 6d 3s Kc" }), "bet", "4", "call", "check",
    "check")
  lu.assertEquals(chips(g), 25)
end

function TestFull.test_kickers_and_ties()
  local g = answer(full({}, { stack = "2h 3s 5d 2c 3d 5c As Kd Qh 9c" }), "check", "check", "check",
    "check")
  lu.assertEquals({ outcome(g) }, { true, 0 })
  lu.assertEquals(chips(g), 20)
  g = answer(full({}, { stack = "2h 3s 5d 2c 3d Jc As Kd Qh 8c" }), "check", "check", "check",
    "check")
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
  lu.assertErrorMsgContains("needs exactly two characters", full, { opponent = "player" },
    { seats = 3 })
end

function TestFull.test_without_an_ante_one_chip_of_the_pot()
  local g = full({ opponent = "player", ante = 3 },
    { seats = 2, stack = "8h 8s 2c 10h 10s 4h 8d 6d 3s Kc",
    profiles = { { attribute = 3, skill = 0, chips = 2 }, { attribute = 3, skill = 0 } } })
  answer(g, "bet", "2", "call", "no")
  lu.assertEquals({ chips(g, 1), chips(g, 2) }, { 1, 20 - 3 - 2 + 6 })
end

-- Left of the dealer shows first; the other, beaten, mucks: a fold, without degree.
function TestFull.test_a_beaten_hand_is_mucked_unseen()
  local two = { { attribute = 3, skill = 0 }, { attribute = 3, skill = 0 } }
  local function play(rules, ...)
    rules.opponent = "player"
    return answer(full(rules, { seats = 2, profiles = two,
      stack = "8h 8s 2c 10h 10s 4h 8d 6d 3s Kc" }), ...)
  end
  local g = play({}, "bet", "4", "call", "check", "check")
  lu.assertEquals({ g:question().name, g:question().seat.number }, { "muck", 2 })
  lu.assertStrContains(g:question().text, "three eights. Muck it unseen?")
  answer(g, "yes")
  lu.assertStrContains(said(g), "Bob mucks.")
  lu.assertNotStrContains(said(g), "Bob shows")
  lu.assertStrContains(said(g), "Bob fails.")
  lu.assertEquals({ chips(g, 1), chips(g, 2) }, { 25, 15 })
  -- who bet last shows first, and the winner is not asked
  g = play({}, "check", "check", "check", "bet", "4", "call")
  lu.assertStrContains(said(g), "Bob shows")
  lu.assertStrContains(said(g), "Bob fails against three eights")
  g = play({ mucking = false }, "bet", "4", "call", "check", "check")
  lu.assertStrContains(said(g), "Bob shows")
end

function TestFull.test_blinds_and_who_posts_the_small_one()
  local g = full({ big_blind = 4 })
  g:run()
  lu.assertEquals({ chips(g), g:question().seat.number }, { 17, 1 })
  g = full({ big_blind = 4, button_small = true })
  g:run()
  lu.assertEquals({ chips(g), g:question().seat.number }, { 15, 0 })
end

-- In every pot, and before anybody has a card.
function TestFull.test_blinds_come_before_the_deal()
  local g = full({ big_blind = 4 }, { seats = 2 })
  repeat
    lu.assertEquals(#g.t.seat[1].hand, 0)
    g:step()
  until g:next_step() == "deal"
  lu.assertEquals({ chips(g, 1), chips(g, 2) }, { 17, 17 })
  lu.assertEquals({ g.t.seat[1].pot:amount(), g.t.seat[2].pot:amount() }, { 8, 8 })
  lu.assertStrContains(said(g), "Bob posts the small blind of 2.")
  -- each pot is played from its own blinds
  answer(g, "call", "check")
  lu.assertEquals({ g:question().seat.number, g:question().text },
    { 2, "The pot is 8, 2 to call. Your move?" })
  answer(g, "raise", "8")
  lu.assertEquals({ g:question().seat.number, g:question().text },
    { 0, "The pot is 14, 4 to call. Your move?" })
  answer(g, "call")
  lu.assertEquals({ g.t.seat[1].pot:amount(), g.t.seat[2].pot:amount() }, { 10, 18 })
end

-- Two players, one of whom is all-in by the blind.
function TestFull.test_a_short_blind_of_two_players()
  local g = full({ opponent = "player", ante = 1, big_blind = 10 }, { seats = 2,
    profiles = { { attribute = 3, skill = 0 }, { attribute = 3, skill = 0, chips = 7 } } })
  g:run()
  lu.assertEquals(g:question().text, "The pot is 13, 1 to call. Your move?")
  answer(g, "call")
  lu.assertEquals({ chips(g, 1), chips(g, 2) }, { 13, 0 })
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

function TestFull.test_against_whom_is_asked_where_there_are_two()
  local g = full({ opponent = "asked" }, { seats = 2, profiles = { { attribute = 3, skill = 0 },
    { attribute = 3, skill = 0 } } })
  g:run()
  lu.assertEquals(g:question().name, "opponent")
  answer(g, "player")
  lu.assertEquals(#g.t:pairs_of(), 1)
  g = full({ opponent = "asked" })
  g:run()
  lu.assertNotEquals(g:question().name, "opponent")
end

-- Two who play against each other have one pot, which is neither's.
function TestFull.test_one_pot_of_two_players()
  local g = full({ opponent = "player" }, { seats = 2, profiles = { { attribute = 3, skill = 1 },
    { attribute = 3, skill = 1 } } })
  lu.assertEquals(g:screen(g.t.seat[2])[1], "Before the contest")
  answer(g, "bet", "3")
  local lines = g:screen(g.t.seat[2])
  lu.assertEquals(lines[1], "Full contest, pot 5")
  lu.assertEquals(lines[2], "  Olaf\t16 chips, may replace 1")
  answer(g, "call", "-")
  lu.assertEquals(g:screen(g.t.seat[2])[3], "  Olaf\t16 chips, replaced 0 of 1")
end

-- The screen says whose pot is played for; a hand against one other is told what a card replaced
-- would win.
function TestFull.test_whose_pot_it_is()
  local g = full({}, { seats = 2, profiles = { { attribute = 3, skill = 1 },
    { attribute = 3, skill = 1 } } })
  g:run()
  local heading = "Full contest, %s against the GM"
  lu.assertEquals(g:screen(g.t.gm)[1], heading:format("Olaf"))
  answer(g, "check", "check")
  lu.assertEquals(g:screen(g.t.gm)[1], heading:format("Bob"))
  answer(g, "check", "check")
  lu.assertEquals({ g:question().name, g:screen(g.t.gm)[1] }, { "replace", "Full contest" })
  local lines = g:odds(g:question().seat)
  lu.assertStrContains(lines[1], "if nobody replaces a card")
  lu.assertStrContains(lines[2], "With one card replaced: ")
  lu.assertEquals(#lines, 2)
end
