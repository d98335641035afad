-- Rules of every kind: what may stand in a declaration, what may be typed, what a variant may set, how each is shown.

local tools = dofile "tests/lua/tools.lua"
local folder

local here = io.popen("pwd"):read("l")
local program = croupier.program:sub(1, 1) == "/" and croupier.program or here .. "/" .. croupier.program

local function write(name, text) tools.write(folder .. "/" .. name, text) end

local GAME = [[
return game { title = "Kinds", seats = { 1, 2 }, deck = "standard", rules = { %s }, state = { sum = 0 },
  piles = { seat = { hand = "owner" } }, order = { "first", "last" },
  first = function(t) t.seat[1]:ask { "go", "Go on?", confirm = true } %s end,
  last = function(t) t:finish() end }]]

local RULES = [[
  payouts = { { 5, 3, 1 }, "chips for the first places", length = { 1, 4 }, min = 0, max = 9 },
  damage = { "2d6+1", "what a hit costs", dice = true },
  worst = { "Qs", "the card that nobody wants", card = true },
  tide = { "spades", "the suit that counts double", one_of = "suits" },
  pair = { { "Kh", "Kd" }, "a pair", card = true, length = 2 },
  boats = { { { ship = "sloop", cost = 10 }, { ship = "brig", cost = 20 } }, "what can be bought",
    columns = { "ship", { "cost", min = 1, max = 99 } }, length = { 1, 3 } },]]

local function open(options, rules, step)
  write("kinds/game.lua", GAME:format(rules or RULES, step or ""))
  return croupier.open(folder .. "/kinds", options or {})
end

local function run(line)
  write("kinds/game.lua", GAME:format(RULES, ""))
  local file = assert(io.popen(("cd %s && %s %s 2>&1 </dev/null; echo \"status $?\""):format(folder, program, line)))
  local output, status = file:read("a"):match("^(.-)status (%d+)\n$")
  file:close()
  return output, tonumber(status)
end

-- What --set makes of a text, as `show` has it.
local function set(name, text)
  return run(("show ./kinds %s --set '%s=%s'"):format(name, name, text)):match("^rule " .. name .. " = ([^\n]*)")
end

local function refused(rules, sentence)
  local ok, why = pcall(open, {}, rules)
  lu.assertFalse(ok, rules)
  lu.assertStrContains(tostring(why), sentence)
end

TestKinds = {}

function TestKinds.setUp()
  folder = os.tmpname()
  os.remove(folder)
  os.execute("mkdir -p " .. folder .. "/kinds")
end

function TestKinds.tearDown() os.execute("rm -r " .. folder) end

