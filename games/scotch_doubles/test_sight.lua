-- Who sees what: the screens of the teams and of the scorer, odds, names.

local testing = require "scotch_doubles.testing"

local open, typed, HANDS = testing.open, testing.typed, testing.HANDS

TestSight = {}

local function screen_of(g, seat)
  return table.concat(g:screen(seat), "\n")
end

function TestSight.test_all_see_the_table()
  local g = typed(open(), "7 14", "scratch")
  for _, seat in ipairs { g.t.gm, g.t.seat[1], g.t.seat[2] } do
    local text = screen_of(g, seat)
    lu.assertStrContains(text, "Round 1, rack 1 of 1, for 1 chip")
    lu.assertStrContains(text, "On the table: 1 2 3 4 5 6 8 9 10 11 12 13   neutral: 15")
    lu.assertStrContains(text, "Cy shoots for Cy & Di, ball in hand")
    lu.assertStrContains(text, "7 cards")
    lu.assertStrContains(text, "10 chips")
  end
end

function TestSight.test_legal_balls_are_for_their_team()
  local g = typed(open(), "7", "miss")
  lu.assertStrContains(screen_of(g, g.t.seat[1]), "Your legal balls: 1 2 3 4 5 6 14 15")
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
    rules = { doubling = false, break_legal = 1, break_ball = 0, open_balls = 1,
      locked_balls = 0 } })
  g:run("aim")
  local me = g:question().seat
  local odds = g:odds(me)
  lu.assertEquals(#odds, 1 + #g:question().options - 1)
  -- one of the three other cards of the rank among 7 of 45 unseen
  lu.assertEquals(odds[2],
    ("%4d  open     60%%      1            41%%"):format(g:question().options[1]))
  lu.assertStrContains(odds[#odds], "  15  open     60%      0             0%")
  -- who doesn't shoot hears of the cards alone, and nobody of a ball that the others lacked
  lu.assertEquals(g:odds(me:left())[1], "ball  cards  they hold one")
  local ball = me.hand:top().value
  me:left().lacked = { [ball] = me:left().drawn }
  local found = {}
  for _, line in ipairs(g:odds(me)) do found[tonumber(line:match("^ *(%d+)")) or 0] = line end
  lu.assertStrContains(found[ball], "  0%")
end

-- How balls lay for the last shot says nothing of the next.
function TestSight.test_odds_before_balls_lie()
  local g = croupier.open("scotch_doubles", { seats = 2, seed = "1", rules = { break_legal = 1,
    break_ball = 0.9 } })
  g:run("aim")
  g:answer("bluff")
  g:run()
  lu.assertEquals(g:question().name, "first")
  local lines = g:odds(g:question().seat)
  lu.assertEquals(lines[1], "ball  cards  they hold one")
  lu.assertEquals(#lines, 1 + #g.t:legal_balls(g:question().seat))
end

-- What stands beside the answers.
function TestSight.test_notes()
  local screen = require "scotch_doubles.screen"
  local g = croupier.open("scotch_doubles", { seats = 2, stack = HANDS,
    rules = { doubling = false, break_legal = 1, break_ball = 0, open_balls = 1,
      locked_balls = 0 } })
  g:run("aim")
  local function note(aim)
    return g:view(g:question().seat, function(t, me) return screen.aim_note(aim, t, me) end)
  end
  lu.assertEquals(note(g:question().options[1]), "open, made 60% of the time; 1 of your cards, "
    .. "41% chance they hold one")
  lu.assertEquals(note(14), "open, made 60% of the time; keeps the table")
  lu.assertStrContains(note("bluff"), "on purpose")
  g.t.lie = 2 << 4 * 14
  lu.assertEquals(note(14), "locked")
end

-- Columns hold for any name, and who plays is said where the name doesn't say it.
function TestSight.test_columns()
  local g = typed(open { names = { "Bartholomäus & Maximiliane", "Jets" } }, "7")
  local text = screen_of(g, g.t.gm)
  lu.assertStrContains(text, "Bartholomäus & Maximiliane\t6 cards\t10 chips\t0 "
    .. "points\tnext Maximiliane")
  lu.assertStrContains(text, "Jets\t7 cards\t10 chips\t0 points\tJets 1 and Jets 2")
end

function TestSight.test_scores_say_what_wins()
  local g = typed(open { rules = { rounds = 3 } }, "miss")
  local lines = g:view(g.t.seat[1], require("scotch_doubles.screen").scores)
  lu.assertEquals(lines[1], "The pot of 40 is shared by chip count after round 3, or when "
    .. "fewer than two teams can pay for a round")
  lu.assertStrContains(lines[2], "10 chips, 0 points")
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

-- A foul on a ball shows all that it was not in the hand: hustler goes by that.
function TestSight.test_what_a_foul_reveals()
  local g = typed(open(), "14", "8")
  local fouled, other = g.t.seat[1], g.t.seat[2]
  lu.assertEquals({ fouled.lacked[8], fouled.drawn, fouled.lacked[9] }, { 0, 1, nil })
  typed(g, "miss", "1 scratch")
  lu.assertNil(fouled.lacked[1], "a scratch says nothing of the ball")
  lu.assertEquals(fouled.drawn, 2)
  local hustler = require("scotch_doubles.bots").hustler
  local function aims(lacked)
    g.t.shooting = other
    fouled.lacked = lacked
    g.t.lie = 0x1111111111111110 -- all open
    return g:view(other, function(_, me) return hustler.aim(me, { options = { 8, 9 } }) end)
  end
  lu.assertEquals(aims { [8] = fouled.drawn }, 8)
  lu.assertEquals(aims { [9] = fouled.drawn }, 9)
end
