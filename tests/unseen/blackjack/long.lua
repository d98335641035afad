-- What `search` gives away at blackjack against basic strategy: decisions that agree with it, and stakes a hand, at 300
-- playouts and at 1,000. The dearest of the others are told.

local strategy = dofile "tests/unseen/blackjack/strategy.lua"

local HANDS = 20 -- of a sitting

local function measure(bot, sittings)
  local sum = strategy.measure(croupier.open, bot, sittings, HANDS, "long")
  print(("unseen: note: %s: basic strategy in %.1f %% of %d decisions, %.4f of a stake given away a hand"):format(bot,
    100 * sum.agreed / sum.decisions, sum.decisions, sum.lost / sum.hands))
  local dearest = {}
  for what, wrong in pairs(sum.wrong) do dearest[#dearest + 1] = { what = what, loss = wrong.count * wrong.loss } end
  table.sort(dearest, function(a, b) return a.loss > b.loss end)
  for i = 1, math.min(10, #dearest) do print(("  %s: %.2f"):format(dearest[i].what, dearest[i].loss)) end
  return sum.lost / sum.hands
end

TestBlackjack = {}

-- Chance gives away a half; the goal is 0.01.
function TestBlackjack.test_what_is_given_away()
  lu.assertTrue(measure("search:300", 20) < 0.02)
  lu.assertTrue(measure("search:1000", 20) < 0.015)
end
