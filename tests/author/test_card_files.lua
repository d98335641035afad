-- `croupier cards` into a folder: a picture of each card, sheets for Tabletop Simulator, a deck for Foundry. Where no
-- rsvg-convert is wanted or needed, a few lines of a shell stand in for it: what they write says what they were given.

local json = dofile "tests/json.lua"
local tools = dofile "tests/tools.lua"
local here

TestCardFiles = {}

function TestCardFiles.setUp() here = tools.place() end
function TestCardFiles.tearDown() here:remove() end

local GAME = [[return game { title = "Hoard", seats = { 2, 4 }, player = "dragon", %s,
  order = { "over" }, over = function(t) t:finish() end }]]

-- A game `hoard` with these rows as cards.csv, or other decks.
local function hoard(rows, decks)
  here:write("games/hoard/game.lua", GAME:format(decks or 'deck = { file = "cards.csv" }'))
  if rows then here:write("games/hoard/cards.csv", rows) end
end

local function gems(count)
  local rows = { "name,count,value" }
  for i = 1, count do rows[i + 1] = ("Gem %d,%d,%d"):format(i, i == 2 and 3 or 1, i) end
  return table.concat(rows, "\n") .. "\n"
end

local function names_in(folder) return (select(2, here:shell(("ls -A '%s'"):format(folder))):gsub("\n", " ")) end

-- Programs called rsvg-convert: what stands before the program's name on a line.
local function drawn_by(script)
  here:write("bin/rsvg-convert", "#!/bin/sh\n" .. script)
  here:shell "chmod +x bin/rsvg-convert"
  return "PATH=$PWD/bin:$PATH"
end

local COPY = [[
[ "$1 $2 $3 $4 $5 $6" = "-u -d 300 -p 300 -o" ] && cat >"$7"]]

local function run(words, status, before)
  local got, output = here:run("cards hoard " .. words, nil, before)
  lu.assertEquals(got, status, output)
  return output
end

-- --- a picture of each card ---

function TestCardFiles.test_each_card_is_a_picture_named_after_it()
  hoard "name,count,text\nRed Ruby,2,Shines.\nOld Coin,3,\n"
  lu.assertEquals(run("--each -o out/", 0), "4 files written in out\n")
  lu.assertEquals(names_in "out", "back.svg index.csv old-coin.svg red-ruby.svg ")
  local ruby = here:read "out/red-ruby.svg"
  lu.assertStrMatches(ruby, "<svg .*</svg>\n")
  lu.assertStrContains(ruby, "Ruby")
  lu.assertStrContains(here:read "out/back.svg", "<svg ")
  lu.assertEquals(here:read "out/index.csv", '"file","deck","card","copies"\n"red-ruby.svg","deck","Red Ruby","2"\n'
    .. '"old-coin.svg","deck","Old Coin","3"\n"back.svg","deck","",""\n')
end

function TestCardFiles.test_a_name_is_a_file_name_whatever_it_holds()
  hoard 'name\n../../x\n日本\nCon\nlpt1\nBack\nIndex\nCrème brûlée!\nCREME: BRULEE\n"A ""B"", c"\n-rf\n$(id);`id`\n'
  run("--each -o out", 0)
  lu.assertEquals(names_in "out", "a-b-c.svg back-2.svg back.svg card.svg cardcon.svg cardlpt1.svg "
    .. "creme-brulee-2.svg creme-brulee.svg id-id.svg index-2.svg index.csv rf.svg x.svg ")
  lu.assertStrContains(here:read "out/index.csv", '"card.svg","deck","日本","1"\n')
  lu.assertStrContains(here:read "out/index.csv", '"a-b-c.svg","deck","A ""B"", c","1"\n')
end

