-- Chances: what `:odds` tells whom, before the board and after it.

local testing = require "baltimore.testing"

local open, answer, full, CHASE = testing.open, testing.answer, testing.full, testing.CHASE

TestOdds = {}

local function odds(g, seat)
  return table.concat(g:odds(seat), "\n")
end

function TestOdds.test_exact_after_the_board()
  local g = answer(open({ target = "fives full of twos" }, { stack = CHASE }), "5")
  local text = odds(g, g.t.seat[1])
  lu.assertStrContains(text, "You meet a ten-high flush: 51.6% (exact).")
  lu.assertStrContains(text, "One more chip, nine-high flush: 51.6% (exact), no better.")
  lu.assertStrContains(odds(g, g.t.gm), "Olaf meets a ten-high flush: 3")
end

function TestOdds.test_sampled_before_it()
  local g = open({ target = "fives full of twos" }, { stack = CHASE })
  g:run()
  lu.assertStrMatches(odds(g, g.t.seat[1]),
    ".*You meet fives full of twos: 2%d%.%d%% %(estimated.*")
end

function TestOdds.test_of_a_hand_against_a_hand()
  local g = answer(full({}, { seats = 2, stack = "10h 10s 4h 8h 8s 2c Jd Js 5h 10d 6d 3s Kc",
    profiles = { { attribute = 3, skill = 1 }, { attribute = 3, skill = 0 } } }), "check", "check",
      "check", "check")
  lu.assertEquals(g:question().name, "replace")
  lu.assertStrMatches(odds(g, g.t.seat[1]),
    "Against an unseen 3%-card hand held by the GM, you win %d+%.%d%% %(exact%), if nobody .*")
  answer(g, "-", "check", "check", "bet", "2", "fold")
  lu.assertEquals(g.status, "finished")
  g = answer(full({}, { seats = 2, profiles = { { attribute = 3, skill = 0 },
    { attribute = 2, skill = 0 } } }), "bet", "1", "fold", "check", "check", "check")
  lu.assertEquals({ g:question().name, g:question().seat.number }, { "act", 0 })
  lu.assertStrMatches(odds(g, g.t.gm), "Against an unseen 2%-card hand held by Bob, you win "
    .. "%d+%.%d%% %(exact%)%.")
end

function TestOdds.test_how_many_chips_help_where_one_does_not()
  local g = answer(open({ target = "pair of queens" }, { stack = "9c 2d Jh 9s 5h 8c 6c Ad",
    profiles = { { attribute = 4, skill = 0 } } }), "0")
  lu.assertStrContains(odds(g, g.t.seat[1]),
    "One more chip, pair of jacks: 0.0% (exact), no better.\n"
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
    lu.assertStrContains(text,
      "Without a chip, Olaf (4 hole cards and 3 replacements) meets:\n")
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

-- Olaf's chase of the source: solid with 3 chips more, and 13 with a fourth.
function TestOdds.test_the_degree_now_and_with_more_chips()
  local g = answer(open({ target = "fives full of twos" }, { stack = CHASE }), "5", "10s", "8c",
    "5s")
  lu.assertEquals(g:question().name, "effort")
  lu.assertStrContains(odds(g, g.t.seat[1]), "Your hand, a queen-high flush, succeeds by "
    .. "2 (marginal); with 1 more chip it succeeds by 3 (marginal); with 2 it succeeds by 4 "
    .. "(marginal); with 3 it succeeds by 5 (solid).")
end

-- Beside a number of chips: what comes of the hand, as the showdown will judge it.
function TestOdds.test_what_chips_would_do()
  local function note(n, rules, ...)
    rules.target = rules.target or "fives full of twos"
    local g = answer(open(rules, { stack = CHASE }), ...)
    return g:view(g.t.seat[1], function(t, me)
      return { require("baltimore.screen").effort_note(n, t, me) }
    end)
  end
  local chance, fives = "%s%% chance to meet %h", poker.target("fives full of twos")
  local before = note(0, {})
  lu.assertEquals({ before[1], before[3] }, { chance, fives })
  local after = "you %s against %h: %s"
  lu.assertEquals(note(1, {}, "5", "10s", "8c", "5s"),
    { after, "succeed by 3", poker.target("nine-high flush"), "marginal" })
  lu.assertEquals(note(0, {}, "0", "10s", "8c", "5s"), { after, "fail by 8", fives, "irritating" })
  for decides, result in pairs { [false] = "just fail", [true] = "just succeed" } do
    local rules = { target = "two pair, tens and sixes", degree_decides = decides }
    lu.assertEquals(note(0, rules, "0", "-")[2], result)
  end
end

-- The source's own lesson: with the chase's queen-high flush the fourth chip makes
-- the target a straight, and a better success for half of it.
function TestOdds.test_skald_pays_for_the_degree_too()
  local g = open({ target = "fives full of twos" }, { stack = CHASE })
  answer(g, "5", "10s", "8c", "5s")
  lu.assertEquals(g:question().name, "effort")
  lu.assertEquals(g:play { "skald", gm = "skald" }, "finished")
  local said = testing.said(g)
  lu.assertStrContains(said, "Olaf bets 4: the target is an ace-high straight.")
  lu.assertStrContains(said, "Olaf succeeds against an ace-high straight: solid (13).")
end

-- One has been rated and the other not, in the first contest and again in the second.
function TestOdds.test_of_those_whose_ratings_are_known()
  local g = open({ target = "", contests = 2, attribute = "asked", skill = "" }, { seats = 2,
    profiles = { { dexterity = 4 }, { chips = 20 } } })
  answer(g, "dexterity")
  for contest = 1, 2 do
    while g:question().seat.number ~= 0 or g:question().name ~= "rating" do
      lu.assertEquals(g:run(), "question")
      odds(g, g.t.gm)
      if g:question().name == "attribute" then g:answer(contest == 1 and "dexterity" or "wits")
      elseif g:question().name == "target" then g:answer("pair of twos")
      elseif g:question().name == "rating" then break
      else g:answer_random() end
      g:run()
    end
    lu.assertNotStrContains(odds(g, g.t.gm), "Bob (")
    if contest == 1 then
      g:answer("3")
      g:run()
    end
  end
end
