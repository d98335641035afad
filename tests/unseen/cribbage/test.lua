-- Cribbage: hands of the books, the line as it is pegged, heels, go and the end in mid-count; all that five cards can
-- make beside the library's way to count.

local tools = dofile "tests/tools.lua"
local open = tools.opener("tests/unseen/cribbage", { seed = "1" })

local counting = require "counting"

local cards, card = dofile "tests/unseen/cards.lua"(open().t.deck)

TestShow = {}

function TestShow.test_hands_of_the_books()
  local t = open().t
  for hand, points in pairs {
    ["5c 5d 5s Jh / 5h"] = 29, -- the highest there is
    ["5c 5d 5s 5h / Kd"] = 28,
    ["4c 5d 6s 6h / 4d"] = 24,
    ["7c 7d 8s 8h / 9d"] = 24,
    ["5c Jd Qs Kh / 4d"] = 10, -- with his nobs
    ["2c 3c 4c 5c / 6d"] = 13, -- a run of five, four of a suit, two fifteens
    ["Ac 2d 3s 4h / 5d"] = 7,
    ["3c 3d 3s 4h / 5h"] = 21,
    ["2h 4d 6s 8h / 10c"] = 0, -- nineteen, as players say
    ["2h 4h 6h 8h / Qc"] = 4,
    ["2h 4h 6h 8h / Qh"] = 5,
    ["Jh 4d 6s 8h / 2h"] = 1, -- his nobs
    ["Qh Kd As 2h / 9c"] = 0, -- no run goes round the corner
  } do
    local four, starter = hand:match "(.*) / (.*)"
    lu.assertEquals({ hand, t:hand_points(cards(four), card[starter]) }, { hand, points })
  end
end

function TestShow.test_a_crib_needs_five_of_a_suit()
  local t = open().t
  lu.assertEquals(t:hand_points(cards "2h 4h 6h 8h", card["Qc"], true), 0)
  lu.assertEquals(t:hand_points(cards "2h 4h 6h 8h", card["Qh"], true), 5)
end

function TestShow.test_beside_the_library()
  local counts = counting.compile { worth = function(one) return math.min(one.value, 10) end, patterns = {
    { name = "fifteen", kind = "sum", sum = 15, score = 2 }, { name = "set", score = { 2, 6, 12 } },
    { name = "run", score = function(n) return n end }, { name = "flush", score = function(n) return n end } } }
  local t = open().t
  for _ = 1, 2000 do
    t:gather(t.deck)
    t.deck:shuffle()
    local four, starter = t.deck:draw(4, t.seat[1].hand), t.deck:draw(1, t.starter)[1]
    local nobs = 0
    for _, one in ipairs(four) do nobs = nobs + (one.rank == "J" and one.suit == starter.suit and 1 or 0) end
    local names = {}
    for i, one in ipairs(four) do names[i] = one.name end
    lu.assertEquals(t:hand_points(four, starter), counts.total(four, starter) + nobs,
      table.concat(names, " ") .. " " .. starter.name)
  end
end

TestPegging = {}

function TestPegging.test_the_line()
  local t = open().t
  for line, points in pairs { ["7h"] = 0, ["7h 7d"] = 2, ["7h 7d 7s"] = 6, ["5h 5d 5s 5c"] = 12, ["4h 6d 5s"] = 3,
    ["4h 6d 5s 3c"] = 4, ["4h 6d 5s 5c"] = 2, ["4h 6d 5s 5c 4c"] = 0, ["4h 5d 5s 6c 4d"] = 3, ["Qh Kh Ah"] = 0,
    ["3h 7h 5h 6h 4h"] = 5 } do
    lu.assertEquals({ line, t:line_points(cards(line)) }, { line, points })
  end
end

-- A table that stands before a step, Ben the dealer: Anna's hand, Ben's, and what has been laid.
local function set_out(step, anna, ben, line, rules)
  local g = open { rules = rules }
  local t = g.t
  g:run(step, "random")
  t:gather(t.deck)
  g:place(anna, t.seat[1].hand)
  g:place(ben, t.seat[2].hand)
  t.dealer, t.turn, t.line, t.count = t.seat[2], t.seat[1], cards(line or ""), 0
  for _, one in ipairs(t.line) do t.count = t.count + t:pips(one) end
  for seat in t:seats() do seat.points = 0 end
  return g, t
end

function TestPegging.test_his_heels()
  for starter, points in pairs { Jd = 2, Qd = 0 } do
    local g, t = set_out("cut", "4c 5c", "6c 7c")
    g:place(starter, t.deck)
    g:step()
    lu.assertEquals({ starter, t.seat[1].points, t.seat[2].points }, { starter, 0, points })
  end
end

function TestPegging.test_only_up_to_thirty_one()
  local _, t = set_out("lay", "4c 10c", "9c 7c", "10h 10d 4h")
  lu.assertEquals(#t:playable(t.seat[1]), 1)
  lu.assertEquals(t:playable(t.seat[2]), { t.seat[2].hand:find("name", "7c") })
end

-- One legal card plays itself: 21 + 10 makes thirty-one, for two.
function TestPegging.test_thirty_one_is_two_and_no_go()
  local g, t = set_out("lay", "Kc", "9c", "10h 4d 7h")
  g:step()
  lu.assertEquals({ t.seat[1].points, t.count, #t.line, t.turn }, { 2, 0, 0, t.seat[2] })
end

function TestPegging.test_go_is_one_and_the_other_begins_anew()
  local g, t = set_out("lay", "3c", "9c", "10h Kd 7h")
  g:step()
  lu.assertEquals({ t.seat[1].points, t.count, t.turn }, { 1, 0, t.seat[2] })
end

function TestPegging.test_who_can_goes_on_alone()
  local g, t = set_out("lay", "2c Ac", "9c", "10h Kd 5h")
  g:run()
  g:answer "2c"
  g:step() -- the ace by itself: 28, and nobody has a card that fits
  lu.assertEquals({ t.seat[1].points, t.turn }, { 1, t.seat[2] })
  g:step() -- the nine is the last card
  lu.assertEquals({ t.seat[2].points, #t.seat[2].hand }, { 1, 0 })
end

function TestPegging.test_fifteen_for_two()
  local g, t = set_out("lay", "8c", "9c 2s", "7h")
  g:step()
  lu.assertEquals({ t.seat[1].points, t.turn, t.count }, { 2, t.seat[2], 15 })
end

TestMatch = {}

-- The other seat counts first and is out before the dealer's better hand.
function TestMatch.test_over_in_the_middle_of_the_count()
  local g, t = set_out("show", "", "", nil, { goal = 50 })
  t.seat[1].points, t.seat[2].points = 21, 48
  g:place("7c 7d 8s 8h", t.seat[2].laid)
  g:place("5c 5d 5s Jh", t.seat[1].laid)
  g:place("5h", t.starter)
  lu.assertEquals(g:step(), "finished")
  lu.assertEquals({ t.seat[1].points, t.seat[2].points }, { 50, 48 })
end

function TestMatch.test_a_match_ends_with_one_at_the_goal()
  for i = 1, 20 do
    local g = open { seed = tostring(i) }
    lu.assertEquals(g:play "random", "finished")
    local result = g:result()
    lu.assertTrue(result[1].score >= 61 and result[2].score < 61)
    lu.assertEquals(result[1].place, 1)
  end
end
