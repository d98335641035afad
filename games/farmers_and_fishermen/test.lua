-- Tests of Farmers and Fishermen: the fee once, the Treasury to the winner of
-- the war, and its variants. What the three games share is tested in
-- royal_pokebacc/, invitations in merchants_bank/test.lua.

local function open(game, rules)
  local g = croupier.open(game or "farmers_and_fishermen",
    { seats = 3, seed = "4", rules = rules })
  g:run()
  return g, g.t
end

TestFund = {}

function TestFund.test_a_fee_once()
  local _, t = open()
  lu.assertEquals(t.fund:amount(), 30)
  t:fee()
  lu.assertEquals(t.fund:amount(), 30)
  _, t = open(nil, { buy_in_once = false })
  t:fee()
  lu.assertEquals(t.fund:amount(), 60)
end

function TestFund.test_goes_to_the_winner_of_the_war()
  local g, t = open()
  t.last_winner = t.seat[2]
  t:pay_fund()
  lu.assertEquals(t.fund:amount(), 30)
  t.champion = t.seat[2]
  t:crown()
  lu.assertEquals(t.seat[2].chips:amount(), 120)
  lu.assertEquals(g:result()[1].seat, t.seat[2])
  lu.assertEquals(g:result()[1].by, { "battles won" })
end

function TestFund.test_or_of_the_battle()
  local _, t = open(nil, { fund_to = "hand" })
  t.last_winner = t.seat[2]
  t:pay_fund()
  lu.assertEquals(t.seat[2].chips:amount(), 120)
end

TestFamilies = {}

local function meld(g, kind, names)
  g.t:gather(g.t.deck)
  g:place(names, g.t.seat[1].hand)
  return { kind = kind, text = kind, cards = g.t.seat[1].hand:list() }
end

function TestFamilies.test_four_royals()
  local g = open()
  local royals = meld(g, "family", "Psa Prw Qa Ka")
  lu.assertEquals(g.t:combinations(g.t.seat[1].hand)[1].points, 60)
  lu.assertFalse(g.t:wins(royals))
  lu.assertTrue(g.t:wins(meld(g, "family", "Psa Pra Qa Ka")))
end

TestVariants = {}

function TestVariants.test_hard_winter()
  local g = open("farmers_and_fishermen+hard_winter")
  lu.assertTrue(g.t:is_family(meld(g, "run", "1a 2a 3w 4a")))
  lu.assertFalse(g.t:is_family(meld(g, "run", "1a 2a 3w")))
  g = open("farmers_and_fishermen+hard_winter", { long_run = 3 })
  lu.assertTrue(g.t:is_family(meld(g, "run", "1a 2a 3w")))
end

function TestVariants.test_they_play()
  for _, name in ipairs { "long_war", "village_green", "hard_winter" } do
    local g = croupier.open("farmers_and_fishermen+" .. name, { seats = 4, seed = "6" })
    g:play { "courtier", "hoarder", "random", "random" }
    lu.assertEquals(#g:result(), 4)
  end
end

TestCourtier = {}

-- Does a courtier with nothing in hand stay when somebody who has laid so many
-- points asks for 40 of its 90?
local function stays(points)
  local g, t = open()
  local inviter = g:question().seat
  for seat in t:seats() do seat.hand:move_all(t.deck) end
  inviter.melds, inviter.scored = { { kind = "run", text = "a run", points = points, cards = {} } }, points
  t.asked = 40
  local courtier = require("farmers_and_fishermen.bots").courtier
  return g:view(inviter:left(), function(_, me) return courtier.match(me) end)
end

function TestCourtier.test_a_third_of_its_purse_does_not_frighten_it() lu.assertTrue(stays(30)) end

function TestCourtier.test_a_hand_as_good_as_lost_is_given_up() lu.assertFalse(stays(150)) end
