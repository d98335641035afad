-- The library `croupier` that tests are written with: games run, answered,
-- set up, taken back and copied.

local tools = dofile "tests/tools.lua"
local WHIST = "tests/fixtures/games/short_whist"
local whist = tools.opener(WHIST, { seats = 2 })

TestOpen = {}

function TestOpen.test_seats_are_the_fewest_unless_said()
  lu.assertEquals(#croupier.open(WHIST).t.seat, 2)
  lu.assertEquals(#croupier.open(WHIST, { seats = 5 }).t.seat, 5)
  lu.assertEquals(#croupier.open(WHIST, { names = { "Zoe", "Yan", "Xu" } }).t.seat, 3)
end

function TestOpen.test_names_and_rules()
  local g = whist { names = { "Zoe" }, rules = { dealt = 2 } }
  lu.assertEquals(g.t.seat[1].name, "Zoe")
  lu.assertEquals(g.t.seat[2].name, "Ben")
  lu.assertEquals(g.t.rules.dealt, 2)
end

function TestOpen.test_mistakes_raise()
  lu.assertErrorMsgContains("no game `short_wist`", croupier.open, "short_wist")
  lu.assertErrorMsgContains("is for 2 to 6 players, not 7", croupier.open, WHIST, { seats = 7 })
  lu.assertErrorMsgContains("short_whist has no rule `delt`, did you mean `dealt`?", croupier.open, WHIST,
    { rules = { delt = 1 } })
  lu.assertErrorMsgContains("dealt = 99: expected a whole number from 1 to 8", croupier.open, WHIST,
    { rules = { dealt = 99 } })
  lu.assertErrorMsgContains("has no option `seets`, did you mean `seats`?", croupier.open, WHIST, { seets = 1 })
  lu.assertErrorMsgContains("has no variant `x`: it has none", croupier.open, WHIST .. "+x")
end

function TestOpen.test_one_seed_one_game()
  local function cards(seed)
    local g = whist { seed = seed }
    g:run()
    return table.concat({ g.t.seat[1].hand:top().name, g.t.seat[2].hand:top().name, g.t.turned:top().name }, " ")
  end
  lu.assertEquals(cards("a"), cards("a"))
  lu.assertNotEquals(cards("a"), cards("b"))
end

function TestOpen.test_stack_lies_on_top_after_the_shuffle()
  local g = whist { stack = "Ah Kh 2c", rules = { dealt = 1 } }
  g:run("trick_played")
  lu.assertEquals(g.t.seat[1].hand:top().name, "Ah")
  lu.assertEquals(g.t.seat[2].hand:top().name, "Kh")
  lu.assertEquals(g.t.turned:top().name, "2c")
end

TestRun = {}

function TestRun.test_stops_at_each_question()
  local g = whist()
  lu.assertEquals(g:run(), "question")
  local q = g:question()
  lu.assertEquals(q.name, "play")
  lu.assertEquals(q.kind, "card")
  lu.assertEquals(q.seat, g.t.seat[1])
  lu.assertEquals(#q.options, 5)
  lu.assertEquals(g:run(), "question")
  lu.assertTrue(g:answer(q.options[1]))
  lu.assertEquals(g:run(), "question")
  lu.assertEquals(g:question().seat, g.t.seat[2])
end

function TestRun.test_runs_to_a_step_or_a_question()
  local g = whist()
  lu.assertEquals(g:run("trick_played"), "step")
  lu.assertEquals(#g.t.seat[2].hand, 5)
  lu.assertEquals(g:run("trick_played"), "step")
  lu.assertEquals(#g.t.seat[2].hand, 4)
  lu.assertEquals(g:run("play"), "question")
  lu.assertEquals(g:run("standings"), "step")
  lu.assertEquals(#g.t.seat[2].hand, 0)
  lu.assertEquals(g:run(), "finished")
  lu.assertEquals(g:run(), "finished")
end

function TestRun.test_an_answer_that_is_none()
  local g = whist()
  g:run()
  local ok, sentence = g:answer("the moon")
  lu.assertNil(ok)
  lu.assertStrContains(sentence, "`the moon`")
  lu.assertStrContains(sentence, "expected")
  lu.assertEquals(g:question().seat.number, 1)
  lu.assertTrue(g:answer(g:question().options[2].name))
end

function TestRun.test_one_card_where_several_may_be_chosen_is_a_list_too()
  local g = croupier.open("tests/fixtures/games/wild_draw", { seats = 1, seed = "1" })
  g:run()
  local card = g:question().options[1]
  lu.assertEquals({ g:answer(card) }, { nil, "expected a list of cards; for one card, write { card }" })
  lu.assertTrue(g:answer { card })
end

function TestRun.test_a_step_that_asks_is_not_called_by_a_test()
  local g = croupier.open("tests/fixtures/games/wild_draw", { seats = 1, seed = "1" })
  lu.assertErrorMsgContains("or called by a test", function() g.t:draw_one(g.t.seat[1]) end)
end

function TestRun.test_answer_without_a_question_raises()
  lu.assertErrorMsgContains("no question is open", function() whist():answer("x") end)
end

-- High Tide of the README has a step `keep`, which asks `keep`.
function TestRun.test_a_step_and_its_question_of_one_name()
  local folder = tools.folder()
  tools.write(folder .. "/game.lua", [[
return game {
  title = "Keep", seats = { 2, 2 }, order = { "keep", "over" }, over = function(t) t:finish() end,
  keep = function(t) for seat in t:seats() do seat:ask { "keep", "Keep?", confirm = true } end end,
}]])
  local g = croupier.open(folder)
  lu.assertEquals(g:run("keep"), "step")
  lu.assertErrorMsgContains("answer: no question is open: the game stands before the step `keep`, and g:run() goes on "
    .. "to a question", g.answer, g, true)
  for number = 1, 2 do
    lu.assertEquals({ g:run("keep"), g:question().seat.number }, { "question", number })
    g:answer(true)
  end
  lu.assertEquals(g:run("keep"), "finished")
  lu.assertErrorMsgContains("no question is open, as the game is over", g.answer, g, true)
  tools.remove(folder)
end

function TestRun.test_a_question_that_is_never_answered_raises()
  local g = whist()
  lu.assertErrorMsgContains("never answered", function() while g:run() == "question" do end end)
end

function TestRun.test_play_by_functions_and_at_random()
  local g = whist()
  local asked = 0
  local function first(q, seat)
    asked = asked + 1
    lu.assertEquals(seat, g.t.seat[1])
    return q.options[1]
  end
  lu.assertEquals(g:play { first, "random" }, "finished")
  lu.assertTrue(asked > 0)
  local result = g:result()
  lu.assertEquals(#result, 2)
  lu.assertEquals(result[1].score + result[2].score, 5)
end

function TestRun.test_no_bot_of_that_name()
  lu.assertErrorMsgContains("short_whist has no bot `angler`", function() whist():play("angler") end)
end

TestPlace = {}

function TestPlace.test_cards_lie_where_they_were_put()
  local g = whist { rules = { dealt = 2 } }
  g:run()
  local hand = g.t.seat[1].hand
  hand:move_all(g.t.deck)
  g:place("10h Qs", hand)
  lu.assertEquals(hand:top().name, "Qs")
  lu.assertEquals(hand:card(1).name, "10h")
  lu.assertTrue(g:answer("10h"))
  lu.assertErrorMsgContains("no card `Zz`", g.place, g, "Zz", hand)
end

TestBack = {}

local function played_on(g, n)
  for _ = 1, n do
    g:run()
    g:answer_random()
  end
  return g
end

function TestBack.test_undo_takes_one_answer_back()
  local g = whist { seats = 3 }
  played_on(g, 4)
  g:run()
  local seat, options = g:question().seat.number, #g:question().options
  g:answer_random()
  g:run()
  lu.assertTrue(g:undo())
  lu.assertEquals(g:question().seat.number, seat)
  lu.assertEquals(#g:question().options, options)
  for _ = 1, 4 do lu.assertTrue(g:undo()) end
  lu.assertNil(g:undo())
end

function TestBack.test_a_snapshot_goes_on_identically()
  local g, other = whist { seats = 3 }, whist { seats = 3 }
  g:run("trick_played")
  g:run("trick_played")
  local bytes = g:snapshot()
  other:restore(bytes)
  lu.assertEquals(other:hash(), g:hash())
  g:run("standings")
  g:restore(bytes)
  local function same(a, b)
    while a:run() == "question" do
      lu.assertEquals(b:run(), "question")
      lu.assertEquals(a:question().text, b:question().text)
      local card = a:question().options[1].name
      a:answer(card)
      b:answer(card)
    end
    lu.assertEquals(b:run(), "finished")
  end
  same(g, other)
  for i, row in ipairs(g:result()) do lu.assertEquals(other:result()[i].score, row.score) end
  lu.assertErrorMsgContains("", other.restore, other, "no snapshot")
end

-- A snapshot may come out of a journal that somebody has made up: whatever it holds, it is restored or refused, and the
-- table plays on.
local KEPT = [[return game { title = "Kept", seats = { 2, 2 }, order = { { "go" }, "over" }, gm = true,
  deck = kind { name = "few", suits = { { "red", "r" }, { "blue", "b" } }, ranks = { { "1" }, { "2" } } },
  piles = { spent = "everyone" }, pools = { pot = 3 },
  state = { n = 0, list = { 1, 2.5, { "text", true, false } }, x = none, gm = { mood = "good" }, seat = { won = 0 } },
  go = function(t)
    t.deck:shuffle() t.deck:draw(1, t.spent)
    t.x = { t.spent:top(), [t.spent] = t.seat[2], t.gm, t.spent, t.pot, t.list }
    t.n = t.n + 1
    return t.n > 3 and done or nil
  end,
  over = function(t) t:finish() end }]]

function TestBack.test_a_snapshot_that_somebody_has_made_up()
  local g = tools.open(KEPT, { seats = 2 })
  g:step()
  local bytes, hash, refused = g:snapshot(), g:hash(), 0
  for i = 1, #bytes do
    refused = refused + (pcall(g.restore, g, bytes:sub(1, i - 1)) and 0 or 1)
    for _, byte in ipairs { 0, 1, 34, 99, 110, 112, 123, 127, 255, bytes:byte(i) ~ 1 } do
      pcall(g.restore, g, bytes:sub(1, i - 1) .. string.char(byte) .. bytes:sub(i + 1))
    end
  end
  lu.assertEquals(refused, #bytes)
  g:restore(bytes)
  lu.assertEquals(g:hash(), hash)
  lu.assertEquals(g:play("random"), "finished")
end

function TestBack.test_no_snapshot_in_mid_step()
  local g = whist()
  g:run()
  lu.assertErrorMsgContains("snapshot: only between two steps, and `trick_played` is under way", g.snapshot, g)
end

function TestBack.test_undo_after_restore_stays_behind_it()
  local g = whist { seats = 3 }
  g:run("trick_played")
  g:run("trick_played")
  g:restore(g:snapshot())
  local hash = g:hash()
  played_on(g, 2)
  g:undo()
  g:undo()
  lu.assertNil(g:undo())
  g:restore(g.base)
  lu.assertEquals(g:hash(), hash)
end

TestLooking = {}

-- As many words as name a card; letter case, signs and commas as people write them.
function TestLooking.test_cards_are_placed_by_what_people_call_them()
  local g = croupier.open("fish_out", { seats = 4 })
  local hand = g.t.seat[1].hand
  g:place("king of hearts 10S, K♠ 2c", hand)
  lu.assertEquals({ hand:list()[1].name, hand:list()[2].name, hand:list()[3].name, hand:top().name },
    { "Kh", "10s", "Ks", "2c" })
  lu.assertErrorMsgContains("there is no card `of`", g.place, g, "queen of hearts of stone", hand)
end

function TestLooking.test_events_tell_everything()
  local g = whist()
  g:play("random")
  local counts, drawn = {}, 0
  for _, event in ipairs(g:events()) do
    counts[event.kind] = (counts[event.kind] or 0) + 1
    if event.kind == "move" and event.from == g.t.deck then drawn = drawn + 1 end
  end
  lu.assertEquals(counts.shuffle, 1)
  lu.assertEquals(drawn, 11)
  lu.assertEquals(counts.finish, 1)
  lu.assertEquals(counts.step, 7)
end

function TestLooking.test_a_seat_sees_its_own_hand_only()
  local g = whist()
  g:run()
  g:view(g.t.seat[1], function(t, me)
    lu.assertFalse(me.hand:top().hidden or false)
    lu.assertTrue(t.seat[2].hand:top().hidden)
  end)
end

-- A game that tells odds and draws its own table, with cards and without.
local function telling(screen)
  return tools.open(([[return game {
    title = "Telling", seats = { 2, 2 }, deck = "standard",
    piles = { lake = "everyone", seat = { hand = "owner" } }, order = { "look" },
    look = function(t) t.seat[1]:ask { "look", "Look?", confirm = true } t:finish() end,
    odds = function(t, me)
      if #me.hand == 0 then error("no hand") end
      return { "of " .. me.name, { "%%s and %%s", me.hand:list(), t.seat[1].hand:top() } }
    end,
    %s
  }]]):format(screen or ""))
end

function TestLooking.test_odds()
  local g = telling()
  g:place("Kh 2c", g.t.seat[1].hand)
  g:place("7d", g.t.seat[2].hand)
  lu.assertEquals(g:odds(g.t.seat[1]), { "of Anna", "Kh, 2c and 2c" })
  lu.assertEquals(g:odds(g.t.seat[2]), { "of Ben", "7d and a card" })
  g:place("7d", g.t.lake)
  lu.assertErrorMsgContains("no hand", g.odds, g, g.t.seat[2])
  lu.assertErrorMsgContains("short_whist declares no `odds`", function() whist():odds(1) end)
end

function TestLooking.test_screen()
  local g = telling()
  g:place("Kh", g.t.lake)
  g:place("7d", g.t.seat[2].hand)
  g:run()
  lu.assertEquals(g:screen(g.t.seat[1]),
    { "deck: 50 cards", "lake: Kh", "> Anna (you)", "  Ben", "    hand: 1 card" })
  g = telling "state = { bids = { 2, 5 }, all = {}, seat = { dice = secret({ 3, 3 }) } },"
  lu.assertEquals(g:screen(g.t.seat[1]),
    { "bids 2 5", "deck: 52 cards", "  Anna (you): dice 3 3", "  Ben" }) -- a short list is shown, to who may see it
  for count = 12, 13 do -- of as many as twelve
    g = telling(("state = { bids = { %s } },"):format(("7, "):rep(count)))
    lu.assertEquals(g:screen(g.t.seat[1])[1], count == 12 and "bids 7 7 7 7 7 7 7 7 7 7 7 7" or "deck: 52 cards")
  end
  g = telling [[state = { turn = internal(3), mood = "calm", seat = { luck = internal(secret(1)), points = 2 } },
    pools = { bank = internal(5), seat = { chips = 7 } },]]
  lu.assertEquals(g:screen(g.t.seat[1]),
    { "mood calm", "deck: 52 cards", "  Anna (you): chips 7, points 2", "  Ben: chips 7, points 2" })
  lu.assertEquals({ g.t.turn, g.t.seat[2].luck, g.t.bank:amount() }, { 3, 1, 5 })
  g = telling 'screen = function(t, me) return { me.name .. " looks", { "at %s", t.lake:list() } } end'
  g:place("Kh", g.t.lake)
  lu.assertEquals(g:screen(g.t.seat[2]), { "Ben looks", "at Kh" })
  g = telling 'screen = function(t) return "all" end'
  lu.assertErrorMsgContains("`screen` gave no list of lines", g.screen, g, g.t.seat[1])
end

function TestLooking.test_the_table_says_how_odds_are_called()
  local t = telling().t
  lu.assertErrorMsgContains("the table has no `odds`: it is called with a seat's view; in a test, use g:odds(seat)",
    function() return t:odds(t.seat[1]) end)
  lu.assertErrorMsgContains("in a test, use g:screen(seat)", function() return t.screen end)
end

-- Of what betting keeps, the table is shown who has folded.
function TestLooking.test_modules_keep_their_own_accounts_off_the_screen()
  local g = tools.open [[local betting = require "betting"
    return game { title = "Chips", seats = { 2, 2 }, rules = betting.rules, pools = { pot = 0, seat = { chips = 9 } },
      state = betting.with(betting.state, { seat = betting.with(betting.seat, { wins = 0 }) }),
      order = { "fold" }, fold = function(t)
        t.seat[1].folded = true
        t.seat[2]:ask { "on", "On?", confirm = true }
      end }]]
  g:run()
  lu.assertEquals(g:screen(g.t.seat[1]),
    { "pot 0", "  Anna (you): chips 9, folded, wins 0", "> Ben: chips 9, wins 0" })
end

-- What a seat sees nowhere, whichever copy of a card it is that it holds.
function TestLooking.test_unseen()
  local g = croupier.open("rod_and_reel", { seats = 2, seed = "3" })
  local function unseen_of(seat)
    return g:view(seat, function(_, me) return me:unseen() end)
  end
  local function kings(cards)
    local n = 0
    for _, card in ipairs(cards) do n = n + (card.name == "Kh" and 1 or 0) end
    return n
  end
  for seat in g.t:seats() do seat.hand:move_all(g.t.deck) end
  lu.assertEquals(#unseen_of(g.t.seat[1]), 156)
  g:place("Kh", g.t.seat[1].hand)
  g:place("Kh 2c", g.t.seat[2].hand)
  lu.assertEquals(kings(unseen_of(g.t.seat[1])), 2)
  lu.assertEquals(#unseen_of(g.t.seat[1]), 155)
  lu.assertEquals(#unseen_of(g.t.seat[2]), 154)
  local names = {}
  for i, card in ipairs(unseen_of(g.t.seat[1])) do names[i] = card.name end
  g.t.seat[1].hand:put(g.t.seat[2].hand:find("name", "Kh"))
  g.t.seat[2].hand:put(g.t.seat[1].hand:bottom())
  for i, card in ipairs(unseen_of(g.t.seat[1])) do lu.assertEquals(card.name, names[i]) end
end

TestPractice = {}

function TestPractice.test_a_table_to_try_things_at()
  local t = croupier.practice { deck = "standard", piles = { lake = "everyone", seat = { hand = "owner" } },
    pools = { pot = 0, seat = { chips = 10 } }, seats = 3, state = { round = 1 },
    double = function(_, n) return 2 * n end }
  t.deck:shuffle()
  lu.assertEquals(t.deck:deal(3, t.lake), 3)
  t.seat[2].chips:pay(4, t.pot)
  lu.assertEquals(t.pot:amount(), 4)
  lu.assertEquals(#t.seat, 3)
  lu.assertEquals(t:double(t.round), 2)
  lu.assertEquals(#croupier.practice({ deck = "standard" }).deck, 52)
end

function TestPractice.test_mistakes_raise()
  lu.assertErrorMsgContains("unknown field `pilse`", croupier.practice, { pilse = {} })
  lu.assertErrorMsgContains("faces nowhere", croupier.practice, { piles = { a = "nowhere" } })
end

TestRulesOnly = {}

function TestRulesOnly.test_rules_and_functions()
  local t = croupier.rules("tests/fixtures/games/lanterns", { rounds = 2 })
  lu.assertEquals(t.rules.rounds, 2)
  local p = croupier.practice { deck = "standard", piles = { seat = { hand = "owner" } }, seats = 1 }
  p.seat[1].hand:put(p.deck:find("name", "Kh"))
  lu.assertEquals(t:light(p.seat[1]), 13)
  lu.assertErrorMsgContains("`round`: no game is under way, so only rules", function() return t.round end)
  lu.assertErrorMsgContains("nothing can be set", function() t.round = 1 end)
end
