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
    ["1d66"] = "1d66", ["2D66"] = "2d66", ["4df"] = "4dF", ["DF+1"] = "dF+1", ["10d10 >= 7"] = "10d10>=7",
    ["7d10>=7>=10"] = "7d10>=7>=10", ["5d6<=2=6"] = "5d6<=2=6", ["4dF>=-1"] = "4dF>=-1", ["4dFro-1"] = "4dFro-1",
    ["2*3d6+1"] = "2*3d6+1", ["3d6*2+1"] = "2*3d6+1", ["5-2 * d6"] = "5-2*d6", ["1*d6"] = "d6",
    ["4d6ro1kh3"] = "4d6ro1kh3", ["4d6kh3ro1"] = "4d6ro1kh3", ["4d6RO <= 2"] = "4d6ro<=2", ["4d6rr>=5"] = "4d6rr>=5",
    ["4d6ro=1"] = "4d6ro1", ["5d6!!"] = "5d6!!", ["5d6!P+1"] = "5d6!p+1", ["5d6kh2!!"] = "5d6!!kh2",
    ["5d6>=5!"] = "5d6>=5!", ["5d6!kh3>=5"] = "5d6kh3>=5!", ["5d6>=8!!"] = "5d6>=8!!", ["4d6dh1dl1"] = "4d6dl1dh1",
    ["4d6dl1dh2"] = "4d6dl1dh2", ["10*d6+d6"] = "10*d6+d6", ["500d6ro1"] = "500d6ro1", ["100d6rr<=3"] = "100d6rr<=3",
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
  ["d0"] = 'd0: expected 1 to 1000000 sides, not 0',
  ["d1000001"] = 'd1000001: expected 1 to 1000000 sides, not 1000001',
  ["0d6"] = '0d6: expected 1 to 1000 dice, not 0',
  ["1001d6"] = '1001d6: expected 1 to 1000 dice, not 1001',
  ["99999999999999999999d6"] = '99999999999999999999d6: expected 1 to 1000 dice, not 1e+20',
  ["600d6+600d6"] = '600d6+600d6: expected at most 1000 dice in all, not 1200',
  ["2d6+"] = "2d6+: expected dice or a number after +",
  ["2d6--1"] = '2d6--1: expected dice or a number after -, not "-1"',
  ["-"] = "-: expected dice or a number after -",
  ["2d6 3"] = '2d6 3: expected + or -, not "3"',
  ["4d6kh5"] = '4d6kh5: expected 1 to 4 dice to keep, not 5',
  ["4d6kl0"] = '4d6kl0: expected 1 to 4 dice to keep, not 0',
  ["4d6dl4"] = '4d6dl4: expected 1 to 3 dice to drop, not 4',
  ["d6dl1"] = "d6dl1: expected two dice or more to drop from",
  ["2d6dl2"] = "2d6dl2: expected 1 die to drop, not 2",
  ["1d6kh2"] = "1d6kh2: expected 1 die to keep, not 2",
  ["4d6dl3dh1"] = "4d6dl3dh1: expected a die that isn't dropped",
  ["3d1=9"] = '3d1=9: expected 1, not "=9"',
  ["2d6>=7"] = "2d6>=7: >= counts single dice; for a total of 7, see the chances of 2d6",
  ["2d6+3 >= 10"] = "2d6+3 >= 10: >= counts single dice; for a total of 10, see the chances of 2d6+3",
  ["d20+5=15"] = "d20+5=15: = counts single dice; for a total of 15, see the chances of d20+5",
  ["7d10>=7, 10 twice"] = '7d10>=7, 10 twice: expected +, - or one more comparison, as in 7d10>=7>=10 '
    .. '(tens count double), not ", 10 twice"',
  ["d6 d8"] = 'd6 d8: expected + or -, not "d8"',
  ["4d6kh1kl1"] = '4d6kh1kl1: expected one keep or drop only, not "kl1"',
  ["d6!!!"] = 'd6!!!: expected one kind of ! only, not "!"',
  ["d6!kh1!p"] = 'd6!kh1!p: expected one kind of ! only, not "!p"',
  ["4dF!"] = '4dF!: expected numbered sides before !, not "!"',
  ["4d6>="] = "4d6>=: expected a number",
  ["4d6ro"] = "4d6ro: expected a number",
  ["4d6ro1rr2"] = '4d6ro1rr2: expected one ro or rr only, not "rr2"',
  ["4d6ro7"] = '4d6ro7: expected a number from 1 to 6, not "7"',
  ["4d6>=7"] = "4d6>=7: >= counts single dice; for a total of 7, see the chances of 4d6",
  ["4d6<=0"] = '4d6<=0: expected a number from 1 to 6, not "<=0"',
  ["4dF>=2"] = "4dF>=2: >= counts single dice; for a total of 2, see the chances of 4dF",
  ["4d6>=1000001!!"] = '4d6>=1000001!!: expected a number from 1 to 1000000, not ">=1000001!!"',
  ["4d6rr<=6"] = "4d6rr<=6: expected a side that isn't rolled again",
  ["4d6ro>=1"] = "4d6ro>=1: expected a side that isn't rolled again",
  ["500d6rr<=5"] = "500d6rr<=5: these dice may need more than 1000 rolls",
  ["1000d6ro1"] = "1000d6ro1: these dice may need more than 1000 rolls",
  ["4d6>=1>=1>=1>=1>=1"] = '4d6>=1>=1>=1>=1>=1: expected 4 comparisons at most, not ">=1"',
  ["2x6"] = '2x6: expected + or -, not "x6"',
  ["2*3"] = '2*3: expected dice after *, not "3"',
  ["3d6*"] = "3d6*: expected a number after *",
  ["2*3d6*2"] = '2*3d6*2: expected one * only, not "*2"',
  ["0*d6"] = '0*d6: expected 1 to 1000000 to multiply by, not 0',
  ["2d6*1000001"] = '2d6*1000001: expected 1 to 1000000 to multiply by, not 1000001',
  ["4d6dl1dh1dl1"] = '4d6dl1dh1dl1: expected one keep or drop only, not "dl1"',
  ["4d6kh3dh1"] = '4d6kh3dh1: expected one keep or drop only, not "dh1"',
  ["4d6dl2dh2"] = '4d6dl2dh2: expected 1 die to drop, not 2',
  ["5: ace >= 1"] = "5: ace >= 1: expected dice; `croupier dice --deck` works out the chances of cards",
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

