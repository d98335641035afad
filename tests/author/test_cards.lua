-- Printed cards: pictures, marks in texts, sizes, sheets, backs and templates. What a sheet holds of a spreadsheet is in
-- tests/script/test_spreadsheet.lua.

local tools = dofile "tests/tools.lua"
local here

local GAME = [[
return game {
  title = "Zoo", seats = { 1, 2 }, decks = { deck = { file = "cards.csv" }, events = kind { name = "events",
    suits = { { "sun", picture = "fox.svg" } }, ranks = { "1", "2" } } }, piles = { seat = { hand = "owner" } },
  order = { "over" }, over = function(t)
    t.seat[1]:ask { "n", "How many?", min = 0, max = 9 }
    t:finish()
  end,
}]]
local PNG = "\x89PNG\r\n\x1a\n and more"
local SVG = "<?xml version='1.0'?><!-- a <svg> --><svg width='20' height='10' preserveAspectRatio='none'><g/></svg>"

local function zoo(text)
  here:write("games/zoo/game.lua", GAME)
  here:write("games/zoo/cards.csv", text)
end

local function cards(options) return here:says("cards zoo " .. (options or ""), 0) end
local function count(text, part) return select(2, text:gsub(part, "")) end

-- What the command says beside its page: all of it, and without the summary, which comes first.
local function said(options) return here:says(("cards zoo -o x.html %s"):format(options or ""), 0) end
local function mistakes(options) return (said(options):gsub("^x.html: .-\nOpen .-%.\n", "")) end

TestCards = {}

function TestCards.setUp()
  here = tools.place("games/zoo")
  here:write("games/zoo/fox.png", PNG)
  here:write("games/zoo/fox.svg", SVG)
  here:write("games/zoo/owl.jpg", "\xff\xd8\xff\xe0")
end

function TestCards.tearDown() here:remove() end

function TestCards.test_pictures_are_in_the_page_each_once()
  zoo "name,count,picture\nFox,3,fox.png\nOwl,1,owl.jpg\n"
  local page = cards "--faces"
  lu.assertEquals(count(page, "data:image/png;base64,iVBORw0KGgogYW5kIG1vcmU=\"/>"), 1)
  lu.assertEquals(count(page, "data:image/jpeg;base64,/9j/4A==\"/>"), 1)
  lu.assertEquals({ count(page, "data:image/svg%+xml;base64,"), count(page, '<use [^>]*"#picture') }, { 1, 1 }) -- both suns
  lu.assertNotStrContains(page, "picture:")
end

function TestCards.test_fields_of_a_kind_in_lua_are_on_its_cards()
  zoo "name,text\nFox,Pay **two** {sun}.\n"
  here:write("games/zoo/game.lua", (GAME:gsub('{ "1", "2" }', '{ { "1", speed = 7 }, "2" }')))
  lu.assertStrContains(cards "--faces", 'font-weight="bold">7</tspan>')
  local sheet = here:says("sheet zoo", 0)
  lu.assertStrContains(sheet, "speed 7")
  lu.assertStrContains(sheet, "Pay two sun.")
end

function TestCards.test_a_color_that_is_none_is_told_of()
  zoo "name,color\nFox,purpel\nOwl,#12\nElk,orange\n"
  local told = mistakes()
  lu.assertStrContains(told, "the color `purpel`: expected black, blue, brown, ")
  lu.assertStrContains(told, "did you mean `purple`?")
  lu.assertStrContains(told, "the color `#12`")
  lu.assertNotStrContains(told, "orange`")
end

-- librsvg drops a blank at the end of a piece in bold.
function TestCards.test_the_blank_after_a_bold_word_is_outside_of_it()
  zoo "name,text\nFox,**Take** a **big** *red* fish.\n"
  local page = cards "--faces"
  lu.assertStrContains(page, '<tspan font-weight="bold">Take</tspan> a ')
  lu.assertNotStrContains(page, " </tspan>")
end

function TestCards.test_small_cards_are_told_of_their_texts_alone()
  zoo "name,suit\nFox,forests of the whole wide north\n"
  lu.assertNotStrContains(mistakes "--size mini", "too long")
