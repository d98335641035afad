-- Every rule matters: for each that is declared a test in which it does.

local methods = require "rod_and_reel.methods"
local testing = require "rod_and_reel.testing"

local NAME, open, alone = testing.NAME, testing.open, testing.alone
local play_to, finish, said = testing.play_to, testing.finish, testing.said
local card, may_lie, loaded = testing.card, testing.may_lie, testing.loaded
local forage, places, two = testing.forage, testing.places, testing.two
local no_values = testing.no_values

local matters = {}

local function hands_fished(rules, seats)
  local g = open { seats = seats or 2, rules = rules }
  finish(g)
  return g:measures().hands
end

function matters.mode()
  lu.assertErrorMsgContains("foraging has none", open,
    { seats = 2, rules = { mode = "foraging", heats = true } })
  lu.assertEquals(hands_fished({ hands = 2, mode = "contest" }, 1), 2)
end

function matters.victory()
  lu.assertNotEquals(places("biggest", { 90 }, { 60, 60 }),
    places("total", { 90 }, { 60, 60 }))
end

function matters.hands()
  lu.assertEquals(hands_fished { hands = 3 }, 3)
  lu.assertEquals(hands_fished { hands = 5 }, 5)
end

local function qualifies(rules, seat, score)
  return croupier.rules(NAME, rules):qualifies(seat, score)
end

function matters.minimum_fish()
  local rules = { victory = "first_of_weight", minimum_fish = 70 }
  lu.assertTrue(qualifies(rules, {}, 70))
  lu.assertFalse(qualifies(rules, {}, 69))
end

function matters.goal_total()
  local rules = { victory = "first_to_total", goal_total = 100 }
  lu.assertTrue(qualifies(rules, { total = 100 }, 40))
  lu.assertFalse(qualifies(rules, { total = 99 }, 40))
end

function matters.thresholds()
  local rules = { victory = "first_of_weight", minimum_fish = 7.5,
    thresholds = "weight" }
  lu.assertTrue(qualifies(rules, {}, 75))
  lu.assertFalse(qualifies(rules, {}, 74))
  rules.thresholds = "points"
  lu.assertTrue(qualifies(rules, {}, 8))
end

function matters.together()
  local seats = { { catch = { 90 }, total = 90 }, { catch = { 80, 70 }, total = 150 } }
  for together, fish in pairs { [true] = 3, [false] = 1 } do
    local t = open({ seats = 2, rules = { mode = "foraging", together = together } }).t
    for i, seat in ipairs(seats) do t.seat[i].catch, t.seat[i].total = seat.catch, seat.total end
    lu.assertEquals(select(2, t:caught(t.seat[1])), fish)
  end
end

-- Two accusations, two hands; or one for all of them.
function matters.accusing()
  for how, hands in pairs { ["a hand each"] = 2, ["one hand for all"] = 1 } do
    local t = open({ seats = 3, rules = { accusing = how } }).t
    t:miss_a_hand(t.seat[2])
    t:miss_a_hand(t.seat[2])
    lu.assertEquals(t.seat[2].sits_out, hands)
  end
end

-- A house rule's strain that nothing is said of, or the wrong thing.
function matters.a_strain_needs_a_permit()
  local check = open({ seats = 1 }).build.spec.check
  local function checked_with(strains, permits)
    local rules = setmetatable({ strains = strains, permits = permits },
      { __index = croupier.rules(NAME).rules })
    return check(rules, 1)
  end
  lu.assertNil(checked_with({ 0, 8 }, { [0] = "one_suit", [8] = "any_suits" }))
  lu.assertStrContains(checked_with({ 0, 8 }, { [0] = "one_suit" }),
    "strain +8: permits[8] is missing")
  lu.assertErrorMsgContains("permits[0] = no_suit: expected one of one_suit,", open,
    { rules = { permits = { [0] = "no_suit" } } })
end

