-- Variants: what they may change, and every mistake said with its line.

local tools = dofile "tests/tools.lua"
local raises = lu.assertErrorMsgContains
local folder

local BASE = [[
return game {
  title = "Base", seats = { 2, 3 }, deck = "standard",
  rules = { bid = { 1, "chips", min = 0, max = 5 } },
  order = { "one", "two", "three" },
  one = function(t) t:say("one") end,
  two = function(t) t:say("two") end,
  three = function(t) t:finish(t:rank_by(function(seat) return seat.number end)) end,
}
]]

TestVariants = {}

function TestVariants.setUp()
  folder = tools.folder() .. "_base"
  tools.write(folder .. "/game.lua", BASE)
end

function TestVariants.tearDown()
  tools.remove((folder:gsub("_base$", "")))
  tools.remove(folder)
end

local function open_with(text)
  tools.write(folder .. "/house/v.lua",
    "local house = variant \"" .. folder:match("[^/]+$") .. "\"\n" .. text .. "\nreturn house\n")
  return croupier.open(folder .. "+v", { seats = 2 })
end

-- What is said in a game of these, in a line.
local function told(g)
  g:play("random")
  return (tools.said(g):gsub("\n", " "))
end

function TestVariants.test_steps_before_and_after()
  local g = open_with [[
    house:before("one", "zero")
    house:after("two", "more")
    house:drop("one")
    function house.zero(t) t:say("zero") end
    function house.more(t) t:say("more") end]]
  lu.assertEquals(told(g), "zero two more")
end

function TestVariants.test_steps_swapped_and_wrapped()
  local g = open_with [[
    house:swap("one", "two")
    function house.one(t) t:say("first") house.base.one(t) end]]
  lu.assertEquals(told(g), "two first one")
end