end

function TestCards.test_a_template_with_something_unclosed_is_refused()
  zoo "name\nFox\n"
  for inner, sentence in pairs {
    ["<g>{{name 1 1 9 9}}"] = "<g> is not closed", ["<path d='M0 0' <g/>"] = "<path> is not closed",
    ["<g><rect></g></rect>"] = "<g> is not closed", ["{{#name}}<g/>"] = "{{#name}} needs its {{/name}}",
    ["{{#name}}{{#sign}}{{/name}}{{/sign}}"] = "{{#name}} needs its {{/name}}" } do
    here:write("t.html", '<svg viewBox="0 0 63 88">' .. inner .. "</svg>")
    lu.assertStrContains(here:says("cards zoo -o x.html --template t.html", 2), sentence)
  end
end

-- Chromium fits an SVG to its box by what the root of the SVG says.
function TestCards.test_an_svg_fits_its_box()
  zoo "name\nFox\n"
  local data = cards("--faces"):match "svg%+xml;base64,([%w+/=]*)"
  here:write("data.txt", data)
  local _, svg = here:shell "base64 -d data.txt"
  lu.assertEquals(svg,
    "<svg preserveAspectRatio=\"xMidYMid slice\" viewBox=\"0 0 20 10\" width=\"240\" height=\"120\"><g/></svg>")
end

function TestCards.test_a_picture_that_can_not_be_had_is_told_of_and_left_out()
  zoo("name,picture\nFox,no.png\nOwl,../cards.csv\nEel,text.png\nElk,link.png\nCat,big.png\nDog,../../secret.png\n"
    .. "Ant,/tmp/ant.png\nRat,fxo.svg\nHen,fox.svg\n")
  here:write("games/zoo/text.png", "<html><svg></svg></html>")
  here:shell "{ cat games/zoo/fox.png; head -c 4194304 /dev/zero; } > games/zoo/big.png"
  here:write("secret.png", PNG)
  here:shell "ln -s ../../secret.png games/zoo/link.png"
  local told = mistakes()
  local sentences = { "row 2, column `picture`: zoo/no.png: there is no such file",
    "row 3, column `picture`: `../cards.csv`: expected a PNG, JPEG or SVG file, like fox.png",
    "row 4, column `picture`: games/zoo/text.png: it is not a picture: expected PNG, JPEG or SVG",
    "row 5, column `picture`: zoo/link.png: it is a link to a place outside the game's folder",
    "row 6, column `picture`: games/zoo/big.png: it has 4.1 MB, the most is 4 MB: save it smaller (800 pixels wide is ",
    "row 7, column `picture`: `../../secret.png`: a picture must be beside the spreadsheet or in a folder below it",
    "row 8, column `picture`: `/tmp/ant.png`: a picture must be beside ",
    "row 9, column `picture`: zoo/fxo.svg: there is no such file, did you mean `fox.svg`?" }
  local checked = here:says("check zoo --seconds 0", 0)
  for i, sentence in ipairs(sentences) do
    lu.assertStrContains(told, ("games/zoo/cards.csv:%d: %s"):format(i + 1, sentence))
    lu.assertStrContains(checked:gsub("\n +", " "), ("games/zoo/cards.csv:%d: warning: %s"):format(i + 1, sentence))
  end
  lu.assertEquals(count(told, "\n"), 8)
  lu.assertEquals(count(here:read "x.html", "<image"), 1)
end

-- Their hashes are in the journal: the game goes on without them.
function TestCards.test_a_saved_table_needs_no_pictures()
  zoo "name,picture\nFox,fox.png\nOwl,owl.jpg\n"
  here:shell(tools.program() .. " play zoo --seats me --journal j < /dev/null")
  lu.assertEquals(count(here:read "j", " I zoo/[%a.]+ %x+\n"), 3)
  lu.assertStrContains(here:read "j", " zoo/fox.png ")
  lu.assertNotStrContains(here:read "j", "and more")
  lu.assertNotStrContains(here:says("resume j", 0), "stays the same")
  here:write("games/zoo/fox.png", PNG .. "!")
  os.remove(here.folder .. "/games/zoo/fox.svg")
  here:says("resume j", 0, "zoo/fox.png and zoo/fox.svg have changed since the table was saved; the game\nstays")
  here:says("verify j", 0, "every step match")