-- What has two readings, the sentence, and what it says to type.
local ROLL, EXPLODE = "could roll a die again once (%s) or until it shows something else (%s)",
  "could count dice and let the highest side explode (%s) or let other sides explode, which can't be rolled here"
local SIDES = "could be one die with 66 sides (%s) or two dice, read as tens and ones (%s)"
local INCLUDE = "could include %d (%s) or leave it out (%s)"
local DOUBTFUL = {
  { "4d6d1", '"d1" could drop the lowest (4d6dl1) or the highest (4d6dh1)', "4d6dl1", "4d6dh1" },
  { "2+6d8 d3+1", '"d3" could drop the lowest 3 (6d8 dl3) or the highest 3 (6d8 dh3)', "6d8 dl3", "6d8 dh3" },
  { "4d6r1", '"r1" ' .. ROLL:format("4d6ro1", "4d6rr1"), "4d6ro1", "4d6rr1" },
  { "4d6r", '"r" ' .. ROLL:format("4d6ro1", "4d6rr1"), "4d6ro1", "4d6rr1" },
  { "4d6r<2", '"r<2" ' .. ROLL:format("4d6ro<=2", "4d6rr<=2"), "4d6ro<=2", "4d6rr<=2" },
  { "d66", '"d66" ' .. SIDES:format("1d66", "10*d6+d6"), "1d66", "10*d6+d6" },
  { "3+2*d66", '"d66" ' .. SIDES:format("2*1d66", "20*d6+2*d6"), "2*1d66", "20*d6+2*d6" },
  { "10d10>7", '">7" ' .. INCLUDE:format(7, "10d10>=7", "10d10>=8"), "10d10>=7", "10d10>=8" },
  { "10d10<3", '"<3" ' .. INCLUDE:format(3, "10d10<=3", "10d10<=2"), "10d10<=3", "10d10<=2" },
  { "4d6ro<3", '"<3" ' .. INCLUDE:format(3, "4d6ro<=3", "4d6ro<=2"), "4d6ro<=3", "4d6ro<=2" },
  { "10d10!>=8", '"!>=8" ' .. EXPLODE:format "10d10>=8!", "10d10>=8!" },
  { "5d6!!>=8", '"!!>=8" ' .. EXPLODE:format "5d6>=8!!", "5d6>=8!!" },
}

function TestDice.test_two_readings_are_refused_with_both()
  for _, row in ipairs(DOUBTFUL) do
    lu.assertEquals({ dice.check(row[1]) }, { nil, row[1] .. ": " .. row[2] })
    for i = 3, #row do
      lu.assertStrContains(row[2], ("(%s)"):format(row[i]))
      lu.assertNotNil(dice.check(row[i]), row[i])
    end
  end
end

