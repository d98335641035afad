-- Baltimore draw 'em, the contest: the source's chase card for card, the cards,
-- the character, variants and bots.

local testing = require "baltimore.testing"

local open, answer, said, chips = testing.open, testing.answer, testing.said, testing.chips
local OLAF, CHASE = testing.OLAF, testing.CHASE

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
  lu.assertStrContains(said(g), "Olaf shows 10h, 4h, 2h, Qh: a queen-high flush")
  lu.assertStrContains(said(g), "Olaf succeeds against a seven-high flush: solid (5).")
  lu.assertStrContains(said(g), "Olaf gets 4 back; chips now: 15.")
  lu.assertEquals(g:result()[1].score, 1)
end

function TestChase.test_as_it_could_have_been_played()
  local g = chase("4")
  lu.assertStrContains(said(g), "Olaf succeeds against an ace-high straight: solid (13).")
  lu.assertEquals(chips(g), 20 - 1 - 9 + 4)
end

-- Cards ------------------------------------------------------------------------------------

TestCards = {}

function TestCards.test_as_many_as_the_attribute_and_four_on_the_board()
  for attribute = 1, 5 do
    local g = open({}, { profiles = { { attribute = attribute, skill = 1 } } })
    answer(g, "0")
    lu.assertEquals({ #g.t.seat[1].hand, #g.t.board, g:question().name },
      { attribute, 4, "replace" })
  end
end

function TestCards.test_burning()
  local function dealt(burn)
    local g = answer(open({ burn = burn }, { stack = CHASE }), "0")
    return tostring(g.t.seat[1].hand:card(1)) .. " " .. tostring(g.t.board:card(1)) .. " "
      .. #g.t.muck
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
  lu.assertEquals({ #g.t.seat[1].discards, #g.t.seat[1].hand }, { 5, 2 })
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
  lu.assertErrorMsgContains("10 characters may need 54 cards, but the deck has 52: use fewer "
    .. "characters", open, {},
    { seats = 10, profiles = many, names = {} })
  many[1], many[2] = { attribute = 4, skill = 1 }, { attribute = 4, skill = 1 }
  lu.assertNotNil(open({}, { seats = 10, profiles = many, names = {} }))
end

function TestCards.test_a_deal_covered_by_the_attribute_that_is_used()
  local many = {}
  for i = 1, 12 do many[i] = { dexterity = 2, skill = 1 } end
  lu.assertNotNil(open({ attribute = "dexterity" }, { seats = 12, profiles = many, names = {} }))
  lu.assertErrorMsgContains("12 characters may need 64 cards", open, {},
    { seats = 12, profiles = many, names = {} })
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
  lu.assertEquals(g:question().text, "What is Olaf's rating in resolve, the number of cards dealt?")
  answer(g, "2", "Running", "y", "4")
  lu.assertEquals({ g.t.seat[1].hole, g.t.seat[1].draws }, { 2, 4 })
  while g:question().name ~= "attribute" do g:answer_random() g:run() end
  answer(g, "resolve", "Running")
  lu.assertEquals(g:question().name, "effort")
end

function TestCharacter.test_a_skill_is_one_of_the_sheets_or_is_asked_about()
  local g = open({},
    { seats = 2, profiles = { { strength = 3, skills = "Running 2; Sleight of Hand 4" },
    { strength = 2, skills = "Riding 1" } } })
  answer(g, "strength")
  lu.assertEquals(g:question().text, "Which skill is used? (Running, Sleight of Hand, Riding)")
  answer(g, "Runing")
  lu.assertEquals(g:question().text,
    "Nobody in this contest has the skill Runing (did you mean Running?). Add it?")
  answer(g, "n")
  lu.assertEquals(g:question().name, "skill")
  answer(g, "sle") -- no name is so near as one that begins so
  lu.assertEquals(g:question().text,
    "Nobody in this contest has the skill sle (did you mean Sleight of Hand?). Add it?")
  answer(g, "n")
  answer(g, "Pottery")
  lu.assertEquals(g:question().text, "Nobody in this contest has the skill Pottery. Add it?")
  answer(g, "n", "sleight of hand")
  lu.assertEquals({ g.t.skill, g.t.seat[1].draws }, { "Sleight of Hand", 4 })
end

-- What a campaign keeps of a seat after these answers to the GM's questions.
local function kept(g, field) return g.build.spec.campaign[field](g.t, g.t.seat[1]) end

function TestCharacter.test_what_the_gm_says_of_a_character_is_kept()
  local g = open({}, { profiles = { { strength = 3, skills = "Axe 4" } } })
  answer(g, "wits", "2", "Lying", "y", "1")
  lu.assertEquals({ kept(g, "wits"), kept(g, "skills"), kept(g, "strength") },
    { 2, "Axe 4; Lying 1" })
  g = open({}, { profiles = { { strength = 3, skills = "Axe 4" } } })
  answer(g, "strength", "Lying, badly", "y", "1")
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

-- Where all have failed nobody has won, whoever has the most chips left.
function TestChase.test_nobody_wins_where_all_fail()
  local profile = { attribute = 2, skill = 0 }
  local g = open({ target = "royal flush", ante = 0 },
    { seats = 2, profiles = { profile, profile } })
  answer(g, "3", "0")
  g:play { "random", "random" }
  local rows = g:result()
  lu.assertEquals({ rows[1].seat.name, rows[1].place, rows[2].place }, { "Bob", 2, 3 })
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
      local g = open({ contest = kind, target = "", floor = "", contests = 2,
        declared = seed % 2 == 0, replacing = seed % 3 == 0 and "in_turn" or "whole" },
        { seats = 3, seed = tostring(seed) })
      lu.assertEquals(g:play { "skald", "berserk", "random", gm = seed % 2 == 0 and "skald"
        or "random" }, "finished")
    end
  end
end

function TestBots.test_chips_come_from_the_bank_and_stay()
  for seed = 1, 20 do
    local g = croupier.open("baltimore", { seats = 4, seed = tostring(seed),
      rules = { contests = 3 } })
    lu.assertEquals(g:play("random"), "finished")
    local sum = g.t.gm.chips:amount()
    for seat in g.t:seats() do sum = sum + seat.chips:amount() + seat.pot:amount() end
    lu.assertEquals(sum, 0)
  end
end

-- What skald answers to a question with these cards, on the board Ks 9d 5c 2h, for a target that
-- everybody knows.
local function skald(name, hand, target, setup)
  setup = setup or {}
  local g = open({ target = target, contests = 10, ante = 0, fresh_chips = setup.fresh }, {})
  g:run(setup.dealt == false and "deal" or "replace")
  local t = g.t
  local me = t.seat[1]
  t:gather(t.deck)
  g:place(hand, me.hand)
  if setup.dealt ~= false then g:place("Ks 9d 5c 2h", t.board) end
  return g:view(me, function(_, view)
    local cards = require("baltimore.bots").skald[name](view, { options = view.hand:list(), min = 0,
      max = 3 })
    if type(cards) == "number" then return cards end
    for i, card in ipairs(cards) do cards[i] = card.name end
    table.sort(cards)
    return table.concat(cards, " ")
  end)
end

function TestBots.test_skald_bets_nothing_before_the_board()
  lu.assertEquals(skald("effort", "Kh 8s 7c 3d", "ace-high", { dealt = false, fresh = true }), 0)
  lu.assertEquals(skald("effort", "Kh 8s 7c 3d", "pair of kings"), 0, "the hand is good enough")
end

-- Eight chips are too many for one of ten contests, unless each brings new ones.
function TestBots.test_skald_keeps_chips_for_later_contests()
  local target = "three fours" -- each chip lowers it by one step: seven to a pair of kings
  lu.assertEquals(skald("effort", "Kh 8s 7c 3d", target), 0)
  lu.assertTrue(skald("effort", "Kh 8s 7c 3d", target, { fresh = true }) > 4)
end

-- Chips that a hand doesn't need are for a greater success.
function TestBots.test_why_skald_bets()
  local function reason(target, bet, contests)
    local g = answer(open({ target = target, contests = contests or 1 }, { stack = CHASE }), "5",
      "-")
    return g:view(g.t.seat[1], function(_, me)
      return require("baltimore.bots").skald.because.effort(me, bet)
    end)
  end
  lu.assertEquals(reason("pair of threes", 0), "your hand meets the target")
  lu.assertEquals(reason("pair of threes", 1),
    "your hand meets the target, and chips make the success greater")
  lu.assertEquals(reason("royal flush", 0), "not even all your chips would be enough")
  lu.assertEquals(reason("three kings", 0, 9),
    "the chips it would take are worth more later")
end

-- A hint to the GM names a skill that somebody has.
function TestBots.test_skald_chooses_a_skill_on_the_sheets()
  local function skill(skills)
    local g = open({ skill = "" }, { profiles = { { attribute = 4, skills = skills } } })
    return g:view(g.t.gm, function(_, me) return require("baltimore.bots").skald.skill(me) end)
  end
  lu.assertEquals(skill "Running 3; Stealth 2", "Running")
  lu.assertEquals(skill "", "Luck")
end

-- A hand that is good enough stays. Where chips can make it so, or no card to come can, only what
-- it doesn't need goes.
function TestBots.test_what_skald_replaces()
  lu.assertEquals(skald("replace", "Kh 8s 4c 3d", "pair of queens"), "")
  lu.assertEquals(skald("replace", "Kh 8s 4c 3d", "pair of aces"), "3d 4c")
  lu.assertEquals(skald("replace", "Kh 8s 4c 3d", "royal flush"), "3d 4c")
end
