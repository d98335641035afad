-- Games studied: a game of which everything is known, and bots of which one is better.

local experiment = require "front.lab.experiment"
local files = require "host.files"
local simulation = require "front.lab.simulation"
local statistics = require "front.lab.statistics"
local study = require "front.lab.study"
local tournament = require "front.lab.tournament"
local worlds = require "front.session.worlds"
local tools = dofile "tests/front/tools.lua"

-- Six rounds. The first seat leads in the first two, the second from the third on and to the end. Each seat is asked once a
-- round; the first question has one answer and so is never asked.
local GAME = [[
return game { title = 'Known', seats = { 2, 2 }, deck = 'standard',
  rules = { read = { 1, 'used' }, unread = { 2, 'not used' }, imagined = { 3, 'not used' } },
  piles = { seat = { hand = 'owner' } },
  state = { round = 0, seat = { points = 0, other = 3 } },
  order = { 'first', { 'turn' }, 'last' },
  first = function(t)
    for seat in t:seats() do t.deck:deal(2, seat.hand) end
    t:helper()
    t:say(t.told)
  end,
  turn = function(t)
    t.round = t.round + 1
    for seat in t:seats() do
      seat:ask { 'only', 'What?', one_of = { 'this' } }
      local answer = seat:ask { 'which', 'Which?', one_of = { 'good', 'bad', 'ugly' },
        tells = function(_, t) return t:hinted() end }
      seat.other = answer == 'good' and 4 or t:in_imagined_games()
    end
    t.seat[t.round <= 2 and 1 or 2].points = t.seat[t.round <= 2 and 1 or 2].points + t.rules.read
    return t.round == 6 and done or again
  end,
  helper = function(t) return t.round end,
  in_imagined_games = function(t) return t.rules.imagined end,
  told = function() return 'Dealt.' end,
  drawn = function() return 'Round' end,
  hinted = function() return 'a note' end,
  asked_by_bot = function() return 'good' end,
  screen = function(t) return { t:drawn() } end,
  unused = function(t) return t.round end,
  last = function(t) t:finish(t:rank_by 'points') end }
]]

