-- How well `search` plays games that were written without a look at it: matches for two won against chance, from each
-- seat in turn, and what it gives away at blackjack. With few playouts, so that it takes seconds; `long` beside this
-- plays enough of them, with many, to say how good it is.

local strategy = dofile "tests/unseen/blackjack/strategy.lua"

local BOT = "search:30"

-- Matches of `count` that the bot wins.
local function wins(game, count, rules)
  local won = 0
  for i = 1, count do
    local seat = i % 2 + 1
    local g = croupier.open("tests/unseen/" .. game, { seats = 2, seed = "strength " .. i, rules = rules })
    lu.assertEquals(g:play { seat == 1 and BOT or "random", seat == 2 and BOT or "random" }, "finished")
    local best, second = table.unpack(g:result())
    if best.seat.number == seat and best.place ~= second.place then won = won + 1 end
  end
  return won
end

TestStrength = {}

local function check(game, count, floor, rules)
  local won = wins(game, count, rules)
  lu.assertTrue(won >= floor, ("%s won %d of %d, expected %d"):format(BOT, won, count, floor))
end

function TestStrength.test_cribbage() check("cribbage", 16, 11, { goal = 31 }) end
function TestStrength.test_nomination() check("nomination", 24, 15, { longest = 4 }) end
function TestStrength.test_duel() check("duel", 48, 39) end
function TestStrength.test_shells() check("shells", 12, 10, { rounds = 1 }) end
function TestStrength.test_climb() check("climb", 12, 9, { deals = 1 }) end

-- In stakes a hand; chance gives away a half. With worlds drawn each for itself, and playouts judged by what they brought
-- alone, 0.037, and 73 % of decisions were basic strategy.
function TestStrength.test_blackjack()
  local sum = strategy.measure(croupier.open, "search:100", 20, 20, "strength")
  lu.assertTrue(sum.lost < 0.03 * sum.hands, ("gave away %.3f stakes in %d hands"):format(sum.lost, sum.hands))
  lu.assertTrue(sum.agreed > 0.78 * sum.decisions, ("%d of %d agree"):format(sum.agreed, sum.decisions))
end
