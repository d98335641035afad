-- Cards from a spreadsheet: what a file may look like, what becomes of its columns, what is said of mistakes; and the
-- page of cards to print.

local tools = dofile "tests/tools.lua"
local here

local GAME = [[
return game {
  title = "Zoo", seats = { 2, 2 }, deck = { file = "%s" }, piles = { seat = { hand = "owner" } },
  order = { "over" }, over = function(t) t:finish() end,
}]]

local function zoo(text, name)
  name = name or "cards.csv"
  here:write("games/zoo/game.lua", GAME:format(name))
  here:write("games/zoo/" .. name, text)
  return croupier.open(here.folder .. "/games/zoo", { seats = 2, seed = "1" }).t
end

-- The cards of the deck, lowest index first: "Fox Fox Owl".
local function names(t)
  local list = {}
  for i, card in ipairs(t.deck:list()) do list[i] = card.name end
  return table.concat(list, " ")
end

local function first(t, name)
  for card in t.deck:cards() do if card.name == name then return card end end
end

-- The file can't be read as cards.
local function no_cards(text, sentence, name) lu.assertErrorMsgContains(sentence, zoo, text, name) end

-- What the program prints there, without a mistake.
local function printed(line) return here:says(line, 0) end

TestSpreadsheet = {}

function TestSpreadsheet.setUp()
  here = tools.place("games/zoo")
end

function TestSpreadsheet.tearDown() here:remove() end

function TestSpreadsheet.test_each_row_is_a_card_and_counts()
  local t = zoo("name,count,value\nFox,3,2\nOwl,,7\nEel,0,1\n")
  lu.assertEquals(names(t), "Fox Fox Fox Owl")
  lu.assertEquals(first(t, "Owl").value, 7)
end

function TestSpreadsheet.test_columns_become_fields_of_their_type()
  local t = zoo('name,Attack power,Odd number,trap,note\nFox,2,7,yes,12\nOwl,1.5,,No,a\n"Red Eel",,9,,\n')
  local fox, owl, eel = first(t, "Fox"), first(t, "Owl"), first(t, "Red Eel")
  lu.assertEquals(math.type(fox.attack_power), "integer")
  lu.assertEquals({ fox.attack_power, owl.attack_power, eel.attack_power }, { 2, 1.5 })
  lu.assertEquals({ fox.odd_number, eel.odd_number }, { 7, 9 })
  lu.assertTrue(fox.trap)
  lu.assertFalse(owl.trap)
  lu.assertNil(eel.trap)
  lu.assertEquals({ fox.note, owl.note }, { "12", "a" })
end

-- One cell that is none makes no texts of a column of numbers, nor of yes and no.
function TestSpreadsheet.test_three_cells_of_four_say_what_a_column_holds()
  no_cards("name,cost\nFox,2\nOwl,3\nEel,4\nElk,l5\n", "cards.csv:5: row 5, column `cost`: `l5`: expected a number")
  no_cards("name,trap\nFox,yes\nOwl,no\nEel,No\nElk,nö\n", "row 5, column `trap`: `nö`: expected yes or no")
  lu.assertEquals(first(zoo("name,cost\nFox,2\nOwl,3\nEel,X\nElk,\n"), "Fox").cost, "2")
  local t = zoo("rank,suit,text\n7,1,1\n8,1,2\n9,1,3\nK,1,x\n")
  lu.assertEquals({ first(t, "71").text, first(t, "71").suit, first(t, "K1").rank }, { "1", "1", "K" })
end

function TestSpreadsheet.test_a_decimal_comma_where_no_comma_separates()
  local t = zoo("name;cost;value\nFox;1,5;-0,25\nOwl;2,0;3\nEel;2.5;\n")
  lu.assertEquals({ first(t, "Fox").cost, first(t, "Fox").value, first(t, "Eel").cost }, { 1.5, -0.25, 2.5 })
  lu.assertEquals(math.type(first(t, "Owl").cost), "integer")
  lu.assertEquals(first(zoo("name\tcost\nFox\t1,5\n", "cards.tsv"), "Fox").cost, 1.5)
  no_cards("name;cost\nFox;1,500\n", "row 2, column `cost`: `1,500`: write 1500, or 1.500")
  no_cards("name;count\nFox;1,5\n", "row 2, column `count`: `1,5`: expected a whole number")
  lu.assertEquals(first(zoo('name,cost\nFox,"1,5"\n'), "Fox").cost, "1,5")
end

