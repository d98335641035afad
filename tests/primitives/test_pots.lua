-- The library `pots`: side pots as card rooms know them, and against a version
-- that moves one chip at a time.

TestPots = {}

local raises = lu.assertErrorMsgContains

local function layers(put, folded) return pots.layers { put = put, folded = folded } end

function TestPots.test_known()
  local found, back = layers { 5, 20, 20, 50 }
  lu.assertEquals(found, { { amount = 20, seats = { 1, 2, 3, 4 } }, { amount = 45, seats = { 2, 3, 4 } } })
  lu.assertEquals(back, { seat = 4, amount = 30 })
  -- A folded seat makes no layer of its own.
  found, back = layers({ 4, 20, 20 }, { true })
  lu.assertEquals(found, { { amount = 44, seats = { 2, 3 } } })
  lu.assertNil(back)
  -- Two that had bet more have both left: their chips are dead money.
  lu.assertEquals((layers({ 5, 9, 8 }, { false, true, true })), { { amount = 22, seats = { 1 } } })
  found, back = layers({ 10, 30, 50, 5 }, { [4] = true })
  lu.assertEquals(found, { { amount = 35, seats = { 1, 2, 3 } }, { amount = 40, seats = { 2, 3 } } })
  lu.assertEquals(back, { seat = 3, amount = 20 })
  lu.assertEquals((layers {}), {})
  lu.assertEquals((layers({ 0, 0 }, { true, true })), {})
end

function TestPots.test_award()
  local found = layers({ 10, 30, 50, 5 }, { [4] = true })
  local function award(strengths, order, of) return pots.award { layers = of or found, strengths = strengths,
    order = order } end
  lu.assertEquals(award({ 7, 7, 3, false }, { 2, 1 }), { 17, 58, 0, 0 })
  lu.assertEquals(award({ 7, 7, 3, false }), { 18, 57, 0, 0 })
  local one = { { amount = 11, seats = { 1, 2, 3, 4 } } }
  lu.assertEquals(award({ 7, -3, 7, 7 }, { 2, 3, 4, 1 }, one), { 3, 0, 4, 4 })
  lu.assertEquals(award({ 7, -3, 7, 7 }, { 2 }, one), { 4, 0, 4, 3 })
  lu.assertEquals(award({ -9, -3 }, nil, { { amount = 1, seats = { 2 } } }), { 0, 1 })
end

function TestPots.test_refused()
  local many = {}
  for i = 1, 65 do many[i] = 1 end
  raises("number 2 of the list is -1, expected an integer from 0 to", pots.layers, { put = { 1, -1 } })
  raises("number 1 of the list is 1.5, expected", pots.layers, { put = { 1.5 } })
  raises("number 1 of the list is 7, expected", pots.layers, { put = { "7" } })
  raises("`put` is a nil, expected a list", pots.layers, {})
  raises("every seat that put in chips has folded", pots.layers, { put = { 3 }, folded = { true } })
  raises("every seat that put in chips has folded", pots.layers, { put = { 1, 1, 0 }, folded = { true, true } })
  raises("the total is too large", pots.layers, { put = { math.maxinteger, 1 } })
  raises("65 seats: expected at most 64", pots.layers, { put = many })
  raises("`folded`: expected a table", pots.layers, { put = { 1 }, folded = 1 })
  raises("expected a table, got nil", pots.layers)
  local found = layers { 10, 30, 50 }
  raises("number 2 of the list is 2, expected an integer from 1 to 1", pots.award,
    { layers = found, strengths = { false } })
  raises("nobody who may win a layer of 30 has a strength", pots.award,
    { layers = found, strengths = { false, false, false } })
  raises("`layers` must be the result of pots.layers", pots.award, { layers = { {} }, strengths = { 1 } })
  raises("`order`: expected a list of seat numbers", pots.award, { layers = {}, strengths = { 1 }, order = 1 })
  raises("pots.award: order: number 1 of the list is 3, expected an integer from 1 to 1", pots.award,
    { layers = {}, strengths = { 1 }, order = { 3 } })
  local all = { amount = math.maxinteger, seats = { 1 } }
  raises("the total is too large", pots.award, { layers = { all, all }, strengths = { 1 } })
end

