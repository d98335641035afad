-- A league night: pairings, results of any table at any time, racks replayed,
-- teams that come late or withdraw.

local testing = require "scotch_doubles.testing"

local typed, to_shot, said = testing.typed, testing.to_shot, testing.said

local SIX = { "Sharks", "Ann & Bob", "Cues", "Table 9", "Ringers", "Jo and Li" }

local function night(options)
  options = options or {}
  return croupier.open("scotch_doubles+league_night", { seed = "1", names = options.names or SIX,
    rules = options.rules or { rounds = 3 } })
end

-- The scorer types results.
local function results(g, ...)
  for _, line in ipairs { ... } do
    g:run()
    lu.assertEquals(g:question().name, "result")
    lu.assertTrue(g:answer(line), line)
  end
  return g
end

local function answer_refused(g, line, sentence)
  g:run()
  local taken, why = g:answer(line)
  lu.assertNil(taken, line)
  lu.assertStrContains(why, sentence)
end

local function chips(g)
  local list = {}
  for i, seat in ipairs(g.t.seat) do list[i] = seat.chips:amount() end
  return list
end

TestLeague = {}

function TestLeague.test_pairings_stand_from_the_beginning()
  local g = night()
  g:run()
  lu.assertEquals(g.t:pairings_told(),
    { "1. Sharks against Ann & Bob", "2. Cues against Table 9", "3. Ringers against Jo and Li" })
  lu.assertStrContains(said(g), "chip: 1. Sharks against Ann & Bob; 2. Cues against Table 9; 3. ")
  lu.assertStrContains(table.concat(g:screen(g.t.gm), "\n"), "3. Ringers against Jo and Li")
end

function TestLeague.test_results_in_any_order()
  local g = results(night(), "won jo 4", "won Table 9")
  lu.assertEquals(chips(g), { 10, 10, 10, 10, 9, 11 })
  lu.assertEquals(g:question().text, "How many cards did Cues have left?")
  g:answer(2)
  g:run()
  lu.assertEquals(chips(g), { 10, 10, 9, 11, 9, 11 })
  lu.assertEquals(g.t.round, 1)
end

function TestLeague.test_a_round_ends_with_its_last_result()
  local g = night()
  results(g, "won ringers 1", "won cues 5", "won sharks 2")
  g:run()
  lu.assertEquals(chips(g), { 11, 9, 11, 9, 11, 9 })
  lu.assertEquals(g.t.round, 2)
  lu.assertStrContains(said(g), "Round 2, each rack for 2 chips: 1. Cues against Sharks; 2. "
    .. "Ringers against Ann & Bob; 3. Table 9 against Jo and Li.")
end

function TestLeague.test_what_is_wrong_is_refused()
  local g = results(night(), "won sharks 2")
  answer_refused(g, "won sharks 2", "`won sharks 2`: their rack is over (`replay Sharks` opens it "
    .. "again); open: Cues against Table 9, Ringers against Jo and Li")
  answer_refused(g, "won cuse 2", "no team in an open rack has that name")
  answer_refused(g, "won cues 60", "at most 52 cards")
  answer_refused(g, "cues", "expected a result, like `won Cues 3`")
  answer_refused(g, "", "expected a result")
  answer_refused(g, "replay cues", "no rack in this round (`:undo` goes back further); over: "
    .. "Sharks "
    .. "against Ann & Bob")
  lu.assertEquals(chips(g), { 11, 9, 10, 10, 10, 10 })
end