function matters.decks()
  lu.assertEquals(#open({ seats = 2, rules = { decks = 2 } }).t.deck, 104)
  lu.assertErrorMsgContains("9 cards", open,
    { seats = 6, rules = { decks = 1 } })
  lu.assertEquals(#open({ seats = 5, rules = { decks = 1 } }).t.seat, 5)
end

function matters.first_dealer()
  local drawn = {}
  for i = 1, 20 do
    for _, how in ipairs { "drawn", "first_seat" } do
      local g = open { seats = 3, seed = tostring(i),
        rules = { first_dealer = how } }
      g:run("line_up")
      if how == "drawn" then drawn[g.t.dealer.number] = true end
      if how == "first_seat" then lu.assertEquals(g.t.dealer.number, 1) end
    end
  end
  lu.assertEquals(drawn, { true, true, true })
end

function matters.heats()
  lu.assertEquals(croupier.rules(NAME, { heats = true }):tables_needed(9), 2)
  lu.assertEquals(croupier.rules(NAME, { heats = true }):tables_needed(8), 1)
  lu.assertEquals(croupier.rules(NAME):tables_needed(9), 1)
  lu.assertErrorMsgContains("heats", open, { seats = 16 })
end

function matters.table_size()
  local rules = { heats = true, table_size = 6, advance = 3 }
  lu.assertEquals(croupier.rules(NAME, rules):tables_needed(13), 3)
end

function matters.heat_hands()
  local rules = { heats = true, heat_hands = 2, hands = 1 }
  lu.assertEquals(hands_fished(rules, 9), 5)
  rules.heat_hands = 3
  lu.assertEquals(hands_fished(rules, 9), 7)
end

function matters.advance()
  local g = open { seats = 9, rules = { heats = true, heat_hands = 1,
    hands = 1, advance = 3 } }
  finish(g)
  lu.assertEquals(#g.t.contenders, 6)
  local heats = {}
  for _, event in ipairs(g:events()) do
    local round = event.kind == "say" and event.text:match("^Round (%d), heat %d: %u%l+, "
      .. ".* and %u%l+")
    if round then heats[#heats + 1] = round end
  end
  lu.assertEquals(heats, { "1", "1" })
  lu.assertErrorMsgContains("advance", open,
    { seats = 9, rules = { heats = true, advance = 5 } })
end

function matters.goal()
  local seat = { catch = { 90, 90 }, total = 180 }
  local rules = { mode = "foraging", goal_amount = 3 }
  lu.assertFalse(croupier.rules(NAME, rules):has_enough(seat))
  rules.goal = "weight"
  lu.assertTrue(croupier.rules(NAME, rules):has_enough(seat))
end

function matters.goal_amount()
  local seat = { catch = { 90, 90 }, total = 180 }
  for amount, enough in pairs { [2] = true, [3] = false } do
    lu.assertEquals(croupier.rules(NAME,
      { goal_amount = amount }):has_enough(seat), enough)
  end
end

function matters.hand_time()
  local g = forage { goal_amount = 1, hand_time = 7 }
  lu.assertEquals(finish(g)[1].score, g.t.hand * 7)
end

function matters.hand_limit()
  local g = forage { goal_amount = 100, hand_limit = 4 }
  lu.assertNil(finish(g))
  lu.assertEquals(g:measures().hands, 4)
  lu.assertTrue(said(g, "Given up after hand 4"))
end

local function modifiers(rules)
  return croupier.rules(NAME, rules):skill_modifiers(
    { profile = { dex = 14, int = 16 } })
end

function matters.use_dex()
  lu.assertEquals(modifiers {}, 5)
  lu.assertEquals(modifiers { use_dex = false }, 3)
end

function matters.use_int()
  lu.assertEquals(modifiers { use_int = false }, 2)
  lu.assertEquals(modifiers { use_int = false, use_dex = false }, 0)
end

function matters.pool_size()
  local t = open({ seats = 1 }).t
  for size, points in pairs { [1] = 15, [1.5] = 22, [2] = 30, [3] = 45 } do
    local fake = { rules = { pool_size = size },
      skill_check = function() return 15 end }
    lu.assertEquals(t.skill_pool(fake, {}), points)
  end
end

function matters.tracking()
  for how, visible in pairs { chips = true, paper = false } do
    local g = open { seats = 2, seed = "5", rules = { tracking = how } }
    g:run("cut_for_deal")
    local seat = g.t.seat[1]
    lu.assertTrue(g.t:skill_points(seat) > 0)
    lu.assertEquals(seat.points:amount() > 0, visible)
    g:view(g.t.seat[2], function(t)
      lu.assertEquals(t.seat[1].points:amount() > 0, visible)
      lu.assertNil(t.seat[1].tally)
    end)
    g:view(seat, function(t, me)
      lu.assertTrue(t:skill_points(me) > 0)
    end)
  end
end

function matters.bait_price()
  lu.assertEquals(croupier.rules(NAME):bait_within(19), 1)
  lu.assertEquals(croupier.rules(NAME, { bait_price = 5 }):bait_within(19), 2)
  lu.assertEquals(croupier.rules(NAME, { bait_price = 0 }):bait_within(0), 2)
end

function matters.bait_most()
  lu.assertEquals(croupier.rules(NAME):bait_within(99), 2)
  lu.assertEquals(croupier.rules(NAME, { bait_most = 4 }):bait_within(99), 4)
end

function matters.strains()
  local q = play_to(open { seats = 1 }, "strain")
  lu.assertEquals(q.options, croupier.rules(NAME).rules.strains)
  lu.assertEquals(q.options, { 0, 2, 4, 6 })
end

function matters.permits()
  local t = croupier.rules(NAME)
  local loose = t.value_test({ rules = { permits = { [0] = "any_suits" } } },
    { strain = 0 })
  lu.assertTrue(loose(card "9c", { card "10h" }))
  lu.assertFalse(t:value_test { strain = 0 }(card "9c", { card "10h" }))
end

function matters.cumulative()
  local text = "10h 9d 8s"
  lu.assertFalse(may_lie(croupier.rules(NAME), 4, text))
  lu.assertTrue(may_lie(croupier.rules(NAME, { cumulative = true }), 4, text))
end

local function hand_at(question, rules)
  local g = alone("2h 3h 4h 5h 6h 7h 8h 9h 10h", rules)
  play_to(g, question)
  return #g.t.seat[1].hand, g:question()
end

function matters.dealt()
  lu.assertEquals(hand_at("first_discard", {}), 5)
  lu.assertEquals(hand_at("first_discard", { dealt = 6 }), 6)
end

function matters.first_discards()
  local _, q = hand_at("first_discard", { first_discards = 3 })
  lu.assertEquals(q.max, 3)
  _, q = hand_at("first_discard", {})
  lu.assertEquals(q.max, 2)
end

function matters.drawn_to()
  lu.assertEquals(hand_at("second_discard", {}), 7)
  lu.assertEquals(hand_at("second_discard", { drawn_to = 8 }), 8)
end

function matters.second_draws()
  for draws, size in pairs { [2] = 8, [3] = 9 } do
    local g = alone("Ah 3h 4h 5h 6h 7h 8h 9h 10h 2h", { second_draws = draws })
    play_to(g, "fish", { second_discard = "3h" })
    lu.assertEquals(#g.t.seat[1].hand, size)
  end
end

function matters.unused_faces()
  for told, heard in pairs { unreported = false, table = true, gm = true } do
    local g = alone("Ah Kd 4h 5h 6h 7h 8h 9h 10h",
      { unused_faces = told, hands = 1 })
    finish(g, { second_discard = "4h" })
    lu.assertEquals(said(g, "kept a face card that does not score") or said(g,
      "kept Kd without scoring"), heard)
  end
  local g = alone("Ah Kd Qs Jc 6h 7h 8h 9h 10h 2c 3c",
    { unused_faces = "table", hands = 1 })
  finish(g, { first_discard = "Qs Jc", second_discard = "6h" })
  lu.assertFalse(said(g, "kept"))
  -- of four only two could go: two of the three that don't score are told of, and named to the GM
  g = alone("Ah Kd Qs Jc 6h 7h 8h 9h 10h 2c 3c",
    { unused_faces = "table", hands = 1 })
  finish(g, { second_discard = "6h" })
  lu.assertTrue(said(g, "kept 2 face cards that do not score"))
  g = alone("Ah Kd Qs Jc 6h 7h 8h 9h 10h 2c 3c",
    { unused_faces = "gm", hands = 1 })
  finish(g, { second_discard = "6h" })
  lu.assertTrue(said(g, "kept Kd, Qs without scoring"))
  lu.assertFalse(said(g, "Jc"))
  -- and never below three in hand
  local t = croupier.rules(NAME)
  lu.assertEquals(t:room_for_faces(5, {}), 2)
  lu.assertEquals(t:room_for_faces(4, {}), 1)
  lu.assertEquals(t:room_for_faces(3, {}), 0)
end

function matters.value_cards()
  for most = 1, 3 do
    local g = alone("Ah 10h 9h 8h 6h 7h 8h 9h 10h", { value_cards = most })
    lu.assertEquals(play_to(g, "values", { second_discard = "6h" }).max, most)
  end
  lu.assertEquals(alone("Ah", { value_cards = 0 }).t.rules.value_cards, 0)
  for _, most in ipairs { -1, 4 } do
    lu.assertErrorMsgContains("value_cards", alone, "Ah",
      { value_cards = most })
  end
end

function matters.after_gap()
  lu.assertEquals(croupier.rules(NAME):run_value({ 10, 8, 7 }, 0), 12)
  lu.assertEquals(croupier.rules(NAME, { after_gap = 2 }):run_value(
    { 10, 8, 7 }, 0), 14)
end

-- In turn, a fisher rolls before the next declares.
function matters.scoring()
  for how, rolled in pairs { phases = false, turns = true } do
    local g = two("biggest", { scoring = how })
    local before
    play_to(g, nil, { second_discard = no_values, fish = function(q, seat)
      if seat.number == 1 and g.t.hand == 1 then
        before = said(g, "lands a fish")
      end
      return q.options[1]
    end })
    lu.assertEquals(before, rolled)
  end
end

function matters.exact()
  local t = open({ seats = 1 }).t
  lu.assertEquals(t.target(loaded({ exact = false }, { 1 }),
    { strain = 0 }, 79), 8)
  lu.assertAlmostEquals(t.target(loaded({ exact = true }, { 1 }),
    { strain = 0 }, 79), 8.9, 1e-9)
end

function matters.divisor()
  lu.assertEquals(croupier.rules(NAME):weight(120), 12)
  lu.assertEquals(croupier.rules(NAME, { divisor = 0.2 }):weight(120), 600)
end

function matters.unit()
  local g = alone("Ah 10h 9h 8h 2c 3c 4c 5c 6c", { hands = 1, unit = "kg" })
  finish(g, { second_discard = "2c" })
  lu.assertTrue(said(g, "9.3 kg"))
end

-- A combination by what it is called, as a game has it.
local function called(text, variant)
  local t = croupier.rules(NAME .. (variant and "+" .. variant or ""))
  for _, one in ipairs(t:book().all) do
    if one.text == text then return one, t end
  end
end

function matters.scores()
  local fish, t = called "ace of clubs"
  lu.assertEquals(t:fish_score { fish = fish, run = { 9 }, plugged = 0 }, 69)
end

function matters.species()
  local fish, t = called "ace of hearts"
  lu.assertEquals(t:species_of(fish), "sturgeon")
  fish, t = called("ace of hearts", "deep_sea")
  lu.assertEquals(t:species_of(fish), "blue marlin")
end

function matters.small_fry()
  lu.assertEquals(#croupier.rules(NAME):book().all, 16)
  lu.assertEquals(#croupier.rules(NAME .. "+small_fry"):book().all, 20)
  lu.assertNil(called "queen and ten of hearts")
  local fish = called("queen and ten of hearts", "small_fry")
  lu.assertEquals(fish.score, 21)
  lu.assertEquals(fish.species, "ruffe")
end

function matters.methods()
  local t = croupier.rules(NAME)
  lu.assertEquals(#t.rules.methods, 5)
  lu.assertTrue(methods.same(t, "he palms a card, quickly", "palms a card"))
end

TestRules = {}
for name, test in pairs(matters) do TestRules["test_" .. name] = test end

function TestRules:test_every_declared_rule_has_a_test()
  for name in pairs(croupier.rules(NAME).rules) do
    lu.assertNotNil(matters[name], name)
  end
end

TestOdds = {}

-- What the hand scores, what may still come, and the chances at the fisher's own strain.
function TestOdds.test_odds_speak_of_the_hand()
  local g = testing.alone("Ac 4c Jd Qh Ks  2d 3d 4d 5d 6d 7d")
  testing.play_to(g, "strain")
  lu.assertEquals(#g:odds(g.t.seat[1]), 2 + 4)
  testing.play_to(g, "first_discard")
  local lines = g:odds(g.t.seat[1])
  lu.assertStrContains(lines[1], "ace of clubs: 60 points, 64 with your best run; ")
  -- three kings of hearts and the aces of hearts and diamonds
  lu.assertEquals(lines[2],
    "9 of 151 unseen cards would complete a better combination; your next 4 draws bring one 22% of "
    .. "the time.")
  lu.assertEquals(#lines, 3 + 2 + 1)
  testing.play_to(g, "values", { fish = function(q) return q.options[1] end,
    second_discard = "Jd" })
  lines = g:odds(g.t.seat[1])
  lu.assertStrContains(lines[1], "Your best run, 5d 4d 3d, adds 12: 72 points, ")
  lu.assertEquals(#lines, 1 + 2 + 1)
end

-- Where strains are chosen later, too.
function TestOdds.test_odds_before_a_strain_is_chosen()
  local g = testing.alone("Ac 4c Jd Qh Ks  2d 3d 4d 5d 6d 7d", nil, nil, "late_lines")
  testing.play_to(g, "first_discard")
  local lines = g:odds(g.t.seat[1])
  lu.assertStrContains(lines[1], "ace of clubs: 60 points, 64 with your best run; ")
  lu.assertEquals(#lines, 3 + 2 + 4)
end

function TestOdds.test_no_card_is_better_than_the_best()
  local g = testing.alone("Ah 4c 2d 3h 5s")
  testing.play_to(g, "first_discard")
  lu.assertEquals(g:odds(g.t.seat[1])[2], "No unseen card completes a better combination.")
end

-- Of bait: what a kept card may become. A queen and a jack in three decks: six partners of 155,
-- eight draws.
function TestOdds.test_odds_speak_of_bait()
  local g = testing.alone("Kd 4c 2d 3h 5s 6s 7s 8s 9s", { bait_price = 0 })
  testing.play_to(g, "bait")
  lu.assertEquals(g:odds(g.t.seat[1]), { "An ace, if kept, scores by itself.",
    "A king, if kept, pairs up in the next 8 cards 28% of the time." })
  testing.play_to(g, "keep", { bait = 1, second_discard = "4c" })
  lu.assertEquals(g:odds(g.t.seat[1]), { "Kd, if kept, pairs up in the next 8 "
    .. "cards 28% of the time." })
end

-- Of points for the run: what each price makes of the fish.
function TestOdds.test_odds_speak_of_the_points_to_commit()
  local g = testing.alone("Ah 10c 9c 7c 2d 3h 4s 5s 6s", {}, { str_mod = 0, ranks = 30 })
  testing.play_to(g, "plug", { values = "10c 9c 7c", second_discard = "2d" })
  local lines = g:odds(g.t.seat[1])
  lu.assertStrContains(lines[1], "0 skill points: 113 points, ")
  lu.assertStrContains(lines[2], "8 skill points: 119 points, ")
end

function TestOdds.test_the_table_of_chances_fits_forty_columns()
  local g = testing.alone("Ac 4c Jd Qh Ks  2d 3d 4d 5d 6d 7d", { strains = { 0, 10 },
    permits = { [0] = "one_suit", [10] = "any_suits" } })
  testing.play_to(g, "strain")
  for _, line in ipairs(g:odds(g.t.seat[1])) do lu.assertTrue(#line <= 40, line) end
end

-- Why cards make no run, in the game's words.
function TestOdds.test_why_cards_are_no_run()
  local g = testing.alone("Ac 4c 9d 9h 5s  2d 3d 4d 5d 6d 7d")
  testing.play_to(g, "values", { strain = 2, second_discard = "4c", fish = function(q)
    return q.options[1]
  end })
  local function answer_refused(cards, why)
    local ok, sentence = g:answer(cards)
    lu.assertNil(ok)
    lu.assertStrContains(sentence, why)
  end
  answer_refused("9h 5s", "5s doesn't fit: +2 permits a run of one colour")
  answer_refused("9h 9d", "9h and 9d: a run can't hold the same value twice")
end

-- Enter takes the best run, its cards in the order in which they count.
function TestOdds.test_the_best_run_is_offered_highest_first()
  local g = testing.alone("Ac 3h 4h 9d 6h  2s 3s 4s 5s 6s 7s")
  local q = testing.play_to(g, "values", { second_discard = "9d", fish = function(q)
    return q.options[1]
  end })
  local names = g:view(g.t.seat[1], function(t, me)
    local cards, list = require("rod_and_reel.notes").best_values(t, me), {}
    for i, one in ipairs(cards) do list[i] = one.name end
    return table.concat(list, " ")
  end)
  lu.assertEquals(q.name, "values")
  lu.assertEquals(names, "5s 4s 3s")
end

-- What a house rule adds counts beside the combination, in the run that Enter takes and in what a
-- point spent brings: with a run of clubs the ace of clubs scores ten more.
function TestOdds.test_notes_and_bots_score_as_the_variant_does()
  local notes, bots = require "rod_and_reel.notes", require "rod_and_reel.bots"
  local function told(variant)
    local g = testing.alone("Ac 2c 3c 5c 9h  2s 2d 2h 3d 3s 4d", {}, nil, variant)
    local q = testing.play_to(g, "values", { second_discard = "2s", strain = 6,
      fish = function(q) return q.options[1] end })
    local three, five = q.seat.hand:find("name", "3c"), q.seat.hand:find("name", "5c")
    local list = g:view(q.seat, function(t, me)
      local _, most = notes.best_values(t, me)
      local _, with_three = notes.in_run(three, t, me)
      return { most, with_three, bots.angler.because.values(me, { five, three }) }
    end)
    testing.reply(g, { five, three })
    list[4] = g:view(q.seat, function(t, me) return (notes.plug(4, t, me):gsub(",.*", "")) end)
    list[5] = g:view(q.seat, function(_, me) return bots.angler.because.plug(me, 4) end)
    return list
  end
  lu.assertEquals(told(),
    { 11, 11, "the run adds 6 points", "68 points", "the run then adds 8 points" })
  lu.assertEquals(told "true_colours",
    { 17, 17, "the run adds 16 points", "78 points", "the run then adds 18 points" })
end

-- Face cards are no value cards, and are not offered.
function TestOdds.test_value_cards_alone_are_offered()
  local g = testing.alone("Ac 4c Jd Qh Ks  2d 3d 4d 5d 6d 7d")
  for _, one in ipairs(testing.play_to(g, "values").options) do
    lu.assertTrue(one.value >= 2 and one.value <= 10, one.name)
  end
end
