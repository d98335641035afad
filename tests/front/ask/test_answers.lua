-- What people type, kind by kind: the answer that becomes of it in its kept form, or the sentence that refuses it. What
-- is kept is read back as the same answer; bots' answers are checked like any other.

local tools = dofile "tests/front/tools.lua"

local GAME = [[
return game { title = "Asks", seats = { 2, 2 }, deck = %s,
  piles = { seat = { hand = "owner", blind = "nobody" } }, pools = { pot = 7 },
  state = { seen = none }, order = { "go" },
  go = function(t)
    t.deck:shuffle()
    t.deck:deal(6, t.seat[1].hand)
    t.deck:deal(3, t.seat[1].blind)
    local me, other = t.seat[1], t.seat[2]
    t.seen = me:ask { "it", "Well, %%s?", me, %s }
    other:ask { "over", "Over?", confirm = true }
    t:finish(nil)
  end }
]]
local COINS = [[{ copies = 2, kind { suits = { { "gold", "g" }, { "silver", "s" } },
  ranks = { { "one", "1" }, { "two", "2" }, { "two and a half", "Th" } }, extras = { { "the thief", "Thief" } } } }]]

-- A table at the question, in a world with these bots.
local function asked(question, deck, stack, bots)
  local w = tools.world(GAME:format(deck or '"standard"', question), bots)
  w:call_with_table("table.setup", "stack", stack or not deck and "4c 2d 3s Kh Jh 10s 5d 6d 7d" or "")
  w:engine("record", true)
  return tools.first_question(w, "asks")
end

-- The kept form of what was typed, or nil and the sentence. A kept form must be read back as itself.
local function typed(w, text)
  local staged, sentence = w:call_with_table("ask.answers", "stage", text)
  if not staged then
    lu.assertNil((select(4, w:call_with_table("ask.record", "asked"))))
    return nil, sentence
  end
  local _, _, _, kept = w:call_with_table("ask.record", "asked")
  lu.assertTrue(w:call_with_table("ask.answers", "recall", kept))
  lu.assertEquals(select(4, w:call_with_table("ask.record", "asked")), kept)
  w:engine("unstage")
  return kept
end

local function takes(w, answers)
  for text, kept in pairs(answers) do
    local got, sentence = typed(w, text)
    lu.assertEquals(got, kept, ("`%s`: %s"):format(text, tostring(sentence)))
  end
end

local function answers_refused(w, answers)
  for text, wanted in pairs(answers) do
    local kept, sentence = typed(w, text)
    lu.assertNil(kept, text)
    lu.assertEquals(sentence, wanted)
  end
end

TestOptions = {}

function TestOptions.test_by_words_beginning_and_number()
  local w = asked [[one_of = { "call", "raise", "reraise" }]]
  takes(w, { call = "call", CALL = "call", ca = "call", ["1"] = "call", ["#3"] = "reraise", ["  raise "] = "raise",
    re = "reraise" })
  answers_refused(w, { bluff = "`bluff` is not a choice: expected call, raise or reraise",
    r = "`r` fits more than one choice: expected call, raise or reraise",
    ["4"] = "`4` is not a choice: expected call, raise or reraise",
    [""] = "a blank line is not an answer: expected call, raise or reraise" })
  w:close()
end

function TestOptions.test_an_option_that_is_a_number_is_no_place()
  local w = asked [[one_of = { 0, 2, 4, "+5" }, default = 4]]
  takes(w, { ["2"] = "2", ["+2"] = "2", ["+5"] = "+5", [""] = "4", ["#1"] = "0" })
  answers_refused(w, { ["1"] = "`1` is not a choice: expected 0, 2, 4 or +5" })
  w:close()
end

function TestOptions.test_cards_stand_in_the_order_of_the_hand()
  local w = asked [[one_of = me.hand:list()]]
  local q = w:call_with_table("ask.answers", "question", 1, "symbols")
  lu.assertEquals(q.options, { "4♣", "2♦", "J♥", "K♥", "3♠", "10♠" })
  takes(w, { ["3"] = "Jh", ["J♥"] = "Jh", jh = "Jh", ["jack of hearts"] = "Jh", J = "Jh", ["10 of spades"] = "10s",
    Ts = "10s", ["10♠"] = "10s", ["#1"] = "4c" })
  w:close()
