-- The scorer: what may be typed and what not, and what is said then.

local testing = require "scotch_doubles.testing"

local open, to_shot, typed = testing.open, testing.to_shot, testing.typed
local standing, refused = testing.standing, testing.refused

TestScorer = {}

function TestScorer.test_ways_to_type()
  for _, line in ipairs { "7 6", "7,6", "7 and 6", "#7 & the #6", "the 7 ball, 6.", "made 7, 6",
    "7-6", "sank the 7 and the 6" } do
    local g = typed(open(), "14", line)
    lu.assertFalse(g.t:is_up(7), line)
    lu.assertFalse(g.t:is_up(6), line)
  end
  for _, line in ipairs { "miss", "MISS", "nothing", " bluff ", "safety" } do
    lu.assertEquals(typed(open(), "14", line).t.shooting.name, "Cy & Di")
  end
end

function TestScorer.test_says_what_would_be_right()
  local g = typed(open(), "7")
  refused(g, "7", "`7`: the 7 is already down; on the table: 1 2 3 4 5 6 8 9 10 11 12 13 14 15")
  refused(g, "16", "`16`: the balls are 1 to 15; on the table:")
  refused(g, "0", "`0`: the balls are 1 to 15")
  refused(g, "99999999999999999999", "`99999999999999999999`: ")
  refused(g, "6 6", "the 6 can go down only once")
  refused(g, "sink 6", "`sink`: expected the balls that went down (`7 9`), `miss`")
  refused(g, "", "expected the balls that went down")
  refused(g, "the ball", "expected the balls that went down")
  refused(g, "miss 6", "`miss` says that no ball went down")
  refused(g, "illegal", "`illegal` is only for the break: type balls, `miss`,")
  refused(g, "look nobody", "`look nobody`: expected `look Ann & Bob` or `look Cy & Di`")
  refused(g, "won", "like `won Ann & Bob 3`")
  refused(g, "won Eve 3", "no team in an open rack has that name; open: Ann & Bob against Cy & Di")
  refused(g, "won Cy 3 doubled", "can't be doubled")
  typed(g, "6")
  lu.assertFalse(g.t:is_up(6))
end

function TestScorer.test_a_ball_goes_by_its_card()
  for line, ball in pairs { K = 13, ["made the queen"] = 12, j = 11, ace = 1 } do
    lu.assertEquals(to_shot(open()).t:understood(line).balls, { ball }, line)
  end
end

function TestScorer.test_a_foul_is_a_scratch()
  local shot = typed(open(), "14").t:understood("foul")
  lu.assertTrue(shot.scratch)
  lu.assertEquals(shot.balls, {})
end

-- Before a card is shown, so that a slip can be taken back.
function TestScorer.test_what_was_understood_is_said_back()
  local g = typed(open(), "14", "foul")
  local noted, drawn
  for i, event in ipairs(g:events()) do
    if event.kind == "say" and event.text == "Noted: nothing down; the cue ball scratched." then
      noted = i
    end
    if event.kind == "say" and event.text:find("Foul: .* draw a card") then drawn = i end
  end
  lu.assertTrue(noted < drawn)
end

function TestScorer.test_who_won_elsewhere_is_enough()
  local g = to_shot(open())
  lu.assertTrue(g:answer("won cy"))
  g:run()
  lu.assertEquals(g:question().text, "How many cards did Ann & Bob have left?")
  g:answer(4)
  g:run()
  lu.assertEquals({ g.t.seat[2].points, g.t.seat[2].chips:amount() }, { 4, 11 })
end

function TestScorer.test_one_card_was_left_and_two_were()
  for left, words in pairs { "1 card was left", "2 cards were left" } do
    local g = to_shot(open())
    lu.assertTrue(g:answer("won cy " .. left))
    g:run()
    lu.assertStrContains(testing.said(g), "Noted: Cy & Di won, " .. words .. ".")
  end
end

function TestScorer.test_teams_are_plural_and_the_scorer_is_called_so()
  local g = typed(open(), "14")
  lu.assertEquals(g.t.gm.name, "the scorer")
  local text = {}
  for _, event in ipairs(g:events()) do
    text[#text + 1] = event.kind == "say" and event.text or ""
  end
  lu.assertStrContains(table.concat(text, "\n"), " win the lag and break.")
  local t = open().t
  for name, verb in pairs { ["Ann & Bob"] = "win", Sharks = "win", ["Jo and Li"] = "win",
    Mice = "win", ["The Old Men"] = "win", SHARKS = "win", Anna = "wins", Alice = "wins" } do
    lu.assertEquals(t:verb({ name = name }, "wins", "win"), verb)
  end
  lu.assertEquals(open { rules = { partners = 1 } }.t:verb({ name = "Iris" }, "wins", "win"),
    "wins")
end

function TestScorer.test_on_the_break()
  local g = to_shot(open())
  refused(g, "wrong shooter", "either partner may break")
  refused(g, "illegal 7", "type `illegal` alone")
  refused(g, "foo", "`illegal` if fewer than two reached a rail")
  refused(g, "look Cy", "no team may look at its cards before a legal break")
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
  lu.assertFalse(g.t:is_up(6))
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
  local g = typed(open(), "14")
  g:answer("void")
  g:run()
  lu.assertEquals(g:question().name, "void")
  g:answer("no")
  g:run()
  lu.assertEquals({ g:question().name, g.t.round }, { "shot", 1 })
  g:answer("void")
  g:run()
  g:answer("yes")
  g:run()
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
