-- Rod & Reel: the worked examples, the printed tables, every ruling, and for
-- every declared rule a test in which it matters.

local NAME = "rod_and_reel"

-- Tools ---------------------------------------------------------------------

local function open(options, variant)
  return croupier.open(variant and NAME .. "+" .. variant or NAME, options)
end

-- One fisher who deals, with known cards on the top of the deck.
local function alone(stack, rules, profile)
  rules = rules or {}
  rules.first_dealer = "first_seat"
  return open { seats = 1, stack = stack, rules = rules,
    profiles = { profile or { str_mod = 30 } } }
end

local function plain_answer(q)
  if q.kind == "cards" then return {} end
  if q.kind == "number" then return q.min end
  if q.kind == "confirm" then return false end
  if q.kind == "text" then return "up the sleeve" end
  return q.options[1]
end

-- Answers by question name: a value, or a function(question, seat).
local function by_name(answers)
  return function(q, seat)
    local answer = answers[q.name]
    if answer == nil then return plain_answer(q) end
    if type(answer) == "function" then return answer(q, seat) end
    return answer
  end
end

-- Plays on until the question of that name, or the end.
local function play_to(g, name, answers)
  local answer = by_name(answers or {})
  while g:run() == "question" do
    local q = g:question()
    if q.name == name then return q end
    local ok, why = g:answer(answer(q, q.seat))
    if not ok then error(q.name .. ": " .. why) end
  end
end

-- Answers and goes on to the next question.
local function reply(g, answer)
  local ok, why = g:answer(answer)
  lu.assertTrue(ok, why)
  return g:run()
end

local function finish(g, answers)
  local status, why = g:play(by_name(answers or {}))
  lu.assertEquals(status, "finished", why)
  return g:result()
end

local function said(g, words)
  for _, event in ipairs(g:events()) do
    if event.kind == "say" and event.text:find(words, 1, true) then
      return true
    end
  end
  return false
end

local function texts(list)
  local names = {}
  for i, value in ipairs(list) do
    names[i] = type(value) == "table" and value.text or tostring(value)
  end
  return table.concat(names, " ")
end

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

local function card(text)
  local rank, letter = text:match("^(%w+)(%l)$")
  local suits = { h = "hearts", d = "diamonds", c = "clubs", s = "spades" }
  local faces = { A = 1, J = 11, Q = 12, K = 13 }
  return {
    rank = rank, suit = suits[letter], text = text,
    value = faces[rank] or math.tointeger(rank),
    color = (letter == "h" or letter == "d") and "red" or "black",
  }
end

