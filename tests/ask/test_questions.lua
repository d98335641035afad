-- What a question hands over, and the functions in it that only answer: checked where it is asked.

local handed = dofile "tests/handed.lua"

local game_of, failure, tear_down = handed.game_of, handed.failure, handed.tear_down

TestQuestions = { tearDown = tear_down }

-- The sentence about a question of these fields, of seat 1, without its name.
local function question_fault(fields, before)
  return (failure((before or "") .. " t.seat[1]:ask { 'q', 'What?', " .. fields .. " }"):gsub("^question `q`: ", ""))
end

function TestQuestions.test_names()
  for _, name in ipairs { "''", "'q x'", "'q\\nx'", "('q'):rep(64)", "'q:'", "'q{'", "'ä'", "'a\\0'" } do
    lu.assertEquals(failure("t.seat[1]:ask { " .. name .. ", 'What?', confirm = true }"),
      "question `?`: the first entry must be its name, of at most 63 letters, digits and _, and the second its text")
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
    lu.assertEquals(question_fault("one_of = { 1, " .. thing .. " }"), "option 2 of `one_of` can't be a choice: " ..
      "expected a number, a text, a card, a seat or a table with a `text`")
  end
  lu.assertEquals(question_fault("card = { c, t.deck:bottom(), c }", "local c = t.deck:top()"), "the list has Ks twice")
end

-- In secret who has only one answer is asked all the same: else it would show.
function TestQuestions.test_one_legal_answer()
  local question = "{ 'q', 'What?', min = 2, max = 2 }"
  lu.assertEquals(game_of("t:say('%d', t.seat[1]:ask" .. question .. ") t:finish()"):run(), "finished")
  lu.assertEquals(game_of("t:ask_all({ t.seat[1] }, " .. question .. ") t:finish()"):run(), "question")
end

-- A question whose list lies among its keys, behind one of the same name and keys.
function TestQuestions.test_list_among_keys()
  lu.assertEquals(question_fault("confirm = true", "local seat, fresh = t.seat[1], { [1] = 'q', [2] = 'What?', " ..
    "confirm = true, chocolate = true } seat:ask { 'q', 'Before?', confirm = true } seat:ask(fresh)"),
    "unknown key `chocolate`")
end

-- Fields of a question that can't be asked, and what is said of each.
local WRONG = {
  ["one_of = { 1, 2 }, card = t.deck"] = "it asks for two kinds of answer",
  ["text = 5, confirm = true"] = "it asks for two kinds of answer",
  ["min = 1, max = 3, step = 0"] = "`step`: expected 1 or more",
  ["min = 1, max = 3, step = 'two'"] = "`step`: expected a whole number",
  ["min = 1.5, max = 3"] = "`min`: expected a whole number",
  ["min = 1, max = t.pot"] = "`max`: expected a whole number (for a pool, say :amount())",
  ["min = 1"] = "a number needs `min` and `max`",
  ["max = 1"] = "a number needs `min` and `max`",
  ["min = 5, max = 3"] = "no number is legal: `min` is above `max`",
  ["text = 'long'"] = "`text`: expected a whole number",
  ["cards = t.deck, count = {}"] = "`count`: expected a whole number",
  ["cards = t.deck, min = 53"] = "it asks for more cards than there are",
  ["card = t.deck, fits = true"] = "`fits`: expected a function",
  ["confirm = true, tells = 'much'"] = "`tells`: expected a function",
  ["mni = 1, max = 3"] = "unknown key `mni`, did you mean `min`?",
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
    "found no legal choice of cards in 64 tries",
}

function TestQuestions.test_what_can_not_be_asked()
  for fields, sentence in pairs(WRONG) do
    lu.assertEquals(question_fault(fields, "t.x = {} for i = 1, 53 do t.x[i] = t.deck:top() end"), sentence, fields)
  end
end

-- Nor in a simulation, where the question is answered where it is asked.
function TestQuestions.test_what_can_not_be_asked_at_once()
  game_of "t.seat[1]:ask { 'q', 'What?', min = 5, max = 3 }"
  lu.assertStrContains(handed.says("sim", "-n 1 -j 1"), "question `q`: no number is legal")
end

function TestQuestions.test_piles_and_cards_of_another_table()
  local wrong = { deck = "expected a pile of this table", top = "expected a list of cards of this table" }
  for what, sentence in pairs(wrong) do
    local g = game_of "t.seat[1]:ask { 'q', 'What?', card = t.x }"
    local other = handed.open().t.deck
    g.t.x = what == "top" and { other:top() } or other
    lu.assertStrContains(select(2, g:play("random")), "question `q`: " .. sentence)
  end
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
  lu.assertStrContains(handed.says("sim", "-n 3 -j 1 --json"), "option 1 of `one_of` is not a finite number")
end

function TestQuestions.test_texts()
  local expected = "`bot`: expected a line that fits `text`, without spaces around it"
  for _, text in ipairs { "'a\\0b'", "' a'", "'a '", "'abcdef'", "{ 'a\\nb' }" } do
    lu.assertEquals(question_fault("text = 5, bot = " .. text), expected)
  end
  lu.assertEquals(question_fault "text = 5, bot = 7", "`bot`: expected a text or a list of texts")
  for _, most in ipairs { "0", "-1", "2001" } do
    lu.assertEquals(question_fault("text = " .. most), "`text`: expected a number of bytes, 1 to 2000")
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
    t.seat[1]:ask(q)]], "question `" .. name .. "`: `fits` must not change anything: it changed `q`")
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

-- Where they lay before is told to nobody: of the stacked cards no move is recorded, only the shuffle.
function TestQuestions.test_a_stack_moves_nothing()
  local g = game_of("t.deck:shuffle() t.x = t.deck:top().name t.deck:deal(1, t.lake) t:finish()", nil,
    { stack = "Ah Kh Qh" })
  g:run()
  local kinds = {}
  for _, event in ipairs(g:events()) do
    if event.kind == "move" or event.kind == "shuffle" or event.kind == "order" then kinds[#kinds + 1] = event.kind end
  end
  lu.assertEquals({ g.t.x, kinds }, { "Ah", { "shuffle", "move" } })
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

-- What only answers is called more often in one way to play than in another: it may not change anything.
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
        "question `q`: `fits` must not change anything: it changed `" .. name .. "`", write)
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
      lu.assertStrMatches(why, "[^:]*/game%.lua:%d+: this function only answers and must not change anything: "
        .. "it changed `" .. name .. "`")
    end
  end
end

-- At a table that is kept: the game doesn't go on with what a note has changed, and a mended script does.
function TestAnswering.test_tells_at_a_table()
  local function play(write)
    game_of("t.x = t.seat[1]:ask { 'q', 'What?', min = 1, max = 3, tells = function() " .. write
      .. " return 'so' end } t.seat[1].points = t.n t:finish(t:rank_by('points'))")
    return (handed.says("play", "--seats me,random", "printf '2\\n' |"):gsub("%s+", " "))
  end
  local output = play "t.n = t.n + 1"
  lu.assertStrContains(output, "this function only answers and must not change anything: it changed `n`")
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
  lu.assertStrContains(select(2, g:act("bow", g.t.seat[1])), "answers and must not change anything: it changed `n`")
  lu.assertStrContains(select(2, g:run()), "it changed `n`")
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
