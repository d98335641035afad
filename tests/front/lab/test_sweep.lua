-- In which order the versions of a sweep get their games.

local experiment = require "front.lab.experiment"
local sweep = require "front.lab.sweep"

TestSweep = {}

-- What is asked of experiment.play, as { first seed, seeds, tables }; a signal comes in the call of that number.
local function calls(sizes, games, signal)
  local s, list, play = sweep.new {}, {}, experiment.play
  s.comparisons = {}
  for i, size in ipairs(sizes) do
    local tables = {}
    for k = 1, size do tables[k] = {} end
    s.comparisons[i] = { tables = tables, each = function() end }
  end
  function experiment.play(plan)
    list[#list + 1] = { plan.first, plan.games, #plan.setups }
    plan.signal = #list == signal and 2 or nil
  end
  local good, why = pcall(s.play, s, { games = games })
  experiment.play = play
  assert(good, why)
  return list
end

function TestSweep.test_rounds()
  lu.assertEquals(calls({ 3 }, 200), { { 0, 200, 3 } })
  lu.assertEquals(calls({ 3, 2 }, 100), { { 0, 20, 3 }, { 0, 20, 2 }, { 20, 60, 3 }, { 20, 60, 2 }, { 80, 20, 3 },
    { 80, 20, 2 } })
  lu.assertEquals(calls({ 3, 2 }, 5), { { 0, 5, 3 }, { 0, 5, 2 } })
  lu.assertEquals(calls({ 3, 2 }, 100, 3), { { 0, 20, 3 }, { 0, 20, 2 }, { 20, 60, 3 } })
end
