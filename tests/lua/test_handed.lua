-- What a script hands over is checked where it enters: a wrong value is an
-- error at the script's line, in a plain sentence, and nothing later meets it.
--
-- What crosses from scripts to C, file by file; what is checked where, and the tests of it. A handle is a userdata whose
-- tag is compared (bind_test); a number, a text or a function is luaL_check's.
--
--   bind/bind.c          handles of cards, piles, pools and tables: bind_test, bind_card (here, test_guards)
--   bind/l_cards.c       piles' verbs: check_own (whose table, locked), check_to, check_card; lists card by card; places
--                        and counts by the pile; fields by their names; faces of a kind: read_face (test_piles, here)
--   bind/l_chance.c      streams, bounds: check_stream (test_rng); world/dice.lua: what dice say (test_dice)
--   bind/l_meld.c        patterns and hands: check_melds, read_texts, read_scores, read_hand (test_melds)
--   bind/l_odds.c        known cards, targets, samples: check_fields, read_deal, read_ask (test_poker)
--   bind/l_poker.c       hands, ranks: check_hands, check_rank; l_poker_cards.c: cards, names and options (test_poker)
--   bind/l_pool.c        amounts, and pools of one table (test_pools)
--   script/safelib.c     texts, tables, numbers of the library, bounded by what they cost (sandbox/, host/test_sandbox)
--   script/pattern.c     patterns and texts, steps counted (sandbox/pattern_*, fuzz_pattern)
--   script/order.c       tables to walk: keys in an order of their own, whatever they are (sandbox/order_*)
--   script/freeze.c      what files leave behind, and locals: walked with a list, not the stack (sandbox/frozen_*)
--   script/sandbox.c     sources; report.c: error values: check_text, report_text (sandbox/syntax_*, error_*)
--   table/question.c     questions: read_name, read_keys, read_cards, check_option(s), check_number, check_text, and what
--                        `fits` changes (TestQuestions, TestAnswering)
--   table/reach.c        functions that only answer, and what they have changed (TestAnswering, test_verbs)
--   table/l_verbs.c      verbs of the table and of seats: check_change, in_step (TestVerbArguments, test_verbs)
--   table/snapshot.c     state, what bots note: write_value, cannot (test_croupier, TestBots)
--   table/play.c         what a step returns: two marks, all else is nothing; what `ask` yields: waits
--   table/l_question.c   answers: push_choice; answers to be given again: a_stage_value, by their kind (front/test_engine)
--   table/bots.c         what a bot says: push_code (TestBots)
--   table/table.c, l_table.c, l_engine.c, replay.c, world.c, script/sources.c   nothing but through the library's own Lua:
--                        declarations by stdlib/world/declare.lua (TestDeclared), standings by table_verbs.lua
--                        (TestStandings), answers by answers.lua (front/test_answers)
--
-- A call that can raise is made in a protected call alone: scripts/raises.awk, in `make check`.

local tools = dofile "tests/lua/tools.lua"
local folder