function TestDice.test_what_is_no_stream()
  lu.assertErrorMsgContains("roll: expected a stream from rng.new, got table", dice.roll, { 3 }, "d6")
  lu.assertErrorMsgContains("stream expected", rng.new("x").roll, poker.hands(5, 1), "d6")
end

-- No text of these letters breaks a limit; what is read is written and read again alike.
function TestDice.test_any_text()
  local letters, stream, read = "0129dDkhl!%+-* xropF<>=:", rng.new "letters", 0
  for i = 1, tonumber(os.getenv "RUNS" or "") or 20000 do
    local n, parts = stream:below(i % 100 > 0 and 9 or 60), {}
    for k = 1, n do
      local at = stream:integer(1, #letters)
      parts[k] = letters:sub(at, at)
    end
    local once, why = dice.check(table.concat(parts))
    assert(once or #why < 250, why)
    if once then
      read = read + 1
      assert(dice.check(once) == once, once)
      local _, list = stream:roll(once)
      assert(#list <= 1000, once)
    end
  end
  lu.assertTrue(read > 500)
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
    { "4dF+1", { -1, 1, 1, 0 }, 2, "1111" }, { "5dFkh2", { -1, 1, 0, 0, -1 }, 1, "01100" },
    { "2*3d6+1", { 1, 2, 3 }, 13, "111" }, { "10*d6+d6", { 4, 2 }, 42, "11" }, { "5-2*d4", { 3 }, -1, "1" },
    { "5d6dl1dh1", { 4, 1, 6, 6, 1 }, 11, "11100" }, { "3d6dl1dh1", { 4, 4, 4 }, 4, "100" }, -- equal ones: as dl1, then dh1
    { "4d6ro<=2", { 1, 2, 5, 2, 6, 3 }, 16, "011011" }, { "2d6rr1", { 1, 1, 1, 2, 1, 6 }, 8, "000101" },
    { "7d10>=7>=10", { 7, 10, 9, 1, 6, 10, 2 }, 6, "1110010" }, { "4d6<=2=6", { 1, 6, 3, 2 }, 3, "1101" },
    { "3d6!!", { 6, 6, 2, 1, 6, 3 }, 24, "111111" }, { "3d6!p", { 6, 6, 2, 1, 6, 3 }, 21, "111111" },
    { "3d6!!kh1", { 6, 6, 2, 1, 6, 3 }, 14, "111000" }, { "3d6!pkl2", { 6, 2, 1, 5 }, 6, "0011" },
    { "3d6>=8!!", { 6, 6, 2, 1, 6, 1 }, 1, "111000" }, { "3d6>=5!", { 6, 5, 2, 6, 1 }, 3, "11010" },
    { "2d6ro1!!", { 1, 6, 1, 6, 1, 1, 4 }, 17, "0101011" }, { "2d6ro1!kh1", { 1, 6, 1, 3, 2 }, 6, "01000" },
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

-- What is read of a roll: what doesn't count, was rolled again, exploded, was added up.
function TestDice.test_shown()
  for _, case in ipairs {
    { "2d6+1", { 3, 4 }, "3 4" }, { "4d6kh3", { 3, 6, 3, 1 }, "3 6 3 (1)" }, { "7", {}, "" },
    { "4d6ro<=2kh3", { 1, 2, 5, 2, 6, 3 }, "(1→2) 5 2→6 3" }, { "2d6rr1", { 1, 1, 1, 2, 1, 6 }, "1→1→1→2 1→6" },
    { "2d6!", { 6, 1, 6, 2 }, "6! 1 6! 2" }, { "3d6!!kh1", { 6, 6, 2, 1, 6, 3 }, "6!+6!+2 (1) (6!+3)" },
    { "2d6!p", { 6, 6, 2, 1 }, "6!+6!-1+2-1 1" }, { "2d6ro1!!", { 1, 6, 1, 6, 1, 1, 4 }, "1→6!+1→6!+1→1 4" },
    { "3d10>=7+2dF", { 7, 1, 10, -1, 0 }, "7 (1) 10 -1 0" },
  } do lu.assertEquals(dice.shown(case[1], case[2]), case[3], case[1]) end
  for _, list in ipairs { {}, { 3 }, { 3, 7 }, { 1, 2, 3 } } do
    lu.assertErrorMsgContains("shown: the list is no roll of 2d6", dice.shown, "2d6", list)
  end
  lu.assertErrorMsgContains("shown: expected a list of dice, got number", dice.shown, "2d6", 7)
  lu.assertErrorMsgContains("shown: 2d: expected the number of sides after d", dice.shown, "2d", {})
end

-- Modifiers in any order do the same.
function TestDice.test_the_order_is_fixed()
  for _, pair in ipairs { { "6d6ro<=2kh4!", "6d6!ro<=2kh4" }, { "6d6>=3dl1!!", "6d6!!dl1>=3" },
    { "6d6dh1!dl2", "6d6dl2dh1!" } } do
    local one, other = rng.new "order", rng.new "order"
    for _ = 1, 50 do lu.assertEquals({ one:roll(pair[1]) }, { other:roll(pair[2]) }) end
  end
end

-- A fudge die is known by what its lowest side shows.
function TestDice.test_fudge_dice_by_hand()
  local roll = dice.by_hand "2dF"
  lu.assertEquals({ roll:sides() }, { 3, -1 })
  for _, die in ipairs { 2, -2, 0.5 } do
    lu.assertErrorMsgContains(("take %s: the die shows -1, 0 or 1"):format(die), roll.take, roll, die)
  end
  roll:take(-1)
  roll:take(0)
  lu.assertEquals({ roll:result() }, { -1, { -1, 0 } })
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

-- The same dice for the same seed as before there were rerolls, fudge dice and counting: total, list, and which are kept.
local FROZEN = {
    { "d20", 1, "1", "" },
    { "3", 3, "", "" },
    { "2d6+1", 7, "3 3", "" },
    { "d%", 95, "95", "" },
    { "4d6kh3", 8, "1 2 3 3", "0111" },
    { "4d6kl3", 5, "4 1 2 2", "0111" },
    { "4d6dh1", 5, "3 4 1 1", "1011" },
    { "4d6dl1", 15, "2 5 5 5", "0111" },
    { "4d6k3", 9, "6 1 1 2", "1101" },
    { "4d6k", 5, "3 2 4 5", "0001" },
    { "5d4kh2!", 8, "1 4 4 4 3 2 2 4 2", "011000000" },
    { "3d6!", 16, "3 6 2 5", "" },
    { "6d2!", 22, "2 1 2 2 2 2 1 2 1 1 2 2 1 1", "" },
    { "6d2!kh3", 6, "1 1 2 1 2 1 2 2 1 1", "0010101000" },
    { "6d2!kl2", 2, "1 1 2 2 1 2 2 1 1 2 1", "11000000000" },
    { "6d3!dl2", 13, "2 2 2 3 1 3 1 1", "11111100" },
    { "6d3!dh4", 9, "1 1 3 3 1 3 1 3 3 1 1", "11101010011" },
    { "10-d6!", 7, "3", "" },
    { "-2d8kl1+d4", 1, "8 1 2", "011" },
    { "2d20kh1+3d6!-4", 32, "19 2 3 4 6 4", "101111" },
    { "8d2dh3", 8, "1 2 2 2 2 1 2 2", "11110100" },
    { "8d2dl3", 10, "2 2 2 1 2 2 1 1", "11101100" },
    { "8d2kh3", 6, "1 1 1 1 1 2 2 2", "00000111" },
    { "8d2kl3", 3, "2 2 2 2 1 2 1 1", "00001011" },
    { "2d66", 52, "15 37", "" },
    { "1d66", 3, "3", "" },
    { "1d1000000", 6757, "6757", "" },
    { "d1", 1, "1", "" },
    { "5d1kl2", 2, "1 1 1 1 1", "11000" },
    { "12d10", 70, "5 7 2 6 8 6 6 8 9 4 6 3", "" },
    { "4d6kh3-1", 13, "3 6 3 5", "1101" },
    { "3d4-2d4!+7", 2, "3 1 3 4 3 4 1", "" },
    { "d4+d6+d8+d10+d12+d20", 42, "4 6 7 1 10 14", "" },
}

function TestDice.test_old_expressions_are_frozen()
  local stream, sum, count = rng.new "frozen", 0, 0
  for _, row in ipairs(FROZEN) do
    local total, list, kept = stream:roll(row[1])
    local marks = {}
    for i = 1, kept and #list or 0 do marks[i] = kept[i] and "1" or "0" end
    lu.assertEquals({ total, table.concat(list, " "), table.concat(marks) }, { row[2], row[3], row[4] }, row[1])
  end
  for i = 1, 300 do
    local total, list, kept = stream:roll(("%dd%d!kh%d-%dd%d!dl%d"):format(i % 7 + 3, i % 9 + 2, i % 3 + 1, i % 5 + 3,
      i % 4 + 2, i % 2 + 1))
    count = count + #list
    for k, die in ipairs(list) do sum = (sum * 31 + die * 2 + (kept and kept[k] and 1 or 0)) % 1000000007 end
    sum = (sum * 31 + total) % 1000000007
  end
  lu.assertEquals({ sum, count }, { 909050038, 4701 })
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