function TestVariants.test_declares_what_it_needs()
  local g = open_with [[
    house.state.rounds = 7
    house.state.seat.luck = none
    house.piles.seat.shelf = "owner"
    house.pools.bank = "mint"
    house.rules.bid = 3
    house.rules.extra = { 2, "a rule of its own", min = 0 }]]
  lu.assertEquals(g.t.rounds, 7)
  lu.assertNil(g.t.seat[1].luck)
  lu.assertEquals(#g.t.seat[2].shelf, 0)
  lu.assertEquals(g.t.rules.bid, 3)
  lu.assertEquals(g.t.rules.extra, 2)
end

function TestVariants.test_a_step_that_the_base_lacks()
  local g = open_with "function house.one(t) house.base.oone(t) end"
  local status, problem = g:run()
  lu.assertEquals(status, "failed")
  lu.assertStrContains(problem, "house/v.lua:2: the game below has no step `oone`, did you mean `one`?")
end

function TestVariants.test_a_mistake_names_its_line()
  local function fails(text, pattern)
    local ok, sentence = pcall(open_with, text)
    lu.assertFalse(ok)
    lu.assertStrContains(sentence, pattern)
  end
  fails("house.rules.bit = 2", "house/v.lua:2: " .. folder:match("[^/]+$") .. " has no rule `bit`, did you mean `bid`?")
  fails("house.rules.bid = 9", "house/v.lua:2: rule bid = 9: expected a whole number from 0 to 5")
  fails("local x = nil + 1", "house/v.lua:2: attempt to perform arithmetic on a nil value")
  fails("house:after(\"tow\", \"one\")", "house/v.lua:2: the order of")
  fails("local one = house.base.one", "house/v.lua:2: house.base.one: house.base is empty until the file has been read")
  fails("house.titel = \"x\"", "house/v.lua:2: a variant has no field `titel`, did you mean `title`?")
end

function TestVariants.test_second_wind_says_what_its_odds_leave_out()
  local function odds(contest)
    local g = croupier.open("baltimore+second_wind", { seats = 1, seed = "1",
      rules = { contest = contest, target = "three tens", burn = false },
      profiles = { { attribute = 2, skill = 0 } } })
    g:run()
    return table.concat(g:odds(g.t.seat[1]), "\n")
  end
  lu.assertStrContains(odds "simple", "Not counting the card that 3 chips buy after a failure.")
  lu.assertStrContains(odds "hidden", "Not counting the card that 3 chips buy after a failure.")
  lu.assertNotStrContains(odds "full", "Without the card")
end

-- --- a game made from another ---

function TestVariants.test_a_profile_gains_what_a_variant_declares()
  local g = open_with [[
    house.profile.luck = { 3, "luck", min = 0, max = 9 }
    function house.one(t) t:say("luck %s", t.seat[1].profile.luck) end]]
  lu.assertStrContains(told(g), "luck 3")
end

function TestVariants.test_a_field_of_the_wrong_type_is_said()
  raises("`seats`: expected { fewest, most }, got 5", open_with, "house.seats = 5")
end

-- --- steps from other files ---

TestStepsOfModules = { setUp = TestVariants.setUp, tearDown = TestVariants.tearDown }

-- A step may be called so, as it could before there was such a field.
function TestStepsOfModules.test_a_step_of_that_name()
  tools.write(folder .. "/game.lua", [[return game { title = "Base", seats = { 2, 3 }, order = { "steps", "over" },
    state = { up = 0 }, steps = function(t) t.up = t.up + 1 end, over = function(t) t:finish() end }]])
  local g = croupier.open(folder, { seats = 2, seed = "1" })
  g:play()
  lu.assertEquals(g.t.up, 1)
end

-- The game whose steps are those of some files, a text each by name; `declared` is what else the declaration says.
local function of_files(files, declared)
  local name, requires, list = folder:match "[^/]+$", {}, {}
  for _, module in ipairs { "first", "second", "night" } do
    tools.write(("%s/%s.lua"):format(folder, module), ("local m = {}\n%s\nreturn m\n"):format(files[module] or ""))
    requires[#requires + 1] = ("local %s = require %q\n"):format(module, name .. "." .. module)
    list[#list + 1] = module ~= "night" and module or nil
  end
  tools.write(folder .. "/game.lua", table.concat(requires) .. ("return game { title = 'Base', seats = { 2, 3 }, "
    .. "order = { 'one', 'over' }, steps = { %s },\n%s }\n"):format(table.concat(list, ", "), declared or ""))
  return croupier.open(folder, { seats = 2 })
end

local ONE = "function m.one(t) t:say('one, %s', t:worth()) end"
local WORTH, OVER = " function m.worth() return 1 end", "function m.over(t) t:finish() end"

function TestStepsOfModules.test_every_function_is_a_step()
  lu.assertEquals(told(of_files { first = ONE .. WORTH, second = OVER }), "one, 1")
end

function TestStepsOfModules.test_a_step_of_the_declaration_wins()
  local declared = "worth = function() return 7 end"
  lu.assertEquals(told(of_files({ first = ONE .. WORTH, second = OVER .. WORTH }, declared)), "one, 7")
  lu.assertEquals(told(of_files({ first = ONE .. WORTH, second = OVER .. WORTH }, "worth = second.worth")), "one, 1")
end

function TestStepsOfModules.test_a_variant_has_them_too()
  of_files { first = ONE .. WORTH, second = OVER, night = "function m.worth() return 2 end" }
  local night = ("house.steps = { require %q }"):format(folder:match "[^/]+$" .. ".night")
  lu.assertEquals(told(open_with(night)), "one, 2")
  lu.assertEquals(told(open_with(night .. " function house.worth() return 10 + house.base.worth() end")), "one, 11")
end

function TestStepsOfModules.test_a_misspelt_step_of_a_variant_is_said()
  of_files { first = ONE .. WORTH, second = OVER, night = "function m.wroth() return 2 end" }
  raises("/night.lua:2: " .. folder:match "[^/]+$" .. " has no step `wroth`, did you mean `worth`?", open_with,
    ("house.steps = { require %q }"):format(folder:match "[^/]+$" .. ".night"))
  of_files { first = ONE .. WORTH, second = OVER, night = "function m.worth(t) return t:twice() end" }
  lu.assertEquals(told(open_with(("house.steps = { require %q } function house.twice() return 2 end"):format(
    folder:match "[^/]+$" .. ".night"))), "one, 2")
end

function TestStepsOfModules.test_refuses_what_is_no_step()
  local good = ONE .. WORTH
  for _, case in ipairs {
    { "`steps`: expected { ... }, got 5", {}, "steps = 5" },
    { "`steps`: expected a list of modules, like { heats, skill }, got 5", {}, "steps = { first, second, 5 }" },
    { "got a function", {}, "steps = { first, second, second.over }" },
    { "`steps`: `most` is 9: expected only functions in a module", { second = OVER .. " m.most = 9" } },
    { "`steps`: `screen` in .*/second.lua is the name of a field", { second = OVER .. " function m.screen() end" } },
    { "`steps`: both .*/first.lua and .*/second.lua have a step `worth`", { second = OVER .. WORTH } },
    { "unknown field `stesp`.*, did you mean `steps`?", {}, "stesp = { night }" },
  } do
    local files = { first = good, second = case[2].second or OVER }
    local ok, sentence = pcall(of_files, files, case[3])
    lu.assertFalse(ok)
    lu.assertStrMatches(sentence:gsub("\n.*", ""), ".*" .. case[1]:gsub("[{}()?]", "%%%0") .. ".*")
  end
end

TestMadeFrom = {}
TestMadeFrom.setUp, TestMadeFrom.tearDown = TestVariants.setUp, function()
  TestVariants.tearDown()
  tools.remove(folder .. "_made")
end

-- A game beside the base that is made from it.
local function write_made(text, house)
  local base = folder:match("[^/]+$")
  tools.write(folder .. "_made/game.lua", "local made = game_from \"" .. base .. "\"\n" .. text .. "\nreturn made\n")
  tools.write(folder .. "_made/house/v.lua",
    "local house = variant \"" .. base .. "_made\"\n" .. (house or "") .. "\nreturn house\n")
end

local function open_made(text, house, seats)
  write_made(text, house)
  return croupier.open(folder .. "_made" .. (house and "+v" or ""), { seats = seats or 2 })
end

function TestMadeFrom.test_it_is_the_base_but_for_what_it_says()
  lu.assertEquals(told(open_made ""), "one two")
  lu.assertEquals(told(open_made("function made.one(t) made.base.one(t) t:say(\"made\") end")), "one made two")
  local g = open_made("made:drop(\"one\")", "function house.two(t) t:say(\"v\") house.base.two(t) end")
  lu.assertEquals(told(g), "v two")
end

function TestMadeFrom.test_seats_deck_and_rules_of_its_own()
  local g = open_made([[
    made.seats = { 4, 5 }
    made.deck = kind { name = "few", suits = { "red", "green" }, ranks = { "1", "2" } }
    made.rules.bid = { 7, "coins", min = 6, max = 9 }
    made.rules.tide = { "green", "a suit", one_of = "suits" }]], nil, 4)
  lu.assertEquals(#g.t.deck, 4)
  lu.assertEquals(g.t.rules.bid, 7)
  lu.assertEquals(g.t.rules.tide, "green")
  raises("is for 4 to 5 players, not 2", open_made, "made.seats = { 4, 5 }")
end

function TestMadeFrom.test_what_is_taken_away_is_gone()
  raises("no rule `bid`", open_made, "made.rules.bid = none", "house.rules.bid = 2")
  local g = open_made("made.rules.bid = none function made.one(t) t:say(\"%s\", t.rules.bid) end")
  local status, problem = g:run()
  lu.assertEquals(status, "failed")
  lu.assertStrContains(problem, "no rule `bid`")
end

function TestMadeFrom.test_measures_are_taken_away_with_all_that_they_are()
  local text = 'made.measures.casts = { "casts", by = "seat" } '
    .. 'made.measures.luck = { "x", ratio = "casts / questions" }'
  raises("measure `luck`: no measure `casts`", open_made, text, "house.measures.casts = none")
  lu.assertEquals(open_made(text, "house.measures.luck, house.measures.casts = none, none"):measures(), {})
end

-- What is declared under no name is told, whether others are or not, and whatever else is wrong.
function TestMadeFrom.test_what_has_no_name()
  for what, value in pairs { rules = '{ 1, "t" }', profile = '{ 1, "t" }', measures = '"x"', words = '{ "a", "b" }',
    actions = '{ "x", step = "one" }', state = "1", pools = "5", piles = '"owner"' } do
    for key, name in pairs { ["1"] = "1", ["true"] = "true", ["'a b'"] = "a b" } do
      raises(("%s: `%s` is not a name: expected letters, digits and _"):format(what, name), open_made,
        ("made.%s = { [%s] = %s }"):format(what, key, value))
    end
  end
  raises("rules: `2` is not a name", open_made, "", 'house.rules = { { 1, "t" }, "x" }')
end

function TestMadeFrom.test_words()
  local text = "made.words.fish = { \"a pike\", \"what bites\" } function made.one(t) t:say(\"%s\", t.words.fish) end"
  lu.assertEquals(told(open_made(text)), "a pike two")
  lu.assertEquals(told(open_made(text, "house.words.fish = \"an eel\"")), "an eel two")
  raises("there is no word `fsh`, did you mean `fish`?", open_made, text, "house.words.fsh = \"x\"")
  raises("word `fish`: expected { \"text\", \"what it is the word for\" }", open_made,
    "made.words.fish = 3")
end

function TestMadeFrom.test_what_depends_on_the_rules_alone_is_made_once()
  local g = open_made [[
    made.rules.bid = 3
    made.state.bids = 0
    function made.twice(t) return { bid = 2 * t.rules.bid } end
    function made.one(t) t.bids = t:once("twice").bid end]]
  g:run()
  lu.assertEquals(g.t.bids, 6)
  lu.assertTrue(rawequal(g.t:once("twice"), g.t:once("twice")))
  raises("no step `twise`, did you mean `twice`?", function() g.t:once("twise") end)
  local state = open_made [[
    made.state.bids = 0
    function made.twice(t) return t.bids end
    function made.one(t) t:once "twice" end]]
  local status, problem = state:run()
  lu.assertEquals(status, "failed")
  lu.assertStrContains(problem, "`bids`")
end

function TestMadeFrom.test_mistakes_have_their_line()
  local base = folder:match("[^/]+$")
  local function fails(text, part) raises(part, open_made, text) end
  fails("made.rules.bit = 2", base .. "_made/game.lua:2: " .. base .. "_made has no rule `bit`, did you mean `bid`?")
  fails("made.titel = 2", "has no field `titel`, did you mean `title`?")
  fails("made.seats = { 0, 99 }", "`seats`: expected { fewest, most }")
  fails("made.deck = \"standart\"", "did you mean `standard`?")
end

function TestMadeFrom.test_a_game_made_from_itself_or_from_nothing()
  write_made ""
  tools.write(folder .. "/game.lua", "return game_from \"" .. folder:match("[^/]+$") .. "_made\"\n")
  raises("is made from itself", croupier.open, folder .. "_made", { seats = 2 })
  write_made ""
  tools.write(folder .. "_made/game.lua", "return game_from \"nowhere_at_all\"\n")
  raises("_made/game.lua:1: no game `nowhere_at_all`", croupier.open, folder .. "_made",
    { seats = 2 })
end

function TestMadeFrom.test_it_has_the_bases_bots_or_its_own()
  tools.write(folder .. "/bots.lua", "return { best = \"slow\", slow = {} }")
  local asks = "function made.two(t) t.seat[1]:ask { \"q\", \"Which?\", one_of = { 1, 2 } } end"
  local g = open_made(asks)
  lu.assertEquals((g:play "slow"), "finished")
  raises("has no bot `fast`", function() open_made(asks):play "fast" end)
  write_made(asks)
  tools.write(folder .. "_made/bots.lua", "return { best = \"fast\", fast = {} }")
  g = croupier.open(folder .. "_made", { seats = 2 })
  raises("has no bot `slow`", function() g:play "slow" end)
end

-- One step says what a combination of Pokebacc is worth: to those who lay it, and to bots who look for the best ones.
function TestVariants.test_what_a_combination_is_worth()
  local place = tools.folder()
  os.execute(("cp -r games/royal_pokebacc '%s'"):format(place))
  tools.write(place .. "/royal_pokebacc/house/dear_sets.lua", [[
local house = variant "royal_pokebacc"
function house.worth(t, meld) return house.base.worth(t, meld) + (meld.kind == "set" and 400 or 0) end
return house
]])
  local g = croupier.open(place .. "/royal_pokebacc+dear_sets", { seats = 3, seed = "1" })
  tools.remove(place)
  local hand = g.t.seat[1].hand
  g.t:gather(g.t.deck)
  g:place("4a 5a 6a 5w 5f", hand)
  lu.assertEquals(g.t:combinations(hand)[1].points, 430)
  lu.assertEquals(g.t:melds():total(hand), 430)
  lu.assertEquals(g:view(g.t.seat[1], function(view, me) return view:melds():best(me.hand)[1].score end), 430)
  g.t:lay_down(g.t.seat[1], g.t:combinations(hand)[1])
  lu.assertEquals(g.t:points(g.t.seat[1]), 430)
end

TestTables = {}

local PRIZES = [[
return game {
  seats = { 2, 3 }, deck = "standard",
  rules = {
    bid = { 1, "chips", min = 0, max = 5 },
    permits = { { [0] = "one", [2] = "two", deep = { cards = 3, coins = 4 } }, "what each bid permits" },
    prizes = { { 5, 3 }, "chips for each place", length = { 1, 3 }, min = 0 },
    boats = { { { name = "sloop", price = 10 } }, "boats", columns = { "name", { "price", min = 1 } } },
    words = { { "a", "b" }, "words", length = { 1, 4 } },
    names = { { [0] = "none" }, "names" }, shares = { { 2, 3.5 }, "shares" },
    waters = { { [0] = "lake" }, "waters", one_of = { "lake", "deep_sea" } },
  },
  order = { "over" },
  over = function(t)
    local rules = t.rules
    t:say("%s %s %s %s, %s, %s %s, %s", rules.permits[0], rules.permits[2], rules.permits[8], rules.permits.deep.cards,
      table.concat(rules.prizes, " "), #rules.boats, rules.boats[#rules.boats].name, table.concat(rules.words))
    t:finish()
  end,
}
]]

local prizes

function TestTables.setUp() prizes = tools.folder() end
function TestTables.tearDown() tools.remove(prizes) end

-- The game with these variants, each "name = text".
local function with_prizes(variants, made)
  tools.write(prizes .. "/league/game.lua", PRIZES)
  local name = "league"
  if made then
    name = "made"
    tools.write(prizes .. "/made/game.lua", 'local made = game_from "league"\n' .. made .. "\nreturn made\n")
  end
  local path = prizes .. "/" .. name
  for i, text in ipairs(variants) do
    tools.write(("%s/house/v%d.lua"):format(path, i),
      ('local house = variant "%s"\n%s\nreturn house\n'):format(name, text))
  end
  return function(which) return croupier.open(path .. which, { seats = 2 }) end
end

function TestTables.test_an_entry_is_added_to_a_copy()
  local open = with_prizes({ [[
    house.rules.permits[8] = "eight"
    house.rules.permits.deep.cards = 7
    table.insert(house.rules.prizes, 1)
    house.rules.boats[2] = { name = "brig", price = 20 }
    house.rules.words[3] = "c"
    house.rules.bid = house.rules.bid + 1]], [[
    house.rules.permits[2] = nil
    house.rules.prizes[1] = #house.rules.prizes]] })
  lu.assertEquals(told(open "+v1"), "one two eight 7, 5 3 1, 2 brig, abc")
  lu.assertEquals(told(open "+v1+v2"), "one nothing eight 7, 3 3 1, 2 brig, abc")
  lu.assertEquals(told(open "+v2"), "one nothing nothing 3, 2 3, 1 sloop, ab") -- nothing of the other variant
  lu.assertEquals(told(open ""), "one two nothing 3, 5 3, 1 sloop, ab") -- nor in the base
  lu.assertEquals(open("+v1").t.rules.bid, 2)
end

function TestTables.test_a_game_made_from_another_adds_as_well()
  local open = with_prizes({ 'house.rules.permits[2] = "both"' }, 'made.rules.permits[8] = "made"\n'
    .. 'made.rules.words[2] = "z"')
  lu.assertEquals(told(open ""), "one two made 3, 5 3, 1 sloop, az")
  lu.assertEquals(told(open "+v1"), "one both made 3, 5 3, 1 sloop, az")
end

function TestTables.test_what_is_only_read_is_not_set()
  local open = with_prizes { "local first = house.rules.permits[0] house.rules.bid = #first" }
  lu.assertEquals(told(open "+v1"), "one two nothing 3, 5 3, 1 sloop, ab")
  local _, text = tools.run("show " .. prizes .. "/league+v1 --diff")
  lu.assertNotStrContains(text, "permits")
end

function TestTables.test_mistakes_have_their_line()
  for said, sentence in pairs { ["house.rules.permit[8] = 1"] = "league has no rule `permit`, did you mean `permits`?",
    ["house.rules.prizes[4] = 1 house.rules.prizes[3] = 1"] = "rule prizes = { 5, 3, 1, 1 }: expected a list of 1 to 3",
    ["house.rules.boats[2] = { name = 'raft' }"] = "rule boats =",
    ["house.rules.bid[1] = 3"] = "attempt to index a number value",
    ["house.rules.names[8] = 3"] = "rule names[8] = 3: expected a text",
    ["house.rules.shares = { 1, none }"] = "rule shares[2] = none: expected a number",
    ["house.rules.waters[8] = 'deepsea'"] =
      "rule waters[8] = deepsea: expected one of lake, deep_sea; did you mean `deep_sea`?",
    ["house.rules.waters = none house.rules.bid = { none, 'a new one' }"] = "rule `bid` exists in league: set it",
    ["house.piles.x = none"] = "pile `x` faces none: expected" } do
    raises("house/v1.lua:2: " .. sentence, with_prizes { said }, "+v1")
  end
  told(with_prizes { "house.rules.names.x, house.rules.shares[1], house.rules.waters[2] = 'x', 1, 'deep_sea'" } "+v1")
end

function TestTables.test_show_names_the_entries()
  local open = with_prizes { ('house.rules.permits[8] = "%s"\nhouse.rules.permits[0] = nil\n'):format(("x"):rep(70))
    .. "house.rules.permits.deep.cards = 5" }
  open "+v1"
  local function shows(line, part)
    local _, text = tools.run("show " .. prizes .. "/league+v1 " .. line)
    lu.assertStrContains((text:gsub("%s+", " ")), part)
  end
  local changes = ("[8] = %s is added; deep.cards: 3 -> 5; [0] is removed"):format(("x"):rep(70))
  shows("--diff", ("rule permits %s, at %s/league/house/v1.lua:2; over league at"):format(changes, prizes))
  shows("permits", "v1 " .. changes)
  shows("permits", "rule permits = { 2 = two, 8 = " .. ("x"):rep(70) .. ", deep = { cards = 5, coins = 4 } }")
  shows("", "[v1: " .. changes .. "]")
end
