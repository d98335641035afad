-- The tournament: who plays whom, who is out, who is paid; and the variants.

local testing = require "scotch_doubles.testing"

local open, to_shot, typed, refused = testing.open, testing.to_shot, testing.typed, testing.refused
local said, play = testing.said, testing.play

-- --- the tournament ----------------------------------------------------------

TestTournament = {}

local function total(t, what)
  local sum = 0
  for seat in t:seats() do sum = sum + seat[what]:amount() end
  return sum
end

function TestTournament.test_two_to_sixteen_teams_to_the_end()
  for _, variant in ipairs { "", "+real_table", "+singles", "+chip_a_card", "+knockout",
    "+club_night" } do
    for _, teams in ipairs(variant == "" and { 2, 3, 7, 16 } or { 2, 5 }) do
      local g = play(teams, { variant = variant, seed = variant .. teams })
      local t = g.t
      lu.assertEquals(total(t, "chips"), teams * t.rules.chips, variant)
      lu.assertEquals(total(t, "prize"), teams * t.rules.entry, variant)
      lu.assertEquals(t.pot:amount(), 0)
      lu.assertEquals(#g:result(), teams)
      lu.assertStrContains(said(g), "and is paid")
    end
  end
end

function TestTournament.test_ends_when_fewer_than_two_can_cover()
  local t = play(5).t
  local able = 0
  for seat in t:seats() do
    if not seat.out and seat.chips:has(t.round + 1) then able = able + 1 end
  end
  lu.assertTrue(able < 2)
end

function TestTournament.test_payout_by_chips()
  local g = croupier.open("scotch_doubles", { seats = 3, rules = { entry = 10, draw = false } })
  local t = g.t
  t:enter()
  t.seat[1].chips:pay(5, t.seat[2].chips)
  t.seat[1].points, t.seat[3].points = 9, 4
  t:pay_out()
  lu.assertEquals(t.seat[2].prize:amount(), 15)
  lu.assertEquals(t.seat[3].prize:amount(), 10)
  lu.assertEquals(t.seat[1].prize:amount(), 5)
  lu.assertEquals(g:result()[1].seat, t.seat[2])
end

function TestTournament.test_pairs_by_standing_not_the_last_opponent()
  local g = open { names = { "A", "B", "C", "D" } }
  local t = g.t
  to_shot(g)
  lu.assertEquals({ t.breaker.name, t.racker.name }, { "A", "B" })
  typed(g, "won A 2", "won C 2")
  lu.assertEquals({ t.breaker.name, t.racker.name }, { "A", "C" })
  lu.assertEquals(t.racks, { { t.seat[2], t.seat[4] } })
end

function TestTournament.test_the_odd_one_sits_out()
  local g = open { names = { "A", "B", "C" } }
  local t = g.t
  to_shot(g)
  lu.assertEquals(t.seat[3].byes, 1)
  typed(g, "won A 2")
  lu.assertEquals(t.seat[2].byes, 1)
  typed(g, "won C 2")
  lu.assertEquals({ t.seat[1].byes, t.seat[2].byes, t.seat[3].byes }, { 1, 1, 1 })
  lu.assertEquals(t.seat[3].chips:amount(), 12)
end

function TestTournament.test_out_with_chips_can_still_win()
  local g = open { names = { "A", "B" }, rules = { chips = 2 } }
  local t = g.t
  typed(g, "won A 7")
  lu.assertEquals(g:result()[1].seat, t.seat[1])
  lu.assertEquals(t.seat[2].chips:amount(), 1)
  lu.assertEquals(t.seat[2].prize:amount(), 10)
end

function TestTournament.test_equal_chips_go_by_points_then_are_shared()
  local t = open { names = { "A", "B", "C" } }.t
  t.seat[3].points = 2
  local places = {}
  for i, row in ipairs(t:rank_by("chips", "points")) do places[i] = row.seat.name .. row.place end
  lu.assertEquals(places, { "C1", "A2", "B2" })
end

function TestTournament.test_the_scorers_award()
  local g = open { names = { "A", "B" }, rules = { held_back = 3 } }
  local t = g.t
  g:run("next_rack")
  lu.assertStrContains(select(2, g:act("award", t.seat[1])), "only the scorer awards chips")
  lu.assertTrue(g:act("award", t.gm))
  g:run()
  lu.assertEquals(g:question().name, "award_to")
  g:answer(t.seat[2])
  g:run()
  g:answer(3)
  to_shot(g)
  lu.assertEquals(t.seat[2].chips:amount(), 13)
  lu.assertEquals(t.held:amount(), 0)
  typed(g, "won B 1", "won B 1", "won B 1", "won B 1")
  lu.assertEquals(t.seat[1].prize:amount() + t.seat[2].prize:amount(), 40)
  lu.assertEquals(t.seat[2].prize:amount(), 40)
end

function TestTournament.test_timeout_by_action_and_by_the_scorer()
  local g = typed(open(), "14")
  local t = g.t
  typed(g, "timeout")
  lu.assertEquals(t.seat[1].timeouts, 1)
  refused(g, "timeout", "Ann & Bob have no timeout left in this rack")
  typed(g, "timeout cy")
  lu.assertEquals(t.seat[2].timeouts, 1)
  typed(g, "won Cy 1")
  lu.assertEquals(t.seat[1].timeouts, 0)
  g = croupier.open("scotch_doubles", { seats = 2, seed = "2" })
  g:run("approach")
  lu.assertTrue(g:act("timeout", g.t.seat[1]))
  lu.assertNil((g:act("timeout", g.t.seat[1])))
end

-- --- variants ----------------------------------------------------------------

TestVariants = {}

function TestVariants.test_chip_a_card()
  local g = typed(open { variant = "real_table+chip_a_card", stack = "2c 3c 4c  5c 6c 7c",
    rules = { cards = 3 } }, "2", "3", "4")
  lu.assertEquals(g.t.seat[1].chips:amount(), 23)
  typed(g, "won Cy 30")
  lu.assertEquals(g.t.seat[1].chips:amount(), 0)
  lu.assertEquals(g.t.seat[2].chips:amount(), 40)
end

function TestVariants.test_knockout()
  local g = open { variant = "real_table+knockout", names = { "A", "B", "C" } }
  typed(g, "won A 2", "won C 1")
  lu.assertEquals(g:result()[1].seat.name, "C")
  lu.assertEquals(g.t.seat[3].prize:amount(), 60)
end

function TestVariants.test_club_night()
  local g = play(4, { variant = "+club_night" })
  lu.assertEquals(g.t.round, 4)
end

function TestVariants.test_singles()
  local g = croupier.open("scotch_doubles+singles", { seats = 2, rules = { doubling = false } })
  g:run()
  lu.assertEquals(g:question().name, "aim")
end

function TestTournament.test_one_point_is_not_several()
  local g = croupier.open("scotch_doubles", { seats = 2, seed = "1" })
  g.t:enter()
  g.t.seat[1].points = 1
  g.t:pay_out()
  lu.assertStrContains(said(g), "has 10 chips and 1 point, and is paid 20 of 40.")
end
