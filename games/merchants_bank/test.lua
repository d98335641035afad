-- Tests of Merchant's Bank: treasures and the Escrow Fund. The rules that the
-- three Pokebacc games share are tested in royal_pokebacc/.

local function open(rules, seats)
  return croupier.open("merchants_bank", { seats = seats or 3, seed = "4", rules = rules })
end

-- Runs to the first question, where the seat whose turn it is may invite.
local function at_invitation(rules)
  local g = open(rules)
  g:run()
  lu.assertEquals(g:question().name, "invite")
  return g, g.t, g:question().seat
end

local function meld(g, kind, names)
  g.t:gather(g.t.deck)
  g:place(names, g.t.seat[1].hand)
  return { kind = kind, text = kind, cards = g.t.seat[1].hand:list() }
end

TestTreasures = {}

function TestTreasures.test_worth_75_and_what_wins()
  local g = open()
  local mixed = meld(g, "family", "Tra Sqa Pew Hea")
  lu.assertEquals(g.t:worth(mixed), 75)
  lu.assertFalse(g.t:wins(mixed))
  lu.assertTrue(g.t:wins(meld(g, "family", "Tra Sqa Pea Hea")))
  lu.assertTrue(g.t:wins(meld(g, "trove", "Tra Trw Trf Trm")))
end

-- What is said beside a disaster uses this game's word.
function TestTreasures.test_a_disaster_is_put_on_a_treasure()
  local g = open()
  local note = require("royal_pokebacc.screen").card_note
  local function beside(name, cards)
    meld(g, "", cards)
    return g:view(g.t.seat[1], function(t, me) return note(me.hand:find("name", name), t, me) end)
  end
  local spoils = "can be put on a Treasure, Crown Jewels or a Treasure Trove that somebody else "
    .. "lays"
  lu.assertEquals(beside("Storm", "Storm 1a"), spoils)
  lu.assertEquals(beside("Storm", "Storm War Flood 1a"), spoils
    .. "; worth 60 Sergkin with 1 unseen card")
  lu.assertEquals(beside("Tra", "Tra Sqa Pea 1w"), "worth up to 75 Sergkin with any of 2 "
    .. "unseen cards; one of them wins the sale")
  lu.assertEquals(beside("Tra", "Tra Sqa Pew 1w"), "worth up to 75 Sergkin with any of 2 "
    .. "unseen cards")
  lu.assertEquals(beside("1w", "Tra Sqa Pew 1w"), "no single unseen card goes with it")
end

function TestTreasures.test_found()
  local g = open()
  local function kinds_in(names)
    meld(g, "", names)
    local list = {}
    for i, found in ipairs(g.t:combinations(g.t.seat[1].hand)) do list[i] = found.kind end
    return list
  end
  lu.assertEquals(kinds_in("Tra Sqw Pew Hea"), { "family" })
  lu.assertEquals(kinds_in("Tra Trw Trf Trm"), { "trove" })
  lu.assertEquals(kinds_in("Tra Sqf Pea Hea"), {})
end

TestFund = {}

function TestFund.test_a_fee_before_every_sale()
  local g, t = at_invitation { buy_in = 10 }
  lu.assertEquals(t.fund:amount(), 30)
  t:fee()
  lu.assertEquals(t.fund:amount(), 60)
  lu.assertEquals(g:question().name, "invite")
end

function TestFund.test_a_fee_once()
  local _, t = at_invitation { buy_in_once = true }
  t:fee()
  lu.assertEquals(t.fund:amount(), 30)
end

