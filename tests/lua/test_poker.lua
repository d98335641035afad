-- The library `poker`, as far as it is words: named hands as targets, the
-- ladder from the royal flush to seven-high chip by chip and back through its
-- text, degrees.

TestTargets = {}

local function target(text)
  local found, note = poker.target(text)
  if not found then lu.fail(note) end
  return found
end

local function says(rank, want) lu.assertEquals(poker.name(rank), want) end
local function read_as(text, want) says(target(text), want) end
local function lowered(text, chips, want) says(poker.lower(target(text), chips), want) end

local function refused(text, part)
  local found, note = poker.target(text)
  lu.assertNil(found, text)
  lu.assertStrContains(note, part)
end

function TestTargets.test_text()
  read_as("fives full of twos", "fives full of twos")
  read_as("Full house, 5s over 2's", "fives full of twos")
  read_as("two pair, eights and fours", "two pair, eights and fours")
  read_as("4s and 8s", "two pair, eights and fours")
  read_as("2 pairs: 8 and 4", "two pair, eights and fours")
  read_as("a pair of 8s and a pair of 4s", "two pair, eights and fours")
  read_as("two pair, twos and threes", "two pair, threes and twos")
  read_as("pair of 2s", "pair of twos")
  read_as("a pair of jacks or better", "pair of jacks")
  read_as("two kings", "pair of kings")
  read_as("pair of sixes", "pair of sixes")
  read_as("TEN-HIGH FLUSH", "ten-high flush")
  read_as("a flush, queen high", "queen-high flush")
  read_as("flush to the Q", "queen-high flush")
  read_as("ace-high straight", "ace-high straight")
  read_as("A-high straight", "ace-high straight")
  read_as("four jacks", "four jacks")
  read_as("four of a kind, fours", "four fours")
  read_as("4 4s", "four fours")
  read_as("three of a kind: threes", "three threes")
  read_as("trip nines", "three nines")
  read_as("7-high", "seven-high")
  read_as("no pair, ace high", "ace-high")
  read_as("high card 10", "ten-high")
  read_as("royal flush", "royal flush")
  read_as("9-high straight flush", "nine-high straight flush")
  read_as("ace-high straight flush", "royal flush")
end

function TestTargets.test_refusals()
  refused("", "expected one poker hand")
  refused("8", "expected one poker hand")
  refused("quen-high flush", "did you mean \"queen\"?")
  refused("xyzzy", "two pair, eights and fours")
  refused("sevens full of sevens", "two different ranks")
  refused("two pair, 8s and 8s", "two different ranks")
  refused("flush", "ten-high flush")
  refused("fives full", "fives full of twos")
  refused("pair of eights and fours", "pair of kings")
  refused("queen-high royal flush", "royal flush")
  refused("pair of kings flush", "expected one poker hand")
  refused("three four five", "expected one poker hand")
  refused("eleven-high", "no word of a poker hand")
  refused(("k"):rep(3000), "expected one poker hand")
  lu.assertErrorMsgContains("bad argument #1 to 'target' (string expected, got no value)", poker.target)
end

function TestTargets.test_warnings()
  local found, note = poker.target("five-high flush")
  lu.assertEquals(note, '"five-high flush" is lower than any such hand, whose least is "seven-high flush"')
  says(found, "five-high flush")
  says(poker.lower(found, 1), "ace-high straight")
  says(poker.lower(found, 2), "king-high straight")
  lu.assertEquals(select("#", poker.target("seven-high flush")), 1)
  local five, low = poker.target("five-high")
  lu.assertStrContains(low, "seven-high")
  says(poker.lower(five, 3), "five-high")
end

function TestTargets.test_ladder()
  local royal, floor = target("royal flush"), target("7-high")
  local at, steps = royal, 0
  while at ~= floor do
    lu.assertEquals(target(poker.name(at)), at)
    lu.assertEquals(poker.lower(royal, steps), at)
    lu.assertTrue(poker.lower(at, 1) < at)
    at, steps = poker.lower(at, 1), steps + 1
  end
  lu.assertEquals(steps, 98)
  lu.assertEquals(poker.lower(at, 5), at)
  lu.assertEquals(poker.lower(royal, 2147483647), at)
  lu.assertErrorMsgContains("out of range", poker.lower, floor, -1)
end

function TestTargets.test_lowering()
  lowered("jacks full of sevens", 2, "nines full of fives")
  lowered("fives full of twos", 5, "ten-high flush")
  lowered("ten-high flush", 3, "seven-high flush")
  lowered("twos full of sixes", 1, "ace-high flush")
  lowered("five-high straight flush", 1, "four aces")
  lowered("four twos", 1, "aces full of kings")
  lowered("5-high straight", 1, "three aces")
  lowered("three twos", 1, "two pair, aces and kings")
  lowered("eights and twos", 1, "pair of aces")
  lowered("pair of twos", 1, "ace-high")
end

function TestTargets.test_degrees()
  local function degree(cards, other, want, highest)
    lu.assertEquals(poker.degree(poker.rank(cards), target(other), highest), want, cards)
  end
  degree("Qh Th 4h 2h 9h 8d 6d 4s", "seven-high flush", 5)
  degree("Qh Th 4h 2h 9h 8d 6d 4s", "ace-high straight", 13)
  degree("Td Th 9h 9s 5s", "two pair, eights and fours", 2)
  degree("3d 3h 3s 2h 2s", "two pair, eights and fours", 55)
  degree("As Td 6s 4h 2c", "a pair of 2s", -3)
  degree("Ah Kh Qh Jh Th", "7-high", 127)
  degree("7h 5h 4d 3c 2s", "royal flush", -127)
  degree("8d 8h 3s 3h As", "two pair, eights and fours", 0)
  degree("8d 8h 3s 3h As", "two pair, eights and fours", 0, true)
  degree("8d 8h 5s 5h As", "two pair, eights and fours", 6, true)
  degree("Ad 2h 3s 4h 5s", "five-high straight", 0)
  degree("Ad 2h 3s 4h 5s", "five-high straight", 0, true)
  lu.assertTrue(poker.rank("8d 8h 3s 3h As") < target("two pair, eights and fours"))
  lu.assertTrue(poker.rank("Qh Th 4h 2h 9h 8d 6d 4s") >= target("seven-high flush"))
end

function TestTargets.test_named()
  local function named(cards, want) lu.assertEquals(poker.named(poker.rank(cards)), target(want)) end
  named("Qh Th 9h 4h 2h", "queen-high flush")
  named("8d 8h 3s 3h As", "eights and threes")
  named("As Td 6s 4h 2c", "ace-high")
  named("5d 5h 5s 2h 2s", "fives full of twos")
  lu.assertTrue(poker.rank("8d 8h 4s 4h As") >= target("eights and fours"))
  lu.assertTrue(poker.rank("7h 5h 4d 3c 2s") >= target("7-high"))
end
