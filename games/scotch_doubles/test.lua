-- Poker Pool Scotch Doubles, a rack as the sheet has it, line by line: the break,
-- shots and fouls, dead cards and winning.

local testing = require "scotch_doubles.testing"

local open, to_shot, typed, said = testing.open, testing.to_shot, testing.typed, testing.said
local turn, hand, HANDS = testing.turn, testing.hand, testing.HANDS

-- --- the break ---------------------------------------------------------------

TestBreak = {}

function TestBreak.test_the_loser_racks_and_nobody_looks()
  local g = to_shot(open())
  local t = g.t
  lu.assertEquals(t.breaker, t.seat[1])
  lu.assertEquals(#t.seat[1].dealt, 7)
  lu.assertEquals(#t.seat[2].dealt, 7)
  lu.assertEquals(#t.seat[1].hand, 0)
  g:view(t.seat[1], function(_, me)
    for card in me.dealt:cards() do lu.assertTrue(card.hidden) end
  end)
end

function TestBreak.test_nothing_made_passes_the_table()
  local g = typed(open(), "miss")
  lu.assertEquals(g.t.shooting, g.t.seat[2])
  lu.assertFalse(g.t.in_hand)
  lu.assertEquals(#g.t.seat[1].hand, 7)
end

function TestBreak.test_a_ball_made_keeps_it_held_or_not()
  for _, line in ipairs { "7", "8", "15", "7 8" } do
    local g = typed(open(), line)
    lu.assertEquals(g.t.shooting, g.t.seat[1], line)
    lu.assertEquals(turn(g), "Bob")
  end
end

function TestBreak.test_breakers_dead_cards_go()
  local g = typed(open(), "7 8")
  lu.assertEquals(hand(g.t.seat[1]), "Ac 2c 3c 4c 5c 6c")
  lu.assertEquals(#g.t.seat[2].hand, 7)
  typed(g, "miss")
  lu.assertEquals(hand(g.t.seat[2]), "As 9d 10d Jd Qd Kd")
end

function TestBreak.test_a_scratch_leaves_them_down()
  local g = typed(open { stack = HANDS .. " 2h" }, "7 8 scratch")
  local t = g.t
  lu.assertFalse(t:is_up(7))
  lu.assertFalse(t:is_up(8))
  lu.assertTrue(t.in_hand)
  lu.assertEquals(t.shooting, t.seat[2])
  lu.assertEquals(#t.seat[1].hand, 7)
  lu.assertStrContains(hand(t.seat[1]), "2h")
end

function TestBreak.test_nobody_wins_by_a_scratch()
  local g = typed(open { rules = { cards = 1 }, stack = "7c 8c 9c" }, "7 scratch")
  lu.assertEquals(g.t.rack, 1)
  lu.assertEquals(hand(g.t.seat[1]), "9c")
  lu.assertFalse(g.t.winner)
end

function TestBreak.test_an_illegal_one()
  local g = typed(open(), "illegal")
  local t = g.t
  lu.assertEquals(g:question().name, "break")
  lu.assertEquals(t.breaker, t.seat[2])
  lu.assertEquals(#t.seat[1].dealt, 7)
  lu.assertEquals(#t.deck, 38)
  typed(g, "illegal")
  lu.assertEquals(t.breaker, t.seat[1])
end

function TestBreak.test_breaker_first_when_both_have_only_dead_cards()
  local g = typed(open { rules = { cards = 1 }, stack = "7c 7d" }, "7")
  lu.assertEquals(g.t.seat[1].won, 1)
  lu.assertEquals(g.t.seat[1].points, 1)
  g = typed(open { rules = { cards = 1 }, stack = "7c 7d 9c" }, "7 scratch")
  lu.assertEquals(g.t.seat[2].won, 1)
end

-- --- shots -------------------------------------------------------------------

TestShot = {}

function TestShot.test_balls_stand_for_ranks()
  local g = typed(open { stack = "Ac 2c 10c Jc Qc Kc Ad  3c 3d 4c 4d 5c 5d 6c" }, "miss", "miss")
  lu.assertEquals(g.t:legal_balls(g.t.seat[1]), { 1, 2, 10, 11, 12, 13, 14, 15 })
  lu.assertEquals(g.t:legal_balls(g.t.seat[2]), { 3, 4, 5, 6, 14, 15 })
end

function TestShot.test_all_cards_of_the_rank_go_at_once()
  local g = typed(open { stack = "7c 7d 7h 2c 3c 4c 5c  8d 9d 10d Jd Qd Kd As" },
    "14", "7")
  lu.assertEquals(hand(g.t.seat[1]), "2c 3c 4c 5c")
  lu.assertEquals(g.t.shooting, g.t.seat[1])
  lu.assertEquals(#g.t.discards, 3)
end

function TestShot.test_partners_alternate_also_from_turn_to_turn()
  local g = typed(open(), "miss")
  local order = {}
  for i, line in ipairs { "8", "miss", "miss", "9", "miss", "1", "miss" } do
    order[i] = turn(g)
    typed(g, line)
  end
  lu.assertEquals(table.concat(order, " "), "Cy Di Bob Cy Di Ann Bob")
end

function TestShot.test_a_neutral_is_nobodys_and_everybodys()
  local g = typed(open(), "14", "15")
  lu.assertEquals(g.t.shooting, g.t.seat[1])
  lu.assertEquals(#g.t.seat[1].hand, 7)
  lu.assertEquals(#g.t.deck, 38)
end

function TestShot.test_the_bluff()
  local g = typed(open(), "14", "miss")
  lu.assertEquals(g.t.shooting, g.t.seat[2])
  lu.assertEquals(#g.t.seat[1].hand, 7)
  lu.assertFalse(g.t.in_hand)
end

function TestShot.test_a_ball_not_held()
  local g = typed(open { stack = HANDS .. " Kh" }, "14", "8")
  local t = g.t
  lu.assertTrue(t:is_up(8))
  lu.assertEquals(#t.seat[1].hand, 8)
  lu.assertStrContains(hand(t.seat[1]), "Kh")
  lu.assertEquals(t.shooting, t.seat[2])
  lu.assertFalse(t.in_hand)
end

function TestShot.test_a_legal_and_an_illegal_ball()
  local g = typed(open(), "14", "7 12 15")
  local t = g.t
  lu.assertTrue(t:is_up(7) and t:is_up(12) and t:is_up(15))
  lu.assertEquals(#t.seat[1].hand, 8)
  lu.assertStrContains(said(g), "in this order: 15, 12 and 7.")
  lu.assertStrContains(said(g), "makes the 7, 12 and 15, but they don't hold the 12. Foul")
end

function TestShot.test_a_scratch_spots_what_was_made()
  local g = typed(open(), "14", "7 scratch")
  local t = g.t
  lu.assertStrContains(said(g), "makes the 7 and scratches. Foul")
  lu.assertTrue(t:is_up(7))
  lu.assertTrue(t.in_hand)
  lu.assertEquals(#t.seat[1].hand, 8)
  lu.assertEquals(t.shooting, t.seat[2])
  typed(g, "miss")
  lu.assertFalse(t.in_hand)
end

function TestShot.test_several_fouls_draw_one_card()
  local g = typed(open(), "14", "8 9 scratch wrong shooter")
  lu.assertEquals(#g.t.seat[1].hand, 8)
  lu.assertTrue(g.t.in_hand)
  lu.assertStrContains(said(g), "shoots out of turn, makes the 8 and 9 and scratches. Foul")
end

function TestShot.test_broken_rotation()
  local g = typed(open(), "14", "7 wrong shooter")
  local t = g.t
  lu.assertStrContains(said(g), "Ann shoots out of turn")
  lu.assertTrue(t:is_up(7))
  lu.assertTrue(t.in_hand)
  lu.assertEquals(#t.seat[1].hand, 8)
  typed(g, "miss")
  lu.assertEquals(turn(g), "Bob")
end

function TestShot.test_no_card_left_to_draw()
  local g = typed(open { rules = { cards = 25 }, stack = "" }, "miss")
  typed(g, "scratch", "scratch", "scratch", "scratch")
  lu.assertEquals(#g.t.deck, 0)
  lu.assertEquals(#g.t.seat[1].hand + #g.t.seat[2].hand, 52)
  lu.assertEquals(g.t.shooting, g.t.seat[2])
end

-- --- dead cards and winning --------------------------------------------------

TestWinning = {}

function TestWinning.test_dead_cards_wait_for_the_table()
  local g = typed(open { stack = "7c 2c  7d 3c", rules = { cards = 2 } }, "14", "7")
  lu.assertEquals(hand(g.t.seat[2]), "3c 7d")
  typed(g, "miss")
  lu.assertEquals(hand(g.t.seat[2]), "3c")
end

function TestWinning.test_dead_cards_are_points_for_who_wins_before()
  local g = typed(open { stack = "7c 2c  7d 3c", rules = { cards = 2 } },
    "14", "7", "2")
  lu.assertEquals(g.t.seat[1].points, 2)
  lu.assertEquals(g.t.seat[2].points, 0)
  lu.assertEquals(g.t.round, 2)
end

function TestWinning.test_a_dead_foul_card_goes_at_the_next_turn()
  local g = typed(open { stack = HANDS .. " 7h" }, "7", "scratch")
  lu.assertStrContains(hand(g.t.seat[1]), "7h")
  typed(g, "miss")
  lu.assertNotStrContains(hand(g.t.seat[1]), "7h")
end

function TestWinning.test_on_arrival()
  local g = typed(open { stack = "7c 2c  7d 2d", rules = { cards = 2 } },
    "miss", "7", "2")
  lu.assertEquals(g.t.seat[2].won, 1)
  g = typed(open { stack = "7c 2c 3c  7d 2d 2h", rules = { cards = 3 } },
    "14", "7", "2", "miss")
  lu.assertEquals(g.t.seat[2].won, 1)
  lu.assertEquals(g:measures().arrivals, 1)
  lu.assertEquals(g.t.seat[2].points, 1)
end

function TestWinning.test_chips_rise_by_the_round()
  local g = typed(open { stack = "2c 3c", rules = { cards = 1 } }, "14", "2")
  local t = g.t
  lu.assertEquals(t.seat[1].chips:amount(), 11)
  typed(g, "won Cy & Di 4")
  lu.assertEquals(t.seat[2].chips:amount(), 11)
  lu.assertEquals(t.seat[2].points, 4)
  lu.assertEquals(t.round, 3)
end

function TestWinning.test_doubled()
  local g = open { stack = "2c 3c", rules = { cards = 1, doubling = true } }
  to_shot(g)
  g:answer("14")
  to_shot(g, true)
  lu.assertTrue(g.t.doubled)
  typed(g, "2")
  lu.assertEquals(g.t.seat[1].chips:amount(), 12)
end

function TestWinning.test_one_alone_does_not_double()
  local g = to_shot(open { rules = { doubling = true } })
  g:answer("miss")
  g:run()
  lu.assertEquals(g:question().name, "double")
  g:answer(g:question().seat == g.t.seat[1])
  g:run()
  lu.assertEquals(g:question().name, "double")
  g:answer(g:question().seat == g.t.seat[1])
  to_shot(g)
  lu.assertFalse(g.t.doubled)
end

function TestWinning.test_offered_only_if_both_can_pay()
  local g = to_shot(open { rules = { doubling = true, chips = 1 } })
  g:answer("miss")
  to_shot(g, true)
  lu.assertFalse(g.t.doubled)
end
