-- What a script hands over is checked where it enters: a wrong value is an
-- error at the script's line, in a plain sentence, and nothing later meets it.
--
-- What crosses from scripts to C, file by file; what is checked where, and the tests of it. A handle is a userdata whose
-- tag is compared (bind_test); a number, a text or a function is luaL_check's.
--
--   bind/bind.c          handles of cards, piles, pools and tables: bind_test, bind_card (here, test_sandbox)
--   bind/l_cards.c       faces of a kind: read_face (test_piles, here)
--   bind/l_piles.c       piles' verbs: check_own (whose table, locked), check_to, check_card; lists card by card; places
--                        and counts by the pile; fields by their names (test_piles, here)
--   bind/l_chance.c      streams, bounds: check_stream (test_rng); primitives/dice.lua: what dice say (test_dice)
--   bind/l_meld.c        patterns and hands: check_melds, read_texts, read_scores, read_hand (test_melds)
--   bind/l_odds.c        known cards, targets, samples: check_fields, read_deal, read_ask (test_poker)
--   bind/l_poker.c       hands, ranks: check_hands, check_rank; l_poker_cards.c: cards, names and options (test_poker)
--   bind/l_pool.c        amounts, and pools of one table (test_pools)
--   script/safelib.c     texts, tables, numbers of the library, bounded by what they cost (sandbox/, host/test_sandbox)
--   script/pattern.c     patterns and texts, steps counted (sandbox/pattern_*, fuzz_pattern)
--   script/order.c       tables to walk: keys in an order of their own, whatever they are (sandbox/order_*)
--   script/freeze.c      what files leave behind, and locals: walked with a list, not the stack (sandbox/frozen_*)
--   script/sandbox.c     sources; report.c: error values: check_text, report_text (sandbox/syntax_*, error_*)
--   table/question.c, l_question.c  questions: read_name, read_keys, read_cards, check_option(s), check_number, check_text;
--                        answer.c: what `fits` changes (test_asked)
--   table/purity.c       functions that only answer, and what they have changed (test_asked, test_verbs)
--   table/l_verbs.c      verbs of the table and of seats: check_change, in_step (TestVerbArguments, test_verbs)
--   table/snapshot.c     state, what bots note: write_value, cannot (test_croupier, TestBots)
--   table/play.c         what a step returns: two marks, all else is nothing; what `ask` yields: waits
--   table/l_answer.c     answers: push_choice; answers to be given again: a_stage_value, by their kind (front/test_engine)
--   table/bots.c         what a bot says: push_code (TestBots)
--   script/markdown.c    Markdown of a game's folder: by its length; what comes of it, by shared/markdown.lua
--                        (front/base/test_markdown)
--   table/table.c, l_table.c, l_events.c, l_engine.c, search.c, world.c, script/sources.c
--                        nothing but through the library's own Lua: declarations by stdlib/script/declare.lua
--                        (TestDeclared), standings by table_verbs.lua (TestStandings), answers by answers.lua (front/test_answers)
--
-- A call that can raise is made in a protected call alone: scripts/raises.awk, in `make check`.

local handed = dofile "tests/handed.lua"

local game_of, failure, tear_down = handed.game_of, handed.failure, handed.tear_down

TestStandings = { tearDown = tear_down }

local EXPECTED = "finish: expected standings: those of t:rank_by, a list of seats, the name of a pool or of state, "
  .. "or nil"

