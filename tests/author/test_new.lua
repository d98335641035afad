-- `croupier new`: what it makes runs at once and passes its tests, nothing is
-- overwritten, and names that won't do get a sentence.

local tools = dofile "tests/tools.lua"
local program = tools.program()
local here, folder

TestNew = {}

function TestNew.setUp()
  here = tools.place("games")
  folder = here.folder
  os.execute(("cp -r games/fish_out %s/games/"):format(folder))
end

function TestNew.tearDown() here:remove() end

function TestNew.test_a_game_runs_as_it_is()
  local output = here:says("new game high_tide", 0, "games/high_tide/game.lua", "croupier play high_tide",
    "croupier test games/high_tide")
  lu.assertStrContains(output, "croupier check high_tide")
  here:says("test games/high_tide", 0, "lua: 3 passed, 0 failed")
  here:says("show high_tide", 0, "High tide", "For 2 to 6 players.")
  here:says("play high_tide --seats random,random", 0, "standings")
  here:says("list", 0, "high_tide")
  here:says("show high_tide", 0, "proud", "plays its best card")
  here:says("play high_tide --seats proud,random", 0, "standings")
  here:says("check high_tide --strict", 0, "high_tide: nothing wrong")
  lu.assertTrue(select(2, here:read("games/high_tide/game.lua"):gsub("\n", "")) < 80)
end

function TestNew.test_the_pictures_of_a_spreadsheet_come_along()
  here:write("sheet/my.csv", "name,picture,text\nFox,fox.png,Get {sun} {star} or {son}\n"
    .. "Owl,art/owl.SVG\nHare,fox.png\nCat,gone.png\n"
    .. "Dog,../secret.png\nApe,game.lua\nEel,text.png\n")
  here:write("sheet/text.png", "GIF")
  here:write("sheet/icons/sun.svg", "<svg></svg>")
  here:write("sheet/icons/star.png", "\x89PNG\r\n\x1a\n*")
  here:write("sheet/fox.png", "\x89PNG\r\n\x1a\n\0")
  here:write("sheet/art/owl.SVG", "<svg></svg>")
  here:write("secret.png", "")
  here:says("new game hunt --deck sheet/my.csv", 0,
    ":2: row 2, column `text`: {son} is neither a suit nor an icon: expected icons/son.svg or icons/son.png beside",
    "croupier: sheet/my.csv:5: row 5, column `picture`: sheet/gone.png: there is no such file, did",
    "my.csv:6: row 6, column `picture`: `../secret.png`: a picture must be beside the spreadsheet or in a folder below",
    "my.csv:7: row 7, column `picture`: `game.lua`: expected a PNG, JPEG or SVG file",
    "my.csv:8: row 8, column `picture`: sheet/text.png: it is not a picture: expected PNG, JPEG or SVG\n")
  lu.assertEquals(here:read "games/hunt/fox.png", "\x89PNG\r\n\x1a\n\0")
  lu.assertEquals(here:read "games/hunt/art/owl.SVG", "<svg></svg>")
  lu.assertEquals(here:read "games/hunt/icons/sun.svg", "<svg></svg>")
  lu.assertEquals(here:read "games/hunt/icons/star.png", "\x89PNG\r\n\x1a\n*")
  lu.assertFalse(here:exists "games/secret.png")
  here:says("test games/hunt", 0, "lua: 3 passed, 0 failed")
end

function TestNew.test_a_game_with_everything_said()
  here:says("new game stars --seats 3-20 --deck own --player angler --title 'The \"Stars\"'", 0)
  here:says("show stars", 0, 'The "Stars"', "For 3 to 20 anglers.")
  here:says("test games/stars", 0, "lua: 3 passed, 0 failed")
  here:says("check stars --strict", 0, "stars: nothing wrong")
  here:says("new game two --seats 32 --deck jokers", 0)
  here:says("test games/two", 0, "lua: 3 passed, 0 failed")
  here:says("new game one --seats 1", 0)
  here:says("test games/one", 0, "lua: 3 passed, 0 failed")
end

function TestNew.test_a_template_of_another_library()
  os.execute(("mkdir -p %s/lib/templates"):format(folder))
  here:write("lib/templates/bots.lua.in", "-- Those who play $TITLE.\nreturn {}\n")
  here:says("new game pond --stdlib lib", 0)
  lu.assertEquals(here:read("games/pond/bots.lua"), "-- Those who play Pond.\nreturn {}\n")
  lu.assertStrContains(here:read("games/pond/game.lua"), "-- Pond: everybody plays a card")
end

