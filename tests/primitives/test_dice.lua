-- Dice: what may be written, what may not and what is said then, rolls from a stream and from people.
--
--   RUNS=1000000   so many texts by chance; 20,000 when left out

TestDice = {}

-- Text, and the text given back.
function TestDice.test_good_ones()
  for text, back in pairs {
    ["d20"] = "d20", ["2d20kl1+3"] = "2d20kl1+3", ["4d6kh3-1"] = "4d6kh3-1", ["d%"] = "d100", ["3d6!"] = "3d6!",
    [" 2 D 6 + 1d4 - 2 "] = "2d6+d4-2", ["4d6k3"] = "4d6kh3", ["4d6k"] = "4d6kh1", ["4d6dl"] = "4d6dl1",
    ["4D6DH3"] = "4d6dh3", ["2d6kh1!"] = "2d6!kh1", ["2d6!dl1"] = "2d6!dl1", ["10-d6!"] = "10-d6!",
    ["-d6+7"] = "-d6+7", ["+5"] = "5", ["0"] = "0", ["d1"] = "d1", ["1000d1000000"] = "1000d1000000",
    ["1000000-1000000"] = "1000000-1000000",
    ["1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+d2"] = "1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+d2", ["007d006"] = "7d6",
  } do
    lu.assertEquals({ dice.check(text) }, { back })
    lu.assertEquals({ dice.check(back) }, { back })
  end
end

local BAD = {
  [""] = '"": expected dice like 2d6+3',
  ["x"] = 'x: expected dice like 2d6+3, not "x"',
  ["2d"] = "2d: expected the number of sides after d",
  ["2dx"] = '2dx: expected the number of sides after d, not "x"',
  ["d0"] = 'd0: expected 1 to 1000000 sides after d, not "0"',
  ["d1000001"] = 'd1000001: expected 1 to 1000000 sides after d, not "1000001"',
  ["0d6"] = '0d6: expected 1 to 1000 dice before d, not "0d6"',
  ["1001d6"] = '1001d6: expected 1 to 1000 dice before d, not "1001d6"',
  ["99999999999999999999d6"] = '99999999999999999999d6: expected 1 to 1000 dice before d, not "999999999999"',
  ["600d6+600d6"] = '600d6+600d6: expected 1000 dice at most in all, not "600d6"',
  ["2d6+"] = "2d6+: expected dice or a number after +",
  ["2d6--1"] = '2d6--1: expected dice or a number after -, not "-1"',
  ["-"] = "-: expected dice or a number after -",
  ["2d6 3"] = '2d6 3: expected + or -, not "3"',
  ["4d6kh5"] = '4d6kh5: expected 1 to 4 dice to keep, not "5"',
  ["4d6kl0"] = '4d6kl0: expected 1 to 4 dice to keep, not "0"',
  ["4d6dl4"] = '4d6dl4: expected 1 to 3 dice to drop, not "4"',
  ["d6dl1"] = "d6dl1: expected two dice or more to drop from",
  ["4d6d1"] = '4d6d1: expected dh or dl, not "1"',
  ["4d6kh1kl1"] = '4d6kh1kl1: expected one keep or drop only, not "kl1"',
  ["d6!!"] = 'd6!!: expected one ! only, not "!"',
  ["d1!"] = 'd1!: expected dice with 2 or more sides before !, not "!"',
  ["1000001"] = '1000001: expected a number up to 1000000, not "1000001"',
  ["1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1"] = '1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1: expected 16 terms at most, not "+1"',
  ["2d6\0+1"] = '2d6\0+1: expected + or -, not "\0+1"',
  [("1+"):rep(16) .. "12345678x"] = ("1+"):rep(16) .. '12345678...: expected 16 terms at most, not "+12345678x"',
}

function TestDice.test_bad_ones()
  for text, why in pairs(BAD) do lu.assertEquals({ dice.check(text) }, { nil, why }) end
  local stream = rng.new "test"
  for _, call in ipairs { dice.parse, dice.range, dice.by_hand, function(text) return stream:roll(text) end,
    function(text) return stream:total(text) end, function(text) return dice.roll(stream, text) end } do
    lu.assertErrorMsgContains("2d: expected the number of sides after d", call, "2d")
    lu.assertErrorMsgContains("expected dice, such as 2d6+1, got nil", call, nil)
  end
end

function TestDice.test_what_is_no_stream()
  lu.assertErrorMsgContains("roll: expected a stream from rng.new, got table", dice.roll, { 3 }, "d6")
  lu.assertErrorMsgContains("stream expected", rng.new("x").roll, poker.hands(5, 1), "d6")
end

