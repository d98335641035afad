-- `croupier new`: what it makes runs at once and passes its tests, nothing is
-- overwritten, and names that won't do get a sentence.

local tools = dofile "tests/lua/tools.lua"
local folder

-- The test runs in the folder of the sources, the program may be named from there.
local here = io.popen("pwd"):read("l")
local program = croupier.program:sub(1, 1) == "/" and croupier.program or here .. "/" .. croupier.program

local function shell(line)
  local file = assert(io.popen(("cd %s && unset CROUPIER_PATH && export XDG_STATE_HOME=$PWD/state " ..
    "XDG_DATA_HOME=$PWD/data\n%s 2>&1; echo \"status $?\""):format(folder, line)))
  local text = file:read("a")
  file:close()
  local output, status = text:match("^(.-)status (%d+)\n$")
  return tonumber(status), output
end

local function says(line, status, ...)
  local got, output = shell(program .. " " .. line .. " </dev/null")
  lu.assertEquals(got, status, line .. "\n" .. output)
  for _, part in ipairs { ... } do lu.assertStrContains(output, part) end
  return output
end

local function refuses(line, sentence) lu.assertEquals(says(line, 2), "croupier: " .. sentence .. "\n") end

local function read(name) return tools.read(folder .. "/" .. name) end

local function write(name, text) tools.write(folder .. "/" .. name, text) end

local function exists(name)
  local file = io.open(folder .. "/" .. name)
  return file ~= nil and file:close()
end

TestNew = {}

function TestNew.setUp()
  folder = os.tmpname()
  os.remove(folder)
  os.execute(("mkdir -p %s/games && cp -r games/fish_out %s/games/"):format(folder, folder))
end

function TestNew.tearDown() os.execute("rm -r " .. folder) end

function TestNew.test_a_game_runs_as_it_is()
  local output = says("new game high_tide", 0, "games/high_tide/game.lua", "croupier play high_tide",
    "croupier test games/high_tide")
  lu.assertStrContains(output, "croupier check high_tide")
  says("test games/high_tide", 0, "lua: 3 passed, 0 failed")
  says("show high_tide", 0, "High tide", "For 2 to 6 players.")
  says("play high_tide --seats random,random", 0, "standings")
  says("list", 0, "high_tide")
  says("show high_tide", 0, "proud", "plays its best card")
  says("play high_tide --seats proud,random", 0, "standings")
  says("check high_tide --strict", 0, "high_tide: nothing wrong")
  lu.assertTrue(select(2, read("games/high_tide/game.lua"):gsub("\n", "")) < 80)
end

function TestNew.test_a_game_with_everything_said()
  says("new game stars --seats 3-20 --deck own --player angler --title 'The \"Stars\"'", 0)
  says("show stars", 0, 'The "Stars"', "For 3 to 20 anglers.")
  says("test games/stars", 0, "lua: 3 passed, 0 failed")
  says("check stars --strict", 0, "stars: nothing wrong")
  says("new game two --seats 32 --deck jokers", 0)
  says("test games/two", 0, "lua: 3 passed, 0 failed")
  says("new game one --seats 1", 0)
  says("test games/one", 0, "lua: 3 passed, 0 failed")
end