function TestFund.test_who_cannot_pay_puts_in_what_there_is_and_plays()
  local g, t = at_invitation()
  t.seat[1].chips:pay(86, t.fund)
  t.seat[2].chips:pay(90, t.fund)
  local before = t.fund:amount()
  t:fee()
  lu.assertEquals(t.fund:amount(), before + 4 + 0 + 10)
  local said = {}
  for _, event in ipairs(g:events()) do
    said[#said + 1] = event.kind == "say" and event.text or nil
  end
  said = table.concat(said, "\n")
  lu.assertStrContains(said, t.seat[1].name .. " can't pay 10 and puts in 4.")
  lu.assertStrContains(said, t.seat[2].name .. " has nothing to pay with, but plays "
    .. "anyway.")
  lu.assertEquals(#t:inside(t.seat[1]), 3)
  lu.assertEquals(g:question().name, "invite")
end

-- Three markets win, and nothing else does.
function TestFund.test_a_match_ends_with_three_markets()
  for seed = 1, 30 do
    local g = croupier.open("merchants_bank", { seats = 4, seed = tostring(seed) })
    g:play { "courtier", "random", "random", "random" }
    lu.assertEquals(g:result()[1].seat.won, 3, seed)
  end
end

function TestFund.test_goes_to_the_winner_of_the_sale()
  local _, t = at_invitation()
  t.last_winner = t.seat[2]
  t:pay_fund()
  lu.assertEquals(t.seat[2].chips:amount(), 120)
  lu.assertEquals(t.fund:amount(), 0)
end

function TestFund.test_stays_when_the_sale_is_nobodys()
  local _, t = at_invitation()
  t:pay_fund()
  lu.assertEquals(t.fund:amount(), 30)
end

function TestFund.test_or_to_the_winner_of_the_match()
  local _, t = at_invitation { fund_to = "match" }
  t.last_winner = t.seat[2]
  t:pay_fund()
  lu.assertEquals(t.fund:amount(), 30)
end

TestCompetition = {}

function TestCompetition.test_nobody_matches_the_inviter_wins()
  local g, t, inviter = at_invitation()
  g:answer(40)
  for _ = 1, 2 do
    g:run()
    lu.assertEquals(g:question().name, "match")
    g:answer(false)
  end
  g:run()
  lu.assertEquals(inviter.won, 1)
  lu.assertEquals(t.hands, 2)
  lu.assertEquals(inviter.chips:amount(), 110)
  local over = 0
  for _, event in ipairs(g:events()) do
    if event.text == "Everybody else has left: the sale is over." then over = over + 1 end
  end
  lu.assertEquals(over, 1)
end

function TestCompetition.test_one_matches_the_other_withdraws()
  local g, t, inviter = at_invitation()
  g:answer(40)
  g:run()
  lu.assertEquals(g:question().seat, inviter:left())
  g:answer(true)
  g:run()
  g:answer(false)
  g:run()
  lu.assertEquals(t.fund:amount(), 110)
  lu.assertEquals(#inviter:left(2).hand, 0)
  lu.assertTrue(inviter:left(2).out)
  lu.assertEquals(#t.discards, 6)
  lu.assertEquals(#t:inside(inviter), 2)
end

-- What somebody laid who withdrew stays there, a disaster too, and scores nothing; in the next sale
-- they are back.
function TestCompetition.test_what_was_laid_stays_and_scores_nothing()
  local g, t = at_invitation()
  local out = t.seat[2]
  g:place("Flood 1a 2a 3a", out.laid)
  out.scored, t.seat[1].scored = 300, 10
  t:withdraw(out)
  lu.assertEquals(#out.laid, 4)
  t:settle()
  lu.assertEquals(t.last_winner, t.seat[1])
  lu.assertEquals(out.won, 0)
  t:clear()
  lu.assertFalse(out.out)
  lu.assertEquals(#t:inside(out), 3)
end

function TestCompetition.test_at_most_what_the_poorest_has()
  local _, t, inviter = at_invitation()
  inviter:left().chips:pay(60, t.fund)
  lu.assertEquals(t:most_invited(inviter), 30)
  inviter:left(2).chips:pay(80, t.fund)
  lu.assertEquals(t:most_invited(inviter), 10)
  inviter:left(2).out = true
  lu.assertEquals(t:most_invited(inviter), 30)
end

-- An empty purse silences nobody and is not bought out; if all others' are, nobody is invited.
function TestCompetition.test_who_has_nothing_stays_in_without_paying()
  local g, t, inviter = at_invitation()
  inviter:left().chips:pay(90, t.fund)
  lu.assertEquals(t:most_invited(inviter), 90)
  local fund = t.fund:amount()
  g:answer(5)
  g:run()
  lu.assertEquals(g:question().seat, inviter:left(2))
  g:answer(false)
  g:run()
  lu.assertNotEquals(g:question().name, "match")
  lu.assertFalse(inviter:left().out)
  lu.assertEquals(t.fund:amount(), fund + 5)
  inviter:left(2).out = false
  inviter:left(2).chips:empty_into(t.fund)
  lu.assertEquals(t:most_invited(inviter), 0)
end

function TestCompetition.test_any_sum_and_short_of_money_is_withdrawing()
  local g, t, inviter = at_invitation { any_sum = true }
  lu.assertEquals(t:most_invited(inviter), 90)
  local poor = inviter:left()
  poor.chips:pay(60, t.fund)
  g:answer(31)
  g:run()
  lu.assertEquals(g:question().seat, inviter:left(2))
  lu.assertTrue(poor.out)
end

function TestCompetition.test_a_limit()
  local g = open { most_invited = 5 }
  g:run()
  lu.assertEquals(g:question().max, 5)
end

function TestCompetition.test_no_money_no_invitation()
  local g = open { purse = 0, buy_in = 0 }
  g:run()
  lu.assertNotEquals(g:question().name, "invite")
end

TestVariants = {}

function TestVariants.test_they_play()
  for _, name in ipairs { "small_change", "friendly", "pawnbroker" } do
    local g = croupier.open("merchants_bank+" .. name, { seats = 4, seed = "6" })
    g:play { "courtier", "hoarder", "random", "random" }
    lu.assertEquals(#g:result(), 4)
  end
end

function TestVariants.test_the_pawnbroker_sells()
  local g = croupier.open("merchants_bank+pawnbroker", { seats = 3, seed = "6",
    rules = { pawn_price = 4 } })
  local bought = false
  while not bought and g:run() == "question" do
    local q = g:question()
    if q.name == "buy" then
      bought = true
      local before = q.seat.chips:amount()
      local top = g.t.discards:top()
      g:answer(true)
      g:run()
      lu.assertEquals(q.seat.chips:amount(), before - 4)
      lu.assertTrue(q.seat.hand:has(top))
    elseif q.optional then
      g:answer(nil)
    else
      g:answer(q.options[1])
    end
  end
  lu.assertTrue(bought)
end
