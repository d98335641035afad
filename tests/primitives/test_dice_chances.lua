-- Exact chances of dice: against every roll there is, as the host rolls it, for expressions by chance; and against figures
-- that others have published.
--
--   RUNS=2000   so many expressions by chance; 60 when left out

TestDiceChances = {}

local SMALL = 1e-4 -- a roll less likely than this isn't followed to its end

-- What each way of rolling comes to, by dice that are entered by hand: { [total] = chance }, and what was not followed.
local function enumerated(text)
  local found, left, shows, sides = {}, 0, {}, {}
  repeat
    local roll, chance, n = dice.by_hand(text), 1.0, 0
    local many, least = roll:sides()
    while many and chance > SMALL do
      n = n + 1
      shows[n], sides[n] = shows[n] or least, { many, least }
      chance = chance / many
      roll:take(shows[n])
      many, least = roll:sides()
    end
    if many then left = left + chance
    else
      local total = roll:result()
      found[total] = (found[total] or 0) + chance
    end
    for i = #shows, n + 1, -1 do shows[i] = nil end
    while n > 0 and shows[n] == sides[n][1] + sides[n][2] - 1 do
      shows[n], n = nil, n - 1
    end
    if n > 0 then shows[n] = shows[n] + 1 end
  until n == 0
  return found, left
end

