-- Royal's stakes: raises, and what a royal family may have to face.

local testing = require "royal_pokebacc.testing"

local open = testing.open

TestInflict = {}

local ROYAL = "Psa Pra Ca Qa Ka"

-- Runs on until a royal family has been laid; the others hold these hands.
local function royal_family(hands, rules)
  local g = open("royal_pokebacc", { rules = rules, seed = "2" })
  local t = g.t
  local placed = false
  while g:run() == "question" do
    local q = g:question()
    if not placed and q.name == "tax" then
      placed = true
      local owner = q.seat
      for seat in t:seats() do seat.hand:move_all(t.deck) end
      local next_one = owner:left()
      g:place("2f 9a", owner.hand)
      g:place(ROYAL .. " 10m", next_one.hand)
      g:place(hands[1], next_one:left().hand)
      g:place(hands[2], owner.hand)
      g:answer(owner.hand:find("name", "2f"))
    elseif q.name == "lay" then
      for _, meld in ipairs(q.options) do
        if meld.kind == "family" then g:answer(meld) return g, t, q.seat end
      end
      g:answer(nil)
    elseif q.kind == "card" and not q.optional then
      g:answer(q.options[1])
    else
      g:answer(nil)
    end
  end
end

-- Who holds no disaster is asked for nothing, like everybody, in secret.
local function answer_inflicting(g, choose)
  while g:run() == "question" do
    local q = g:question()
    if q.name == "inflict" then
      g:answer(choose and q.options[1] or nil)
    elseif q.kind == "nothing" then
      g:answer(nil)
    else
      return
    end
  end
end

function TestInflict.test_a_royal_family_wins_the_hand()
  local g, _, owner = royal_family { "1w 5f", "9f" }
  answer_inflicting(g)
  lu.assertEquals(owner.won, 1)
end

function TestInflict.test_who_declines_lets_it_stand()
  local g, _, owner = royal_family { "War 5f", "Storm" }
  answer_inflicting(g, false)
  lu.assertEquals(owner.won, 1)
end

