-- Cards from a spreadsheet: what a file may look like, what becomes of its columns, what is said of mistakes; and the
-- page of cards to print.

local tools = dofile "tests/lua/tools.lua"
local folder

local here = io.popen("pwd"):read("l")
local program = croupier.program:sub(1, 1) == "/" and croupier.program or here .. "/" .. croupier.program

local GAME = [[
return game {
  title = "Zoo", seats = { 2, 2 }, deck = { file = "%s" }, piles = { seat = { hand = "owner" } },
  order = { "over" }, over = function(t) t:finish() end,
}]]

local function write(name, text) tools.write(folder .. "/" .. name, text) end

local function run(line)
  local file = assert(io.popen(("cd %s && %s %s 2>&1 </dev/null; echo \"status $?\""):format(folder, program, line)))
  local output, status = file:read("a"):match("^(.-)status (%d+)\n$")
  file:close()
  return output, tonumber(status)
end

local function open(text, name)
  name = name or "cards.csv"
  write("games/zoo/game.lua", GAME:format(name))
  write("games/zoo/" .. name, text)
  return croupier.open(folder .. "/games/zoo", { seats = 2, seed = "1" }).t
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

local function refused(text, sentence, name)
  local ok, why = pcall(open, text, name)
  lu.assertFalse(ok, text)
  lu.assertStrContains(tostring(why), sentence)
end

TestSpreadsheet = {}

function TestSpreadsheet.setUp()
  folder = os.tmpname()
  os.remove(folder)
  os.execute("mkdir -p " .. folder .. "/games/zoo")
end

function TestSpreadsheet.tearDown() os.execute("rm -r " .. folder) end

function TestSpreadsheet.test_each_row_is_a_card_and_counts()
  local t = open("name,count,value\nFox,3,2\nOwl,,7\nEel,0,1\n")
  lu.assertEquals(names(t), "Fox Fox Fox Owl")
  lu.assertEquals(first(t, "Owl").value, 7)
end

function TestSpreadsheet.test_columns_become_fields_of_their_type()
  local t = open('name,Attack power,Odd number,trap,note\nFox,2,7,yes,12\nOwl,1.5,,No,a\n"Red Eel",,9,,\n')
  local fox, owl, eel = first(t, "Fox"), first(t, "Owl"), first(t, "Red Eel")
  lu.assertEquals(math.type(fox.attack_power), "integer")
  lu.assertEquals({ fox.attack_power, owl.attack_power, eel.attack_power }, { 2, 1.5 })
  lu.assertEquals({ fox.odd_number, eel.odd_number }, { 7, 9 })
  lu.assertTrue(fox.trap)
  lu.assertFalse(owl.trap)
  lu.assertNil(eel.trap)
  lu.assertEquals({ fox.note, owl.note }, { "12", "a" })
end

function TestSpreadsheet.test_a_rank_and_a_suit_are_a_name()
  local t = open("rank,suit,symbol\n7,suns,☀\nK,suns,\n7,stars,\n2,moons,☾\n")
  lu.assertEquals(names(t), "7suns Ksuns 7stars 2m") -- suns and stars begin alike
  local seven = first(t, "7suns")
  lu.assertEquals({ seven.long, seven.symbol, seven.value }, { "7 of suns", "7☀", 7 })
  lu.assertEquals(first(t, "Ksuns").symbol, "K☀")
  lu.assertNil(first(t, "Ksuns").value)
end

function TestSpreadsheet.test_forms_that_programs_save()
  lu.assertEquals(names(open("\xef\xbb\xbfname;value\r\nFox;2\r\nOwl;3")), "Fox Owl")
  lu.assertEquals(names(open("name\tvalue\nFox\t2\n\n\t\nOwl\t3\n", "cards.tsv")), "Fox Owl")
  local t = open('name,text,\n"Owl, old","He said ""hoo"".\nTwice.",\nFox, sly ,\n')
  lu.assertEquals(first(t, "Owl, old").text, 'He said "hoo".\nTwice.')
  lu.assertEquals(first(t, "Fox").text, "sly")
end