function TestSpreadsheet.test_excels_first_line()
  lu.assertEquals(names(zoo("sep=;\r\nname;value\r\nFox, sly;2\r\nOwl;3")), "Fox, sly Owl")
  lu.assertEquals(names(zoo('\xef\xbb\xbf"SEP=|"\nname|value\nFox|2\n')), "Fox")
  lu.assertEquals(names(zoo("sep=\t\nname\tvalue\nFox\t2\n")), "Fox")
  no_cards("sep=;\nname;value\nFox;x\n", "cards.csv:3: row 2, column `value`: `x`: expected a number")
  no_cards("sep=\nFox\n", "row 1, column `sep=`: expected letters")
end

function TestSpreadsheet.test_other_names_for_count()
  for _, head in ipairs { "Qty", "Quantity", "amount", "Copies" } do
    no_cards(("name,%s\nFox,2\n"):format(head), ("row 1, column `%s`: did you mean `count`?"):format(head))
  end
  lu.assertEquals(first(zoo("name,amount,count\nFox,2,\n"), "Fox").amount, 2)
end

function TestSpreadsheet.test_letters_of_a_column_exchanged()
  no_cards("name,vaule\nFox,2\nOwl,3\n", "row 1, column `vaule`: did you mean `value`? To keep this name")
  no_cards("name,Colour\nFox,red\n", "row 1, column `Colour`: did you mean `color`?")
  lu.assertEquals(first(zoo("name,vaule,value,mean,fame\nFox,2,3,4,5\n"), "Fox").vaule, 2)
end

-- One sentence, however many cards there are.
function TestSpreadsheet.test_no_column_for_the_name()
  for heads, sentence in pairs { ["title,value"] = "there is no column `name`: expected one, or `rank` and `suit`",
    ["rank,value"] = "there is no column `name`", ["suit,value"] = "there is no column `name`",
    ["nmae,value"] = "column `nmae`: did you mean `name`?" } do
    pcall(zoo, heads .. "\nFox,2\nOwl,3\n")
    local output = here:says("show zoo", 1, "cards.csv:1: row 1", sentence)
    lu.assertEquals(select(2, output:gsub("\n", "")), 1)
  end
end

function TestSpreadsheet.test_a_color_is_of_the_suit()
  local t = zoo("name,suit,color\nFox,land,\nOwl,air,Blue\nElk,land,green\nEel,land,#777\n")
  lu.assertEquals({ first(t, "Fox").color, first(t, "Owl").color, first(t, "Elk").color, first(t, "Eel").color },
    { "green", "blue", "green", "#777" })
  lu.assertStrContains(printed "cards zoo --faces", 'fill="#2e7d32"')
end

function TestSpreadsheet.test_a_rank_and_a_suit_are_a_name()
  local t = zoo("rank,suit,symbol\n7,suns,☀\nK,suns,\n7,stars,\n2,moons,☾\n")
  lu.assertEquals(names(t), "7suns Ksuns 7stars 2m") -- suns and stars begin alike
  local seven = first(t, "7suns")
  lu.assertEquals({ seven.long, seven.symbol, seven.value }, { "7 of suns", "7☀", 7 })
  lu.assertEquals(first(t, "Ksuns").symbol, "K☀")
  lu.assertNil(first(t, "Ksuns").value)
end

function TestSpreadsheet.test_forms_that_programs_save()
  lu.assertEquals(names(zoo("\xef\xbb\xbfname;value\r\nFox;2\r\nOwl;3")), "Fox Owl")
  lu.assertEquals(names(zoo("name\tvalue\nFox\t2\n\n\t\nOwl\t3\n", "cards.tsv")), "Fox Owl")
  local t = zoo('name,text,\n"Owl, old","He said ""hoo"".\nTwice.",\nFox, sly ,\n')
  lu.assertEquals(first(t, "Owl, old").text, 'He said "hoo".\nTwice.')
  lu.assertEquals(first(t, "Fox").text, "sly")
end