local function may_lie(t, strain, text)
  local test, chosen = t:value_test { strain = strain }, {}
  for name in text:gmatch("%S+") do
    local one = card(name)
    if not test(one, chosen) then return false end
    chosen[#chosen + 1] = one
  end
  return true
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

-- Combinations --------------------------------------------------------------

TestCombinations = {}

function TestCombinations:held(cards)
  local g = open { seats = 1 }
  g:place(cards, g.t.seat[1].hand)
  return texts(g.t:combinations(g.t.seat[1]))
end

function TestCombinations:test_what_a_hand_holds()
  lu.assertEquals(self:held "Ah 10h 9h", "ace of hearts")
  lu.assertEquals(self:held "Kh Qd 9h", "")
  lu.assertEquals(self:held "Ks Qs Js As", "ace of spades king and queen of "
    .. "spades king and jack of spades queen and jack of spades")
  lu.assertEquals(self:held "Ah Ah", "ace of hearts")
  lu.assertEquals(self:held "2h 3h", "")
end

function TestCombinations:test_the_table_of_scores()
  local scores = croupier.rules(NAME).rules.scores
  local printed = {
    ace = { 93, 75, 60, 40 }, king_queen = { 75, 60, 45, 30 },
    king_jack = { 53, 40, 28, 13 }, queen_jack = { 45, 30, 19, 8 },
  }
  for kind, row in pairs(printed) do
    for i, suit in ipairs { "hearts", "diamonds", "clubs", "spades" } do
      lu.assertEquals(scores[kind][suit], row[i], kind .. " of " .. suit)
    end
  end
end

function TestCombinations:test_the_largest_hand_is_120()
  local g = alone("Ah 10h 9h 8h 2c 3c 4c 5c 6c", { hands = 1 })
  local result = finish(g, { second_discard = "2c", values = "10h 9h 8h" })
  lu.assertEquals(result[1].score, 120)
end

function TestCombinations:test_a_combination_scores_without_value_cards()
  local g = alone("Ah 10h 9h 8h 2c 3c 4c 5c 6c", { hands = 1 })
  lu.assertEquals(finish(g, { second_discard = "2c" })[1].score, 93)
end

function TestCombinations:test_one_attempt_a_hand_and_it_may_be_declined()
  local g = alone("Ah Ad Ks Qs 2c 3c 4c 5c 6c", { hands = 1 })
  local q = play_to(g, "fish", { second_discard = "2c" })
  lu.assertEquals(texts(q.options), "ace of hearts ace of diamonds king and "
    .. "queen of spades no score")
  reply(g, "no score")
  finish(g)
  lu.assertEquals(g:measures().bites or 0, 0)
end

-- The hand ------------------------------------------------------------------

TestHand = {}

function TestHand:test_act_from_the_dealers_right_dealer_last()
  local g = open { seats = 4, rules = { first_dealer = "first_seat" } }
  play_to(g, "second_discard")
  local order = {}
  for i, seat in ipairs(g.t.acting) do order[i] = seat.number end
  lu.assertEquals(order, { 4, 3, 2, 1 })
end

function TestHand:test_the_deck_passes_to_the_left()
  local g = open { seats = 3, rules = { first_dealer = "first_seat" } }
  g:run("final_discard")
  g:run("choose_strains")
  lu.assertEquals(g.t.dealer.number, 2)
end

function TestHand:test_strains_are_secret_until_all_have_chosen()
  local g = open { seats = 3 }
  local q = play_to(g, "strain")
  lu.assertTrue(q.secret)
  reply(g, 6)
  lu.assertEquals(g:question().name, "strain")
  local chooser = q.seat
  g:view(g:question().seat, function(t)
    lu.assertEquals(t.seat[chooser.number].strain, 0)
  end)
end

function TestHand:test_strains_come_before_the_shuffle()
  local g = open { seats = 1 }
  play_to(g, "strain")
  lu.assertEquals(#g.t.seat[1].hand, 0)
end

function TestHand:test_five_seven_and_eight_cards()
  local g = alone("2h 3h 4h 5h 6h 7h 8h 9h 10h")
  local hand = g.t.seat[1].hand
  play_to(g, "first_discard")
  lu.assertEquals(#hand, 5)
  reply(g, "2h 3h")
  lu.assertEquals(#hand, 7)
  lu.assertEquals(g.t.deck:bottom(1).name .. g.t.deck:bottom(2).name, "3h2h")
  local thrown = g:question().options[1]
  reply(g, thrown)
  lu.assertTrue(g.t.discards:has(thrown) or g.t.deck:has(thrown))
end

function TestHand:test_kept_cards_count_towards_the_next_deal()
  local g = alone("Ah Ad As 5h 6h 7h 8h 9h 10h", { hands = 2 }, { ranks = 40 })
  play_to(g, "keep", { bait = 2, second_discard = "5h", fish = "no score" })
  reply(g, "Ah Ad")
  local hand = g.t.seat[1].hand
  lu.assertEquals(#hand, 2)
  play_to(g, "first_discard")
  lu.assertEquals(#hand, 5)
  lu.assertEquals(hand:count("rank", "A") >= 2, true)
end

function TestHand:test_kept_cards_are_not_those_laid_down()
  local g = alone("Ah Ad As 5h 6h 7h 8h 9h 10h", { hands = 2 }, { ranks = 40 })
  local q = play_to(g, "keep", { bait = 2, second_discard = "5h" })
  lu.assertEquals(#q.options, 7)
  lu.assertNotEquals(texts(q.options):find("Ad As"), nil)
end

function TestHand:test_the_pile_is_emptied_after_each_hand()
  local g = open { seats = 3 }
  g:run("pass_deck")
  lu.assertEquals(#g.t.discards, 0)
  lu.assertEquals(#g.t.deck, 156 - #g.t.seat[1].hand - #g.t.seat[2].hand
    - #g.t.seat[3].hand)
end

function TestHand:test_all_declare_then_all_commit_then_all_roll()
  local g = open { seats = 4, seed = "3" }
  finish(g, { fish = function(q) return q.options[1] end })
  local phase, bites = 0, 0
  for _, event in ipairs(g:events()) do
    local text = event.kind == "say" and event.text or ""
    if text:find("^Hand ") then phase = 0 end
    if text:find(" needs ") then phase = 1 end
    if text:find(": a bite!") then
      bites = bites + 1
      lu.assertEquals(phase, 0)
    end
  end
  lu.assertTrue(bites > 4)
end

-- Plugging at the table -----------------------------------------------------

TestPlugging = {}

local GAPPED = "Ah 10h 8h 6h 2c 3c 4c 5s 9s"

function TestPlugging:gapped(ranks, answers)
  local g = alone(GAPPED, { hands = 1, use_dex = false, use_int = false },
    { ranks = ranks, str_mod = answers.weak and -20 or 30 })
  answers.second_discard, answers.values = "2c", "10h 8h 6h"
  return g, play_to(g, "plug", answers)
end

function TestPlugging:test_a_gap_whole_or_not_at_all()
  local _, q = self:gapped(40, {})
  lu.assertEquals(q.options, { 0, 9, 16 })
end

function TestPlugging:test_plugs_what_is_paid_for()
  for cost, score in pairs { [0] = 93 + 12, [9] = 93 + 19, [16] = 93 + 24 } do
    local g = self:gapped(40, {})
    local before = g.t.seat[1].points:amount()
    reply(g, cost)
    lu.assertEquals(finish(g)[1].score, score)
    lu.assertEquals(g.t.seat[1].points:amount(), before - cost)
  end
end

function TestPlugging:test_points_are_spent_when_the_fish_gets_away()
  local g = self:gapped(40, { weak = true })
  local before = g.t.seat[1].points:amount()
  reply(g, 16)
  finish(g)
  lu.assertEquals(g.t.seat[1].points:amount(), before - 16)
  lu.assertEquals(g:measures().catches or 0, 0)
end

function TestPlugging:test_no_more_than_the_purse_holds()
  local t = open({ seats = 1 }).t
  local seat = { run = { 10, 8, 6 } }
  local costs = {}
  for purse, expected in pairs { [8] = 1, [9] = 2, [15] = 2, [16] = 3 } do
    local poor = setmetatable({ skill_points = function() return purse end },
      { __index = function(_, key) return t[key] end })
    costs[purse] = #t.plug_costs(poor, seat)
    lu.assertEquals(costs[purse], expected)
  end
end

-- Conversion ----------------------------------------------------------------

TestConversion = {}

-- A table whose dice are known.
local function loaded(rules, dice)
  return {
    rules = rules,
    roll = function() return table.remove(dice, 1) end,
    modifier = function(_, score, given) return given or (score - 10) // 2 end,
  }
end

function TestConversion:test_the_target()
  local t = open({ seats = 1 }).t
  lu.assertEquals(t.target(loaded({}, { 11 }), { strain = 4 }, 79), 22)
  lu.assertEquals(t.target(loaded({ exact = true }, { 11 }),
    { strain = 4 }, 79), 22.9)
end

function TestConversion:test_the_effort()
  local t = open({ seats = 1 }).t
  local seat = { profile = { str = 15 } }
  lu.assertEquals(t.effort(loaded({}, { 10 }), seat), 12)
end

function TestConversion:test_equal_is_enough_and_no_die_is_special()
  for _, case in ipairs {
    { worth = 80, gm = 2, die = 10, lands = true },
    { worth = 80, gm = 3, die = 10, lands = false },
    { worth = 190, gm = 2, die = 20, lands = false },
    { worth = 8, gm = 1, die = 1, lands = true },
  } do
    local t, landed = open({ seats = 1 }).t, false
    local fake = loaded({}, { case.gm, case.die })
    fake.target, fake.effort, fake.say = t.target, t.effort, function() end
    fake.species_of = function() return "pike" end
    fake.land = function() landed = true end
    t.convert_score(fake, { worth = case.worth, strain = 0, fish = {},
      profile = { str = 10 } })
    lu.assertEquals(landed, case.lands)
  end
end

-- Skill ---------------------------------------------------------------------

TestSkill = {}

function TestSkill:test_ability_modifiers_round_down()
  local t = croupier.rules(NAME)
  for score, modifier in pairs { [1] = -5, [9] = -1, [10] = 0, [11] = 0,
    [12] = 1, [18] = 4 } do
    lu.assertEquals(t:modifier(score), modifier)
  end
  lu.assertEquals(t:modifier(18, -1), -1)
end

local function skill_table(t, dice)
  local fake = loaded({ use_dex = true, use_int = true, pool_size = 1 }, dice)
  for _, name in ipairs { "skill_modifiers", "skilled_check",
    "unskilled_check", "inappropriate_check", "skill_check", "skill_pool" } do
    fake[name] = t[name]
  end
  return fake
end

local function fisher(skill)
  return { profile = { dex = 14, int = 12, ranks = 5,
    skill = skill } }
end

function TestSkill:test_the_three_kinds_of_skill()
  local t = open({ seats = 1 }).t
  lu.assertEquals(skill_table(t, { 10 }):skill_pool(fisher "yes"), 18)
  lu.assertEquals(skill_table(t, { 7 }):skill_pool(fisher "none"), 10)
  lu.assertEquals(skill_table(t, { 10, 7 }):skill_pool(
    fisher "inappropriate"), 14)
  lu.assertEquals(skill_table(t, { 11, 7 }):skill_pool(
    fisher "inappropriate"), 15)
end

function TestSkill:test_never_below_nothing()
  local t = open({ seats = 1 }).t
  local seat = fisher "none"
  seat.profile.dex_mod = -20
  lu.assertEquals(skill_table(t, { 3 }):skill_pool(seat), 0)
end

function TestSkill:test_one_without_skill_rolls_two_dice_and_takes_the_lower()
  local g = open { seats = 1, rules = { use_dex = false, use_int = false },
    profiles = { { skill = "none", ranks = 60 } } }
  local sum = 0
  for _ = 1, 400 do sum = sum + g.t:skill_pool(g.t.seat[1]) end
  lu.assertAlmostEquals(sum / 400, 7.175, 0.8)
end

-- Bait ----------------------------------------------------------------------

TestBait = {}

function TestBait:test_offers_only_what_can_be_paid()
  for ranks, most in pairs { [0] = 0, [40] = 2 } do
    local g = alone("", { use_dex = false, use_int = false },
      { ranks = ranks, skill = ranks == 0 and "none" or "yes", int_mod = -20 })
    local q = play_to(g, "bait")
    if most == 0 then
      lu.assertTrue(q == nil or q.max <= 1)
    else
      lu.assertEquals(q.max, 2)
    end
  end
end

function TestBait:test_is_paid_once()
  local g = alone("", { hands = 3 }, { ranks = 40 })
  play_to(g, "bait")
  local before = g.t.seat[1].points:amount()
  reply(g, 2)
  lu.assertEquals(g.t.seat[1].points:amount(), before - 20)
  finish(g)
  lu.assertEquals(g.t.seat[1].points:amount(), before - 20)
end

-- Victory -------------------------------------------------------------------

TestVictory = {}

-- Fishers as the ranking reads them: { catch..., hand =, fish = }.
local function fishers(...)
  local list = {}
  for i, catch in ipairs { ... } do
    local total, best = 0, 0
    for _, score in ipairs(catch) do
      total, best = total + score, math.max(best, score)
    end
    list[i] = { number = i, catch = catch, total = total, best = best,
      qualified = catch.hand, qualifying = catch.fish }
  end
  return list
end

local function places(victory, ...)
  local t = open({ seats = 1, rules = { victory = victory } }).t
  local list = {}
  for _, record in ipairs(t:ranking(fishers(...))) do
    list[record.seat.number] = record.place
  end
  return list
end

function TestVictory:test_biggest_with_countback()
  lu.assertEquals(places("biggest", { 40, 90 }, { 95 }, { 90, 50, 1 },
    { 90, 50 }, {}), { 4, 1, 2, 3, 5 })
end

function TestVictory:test_a_tie_that_is_left_is_shared()
  lu.assertEquals(places("biggest", { 40, 90 }, { 90, 40 }, { 20 }),
    { 1, 1, 3 })
  lu.assertEquals(places("total", { 40, 90 }, { 130 }, { 20 }), { 1, 1, 3 })
end

function TestVictory:test_total()
  lu.assertEquals(places("total", { 40, 40, 40 }, { 100 }, {}), { 1, 2, 3 })
end

function TestVictory:test_first_fish()
  lu.assertEquals(places("first", { 20, 99, hand = 2, fish = 20 },
    { 50, hand = 2, fish = 50 }, { 30, hand = 1, fish = 30 }, {}),
    { 3, 2, 1, 4 })
end

function TestVictory:test_first_of_weight()
  lu.assertEquals(places("first_of_weight",
    { 20, 70, hand = 4, fish = 70 }, { 50 }, { 55 },
    { 65, hand = 3, fish = 65 }), { 2, 4, 3, 1 })
end

function TestVictory:test_first_to_total()
  lu.assertEquals(places("first_to_total", { 100, 60, hand = 5 },
    { 90, 90, hand = 5 }, { 120 }, { 150, hand = 4 }), { 3, 2, 4, 1 })
end

-- Two fishers who can't fail with an ace each, in the first hand.
local TWO = "Ah 2h 4h 6h 8h As 2s 4s 6s 8s 3c 5c 3d 5d 7c 9c 7d 9d"

local function two(victory, rules)
  rules.victory, rules.first_dealer = victory, "first_seat"
  return open { seats = 2, stack = TWO, rules = rules,
    profiles = { { str_mod = 30 }, { str_mod = 30 } } }
end

local function no_values(q) return q.options[#q.options] end

function TestVictory:test_first_ends_with_the_hand_and_size_decides()
  local g = two("first", {})
  local result = finish(g, { second_discard = no_values })
  lu.assertEquals(g.t.hand, 1)
  lu.assertEquals({ result[1].score, result[2].score }, { 93, 40 })
  lu.assertEquals({ result[1].place, result[2].place }, { 1, 2 })
  lu.assertEquals(result[1].seat.number, 2)
end

function TestVictory:test_first_of_weight_ends_with_the_hand()
  local g = two("first_of_weight", { minimum_fish = 93 })
  local result = finish(g, { second_discard = no_values })
  lu.assertEquals(g.t.hand, 1)
  lu.assertEquals(result[1].score, 93)
end

function TestVictory:test_first_to_total_ends_with_the_hand()
  local g = two("first_to_total", { goal_total = 40 })
  local result = finish(g, { second_discard = no_values })
  lu.assertEquals(g.t.hand, 1)
  lu.assertEquals({ result[1].score, result[2].score }, { 93, 40 })
end

function TestVictory:test_biggest_and_total_fish_every_hand()
  for _, victory in ipairs { "biggest", "total" } do
    local g = two(victory, { hands = 4 })
    finish(g)
    lu.assertEquals(g.t.hand, 4)
  end
end

function TestVictory:test_nobody_wins_without_a_fish()
  local g = open { seats = 3, rules = { hands = 2 } }
  local result = finish(g, { fish = "no score" })
  for _, record in ipairs(result) do lu.assertEquals(record.place, 2) end
  lu.assertTrue(said(g, "Nobody has won"))
end

function TestVictory:test_nobody_wins_when_nobody_qualifies()
  local g = two("first_of_weight", { minimum_fish = 500, hands = 1 })
  local result = finish(g, { second_discard = no_values })
  lu.assertEquals({ result[1].place, result[2].place }, { 2, 3 })
  lu.assertEquals(result[1].score, 93)
end

-- Heats ---------------------------------------------------------------------

TestHeats = {}

function TestHeats:test_tables_are_as_even_as_possible()
  local t = open({ seats = 17, rules = { heats = true } }).t
  t:sign_on()
  t:draw_tables()
  local sizes = {}
  for i, list in ipairs(t.waiting) do sizes[i] = #list end
  lu.assertEquals(sizes, { 6, 6, 5 })
  lu.assertFalse(t.final)
end

function TestHeats:test_rounds_until_one_table_is_left()
  local g = open { seats = 17, rules = { heats = true, heat_hands = 1,
    hands = 2 } }
  local result = finish(g)
  lu.assertEquals(#result, 17)
  lu.assertEquals(g.t.round, 3)
  local knocked = {}
  for seat in g.t:seats() do
    knocked[seat.knocked_out] = (knocked[seat.knocked_out] or 0) + 1
  end
  lu.assertEquals(knocked, { [0] = 8, [1] = 5, [2] = 4 })
  lu.assertTrue(result[17].place >= 13)
end

function TestHeats:test_a_heat_fishes_all_its_hands()
  local g = open { seats = 9, rules = { heats = true, heat_hands = 2,
    victory = "first", hands = 30 } }
  finish(g)
  lu.assertEquals(g.t.round, 2)
  lu.assertTrue(g:measures().hands >= 5)
end

function TestHeats:test_fresh_pool_and_bait_each_time()
  local g = open { seats = 9, rules = { heats = true, heat_hands = 1,
    hands = 1 } }
  finish(g, { bait = function(q) return q.max end })
  local baits = 0
  for _, event in ipairs(g:events()) do
    if event.kind == "say" and event.text:find(" baits: ") then
      baits = baits + 1
    end
  end
  lu.assertTrue(baits > 9)
end

function TestHeats:test_countback_and_then_the_lot_part_those_level_at_the_cut()
  local t = open({ seats = 3, rules = { victory = "total" } }).t
  local list = fishers({ 50, 50 }, { 60, 40 }, { 50, 50 })
  local first = {}
  for _ = 1, 60 do
    local cut = t:ranking_for_cut(list)
    lu.assertEquals(cut[1].seat.number, 2)
    first[cut[2].seat.number] = true
  end
  lu.assertEquals(first, { [1] = true, [3] = true })
end

-- Cheating and accusing -----------------------------------------------------

TestJustice = {}

local function cheat(g, seat, method, accepted)
  g:act("cheat", seat)
  g:run()
  lu.assertEquals(g:question().name, "method")
  reply(g, method)
  lu.assertEquals(g:question().seat, g.t.gm)
  lu.assertTrue(g:answer(accepted))
end

function TestJustice:ready(rules)
  local g = open { seats = 3, rules = rules or {} }
  g:run("line_up")
  return g
end

function TestJustice:test_a_method_is_judged_once_and_secret()
  local g = self:ready()
  local seat, other = g.t.seat[1], g.t.seat[2]
  cheat(g, seat, "a magnet in the rod", true)
  lu.assertTrue(seat.cheating)
  lu.assertEquals(seat.method, "a magnet in the rod")
  g:view(other, function(t)
    lu.assertNil(t.seat[1].method)
    lu.assertNil(t.seat[1].cheating)
  end)
  g:view(g.t.gm, function(t)
    lu.assertEquals(t.seat[1].method, "a magnet in the rod")
  end)
end

function TestJustice:test_only_an_accepted_cheat_is_asked_to_take()
  for _, accepted in ipairs { true, false } do
    local g = self:ready { first_dealer = "first_seat" }
    cheat(g, g.t.seat[1], "marked cards", accepted)
    local q = play_to(g, "take")
    lu.assertEquals(q ~= nil, accepted)
    if q then lu.assertEquals(q.seat, g.t.seat[1]) end
  end
end

function TestJustice:test_the_take_is_one_of_the_two_cards()
  local g = self:ready { first_dealer = "first_seat" }
  local seat = g.t.seat[1]
  cheat(g, seat, "marked cards", true)
  play_to(g, "take")
  local former = g.t.discards:card(#g.t.discards - 1)
  reply(g, true)
  lu.assertFalse(g.t.discards:has(former))
  lu.assertTrue(said(g, seat.name .. " takes " .. former.name))
end

local function accuse(g, seat, accused, method, upheld)
  g:act("accuse", seat)
  while g:run() == "question" do
    local q = g:question()
    if q.name == "accused" then g:answer(accused)
    elseif q.name == "charge" then g:answer(method)
    elseif q.name == "ruling" then g:answer(upheld)
    else return end
  end
end

function TestJustice:test_upheld_the_accused_leaves()
  local g = self:ready { first_dealer = "first_seat" }
  local t = g.t
  t.seat[1].catch, t.seat[1].total, t.seat[1].best = { 90 }, 90, 90
  accuse(g, t.seat[2], t.seat[1], "marked cards", true)
  lu.assertFalse(t.seat[1].fishing)
  lu.assertEquals(t.seat[1].total, 0)
  lu.assertEquals(t.seat[1].points:amount(), 0)
  lu.assertEquals(t.dealer.number, 2)
  lu.assertEquals(#t.acting, 1)
  local result = finish(g)
  lu.assertEquals(result[3].seat.number, 1)
end

function TestJustice:test_the_accuser_sits_the_hand_out_even_if_right()
  for _, upheld in ipairs { true, false } do
    local g = self:ready()
    accuse(g, g.t.seat[2], g.t.seat[3], "marked cards", upheld)
    lu.assertTrue(g.t.seat[2].sitting)
    for _, seat in ipairs(g.t.acting) do
      lu.assertNotEquals(seat.number, 2)
    end
    g:run("pass_deck")
    g:run("choose_strains")
    lu.assertFalse(g.t.seat[2].sitting)
  end
end

function TestJustice:test_not_upheld_is_recorded()
  local g = self:ready()
  accuse(g, g.t.seat[2], g.t.seat[3], "marked cards", false)
  lu.assertTrue(g.t.seat[3].fishing)
  lu.assertEquals(#g.t.accusations, 1)
  lu.assertEquals(g.t.accusations[1].method, "marked cards")
  lu.assertEquals(g.t.accusations[1].upheld, false)
end

function TestJustice:test_one_fisher_left_fishes_on()
  local g = open { seats = 2, rules = { hands = 3 } }
  g:run("line_up")
  accuse(g, g.t.seat[1], g.t.seat[2], "marked cards", true)
  finish(g)
  lu.assertEquals(g:measures().hands, 3)
end

function TestJustice:test_a_hand_in_which_everybody_accuses()
  local g = open { seats = 2, rules = { hands = 2 } }
  g:run("line_up")
  accuse(g, g.t.seat[1], g.t.seat[2], "marked cards", false)
  g = open { seats = 2, rules = { hands = 2 } }
  g:run("line_up")
  for seat in g.t:seats() do seat.sitting = true end
  finish(g)
  lu.assertEquals(g:measures().hands, 2)
end

function TestJustice:test_which_methods_are_the_same()
  local t = croupier.rules(NAME)
  lu.assertTrue(t:same_method("Marked  Cards", "marked cards"))
  lu.assertTrue(t:same_method("uses marked cards at night",
    "I think of marked cards"))
  lu.assertFalse(t:same_method("marked cards", "palms a card"))
end

-- In how many of so many contests the GM's bot upholds the accusation.
local function upheld_by_bot(declared, named, times)
  local upheld = 0
  for i = 1, times do
    local g = open { seats = 2, seed = tostring(i), rules = { hands = 1 } }
    local accused = g.t.seat[2]
    g:run("line_up")
    if declared then cheat(g, accused, declared, true) end
    g:act("accuse", g.t.seat[1])
    local answer = by_name { accused = accused, charge = named }
    g:play { answer, answer, gm = "angler" }
    if g.t.accusations[1].upheld then upheld = upheld + 1 end
  end
  return upheld
end

function TestJustice:test_a_bot_rules()
  lu.assertEquals(upheld_by_bot(nil, "marked cards", 12), 0)
  lu.assertEquals(upheld_by_bot("marked cards", "Marked cards!", 12), 12)
  local half = upheld_by_bot("marked cards", "palms a card", 40)
  lu.assertTrue(half > 8 and half < 32)
end

function TestJustice:test_a_bot_accepts_one_method_in_two()
  local accepted = 0
  for i = 1, 40 do
    local g = open { seats = 2, seed = tostring(i), rules = { hands = 1 } }
    g:run("line_up")
    g:act("cheat", g.t.seat[1])
    g:play { by_name {}, by_name {}, gm = "plain" }
    if g.t.seat[1].cheating then accepted = accepted + 1 end
  end
  lu.assertTrue(accepted > 8 and accepted < 32)
end

-- Foraging ------------------------------------------------------------------

TestForaging = {}

local function forage(rules)
  rules.mode = "foraging"
  return open { seats = 1, rules = rules }
end

function TestForaging:test_how_long_until_so_many_fish()
  local g = forage { goal_amount = 2 }
  local result = finish(g)
  lu.assertEquals(#g.t.seat[1].catch, 2)
  lu.assertEquals(result[1].score, g.t.hand * 60)
end

function TestForaging:test_how_long_until_so_much_weight()
  local g = forage { goal = "weight", goal_amount = 9.5 }
  finish(g)
  lu.assertTrue(g.t.seat[1].total >= 95)
end

function TestForaging:test_is_for_one()
  lu.assertErrorMsgContains("one fisher", open,
    { seats = 2, rules = { mode = "foraging" } })
end

-- Every rule matters --------------------------------------------------------

local matters = {}

local function hands_fished(rules, seats)
  local g = open { seats = seats or 2, rules = rules }
  finish(g)
  return g:measures().hands
end

function matters.mode()
  lu.assertErrorMsgContains("one fisher", open,
    { seats = 2, rules = { mode = "foraging" } })
  lu.assertEquals(hands_fished({ hands = 2, mode = "contest" }, 1), 2)
end

function matters.victory()
  lu.assertNotEquals(places("biggest", { 90 }, { 60, 60 }),
    places("total", { 90 }, { 60, 60 }))
end

function matters.hands()
  lu.assertEquals(hands_fished { hands = 3 }, 3)
  lu.assertEquals(hands_fished { hands = 5 }, 5)
end

local function qualifies(rules, seat, score)
  return croupier.rules(NAME, rules):qualifies(seat, score)
end

function matters.minimum_fish()
  local rules = { victory = "first_of_weight", minimum_fish = 70 }
  lu.assertTrue(qualifies(rules, {}, 70))
  lu.assertFalse(qualifies(rules, {}, 69))
end

function matters.goal_total()
  local rules = { victory = "first_to_total", goal_total = 100 }
  lu.assertTrue(qualifies(rules, { total = 100 }, 40))
  lu.assertFalse(qualifies(rules, { total = 99 }, 40))
end

function matters.thresholds()
  local rules = { victory = "first_of_weight", minimum_fish = 7.5,
    thresholds = "weight" }
  lu.assertTrue(qualifies(rules, {}, 75))
  lu.assertFalse(qualifies(rules, {}, 74))
  rules.thresholds = "points"
  lu.assertTrue(qualifies(rules, {}, 8))
end

function matters.decks()
  lu.assertEquals(#open({ seats = 2, rules = { decks = 2 } }).t.deck, 104)
  lu.assertErrorMsgContains("9 cards", open,
    { seats = 6, rules = { decks = 1 } })
  lu.assertEquals(#open({ seats = 5, rules = { decks = 1 } }).t.seat, 5)
end

function matters.first_dealer()
  local drawn = {}
  for i = 1, 20 do
    for _, how in ipairs { "drawn", "first_seat" } do
      local g = open { seats = 3, seed = tostring(i),
        rules = { first_dealer = how } }
      g:run("line_up")
      if how == "drawn" then drawn[g.t.dealer.number] = true end
      if how == "first_seat" then lu.assertEquals(g.t.dealer.number, 1) end
    end
  end
  lu.assertEquals(drawn, { true, true, true })
end

function matters.heats()
  lu.assertEquals(croupier.rules(NAME, { heats = true }):tables_needed(9), 2)
  lu.assertEquals(croupier.rules(NAME, { heats = true }):tables_needed(8), 1)
  lu.assertEquals(croupier.rules(NAME):tables_needed(9), 1)
  lu.assertErrorMsgContains("heats", open, { seats = 16 })
end

function matters.table_size()
  local rules = { heats = true, table_size = 6, advance = 3 }
  lu.assertEquals(croupier.rules(NAME, rules):tables_needed(13), 3)
end

function matters.heat_hands()
  local rules = { heats = true, heat_hands = 2, hands = 1 }
  lu.assertEquals(hands_fished(rules, 9), 5)
  rules.heat_hands = 3
  lu.assertEquals(hands_fished(rules, 9), 7)
end

function matters.advance()
  local g = open { seats = 9, rules = { heats = true, heat_hands = 1,
    hands = 1, advance = 3 } }
  finish(g)
  lu.assertEquals(#g.t.contenders, 6)
  lu.assertErrorMsgContains("advance", open,
    { seats = 9, rules = { heats = true, advance = 5 } })
end

function matters.goal()
  local seat = { catch = { 90, 90 }, total = 180 }
  local rules = { mode = "foraging", goal_amount = 3 }
  lu.assertFalse(croupier.rules(NAME, rules):has_enough(seat))
  rules.goal = "weight"
  lu.assertTrue(croupier.rules(NAME, rules):has_enough(seat))
end

function matters.goal_amount()
  local seat = { catch = { 90, 90 }, total = 180 }
  for amount, enough in pairs { [2] = true, [3] = false } do
    lu.assertEquals(croupier.rules(NAME,
      { goal_amount = amount }):has_enough(seat), enough)
  end
end

function matters.hand_time()
  local g = forage { goal_amount = 1, hand_time = 7 }
  lu.assertEquals(finish(g)[1].score, g.t.hand * 7)
end

function matters.hand_limit()
  local g = forage { goal_amount = 100, hand_limit = 4 }
  lu.assertNil(finish(g))
  lu.assertEquals(g:measures().hands, 4)
  lu.assertTrue(said(g, "Given up after 4 hands"))
end

local function modifiers(rules)
  return croupier.rules(NAME, rules):skill_modifiers(
    { profile = { dex = 14, int = 16 } })
end

function matters.use_dex()
  lu.assertEquals(modifiers {}, 5)
  lu.assertEquals(modifiers { use_dex = false }, 3)
end

function matters.use_int()
  lu.assertEquals(modifiers { use_int = false }, 2)
  lu.assertEquals(modifiers { use_int = false, use_dex = false }, 0)
end

function matters.pool_size()
  local t = open({ seats = 1 }).t
  for size, points in pairs { [1] = 15, [1.5] = 22, [2] = 30, [3] = 45 } do
    local fake = { rules = { pool_size = size },
      skill_check = function() return 15 end }
    lu.assertEquals(t.skill_pool(fake, {}), points)
  end
end

function matters.tracking()
  for how, visible in pairs { chips = true, paper = false } do
    local g = open { seats = 2, seed = "5", rules = { tracking = how } }
    g:run("cut_for_deal")
    local seat = g.t.seat[1]
    lu.assertTrue(g.t:skill_points(seat) > 0)
    lu.assertEquals(seat.points:amount() > 0, visible)
    g:view(g.t.seat[2], function(t)
      lu.assertEquals(t.seat[1].points:amount() > 0, visible)
      lu.assertNil(t.seat[1].tally)
    end)
    g:view(seat, function(t, me)
      lu.assertTrue(t:skill_points(me) > 0)
    end)
  end
end

function matters.bait_price()
  lu.assertEquals(croupier.rules(NAME):bait_within(19), 1)
  lu.assertEquals(croupier.rules(NAME, { bait_price = 5 }):bait_within(19), 2)
  lu.assertEquals(croupier.rules(NAME, { bait_price = 0 }):bait_within(0), 2)
end

function matters.bait_most()
  lu.assertEquals(croupier.rules(NAME):bait_within(99), 2)
  lu.assertEquals(croupier.rules(NAME, { bait_most = 4 }):bait_within(99), 4)
end

function matters.strains()
  local q = play_to(open { seats = 1 }, "strain")
  lu.assertEquals(q.options, croupier.rules(NAME).rules.strains)
  lu.assertEquals(q.options, { 0, 2, 4, 6 })
end

function matters.permits()
  local t = croupier.rules(NAME)
  local loose = t.value_test({ rules = { permits = { [0] = "any_suits" } } },
    { strain = 0 })
  lu.assertTrue(loose(card "9c", { card "10h" }))
  lu.assertFalse(t:value_test { strain = 0 }(card "9c", { card "10h" }))
end

function matters.cumulative()
  local text = "10h 9d 8s"
  lu.assertFalse(may_lie(croupier.rules(NAME), 4, text))
  lu.assertTrue(may_lie(croupier.rules(NAME, { cumulative = true }), 4, text))
end

local function hand_at(question, rules)
  local g = alone("2h 3h 4h 5h 6h 7h 8h 9h 10h", rules)
  play_to(g, question)
  return #g.t.seat[1].hand, g:question()
end

function matters.dealt()
  lu.assertEquals(hand_at("first_discard", {}), 5)
  lu.assertEquals(hand_at("first_discard", { dealt = 6 }), 6)
end

function matters.first_discards()
  local _, q = hand_at("first_discard", { first_discards = 3 })
  lu.assertEquals(q.max, 3)
  _, q = hand_at("first_discard", {})
  lu.assertEquals(q.max, 2)
end

function matters.drawn_to()
  lu.assertEquals(hand_at("second_discard", {}), 7)
  lu.assertEquals(hand_at("second_discard", { drawn_to = 8 }), 8)
end

function matters.second_draws()
  for draws, size in pairs { [2] = 8, [3] = 9 } do
    local g = alone("Ah 3h 4h 5h 6h 7h 8h 9h 10h 2h", { second_draws = draws })
    play_to(g, "fish", { second_discard = "3h" })
    lu.assertEquals(#g.t.seat[1].hand, size)
  end
end

function matters.unused_faces()
  for told, heard in pairs { unreported = false, table = true, gm = true } do
    local g = alone("Ah Kd 4h 5h 6h 7h 8h 9h 10h",
      { unused_faces = told, hands = 1 })
    finish(g, { second_discard = "4h" })
    lu.assertEquals(said(g, "kept without scoring: Kd"), heard)
  end
  local g = alone("Ah Kd Qs Jc 6h 7h 8h 9h 10h 2c 3c",
    { unused_faces = "table", hands = 1 })
  finish(g, { first_discard = "Qs Jc", second_discard = "6h" })
  lu.assertFalse(said(g, "kept without scoring"))
end

function matters.value_cards()
  for most = 1, 3 do
    local g = alone("Ah 10h 9h 8h 6h 7h 8h 9h 10h", { value_cards = most })
    lu.assertEquals(play_to(g, "values", { second_discard = "6h" }).max, most)
  end
end

function matters.after_gap()
  lu.assertEquals(croupier.rules(NAME):run_value({ 10, 8, 7 }, 0), 12)
  lu.assertEquals(croupier.rules(NAME, { after_gap = 2 }):run_value(
    { 10, 8, 7 }, 0), 14)
end

-- In turn, a fisher rolls before the next declares.
function matters.scoring()
  for how, rolled in pairs { phases = false, turns = true } do
    local g = two("biggest", { scoring = how })
    local before
    play_to(g, nil, { second_discard = no_values, fish = function(q, seat)
      if seat.number == 1 and g.t.hand == 1 then
        before = said(g, "lands a fish")
      end
      return q.options[1]
    end })
    lu.assertEquals(before, rolled)
  end
end

function matters.exact()
  local t = open({ seats = 1 }).t
  lu.assertEquals(t.target(loaded({ exact = false }, { 1 }),
    { strain = 0 }, 79), 8)
  lu.assertAlmostEquals(t.target(loaded({ exact = true }, { 1 }),
    { strain = 0 }, 79), 8.9, 1e-9)
end

function matters.divisor()
  lu.assertEquals(croupier.rules(NAME):weight(120), 12)
  lu.assertEquals(croupier.rules(NAME, { divisor = 0.2 }):weight(120), 600)
end

function matters.unit()
  local g = alone("Ah 10h 9h 8h 2c 3c 4c 5c 6c", { hands = 1, unit = "kg" })
  finish(g, { second_discard = "2c" })
  lu.assertTrue(said(g, "9.3 kg"))
end

function matters.scores()
  local t = croupier.rules(NAME)
  local seat = { fish = { kind = "ace", suit = "clubs" }, run = { 9 },
    plugged = 0 }
  lu.assertEquals(t:fish_score(seat), 69)
end

function matters.species()
  local fish = { kind = "ace", suit = "hearts" }
  lu.assertEquals(croupier.rules(NAME):species_of(fish), "sturgeon")
  lu.assertEquals(croupier.rules(NAME .. "+deep_sea"):species_of(fish),
    "blue marlin")
end

function matters.methods()
  local t = croupier.rules(NAME)
  lu.assertEquals(#t.rules.methods, 5)
  lu.assertTrue(t:same_method("he palms a card, quickly", "palms a card"))
end

TestRules = {}
for name, test in pairs(matters) do TestRules["test_" .. name] = test end

function TestRules:test_every_declared_rule_has_a_test()
  for name in pairs(croupier.rules(NAME).rules) do
    lu.assertNotNil(matters[name], name)
  end
end

-- Variants ------------------------------------------------------------------

TestVariants = {}

function TestVariants:test_short_evening()
  lu.assertEquals(croupier.rules(NAME .. "+short_evening").rules.hands, 6)
end

function TestVariants:test_true_colours()
  for variant, score in pairs { [""] = 93 + 27, ["true_colours"] = 130 } do
    local g = open({ seats = 1, stack = "Ah 10h 9h 8h 2c 3c 4c 5c 6c",
      rules = { hands = 1 }, profiles = { { str_mod = 40 - 10 } } },
      variant ~= "" and variant or nil)
    local result = finish(g, { second_discard = "2c", values = "10h 9h 8h" })
    lu.assertEquals(result[1].score, score)
  end
end

function TestVariants:test_late_lines()
  local g = open({ seats = 1 }, "late_lines")
  play_to(g, "strain")
  lu.assertEquals(#g.t.seat[1].hand, 7)
end

function TestVariants:test_deep_sea_fights_by_score()
  local t = croupier.rules(NAME .. "+deep_sea")
  lu.assertEquals(t:weight(120), 600)
  lu.assertEquals(t.target(loaded({}, { 1 }), { strain = 0 }, 120), 13)
end

-- Bots ----------------------------------------------------------------------

TestBots = {}

local function wins(seats, count, rules, first)
  local won = 0
  for i = 1, count do
    local g = open { seats = #seats, seed = tostring(i), rules = rules }
    g:play(seats)
    for _, record in ipairs(g:result()) do
      if record.place == 1 and record.seat.number == first then
        won = won + 1
      end
    end
  end
  return won
end

function TestBots:test_both_play_every_contest_to_its_end()
  for _, victory in ipairs { "biggest", "total", "first", "first_of_weight",
    "first_to_total" } do
    for _, how in ipairs { "chips", "paper" } do
      local g = open { seats = 4, rules = { victory = victory,
        tracking = how } }
      lu.assertEquals(g:play { "angler", "plain", "angler", "random" },
        "finished")
    end
  end
end

function TestBots:test_angler_beats_random_answers()
  lu.assertTrue(wins({ "angler", "random" }, 40, {}, 1) > 25)
end

function TestBots:test_plain_always_fishes_at_nothing_and_never_plugs()
  local g = open { seats = 2, rules = { hands = 30 } }
  g:play("plain")
  lu.assertEquals(g:measures().plugs or 0, 0)
  for _, event in ipairs(g:events()) do
    if event.kind == "say" then
      lu.assertNil(event.text:find("fishes at +[246]"))
    end
  end
end

function TestBots:test_angler_plays_every_variant()
  for _, variant in ipairs { "as_printed", "short_evening", "true_colours",
    "late_lines", "deep_sea" } do
    local g = open({ seats = 3 }, variant)
    lu.assertEquals(g:play { "angler", "plain", "random" }, "finished")
  end
end

function TestBots:test_angler_forages()
  for _, goal in ipairs { "fish", "weight" } do
    local g = forage { goal = goal, goal_amount = 2 }
    lu.assertEquals(g:play("angler"), "finished")
  end
end