function TestCardFiles.test_several_decks_begin_the_names()
  hoard("name\nGem\n", 'decks = { loot = { file = "cards.csv" }, seat = { draw = { file = "cards.csv" } } }')
  local output = run("--each -o out", 0)
  lu.assertEquals(names_in "out", "draw-back.svg draw-gem.svg index.csv loot-back.svg loot-gem.svg ")
  lu.assertStrContains(output, "each dragon has a deck `draw`")
end

-- --- folders ---

function TestCardFiles.test_folders_are_made_and_written_again()
  hoard "name\nGem\n"
  run("--each -o a/b/c", 0)
  hoard "name\nGem\nCoin\n"
  run("--each -o a/b/c", 0)
  lu.assertEquals(names_in "a/b/c", "back.svg coin.svg gem.svg index.csv ")
end

function TestCardFiles.test_a_file_of_others_stays()
  hoard "name\nGem\n"
  here:write("art/gem.svg", "mine")
  lu.assertEquals(run("--each -o art", 2), "croupier: art/gem.svg was not written by `croupier cards`, so it stays: "
    .. "expected another folder\n")
  lu.assertEquals(here:read "art/gem.svg", "mine")
  lu.assertEquals(names_in "art", "gem.svg ")
  here:write("csv/index.csv", "a,b\n")
  lu.assertStrContains(run("--each -o csv", 2), "csv/index.csv was not written by")
end

function TestCardFiles.test_what_is_no_folder_is_refused()
  hoard "name\nGem\n"
  here:write("file", "")
  lu.assertEquals(run("--each -o file", 1), "croupier: file/index.csv: Not a directory\n")
  lu.assertEquals(run("--each -o file/below", 1), "croupier: file/below/index.csv: Not a directory\n")
  for _, words in ipairs { "--each", "--png", "--foundry -o ''" } do
    lu.assertEquals(run(words, 2), ("croupier: %s: expected -o DIR, the folder for the pictures\n"):format(
      words:match "%-%-%l+"))
  end
  lu.assertStrContains(run("--each --foundry -o out", 2), "--each and --foundry can't be used together")
  lu.assertStrContains(run("--png --faces -o out", 2), "--png and --faces can't be used together")
  here:shell "mkdir locked && chmod 555 locked"
  local before = here:other_user()
  lu.assertStrContains(run("--each -o locked", 1, before), "locked/index.csv: Permission denied")
  lu.assertStrContains(run("--each -o locked/in", 1, before), "locked/in/index.csv: Permission denied")
end

-- --- PNG ---

function TestCardFiles.test_files_of_cards_that_have_gone_are_named()
  hoard "name\nRed Ruby\nOld Coin\n"
  run("--each -o out", 0)
  hoard "name\nRed Ruby\n"
  lu.assertStrContains(run("--each -o out", 0), "out: 1 file of an earlier run is left: old-coin.svg\n")
  lu.assertEquals(names_in "out", "back.svg index.csv old-coin.svg red-ruby.svg ")
end

function TestCardFiles.test_a_page_is_no_folder()
  hoard "name\nGem\n"
  lu.assertStrContains(run("--png -o x.html", 2, drawn_by(COPY)), "--png: expected -o DIR, the folder")
  lu.assertStrContains(run("--each -o x.html", 2), "--each: expected -o DIR, the folder")
end

function TestCardFiles.test_png_needs_rsvg_convert()
  hoard "name\nGem\n"
  lu.assertEquals(run("--png -o out", 1, "PATH=/nowhere"), "croupier: PNG pictures need the program rsvg-convert: "
    .. "`apt install librsvg2-bin` installs it\n")
  lu.assertEquals(run("--tabletop-simulator -o out", 1, "PATH=/nowhere"),
    "croupier: PNG pictures need the program rsvg-convert: `apt install librsvg2-bin` installs it\n")
  lu.assertFalse(here:exists "out")
end