end

function TestOptions.test_words_that_only_one_has()
  local w = asked [[one_of = { { text = "Ann & Bob", cards = { me.hand:top() } }, { text = "Cy & Dot", cards = {} } }]]
  takes(w, { bob = "Ann & Bob", dot = "Cy & Dot", cy = "Cy & Dot", ["4 of clubs"] = nil })
  answers_refused(w, { ["ot"] = "`ot` is not a choice: expected Ann & Bob or Cy & Dot" })
  local long = ("x"):rep(300) -- a pattern may not be so long
  answers_refused(w, { [long] = ("`%s` is not a choice: expected Ann & Bob or Cy & Dot"):format(long) })
  w:close()
end

function TestOptions.test_sets_of_cards_are_named_by_their_cards()
  local w = asked([[one_of = { { text = "A", cards = { me.hand:list()[1], me.hand:list()[2] } },
    { text = "B", cards = { me.hand:list()[3] } } },
    why = function(cards) return #cards .. " cards, first " .. cards[1].name end]])
  takes(w, { ["4c 2d"] = "A", ["2 of diamonds and 4 of clubs"] = "A", ["3s"] = "B" })
  answers_refused(w, { ["2d Kh"] = "2 cards, first 2d" })
  w:close()
end

-- Besides the answer it gets the table and the seat that is asked.
function TestOptions.test_whom_why_is_said_to()
  local w = asked [[one_of = { "a", "b" }, why = function(said, t, seat)
    return ("%s of %d can't say %s"):format(seat.name, #t.seat, said) end]]
  answers_refused(w, { c = "Anna of 2 can't say c" })
  w:close()
end

-- A seat has no field `cards`; asking for it must not raise.
function TestOptions.test_a_card_is_no_seat()
  local w = asked [[one_of = { me, other }]]
  answers_refused(w, { Kh = "`Kh` is not a choice: expected Anna or Ben" })
  takes(w, { b = "Ben" })
  w:close()
end

function TestOptions.test_words_that_stand_for_something_else_are_kept_by_place()
  local w = asked [[one_of = { "-", "none", "#1", "a", "a", "A", "" }]]
  takes(w, { ["#1"] = "#1", ["#2"] = "none", ["#3"] = "#3", a = "a", ["#5"] = "#5", ["#6"] = "A", ["#7"] = "#7" })
  w:close()
end

TestCards = {}

function TestCards.test_one_card()
  local w = asked [[card = me.hand, why = function(cards) return cards[1].name == "4h" and "not yours" or nil end]]
  takes(w, { Kh = "Kh", KH = "Kh", ["K♥"] = "Kh", ["king of hearts"] = "Kh", K = "Kh", ["10"] = "10s", ["4"] = "Kh",
    ten = nil, T = "10s" })
  answers_refused(w, { ["4h"] = "not yours", ["9"] = "`9` can't be chosen: expected 4c, 2d, Jh, Kh, 3s or 10s",
    ["4c 2d"] = "`4c 2d` can't be chosen: expected 4c, 2d, Jh, Kh, 3s or 10s" })
  w:close()
end

function TestCards.test_a_rank_that_several_have_is_none()
  local w = asked([[card = me.hand]], nil, "Kc 2d 2s Kh Jh 10s 5d 6d 7d")
  answers_refused(w, { K = "`K` could be Kc or Kh: expected Kc, 2d, Jh, Kh, 2s or 10s" })
  takes(w, { J = "Jh" })
  w:close()
end

function TestCards.test_several()
  local w = asked [[cards = me.hand, count = 2]]
  takes(w, { ["Jh Kh"] = "Jh Kh", ["3,KH"] = "Jh Kh", ["10s 10 of spades"] = nil, ["10 of spades, 1"] = "10s 4c",
    ["J K"] = "Jh Kh", ["jack of hearts king of hearts"] = "Jh Kh" })
  local tail = ": expected 2 cards of 4c, 2d, Jh, Kh, 3s or 10s"
  answers_refused(w, { ["4c"] = "`4c` is too few cards" .. tail, ["1 1"] = "`1` is already chosen" .. tail,
    ["4c 4c"] = "`4c` is already chosen" .. tail, ["4c 2d 3s"] = "`4c 2d 3s` is too many cards" .. tail,
    ["3 8"] = "`8` is not one of the cards" .. tail, ["-"] = "`-` is not one of the cards" .. tail })
  w:close()
end

function TestCards.test_cards_that_must_fit()
  local w = asked [[cards = me.hand, min = 0, max = 3,
    fits = function(card, chosen) return #chosen == 0 or chosen[1].color == card.color end,
    why = function(cards) return #cards > 1 and cards[2].name .. " is " .. cards[2].color or nil end]]
  takes(w, { ["2d Kh"] = "2d Kh", [""] = "-", none = "-", ["4c"] = "4c" })
  answers_refused(w, { ["4c 2d"] = "2d is red" })
  w:close()
end

function TestCards.test_a_check_that_fails_is_told()
  local w = asked [[cards = me.hand, fits = function(card) return card.nonsense end]]
  local _, sentence = typed(w, "4c")
  lu.assertStrContains(sentence, "a card has no `nonsense`")
  w:close()
end

function TestCards.test_hidden_cards_are_chosen_by_number()
  local w = asked [[card = me.blind]]
  takes(w, { ["2"] = "#2" })
  answers_refused(w, { ["5d"] = "`5d` can't be chosen: expected a number in the list, 1 to 3" })
  w:close()
end

function TestCards.test_names_of_a_kind_of_ones_own()
  local w = asked([[cards = t.seat[1].hand:list(), min = 0, max = 9]], COINS)
  local options = w:call_with_table("ask.answers", "question", 1).options
  takes(w, { [options[1] .. " " .. options[2]] = options[1] .. " " .. options[2], ["-"] = "-" })
  w:close()
end

TestOthers = {}

function TestOthers.test_numbers()
  local w = asked [[min = 5, max = 29, step = 5]]
  takes(w, { ["+10"] = "10", all = "25", Most = "25", min = "5" })
  local tail = ": expected a whole number from 5 to 29 in steps of 5"
  answers_refused(w, { ["7"] = "`7` is not one of the steps" .. tail, ["30"] = "`30` is too high" .. tail,
    ["-1"] = "`-1` is too low" .. tail, ["2.5"] = "`2.5` is not a whole number" .. tail,
    ["99999999999999999999"] = "`99999999999999999999` is not a whole number" .. tail,
    ["0x10"] = "`0x10` is not a whole number" .. tail,
    six = "`six` is not a whole number" .. tail })
  w:close()
end

function TestOthers.test_the_widest_limits()
  local w = asked [[min = math.mininteger + 1, max = math.maxinteger - 1]]
  takes(w, { all = tostring(math.maxinteger - 1), min = tostring(math.mininteger + 1), ["0"] = "0" })
  w:close()
end

function TestOthers.test_yes_or_no()
  local w = asked [[confirm = true]]
  takes(w, { y = "yes", YES = "yes", ["2"] = "no", n = "no" })
  answers_refused(w, { ["12"] = "`12` is neither: expected yes or no" })
  w:close()
end

function TestOthers.test_text()
  local w = asked [[text = 12, why = function(line) return line == "x" and "no x" or nil end]]
  takes(w, { ["hello, all"] = "=hello, all", ["=a"] = "==a", ["-"] = "=-", none = "=none" })
  takes(w, { ["Bartholomäus"] = "=Bartholomäus" })
  answers_refused(w, { x = "no x", [""] = "a blank line is not an answer: expected a line of at most 12 characters",
    ["a great deal more"] = "`a great deal more` is too long: expected a line of at most 12 characters",
    ["a\0b"] = "`a\0b` has a character that can't be shown: expected a line of at most 12 characters" })
  w:close()
  w = asked [[text = 12, why = function(line) return line == "" and "expected a word, like `rod`" or nil end]]
  answers_refused(w, { [""] = "expected a word, like `rod`" })
  w:close()
end

function TestOthers.test_nothing_where_it_is_an_answer()
  local w = asked [[card = me.hand, optional = true]]
  takes(w, { [""] = "-", ["-"] = "-", nothing = "-" })
  takes(asked [[text = 9, optional = true]], { [""] = "-", ["-"] = "-", none = "-", nothing = "-", nobody = "=nobody" })
  takes(asked [[text = 9, optional = true, default = "all"]], { [""] = "=all", none = "=none" })
  answers_refused(w, { x = "`x` can't be chosen: expected 4c, 2d, Jh, Kh, 3s or 10s, or nothing (-)" })
  w:close()
end

function TestOthers.test_a_line_that_is_far_too_long()
  local w = asked [[one_of = { "a", "b" }]]
  answers_refused(w, { [("x"):rep(2001)] = "that line is too long: expected at most 2000 characters" })
  w:close()
end

TestKept = {}

-- What no question keeps is not an answer: nothing is guessed of a journal.
function TestKept.test_a_kept_form_is_exact()
  local w = asked [[one_of = { "call", "raise" }]]
  for _, kept in ipairs { "CALL", "1", "ca", "", "#0", "#3", "# 1", "#1x", "call ", "-", "call\0" } do
    lu.assertNil(w:call_with_table("ask.answers", "recall", kept), kept)
  end
  w:close()
  w = asked [[cards = me.hand, min = 1, max = 2]]
  for _, kept in ipairs { "kh", "Kh  Jh", "Kh,Jh", "Kh Kh", "Kh #4", "#4 #4", "Kh Jh 2d", "-", "", "Kh ", " Kh" } do
    lu.assertNil(w:call_with_table("ask.answers", "recall", kept), kept)
  end
  w:close()
  w = asked [[cards = me.hand, max = 2]]
  lu.assertNil(w:call_with_table("ask.answers", "recall", ""))
  w:close()
  w = asked [[min = 1, max = 9]]
  for _, kept in ipairs { "all", "+1", " 1", "10", "1.0", "" } do
    lu.assertNil(w:call_with_table("ask.answers", "recall", kept), kept)
  end
  w:close()
end

function TestKept.test_an_answer_is_staged_before_it_is_given()
  local w = asked [[one_of = { "call", "raise" }]]
  lu.assertErrorMsgContains("no answer is staged", function()
    local ok, why = pcall(w.engine, w, "give")
    if not ok then error(why.text, 0) end
  end)
  lu.assertEquals({ w:call_with_table("ask.record", "stage", 3) }, { nil, "place" })
  lu.assertTrue(w:call_with_table("ask.record", "stage", 2))
  lu.assertTrue(w:call_with_table("ask.record", "stage", 1)) -- in place of it
  lu.assertEquals(w:call_with_table("ask.record", "give", "call", true), "question")
  w:close()
end

TestBots = {}

local function bot(question, body, deck)
  local w = asked(question, deck, nil, ("return { best = 'it', it = { it = function(me, q) %s end } }"):format(body))
  local staged, sentence = w:call_with_table("start.bots", "answer", "it")
  local kept = select(4, w:call_with_table("ask.record", "asked"))
  w:close()
  return staged, kept or sentence
end

function TestBots.test_what_they_may_say()
  lu.assertEquals({ bot([[one_of = { "a", "b" }]], "return q.options[2]") }, { true, "b" })
  lu.assertEquals({ bot([[cards = me.hand, max = 2]], "return { q.options[2], q.options[1] }") }, { true, "2d 4c" })
  lu.assertEquals({ bot([[min = 1, max = 9]], "return 3.0") }, { true, "3" })
  lu.assertEquals({ bot([[text = 9]], "return ' = x '") }, { true, "= = x " })
  lu.assertEquals({ bot([[card = me.hand, optional = true]], "return nil") }, { true, "-" })
  lu.assertEquals({ bot([[confirm = true]], "return false") }, { true, "no" })
  lu.assertEquals({ bot([[min = 1, max = 9, step = 4]], "return 5") }, { true, "5" })
  lu.assertEquals({ bot([[cards = me.hand, fits = function(card, chosen) return #chosen < 2 and card.index > 0 end]],
    "return { q.options[3], q.options[1] }") }, { true, "3s 4c" })
end

-- What a bot does to its own list of options changes nothing of what its answer means.
function TestBots.test_options_that_they_sort()
  local last_first = "table.sort(q.options, function(x, y) return %s > %s end) %s"
  local function sorted(question, of, more)
    return bot(question, last_first:format(of:format "x", of:format "y", more or "return q.options[1]"))
  end
  lu.assertEquals({ sorted([[one_of = { "a", "b", "c" }]], "%s") }, { true, "c" })
  lu.assertEquals({ sorted([[one_of = { { text = "a" }, { text = "b" } }]], "%s.text") }, { true, "b" })
  lu.assertEquals({ sorted([[card = me.hand]], "%s.value") }, { true, "Kh" })
  lu.assertEquals({ sorted([[cards = me.hand, max = 2]], "%s.value", "return { q.options[1], q.options[2] }") },
    { true, "Kh Jh" })
  lu.assertEquals({ sorted([[cards = me.hand, fits = function(card, chosen) return card.index > 10 + #chosen end]],
    "%s.value", "return { q:fits(q.options[1]) and q:fits(q.options[2], { q.options[1] }) and q.options[1] }") },
    { true, "Kh" })
end

-- Cards that it can't tell apart are the first of them that isn't taken yet.
function TestBots.test_cards_that_are_alike()
  local hidden = "if not q.options[3].hidden then error 'seen' end return "
  lu.assertEquals({ bot([[card = me.blind]], hidden .. "q.options[2]") }, { true, "#1" })
  lu.assertEquals({ bot([[cards = me.blind]], hidden .. "{ q.options[3], q.options[1] }") }, { true, "#1 #2" })
  lu.assertEquals({ bot([[card = { me.hand:top(), me.blind:top(), me.hand:bottom() }]], "return q.options[2]") },
    { true, "#2" })
  lu.assertEquals({ bot([[card = { me.blind:list()[1], me.hand:list()[2] }]], "return q.options[2]") }, { true, "2d" })
  lu.assertEquals({ bot([[card = { me.blind:list()[1], me.hand:list()[2] }]], "return me.hand:list()[1]") },
    { false, "the bot's answer to `it` is `4c`, which is not in q.options" })
  lu.assertEquals({ bot([[card = { me.hand:list()[2] }, optional = true]], "return me.blind:list()[1]") },
    { false, "the bot's answer to `it` is `a card`, which is not in q.options" })
  local w = asked([[cards = me.hand]], COINS, "1g 1s 1g 2s Thief 2g",
    "return { best = 'it', it = { it = function(me, q) return { q.options[3], q.options[1] } end } }")
  lu.assertTrue(w:call_with_table("start.bots", "answer", "it"))
  lu.assertEquals(select(4, w:call_with_table("ask.record", "asked")), "1g 1g")
  w:close()
end

-- What it has for a question; what it has for all others; and chance, where that is no function.
function TestBots.test_which_function_is_asked()
  local function by(functions)
    local w = asked([[one_of = { "a", "b", "c" }]], nil, nil, ("return { it = { %s } }"):format(functions))
    local staged = w:call_with_table("start.bots", "answer", "it")
    local kept = staged and select(4, w:call_with_table("ask.record", "asked"))
    w:close()
    return kept or staged
  end
  local otherwise = "otherwise = function(me, q) return q.name == 'it' and q.options[3] end"
  lu.assertEquals(by("it = function() return 'b' end, " .. otherwise), "b")
  lu.assertEquals(by("over = function() return 'b' end, " .. otherwise), "c")
  lu.assertEquals(by("it = false, " .. otherwise), "c")
  lu.assertNil(by("it = 'b', " .. otherwise))
  lu.assertNil(by("otherwise = 'c'"))
end

-- Of options that are shown in another way it gets those; they are as they were when it has looked twice.
function TestBots.test_options_that_are_shown()
  local of = "one_of = { me.hand:list()[1], { text = 'a', card = me.hand:list()[2] }, me, 7 }"
  local shown = "local q, hand = q.options, me.hand:list() if q[1] ~= hand[1] or q[2].card ~= hand[2] "
    .. "or q[3] ~= me then error 'other' end "
  for i, kept in ipairs { "4c", "a", "Anna", "7" } do
    lu.assertEquals({ bot(of, shown .. "return q[" .. i .. "]") }, { true, kept })
  end
  lu.assertEquals({ bot(of, shown .. "q[1], q[4] = q[4], q[1] return q[1]") }, { true, "7" })
  lu.assertFalse((bot(of, "return { text = 'a' }")))
end

-- A view is open while its bot is asked, and not after it, also where that failed.
function TestBots.test_views_are_closed()
  local reads = "return me.table.pot:amount() == 7 and me.hand:top() and 'a'"
  for body, wanted in pairs { [reads] = true, ["error 'oh'"] = false } do
    local w = asked([[one_of = { "a", "b" }]], nil, nil,
      ("return { best = 'it', it = { it = function(me) %s end } }"):format(body))
    lu.assertEquals((w:call_with_table("start.bots", "answer", "it")), wanted)
    lu.assertEquals({ w:call("tell.sight", "is_open", 1) }, { false, false })
    w:close()
  end
end

function TestBots.test_what_they_may_not()
  local function bot_refused(question, body, wanted)
    local staged, sentence = bot(question, body)
    lu.assertEquals(staged, false)
    lu.assertStrContains(sentence, wanted)
  end
  bot_refused([[one_of = { "a" , "b" }]], "return 'c'", "is the text `c`, which is not in q.options")
  bot_refused([[min = 1, max = 9]], "return 77",
    "the bot's answer to `it`: `77` is too high: expected a whole number from 1 to 9")
  bot_refused([[min = 1, max = 9]], "return 0/0", "which is not a whole number")
  bot_refused([[min = 1, max = 9]], "return '3'", "which is not a whole number")
  bot_refused([[text = 9]], "return 5", "which is not text")
  bot_refused([[text = 9]], "return ('x'):rep(10)", "is too long")
  bot_refused([[text = 9]], "return 'a\\0b'", "has a character that can't be shown")
  bot_refused([[cards = me.hand, max = 3]], "return { q.options[1], q.options[1] }", "which is not in q.options")
  bot_refused([[cards = me.hand, max = 3]], "return q.options[1]",
    "the bot's answer to `it` must be a list of cards, got one card")
  bot_refused([[card = me.hand]], "return { q.options[1] }", "the bot's answer to `it` must be one card, got a table")
  bot_refused([[confirm = true]], "error 'oh'", "oh")
  bot_refused([[min = 1, max = 9, step = 4]], "return 4", "`4` ")
  bot_refused([[cards = me.hand, count = 2]], "return { q.options[1] }", "expected 2 cards")
  bot_refused([[cards = me.hand, max = 1]], "return { q.options[1], q.options[2] }", "expected ")
  bot_refused([[cards = me.hand, fits = function(_, chosen) return #chosen == 0 end]],
    "return { q.options[1], q.options[2] }", "don't go together")
  bot_refused([[cards = me.hand, fits = function(card) return card.nonsense end]], "return { q.options[1] }",
    "nonsense")
end

function TestBots.test_what_they_leave_to_chance()
  local w = asked([[one_of = { "a", "b" }]], nil, nil, "return { other = { else_ = function() end } }")
  lu.assertNil(w:call_with_table("start.bots", "answer", "other"))
  lu.assertNil(w:call_with_table("start.bots", "answer", "random"))
  lu.assertEquals(w:call_with_table("start.bots", "list"),
    { { "other", "" }, { "search", "imagines what it can't see, and plays on" },
      { "random", "any legal answer, all equally likely" } })
  w:close()
end

TestShown = {}

function TestShown.test_what_the_console_is_told()
  local w = asked [[cards = me.hand, min = 0, max = 3]]
  local q = w:call_with_table("ask.answers", "question", 1)
  lu.assertEquals(q.text, "Well, Anna? (0 to 3 cards) [Enter: none]")
  lu.assertEquals({ q.seat, q.kind, q.numbered, q.cards, q.lists_hand }, { 1, "cards", true, true, true })
  lu.assertEquals({ w:call_with_table("ask.answers", "offers") }, { { "4c", "2d", "Jh", "Kh", "3s", "10s" }, true })
  lu.assertEquals(w:call_with_table("ask.answers", "question", 2).options[1], "a card")
  w:close()
  w = asked [[one_of = { 1, 2 }, default = 2]]
  q = w:call_with_table("ask.answers", "question", 1)
  lu.assertEquals({ q.text, q.numbered }, { "Well, Anna? [Enter: 2]", false })
  lu.assertEquals({ q.asks, q.default }, { "Well, Anna?", "2" })
  w:close()
end

function TestShown.test_amounts()
  local w = asked [[confirm = true]]
  for _, text in ipairs { "5", "-5", "+5", "all", "ALL IN", "min" } do
    lu.assertTrue(w:call("ask.answers", "is_amount", text))
  end
  for _, text in ipairs { "", "5x", "0x5", "x", "5.0" } do
    lu.assertFalse(w:call("ask.answers", "is_amount", text))
  end
  w:close()
end

-- The text of `tells` beside each answer, as the person at the question reads it.
TestNotes = {}

-- The rows of the question, as `label  note`.
local function noted(w, reader)
  local q = w:call_with_table("ask.answers", "question", reader or 1, "letters")
  local rows = {}
  for i, row in ipairs(q.noted or {}) do rows[i] = row[1] .. "  " .. row[2] end
  return q.noted and rows, q.problem
end

local function notes_are(question, wanted)
  local w = asked(question)
  lu.assertEquals(noted(w), wanted)
  w:close()
end

function TestNotes.test_each_kind_of_question()
  notes_are([[one_of = { "call", "fold" }, tells = function(way) if way == "call" then return "costs %s", 3 end end]],
    { "call  costs 3", "fold  " })
  notes_are([[card = me.hand, fits = function(card) return card.suit == "spades" end,
    tells = function(card) return "%s is worth %s", card, card.value end]],
    { "3s  3s is worth 3", "10s  10s is worth 10" })
  notes_are([[cards = me.hand, max = 1, tells = function(card) return card.rank == "K" and "high" or nil end]],
    { "4c  ", "2d  ", "Jh  ", "Kh  high", "3s  ", "10s  " })
  notes_are([[min = 0, max = 500, tells = function(n) return n % 50 == 0 and "a round sum" or nil end]],
    { "0  a round sum", "50  a round sum" })
  notes_are([[confirm = true, tells = function(yes) return yes and "ends it" or "goes on" end]],
    { "yes  ends it", "no  goes on" })
  notes_are([[one_of = { "call", "fold" }, tells = function() end]], nil)
end

function TestNotes.test_are_for_who_is_asked_and_by_what_that_seat_sees()
  local w = asked [[one_of = { "call", "fold" }, tells = function(_, t, seat)
    return "%s of %s, %s", #seat.hand, seat, t.seat[1].blind:top().hidden and "hidden" or "seen" end]]
  lu.assertEquals(noted(w), { "call  6 of Anna, hidden", "fold  6 of Anna, hidden" })
  for _, reader in ipairs { 0, 2 } do lu.assertNil((noted(w, reader))) end
  w:close()
end

function TestNotes.test_pools_are_told_by_what_they_hold()
  notes_are([[one_of = { "call", "fold" }, tells = function(_, t) return "for %s", t.pot end]],
    { "call  for 7", "fold  for 7" })
end

function TestNotes.test_a_mistake_in_it_is_told_and_the_question_stands()
  local w = asked [[one_of = { "call", "fold" }, tells = function(way) return way.no.such end]]
  local rows, problem = noted(w)
  lu.assertNil(rows)
  lu.assertStrContains(problem, "made/game.lua:")
  takes(w, { call = "call" })
  w:close()
end

function TestNotes.test_it_is_not_called_where_nobody_reads()
  local w = asked [[one_of = { "call", "fold" }, tells = function() error("called") end]]
  takes(w, { call = "call" })
  lu.assertTrue(w:call_with_table("ask.answers", "stage", "fold"))
  w:close()
end

-- A sentence of the script for what can't be chosen, at every kind; and `:why`.
function TestNotes.test_why_speaks_at_every_kind()
  local function explains(question, answers)
    local w = asked(question)
    for text, wanted in pairs(answers) do
      lu.assertEquals(w:call_with_table("tell.console_lines", "why", text, 1, "letters"), wanted)
    end
    w:close()
  end
  explains([[one_of = { "call", "fold" }, why = function(text) return text .. " comes later" end,
    tells = function(way) return way == "call" and "it costs 3" or nil end]],
    { raise = "No: raise comes later", call = "Yes, you may choose call (it costs 3).",
      fold = "Yes, you may choose fold.", [""] = "Anna can answer: call or fold." })
  explains([[min = 2, max = 8, step = 2, why = function(n) return "the dice go by twos, not by " .. n end]],
    { ["3"] = "No: the dice go by twos, not by 3", ["4"] = "Yes, you may choose 4.",
      ["10"] = "No: the dice go by twos, not by 10", many = "No: the dice go by twos, not by many" })
  explains([[confirm = true, why = function() return "say yes or no" end]], { perhaps = "No: say yes or no",
    y = "Yes, you may choose `yes`." })
  explains([[card = me.hand, fits = function(card) return card.suit == "spades" end,
    why = function(cards) return cards[1].suit .. " are not spades" end]],
    { Kh = "No: hearts are not spades", ["10s"] = "Yes, you may choose 10s." })
  explains([[cards = me.hand, max = 2, tells = function(card) return "worth %s", card.value end]],
    { ["3s"] = "Yes, you may choose 3s (worth 3).", ["3s 10s"] = "Yes, you may choose 3s, 10s.",
      ["-"] = "Yes, you may choose nothing." })
  explains([[card = me.hand, optional = true]], { ["-"] = "Yes, you may choose nothing." })
end

-- What a bot would do is said with the verb of the question, where it has one.
function TestNotes.test_hints_in_the_words_of_the_question()
  local function hints(text, question, wanted)
    local w = tools.world((GAME:format('"standard"', question):gsub('"Well, %%s%?", me', ("%q"):format(text))))
    w:call_with_table("table.setup", "stack", "4c 2d 3s Kh Jh 10s 5d 6d 7d")
    tools.first_question(w, "asks")
    for answer, does in pairs(wanted) do
      lu.assertTrue(w:call_with_table("ask.answers", "stage", answer), answer)
      local _, said = w:call_with_table("tell.console_lines", "hint", 1, "letters", "random", true)
      lu.assertEquals({ text, answer, said }, { text, answer, does })
    end
    w:close()
  end
  hints("Which cards do you replace?", "cards = me.hand, max = 2",
    { ["-"] = "replace no cards", ["3s"] = "replace 3s" })
  hints("Which value cards do you lay with the fish?", "cards = me.hand, max = 2", { ["-"] = "lay no value cards" })
  hints("Which cards go?", "cards = me.hand, max = 2", { ["-"] = "choose nothing", ["Kh"] = "choose Kh" })
  hints("How many chips do you bet?", "min = 0, max = 4", { ["0"] = "bet no chips", ["3"] = "bet 3" })
  hints("How much of your 10 do you stake on it?", "min = 0, max = 4", { ["0"] = "stake nothing", ["3"] = "stake 3" })
  hints("How strong?", "min = 0, max = 4", { ["0"] = "choose 0" })
  hints("The pot is 3. Your move?", [[one_of = { "check", "bet" }]], { bet = "bet" })
  hints("What do you do? (2 left)", [[one_of = { "row", "bail" }]], { bail = "bail" })
  hints("What do you score with?", [[one_of = { "ace", "king" }]], { ace = "score with ace" })
  hints("Which of them do you want?", [[one_of = { "ace", "king" }]], { ace = "choose ace" })
  hints("Do you take it?", "confirm = true", { no = "say no" })
end

-- Names as people type them: capitals of any script, letters put together in another way, signs left out.
function TestCards.test_names_are_compared_as_people_read_them()
  local animals = [[{ copies = 8, kind { extras = { { "wood", "🦊 Fox" }, { "sky", "ИВАН" }, { "sea", "Zähler" } } } }]]
  local w = asked('card = me.hand', animals, "")
  for said, wanted in pairs { ["fox"] = "🦊 Fox", ["иван"] = "ИВАН", ["Za\u{308}HLER"] = "Zähler" } do
    lu.assertEquals(typed(w, said), typed(w, wanted), said)
  end
  w:close()
  w = asked('one_of = { "Ярость", "ярость", "🔥 Fire", "Äther" }')
  lu.assertEquals({ typed(w, "ярость"), typed(w, "Ярость"), typed(w, "ЯРОСТЬ") }, { "ярость", "Ярость", "Ярость" })
  lu.assertEquals({ typed(w, "fire"), typed(w, "a\u{308}THER") }, { "🔥 Fire", "Äther" })
  w:close()
  w = asked('text = 20, bot = "x"')
  lu.assertEquals(typed(w, "Za\u{308}h"), "=Zäh")
  lu.assertStrContains(select(2, typed(w, "a\u{378}")), "a character that Unicode")
  w:close()
end
