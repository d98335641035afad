-- Rules of every kind: what may stand in a declaration, what may be typed, what a variant may set, how each is shown.

local tools = dofile "tests/tools.lua"
local here

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

local function kinds(options, rules, step)
  here:write("kinds/game.lua", GAME:format(rules or RULES, step or ""))
  return croupier.open(here.folder .. "/kinds", options or {})
end

-- What the program says of the game with all these rules; its status before it.
local function of_kinds(line)
  here:write("kinds/game.lua", GAME:format(RULES, ""))
  return here:run(line)
end

-- What --set makes of a text, as `show` has it.
local function set(name, text)
  local _, output = of_kinds(("show ./kinds %s --set '%s=%s'"):format(name, name, text))
  return output:match("^rule " .. name .. " = ([^\n]*)")
end

TestKinds = {}

function TestKinds.setUp()
  here = tools.place("kinds")
end

function TestKinds.tearDown() here:remove() end

function TestKinds.test_a_script_reads_them_as_data()
  local rules = kinds().t.rules
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
    ["payouts=10"] = PAYOUTS, ["damage=2d"] = "damage = 2d: expected the number of sides after d",
    ["damage=d66"] = 'damage = d66: "d66" could be one die with 66 sides (1d66) or two dice, read as tens and '
      .. "ones (10*d6+d6)",
    ["worst=1h"] = "expected a card of the deck",
    ["tide=x"] = "expected one of clubs", ["tide=spads"] = "; did you mean `spades`?",
    ["pair=Kh"] = "expected a list of 2, each a card of the deck",
    ["boats=raft"] = "1 to 3 rows of ship (a text), cost (a whole number from 1 to 99), like `sloop 10; brig 20`",
    ["boats=raft 100"] = "expected 1 to 3 rows", ["boats=a 1; b 2; c 3; d 4"] = "expected 1 to 3 rows" } do
    local status, output = of_kinds(("show ./kinds --set '%s'"):format(text))
    lu.assertEquals(status, 2, text)
    lu.assertStrContains(output, sentence)
  end
end

function TestKinds.test_what_a_declaration_may_say()
  local function no_rules(rules, sentence) lu.assertErrorMsgContains(sentence, kinds, {}, rules) end
  no_rules('a = { { 1, 2 }, "two", length = 3 },', "a = { 1, 2 }: expected a list of 3, each a whole number")
  no_rules('a = { { 1, "x" }, "two", length = 2 },', "expected a list of 2, each a whole number")
  no_rules('a = { { 1, 2, x = 3 }, "two", length = 2 },', "expected a list of 2, each a whole number")
  no_rules('a = { { 1 }, "one", length = "long" },', "rule `a`: length: expected a whole number, or { fewest, most }")
  no_rules('a = { { 1 }, "one", length = { 3, 1 } },', "rule `a`: length: expected")
  no_rules('a = { "2x6", "dice", dice = true },', "a = 2x6: expected + or -, not \"x6\"")
  no_rules('a = { "d66", "dice", dice = true },', "two dice, read as tens and ones (10*d6+d6)")
  no_rules('a = { 26, "dice", dice = true },', "a = 26: expected dice, like 2d6+1")
  no_rules('a = { none, "dice", dice = true },', "a = none: expected dice, like 2d6+1")
  no_rules('a = { 2, "number", min = 1, max = 1 },', "rule a = 2: expected 1")
  no_rules('a = { none, "number", min = 1 }, b = none,', "a = none: expected a whole number of 1 or more")
  no_rules('a = { { "x", "z" }, "texts", one_of = { "x", "y" } },', "rule a[2] = z: expected one of x, y")
  no_rules('a = { "Zz", "card", card = true },', "expected a card of the deck")
  no_rules('a = { { { b = 1 } }, "rows", columns = { "b", "c" } },', "expected 0 or more rows of b (a whole number)")
  no_rules('a = { { { b = 1, d = 2 } }, "rows", columns = { "b" } },', "expected 0 or more rows of b")
  no_rules('a = { { 5 }, "rows", columns = { "b" } },', "a = { 5 }: expected 0 or more rows of b (a whole number)")
  no_rules('a = { { { b = 1 }, 5 }, "rows", columns = { "b" } },', "rows of b (a whole number), like `1`")
  no_rules('a = { { }, "rows", columns = { 7 } },', "rule `a`: columns: expected names")
  no_rules('a = { { }, "rows", columns = 7 },', "rule `a`: columns: expected a list of names")