end

function TestCards.test_marks_in_a_text()
  zoo('name,suit,text\nFox,land,"**Run** to *the* {sword} on {land}, 2 * 3 * 4, a*b*c & {no}"\n')
  here:write("games/zoo/icons/sword.svg", SVG)
  local page, told = cards "--faces", mistakes()
  local body = page:match '<g class="body".-</g>.-</g>'
  lu.assertStrContains(body, '<tspan font-weight="bold">Run</tspan> to ')
  lu.assertStrContains(body, 'to <tspan font-style="italic">the</tspan> </text><g transform="translate(30.849 51.73) ')
  lu.assertStrContains(body, ">on ●, 2 *<")
  lu.assertStrContains(body, ">3 * 4, a*b*c &amp; {no}<")
  local wrong = "{no} is neither a suit nor an icon: expected icons/no.svg or icons/no.png beside the "
    .. "spreadsheet"
  lu.assertEquals(told, "croupier: Fox: " .. wrong .. "\n")
  local checked = here:says("check zoo --seconds 0", 0):gsub("\n +", " ")
  lu.assertStrContains(checked, "games/zoo/cards.csv:2: warning: row 2, column `text`: " .. wrong)
  lu.assertNotStrContains(checked, "{land}")
end

function TestCards.test_icons_are_svg_or_png()
  zoo 'name,text\nFox,"{sun} {coin}"\n'
  here:write("games/zoo/icons/coin.png", PNG)
  here:write("games/zoo/icons/sun.png", "no picture")
  lu.assertStrContains(cards("--faces"):match '<g class="body".-</g>.-</g>', "data:image/png;base64,")
  lu.assertEquals(mistakes(),
    "croupier: Fox: games/zoo/icons/sun.png: it is not a picture: expected PNG, JPEG or SVG\n")
end

