-- The small games: each shows another thing that a game can do, and
-- here that it does it, and that every one survives chance, undo and copies.

local tools = dofile "tests/tools.lua"
local open, said = tools.game, tools.said

local ALL = { "beacons", "beacons+dry_wood", "best_of_five", "cribbage", "crossed_blades", "deuce_draw", "estate_sale",
  "lanterns", "lanterns+double_flame", "last_chip", "menagerie", "oh_hell", "omaha_eight", "sealed_bids",
  "short_holdem", "short_whist", "stop_thief", "two_schools", "two_schools+open_doors", "umpire", "wild_draw" }

local SEATS = { cribbage = 2 } -- others are played by three

local function chips(t, pools)
  local sum = 0
  for _, name in ipairs(pools) do sum = sum + t[name]:amount() end
  for seat in t:seats() do sum = sum + seat.chips:amount() end
  return sum
end

TestMonkey = {}

function TestMonkey.test_every_game_ends_with_every_seat_placed()
  for _, name in ipairs(ALL) do
    for seats = 2, 6 do
      local ok, g = pcall(open, name, { seats = seats, seed = name .. seats })
      if ok then
        lu.assertEquals({ g:play("random") }, { "finished" }, name)
        lu.assertEquals(#g:result(), seats, name)
      else lu.assertStrMatches(g, ".*is for [2-5to ]+ %a+, not.*") end
    end
  end
end

function TestMonkey.test_one_seed_one_game()
  local function record(name)
    local g = open(name, { seed = "same" })
    g:play("random")
    local parts = {}
    for i, event in ipairs(g:events()) do
      parts[i] = ("%s %s %s %s"):format(event.kind, event.card, event.text, event.amount)
    end
    return table.concat(parts, "\n")
  end
  for _, name in ipairs(ALL) do lu.assertEquals(record(name), record(name), name) end
end

function TestMonkey.test_undo_at_every_question_changes_nothing()
  for _, name in ipairs(ALL) do
    local options = { seats = SEATS[name] or 3, seed = "u" }
    local g, plain = open(name, options), open(name, options)
    for _ = 1, 60 do
      if g:run() ~= "question" then break end
      local text = g:question().text
      g:answer_random()
      g:run()
      g:undo()
      lu.assertEquals(g:run(), "question", name)
      lu.assertEquals(g:question().text, text, name)
      g:answer_random()
      plain:run()
      plain:answer_random()
    end
    lu.assertEquals(g:run(), plain:run(), name)
    if g:question() then lu.assertEquals(g:question().text, plain:question().text, name) end
  end
end

function TestMonkey.test_a_copy_at_every_step_goes_on_identically()
  for _, name in ipairs(ALL) do
    local seats = SEATS[name] or 3
    local g, copy = open(name, { seats = seats, seed = "c" }), open(name, { seats = seats, seed = "another" })
    repeat
      copy:restore(g:snapshot())
      lu.assertEquals(copy:hash(), g:hash(), name)
      local status = g:step()
      lu.assertEquals(copy:step(), status, name)
      if status == "step" then lu.assertEquals(copy:hash(), g:hash(), name) end
    until status ~= "step"
    lu.assertEquals(g.status, "finished", name)
  end
end

TestTricks = {}

function TestTricks.test_suit_must_be_followed()
  local g = open("short_whist", { seats = 3, stack = "2h 3h 4h 5h 6h  7h 8s 9s 10s Js  Kd Qd Jd 10d 9d  2c" })
  g:run()
  g:answer("6h")
  g:run()
  -- the second has one heart and plays it by itself; the third has none
  lu.assertEquals(g:question().seat, g.t.seat[3])
  lu.assertEquals(#g:question().options, 5)
  g:answer("Kd")
  lu.assertEquals(g:run(), "question")
  lu.assertEquals(g.t.leader, g.t.seat[2])
  lu.assertStrContains(said(g), "Ben takes 6h, 7h")
end

function TestTricks.test_a_trump_wins()
  local g = open("short_whist", { seats = 2, stack = "Ah Kh 3h 4h 5h  2s 8c 9c 10c Jc  Qs" })
  g:run()
  g:answer("Kh")
  g:run()
  g:answer("2s")
  g:run()
  lu.assertEquals(g.t.seat[2].tricks, 1)
end

TestSecret = {}

function TestSecret.test_nobody_learns_a_bid_before_all_have_bid()
  local g = open("sealed_bids", { seats = 2 })
  g:run()
  lu.assertTrue(g:question().secret)
  local events = #g:events()
  g:answer(7)
  g:run()
  lu.assertEquals(g:question().seat, g.t.seat[2])
  lu.assertEquals(g.t.seat[1].bid, 0)
  for i = events + 1, #g:events() do lu.assertNotEquals(g:events()[i].kind, "say") end
  g:view(g.t.seat[2], function(t) lu.assertNil(t.seat[1].bid) end)
  g:answer(3)
  g:run()
  lu.assertEquals(#g.t.seat[1].won, 1)
  lu.assertEquals(g.t.seat[1].chips:amount(), 23)
end

function TestSecret.test_who_has_nothing_is_gone_round_to_all_the_same()
  local g = open("sealed_bids", { seats = 2, rules = { lots = 2 } })
  g:run()
  g:answer(30)
  g:run()
  g:answer(1)
  g:run()
  lu.assertEquals(g:question().kind, "nothing")
  lu.assertEquals(g:question().seat, g.t.seat[1])
  g:answer(nil)
  g:run()
  g:answer(5)
  lu.assertEquals(g:run(), "finished")
  lu.assertEquals(chips(g.t, { "bank" }), 60)
end

TestInterrupt = {}

local function thief()
  local g = open("stop_thief", { seats = 3, stack = "2c 3c 4c 5c Ah" })
  g:run()
  return g
end

function TestInterrupt.test_another_seat_takes_the_last_card()
  local g = thief()
  g:answer(true)
  lu.assertEquals(g:run("draw"), "step")
  lu.assertTrue(g:act("stop", g.t.seat[2]))
  lu.assertEquals(g.t.seat[2].safe:top().name, "2c")
  lu.assertEquals(#g.t.seat[1].loot, 0)
  lu.assertEquals(g:run(), "question")
  lu.assertEquals(g:question().seat, g.t.seat[1])
  lu.assertStrContains(said(g), "Ben shouts stop!")
end

function TestInterrupt.test_a_bot_that_searches_shouts()
  local shouted = 0
  for seed = 1, 5 do
    local g = open("stop_thief", { seats = 3, seed = tostring(seed) })
    lu.assertEquals({ g:play { "random", "search:40", "random" } }, { "finished" })
    local shouts = select(2, said(g):gsub("Ben shouts stop!", ""))
    lu.assertIs(g.t.seat[2].shouts, 1 - shouts)
    shouted = shouted + shouts
  end
  lu.assertTrue(shouted > 1, shouted)
end

function TestInterrupt.test_who_may_not()
  local g = thief()
  local function act_refused(sentence, ...)
    local ok, problem = g:act(...)
    lu.assertNil(ok)
    lu.assertStrContains(problem, sentence)
  end
  act_refused("`draw` is under way", "stop", g.t.seat[2])
  g:answer(true)
  g:run("draw")
  act_refused("`stop`: Anna can't do that now", "stop", g.t.seat[1])
  act_refused("has no action `stopp`, did you mean `stop`?", "stopp", g.t.seat[2])
  g:act("stop", g.t.seat[2])
  g:run()
  g:answer(true)
  g:run("draw")
  act_refused("`stop`: Ben can't do that now", "stop", g.t.seat[2])
  lu.assertTrue(g:act("stop", g.t.seat[3]))
end

function TestInterrupt.test_an_action_is_taken_back()
  local g = thief()
  g:answer(true)
  g:run("draw")
  local hash = g:hash()
  g:act("stop", g.t.seat[2])
  lu.assertNotEquals(g:hash(), hash)
  lu.assertTrue(g:undo())
  lu.assertEquals(g:hash(), hash)
end

TestBetting = {}

function TestBetting.test_players_retire()
  local g = open("last_chip", { seats = 3, stack = "Kh 2c 3c", rules = { hands = 1 } })
  g:play { function() return true end, function(_, seat) return seat.table.price < 2 end, "random" }
  lu.assertStrContains(said(g), "Ben retires.")
  lu.assertEquals(chips(g.t, { "pot" }), 30)
  lu.assertEquals(g:result()[1].seat, g.t.seat[1])
end

function TestBetting.test_chips_are_kept_whole()
  for seed = 1, 20 do
    local g = open("last_chip", { seats = 5, seed = tostring(seed), rules = { hands = 8 } })
    g:play("random")
    lu.assertEquals(chips(g.t, { "pot" }), 50)
  end
end

TestUmpire = {}

function TestUmpire.test_the_gm_rules()
  local g = open("umpire", { seats = 1, rules = { rounds = 1 } })
  g:run()
  g:answer("on stilts")
  lu.assertEquals(g:run(), "question")
  lu.assertEquals(g:question().seat, g.t.gm)
  lu.assertStrContains(g:question().text, "Anna: on stilts. Points?")
  local ok, sentence = g:answer(6)
  lu.assertNil(ok)
  lu.assertStrContains(sentence, "expected a whole number from 0 to 5")
  g:answer(4)
  g:run()
  g:answer(true)
  lu.assertEquals(g:run(), "finished")
  lu.assertEquals(g:result()[1].score, 4)
end

function TestUmpire.test_words_for_the_least_and_the_most()
  for word, score in pairs { least = 0, MIN = 0, ["all in"] = 5, most = 5, max = 5 } do
    local g = open("umpire", { seats = 1, rules = { rounds = 1 } })
    g:run()
    g:answer("on stilts")
    g:run()
    lu.assertTrue(g:answer(word))
    g:run()
    g:answer(true)
    g:run()
    lu.assertEquals(g:result()[1].score, score)
  end
end

function TestUmpire.test_the_gm_alone_sees()
  local g = open("umpire", { seats = 2 })
  g:run()
  g:view(g.t.seat[1], function(t) lu.assertTrue(t.gm.weather:top().hidden) end)
  g:view(g.t.gm, function(t, me)
    lu.assertFalse(me.weather:top().hidden or false)
    lu.assertEquals(t.seat[1].plan, "")
  end)
end

TestMatch = {}

function TestMatch.test_the_goal_ends_it()
  local g = open("best_of_five", { seats = 3, rules = { goal = 2 } })
  g:play("random")
  lu.assertEquals(g:result()[1].score, 2)
  lu.assertEquals(g:result()[1].place, 1)
end

function TestMatch.test_the_deal_goes_round()
  local g = open("best_of_five", { seats = 3 })
  g:run("showdown")
  local first = g.t.dealer
  g:run("showdown")
  lu.assertEquals(g.t.dealer, first:left())
  lu.assertEquals(#g.t.deck, 43)
end

TestWrapped = {}

function TestWrapped.test_questions_before_and_after_the_wrapped_ones()
  local g = open("lanterns+double_flame", { seats = 2, rules = { rounds = 1 } })
  local names = {}
  while g:run() == "question" do
    names[#names + 1] = g:question().name .. g:question().seat.number
    g:answer_random()
  end
  lu.assertEquals(table.concat(names, " "), "swap1 swap2 give1 give2 swap1 swap2")
  lu.assertEquals(#g.t.seat[1].hand, 4)
end

function TestWrapped.test_the_base_is_as_it_was()
  local g = open("lanterns", { seats = 2, rules = { rounds = 1 } })
  local names = {}
  while g:run() == "question" do
    names[#names + 1] = g:question().name
    g:answer_random()
  end
  lu.assertEquals(names, { "give", "give" })
end

TestWildDraw = {}

local function drawn(rules, cards)
  local g = open("wild_draw", { seats = 1, seed = "1", rules = rules })
  g:place(cards, g.t.seat[1].hand)
  return g.t:payout(g.t.seat[1].hand), poker.name(g.t.seat[1].hand, { wild = g.t.rules.wild, bug = "joker" })
end

function TestWildDraw.test_what_is_wild_pays()
  lu.assertEquals(drawn({}, "Kh Kd 9c 4s 7d"), 0)
  lu.assertEquals(drawn({}, "Kh Kd 9c 4s 2d"), 2)
  lu.assertEquals(drawn({ wild = "9" }, "Kh Kd 9c 4s 2d"), 2)
  lu.assertEquals(drawn({ wild = "9" }, "Kh Kd 8c 4s 2d"), 0)
  lu.assertEquals({ drawn({}, "Kh Kd Ks Kc 2d") }, { 60, "five kings (2d as Ks)" })
  lu.assertEquals(drawn({}, "Kh Kd 9c 4s Jr"), 0) -- a bug is an ace there
  lu.assertEquals(drawn({}, "Kh Qh 9h 4h Jr"), 5)
  lu.assertEquals(drawn({ payouts = { { hand = "flush", chips = 9 } } }, "Kh Qh 9h 4h Jr"), 9)
end

function TestWildDraw.test_the_charm_pays_nothing()
  for seed = 1, 40 do
    local g = open("wild_draw", { seats = 6, seed = tostring(seed), rules = { price = "1d1+2" } })
    g:run()
    for seat in g.t:seats() do
      local charmed = false
      for _, held in ipairs(seat.hand:list()) do charmed = charmed or tostring(held) == "Qs" end
      lu.assertEquals(seat.chips:amount(), charmed and 20 or 17)
    end
  end
end

TestPoker = {}

-- A hand of two seats with these cards on top, in which both check and call or, all_in, bet all they have.
local function dealt(name, stack, all_in)
  local g, bet = open(name, { seats = 2, seed = "1", rules = { hands = 1 }, stack = stack }), all_in
  while g:run() == "question" do
    local q = g:question()
    if q.name == "act" then
      local act = q.options[1] == "check" and "check" or "call"
      if bet and q.options[#q.options] == "raise" then act = "raise" end
      g:answer(act)
    elseif q.name == "raise" then
      bet = false
      g:answer(q.max)
    else g:answer(q.name == "draw" and {} or false) end
  end
  return { g.t.seat[1].chips:amount(), g.t.seat[2].chips:amount() }, said(g)
end

function TestPoker.test_omaha_splits_the_pot()
  local has, told = dealt("omaha_eight", "Ah 2h Kc Kd  Qs Qc Jd 9s  5h 4c 8h  10s  7d")
  lu.assertStrContains(told, "Ben: pair of kings, seven-five low.")
  lu.assertStrContains(told, "Anna: jack-high straight, no low.")
  lu.assertEquals(has, { 60, 60 })
  has, told = dealt("omaha_eight", "Ah 2h Kc Kd  Qs Qc Jd 9s  5h Jc 8h  10s  Kh")
  lu.assertStrContains(told, "Ben: ace-high flush, no low.")
  lu.assertEquals(has, { 58, 62 })
end

function TestPoker.test_deuce_to_seven()
  local has, told = dealt("deuce_draw", "7h 5c 4d 3s 2h  6h 5h 4h 3h 2c")
  lu.assertStrContains(told, "Ben: seven-five low.")
  lu.assertStrContains(told, "Anna: six-high straight.")
  lu.assertEquals(has, { 58, 62 })
end

function TestPoker.test_a_short_deck_run_twice()
  local has, told = dealt("short_holdem", "6h 8h  Ac Ad  Ah Kh Kc  10h  7s")
  lu.assertStrContains(told, "Ben: ace-high flush.")
  lu.assertStrContains(told, "Anna: aces full of kings.")
  lu.assertEquals(has, { 38, 42 })
  has, told = dealt("short_holdem", "6h 8h  Ac Ad  Ah Kh Kc  Qs Qd Qc  10h 7s  7c 8c", true)
  lu.assertStrContains(told, "Ben: ace-high flush, queens full of eights.")
  lu.assertEquals(has, { 40, 40 })
end