local function check(text)
  local c, found, left = dice.chances(text), enumerated(text)
  local all, mean, known = c.more + c.less, 0, {}
  for i, n in ipairs(c.values) do
    local exactly = c:exactly(n)
    assert(i == 1 or n > c.values[i - 1], text)
    all, mean, known[n] = all + exactly, mean + n * exactly, true
    local by_hand = found[n] or 0
    if exactly < by_hand - 1e-12 or exactly > by_hand + left + 1e-12 then
      error(("%s: %d: %.15f, by hand %.15f (%.3g not followed)"):format(text, n, exactly, by_hand, left))
    end
  end
  for n, chance in pairs(found) do assert(known[n] or chance < 1e-12, ("%s: %d is not listed"):format(text, n)) end
  assert(math.abs(all - 1) < 1e-12, text)
  assert(math.abs(mean - c.mean) < 1e-9, text)
  local least, most = dice.range(text)
  local first, last = c.values[1], c.values[#c.values]
  assert((least or first) <= first and (most or last) >= last, text)
  if not text:find "!" then assert(least == first and most == last, text) end
end

function TestDiceChances.test_some_expressions()
  for _, text in ipairs {
    "d6", "7", "3d6", "4d6kh3", "4d6dl1dh1", "2d6-d4", "2*d6+d3-1", "10*d6+d6", "4dF", "5dFkh3", "3dF>=0", "3-2*d4",
    "3d6ro<=2", "3d4rr1", "2d6!", "2d4!!", "2d6!p", "3d4!kh2", "3d4!dl2", "3d4!dh1", "3d4!kl2", "3d4!dl1dh1",
    "3d4dh1<=1!", "3d4!!kl2", "3d4!pkh1", "3d6>=5", "2d10>=7>=10", "3d6>=5!", "3d4<=2=4!kh2", "2d4>=6!!", "2d6!-d4",
    "d4-d4!",
    "3d6ro6!", "3d4rr4!", "3d4ro<=2!!kh2", "5d2!kh4", "4d3<=1!", "4d1kh2", "2d4!+3d4kh2-d3!",
  } do check(text) end
end

local function any_term(stream)
  local count, sides = stream:integer(1, 4), stream:pick { "2", "3", "4", "5", "F" }
  local text, numbered = ("%dd%s"):format(count, sides), sides ~= "F"
  local function maybe(chance, list) return stream:below(chance) == 0 and stream:pick(list) or "" end
  text = text .. maybe(4, { "ro1", "rr1", "ro>=1", "ro<=1", "rr>=2" })
  local explodes = numbered and maybe(3, { "!", "!!", "!p" }) or ""
  text = text .. maybe(2, { "kh1", "kl1", ("kh%d"):format((count + 1) // 2), "dl1", "dh1", "dl1dh1" })
  return text .. maybe(3, { ">=1", "=1", ">=0=1", "<=1" }) .. explodes
end

function TestDiceChances.test_any_expressions()
  local stream, tried = rng.new "any expressions", 0
  local runs = tonumber(os.getenv "RUNS" or "") or 60
  while tried < runs do
    local text = any_term(stream)
    if stream:below(4) == 0 then text = ("%s-%d*d3"):format(text, stream:integer(1, 3)) end
    if dice.check(text) then
      check(text)
      tried = tried + 1
    end
  end
end

-- Mean and deviation as AnyDice (anydice.com) and icepool (github.com/HighDiceRoller/icepool) give them.
function TestDiceChances.test_anchors()
  for text, figures in pairs {
    ["3d6"] = { 10.5, 2.96 }, ["4d6kh3"] = { 12.24, 2.85 }, ["2d20kh1"] = { 13.82, 4.71 },
    ["2d20kl1"] = { 7.18, 4.71 },
    ["4dF"] = { 0, 1.63 }, ["3d20kh1"] = { 15.49, 3.87 }, ["10d10>=7"] = { 4, 1.55 }, ["d6!"] = { 4.2, 3.26 },
  } do
    local c = dice.chances(text)
    lu.assertAlmostEquals(c.mean, figures[1], 0.0051, text)
    lu.assertAlmostEquals(c.spread, figures[2], 0.0051, text)
  end
  local c = dice.chances "4d6kh3"
  for n, ways in pairs { [3] = 1, [4] = 4, [10] = 122, [13] = 172, [18] = 21 } do
    lu.assertAlmostEquals(c:exactly(n), ways / 1296, 1e-15)
  end
  lu.assertAlmostEquals(c:at_least(15), 300 / 1296, 1e-15)
  lu.assertAlmostEquals(dice.chances("2*d6+10*d6"):exactly(12), 1 / 36, 1e-15)
end

-- Dice that explode have the mean n p / (1 - 1/s) and so on, in closed form.
function TestDiceChances.test_mean_and_spread_of_what_has_no_end()
  for _, s in ipairs { 2, 6, 20, 100 } do
    local mean = (s + 1) / 2 * s / (s - 1)
    local squares = ((s + 1) * (2 * s + 1) / 6 + 2 * mean) / (1 - 1 / s)
    for _, sort in ipairs { "!", "!!" } do
      local c = dice.chances(("3d%d%s"):format(s, sort))
      lu.assertAlmostEquals(c.mean, 3 * mean, 1e-11 * mean)
      lu.assertAlmostEquals(c.spread, math.sqrt(3 * (squares - mean ^ 2)), 1e-10 * s)
      lu.assertTrue(c.more > 0 and c.more < 1e-12)
    end
  end
end

function TestDiceChances.test_at_least_and_at_most()
  for _, text in ipairs { "2d6", "3d6!", "d4-d6!", "7d10>=7>=10", "2*3d4" } do
    local c = dice.chances(text)
    for n = c.values[1] - 2, c.values[#c.values] + 2 do
      lu.assertAlmostEquals(c:at_least(n) + c:at_most(n) - c:exactly(n), 1, 1e-12)
      lu.assertTrue(c:at_least(n) <= 1 and c:at_most(n) <= 1)
    end
  end
end

-- Too much work is refused with a sentence, before a script's steps are used up.
function TestDiceChances.test_too_much_work()
  for _, text in ipairs { "1000d6", "1000d1000", "1000000*d6+d6", "d1000000", "500d20kh400", "90d100!kh40" } do
    lu.assertErrorMsgContains(text .. ": too many possible rolls to work out the exact chances", dice.chances, text)
  end
  lu.assertErrorMsgContains("950d6!: these dice may need more than 1000 rolls", dice.chances, "950d6!")
  lu.assertErrorMsgContains("2d: expected the number of sides after d", dice.chances, "2d")
  for _, text in ipairs { "100d20", "10d10kh3", "20d20kh10", "30d6!kh3", "200d6", "d100000", "5d100!" } do
    lu.assertTrue(#dice.chances(text).values > 1)
  end
end