function TestInflict.test_unless_a_disaster_is_put_on_it()
  local g, t, owner = royal_family { "War 5f", "Storm" }
  answer_inflicting(g, true)
  lu.assertEquals(owner.won, 0)
  lu.assertEquals(t:points(owner), 0)
  lu.assertEquals(owner.melds[#owner.melds].disaster.name, "War")
  lu.assertEquals(#owner.laid, 6)
  lu.assertEquals(t:as_it_lies(owner.melds[#owner.melds]),
    "a Royal Family: Princess-Prince-Consort-Queen-King of Air, worth nothing under War")
end

function TestInflict.test_one_disaster_is_enough()
  local g, t, owner = royal_family { "War 5f", "Storm 3f 9m" }
  answer_inflicting(g, true)
  local told = {}
  for _, event in ipairs(g:events()) do
    if event.kind == "say" then told[#told + 1] = event.text end
  end
  lu.assertStrContains(table.concat(told, "\n"), "One disaster is enough: you keep ")
  lu.assertEquals(t:disasters(owner:left(2).hand)[1].name, "Storm")
end

function TestInflict.test_switched_off()
  local g, _, owner = royal_family({ "War 5f", "Storm" }, { inflicting = false })
  g:run()
  lu.assertEquals(owner.won, 1)
end

function TestInflict.test_families_need_not_win()
  local g, _, owner = royal_family({ "1w 5f", "9f" }, { winners = false })
  answer_inflicting(g)
  lu.assertEquals(owner.won, 0)
end

TestStakes = {}

function TestStakes.test_a_stake_before_the_match()
  local g = open("royal_pokebacc", { rules = { purse = 50, buy_in = 20 } })
  local t = g.t
  g:run()
  lu.assertEquals(t.fund:amount(), 60)
  for seat in t:seats() do lu.assertEquals(seat.chips:amount(), 30) end
end

function TestStakes.test_a_buy_in_that_nobody_has_is_refused()
  lu.assertErrorMsgContains("buy-in", function()
    open("royal_pokebacc", { rules = { purse = 5, buy_in = 20 } })
  end)
end

function TestStakes.test_more_cards_than_there_are_is_refused()
  lu.assertErrorMsgContains("leave too few", function()
    open("farmers_and_fishermen", { seats = 6, rules = { dealt = 9 } })
  end)
end

-- Where the hands are level, the places tell by what.
function TestStakes.test_money_decides_between_equals()
  local t = open("royal_pokebacc", { seats = 3, seed = "2" }).t
  for i, won in ipairs { 1, 1, 3 } do t.seat[i].won = won end
  t.seat[1].chips:pay(5, t.fund)
  t.champion = t.seat[3]
  local rows = t:standings()
  lu.assertEquals({ rows[2].seat.number, rows[2].place, rows[3].place }, { 2, 2, 3 })
  lu.assertEquals(rows[2].by, { "hands won", "money" })
  lu.assertEquals(rows[2].keys, { 1, t.seat[2].chips:amount() })
end

function TestStakes.test_who_retires_leaves_it_to_the_winner()
  local g = open("royal_pokebacc")
  local t = g.t
  g:run()
  t:retire_seat(t.seat[1])
  lu.assertNil(t.champion)
  t:retire_seat(t.seat[3])
  lu.assertEquals(t.champion, t.seat[2])
  t:crown()
  lu.assertEquals(t.seat[2].chips:amount(), 120)
  lu.assertEquals(g:result()[1].seat, t.seat[2])
end

function TestStakes.test_a_raise_is_what_all_can_pay()
  local g = open("royal_pokebacc", { rules = { most_raise = 15 } })
  local t = g.t
  g:run()
  lu.assertEquals(t:most_raise(t:inside(t.seat[1])), 15)
  t.seat[2].chips:pay(t.seat[2].chips:amount() - 4, t.fund)
  lu.assertEquals(t:most_raise(t:inside(t.seat[1])), 4)
  t:pay_raise(4)
  lu.assertEquals(t.seat[2].chips:amount(), 0)
end

-- Runs to the first raise, proposes 5, and lets the others answer so.
local function raise_answered(answers)
  local g = open("royal_pokebacc", { seed = "3" })
  lu.assertEquals(g:run("raise"), "question")
  local proposer = g:question().seat
  lu.assertTrue(g:answer(5))
  for _, answer in ipairs(answers) do
    lu.assertEquals(g:run(), "question")
    lu.assertEquals(g:question().name, "agree")
    lu.assertTrue(g:answer(answer))
  end
  g:run()
  return g.t, proposer, g
end

function TestStakes.test_all_agree()
  local t = raise_answered { "agree", "agree" }
  lu.assertEquals(t.fund:amount(), 45)
end

function TestStakes.test_one_refuses()
  local t, _, g = raise_answered { "agree", "refuse" }
  lu.assertEquals(t.fund:amount(), 30)
  local refusals = 0
  for _, event in ipairs(g:events()) do
    if event.kind == "say" and event.text:find "^%w+ refuses%.$" then refusals = refusals + 1 end
  end
  lu.assertEquals(refusals, 1)
end

function TestStakes.test_one_retires_the_others_agree()
  local t, proposer = raise_answered { "retire", "agree" }
  lu.assertEquals(t.fund:amount(), 40)
  lu.assertTrue(proposer:left().retired)
end

function TestStakes.test_all_others_retire()
  local _, proposer, g = raise_answered { "retire", "retire" }
  lu.assertEquals(g:result()[1].seat, proposer)
  lu.assertEquals(proposer.chips:amount(), 120)
end

-- The dealer retires before the deal: the next deals, and the one after that the hand after.
function TestStakes.test_the_deal_goes_on_from_a_dealer_who_retires()
  local g = open("royal_pokebacc", { seats = 4 })
  local t = g.t
  g:run()
  t.dealer = t.seat[1]
  t:retire_seat(t.seat[1])
  t:deal()
  lu.assertEquals(t.turn, t.seat[2])
  t:clear()
  t:deal()
  lu.assertEquals(t.turn, t.seat[3])
end
