-- The log of a table: each reader sees the lines that it may know, and programs get a record of each.

local tools = dofile "tests/front/tools.lua"

-- A kind whose faces have neither `color` nor `symbol` of their own.
local GAME = [[
return game { title = "Plain", seats = { 2, 2 },
  deck = kind { suits = { { "gold", "g" } }, ranks = { "1", "2", "3" } },
  rules = { fee = { 2, "what it costs" } },
  gm = true, piles = { seat = { hand = "owner" } }, pools = { bank = "mint", seat = { chips = 1 } }, order = { "go" },
  go = function(t)
    t.deck:deal(1, t.seat[1].hand)
    t:say("%s draws %s", t.seat[1], t.seat[1].hand:top())
    t.deck:deal(1, t.seat[1].hand)
    t:say("%c, %c, %+d %+d 5%", t.seat[1].hand, t.seat[2].hand, 3, -2)
    t:say("%s, %s", function(one) return one.seat[1].hand:top() end, function() return function() end end)
    t:say("%s calls %s", t.gm, t.gm)
    t.seat[2]:say("only you: %s", 5)
    t.bank:pay(4, t.seat[1].chips, "a gift")
    local kept = t.seat[1]:ask { "keep", "Keep which of %s?", t.seat[1].hand, cards = t.seat[1].hand, max = 1 }
    t:say("%s is kept", kept)
    t.seat[1]:ask { "sure", "Sure?", confirm = true }
    t:finish(nil)
  end }
]]

local function give(w, text)
  lu.assertTrue(w:call_with_table("ask.answers", "stage", text))
  local _, _, _, kept = w:call_with_table("ask.record", "asked")
  local stop = w:call_with_table("ask.record", "give", kept, true)
  if stop == "question" then w:call_with_table("ask.record", "question") end
end

local function logged(full)
  local w = tools.world(GAME)
  w:engine("record", true)
  if full then w:call_with_table("tell.table_log", "in_full") end
  tools.first_question(w, "plain")
  w:call_with_table("ask.record", "question")
  return w
end

local function lines_for(w, reader, style)
  local list = {}
  for i, line in ipairs(w:call_with_table("tell.table_log", "lines", 1, reader, style)) do list[i] = line.text end
  return list
end

TestTold = {}

function TestTold.test_each_reader_hears_what_it_may_know()
  local w = logged()
  local seen = lines_for(w, 1)
  local first = seen[1]:match("^Anna draws (%dg)$")
  lu.assertNotNil(first)
  lu.assertEquals(lines_for(w, 2)[1], "Anna draws a card")
  lu.assertEquals(lines_for(w, false)[1], "Anna draws a card")
  lu.assertEquals(lines_for(w, true, "red and black symbols")[1], "Anna draws \7" .. first .. "\1")
  lu.assertStrMatches(seen[2], "%dg, %dg, nothing, %+3 %-2 5%%")
  lu.assertEquals(lines_for(w, 2)[2], "a card, a card, nothing, +3 -2 5%")
  lu.assertStrMatches(seen[3], "%dg, %?")
  lu.assertEquals(lines_for(w, 2)[3], "a card, ?")
  lu.assertEquals(seen[4], "The GM calls the GM")
  w:close()
end

function TestTold.test_whispers_questions_and_answers_are_for_those_they_are_for()
  local w = logged()
  lu.assertEquals(lines_for(w, 2)[5], "(to Ben) only you: 5")
  lu.assertEquals(#lines_for(w, false), 4)
  lu.assertStrMatches(lines_for(w, 1)[5], "Anna: Keep which of .*%?")
  lu.assertEquals(#lines_for(w, 2), 5)
  lu.assertEquals(#lines_for(w, true), 6)
  give(w, "1")
  lu.assertStrMatches(lines_for(w, 1)[6], "Anna> %dg")
  lu.assertEquals(lines_for(w, 2)[6], "a card is kept")
  w:close()
end

TestRecord = {}

local function last(w, kind)
  local found
  for _, e in ipairs(w:call_with_table("tell.table_log", "events",
    1)) do if e.fields.event == kind then found = e end end
  return found
end

function TestRecord.test_a_question_in_full_says_what_may_be_answered()
  local w = logged(true)
  local q = last(w, "question")
  lu.assertEquals({ q.fields.seat, q.fields.name }, { 1, "keep" })
  lu.assertStrMatches(q.encoded.more,
    '"kind":"cards","secret":false,"optional":false,"options":%["%dg","%dg"%],"min":0,"max":1')
  give(w, "-")
  local a = last(w, "answer").fields
  lu.assertEquals({ a.answer, a.words, a.by, a.question }, { "-", "nothing", "person", 1 })
  lu.assertEquals(last(w, "question").encoded.more, '"kind":"confirm","secret":false,"optional":false')
  w:close()
end

function TestRecord.test_what_was_not_recorded_in_full_is_not_made_up()
  local w = logged()
  lu.assertNil(last(w, "question").encoded.more)
  give(w, "2")
  lu.assertEquals(last(w, "answer").fields.words, "3g") -- a person's answer is always recorded in words
  w:close()
end

function TestRecord.test_cards_and_chips_have_a_place()
  local w = logged()
  local move, pay = last(w, "move"), last(w, "pay")
  lu.assertEquals({ move.fields.from, move.fields.to, move.fields.seen }, { "the deck", "Anna's hand", { 1 } })
  lu.assertEquals(pay.fields, { event = "pay", from = "the bank", to = "Anna's chips", amount = 4, why = "a gift" })
  local start, now = w:call_with_table("tell.table_log", "start"), w:call_with_table("tell.table_log", "finish")
  lu.assertEquals(start.fields.pools[1], { pool = "the bank", is = "bank", mint = true, amount = -4 })
  lu.assertEquals(start.encoded.rules, '{"fee":2}')
  local hand = now.fields.piles[2]
  lu.assertEquals({ hand.pile, #hand.cards }, { "Anna's hand", 2 })
  w:close()
end

TestPages = {}

-- A long text comes a page at a time, one line of the screen being left for what is asked.
function TestPages.test_a_page_at_a_time()
  local function reads(height, typed, text)
    local said = {}
    local c = tools.paged(height, 10, said, function()
      said[#said + 1] = "?"
      return table.remove(typed, 1)
    end)
    require("front.console.screen").pages(c, text or "a\nlong word\nand more\nb\nc", 2)
    return table.concat(said, "|")
  end
  lu.assertEquals(reads(4, { "", "" }), "a|long word|and more|?|b|c")
  lu.assertEquals(reads(3, { "", "", "" }), "a|long word|?|and more|b|?|c")
  lu.assertEquals(reads(3, { " q" }), "a|long word|?")
  -- a path is not cut, and needs two lines of the screen
  lu.assertEquals(reads(4, { "", "" }, "a\nb\ngames/of_ours/x\nc"), "a|b|?|games/of_ours/x|c")
  lu.assertEquals(reads(math.huge, {}), "a|long word|and more|b|c")
end