function TestNew.test_a_game_somewhere_else()
  here:says("new game elsewhere/deep/pond", 0, "croupier play elsewhere/deep/pond")
  here:says("test elsewhere/deep/pond", 0, "lua: 3 passed, 0 failed")
  here:says("play elsewhere/deep/pond --seats random,random", 0, "standings")
  lu.assertEquals(select(2, here:shell("mkdir user list && cd list && XDG_DATA_HOME=$PWD/../user " .. program ..
    " new game lone | head -1")), folder .. "/list/../user/croupier/games/lone/game.lua, its bot and its test are " ..
    "ready to run. Next:\n")
  local beside = folder .. "/own/bin/croupier"
  os.execute(("mkdir -p %s/own/bin && cp %s %s && cp -r games %s/own/"):format(folder, program, beside, folder))
  local made = select(2, here:shell("mv games away; " .. beside .. " new variant fish_out wet --set ace=1"))
  local own = folder .. "/data/croupier/games/fish_out" -- where the user's are, not beside the program
  lu.assertStrContains(made, own .. "/house/wet.lua and its test")
  lu.assertStrContains(made, ("croupier test %s/test_wet.lua"):format(own))
  lu.assertStrContains(select(2, here:shell(beside .. " show fish_out+wet")), "ace = 1")
  lu.assertStrContains(select(2, here:shell(("%s test %s/test_wet.lua"):format(beside, own))), "0 failed")
  made = select(2,
    here:shell("mkdir first; CROUPIER_PATH=$PWD/first:$PWD/away " .. program .. " new variant fish_out dry"))
  lu.assertStrContains(made, folder .. "/first/fish_out/house/dry.lua and its test")
  local _, output = here:shell("CROUPIER_PATH=$PWD/mine:games " .. program .. " new game lone")
  lu.assertStrContains(output, folder .. "/mine/lone/game.lua")
end

function TestNew.test_names_that_will_not_do()
  here:says("new game high_tide", 0)
  local before = here:read("games/high_tide/game.lua")
  here:refuses("new game high_tide",
    "a game `high_tide` already exists: expected another name; to make a house rule for it, use `croupier new " ..
    "variant high_tide NAME`")
  lu.assertEquals(here:read("games/high_tide/game.lua"), before)
  os.execute("mkdir " .. folder .. "/games/empty")
  here:refuses("new game empty", "games/empty already exists, and nothing is ever overwritten: expected another name")
  local like = "can't be the name of a script: expected lowercase letters, digits and _, at most 40, like"
  here:refuses("new game 'High Tide!'", "`High Tide!` " .. like .. " `high_tide`")
  here:refuses("new game ..", "`..` " .. like .. " `high_tide`")
  here:refuses("new game ''", "`` " .. like .. " `high_tide`")
  here:refuses("new game 7up", "`7up` " .. like .. " `up`")
  here:refuses("new game " .. ("a"):rep(41), ("`%s` %s `%s`"):format(("a"):rep(41), like, ("a"):rep(40)))
  here:refuses("new game stdlib", "`stdlib` is reserved by croupier: expected another name")
end

function TestNew.test_values_that_will_not_do()
  here:refuses("new game a --seats 0",
    "`0` is not a number of seats: expected a number or a range from 1 to 32, like 4 or 2-6")
  here:refuses("new game a --seats 6-2",
    "`6-2` is not a number of seats: expected a number or a range from 1 to 32, like 4 or 2-6")
  here:refuses("new game a --deck standart", "no deck `standart`, did you mean `standard`?")
  here:refuses("new game a --deck tarot",
    "no deck `tarot`: expected standard, jokers (standard with two jokers), own (cards you invent) or a spreadsheet, "
      .. "like cards.csv")
  here:refuses("new game a --player 'sea dog'",
    "`sea dog`: expected one lowercase word for a player, like `angler`")
  here:refuses("new game a --title " .. ("a"):rep(61), "expected a line of at most 60 bytes")
  here:refuses("new game a --set goal=3", "--set is only for a new variant")
  here:refuses("new variant fish_out a --seats 3", "--seats is only for a new game")
  here:refuses("new", "expected `croupier new game NAME` or `croupier new variant GAME NAME`")
  here:refuses("new game", "expected `croupier new game NAME`, like `croupier new game high_tide`")
  here:refuses("new variant fish_out",
    "expected `croupier new variant GAME NAME`, like `croupier new variant fish_out big_lake`")
  lu.assertFalse(here:exists("games/a"))
end

