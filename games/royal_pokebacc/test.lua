-- Tests of Pokebacc as its three games share it. What only one of the others has is tested in its
-- own folder.

local testing = require "royal_pokebacc.testing"

local GAMES, open, bare = testing.GAMES, testing.open, testing.bare

TestTyped = {}

-- What the courtier pays with, holding these cards.
local function paid(hand)
  local g = croupier.open("royal_pokebacc", { seats = 3, seed = "1" })
  local t = g.t
  g:run("tax", function() return nil end)
  t:gather(t.deck)
  g:place(hand, t.turn.hand)
  return g:view(t.turn, function(_, me)
    return require("royal_pokebacc.bots").courtier.tax(me, { options = me.hand:list() }).name
  end)
end

-- Of royals the second of a rank, then those with few of their family; then what has nothing near
-- it.
function TestTyped.test_what_the_courtier_pays_with()
  for hand, card in pairs { ["Psa Prw Pra 1f 5m"] = "Prw", ["Psa Prw Kf 1f 5m"] = "Kf",
    ["Psa Prw 1f 5m"] = "Psa",
    ["Psa Prw Ca 1f 2f 5m"] = "5m", ["1a 2a 4a 4f 4m War"] = "War", ["1a 3a 7f 7m"] = "1a" } do
    lu.assertEquals(paid(hand), card, hand)
  end
end

-- What a bot answers to an open question, asked of the second seat in the first turn, with this
-- hand and these points on the table beside 30 of the first seat.
local function answers(bot, name, hand, points, out)
  local g, t = bare("royal_pokebacc")
  local me = t.seat[2]
  g:place(hand, me.hand)
  t.seat[1].scored, t.seat[1].out, me.scored = 30, out or false, points or 0
  return g:view(me, function(view, own)
    local options = name == "lay" and view:combinations(own.hand) or view:disasters(own.hand)
    local answer = require("royal_pokebacc.bots")[bot][name](own, { options = options })
    return answer and (name == "lay" and answer.what or answer.name)
  end)
end

-- Three disasters may become a catastrophe; one or two hurt another's family, and for who is behind
-- so do three.
function TestTyped.test_where_a_courtier_puts_its_disasters()
  lu.assertEquals(answers("courtier", "inflict", "War Flood", 60), "War")
  lu.assertNil(answers("courtier", "inflict", "War Flood Famine", 60))
  lu.assertEquals(answers("courtier", "inflict", "War Flood Famine", 20), "War")
  lu.assertNil(answers("courtier", "inflict", "War Flood Famine", 20, true),
    "who is out is not ahead")
end

function TestTyped.test_a_hoarder_lays_what_is_worth_30_or_makes_room()
  lu.assertNil(answers("hoarder", "lay", "1a 2w 3a"))
  lu.assertEquals(answers("hoarder", "lay", "1a 2a 3a"), "a run: 1-2-3 of Air")
  lu.assertEquals(answers("hoarder", "lay", "1a 2w 3a 5f 7m 9f Kf Pra War Qm"),
    "a run: 1-2-3 of Air and Water (1a 2w 3a)")
end

-- A table where the next to play has these cards, and some laid down, at the
-- question of that name.
local function asked(name, hand, laid)
  local g = open("royal_pokebacc", { rules = { buy_in = 0 } })
  g:run()
  local seat = g.t.turn:left()
  seat.hand:move_all(g.t.deck)
  g:place(hand, seat.hand)
  if laid then g:place(laid, seat.laid) end
  while not (g.t.turn == seat and g:question().name == name) do
    g:answer(g:question().name == "tax" and g:question().options[1] or nil)
    g:run()
  end
  return g
end