function TestLeague.test_a_rack_replayed()
  local g = results(night(), "won cues 7", "won sharks 2 doubled", "replay ann")
  g:run()
  lu.assertEquals(chips(g), { 10, 10, 11, 9, 10, 10 })
  lu.assertEquals({ g.t.seat[1].points, g.t.seat[1].won, #g.t.racks }, { 0, 0, 2 })
  results(g, "won ann 3")
  g:run()
  lu.assertEquals(chips(g), { 9, 11, 11, 9, 10, 10 })
end

function TestLeague.test_told_on_request()
  local g = results(night(), "won cues 7")
  answer_refused(g, "standings", "1. Cues: 11 chips, 7 points\n2. Sharks: 10 chips, 0 points")
  answer_refused(g, " Pairings", "2. Cues against Table 9: Cues won by 7 cards")
end

function TestLeague.test_a_rack_without_a_result()
  local g = results(night(), "void cues")
  g:run()
  g:answer(true)
  g:run()
  lu.assertEquals({ #g.t.racks, g.t.seat[3].last.name }, { 2, "Table 9" })
  lu.assertEquals(g.t:pairings_told()[2], "2. Cues against Table 9: no result")
  answer_refused(g, "void cues", "their rack is over (`replay Cues` opens it again)")
  answer_refused(g, "void", "`void`: say whose rack, like `void Sharks`; open: Sharks against")
  results(g, "replay cues", "won cues 2", "won sharks 1", "won jo 1")
  g:run()
  lu.assertEquals({ chips(g)[3], g.t.round }, { 11, 2 })
end

function TestLeague.test_no_timeout_where_no_rack_is_played_here()
  answer_refused(night(), "timeout cues", "`timeout`: no rack is being played at this table")
end

function TestLeague.test_words_where_a_number_is_asked_for()
  local g = results(night(), "won cues")
  answer_refused(g, "won jo 1", "first type how many cards were left")
end

-- To just before the next round begins.
local function between(g, ...)
  results(g, ...)
  g:run("next_round")
  return g
end

function TestLeague.test_a_team_comes_late()
  local g = between(night(), "won sharks 1", "won cues 1", "won ringers 1")
  local late = g:join("Latecomers")
  lu.assertEquals({ late.chips:amount(), g.t.pot:amount(), #g.t.seeding }, { 10, 140, 7 })
  g:run()
  lu.assertStrContains(said(g), "Latecomers enter the tournament with 10 chips")
  lu.assertStrContains(said(g), "sit this round out.")
  lu.assertEquals(#g.t.fixtures, 3)
end

-- In the last round it is said at once, not when the round is over.
function TestLeague.test_no_team_joins_the_last_round()
  local function refused(rules)
    local g = between(night { rules = rules }, "won sharks 1", "won cues 1", "won ringers 1")
    local seat, why = g:join("Latecomers")
    lu.assertNil(seat)
    return why
  end
  lu.assertEquals(refused { rounds = 1 }, "no team can join in the last round")
  lu.assertEquals(refused { chips = 1 },
    "a new team has 1 chip, too few for round 2: no team can join now")
end

-- Who comes, and finds nobody left to play, neither pays nor is paid.
function TestLeague.test_a_team_comes_too_late()
  local g = between(night { names = { "Sharks", "Ann & Bob", "Cues", "Table 9" },
    rules = { chips = 2 } }, "won sharks 1", "won cues 1")
  lu.assertTrue(g:leave(g.t.seat[1]) and g:leave(g.t.seat[2]))
  g:join("Latecomers")
  lu.assertEquals({ g.t.pot:amount(), #g.t.seeding, #g.t.seat }, { 80, 2, 2 })
  lu.assertEquals(g:run(), "finished")
  lu.assertStrContains(said(g), "Latecomers come too late: there is no round left")
  lu.assertNotStrContains(said(g), "Latecomers have")
end

function TestLeague.test_a_team_withdraws_and_is_paid_for_its_chips()
  local g = between(night { rules = { rounds = 2 } }, "won sharks 1", "won cues 1", "won ringers 1")
  lu.assertTrue(g:leave(g.t.seat[1]))
  lu.assertEquals({ #g.t.seat, g.t.set_aside:amount() }, { 5, 11 })
  local lines = g.t:standings_told()
  lu.assertEquals({ #lines, lines[6] }, { 6, "Sharks: withdrew with 11 chips" })
  g:run()
  results(g, "won cues 1", "won ann 2")
  lu.assertEquals(g:run(), "finished")
  lu.assertStrContains(said(g), "Sharks withdrew with 11 chips, and are paid 22 of 120.")
  local paid = g.t.paid:amount()
  for seat in g.t:seats() do paid = paid + seat.prize:amount() end
  lu.assertEquals({ paid, g.t.pot:amount(), #g:result() }, { 120, 0, 5 })
end

function TestLeague.test_two_teams_must_stay()
  local g = night { names = { "A", "B" } }
  g:run("next_round")
  local _, why = g:leave(g.t.seat[1])
  lu.assertStrContains(why, "to 16 teams: nobody can leave")
end

function TestLeague.test_nights_played_to_the_end_by_chance()
  for n = 2, 9 do
    local g = croupier.open("scotch_doubles+league_night", { seats = n, seed = tostring(n) })
    lu.assertEquals(g:play("random"), "finished")
    local sum = 0
    for seat in g.t:seats() do sum = sum + seat.chips:amount() end
    lu.assertEquals(sum, 10 * n)
  end
end

-- --- with shots typed at one table --------------------------------------------

TestTables = {}

function TestTables.test_a_doubled_rack_does_not_double_the_next_round()
  local g = results(night(), "won sharks 2 doubled", "won cues 1", "won ringers 1 doubled")
  g:run()
  lu.assertEquals(chips(g), { 12, 8, 11, 9, 12, 8 })
  lu.assertEquals(g.t:price(), "2 chips")
  local t = typed(croupier.open("scotch_doubles+real_table", { seed = "1", names = { "A", "B" } }),
    "won A 1 doubled").t
  lu.assertEquals({ t.seat[1].chips:amount(), t:price() }, { 12, "2 chips" })
end

local function shots()
  return to_shot(croupier.open("scotch_doubles+real_table", { seed = "1", names = SIX,
    rules = { draw = false, doubling = false } }))
end

function TestTables.test_another_tables_result_amid_a_rack()
  local g = typed(shots(), "14")
  local hands = { #g.t.seat[1].hand, #g.t.seat[2].hand }
  typed(g, "won jo 4")
  lu.assertEquals({ #g.t.seat[1].hand, #g.t.seat[2].hand }, hands)
  lu.assertEquals({ g.t.seat[6].chips:amount(), g.t.seat[5].chips:amount(), g.t.seat[6].points },
    { 11, 9, 4 })
  lu.assertEquals(g.t:other(g.t.breaker).name, "Ann & Bob")
  typed(g, "won Sharks 1")
  lu.assertEquals({ g.t.rack, g.t.breaker.name }, { 2, "Cues" })
  typed(g, "cues won 1") -- as it is said
  lu.assertEquals(g.t.round, 2)
end

function TestTables.test_the_rack_under_way_is_played_again()
  local g = typed(shots(), "14", "replay")
  local t = g.t
  lu.assertEquals({ t.rack, t.shots, t.breaker.name, t.racker.name },
    { 1, 0, "Sharks", "Ann & Bob" })
  lu.assertEquals({ #t.racks, t.seat[1].chips:amount() }, { 2, 10 })
  lu.assertStrContains(said(g), "The rack is played again.")
  typed(g, "won Ann 2", "replay sharks")
  lu.assertEquals({ t.rack, #t.racks, t.seat[2].chips:amount() }, { 2, 2, 10 })
  typed(g, "won cues 1", "won jo 1")
  lu.assertEquals({ t.round, t.rack, t.breaker.name }, { 1, 1, "Sharks" })
end

function TestTables.test_pairings_and_standings_on_request()
  local g = typed(shots(), "14")
  answer_refused(g, "pairings", "3. Ringers against Jo and Li")
  answer_refused(g, "standings", "1. Sharks: 10 chips, 0 points")
  lu.assertEquals(g.t.shots, 1)
end

-- At a real table too the results of the others may come at any question.
function TestLeague.test_results_before_the_lag()
  local g = croupier.open("scotch_doubles+real_table",
    { seed = "1", names = { "Sharks", "Cues", "Ann & Bob", "Jets" }, rules = { draw = false } })
  g:run()
  lu.assertEquals(g:question().text, "Who wins the lag? (Sharks or Cues)")
  lu.assertTrue(g:answer("won jets 3"))
  g:run()
  lu.assertEquals(chips(g), { 10, 10, 9, 11 })
  answer_refused(g, "won jets", "their rack is over")
  answer_refused(g, "jets", "`jets`: expected Sharks or Cues")
  lu.assertTrue(g:answer("cue"))
  g:run()
  lu.assertEquals(g:question().text, "Who breaks for Cues? (Cues 1 or Cues 2)")
  answer_refused(g, "cues", "expected Cues 1 or Cues 2")
  answer_refused(g, "standings", "1. Jets: 11 chips")
  lu.assertTrue(g:answer("2"))
  g:run()
  lu.assertStrContains(g:question().text, "Cues 2 breaks.")
end

local function at_lag(...)
  local g = croupier.open("scotch_doubles+real_table", { seed = "1", names = SIX,
    rules = { draw = false, doubling = false } })
  for _, line in ipairs { ... } do
    g:run()
    lu.assertTrue(g:answer(line), line)
  end
  g:run()
  return g
end

function TestTables.test_nothing_typed()
  answer_refused(at_lag(), " ", "a blank line: expected Sharks or Ann & Bob")
  answer_refused(at_lag(), "look", "`look`: expected `look Sharks`")
  answer_refused(night(), "", "a blank line: expected a result, like `won Sharks 3`")
end

-- Whose rack is to end is said, and one chip is one.
function TestTables.test_the_question_names_the_rack()
  local g = night { names = { "Sharks", "Cues", "Jets", "Mice" }, rules = { chips = 2 } }
  answer_refused(g, "void mic 2", "no team in an open rack")
  g = results(g, "void jets")
  lu.assertEquals(g:run(), "question")
  lu.assertEquals(g:question().text,
    "Really end the rack of Jets and Mice without a result?")
  g:answer(false)
  g = results(g, "won mice 3", "won cues 3")
  g:run()
  lu.assertStrContains(said(g), "Jets can't cover round 2 and cash out: 1 chip is set aside")
  lu.assertStrContains(said(g), "Mice take 1 chip from Jets and score 3 points.")
end

-- What any other prompt understands, the lag and the question who shoots do too.
function TestTables.test_any_word_at_the_lag()
  answer_refused(at_lag(), "won mice 1", "no team in an open rack has that name; open: Sharks "
    .. "against Ann & Bob, Cues against Table 9, Ringers against Jo and Li")
  local g = at_lag("timeout ann")
  lu.assertEquals({ g.t.seat[2].timeouts, g:question().name }, { 1, "lag" })
  g = at_lag("won ann 2")
  lu.assertEquals({ chips(g)[2], g.t.breaker.name }, { 11, "Cues" })
  lu.assertEquals(at_lag("won ann 2", "replay sharks").t.pot:amount(), 120)
  g = at_lag("void", true)
  lu.assertEquals({ chips(g)[1], g.t.breaker.name }, { 10, "Cues" })
  lu.assertEquals(g.t:pairings_told()[1], "1. Sharks against Ann & Bob: no result")
  lu.assertEquals(at_lag("void", false).t.breaker.name, "Sharks")
  g = at_lag("sharks", "won sharks 3")
  lu.assertEquals({ chips(g)[1], g.t.breaker.name }, { 11, "Cues" })
  g = at_lag("sharks", "replay sharks")
  lu.assertEquals({ g:question().name, g.t.breaker.name }, { "lag", "Sharks" })
end

function TestTables.test_a_rack_ends_before_it_is_said_who_shoots_first()
  local g = at_lag("sharks", "1", "miss")
  lu.assertEquals(g:question().name, "starts")
  lu.assertTrue(g:answer("won ann 2"))
  g:run()
  lu.assertEquals({ chips(g)[2], g.t.breaker.name }, { 11, "Cues" })
end
