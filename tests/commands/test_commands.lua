-- The command line: every command's answer, sentence and exit status, from
-- the program itself.

local tools = dofile "tests/tools.lua"
local says, refuses = tools.says, tools.refuses
local folder, here

local function script(text, line)
  here:write("a.lua", text)
  return folder .. "/a.lua " .. (line or "")
end

TestCommands = {}

function TestCommands.setUp()
  here = tools.place("little/house")
  folder = here.folder
end

function TestCommands.tearDown() here:remove() end

function TestCommands.test_no_command_says_what_there_is()
  says("", 0, "fish_out", "croupier play GAME", "croupier help")
end

function TestCommands.test_version_and_help()
  lu.assertStrMatches(says("--version", 0), "croupier %d+%.%d+%.%d+[^\n]*\n")
  for _, name in ipairs { "list", "show", "run", "test", "help" } do
    says("help", 0, "\n  " .. name .. " ")
    local by_option = says(name .. " --help", 0, "croupier " .. name, "-h, --help")
    lu.assertEquals(says(name .. " -h", 0), by_option)
    lu.assertEquals(says("help " .. name, 0):sub(1, #by_option), by_option)
  end
  lu.assertEquals(says("--help", 0), says("help", 0))
end

local LAB = { sim = true, compare = true, sweep = true, tournament = true }

-- What a page of help says: no line is wider than a terminal, and its examples name what there is.
function TestCommands.test_pages_of_help()
  local examples = 0
  for name in says("help", 0):gmatch "\n  (%l+)  +%u?%l" do
    local status, page = tools.run(name .. " --help")
    for line in (status == 0 and page or ""):gmatch "[^\n]+" do lu.assertTrue(utf8.len(line) <= 80, line) end
    page = page:gsub("\\\n", " "):gsub("{}/64", "1/1"):gsub("{}", "1"):gsub(" ::: [^\n]*", "")
    for line in status == 0 and page:gmatch "\n  [^\n]-croupier (%l+ [^\n]*)" or function() end do
      if LAB[line:match "%l+"] then line = line .. " -n 2" end
      local got, output = here:run(line, nil, "CROUPIER_PATH=" .. tools.top .. "/games")
      lu.assertEquals(got, 0, line .. "\n" .. output)
      examples = examples + 1
    end
  end
  lu.assertTrue(examples > 7, examples)
end

function TestCommands.test_help_for_functions()
  says("help pile:draw", 0, "pile:draw(n, to)", "e.g.")
  says("help draw", 0, "pile:draw(n, to)")
  says("help pile", 0, "pile:shuffle()", "pile:draw(n, to)")
  says("help screen", 0, 'return { ("%d cards in the deck"):format(#t.deck), me and { "Yours: %s", me.hand:list() } } end,\n') -- whole
  says("help croupier.open", 0, "Only in tests")
  lu.assertStrMatches(says("help Bots", 0), "bots, q .*\nsearch, bots .*storm_watch +%d.*") -- what is called so comes first
  says("help hint", 0, "At a table, :hint: what the best bot would do")
  says("help :peek", 0, "At a table, :peek: all the cards.")
  says("help fish_out", 0, "`fish_out` is a game: `croupier show fish_out` describes it.")
  refuses("help drow", "there is no help on `drow`, did you mean `draw`?")
  refuses("help lst", "there is no help on `lst`, did you mean `list`?")
  refuses("help a b", "unexpected `b`: expected `croupier help [COMMAND|NAME]`")
end

function TestCommands.test_a_wrong_command_line()
  refuses("play fish_out --anglers 4",
    "--anglers 4: expected a file of players; for the number of players use --seats 4")
  refuses("lst", "there is no command `lst`, did you mean `list`?")
  refuses("fish_out+shoals", "`fish_out+shoals` is a game: `croupier play fish_out+shoals`")
  refuses("play xyzzyx", "no game `xyzzyx`; `croupier list` lists them")
  refuses("play fish_out --seats Zoe,me", "--seats: `Zoe` can't answer for a seat: expected me, random, "
    .. "search, heron or minnow; for a person of that name, write `Zoe=me`")
  refuses("xyzzyx", "there is no command `xyzzyx`; `croupier help` lists them")
  refuses("list --jsn", "list has no option --jsn, did you mean --json?")
  refuses("list --quarrel", "list has no option --quarrel; `croupier list --help` lists them")
  refuses("list -q", "list has no option -q; `croupier list --help` lists them")
  refuses("list --json=yes", "--json takes no value, but got `yes`")
  refuses("run --limit", "--limit needs a value: MILLIONS")
  refuses("show", "an argument is missing: expected `croupier show GAME[+VARIANT...] [NAME] [options]`")
  refuses("sim rod_and_reel --wanted", "sim has no option --wanted: players are given with --player or --fisher")
  refuses("compare fish_out fish_out --untl 5", "compare has no option --untl, did you mean --until?")
  refuses("study fish_out --csv x.csv", "study has no option --csv; `croupier study --help` lists them")
  refuses("sim rod_and_reel --fisher", "--fisher needs a value: TEXT")
  refuses("sim rod_and_reel --fishers", "--fishers needs a value: FILE")
  refuses("sim rod_and_reel --anglers x", "sim has no option --anglers: players are given with --players or --fishers")
  refuses("list more", "unexpected `more`: expected `croupier list [--json]`")
  says("list -- more", 2)
end

-- A program finds the games of the tree that it was built in, also from a folder of build/; and none two trees up.
function TestCommands.test_games_are_found_from_where_the_program_is()
  here:shell "mkdir -p tree/build/asan tree/games/mine games/outside"
  for _, name in ipairs { "tree/games/mine", "games/outside" } do
    here:write(name .. "/game.lua", "return game { order = { 'over' }, over = function(t) t:finish() end }")
  end
  for _, path in ipairs { "tree/build", "tree/build/asan" } do
    here:shell(("cp '%s' %s/croupier"):format(tools.program(), path))
    local _, found = here:shell(("cd tree/build; XDG_CACHE_HOME=$PWD/%d $OLDPWD/%s/croupier list"):format(#path, path))
    lu.assertStrContains(found, " mine ", path)
    lu.assertNotStrContains(found, "outside")
  end
end

-- An error in the front: one sentence, the trace in the log; behind the sentence where the command may write no log.
function TestCommands.test_an_error_of_the_programs_own()
  os.execute("mkdir -p " .. folder .. "/front/commands")
  local function breaks(name)
    here:write("front/commands/" .. name .. ".lua", ("return { name = '%s', usage = '', writes = { %s }, "
      .. "run = function() local a = nil .. 1 end,\noptions = { { 'stdlib', value = 'DIR' } } }"):format(name,
      name == "stubs" and "'journals'" or ""))
    local file = assert(io.popen(("XDG_STATE_HOME=%s %s %s --stdlib %s 2>&1; echo $?"):format(folder, croupier.program,
      name, folder)))
    local output = file:read("a")
    file:close()
    lu.assertStrMatches(output, "croupier: internal error: [^\n]*" .. name .. ".lua:1: attempt to "
      .. "concatenate.*\n1\n")
    return output
  end
  lu.assertStrMatches(breaks "stubs", "[^\n]*; more in [^\n]*/croupier/trace.log\n1\n")
  local log = assert(io.open(folder .. "/croupier/trace.log"))
  lu.assertStrContains(log:read("a"), "stack traceback")
  log:close()
  os.execute("rm -r " .. folder .. "/croupier")
  local output = breaks "list"
  lu.assertTrue((output:find("stack traceback", 1, true) or output:find("more in", 1, true)) ~= nil)
end

-- A front that can't be read at all, and a way of computing that the processor hasn't got.
function TestCommands.test_what_ends_before_it_begins()
  os.execute("mkdir -p " .. folder .. "/front")
  here:write("front/main.lua", "return function(")
  local function first_line(line)
    local file = assert(io.popen(line .. " 2>&1 >/dev/null"))
    local text = file:read "l"
    file:close()
    return text
  end
  for _, option in ipairs { "--stdlib ", "--stdlib=" } do
    lu.assertStrContains(first_line(croupier.program .. " list " .. option .. folder),
      "croupier: " .. folder .. "/front/main.lua:1: ")
  end
  lu.assertStrContains(first_line(croupier.program .. " show fish_out -- --stdlib " .. folder), "croupier: unexpected")
  lu.assertStrContains(first_line("CROUPIER_CPU=abacus " .. croupier.program .. " list"), "croupier: ")
end

-- One bad game is named in a line, and takes none of the others with it; what several have used up is no fault of the last.
function TestCommands.test_a_bad_game_ends_no_list()
  local place = tools.place "lib/world"
  local game = "return game { title = 'Good', %s order = { 'over' }, over = function(t) t:finish() end }"
  local function write(name, before, field)
    place:write("games/" .. name .. "/game.lua", before .. game:format(field or ""))
  end
  local function listed(words, bad, ...)
    local output = place:says(words, 0, "zz                      Good", ...)
    for what in output:gmatch "\n  %l[%l_]+ +(can't be played.-)%f[\n]\n  %f[%l]" do
      lu.assertTrue(#what < 700 and select(2, what:gsub("\n", "")) < 9, what)
    end
    lu.assertEquals(select(2, output:gsub("can't be played", "")), bad)
  end
  write("aa", "")
  write("asks_much", "local t = {} for i = 1, 3e6 do t[i] = { i } end ")
  write("by_ranks", "local s = {} for i = 1, 3000 do s[i] = { 's' .. i, 's' .. i } end ",
    "deck = kind { suits = s, ranks = s },")
  write("made_up", "", "deck = { is_kind = true },")
  write("wide", "local s = {} for i = 1, 3000 do s[i] = 's' .. i end ", "rules = { c = { { s }, 'm', columns = s } },")
  write("without_end", "while true do end ")
  write("zz", "")
  listed("list", 5, "aa                      Good", "games/made_up/game.lua:1: `deck`:")
  -- The library itself fails at one game, and says of each second one in a world that memory is used up.
  local text = tools.read "stdlib/script/listing.lua"
  place:write("lib/script/listing.lua", (text:gsub("function listing%.entry%(name%)", [[%0
    if name == "aa" then error "a fault of the library" end
    listing.count = (listing.count or 0) + 1
    if listing.count > 1 then return { name = name, problem = "used more than 64 MB of memory" } end]])))
  listed("list --stdlib lib", 6, "stdlib/script/listing.lua:")
  place:remove()
end

-- The saved list of games is never shown once it is out of date.
function TestCommands.test_list_reads_what_has_changed()
  local cache = folder .. "/cache/croupier/games"
  local function list(other)
    local file = assert(io.popen(("XDG_CACHE_HOME=%s CROUPIER_PATH=%s:%s %s list 2>&1"):format(folder .. "/cache",
      other or folder .. "/before", folder, croupier.program)))
    local text = file:read "a"
    file:close()
    return text
  end
  local GAME = "local words = require 'little.words' return game { title = words.title, one_line = 'a\tb',"
    .. "seats = { 2, words.most }, order = { 'over' }, over = function(t) t:finish() end }"
  os.execute(("mkdir -p %s/before %s/more %s/made"):format(folder, folder, folder))
  here:write("little/game.lua", GAME)
  here:write("little/words.lua", "return { title = 'First', most = 3 }")
  here:write("made/game.lua", "local g = game_from 'little' g.one_line = 'made' return g")
  lu.assertStrContains(list(), "First: a b (2 to 3 players)")
  lu.assertStrContains(list(), "made: made (2 to 3 players)") -- as it was saved
  lu.assertEquals(list(), list())
  -- A module of the game, which its own folder doesn't tell.
  here:write("little/words.lua", "return { title = 'Another', most = 5 }")
  lu.assertStrContains(list(), "Another: a b")
  lu.assertStrContains(list(), "made: made (2 to 5 players)") -- and the game that is made from it
  local good = list()
  local whole = tools.read(cache)
  for _, broken in ipairs { "", "croupier games", whole:sub(1, -9), (whole:gsub("Another", "Anothre")) } do
    local file = assert(io.open(cache, "wb"))
    file:write(broken)
    file:close()
    lu.assertEquals(list(), good)
    lu.assertStrContains(tools.read(cache), "Another") -- it was made anew
  end
  os.execute(("mkdir %s/before/little && cp %s/little/*.lua %s/before/little"):format(folder, folder, folder))
  here:write("before/little/words.lua", "return { title = 'Nearer', most = 4 }")
  lu.assertStrContains(list(), "Nearer: a b")
  os.remove(folder .. "/before/little/words.lua") -- what lies in the folder behind comes forth
  lu.assertStrContains(list(), "Another: a b")
  os.execute(("rm -r %s/before/little %s/little"):format(folder, folder))
  lu.assertNotStrContains(list(), "  little")
  lu.assertStrContains(list(), "no\n                          game `little`")
  here:write("made/game.lua", "return game {")
  for _ = 1, 2 do lu.assertStrContains(list(), "unexpected symbol near <eof>") end
end

function TestCommands.test_list()
  local output = says("list", 0, "fish_out", "Fish Out!", "4 anglers")
  for line in output:gmatch("[^\n]+") do lu.assertTrue(utf8.len(line) <= 80, line) end
  says("list --json", 0, '[{', '"name":"fish_out"', '"seats":[4,4]', '{"gm":true,"name":"baltimore",',
    '{"gm":false,"name":"fish_out",')
end

local LITTLE = [[
return game { title = "Little", one_line = "one card", seats = 2, player = "guest", deck = "standard",
  rules = { size = { 2, "cards", min = 1, max = 9, from = "hand" }, open = { true, "face up" } },
  order = { "deal", { "a", "b" } },
  deal = function() end, a = function() end, b = function() end }
]]

local function little(house)
  here:write("little/game.lua", (LITTLE:gsub("seats = 2", "seats = { 2, 2 }")))
  here:write("little/house/big.lua", house or [[
    local house = variant "little"
    house.title, house.one_line = "Big", "many cards"
    house.rules.size = 5
    function house.a() end
    return house]])
  return folder .. "/little"
end

-- A table that only scripts read is on no page for people.
function TestCommands.test_hidden_rules_are_not_told()
  for _, line in ipairs { "show royal_pokebacc", "sheet royal_pokebacc" } do
    local page = says(line, 0, "catastrophe")
    lu.assertNotStrContains(page, "what things are called")
    lu.assertNotStrContains(page, "Treasury,")
  end
end

-- A list of lists has no names for its rows and columns.
-- A share has its 95% interval, from 20 games on, and the page says what that is; who isn't placed wins nothing.
function TestCommands.test_wins_on_a_sheet()
  local page = says("sheet fish_out -n 30", 0, "| seat | wins | in the long run | score |", "(a 95% interval)")
  lu.assertNotNil(page:match "\n| 1%. heron | %d+%% | %d+%% to %d+%% | ", page)
  lu.assertNotStrContains(page, "±")
  local simulated = says("sim fish_out -n 30 --seed 1 --seats heron,heron,heron,heron", 0)
  lu.assertStrContains(says("sheet fish_out -n 30 --seed 1", 0), ("| %s | %s to %s |"):format(
    simulated:match "\nAnna +heron +(%d+%%) +(%d+%%) to (%d+%%)"))
  lu.assertNotStrContains(says("sheet fish_out -n 19", 0, "| seat | wins | score |"), "interval")
  tools.write(folder .. "/game.lua", "return game { seats = { 2, 2 }, order = { 'all' },\n"
    .. "measures = { n = 'numbers' }, all = function(t) t:measure('n', t:random(1, 6)) t:finish(nil) end }\n")
  lu.assertNotStrContains(says(("sheet %s -n 30"):format(folder), 0, "30 games played", "| numbers | "), "| seat |")
  tools.write(folder .. "/game.lua", "return game { seats = { 1, 1 }, order = { 'all' }, all = function(t)\n"
    .. "t:finish { { seat = t.seat[1], place = 2, score = t:random(1, 6) } } end }\n")
  lu.assertNotStrContains(says(("sheet %s -n 30"):format(folder), 0, "| seat | score | 1 in 20"), "wins")
end

function TestCommands.test_lists_of_lists_on_a_sheet()
  says("sheet baltimore -n 0", 0, "\n|  |  |\n| --- | --- |\n| 60 | abysmal |\n| 45 | horrible |")
end

function TestCommands.test_show()
  local path = little()
  here:write("little/RULES.md", "# Little\n\nBy somebody, 1999.\n\n## Play\n\nText.\n\n## Rulings\n\n1. One.\n\n" ..
    "## More\n\nx\n")
  local output = says("show " .. path .. "+big --set open=no", 0, "Little: one card", "+ Big: many cards",
    "For 2 guests.", "By somebody, 1999.", "[big; 2 before]", "[--set; yes before]",
    "repeat:\n    a [big]\n    b",
    "big  Big: many cards", "random  any legal answer", "Rulings\n1. One.\n")
  lu.assertNil(output:find("More", 1, true))
  says("show " .. path .. "+big --json", 0, '"value":5', '"default":2', '"origin":"big"', '"order":["deal",["a","b"]]',
    '"rulings":"1. One."')
  says("show " .. path .. "/game.lua", 0, "Little")
end

function TestCommands.test_show_refuses()
  local path = little()
  refuses("show fish_ot", "no game `fish_ot`, did you mean `fish_out`?")
  refuses("show ''", "expected the name of a game")
  refuses("show +big", "expected the name of a game")
  refuses("show ./nowhere", "no game in `./nowhere`: there is no game.lua")
  refuses("show " .. path .. "+bag", "little has no variant `bag`, did you mean `big`?")
  refuses("show " .. path .. "+xxxxxx", "little has no variant `xxxxxx`: it has big")
  refuses("show " .. path .. " --set siz=3", "--set: little has no rule `siz`, did you mean `size`?")
  refuses("show " .. path .. " --set size=10", "--set: size = 10: expected a whole number from 1 to 9")
  refuses("show " .. path .. " --set size", "--set size: expected a rule and a value like `ante=5`")
  refuses("show " .. path .. " --set open=maybe", "--set: open = maybe: expected yes or no")
  refuses("show " .. ("x"):rep(2000), "the name of the game is too long")
end

function TestCommands.test_a_broken_game_is_said_with_file_and_line()
  local path = little("local house = variant \"little\"\nhouse.rules.sise = 3\nhouse.rules.size = 11\nreturn house")
  says("show " .. path .. "+big", 1,
    "croupier: " .. path .. "/house/big.lua:2: little has no rule `sise`, did you mean `size`?",
    "\ncroupier: " .. path .. "/house/big.lua:3: rule size = 11: expected a whole number from 1 to 9\n")
  says("show " .. path, 0, "can't be played: ")
  local function broken(text, ...)
    here:write("little/game.lua", text)
    says("show " .. path, 1, "croupier: " .. path .. "/game.lua:", ...)
    says("list", 0)
  end
  broken("return game { title = 'x'", ":1: '}' expected near <eof>")
  broken("return game { titel = 'x' }", "unknown field `titel`", "did you mean `title`?")
  broken("return 5", "a game script ends with `return game { ... }`")
  broken("\nfoo()", ":2: unknown name `foo`")
  broken("while true do end", ":1: ran for more than 50000000 instructions")
  broken("local s = 'x' while true do s = s .. s end", " used more than 64 MB of memory")
  here:write("little/game.lua", ("-"):rep(70000))
  says("show " .. path, 1, "longer than 64 KB")
end

function TestCommands.test_run()
  lu.assertEquals(says("run " .. script("print(1, 'x', ...)", "a b"), 0), "1\tx\ta\tb\n")
  lu.assertEquals(says("run " .. script("print({} ~= nil, tostring(print))"), 0), "true\tfunction\n")
  says("run " .. script("local t = croupier.practice { deck = 'standard' } print(#t.deck)"), 0, "52\n")
  says("run " .. script("print(croupier.rules('fish_out').rules.goal)"), 0, "50\n")
  says("run " .. script("print(require('tricks').winner ~= nil)"), 0, "true\n")
end

function TestCommands.test_run_fails_with_a_sentence()
  local path = folder .. "/a.lua"
  local function script_fails(text, sentence)
    lu.assertEquals(says("run " .. script(text), 1), "croupier: " .. sentence .. "\n")
  end
  script_fails("\nerror('so it is')", path .. ":2: so it is")
  script_fails("return x +", path .. ":1: unexpected symbol near <eof>")
  script_fails("return croupier.opn", path .. ":1: unknown name `croupier.opn`")
  script_fails("return croupier.rules('fish_out').lake", path ..
    ":1: `lake`: no game is under way, so only rules and steps that need nothing else work")
  script_fails("local t = croupier.rules('fish_ot')", path ..
    ":1: no game `fish_ot`, did you mean `fish_out`?")
  script_fails("local s = {} for i = 1, 1e9 do s[i] = {} end", path .. ": used more than 64 MB of memory")
  says("run " .. script("error('x')", "--trace"), 1, "stack traceback:")
  refuses("run /no/such/file.lua", "/no/such/file.lua: No such file or directory")
  says("run " .. folder, 2, "Is a directory")
end

function TestCommands.test_run_ends_at_its_limit()
  local path = folder .. "/a.lua"
  lu.assertEquals(says("run --limit 1 " .. script("print('on') while true do end"), 1),
    "on\ncroupier: " .. path .. ": stopped after 1 million steps; --limit MILLIONS allows more\n")
  refuses("run --limit 0 x", "--limit 0: expected a whole number from 1 to 1000000")
  refuses("run --limit x x", "--limit x: expected a whole number from 1 to 1000000")
end

function TestCommands.test_the_test_command()
  here:write("test_a.lua", "function test_one() lu.assertTrue(true) end function test_two()\nlu.assertEquals(1, 2) end")
  local path = folder .. "/test_a.lua"
  local output = says("test " .. path, 1, "FAILED test_two\n  " .. path .. ":2: expected: 2, actual: 1\n")
  lu.assertStrMatches(output, ".*\nlua: 1 passed, 1 failed\n")
  lu.assertEquals(says("test --only one " .. folder, 0), "lua: 1 passed, 0 failed\n")
  says("test --list --only one " .. folder, 0, "ok " .. path .. ": test_one (")
  here:write("test_a.lua", "function test_raises() local x = nil + 1 end")
  says("test " .. path, 1, path .. ":1: attempt to perform arithmetic on a nil value", "lua: 0 passed, 1 failed\n")
  here:write("test_a.lua", "function test_long() error(('é.'):rep(9999)) end")
  says("test " .. path, 1, "é. ...\n", "lua: 0 passed, 1 failed\n")
  here:write("test_a.lua", "function test_later() lu.skip('no printer here') end")
  lu.assertEquals(says("test " .. path, 0), path .. ": skipped: test_later: no printer here\nlua: 0 passed, 0 failed\n")
  here:write("test_a.lua", "function test_x(")
  says("test " .. path, 1, path .. ":1: <name> or '...' expected near <eof>", "lua: 0 passed, 1 failed\n")
  here:write("test_a.lua", "local x = 1")
  says("test " .. path, 1, "no function whose name begins with test")
  refuses("test /no/such", "/no/such: no such file, folder or game")
  local made = folder .. "/games/little"
  os.execute("mkdir -p " .. made .. " && echo 'return game { }' >" .. made .. "/game.lua")
  here:write("games/little/test.lua", "function test_x() end")
  lu.assertEquals({ tools.run("test little", nil, ("CROUPIER_PATH=%s/games"):format(folder)) },
    { 0, "lua: 1 passed, 0 failed\n" })
  refuses("test " .. folder .. "/little", folder .. "/little: has neither test.lua nor test_*.lua")
end

function TestCommands.test_tests_in_several_files()
  os.execute(("mkdir -p %s/games/pair && echo 'return game { }' >%s/games/pair/game.lua"):format(folder, folder))
  here:write("games/pair/test.lua",
    'local two = require "pair.testing"\nfunction test_x() lu.assertEquals(two(1), 2) end')
  here:write("games/pair/test_more.lua", 'local two = require "pair.testing"\nfunction test_y() two(3) end')
  here:write("games/pair/testing.lua", "local function two(n)\n  lu.assertTrue(n < 3)\n  return n + 1\nend\nreturn two")
  local function run(words) return select(2, here:run("test " .. words)) end
  local failed = "FAILED test_y\n  games/pair/testing.lua:2: expected: true, actual: false\n"
    .. "    called at games/pair/test_more.lua:2\nlua: 1 passed, 1 failed\n"
  lu.assertEquals(run "pair", failed)
  lu.assertEquals(run "games/pair", failed)
  lu.assertStrContains(run "", "called at games/pair/test_more.lua:2\n")
  here:write("games/pair/testing.lua", "function test_lost() end return test_lost")
  lu.assertStrContains(run "pair", "games/pair/testing.lua: test_lost is not run here: tests belong in test.lua and ")
  here:write("games/pair/testing.lua", 'return require "pair.testing"')
  lu.assertStrContains(run "pair", "require: pair.testing requires itself")
  here:write("games/pair/testing.lua", "return (")
  lu.assertStrContains(run "pair", "games/pair/testing.lua:1: unexpected symbol near <eof>")
  os.remove(folder .. "/games/pair/testing.lua")
  lu.assertStrContains(run "pair", 'require "pair.testing": pair/testing.lua: there is no such file')
end

function TestCommands.test_output_that_nobody_reads_is_no_failure()
  local line = "show fish_out | true; echo ${PIPESTATUS[0]}"
  lu.assertEquals({ tools.shell(("bash -c '%s %s'"):format(croupier.program, line)) }, { 0, "0\n" })
end

function TestCommands.test_output_that_is_lost_is_one()
  local lost = "croupier: the output could not be written: No space left on device\n"
  lu.assertEquals({ tools.shell(croupier.program .. " list >/dev/full") }, { 1, lost })
  here:write("games/wrong/game.lua", "return game { title = 'Wrong', seats = { 1, 2 }, order = { 'nowhere' } }")
  local status, output = here:shell(tools.program() .. " check games/wrong >/dev/full")
  lu.assertEquals(status, 1)
  lu.assertStrContains(output, lost)
end

function TestCommands.test_interrupted()
  local line = ("timeout --preserve-status -s INT 0.5 %s run -l 20000 %s; echo $?"):format(croupier.program,
    script("while true do end"))
  local file = io.popen(line)
  lu.assertEquals(file:read("a"), "130\n")
  file:close()
end

-- How long it takes to resume is said of a long table alone.
function TestCommands.test_resuming_a_long_table()
  local path = folder .. "/long.journal"
  local line = "play scripts/bench/four_ways --seed 1 --journal " .. path
  tools.run(line .. " --seats me,random --set turns=100000", ("1\n"):rep(5))
  lu.assertStrContains(says("resume " .. path, 0), "Resuming " .. path .. "\n")
  os.remove(path)
  says(line .. " --seats random,random --set turns=10001", 0) -- by bots, whose answers aren't saved one by one
  tools.shell(("head -n -2 %s >%s.cut"):format(path, path))
  says("resume " .. path .. ".cut", 0, "Resuming " .. path .. ".cut: 1000", " questions in ")
end

-- --- what suites of games would need a shell for ---

TestGamesRun = {}

function TestGamesRun.test_the_table_has_a_row_for_each()
  local file = assert(io.popen(croupier.program .. " run games/baltimore/odds_table.lua 3"))
  local difficulty = require "baltimore.difficulty"
  local text, last = file:read("a"), 1
  file:close()
  for n, chance in text:gmatch("\n *(%d+)  [%w ,-]-%s+([%d.]+)%% |") do
    lu.assertEquals(tonumber(n), last + 1)
    last = tonumber(n)
    lu.assertAlmostEquals(tonumber(chance) / 100, difficulty.chance_of_roll(last), 0.04)
  end
  lu.assertEquals(last, 30)
end

-- What was the top of an open pile is told by its name, though it goes into a hand.
function TestGamesRun.test_who_takes_from_an_open_pile_is_seen_to()
  for game, verb in pairs { ["royal_pokebacc+open_reserve"] = "takes", ["merchants_bank+pawnbroker"] = "buys" } do
    local journal = os.tmpname()
    local file = io.popen(("yes 1 2>&- | head -n 300 | %s play %s --seats me,courtier,courtier "
      .. "--seed 35 --journal %s 2>&1"):format(croupier.program, game, journal .. ".journal"))
    local told = file:read("a")
    file:close()
    os.remove(journal)
    os.remove(journal .. ".journal")
    local by_others = 0
    for who, line in told:gmatch("\n  (%a+) (" .. verb .. " [^\n]*)") do
      by_others = by_others + (who ~= "Anna" and 1 or 0)
      lu.assertNotStrContains(line, "a card")
    end
    lu.assertTrue(by_others > 0, game)
  end
end