-- One chip from everybody who has one left, and again.
local function slow_layers(put, folded)
  local left, found, back = { table.unpack(put) }, {}, 0
  while true do
    local reached, live = {}, {}
    for s, n in ipairs(left) do
      if n > 0 then
        left[s], reached[#reached + 1] = n - 1, s
        if not folded[s] then live[#live + 1] = s end
      end
    end
    if #reached == 0 then return found, back end
    local last = found[#found]
    local same = last and table.concat(live, " ") == table.concat(last.seats, " ")
    if #reached == 1 and #live == 1 then back = back + 1
    elseif last and (#live == 0 or same) then last.amount = last.amount + #reached
    else found[#found + 1] = { amount = #reached, seats = live } end
  end
end

-- Each layer goes to its best hands, evenly but for odd chips.
local function paid_right(found, strengths)
  local total, sum = 0, 0
  for _, layer in ipairs(found) do
    local won, best, n = pots.award { layers = { layer }, strengths = strengths }, math.mininteger, 0
    for _, s in ipairs(layer.seats) do best = math.max(best, strengths[s]) end
    for _, s in ipairs(layer.seats) do n = n + (strengths[s] == best and 1 or 0) end
    for s, amount in ipairs(won) do
      local may = false
      for _, seat in ipairs(layer.seats) do may = may or seat == s end
      local wins = may and strengths[s] == best
      if wins and amount ~= layer.amount // n and amount ~= -(-layer.amount // n) then return false end
      if not wins and amount ~= 0 then return false end
      sum = sum + amount
    end
    total = total + layer.amount
  end
  return sum == total
end

function TestPots.test_against_one_chip_at_a_time()
  local stream, returned = rng.new("pots"), 0
  for _ = 1, 3000 do
    local put, folded, strengths, most = {}, {}, {}, 1 + stream:below(20)
    for s = 1, 1 + stream:below(8) do
      put[s], folded[s], strengths[s] = stream:below(most), stream:below(4) == 0, stream:below(4)
    end
    local want, want_back = slow_layers(put, folded)
    local ok, found, back = pcall(layers, put, folded)
    if want[1] and #want[1].seats == 0 then
      lu.assertFalse(ok)
    else
      lu.assertEquals(found, want)
      lu.assertEquals(back and back.amount or 0, want_back)
      lu.assertTrue(paid_right(found, strengths))
      if back then returned = returned + 1 end
    end
  end
  lu.assertTrue(returned > 300, returned)
end

-- The parts of a pot chip by chip: one to each part in turn, one to each winner in turn.
local function slow_split(amount, winners, seats)
  local parts, won = {}, {}
  for s = 1, seats do won[s] = 0 end
  for k = 1, #winners do parts[k] = 0 end
  for chip = 0, amount - 1 do parts[chip % #winners + 1] = parts[chip % #winners + 1] + 1 end
  for k = #winners, 2, -1 do
    if #winners[k] == 0 then parts[k - 1], parts[k] = parts[k - 1] + parts[k], 0 end
  end
  for k, list in ipairs(winners) do
    for chip = 0, parts[k] - 1 do won[list[chip % #list + 1]] = won[list[chip % #list + 1]] + 1 end
  end
  return won
end

function TestPots.test_several_strengths()
  local stream = rng.new "split"
  for _ = 1, 400 do
    local seats, amount, many, winners = stream:integer(2, 6), stream:integer(0, 40), {}, {}
    local everybody = {}
    for s = 1, seats do everybody[s] = s end
    for k = 1, stream:integer(1, 4) do
      many[k], winners[k] = {}, {}
      local best = false
      for s = 1, seats do
        many[k][s] = (k == 1 or stream:integer(1, 3) > 1) and stream:integer(1, 3)
        if many[k][s] and (not best or many[k][s] > best) then best, winners[k] = many[k][s], {} end
        if best and many[k][s] == best then table.insert(winners[k], s) end
      end
    end
    local all = { { amount = amount, seats = everybody } }
    lu.assertEquals(pots.award { layers = all, strengths = many }, slow_split(amount, winners, seats))
  end
  local one = { { amount = 7, seats = { 1, 2 } } }
  lu.assertEquals(pots.award { layers = one, strengths = { { 1, 2 }, { 2, 1 } } }, { 3, 4 })
  raises("pots.award: list 2 of `strengths`: expected a list as long as the first", pots.award,
    { layers = one, strengths = { { 1, 2 }, { 1 } } })
  raises("nobody who may win a layer of 7 has a strength", pots.award,
    { layers = one, strengths = { { false, false }, { 1, 2 } } })
end