function TestStandings.test_every_row_is_checked()
  local function with(third) return failure("local a, b = t.seat[1], t.seat[2] t:finish { " .. third .. " }") end
  local rows = "{ seat = a, place = 1 }, { seat = b, place = 2 }, "
  lu.assertEquals(failure "t:finish(5)", EXPECTED)
  lu.assertEquals(with "5", EXPECTED)
  for _, seat in ipairs { "5", "'Anna'", "{ [0] = 99999 }", "{ [0] = 1 }", "t", "t.seat" } do
    lu.assertEquals(with(rows .. "{ seat = " .. seat .. ", place = 3 }"),
      "finish: `seat`: expected a seat of this table")
  end
  lu.assertEquals(with(rows .. "{ seat = a, place = 3 }"), "finish: Anna has two rows")
  lu.assertEquals(with "{ seat = a, place = 1 }", "finish: the standings leave out Ben")
  lu.assertEquals(with "{ seat = a, palce = 1 }", "finish: a row has no `palce`, did you mean `place`?")
  for _, place in ipairs { "nil", "0", "4", "1.5", "'1'", "1 << 40" } do
    lu.assertEquals(with("{ seat = a, place = 1 }, { seat = b, place = " .. place .. " }"),
      "finish: `place`: expected a whole number from 1 to 3")
  end
end

function TestStandings.test_scores_and_what_they_count_are_checked()
  local function with(field)
    return failure("local a, b = t.seat[1], t.seat[2] t:finish { { seat = a, place = 1, " .. field ..
      " }, { seat = b, place = 2, by = { 'points' } } }")
  end
  for _, score in ipairs { "true", "{}", "'12'", "0/0", "1/0", "-1/0", "t.pot" } do
    lu.assertEquals(with("score = " .. score), "finish: `score`: expected a number, or nil for none")
  end
  for _, keys in ipairs { "5", "{ 'x' }", "{ 0/0 }", "{ 1, 2, 3, 4, 5, 6, 7, 8, 9 }" } do
    lu.assertEquals(with("keys = " .. keys), "finish: `keys`: expected a list of at most 8 numbers")
  end
  for _, by in ipairs { "'points'", "{ 5 }", "{ '' }", "{ ('x'):rep(64) }" } do
    lu.assertEquals(with("by = " .. by), "finish: `by`: expected a list of at most 8 names")
  end
  lu.assertEquals(with "by = { 'chips' }", "finish: `by`: expected the same names in every row")
end

