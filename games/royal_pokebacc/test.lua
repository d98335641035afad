-- Tests of Pokebacc as its three games share it, and of Royal's stakes.
-- What only one of the others has is tested in its own folder.

local GAMES = { "royal_pokebacc", "merchants_bank", "farmers_and_fishermen" }

local function open(game, options)
  options = options or {}
  options.seats = options.seats or 3
  options.seed = options.seed or "1"
  return croupier.open(game, options)
end

-- A table before its first hand is dealt, all cards in the stock.
local function bare(game, rules, seats)
  local g = open(game, { rules = rules, seats = seats })
  g.t.dealer, g.t.turn = g.t.seat[1], g.t.seat[1]
  return g, g.t
end

local function cards(g, names)
  g.t:gather(g.t.deck)
  g:place(names, g.t.seat[1].hand)
  return g.t.seat[1].hand:list()
end

local function worth(g, kind, names)
  return g.t:worth { kind = kind, cards = cards(g, names) }
end

local function texts(found)
  local set = {}
  for _, meld in ipairs(found) do
    local names = {}
    for i, card in ipairs(meld.cards) do names[i] = card.name end
    table.sort(names)
    set[meld.kind .. " " .. table.concat(names, " ")] = true
  end
  return set
end

local function combinations(g, names)
  cards(g, names)
  return texts(g.t:combinations(g.t.seat[1].hand))
end

TestDeck = {}

