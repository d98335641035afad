-- Widths, wrapping, cutting, tables, cleaning.

local tools = dofile "tests/front/tools.lua"
local files = require "host.files"
local screen = require "front.console.screen"
local terminal = require "front.base.terminal"
local text = require "front.base.text"
local tty = require "host.tty"

TestText = {}

function TestText.test_width()
  for s, columns in pairs { abc = 3, [""] = 0, ["K♥"] = 2, ["日本"] = 4, ["e\u{301}"] = 1, ["\xff\xfe\xc3"] = 3,
    ["\6a\1"] = 1, ["Zoë"] = 3 } do
    lu.assertEquals(tty.width(s), columns, s)
  end
end

function TestText.test_clean()
  local function cleans(from, to, kept) lu.assertEquals(files.clean(from, kept), to) end
  cleans("plain ♥", "plain ♥")
  cleans("a\27[2Jb\7\r\x7f", "a[2Jb")
  cleans("a\nb\tc", "a b c")
  cleans("a\nb\tc", "a\nb c", "\n")
  cleans("a\nb\tc", "a\nb\tc", "\n\t")
  cleans("\6x\1", "x", "\n")
  cleans("\xc2\x9b2J", "2J") -- CSI of eight bits
  cleans("\u{202e}abc\u{2066}", "abc")
  cleans("a\xff\xe2\x99z", "a???z")
  cleans("a\0b", "ab")
  -- What turns the direction of writing, marks of it, and what isn't seen go; their neighbours stay.
  cleans("a\u{200e}b\u{200f}c\u{61c}d\u{feff}e\u{202a}f\u{2069}g", "abcdefg")
  cleans("a\u{180e}b\u{200b}c\u{2060}d\u{206f}e\u{fff9}f\u{fffb}g\u{e0000}h\u{e007f}i", "abcdefghi")
  for _, kept in ipairs { "\u{200a}\u{200c}\u{200d}\u{2010}\u{2027}\u{202f}\u{205f}\u{2070}\u{61b}\u{61d}",
    "\u{180d}\u{180f}\u{fefe}\u{ff00}\u{fff8}\u{fffc}\u{fffd}\u{e0080}\u{dffff}" } do cleans(kept, kept) end
  cleans("a\u{2028}b\u{2029}c", "a b c")
  cleans("a\u{2028}b\u{2029}c", "a\nb c", "\n")
  cleans("\u{7f}\u{80}\u{9f}\u{a0}", "\u{a0}")
  for _, bad in ipairs { "\x80", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf5", "\xf4\x90\x80\x80" } do
    lu.assertEquals(files.clean(bad), ("?"):rep(#bad))
  end
end

function TestText.test_paint()
  local function shows(from, color, to) lu.assertEquals(terminal.paint(from, color), to) end
  shows("King of \6hearts\1.\n", true, "King of \27[31mhearts\27[0m.\n")
  shows("\4never ended", true, "\27[1;31mnever ended\27[0m")
  shows("\6\7black\18cyan", true, "\27[31m\27[0mblack\27[36mcyan\27[0m")
  shows("\19Anna\1 3 \20(-1)", true, "\27[1;4mAnna\27[0m 3 \27[4m(-1)\27[0m")
  shows("King of \6hearts\1.", false, "King of hearts.")
  shows("a\xffb\27[2Jc\127\21d\0\u{202e}\te", true, "a?b[2Jcd e")
end

function TestText.test_wrap()
  local function wraps(from, columns, to) lu.assertEquals(text.wrap(from, columns), to) end
  wraps("", 20, "")
  wraps("one two three", 20, "one two three")
  wraps("one two three", 7, "one two\nthree")
  wraps("one two three", 8, "one two\nthree")
  wraps("  Clara  1 fish  best 54  ahead", 25, "  Clara  1 fish  best 54\n    ahead")
  wraps("  1)8h  2)9h  3)10h", 14, "  1)8h  2)9h\n  3)10h")
  wraps("a  b", 20, "a  b") -- spaces inside a line stay
  wraps("a\n\nb\n", 20, "a\n\nb\n")
  wraps("one two\u{A0}three", 9, "one\ntwo three")
  wraps("  one two three", 9, "  one two\n  three")
  wraps("kept in ~/a/long/path to go on", 9, "kept in\n~/a/long/path\nto go on")
  wraps("type `won Ann & Bob 3` now", 20, "type\n`won Ann & Bob 3`\nnow") -- a command stays whole
  wraps("type `won Ann & Bob 3` now", 12, "type\n`won Ann & Bob 3`\nnow")
  wraps("(`7 9`, `miss`)", 7, "(`7 9`,\n`miss`)")
  wraps("a ` b c d", 5, "a ` b\nc d")
  wraps("it was " .. ("0f"):rep(32) .. ".", 20, "it was\n" .. ("0f"):rep(32) .. ".")
  lu.assertEquals(text.wrap("one two three four\nfive", 9, 2), "one two\n  three\n  four\nfive")
  lu.assertEquals(text.wrap(" abcdefghijkl m", 9, 2), " abcdefgh\n   ijkl m")
  wraps("  min  a whole number", 14, "  min  a whole\n       number") -- what a label is the label of
  wraps("x\u{A0}=\u{A0}{\u{A0}1,\u{A0}2\u{A0}}", 5, "x = { 1, 2 }") -- a line of a script
  wraps("Ann   six cards   ten won", 20, "Ann   six cards\n  ten won")
  wraps("Ann   six cards   ten won   out", 16, "Ann   six cards\n  ten won   out")
  wraps("Ann   six cards   ten won   out", 15, "Ann   six cards\n  ten won   out")
  wraps("Ann   six cards   nineteen   won ten   out", 16, "Ann   six cards\n  nineteen\n  won ten   out")
  wraps("Ann   six cards   ten they won   withdrawn", 16, "Ann   six cards\n  ten they won\n  withdrawn")
  wraps("Ann  six cards they hold", 12, "Ann  six\ncards they\nhold")
  wraps(":odds   the chances now", 20, ":odds   the chances\nnow")
  wraps("Ann  1)x  2)y  3)z", 14, "Ann  1)x  2)y\n3)z")
  wraps("> Ann   six cards   ten", 19, "> Ann   six cards\n    ten")
  wraps("> Ann   six cards   ten won", 20, "> Ann   six cards\n    ten won")
  wraps("abcdefghij", 4, "abcd\nefgh\nij")
  wraps("x abcdefghij", 4, "x\nabcd\nefgh\nij")
  wraps("          deep text", 8, "    deep\n    text")
  wraps("\6one\1 two", 7, "\6one\1 two")
  wraps("♥♥♥ ♥♥", 4, "♥♥♥\n♥♥")
  wraps("日本", 1, "日\n本") -- wider than the line: it is not lost, and there is an end
end

-- No line of any text is wider than asked for, and no word is lost.
function TestText.test_wrap_any()
  local state = 5
  local function random(n)
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return (state >> 8) % n
  end
  for _ = 1, 2000 do
    local letters, wide = {}, 5 + random(40)
    for i = 1, random(199) do letters[i] = (" ab\nc\2d "):sub(1 + random(8), -1):sub(1, 1) end
    local from = table.concat(letters)
    local out = text.wrap(from, wide)
    lu.assertEquals(select(2, out:gsub("[a-d]", "")), select(2, from:gsub("[a-d]", "")))
    for line in out:gmatch("[^\n]+") do lu.assertTrue(tty.width(line) <= wide) end
  end
end

function TestText.test_fit()
  local function fits(s, columns, right, ascii, want) lu.assertEquals(text.fit(s, columns, right, ascii), want) end
  fits("abc", 5, false, false, "abc  ")
  fits("abc", 5, true, false, "  abc")
  fits("abcdef", 6, false, false, "abcdef")
  fits("abcdefg", 6, false, false, "abcde…")
  fits("abcdefg", 6, false, true, "abc...")
  fits("abcdefg", 3, false, true, "abc")
  fits("abcdefg", 1, false, false, "a")
  fits("日本日", 4, false, false, "日… ")
  fits("\4abcdefg\1", 4, false, false, "\4abc\1…")
end

function TestText.test_numbers_are_never_cut()
  local rows = { { "seat", "wins", "points" }, { "Bartholomaeus", "100.25", "1234567" } }
  lu.assertEquals(text.table("lrr", rows, 16, true),
    "seat      wins\nBar...  100.25\n\nseat     points\nBar...  1234567\n")
  lu.assertEquals(text.table("lrr", rows, 4, true),
    "seat    wins\nB...  100.25\n\nseat   points\nB...  1234567\n")
  local alike = { { "search:1000", "33.33" }, { "search:300", "40.00" } } -- cut no more than they can be told apart
  lu.assertEquals(text.table("lr", alike, 16, false), "search:1…  33.33\nsearch:3…  40.00\n")
  alike = { { "search:1000", "100.25", "1234567" }, { "search:100", "7.00", "5" } }
  lu.assertEquals(text.table("lrr", alike, 26, false),
    "search:1000  100.25\nsearch:100     7.00\n\nsearch:1000  1234567\nsearch:100         5\n")
  lu.assertEquals(text.table("lr", { { "Zoë", "1" }, { "李", "22" } }, 80, false), "Zoë   1\n李   22\n")
end

function TestText.test_table()
  local rows = { { "seat", "chips", "" }, { "Ann", "7", "leads" }, { "Bartholomew", "1200", "" } }
  lu.assertEquals(text.table("lrl", rows, 80, true),
    "seat         chips\nAnn              7  leads\nBartholomew   1200\n")
  lu.assertEquals(text.table("lrl", rows, 20, true), "seat    chips\nAnn         7  leads\nBar...   1200\n")
  lu.assertEquals(text.table("ll", { { "\6Kh", "x" } }, 80, true), "\6Kh\1  x\n")
  rows = { { "", "mean" }, { "hands in which a fish bit", "9.25" }, { "  Ann", "4" } }
  lu.assertEquals(text.table("lr", rows, 24, true),
    "                    mean\nhands in which a    9.25\n  fish bit\n  Ann                  4\n")
  lu.assertEquals(text.table("ll", {}, 80, true), "")
end

-- Columns that can be spared are left out before a label is cut, the last first; where that is no help, none.
function TestText.test_columns_to_spare()
  local rows = { { "bot", "score", "5%", "25%", "75%" }, { "search:50", "1.25", "10", "11", "12" } }
  local function shown(width) return text.table("lrrrr", rows, width, true, { "25%", "75%", "5%" }) end
  lu.assertEquals(shown(33), "bot        score  5%  25%  75%\nsearch:50   1.25  10   11   12\n")
  lu.assertEquals(shown(29), "bot        score  25%  75%\nsearch:50   1.25   11   12\n")
  lu.assertEquals(shown(24), "bot        score  25%\nsearch:50   1.25   11\n")
  lu.assertEquals(shown(14), text.table("lrrrr", rows, 14, true))
end

function TestText.test_columns()
  local items = { "1 one", "2 two", "3 three", "4 four", "5 five" }
  lu.assertEquals(text.columns(items, 80, true), "1 one    2 two    3 three  4 four   5 five\n")
  lu.assertEquals(text.columns(items, 20, true), "1 one    4 four\n2 two    5 five\n3 three\n")
  lu.assertEquals(text.columns({ "1) a run of four", "2) a set" }, 12, true), "1) a run\n   of four\n2) a set\n")
  lu.assertEquals(text.columns({}, 80, true), "")
end

function TestText.test_ascii()
  lu.assertEquals(text.ascii("K♥ Q♠ “x” – ée\u{301} 日"), 'Kh Qs "x" - ?e ??')
end

function TestText.test_tabs_line_up_what_follows()
  lu.assertEquals(text.line_up "> Zoë\t1 card\tlast\nno tab\n  Bartholomäus\t22 cards\n  李\t3\t",
    "> Zoë           1 card  last\nno tab\n  Bartholomäus  22 cards\n  李            3       ")
  lu.assertEquals(text.line_up "plain", "plain")
end

function TestText.test_what_follows_a_break_stands_below_a_mark()
  lu.assertEquals(text.wrap("* one two three", 9), "* one two\n  three")
end

function TestText.test_what_nobody_reads_of_pages_is_not_wrapped()
  local wrap, wrapped, said = terminal.wrap, 0, {}
  function terminal.wrap(s, width, hang)
    wrapped = wrapped + 1 + select(2, s:gsub("\n", ""))
    return wrap(s, width, hang)
  end
  local c = tools.paged(5, 6, said, function() return "q" end)
  screen.pages(c, "one two\n" .. ("line\n"):rep(1000))
  terminal.wrap = wrap
  lu.assertNil(c.typed_ahead)
  lu.assertEquals(said, { "one", "two", "line", "line" })
  lu.assertTrue(wrapped <= 5, wrapped)
end

-- Answers are for questions that are on the screen: Qh is no q.
function TestText.test_an_answer_that_is_typed_between_pages()
  local said, typed = {}, { "Qh", "", "q" }
  local c = tools.paged(3, 80, said, function() return table.remove(typed, 1) end)
  screen.pages(c, ("line\n"):rep(9))
  lu.assertEquals(said, { "line", "line", "`Qh` was not used: the question is still to come.",
    "line", "line", "line", "line" })
  lu.assertNil(c.typed_ahead)
end

function TestText.test_a_command_that_is_typed_between_pages_is_kept()
  local said = {}
  local c = tools.paged(3, 80, said, function() return " :hand" end)
  screen.pages(c, ("line\n"):rep(9))
  lu.assertEquals({ #said, c.typed_ahead }, { 2, " :hand" })
end
