-- Betting, against a slow version that keeps every chip apart: what may be
-- done is found by trying each amount, what comes back and who wins what by
-- looking at the pot chip by chip.

local GAME = [[
local betting = require "betting"
return game {
  title = "Bets", seats = { 2, 8 }, deck = "standard",
  rules = betting.with(betting.rules, {
    ante = { 0, "chips", min = 0 }, ante_for_all = { 0, "chips of seat 2", min = 0 },
    bring_in = { 0, "chips of the last seat", min = 0 },
    big_blind = { 0, "chips", min = 0 } }),
  pools = { pot = 0, bank = "mint", seat = { chips = 0 } },
  state = betting.with(betting.state, {
    seat = betting.with(betting.seat, { strength = 0, won = 0 }) }),
  order = { "begin", "bring_in", "blinds", "one", "two", "award" },
  all = function(t)
    local list = {}
    for seat in t:seats() do list[#list + 1] = seat end
    return list
  end,
  begin = function(t)
    betting.begin(t, t:all())
    betting.ante(t, t:all(), t.rules.ante, t.pot)
    betting.ante(t, { t.seat[2] }, t.rules.ante_for_all, t.pot)
  end,
  bring_in = function(t)
    local seat, n = t.seat[#t.seat], t.rules.bring_in
    t.price, seat.bet, seat.put = n, n, seat.put + n
    seat.chips:pay(n, t.pot)
  end,
  -- A bring-in is completed to a bet of the limit.
  sizes = function(t, o)
    if t.price < t.rules.bet_size then return t.rules.bet_size - t.price, t.rules.bet_size - t.price end
    return t.rules.bet_size, t.rules.bet_size
  end,
  blinds = function(t)
    if t.rules.big_blind == 0 then return end
    betting.blinds(t, t.seat[1], t.seat[2], t.rules.big_blind, t.pot)
  end,
  one = function(t)
    local seats = t:all()
    if t.rules.big_blind > 0 then
      for _ = 1, 2 do table.insert(seats, table.remove(seats, 1)) end
    end
    betting.round(t, { seats = seats, pot = t.pot, number = 1, limits = t.rules.bring_in > 0 and t.sizes or nil })
  end,
  two = function(t)
    betting.round(t, { seats = t:all(), pot = t.pot, number = 2 })
  end,
  award = function(t)
    local won = betting.award(t, { seats = t:all(), pot = t.pot,
      strength = function(seat) return seat.strength end })
    for i, n in ipairs(won) do t.seat[i].won = n end
    t:finish(t:rank_by("chips"))
  end,
}
]]

local betting = require "betting"
local tools = dofile "tests/tools.lua"
local folder

local function with_stacks(stacks, rules, seed, strengths)
  local g = croupier.open(folder, { seats = #stacks, seed = seed or "1",
    rules = rules })
  for i, n in ipairs(stacks) do
    g.t.bank:pay(n, g.t.seat[i].chips)
    g.t.seat[i].strength = strengths and strengths[i] or i
  end
  return g
end

-- The slow version -------------------------------------------------------------
-- A hand as it was told: what each has, what each put in before and in this
-- round, who folded, and every price there was with who made it.

local Slow = {}
Slow.__index = Slow

local function slow(stacks, rules)
  local s = setmetatable({ n = #stacks, chips = {}, bet = {}, put = {}, folded = {},
    rules = rules, round = 1, made = {}, acted = {} }, Slow)
  for i, chips in ipairs(stacks) do s.chips[i], s.bet[i], s.put[i] = chips, 0, 0 end
  return s
end

function Slow:pay(i, n)
  n = math.min(n, self.chips[i])
  self.chips[i] = self.chips[i] - n
  self.put[i] = self.put[i] + n
  return n
end

function Slow:pot()
  local sum = 0
  for i = 1, self.n do sum = sum + self.put[i] end
  return sum
end

function Slow:price() return #self.made > 0 and self.made[#self.made].price or 0 end

function Slow:blinds(big)
  local small = big // 2 < 1 and 1 or big // 2
  self.bet[1] = self:pay(1, small)
  self.bet[2] = self:pay(2, big)
  self.made = { { price = big, added = big, full = true, opening = true, by = 0 } }
end

-- What a raise adds at least and at most, all-in or not.
function Slow:size(owed)
  local r = self.rules
  if r.limit == "fixed" then
    local n = r.bet_size
    if self.round == 2 and r.doubled ~= false then n = 2 * n end
    if r.complete_all_in then n = n - (self:price() - self:full_price()) end
    return n, n
  end
  local least = 1
  if r.full_raises then
    least = math.max(r.big_blind or 0, 1)
    for _, m in ipairs(self.made) do if m.full then least = m.added end end
  end
  if r.limit == "spread" then
    local most = r.most_bet
    if self.round == 2 and (r.most_bet_two or 0) > 0 then most = r.most_bet_two end
    least = math.max(least, r.bet_size)
    return least, math.max(least, most)
  end
  if r.limit ~= "pot" then return least, math.huge end
  local most = self:pot() + (r.pot_after_call and owed or 0)
  return least, most < least and least or most
end

-- The last price that was a full bet or raise.
function Slow:full_price()
  local price = 0
  for _, m in ipairs(self.made) do if m.full then price = m.price end end
  return price
end

-- Is it at least half a bet, with what all-ins before it have added?
function Slow:is_half(to)
  if self.rules.limit ~= "fixed" or not self.rules.complete_all_in then return false end
  local size = self.rules.bet_size * (self.round == 2 and self.rules.doubled ~= false and 2 or 1)
  return to - self:full_price() >= size / 2
end

function Slow:raises()
  local n = 0
  for _, m in ipairs(self.made) do if m.full and not m.opening then n = n + 1 end end
  return n
end

-- How much the price rose since the seat last acted.
function Slow:risen(i)
  local before = 0
  for k, m in ipairs(self.made) do
    if k <= self.acted[i] then before = m.price end
  end
  return self:price() - before
end

-- What the others have bet, or could: the most of it.
function Slow:reach(i)
  local most = 0
  for j = 1, self.n do
    local n = self.bet[j] + (self.folded[j] and 0 or self.chips[j])
    if j ~= i and n > most then most = n end
  end
  return most
end

function Slow:somebody_else(i) return self:reach(i) > self:price() end

function Slow:owed(i)
  local owed = math.min(self:price(), self:reach(i)) - self.bet[i]
  return owed < 0 and 0 or owed
end

-- Has there been a full bet or raise since the seat acted?
function Slow:full_since(i)
  for k = self.acted[i] + 1, #self.made do if self.made[k].full then return true end end
  return false
end

-- Every sum the seat may raise to, one by one.
function Slow:sums(i)
  local sums, owed = {}, self:owed(i)
  local least, most = self:size(owed)
  local cap = self.rules.most_raises or 3
  if not self:somebody_else(i) then return sums end
  if #self.made > 0 and cap > 0 and self:raises() >= cap then return sums end
  if self.acted[i] and self:risen(i) < least and not self:full_since(i) then return sums end
  local all = self.bet[i] + self.chips[i]
  for to = self:price() + 1, all do
    local added = to - self:price()
    if added >= least and added <= most or to == all and added < least then
      sums[#sums + 1] = to
    end
  end
  return sums
end

function Slow:must(i)
  if self.folded[i] or self.chips[i] == 0 then return false end
  if self:owed(i) > 0 then return true end
  return not self.acted[i] and self:somebody_else(i)
end

function Slow:left()
  local n = 0
  for i = 1, self.n do if not self.folded[i] then n = n + 1 end end
  return n
end

-- Who acts after seat i, or nil when the round is over.
function Slow:after(i)
  if self:left() < 2 then return nil end
  for k = 1, self.n do
    local j = (i - 1 + k) % self.n + 1
    if self:must(j) then return j end
  end
end

function Slow:act(i, what, to)
  if what == "fold" then self.folded[i] = true
  elseif what == "call" then
    self.bet[i] = self.bet[i] + self:pay(i, self:owed(i))
  elseif to then
    local least, completes = self:size(self:owed(i)), self.rules.limit == "fixed" and self.rules.complete_all_in
    self.made[#self.made + 1] = { price = to, added = to - self:price(), by = i,
      opening = #self.made == 0 or completes and self:full_price() == 0,
      full = to - self:price() >= least or self:is_half(to) }
    self.bet[i] = self.bet[i] + self:pay(i, to - self.bet[i])
  end
  self.acted[i] = #self.made
end

-- A chip at a height where only one seat has any goes back.
function Slow:close()
  for height = 1, 100000 do
    local there = {}
    for i = 1, self.n do if self.bet[i] >= height then there[#there + 1] = i end end
    if #there == 0 then break end
    if #there == 1 then
      local i = there[1]
      self.chips[i], self.put[i] = self.chips[i] + 1, self.put[i] - 1
    end
  end
  for i = 1, self.n do self.bet[i] = 0 end
  self.made, self.acted, self.round = {}, {}, 2
end

-- Chip by chip: who may win the chips at each height.
function Slow:layers()
  local layers, last = {}, nil
  for height = 1, 100000 do
    local amount, may, key = 0, {}, ""
    for i = 1, self.n do
      if self.put[i] >= height then
        amount = amount + 1
        if not self.folded[i] then may[#may + 1] = i key = key .. i .. "," end
      end
    end
    if amount == 0 then return layers end
    if #may == 0 or key == last then layers[#layers].amount = layers[#layers].amount + amount
    else layers[#layers + 1], last = { amount = amount, may = may }, key end
  end
end

function Slow:win(strengths)
  local won = {}
  for i = 1, self.n do won[i] = 0 end
  for _, layer in ipairs(self:layers()) do
    local best, who = -math.huge, {}
    for _, i in ipairs(layer.may) do
      if strengths[i] > best then best, who = strengths[i], {} end
      if strengths[i] == best then who[#who + 1] = i end
    end
    for k = 0, layer.amount - 1 do
      local i = who[k % #who + 1]
      won[i] = won[i] + 1
    end
  end
  return won
end

-- Both side by side ----------------------------------------------------------------

local function said_choices(s, i)
  local owed, sums = s:owed(i), s:sums(i)
  local list = owed > 0 and { "fold", "call" } or { "check" }
  if #sums > 0 then list[#list + 1] = s:price() > 0 and "raise" or "bet" end
  return list, sums
end

local function same_state(g, s)
  for i = 1, s.n do
    local seat = g.t.seat[i]
    lu.assertEquals(seat.chips:amount(), s.chips[i])
    lu.assertEquals(seat.put, s.put[i])
    lu.assertEquals(seat.folded, s.folded[i] or false)
  end
  lu.assertEquals(g.t.pot:amount(), s:pot())
end

local function number_of(g) return g:question().seat.number end

-- One question and its answer, on both sides.
local function step(g, s, i)
  local list, sums = said_choices(s, i)
  local q = g:question()
  local act = list[1]
  lu.assertEquals(number_of(g), i)
  if #list > 1 then
    lu.assertEquals(q.name, "act")
    lu.assertEquals(q.options, list)
    act = list[g.t:random(1, #list)]
    if act == "fold" and g.t:random(1, 3) > 1 then act = "call" end
    g:answer(act)
    g:run()
    q = g:question()
  end
  local to
  if act == "raise" or act == "bet" then
    to = sums[1]
    if #sums > 1 then
      lu.assertEquals(q.name, act)
      lu.assertEquals({ q.min, q.max }, { sums[1], sums[#sums] })
      to = g.t:random(1, 2) == 1 and sums[1] or sums[g.t:random(1, #sums)]
      g:answer(to)
      g:run()
    end
  end
  s:act(i, act, to)
end

local function play_round(g, s, first)
  local i = s:after(first)
  while i do
    local _, sums = said_choices(s, i)
    local own = #sums == 0 and s:owed(i) == 0
    if own then s:act(i, "check") else step(g, s, i) end
    i = s:after(i)
    if i then same_state(g, s) end
  end
  s:close()
end

local function compare(stacks, rules, seed, strengths)
  local g, s = with_stacks(stacks, rules, seed, strengths), slow(stacks, rules)
  for i = 1, s.n do s:pay(i, rules.ante or 0) end
  if (rules.big_blind or 0) > 0 then s:blinds(rules.big_blind) end
  g:run()
  play_round(g, s, (rules.big_blind or 0) > 0 and 2 or s.n)
  play_round(g, s, s.n)
  lu.assertEquals(g.status, "finished")
  local won = s:win(strengths)
  for i = 1, s.n do
    s.chips[i] = s.chips[i] + won[i]
    lu.assertEquals(g.t.seat[i].chips:amount(), s.chips[i])
  end
  lu.assertEquals(g.t.pot:amount(), 0)
end

local LIMITS = { "none", "fixed", "spread", "pot" }

-- Some table, from a number: stacks, rules, strengths.
local function some_table(k)
  local function pick(n) k = (k * 1103515245 + 12345) % (1 << 31) return k // 65536 % n end
  for _ = 1, 5 do pick(2) end
  local stacks, strengths = {}, {}
  for i = 1, 2 + pick(5) do
    stacks[i] = 1 + pick(pick(2) == 0 and 12 or 60)
    strengths[i] = pick(4)
  end
  return stacks, strengths, { limit = LIMITS[1 + pick(4)], bet_size = 1 + pick(4),
    doubled = pick(2) == 0, most_bet = 1 + pick(12), most_bet_two = pick(2) * 20,
    pot_after_call = pick(2) == 0, full_raises = pick(2) == 0, most_raises = pick(5),
    ante = pick(3), big_blind = pick(2) * (1 + pick(6)), complete_all_in = pick(2) == 0 }
end

TestBetting = {}

function TestBetting.setUp()
  folder = tools.folder()
  tools.write(folder .. "/game.lua", GAME)
end

function TestBetting.tearDown() tools.remove(folder) end

function TestBetting.test_as_the_slow_version()
  for k = 1, 400 do
    local stacks, strengths, rules = some_table(k)
    local ok, problem = pcall(compare, stacks, rules, tostring(k), strengths)
    if not ok then
      local where = ("table %d"):format(k)
      for name, value in pairs(rules) do where = where .. " " .. name .. "=" .. tostring(value) end
      error(where .. " stacks " .. table.concat(stacks, ",") .. "\n" .. tostring(problem), 0)
    end
  end
end

-- By hand ------------------------------------------------------------------------

-- Answers the questions in turn; what is left of the game stands at the next.
local function answers(g, list)
  g:run()
  for _, answer in ipairs(list) do
    lu.assertTrue(g:answer(answer))
    g:run()
  end
  return g
end

local function chips(g)
  local list = {}
  for i = 1, #g.t.seat do list[i] = g.t.seat[i].chips:amount() end
  return list
end

function TestBetting.test_blinds_and_the_big_blinds_option()
  local g = with_stacks({ 20, 20, 20 }, { big_blind = 3 })
  g:run()
  lu.assertEquals(chips(g), { 19, 17, 20 })
  lu.assertEquals(number_of(g), 3)
  answers(g, { "call", "call" })
  lu.assertEquals(number_of(g), 2)
  lu.assertEquals(g:question().options, { "check", "raise" })
end

-- What a call costs is the same in the question, to a bot and in the pot.
local function calls(g, n)
  local seat = g:question().seat
  lu.assertStrContains(g:question().text, (", %d to call."):format(n))
  lu.assertEquals(betting.to_call(g.t, seat, g.t.seat), n)
  local before = seat.chips:amount()
  answers(g, { "call" })
  lu.assertEquals(before - seat.chips:amount(), n)
end

-- All that the others could have in is the price.
function TestBetting.test_a_short_big_blind()
  local function table_of(...) return answers(with_stacks({ ... }, { big_blind = 10 }), {}) end
  calls(table_of(50, 6), 1)
  calls(table_of(50, 6, 3), 3) -- all-in
  local g = table_of(50, 6, 50)
  calls(g, 10)
  calls(g, 5)
  g = table_of(9, 6, 50)
  lu.assertEquals(g:question().options, { "fold", "call" })
  calls(g, 9)
  calls(g, 4)
  lu.assertEquals(g.t.pot:amount(), 0)
  lu.assertEquals(chips(g), { 0, 0, 65 })
end

function TestBetting.test_who_has_nothing_posts_nothing()
  local g = answers(with_stacks({ 50, 2, 50 }, { ante = 2, big_blind = 10 }), { "call" })
  local said = ""
  for _, event in ipairs(g:events()) do said = said .. (event.text or "") .. "\n" end
  lu.assertStrContains(said, "antes 2, all in")
  lu.assertStrContains(said, "posts the small blind of 5.")
  lu.assertNotStrContains(said, "the big blind of")
end

function TestBetting.test_who_has_too_little_says_of_how_much()
  local g = answers(with_stacks({ 50, 5, 50 }, { ante = 2, big_blind = 10 }), { "call" })
  local short = answers(with_stacks({ 50, 1, 50 }, { ante = 2 }), { "check" })
  local said = ""
  for _, one in ipairs { g, short } do
    for _, event in ipairs(one:events()) do said = said .. (event.text or "") .. "\n" end
  end
  lu.assertStrContains(said, "posts 3 of the big blind of 10, all in.")
  lu.assertStrContains(said, "antes 1 of 2, all in.")
end

-- Nobody behind could pay more than the price: a raise would come back whole.
function TestBetting.test_a_raise_that_nobody_could_call_is_not_offered()
  local g = answers(with_stacks({ 10, 20, 100 }, {}), { "check", "bet", 20 })
  lu.assertEquals(number_of(g), 3)
  lu.assertEquals(g:question().options, { "fold", "call" })
  g = answers(with_stacks({ 21, 20, 100 }, {}), { "check", "bet", 20 })
  lu.assertEquals(g:question().options, { "fold", "call", "raise" })
end

function TestBetting.test_an_uncalled_bet_comes_back()
  local g = with_stacks({ 20, 20 }, {})
  answers(g, { "bet", 15, "fold" })
  lu.assertEquals(g.status, "finished")
  lu.assertEquals(chips(g), { 20, 20 })
end

function TestBetting.test_a_short_all_in_does_not_reopen()
  local g = with_stacks({ 100, 13, 100 }, { limit = "fixed", bet_size = 10 })
  answers(g, { "bet", "raise" })
  lu.assertEquals(g.t.price, 13)
  answers(g, { "call" })
  lu.assertEquals(number_of(g), 1)
  lu.assertEquals(g:question().options, { "fold", "call" })
end

function TestBetting.test_two_short_all_ins_that_make_a_full_raise_reopen()
  local g = with_stacks({ 100, 15, 21, 100 }, { limit = "fixed", bet_size = 10 })
  answers(g, { "bet", "raise", "raise", "call" })
  lu.assertEquals(g.t.price, 21)
  lu.assertEquals(g:question().options, { "fold", "call", "raise" })
end

-- Stud: the lowest card brings in 2 of a bet of 5. Who only called that may raise once it is completed, which is less
-- than a raise of 5; a fixed limit's sizes are the game's own here.
function TestBetting.test_a_completed_bring_in_reopens()
  local g = with_stacks({ 50, 50, 50 }, { bring_in = 2, bet_size = 5 })
  answers(g, { "call" })
  lu.assertEquals({ g.t.price, number_of(g) }, { 2, 2 })
  answers(g, { "raise" })
  lu.assertEquals({ g.t.price, number_of(g) }, { 5, 3 })
  answers(g, { "fold" })
  lu.assertEquals({ number_of(g), g:question().options }, { 1, { "fold", "call", "raise" } })
  answers(g, { "raise" })
  lu.assertEquals({ g.t.price, chips(g) }, { 10, { 40, 45, 48 } })
end

function TestBetting.test_three_raises_and_no_more()
  local g = with_stacks({ 100, 100 }, {})
  answers(g, { "bet", 1, "raise", 2, "raise", 3, "raise", 4 })
  lu.assertEquals(g:question().options, { "fold", "call" })
  g = with_stacks({ 100, 100 }, { most_raises = 0 })
  answers(g, { "bet", 1, "raise", 2, "raise", 3, "raise", 4 })
  lu.assertEquals(g:question().options, { "fold", "call", "raise" })
end

local function raise_range(rules, list)
  local q = answers(with_stacks({ 100, 100 }, rules), list):question()
  return { q.min, q.max }
end

function TestBetting.test_limits()
  lu.assertEquals(raise_range({}, { "bet", 10, "raise" }), { 11, 100 })
  lu.assertEquals(raise_range({ full_raises = true }, { "bet", 10, "raise" }), { 20, 100 })
  lu.assertEquals(raise_range({ limit = "spread", bet_size = 5, most_bet = 10 }, { "bet" }), { 5, 10 })
  lu.assertEquals(raise_range({ limit = "spread", bet_size = 5, most_bet = 10, most_bet_two = 20 },
    { "check", "check", "bet" }), { 5, 20 })
  lu.assertEquals(raise_range({ limit = "pot", ante = 5 }, { "bet" }), { 1, 10 })
  lu.assertEquals(raise_range({ limit = "pot", ante = 5 }, { "bet", 10, "raise" }), { 11, 30 })
  lu.assertEquals(raise_range({ limit = "pot", ante = 5, pot_after_call = true },
    { "bet", 10, "raise" }), { 11, 40 })
end

-- Card rooms: after a big blind of 4 no bet of less in any round, and no raise smaller than the last one.
function TestBetting.test_full_bets_and_raises()
  local called = { "call", "check" }
  for _, limit in ipairs { "none", "pot" } do
    local function range(...)
      return raise_range({ limit = limit, full_raises = true, big_blind = 4 }, { ... })
    end
    lu.assertEquals(range("raise")[1], 8)
    lu.assertEquals(range("raise", 10, "raise")[1], 16)
    lu.assertEquals(range(called[1], called[2], "bet"), { 4, limit == "pot" and 8 or 96 })
    lu.assertEquals(range(called[1], called[2], "bet", 6, "raise")[1], 12)
  end
  lu.assertEquals(raise_range({ limit = "none", big_blind = 4 }, { "call", "check", "bet" }), { 1, 96 })
  local spread = { limit = "spread", bet_size = 2, most_bet = 10, full_raises = true }
  lu.assertEquals(raise_range(spread, { "bet", 5, "raise" }), { 10, 15 })
end

-- Bets of 10. An all-in of less than half a bet is completed, and doesn't reopen; one of half a bet is a raise.
function TestBetting.test_a_short_all_in_is_completed()
  local rules = { limit = "fixed", bet_size = 10, complete_all_in = true }
  local function play(short, ...) return answers(with_stacks({ 100, short, 100, 100 }, rules), { ... }) end
  local g = play(14, "bet", "raise", "raise")
  lu.assertEquals({ g.t.price, g.t.raises }, { 20, 1 })
  lu.assertEquals(answers(g, { "raise" }).t.price, 30)
  g = play(14, "bet", "raise", "call", "call")
  lu.assertEquals({ number_of(g), g:question().options }, { 1, { "fold", "call" } })
  g = play(15, "bet", "raise", "call", "call")
  lu.assertEquals(g:question().options, { "fold", "call", "raise" })
  lu.assertEquals({ answers(g, { "raise" }).t.price, g.t.raises }, { 25, 2 })
  -- the opening bet itself: to complete it is no raise
  g = play(3, "check", "bet", "raise")
  lu.assertEquals({ g.t.price, g.t.raises }, { 10, 0 })
  rules.complete_all_in = false
  lu.assertEquals(play(14, "bet", "raise", "raise").t.price, 24)
end

function TestBetting.test_fixed_limit_doubles()
  local g = answers(with_stacks({ 100, 100 }, { limit = "fixed", bet_size = 3 }), { "check", "check", "bet" })
  lu.assertEquals(g.t.price, 6)
  g = answers(with_stacks({ 100, 100 }, { limit = "fixed", bet_size = 3, doubled = false }),
    { "check", "check", "bet" })
  lu.assertEquals(g.t.price, 3)
end

function TestBetting.test_short_stacks_win_only_what_they_matched()
  local g = with_stacks({ 5, 20, 40 }, {}, "1", { 9, 5, 1 })
  answers(g, { "bet", 5, "raise", 20, "call" })
  lu.assertEquals(chips(g), { 15, 30, 20 })
end

function TestBetting.test_odd_chips_go_one_each_to_the_first()
  local g = answers(with_stacks({ 5, 5, 5 }, { ante = 1 }, "1", { 3, 7, 7 }),
    { "check", "check", "check", "check", "check", "check" })
  lu.assertEquals(chips(g), { 4, 6, 5 })
  -- two odd chips of a main pot of 20 that three share
  g = with_stacks({ 5, 5, 5, 5 }, {}, "1", { 7, 7, 7, 3 })
  answers(g, { "bet", 5, "call", "call", "call" })
  lu.assertEquals(chips(g), { 7, 7, 6, 0 })
end

function TestBetting.test_chips_that_nobody_bet_go_with_the_main_pot()
  local g = with_stacks({ 5, 20 }, {}, "1", { 9, 5 })
  g.t.bank:pay(7, g.t.pot)
  answers(g, { "bet", 5, "call" })
  lu.assertEquals(chips(g), { 17, 15 })
  g = with_stacks({ 5, 20 }, {}, "1", { 9, 5 })
  g.t.bank:pay(7, g.t.pot)
  answers(g, { "check", "check", "check", "check" })
  lu.assertEquals(chips(g), { 12, 20 })
end

-- Seat 2, the dealer or the big blind, antes for everybody: dead money, which nobody needs to match.
function TestBetting.test_an_ante_from_one_seat_is_dead_money()
  local function play(stacks, rules, strengths, ...)
    rules.ante_for_all = rules.ante_for_all or 6
    local g = answers(with_stacks(stacks, rules, "1", strengths), { ... })
    lu.assertEquals({ g.status, g.t.pot:amount() }, { "finished", 0 })
    return chips(g)
  end
  local all_check = { "check", "check", "check", "check", "check", "check" }
  lu.assertEquals(play({ 20, 20, 20 }, {}, { 1, 2, 3 }, table.unpack(all_check)), { 20, 14, 26 })
  -- it folds, and its ante goes to who is left
  lu.assertEquals(play({ 20, 20, 20 }, {}, { 1, 2, 3 }, "bet", 5, "fold", "fold"), { 26, 14, 20 })
  -- beside an ante from each, and with a bet that is called
  lu.assertEquals(play({ 20, 20, 20 }, { ante = 1 }, { 3, 2, 1 }, "bet", 5, "call", "fold", "check", "check"),
    { 20 - 6 + 19, 20 - 12, 19 })
  -- the big blind's ante takes its last chips: it wins the ante, and no bet
  lu.assertEquals(play({ 20, 6, 20 }, { big_blind = 4 }, { 1, 3, 2 }, "call", "call", "check", "check"),
    { 16, 6, 24 })
  lu.assertEquals(play({ 20, 8, 20 }, { big_blind = 4 }, { 1, 3, 2 }, "call", "call", "check", "check"),
    { 16, 12, 20 })
end

-- An ante from each is matched: who is short of it wins no more than that from each.
function TestBetting.test_a_short_ante_of_each()
  local g = answers(with_stacks({ 1, 20, 20 }, { ante = 3 }, "1", { 9, 5, 1 }), { "check", "check", "check", "check" })
  lu.assertEquals(chips(g), { 3, 21, 17 })
end

-- Also one who put in nothing, when all who did have folded.
function TestBetting.test_whoever_is_left_is_paid()
  local g = with_stacks({ 20, 20, 20 }, {})
  g.t.seat[1].chips:pay(4, g.t.pot)
  g.t.seat[1].put = 4
  for i = 1, 2 do g.t.seat[i].folded = true end
  local won = betting.award(g.t, { seats = { g.t.seat[1], g.t.seat[2], g.t.seat[3] }, pot = g.t.pot,
    strength = function() return 1 end })
  lu.assertEquals({ won, chips(g) }, { { 0, 0, 4 }, { 16, 20, 24 } })
end

function TestBetting.test_more_than_held_is_refused_with_a_sentence()
  local g = answers(with_stacks({ 10, 100 }, {}), { "bet" })
  local ok, sentence = g:answer("11")
  lu.assertNil(ok)
  lu.assertStrContains(sentence, "from 1 to 10")
  lu.assertEquals(chips(g), { 10, 100 })
end

-- Posts, a dead button, several strengths ----------------------------------------

local POSTS = [[
local betting = require "betting"
return game {
  title = "Posts", seats = { 2, 6 }, deck = "standard",
  rules = betting.with(betting.rules, { first = { 1, "who acts first", min = 1 } }),
  pools = { pot = 0, bank = "mint", seat = { chips = 0 } },
  state = betting.with(betting.state, { seat = betting.with(betting.seat, { high = 0, low = 0 }) }),
  order = { "one", "two", "award" },
  all = function(t)
    local list = {}
    for seat in t:seats(t.seat[t.rules.first]) do list[#list + 1] = seat end
    return list
  end,
  one = function(t) betting.round(t, { seats = t:all(), pot = t.pot, number = 1 }) end,
  two = function(t) betting.round(t, { seats = t:all(), pot = t.pot, number = 1 }) end,
  award = function(t)
    betting.award(t, { seats = t:all(), pot = t.pot, strength = {
      function(seat) return seat.high end, function(seat) return seat.low end } })
    t:finish("chips")
  end,
}
]]

-- A table of seats with these chips, and what is posted: { seat, chips, what }.
local function posted(stacks, rules, ...)
  local g = tools.open(POSTS, { seats = #stacks, seed = "1", rules = rules })
  for i, n in ipairs(stacks) do g.t.bank:pay(n, g.t.seat[i].chips) end
  betting.begin(g.t, { table.unpack(g.t.seat) })
  for _, post in ipairs { ... } do betting.post(g.t, g.t.seat[post[1]], post[2], g.t.pot, post[3]) end
  g:run()
  return g
end

local function question_of(g) return { number_of(g), table.concat(g:question().options or {}, " ") } end

-- The least that the open question lets its seat raise or bet to.
local function least(g, act)
  answers(g, { act })
  return g:question().min
end

function TestBetting.test_a_lone_big_blind()
  local rules = { full_raises = true }
  local g = posted({ 20, 20, 20 }, rules, { 2, 4 })
  lu.assertEquals({ g.t.price, chips(g) }, { 4, { 20, 16, 20 } })
  lu.assertEquals(question_of(answers(g, { "call" })), { 2, "check raise" }) -- its option
  lu.assertEquals(least(g, "raise"), 8)
  g = posted({ 20, 3, 20 }, rules, { 2, 4 })
  lu.assertStrContains(tools.said(g), "Ben posts 3 of the big blind of 4, all in.")
  lu.assertEquals({ g.t.price, question_of(answers(g, { "call" })) }, { 4, { 3, "fold call raise" } })
end

function TestBetting.test_a_small_blind_of_any_size()
  local g = posted({ 20, 20, 20 }, { first = 3, full_raises = true }, { 1, 3, "small blind" }, { 2, 4 })
  lu.assertEquals({ g.t.price, chips(g) }, { 4, { 17, 16, 20 } })
  lu.assertStrContains(tools.said(g), "Anna posts the small blind of 3.")
  lu.assertEquals(question_of(answers(g, { "call", "call" })), { 2, "check raise" })
  lu.assertEquals(chips(g), { 16, 16, 16 })
end

-- A straddle raises the price and the next raise, and its seat may raise; bets after it are as large as the blind again.
function TestBetting.test_a_straddle()
  local rules = { full_raises = true }
  local g = posted({ 40, 40, 40, 40 }, rules, { 2, 1, "small blind" }, { 3, 2 }, { 4, 4, "straddle" })
  lu.assertStrContains(tools.said(g), "David posts a straddle of 4.")
  lu.assertEquals(least(g, "raise"), 8)
  g = posted({ 40, 40, 40, 40 }, rules, { 2, 1, "small blind" }, { 3, 2 }, { 4, 4, "straddle" })
  lu.assertEquals(question_of(answers(g, { "call", "call", "call" })), { 4, "check raise" })
  lu.assertEquals(least(answers(g, { "check" }), "bet"), 2)
end

-- Bets of 4: the first one completes a bring-in of 1, which is no raise; whoever brought it in has no option.
function TestBetting.test_a_bring_in_is_completed()
  local rules = { limit = "fixed", bet_size = 4, first = 2 }
  local function play(...) return answers(posted({ 40, 40, 3, 40 }, rules, { 1, 1, "bring-in" }), { ... }) end
  local g = play("raise")
  lu.assertStrContains(tools.said(g), "Anna posts the bring-in of 1.")
  lu.assertEquals({ g.t.price, g.t.raises }, { 4, 0 })
  lu.assertEquals({ answers(g, { "fold", "raise" }).t.price, g.t.raises }, { 8, 1 })
  lu.assertEquals(question_of(g), { 1, "fold call raise" })
  g = play("call", "call", "call")
  lu.assertEquals({ g.t.price, question_of(g) }, { 0, { 2, "check bet" } })
  -- an all-in of 3 is no full bet either, and both may be completed
  g = play("call", "raise", "raise")
  lu.assertEquals({ g.t.price, g.t.raises, question_of(g) }, { 4, 0, { 1, "fold call raise" } })
  rules.complete_all_in = true -- where half a bet counts as one
  g = play("call", "raise", "raise")
  lu.assertEquals({ g.t.price, g.t.raises }, { 7, 1 })
end

function TestBetting.test_a_dead_blind()
  local g = posted({ 20, 20, 20 }, {}, { 1, 2, "dead blind" }, { 1, 4 })
  lu.assertStrContains(tools.said(g), "Anna posts a dead blind of 2.")
  lu.assertEquals({ g.t.price, g.t.seat[1].bet, g.t.seat[1].put, g.t.pot:amount() }, { 4, 4, 4, 6 })
  g.t.seat[2].high = 1
  answers(g, { "check", "call", "fold", "check", "check" })
  lu.assertEquals(chips(g), { 14, 26, 20 })
end

function TestBetting.test_what_cannot_be_posted()
  lu.assertErrorMsgContains('betting.post: blind can\'t be posted, expected "big blind", "small blind", "straddle", '
    .. '"bring-in" or "dead blind"', posted, { 20, 20 }, {}, { 1, 2, "blind" })
end

-- 101 chips: 51 for the high hand, 50 for the low one; a side pot is split for those who have a share in it.
function TestBetting.test_high_and_low()
  local function play(stacks, highs, lows, ...)
    local g = posted(stacks, {}, { 1, 1, "dead blind" })
    for i = 1, #stacks do g.t.seat[i].high, g.t.seat[i].low = highs[i], lows[i] end
    return chips(answers(g, { ... }))
  end
  lu.assertEquals(play({ 51, 50 }, { 2, 1 }, { 1, 2 }, "bet", 50, "call"), { 51, 50 })
  lu.assertEquals(play({ 51, 50 }, { 1, 2 }, { 1, 2 }, "bet", 50, "call"), { 0, 101 })
  lu.assertEquals(play({ 51, 50 }, { 1, 2 }, { 0, 0 }, "bet", 50, "call"), { 0, 101 }) -- nobody has a low
  lu.assertEquals(play({ 51, 50 }, { 0, 0 }, { 0, 1 }, "bet", 50, "call"), { 26, 75 }) -- quartered
  -- the main pot of 31: 16 high, 15 low; a side pot of 20 without the first seat's low
  lu.assertEquals(play({ 11, 20, 20 }, { 9, 5, 7 }, { 9, 2, 1 }, "bet", 10, "raise", 20, "call"), { 31, 10, 10 })
  lu.assertEquals(play({ 11, 20, 20 }, { 1, 5, 7 }, { 9, 0, 0 }, "bet", 10, "raise", 20, "call"), { 15, 0, 36 })
end

-- The three ways in which blinds go out, as card rooms have them, and the last two left.
function TestBetting.test_a_dead_button()
  local function after(out, small, big, ...)
    local g = posted({ 9, 9, 9, 9, 9 }, {})
    local seats = { table.unpack(g.t.seat) }
    for _, i in ipairs(out) do seats[i].chips:pay(9, g.t.bank) end
    local button, new_small, new_big = betting.dead_button(seats, small and seats[small], big and seats[big])
    lu.assertEquals({ button, new_small, new_big }, { seats[(...)], seats[select(2, ...)], seats[select(3, ...)] })
  end
  after({}, nil, nil, 1, 2, 3)
  after({ 1, 3 }, nil, nil, 2, 4, 5)
  after({ 1, 3, 5 }, nil, nil, 2, 2, 4) -- two: the button has the small blind
  after({}, 4, 5, 4, 5, 1)
  after({ 2 }, 2, 3, 2, 3, 4) -- the small blind went out: the button is there
  after({ 3 }, 2, 3, 2, 3, 4) -- the big blind: nobody posts the small one
  after({ 2, 3 }, 2, 3, 2, 3, 4)
  after({ 2, 3, 4 }, 2, 3, 1, 1, 5)
  after({ 1, 2, 4 }, 3, 5, 5, 5, 3) -- nobody has the big blind twice running
end

function TestBetting.test_blinds_that_rise()
  local list = {}
  for hand = 1, 9 do list[hand] = betting.level({ 2, 4, 8 }, 3, hand) end
  lu.assertEquals(list, { 2, 2, 2, 4, 4, 4, 8, 8, 8 })
  lu.assertEquals(betting.level({ 2, 4, 8 }, 3, 100), 8)
end

-- A whole hand ------------------------------------------------------------------------

-- Five streets with a fixed limit of 2, doubled to 4 from the third on; on the second the last seat acts first.
local WHOLE = [[
local betting = require "betting"
return game {
  title = "Whole", seats = { 2, 6 }, deck = "standard",
  rules = betting.with(betting.rules, { limit = "fixed", big_blind = 2 }),
  pools = { pot = 0, seat = { chips = 40 } },
  state = betting.with(betting.state, { seat = betting.with(betting.seat, { high = 0 }) }),
  order = { "play" },
  deal = function(t, seats) return betting.post_blinds(t, seats, t.pot) end,
  second = function(_, seats)
    table.insert(seats, 1, table.remove(seats))
    return seats
  end,
  street = function(t, seats) t:say("%s left.", #seats) end,
  play = function(t)
    betting.hand(t, { seats = betting.players(t, t.seat[1]), pot = t.pot,
      streets = { t.deal, t.second, t.street, t.street, t.street },
      strength = function(seat) return seat.high end, shows = function(seat) return "hand " .. seat.high end })
    t:finish("chips")
  end,
}
]]

local function whole(...)
  local g = tools.open(WHOLE, { seats = 3, seed = "1" })
  for i = 1, 3 do g.t.seat[i].high = i end
  g:run()
  return answers(g, { ... })
end

function TestBetting.test_a_whole_hand()
  local g = whole("call", "call", "check") -- Anna deals, Ben and Clara post the blinds
  lu.assertEquals(number_of(g), 1)
  answers(g, { "bet", "call", "fold" })
  lu.assertEquals({ number_of(g), chips(g) }, { 2, { 36, 36, 38 } })
  answers(g, { "bet", "call", "check", "check", "check", "check" })
  lu.assertEquals({ g.status, chips(g) }, { "finished", { 32, 50, 38 } })
  lu.assertStrContains(tools.said(g), "2 left.")
  lu.assertStrContains(tools.said(g), "Ben: hand 2.\nAnna: hand 1.\nBen wins 18 from the pot.")
end

function TestBetting.test_a_whole_hand_ends_when_one_seat_is_left()
  local g = whole("raise", "fold", "fold")
  lu.assertEquals({ g.status, chips(g) }, { "finished", { 43, 39, 38 } })
  lu.assertNotStrContains(tools.said(g), "hand")
  lu.assertNotStrContains(tools.said(g), "left.")
end

function TestBetting.test_who_plays()
  local g = posted({ 9, 0, 9, 9 }, {})
  lu.assertEquals(betting.players(g.t), { g.t.seat[1], g.t.seat[3], g.t.seat[4] })
  lu.assertEquals(betting.players(g.t, g.t.seat[3]), { g.t.seat[4], g.t.seat[1], g.t.seat[3] })
  lu.assertEquals(betting.players(g.t, g.t.seat[2]), { g.t.seat[3], g.t.seat[4], g.t.seat[1] })
end
