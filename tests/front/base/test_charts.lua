-- Charts: bins hold every value once, bars are as long as they should be, intervals stand where they belong.

local charts = require "front.base.charts"
local statistics = require "front.lab.statistics"

TestCharts = {}

local function sample(values)
  local of = statistics.sample()
  for _, value in ipairs(values) do of:add(value) end
  return of
end

function TestCharts.test_bins_hold_all()
  math.randomseed(1, 1)
  for run = 1, 200 do
    local values, factor = {}, run % 2 == 0 and 1 or 0.37
    for i = 1, 100 do values[i] = math.random(-run * run, run * run) * factor end
    local bins, total = charts.bins(sample(values)), 0
    lu.assertTrue(#bins <= 17, #bins)
    for i, bin in ipairs(bins) do
      total = total + bin.count
      if i > 1 then lu.assertAlmostEquals(bin.low, bins[i - 1].high, 1e-6) end
    end
    lu.assertEquals(total, 100)
  end
  lu.assertEquals(#charts.bins(sample {}), 0)
  lu.assertEquals(charts.bins(sample { 3, 3 }), { { low = 3, high = 4, count = 2, above = 2,
    label = "3", parts = { 1.0 } } })
end

function TestCharts.test_bars()
  lu.assertEquals(charts.bar(0, true), "")
  lu.assertEquals(charts.bar(0.01, true), "▏")
  lu.assertEquals(charts.bar(2.5, true), "██▌")
  lu.assertEquals(charts.bar(3, false), "###")
  lu.assertEquals(charts.bar(0.01, false), "#")
end

function TestCharts.test_curves()
  lu.assertEquals(charts.curve({ 0, 1, 2, 3, 4, 5, 6, 7 }, 0, 7, 20, true), "▁▂▃▄▅▆▇█")
  lu.assertEquals(charts.curve({ -7, 0, false, 7 }, -7, 7, 20, false), "_+ #")
  lu.assertEquals(charts.curve({ 0, 7, 0, 7, 0, 7 }, 0, 7, 3, false), "###") -- the last of every two
  lu.assertEquals(charts.curve({ 2, 2 }, 2, 2, 5, false), "__")
  lu.assertEquals(charts.curve({}, 2, 2, 5, false), "")
end

function TestCharts.test_intervals()
  lu.assertEquals(charts.interval(2, 4, 6, 0, 0, 10, 11, true), "│ ──●──")
  lu.assertEquals(charts.interval(2, 4, 6, 4, 0, 10, 11, false), "  --o--")
  lu.assertEquals(charts.interval(5, 5, 5, 5, 5, 5, 3, true), " ●")
end

function TestCharts.test_ticks()
  lu.assertEquals(charts.ticks(-0.29, 0.26), { -0.2, 0, 0.2 })
  lu.assertEquals(charts.ticks(0, 3.7), { 0, 1, 2, 3 })
  lu.assertEquals(charts.ticks(-1, 1), { -1, -0.5, 0, 0.5, 1 })
end

-- Three to seven of them, whatever the range: times 1, 2 or 5, within it.
function TestCharts.test_ticks_are_few_and_round()
  math.randomseed(1, 1)
  for _ = 1, 2000 do
    local least = (math.random() - 0.5) * 10 ^ math.random(-4, 6)
    local most = least + math.random() * 10 ^ math.random(-3, 6) + 1e-4
    local ticks = charts.ticks(least, most)
    local wide, step = most - least, ticks[2] - ticks[1]
    lu.assertTrue(#ticks >= 3 and #ticks <= 7, ("%g to %g has %d"):format(least, most, #ticks))
    lu.assertTrue(ticks[1] >= least - 1e-6 * wide and ticks[#ticks] <= most + 1e-6 * wide)
    lu.assertStrMatches(("%.0e"):format(step), "[125]e.*")
  end
end

-- A share isn't drawn below 0 nor above 1, whatever its interval.
function TestCharts.test_a_band_stays_within_what_is_possible()
  local block = { base = 0.1, least = 0, most = 1, points = { { mean = 0.05, half = 0.2 }, { mean = 0.9, half = 0.2 },
    { mean = 0.5, half = math.huge } } }
  lu.assertEquals({ charts.band(block, block.points[1]) }, { 0, 0.25 })
  lu.assertEquals({ charts.band(block, block.points[3]) }, { 0.5, 0.5 })
  lu.assertEquals({ charts.range(block) }, { 0, 1 })
  block.least, block.most = nil, nil
  lu.assertAlmostEquals(charts.band(block, block.points[1]), -0.15, 1e-9)
end

-- What is left beside the labels goes by the columns that they take, not by their bytes.
function TestCharts.test_a_curve_has_room_beside_its_labels()
  local function widest(label)
    local rows
    local terminal = { say = function() end, put = function() end, table = function(_, _, all) rows = all end,
      width = function() return 60 end, symbols = function() return false end }
    local page = require("front.base.page").new "A rule"
    page:chart({ kind = "curve", text = "", rule = "r", base = 0, write = tostring,
      points = { { label = label, mean = 5, difference = 0, half = 5 } } }, true)
    page:print(terminal)
    return #rows[2][5]
  end
  lu.assertEquals(widest "ééééé", widest "eeeee")
end
