-- What a run of value cards is worth, what its gaps cost, and which cards a line
-- holds together: the worked examples and the printed tables, number for number.

local testing = require "rod_and_reel.testing"

local NAME, card, may_lie = testing.NAME, testing.card, testing.may_lie

local function run_of(text)
  local run = {}
  for value in text:gmatch("%d+") do run[#run + 1] = math.tointeger(value) end
  return run
end

-- Every gap plugged: the total and its cost; nil for a run without gaps.
local function plugged_whole(t, run)
  local gaps = 0
  while t:plug_cost(run, gaps + 1) do gaps = gaps + 1 end
  if gaps == 0 then return nil end
  return t:run_value(run, gaps), t:plug_cost(run, gaps)
end

-- The printed tables --------------------------------------------------------

-- Appendix I: every run as it lies, by what it is worth.
local NATURAL = {
  [27] = "10-9-8", [24] = "9-8-7", [21] = "8-7-6",
  [20] = "10-9-7 10-9-6 10-9-5 10-9-4 10-9-3 10-9-2", [19] = "10-9",
  [18] = "9-8-6 9-8-5 9-8-4 9-8-3 9-8-2 7-6-5", [17] = "9-5 9-4 9-3 9-2",
  [16] = "8-7-5 8-7-4 8-7-3 8-7-2", [15] = "8-7 6-5-4",
  [14] = "7-6-4 7-6-3 7-6-2", [13] = "7-6",
  [12] = "10-8-7 10-8-6 10-8-5 10-8-4 10-8-3 10-8-2 10-7-6 10-7-5 10-7-4 "
    .. "10-7-3 10-7-2 10-6-5 10-6-4 10-6-3 10-6-2 10-5-4 10-5-3 10-5-2 "
    .. "10-4-3 10-4-2 10-3-2 6-5-3 6-5-2 5-4-3",
  [11] = "10-8 10-7 10-6 10-5 10-4 10-3 10-2 9-7-6 9-7-5 9-7-4 9-7-3 9-7-2 "
    .. "9-6-5 9-6-4 9-6-3 9-6-2 9-5-4 9-5-3 9-5-2 9-4-3 9-4-2 9-3-2 6-5",
  [10] = "10 9-7 9-6 8-6-5 8-6-4 8-6-3 8-6-2 8-5-4 8-5-3 8-5-2 8-4-3 8-4-2 "
    .. "8-3-2",
  [9] = "9 8-6 8-5 8-4 8-3 8-2 7-5-4 7-5-3 7-5-2 7-4-3 7-4-2 7-3-2 5-4 4-3-2",
  [8] = "8 7-5 7-4 7-3 7-2 6-4-3 6-4-2 6-3-2",
  [7] = "7 6-4 6-3 6-2 5-4-2 4-3", [6] = "6 5-3 5-2", [5] = "5 4-2 3-2",
  [4] = "4", [3] = "3", [2] = "2",
}
local PRINTED_NOWHERE = { ["9-8"] = 17, ["5-3-2"] = 7 }

-- Appendix III: runs with every gap plugged, by what that costs.
local PLUGGED = {
  [42] = "10-2=12", [39] = "10-3=13", [37] = "10-3-2=15", [36] = "10-4-2=16",
  [35] = "10-5-2=17 10-4=14", [34] = "10-8-2=20 10-6-2=18",
  [33] = "10-9-2=21 10-7-2=19 10-4-3=17 9-2=11", [32] = "10-5-3=18",
  [31] = "10-8-3=21 10-7-3=20 10-6-3=19",
  [30] = "10-9-3=22 10-5=15 9-3-2=14 9-3=12", [29] = "9-4-2=15",
  [28] = "10-7-4=21 10-5-4=19 9-5-2=16", [27] = "10-8-4=22 10-6-4=20 9-6-2=17",
  [26] = "10-9-4=23 9-7-2=18 9-4-3=16 9-4=13", [25] = "9-8-2=20 9-5-3=17 8-2=10",
  [24] = "9-6-3=18 10-6=16", [23] = "10-7-5=22 9-7-3=19",
  [22] = "10-8-5=23 10-6-5=21 9-8-3=21 8-3=11",
  [21] = "10-9-5=24 9-5-4=18 9-5=14 8-4-2=14", [20] = "9-6-4=19 8-5-2=15",
  [19] = "9-7-4=20 8-6-2=16", [18] = "9-8-4=22 8-7-2=17 8-4-3=15 8-4=12 7-2=9",
  [17] = "10-7-6=23 10-7=17 8-5-3=16", [16] = "10-8-6=24 8-6-3=17",
  [15] = "10-9-6=25 9-6-5=20 8-7-3=18 9-6=15 7-3-2=12 7-3=10",
  [14] = "9-7-5=21 7-4-2=13", [13] = "9-8-5=23 8-5-4=17 7-5-2=14 8-5=13",
  [12] = "8-6-4=18 7-6-2=15 6-2=8", [11] = "8-7-4=19 7-4-3=14 7-4=11",
  [10] = "7-5-3=15", [9] = "10-8=18 10-8-7=25 7-6-3=16 6-3=9 6-3-2=11",
  [8] = "10-9-7=26 9-7=16 9-7-6=22 6-4-2=12",
  [7] = "9-8-6=24 8-6=14 8-6-5=19 6-5-2=13 5-2=7",
  [6] = "8-7-5=20 7-5-4=16 7-5=12", [5] = "7-6-4=17 6-4-3=13 6-4=10",
  [4] = "6-5-3=14 5-3=8", [3] = "5-4-2=11 4-2=6",
}
local WRONG_COST = {
  ["10-3-2"] = 39, ["10-4-2"] = 38, ["10-5-2"] = 37, ["10-6-2"] = 36,
  ["10-7-2"] = 35, ["10-4-3"] = 35, ["10-5-3"] = 34, ["10-6-3"] = 33,
  ["10-7-3"] = 32, ["10-5-4"] = 30, ["10-6-4"] = 29, ["10-6-5"] = 24,
}
local WRONG_TOTAL = {
  ["9-8-2"] = 19, ["9-8-3"] = 20, ["9-8-4"] = 21, ["9-8-5"] = 22,
  ["9-8-6"] = 23,
}
local WRONG_NATURAL = {
  ["9-5"] = 10, ["9-4"] = 10, ["9-3"] = 10, ["9-2"] = 10, ["5-4-2"] = 10,
}

-- For each printed run its text, its run and what is printed for it.
local function printed_naturals()
  local list = {}
  for total, row in pairs(NATURAL) do
    for text in row:gmatch("%S+") do
      list[#list + 1] = { text = text, run = run_of(text), total = total }
    end
  end
  return list
end

local function printed_plugs()
  local list = {}
  for cost, row in pairs(PLUGGED) do
    for text, total in row:gmatch("(%S+)=(%d+)") do
      list[#list + 1] = { text = text, run = run_of(text), cost = cost,
        total = math.tointeger(total) }
    end
  end
  return list
end

-- All runs of one to three different values.
local function all_runs()
  local list = {}
  for a = 10, 2, -1 do
    list[#list + 1] = { a }
    for b = a - 1, 2, -1 do
      list[#list + 1] = { a, b }
      for c = b - 1, 2, -1 do list[#list + 1] = { a, b, c } end
    end
  end
  return list
end

TestRuns = {}

function TestRuns:setUp() self.t = croupier.rules(NAME) end

function TestRuns:test_worked_examples()
  local t = self.t
  lu.assertEquals(t:run_value({ 10, 9, 7 }, 0), 20)
  lu.assertEquals(t:run_value({ 10, 8, 7 }, 0), 12)
  lu.assertEquals(t:run_value({ 8, 7 }, 0), 15)
  lu.assertEquals(t:run_value({ 10, 9, 7 }, 1), 26)
  lu.assertEquals(t:plug_cost({ 10, 9, 7 }, 1), 8)
  lu.assertEquals(t:run_value({ 10, 8, 6 }, 1), 19)
  lu.assertEquals(t:plug_cost({ 10, 8, 6 }, 1), 9)
  lu.assertEquals(t:run_value({ 10, 8, 6 }, 2), 24)
  lu.assertEquals(t:plug_cost({ 10, 8, 6 }, 2), 16)
end

function TestRuns:test_no_cards_are_worth_nothing()
  lu.assertEquals(self.t:run_value({}, 0), 0)
  lu.assertNil(self.t:plug_cost({}, 1))
end

function TestRuns:test_the_run_is_read_highest_first()
  local cards = { card "7h", card "10h", card "9h" }
  lu.assertEquals(self.t:run_of(cards), { 10, 9, 7 })
end

function TestRuns:test_all_129_natural_runs()
  local printed = printed_naturals()
  for _, one in ipairs(printed) do
    lu.assertEquals(self.t:run_value(one.run, 0),
      WRONG_NATURAL[one.text] or one.total, one.text)
  end
  for text, total in pairs(PRINTED_NOWHERE) do
    lu.assertEquals(self.t:run_value(run_of(text), 0), total, text)
  end
  lu.assertEquals(#printed + 2, 129)
  lu.assertEquals(#all_runs(), 129)
end

function TestRuns:test_the_103_printed_plugs()
  local printed = printed_plugs()
  for _, one in ipairs(printed) do
    local total, cost = plugged_whole(self.t, one.run)
    lu.assertEquals(cost, WRONG_COST[one.text] or one.cost, one.text)
    lu.assertEquals(total, WRONG_TOTAL[one.text] or one.total, one.text)
  end
  lu.assertEquals(#printed, 103)
end

function TestRuns:test_the_two_plugs_that_are_printed_nowhere()
  local known, missing = {}, {}
  for _, one in ipairs(printed_plugs()) do known[one.text] = true end
  for _, run in ipairs(all_runs()) do
    local text = table.concat(run, "-")
    if plugged_whole(self.t, run) and not known[text] then
      missing[#missing + 1] = text
    end
  end
  lu.assertEquals(missing, { "8-3-2", "5-3-2" })
  lu.assertEquals({ plugged_whole(self.t, { 5, 3, 2 }) }, { 10, 4 })
  lu.assertEquals({ plugged_whole(self.t, { 8, 3, 2 }) }, { 13, 22 })
end

TestAsPrinted = {}

function TestAsPrinted:setUp() self.t = croupier.rules(NAME .. "+as_printed") end

function TestAsPrinted:test_plays_every_printed_natural()
  for _, one in ipairs(printed_naturals()) do
    lu.assertEquals(self.t:run_value(one.run, 0), one.total, one.text)
  end
end

function TestAsPrinted:test_plays_every_printed_plug()
  for _, one in ipairs(printed_plugs()) do
    local total, cost = plugged_whole(self.t, one.run)
    lu.assertEquals({ cost, total }, { one.cost, one.total }, one.text)
  end
end

function TestAsPrinted:test_goes_by_the_rule_where_nothing_is_printed()
  lu.assertEquals(self.t:run_value({ 9, 8 }, 0), 17)
  lu.assertEquals(self.t:run_value({ 5, 3, 2 }, 0), 7)
  lu.assertEquals({ plugged_whole(self.t, { 8, 3, 2 }) }, { 13, 22 })
  lu.assertEquals(self.t:plug_cost({ 10, 5, 3 }, 1), 30)
  lu.assertEquals(self.t:run_value({ 10, 5, 3 }, 1), 16)
end

-- Lines ---------------------------------------------------------------------

TestLines = {}

function TestLines:setUp() self.t = croupier.rules(NAME) end

function TestLines:test_what_each_strain_permits()
  local cases = {
    { "10h 9h 8h", true, true, true, true },
    { "10h 9h 8d", false, true, true, true },
    { "10d 9h 8h", false, true, true, true },
    { "10h 9h 8s", false, false, true, true },
    { "10s 9h 8h", false, false, true, true },
    { "10h 9d 8s", false, false, false, true },
    { "10h 9c", false, false, true, true },
    { "7c", true, true, true, true },
  }
  for _, case in ipairs(cases) do
    for i, strain in ipairs { 0, 2, 4, 6 } do
      lu.assertEquals(may_lie(self.t, strain, case[1]), case[i + 1],
        case[1] .. " at +" .. strain)
    end
  end
end

function TestLines:test_face_cards_and_equal_ranks_never_lie_in_a_run()
  for _, text in ipairs { "Ah", "Kh", "Qh", "Jh", "9h 9h", "9h 9s", "10h 8h 10d" } do
    lu.assertFalse(may_lie(self.t, 6, text), text)
  end
end

-- By the rulings' words, for all 64 suits of three cards: one suit; a suit
-- and at most one card of its colour; a suit and at most one other.
local function most_of(suits, same)
  for _, main in ipairs(suits) do
    local odd, fits = 0, true
    for _, suit in ipairs(suits) do
      if suit ~= main then odd, fits = odd + 1, fits and same(main, suit) end
    end
    if odd <= 1 and fits then return true end
  end
  return false
end

function TestLines:test_all_suits_of_three_cards()
  local letters, red = { "h", "d", "c", "s" }, { h = true, d = true }
  local function colour(a, b) return red[a] == red[b] end
  local function any() return true end
  for _, a in ipairs(letters) do
    for _, b in ipairs(letters) do
      for _, c in ipairs(letters) do
        local text = ("10%s 6%s 4%s"):format(a, b, c)
        lu.assertEquals(may_lie(self.t, 0, text), a == b and b == c, text)
        lu.assertEquals(may_lie(self.t, 2, text), most_of({ a, b, c }, colour))
        lu.assertEquals(may_lie(self.t, 4, text), most_of({ a, b, c }, any))
        lu.assertTrue(may_lie(self.t, 6, text))
      end
    end
  end
end
