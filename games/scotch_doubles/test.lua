-- Tests of Poker Pool Scotch Doubles: what the sheet says, line by line; what a
-- scorer may type and what not; the tournament; and every rule, mattering.

local NAMES = { "Ann & Bob", "Cy & Di" }
local HANDS = "Ac 2c 3c 4c 5c 6c 7c  8d 9d 10d Jd Qd Kd As"

-- A real table: the first team wins the lag; hands as stacked, breakers first,
-- then the cards that fouls draw. Nobody doubles unless the rules say so.
local function open(options)
  options = options or {}
  local rules = { draw = false, doubling = false }
  for name, value in pairs(options.rules or {}) do rules[name] = value end
  return croupier.open("scotch_doubles+" .. (options.variant or "real_table"), {
    seed = "1", names = options.names or NAMES, rules = rules,
    stack = options.stack or HANDS, profiles = options.profiles })
end

local function is_shot(q) return q.name == "shot" or q.name == "break" end

-- Answers everything up to the scorer's next question: the first team wins
-- the lag, the first player shoots first, `double` for doubling.
local function to_shot(g, double)
  while g:run() == "question" and not is_shot(g:question()) do
    local q = g:question()
    if q.kind == "confirm" then
      g:answer(q.name == "double" and double or false)
    else
      g:answer(q.options[1])
    end
  end
  return g
end

-- The scorer types lines.
local function typed(g, ...)
  for _, line in ipairs { ... } do
    to_shot(g)
    lu.assertTrue(g:answer(line))
  end
  return to_shot(g)
end

local function hand(seat)
  local names = {}
  for i, card in ipairs(seat.hand:list()) do names[i] = card.name end
  return table.concat(names, " ")
end

