-- Many games: the same rows with any number of threads, with journals and without, and the numbers made of them.

local files = require "host.files"
local report = require "front.lab.report"
local session = require "front.session.session"
local simulation = require "front.lab.simulation"
local statistics = require "front.lab.statistics"
local tools = dofile "tests/front/tools.lua"

local function one_at(game, seats, bot) return assert(tools.setup(game, tools.one_and_random(bot or "random",
  seats))) end

-- The rows that came, as texts by their numbers; and what came of all.
local function rows_of(how, plan)
  local rows = {}
  plan.seed, plan.limit, plan.jobs = plan.seed or files.sha256("lab"), plan.limit or 10000, plan.jobs or 1
  plan.setups = plan.setups or { plan.setup }
  function plan.each(i, ending, row)
    lu.assertNil(rows[i])
    rows[i] = ending .. " " .. table.concat(row, " ")
  end
  local outcome, why = how(plan)
  lu.assertNotNil(outcome, why)
  return rows, outcome
end

TestSimulation = {}

local function check_threads(game, seats, actions)
  local setup = one_at(game, seats)
  local one, outcome = rows_of(simulation.play, { setup = setup, games = 100, actions = actions })
  lu.assertEquals(#one, 100)
  lu.assertNil(outcome.failure)
  for _, jobs in ipairs { 2, 3, 7 } do
    lu.assertEquals(rows_of(simulation.play, { setup = setup, games = 100, actions = actions, jobs = jobs }), one)
  end
  local other = rows_of(simulation.play, { setup = setup, games = 100, actions = actions,
    seed = files.sha256("other") })
  lu.assertNotEquals(other, one)
end

function TestSimulation.test_any_number_of_threads()
  check_threads("tests/fixtures/games/short_whist", 4)
  check_threads("tests/fixtures/games/sealed_bids", 3)
  check_threads("tests/fixtures/games/umpire", 2)
  check_threads("tests/fixtures/games/two_schools", 3)
end

-- Who searches plays with any number of threads, and by chance of either way.
function TestSimulation.test_searching()
  local setup = one_at("tests/fixtures/games/sealed_bids", 2, "search:2")
  for _, paired in ipairs { false, true } do
    local one = rows_of(simulation.play, { setup = setup, games = 3, paired = paired })
    lu.assertEquals(#one, 3)
    lu.assertEquals(rows_of(simulation.play, { setup = setup, games = 3, jobs = 2, paired = paired }), one)
  end
end

function TestSimulation.test_actions_with_any_number_of_threads()
  check_threads("tests/fixtures/games/stop_thief", 3, 0.5)
  check_threads("tests/fixtures/games/initiative", 3, 0.3) -- seats come and go
  check_threads("tests/fixtures/games/umpire", 2, 0.3) -- the game master acts
  local still = rows_of(simulation.play, { setup = one_at("tests/fixtures/games/stop_thief", 3), games = 20 })
  local thieves = one_at("tests/fixtures/games/stop_thief", 3)
  local acting = rows_of(simulation.play, { setup = thieves, games = 20, actions = 0.5 })
  lu.assertNotEquals(still, acting)
end

-- A bot that looks back has each thread's first game played again: the actions come again, too.
function TestSimulation.test_actions_of_a_game_that_is_played_again()
  local folder = tools.folder()
  tools.write(folder .. "/game.lua", tools.read "tests/fixtures/games/stop_thief/game.lua")
  tools.write(folder .. "/bots.lua", [[return { looker = { one_line = "looks back",
    draw = function(me) return #me.seen % 3 > 0 and "yes" or "no" end } }]])
  local setup = one_at(folder, 3, "looker")
  local one = rows_of(simulation.play, { setup = setup, games = 40, actions = 0.6 })
  local many = rows_of(simulation.play, { setup = setup, games = 40, actions = 0.6, jobs = 8 })
  tools.remove(folder)
  lu.assertEquals(many, one)
end

-- Games by turns at two tables, and those of a range, are the same games.
function TestSimulation.test_tables_by_turns_and_first_games()
  local a, b = one_at("tests/fixtures/games/short_whist", 4), one_at("tests/fixtures/games/last_chip", 3)
  local one = rows_of(simulation.play, { setup = a, games = 30 })
  local both = rows_of(simulation.play, { setups = { a, b }, games = 30, jobs = 2 })
  local later = rows_of(simulation.play, { setup = a, games = 10, first = 20 })
  lu.assertEquals(#both, 60)
  for i = 1, 30 do lu.assertEquals(both[2 * i - 1], one[i]) end
  for i = 1, 10 do lu.assertEquals(later[i], one[20 + i]) end
end

-- --- journals ---

-- Gives how often somebody acted out of turn in all six games.
local function check_kept(game, seats, bot, actions)
  local folder, acted = tools.folder(), 0
  local setup = one_at(game, seats, bot)
  local plain = rows_of(simulation.play, { setup = setup, games = 6, actions = actions })
  local kept, outcome = rows_of(simulation.play_saved, { setup = setup, games = 6, actions = actions, save = folder })
  lu.assertNil(outcome.failure)
  lu.assertEquals(kept, plain)
  local names = files.list(folder)
  lu.assertEquals(#names, 6)
  for _, name in ipairs(names) do
    local s, why = session.load(require("front.session.journal").read(folder .. "/" .. name), nil, true)
    lu.assertNotNil(s, why)
    lu.assertEquals(s:run(), "over", s.problem)
    for _, play in ipairs(s.plays) do acted = acted + (play:find "^w " and 1 or 0) end
    s:close()
  end
  tools.remove(folder)
  return acted
end

function TestSimulation.test_who_searches_acts_out_of_turn_in_kept_games_too()
  lu.assertTrue(check_kept("tests/fixtures/games/stop_thief", 3, "search:40") > 0)
end

function TestSimulation.test_kept_games_go_as_those_that_are_not()
  check_kept("tests/fixtures/games/last_chip", 4)
  check_kept("tests/fixtures/games/stop_thief", 3, nil, 0.7)
  check_kept("tests/fixtures/games/initiative", 2, nil, 0.4)
  check_kept("tests/fixtures/games/blackjack", 2)
  check_kept("tests/fixtures/games/umpire", 2)
  check_kept("tests/fixtures/games/sealed_bids", 3)
  check_kept("tests/fixtures/games/two_schools", 3)
  check_kept("fish_out", 4, "heron")
  check_kept("baltimore", 2)
  check_kept("royal_pokebacc", 3)
end

-- --- games that do not end well ---

local TROUBLES = [[
return game { title = 'Troubles', seats = { 2, 2 }, deck = 'standard',
  measures = { odd = 'odd numbers' }, state = { n = 0 },
  order = { { 'turn' } },
  turn = function(t)
    local n = t:random(0, 99)
    if n % 2 == 1 then t:measure('odd') end
    if n < 5 then error('five in a hundred') end
    if n < 15 then t:finish(nil) return end
    if n < 25 then repeat t.seat[1]:ask { 'on', 'On?', confirm = true } until false end
    t:finish { { seat = t.seat[1], place = n < 50 and 2 or 1, score = n },
      { seat = t.seat[2], place = n < 75 and 1 or 2, score = 2 * n } }
  end }
]]

function TestSimulation.test_every_ending_is_counted()
  tools.in_folder(function(folder)
    tools.write(folder .. "/game.lua", TROUBLES)
    local setup = one_at(folder, 2)
    local tally, first = simulation.tally(setup), nil
    local outcome = simulation.play { setups = { setup }, seed = "ends", games = 2000, limit = 50, jobs = 2,
      each = function(i, ending, row)
        tally:add(ending, row)
        if ending == "failed" then first = math.min(first or i, i) end
      end }
    lu.assertEquals(tally.played, 2000)
    lu.assertEquals(tally.result + tally.no_result + tally.stopped + tally.failed, 2000)
    lu.assertTrue(tally.failed > 60 and tally.failed < 150)
    lu.assertTrue(tally.no_result > 140 and tally.no_result < 260)
    lu.assertTrue(tally.stopped > 140 and tally.stopped < 260)
    lu.assertEquals(outcome.failed_row, first)
    lu.assertStrContains(outcome.failure, "game.lua:7: five")
    local measures, wins = tally.measures[1]:figures(), tally.seats[1].wins:figures()
    lu.assertEquals(measures.n, tally.result + tally.no_result)
    lu.assertEquals(wins.n, measures.n)
    lu.assertEquals(tally.seats[1].score.n, tally.result)
  end)
end

-- Whoever reads the rows has seen enough: the rest is not played, and what he saw are the first ones in order.
function TestSimulation.test_stopped_by_its_reader()
  local seen = 0
  local whist = one_at("tests/fixtures/games/short_whist", 4)
  local outcome = simulation.play { setups = { whist }, seed = "stop", games = 1000000,
    limit = 10000, jobs = 2,
    each = function(i)
      seen = seen + 1
      lu.assertEquals(i, seen)
      return seen < 100
    end }
  lu.assertEquals(seen, 100)
  lu.assertNil(outcome.signal)
end

-- Rows that were read are not kept: many games take no more memory than few.
function TestSimulation.test_no_row_is_kept()
  if (os.getenv "SANITIZED" or "") ~= "" then return end -- what is freed stays there
  local folder, measures = tools.folder(), {}
  for i = 1, 20 do measures[i] = ("m%d = { 'a measure', by = 'seat' }"):format(i) end
  tools.write(folder .. "/game.lua", ("return game { seats = { 8, 8 }, order = { 'all' }, measures = { %s },\n"):format(
    table.concat(measures, ", ")) .. "all = function(t) t:finish(nil) end }")
  local setup = one_at(folder, 8)
  local function resident() return tonumber(tools.read "/proc/self/status":match "VmRSS:%s+(%d+) kB") end
  local width, before, most, count = simulation.width(setup), nil, 0, 0
  simulation.play { setups = { setup }, seed = "rows", games = 40000, limit = 1000, jobs = 2, each = function(i, _, row)
    count = count + 1
    lu.assertEquals({ i, row[width] }, { count, 1 })
    if i == 2000 then before = resident() end
    if i % 5000 == 0 then most = math.max(most, resident()) end
  end }
  tools.remove(folder)
  lu.assertEquals(count, 40000) -- whose rows have 60 MB
  lu.assertTrue(most - before < 30000, most - before)
end

function TestSimulation.test_what_can_not_be_played()
  local setup = one_at("tests/fixtures/games/short_whist", 4)
  setup.answerers[2] = "angler"
  local prepared, mistakes = simulation.prepare(setup)
  lu.assertNil(prepared)
  lu.assertStrContains(mistakes, "no bot `angler`")
  setup.answerers[2], setup.players = "random", { [0] = setup.players[0], setup.players[1] }
  prepared, mistakes = simulation.prepare(setup)
  lu.assertNil(prepared)
  lu.assertStrContains(mistakes, "2 to 6")
end

-- Rows hold what was measured, whole numbers as such.
function TestSimulation.test_numbers_of_every_size()
  local folder = tools.folder()
  tools.write(folder .. "/game.lua", [[return game { title = "Sizes", seats = { 1, 1 }, order = { "go" },
    measures = { half = "a half", huge = "more than fits", less = "the same below", nine = "nine" },
    go = function(t)
      t:measure("half", 0.5) t:measure("huge", 1e300) t:measure("less", -1e300) t:measure("nine", 9.0)
      t:finish()
    end }]])
  local setup = one_at(folder, 1)
  local rows = rows_of(simulation.play, { setup = setup, games = 1 })
  tools.remove(folder)
  lu.assertEquals(rows, { "no_result 0 0 0 0.5 1e+300 -1e+300 9 1" })
end

-- --- numbers ---

-- Six games of two seats whose figures are known.
function TestSimulation.test_a_tally()
  local tally = simulation.tally { players = { {}, {} }, answerers = { "a", "b" }, measures = { { "m", "m" } },
    ratios = {} }
  tally:add("result", { 9, 1, 5, 2, 1, 1 })
  tally:add("result", { 9, 1, 4, 1, 4, 2 })
  tally:add("no_result", { 9, 0, 0, 0, 0, 3 })
  tally:add("result", { 9, 2, 2, 3, 1, 4 })
  tally:add("stopped", { 9, 1, 99, 2, 99, 99 })
  tally:add("failed", { 9, 1, 99, 2, 99, 99 })
  local wins, score = tally.seats[1].wins:figures(), tally.seats[1].score:figures()
  lu.assertEquals(tally.played, 6)
  lu.assertAlmostEquals(wins.sum, 1.5)
  lu.assertAlmostEquals(wins.mean, 1.5 / 4)
  lu.assertAlmostEquals(wins.error, math.sqrt((1.25 / 4 - 0.140625) / 3), 1e-12)
  lu.assertEquals(score.n, 3)
  lu.assertAlmostEquals(score.mean, 11 / 3, 1e-12)
  lu.assertAlmostEquals(score.deviation, math.sqrt(7 / 3), 1e-12)
  lu.assertAlmostEquals(score.quantiles[3], 4, 1e-12)
  lu.assertAlmostEquals(score.quantiles[2], 3, 1e-12)
  lu.assertAlmostEquals(score.quantiles[5], 4.9, 1e-12)
  local measure = tally.measures[1]:figures()
  lu.assertEquals(measure.n, 4)
  lu.assertAlmostEquals(measure.mean, 2.5)
  lu.assertAlmostEquals(measure.quantiles[3], 2.5)
end

-- --- intervals ---

local function two_bots(seats)
  local answerers = {}
  for seat = 1, seats do answerers[seat] = seat < seats and "a" or "b" end
  return { players = tools.players(seats), answerers = answerers, measures = { { "m", "m", true } }, ratios = {} }
end

-- A game in which each seat's score and measure are `common` and something of its own.
local function add_game(tally, seats, common, own)
  local row = { 9 }
  for seat = 1, seats do row[2 * seat], row[2 * seat + 1] = seat == common % seats + 1 and 1 or 2, common + own() end
  row[2 * seats + 2] = 0
  for seat = 1, seats do row[2 * seats + 2 + seat] = common + own() end
  tally:add("result", row)
end

-- The seats of a game are no games: the row of several has the interval of as many values as there are games.
function TestSimulation.test_seats_of_one_game_count_as_one()
  local chance, runs, seats = tools.chance "seats", 400, 8
  local covered = { score = 0, measure = 0, wins = 0 }
  for _ = 1, runs do
    local tally = simulation.tally(two_bots(seats))
    for _ = 1, 60 do add_game(tally, seats, chance(6) + 1, function() return chance(3) end) end
    local bot = tally.bots[1]
    for name, sample in pairs { score = bot.score, measure = bot.measures[1] } do
      local of = sample:figures()
      lu.assertEquals(of.n, 60)
      if math.abs(of.mean - 4.5) <= of.half then covered[name] = covered[name] + 1 end
    end
    local low, high = bot.wins:share()
    if low < 1 and high >= 1 - 1e-9 then covered.wins = covered.wins + 1 end
    lu.assertEquals(bot.by_seat.score.n, 60 * 7)
  end
  lu.assertEquals(covered.wins, runs) -- seats 2 to 7 alone win, and all of them are the first bot's
  for name, hits in pairs { score = covered.score, measure = covered.measure } do
    lu.assertTrue(hits >= runs * 0.92 and hits <= runs * 0.985, name .. hits)
  end
end

-- Values that are skewed, and shares of every size, are covered as often as the interval says: shares by the sum over all
-- that can come up, within what whole numbers allow.
function TestSimulation.test_skewed_values_are_covered()
  local chance, runs, covered = tools.chance "skewed", 1000, 0
  for _ = 1, runs do
    local sample = statistics.sample()
    for _ = 1, 40 do sample:add(-math.log((chance(1 << 30) + 1) / (1 << 30))) end
    local of = sample:figures()
    if math.abs(of.mean - 1) <= of.half then covered = covered + 1 end
  end
  lu.assertTrue(covered >= runs * 0.925 and covered <= runs * 0.97, covered)
end

-- The ends of the interval for k yeses among n.
local function ends_of(k, n)
  local sample = statistics.sample()
  if k > 0 then sample:add(1, k) end
  if k < n then sample:add(0, n - k) end
  return { sample:share() }
end

-- Wilson's interval; with one or two yeses, or noes, its near end is where so many or more come up with chance 0.05.
function TestSimulation.test_intervals_of_shares()
  for _, case in ipairs { { 0, 20, 0, 0.16113 }, { 1, 20, 0.00256, 0.23613 }, { 2, 20, 0.01777, 0.30103 },
    { 3, 20, 0.05237, 0.36042 }, { 10, 20, 0.29930, 0.70070 }, { 19, 20, 0.76387, 0.99744 }, { 20, 20, 0.83887, 1 },
    { 1, 60, 0.00085, 0.08855 }, { 2, 60, 0.00592, 0.11364 }, { 20, 60, 0.22729, 0.45943 },
    { 58, 60, 0.88636, 0.99408 }, { 1, 200, 0.00026, 0.02777 }, { 198, 200, 0.96428, 0.99822 } } do
    local got, what = ends_of(case[1], case[2]), ("%d of %d"):format(case[1], case[2])
    lu.assertAlmostEquals(got[1], case[3], 1e-4, what)
    lu.assertAlmostEquals(got[2], case[4], 1e-4, what)
  end
end

function TestSimulation.test_shares_are_covered()
  local least, sum, count = 1, 0, 0
  for _, n in ipairs { 20, 60, 200 } do
    local ends = {}
    for k = 0, n do ends[k] = ends_of(k, n) end
    for p = 0.002, 0.5, 0.002 do
      local covered, chance = 0, (1 - p) ^ n
      for k = 0, n do
        if ends[k][1] <= p and p <= ends[k][2] then covered = covered + chance end
        chance = chance * (n - k) / (k + 1) * p / (1 - p)
      end
      least, sum, count = math.min(least, covered), sum + covered, count + 1
    end
  end
  lu.assertAlmostEquals(least, 0.9172, 0.0005)
  lu.assertAlmostEquals(sum / count, 0.95, 0.01)
end

-- Halves of wins vary less than whole ones; where hardly any differs, they are taken for whole.
function TestSimulation.test_shares_of_parts()
  local halves, mixed, rare = statistics.sample(), statistics.sample(), statistics.sample()
  halves:add(0.5, 100)
  rare:add(0.5, 90)
  rare:add(1, 10)
  mixed:add(0.5, 60)
  mixed:add(1, 20)
  mixed:add(0, 20)
  local low, high = halves:share()
  lu.assertAlmostEquals(high - low, 0.19, 0.01)
  low, high = rare:share()
  lu.assertTrue(high - low > 0.15)
  low, high = mixed:share()
  lu.assertAlmostEquals(high - low, 0.12, 0.01)
  local few = statistics.sample()
  few:add(1, 19)
  lu.assertNil(few:share())
end

function TestSimulation.test_how_many_pairs_may_differ()
  for _, case in ipairs { { 0, 100, 1 - 0.05 ^ 0.01 }, { 1, 60, 0.0766 }, { 5, 5, 1 }, { 3, 100, 0.0757 } } do
    local of = statistics.pairs()
    for i = 1, case[2] do of:add(2, i <= case[1] and 3 or 2) end
    lu.assertEquals(of.differing, case[1])
    lu.assertAlmostEquals(of:most_differing(0.05), case[3], 1e-4)
    lu.assertTrue(of:most_differing(0.05, true) >= of:most_differing(0.05))
  end
end

-- Two hundred times 5/3 has no spread, not one of rounding.
function TestSimulation.test_one_value_has_no_spread()
  local tally = simulation.tally { players = { {} }, answerers = { "a" }, measures = { { "m", "m" } },
    ratios = {} }
  for _ = 1, 200 do tally:add("result", { 9, 1, 1, 5 / 3 }) end
  local measure = tally.measures[1]:figures()
  lu.assertEquals({ measure.n, measure.mean, measure.deviation }, { 200, 5 / 3, 0.0 })
end

-- Quantiles by counts are those of the sorted list.
function TestSimulation.test_quantiles()
  for n = 1, 60 do
    local sample, list = statistics.sample(), {}
    for i = 1, n do
      list[i] = (i * 7919) % 13 - 4.5 * (i % 3)
      sample:add(list[i])
    end
    table.sort(list)
    local got = sample:figures().quantiles
    for k, part in ipairs(statistics.QUANTILES) do
      local place = part * (n - 1)
      local low = math.floor(place)
      local value = list[low + 1] + (place - low) * ((list[low + 2] or list[low + 1]) - list[low + 1])
      lu.assertAlmostEquals(got[k], value, 1e-12)
    end
  end
end

-- A first place shared with somebody who came later is half a win.
function TestSimulation.test_a_place_shared_with_who_came_later()
  local tally = simulation.tally { players = { { name = "Anna" }, { name = "Ben" } },
    answerers = { "random", "random" }, measures = { { "came_first", "wins by late arrivals" } },
    ratios = {} }
  tally:add("result", { 9, 1, 5, 3, 2, 0.5 })
  local parts = { tally.seats[1].wins.counts, tally.seats[2].wins.counts }
  lu.assertEquals(parts, { { [0.5] = 1 }, { [0] = 1 } })
end

-- --- verdicts ---

TestVerdict = {}

-- Samples of wins of as many seats as there are chances, over so many games with one winner each; `lost` games have none.
local function wins(chances, games, lost)
  local samples, setup = {}, { players = {}, answerers = {} }
  for seat in ipairs(chances) do
    samples[seat], setup.players[seat], setup.answerers[seat] = statistics.sample(), { name = "P" .. seat }, "random"
    if (lost or 0) > 0 then samples[seat]:add(0, lost) end
  end
  for _ = 1, games do
    local left, winner = math.random(), 1
    while winner < #chances and left >= chances[winner] do left, winner = left - chances[winner], winner + 1 end
    for seat, sample in ipairs(samples) do sample:add(seat == winner and 1 or 0) end
  end
  return setup, samples
end

local function verdict(...) return table.concat(report.seats(wins(...)), " ") end

function TestVerdict.test_on_the_seats()
  math.randomseed(1, 1)
  local untold = "It is too early to tell whether a seat is favoured"
  lu.assertStrMatches(verdict({ 0.6, 0.4 }, 1000), "Seat 1 %(P1%) is favoured: [56]%d.%d%% of wins, where a fair share "
    .. "is 50%%%. Seat 2 %(P2%) is at a disadvantage: .*")
  lu.assertStrMatches(verdict({ 0.55, 0.45 }, 100), untold .. "; about %d+ more games would probably tell%.")
  lu.assertStrContains(verdict({ 1, 0 }, 19), untold)
  lu.assertStrMatches(verdict({ 0.25, 0.25, 0.25, 0.25 }, 20000),
    "The seats are even: each wins its fair share of 25%% to within [01]%.%d+ percentage points%.")
  lu.assertStrContains(verdict({ 0.51, 0.49 }, 100000), "Seat 1 (P1) is slightly favoured: ")
  lu.assertEquals(verdict({ 1 }, 100), "")
end

-- Games that nobody won don't count, so whoever wins half of the rest isn't favoured.
function TestVerdict.test_games_that_nobody_won()
  math.randomseed(1, 1)
  lu.assertStrContains(verdict({ 0.5, 0.5 }, 20000, 80000), "its fair share of 50% to within")
  local setup, samples = wins({ 0.5, 0.5 }, 0, 10)
  for _, sample in ipairs(samples) do sample:add(0.5, 30) end -- all win together
  lu.assertEquals(report.seats(setup, samples), {})
  setup.answerers[1], samples = "heron", select(2, wins({ 0.5, 0.5 }, 40))
  lu.assertEquals(report.seats(setup, samples), { "The seats aren't judged, as different bots sit there." })
end

-- Of games of luck alone at most one run in twenty calls a seat favoured, though every seat is looked at.
function TestVerdict.test_luck_is_seldom_called_a_favoured_seat()
  math.randomseed(1, 1)
  for _, case in ipairs { { 2, 20 }, { 2, 200 }, { 5, 20 }, { 5, 100 }, { 10, 20 }, { 10, 100 } } do
    local chances, told = {}, 0
    for seat = 1, case[1] do chances[seat] = 1 / case[1] end
    for _ = 1, 400 do told = told + (verdict(chances, case[2]):find "^It is too early" and 0 or 1) end
    lu.assertTrue(told <= 20, ("%d seats, %d games: %d of 400"):format(case[1], case[2], told))
  end
end

function TestVerdict.test_words()
  lu.assertEquals(report.more("; ", nil, "game"), "")
  lu.assertEquals(report.more("", 1, "game"), "about 1 more game would probably tell")
  lu.assertEquals(report.more("; ", 451, "game"), "; about 460 more games would probably tell")
  lu.assertEquals(report.more("", 1234567, "pair"), "about 1.3 million more pairs would probably tell")
  lu.assertEquals(report.verdict(1, "game", { "x" }), "1 game is too few for a verdict; it takes 20.")
  lu.assertEquals(report.verdict(20, "game", { "x", "y" }), "x y")
  lu.assertNil(report.verdict(0, "game", { "x" }))
  local sample = statistics.sample()
  sample:add(12, 30)
  lu.assertEquals(report.length(sample), "Every game has 12 questions.")
  sample:add(13, 4)
  lu.assertEquals(report.length(sample), "Nearly every game has 12 questions.")
  sample:add(24, 30)
  lu.assertEquals(report.length(sample), "A game takes 16 to 19 questions on average.")
  lu.assertEquals(report.length(sample, nil, 1 / 12),
    "A game takes 1.3 to 1.6 minutes on average, at 5 seconds a question.")
end
