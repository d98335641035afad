-- Versions compared: nothing is changed where nothing is, planted effects are found, and seats go round.

local comparison = require "front.lab.comparison"
local files = require "host.files"
local simulation = require "front.lab.simulation"
local statistics = require "front.lab.statistics"
local tools = dofile "tests/front/tools.lua"

-- A match of luck: three numbers a seat; `bonus` is added to the first seat's. Whoever wants other luck from the same seed
-- sets `waste`, which draws one number more and throws it away.
local GAME = [[
return game { title = 'Luck', seats = { 2, 2 }, deck = 'standard',
  rules = { bonus = { 0, 'more for the first', min = 0, max = 9 },
    waste = { 0, 'numbers thrown away', min = 0, max = 9 } },
  measures = { high = 'scores of 25 and more' },
  order = { 'all' },
  all = function(t)
    for _ = 1, t.rules.waste do t:random(1, 10) end
    local sums = {}
    for i = 1, 2 do sums[i] = t:random(1, 10) + t:random(1, 10) + t:random(1, 10) end
    sums[1] = sums[1] + t.rules.bonus
    for i = 1, 2 do if sums[i] >= 25 then t:measure('high') end end
    t:finish(t:rank_by(function(seat) return sums[seat.number] end))
  end }
]]

local folder
local TIMES = tonumber(os.getenv "COMPARISONS") or 160 -- comparisons of luck alone

local function luck(sets) return assert(tools.setup(folder, { "random", "random" }, sets)) end

local function line_of(c, name, of)
  for _, line in ipairs(c.lines) do if line.name == name and line.of == of then return line end end
end

local function compared(a, b, plan)
  local c, why = comparison.new { luck(a), luck(b) }
  lu.assertNotNil(c, why)
  plan.seed, plan.jobs, plan.limit = files.sha256(plan.seed or "compare"), plan.jobs or 2, 1000
  plan.setups, plan.each, c.until_narrow = c.tables, c:each(), plan.until_narrow
  local outcome
  outcome, why = simulation.play(plan)
  lu.assertNotNil(outcome, why)
  return c
end

-- The same games as many comparisons of `size` pairs, apart from each other: each is handed on after every pair.
local function many(a, b, times, size, each)
  local whole, c = 0, comparison.new { luck(a), luck(b) }
  local games = times * size
  simulation.play { setups = c.tables, seed = files.sha256("many"), games = games, jobs = 2, limit = 1000,
    paired = true, each = function(row, ending, numbers)
      if c:add(row, ending, numbers) then
        whole = whole + 1
        each(c, whole % size == 0)
        if whole % size == 0 then c = comparison.new(c.versions) end
      end
    end }
  lu.assertEquals(whole, games)
end

TestComparison = {}

function TestComparison.setUp()
  folder = tools.folder()
  tools.write(folder .. "/game.lua", GAME)
end

function TestComparison.tearDown()
  tools.remove(folder)
end

function TestComparison.test_nothing_differs_from_itself()
  local c = compared({}, {}, { games = 200 })
  lu.assertEquals(c.n, 200)
  for _, line in ipairs(c.lines) do
    lu.assertEquals(line.pairs[2].d, 0)
    lu.assertEquals(line.pairs[2].a, line.pairs[2].b)
    lu.assertEquals(c:verdict(line, 2), "unknown")
  end
end

function TestComparison.test_any_number_of_threads()
  local one = compared({}, { "waste=1" }, { games = 300, jobs = 1 })
  local three = compared({}, { "waste=1" }, { games = 300, jobs = 3 })
  for i, line in ipairs(one.lines) do
    for _, key in ipairs { "n", "a", "b", "d", "ab", "dd" } do
      lu.assertEquals(line.pairs[2][key], three.lines[i].pairs[2][key])
    end
  end
end