function TestStandings.test_they_are_copied()
  local g = game_of [[
    local list = { { seat = t.seat[2], place = 1, score = 2.5, keys = { 2.5, 7 }, by = { "weight", "fish" } },
      { seat = t.seat[1], place = 2 } }
    t.x = list
    t:finish(list)]]
  lu.assertEquals(g:play("random"), "finished")
  g.t.x[1].score, g.t.x[2] = 99, nil
  local result = g:result()
  lu.assertEquals(#result, 2)
  lu.assertEquals(result[1].seat, g.t.seat[2])
  lu.assertEquals(result[1].score, 2.5)
  lu.assertEquals(result[1].keys, { 2.5, 7 })
  lu.assertEquals(result[2].by, { "weight", "fish" })
  lu.assertEquals(math.type(result[1].keys[2]), "integer")
  lu.assertNil(result[2].score)
end

function TestStandings.test_finish_ends_the_step_where_it_stands()
  local g = game_of [[t:each(function(_, seat)
    t.n = t.n + 1
    if seat.number == 2 then t:finish() end
  end)
  t.n = 99]]
  lu.assertEquals(g:play("random"), "finished")
  lu.assertEquals(g.t.n, 2)
  lu.assertNil(g:result())
  lu.assertEquals(failure [[t.seat[1]:ask { "pick", "Which?", card = t.deck, fits = function() t:finish() end }]],
    "finish: only a step can end the game, not a function handed to the host")
end

-- --- the order ---

TestOrder = { tearDown = tear_down }

-- Of a game of this order, with what else stands before it: why it can't be opened, or how it ends.
local function ends(order, before)
  game_of "t:finish()"
  handed.write("game.lua", ([[%s return game { title = "Order", seats = { 1, 1 }, order = %s,
    go = function() end, anew = function() return again end, out = function() return done end }]]):format(before or "",
    order))
  local ok, g = pcall(handed.open)
  if not ok then return (g:gsub("^.-game%.lua:%d+: ", "")) end
  local state, why = g:play("random")
  return state == "failed" and why:gsub("\n.*", "") or state
end

-- Steps that follow each other at once in a simulation end as they do one by one.
function TestOrder.test_an_order_that_ends_in_a_simulation()
  for _, order in ipairs { "{ 'go' }", "{ 'go', 'out' }" } do
    ends(order)
    lu.assertStrContains(handed.says("sim", "-n 3 -j 1 --json"), "the order has ended: a step must call t:finish")
  end
end

-- What stands in the place of a game's file.
function TestOrder.test_what_is_no_script()
  handed.write("game.lua/x", "")
  lu.assertErrorMsgContains("it is not an ordinary file", handed.open)
end

function TestOrder.test_an_order_that_ends()
  local ended = "the order has ended: a step must call t:finish"
  for _, order in ipairs { "{ 'go' }", "{ 'out' }", "{ 'go', { 'out' } }", "{}" } do
    lu.assertEquals(ends(order), ended, order)
  end
end

function TestOrder.test_an_order_without_an_end()
  local idle = "100000 steps without a question: should a step return `done`?"
  for _, order in ipairs { "{ { 'go' } }", "{ 'anew' }" } do lu.assertEquals(ends(order), idle, order) end
end

function TestOrder.test_an_order_that_can_not_be()
  lu.assertEquals(ends "{ 'go', {} }", "a list of the order is empty: expected the names of steps")
  lu.assertEquals(ends(("{"):rep(9) .. "'go'" .. ("}"):rep(9)), "the order has lists nested more than 8 deep")
  lu.assertEquals(ends(("{"):rep(8) .. "'go'" .. ("}"):rep(8)), ends "{ { 'go' } }")
  local long = "local o = {} for i = 1, %d do o[i] = 'go' end"
  lu.assertEquals(ends("{ o }", long:format(255)), "the order has 256 steps and lists: expected at most 255")
  lu.assertEquals(ends("o", long:format(255)), "the order has ended: a step must call t:finish")
end

function TestOrder.test_more_piles_than_a_table_holds()
  local many = "many('owner', 64), "
  local lines = "piles = { seat = { a = " .. many .. "b = " .. many .. "c = " .. many .. "d = 'owner' } },"
  game_of "t:finish()"
  handed.write("game.lua", "return game { title = 'Piles', seats = { 5, 6 }, order = { 'go' }, " .. lines
    .. "go = function(t) t:finish() end }")
  lu.assertEquals(handed.open { seats = 5 }:play("random"), "finished")
  local ok, why = pcall(handed.open, { seats = 6 })
  lu.assertFalse(ok)
  lu.assertStrContains(why, "Piles has 1158 piles for this many players: expected at most 1024")
end

-- A pool that begins with a rule's value.
function TestOrder.test_a_pool_of_less_than_nothing()
  lu.assertErrorMsgContains("a pool can't hold -5", game_of, "t:finish()", "rules = { debt = { -5, 'owed' } }, " ..
    "pools = { purse = 'debt' },")
end

TestWalks = { tearDown = tear_down }

-- What can be walked is the same where the table's fields lie raw, as in a simulation.
function TestWalks.test_seats_and_rules()
  local lines = [[
    local n = 0
    for i, seat in pairs(t.seat) do n = n + i * seat.number end
    for name, value in pairs(t.rules) do n = n * 10 + value + #name end
    t.n = n * 10 + #t.seat
    local who = t.seat[1]:ask { "who", "Who?", one_of = t.seat, optional = true }
    t:finish { { seat = t.seat[1], place = 1, score = t.n }, { seat = t.seat[2], place = 2, score = who and 1 or 0 } }]]
  local g = game_of(lines, "rules = { stake = { 3, 'a stake' } },")
  g:run()
  lu.assertEquals(#g:question().options, 2)
  lu.assertTrue(g:answer("Ben"))
  lu.assertEquals(g:result()[1].score, (5 * 10 + 3 + 5) * 10 + 2)
  lu.assertStrContains(handed.says("sim", "-n 40 -j 1 -s random,random --json"), '"mean":582')
  g = game_of "for name, value in pairs(t.seat[2]) do t:say('%s %s', name, value) end t.seat[1]:say('%s', 1)"
  g:run()
  local said = {}
  for _, event in ipairs(g:events()) do if event.kind == "say" then said[#said + 1] = event.text end end
  lu.assertEquals(said, { "0 2", "points 0", "1" })
  lu.assertEquals(failure "next(t)", "next: expected a table of the script's own")
  lu.assertStrContains(failure "t.seat[1] = nil", "can't change")
  lu.assertStrContains(select(2, game_of("t.x = t"):play("random")), "x holds a part of the table itself")
end

TestDeclared = { tearDown = tear_down }

function TestDeclared.test_what_holds_itself()
  local function mistake(text)
    handed.write("game.lua", text)
    local _, why = pcall(handed.open)
    return why
  end
  local many = " S.b, S.c = S, { S } local L = { S } for i = 1, 70000 do L[i] = 'play' end "
  for key, value in pairs { state = "S", order = "{ 'play', S }", piles = "S", rules = "{ x = { S, 'x' } }" } do
    lu.assertStrContains(mistake("local S = {} S[1] = S" .. many .. "return game { seats = { 2, 2 }, order = L, " .. key
      .. " = " .. value .. ", play = function(t) t:finish() end }"),
      ("`%s`: it contains itself, or tables nested more than 60 deep"):format(key))
  end
end

function TestDeclared.test_names_of_every_game()
  lu.assertStrContains(select(2, pcall(game_of, "t:finish()", "shuffle = function() end,")),
    "`shuffle` is a step and a name that every game has: expected another name")
end

function TestDeclared.test_decks()
  local function mistake(deck)
    local _, why = pcall(game_of, "t:finish()",
      "rules = { packs = { 2, 'decks', min = 1, max = 4 } }, decks = { other = " .. deck .. " },")
    return why
  end
  lu.assertStrContains(mistake "{ 'standard', jokrs = 1 }", "`other`: a deck has no `jokrs`, did you mean `jokers`?")
  lu.assertStrContains(mistake "{ 'standard', packs = 10 }", "`other`: a deck has no `packs`")
  for _, copies in ipairs { "0", "1.5", "{}", "true" } do
    lu.assertStrContains(mistake("{ 'standard', copies = " .. copies .. " }"),
      "`other`: `copies`: expected a whole number from 1, or the name of a rule")
  end
  lu.assertStrContains(mistake "{ 'standard', copies = 'packz' }",
    "`other`: `copies` names a rule `packz` that doesn't exist, did you mean `packs`?")
  local g = game_of("t:finish()",
    "rules = { packs = { 2, 'decks', min = 1, max = 4 } }, decks = { other = { 'standard', copies = 'packs' } },")
  lu.assertEquals(g.build.spec.rules.packs.from, "game")
end

function TestDeclared.test_decks_that_are_too_large()
  local function mistake(deck, rules)
    local more = "rules = { packs = { 2, 'decks', min = 1 } },\ndecks = {\nother = " .. deck .. " },"
    return select(2, pcall(game_of, "t:finish()", more, { rules = rules }))
  end
  local most = " make more than the 4096 cards that a table can have"
  local line = mistake "{ 'standard', copies = 79 }"
  lu.assertStrMatches(line, ".*game.lua:[4-9]: `other`: copies = 79 and jokers = 0" .. most)
  lu.assertStrContains(mistake "{ 'standard', jokers = 4045 }", "copies = 1 and jokers = 4045" .. most)
  lu.assertStrContains(mistake("{ 'standard', copies = 'packs' }", { packs = math.maxinteger }), most)
  lu.assertStrContains(mistake("{ kind { name = 'own', suits = { 'a' }, ranks = { '1' } }, jokers = 1 }"),
    "`other`: the kind own has no joker")
  lu.assertStrContains(mistake("'standard', a = 'standard', b = 'standard', c = 'standard', d = 'standard'"),
    "`other`: more than the 256 faces that a table can have")
end

function TestDeclared.test_jokers_of_two_colours()
  local deck = game_of("t:finish()", "deck = { 'standard', copies = 2, jokers = 3 },").t.deck
  lu.assertEquals(#deck, 107)
  lu.assertEquals({ deck:count("rank", "joker"), deck:count("name", "Jr") }, { 3, 2 })
  local red, black = deck:find("name", "Jr"), deck:find("name", "Jb")
  lu.assertEquals({ red.color, red.value, red.long, black.color, black.long }, { "red", 0, "red joker", "black",
    "black joker" })
  local own = game_of("t:finish()", [[deck = { kind { name = 'own', suits = { 'air' }, ranks = { '1' },
    jokers = { 'fool', 'Fo' } }, jokers = 2 },]]).t.deck
  lu.assertEquals({ #own, own:count("rank", "fool") }, { 3, 2 })
end

function TestDeclared.test_suits_in_colours_of_their_own()
  game_of([[t:say("%s", t.deck:list()) t:finish()]], [[deck = kind { name = "own", suits = {
      { "suns", "s", color = "yellow", symbol = "#" }, { "seas", "e", color = "blue" }, { "ash", color = "grey" } },
    ranks = { "1" }, extras = { { "Fool", "F", color = "magenta" } }, jokers = { "Imp", color = "red" } },]])
  local text = handed.says("play", "--seats random,random --color always", "LC_ALL=C.UTF-8")
  lu.assertStrContains(text, "\27[33m1#\27[0m, \27[34m1e\27[0m, 1a, \27[35mF\27[0m")
end

TestVerbArguments = { tearDown = tear_down }

-- The dice of a text are kept for the next roll: one that is wrong leaves none behind.
function TestVerbArguments.test_dice_after_other_dice()
  local t = game_of("t:finish()").t
  lu.assertEquals({ (t:roll "2d1"), (t:roll "1d1+5"), (t:roll "2d1"), (t:roll "2d1") }, { 2, 6, 2, 2 })
  lu.assertFalse((pcall(t.roll, t, "2d1 2d")))
  lu.assertFalse((pcall(t.roll, t, "2d1 2d")))
  lu.assertEquals({ (t:roll "1d1+1d1+1d1+1d1+1d1"), (t:roll "1d1+1d1+1d1+1d1"), (t:roll "2d1") }, { 5, 4, 2 })
end

function TestVerbArguments.test_each_says_what_it_expects()
  local no_seats = "ask_all: expected a list of seats, or nil for all, before the question"
  for line, sentence in pairs {
    ["t:roll(5)"] = 'roll: expected dice as a text, like t:roll("2d6+1")',
    ["t:roll('2d6', 7)"] = 'roll: expected a seat, like t:roll("1d6", t.seat[1])',
    ["t:ask_all(t.seat[1], { 'q', '?', confirm = true })"] = no_seats,
    ["t:ask_all { 'q', '?', confirm = true }"] = no_seats,
    ["t:ask_all(nil, 5)"] = "ask_all: expected a question in { }, or a function of a seat that gives one",
    ["t:ask_all(nil, function() return 5 end)"] = "ask_all: expected a function that returns a question or nil",
    ["t.seat[1]:ask(5)"] = 'ask: expected a colon and then a question: seat:ask { "name", "Text?", ... }',
    ["t.seat[1].ask {}"] = 'ask: expected a colon and then a question: seat:ask { "name", "Text?", ... }',
    ["t:seats(5)"] = "seats: expected a seat, like t.seat[1]",
    ["t:seats_back({})"] = "seats_back: expected a seat, like t.seat[1]",
    ["t:shuffle()"] = "shuffle: expected a pile, like t:shuffle(t.deck)",
    ["t:best_seats(5)"] = "best_seats: expected a function of a seat",
    ["t:best_seats(function() return {} end)"] =
      "best_seats: expected a function that gives a number, or nil for a seat that does not count",
    ["t:rank_by(5)"] = "rank_by: expected the name of a pool or of state, or a function of a seat",
    ["t:rank_by('hand')"] = "rank_by: `hand` is not a number",
    ["t:rank_by(function() return 0/0 end)"] = "rank_by: expected a function that gives a number, or nil for 0",
    ["t:measure('m', 0/0)"] = "measure: expected a number, or nil for 1",
    ["t.seat[1]:left(1.5)"] = "left: expected a whole number of seats",
    ["t.seat[1].right()"] = "right: expected a seat, like t.seat[1]",
    ["t:event(5)"] = "event: expected a text as its name",
    ["t.x = none"] = "`x = none` is for declarations: in a step, write nil",
  } do
    lu.assertEquals(failure(line, "measures = { m = 'what is counted' },"), sentence)
  end
  lu.assertStrContains(select(2, game_of("t.n = none"):play("random")), "n holds `none`, which is for declarations")
end

-- A test may lay a card on top of the pile in which it lies.
function TestVerbArguments.test_placing_a_card_in_its_own_pile()
  local g = game_of "t:finish()"
  g:place("Kh 3d", g.t.deck)
  lu.assertEquals(g.t.deck:top().name, "3d")
  g:place("Kh", g.t.deck)
  lu.assertEquals(g.t.deck:top().name, "Kh")
  lu.assertEquals(#g.t.deck, 52)
end

TestBots = { tearDown = tear_down }

-- Plays a game of three questions by a bot of this body, after these lines: the sentence with which it fails.
local function bot_fails(head, body, before)
  game_of((before or "") .. " for _ = 1, 3 do t.seat[1]:ask { 'pick', 'Pick', min = 1, max = 9 } end t:finish()")
  handed.write("bots.lua",
    head .. "\nreturn { best = 'one', one = { one_line = 'one', pick = function(me, q)\n" .. body .. "\nend } }\n")
  local ok, status, why = pcall(function() return handed.open():play("one") end)
  return not ok and status or why
end

function TestBots.test_hold_nothing_but_their_notes()
  lu.assertStrContains(bot_fails("local n = 0", "n = n + 1 return n"),
    "bots.lua:2: `n` was 0 and is 1 now, changed by the function here: a bot keeps such values in me.notes")
  lu.assertStrContains(bot_fails("local list = {}", "list[1] = 1 return q.min"), "can't change")
  lu.assertStrContains(bot_fails("", "me.table.seat.x = 1 return q.min"), "can't change")
  lu.assertStrContains(bot_fails("", "me.notes.f = function() end return q.min"), "notes holds a function")
  lu.assertStrContains(bot_fails("", "me.notes.hand = me.hand return q.min"), "notes holds a userdata")
  lu.assertStrContains(bot_fails("", "me.notes.me = me return q.min"),
    "notes holds a part of the table itself, which can't be kept: expected plain data, cards or a seat's number")
  for _, wrong in ipairs { "5, 1", "6", "1.5, 2", "'1', 2" } do
    lu.assertStrContains(bot_fails("", ("return me:random(%s)"):format(wrong)), "random: expected two whole numbers")
  end
  lu.assertStrContains(bot_fails("", "return me:choose(7)"), "choose: expected a list, like q.options")
  for _, wrong in ipairs { "7", "me.hand", "{ number = 1 }", "true" } do
    lu.assertStrContains(bot_fails("", ("for _ in me.table:seats(%s) do end return q.min"):format(wrong)),
      "seats: expected a seat, like me.table.seat[1]")
  end
  lu.assertNil(bot_fails("", "for one in me.table:seats(me) do if one == me then return q.min end end"))
  lu.assertNil(bot_fails("", "me.notes.n = (me.notes.n or 0) + 1 return me.notes.n"))
  lu.assertNil(bot_fails("", "me.notes.text = ('x'):rep(65000) return q.min"))
  for _, notes in ipairs { "me.notes.text = ('x'):rep(66000)", "for i = 1, 4000 do me.notes[i] = i end",
    "for i = 1, 100 do me.notes[i] = ('x'):rep(1000) .. i end" } do
    lu.assertStrContains(bot_fails("", notes .. " return q.min"), "notes: more than 65536 bytes")
  end
end

-- What stands in bots.lua is looked at before anybody sits down.
function TestBots.test_are_named_and_say_a_line()
  for bots, sentence in pairs { ["[{}] = {}"] = "tables as keys", ["[7] = {}"] = "a bot's name is no text",
    ["['a\\n'] = {}"] = "a bot's name is `a?`: expected letters",
    ["search = {}"] = "a bot can't be called `search`",
    ["random = {}"] = "a bot can't be called `random`",
    ["Me = {}"] = "a bot can't be called `Me`",
    ["b = { one_line = {} }"] = "bot `b`: one_line: expected a line",
    ["b = { one_line = 'a\\nb' }"] = "bot `b`: one_line: expected a line of at most 200 bytes",
    ["b = { one_line = ('x'):rep(201) }"] = "at most 200 bytes" } do
    game_of("t.seat[1]:ask { 'pick', 'Pick', min = 1, max = 9 } t:finish()")
    handed.write("bots.lua", ("return { best = 'one', one = {}, %s }"):format(bots))
    local ok, status, why = pcall(function() return handed.open():play("one") end)
    lu.assertStrContains(not ok and status or why, sentence)
  end
end

-- A hand that isn't seen has no rank, whichever way it is handed over; one's own has.
function TestBots.test_rank_no_hand_that_is_hidden()
  local deal = "t.deck:deal(5, t.seat[1].hand) t.deck:deal(5, t.seat[2].hand)"
  for _, hand in ipairs { "other.hand", "other.hand:list()", "me.hand, other.hand:top()" } do
    local body = ("local other = me.table.seat[2] return poker.rank(%s) %% 9 + 1"):format(hand)
    lu.assertStrContains(bot_fails("", body, deal), "has no poker rank")
  end
  lu.assertNil(bot_fails("", "return poker.rank(me.hand) % 9 + 1", deal))
end

-- However many threads play, and whichever games fail, what a bot has changed is as it was for the next game.
function TestBots.test_what_they_changed_is_put_back()
  local head = "local n = 0"
  bot_fails(head, "if me:random(1, 20) == 1 then n = n + 1 end return q.min")
  local function figures(jobs)
    return (handed.says("sim", "-n 60 --seats one,one --seed 1 --json -j " .. jobs):match('"failed":(%d+)'))
  end
  local one = figures(1)
  lu.assertTrue(tonumber(one) > 0 and tonumber(one) < 60, one)
  lu.assertEquals(figures(4), one)
end

-- What a bot changes late in a game and sets back at its next answer, or notes and forgets: a simulation finds it too.
function TestBots.test_what_is_set_back_is_found_in_a_simulation()
  game_of "for _ = 1, 9 do t.seat[1]:ask { 'pick', 'Pick', min = 1, max = 9 } end t:finish()"
  local function simulated(change)
    handed.write("bots.lua", ([[
      local n = 0
      local function pick(me, q)
        me.notes.asked = (me.notes.asked or 0) + 1
        local sixth, seventh = me.notes.asked == 6, me.notes.asked == 7
        %s
        return q.min
      end
      return { best = "one", one = { one_line = "one", pick = pick } }]]):format(change))
    return handed.says("sim", "-n 3 --seats one,one --seed 1")
  end
  local output = simulated "if sixth then n = 1 elseif seventh then n = 0 end"
  lu.assertStrContains(output, "`n` was 0 and is 1 now")
  lu.assertStrContains(output, "a bot keeps such values in me.notes")
  lu.assertStrContains(simulated "if sixth then me.notes.f = pick elseif seventh then me.notes.f = nil end",
    "notes holds a function")
end

TestHead = {}

-- Each file of C that gives scripts a function stands in the list above.
function TestHead.test_every_file_is_listed()
  local file = assert(io.open("tests/script/test_arguments.lua"))
  local head = file:read("a"):match("^(.-)\n\nlocal")
  file:close()
  local list = assert(io.popen("grep -lE 'luaL_Reg|lua_pushcfunction|lua_pushcclosure' host/bind/*.c host/script/*.c "
    .. "host/table/*.c"))
  for path in list:lines() do lu.assertStrContains(head, path:match("[^/]*$")) end
  list:close()
end
