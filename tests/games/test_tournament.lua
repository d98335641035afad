-- Tournaments: pairings against all pairings there are, byes over a whole
-- evening, standings, and payouts against their definition.

local tournament = require "tournament"

-- Seats are plain tables here: the module asks of them only what it is told.
local function seats(n)
  local list = {}
  for i = 1, n do list[i] = { name = "S" .. i, number = i, byes = 0 } end
  return list
end

local function names(pairs_made)
  local texts = {}
  for i, pair in ipairs(pairs_made) do texts[i] = pair[1].number .. "-" .. pair[2].number end
  return table.concat(texts, " ")
end

local function last(a, b) return a.last == b end

TestPair = {}

function TestPair.test_by_standing()
  lu.assertEquals(names(tournament.pair(seats(6))), "1-2 3-4 5-6")
  lu.assertEquals(tournament.pair({}), {})
end

function TestPair.test_an_odd_number()
  lu.assertErrorMsgContains("pair: expected an even number of seats, not 5", tournament.pair, seats(5))
end

function TestPair.test_the_last_opponent_is_avoided()
  local list = seats(4)
  list[1].last, list[2].last = list[2], list[1]
  lu.assertEquals(names(tournament.pair(list, last)), "1-3 2-4")
end

function TestPair.test_either_way_round()
  local list = seats(4)
  list[2].last = list[1]
  lu.assertEquals(names(tournament.pair(list, last)), "1-3 2-4")
end

function TestPair.test_not_greedily()
  -- 1-2 and then 3-4 again would be greedy; 1-3 keeps all apart.
  local list = seats(4)
  list[3].last, list[4].last = list[4], list[3]
  lu.assertEquals(names(tournament.pair(list, last)), "1-3 2-4")
end

function TestPair.test_two_meet_again()
  local list = seats(2)
  list[1].last, list[2].last = list[2], list[1]
  lu.assertEquals(names(tournament.pair(list, last)), "1-2")
end