-- The same luck at both versions: a number that is added is found exactly, and nowhere else.
function TestComparison.test_only_what_changed_is_called_so()
  local c = compared({}, { "bonus=1" }, { games = 400 })
  local first, second = line_of(c, "score", "P1"), line_of(c, "score", "P2")
  lu.assertEquals(first.pairs[2].d, 1)
  lu.assertAlmostEquals(first.pairs[2]:correlation(), 1, 1e-9)
  lu.assertEquals(c:verdict(first, 2), "changed")
  lu.assertEquals({ c:verdict(second, 2), second.pairs[2].differing }, { "unknown", 0 })
  lu.assertEquals(c:verdict(line_of(c, "questions"), 2), "unknown")
  lu.assertEquals(c:verdict(line_of(c, "wins", "P1"), 2), "changed")
end

-- Versions that differ in their luck alone, looked at after every pair: at most one comparison in twenty has a line that
-- is called changed.
function TestComparison.test_false_alarms()
  local alarms, alarm = 0, false
  many({}, { "waste=1" }, TIMES, 130, function(c, last)
    c.until_narrow = { name = "score", width = 0 }
    if c.n >= 100 then
      for _, line in ipairs(c.lines) do alarm = alarm or c:verdict(line, 2) == "changed" end
    end
    if last then alarms, alarm = alarms + (alarm and 1 or 0), false end
  end)
  lu.assertTrue(alarms <= TIMES * 0.05, alarms)
end

-- Few false alarms of the intervals alone, too, over long sequences of what is rare, skewed, and plain.
function TestComparison.test_sequences_hold()
  math.randomseed(7, 7)
  local draws = {
    function() return math.random() < 0.1 and 1 or 0 end,
    function() return -math.log(1 - math.random()) end,
    function() return math.random(1, 6) end,
  }
  local missed, times = 0, {}
  for n = 100, 2000 do times[n] = statistics.sequence(n, 0.05) end
  for run = 1, 300 do
    local of, out, draw = statistics.pairs(), false, draws[run % 3 + 1]
    for n = 1, 2000 do
      of:add(draw(), draw())
      if n >= 100 and math.abs(of.d) > times[n] * of:deviation() then out = true end
    end
    if out then missed = missed + 1 end
  end
  lu.assertTrue(missed <= 300 * 0.05, missed)
end

-- Ten cards each, the higher takes a chip; `head` is a chip more for the first seat, `ace` what an ace adds to the score.
local CHIPS = [[
return game { title = 'Chips', seats = { 2, 2 }, deck = 'standard',
  rules = { head = { 0, 'a chip more for the first', min = 0, max = 1 }, ace = { 1, 'an ace', min = 1, max = 2 },
    waste = { 0, 'numbers thrown away', min = 0, max = 9 } },
  piles = { board = 'everyone' }, pools = { bank = 'mint', seat = { chips = 10 } },
  state = { seat = { aces = 0 } }, order = { 'all' },
  all = function(t)
    for _ = 1, t.rules.waste do t:random(1, 10) end
    t.bank:pay(t.rules.head, t.seat[1].chips)
    for _ = 1, 10 do
      t:gather(t.deck)
      t.deck:shuffle()
      local a, b = table.unpack(t.deck:draw(2, t.board))
      if a.value > b.value then t.seat[2].chips:pay(1, t.seat[1].chips) end
      if a.value < b.value then t.seat[1].chips:pay(1, t.seat[2].chips) end
      for i, card in ipairs { a, b } do if card.rank == 'A' then t.seat[i].aces = t.seat[i].aces + 1 end end
    end
    t:finish(t:rank_by(function(seat) return seat.chips:amount() + t.rules.ace * seat.aces end))
  end }
]]

