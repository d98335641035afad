-- The duel of cards: what is quicker, what guards and feints do, and that the fallen do nothing.

local tools = dofile "tests/tools.lua"
local open = tools.opener("tests/unseen/duel", { seats = 2, seed = "1" })

-- One bout of two: each one's card and life before; the lives after.
local function bout(anna, ben, life_anna, life_ben)
  local g = open()
  local t = g.t
  g:run("reveal", "random")
  t:gather(t.deck)
  g:place(anna, t.seat[1].card)
  g:place(ben, t.seat[2].card)
  t.seat[1].life:pay(15 - (life_anna or 15), t.surgeon)
  t.seat[2].life:pay(15 - (life_ben or 15), t.surgeon)
  repeat until g:run("breathe", "random") ~= "question"
  return { t.seat[1].life:amount(), t.seat[2].life:amount() }, g:measures().felled
end

TestDuel = {}

function TestDuel.test_blades_strike_for_their_number() lu.assertEquals(bout("9B", "4B"), { 11, 6 }) end

function TestDuel.test_a_guard_is_there_before_every_blade()
  lu.assertEquals(bout("1B", "9G"), { 15, 15 })
  lu.assertEquals(bout("9B", "4G"), { 15, 10 })
end

function TestDuel.test_a_feint_goes_past_a_guard_for_half()
  lu.assertEquals(bout("9F", "9G"), { 15, 10 })
  lu.assertEquals(bout("4F", "9G"), { 15, 13 })
end

function TestDuel.test_a_herb_heals_half_and_no_more_than_was_lost()
  lu.assertEquals(bout("9H", "2G", 5), { 10, 15 })
  lu.assertEquals(bout("9H", "2G", 13), { 15, 15 })
end

-- The two is quicker than the nine; herbs come last.
function TestDuel.test_who_falls_does_nothing_more()
  local lives, felled = bout("2B", "9B", 5, 2)
  lu.assertEquals({ lives, felled }, { { 5, 0 }, 1 })
  lives, felled = bout("9B", "9H", 5, 9)
  lu.assertEquals({ lives, felled }, { { 5, 0 }, 1 })
end

function TestDuel.test_of_three_the_last_on_their_feet_wins()
  for i = 1, 20 do
    local g = croupier.open("tests/unseen/duel", { seats = 3, seed = tostring(i) })
    lu.assertEquals(g:play "random", "finished")
    local up = 0
    for seat in g.t:seats() do up = up + (seat.life:has(1) and 1 or 0) end
    lu.assertTrue(up <= 1 or g.t.bout == 20)
    lu.assertTrue(up == 0 or g:result()[1].seat.life:has(1))
  end
end
