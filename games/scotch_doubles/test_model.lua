-- The shot model and the bots that play by it.

local testing = require "scotch_doubles.testing"

local play, model, with, HANDS = testing.play, testing.model, testing.with, testing.HANDS
local SURE, NEVER, OPEN = testing.SURE, testing.NEVER, testing.OPEN

TestModel = {}

function TestModel.test_who_never_misses_runs_out()
  local g = model { profile = SURE, rules = with(OPEN, { rounds = 1 }) }
  while g:run() == "question" do g:answer(g:question().options[1]) end -- nobody bluffs
  lu.assertEquals(g.t.winner, g.t.racker)
end

function TestModel.test_who_never_makes_one_has_no_result()
  local g = model { profile = NEVER, rules = with(OPEN, { rounds = 1 }) }
  g:run("settle")
  lu.assertFalse(g.t.winner)
  lu.assertEquals(g.t.shots, 2000)
  lu.assertEquals(g.t.seat[1].chips:amount(), 10)
end

function TestModel.test_the_aims_are_the_legal_balls_and_the_bluff()
  local g, t = model { rules = OPEN, stack = HANDS }
  g:run("aim")
  local aims = t:legal_balls(t.shooting)
  aims[#aims + 1] = "bluff"
  lu.assertEquals(g:question().options, aims)
end

function TestModel.test_balls_lie_by_their_chances()
  local _, t = model { rules = { open_balls = 0.2, locked_balls = 0.3, bluff_locks = 0.5 } }
  local function share(lie, ball)
    local n = 0
    for _ = 1, 4000 do
      t:lay_out()
      if t:lies(ball) == lie then n = n + 1 end
    end
    return n / 4000
  end
  t:rack_balls()
  t:goes_down(3)
  for ball = 1, 15, 7 do
    lu.assertAlmostEquals(share("open", ball), 0.2, 0.03)
    lu.assertAlmostEquals(share("locked", ball), 0.3, 0.03)
  end
  lu.assertEquals(t.lie >> 4 * 3 & 15, 0)
  t.bluffed = true
  lu.assertAlmostEquals(share("open", 15), 0.1, 0.03)
  lu.assertAlmostEquals(share("locked", 15), 0.65, 0.03)
  t.in_hand = true
  lu.assertEquals(share("open", 15), 1)
end

function TestModel.test_each_players_own_chances()
  local one_only = with(SURE, { make_2 = 0 })
  local _, t = model { profile = one_only, rules = OPEN }
  lu.assertEquals(t:chance_of(t.seat[1], 1, "open"), 1)
  lu.assertEquals(t:chance_of(t.seat[1], 2, "open"), 0)
  lu.assertEquals(t:chance_of(t.seat[1], 1, "locked"), 0)
  local fouls = {}
  for _, which in ipairs { "scratch_1", "scratch_2", "slop_1", "slop_2" } do
    local g = model { profile = with(NEVER, { [which] = 1 }),
      rules = with(OPEN, { most_shots = 40 }) }
    g:run("settle")
    fouls[which] = g:measures().fouls
    lu.assertTrue(fouls[which] > 0 and fouls[which] < 40, which)
  end
end

-- What one of a team does is that one's chance alone, in a shot and in a break.
function TestModel.test_no_players_chance_is_the_others()
  local function did(which, player)
    local _, t = model { profile = with(NEVER, { [which] = 1 }),
      rules = with(OPEN, { break_ball = 0 }) }
    local team, drops, wet, broke = t.seat[1], 0, 0, 0
    t:rack_balls()
    t:lay_out()
    team.shooter = player
    for _ = 1, 20 do
      local shot = t:modelled(team, 1)
      drops, wet = drops + #shot.balls, wet + (shot.scratch and 1 or 0)
      broke = broke + (t:modelled_break(team).scratch and 1 or 0)
    end
    return { drops, wet, broke }
  end
  for player = 1, 2 do
    local own, other = "_" .. player, "_" .. 3 - player
    lu.assertEquals(did("make" .. own, player), { 20, 0, 0 })
    lu.assertEquals(did("slop" .. own, player), { 20, 0, 0 })
    lu.assertEquals(did("scratch" .. own, player), { 0, 20, 20 })
    for _, which in ipairs { "make", "slop", "scratch" } do
      lu.assertEquals(did(which .. other, player), { 0, 0, 0 })
    end
  end
end

function TestModel.test_bots_beat_chance()
  local won = 0
  for seed = 1, 10 do
    local g = play(4, { seed = "bots" .. seed, bots = { "hustler", "random", "random", "random",
      gm = "random" } })
    if g:result()[1].seat.number == 1 then won = won + 1 end
  end
  lu.assertTrue(won >= 7, won .. " of 10")
end

-- Who never makes a ball is ahead all the same where the others need more of them and make none
-- either.
function TestModel.test_hustler_doubles_when_it_is_ahead()
  local function doubles(hand, profile)
    local g, t = model { profile = profile }
    g:run("settle", "random")
    t:rack_balls()
    local me, other = t.seat[1], t.seat[2]
    t.breaker, t.racker, t.shooting = me, other, me
    me.hand:move_all(t.deck) other.hand:move_all(t.deck)
    g:place(hand, me.hand)
    g:place("Ac 2c 3c 4c 5c", other.hand)
    return g:view(me, function(_, view)
      return require("scotch_doubles.bots").hustler.double(view)
    end)
  end
  for _, profile in ipairs { SURE, NEVER } do
    lu.assertTrue(doubles("6d 6c 8d", profile))
    lu.assertFalse(doubles("6d 7d 8d 9d 10d Jd", profile))
  end
end