-- Every way to pair a list, with the fewest avoided pairs and, among those,
-- the first in the order of places.
local function slow(list, avoid)
  local best, fewest
  local function go(left, pairs_made, bad)
    if #left == 0 then
      if not fewest or bad < fewest then best, fewest = names(pairs_made), bad end
      return
    end
    local a = left[1]
    for j = 2, #left do
      local rest, more = {}, { table.unpack(pairs_made) }
      for k = 2, #left do if k ~= j then rest[#rest + 1] = left[k] end end
      more[#more + 1] = { a, left[j] }
      go(rest, more, bad + ((avoid(a, left[j]) or avoid(left[j], a)) and 1 or 0))
    end
  end
  go(list, {}, 0)
  return best
end

function TestPair.test_against_all_pairings()
  local state = 12345
  local function chance(n)
    state = (state * 1103515245 + 12345) % 2147483648
    return (state >> 8) % n
  end
  for _ = 1, 300 do
    local list, bad = seats(2 * (1 + chance(4))), {}
    for a = 1, #list do
      for b = 1, #list do bad[a * 100 + b] = chance(5) < 2 end
    end
    local function avoid(a, b) return bad[a.number * 100 + b.number] end
    lu.assertEquals(names(tournament.pair(list, avoid)), slow(list, avoid))
  end
end

function TestPair.test_many_seats_and_no_way_out()
  -- Nobody may meet anybody: it still ends, with everybody paired.
  local made = tournament.pair(seats(32), function() return true end)
  lu.assertEquals(#made, 16)
  -- Two halves that may only meet their own, of odd size: one pair must break it.
  made = tournament.pair(seats(30), function(a, b) return (a.number <= 15) ~= (b.number <= 15) end)
  lu.assertEquals(#made, 15)
  local seen = {}
  for _, pair in ipairs(made) do seen[pair[1].number], seen[pair[2].number] = true, true end
  lu.assertEquals(#seen, 30)
end

function TestPair.test_everybody_meets_everybody()
  local list, met = seats(8), {}
  local function avoid(a, b) return met[a.number * 100 + b.number] end
  for round = 1, 7 do
    for _, pair in ipairs(tournament.pair(list, avoid)) do
      local key = pair[1].number * 100 + pair[2].number
      lu.assertNil(met[key], "round " .. round)
      met[key], met[pair[2].number * 100 + pair[1].number] = true, true
    end
  end
end

TestBye = {}

function TestBye.test_the_lowest_without_one_yet()
  local list = seats(5)
  lu.assertEquals(tournament.bye(list, "byes"), list[5])
  list[5].byes = 1
  lu.assertEquals(tournament.bye(list, "byes"), list[4])
  for i = 1, 4 do list[i].byes = 1 end
  lu.assertEquals(tournament.bye(list, "byes"), list[5])
end

function TestBye.test_none_of_an_even_number()
  lu.assertNil(tournament.bye(seats(4), "byes"))
  lu.assertNil(tournament.bye({}, "byes"))
end

function TestBye.test_by_a_function()
  local list = seats(3)
  lu.assertEquals(tournament.bye(list, function(seat) return seat.number end), list[1])
end

TestStandings = {}

local function rows(list)
  local texts = {}
  for i, row in ipairs(list) do
    texts[i] = ("%d:%d=%d"):format(row.place, row.seat.number, row.score)
  end
  return table.concat(texts, " ")
end

function TestStandings.test_highest_first_and_shared()
  local list = seats(5)
  for i, n in ipairs { 3, 9, 3, 1, 9 } do list[i].points = n end
  lu.assertEquals(rows(tournament.standings(list, "points")), "1:2=9 1:5=9 3:1=3 3:3=3 5:4=1")
end

function TestStandings.test_what_counts_next()
  local list = seats(3)
  for i, n in ipairs { 4, 4, 4 } do list[i].points, list[i].won = n, i % 2 end
  lu.assertEquals(rows(tournament.standings(list, "points", "won")), "1:1=4 1:3=4 3:2=4")
end

function TestStandings.test_pools_functions_and_nothing()
  local t = croupier.practice { seats = 3, pools = { seat = { chips = 10 } } }
  t.seat[1].chips:pay(4, t.seat[3].chips)
  local list = { t.seat[1], t.seat[2], t.seat[3] }
  lu.assertEquals(rows(tournament.standings(list, "chips")), "1:3=14 2:2=10 3:1=6")
  local order = tournament.order(list, function(seat) return seat.number == 2 and 1 or nil end)
  lu.assertEquals({ order[1].number, order[2].number, order[3].number }, { 2, 1, 3 })
end

function TestStandings.test_of_some_seats_only()
  local list = seats(4)
  for i, seat in ipairs(list) do seat.points = i end
  lu.assertEquals(rows(tournament.standings({ list[1], list[3] }, "points")), "1:3=3 2:1=1")
end

TestPayout = {}

function TestPayout.test_largest_remainders()
  lu.assertEquals(tournament.payout(100, { 7, 5, 3 }), { 47, 33, 20 })
  lu.assertEquals(tournament.payout(40, { 1, 1, 1 }), { 14, 13, 13 })
  lu.assertEquals(tournament.payout(2, { 1, 1, 1 }), { 1, 1, 0 })
  lu.assertEquals(tournament.payout(10, { 0, 5, 0 }), { 0, 10, 0 })
end

function TestPayout.test_nothing_to_share_and_nobody_to_share_it()
  lu.assertEquals(tournament.payout(0, { 3, 4 }), { 0, 0 })
  lu.assertEquals(tournament.payout(5, { 0, 0 }), { 0, 0 })
  lu.assertEquals(tournament.payout(5, {}), {})
end

function TestPayout.test_whole_and_within_one_of_the_exact_share()
  local state = 7
  for _ = 1, 2000 do
    state = (state * 1103515245 + 12345) % 2147483648
    local pot, chips, all, sum = state % 500, {}, 0, 0
    for i = 1, 1 + state % 16 do
      chips[i] = (state >> (i % 13)) % 23
      all = all + chips[i]
    end
    for i, share in ipairs(tournament.payout(pot, chips)) do
      sum = sum + share
      if all > 0 then lu.assertTrue(math.abs(share - pot * chips[i] / all) < 1) end
    end
    lu.assertEquals(sum, all > 0 and pot or 0)
  end
end