function TestKinds.test_a_script_reads_them_as_data()
  local rules = open().t.rules
  lu.assertEquals({ rules.payouts[1], #rules.payouts, rules.damage, rules.worst }, { 5, 3, "2d6+1", "Qs" })
  lu.assertEquals({ rules.boats[2].ship, rules.boats[2].cost, rules.pair[2] }, { "brig", 20, "Kd" })
end

function TestKinds.test_each_is_read_by_set()
  lu.assertEquals(set("payouts", "9,8"), "9, 8")
  lu.assertEquals(set("payouts", "{ 4 4 4 4 }"), "4, 4, 4, 4")
  lu.assertEquals(set("damage", "3 D 8"), "3d8")
  lu.assertEquals(set("worst", "king of hearts"), "Kh")
  lu.assertEquals(set("worst", "10♠"), "10s")
  lu.assertEquals(set("tide", "♦"), "diamonds")
  lu.assertEquals(set("tide", "h"), "hearts")
  lu.assertEquals(set("pair", "2c,ace of spades"), "2c, As")
  lu.assertEquals(set("boats", "old raft, 3; brig, 4"), "old raft, 3; brig 4")
end

function TestKinds.test_each_refuses_what_it_is_not()
  local PAYOUTS = "expected a list of 1 to 4, each a whole number from 0 to 9"
  for text, sentence in pairs { ["payouts=1,x"] = PAYOUTS, ["payouts=1 2 3 4 5"] = PAYOUTS, ["payouts="] = PAYOUTS,
    ["payouts=10"] = PAYOUTS, ["damage=2d"] = "expected dice, like 2d6+1", ["worst=1h"] = "expected a card of the deck",
    ["tide=x"] = "expected one of clubs", ["pair=Kh"] = "expected a list of 2, each a card of the deck",
    ["boats=raft"] = "1 to 3 rows of ship (a text), cost (a whole number from 1 to 99), like `sloop 10; brig 20`",
    ["boats=raft 100"] = "expected 1 to 3 rows", ["boats=a 1; b 2; c 3; d 4"] = "expected 1 to 3 rows" } do
    local output, status = run(("show ./kinds --set '%s'"):format(text))
    lu.assertEquals(status, 2, text)
    lu.assertStrContains(output, sentence)
  end
end

function TestKinds.test_what_a_declaration_may_say()
  refused('a = { { 1, 2 }, "two", length = 3 },', "a = { 1, 2 }: expected a list of 3, each a whole number")
  refused('a = { { 1, "x" }, "two", length = 2 },', "expected a list of 2, each a whole number")
  refused('a = { { 1, 2, x = 3 }, "two", length = 2 },', "expected a list of 2, each a whole number")
  refused('a = { { 1 }, "one", length = "long" },', "rule `a`: length: expected a whole number, or { fewest, most }")
  refused('a = { { 1 }, "one", length = { 3, 1 } },', "rule `a`: length: expected")
  refused('a = { "2x6", "dice", dice = true },', "a = the text \"2x6\": expected dice, like 2d6+1")
  refused('a = { "Zz", "card", card = true },', "expected a card of the deck")
  refused('a = { { { b = 1 } }, "rows", columns = { "b", "c" } },', "expected 0 or more rows of b (a whole number)")
  refused('a = { { { b = 1, d = 2 } }, "rows", columns = { "b" } },', "expected 0 or more rows of b")
  refused('a = { { }, "rows", columns = { 7 } },', "rule `a`: columns: expected names")
  refused('a = { { }, "rows", columns = 7 },', "rule `a`: columns: expected a list of names")
end

function TestKinds.test_a_variant_sets_them()
  os.execute("mkdir " .. folder .. "/kinds/house")
  write("kinds/house/other.lua", ([[local house = variant %q
house.rules.payouts, house.rules.worst, house.rules.boats = { 7 }, "Kc", { { ship = "raft", cost = 2 } }
return house]]):format("kinds"))
  write("kinds/game.lua", GAME:format(RULES, ""))
  local rules = croupier.open(folder .. "/kinds+other", {}).t.rules
  lu.assertEquals({ rules.payouts[1], rules.worst, rules.boats[1].ship }, { 7, "Kc", "raft" })
  lu.assertStrContains(run "show ./kinds+other --diff", "rule boats    sloop 10; brig 20 -> raft 2")
end

function TestKinds.test_a_test_sets_values()
  lu.assertEquals(open({ rules = { payouts = { 1, 2 } } }).t.rules.payouts[2], 2)
  lu.assertErrorMsgContains("expected a list of 1 to 4", open, { rules = { payouts = { 1, "2" } } })
end

-- No step may write to a list, neither to one that was typed nor to one that an undo brought back.
function TestKinds.test_a_list_is_constant()
  local g = open({}, RULES, "t.rules.payouts[1] = 8")
  g:run()
  g:answer("yes")
  lu.assertEquals(g:run(), "failed")
  write("kinds/game.lua", GAME:format(RULES, "t.sum = t.sum + 1 if t.sum == 2 then t.rules.payouts[1] = 8 end")
    :gsub('"first", "last"', '"first", "first", "last"'))
  for _, words in ipairs { "--set payouts=4,4", "" } do
    local file = io.popen(("cd %s && printf 'yes\n:undo\nyes\nyes\n' | %s play ./kinds --seats me --journal "
      .. "%s.journal %s 2>&1"):format(folder, program, #words, words))
    lu.assertStrContains(file:read("a"), "this table is part of the script and can't change")
    file:close()
  end
end

-- The master sets them in mid-game; undo and resume bring back what counted.
function TestKinds.test_set_in_mid_game()
  write("kinds/game.lua", GAME:format(RULES, "t.sum = t.sum + t.rules.payouts[1] t:say(\"%s\", t.rules.boats[1].ship)")
    :gsub('"first", "last"', '"first", "first", "last"'))
  local file = io.popen(("cd %s && printf ':set payouts 9 1\n:set boats raft 7\nyes\n:undo\nyes\n' | %s play ./kinds "
    .. "--seats me --journal k.journal 2>&1; printf ':rules boats\nyes\n' | %s resume k.journal; %s verify k.journal")
    :format(folder, program, program, program))
  local text = file:read("a")
  file:close()
  lu.assertStrContains(text, "sets boats to raft 7")
  lu.assertStrContains(text, "boats = raft 7\n")
  lu.assertStrContains(text, "every step match, and so does the end")
end

function TestKinds.test_the_sheet_prints_them()
  local page = run "sheet ./kinds -n 0"
  lu.assertStrContains(page, "| payouts | 5, 3, 1 | chips for the first places |")
  lu.assertStrContains(page, "| ship | cost |\n| --- | ---: |\n| sloop | 10 |\n| brig | 20 |")
end

function TestKinds.test_check_finds_that_each_matters()
  write("kinds/game.lua", GAME:format(RULES, [[
    t:say("%s %s %s %s %s %s", t:roll(t.rules.damage), #t.rules.payouts, t.rules.boats[1].cost, t.rules.worst,
      t.rules.tide, t.rules.pair[1])]]))
  local file = io.popen(("cd %s && %s check ./kinds --strict --seconds 4"):format(folder, program))
  local text = file:read("a")
  file:close()
  lu.assertStrContains(text, "nothing wrong")
  lu.assertNotStrContains(text, "not yet")
end