function TestDeck.test_sizes()
  for i, count in ipairs { 64, 60, 52 } do
    local _, t = bare(GAMES[i])
    lu.assertEquals(#t.deck, count)
    lu.assertEquals(t.deck:count("disaster", true), 4)
  end
end

TestWorth = {}

function TestWorth.test_the_table_of_the_source()
  for _, game in ipairs(GAMES) do
    local g = bare(game)
    lu.assertEquals(worth(g, "run", "1a 2w 3a"), 10)
    lu.assertEquals(worth(g, "run", "1a 2w 3a 4a"), 20)
    lu.assertEquals(worth(g, "run", "1a 2a 3a"), 30)
    lu.assertEquals(worth(g, "run", "1f 2f 3f 4f 5f 6f 7f 8f"), 180)
    lu.assertEquals(worth(g, "set", "2a 2w 2f"), 30)
    lu.assertEquals(worth(g, "set", "5a 5w 5f 5m"), 50)
    lu.assertEquals(worth(g, "catastrophe", "War Flood Famine Storm"), 60)
  end
end

function TestWorth.test_runs_of_ten()
  local g = bare("royal_pokebacc")
  lu.assertEquals(worth(g, "run", "1a 2w 3a 4a 5a 6a 7a 8a 9a 10a"), 80)
  lu.assertEquals(worth(g, "run", "1a 2a 3a 4a 5a 6a 7a 8a 9a 10a"), 240)
end

function TestWorth.test_families()
  local g = bare("royal_pokebacc")
  lu.assertEquals(worth(g, "family", "Psa Pra Ca Qa Kw"), 75)
  lu.assertEquals(worth(bare("farmers_and_fishermen"), "family", "Psa Pra Qa Kw"), 60)
end

function TestWorth.test_each_rule_counts()
  local g = bare("royal_pokebacc", { run = 7, one_suit = 2, set_of_three = 11,
    set_of_four = 13, catastrophe = 17, family = 19 })
  lu.assertEquals(worth(g, "run", "1a 2w 3a 4a"), 14)
  lu.assertEquals(worth(g, "run", "1a 2a 3a 4a"), 28)
  lu.assertEquals(worth(g, "set", "2a 2w 2f"), 11)
  lu.assertEquals(worth(g, "set", "5a 5w 5f 5m"), 13)
  lu.assertEquals(worth(g, "catastrophe", "War Flood Famine Storm"), 17)
  lu.assertEquals(worth(g, "family", "Psa Pra Ca Qa Kw"), 19)
end

TestFound = {}

function TestFound.test_a_run_in_both_suits()
  local found = combinations(bare("royal_pokebacc"), "4a 5w 6a 5f")
  lu.assertEquals(found, { ["run 4a 5w 6a"] = true })
end

function TestFound.test_parts_of_a_run_and_a_set()
  local found = combinations(bare("royal_pokebacc"), "4a 5a 6a 7a 5w 5f")
  lu.assertTrue(found["run 4a 5a 6a 7a"])
  lu.assertTrue(found["run 4a 5w 6a"])
  lu.assertTrue(found["set 5a 5f 5w"])
  lu.assertNil(found["run 4a 5f 6a"])
end

function TestFound.test_no_wrapping()
  lu.assertEquals(combinations(bare("royal_pokebacc"), "9a 10a 1a 2a"), {})
end

function TestFound.test_families()
  local royal = bare("royal_pokebacc")
  lu.assertEquals(combinations(royal, "Psa Pra Cw Qa Ka"),
    { ["family Cw Ka Pra Psa Qa"] = true })
  lu.assertEquals(combinations(royal, "Psa Pra Cf Qa Ka"), {})
  lu.assertEquals(combinations(royal, "War Flood Famine Storm"),
    { ["catastrophe Famine Flood Storm War"] = true })
end

function TestFound.test_best_shares_no_card()
  local g = bare("royal_pokebacc")
  cards(g, "4a 5a 6a 5w 5f 7w")
  local best, total = g.t:best(g.t.seat[1].hand), 0
  for _, meld in ipairs(best) do total = total + g.t:worth(meld) end
  lu.assertEquals(total, 30)
end

-- Typed cards that are laid already, or nobody gave out, are named.
function TestFound.test_not_held()
  local g, t = bare("royal_pokebacc")
  local list = cards(g, "4a 5a 6a 7w 8m")
  local seat = t.seat[1]
  lu.assertNil(t:not_held(seat, list))
  g:place("6a", seat.laid)
  lu.assertStrContains(t:not_held(seat, list), "6a is laid down already")
  g:place("8m", t.deck)
  lu.assertStrContains(t:not_held(seat, { list[5] }), "8m is not in your hand")
end

function TestFound.test_outlook_tells_hand_and_lead()
  local g, t = bare("royal_pokebacc")
  cards(g, "4a 5a 6a 7f War")
  local lines = g:view(t.seat[1], function(view, me) return view:outlook(me) end)
  lu.assertStrContains(lines[1], "4-5-6 of Air, 30 points")
  lu.assertEquals(lines[2], "You have 0 points, and 30 more in your hand at best.")
  lu.assertEquals(lines[3], ("%s, %s: 0; you would be 30 ahead."):format(t.seat[2].name, t.seat[3].name))
  lu.assertEquals(lines[#lines - 1], "59 cards are unseen, 3 of them disasters.")
end

-- 2a 4a with 3a (a run of 3 in Air) or 3w; or two cards that go together alone.
function TestFound.test_how_often_the_next_cards_add()
  local _, t = bare("royal_pokebacc")
  local hand, stock = {}, {}
  for _, name in ipairs { "2a", "4a" } do hand[#hand + 1] = t.deck:find("name", name) end
  for _, name in ipairs { "3a", "Kf", "Qm", "5a" } do stock[#stock + 1] = t.deck:find("name", name) end
  lu.assertEquals(t:next_cards(hand, stock),
    "The next card adds to that in 25 %, the next two in 50 %.")
  lu.assertNil(t:next_cards(hand, { stock[1] }))
end

function TestFound.test_families_are_explained()
  local what = { royal_pokebacc = "Consort, Queen and King", merchants_bank = "Trove",
    farmers_and_fishermen = "Prince, Queen and King" }
  for name, words in pairs(what) do
    lu.assertStrContains(open(name).t:families(), words)
  end
end

function TestFound.test_why_not()
  local g = bare("royal_pokebacc")
  local why = g.t:why_not(cards(g, "4a 5a 7a"))
  lu.assertStrContains(why, "6")
end

-- What bits say a hand can't hold the host doesn't find either, in hands of all sizes.
function TestFound.test_what_bits_rule_out()
  for _, game in ipairs(GAMES) do
    local _, t = bare(game)
    local hand, ruled_out = t.seat[1].hand, 0
    for i = 1, 600 do
      t:gather(t.deck)
      t.deck:shuffle()
      t.deck:deal(3 + i % 9, hand)
      local found = #t:melds():all(hand:list())
      lu.assertTrue(found == 0 or t:may_hold(hand), tostring(hand))
      lu.assertEquals(#t:combinations(hand), found)
      ruled_out = ruled_out + (t:may_hold(hand) and 0 or 1)
    end
    lu.assertTrue(ruled_out > 200, game)
  end
end

function TestFound.test_every_kind_may_be_held()
  for _, case in ipairs { { "royal_pokebacc", "1a 2w 3a" }, { "royal_pokebacc", "10a 10f 10m" },
    { "royal_pokebacc", "Psf Prm Cf Qm Kf" }, { "royal_pokebacc", "War Flood Famine Storm" },
    { "merchants_bank", "Tra Trw Trf Trm" } } do
    local g, t = bare(case[1])
    cards(g, case[2])
    lu.assertTrue(t:may_hold(t.seat[1].hand), case[2])
    lu.assertEquals(#t:combinations(t.seat[1].hand), 1, case[2])
  end
end

-- Where a house rule has other patterns, bits rule nothing out.
function TestFound.test_bits_of_other_patterns_tell_nothing()
  local t = select(2, bare("royal_pokebacc"))
  lu.assertEquals(t:telling_bits(), t:bits())
  for _, step in ipairs { "patterns", "compiled", "melds" } do
    local house = setmetatable({ [step] = function() end }, { __index = t })
    lu.assertFalse(t.telling_bits(house))
    lu.assertTrue(t.may_hold({ once = function() return false end }, t.seat[1].hand))
  end
end

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

-- Of royals the second of a rank, then those with few of their family; then what has nothing near it.
function TestTyped.test_what_the_courtier_pays_with()
  for hand, card in pairs { ["Psa Prw Pra 1f 5m"] = "Prw", ["Psa Prw Kf 1f 5m"] = "Kf", ["Psa Prw 1f 5m"] = "Psa",
    ["Psa Prw Ca 1f 2f 5m"] = "5m", ["1a 2a 4a 4f 4m War"] = "War", ["1a 3a 7f 7m"] = "1a" } do
    lu.assertEquals(paid(hand), card, hand)
  end
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
    "4, 5 and 6 of Air", "4 5 6 air", "4a, 5-6 of Air", "4a 5 of Air 6a", "4 of Air, 5 of Air and 6 of Air" } do
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
  lu.assertStrContains(laid(hand, "4-5-7 of Earth"), "`4-5-7 of Earth` is none of these")
  lu.assertStrContains(laid("4a 5a 6a 7a", "a run"), "`a run` could be several of these")
  lu.assertStrContains(laid(hand, "un"), "`un` is none of these")
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
  lu.assertStrContains(why, "5a is laid down already")
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
  lu.assertEquals(t:how_it_ends(), "Without combinations the hand ends once all have drawn 2 times (so far 1).")
  for seat in t:seats() do seat.draws = 2 end
  local function ends(unlaid)
    t.unlaid = unlaid
    return t:how_it_ends()
  end
  lu.assertStrContains(ends(0), "a round in which nobody held a combination; one was laid in the last turn.")
  lu.assertStrContains(ends(1), "none was laid in the last turn.")
  lu.assertStrContains(ends(6), "none was laid in the last 6 turns.")
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

-- The dealer is who draws the highest, disasters counting nothing; only those tied draw again; the cards go back
-- before the hand is dealt.
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
    t.seat[i].melds, t.seat[i].scored = { { kind = "run", text = "run", points = n, cards = {} } }, n
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
  local t = raise_answered { "agree", "refuse" }
  lu.assertEquals(t.fund:amount(), 30)
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
    return g:view(t.seat[1], function(table, me) return table:gain_note(me, table.discards:top()) end)
  end
  lu.assertEquals(note "3a", "adds 30 points to what your hand can lay")
  lu.assertStrContains(note "8f", "make a combination with it, up to 30 points")
  lu.assertEquals(note "Km", "at least two cards short of a combination")
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

-- What was the top of an open pile is told by its name, though it goes into a hand.
function TestVariants.test_who_takes_from_an_open_pile_is_seen_to()
  for game, verb in pairs { ["royal_pokebacc+open_reserve"] = "takes", ["merchants_bank+pawnbroker"] = "buys" } do
    local journal = os.tmpname()
    local file = io.popen(("yes 1 2>&- | head -n 300 | %s play %s --seats me,courtier,courtier "
      .. "--seed 35 --journal %s 2>&1"):format(croupier.program, game, journal .. ".journal"))
    local told = file:read("a")
    file:close()
    os.remove(journal)
    os.remove(journal .. ".journal")
    local by_others = 0
    for who, line in told:gmatch("\n  (%a+) (" .. verb .. " [^\n]*)") do
      by_others = by_others + (who ~= "Anna" and 1 or 0)
      lu.assertNotStrContains(line, "a card")
    end
    lu.assertTrue(by_others > 0, game)
  end
end