function TestNew.test_a_folder_that_cannot_be_written()
  here:write("file", "")
  lu.assertEquals(here:says("new game file/pond", 1),
    "croupier: file/pond/game.lua: Not a directory; choose where to create it: `croupier new game ~/pond`\n")
  os.execute(("rm -r %s/games/fish_out/house && touch %s/games/fish_out/house"):format(folder, folder))
  lu.assertEquals(here:says("new variant fish_out pond", 1),
    "croupier: games/fish_out/house/pond.lua: Not a directory; " ..
    "a copy of the game in a folder of your own can have house rules\n")
  lu.assertFalse(here:exists("games/fish_out/test_pond.lua"))
end

function TestNew.test_nothing_is_left_of_half_a_game()
  here:write("games/fish_out/test_pond.lua", "mine")
  lu.assertEquals(here:says("new variant fish_out pond", 1), "croupier: games/fish_out/test_pond.lua: File exists; " ..
    "a copy of the game in a folder of your own can have house rules\n")
  lu.assertFalse(here:exists("games/fish_out/house/pond.lua"))
  lu.assertEquals(here:read("games/fish_out/test_pond.lua"), "mine")
end

function TestNew.test_a_variant_runs_as_it_is()
  here:says("new variant fish_out big_lake", 0, "games/fish_out/house/big_lake.lua", "croupier play fish_out+big_lake")
  here:says("test games/fish_out/test_big_lake.lua", 0, "lua: 1 passed, 0 failed")
  here:says("show fish_out+big_lake+deep_water", 0, "Big lake: describe here what is different")
  here:says("new variant games/fish_out small --set goal=20 --set court=4 --title Small --line 'a shorter evening'", 0,
    "croupier play games/fish_out+small")
  here:says("show fish_out+small", 0, "goal = 20", "court = 4", "Small: a shorter evening")
  here:says("test games/fish_out/test_small.lua", 0, "lua: 1 passed, 0 failed")
  here:says("check fish_out+small --seconds 0 --strict", 0, "fish_out+small: the scripts have no mistakes")
end

function TestNew.test_variants_that_will_not_do()
  here:refuses("new variant fish_ot x", "no game `fish_ot`, did you mean `fish_out`?")
  here:refuses("new variant fish_out deep_water", "fish_out already has a variant `deep_water`: expected another name")
  here:refuses("new variant fish_out fish_out", "`fish_out` is the game itself: expected another name")
  here:refuses("new variant deep_water x",
    "`deep_water` is itself a variant of fish_out, and a variant changes a game: " ..
    "`croupier new variant fish_out NAME`; at the table, use both: `croupier play fish_out+deep_water+NAME`")
  here:refuses("new variant fish_out+deep_water x", "`fish_out+deep_water` already includes variants, and a variant " ..
    "changes a game: `croupier new variant fish_out x`; at the table, use both: `croupier play fish_out+deep_water+x`")
  here:refuses("new variant fish_out x --set gol=3", "fish_out has no rule `gol`, did you mean `goal`?")
  here:refuses("new variant fish_out x --set tide=3",
    "fish_out has no rule `tide`: `croupier show fish_out` lists its rules")
  here:refuses("new variant fish_out x --set goal=-1", "goal = -1: expected a whole number from 0 to 1000")
  here:refuses("new variant fish_out x --set goal", "`goal`: expected a rule and its value, like `ante=5`")
  lu.assertFalse(here:exists("games/fish_out/house/x.lua"))
end

-- At a terminal what is left out is asked for, and asked again when it won't do.
function TestNew.test_questions_at_a_terminal()
  local keys = [[printf 'Low tide\nmany\n3-5\nown\n\n']]
  -- The keys wait in the terminal; it is open until the program has ended.
  local at_terminal = "rm -f ended; (%s; until [ -e ended ]; do sleep 0.05; done) | "
    .. "TERM=dumb script -qec '%s %s; status=$?; touch ended; exit $status' /dev/null"
  local status, output = here:shell(at_terminal:format(keys, program, "new game low_tide"))
  if output:find("script: not found", 1, true) then lu.skip("no `script` here") end
  lu.assertEquals(status, 0, output)
  lu.assertStrContains(output, "`many` is not a number of seats")
  here:says("show low_tide", 0, "Low tide", "For 3 to 5 players.")
  keys = [[printf 'Big\na big one\ngol=3\ngoal=30\n\n']]
  output = select(2, here:shell(at_terminal:format(keys, program, "new variant fish_out big")))
  lu.assertStrContains(output, "did you mean `goal`?")
  here:says("show fish_out+big", 0, "goal = 30", "Big: a big one")
end