function TestNew.test_a_game_somewhere_else()
  says("new game elsewhere/deep/pond", 0, "croupier play elsewhere/deep/pond")
  says("test elsewhere/deep/pond", 0, "lua: 3 passed, 0 failed")
  says("play elsewhere/deep/pond --seats random,random", 0, "standings")
  lu.assertEquals(select(2, shell("mkdir user list && cd list && XDG_DATA_HOME=$PWD/../user " .. program ..
    " new game lone | head -1")), folder .. "/list/../user/croupier/games/lone/game.lua, its bot and its test are " ..
    "ready to run. Next:\n")
  local beside = folder .. "/own/bin/croupier"
  os.execute(("mkdir -p %s/own/bin && cp %s %s && cp -r games %s/own/"):format(folder, program, beside, folder))
  local made = select(2, shell("mv games away; " .. beside .. " new variant fish_out wet --set ace=1"))
  local own = folder .. "/data/croupier/games/fish_out" -- where the user's are, not beside the program
  lu.assertStrContains(made, own .. "/house/wet.lua and its test")
  lu.assertStrContains(made, ("croupier test %s/test_wet.lua"):format(own))
  lu.assertStrContains(select(2, shell(beside .. " show fish_out+wet")), "ace = 1")
  lu.assertStrContains(select(2, shell(("%s test %s/test_wet.lua"):format(beside, own))), "0 failed")
  made = select(2, shell("mkdir first; CROUPIER_PATH=$PWD/first:$PWD/away " .. program .. " new variant fish_out dry"))
  lu.assertStrContains(made, folder .. "/first/fish_out/house/dry.lua and its test")
  local _, output = shell("CROUPIER_PATH=$PWD/mine:games " .. program .. " new game lone")
  lu.assertStrContains(output, folder .. "/mine/lone/game.lua")
end

function TestNew.test_names_that_will_not_do()
  says("new game high_tide", 0)
  local before = read("games/high_tide/game.lua")
  refuses("new game high_tide", "there is a game `high_tide` already: expected another name; a house rule for it is " ..
    "made by `croupier new variant high_tide NAME`")
  lu.assertEquals(read("games/high_tide/game.lua"), before)
  os.execute("mkdir " .. folder .. "/games/empty")
  refuses("new game empty", "games/empty already exists, and nothing is ever overwritten: expected another name")
  local like = "can't be the name of a script: expected small letters, digits and _, at most 40, like"
  refuses("new game 'High Tide!'", "`High Tide!` " .. like .. " `high_tide`")
  refuses("new game ..", "`..` " .. like .. " `high_tide`")
  refuses("new game ''", "`` " .. like .. " `high_tide`")
  refuses("new game 7up", "`7up` " .. like .. " `up`")
  refuses("new game " .. ("a"):rep(41), ("`%s` %s `%s`"):format(("a"):rep(41), like, ("a"):rep(40)))
  refuses("new game stdlib", "`stdlib` is a name of croupier's own: expected another")
end

function TestNew.test_values_that_will_not_do()
  refuses("new game a --seats 0",
    "`0` is not a number of seats: expected a number or a range from 1 to 32, like 4 or 2-6")
  refuses("new game a --seats 6-2",
    "`6-2` is not a number of seats: expected a number or a range from 1 to 32, like 4 or 2-6")
  refuses("new game a --deck standart", "no deck `standart`, did you mean `standard`?")
  refuses("new game a --deck tarot",
    "no deck `tarot`: expected standard, jokers (standard with two jokers), own (cards you invent) or a spreadsheet, "
      .. "like cards.csv")
  refuses("new game a --player 'sea dog'", "`sea dog`: expected one word in small letters for a player, like `angler`")
  refuses("new game a --title " .. ("a"):rep(61), "expected a line of at most 60 bytes")
  refuses("new game a --set goal=3", "--set is only for a new variant")
  refuses("new variant fish_out a --seats 3", "--seats is only for a new game")
  refuses("new", "expected `croupier new game NAME` or `croupier new variant GAME NAME`")
  refuses("new game", "expected `croupier new game NAME`, like `croupier new game high_tide`")
  refuses("new variant fish_out",
    "expected `croupier new variant GAME NAME`, like `croupier new variant fish_out big_lake`")
  lu.assertFalse(exists("games/a"))
end

function TestNew.test_a_folder_that_cannot_be_written()
  write("file", "")
  lu.assertEquals(says("new game file/pond", 1),
    "croupier: file/pond/game.lua: Not a directory; say where it can be made: `croupier new game ~/pond`\n")
  os.execute(("rm -r %s/games/fish_out/house && touch %s/games/fish_out/house"):format(folder, folder))
  lu.assertEquals(says("new variant fish_out pond", 1), "croupier: games/fish_out/house/pond.lua: Not a directory; " ..
    "a copy of the game in a folder of your own can have house rules\n")
  lu.assertFalse(exists("games/fish_out/test_pond.lua"))
