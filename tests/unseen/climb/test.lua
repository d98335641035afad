-- Uphill: the order of ranks, what can be laid, what beats it, and what the loser pays.

local tools = dofile "tests/tools.lua"
local open = tools.opener("tests/unseen/climb", { seats = 2, seed = "1" })

-- A table before a play: hands of so many seats, the first to play.
local function set_out(...)
  local g = open { seats = select("#", ...) }
  g:run("play")
  g.t:gather(g.t.deck)
  for i, names in ipairs { ... } do g:place(names, g.t.seat[i].hand) end
  g.t.turn = g.t.seat[1]
  return g, g.t
end

local function offered(g)
  g:run()
  local texts = {}
  for i, option in ipairs(g:question().options) do texts[i] = option.text end
  table.sort(texts)
  return texts
end

TestClimb = {}

function TestClimb.test_threes_are_low_and_twos_high()
  local t = open().t
  local low, last = {}, 0
  for card in t.deck:cards() do if card.suit == "hearts" then low[t:height_of(card)] = card.rank end end
  for _, rank in ipairs { "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2" } do
    last = last + 1
    lu.assertEquals(low[last], rank)
  end
end

function TestClimb.test_what_can_be_led()
  local g = set_out("3c 3d 4c 5c 9h", "Kh Ks")
  lu.assertEquals(offered(g), { "3c", "3c 3d", "3c 4c 5c", "4c", "5c", "9h" })
  g = set_out("Qc Kc Ac 2c 3c", "Kh Ks") -- a run has no twos and goes round no corner
  lu.assertEquals(offered(g), { "2c", "3c", "Ac", "Kc", "Qc", "Qc Kc Ac" })
end

function TestClimb.test_the_same_shape_and_higher()
  local g = set_out("9c 9d 4c", "9h 10s 10h 10d Ac 2c 2d")
  g:run()
  g:answer "9c 9d"
  lu.assertEquals(offered(g), { "10s 10h", "2c 2d", "pass" })
  g = set_out("3c 4d 5c Kc", "6h 4s 5h 7h 2s 2h 2d 2c")
  g:run()
  g:answer "3c 4d 5c"
  lu.assertEquals(offered(g), { "4s 5h 6h", "5h 6h 7h", "pass" })
end

function TestClimb.test_when_all_pass_the_last_to_lay_leads()
  local g, t = set_out("9c 3d 4d", "10h 4c", "5h 7d")
  g:run()
  g:answer "9c"
  g:run()
  g:answer "10h"
  g:run("deal", "random") -- nobody can beat it, and Ben's last card plays itself
  lu.assertEquals({ t.seat[1].points, t.seat[2].points, t.seat[3].points }, { -2, 4, -2 })
end

function TestClimb.test_a_point_a_card_left_and_twice_where_none_was_laid()
  local g, t = set_out("9c", "10h 4c")
  g:run("deal")
  lu.assertEquals({ t.seat[1].points, t.seat[2].points }, { 2, -2 })
  g, t = set_out("9c", "10h 4c 5c 6c 7c 8c 9d Jd Qd Kd")
  g:run("deal")
  lu.assertEquals({ t.seat[1].points, t.seat[2].points }, { 20, -20 })
end

function TestClimb.test_points_of_a_match_sum_to_nothing()
  for seats = 2, 4 do
    local g = open { seats = seats }
    lu.assertEquals(g:play "random", "finished")
    local sum = 0
    for seat in g.t:seats() do sum = sum + seat.points end
    lu.assertEquals(sum, 0)
  end
end