-- All of a rack that a shot could change.
local function standing(t)
  local parts = { t.shots, t.breaks, t.in_hand, t.shooting.name, #t.deck }
  for ball = 1, 15 do parts[#parts + 1] = t.up[ball] end
  for seat in t:seats() do
    parts[#parts + 1] = hand(seat)
    parts[#parts + 1] = seat.chips:amount()
    parts[#parts + 1] = seat.shooter
    parts[#parts + 1] = seat.timeouts
  end
  for i, part in ipairs(parts) do parts[i] = tostring(part) end
  return table.concat(parts, " ")
end

local function refused(g, line, sentence)
  local before = standing(g.t)
  local taken, why = g:answer(line)
  lu.assertNil(taken, line)
  lu.assertStrContains(why, sentence)
  lu.assertTrue(is_shot(g:question()))
  lu.assertEquals(standing(g.t), before)
end

local function said(g)
  local texts = {}
  for _, e in ipairs(g:events()) do
    if e.kind == "say" then texts[#texts + 1] = e.text end
  end
  return table.concat(texts, "\n")
end

local function turn(g)
  local t = g.t
  return t:who_shoots(t.shooting)
end

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
  lu.assertFalse(t.up[7])
  lu.assertFalse(t.up[8])
  lu.assertTrue(t.in_hand)
  lu.assertEquals(t.shooting, t.seat[2])
  lu.assertEquals(#t.seat[1].hand, 7)
  lu.assertStrContains(hand(t.seat[1]), "2h")
end

function TestBreak.test_nobody_wins_by_a_scratch()
  local g = typed(open { rules = { cards = 1 }, stack = "7c 8c 9c" }, "7 scratch")
  lu.assertEquals(g.t.rack, 1)
  lu.assertEquals(hand(g.t.seat[1]), "9c")
  lu.assertNil(g.t.winner)
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
  lu.assertTrue(t.up[8])
  lu.assertEquals(#t.seat[1].hand, 8)
  lu.assertStrContains(hand(t.seat[1]), "Kh")
  lu.assertEquals(t.shooting, t.seat[2])
  lu.assertFalse(t.in_hand)
end

function TestShot.test_a_legal_and_an_illegal_ball()
  local g = typed(open(), "14", "7 12 15")
  local t = g.t
  lu.assertTrue(t.up[7] and t.up[12] and t.up[15])
  lu.assertEquals(#t.seat[1].hand, 8)
  lu.assertStrContains(said(g), "in this order: 15 12 7.")
end

function TestShot.test_a_scratch_spots_what_was_made()
  local g = typed(open(), "14", "7 scratch")
  local t = g.t
  lu.assertTrue(t.up[7])
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
end

function TestShot.test_broken_rotation()
  local g = typed(open(), "14", "7 wrong shooter")
  local t = g.t
  lu.assertStrContains(said(g), "Ann breaks the rotation")
  lu.assertTrue(t.up[7])
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

-- --- the scorer --------------------------------------------------------------

TestScorer = {}

function TestScorer.test_ways_to_type()
  for _, line in ipairs { "7 6", "7,6", "7 and 6", "#7 & the #6", "the 7 ball, 6." } do
    local g = typed(open(), "14", line)
    lu.assertFalse(g.t.up[7], line)
    lu.assertFalse(g.t.up[6], line)
  end
  for _, line in ipairs { "miss", "MISS", "nothing", " bluff " } do
    lu.assertEquals(typed(open(), "14", line).t.shooting.name, "Cy & Di")
  end
end

function TestScorer.test_says_what_would_be_right()
  local g = typed(open(), "7")
  refused(g, "7", "`7`: the 7 is already down; still up: 1 2 3 4 5 6 8 9 10 11 12 13 14 15")
  refused(g, "16", "`16`: there are balls 1 to 15")
  refused(g, "0", "there are balls 1 to 15")
  refused(g, "99999999999999999999", "`99999999999999999999`: ")
  refused(g, "6 6", "the 6 can go down only once")
  refused(g, "sink 6", "`sink`: expected the balls that went down (`7 9`), `miss`")
  refused(g, "", "expected the balls that went down")
  refused(g, "the ball", "expected the balls that went down")
  refused(g, "miss 6", "`miss` says that no ball went down")
  refused(g, "illegal", "`illegal` is for the break")
  refused(g, "look nobody", "`look nobody`: expected `look Ann & Bob` or `look Cy & Di`")
  refused(g, "won", "like `won Ann & Bob 3`")
  refused(g, "won Cy", "like `won Ann & Bob 3`")
  refused(g, "won Eve 3", "expected `won Ann & Bob` or `won Cy & Di`")
  refused(g, "won Cy 3 doubled", "can't be doubled")
  typed(g, "6")
  lu.assertFalse(g.t.up[6])
end

function TestScorer.test_on_the_break()
  local g = to_shot(open())
  refused(g, "wrong shooter", "either partner may break")
  refused(g, "illegal 7", "`illegal` stands alone")
  refused(g, "foo", "`illegal` if fewer than two reached a rail")
  refused(g, "look Cy", "nobody looks at cards before a legal break")
end

function TestScorer.test_singles_have_no_wrong_shooter()
  local g = typed(open { rules = { partners = 1 } }, "7")
  refused(g, "6 wrong shooter", "a team of one has no rotation to break")
end

function TestScorer.test_undo_corrects_a_slip()
  local g = typed(open(), "14", "miss", "miss")
  local before = standing(g.t)
  typed(g, "8 scratch")
  lu.assertEquals(#g.t.seat[1].hand, 8)
  refused(g, "14", "the 14 is already down") -- nothing that undo would take back
  lu.assertTrue(g:undo())
  lu.assertEquals(standing(g.t), before)
  typed(g, "6")
  lu.assertFalse(g.t.up[6])
  lu.assertEquals(#g.t.seat[1].hand, 6)
end

function TestScorer.test_a_team_looks_at_its_cards()
  local g = typed(open(), "14")
  g:answer("look cy")
  g:run()
  lu.assertEquals(g:question().name, "looked")
  lu.assertEquals(g:question().seat, g.t.seat[2])
  g:answer(true)
  g:run()
  lu.assertEquals(g:question().name, "shot")
end

-- A team goes by the beginning of its name, or of a player's.
function TestScorer.test_names_of_teams()
  for text, team in pairs { ["Cy & Di"] = 2, cy = 2, DI = 2, ann = 1, b = 1 } do
    local g = typed(open(), "14", "timeout " .. text)
    lu.assertEquals(g.t.seat[team].timeouts, 1, text)
  end
  refused(typed(open(), "14"), "timeout x", "expected `timeout Ann & Bob` or `timeout Cy & Di`")
end

function TestScorer.test_void()
  local g = typed(open(), "14", "void")
  lu.assertEquals(g.t.round, 2)
  lu.assertEquals(g.t.seat[1].chips:amount(), 10)
end

function TestScorer.test_a_rack_played_elsewhere()
  for _, line in ipairs { "won cy 3 doubled", "Won Cy & Di 3 DOUBLED" } do
    local t = typed(open { rules = { doubling = true } }, line).t
    lu.assertEquals(t.seat[2].chips:amount(), 12)
    lu.assertEquals(t.seat[2].points, 3)
  end
end

-- --- who sees what -----------------------------------------------------------

TestSight = {}

local function screen_of(g, seat)
  return table.concat(g:screen(seat), "\n")
end

function TestSight.test_all_see_the_table()
  local g = typed(open(), "7 14", "scratch")
  for _, seat in ipairs { g.t.gm, g.t.seat[1], g.t.seat[2] } do
    local text = screen_of(g, seat)
    lu.assertStrContains(text, "Round 1, rack 1 of 1, for 1 chip")
    lu.assertStrContains(text, "Up: 1 2 3 4 5 6 8 9 10 11 12 13   neutral: 15")
    lu.assertStrContains(text, "Cy shoots for Cy & Di, ball in hand")
    lu.assertStrContains(text, "7 cards")
    lu.assertStrContains(text, "10 chips")
  end
end

function TestSight.test_legal_balls_are_for_their_team()
  local g = typed(open(), "7", "miss")
  lu.assertStrContains(screen_of(g, g.t.seat[1]), "Your legal balls: 1 2 3 4 5 6 14 15 ")
  lu.assertStrContains(screen_of(g, g.t.seat[2]), "Your legal balls: 1 8 9 10 11 12 13 14 15")
  lu.assertNotStrContains(screen_of(g, g.t.gm), "legal")
end

function TestSight.test_the_scorers_screen_tells_nothing_of_hands()
  local a = typed(open(), "miss")
  local b = typed(open { stack = "8d 9d 10d Jd Qd Kd As  Ac 2c 3c 4c 5c 6c 7c" }, "miss")
  lu.assertEquals(screen_of(a, a.t.gm), screen_of(b, b.t.gm))
  lu.assertEquals(a:question().text, b:question().text)
end

function TestSight.test_odds()
  local g = croupier.open("scotch_doubles", { seats = 2, stack = HANDS,
    rules = { doubling = false, break_legal = 1, break_ball = 0, open_balls = 1, locked_balls = 0 } })
  g:run("aim")
  local me = g:question().seat
  local odds = g:odds(me)
  lu.assertEquals(#odds, 1 + #g:question().options - 1)
  -- one of the three other cards of the rank among 7 of 45 unseen
  lu.assertEquals(odds[2], ("%4d  open     60%%      1         41%%"):format(g:question().options[1]))
  lu.assertStrContains(odds[#odds], "  15  open     60%      0          0%")
  lu.assertEquals(#g:odds(me:left()), 1)
end

function TestSight.test_names_of_players()
  local function names(name, profile, rules)
    local t = open { names = { name, "Jets" }, profiles = { profile or {} }, rules = rules }.t
    return t:player_name(t.seat[1], 1) .. "/" .. t:player_name(t.seat[1], 2)
  end
  lu.assertEquals(names "Ann & Bob", "Ann/Bob")
  lu.assertEquals(names "Ann and Bob", "Ann/Bob")
  lu.assertEquals(names "Sharks", "Sharks 1/Sharks 2")
  lu.assertEquals(names("Sharks", { player_1 = "Riff", player_2 = "Ice" }), "Riff/Ice")
  lu.assertEquals(names("Sharks", {}, { partners = 1 }), "Sharks/Sharks")
end

-- --- the tournament ----------------------------------------------------------

TestTournament = {}

local function play(teams, options)
  options = options or {}
  local g = croupier.open("scotch_doubles" .. (options.variant or ""), {
    seats = teams, seed = options.seed or "1", rules = options.rules })
  lu.assertEquals(g:play(options.bots or "random"), "finished")
  return g
end

local function total(t, what)
  local sum = 0
  for seat in t:seats() do sum = sum + seat[what]:amount() end
  return sum
end

function TestTournament.test_two_to_sixteen_teams_to_the_end()
  for _, variant in ipairs { "", "+real_table", "+singles", "+chip_a_card", "+knockout", "+club_night" } do
    for _, teams in ipairs { 2, 3, 7, 16 } do
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

function TestTournament.test_the_directors_award()
  local g = open { names = { "A", "B" }, rules = { held_back = 3 } }
  local t = g.t
  g:run("next_rack")
  lu.assertNil((g:act("award", t.seat[1])))
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
  refused(g, "timeout", "Ann & Bob has no timeout left in this rack")
  typed(g, "timeout cy")
  lu.assertEquals(t.seat[2].timeouts, 1)
  typed(g, "won Cy 1")
  lu.assertEquals(t.seat[1].timeouts, 0)
  g = croupier.open("scotch_doubles", { seats = 2, seed = "2" })
  g:run("approach")
  lu.assertTrue(g:act("timeout", g.t.seat[1]))
  lu.assertNil((g:act("timeout", g.t.seat[1])))
end

-- --- the shot model ----------------------------------------------------------

TestModel = {}

-- A table of two certain teams in mid-rack.
local function model(options)
  options.rules = options.rules or {}
  options.rules.draw, options.rules.doubling = false, false
  local g = croupier.open("scotch_doubles", { seats = 2, seed = options.seed or "1",
    rules = options.rules, profiles = { options.profile or {}, options.profile or {} },
    stack = options.stack })
  return g, g.t
end

local SURE = { make_1 = 1, make_2 = 1, slop_1 = 0, slop_2 = 0, scratch_1 = 0, scratch_2 = 0 }
local NEVER = { make_1 = 0, make_2 = 0, slop_1 = 0, slop_2 = 0, scratch_1 = 0, scratch_2 = 0 }
local OPEN = { open_balls = 1, locked_balls = 0, break_legal = 1, break_ball = 0 }

local function with(base, more)
  local copy = {}
  for key, value in pairs(base) do copy[key] = value end
  for key, value in pairs(more) do copy[key] = value end
  return copy
end

function TestModel.test_who_never_misses_runs_out()
  local g = model { profile = SURE, rules = OPEN }
  g:run("settle")
  lu.assertEquals(g.t.winner, g.t.racker)
end

function TestModel.test_who_never_makes_one_has_no_result()
  local g = model { profile = NEVER, rules = with(OPEN, { rounds = 1 }) }
  g:run("settle")
  lu.assertNil(g.t.winner)
  lu.assertEquals(g.t.shots, 2000)
  lu.assertEquals(g.t.seat[1].chips:amount(), 10)
end

function TestModel.test_the_aims_are_the_legal_balls_and_the_bluff()
  local g, t = model { rules = OPEN, stack = HANDS }
  g:run("aim")
  local aims = t:legal_balls(t.shooting)
  aims[#aims + 1] = "bluff"
  lu.assertEquals(g:question().options, aims)
  lu.assertStrContains(g:question().text, "open: ")
end

function TestModel.test_each_players_own_chances()
  local one_only = with(SURE, { make_2 = 0 })
  local _, t = model { profile = one_only, rules = OPEN }
  lu.assertEquals(t:chance_of(t.seat[1], 1, "open"), 1)
  lu.assertEquals(t:chance_of(t.seat[1], 2, "open"), 0)
  lu.assertEquals(t:chance_of(t.seat[1], 1, "locked"), 0)
  local fouls = {}
  for _, which in ipairs { "scratch_1", "scratch_2", "slop_1", "slop_2" } do
    local g = model { profile = with(NEVER, { [which] = 1 }), rules = with(OPEN, { most_shots = 40 }) }
    g:run("settle")
    fouls[which] = g:measures().fouls
    lu.assertTrue(fouls[which] > 0 and fouls[which] < 40, which)
  end
end

function TestModel.test_bots_beat_chance()
  local won = 0
  for seed = 1, 20 do
    local g = play(4, { seed = "bots" .. seed, bots = { "hustler", "random", "random", "random", gm = "random" } })
    if g:result()[1].seat.number == 1 then won = won + 1 end
  end
  lu.assertTrue(won >= 14, won .. " of 20")
end

-- --- every rule matters ------------------------------------------------------

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
    local g = model { rules = with(OPEN, { break_ball = 0.9 }), profile = NEVER, seed = tostring(seed) }
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
  lu.assertErrorMsgContains("together at most 1", function()
    croupier.open("scotch_doubles", { seats = 2, rules = { open_balls = 0.8, locked_balls = 0.3 } })
  end)
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
