-- `croupier show` of layers, steps and rules: which comes from where, by file
-- and line.

local tools = dofile "tests/tools.lua"
local folder, here

-- What `show` says, files of the test's folder by their names there; each part is somewhere in it, wherever lines end.
local function shows(line, status, ...)
  local got, output = tools.run("show " .. line)
  output = output:gsub(folder:gsub("%W", "%%%0") .. "/", "")
  lu.assertEquals(got, status, line .. "\n" .. output)
  local flat = output:gsub("%s+", " ")
  for _, part in ipairs { ... } do lu.assertStrContains(flat, part) end
  return output
end

local GAME = [[
local scoring = require "pond.scoring"
return game {
  title = "Pond",
  seats = { 2, 2 },
  deck = { "standard", copies = "packs" },
  rules = {
    dealt = { 3, "cards dealt", min = 1, max = 9 },
    packs = { 1, "packs of cards", min = 1, max = 3 },
    low = { false, "aces are low" },
  },
  piles = { seat = { hand = "owner" } },
  order = { { "deal", "keep", "clear" } },
  -- Everybody gets as many.
  deal = function(t)
    for seat in t:seats() do t.deck:deal(t.rules.dealt, seat.hand) end
  end,
  keep = function(t)
    for seat in t:seats() do
      local card = seat:ask { "keep", "Which?", card = seat.hand }
      t:say("%s", t:worth(card))
    end
  end,
  worth = function(t, card) return scoring.worth(t, card) end,
  clear = function(t) t:finish() end,
}
]]

local SCORING = [[
local scoring = {}
function scoring.worth(t, card)
  local set = t.rules
  return set.low and card.rank == "A" and 0 or card.value
end
return scoring
]]

local FIRST = [[
local house = variant "pond"
house.title = "First"
house.rules.dealt = 5
house.rules.extra = { 2, "something more", min = 0 }
house.state.seat.weight = 0
house.piles.bank = "everyone"
function house.worth(t, card)
  return house.base.worth(t, card) * t.rules.extra
end
house:before("keep", "look")
function house.look(t)
  for seat in t:seats() do seat:ask { "look", "Look?", confirm = true } end
end
return house
]]

local SECOND = [[
local house = variant "pond"
house.rules.dealt = 6
house.actions.fold = { "leave", step = "fold" }
function house.fold(t, seat) t:say("%s", seat) end
function house.deal(t) t.deck:deal(1, t.seat[1].hand) end
house:drop("keep")
house:after("clear", "keep")
function house.worth(t, card) return house.base.worth(t, card) end
return house
]]

TestShow = {}

function TestShow.setUp()
  here = tools.place("pond/house")
  folder = here.folder
  here:write("pond/game.lua", GAME)
  here:write("pond/scoring.lua", SCORING)
  here:write("pond/house/first.lua", FIRST)
  here:write("pond/house/second.lua", SECOND)
end

function TestShow.tearDown() here:remove() end

local function pond(line) return folder .. "/pond" .. line end

function TestShow.test_rules_by_layer()
  shows(pond "+first+second --set dealt=7 --diff", 0, "pond: Pond 3 rules, 4 steps, 1 question",
    "+ first: First", "rule dealt 3 -> 5, at pond/house/first.lua:3; over pond at pond/game.lua:7",
    "rule extra 2, a new rule, at pond/house/first.lua:4",
    "rule dealt 5 -> 6, at pond/house/second.lua:2; over first at pond/house/first.lua:3",
    "+ --set rule dealt 6 -> 7; over second at pond/house/second.lua:2")
end

function TestShow.test_steps_by_layer()
  shows(pond "+first+second --diff", 0,
    "step look new, at pond/house/first.lua:11-13",
    "step worth wraps the one below, at pond/house/first.lua:7-9; over pond at pond/game.lua:23",
    "step deal replaces the one below, at pond/house/second.lua:5; over pond at pond/game.lua:14-16",
    "step worth wraps the one below, at pond/house/second.lua:8; over first at pond/house/first.lua:7-9")
end

function TestShow.test_order_names_and_questions_by_layer()
  shows(pond "+first+second --diff", 0, "order `look` is added before `keep`, at pond/house/first.lua:10",
    "order `keep` moves after `clear`, at pond/house/second.lua:7",
    "state weight a seat's new: 0, at pond/house/first.lua:5", "pile bank new: everyone, at pond/house/first.lua:6",
    "action fold new: leave, at pond/house/second.lua:3",
    "question look new, in `look`, at pond/house/first.lua:12")
end

function TestShow.test_a_step_of_a_module()
  local own = "worth = function%(t, card%) return scoring.worth%(t, card%) end"
  here:write("pond/game.lua", (GAME:gsub(own, "steps = { scoring }")))
  shows(pond " worth", 0, "step worth of pond", "pond/scoring.lua:2-5")
end

