-- Tests of Baltimore draw 'em, the poker: a hand from deal to pot, who deals
-- and who acts, all-ins, every rule, and chips that stay at the table.

local testing = require "baltimore.testing"

local answer, said = testing.answer, testing.said

local NAMES = { "Anna", "Bob", "Carol", "Dave", "Eve", "Finn", "Gina", "Hal" }

local function open(rules, options)
  options = options or {}
  local all = { first_dealer = "first_seat", burn = false, hands = 1, mucking = false }
  for name, value in pairs(rules or {}) do all[name] = value end
  return croupier.open(options.game or "baltimore_poker", { seats = options.seats or 2,
    seed = options.seed or "1", rules = all, stack = options.stack,
    names = { table.unpack(NAMES, 1, options.seats or 2) } })
end

-- Gives each seat other chips than the rules do; their sum must be the same.
local function with_chips(g, stakes)
  local t = g.t
  for i, seat in ipairs { table.unpack(t.seat, 1, #stakes) } do
    local more = stakes[i] - seat.chips:amount()
    if more < 0 then seat.chips:pay(-more, t.pot) end
  end
  for i = 1, #stakes do
    local seat = t.seat[i]
    local more = stakes[i] - seat.chips:amount()
    if more > 0 then t.pot:pay(more, seat.chips) end
  end
  return g
end

-- Answers everything with these until the game is over or another name comes.
local function calmly(g, name)
  local calm = { act = { "check", "call" }, replace = { "-" } }
  g:run()
  while g.status == "question" and g:question().name ~= name do
    local q = g:question()
    local done = false
    for _, text in ipairs(calm[q.name]) do done = done or g:answer(text) end
    lu.assertTrue(done)
    g:run()
  end
  return g
end

local function chips(g)
  local list = {}
  for i = 1, #g.t.seat do list[i] = g.t.seat[i].chips:amount() end
  return list
end

-- The dealer is Anna, so Bob is dealt to first: Bob has aces, Anna kings.
local ACES = "As Ad 2c 3d Ks Kd 4c 5d 9h 8s 7c Jh"

-- The source's examples --------------------------------------------------------

TestSource = {}

local function beats(a, b) return poker.rank(a) > poker.rank(b) end

function TestSource.test_kinds_of_hands()
  lu.assertTrue(beats("6h 5h 4h 3h 2h", "Ad Ac Ah As Kd"))
  lu.assertTrue(beats("7d 6d 5d 4d 3d", "6h 5h 4h 3h 2h"))
  lu.assertTrue(beats("Ac Qd 10s 7d 4h", "Kc Qh 10c 7s 4d"))
  local worst_to_best = { "Ac Qd 10s 7d 4h", "10d 10h 5c 4s 2d", "10d 10h 5s 5c 4h",
    "10d 10h 10s 5c 4h", "10c 9d 8h 7s 6c", "Ac Qc 10c 7c 4c", "10d 10c 10s 5s 5d",
    "10s 10d 10c 10h 5d", "10c 9c 8c 7c 6c", "Ah Kh Qh Jh 10h" }
  for i = 2, #worst_to_best do lu.assertTrue(beats(worst_to_best[i], worst_to_best[i - 1])) end
end

function TestSource.test_kickers()
  lu.assertTrue(beats("Ah Ad Kc 10s 9d", "As Ac Qd 10c 7d"))
  lu.assertTrue(beats("Ah Ad Kc 10s 9d", "As Ac Kd 10c 7d"))
  lu.assertEquals(poker.rank("Ah Ad Kc 10s 9d"), poker.rank("As Ac Kd 10c 9h"))
end

function TestSource.test_an_ace_is_low_or_high_and_never_between()
  lu.assertEquals(poker.name(poker.named(poker.rank "5c 4d 3h 2s Ac")), "five-high straight")
  lu.assertEquals(poker.name(poker.named(poker.rank "Ac Kd Qh Js 10c")), "ace-high straight")
  lu.assertEquals(poker.name(poker.named(poker.rank "3c 2d Ah Ks Qc")), "ace-high")
end

-- A bet of 3, then 6 more: 9 to call. Twice the call is a raise by as much.
function TestSource.test_bets_and_raises()
  local g = answer(open({ ante = 0 }, { seats = 3 }), "bet", "3", "raise", "9")
  lu.assertEquals({ g.t.price, g:question().text }, { 9, "The pot is 12, 9 to call. Your move?" })
  g = answer(open({ ante = 0 }, { seats = 3 }), "bet", "3", "raise", "6")
  lu.assertEquals(g.t.last_raise, 3)
end

-- Blinds of 1 and 3: all call, and the big blind may end the round or raise;
-- a raise that all call is the end of it.
function TestSource.test_the_big_blind()
  local function called()
    local g = open({ ante = 0, big_blind = 3, replacements = 0 }, { seats = 4 })
    return answer(g, "call", "call", "call")
  end
  local g = called()
  lu.assertEquals({ chips(g), g:question().seat.number, g:question().options },
    { { 47, 47, 47, 47 }, 3, { "check", "raise" } })
  lu.assertEquals(#answer(g, "check").t.board, 4)
  g = called()
  lu.assertEquals(#answer(g, "raise", "6", "call", "call", "call").t.board, 4)
end

function TestSource.test_limits()
  local function bet(rules, ...)
    rules.ante, rules.replacements = 0, 0
    local q = answer(open(rules), ...):question()
    return { q.min, q.max }
  end
  lu.assertEquals(bet({ limit = "spread", bet_size = 5, most_bet = 10 }, "bet"), { 5, 10 })
  local fixed = { limit = "fixed", bet_size = 3, ante = 0, replacements = 0 }
  lu.assertEquals(answer(open(fixed), "bet").t.price, 3)
  lu.assertEquals(answer(open(fixed), "check", "check", "bet").t.price, 6)
end

TestHand = {}

function TestHand.test_the_better_hand_takes_the_pot()
  local g = calmly(open({}, { stack = ACES }))
  lu.assertEquals(chips(g), { 49, 51 })
  lu.assertStrContains(said(g), "Bob shows As, Ad, 2c, 3d: a pair of aces.")
end

function TestHand.test_who_folds_shows_nothing()
  local g = answer(open({}, { stack = ACES }), "bet", "5", "fold")
  lu.assertEquals(chips(g), { 49, 51 })
  lu.assertNotStrContains(said(g), "shows")
  lu.assertNotStrContains(said(g), "The board")
end

function TestHand.test_ties_share_and_odd_chips_go_left_of_the_dealer()
  local g = open({ ante = 1 }, { seats = 3, stack = "2c 3d 4h 6c 2d 3h 4s 6d 7c 8d 9h "
    .. "Jc As Ad Kh Ks" })
  answer(g, "bet", "2", "call", "fold")
  calmly(g)
  lu.assertStrContains(said(g), "Bob wins 4 from the pot.")
  lu.assertEquals(chips(g), { 49, 51, 50 })
end

function TestHand.test_replacing_after_the_board()
  local g = calmly(open({}, { stack = ACES .. " Ah" }), "replace")
  lu.assertEquals({ #g.t.board, g:question().seat.number, g:question().max }, { 4, 2, 3 })
  answer(g, "2c")
  lu.assertEquals({ g.t.seat[2].drawn, #g.t.seat[2].hand, g:question().max }, { 1, 4, 2 })
  calmly(g)
  lu.assertStrContains(said(g), "three aces")
end

function TestHand.test_an_all_in_player_replaces_too()
  local g = open({ stake = 5 }, { stack = ACES })
  answer(g, "bet", "4", "call")
  lu.assertEquals({ g:question().name, g:question().seat.number }, { "replace", 2 })
  answer(g, "-")
  lu.assertEquals({ g:question().name, g:question().seat.number }, { "replace", 1 })
end

function TestHand.test_side_pots()
  local g = with_chips(open({ ante = 0 }, { seats = 3,
    stack = "As Ad 2c 3d Ks Kd 4c 5d Qs Qd 6h 2h 9h 8s 7c Jh" }), { 90, 10, 50 })
  answer(g, "bet", "10", "raise", "50", "call")
  calmly(g)
  lu.assertStrContains(said(g), "Bob wins 30 from the main pot.")
  lu.assertStrContains(said(g), "Carol wins 80 from a side pot.")
  lu.assertEquals(chips(g), { 40, 30, 80 })
end

function TestHand.test_who_runs_short_of_the_ante_is_all_in()
  local g = with_chips(open({ ante = 6 }, { stack = ACES }), { 98, 2 })
  calmly(g)
  lu.assertEquals(chips(g), { 96, 4 })
end

-- After a big blind of 2 nobody bets 1.
function TestHand.test_pot_limit_as_in_card_rooms()
  local g = open({ replacements = 0 }, { game = "baltimore_poker+pot_limit", seats = 3 })
  answer(g, "call", "call", "check", "bet")
  lu.assertEquals({ g:question().min, g:question().max }, { 2, 6 })
end

TestGame = {}

function TestGame.test_the_button_goes_left_past_those_without_chips()
  local g = with_chips(open({ hands = 3, stake = 20 }, { seats = 3, stack = ACES }), { 40, 0, 20 })
  g:run()
  lu.assertEquals(g.t.dealer.number, 1)
  lu.assertFalse(g.t.seat[2].playing)
  local dealers = {}
  for _ = 1, 3 do
    dealers[#dealers + 1] = g.t.dealer.number
    local hand = g.t.hand
    while g.status == "question" and g.t.hand == hand do
      local q = g:question()
      g:answer(q.name == "act" and "check" or "-")
      g:run()
    end
  end
  lu.assertEquals(dealers, { 1, 3, 1 })
end

function TestGame.test_over_after_so_many_hands_or_with_one_left()
  lu.assertEquals(calmly(open { hands = 4 }).t.hand, 4)
  local g = open({ hands = 50, stake = 3, ante = 3 }, { stack = ACES })
  calmly(g)
  lu.assertEquals({ g.t.hand, chips(g) }, { 1, { 0, 6 } })
  lu.assertEquals(g:result()[1].seat.name, "Bob")
end

function TestGame.test_the_first_dealer()
  local seen = {}
  for seed = 1, 12 do
    local g = open({ first_dealer = "drawn" }, { seats = 3, seed = tostring(seed) })
    g:run()
    seen[g.t.dealer.number] = true
  end
  lu.assertEquals(seen, { true, true, true })
end

-- Rules ------------------------------------------------------------------------------

TestRules = {}

function TestRules.test_cards()
  local g = open({ hole = 2, replacements = 5 })
  g:run()
  lu.assertEquals(#g.t.seat[1].hand, 2)
  calmly(g, "replace")
  lu.assertEquals(g:question().max, 2)
  g = calmly(open { replacements = 0 }, "replace")
  lu.assertEquals(g.status, "finished")
end

function TestRules.test_burning()
  local function muck(burn)
    local g = calmly(open { burn = burn }, "replace")
    return #g.t.muck
  end
  lu.assertEquals({ muck(true), muck(false) }, { 3, 0 })
end

function TestRules.test_one_bite_each_in_turn()
  local function order(how)
    local g = calmly(open { replacing = how }, "replace")
    local numbers = ""
    while g:question().name == "replace" do
      numbers = numbers .. g:question().seat.number
      g:answer({ g:question().seat.hand:card(1) })
      g:run()
    end
    return numbers
  end
  lu.assertEquals(order("whole"), "222111")
  lu.assertEquals(order("in_turn"), "212121")
end

function TestRules.test_hands_declared()
  local g = calmly(open({ declared = true }, { stack = ACES }), "declare")
  lu.assertEquals(g:question().seat.number, 2)
  answer(g, "2c 3d 9h 8s 7c", "Ks Kd Jh 9h 8s")
  lu.assertEquals(chips(g), { 51, 49 })
end

function TestRules.test_ante_and_stake()
  local g = open({ ante = 7, stake = 30 })
  g:run()
  lu.assertEquals({ chips(g), g.t.pot:amount() }, { { 23, 23 }, 14 })
end

-- After the blinds: who has what, who acts first.
local function blinds(rules, seats)
  rules.ante = 0
  local g = open(rules, { seats = seats })
  g:run()
  return { chips(g), g:question().seat.number }
end

function TestRules.test_blinds()
  lu.assertEquals(blinds({ big_blind = 5 }, 4), { { 50, 48, 45, 50 }, 4 })
  lu.assertEquals(blinds({ big_blind = 1 }, 3), { { 50, 49, 49 }, 1 })
  lu.assertEquals(blinds({ big_blind = 5 }, 2), { { 45, 48 }, 2 })
  lu.assertEquals(blinds({ big_blind = 5, button_small = true }, 2), { { 48, 45 }, 1 })
end

function TestRules.test_round_two_starts_left_of_the_dealer()
  local g = open({ big_blind = 4, ante = 0, replacements = 0 }, { seats = 4 })
  answer(g, "call", "call", "call", "check")
  lu.assertEquals({ #g.t.board, g:question().seat.number }, { 4, 2 })
end

local function range(rules, ...)
  rules.replacements = 0
  local q = answer(open(rules), ...):question()
  return { q.min, q.max }
end

function TestRules.test_limits()
  lu.assertEquals(range({}, "bet"), { 1, 49 })
  lu.assertEquals(range({ full_raises = true }, "bet", "9", "raise"), { 18, 49 })
  lu.assertEquals(range({ limit = "spread", bet_size = 3, most_bet = 8 }, "bet"), { 3, 8 })
  lu.assertEquals(range({ limit = "spread", bet_size = 3, most_bet = 8, most_bet_two = 12 },
    "check", "check", "bet"), { 3, 12 })
  lu.assertEquals(range({ limit = "pot", ante = 4 }, "bet"), { 1, 8 })
  lu.assertEquals(range({ limit = "pot", ante = 4 }, "bet", "8", "raise"), { 9, 24 })
  lu.assertEquals(range({ limit = "pot", ante = 4, pot_after_call = true }, "bet", "8", "raise"),
    { 9, 32 })
end

function TestRules.test_fixed_limit_and_cap()
  local function price(rules, ...)
    rules.limit, rules.replacements = "fixed", 0
    return answer(open(rules), ...).t.price
  end
  lu.assertEquals(price({ bet_size = 3 }, "bet", "raise"), 6)
  lu.assertEquals(price({ bet_size = 3 }, "check", "check", "bet"), 6)
  lu.assertEquals(price({ bet_size = 3, doubled = false }, "check", "check", "bet"), 3)
  local g = answer(open { limit = "fixed", most_raises = 1 }, "bet", "raise")
  lu.assertEquals(g:question().options, { "fold", "call" })
end

TestViews = {}

function TestViews.test_nobody_sees_another_hand_before_the_showdown()
  local g = calmly(open({}, { stack = ACES }), "replace")
  g:view(g.t.seat[1], function(t, me)
    lu.assertEquals(tostring(me.hand:card(1)), "Ks")
    lu.assertTrue(t.seat[2].hand:card(1).hidden)
  end)
  local text = table.concat(g:odds(g.t.seat[1]), "\n")
  lu.assertStrContains(text, "of the pots (exact) against another hand, if nobody replaces a card.")
end

-- Who may replace hears what each card gone would win; who stands doesn't.
function TestViews.test_what_a_replaced_card_wins()
  local g = calmly(open({}, { stack = ACES }), "replace")
  local me = g:question().seat
  local now, idle, ace = table.concat(g:odds(me), "\n"):match("win (%S+)%% .-replaced: 2c "
    .. "(%S+)%%.*As (%S+)%%%.$")
  lu.assertTrue(tonumber(ace) < tonumber(now) and tonumber(now) < tonumber(idle))
  answer(g, "-")
  lu.assertEquals(#g:odds(me), 1)
  lu.assertNotStrContains(g:odds(me)[1], "if nobody")
end

function TestViews.test_what_a_call_needs()
  local g = answer(open({}, { stack = ACES }), "bet", "8")
  local text = table.concat(g:odds(g.t.seat[1]), "\n")
  lu.assertStrContains(text, "Calling 8 for a pot of 10 pays if you win 44.4% or more.")
end

TestVariants = {}

function TestVariants.test_limits_of_the_house()
  local g = open({}, { game = "baltimore_poker+fixed_limit" })
  g:run()
  lu.assertEquals({ chips(g), g.t.rules.limit }, { { 48, 49 }, "fixed" })
  g = open({}, { game = "baltimore_poker+pot_limit" })
  g:run()
  lu.assertEquals({ g.t.rules.limit, g.t.rules.stake }, { "pot", 100 })
end

function TestVariants.test_freeze_out_doubles_the_blinds()
  local g = croupier.open("baltimore_poker+freeze_out", { seats = 2, rules = { level_hands = 1 } })
  g:run()
  for _, blind in ipairs { 2, 4, 8 } do
    lu.assertEquals(g.t.price, blind)
    answer(g, "fold")
  end
  g:play("random")
  lu.assertEquals(g:result()[1].score, 100)
end

-- A number of hands that is never played isn't told.
function TestVariants.test_what_wins()
  local g = croupier.open("baltimore_poker+freeze_out", { seats = 2 })
  g:run()
  lu.assertEquals(g.t:what_wins(), "The last player with chips wins")
  lu.assertStrContains(g:screen(g.t.seat[1])[1], "Hand 1, dealt by ")
  lu.assertEquals(open({ hands = 7 }).t:what_wins(),
    "Whoever has the most chips after 7 hands wins, or the last player with any")
end

function TestVariants.test_one_more_card()
  local g = open({ card_price = 3 }, { game = "baltimore_poker+one_more", stack = ACES .. " Ah" })
  calmly(g, "buy")
  answer(g, "yes", "2c", "no")
  lu.assertEquals({ g.t.pot:amount(), #g.t.seat[2].hand }, { 5, 4 })
  calmly(g)
  lu.assertStrContains(said(g), "three aces")
  lu.assertEquals(chips(g), { 49, 51 })
end

TestBots = {}

local LIMITS = { "none", "fixed", "spread", "pot" }

function TestBots.test_chips_stay_at_the_table()
  for seed = 1, 24 do
    local seats = 2 + seed % 7
    local g = croupier.open("baltimore_poker", { seats = seats, seed = tostring(seed), rules = {
      limit = LIMITS[1 + seed % 4], big_blind = seed % 3, ante = seed % 2, hands = 15,
      stake = 10 + seed, most_raises = seed % 5, full_raises = seed % 2 == 0,
      replacing = seed % 5 == 0 and "in_turn" or "whole" } })
    lu.assertEquals(g:play("random"), "finished")
    local sum = g.t.pot:amount()
    for seat in g.t:seats() do sum = sum + seat.chips:amount() end
    lu.assertEquals({ g.t.pot:amount(), sum }, { 0, seats * (10 + seed) })
  end
end

-- A hint tells the share of such pots, and beside it what a call needs or an even share is.
function TestBots.test_why_a_shark_does_it()
  local g = open { ante = 0, big_blind = 4 }
  g:run()
  local because = require("baltimore_poker.bots").shark.because
  local function why(act)
    return g:view(g:question().seat, function(_, me) return because.act(me, act) end)
  end
  local share = "about %d+%% of such pots are yours, and "
  lu.assertStrMatches(why "call", share .. "the call needs only 25%%")
  lu.assertStrMatches(why "fold", share .. "the call needs 25%%")
  lu.assertStrMatches(why "raise", share .. "50%% would be an even share")
  lu.assertEquals(why "check", "your hand isn't strong enough to bet")
end

function TestBots.test_play_to_the_end()
  for seed, limit in ipairs(LIMITS) do
    local g = croupier.open("baltimore_poker", { seats = 3, seed = tostring(seed),
      rules = { limit = limit, hands = 6, declared = seed == 2 } })
    lu.assertEquals(g:play { "shark", "mule", "random" }, "finished")
  end
end

TestMucking = {}

-- Bob has eights and shows first, Carol has tens and must show; Anna, who has a
-- king, is beaten and need not.
local THREE = "8h 2s 3d 4c 10h 2d 3c 5c Kh 6s 7d 2h 8d 10d Qc Js"

function TestMucking.test_beaten_hands_are_asked_in_turn()
  local g = open({ mucking = true, replacements = 0 }, { seats = 3, stack = THREE })
  calmly(g, "muck")
  local q = g:question()
  lu.assertEquals(q.name, "muck")
  local before = q.seat.hand:list()
  lu.assertStrContains(q.text, "to a pair of tens. Muck it unseen?")
  g:answer(true)
  g:run()
  lu.assertStrContains(said(g), q.seat.name .. " mucks.")
  lu.assertNotStrContains(said(g), q.seat.name .. " shows")
  lu.assertEquals(#before, 4)
end

function TestMucking.test_an_all_in_hand_may_have_to_be_shown()
  local function play(shown)
    local g = open({ mucking = true, all_in_shown = shown, replacements = 0, ante = 0, stake = 5 },
      { seats = 3, stack = THREE })
    return calmly(answer(g, "bet", "5", "call", "call"), "muck")
  end
  lu.assertEquals(play(false):question().name, "muck")
  lu.assertStrContains(said(play(true)), "Anna shows")
end

function TestMucking.test_who_bet_last_shows_first()
  local t = open({}, { seats = 3 }).t
  t.dealer = t.seat[1]
  for seat in t:seats() do seat.playing = true end
  t.bettor = t.seat[1]
  local order = t:order_shown(t:players())
  lu.assertEquals({ order[1].number, order[2].number, order[3].number }, { 1, 2, 3 })
  t.bettor = nil
  order = t:order_shown(t:players())
  lu.assertEquals({ order[1].number, order[2].number, order[3].number }, { 2, 3, 1 })
end

-- A hand all-in for less beats nobody out of a side pot.
function TestMucking.test_a_side_pot_is_still_to_be_won()
  local t = open({}, { seats = 2 }).t
  lu.assertFalse(t:beats({ put = 5 }, { put = 10 }))
  lu.assertTrue(t:beats({ put = 10 }, { put = 10 }))
end

TestShark = {}

-- What a shark replaces on the board Qh 5s 3c 8d.
local function replaced(hand)
  local g = open()
  g:run("replace")
  local t = g.t
  t:gather(t.deck)
  g:place(hand, t.seat[1].hand)
  g:place("Qh 5s 3c 8d", t.board)
  return g:view(t.seat[1], function(_, me)
    local cards = require("baltimore_poker.bots").shark.replace(me, { options = me.hand:list(),
      max = 3 })
    for i, card in ipairs(cards) do cards[i] = card.name end
    return table.concat(cards, " ")
  end)
end

-- One of a pair goes where four of a suit are left; else another card, and of two pairs none.
function TestShark.test_a_pair_goes_for_a_flush_alone()
  lu.assertEquals(replaced "4d 4h 9h Jh", "4d")
  lu.assertEquals(replaced "4d 4h 9h Jc", "Jc")
  lu.assertEquals(replaced "4d 4h 6d 6c", "")
end

function TestVariants.test_a_single_chip_is_no_chips()
  local g = open({ stake = 2 })
  g:run()
  lu.assertStrContains(g:screen(g.t.seat[1])[2], "\t1 chip")
  lu.assertNotStrContains(g:screen(g.t.seat[1])[2], "chips")
  local scores = g:view(g.t.seat[1], require("baltimore_poker.screen").scores)
  lu.assertEquals(scores[2]:match("\t(.*)"), "1 chip")
end