function TestSpreadsheet.test_a_long_name_is_whole_and_can_be_typed()
  here:write("games/zoo/game.lua", [[return game { title = "Zoo", seats = { 1, 1 }, deck = { file = "cards.csv" },
    piles = { seat = { hand = "owner", shown = "everyone" } }, order = { "play", "over" },
    play = function(t)
      t.deck:deal(3, t.seat[1].hand)
      t.seat[1].shown:put(t.seat[1]:ask { "cards", "Which?", cards = t.seat[1].hand, count = 2 })
    end, over = function(t) t:finish() end }]])
  here:write("games/zoo/cards.csv", 'name\n"The Dragon of the Northern Mountains, in spring"\nOld Owl\nFox\n')
  local g = croupier.open(here.folder .. "/games/zoo", { seats = 1 })
  g:run()
  g:answer("old owl fox")
  g:run()
  lu.assertEquals(#g.t.seat[1].shown, 2)
  lu.assertEquals(g.t.seat[1].hand:top().name, "The Dragon of the Northern Mountains, in spring")
end

function TestSpreadsheet.test_a_name_is_counted_in_letters()
  local name = ("Ёж"):rep(20)
  lu.assertEquals(names(zoo("name\n" .. name .. "\n")), name)
end

function TestSpreadsheet.test_a_mistake_names_row_and_column()
  no_cards("name,value\nFox,2\nOwl,two\n", "cards.csv:3: row 3, column `value`: `two`: expected a number")
  no_cards('name,text,count\nFox,"a\nb",1\n\nOwl,,-1\n',
    "cards.csv:5: row 4, column `count`: `-1`: expected a whole number from 0 to 4096")
  no_cards("name\nFox\nOwl\nFOX\n", "row 4, column `name`: `FOX` is already in row 2: expected another name, or")
  no_cards("name,power\nFox,1\n,2\n", "row 3, column `name`: the card has no name")
  no_cards('name\n"Fox\n', "cards.csv:2: row 2: a quotation mark is never closed")
  no_cards('name\n"Fox"s\n', "row 2: expected the cell to end after its closing quotation mark")
  no_cards("name,größe\nFox,1\n", "row 1, column `größe`: expected letters")
  no_cards("name,name\nFox,1\n", "row 1, column `name`: two columns have this name")
  no_cards("name,index\nFox,1\n", "the name is reserved")
  no_cards("name,\nFox,1\n", "row 1, column `2`: expected a name for the column")
  no_cards("name,text\nFox,\27[2J\n", "row 2, column `text`: it holds a control character")
  no_cards("name,value\nFox, sly,2\n", "row 2: it has 3 cells, but the first row has 2")
  no_cards("name\n" .. ("x"):rep(48) .. "\n", "is longer than 47 letters")
  no_cards("name\n" .. ("ж"):rep(48) .. "\n", "`жжжжжжжжжжжж...` is longer than 47 letters")
  no_cards("", "it has no cards")
  no_cards("name,count\nFox,0\n", "it has no cards")
  no_cards("name\nFox\xff\n", "cards.csv:2: it is not in UTF-8")
  no_cards("\xff\xfen\0a\0", "it is saved as UTF-16")
  no_cards("name\nFox\n" .. ("\n"):rep(64 << 10),
    "it is longer than 64 KB: shorten the texts, or divide the cards between two files, each a deck under `decks`")
  no_cards("name,count\nFox,4000\nOwl,97\n", "more than the 4096 cards that a table can have")
  local rows = { "name" }
  for i = 1, 257 do rows[i + 1] = "c" .. i end
  no_cards(table.concat(rows, "\n"), "more than the 256 faces that a table can have")
end

function TestSpreadsheet.test_all_mistakes_are_told_at_once_and_end_with_status_1()
  pcall(zoo, "name,value\nFox,x\nOwl,y\n")
  here:says("show zoo", 1, "row 2, column `value`", "row 3, column `value`")
  pcall(zoo, "name,value\n" .. ("Fox,x\n"):rep(5000))
  here:says("show zoo", 1, "cards.csv:1: 9979 more mistakes\n")
  pcall(zoo, "name\nFox\27\n")
  lu.assertEquals(select(2, here:says("show zoo", 1):gsub("\n", "")), 1) -- no second mistake where the name is one
end

function TestSpreadsheet.test_only_a_sheet_of_the_folder_is_read()
  no_cards("name\nFox\n", "file = the text \"../x.csv\": expected a .csv or .tsv file", "../x.csv")
  here:write("games/zoo/game.lua", GAME:format("none.csv"))
  here:says("show zoo", 1, "games/zoo/game.lua:2: `deck`: zoo/none.csv: there is no such file")
end

-- A column without a cell, and what every card may have.
function TestSpreadsheet.test_cards_without_value_or_text_are_read()
  zoo("name,power,text\nFox,,\nOwl,,\n")
  here:write("games/zoo/game.lua", [[return game { title = "Zoo", seats = { 1, 1 }, deck = { file = "cards.csv" },
    piles = { seen = "everyone" }, order = { "look", "over" },
    look = function(t)
      local card = t.deck:draw(1, t.seen)[1]
      t:say("%s %s %s %s", tostring(card.text), tostring(card.value), tostring(card.power), tostring(card.suit))
    end,
    over = function(t) t:finish() end }]])
  here:says("play zoo --seats random", 0, "nil nil nil nil")
  here:says("check zoo --seconds 0", 0, "no mistakes")
end

function TestSpreadsheet.test_check_knows_the_fields()
  zoo("name,power\nFox,2\n")
  here:write("games/zoo/game.lua", [[return game { title = "Zoo", seats = { 1, 1 }, deck = { file = "cards.csv" },
    order = { "over" }, over = function(t) t:finish(t.deck:top().powre) end }]])
  here:says("check zoo --seconds 0", 1, "a card has no `powre`, did you mean `power`?")
end

-- --- printing ---

local function count(text, part)
  local _, n = text:gsub(part, "")
  return n
end

-- How often cards whose drawing holds a text are in the sheets of a page.
local function copies(page, part)
  local n = 0
  for id, drawing in page:gmatch '<g id="(c[%d-]+)">(<svg.-</svg>)<rect[^>]*></g>' do
    if drawing:find(part, 1, true) then n = n + count(page, '<use href="#' .. id:gsub("-", "%%-") .. '"') end
  end
  return n
end

function TestSpreadsheet.test_sheets_have_every_copy_and_a_back_for_each()
  zoo('name,count,suit,text\nFox,7,land,"Run & ""hide"" <now>"\nEel,4,sea,\n')
  local output = printed "cards zoo"
  lu.assertEquals(copies(output, ">Fox<"), 7)
  lu.assertEquals(copies(output, ">Eel<"), 4)
  lu.assertEquals(count(output, 'href="#b1"'), 11)
  lu.assertEquals(count(output, '<svg class="sheet"'), 4) -- two sheets, each with its backs
  lu.assertStrContains(output, "Run &amp; &quot;hide&quot; &lt;now&gt;")
  lu.assertNotStrContains(output, "<now>")
  lu.assertNotStrContains(output, "<script")
end

-- What a terminal would obey is not on the page.
function TestSpreadsheet.test_a_page_has_no_control_characters()
  here:write("odd/game.lua", [[return game { title = "Odd", seats = { 1, 1 }, order = { "over" },
    deck = kind { name = "odd", suits = { "a\27[31m" }, ranks = { "1" } }, over = function(t) t:finish() end }]])
  local output = printed "cards ./odd"
  lu.assertStrContains(output, "a[31m")
  lu.assertNotStrContains(output, "\27")
end

function TestSpreadsheet.test_backs_are_left_and_right_exchanged()
  zoo("name,count\nFox,2\n")
  local backs = printed("cards zoo"):match('class="sheet".*class="sheet"(.*)</svg>')
  lu.assertStrMatches(backs, '.*">\n<use href="#b1" x="63" y="0"/>\n<use href="#b1" x="126" y="0"/>\n.*')
  lu.assertEquals(count(printed "cards zoo --faces", 'href="#b1"'), 0)
end

function TestSpreadsheet.test_thumbnails_show_each_card_once()
  zoo("name,count\nFox,7\nEel,1\n")
  printed "cards zoo --thumbnails -o thumbs.html"
  local page = here:read "thumbs.html"
  lu.assertEquals({ copies(page, ">Fox<"), copies(page, ">Eel<"), count(page, "<figure>") }, { 1, 1, 2 })
  lu.assertStrContains(page, "<figcaption>× 7</figcaption>")
end

function TestSpreadsheet.test_a_text_is_set_from_the_right_where_its_letters_are()
  zoo("name,suit,rank,text,magic\nדג,ים,7,טקסט,כוח\n")
  local page = printed "cards zoo --faces"
  lu.assertStrMatches(page, '.*<g class="name"[^>]*><text x="47.00" [^>]* direction="rtl">דג</text>.*')
  lu.assertStrMatches(page, '.*<text x="31.50" [^>]* text%-anchor="middle" direction="rtl">טקסט</text>.*')
  lu.assertStrContains(page, '>Magic <tspan font-weight="bold">כוח</tspan><')
end

-- The size of letters shrinks with the length of the text, and a text that nothing can fit is told of.
function TestSpreadsheet.test_long_texts_are_fitted()
  local last = math.huge
  for _, words in ipairs { 5, 60, 110, 140 } do
    zoo(("name,text\nFox,%s\n"):format(("word "):rep(words)))
    local size = tonumber(printed("cards zoo"):match('class="body" font%-size="([%d.]+)'))
    lu.assertTrue(size < last, words)
    last = size
  end
  zoo(("name,text\nFox,**%s**\n"):format(("word "):rep(600)))
  lu.assertStrContains(printed "cards zoo -o x.html",
    "\ncroupier: Fox: its text is too long for a card, so its end is left out\n")
  local body = printed("cards zoo"):match '<g class="body".-</g>'
  lu.assertStrMatches(body, '.*word…</tspan></text></g>')
  local lowest = 0
  for y in body:gmatch ' y="([%d.]+)"' do lowest = math.max(lowest, tonumber(y)) end
  lu.assertTrue(lowest > 74 and lowest < 77.5, lowest) -- the box ends at 77.5
end

function TestSpreadsheet.test_any_deck_is_printed_suits_as_signs()
  local output = tools.says("cards games/fish_out", 0)
  lu.assertEquals(copies(output, "<svg"), 52)
  lu.assertEquals(count(output, '<svg class="sheet"'), 12)
  lu.assertEquals(copies(output, ' of hearts" color="#c0182b"'), 13)
end

function TestSpreadsheet.test_jokers_are_printed_red_and_black_in_turn()
  here:write("games/zoo/game.lua", [[return game { title = "Zoo", seats = { 1, 1 }, order = { "over" },
    deck = { "standard", jokers = 3, copies = 2 }, over = function(t) t:finish() end }]])
  local page = printed "cards zoo --faces"
  lu.assertEquals(copies(page, "<svg"), 2 * 52 + 3)
  lu.assertEquals({ copies(page, 'aria-label="red joker"'), copies(page, 'aria-label="black joker"') }, { 2, 1 })
end

-- --- a game made of a spreadsheet ---

function TestSpreadsheet.test_new_makes_a_game_of_it()
  here:write("my.csv", "name,count,power,text\nFox,20,2,Runs\nOwl,10,,\n")
  printed "new game hunt --deck my.csv"
  lu.assertEquals(here:read "games/hunt/cards.csv", here:read "my.csv")
  local script = here:read "games/hunt/game.lua"
  lu.assertStrContains(script, 'deck = { file = "cards.csv" }')
  lu.assertStrContains(script, "card.name, card.power, card.text")
  lu.assertStrContains(script, "return card.power or 0")
  printed "test games/hunt"
  here:says("check hunt --strict --seconds 1", 0, "hunt: nothing wrong")
end

-- The deck has the cards of the file and no more: players and hands follow from that.
function TestSpreadsheet.test_new_copies_no_card()
  here:write("my.csv", "name,count,text\nFox,4,\nOwl,1,\n")
  local told = "The deck has 5 cards, enough for 5 players with 1 card each.\n"
  lu.assertStrContains(printed "new game hunt --deck my.csv", told)
  lu.assertStrContains(here:read "games/hunt/game.lua", 'deck = { file = "cards.csv" }')
  here:says("show hunt", 0, "For 2 to 5 players.", "dealt = 1")
  printed "test games/hunt"
  here:says("check hunt --strict --seconds 1", 0, "hunt: nothing wrong")
  lu.assertStrContains(printed "new game pair --deck my.csv --seats 2", "enough for 2 players with 2 cards each.\n")
  lu.assertEquals(here:says("new game many --deck my.csv --seats 6-8", 1),
    "croupier: my.csv has 5 cards, too few for 6 players: expected fewer --seats, or a higher `count`\n")
end

function TestSpreadsheet.test_new_refuses_a_wrong_file()
  here:write("my.csv", "name,count\nFox,x\n")
  lu.assertEquals(here:says("new game hunt --deck my.csv", 1),
    "croupier: my.csv:2: row 2, column `count`: `x`: expected a whole number from 0 to 4096\n")
  lu.assertFalse(here:exists "games/hunt/game.lua")
  here:write("long.csv", ("name\n"):rep(64 << 10))
  here:refuses("new game hunt --deck long.csv", "--deck long.csv: longer than 64 KB; shorten the texts, or divide the "
    .. "cards between two files, each a deck under `decks`")
  here:refuses("new game hunt --deck none.csv", "--deck none.csv: No such file or directory")
end