function TestSpreadsheet.test_a_long_name_is_whole_and_can_be_typed()
  write("games/zoo/game.lua", [[return game { title = "Zoo", seats = { 1, 1 }, deck = { file = "cards.csv" },
    piles = { seat = { hand = "owner", shown = "everyone" } }, order = { "play", "over" },
    play = function(t)
      t.deck:deal(3, t.seat[1].hand)
      t.seat[1].shown:put(t.seat[1]:ask { "cards", "Which?", cards = t.seat[1].hand, count = 2 })
    end, over = function(t) t:finish() end }]])
  write("games/zoo/cards.csv", 'name\n"The Dragon of the Northern Mountains, in spring"\nOld Owl\nFox\n')
  local g = croupier.open(folder .. "/games/zoo", { seats = 1 })
  g:run()
  g:answer("old owl fox")
  g:run()
  lu.assertEquals(#g.t.seat[1].shown, 2)
  lu.assertEquals(g.t.seat[1].hand:top().name, "The Dragon of the Northern Mountains, in spring")
end

function TestSpreadsheet.test_a_mistake_names_row_and_column()
  refused("name,value\nFox,2\nOwl,two\n", "cards.csv:3: row 3, column `value`: `two`: expected a number")
  refused('name,text,count\nFox,"a\nb",1\n\nOwl,,-1\n',
    "cards.csv:5: row 4, column `count`: `-1`: expected a whole number from 0 to 4096")
  refused("name\nFox\nOwl\nFOX\n", "row 4, column `name`: `FOX` stands in row 2 already")
  refused("name,power\nFox,1\n,2\n", "row 3, column `name`: the card has no name")
  refused('name\n"Fox\n', "cards.csv:2: row 2: a quotation mark is never closed")
  refused('name\n"Fox"s\n', "row 2: expected the end of the cell")
  refused("name,größe\nFox,1\n", "row 1, column `größe`: expected letters")
  refused("name,name\nFox,1\n", "row 1, column `name`: there are two columns of this name")
  refused("name,index\nFox,1\n", "the name is taken for every card")
  refused("name,\nFox,1\n", "row 1, column `2`: expected a name for the column")
  refused("name,text\nFox,\27[2J\n", "row 2, column `text`: it holds a control character")
  refused("name,value\nFox, sly,2\n", "row 2: it has 3 cells, and the first row 2")
  refused("name\n" .. ("x"):rep(48) .. "\n", "is longer than 47 bytes")
  refused("", "it has no cards")
  refused("name,count\nFox,0\n", "it has no cards")
  refused("name\nFox\xff\n", "cards.csv:2: it is not in UTF-8")
  refused("\xff\xfen\0a\0", "it is saved as UTF-16")
  refused("name\nFox\n" .. ("\n"):rep(64 << 10), "64 KB")
  refused("name,count\nFox,4000\nOwl,97\n", "more than the 4096 cards that a table can have")
  local rows = { "name" }
  for i = 1, 257 do rows[i + 1] = "c" .. i end
  refused(table.concat(rows, "\n"), "more than the 256 faces that a table can have")
end

function TestSpreadsheet.test_all_mistakes_are_told_at_once_and_end_with_status_1()
  pcall(open, "name,value\nFox,x\nOwl,y\n")
  local output, status = run "show zoo"
  lu.assertEquals(status, 1)
  lu.assertStrContains(output, "row 2, column `value`")
  lu.assertStrContains(output, "row 3, column `value`")
  pcall(open, "name,value\n" .. ("Fox,x\n"):rep(5000))
  lu.assertStrContains(run "show zoo", "cards.csv:1: 9979 more mistakes\n")
  pcall(open, "name\nFox\27\n")
  lu.assertEquals(select(2, run("show zoo"):gsub("\n", "")), 1) -- no second mistake where the name is one
end

function TestSpreadsheet.test_only_a_sheet_of_the_folder_is_read()
  refused("name\nFox\n", "file = the text \"../x.csv\": expected a .csv or .tsv file", "../x.csv")
  write("games/zoo/game.lua", GAME:format("none.csv"))
  local output, status = run "show zoo"
  lu.assertEquals(status, 1)
  lu.assertStrContains(output, "games/zoo/game.lua:2: `deck`: zoo/none.csv: there is no such file")
end

function TestSpreadsheet.test_check_knows_the_fields()
  open("name,power\nFox,2\n")
  write("games/zoo/game.lua", [[return game { title = "Zoo", seats = { 1, 1 }, deck = { file = "cards.csv" },
    order = { "over" }, over = function(t) t:finish(t.deck:top().powre) end }]])
  local output, status = run "check zoo --seconds 0"
  lu.assertEquals(status, 1)
  lu.assertStrContains(output, "a card has no `powre`, did you mean `power`?")
end

-- --- printing ---

local function count(text, part)
  local _, n = text:gsub(part, "")
  return n
end

function TestSpreadsheet.test_sheets_have_every_copy_and_a_back_for_each()
  open('name,count,suit,text\nFox,7,land,"Run & ""hide"" <now>"\nEel,4,sea,\n')
  local output, status = run "cards zoo"
  lu.assertEquals(status, 0)
  lu.assertEquals(count(output, '<b class="name"[^>]*>Fox</b>'), 7)
  lu.assertEquals(count(output, '<b class="name"[^>]*>Eel</b>'), 4)
  lu.assertEquals(count(output, 'class="card back"'), 11)
  lu.assertEquals(count(output, "<section>"), 4) -- two sheets, each with its backs
  lu.assertStrContains(output, "Run &amp; &quot;hide&quot; &lt;now&gt;")
  lu.assertNotStrContains(output, "<now>")
  lu.assertNotStrContains(output, "<script")
end

function TestSpreadsheet.test_backs_are_left_and_right_exchanged()
  open("name,count\nFox,2\n")
  local backs = run("cards zoo"):match("<section>.*<section>(.*)</section>")
  lu.assertStrMatches(backs, '.-</svg><div class="card"></div>\n<div class="card back".-\n<div class="card back".*')
  lu.assertEquals(count(run "cards zoo --faces", 'class="card back"'), 0)
end

function TestSpreadsheet.test_thumbnails_show_each_card_once()
  open("name,count\nFox,7\nEel,1\n")
  local output = run "cards zoo --thumbnails -o thumbs.html"
  lu.assertEquals(output, "")
  local page = io.open(folder .. "/thumbs.html"):read("a")
  lu.assertEquals(count(page, 'class="card face"'), 2)
  lu.assertStrContains(page, "<figcaption>× 7</figcaption>")
end

-- The size of letters shrinks with the length of the text, and a text that nothing can fit is told of.
function TestSpreadsheet.test_long_texts_are_fitted()
  local last = math.huge
  for _, words in ipairs { 5, 60, 110, 140 } do
    open(("name,text\nFox,%s\n"):format(("word "):rep(words)))
    local size = tonumber(run("cards zoo"):match('class="text" style="font%-size:calc%(([%d.]+)'))
    lu.assertTrue(size < last, words)
    last = size
  end
  open(("name,text\nFox,%s\n"):format(("word "):rep(600)))
  local output, status = run "cards zoo -o x.html"
  lu.assertEquals({ output, status }, { "croupier: Fox: its text is too long for a card\n", 0 })
end

function TestSpreadsheet.test_any_deck_is_printed_suits_as_signs()
  local file = io.popen(program .. " cards games/fish_out")
  local output = file:read("a")
  file:close()
  lu.assertEquals(count(output, 'class="card face"'), 52)
  lu.assertEquals(count(output, "<section>"), 12)
  lu.assertStrContains(output, 'color:#c0182b"><div class="corner">K<br>♥</div><div class="large">♥</div>')
end

function TestSpreadsheet.test_jokers_are_printed_red_and_black_in_turn()
  write("games/zoo/game.lua", [[return game { title = "Zoo", seats = { 1, 1 }, order = { "over" },
    deck = { "standard", jokers = 3, copies = 2 }, over = function(t) t:finish() end }]])
  local page = run "cards zoo --faces"
  lu.assertEquals(count(page, 'class="card face"'), 2 * 52 + 3)
  lu.assertEquals({ count(page, ">red joker</b><b class=\"rank\"></b>"), count(page, ">black joker</b>") }, { 2, 1 })
end

-- --- a game made of a spreadsheet ---

function TestSpreadsheet.test_new_makes_a_game_of_it()
  write("my.csv", "name,count,power,text\nFox,20,2,Runs\nOwl,10,,\n")
  local output, status = run "new game hunt --deck my.csv"
  lu.assertEquals(status, 0, output)
  lu.assertEquals(io.open(folder .. "/games/hunt/cards.csv"):read("a"), io.open(folder .. "/my.csv"):read("a"))
  local script = io.open(folder .. "/games/hunt/game.lua"):read("a")
  lu.assertStrContains(script, 'deck = { file = "cards.csv" }')
  lu.assertStrContains(script, "card.name, card.power, card.text")
  lu.assertStrContains(script, "return card.power or 0")
  lu.assertEquals(select(2, run "test games/hunt"), 0)
  lu.assertStrContains(run "check hunt --strict --seconds 1", "hunt: nothing wrong")
end

function TestSpreadsheet.test_new_refuses_a_wrong_file()
  write("my.csv", "name,count\nFox,x\n")
  local output, status = run "new game hunt --deck my.csv"
  lu.assertEquals({ output, status },
    { "croupier: my.csv:2: row 2, column `count`: `x`: expected a whole number from 0 to 4096\n", 1 })
  lu.assertNil(io.open(folder .. "/games/hunt/game.lua"))
  output, status = run "new game hunt --deck none.csv"
  lu.assertEquals({ output, status }, { "croupier: --deck none.csv: No such file or directory\n", 2 })
end