function TestShow.test_another_order()
  here:write("pond/house/anew.lua", [[
local house = variant "pond"
house.order = { { "deal", "look", "clear" } }
function house.look(t) t:say("look") end
return house
]])
  shows(pond "+anew --diff", 0, "order is rewritten, at pond/house/anew.lua:2",
    "order `look` is added, at pond/house/anew.lua:2", "order `keep` is removed, at pond/house/anew.lua:2")
end

function TestShow.test_fields_that_a_variant_has_of_its_own()
  here:write("pond/house/own.lua", 'local house = variant "pond"\nhouse.seats = { 2, 3 }\nhouse.joining = true\n'
    .. 'house.player = "frog"\nhouse.about.clear = "The pond is cleared."\nreturn house\n')
  shows(pond "+own --diff", 0, "player its own, at pond/house/own.lua:4", "seats its own, at pond/house/own.lua:2",
    "joining its own, at pond/house/own.lua:3", "about clear new: The pond is cleared., at pond/house/own.lua:5")
end

function TestShow.test_what_changes_nothing()
  here:write("pond/house/idle.lua", "local house = variant \"pond\"\nhouse.rules.dealt = 3\nreturn house\n")
  here:write("pond/house/empty.lua", "return variant \"pond\"\n")
  shows(pond "+idle+empty --diff", 0, "rule dealt 3 as before", "+ empty changes nothing")
  shows(pond " --diff", 0, "Nothing changes it: name a variant (pond+NAME) or --set a rule.")
end

function TestShow.test_the_layers_as_json()
  shows(pond "+first --diff --json", 0, '"how":"wraps"', '"over_line":23', '"before":3', '"value":5',
    '"file":"' , '"verb":"before"')
end

function TestShow.test_the_text_of_a_step()
  local output = shows(pond "+first+second worth", 0,
    "step worth of second", "step worth of first, which that one wraps", "step worth of pond, which that one wraps",
    "pond/game.lua:23 23 worth = function(t, card) return scoring.worth(t, card) end,")
  lu.assertTrue(output:find("of second") < output:find("of first"))
  lu.assertNotStrContains(output, "\27")
  lu.assertNotStrContains(shows(pond "+second deal", 0, "step deal of pond, which that one replaces",
    "13 -- Everybody gets as many."), "Rules that it reads")
  shows(pond " deal", 0, "Rules that it reads, directly or through what it calls dealt = 3 [pond] pond/game.lua:15")
end

-- Through a step, the layer below, a module, and another name for the rules.
function TestShow.test_the_rules_that_a_step_reads()
  local output = shows(pond "+first keep", 0, "low = no [pond] pond/scoring.lua:4",
    "extra = 2 [first] pond/house/first.lua:8")
  lu.assertNotStrContains(output, "dealt =")
  shows(pond " keep --json", 0, '"rules":[{"reads":[{"line":4,', '"rule":"low"')
end

-- The layers of a step that call the one below are no callers of it; what only has the name is none.
function TestShow.test_who_calls_a_step()
  lu.assertStrContains(shows(pond " keep", 0), "Who calls it\n  the order  pond/game.lua:12\n\n")
  here:write("pond/bots.lua",
    "return { pike = { keep = function(me, q)\n  return me.table:worth(q.options[1]) end } }\n")
  here:write("pond/scoring.lua", (SCORING:gsub("return scoring", [[
function scoring.note(t, card) return scoring.worth(t, card), card.worth end
%0]])))
  here:write("pond/house/first.lua", (FIRST:gsub("function house.look%(t%)", "%0\n  t:once('worth') t:each(t.worth)")))
  lu.assertStrContains(shows(pond "+first worth", 0), "Who calls it\n" ..
    "  keep  pond/game.lua:20\n  look  pond/house/first.lua:12\n  keep  pond/bots.lua:2\n\n")
  here:write("pond/game.lua", (GAME:gsub("function%(t, card%) return scoring.worth%(t, card%) end", "scoring.worth")))
  lu.assertStrContains(shows(pond " worth", 0), "  keep  pond/game.lua:20\n  note  pond/scoring.lua:6\n")
  shows(pond "+second fold", 0, "Who calls it :fold pond/house/second.lua:3")
  shows(pond "+second keep --json", 0, '"callers":[{"by":"the order","lines":[7],')
  here:write("pond/game.lua", (GAME:gsub("t:worth", "tostring")))
  here:write("pond/bots.lua", "return {}\n")
  shows(pond " worth", 0, "No script of this game calls it.")
end

function TestShow.test_a_rule()
  shows(pond "+first+second dealt --set dealt=7", 0, "rule dealt = 7", "cards dealt: a whole number from 1 to 9",
    "pond 3, at pond/game.lua:7", "first 5, at pond/house/first.lua:3", "second 6, at pond/house/second.lua:2",
    "--set 7", "pond/game.lua:15 in `deal`")
  shows(pond " packs", 0, "pond/game.lua:5 in the declaration")
  shows(pond " low --json", 0, '"expected":"yes or no"', '"by":"worth"')
end

