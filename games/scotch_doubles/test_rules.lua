-- Every rule matters: for each that is declared something that it changes.

local testing = require "scotch_doubles.testing"

local open, to_shot, typed, refused = testing.open, testing.to_shot, testing.typed, testing.refused
local turn, play, model, with = testing.turn, testing.play, testing.model, testing.with
local SURE, NEVER, OPEN = testing.SURE, testing.NEVER, testing.OPEN

TestRules = {}

-- What becomes of a simulated rack, by these rules.
local function outcome(rules, profile, seed)
  local g = model { rules = rules, profile = profile, seed = seed }
  g:run("settle")
  return g
end

local MATTERS = {}

function MATTERS.balls()
  local g = croupier.open("scotch_doubles", { seats = 2 })
  g:run()
  lu.assertEquals(g:question().name, "first")
  g = croupier.open("scotch_doubles", { seats = 2, rules = { balls = "real" } })
  g:run()
  lu.assertEquals(g:question().name, "lag")
end

function MATTERS.partners()
  local g = typed(open { rules = { partners = 1 } }, "14", "15")
  lu.assertEquals(turn(g), "Ann & Bob")
end

function MATTERS.chips()
  lu.assertEquals(open { rules = { chips = 25 } }.t.seat[2].chips:amount(), 25)
end

function MATTERS.held_back()
  lu.assertEquals(open { rules = { held_back = 5 } }.t.held:amount(), 5)
end

function MATTERS.entry()
  lu.assertEquals(to_shot(open { rules = { entry = 7 } }).t.pot:amount(), 14)
end

function MATTERS.rounds()
  lu.assertEquals(play(4, { rules = { rounds = 2 } }).t.round, 2)
end

function MATTERS.draw()
  local drawn = {}
  for seed = 1, 10 do
    local g = croupier.open("scotch_doubles", { seats = 4, seed = tostring(seed) })
    g:run("next_round")
    drawn[g.t.seeding[1].number] = true
  end
  lu.assertTrue(drawn[2] or drawn[3] or drawn[4])
  lu.assertEquals(to_shot(open()).t.seeding[1].number, 1)
end

function MATTERS.cards()
  lu.assertEquals(#typed(open { rules = { cards = 9 } }, "miss").t.seat[2].hand, 9)
end

function MATTERS.foul_cards()
  local g = typed(open { rules = { foul_cards = 2 } }, "14", "scratch")
  lu.assertEquals(#g.t.seat[1].hand, 9)
  g = typed(open { stack = "7c 7d", rules = { cards = 1, foul_cards = 0 } }, "7 scratch")
  lu.assertEquals(g.t.seat[2].won, 1)
end

function MATTERS.rotation_in_hand()
  local g = typed(open { rules = { rotation_in_hand = false } }, "14", "wrong shooter")
  lu.assertFalse(g.t.in_hand)
  typed(g, "miss", "wrong shooter scratch")
  lu.assertTrue(g.t.in_hand)
end

function MATTERS.doubling()
  local g = to_shot(open { rules = { doubling = true } })
  g:answer("miss")
  g:run()
  lu.assertEquals(g:question().name, "double")
end

function MATTERS.timeouts()
  local g = typed(open { rules = { timeouts = 2 } }, "14", "timeout", "timeout")
  lu.assertEquals(g.t.seat[1].timeouts, 2)
  refused(g, "timeout", "no timeout left")
end

function MATTERS.break_legal()
  lu.assertEquals(outcome(with(OPEN, { break_legal = 0 })).t.breaks, 11)
  lu.assertEquals(outcome(OPEN).t.breaks, 1)
end

function MATTERS.illegal_breaks()
  lu.assertEquals(outcome(with(OPEN, { break_legal = 0, illegal_breaks = 3 })).t.breaks, 4)
end

function MATTERS.break_ball()
  local made = 0
  for seed = 1, 20 do
    local g = model { rules = with(OPEN, { break_ball = 0.9 }), profile = NEVER,
      seed = tostring(seed) }
    g:run("look")
    made = made + 15 - #g.t:balls_up()
  end
  lu.assertTrue(made > 30)
end

function MATTERS.open_balls()
  local _, t = model { rules = { open_balls = 0, locked_balls = 0 } }
  for _ = 1, 50 do lu.assertEquals(t:lie_of(), "hard") end
  _, t = model { rules = OPEN }
  for _ = 1, 50 do lu.assertEquals(t:lie_of(), "open") end
end

function MATTERS.locked_balls()
  local _, t = model { rules = { open_balls = 0, locked_balls = 1 } }
  for _ = 1, 50 do lu.assertEquals(t:lie_of(), "locked") end
  t.in_hand = true
  lu.assertEquals(t:lie_of(), "open")
end

function MATTERS.hard_shot()
  local _, t = model { rules = { hard_shot = 0.5 }, profile = SURE }
  lu.assertEquals(t:chance_of(t.seat[1], 1, "hard"), 0.5)
end

function MATTERS.bluff_locks()
  local _, t = model { rules = with(OPEN, { bluff_locks = 1 }) }
  t.bluffed = true
  lu.assertEquals(t:lie_of(), "locked")
  _, t = model { rules = with(OPEN, { bluff_locks = 0 }) }
  t.bluffed = true
  lu.assertEquals(t:lie_of(), "open")
end

function MATTERS.most_shots()
  lu.assertEquals(outcome(with(OPEN, { most_shots = 30 }), NEVER).t.shots, 30)
end

function TestRules.test_every_rule_matters()
  local declared = open().build.spec.rules
  for name in pairs(declared) do
    lu.assertNotNil(MATTERS[name], name)
    MATTERS[name]()
  end
end

function TestRules.test_chances_that_exclude_each_other()
  lu.assertErrorMsgContains("together can be at most 1", function()
    croupier.open("scotch_doubles", { seats = 2, rules = { open_balls = 0.8, locked_balls = 0.3 } })
  end)
end
