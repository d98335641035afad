-- Several versions compared with the first at once, and games that end in ties.

local comparison = require "front.lab.comparison"
local files = require "host.files"
local simulation = require "front.lab.simulation"
local statistics = require "front.lab.statistics"
local tools = dofile "tests/front/tools.lua"

-- A die each: equal ones share the first place. `bonus` is added to the first seat's, `waste` throws numbers away.
local GAME = [[
return game { title = 'Dice', seats = { 2, 2 }, deck = 'standard',
  rules = { bonus = { 0, 'more for the first', min = 0, max = 9 },
    waste = { 0, 'numbers thrown away', min = 0, max = 9 } },
  order = { 'all' },
  all = function(t)
    for _ = 1, t.rules.waste do t:random(1, 6) end
    local sums = { t:random(1, 6) + t.rules.bonus, t:random(1, 6) }
    t:finish(t:rank_by(function(seat) return sums[seat.number] end))
  end }
]]

local folder

local function played(games, ...)
  local setups = {}
  for i, sets in ipairs { ... } do setups[i] = assert(tools.setup(folder, { "random", "random" }, sets)) end
  local c = assert(comparison.new(setups))
  assert(simulation.play { setups = c.tables, each = c:each(), seed = files.sha256 "several", games = games, jobs = 2,
    limit = 1000 })
  return c
end

local function line_of(c, name, of)
  for _, line in ipairs(c.lines) do if line.name == name and line.of == of then return line end end
end

TestSeveral = {}

function TestSeveral.setUp()
  folder = tools.folder()
  tools.write(folder .. "/game.lua", GAME)
end

function TestSeveral.tearDown() tools.remove(folder) end

-- The intervals of all versions hold together, so those of each are wider, as much as so many more chances to miss ask for.
function TestSeveral.test_more_versions_widen_each_interval()
  local two = played(300, {}, { "waste=1" })
  local four = played(300, {}, { "waste=1" }, { "waste=2" }, { "waste=3" })
  for i, line in ipairs(two.lines) do
    local one, same = line.pairs[2], four.lines[i].pairs[2]
    lu.assertEquals({ one.n, one.d, one.dd }, { same.n, same.d, same.dd })
    if one.dd > 0 then
      local chance = 0.05 / #two.lines
      lu.assertAlmostEquals(four:half(four.lines[i], 2) / two:half(line, 2),
        statistics.fixed(300, chance / 3) / statistics.fixed(300, chance), 1e-6)
    end
  end
end

-- A difference that two versions make clear is not yet clear of four.
function TestSeveral.test_the_verdict_takes_all_versions_into_account()
  local two = played(300, {}, { "waste=1" })
  local four = played(300, {}, { "waste=1" }, { "waste=2" }, { "waste=3" })
  local line, of = line_of(two, "score", "P1"), line_of(four, "score", "P1")
  local between = (two:half(line, 2) + four:half(of, 2)) / 2
  for _, one in ipairs { line.pairs[2], of.pairs[2] } do one.d = between end
  lu.assertEquals({ (two:verdict(line, 2)), (four:verdict(of, 2)) }, { "changed", "undecided" })
end

-- Each version is compared with the first, not with the one before it.
function TestSeveral.test_each_is_compared_with_the_first()
  local c = played(200, {}, { "bonus=1" }, { "bonus=3" }, {})
  local line = line_of(c, "score", "P1")
  lu.assertEquals({ line.pairs[2].d, line.pairs[3].d, line.pairs[4].d }, { 1, 3, 0 })
  lu.assertEquals({ (c:verdict(line, 2)), (c:verdict(line, 3)), (c:verdict(line, 4)) },
    { "changed", "changed", "unknown" })
end

-- A first place that is shared is half a win of each: whatever ties there are, the wins of a game come to one.
function TestSeveral.test_a_tie_is_half_a_win_of_each()
  local c = played(600, {}, { "bonus=1" }, { "bonus=9" })
  local first, second = line_of(c, "wins", "P1"), line_of(c, "wins", "P2")
  for v = 2, 3 do
    lu.assertAlmostEquals(first.pairs[v].a + second.pairs[v].a, 1, 1e-9)
    lu.assertAlmostEquals(first.pairs[v].b + second.pairs[v].b, 1, 1e-9)
  end
  lu.assertEquals({ first.pairs[3].b, second.pairs[3].b }, { 1, 0 })
  -- of two dice 15 of 36 are better and 6 the same; with one more 21 and 5: five standard errors
  lu.assertAlmostEquals(first.pairs[2].a, 18 / 36, 5 * 0.46 / math.sqrt(600))
  lu.assertAlmostEquals(first.pairs[2].b, 23.5 / 36, 5 * 0.46 / math.sqrt(600))
end