-- A game of one step with these lines in it; `more` are further fields.
local function game_of(lines, more, options)
  folder = folder or tools.folder()
  tools.write(folder .. "/game.lua", [[return game { title = "Handed", seats = { 2, 4 }, deck = "standard",
    piles = { lake = "everyone", seat = { hand = "owner" } }, pools = { pot = 0, seat = { chips = 50 } },
    state = { n = 0, x = none, seat = { points = 0 } }, order = { "play", "over" },
    ]] .. (more or "") .. [[
    over = function(t) t:finish(t:rank_by("points")) end,
    play = function(t)
]] .. lines .. "\nend }")
  return croupier.open(folder, options)
end

-- The sentence with which the game of these lines fails, without its place; it must be the script's own.
local function failure(lines, more)
  local _, why = game_of(lines, more):play("random")
  lu.assertNotNil(why, lines)
  local sentence = why:match("^[^:]*/game%.lua:%d+: (.*)$")
  lu.assertNotNil(sentence, why)
  return sentence
end

local function tear_down()
  if folder then os.execute("rm -rf " .. folder) end
  folder = nil
end

TestStandings = { tearDown = tear_down }

local EXPECTED = "finish: expected standings: what t:rank_by gives, a list of seats, the name of a pool or of state, "
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

TestQuestions = { tearDown = tear_down }

-- The sentence about a question of these fields, of seat 1, without its name.
local function question_fault(fields, before)
  return (failure((before or "") .. " t.seat[1]:ask { 'q', 'What?', " .. fields .. " }"):gsub("^question `q`: ", ""))
end

function TestQuestions.test_names()
  for _, name in ipairs { "''", "'q x'", "'q\\nx'", "('q'):rep(64)", "'q:'", "'q{'", "'ä'", "'a\\0'" } do
    lu.assertEquals(failure("t.seat[1]:ask { " .. name .. ", 'What?', confirm = true }"),
      "question `?`: its name must be of at most 63 letters, digits and _")
  end
  lu.assertEquals(failure "t.seat[1]:ask { 5, 'What?', confirm = true }",
    "question `?`: the first entry must be its name, a text")
  lu.assertEquals(game_of "t.seat[1]:ask { ('q'):rep(63), '?', confirm = true } t:finish()":play("random"), "finished")
end

function TestQuestions.test_options()
  local line = "option 2 of `one_of` is not a line of at most 2000 bytes"
  lu.assertEquals(question_fault "one_of = { 'a', ('x'):rep(2001) }", line)
  lu.assertEquals(question_fault "one_of = { 'a', 'b\\nc' }", line)
  lu.assertEquals(question_fault "one_of = { 'a', 'b\\0c' }", line)
  lu.assertEquals(question_fault "one_of = { 'a', { text = 'b\\27[31m' } }", line)
  lu.assertEquals(question_fault "one_of = { 'a', { text = 5 } }", "option 2 of `one_of` has a `text` that is not text")
  for _, number in ipairs { "0/0", "1/0", "-1/0" } do
    lu.assertEquals(question_fault("one_of = { 1, " .. number .. " }"), "option 2 of `one_of` is not a finite number")
  end
  for _, thing in ipairs { "function() end", "none", "nil, 3" } do
    lu.assertEquals(question_fault("one_of = { 1, " .. thing .. " }"), "option 2 of `one_of` is nothing to choose: " ..
      "expected a number, a text, a card, a seat or a table with a `text`")
  end
  lu.assertEquals(question_fault("card = { c, t.deck:bottom(), c }", "local c = t.deck:top()"), "the list has Ks twice")
end

-- Fields of a question that can't be asked, and what is said of each.
local WRONG = {
  ["one_of = { 1, 2 }, card = t.deck"] = "it asks for two kinds of answer",
  ["text = 5, confirm = true"] = "it asks for two kinds of answer",
  ["min = 1, max = 3, step = 0"] = "`step`: expected 1 or more",
  ["min = 1, max = 3, step = 'two'"] = "`step`: expected a whole number",
  ["min = 1.5, max = 3"] = "`min`: expected a whole number",
  ["min = 1, max = t.pot"] = "`max`: expected a whole number (a pool's is :amount())",
  ["min = 1"] = "a number needs `min` and `max`",
  ["max = 1"] = "a number needs `min` and `max`",
  ["min = 5, max = 3"] = "no number is legal: `min` is above `max`",
  ["text = 'long'"] = "`text`: expected a whole number",
  ["cards = t.deck, count = {}"] = "`count`: expected a whole number",
  ["cards = t.deck, min = 53"] = "it asks for more cards than there are",
  ["card = t.deck, fits = true"] = "`fits`: expected a function",
  ["confirm = true, tells = 'much'"] = "`tells`: expected a function",
  ["mni = 1, max = 3"] = "unknown key `mni`, did you mean `min`",
  ["chocolate = true"] = "unknown key `chocolate`",
  ["confirm = true, [t] = 1"] = "a key that is not a name",
  ["cards = 5"] = "expected a pile or a list of cards",
  ["card = 5"] = "expected a pile or a list of cards",
  ["card = { 5 }"] = "expected a list of cards of this table",
  ["card = { t.seat[1].hand }"] = "expected a list of cards of this table",
  ["card = t.x"] = "more cards than there are",
  ["one_of = 'red or blue'"] = "`one_of`: expected a list",
  ["one_of = {}"] = "no answer is legal",
  ["card = t.seat[1].hand"] = "no answer is legal",
  ["card = t.deck, fits = function() return false end"] = "no answer is legal",
  ["card = t.deck, fits = function() error 'tired' end"] = "tired",
  ["cards = t.deck, min = 2, fits = function() error 'tired' end"] = "tired",
  ["cards = t.deck, min = 2, fits = function(_, list) return #list == 0 end"] =
    "no choice of cards was legal in 64 tries",
}

function TestQuestions.test_what_can_not_be_asked()
  for fields, sentence in pairs(WRONG) do
    lu.assertEquals(question_fault(fields, "t.x = {} for i = 1, 53 do t.x[i] = t.deck:top() end"), sentence, fields)
  end
end

-- Nor in a simulation, where the question is answered where it is asked.
function TestQuestions.test_what_can_not_be_asked_at_once()
  game_of "t.seat[1]:ask { 'q', 'What?', min = 5, max = 3 }"
  local sim = assert(io.popen(("%s sim %s -n 1 -j 1 2>&1"):format(croupier.program, folder)))
  lu.assertStrContains(sim:read("a"), "question `q`: no number is legal")
  sim:close()
end

function TestQuestions.test_a_pile_of_another_table()
  local g = game_of "t.seat[1]:ask { 'q', 'What?', card = t.x }"
  g.t.x = croupier.open(folder).t.deck
  lu.assertStrContains(select(2, g:play("random")), "question `q`: expected a pile of this table")
end

-- What t.x is in the end, answered at random.
local function answered(fields, before)
  local g = game_of((before or "") .. " t.x = t.seat[1]:ask { 'q', 'What?', " .. fields .. " } t:finish()")
  lu.assertEquals(g:play("random"), "finished", fields)
  return g.t.x
end

function TestQuestions.test_what_has_one_answer()
  lu.assertNil(answered "one_of = {}, optional = true")
  lu.assertNil(answered "card = t.seat[1].hand, optional = true")
  lu.assertNil(answered "min = 5, max = 3, optional = true")
  lu.assertEquals(answered "one_of = { 'only' }", "only")
  lu.assertEquals(answered "min = 3, max = 3", 3)
  lu.assertEquals(answered "cards = t.deck, max = 0", {})
  lu.assertEquals(#answered "cards = t.deck, min = 52", 52)
  lu.assertEquals(#answered "cards = t.deck, min = -3, max = 99, count = 2", 2)
  lu.assertEquals(answered "text = 9, bot = { 'oh' }", "oh")
  lu.assertEquals(answered "text = 9, bot = {}", "")
  lu.assertEquals(answered "text = 9", "")
  lu.assertNil(answered "text = 9, optional = true")
end

-- At random all options of a first game are looked at, of the others what is answered.
function TestQuestions.test_options_in_a_simulation()
  game_of "t.seat[1]:ask { 'q', 'What?', one_of = { 0/0, 0/0 } } t:finish()"
  local sim = assert(io.popen(("%s sim %s -n 3 -j 1 --json 2>&1"):format(croupier.program, folder)))
  lu.assertStrContains(sim:read("a"), "option 1 of `one_of` is not a finite number")
  sim:close()
end

function TestQuestions.test_texts()
  local expected = "`bot`: expected a line that fits `text`, without spaces around it"
  for _, text in ipairs { "'a\\0b'", "' a'", "'a '", "'abcdef'", "{ 'a\\nb' }" } do
    lu.assertEquals(question_fault("text = 5, bot = " .. text), expected)
  end
  lu.assertEquals(question_fault "text = 5, bot = 7", "`bot`: expected a text or a list of texts")
  for _, most in ipairs { "0", "-1", "2001" } do
    lu.assertEquals(question_fault("text = " .. most), "`text`: expected how many bytes, 1 to 2000")
  end
end

-- A `fits` that empties its question changes not even its name; the list that it is offered is its own.
function TestQuestions.test_what_fits_is_handed()
  local name = "name_" .. ("x"):rep(50)
  lu.assertEquals(failure [[local q
    q = { "name_" .. ("x"):rep(50), "?", card = t.seat[1].hand, optional = true, fits = function()
      q[1], q[2], q.card = nil, nil, nil
      for i = 1, 2000 do local _ = { i } end
      return true
    end }
    t.deck:deal(5, t.seat[1].hand)
    t.seat[1]:ask(q)]], "question `" .. name .. "`: `fits` may change nothing: it has changed `q`")
  local g = game_of [[
    t.x = t.seat[1]:ask { "several", "?", cards = t.deck, min = 2, max = 5, fits = function(card, list)
      list[#list + 1], list[1] = card, nil
      return true
    end }
    t:finish()]]
  g:run()
  lu.assertTrue(g:answer_random())
  lu.assertTrue(#g.t.x >= 2)
  for _, card in ipairs(g.t.x) do lu.assertNotNil(card.name) end
  lu.assertEquals(g:run(), "finished")
end

-- What a view shows is no card or pile to choose; as an option it is as good as any other value.
function TestQuestions.test_what_a_view_has_shown()
  local wrong = { top = "expected a list of cards of this table", deck = "expected a pile of this table" }
  for what, sentence in pairs(wrong) do
    local g = game_of "t.seat[1]:ask { 'q', 'What?', card = t.x }"
    g.t.x = g:view(g.t.seat[1], function(v) return what == "top" and { v.deck:top() } or v.deck end)
    lu.assertStrContains(select(2, g:run()), sentence)
  end
  local g = game_of "t.n = t.seat[1]:ask { 'q', 'What?', one_of = { t.x, t.lake } } == t.x and 1 or 2 t:finish()"
  g:place("Kh", g.t.lake)
  local face = g:view(g.t.seat[1], function(v) return v.lake:top() end)
  g.t.x = face
  lu.assertTrue(g:view(g.t.seat[1], function(v) return v.x end) == face)
  g.t.x = g.t.lake
  lu.assertEquals(g:view(g.t.seat[1], function(v) return v.x:top().name end), "Kh")
  g.t.x = face
  g:run()
  lu.assertTrue(g:answer("Kh"))
  lu.assertEquals({ g:run(), g.t.n }, { "finished", 1 })
  g = game_of "for _, n in pairs { [t.x] = 1, [t.deck:top()] = 2 } do t.n = t.n * 10 + n end t:finish()"
  g.t.x = face
  lu.assertEquals({ g:run(), g.t.n }, { "finished", 21 }) -- a face comes after cards
end

-- What can be chosen: fractions, too; and what a `fits` asks may be the library's.
function TestQuestions.test_what_can_be_chosen()
  local g = game_of([[t.x = t.seat[1]:ask { "q", "What?", one_of = { 0.5, 1.5 } }
    local max = math.max
    t.seat[1]:ask { "q", "Which?", card = t.deck, fits = function() return max(1, 2) == 2 end } -- �
    t:finish("points")]])
  g:run()
  lu.assertTrue(g:answer("0.5"))
  g:play "random"
  lu.assertEquals({ g.status, g.t.x }, { "finished", 0.5 })
end

-- A question may do without a text, and an answer in words without one that a bot may say.
function TestQuestions.test_without_words()
  local g = game_of [[for i = 1, 20 do t.n = t.seat[1]:ask { "q", text = 5, optional = true } and i or t.n end
    t:finish()]]
  g:run()
  lu.assertEquals(g:question().text, "")
  lu.assertEquals({ g:play "random", g.t.n }, { "finished", 0 })
end

function TestQuestions.test_wide_numbers()
  local g = game_of [[t.x = t.seat[1]:ask { "q", "?", min = math.mininteger + 1, max = math.maxinteger - 1, step = 3 }
    t:finish()]]
  lu.assertEquals(g:play("random"), "finished")
  lu.assertEquals((g.t.x - (math.mininteger + 1)) % 3, 0)
end

-- Cards that were to lie on top: those of the deck alone, when it is shuffled for the first time; also in games that a
-- search plays, and all of them.
function TestQuestions.test_a_stack()
  local lines = [[t.lake:put(t.deck:find("name", "Ah")) t.lake:shuffle() t.deck:shuffle() t.x = t.deck:top().name
    t.n = t.seat[1]:ask { "q", "What?", one_of = { 1, 2 } }
    t:finish("points")]]
  local g = game_of(lines, nil, { stack = "Ah Kh" })
  lu.assertEquals({ g:play "search:4", g.t.x }, { "finished", "Kh" })
  -- Nor do they come again where a search goes back to a step after the one that laid them there.
  local again = [[order = { "first", "play", "over" }, first = function(t) t.deck:shuffle() end,]]
  lines = lines:gsub("t.lake:put.-t.deck:shuffle", "t.deck:shuffle")
  local tops = {}
  for i, who in ipairs { "random", "search:4" } do
    g = game_of(lines, again, { stack = "Ah Kh", seed = "twice" })
    lu.assertEquals(g:play(who), "finished")
    tops[i] = g.t.x
  end
  lu.assertNotEquals(tops[1], "Ah")
  lu.assertEquals(tops[2], tops[1])
  local names = {}
  for card in game_of("").t.deck:cards() do names[#names + 1] = card.name end
  g = game_of("t.deck:shuffle() t:finish()", nil, { stack = table.concat(names, " ") })
  g:run()
  for i, name in ipairs(names) do lu.assertEquals(g.t.deck:card(#names + 1 - i).name, name) end
end

-- A question that offers what lies there has to offer something when cards are placed.
function TestQuestions.test_placed_under_a_question()
  local g = game_of "t.deck:deal(2, t.lake) t.seat[1]:ask { 'q', 'What?', card = t.lake } t:finish()"
  g:run()
  local cards = g.t.lake:top().name .. " " .. g.t.lake:bottom().name
  lu.assertErrorMsgContains("expected a pile", g.place, g, cards, 5)
  lu.assertErrorMsgContains("question `q`: no answer is legal", g.place, g, cards, g.t.seat[1].hand)
end

-- Where cards were placed under a question there is no way back to it: who searches answers at random.
function TestQuestions.test_a_search_where_cards_were_placed()
  local g = game_of "t.n = t.seat[1]:ask { 'q', 'What?', one_of = { 1, 2 } } t:finish('points')"
  g:run()
  g:place("Kh", g.t.lake)
  lu.assertEquals({ g:play "search:4", g.t.lake:top().name }, { "finished", "Kh" })
end

-- --- keys ---

TestKeys = { tearDown = tear_down }

-- Things as keys come in one order, however they were put there: cards, piles, pools, seats.
function TestKeys.test_things_as_keys()
  local g = game_of [=[
    local things = { [t.pot] = "pot", [t.lake] = "lake", [t.deck] = "deck", [t.deck:top()] = "top",
      [t.seat[2]] = "second", [t.seat[1].hand] = "hand", [t.seat[1]] = "first" }
    t.x = {}
    for _, name in pairs(things) do t.x[#t.x + 1] = name end
    t:finish()]=]
  lu.assertEquals(g:play("random"), "finished")
  lu.assertEquals(g.t.x, { "top", "deck", "lake", "hand", "pot", "first", "second" })
end

-- A state that can't be kept is no matter to who searches: the game ends where it is looked at.
function TestKeys.test_a_search_over_what_can_not_be_kept()
  local g = game_of([[t.x = t.x or function() end
    if t.seat[1]:ask { "q", "What?", one_of = { 1, 2, 3 } } then t.n = t.n + 1 end
    return again]])
  local _, why = g:play("search:4")
  lu.assertStrContains(why, "holds a function, which can't be kept")
end

-- --- the order ---

TestOrder = { tearDown = tear_down }

-- Of a game of this order, with what else stands before it: why it can't be opened, or how it ends.
local function ends(order, before)
  game_of "t:finish()"
  tools.write(folder .. "/game.lua", ([[%s return game { title = "Order", seats = { 1, 1 }, order = %s,
    go = function() end, anew = function() return again end, out = function() return done end }]]):format(before or "",
    order))
  local ok, g = pcall(croupier.open, folder)
  if not ok then return (g:gsub("^.-game%.lua:%d+: ", "")) end
  local state, why = g:play("random")
  return state == "failed" and why:gsub("\n.*", "") or state
end

-- Steps that follow each other at once in a simulation end as they do one by one.
function TestOrder.test_an_order_that_ends_in_a_simulation()
  for _, order in ipairs { "{ 'go' }", "{ 'go', 'out' }" } do
    ends(order)
    local sim = assert(io.popen(("%s sim %s -n 3 -j 1 --json 2>&1"):format(croupier.program, folder)))
    lu.assertStrContains(sim:read("a"), "the order has ended: a step must call t:finish")
    sim:close()
  end
end

-- What stands in the place of a game's file.
function TestOrder.test_what_is_no_script()
  folder = tools.folder("game.lua")
  lu.assertErrorMsgContains("it is not an ordinary file", croupier.open, folder)
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
  lu.assertEquals(ends(("{"):rep(9) .. "'go'" .. ("}"):rep(9)), "the order has lists in lists more than 8 deep")
  lu.assertEquals(ends(("{"):rep(8) .. "'go'" .. ("}"):rep(8)), ends "{ { 'go' } }")
  local long = "local o = {} for i = 1, %d do o[i] = 'go' end"
  lu.assertEquals(ends("{ o }", long:format(255)), "the order has 256 steps and lists: expected at most 255")
  lu.assertEquals(ends("o", long:format(255)), "the order has ended: a step must call t:finish")
end

function TestOrder.test_more_piles_than_a_table_holds()
  local many = "many('owner', 64), "
  local lines = "piles = { seat = { a = " .. many .. "b = " .. many .. "c = " .. many .. "d = 'owner' } },"
  game_of "t:finish()"
  tools.write(folder .. "/game.lua", "return game { title = 'Piles', seats = { 5, 6 }, order = { 'go' }, " .. lines
    .. "go = function(t) t:finish() end }")
  lu.assertEquals(croupier.open(folder, { seats = 5 }):play("random"), "finished")
  local ok, why = pcall(croupier.open, folder, { seats = 6 })
  lu.assertFalse(ok)
  lu.assertStrContains(why, "Piles has 1158 piles for so many players: expected at most 1024")
end

-- A pool that begins with a rule's value.
function TestOrder.test_a_pool_of_less_than_nothing()
  lu.assertErrorMsgContains("a pool can't hold -5", game_of, "t:finish()", "rules = { debt = { -5, 'owed' } }, " ..
    "pools = { purse = 'debt' },")
end

-- What only answers is called more often in one way to play than in another: it may change nothing.
TestAnswering = { tearDown = tear_down }

-- Writes to what a function can reach: the code, and the name that the sentence has.
local WRITES = { ["t.n = t.n + 1"] = "n", ["t.seat[2].points = 7"] = "points", ["t.x = { t.x }"] = "x",
  ["t.list[2][1] = t.list[2][1] + 1"] = "list", ["t.list[t.list[2]] = true"] = "list", ["t.n = t.n + 0.0"] = "n",
  ["n = n + 1"] = "n", ["l[#l + 1] = 1"] = "l", ["helper()"] = "helper" }
local LOCALS = "local n, l = 0, {} local function helper() l[1] = (l[1] or 0) + 1 end "
local LIST = "state = { n = 0, x = none, list = { 1, { 2 } }, seat = { points = 0 } },"

-- The game with these fields in its question.
local function asks(fields, more)
  return game_of(LOCALS .. "t.deck:deal(5, t.seat[1].hand) t.x = t.seat[1]:ask { 'q', 'What?', " .. fields
    .. ", card = t.seat[1].hand, optional = true } t:finish()", (more or "") .. LIST)
end

function TestAnswering.test_fits()
  for write, name in pairs(WRITES) do
    for _, kind in ipairs { "card = t.seat[1].hand", "cards = t.seat[1].hand, min = 1, max = 3" } do
      lu.assertEquals(failure(LOCALS .. "t.deck:deal(5, t.seat[1].hand) t.seat[1]:ask { 'q', 'What?', " .. kind
        .. ", fits = function() " .. write .. " return true end }", LIST),
        "question `q`: `fits` may change nothing: it has changed `" .. name .. "`", write)
    end
  end
end

-- What it makes for itself is nobody's, and so is what it puts back.
function TestAnswering.test_fits_may_use_what_is_its_own()
  local g = asks "fits = function(c) local k = { 1 } t.n = 5 t.n = 0 return k[1] == 1 and c.value > 0 end"
  lu.assertEquals(g:play("random"), "finished")
end

-- A `fits` that is asked of a typed answer, of several cards.
function TestAnswering.test_fits_of_a_kept_answer()
  local g = game_of([[t.seat[1]:ask { "q", "What?", cards = t.deck, min = 2, max = 2, fits = function(_, list)
      if #list > 0 then t.n = 1 end
      return true
    end } t:finish()]])
  lu.assertEquals(g:run(), "question")
  lu.assertFalse((pcall(g.answer, g, "Kh Qh")) and g:run() == "finished")
end

-- Functions that are called only when a person reads: nothing is said of it there, and the game ends with the sentence.
function TestAnswering.test_default_and_why()
  for write, name in pairs(WRITES) do
    for field, look in pairs { default = function(g) g:question() end,
      why = function(g) g:answer "Zz" g:answer "Kh" end } do
      local g = asks(field .. " = function() " .. write .. " end, fits = function(c) return c.rank ~= 'K' end")
      lu.assertEquals(g:run(), "question")
      look(g)
      g:answer(nil)
      local status, why = g:run()
      lu.assertEquals(status, "failed", write)
      lu.assertStrMatches(why, "[^:]*/game%.lua:%d+: this function only answers and may change nothing: "
        .. "it has changed `" .. name .. "`")
    end
  end
end

-- At a table that is kept: the game doesn't go on with what a note has changed, and a mended script does.
function TestAnswering.test_tells_at_a_table()
  local function play(write)
    game_of("t.x = t.seat[1]:ask { 'q', 'What?', min = 1, max = 3, tells = function() " .. write
      .. " return 'so' end } t.seat[1].points = t.n t:finish(t:rank_by('points'))")
    local file = assert(io.popen(("printf '2\\n' | XDG_STATE_HOME=%s %s play %s --seats me,random 2>&1; echo $?")
      :format(folder, croupier.program, folder)))
    local output = file:read("a"):gsub("%s+", " ")
    file:close()
    return output
  end
  local output = play "t.n = t.n + 1"
  lu.assertStrContains(output, "this function only answers and may change nothing: it has changed `n`")
  lu.assertStrMatches(output, ".* 1 $")
  lu.assertStrMatches(play "", ".* 0 $")
end

function TestAnswering.test_nothing_is_moved_either()
  for _, write in ipairs { "t.deck:shuffle()", "t.seat[1].chips:pay(1, t.pot)", "t:random(1, 6)", "t:finish()",
    "t.seat[1].hand:put(t.deck:top())", "t.deck:show(t.deck:top(), t.seat[2])", "t:say 'x'" } do
    local g = asks("default = function() " .. write .. " end")
    g:run()
    local function held() return { #g.t.deck, g.t.deck:top(), #g.t.seat[1].hand, g.t.pot:amount(), #g:events() } end
    local before = held()
    lu.assertNil(g:question().default)
    lu.assertEquals(held(), before, write)
    g:answer_random()
    lu.assertEquals(g:run(), "finished", write)
  end
end

function TestAnswering.test_who_may_act()
  local g = asks("default = none", "actions = { bow = { 'bow', step = 'bows', who = function(t) "
    .. "t.n = 9 return false end } }, bows = function() end,")
  lu.assertStrContains(select(2, g:act("bow", g.t.seat[1])), "may change nothing: it has changed `n`")
  lu.assertStrContains(select(2, g:run()), "it has changed `n`")
end

-- `check` gets copies of rules and players.
function TestAnswering.test_check()
  local g = game_of("t.x = t.rules.stake t:finish()", [[rules = { stake = { 3, "a stake", from = "step" } },
    profile = { str = { 10, "strength" } },
    check = function(rules, _, players)
      rules.stake = 99
      for _, player in ipairs(players) do player.name, player.profile = "X", nil end
    end,]], { seats = 2 })
  lu.assertEquals({ g.t.seat[1].name, g.t.seat[1].profile.str }, { "Anna", 10 })
  g:run()
  lu.assertEquals(g.t.x, 3)
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
  local sim = assert(io.popen(("%s sim %s -n 40 -j 1 -s random,random --json 2>&1"):format(croupier.program,
    folder)))
  lu.assertStrContains(sim:read("a"), '"mean":582')
  sim:close()
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
    folder = folder or tools.folder()
    tools.write(folder .. "/game.lua", text)
    local _, why = pcall(croupier.open, folder)
    return why
  end
  local many = " S.b, S.c = S, { S } local L = { S } for i = 1, 70000 do L[i] = 'play' end "
  for key, value in pairs { state = "S", order = "{ 'play', S }", piles = "S", rules = "{ x = { S, 'x' } }" } do
    lu.assertStrContains(mistake("local S = {} S[1] = S" .. many .. "return game { seats = { 2, 2 }, order = L, " .. key
      .. " = " .. value .. ", play = function(t) t:finish() end }"),
      ("`%s`: it holds itself, or tables in tables more than 60 deep"):format(key))
  end
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
  local file = assert(io.popen(("XDG_STATE_HOME=%s LC_ALL=C.UTF-8 %s play %s --seats random,random --color always 2>&1")
    :format(folder, croupier.program, folder)))
  local text = file:read("a")
  file:close()
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
  for line, sentence in pairs {
    ["t:roll(5)"] = 'roll: expected dice as a text, like t:roll("2d6+1")',
    ["t:roll('2d6', 7)"] = 'roll: expected a seat, like t:roll("1d6", t.seat[1])',
    ["t:ask_all(t.seat[1], { 'q', '?', confirm = true })"] = "ask_all: expected a list of seats, or nil for all",
    ["t:ask_all(nil, 5)"] = "ask_all: expected a question in { }, or a function of a seat that gives one",
    ["t:ask_all(nil, function() return 5 end)"] = "ask_all: expected a function that gives a question or nil",
    ["t.seat[1]:ask(5)"] = "ask: expected a question in { }",
    ["t.seat[1]:ask(false, true)"] = "ask: expected a question in { }",
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
    ["t.seat[1]:left(1.5)"] = "left: expected how many seats, a whole number",
    ["t.seat[1].right()"] = "right: expected a seat, like t.seat[1]",
    ["t:event(5)"] = "event: expected a name, a text",
    ["t.x = none"] = "`x = none` is for declarations: a step writes nil",
  } do
    lu.assertEquals(failure(line, "measures = { m = 'what is counted' },"), sentence)
  end
  lu.assertStrContains(select(2, game_of("t.n = none"):play("random")), "n holds `none`, which begins a declaration")
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
  tools.write(folder .. "/bots.lua",
    head .. "\nreturn { best = 'one', one = { one_line = 'one', pick = function(me, q)\n" .. body .. "\nend } }\n")
  local ok, status, why = pcall(function() return croupier.open(folder):play("one") end)
  return not ok and status or why
end

function TestBots.test_hold_nothing_but_their_notes()
  lu.assertStrContains(bot_fails("local n = 0", "n = n + 1 return n"),
    "bots.lua:2: `n` was 0 and is 1 now, changed by the function here: a bot keeps it in me.notes")
  lu.assertStrContains(bot_fails("local list = {}", "list[1] = 1 return q.min"), "can't change")
  lu.assertStrContains(bot_fails("", "me.table.seat.x = 1 return q.min"), "can't change")
  lu.assertStrContains(bot_fails("", "me.notes.f = function() end return q.min"), "notes holds a function")
  lu.assertStrContains(bot_fails("", "me.notes.hand = me.hand return q.min"), "notes holds a userdata")
  lu.assertStrContains(bot_fails("", "me.notes.me = me return q.min"), "notes holds a part of the table itself")
  lu.assertStrContains(bot_fails("", "return me:random(5, 1)"), "expected 1 or more")
  lu.assertNil(bot_fails("", "me.notes.n = (me.notes.n or 0) + 1 return me.notes.n"))
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
    local sim = assert(io.popen(("%s sim %s -n 60 --seats one,one --seed 1 -j %d --json 2>&1"):format(croupier.program,
      folder, jobs)))
    local output = sim:read("a")
    sim:close()
    return (output:match('"failed":(%d+)'))
  end
  local one = figures(1)
  lu.assertTrue(tonumber(one) > 0 and tonumber(one) < 60, one)
  lu.assertEquals(figures(4), one)
end

-- What a bot changes late in a game and sets back at its next answer, or notes and forgets: a simulation finds it too.
function TestBots.test_what_is_set_back_is_found_in_a_simulation()
  game_of "for _ = 1, 9 do t.seat[1]:ask { 'pick', 'Pick', min = 1, max = 9 } end t:finish()"
  local function simulated(change)
    local file = assert(io.open(folder .. "/bots.lua", "w"))
    file:write([[
      local n = 0
      local function pick(me, q)
        me.notes.asked = (me.notes.asked or 0) + 1
        local sixth, seventh = me.notes.asked == 6, me.notes.asked == 7
        ]], change, [[

        return q.min
      end
      return { best = "one", one = { one_line = "one", pick = pick } }]])
    file:close()
    local sim = assert(io.popen(("%s sim %s -n 3 --seats one,one --seed 1 2>&1"):format(croupier.program, folder)))
    local output = sim:read("a")
    sim:close()
    return output
  end
  local output = simulated "if sixth then n = 1 elseif seventh then n = 0 end"
  lu.assertStrContains(output, "`n` was 0 and is 1 now")
  lu.assertStrContains(output, "a bot keeps it in me.notes")
  lu.assertStrContains(simulated "if sixth then me.notes.f = pick elseif seventh then me.notes.f = nil end",
    "notes holds a function")
end

TestHead = {}

-- Each file of C that gives scripts a function stands in the list above.
function TestHead.test_every_file_is_listed()
  local file = assert(io.open("tests/lua/test_handed.lua"))
  local head = file:read("a"):match("^(.-)\n\nlocal")
  file:close()
  local list = assert(io.popen("grep -lE 'luaL_Reg|lua_pushcfunction|lua_pushcclosure' host/bind/*.c host/script/*.c "
    .. "host/table/*.c"))
  for path in list:lines() do lu.assertStrContains(head, path:match("[^/]*$")) end
  list:close()
end
