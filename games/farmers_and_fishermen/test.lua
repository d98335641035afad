-- Tests of Farmers and Fishermen: the fee once, the Treasury to the winner of
-- the country, and its variants. What the three games share is tested in
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
  lu.assertEquals(g:result()[1].by, { "battles won", "money" })
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

-- What is said beside a disaster in hand names all that it can be put on.
function TestVariants.test_what_a_disaster_can_be_put_on()
  local note = require("royal_pokebacc.screen").card_note
  local function beside_storm(variant)
    local g = croupier.open("farmers_and_fishermen+" .. variant, { seats = 3, seed = "4" })
    g:run "draw"
    meld(g, "", "Storm 1a")
    return g:view(g.t.seat[1], function(t, me)
      return note(me.hand:find("name", "Storm"), t, me)
    end)
  end
  lu.assertEquals(beside_storm "hard_winter",
    "can be put on a Family or a run of 4 or more that somebody else lays")
  lu.assertNil(beside_storm "village_green")
end

function TestVariants.test_they_play()
  for _, name in ipairs { "long_war", "village_green", "hard_winter" } do
    local g = croupier.open("farmers_and_fishermen+" .. name, { seats = 4, seed = "6" })
    g:play { "courtier", "hoarder", "random", "random" }
    lu.assertEquals(#g:result(), 4)
  end
end

TestCourtier = {}

-- Does a courtier stay when somebody who has laid so many points asks for 40 of its 90? It has
-- nothing in hand, or the cards of `setup`.
local function stays(points, setup)
  setup = setup or {}
  local g, t = open()
  local inviter = g:question().seat
  for seat in t:seats() do seat.hand:move_all(t.deck) end
  inviter.melds, inviter.scored = { { kind = "run", text = "a run", points = points, cards = {} } },
    points
  inviter.won = setup.won or 0
  t.asked = 40
  if setup.hand then g:place(setup.hand, inviter:left().hand) end
  local bot = require("farmers_and_fishermen.bots")[setup.bot or "courtier"]
  return g:view(inviter:left(), function(_, me) return bot.match(me) end)
end

function TestCourtier.test_a_third_of_its_purse_does_not_frighten_it() lu.assertTrue(stays(30)) end

function TestCourtier.test_a_hand_as_good_as_lost_is_given_up() lu.assertFalse(stays(150)) end

-- Behind by 140, but a family in the hand brings back 60.
function TestCourtier.test_the_own_hand_is_counted()
  lu.assertTrue(stays(140, { hand = "Psa Pra Qa Ka" }))
  lu.assertFalse(stays(140, { hand = "Psa Pra Qa 1m" }))
end

-- Somebody who wins this battle wins the country: nobody lets them have it for nothing.
function TestCourtier.test_no_hand_is_given_up_to_somebody_for_whom_it_is_the_last()
  lu.assertTrue(stays(150, { won = 2 }))
  lu.assertFalse(stays(150, { won = 1 }))
end

function TestCourtier.test_a_hoarder_stays_only_when_it_leads()
  lu.assertFalse(stays(30, { bot = "hoarder" }))
  lu.assertTrue(stays(30, { bot = "hoarder", hand = "Psa Pra Qa Ka" }))
end

-- The sum that a courtier with nothing in hand invites competition with, where the others have 40
-- and 60.
local function invites(rules, setup)
  setup = setup or {}
  local g, t = open(nil, rules)
  local me = g:question().seat
  for seat in t:seats() do seat.hand:move_all(t.deck) end
  local other, third = me:left(), me:left():left()
  other.chips:pay(other.chips:amount() - 40, t.fund)
  third.chips:pay(third.chips:amount() - 60, t.fund)
  third.out, other.won = setup.out or false, setup.won or 0
  local courtier = require("farmers_and_fishermen.bots").courtier
  return g:view(me, function(_, view) return courtier.invite(view, { max = setup.max or 90 }) end)
end

-- One more than anybody can pay wins the battle, and so its fund.
function TestCourtier.test_it_asks_for_more_than_the_others_have()
  local asks_all = { any_sum = true, fund_to = "hand" }
  lu.assertEquals(invites(asks_all), 61)
  lu.assertEquals(invites(asks_all, { out = true }), 41, "who has withdrawn pays nothing")
  lu.assertEquals(invites(asks_all, { max = 60 }), 6, "61 are not to be had: a tenth "
    .. "dares the others")
  lu.assertEquals(invites { fund_to = "hand" }, 9, "the rule lets everybody pay")
end

-- Where the fund waits for the winner of the war, that is worth it near the end alone.
function TestCourtier.test_or_only_near_the_end_of_the_war()
  local asks_all = { any_sum = true, fund_to = "match" }
  lu.assertEquals(invites(asks_all), 9)
  lu.assertEquals(invites(asks_all, { won = 2 }), 61)
end