-- What is planted is found, by unequal luck, at the number of pairs that was promised: a promise from what the
-- difference truly is and how much it varies, as a long run tells.
local function finds(planted, low, high)
  files.replace(folder .. "/game.lua", CHIPS)
  local truth = line_of(compared({}, { planted, "waste=1" }, { games = 6000 }), "score", "P1").pairs[2]
  lu.assertTrue(truth.d > low and truth.d < high, truth.d)
  local pilot = compared({}, { planted, "waste=1" }, { games = 60 })
  local line = line_of(pilot, "score", "P1")
  line.pairs[2].d, line.pairs[2].dd = truth.d, truth.dd / (truth.n - 1) * (line.pairs[2].n - 1)
  pilot.half = function() return math.huge end
  local verdict, more = pilot:verdict(line, 2)
  lu.assertEquals(verdict, "undecided")
  local size, found, times = 60 + more, 0, math.max(40, TIMES // 4)
  many({}, { planted, "waste=1" }, times, size, function(c, last)
    if last and c:verdict(line_of(c, "score", "P1"), 2) == "changed" then found = found + 1 end
  end)
  lu.assertTrue(found >= times * 0.95 - 2 * math.sqrt(times * 0.05 * 0.95), ("%d of %d"):format(found, times))
end

function TestComparison.test_a_chip_more_is_found() finds("head=1", 0.8, 1.2) end
function TestComparison.test_an_ace_worth_two_is_found() finds("ace=2", 0.58, 0.96) end

function TestComparison.test_the_same_within()
  local c = compared({}, { "waste=1" }, { games = 3000 })
  local line = line_of(c, "score", "P2")
  lu.assertEquals(c:verdict(line, 2, 2), "within")
  local verdict, more = c:verdict(line, 2, 0.2)
  lu.assertEquals(verdict, "undecided")
  lu.assertTrue(more > 0)
  local changed = compared({}, { "bonus=1" }, { games = 100 })
  lu.assertEquals(changed:verdict(line_of(changed, "score", "P1"), 2, 2), "less")
end

-- It stops at the pair where the interval is narrow, whoever played how far by then.
function TestComparison.test_until_narrow()
  local want = { name = "score", width = 1.5 }
  local one = compared({}, { "waste=1" }, { games = 50000, jobs = 1, until_narrow = want })
  local two = compared({}, { "waste=1" }, { games = 50000, jobs = 2, until_narrow = want })
  lu.assertEquals(one.n, two.n)
  lu.assertTrue(one.n > 100 and one.n < 20000, one.n)
  lu.assertTrue(one:half(line_of(one, "score", "P1"), 2) <= 1.5)
  lu.assertTrue(one:narrow())
  lu.assertEquals(one.lines[2].pairs[2].d, two.lines[2].pairs[2].d)
end

-- --- seats that go round ---

local function made(answerers, measures)
  return { game = "g", players = tools.players(3), answerers = answerers,
    measures = measures or {}, ratios = {}, sets = {} }
end

function TestComparison.test_unequal_bots_go_round()
  local c = comparison.new { made { "good", "bad", "bad" }, made { "good", "bad", "bad" } }
  lu.assertEquals(c.turns, 3)
  lu.assertEquals(#c.tables, 6)
  -- At the first version seat 1 always wins with 6 points, at the second whoever is good.
  local rows = 0
  for turn = 1, 3 do
    rows = rows + 1
    lu.assertFalse(c:add(rows, "result", { 10, 1, 6, 2, 0, 2, 0, 5 }))
    lu.assertEquals(#c.who[turn][1], 1)
  end
  for turn = 1, 3 do
    local row, good = { 10, 2, 0, 2, 0, 2, 0, 5 }, c.who[3 + turn][1][1]
    row[2 * good], row[2 * good + 1] = 1, 6
    rows = rows + 1
    lu.assertEquals(c:add(rows, "result", row), turn == 3)
  end
  lu.assertEquals(c.n, 1)
  local wins, score = line_of(c, "wins", "good").pairs[2], line_of(c, "score", "good").pairs[2]
  lu.assertAlmostEquals(wins.a, 1 / 3, 1e-12)
  lu.assertEquals(wins.b, 1)
  lu.assertAlmostEquals(score.a, 2, 1e-12)
  lu.assertEquals(score.b, 6)
  local other = line_of(c, "wins", "bad").pairs[2]
  lu.assertAlmostEquals(other.a, 2 / 3, 1e-12)
  lu.assertEquals(other.b, 0)
end

function TestComparison.test_what_stopped_is_left_out_and_counted()
  local c = comparison.new { made { "x", "x", "x" }, made { "x", "x", "x" } }
  c:add(1, "result", { 10, 1, 6, 2, 0, 2, 0, 5 })
  lu.assertTrue(c:add(2, "stopped", { 99, 0, 0, 0, 0, 0, 0, 5 }))
  c:add(3, "no_result", { 10, 0, 0, 0, 0, 0, 0, 5 })
  lu.assertTrue(c:add(4, "result", { 12, 1, 6, 2, 0, 2, 0, 7 }))
  lu.assertEquals({ c.n, c.dropped, c.ends.stopped, c.ends.no_result }, { 1, 1, 1, 1 })
  lu.assertEquals(line_of(c, "questions").pairs[2].d, 2)
  lu.assertEquals(line_of(c, "steps").pairs[2].d, 2)
  lu.assertEquals(line_of(c, "score", "P1").pairs[2].n, 0)
end

-- How many games it will take: an interval is half as wide after four times as many.
function TestComparison.test_how_many_are_expected()
  local c = comparison.new { made { "x", "x", "x" }, made { "x", "x", "x" } }
  c.until_narrow = { name = "questions", width = 1 }
  lu.assertEquals(c:expected(), 200)
  for n = 1, 400, 2 do
    c:add(n, "result", { 10, 1, 6, 2, 0, 2, 0, 5 })
    c:add(n + 1, "result", { 10 + n % 4, 1, 6, 2, 0, 2, 0, 5 })
  end
  local half = c:half(line_of(c, "questions"), 2)
  c.until_narrow.width = half / 2
  lu.assertEquals(c:expected(), 1600)
  c.until_narrow.width = 2 * half
  lu.assertEquals(c:expected(), 400)
end

function TestComparison.test_measures_that_are_shared()
  local c = comparison.new { made({ "x", "x", "x" }, { { "a", "A" }, { "b", "B" } }),
    made({ "x", "x", "x" }, { { "b", "B" }, { "c", "C" } }) }
  lu.assertEquals(#c.shared, 1)
  lu.assertEquals(c.only, { { "A" }, { "C" } })
  c:add(1, "result", { 10, 1, 6, 2, 0, 2, 0, 100, 5, 9 })
  c:add(2, "result", { 10, 1, 6, 2, 0, 2, 0, 7, 100, 9 })
  lu.assertEquals(line_of(c, "b").pairs[2].d, 2)
  local other = made { "x", "x", "x" }
  table.remove(other.players)
  local none, why = comparison.new { made { "x", "x", "x" }, other }
  lu.assertNil(none)
  lu.assertStrContains(why, "expected the same")
end

-- --- numbers ---

function TestComparison.test_quantiles_of_distributions()
  for p, z in pairs { [0.975] = 1.959964, [0.95] = 1.644854, [0.995] = 2.575829, [0.9999] = 3.719016, [0.5] = 0 } do
    lu.assertAlmostEquals(statistics.normal(p), z, 5e-4)
    lu.assertAlmostEquals(statistics.normal(1 - p), -z, 5e-4)
  end
  for degrees, t in pairs { [10] = 2.228139, [19] = 2.093024, [60] = 2.000298, [1000] = 1.962339 } do
    lu.assertAlmostEquals(statistics.student(0.975, degrees), t, 2e-3)
  end
end

function TestComparison.test_pairs()
  local of, list = statistics.pairs(), { { 1, 2 }, { 4, 3 }, { 2, 2 }, { 7, 11 } }
  for _, pair in ipairs(list) do of:add(pair[1], pair[2]) end
  lu.assertAlmostEquals(of.a, 3.5, 1e-12)
  lu.assertAlmostEquals(of.d, 1, 1e-12)
  lu.assertAlmostEquals(of:deviation(), math.sqrt(14 / 3), 1e-12)
  lu.assertAlmostEquals(of:correlation(), 32 / math.sqrt(21 * 57), 1e-12)
end
