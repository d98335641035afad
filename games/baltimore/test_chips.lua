-- Chips: what is bet, what comes back, what is kept.

local testing = require "baltimore.testing"

local open, answer, said, chips = testing.open, testing.answer, testing.said, testing.chips
local CHASE = testing.CHASE

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
  lu.assertStrContains(advice("baltimore"), "half of them (rounded down) come back if you succeed")
  lu.assertStrContains(advice("baltimore", { kept_part = 1 }), "none of them comes back")
  lu.assertStrContains(advice("baltimore", { kept_part = 3 }),
    "most of them come back if you succeed")
  lu.assertStrContains(advice("baltimore+heroic"), "all of them come back if you succeed")
  lu.assertStrContains(advice("baltimore"), "`:odds` shows what one more chip would buy.")
  lu.assertStrContains(advice("baltimore", { contest = "hidden" }),
    "`:odds` shows how good a hand you may hope for.")
  lu.assertStrContains(advice("baltimore", { contest = "full" }), "Chips are bet in two rounds")
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
  lu.assertEquals(result(2, "pair of 2s", { ante = 4 }, { attribute = 4, skill = 0, chips = 3 }),
    1 + 1)
end

function TestChips.test_ante_and_chips_to_start()
  lu.assertEquals(result(0, "pair of 2s", { ante = 3 }), 17)
  lu.assertEquals(result(0, "pair of 2s", { start_chips = 7 }), 6)
  lu.assertEquals(result(0, "pair of 2s", {}, { attribute = 4, skill = 0, chips = 11 }), 10)
end

function TestChips.test_the_ante_lowers_nothing()
  local _, g = result(0, "ten-high flush", { ante = 9 })
  lu.assertStrContains(said(g), "against a ten-high flush")
end

function TestChips.test_kept_from_contest_to_contest_or_fresh()
  local function after(rules)
    rules.contests, rules.target = 2, "royal flush"
    return chips(answer(open(rules, { profiles = { { attribute = 4, skill = 0 } } }), "5", "5",
      "5"))
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

TestCounted = {}

function TestCounted.test_a_single_chip_is_no_chips()
  local g = answer(open({}, { profiles = { { attribute = 4, skill = 0, chips = 2 } } }))
  lu.assertStrContains(g:screen(g.t.seat[1])[2], "\t1 chip, pot 1")
end

-- Beside the numbers of chips stand the targets they make: none twice.
function TestCounted.test_chips_that_lower_nothing_have_no_note()
  local note = require("baltimore.screen").effort_note
  local function noted(target)
    local g = answer(open({ target = target }, { profiles = { { attribute = 4, skill = 0 } } }))
    return g:view(g.t.seat[1], function(t, me)
      local list = {}
      for n = 0, me.chips:amount() do
        if note(n, t, me) then list[#list + 1] = n end
      end
      return list
    end)
  end
  lu.assertEquals(noted "nine-high", { 0, 1, 2 })
  lu.assertEquals(noted "royal flush", { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 19 })
end
