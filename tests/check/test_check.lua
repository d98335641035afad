-- `croupier check`: each script in tests/fixtures/check says in its first lines what
-- must be found in it, as `--: LINE:COLUMN: error: what (how to mend it)`.
-- house_*.lua are variants of pond.lua there, after those that `--over:` names.

local tools = dofile "tests/tools.lua"
local top = io.popen("pwd"):read "l"
local here

-- What `check` says of it.
local function checked(line, status, ...) return here:says("check " .. line, status, ...) end

local function script(name) return tools.read("tests/fixtures/check/" .. name .. ".lua") end

-- Puts a script of tests/fixtures/check where a game has it: how check is to be called.
local function place(name, text)
  if not name:find("^house_") then
    here:write("pond/game.lua", text)
    return "./pond"
  end
  local call = "./pond"
  here:write("pond/game.lua", script("pond"))
  for over in (text:match("^%-%-over: ([^\n]*)") or ""):gmatch("%S+") do
    here:write("pond/house/" .. over .. ".lua", script(over))
    call = call .. "+" .. over
  end
  here:write("pond/house/" .. name .. ".lua", text)
  return call .. "+" .. name
end

local function expected_of(text)
  local list, errors = {}, 0
  for line in text:gmatch("%-%-: ([^\n]*)") do
    list[#list + 1] = line
    if line:find(": error: ", 1, true) then errors = errors + 1 end
  end
  return list, errors
end

-- "./pond/game.lua:3:4: error: what [code]" without file and code.
local function found_in(output)
  local list = {}
  for line in output:gmatch("[^\n]+") do list[#list + 1] = line:gsub("^[^:]*%.lua:", ""):gsub(" %[%l+%]$", "") end
  return list
end

TestCheck = {}

function TestCheck.setUp()
  here = tools.place("pond/house")
end

function TestCheck.tearDown() here:remove() end

-- A test for each script.
for path in io.popen("ls tests/fixtures/check/*.lua"):lines() do
  local name = path:match("([%w_]+)%.lua$")
  TestCheck["test_script_" .. name] = function()
    local text = script(name)
    local list, errors = expected_of(text)
    local output = checked(place(name, text) .. " --seconds 0 --format gcc", errors > 0 and 1 or 0)
    lu.assertEquals(table.concat(found_in(output), "\n"), table.concat(list, "\n"))
  end
end

function TestCheck.test_for_people()
  place("table_name", script("table_name"))
  lu.assertEquals(checked("./pond --seconds 0", 1), [[
./pond/game.lua:9:7: error: the table has no `dek`, did you mean `deck`?
        t.dek:shuffle()
          ^
./pond/game.lua:10:7: error: the table has no `shufle`, did you mean `shuffle`?
        t:shufle(t.deck)
          ^
./pond/game.lua:11:10: error: the table has no `lake`
        if t.lake then t:finish() end
             ^
    declare it in `state`, `piles` or `pools`, or write a step of that name
pond: 3 errors
]])
  place("pond", script("pond"))
  lu.assertEquals(checked("./pond --seconds 0", 0), "pond: the scripts have no mistakes; no game was played\n")
  place("unread", script("unread"))
  checked("./pond --seconds 0", 0, "pond: 1 warning\n")
  checked("./pond --seconds 0 --strict", 1, "pond: 1 warning\n")
end

function TestCheck.test_long_lists_are_broken_into_lines()
  local _, output = here:shell(("cd %s && %s check baltimore --seconds 1"):format(top, tools.program()))
  for line in output:gmatch("[^\n]+") do lu.assertTrue(#line <= 80, line) end
end

function TestCheck.test_for_programs()
  place("table_name", script("table_name"))
  local output = checked("./pond --seconds 0 --json", 1, '[{"file":"./pond/game.lua","line":9,"column":7,' ..
    '"severity":"error","code":"name","text":"the table has no `dek`, did you mean `deck`?"},\n')
  lu.assertStrContains(output, '"fix":"declare it in `state`, `piles` or `pools`, or write a step of that name"')
  place("pond", script("pond"))
  lu.assertEquals(checked("./pond --seconds 0 --json", 0), "[]\n")
  lu.assertEquals(checked("./pond --seconds 0 --format gcc", 0), "")
end

function TestCheck.test_what_a_path_means()
  here:write("pond/house/deep.lua", 'local house = variant "pond"\nhouse.rules.ante = 99\nreturn house\n')
  here:write("pond/game.lua", script("pond"))
  for _, path in ipairs { "./pond", "pond", "pond/", "pond/game.lua", "./pond+deep", "pond/house/deep.lua" } do
    checked(path .. " --seconds 0", 1,
      "pond/house/deep.lua:2:13: error: rule ante = 99: expected a whole number from 0 to 10")
  end
  local _, output = here:shell(("cd pond && %s check game.lua --seconds 0"):format(tools.program()))
  lu.assertStrContains(output, "/pond/house/deep.lua:2:13: error")
  _, output = here:shell(("cd pond && %s check . --seconds 0"):format(tools.program()))
  lu.assertStrContains(output, "/pond/house/deep.lua:2:13: error")
  here:write("alone.lua", "return 1")
  checked("alone.lua", 2, "isn't part of a game")
  checked("nowhere.lua", 2, "there is no such file")
  checked("./pond+dep --seconds 0", 2, "pond has no variant `dep`, did you mean `deep`?")
  checked("pnod --seconds 0", 2, "no game `pnod`")
  checked("pond --format vi", 2, "--format vi: expected human or gcc")
  checked("pond --seconds many", 2, "expected a whole number")
end

function TestCheck.test_bytes_that_editors_leave()
  local text = script("table_name"):gsub("^%-%-.-return", "return"):gsub("    t%.dek", "\tt.dek"):gsub("\n", "\r\n")
  here:write("pond/game.lua", "\xef\xbb\xbf" .. text)
  checked("./pond --seconds 0 --format gcc", 1, "game.lua:6:4: error: the table has no `dek`, did you mean `deck`?")
  checked("./pond --seconds 0", 1, "\n     t.dek:shuffle()\n       ^\n")
  here:write("pond/game.lua", (script("pond"):gsub('title = "Pond"', 'title = "Fl\xfcchen"')))
  checked("./pond --seconds 0", 1, "game.lua:3:14: error: a byte that isn't text: expected UTF-8",
    "save the file as UTF-8")
  here:write("pond/game.lua", (script("pond"):gsub('title = "Pond"', 'title = "T\u{fc}mpel", foo = t')))
  checked("./pond --seconds 0 --format gcc", 1, 'game.lua:3:27: error: unknown name `t`')
  here:write("pond/game.lua", "")
  checked("./pond --seconds 0", 1, "a game script ends with `return game { ... }`")
  here:write("pond/game.lua", ("-"):rep(70000))
  checked("./pond --seconds 0", 1, "longer than 64 KB")
  here:write("pond/game.lua", "local t = " .. ("{"):rep(1000) .. ("}"):rep(1000))
  checked("./pond --seconds 0", 1, "nested too deep")
end

function TestCheck.test_all_files_of_a_game()
  here:write("pond/game.lua", (script("pond"):gsub("return game", 'local help = require "pond.help"\nreturn game')))
  here:write("pond/help.lua", "local help = {}\nfunction help.of(t) return t.rules.anet end\nreturn help\n")
  here:write("pond/bots.lua", "return { pike = { play = function(me, q) return me.hnad:top() or q.optoins[1] end } }\n")
  here:write("pond/test.lua", "function test(\n")
  here:write("pond/test_more.lua", "function test_more() end end\n")
  here:write("pond/testing.lua", "return )\n")
  here:write("pond/house/deep.lua", "local house = variant 'pond'\nreturn huose\n")
  here:write("pond/house/odd.lua", "local house = = variant 'pond'\n")
  local output = checked("./pond --seconds 0 --format gcc", 1,
    "pond/help.lua:2:36: error: no rule `anet`, did you mean `ante`?",
    "pond/bots.lua:1:52: error: a seat has no `hnad`, did you mean `hand`?",
    "pond/bots.lua:1:68: error: a question has no `optoins`, did you mean `options`?",
    "pond/test.lua:2: error: ", "pond/test_more.lua:1:22: error: ", "pond/testing.lua:1:8: error: ",
    "pond/house/deep.lua:2:8: error: unknown name `huose`",
    "pond/house/odd.lua:1:15: error: unexpected symbol near '='")
  lu.assertEquals(select(2, output:gsub("\n", "")), 8)
end

function TestCheck.test_what_nothing_asks_for()
  here:write("pond/game.lua", (script("pond"):gsub("measures = {", 'measures = { ties = "pots nobody won",')))
  here:write("pond/bots.lua", [[
return {
  best = "pike",
  pike = { one_line = "x", depth = 3, plya = function(me, q) return q.options[1] end, otherwise = function() end },
  carp = function(me, q) return q.options[1] end,
}
]])
  local output = checked("./pond --seconds 0 --format gcc", 1,
    "pond/bots.lua:3:39: warning: no question is called `plya`, did you mean `play`? (each function of a bot answers",
    "pond/bots.lua:4:3: error: bot `carp` is a function, and a bot is a table (write carp = {",
    "pond/game.lua:16:16: warning: measure `ties` is never counted (count it: t:measure(")
  lu.assertEquals(select(2, output:gsub("\n", "")), 3)
  here:write("pond/game.lua", script("pond"))
  here:write("pond/bots.lua", "return {\n best = 'pkie', pike = {} }\n")
  checked("./pond --seconds 0 --format gcc", 1,
    "pond/bots.lua:1: error: best = `pkie`: there is no such bot, did you mean `pike`? [bot]\n")
  here:write("pond/bots.lua", "return {\n pike = { play = nil + 1 } }\n")
  checked("./pond --seconds 0 --format gcc", 1, "pond/bots.lua:2: error: attempt to perform arithmetic on a nil value")
end

-- What a module hands over is reached where a step, a screen or the module itself calls it; bots don't count, and what
-- variants call is theirs.
function TestCheck.test_steps_that_nothing_reaches()
  here:write("pond/game.lua", [[
local help = require "pond.help"
return game {
  seats = { 2, 4 }, deck = "standard", order = { "deal" },
  deal = function(t) t:helper() t:finish() end,
  screen = function(t) return { tostring(t:drawn()) } end,
  drawn = help.drawn,
  helper = help.helper,
  own = help.own,
  worth = help.worth,
  advice = help.advice,
  offered = help.offered,
  lost = help.lost,
}
]])
  here:write("pond/help.lua", [[
local help = {}
local function own(t) return #t.deck end
help.own = own
function help.drawn(t) return #t.deck end
function help.helper(t) return own(t) end
function help.worth(t, card) return card.value + #t.deck end
function help.lost(t) return t:lost() end
help.advice, help.offered = help.drawn, help.drawn
return help
]])
  here:write("pond/players.lua", "return { pike = { otherwise = function(me) return me.table:advice() end } }\n")
  here:write("pond/bots.lua", 'local players = require "pond.players"\n' ..
    "return { pike = players.pike, eel = { otherwise = function(me, q) return me.table:worth(q.options[1]) end } }\n")
  here:write("pond/house/more.lua", 'local house = variant "pond"\n' ..
    "function house.deal(t) t:offered() house.base.deal(t) end\nreturn house\n")
  local bots = "is called only by bots: it has no effect in play (call it in play, as "
  local never = "is never reached: it is not in the order, and nothing calls it (put it into `order`, or call it as "
  local output = checked("./pond --seconds 0 --format gcc", 0):gsub("t:%w+[^\n]*", ""):gsub("%./pond/game%.lua", "")
  lu.assertEquals(output, (":9:3: warning: step `worth` %s\n:10:3: warning: step `advice` %s\n"):format(bots, bots) ..
    (":12:3: warning: step `lost` %s\n"):format(never))
end

-- --- what can't be opened ---

-- A game of a step, with this `check`, and a rule for it.
local function closed_pond(check, fields)
  here:write("pond/game.lua", ([[
return game {
  seats = { 2, 4 }, order = { "last" }, rules = { low = { 1, "a rule", min = 0, max = 9 } }, %s
  check = function(rules, seats, players)
    %s
  end,
  last = function(t) t:finish(t.rules.low > 0 and t:rank_by(function() return t.rules.low end) or nil) end,
}
]]):format(fields or "", check))
  return "./pond --format gcc"
end

function TestCheck.test_games_that_can_not_be_opened()
  local never = "pond/game.lua:3:3: error: `check` refuses 2 to 4 players: never [open]\n"
  local line = closed_pond "if rules.low > 0 then return 'never' end"
  lu.assertEquals(checked(line, 1), "./" .. never)
  checked("./pond --seconds 0", 1, "error: `check` refuses 2 to 4 players: never\n", "pond: 1 error\n")
  checked("./pond --json", 1, '"line":3,"column":3,"severity":"error","code":"open","text":"`check` refuses')
  checked(closed_pond "if seats == 4 then return 'not four' end", 1,
    "game.lua:3:3: error: `croupier play` opens the game for 4 players, and `check` refuses them: not four (`usual = ")
  checked(closed_pond("if seats == 3 then return 'not three' end", "usual = { seats = 3 },"), 1,
    "error: `croupier play` opens the game for 3 players, and `check` refuses them: not three")
  checked(closed_pond("if seats < 3 then return 'more' end"), 0)
end

-- Where it fails for one number of players it is at the line that fails; where it never ends that is said at once.
function TestCheck.test_a_check_that_fails()
  checked(closed_pond "return nil + rules.low", 1, "game.lua:4: error: `check` fails: attempt to perform arithmetic")
  checked(closed_pond "if seats == 3 then error('hm') end", 1, "game.lua:4: error: `check` fails: hm [open]\n")
  lu.assertEquals(checked(closed_pond "while rules.low do end", 1),
    "./pond/game.lua:4: error: `check` fails: ran for more than 50000000 instructions without an answer [open]\n")
  checked(closed_pond "if rules.low == 9 then error('nine') end", 0, "game.lua:4: warning: nine (rules within their ",
    "--set low=9")
end

function TestCheck.test_variants_that_can_not_be_opened()
  closed_pond "if rules.low == 7 then return 'seven' elseif rules.low == 6 then return nil + 1 end"
  for name, low in pairs { six = 6, seven = 7, five = 5 } do
    here:write(("pond/house/%s.lua"):format(name), ('-- a variant\nlocal house = variant "pond"\n' ..
      "house.rules.low = %d\nreturn house\n"):format(low))
  end
  lu.assertEquals(checked("./pond --format gcc", 1),
    "./pond/game.lua:4: error: `check` fails: attempt to perform arithmetic on a nil value (with +six) [open]\n" ..
    "./pond/house/seven.lua:2:1: error: `check` refuses 2 to 4 players: seven [open]\n")
  checked("./pond+seven --format gcc", 1, "pond/game.lua:3:3: error: `check` refuses 2 to 4 players: seven")
  checked("./pond+five", 0)
end

-- What players bring may be what it wants; where none brings it no game is played, and that is no good game.
function TestCheck.test_a_check_that_wants_profiles()
  local profile = 'profile = { luck = { none, "luck", min = 1, max = %d } },'
  local wants = "for _, p in ipairs(players) do if p.profile.luck ~= %d then return 'no luck' end end"
  checked(closed_pond(wants:format(3), profile:format(3)), 0)
  lu.assertEquals(checked(closed_pond(wants:format(717), profile:format(900)), 1),
    "./pond/game.lua:3:3: error: no game could be played: no luck [open]\n")
end

-- --- what only play can show ---

function TestCheck.test_bots_that_fail()
  here:write("pond/game.lua", script("pond"))
  here:write("pond/bots.lua", [[
return {
  pike = { play = function(me, q) return q.options[1].suit end },
  carp = { play = function(me, q)
    return me.hand:top().value + nil
  end },
  eel = { play = function(me, q) return q.options[#q.options] end },
  tench = { play = function(me, q)
    local points = me.table:worth(nil)
    return q.options[points]
  end },
}
]])
  local output = checked("./pond --format gcc", 1,
    "pond/bots.lua:2:12: error: bot `pike`: the bot's answer to `play` is the text `", "`, which is not in q.options ",
    "pond/bots.lua:4: error: bot `carp`: attempt to perform arithmetic on a nil value",
    "[croupier play ./pond --seats carp,carp",
    "bot `tench`: attempt to index a nil value (local 'card') (called at ./pond/bots.lua:8)")
  lu.assertEquals(select(2, output:gsub("\n", "")), 3)
end

-- A game of one step, with more fields.
local function pond_with(step, fields)
  here:write("pond/game.lua", ([[
return game {
  seats = { 2, 4 }, deck = "standard", piles = { seat = { hand = "owner" } },
  order = { "deal", "last" }, %s
  deal = function(t)
    %s
  end,
  last = function(t) t:finish() end,
}
]]):format(fields or "", step))
  return "./pond --format gcc"
end

function TestCheck.test_a_question_without_an_answer()
  local line = pond_with 't.seat[1]:ask { "pick", "Pick one", card = t.seat[2].hand }'
  local output = checked(line, 1, "pond/game.lua:5:22: error: question `pick`: no answer is legal",
    "(ask only where something can be chosen, ")
  local command = output:match("%[croupier (play .-)%] %[play%]")
  lu.assertStrMatches(command, "play %./pond %-%-seats random,random.* %-%-seed check%-%d+")
  local _, text = here:run(command)
  lu.assertStrContains(text, "`pick`")
end

-- The line is the game's, the mistake the variant's.
function TestCheck.test_a_step_that_returns_nothing()
  here:write("pond/game.lua", script("pond"))
  here:write("pond/house/mute.lua",
    'local house = variant "pond"\nfunction house.worth(t, card) t:say("%s", card) end\nreturn house\n')
  checked("./pond+mute --format gcc", 1, "pond/game.lua:", "(without +mute it doesn't happen: see what")
end

function TestCheck.test_a_rule_that_changes_nothing()
  local line = pond_with("if t.rules.idle > 1 then t.deck:count() end  t.deck:deal(t.rules.dealt, t.seat[1].hand)",
    'rules = { idle = { 1, "read, and no more", min = 0, max = 3 }, dealt = { 1, "cards", min = 1, max = 3 } },')
  local output = checked(line, 0, "pond/game.lua:3:41: warning: rule `idle` is read, but it changed nothing in 200 " ..
    "games (tried: 0, 1, 2, 3) [idle]")
  lu.assertNotStrContains(output, "dealt")
  checked(line .. " --strict", 1)
  checked("./pond", 0, "games played)")
end

-- A rule of a module is where the game takes over the module's rules.
function TestCheck.test_a_rule_of_a_module_that_changes_nothing()
  here:write("pond/game.lua", tools.read "tests/fixtures/games/omaha_eight/game.lua")
  checked("./pond --format gcc", 0, "pond/game.lua:8:3: warning: rule `complete_all_in` is "
    .. "read, but it changed nothing")
end

function TestCheck.test_a_rule_behind_a_failure()
  local line = pond_with("t.deck:deal(99, t.seat[1].hand) t.deck:deal(t.rules.dealt, t.seat[1].hand)",
    'rules = { dealt = { 1, "cards", min = 1, max = 3 } },')
  local output = checked(line, 1, "pond/game.lua:5: error: deal 99: the deck has 52 cards")
  lu.assertEquals(select(2, output:gsub("\n", "")), 1)
end

function TestCheck.test_rules_that_count_only_under_another()
  local line = pond_with("if t.rules.on then t.deck:deal(t.rules.dealt, t.seat[1].hand) end",
    'rules = { on = { false, "whether" }, dealt = { 1, "cards", min = 1, max = 3 } },')
  lu.assertEquals(checked(line, 0), "")
end

-- What the games never came to is told, and is no finding.
function TestCheck.test_what_was_not_reached()
  pond_with([[if t.rules.on and #t.deck == 51 then t.seat[1]:ask { "never", "?", confirm = true } end
    t.seat[1]:ask { "always", "?", confirm = true } ]],
    [[rules = { on = { false, "whether" } },
      actions = { bow = { "bow", step = "last", who = function() return false end } },]])
  local output = checked("./pond", 0, "Questions that were never asked:\n  never\n",
    "Actions that were never taken:\n  bow\n")
  lu.assertNotStrContains(output, "always")
  lu.assertNotStrContains(output, "Stopped")
end

-- A bot that searches goes where points are, and chance hardly ever.
function TestCheck.test_what_only_a_bot_reached()
  here:write("pond/game.lua", [[
return game {
  seats = { 2, 2 }, state = { seat = { points = 0 } }, order = { "climb", "last" },
  climb = function(t)
    local seat = t.seat[1]
    while seat.points < 14 and seat:ask { "more", "?", confirm = true } do seat.points = seat.points + 1 end
    if seat.points == 14 then seat:ask { "bonus", "?", confirm = true } end
  end,
  last = function(t) t:finish(t:rank_by "points") end,
}
]])
  checked("./pond", 0, "Questions that only a bot reached, not random play:\n  bonus (search:4)\n")
end

-- An action counts as done by its own name, not its step's.
function TestCheck.test_an_action_that_was_done()
  pond_with("t.seat[1]:ask { 'always', '?', confirm = true } return again",
    "actions = { bow = { 'bow', step = 'last' } },")
  lu.assertNotStrContains(checked("./pond", 0), "never done")
end

-- Only a rule that a game came to read is tried on it.
function TestCheck.test_rules_that_no_game_reads()
  pond_with("if t.deck:count() == 51 then t.deck:deal(t.rules.dealt, t.seat[1].hand) end",
    'rules = { dealt = { 1, "cards", min = 1, max = 3 } },')
  checked("./pond", 0, "Rules that no game read:\n  dealt\n")
end

-- Where it stops before it comes to the rules, nothing is said of what games read.
function TestCheck.test_rules_that_were_not_tried()
  pond_with("for i = 1, 3000 do t.seat[1]:ask { 'more', '?', confirm = t.rules.idle < 9 } end",
    'rules = { idle = { 1, "read, and no more", min = 0, max = 3 } },')
  checked("./pond", 0, "Played until 100000 questions had been answered.\n" ..
    "Bots that have not played yet:\n  search:4\nRules that have not been tried yet:\n  idle\n")
end

-- How much is played is counted in questions, so a slower machine finds the same; --seconds says that it cut it short.
function TestCheck.test_as_many_questions_everywhere()
  pond_with("for i = 1, 900 do t.seat[1]:ask { 'more', '?', confirm = t.rules.idle < 9 } end",
    'rules = { idle = { 1, "read, and no more", min = 0, max = 3 } },')
  local output = checked("./pond", 0, "Played until 100000 questions had been answered.\n",
    "Rules that have changed nothing yet (games tried):\n  idle (")
  lu.assertEquals(checked("./pond --seconds 5000", 0), output)
  pond_with("t.seat[1]:ask { 'more', '?', confirm = true } for _ = 1, 20000000 do end")
  checked("./pond --seconds 1", 0, "Stopped after 1 second: without --seconds it plays until nothing new is reached.\n")
end

-- A state that takes long to copy is copied so often and no more; what is left then is told.
function TestCheck.test_a_large_state()
  local long = {}
  for i = 1, 5 do long[i] = ("long%d = ('x'):rep(1000000)"):format(i) end
  pond_with("for i = 1, 5 do t['long' .. i] = t['long' .. i] .. t.rules.idle end " ..
    "t.seat[1]:ask { 'one', '?', confirm = true }",
    'rules = { idle = { 1, "read, and no more", min = 0, max = 2 } }, state = { ' .. table.concat(long, ", ") .. " },")
  here:write("pond/bots.lua", "return { pike = { one = function() return true end } }\n")
  lu.assertEquals(checked("./pond", 0), "pond: nothing wrong (86 games played)\n" ..
    "Stopped after 86 games: the state is so large, up to 4884 KB, that each takes a long time.\n" ..
    "Rules that have changed nothing yet (games tried):\n  idle (21)\n")
end

function TestCheck.test_limits_that_are_too_wide()
  local line = pond_with("for seat in t:seats() do t.deck:deal(t.rules.dealt, seat.hand) end",
    'rules = { dealt = { 5, "cards", min = 1, max = 30 } },')
  checked(line, 0, "pond/game.lua:5: warning: ", "cards (rules within their declared limits cause this: narrow",
    "--set dealt=30")
end

-- However many games fail there, and however differently: by what the rules as they are bring about, if they do.
function TestCheck.test_a_line_is_told_once()
  local line = pond_with("for seat in t:seats() do seat.coins:pay(t:random(9, t.rules.most), t.pot) end",
    'rules = { most = { 20, "coins", min = 9, max = 30 } }, pools = { pot = 0, seat = { coins = 5 } },')
  local output = checked(line, 1, "pond/game.lua:5:")
  lu.assertEquals(select(2, output:gsub("pond/game.lua:5:", "")), 1)
  lu.assertStrContains(output, "error: ")
  lu.assertNotStrContains(output, "within their declared limits")
end

-- A bot that comes to the game's own mistake is no second one.
function TestCheck.test_a_line_is_told_once_for_all_players()
  local line = pond_with("t.seat[1]:ask { 'more', '?', confirm = true } t:say('%d', 1 + nil)")
  here:write("pond/bots.lua", "return { pike = { more = function() return true end } }\n")
  lu.assertEquals(select(2, checked(line, 1, "pond/game.lua:5: error: "):gsub("\n", "")), 1)
end

-- Found first in a game with other rules, and it happens with the declared ones as well.
function TestCheck.test_a_failure_with_no_other_rules_than_it_needs()
  local rules = 'rules = { low = { 1, "a", min = 0, max = 9 }, odd = { 1, "b", min = 0, max = 9 } },'
  local line = pond_with("t:say('%d', t.rules.low + t.rules.odd) if t:random(1, 40) == 5 then error 'hm' end", rules)
  local output = checked(line, 1, "pond/game.lua:5: error: hm [croupier play ./pond --seats ")
  lu.assertNotStrContains(output, "--set")
  line = pond_with("t:say('%d', t.rules.low) if t.rules.odd == 9 then error 'hm' end", rules)
  output = checked(line, 0, "pond/game.lua:5: warning: hm (rules within", " --set odd=9] [play]")
  lu.assertNotStrContains(output, "low=")
end

function TestCheck.test_a_rule_that_may_be_any_integer()
  checked(pond_with("t:say('%s', t.rules.any)",
    'rules = { any = { 1, "a number", min = math.mininteger, max = math.maxinteger } },'), 0)
end

function TestCheck.test_a_step_without_an_end()
  pond_with("while true do end", 'rules = { idle = { 1, "nothing", min = 0, max = 3 } },')
  checked("./pond", 1, "ran for more than 50000000 instructions without an answer", "(3 games played)\n",
    "Stopped after 3 steps without an end.\n")
end

function TestCheck.test_steps_and_games_without_an_end()
  checked(pond_with "t:finish()", 0, "pond/game.lua:3:21: warning: step `last` was not reached in ")
  local line = pond_with('t.seat[1]:ask { "more", "More?", confirm = true } return again')
  checked(line, 0, "a game is not over after 20000 questions")
end

-- Printing must not change the game: neither a text's function nor a value's.
function TestCheck.test_what_changes_something_only_when_heard()
  local state = "state = { told = 0 },"
  local nothing = "error: this function only answers and must not change anything: it changed `told`"
  checked(pond_with("t:say(function() t.told = t.told + 1 return 'hm' end)", state), 1, nothing, "pond/game.lua:5:")
  checked(pond_with("t:say('%s', function() return t.deck:draw(1, t.seat[1].hand)[1].rank end)"), 1,
    "must not change anything")
  checked(pond_with("t:say(function() return 'A card of %s', t:random(1, 2) end)"), 1, "random: a function handed")
  lu.assertEquals(checked(pond_with("t:say(function(_, n) return '%s is %s', n, t.told end, 1) t.told = 1", state), 0),
    "")
end

-- One that has often been called is still looked at now and then.
function TestCheck.test_what_changes_something_only_late()
  local line = pond_with("local function told() if t.calls > 1000 then t.told = t.told + 1 end return 'hm' end "
    .. "for _ = 1, 2000 do t.calls = t.calls + 1 t:say(told) end", "state = { told = 0, calls = 0 },")
  checked(line, 1, "this function only answers and must not change anything: it changed `told`")
end

function TestCheck.test_state_that_lasts_or_cannot_be_copied()
  checked(pond_with("t.list[1] = t.last", "state = { list = {} },"), 1,
    "pond/game.lua:3:41: error: list holds a function")
  here:write("pond/help.lua", "local n = 0\n" ..
    "return { count = (function() return function() n = n + 1 return n end end)() }\n")
  local line = pond_with "t.deck:deal(t.pond.count(), t.seat[1].hand)"
  local text = here:read("pond/game.lua"):gsub("t%.pond%.", "help.")
  here:write("pond/game.lua", 'local help = require "pond.help"\n' .. text)
  checked(line, 1, "error: ", "`n`")
end

function TestCheck.test_games_here_are_clean()
  for game in io.popen("ls games/*/game.lua"):lines() do
    local name = game:match("games/([%w_]+)/")
    local status, output = here:shell(("cd %s && %s check %s --seconds 0 --strict"):format(top, tools.program(), name))
    lu.assertEquals(status, 0, output)
  end
end

-- What is hidden for longer than a search goes back can't be drawn anew: a number and a pool are named, what is hidden
-- anew in each round is not.
function TestCheck.test_what_is_kept_secret_for_long()
  place("pond", [[
return game {
  title = "Vault", one_line = "guess what is hidden", seats = { 2, 2 },
  state = { n = 0, seat = { points = 0, luck = secret(0), day = secret(0) } },
  pools = { bank = "mint", seat = { purse = secret(0) } },
  order = { "hide", { "wait", "guess" }, "over" },
  hide = function(t)
    for seat in t:seats() do
      seat.luck = t:random(1, 1000)
      t.bank:pay(t:random(1, 6), seat.purse)
    end
  end,
  wait = function(t) for seat in t:seats() do seat.day = t:random(1, 6) end end,
  guess = function(t)
    t.n = t.n + 1
    for seat in t:seats() do
      local said = seat:ask { "guess", "What?", min = 1, max = 1000 }
      seat.points = seat.points + 999 - math.abs(said - seat:left().luck)
    end
    return t.n == 60 and done or nil
  end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]])
  lu.assertStrContains(checked("./pond", 0), "without `imagine` a bot that searches assumes the declared value:\n  " ..
    "purse, luck\n")
end