-- Who answers "good" more often wins.
local DUEL = [[
return game { title = 'Duel', seats = { 2, 4 }, deck = 'standard', state = { seat = { points = 0 } }, order = { 'all' },
  all = function(t)
    for seat in t:seats() do
      local answer = seat:ask { 'which', 'Which?', one_of = { 'good', 'bad' } }
      seat.points = t:random(1, 10) + (answer == 'good' and SKILL or 0)
    end
    t:finish(t:rank_by 'points')
  end }
]]
-- Half of the games have 3 questions, half 60.
local LENGTHS = [[
return game { title = 'Lengths', seats = { 1, 1 }, state = { most = 0, round = 0, seat = { points = 0 } },
  order = { 'draw', { 'turn' }, 'last' },
  draw = function(t) t.most = t:random(1, 2) == 1 and 3 or 60 end,
  turn = function(t)
    t.round = t.round + 1
    for seat in t:seats() do seat:ask { 'go', 'Go?', confirm = true } end
    return t.round >= t.most and done or again
  end,
  last = function(t) t:finish('points') end }
]]
local BOTS = [[
return { wise = { which = function() return 'good' end }, fool = { which = function() return 'bad' end },
  looker = { which = function(me, q) return q.options[#me.seen - 3] end }, -- four cards were dealt
  asker = { which = function(me) return me.table:asked_by_bot() end },
  double = { which = function() return 'good' end } }
]]

local folder

-- All seats are the bot's.
local function all_by(bot, text, seats)
  tools.write(folder .. "/game.lua", text)
  tools.write(folder .. "/bots.lua", BOTS)
  local bots = {}
  for i = 1, seats do bots[i] = bot end
  return assert(tools.setup(folder, bots))
end

-- So many games of a setup studied by so many processes at once, and what they left unused.
local function studied(setup, games, jobs)
  local s, w = study.new(setup), assert(worlds.open(setup))
  s:play(w, { seed = files.sha256 "study", games = games, jobs = jobs or 2, limit = 1000 }, function() end)
  local unused = w:call_with_table("measure.study", "unused", s.used, s.steps)
  w:close()
  return s, unused
end

TestStudy = {}

function TestStudy.setUp()
  folder = tools.folder()
end

function TestStudy.tearDown()
  tools.remove(folder)
end

function TestStudy.test_bots_may_ask_what_they_saw_move()
  local setup = all_by("looker", GAME, 2)
  lu.assertNil(studied(setup, 1).failure)
end

function TestStudy.test_everything_known_is_told()
  local setup = all_by("asker", GAME, 2)
  local s, unused = studied(setup, 30)
  lu.assertNil(s.failure)
  lu.assertEquals({ s.played, s.ends.result }, { 30, 30 })
  lu.assertEquals(s.asked.counts, { [12] = 30 })
  lu.assertEquals(s.minutes.counts, { [1.0] = 30 })
  lu.assertEquals(s.forced:ratio(), 0.5)
  lu.assertEquals(s.width:ratio(), 3)
  lu.assertEquals(s.ties:figures().mean, 0)
  lu.assertEquals(s.rounds[1], "turn")
  lu.assertEquals(s.rounds.turn.counts, { [6] = 30 })
  lu.assertEquals(s.alike.b, 2) -- decisions of a game that were looked at, in all but the first, whose length was unknown
  local field, r, lead = s:running_score()
  lu.assertEquals(field.name, "points")
  lu.assertAlmostEquals(r, 1, 1e-9)
  lu.assertEquals(lead.changes.counts, { [1] = 30 }) -- 2 : 2 after the fourth round, so the second leads from the fifth
  lu.assertEquals(lead.last.counts, { [10 / 12] = 30 })
  lu.assertEquals(lead.known.counts, { [10 / 12] = 30 })
  lu.assertEquals(s.places[1].wins:figures().mean, 0)
  lu.assertEquals(s.places[2].wins:figures().mean, 1)
  lu.assertEquals(unused.rules, { "imagined", "unread" })
  lu.assertEquals(unused.steps, { "in_imagined_games", "unused" })
  lu.assertEquals(#unused.cards, 52)
  lu.assertEquals(s:never_chosen(), { "which: bad", "which: ugly" })
end

-- A short game before a long one is no reason to look at more of it: that takes the time.
function TestStudy.test_about_three_decisions_of_a_game_are_looked_at()
  local setup = all_by("random", LENGTHS, 1)
  local s = studied(setup, 60)
  local looked = s.alike.n * s.alike.b / 60
  lu.assertAlmostEquals(looked, 3, 2)
end

-- Games of 3 and of 60 questions, whose processes end in another order than they began.
function TestStudy.test_figures_are_equal_with_any_number_of_processes()
  local setup = all_by("random", LENGTHS, 1)
  local one, several = studied(setup, 40, 1), studied(setup, 40, 3)
  lu.assertEquals(one.played, 40)
  lu.assertEquals(several, one)
end

function TestStudy.test_what_is_left_is_shown()
  local told
  local plan = { played = 0, games = 10, setups = { {} }, counted = "games studied",
    terminal = { progress = function(_, label) told = label end } }
  local progress = experiment.watch(plan)
  repeat progress(5, 10) until told:find "second"
  lu.assertStrMatches(told, "5 games studied, %d+ a second, %d+:%d%d left")
end

function TestStudy.test_intervals_of_shares_stay_within_0_and_1()
  for _, case in ipairs { { 0.5, 0.98, 4 }, { 0.02, 0.04, 50 }, { 0, 0, 50 }, { 1, 0, 50 } } do
    local low, high = statistics.share(table.unpack(case))
    lu.assertTrue(0 <= low and low <= case[1] and case[1] <= high and high <= 1 and low < high, low)
  end
  local low, high = statistics.share(0.1, 1.96 * math.sqrt(0.1 * 0.9 / 100), 100) -- Wilson's for 10 of 100
  lu.assertAlmostEquals(low, 0.0552, 5e-5)
  lu.assertAlmostEquals(high, 0.1744, 5e-5)
  lu.assertEquals({ statistics.share(0.25, 0, 50) }, { 0.25, 0.25 })
  lu.assertNil(statistics.share(0.25, math.huge, 5))
end

-- --- tournaments ---

local function tournament_of(skill, bots, seats, games)
  local setup = all_by("random", DUEL:gsub("SKILL", skill), seats)
  local t = tournament.new(setup, bots)
  local outcome, why = simulation.play { setups = t.tables, seed = files.sha256 "duel", games = games, jobs = 2,
    limit = 1000, each = function(...) t:add(...) end }
  lu.assertNotNil(outcome, why)
  lu.assertEquals(t.n, games)
  return t
end

function TestStudy.test_the_better_bot_wins()
  local t = tournament_of(20, { "fool", "wise" }, 3, 40)
  local above, half, duel = t:beats(2, 1)
  lu.assertEquals({ above, half }, { 1, 0 })
  lu.assertTrue(duel.score.d < -15)
  lu.assertEquals(t:beats(1, 2), 0)
  local rated = t:ratings()
  lu.assertEquals(rated[1].bot, 2)
  lu.assertTrue(rated[1].rating > 1700)
  lu.assertAlmostEquals(rated[1].rating + rated[2].rating, 3000, 1e-6)
end

-- Equal bots are equal: at the two tables of a seed they change seats, so luck and place are gone.
function TestStudy.test_equal_bots_are_equal()
  for seats = 2, 4 do
    local t = tournament_of(3, { "wise", "double" }, seats, 25)
    lu.assertAlmostEquals(t:beats(1, 2), 0.5, 1e-12)
    lu.assertEquals(t.duels[1].score.d, 0)
    lu.assertAlmostEquals(t:ratings()[1].rating, 1500, 1e-6)
    os.remove(folder .. "/game.lua")
    os.remove(folder .. "/bots.lua")
  end
end

-- Two numbers from 1 to 10, one with 2 more: above in 62 %, equal in 8 %.
function TestStudy.test_shares_and_ratings_are_those_expected()
  local t = tournament_of(2, { "fool", "wise", "double" }, 2, 3000)
  local above, half = t:beats(2, 1)
  lu.assertTrue(math.abs(above - 0.68) < half, above)
  local rated = t:ratings()
  lu.assertEquals(rated[3].bot, 1)
  local gap = (rated[1].rating + rated[2].rating) / 2 - rated[3].rating
  lu.assertAlmostEquals(gap, 400 * math.log(0.68 / 0.32, 10), rated[3].half * 2)
end