local function laid(hand, typed)
  local g = asked("lay", hand)
  local seat = g.t.turn
  local ok, why = g:answer(typed)
  if not ok then return why end
  g:run()
  local names = {}
  for card in seat.laid:cards() do names[#names + 1] = card.name end
  table.sort(names)
  return table.concat(names, " ")
end

-- As cards, and as the table speaks of them.
function TestTyped.test_a_combination_in_words()
  local hand = "4a 5a 6a 7a 7w 7f"
  for _, typed in ipairs { "4a 5a 6a", "6a,5a,4a", "4-5-6 of Air", "6-5-4 of air",
    "4, 5 and 6 of Air", "4 5 6 air", "4a, 5-6 of Air", "4a 5 of Air 6a",
    "4 of Air, 5 of Air and 6 of Air" } do
    lu.assertEquals(laid(hand, typed), "4a 5a 6a", typed)
  end
  lu.assertEquals(laid(hand, "7 of Air, Water and Fire"), "7a 7f 7w")
  lu.assertEquals(laid(hand, "a set"), "7a 7f 7w")
  lu.assertEquals(laid("War Flood Famine Storm 2a", "Storm, War, Famine and Flood"),
    "Famine Flood Storm War")
  lu.assertEquals(laid("Psa Pra Ca Qa Kw", "Princess Prince Consort Queen King of Air and Water"),
    "Ca Kw Pra Psa Qa")
end

function TestTyped.test_each_suit_that_the_hand_has()
  lu.assertEquals(laid("4a 5w 6w 2f", "4-5-6 of Air and Water"), "4a 5w 6w")
  lu.assertEquals(laid("4a 5a 5w 6w 2f", "a run: 4-5-6 of Air and Water (4a 5w 6w)"),
    "4a 5w 6w")
end

-- Two runs that differ only in which card is of which suit read differently.
function TestTyped.test_no_two_options_read_alike()
  local g = asked("lay", "4a 5a 5w 6a 6w 7w")
  local seen = {}
  for _, meld in ipairs(g:question().options) do
    lu.assertNil(seen[meld.text], meld.text)
    seen[meld.text] = true
  end
end

function TestTyped.test_what_is_none_is_told_why()
  local hand = "4a 5a 6a 8a 7w"
  lu.assertStrContains(laid(hand, "5-6-8 of Air"), "5-6-8 of Air: 7 is missing")
  for _, typed in ipairs { "of Air", "of", "of of", "4 of", "Air of 4" } do
    lu.assertStrContains(laid(hand, typed), "`" .. typed .. "`")
  end
  lu.assertStrContains(laid(hand, "4-5-7 of Air"), "7a is not in your hand")
  lu.assertStrContains(laid(hand, "4-5-7 of Earth"), "`4-5-7 of Earth` is not a choice")
  lu.assertStrContains(laid("4a 5a 6a 7a", "a run"), "`a run` fits more than one choice: "
    .. "expected a number in the list, 1 to 3, or nothing (-)")
  lu.assertStrContains(laid(hand, "un"), "`un` is not a choice")
end

-- The courtier keeps four of a family's five and pays with what goes with nothing.
function TestTyped.test_the_courtier_keeps_a_family_together()
  local g = asked("tax", "Psa Prw Qa Ka 10f 8f 10m 7m")
  local seat = g.t.turn
  local before = #g:events()
  g:play("courtier")
  local tax
  for i = before + 1, #g:events() do
    local event = g:events()[i]
    if not tax and event.kind == "move" and event.to == g.t.discards then tax = event.card end
  end
  lu.assertNil(tax.royal, tax.name .. " of " .. seat.name)
end

-- Lines that name nothing, or too much, are refused like any other.
function TestTyped.test_odd_lines()
  local g = asked("lay", "4a 5a 6a 8a 7w")
  for _, line in ipairs { "of", "of of of", "of Air", "4 of", "-5", "4--", "and", "& &",
    ("4a "):rep(65), ("4-"):rep(400), ("x"):rep(300) .. " of Air", "4 of " .. ("Air "):rep(70) } do
    lu.assertNil((g:answer(line)), line)
  end
  lu.assertEquals(g:question().name, "lay")
end

function TestTyped.test_a_card_laid_is_no_tax()
  local g = asked("tax", "2a 4f 9w 10m", "5a 6a 7a")
  local _, why = g:answer("5a")
  lu.assertStrContains(why, "5a is already laid down: choose from your hand")
  local _, other = g:answer("King of Fire")
  lu.assertStrContains(other, "Kf is not in your hand")
  lu.assertEquals(g:question().name, "tax")
end

TestTurn = {}

local function ready(game, hands, rules)
  local g, t = bare(game, rules)
  for i, names in ipairs(hands) do g:place(names, t.seat[i].hand) end
  for seat in t:seats() do seat.melds, seat.turns, seat.draws = {}, 1, 1 end
  return g, t
end

function TestTurn.test_draws_two()
  local _, t = ready("royal_pokebacc", { "1a 3f 5w" })
  t.turn = t.seat[1]
  t:draw()
  lu.assertEquals(#t.seat[1].hand, 5)
  lu.assertEquals(t.seat[1].draws, 2)
end

function TestTurn.test_draws_as_many_as_set()
  local _, t = ready("royal_pokebacc", { "1a 3f 5w" }, { drawn = 4 })
  t.turn = t.seat[1]
  t:draw()
  lu.assertEquals(#t.seat[1].hand, 7)
end

function TestTurn.test_the_discards_come_back_in_mid_draw()
  local _, t = ready("royal_pokebacc", { "1a 3f 5w" })
  t.turn = t.seat[1]
  t.deck:move_all(t.discards)
  t.discards:draw(1, t.deck)
  local before = #t.discards
  t:draw()
  lu.assertEquals(#t.seat[1].hand, 5)
  lu.assertEquals(#t.discards, 0)
  lu.assertEquals(#t.deck, before - 1)
end

-- At the moment the last card is drawn, so that the next discard begins a new heap.
function TestTurn.test_the_last_card_drawn_brings_the_discards_back()
  local _, t = ready("royal_pokebacc", { "1a 3f 5w" })
  t.turn = t.seat[1]
  t.deck:move_all(t.discards)
  t.discards:draw(2, t.deck)
  local before = #t.discards
  t:draw()
  lu.assertEquals(#t.seat[1].hand, 5)
  lu.assertEquals(#t.deck, before)
  lu.assertEquals(#t.discards, 0)
end

function TestTurn.test_the_screen_tells_how_far_the_end_is()
  local _, t = ready("royal_pokebacc", { "1a", "1w", "5a" })
  t.seat[2].draws = 2
  lu.assertEquals(t:how_it_ends(), "Unless somebody wins at once or runs out of cards, the hand "
    .. "goes on at least until all have drawn twice (1 of 3 have).")
  for seat in t:seats() do seat.draws = 2 end
  t.quiet = 2
  lu.assertEquals(t:how_it_ends(), "The hand ends after a round in which nobody can draw 2 cards "
    .. "and nobody lays anything (2 of 3 turns so far).")
  t.quiet = 0
  local function ends(unlaid)
    t.unlaid = unlaid
    return t:how_it_ends()
  end
  lu.assertStrContains(ends(0), "a round in which nobody held a combination; one was laid in "
    .. "the last turn.")
  lu.assertStrContains(ends(1), "none was laid in the last turn.")
  lu.assertStrContains(ends(6), "none was laid in the last 6 turns.")
  t.laid_down = 1
  lu.assertStrContains(ends(6), "one was laid in this turn.")
  t:settle()
  lu.assertNil(t:how_it_ends())
  _, t = ready("royal_pokebacc+quick_hands", { "1a", "1w", "5a" })
  for seat in t:seats() do seat.draws = 2 end
  lu.assertEquals(t:how_it_ends(), "The hand ends as soon as no hand holds a combination.")
end

function TestTurn.test_nothing_left_no_draw()
  local _, t = ready("royal_pokebacc", { "1a 3f 5w" })
  t.turn = t.seat[1]
  t.deck:move_all(t.seat[2].hand)
  t:draw()
  lu.assertEquals(#t.seat[1].hand, 3)
  lu.assertEquals(t.drew, 0)
  t:next_turn()
  lu.assertEquals(t.quiet, 1)
end

function TestTurn.test_cards_dealt()
  local g = open("royal_pokebacc", { rules = { dealt = 4 } })
  g:run("draw")
  for seat in g.t:seats() do lu.assertEquals(#seat.hand, 4) end
end

TestEnd = {}

function TestEnd.test_out_waits_for_the_first_round()
  local _, t = ready("royal_pokebacc", { nil, "1a 2f", "5a 9f" })
  t.seat[3].turns = 0
  lu.assertFalse(t:somebody_out())
  t.seat[3].turns = 1
  lu.assertTrue(t:somebody_out())
end

function TestEnd.test_nobody_held_a_combination()
  local _, t = ready("royal_pokebacc", { "1a 2f", "1w 2m", "5a 9f" })
  lu.assertFalse(t:nothing_left())
  for seat in t:seats() do seat.draws = 2 end
  lu.assertTrue(t:nothing_left())
  t.seat[2].held = true
  lu.assertFalse(t:nothing_left())
end

-- What they draw now nobody has seen yet, so that is not what ends it.
function TestEnd.test_why_it_ends_is_said()
  for at_once, said in pairs {
    [false] = "Nobody held a combination in their last turn: the hand is over.",
    [true] = "Nobody holds a combination: the hand is over.",
  } do
    local g, t = ready("royal_pokebacc", { "1a 2f", "1w 2m", "5a 9f" }, { at_once = at_once })
    for seat in t:seats() do seat.draws = 2 end
    lu.assertTrue(t:hand_over())
    local events = g:events()
    lu.assertEquals(events[#events].text, said)
  end
  local g, t = ready("royal_pokebacc", { "1a 1w 1f 2a", "2w", "5a" })
  t.quiet = 3
  lu.assertTrue(t:hand_over())
  local events = g:events()
  lu.assertEquals(events[#events].text, "For a whole round nobody could draw 2 cards and nobody "
    .. "laid anything: the hand is over.")
end

function TestEnd.test_at_once_looks_into_the_hands()
  local _, t = ready("royal_pokebacc", { "1a 2f", "1w 2w 3w", "5a 9f" }, { at_once = true })
  for seat in t:seats() do seat.draws = 2 end
  lu.assertFalse(t:nothing_left())
  t.seat[2].hand:move_all(t.deck)
  t.seat[1].held = true
  lu.assertTrue(t:nothing_left())
end

function TestEnd.test_how_often_all_draw()
  local _, t = ready("royal_pokebacc", { "1a", "1w", "5a" }, { draws_to_end = 3 })
  for seat in t:seats() do seat.draws = 2 end
  lu.assertFalse(t:nothing_left())
end

function TestEnd.test_a_quiet_round()
  local _, t = ready("royal_pokebacc", { "1a", "1w", "5a" })
  t.quiet = 2
  lu.assertFalse(t:hand_over())
  t.quiet = 3
  lu.assertTrue(t:hand_over())
end

TestHand = {}

-- The dealer is who draws the highest, disasters counting nothing; only those tied draw again; the
-- cards go back before the hand is dealt.
function TestHand.test_who_deals_is_drawn_for()
  local g = open("royal_pokebacc", { stack = "Kf 5a Kw War 3a" })
  g:run("deal")
  lu.assertEquals(g.t.dealer, g.t.seat[3])
  for i, drawn in ipairs { 2, 1, 2 } do lu.assertEquals(#g.t.seat[i].laid, drawn) end
  g:run()
  for seat in g.t:seats() do lu.assertEquals(#seat.laid, 0) end
end

local function with_points(points, rules)
  local g, t = ready("royal_pokebacc", { "1a 2a", "1w", "5a 6a" }, rules)
  for i, n in ipairs(points) do
    t.seat[i].melds, t.seat[i].scored = { { kind = "run", text = "run", points = n, cards = {} } },
      n
  end
  return g, t
end

function TestHand.test_highest_wins()
  local _, t = with_points { 10, 30, 20 }
  lu.assertEquals(t:hand_winner(), t.seat[2])
end

function TestHand.test_ties()
  local _, t = with_points { 30, 30, 20 }
  lu.assertNil(t:hand_winner())
  _, t = with_points({ 30, 30, 20 }, { ties = "fewest cards left" })
  lu.assertEquals(t:hand_winner(), t.seat[2])
  _, t = with_points({ 30, 20, 30 }, { ties = "fewest cards left" })
  lu.assertNil(t:hand_winner())
end

function TestHand.test_most_cards_laid()
  local _, t = with_points({ 30, 30, 20 }, { ties = "most cards laid" })
  t.seat[1].melds = { { kind = "run", text = "run", points = 30,
    cards = t.seat[1].hand:list() } }
  lu.assertEquals(t:hand_winner(), t.seat[1])
end

function TestHand.test_hands_win_the_match()
  local _, t = with_points({ 30, 10, 20 }, { hands_to_win = 2 })
  t:settle()
  lu.assertEquals(t.seat[1].won, 1)
  lu.assertNil(t.champion)
  t:settle()
  lu.assertEquals(t.champion, t.seat[1])
end

function TestHand.test_the_deal_passes()
  local _, t = with_points { 30, 10, 20 }
  t.dealer = t.seat[1]
  t:clear()
  lu.assertEquals(t.dealer, t.seat[2])
  _, t = with_points({ 30, 10, 20 }, { deal_passes = false })
  t.dealer = t.seat[1]
  t:clear()
  lu.assertEquals(t.dealer, t.seat[1])
end

TestAll = {}

function TestAll.test_money_and_cards_stay()
  for _, game in ipairs(GAMES) do
    for seed = 1, 5 do
      local g = open(game, { seats = 4, seed = tostring(seed) })
      g:play { "courtier", "hoarder", "random", "courtier" }
      local money = g.t.fund:amount()
      for seat in g.t:seats() do money = money + seat.chips:amount() end
      lu.assertEquals(money, 400)
      lu.assertEquals(#g:result(), 4)
    end
  end
end

TestVariants = {}

function TestVariants.test_they_play()
  for _, name in ipairs { "imperial_court", "open_reserve", "quick_hands" } do
    local g = open("royal_pokebacc+" .. name, { seats = 4, seed = "6" })
    g:play { "courtier", "hoarder", "random", "random" }
    lu.assertEquals(#g:result(), 4)
  end
end

function TestVariants.test_from_the_open_reserve()
  local g = open("royal_pokebacc+open_reserve", { seed = "6" })
  lu.assertEquals(g:run("take"), "question")
  local seat, top = g:question().seat, g.t.discards:top()
  lu.assertTrue(g:answer(true))
  g:run("next_turn")
  lu.assertTrue(seat.hand:has(top) or g.t.discards:has(top) or seat.laid:has(top))
end

-- Beside taking it: what the top of the discards would make of the hand.
function TestVariants.test_what_the_open_reserve_brings()
  local g, t = ready("royal_pokebacc+open_reserve", { "1a 2a 7f", "1w", "5a" })
  local function note(name)
    g:place(name, t.discards)
    return g:view(t.seat[1], function(table, me)
      return table:gain_note(me, table.discards:top())
    end)
  end
  lu.assertEquals(note "3a", "adds 30 points to what your hand can lay")
  lu.assertStrContains(note "8f", "worth up to 30 points with any of ")
  lu.assertEquals(note "Km", "no single unseen card goes with it")
end

TestActions = {}

function TestActions.test_retiring_between_hands()
  local g = open("royal_pokebacc")
  g:run("deal")
  local t = g.t
  g:act("retire", t.seat[2])
  lu.assertTrue(t.seat[2].retired)
  lu.assertEquals(t.fund:amount(), 30)
  g:run("deal")
  g:act("retire", t.seat[1])
  g:run()
  lu.assertEquals(g:result()[1].seat, t.seat[3])
end
