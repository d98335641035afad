-- Pools as scripts see them: what they pay each other, what they say of themselves and what they refuse. The accounts
-- below are tested in tests/core/test_pool.c.

TestPools = {}

local t, anna, ben

-- Anna has 50 chips, Ben 20; the pot is empty, and the bank has no end.
local function table_of(chips)
  local made = croupier.practice { seats = 2, deck = "standard",
    pools = { pot = 0, bank = "mint", seat = { chips = 0, won = 0 } } }
  for i, n in ipairs(chips) do made.bank:pay(n, made.seat[i].chips) end
  return made
end

function TestPools.setUp()
  t = table_of { 50, 20 }
  anna, ben = t.seat[1].chips, t.seat[2].chips
end

local function amounts() return { anna:amount(), ben:amount(), t.pot:amount(), t.bank:amount() } end

function TestPools.test_moves()
  lu.assertEquals(anna:pay(5, t.pot, "ante"), 5)
  lu.assertEquals({ ben:pay_up_to(100, t.pot), ben:pay_up_to(1, t.pot) }, { 20, 0 })
  lu.assertEquals(amounts(), { 45, 0, 25, -70 })
  lu.assertEquals({ anna:has(45), anna:has(46), t.bank:has(1000) }, { true, false, true })
  lu.assertEquals({ t.bank:pay(3, t.pot), t.bank:pay_up_to(2, ben) }, { 3, 2 })
  lu.assertEquals(ben:empty_into(t.pot, "all in"), 2)
  lu.assertEquals(amounts(), { 45, 0, 30, -75 })
end

-- Among pools, or seats with one of that name; odd chips go one each, from the first or from a seat on.
function TestPools.test_a_pool_is_split()
  t.bank:pay(25, t.pot)
  lu.assertEquals(t.pot:split { ben, anna }, { 13, 12 })
  ben:pay(13, t.pot)
  lu.assertEquals(t.pot:split { t.seat[1], ben }, { 7, 6 })
  lu.assertEquals(amounts(), { 69, 26, 0, -95 })
  t.bank:pay(3, t.pot)
  lu.assertEquals(t.pot:split({ t.seat[2] }, "won"), { 3 })
  lu.assertEquals({ t.seat[2].won:amount(), ben:amount() }, { 3, 26 })
end

function TestPools.test_odd_chips_of_a_split()
  local made = croupier.practice { seats = 5, deck = "standard",
    pools = { pot = 0, bank = "mint", seat = { chips = 0, won = 0 } } }
  local s = made.seat
  local function split(n, list, first)
    made.bank:pay(n, made.pot)
    return made.pot:split(list, "chips", first)
  end
  lu.assertEquals(split(14, { s[1], s[2], s[3], s[4] }), { 4, 4, 3, 3 })
  lu.assertEquals(split(14, { s[1], s[2], s[3], s[4] }, s[4]), { 4, 3, 3, 4 })
  lu.assertEquals(split(14, { s[1], s[2], s[4], s[5] }, s[3]), { 3, 3, 4, 4 })
  lu.assertEquals(split(5, { s[1], s[3] }, s[4]), { 3, 2 })
  lu.assertEquals(split(5, { s[1], s[3] }, s[2]), { 2, 3 })
  lu.assertEquals(split(2, { s[2], s[3], s[4] }, s[3]), { 0, 1, 1 })
  lu.assertEquals(made.pot:amount(), 0)
  for _, wrong in ipairs { { s[1], s[1].chips }, { s[1].chips, s[1] }, { s[1], 3 }, { s[1], {} } } do
    lu.assertErrorMsgContains("split: odd chips go to seats in order: list seats, not pools", split, 1,
      { wrong[1] }, wrong[2])
  end
end

function TestPools.test_what_it_is()
  t.bank:pay(5, t.pot)
  lu.assertEquals({ tostring(anna), tostring(t.pot) }, { "50 chips", "5 in the pot" })
  lu.assertTrue(anna == t.seat[1].chips and anna ~= ben)
  lu.assertTrue(anna ~= io.stdin and io.stdin ~= anna)
  lu.assertTrue(anna ~= table_of({ 50 }).seat[1].chips)
  lu.assertEquals(getmetatable(anna), "pool")
end

local function unmoved(sentence, f, ...)
  local before = amounts()
  lu.assertErrorMsgContains(sentence, f, ...)
  lu.assertEquals(amounts(), before, sentence)
end

function TestPools.test_amounts_refused()
  unmoved("pay 21 from Ben's chips: it holds 20", ben.pay, ben, 21, t.pot)
  unmoved("pay -1 from Ben's chips: expected 0 or more", ben.pay, ben, -1, t.pot)
  unmoved("from the bank to Ben's chips: that is more", t.bank.pay, t.bank, math.maxinteger, ben)
  unmoved("no integer representation", ben.pay, ben, 1.5, t.pot)
  unmoved("number expected, got string", ben.pay, ben, "x", t.pot)
  unmoved("empty the bank: it never runs out; say how much", t.bank.empty_into, t.bank, ben)
  unmoved("split the bank: it never runs out; say how much", t.bank.split, t.bank, { ben })
end

function TestPools.test_others_refused()
  unmoved("expected a pool, got a seat: say seat.chips", ben.pay, ben, 1, {})
  unmoved("pool expected, got number", ben.pay, ben, 1, 7)
  unmoved("pool expected, got number", ben.pay, 5, 5, t.pot)
  unmoved("split Ben's chips: the list is empty", ben.split, ben, {})
  unmoved("table expected, got number", ben.split, ben, 5)
  unmoved("table expected, got pool", ben.split, ben, anna)
  unmoved("split: item 2 of the list is a seat without a `chips` pool", ben.split, ben, { anna, {} })
  unmoved("split: item 2 of the list is a number, expected a pool", ben.split, ben, { anna, 3 })
  local other = table_of { 5 }.seat[1].chips
  unmoved("they belong to different games", other.pay, other, 1, ben)
  lu.assertEquals(other:amount(), 5)
end

function TestPools.test_a_pool_is_no_number()
  for _, count in ipairs { function() return ben < 5 end, function() return 5 <= ben end,
    function() return ben > t.pot end, function() return ben + 1 end, function() return 2 * ben end,
    function() return "has " .. ben end, function() return #ben end, function() return -ben end } do
    unmoved("a pool is not a number: say :amount() for what", count)
  end
end

function TestPools.test_fields_refused()
  unmoved('a pool has no "paay": did you mean "pay"?', function() ben:paay(1) end)
  unmoved('a pool has no "chips"', function() return ben.chips end)
  unmoved("a pool can't be indexed by number", function() return ben[1] end)
  unmoved("pool", function() ben.x = 1 end)
end