function TestCards.test_check_names_pictures_that_phones_leave_out()
  local function note(...)
    local rows = { "name,picture" }
    for name, size in pairs { ... } do
      here:write(("games/zoo/%d.png"):format(name), PNG .. ("x"):rep(size - #PNG))
      rows[#rows + 1] = ("Fox %d,%d.png"):format(name, name)
    end
    zoo(table.concat(rows, "\n"))
    return here:says("check zoo --seconds 0 --strict", 0):gsub("\n +", " "):match "cards.csv:1: note: ([^\n]*)"
  end
  local sentence = "phones show no picture of more than 24 KB: save %s smaller; 240 pixels wide is plenty"
  lu.assertNil(note(24 << 10, 9))
  lu.assertEquals(note((24 << 10) + 1, 9), sentence:format "1.png (25 KB)")
  lu.assertEquals(note(40000, 50000, 60000, 70000, 80000),
    sentence:format "1.png (40 KB), 2.png (49 KB), 3.png (59 KB) and 2 more")
end

-- Letters get smaller before a word is cut; the scripts of East Asia are broken anywhere.
function TestCards.test_lines_are_broken_by_the_widths_of_letters()
  local function lines(name)
    zoo("name\n" .. name .. "\n")
    local group = cards("--faces"):match '<g class="name".-</g>'
    return count(group, "<text"), tonumber(group:match 'size="([%d.]+)"')
  end
  lu.assertEquals({ lines "Giant Squid of the Northern Deep" }, { 2, 3.59 })
  lu.assertEquals({ lines(("i"):rep(40)) }, { 1, 3.59 })
  lu.assertEquals({ lines(("W"):rep(40)) }, { 3, 2.33 })
  lu.assertEquals({ lines(("魚"):rep(20)) }, { 2, 3.59 })
end

-- The place of a card, the width of a sheet with its marks, and how many cards are on the first one.
local function places(options)
  local page = cards("--faces " .. options)
  local w, h, sheet = page:match "%-%-w: ([%d.]+)mm; %-%-h: ([%d.]+)mm;.- %-%-sheet: ([%d.]+)"
  return ("%s %s %s %d"):format(w, h, sheet, count(page:match '<svg class="sheet".-</svg>', '<use href="#c'))
end

function TestCards.test_sizes_and_sheets()
  zoo "name,count\nFox,50\n"
  for options, expected in pairs { [""] = "63 88 189 9", ["--size bridge"] = "57 88 171 9",
    ["--size tarot"] = "70 120 140 4", ["--size mini"] = "44 63 176 16", ["--size square"] = "63 63 189 12",
    ["--size domino"] = "44 88 176 12", ["--landscape"] = "88 63 264 9", ["--size 100.5x60"] = "100.5 60 201 8",
    ["--size mini --landscape"] = "63 44 189 18",
    ["--bleed 3"] = "69 94 207 6", ["--bleed 3 --paper a4"] = "69 94 207 9", ["--size 200x200"] = "200 200 200 1",
    ["--size tarot --bleed 3 --paper letter"] = "76 126 152 4" } do
    lu.assertEquals(places(options), expected, options)
  end
  lu.assertStrContains(cards "--bleed 3 --paper a4", 'viewBox="-3 -3 69 94"')
  for options, size in pairs { ["--paper A4"] = "A4 portrait", ["--landscape"] = " landscape",
    ["--paper letter --landscape"] = "letter landscape" } do
    lu.assertStrContains(cards(options), "size: " .. size .. ";")
  end
  here:refuses("cards zoo --size pokr", "--size pokr: expected poker, bridge, tarot, mini, square and domino, or a "
    .. "width and height in millimetres like 70x120, did you mean `poker`?")
  here:refuses("cards zoo --size 70x1200", "70x1200: expected a card with sides of 20 to 200 mm")
  here:refuses("cards zoo --size 2.5x3.5",
    "--size 2.5x3.5: expected millimetres; if these are inches, --size 63.5x88.9")
  here:refuses("cards zoo --paper a5", "--paper a5: expected a4 or letter")
  here:refuses("cards zoo --bleed 9", "--bleed 9: expected a whole number from 1 to 5")
end

-- Where there is no room around the cards, marks are in their bleed alone.
function TestCards.test_no_mark_is_nearer_than_4_mm_to_the_edge_of_the_paper()
  zoo "name,count\nFox,50\n"
  for options, paper in pairs { [""] = { 210, 279.4 }, ["--bleed 3"] = { 210, 279.4 },
    ["--landscape"] = { 279.4, 210 }, ["--bleed 3 --paper a4"] = { 210, 297 }, ["--size 200x200"] = { 210, 279.4 } } do
    local page = cards(options)
    local width, height = page:match 'class="sheet" viewBox="0 0 ([%d.]+) ([%d.]+)"'
    local down, across = page:match '<g id="marks">.-d="(.-)".-d="(.-)"'
    local bleed = tonumber(options:match "bleed (%d)") or 0
    for side, marks in ipairs { down or "", across or "" } do
      local room, length = (paper[3 - side] - (side == 1 and height or width)) / 2, side == 1 and height or width
      lu.assertEquals(marks == "", false, options)
      for from, to in marks:gmatch "M%S+ (%S-)V([%d.-]+)" do
        lu.assertTrue(room + from >= 4 and room + length - to >= 4, options .. " " .. marks)
        lu.assertTrue(bleed > 0 or tonumber(to) <= 0 or tonumber(from) >= tonumber(length), options)
      end
    end
  end
end

function TestCards.test_what_was_written_is_said()
  zoo "name,count\nFox,10\n"
  local both = "x.html: 12 cards with their backs, on 3 sheets of %s\nOpen it in a browser and print at 100%%, "
    .. "on both sides, flipping on the %s edge.\n"
  lu.assertEquals(said(), both:format("A4 or letter paper.", "long"))
  lu.assertEquals(said "--paper a4 --landscape", both:format("A4 paper, landscape.", "short"))
  lu.assertEquals(said "--faces", "x.html: 12 cards, on 3 sheets of A4 or letter paper.\n"
    .. "Open it in a browser and print at 100%.\n")
  lu.assertEquals(said "--thumbnails", "x.html: 3 cards, each once\n")
end

function TestCards.test_a_page_goes_into_a_file_of_html()
  zoo "name\nFox\n"
  for name, stem in pairs { ["x.pdf"] = "x", ["a/my.PNG"] = "a/my" } do
    here:refuses("cards zoo -o " .. name, ("-o %s: expected -o %s.html, a page that a browser can print or save as "
      .. "PDF; --each or --png makes a picture of each card, in the folder -o DIR"):format(name, stem))
  end
  here:says("cards zoo --each -o x.svg", 2, "-o x.svg: expected")
  here:refuses("sheet zoo -o x.pdf", "-o x.pdf: expected -o x.html, a page that a browser can print or save as PDF")
  here:says("sheet zoo -n 0 -o x.html", 0)
  lu.assertStrContains(here:read "x.html", "<!DOCTYPE html>")
  for _, words in ipairs { "cards zoo", "sheet games/zoo/ --html" } do
    local status, output = here:shell(("TERM=dumb script -qec '%s %s' /dev/null"):format(tools.program(), words))
    if output:find("script: not found", 1, true) then lu.skip("no `script` here") end
    lu.assertEquals(status, 2)
    lu.assertEquals((output:gsub("%s+", " ")),
      "croupier: a page of HTML is for a browser, not for a terminal: add `-o zoo.html`, and open that file ")
  end
end

function TestCards.test_a_players_sheet_shows_cards_with_pictures()
  zoo "name,count,text,color,picture\nFox,2,Runs.,yellow,fox.png\nOwl,1,,,fox.png\n"
  local sheet = here:says("sheet zoo -n 0 --html", 0)
  local shown = sheet:match '<p class="cards printed">(.-)</p>'
  lu.assertEquals({ count(shown, "<svg"), count(shown, "data:image/png"), count(shown, 'href="#picture') }, { 2, 2, 0 })
  lu.assertStrContains(shown, "#9a6b00") -- the yellow of all cards
  lu.assertStrContains(sheet, "<td>Runs.</td>")
  lu.assertNotStrContains(here:says("sheet zoo -n 0", 0), "<svg")
  zoo "name,count,text\nFox,3,Runs.\nOwl,3,\n"
  here:says("sheet zoo -n 0", 0, "6 cards, 3 of each.", "| Fox | 3 | Runs. |")
  lu.assertEquals(count(here:says("sheet zoo -n 0 --html", 0), 'class="cards printed"'), 1) -- of the suns alone
end

function TestCards.test_backs()
  zoo "name\nFox\n"
  local function backs(options)
    local page = cards(options)
    return page:match '<g id="b1">(.-</svg>)<', page:match '<g id="b2">(.-</svg>)<'
  end
  local deck, events = backs "--back fox.png --back events='My & own'"
  lu.assertStrContains(deck, "data:image/png")
  lu.assertStrContains(events, ">My &amp; own<")
  deck, events = backs "--back red --back events=#102030"
  lu.assertStrContains(deck, 'fill="#c0182b"')
  lu.assertStrContains(events, 'fill="#102030"')
  lu.assertStrContains(events, ">Events<")
  here:refuses("cards zoo --back evnts=red", "--back evnts: Zoo has no such deck, did you mean `events`?")
  here:refuses("cards zoo --back no.png", "--back no.png: there is no such file beside games/zoo/cards.csv")
  here:refuses("cards zoo --back events=no.png", "--back no.png: there is no such file beside games/zoo/game.lua")
  here:refuses("cards zoo --back ../fox.png",
    "--back `../fox.png`: a picture must be beside the spreadsheet or in a folder below it")
end

function TestCards.test_four_colours()
  lu.assertEquals(count(tools.says("cards games/fish_out --faces", 0), "#2e7d32"), 0)
  lu.assertTrue(count(tools.says("cards games/fish_out --faces --four-color", 0), "#2e7d32") >= 13)
end

-- --- templates ---

function TestCards.test_the_built_in_template_is_one()
  zoo "name,suit,value,text,speed,picture\nFox,land,3,Runs,7,fox.png\nOwl,,,,,\n"
  for _, size in ipairs { "", "--size 100x60" } do
    here:says(("cards zoo %s --write-template t.html"):format(size), 0)
    lu.assertEquals(cards "--template t.html", cards(size), size)
    here:refuses("cards zoo --write-template t.html", "--write-template t.html: there is such a file already")
    os.remove(here.folder .. "/t.html")
  end
  here:says("cards zoo --write-template t.html", 0)
  here:refuses("cards zoo --template t.html --size mini",
    "--size and --landscape can't be used with --template, which says the size itself")
  here:refuses("cards zoo --template no.html", "no.html: No such file or directory")
end

local DRAWING = [[<!DOCTYPE html><title>T</title><style>.card { fill: red }</style>
<svg class="card" width="9" fill="{{color}}" viewBox="0 0 50 70"><rect fill="%s" width="9"/>
{{#speed}}{{speed 1 2 20 10 5 bold}}<text>{{name}}</text>{{/speed}}
{{^speed}}<text>{{name}}</text>{{/speed}}{{picture 1 2 3 4 whole}}</svg>]]

function TestCards.test_a_template_of_ones_own()
  zoo "name,speed,color,picture\nF<o>x,,red,fox.png\n{{color}},7,url(http://x),\n"
  here:write("t.html", DRAWING:format "{{color}}")
  local page = cards "--template t.html --faces"
  for _, part in ipairs { "--w: 50mm; --h: 70mm;", "<style>.card { fill: red }</style>", "<text>F&lt;o&gt;x</text>",
    'class="speed" font-size="5.00" font-weight="bold"', '<rect fill="#c0182b" width="9"/>', "<text>{{color}}</text>",
    'class="card" fill="#c0182b"', 'viewBox="0 0 50 70"' } do
    lu.assertStrContains(page, part)
  end
  lu.assertNotStrContains(page:match "<body>.*</body>", "http://x")
  here:write("t.html", (DRAWING:format("{{speed}}"):gsub("{{name}}", "{{nam}}")))
  local told = mistakes "--template t.html"
  lu.assertStrContains(told, "the template has a field `nam` that no card has, did you mean `name`?")
end

-- It may come from a stranger.
function TestCards.test_a_template_runs_and_fetches_nothing()
  zoo "name\nFox\n"
  local function refused(sentence, from, to)
    local text, changed = DRAWING:format("red"):gsub(from, to)
    lu.assertEquals(changed, 1)
    here:write("t.html", text)
    lu.assertStrContains(here:says("cards zoo --template t.html", 2), "croupier: t.html: " .. sentence)
  end
  refused("<script> can't be used", "<title>", "<script>x()</script><title>")
  refused("an attribute like onclick", "<rect", "<rect ONLOAD = 'x()'")
  refused("an attribute like onclick", "<svg", "<svg/onload=x()")
  refused("a link leads out", "<rect", "<image href='http://x/y.png'/><rect")
  refused("a link leads out", "<rect", "<use xlink:href=other.svg /><rect")
  refused("<foreignObject> can't be used", "<rect", "<foreignObject/><rect")
  refused("<a> can't be used", "<rect", "<a/><rect")
  refused("<!DOCTYPE> can't be used", "<rect", "<!DOCTYPE x><rect")
  refused("url() leads out", "fill=\"red\"", "fill=\"url(//x/y)\"")
  refused("url() leads out", "fill: red", "background: URL( 'x.png')")
  refused("@import", "fill: red", "} @import 'x'; {")
  refused("\\ can't be used", "fill: red", "background: u\\\\72l(x)")
  refused("a field as an attribute", "fill=\"red\"", "fill={{name}}")
  refused("the style holds for all cards", "fill: red", "fill: {{color}}")
  refused("expected viewBox=\"0 0 WIDTH HEIGHT\"", "0 0 50 70", "50 70")
  refused("expected a card with sides of 20 to 200 mm", "0 0 50 70", "0 0 5 7")
  refused("expected a drawing", "</svg>", "")
end