function TestCardFiles.test_png_is_drawn_from_the_same_picture()
  hoard "name\nRed Ruby\nOld Coin\n"
  run("--each -o \"it's\"", 0)
  lu.assertStrContains(run("--png -o \"it's\"", 0, drawn_by(COPY)), "4 files written in it's\n")
  lu.assertEquals(names_in "it'\\''s",
    "back.png back.svg index.csv old-coin.png old-coin.svg red-ruby.png red-ruby.svg ")
  run("--png -o -x", 0, drawn_by(COPY))
  lu.assertEquals(here:read "-x/red-ruby.png" .. "\n", here:read "it's/red-ruby.svg")
  lu.assertEquals(here:read "it's/red-ruby.png" .. "\n", here:read "it's/red-ruby.svg")
end

function TestCardFiles.test_a_picture_that_fails_is_named()
  hoard "name\nRed Ruby\nOld Coin\nGem\n"
  local before = drawn_by 'grep -q Coin && { echo half >"$7"; echo "bad\27[2J drawing"; exit 1; }\necho ok >"$7"'
  lu.assertEquals(run("--png -o out", 1, before), "croupier: old-coin.png: rsvg-convert: bad[2J drawing\n"
    .. "croupier: out: not all pictures could be drawn\n")
  lu.assertEquals(names_in "out", "back.png index.csv red-ruby.png ")
  run("--png -o out", 0, drawn_by(COPY))
end

function TestCardFiles.test_rsvg_convert_draws_png()
  if not os.execute "command -v rsvg-convert >/dev/null" then return lu.skip "rsvg-convert is not installed" end
  hoard "name\nRed Ruby\n"
  run("--tabletop-simulator -o out", 0)
  for name, size in pairs { back = "2 233 0 0 4 16", sheet = "15 250 0 0 15 164" } do -- 745 by 1040, 4090 by 4004
    lu.assertEquals(table.concat({ here:read("out/hoard-" .. name .. ".png"):byte(19, 24) }, " "), size)
  end
end

-- --- Tabletop Simulator ---

-- The saved object and the names of the files.
local function saved()
  run("--tabletop-simulator -o out", 0, drawn_by(COPY))
  return json.read(here:read "out/hoard.json"), names_in "out"
end