-- No text of these letters breaks a limit; what is read is written and read again alike.
function TestDice.test_any_text()
  local letters, stream, read = "0129dDkhl!%+- x", rng.new "letters", 0
  for i = 1, tonumber(os.getenv "RUNS" or "") or 20000 do
    local n, parts = stream:below(i % 100 > 0 and 9 or 60), {}
    for k = 1, n do
      local at = stream:integer(1, #letters)
      parts[k] = letters:sub(at, at)
    end
    local once, why = dice.check(table.concat(parts))
    assert(once or #why < 200)
    if once then
      read = read + 1
      assert(dice.check(once) == once, once)
      local _, list = stream:roll(once)
      assert(#list <= 1000, once)
    end
  end
  lu.assertTrue(read > 1000)
end

-- The texts that were read before are kept; one more than there is room for is read all the same.
function TestDice.test_many_texts()
  local stream = rng.new "test"
  for _ = 1, 2 do
    for n = 1, 150 do lu.assertEquals((stream:roll("d1+" .. n)), 1 + n) end
  end
end

function TestDice.test_by_hand()
  for _, case in ipairs {
    { "2d20kl1+3", { 17, 4 }, 7, "01" }, { "2d20kl1+3", { 4, 4 }, 7, "10" }, { "4d6kh3-1", { 3, 6, 3, 1 }, 11, "1110" },
    { "4d6dl1", { 1, 1, 5, 6 }, 12, "1011" }, { "4d6dh2", { 6, 2, 6, 5 }, 7, "0101" },
    { "3d6!", { 6, 2, 6, 5, 1 }, 20, "11111" }, { "2d6!kh2", { 6, 6, 3, 5 }, 12, "1100" },
    { "d6-2d4+10", { 5, 4, 3 }, 8, "111" }, { "7", {}, 7, "" }, { "3-2d8kh1+d4", { 2, 8, 4 }, -1, "011" },
  } do
    local text, shown, total, kept = table.unpack(case)
    local roll = dice.by_hand(text)
    for _, die in ipairs(shown) do roll:take(die) end
    lu.assertNil(roll:sides())
    local sum, list, counts = roll:result()
    lu.assertEquals({ sum, list }, { total, shown }, text)
    for i = 1, #list do lu.assertEquals(counts == nil or counts[i], kept:sub(i, i) == "1", text) end
    lu.assertEquals(counts == nil, not kept:find "0", text)
  end
end

function TestDice.test_refused_by_hand()
  local roll = dice.by_hand "d6+d100"
  lu.assertEquals(roll:sides(), 6)
  lu.assertErrorMsgContains("result: a die with 6 sides is still to be rolled", roll.result, roll)
  for _, die in ipairs { 0, 7, -1, 2.5 } do
    lu.assertErrorMsgContains(("take %s: the die has 6 sides"):format(die), roll.take, roll, die)
  end
  roll:take(6)
  lu.assertEquals(roll:sides(), 100)
  roll:take(100)
  lu.assertNil(roll:sides())
  lu.assertErrorMsgContains("take 1: all dice have been rolled", roll.take, roll, 1)
  lu.assertEquals((roll:result()), 106)
  lu.assertErrorMsgContains('a roll has no "tke", did you mean `take`?', function() return roll.tke end)
end

-- Whoever rolls the highest side for ever comes to an end.
function TestDice.test_explosions_end()
  local roll = dice.by_hand "2d6!+500d2"
  for _ = 1, 500 do roll:take(6) end
  for _ = 1, 500 do roll:take(2) end
  local total, list = roll:result()
  lu.assertEquals({ total, #list }, { 6 * 500 + 2 * 500, 1000 })
end

-- The frozen way: what a fixed stream rolls.
function TestDice.test_from_a_stream()
  local stream, same, words = rng.new "dice", rng.new "same", rng.new "same"
  for _, vector in ipairs {
    { "d20", 7, 15 }, { "2d20kl1+3", 14, 6 }, { "4d6kh3-1", 15, 15 }, { "d%", 87, 14 }, { "3d6!", 17, 14 },
    { "100d6", 373, 382 }, { "10d10dh3", 21, 31 }, { "d1000000", 652761, 907130 }, { "9d2!", 11, 25 },
    { "1000d2!kl3", 3, 3 }, { "600d3!+300d2!", 1837, 1857 },
  } do
    local text, first, second = table.unpack(vector)
    lu.assertEquals({ (stream:roll(text)), stream:total(text) }, { first, second }, text)
    local sides = {}
    for _, term in ipairs(dice.parse(text)) do sides[#sides + 1] = term.sides end
    local _, list = dice.roll(same, text)
    for _, die in ipairs(list) do
      if not sides[2] then lu.assertEquals(die, words:integer(1, sides[1])) else words:word() end
    end
  end
end

-- Dice are fair enough, and rolls stay in their range.
function TestDice.test_fair()
  local stream, seen = rng.new "fair", { 0, 0, 0, 0, 0, 0 }
  for _ = 1, 20000 do
    local total, list = stream:roll "6d6"
    assert(total >= 6 and total <= 36)
    for _, die in ipairs(list) do seen[die] = seen[die] + 1 end
  end
  for _, count in ipairs(seen) do lu.assertTrue(count > 19400 and count < 20600) end
end
