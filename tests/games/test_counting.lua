-- The library `counting` against counting by hand: every hand of five up to suits that don't matter, every way in which
-- five of one suit may lie, and the peg; and Cribbage, which is made of it.

local tools = dofile "tests/tools.lua"
local cribbage = tools.opener "tests/fixtures/games/cribbage"

local g = cribbage()
local counts, card_of = g.t:counts(), {}
for card in g.t.deck:cards() do card_of[card.name] = card end

local RANKS = { "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K" }
local SUITS = { "c", "d", "h", "s" }

local function cards(names)
  local list = {}
  for name in names:gmatch "%S+" do list[#list + 1] = assert(card_of[name], name) end
  return list
end

-- Every subset looked at by itself: pairs two by two, fifteens, and runs that no further card makes longer.
local function is_run(set)
  local seen, low, high = {}, 99, 0
  for _, card in ipairs(set) do
    if seen[card.value] then return false end
    seen[card.value], low, high = true, math.min(low, card.value), math.max(high, card.value)
  end
  return #set >= 3 and high - low + 1 == #set, low, high
end

local function by_subsets(list)
  local total, has = 0, {}
  for _, card in ipairs(list) do has[card.value] = true end
  for mask = 1, (1 << #list) - 1 do
    local set, sum = {}, 0
    for i, card in ipairs(list) do
      if mask >> (i - 1) & 1 == 1 then set[#set + 1], sum = card, sum + math.min(card.value, 10) end
    end
    if sum == 15 then total = total + 2 end
    if #set == 2 and set[1].rank == set[2].rank then total = total + 2 end
    local run, low, high = is_run(set)
    if run and not has[low - 1] and not has[high + 1] then total = total + #set end
  end
  return total
end

TestCounting = {}

-- 6,175 sets of five ranks, four of one at most; no two neighbours of a suit, so that no flush comes in.
function TestCounting.test_every_five_ranks()
  local ranks, hands, wrong = {}, 0, 0
  local function each(from, n)
    if n > 5 then
      local list, copies = {}, {}
      for i = 1, 5 do
        copies[ranks[i]] = (copies[ranks[i]] or i) + 1
        list[i] = card_of[RANKS[ranks[i]] .. SUITS[copies[ranks[i]] % 4 + 1]]
      end
      hands = hands + 1
      if counts.total(list, nil, { flush = 9 }) ~= by_subsets(list) then wrong = wrong + 1 end
      return
    end
    for r = from, 13 do
      if n < 5 or ranks[1] ~= r then
        ranks[n] = r
        each(r, n + 1)
      end
    end
  end
  each(1, 1)
  lu.assertEquals({ hands, wrong }, { 6175, 0 })
end

function TestCounting.test_flushes_in_every_pattern_of_suits()
  for pattern = 0, 1023 do
    local list, same = {}, 0
    for i = 1, 5 do list[i] = card_of[({ "A", "3", "6", "8", "J" })[i] .. SUITS[(pattern >> (2 * i - 2) & 3) + 1]] end
    for i = 1, 4 do same = same + (list[i].suit == list[1].suit and 1 or 0) end
    local flush = same == 4 and (list[5].suit == list[1].suit and 5 or 4) or 0
    local hand, rest = { list[1], list[2], list[3], list[4] }, by_subsets(list)
    lu.assertEquals(counts.total(hand, list[5]), rest + flush)
    lu.assertEquals(counts.total(hand, list[5], { flush = 5 }), rest + (flush == 5 and 5 or 0))
  end
end

function TestCounting.test_what_a_show_lists()
  local function shown(names, turned)
    local lines, list, total = {}, counts.show(cards(names), turned and card_of[turned])
    for i, one in ipairs(list) do
      local parts = {}
      for k, card in ipairs(one.cards) do parts[k] = card.name end
      lines[i] = ("%s %d %s"):format(one.name, one.score, table.concat(parts, " "))
    end
    return lines, total
  end
  lu.assertEquals({ shown("5c 5d 5h Js", "5s") }, { { "fifteen 2 5c 5d 5h", "fifteen 2 5c 5d 5s", "fifteen 2 5c 5h 5s",
    "fifteen 2 5c Js", "fifteen 2 5d 5h 5s", "fifteen 2 5d Js", "fifteen 2 5h Js", "fifteen 2 Js 5s",
    "pairs 12 5c 5d 5h 5s" }, 28 })
  lu.assertEquals({ shown("3c 4d 4h 5s", "Kc") }, { { "fifteen 2 5s Kc", "pairs 2 4d 4h", "run 3 3c 4d 5s",
    "run 3 3c 4h 5s" }, 10 })
  lu.assertEquals({ shown "2c 9d" }, { {}, 0 })
  lu.assertEquals({ shown "" }, { {}, 0 })
end

TestPeg = {}

function TestPeg.test_what_the_last_card_makes()
  local function pegs(names)
    local list, total = counts.peg(cards(names))
    local parts = {}
    for i, one in ipairs(list) do parts[i] = one.name .. " " .. one.score end
    return table.concat(parts, ", "), total
  end
  for names, said in pairs { ["7c 8d"] = "fifteen 2", ["7c 8d 9h"] = "run 3", ["9h 7c 8d 10s"] = "run 4",
    ["7c 7d"] = "pairs 2", ["7c 7d 7h"] = "pairs 6", ["7c 7d 8h 7h"] = "", ["5c Jd 6h Ks"] = "thirty-one 2",
    ["2c 2d 2h 2s"] = "pairs 12", ["4c 5d 6h"] = "fifteen 2, run 3", ["4c 4d 5h 6s"] = "run 3",
    ["4c 6d 4h 5s"] = "run 3",
    ["Ah Kh Qh"] = "", ["Kc"] = "", [""] = "" } do
    lu.assertEquals((pegs(names)), said, names)
  end
  lu.assertEquals({ pegs "4c 5d 6h" }, { "fifteen 2, run 3", 5 })
  lu.assertEquals(counts.sum(cards "Kc Qd 5h"), 25)
end

-- Runs of the peg by looking at every ending of what was laid.
function TestPeg.test_runs_against_every_ending()
  local state = 7
  for _ = 1, 2000 do
    local list, best = {}, 0
    for i = 1, 6 do
      state = (state * 1103515245 + 12345) & 0x7fffffff
      list[i] = card_of[RANKS[(state >> 8) % 6 + 1] .. SUITS[i % 4 + 1]]
    end
    for n = 3, 6 do if is_run(table.move(list, 7 - n, 6, 1, {})) then best = n end end
    local found = 0
    for _, one in ipairs(counts.peg(list)) do if one.name == "run" then found = one.score end end
    lu.assertEquals(found, best)
  end
end

TestCompile = {}

function TestCompile.test_mistakes()
  local counting = require "counting"
  for sentence, said in pairs {
    ["counting.compile: unknown field `pattern`, did you mean `patterns`?"] = { pattern = {} },
    ["`patterns` is not a list of patterns"] = { patterns = {} },
    ["pattern 1: `kind` is fifteen, expected one of flush, run, set, sum"] = {
      patterns = { { name = "fifteen", score = 2 } } },
    ["pattern 1: unknown field `points`: expected one of kind, least, name, only, score, sum"] = {
      patterns = { { name = "run", points = 2 } } },
    ["pattern 1: `score` is missing: expected a whole number, a list or a function"] = {
      patterns = { { name = "run" } } },
    ["pattern 1: `score` is 1.5: expected a whole number, a list or a function"] = {
      patterns = { { name = "run", score = 1.5 } } },
    ["pattern 1: `sum` is missing: expected a whole number"] = { patterns = { { name = "sum", score = 2 } } },
    ["pattern 1: `only` is pegs, expected show or peg"] = { patterns = { { name = "set", score = 2, only = "pegs" } } },
    ["`deck` is a table: expected a kind { ... }"] = { deck = {}, patterns = { { name = "set", score = 2 } } },
    ["`worth` of Ac is half, expected a whole number"] = { worth = function() return "half" end,
      patterns = { { name = "set", score = 2 } } },
  } do
    local _, why = pcall(counting.compile, said)
    lu.assertStrContains(why, sentence)
  end
end

TestCribbage = {}

function TestCribbage.test_a_hand()
  local t = croupier.open("tests/fixtures/games/cribbage", { stack = "5c 5d 5h Js 2c 3c  9c 9d 10h Kd 2d 3d  5s" })
  t:run()
  t:answer "2c 3c"
  t:run()
  t:answer "2d 3d"
  lu.assertEquals(t:run(), "question")
  lu.assertEquals(t:question().seat, t.t.seat[2])
  lu.assertEquals(t.t.turned:top().name, "5s")
  t:answer "10h"
  t:run()
  t:answer "5c"
  lu.assertEquals(t.t.seat[1].points, 2)
  t:run()
  t:answer "Kd"
  t:run()
  lu.assertEquals(t:question().text, "Which card do you lay? (25 so far)")
  t:answer "5d" -- thirty, and nobody can go on
  t:run()
  lu.assertEquals({ t.t.seat[1].points, t.t.seat[2].points }, { 3, 0 })
  t:run "clear"
  lu.assertTrue(t.t.seat[1].points >= 3 + 29)
end

function TestCribbage.test_it_ends_in_the_middle_of_a_count()
  for i = 1, 20 do
    local t = croupier.open("tests/fixtures/games/cribbage", { seed = tostring(i), rules = { goal = 30 } })
    lu.assertEquals(t:play "random", "finished")
    local rows = t:result()
    lu.assertTrue(rows[1].score >= 30 and rows[2].score < 30)
  end
end

function TestCribbage.test_its_bot()
  lu.assertEquals(croupier.open("tests/fixtures/games/cribbage"):play { "counter", "random" }, "finished")
end