-- What a module of the library declares is found there.
function TestShow.test_a_rule_of_a_module()
  local output = shows("tests/fixtures/games/omaha_eight complete_all_in", 0)
  local line = math.tointeger(tonumber(output:match "omaha_eight  no, at [^\n]*betting%.lua:(%d+)\n"))
  local at = 0
  for text in io.lines "stdlib/betting.lua" do
    at = at + 1
    if at == line then return lu.assertStrContains(text, "complete_all_in = {") end
  end
  lu.fail(output)
end

local THINGS = [[
local house = variant "pond"
house.piles.discards = "top"
house.pools.pot = 0
house.pools.seat.chips = "dealt"
house.pools.bank = "mint"
house.state.dealer = none
house.state.seat.score = 0
house.state.seat.pot_seen = secret(false)
house.state.mood = internal("calm")
function house.clear(t)
  t.bank:pay(1, t.pot)
  for seat in t:seats() do seat.score = seat.score + seat.chips:amount() end
  t:finish(t:rank_by "score")
end
return house
]]

function TestShow.test_piles_pools_and_state()
  here:write("pond/house/things.lua", THINGS)
  shows(pond "+things", 0, "On the table (t.NAME) piles deck (standard, nobody), discards (top) [things]",
    "pools bank = mint [things], pot = 0 [things]", 'state dealer = none [things], mood = internal("calm") [things]',
    "For each player (seat.NAME) piles hand (owner)", "pools chips = dealt [things]",
    "pot_seen = secret(false) [things], score = 0 [things]")
  shows(pond "+things --json", 0, '{"facing":"owner","name":"hand","of":"seat","origin":"pond"}',
    '{"name":"pot_seen","of":"seat","origin":"things","secret":true,"starts":"false"}',
    '{"name":"chips","of":"seat","origin":"things","secret":false,"starts":"dealt"}')
end

-- A variant may replace what the order doesn't name.
function TestShow.test_the_steps_beside_the_order()
  shows(pond "", 0, "Other steps (`croupier show pond NAME` prints one)", "worth")
  shows(pond "+second", 0, "fold, ")
end

function TestShow.test_no_sections_of_nothing()
  here:write("pond/game.lua", 'return game { order = { "over" }, over = function(t) t:finish() end }')
  lu.assertNotStrContains(shows(pond "", 0), ".NAME)")
  lu.assertNotStrContains(shows(pond "", 0), "Other steps")
end

function TestShow.test_a_pile_a_pool_or_state()
  here:write("pond/house/things.lua", THINGS)
  shows(pond " hand", 0, "pile hand (seat.hand, one for each player) its owner sees its cards",
    "declared by pond, at pond/game.lua:11", "Where it is used deal pond/game.lua:15 keep pond/game.lua:19")
  shows(pond "+things chips", 0, "pool chips (seat.chips, one for each player)",
    "begins with the rule dealt, which is 3", "declared by things, at pond/house/things.lua:4",
    "clear pond/house/things.lua:12")
  shows(pond "+things score", 0, "state score", "begins with 0", "clear pond/house/things.lua:12, 13")
  shows(pond "+things pot_seen", 0, "begins with false; known only to its seat",
    "No script uses it by its name.")
  shows(pond "+things mood", 0, "begins with \"calm\"; only for the script's own use")
  shows(pond "+things --diff", 0, "state mood new: calm")
  shows(pond " deck", 0, "pile deck (t.deck) a deck of standard cards", "declared by pond, at pond/game.lua:5")
  shows(pond "+things bank --json", 0, '"what":"pool"', '"uses":[{"by":"clear","lines":[11],')
end

function TestShow.test_an_unknown_name()
  shows(pond " kepe", 2, "pond has no step, rule, pile, pool or state `kepe`, did you mean `keep`?")
  shows(pond " keep --diff", 2, "--diff covers the whole game; leave out `keep`")
  shows(pond " keep deal", 2, "unexpected `deal`")
end

-- Lua itself keeps only the end of a long path.
function TestShow.test_a_long_path()
  local long = ("long/"):rep(16)
  os.execute(("mkdir -p %s/%s && cp -r %s/pond %s/%s"):format(folder, long, folder, folder, long))
  shows(folder .. "/" .. long .. "pond+first worth", 0, "step worth of first", "which that one wraps",
    "23 worth = function")
end

-- A script can't paint the terminal.
function TestShow.test_control_characters_of_a_text()
  here:write("pond/house/first.lua", FIRST:gsub("return house$",
    "-- \27[31m\2red\nreturn house"):gsub("house.base.worth",
    "--[[\27[31m]] house.base.worth"))
  lu.assertNotStrContains(shows(pond "+first worth", 0, "of first"), "\27")
end

-- Every step and rule of the games that come with the program has its place.
function TestShow.test_the_games_there_are()
  local output = shows("fish_out+clear_lake land", 0, "which that one wraps", "games/fish_out/game.lua:")
  lu.assertNotStrContains(output, "no text of its own")
  shows("royal_pokebacc+imperial_court --diff", 0, "rule hands_to_win 3 -> 2", "games/royal_pokebacc/game.lua:")
end