end

function TestKinds.test_a_variant_sets_them()
  here:write("kinds/house/other.lua", ([[local house = variant %q
house.rules.payouts, house.rules.worst, house.rules.boats = { 7 }, "Kc", { { ship = "raft", cost = 2 } }
return house]]):format("kinds"))
  here:write("kinds/game.lua", GAME:format(RULES, ""))
  local rules = croupier.open(here.folder .. "/kinds+other", {}).t.rules
  lu.assertEquals({ rules.payouts[1], rules.worst, rules.boats[1].ship }, { 7, "Kc", "raft" })
  lu.assertStrContains(select(2, of_kinds "show ./kinds+other --diff"), "rule boats    sloop 10; brig 20 -> raft 2")
end

function TestKinds.test_a_test_sets_values()
  lu.assertEquals(kinds({ rules = { payouts = { 1, 2 } } }).t.rules.payouts[2], 2)
  lu.assertErrorMsgContains("expected a list of 1 to 4", kinds, { rules = { payouts = { 1, "2" } } })
end

-- No step may write to a list, neither to one that was typed nor to one that an undo brought back.
function TestKinds.test_a_list_is_constant()
  local g = kinds({}, RULES, "t.rules.payouts[1] = 8")
  g:run()
  g:answer("yes")
  lu.assertEquals(g:run(), "failed")
  here:write("kinds/game.lua", GAME:format(RULES, "t.sum = t.sum + 1 if t.sum == 2 then t.rules.payouts[1] = 8 end")
    :gsub('"first", "last"', '"first", "first", "last"'))
  for _, words in ipairs { "--set payouts=4,4", "" } do
    local _, text = here:run(("play ./kinds --seats me --journal %s.journal %s"):format(#words, words),
      "yes\n:undo\nyes\nyes\n")
    lu.assertStrContains(text, "this table is part of the script and can't change")
  end
end

-- The master sets them in mid-game; undo and resume bring back what counted.
function TestKinds.test_set_in_mid_game()
  here:write("kinds/game.lua", GAME:format(RULES,
    "t.sum = t.sum + t.rules.payouts[1] t:say(\"%s\", t.rules.boats[1].ship)")
    :gsub('"first", "last"', '"first", "first", "last"'))
  local _, text = here:run("play ./kinds --seats me --journal k.journal",
    ":set payouts 9 1\n:set boats raft 7\nyes\n:undo\nyes\n")
  lu.assertStrContains(text, "boats is now raft 7, was")
  _, text = here:run("resume k.journal", ":rules boats\nyes\n")
  lu.assertStrContains(text, "boats = raft 7\n")
  here:says("verify k.journal", 0, "every step match, and so does the end of the game")
end

function TestKinds.test_the_sheet_prints_them()
  local _, page = of_kinds "sheet ./kinds -n 0"
  lu.assertStrContains(page, "| payouts | 5, 3, 1 | chips for the first places |")
  lu.assertStrContains(page, "| ship | cost |\n| --- | ---: |\n| sloop | 10 |\n| brig | 20 |")
end

function TestKinds.test_check_finds_that_each_matters()
  here:write("kinds/game.lua", GAME:format(RULES, [[
    t:say("%s %s %s %s %s %s", t:roll(t.rules.damage), #t.rules.payouts, t.rules.boats[1].cost, t.rules.worst,
      t.rules.tide, t.rules.pair[1]) t.sum = 1]]))
  lu.assertNotStrContains(here:says("check ./kinds --strict --seconds 4", 0, "nothing wrong"), "not yet")
end