local function places_of(sheet)
  local list = {}
  for x, y in sheet:gmatch '<svg x="(%d+)" y="(%d+)" width="409" height="572"' do
    list[#list + 1] = x // 409 + y // 572 * 10
  end
  return list
end

function TestCardFiles.test_a_sheet_has_69_cards_and_the_hidden_one()
  hoard(gems(69))
  local object, names = saved()
  lu.assertEquals(names, "hoard-back.png hoard-sheet.png hoard.json index.csv ")
  local deck = object.ObjectStates[1]
  lu.assertEquals({ deck.Name, deck.Nickname, #object.ObjectStates }, { "DeckCustom", "Hoard", 1 })
  lu.assertEquals({ #deck.DeckIDs, #deck.ContainedObjects }, { 71, 71 })
  lu.assertEquals({ deck.DeckIDs[1], deck.DeckIDs[2], deck.DeckIDs[3], deck.DeckIDs[5], deck.DeckIDs[71] },
    { 100, 101, 101, 102, 168 })
  local at = "file:///" .. select(2, here:shell "pwd -P"):gsub("\n", "") .. "/out/"
  lu.assertEquals(deck.CustomDeck, { ["1"] = { FaceURL = at .. "hoard-sheet.png", BackURL = at .. "hoard-back.png",
    NumWidth = 10, NumHeight = 7, BackIsHidden = true, UniqueBack = false } })
  for i, card in ipairs(deck.ContainedObjects) do
    lu.assertEquals({ card.Name, card.CardID, card.CustomDeck }, { "Card", deck.DeckIDs[i], deck.CustomDeck })
  end
  lu.assertEquals(deck.ContainedObjects[71].Nickname, "Gem 69")
  for _, line in ipairs { '"file","deck","card","copies","row","column"', '"hoard-back.png","deck","","","",""',
    '"hoard-sheet.png","deck","Gem 10","1","1","10"', '"hoard-sheet.png","deck","Gem 69","1","7","9"' } do
    lu.assertStrContains(here:read "out/index.csv", line .. "\n")
  end
  local sheet, places = here:read "out/hoard-sheet.png", {}
  for i = 1, 70 do places[i] = i - 1 end
  lu.assertStrMatches(sheet, '<svg xmlns="http://www.w3.org/2000/svg" width="4090" height="4004">\n.*')
  lu.assertEquals(places_of(sheet), places)
end

function TestCardFiles.test_more_cards_take_more_sheets()
  hoard(gems(70))
  local object, names = saved()
  lu.assertEquals(names, "hoard-back.png hoard-sheet-2.png hoard-sheet.png hoard.json index.csv ")
  local deck = object.ObjectStates[1]
  lu.assertEquals({ deck.DeckIDs[71], deck.DeckIDs[72] }, { 168, 200 })
  lu.assertStrContains(deck.CustomDeck["2"].FaceURL, "/hoard-sheet-2.png")
  lu.assertEquals(deck.ContainedObjects[72].CustomDeck, { ["2"] = deck.CustomDeck["2"] })
  lu.assertEquals(places_of(here:read "out/hoard-sheet-2.png"), { 0, 69 })
  hoard(gems(139))
  object, names = saved()
  lu.assertEquals(names, "hoard-back.png hoard-sheet-2.png hoard-sheet-3.png hoard-sheet.png hoard.json index.csv ")
  lu.assertEquals(object.ObjectStates[1].DeckIDs[141], 300)
end

function TestCardFiles.test_decks_are_objects_with_sheets_of_their_own()
  hoard("name,text\nGem,Shines.\n", 'decks = { loot = { file = "cards.csv" }, seat = { draw = "standard" } }')
  local object, names = saved()
  lu.assertEquals(names, "draw-back.png draw-sheet.png hoard.json index.csv loot-back.png loot-sheet.png ")
  local draw, gem = object.ObjectStates[1], object.ObjectStates[2]
  lu.assertEquals({ draw.Name, #draw.DeckIDs, draw.DeckIDs[52] }, { "DeckCustom", 52, 151 })
  lu.assertEquals({ gem.Name, gem.CardID, gem.Nickname, gem.Description }, { "Card", 200, "Gem", "Shines." })
  lu.assertNotEquals(draw.Transform.posX, gem.Transform.posX)
end

-- --- Foundry ---

function TestCardFiles.test_foundry_gets_a_deck_with_each_copy()
  hoard 'name,count,suit,value,text\nRuby,2,red,3,"**Shines** <b> & ""burns"" {sun}{sun}."\nCoin,1,,,\n'
  here:write("games/hoard/icons/sun.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
  run("--foundry -o data/hoard/", 0)
  lu.assertEquals(names_in "data/hoard", "back.svg coin.svg hoard.json index.csv ruby.svg ")
  local deck = json.read(here:read "data/hoard/hoard.json")
  local back = { name = "Hoard", text = "", img = "hoard/back.svg" }
  lu.assertEquals({ deck.name, deck.type, deck.img, #deck.cards }, { "Hoard", "deck", "hoard/back.svg", 3 })
  local text = "Shines &lt;b&gt; &amp; &quot;burns&quot; sun sun."
  for i = 1, 2 do
    lu.assertEquals(deck.cards[i], { name = "Ruby", type = "base", description = text, suit = "red", value = 3,
      faces = { { name = "Ruby", text = text, img = "hoard/ruby.svg" } }, face = 0, back = back, drawn = false,
      width = 2, height = 3, rotation = 0, sort = i })
  end
  lu.assertEquals({ deck.cards[3].value, deck.cards[3].suit }, { json.null, "" })
  run("--foundry --png -o data/hoard", 0, drawn_by(COPY))
  lu.assertStrContains(here:read "data/hoard/hoard.json", '"img":"hoard/ruby.png"')
end