end

function TestNew.test_nothing_is_left_of_half_a_game()
  write("games/fish_out/test_pond.lua", "mine")
  lu.assertEquals(says("new variant fish_out pond", 1), "croupier: games/fish_out/test_pond.lua: File exists; " ..
    "a copy of the game in a folder of your own can have house rules\n")
  lu.assertFalse(exists("games/fish_out/house/pond.lua"))
  lu.assertEquals(read("games/fish_out/test_pond.lua"), "mine")
end

function TestNew.test_a_variant_runs_as_it_is()
  says("new variant fish_out big_lake", 0, "games/fish_out/house/big_lake.lua", "croupier play fish_out+big_lake")
  says("test games/fish_out/test_big_lake.lua", 0, "lua: 1 passed, 0 failed")
  says("show fish_out+big_lake+deep_water", 0, "Big lake: say here what is different")
  says("new variant games/fish_out small --set goal=20 --set court=4 --title Small --line 'a shorter evening'", 0,
    "croupier play games/fish_out+small")
  says("show fish_out+small", 0, "goal = 20", "court = 4", "Small: a shorter evening")
  says("test games/fish_out/test_small.lua", 0, "lua: 1 passed, 0 failed")
  says("check fish_out+small --seconds 0 --strict", 0, "fish_out+small: nothing wrong")
end

function TestNew.test_variants_that_will_not_do()
  refuses("new variant fish_ot x", "no game `fish_ot`, did you mean `fish_out`?")
  refuses("new variant fish_out deep_water", "fish_out has a variant `deep_water` already: expected another name")
  refuses("new variant fish_out fish_out", "`fish_out` is the game itself: expected another name")
  refuses("new variant deep_water x", "`deep_water` is itself a variant of fish_out, and a variant changes a game: " ..
    "`croupier new variant fish_out NAME`; at the table both go together, `croupier play fish_out+deep_water+NAME`")
  refuses("new variant fish_out+deep_water x", "`fish_out+deep_water` has variants on already, and a variant " ..
    "changes a game: `croupier new variant fish_out x`; at the table they go together, " ..
    "`croupier play fish_out+deep_water+x`")
  refuses("new variant fish_out x --set gol=3", "fish_out has no rule `gol`, did you mean `goal`?")
  refuses("new variant fish_out x --set tide=3",
    "fish_out has no rule `tide`: `croupier show fish_out` lists its rules")
  refuses("new variant fish_out x --set goal=0", "goal = 0: expected a whole number from 1 to 1000")
  refuses("new variant fish_out x --set goal", "`goal`: expected a rule and its value, like `ante=5`")
  lu.assertFalse(exists("games/fish_out/house/x.lua"))
end

-- At a terminal what is left out is asked for, and asked again when it won't do.
function TestNew.test_questions_at_a_terminal()
  local keys = [[printf 'Low tide\nmany\n3-5\nown\n\n']]
  -- The keys wait in the terminal; it is open until the program has ended.
  local at_terminal = "rm -f ended; (%s; until [ -e ended ]; do sleep 0.05; done) | "
    .. "TERM=dumb script -qec '%s %s; status=$?; touch ended; exit $status' /dev/null"
  local status, output = shell(at_terminal:format(keys, program, "new game low_tide"))
  if output:find("script: not found", 1, true) then lu.skip("no `script` here") end
  lu.assertEquals(status, 0, output)
  lu.assertStrContains(output, "`many` is not a number of seats")
  says("show low_tide", 0, "Low tide", "For 3 to 5 players.")
  keys = [[printf 'Big\na big one\ngol=3\ngoal=30\n\n']]
  output = select(2, shell(at_terminal:format(keys, program, "new variant fish_out big")))
  lu.assertStrContains(output, "did you mean `goal`?")
  says("show fish_out+big", 0, "goal = 30", "Big: a big one")
end
