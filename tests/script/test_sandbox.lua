-- What a script can't touch, and what it is told when it tries.

local tools = dofile "tests/tools.lua"
local raises = lu.assertErrorMsgContains

TestGuards = {}

local GAME = [[
return game {
  title = "Guards", seats = { 2, 2 }, deck = "standard",
  rules = { ante = { 1, "chips", min = 0, max = 5 } },
  profile = { str = { 10, "strength", min = 1, max = 20 } },
  piles = { seat = { hand = "owner" } },
  pools = { pot = 0, seat = { chips = 5 } },
  state = { round = 0, seat = { plan = secret("none") } },
  order = { "deal", "go" },
  deal = function(t)
    t.deck:shuffle()
    for seat in t:seats() do t.deck:deal(2, seat.hand) seat.plan = "plan of " .. seat.name end
  end,
  go = function(t)
    for seat in t:seats() do seat:ask { "card", "Which?", card = seat.hand } end
    t:finish(t:rank_by("chips"))
  end,
}
]]

local function guarded(text)
  return tools.open(text or GAME, { seats = 2, seed = "1", names = { "Anna", "Ben" } }, "guards")
end

-- What the library remembers isn't made constant with the function that a script keeps.
-- A table is driven from the test's own thread alone.
function TestGuards.test_no_coroutine_drives_a_table()
  local g = croupier.open("tests/fixtures/games/short_whist", { seats = 2 })
  local ok, why = coroutine.resume(coroutine.create(function() g:run() end))
  lu.assertFalse(ok)
  lu.assertStrContains(why, "a table is driven outside coroutines only")
  lu.assertEquals(g:run(), "question")
end

function TestGuards.test_a_library_function_is_kept()
  local g = guarded [[
    local target = poker.target
    return game { title = "Kept", seats = { 1, 4 }, order = { "go" }, state = { sum = 0 },
      go = function(t)
        for _, text in ipairs { "pair of 2s", "pair of 3s" } do t.sum = t.sum + target(text) end
        t:finish(nil)
      end }
  ]]
  lu.assertEquals(g:play "random", "finished")
  lu.assertEquals(g.t.sum, poker.target "pair of 2s" + poker.target "pair of 3s")
end

function TestGuards.test_cards_stay_at_their_table()
  local one, other = guarded(), guarded()
  local mine, theirs = one.t.deck:top(), other.t.deck:top()
  raises("the card belongs to another table", one.t.deck.put, one.t.deck, theirs)
  raises("the card belongs to another table", one.t.deck.put_under, one.t.deck, { mine, theirs })
  raises("the card belongs to another table", one.t.deck.has, one.t.deck, theirs)
  raises("the card belongs to another table", one.t.where, one.t, theirs)
  raises("expected a card, got number", one.t.deck.put, one.t.deck, { mine, 3 })
  raises("the pile belongs to another table", one.t.gather, one.t, other.t.deck)
  raises("the pile belongs to another table", one.t.gather, one.t, one.t.deck, other.t.seat[1].hand)
  lu.assertEquals(#one.t.deck, #other.t.deck)
end

function TestGuards.test_what_a_view_shows_lies_nowhere()
  local g = guarded()
  g:run()
  g:view(g.t.seat[1], function(t, me)
    raises("a face is not in any pile", g.t.where, g.t, me.hand:top())
    raises("gather: expected a deck", g.t.gather, g.t, t.deck)
    raises("the pile belongs to another table", g.t.gather, g.t, g.t.deck, t.deck)
  end)
end

function TestGuards.test_a_table_s_parts_stay()
  local t = guarded().t
  raises("`pot` is part of the table", function() t.pot = 0 end)
  raises("`hand` is part of the table", function() t.seat[1].hand = {} end)
  raises("the table has no state `ruond`, did you mean `round`", function() t.ruond = 1 end)
  raises("a seat has no `chisp`, did you mean `chips`", function() return t.seat[1].chisp end)
end

function TestGuards.test_a_loop_s_function_takes_only_its_own()
  local t = guarded().t
  local step, walk = t.deck:cards()
  for _, other in ipairs { t.deck, t.deck:top(), t.pot, poker.hands(5, 9), again, done } do
    lu.assertNil(step(other))
  end
  lu.assertNil(step())
  lu.assertEquals(step(walk), t.deck:card(1))
end

function TestGuards.test_the_way_round_stays()
  local t = guarded().t
  local names = {}
  local step, way = t:seats()
  lu.assertNil(way)
  lu.assertEquals(step(nil, t.seat[1]).name, "Ben")
  for seat in t:seats_back(t.seat[2]) do names[#names + 1] = seat.name end
  lu.assertEquals(table.concat(names, " "), "Ben Anna")
end

function TestGuards.test_rules_and_profiles_are_read_only()
  local t = guarded().t
  raises("rule `ante` can't be set", function() t.rules.ante = 2 end)
  raises("no rule `anet`, did you mean `ante`", function() return t.rules.anet end)
  raises("a profile can't be changed", function() t.seat[1].profile.str = 20 end)
  lu.assertEquals(t.seat[1].profile.str, 10)
  raises("a profile has no `strr`, did you mean `str`", function() return t.seat[1].profile.strr end)
end

function TestGuards.test_cards_are_what_they_are()
  local g = guarded()
  g:run()
  local card = g.t.seat[1].hand:top()
  raises("a card can't be changed", function() card.rank = "A" end)
  raises("a card has no `siut`, did you mean `suit`", function() return card.siut end)
  raises("draw 60: the deck has 48 cards", function() g.t.deck:draw(60, g.t.seat[1].hand) end)
end

function TestGuards.test_a_misspelt_method_names_the_nearest()
  local t = guarded().t
  raises('a pile has no "shufle": did you mean "shuffle"?', function() t.deck:shufle() end)
  raises('a pool has no "payy": did you mean "pay"?', function() t.pot:payy(1) end)
  raises("a card has no `smae`, did you mean `same`", function() t.deck:top():smae(t.deck:top()) end)
  raises("did you mean `roll`", function() t:rol("d6") end)
  raises("did you mean `left`", function() t.seat[1]:lfet() end)
end

-- However deep it lies, and beside whatever: a card in the state is shown as its pile shows it, a seat as its view.
function TestGuards.test_a_view_shows_what_the_state_holds_as_it_is_seen()
  local g = guarded((GAME:gsub("round = 0,", "round = 0, held = {}, who = none, shown = none, like = {},")
    :gsub("t:finish", [[
    local mine, others = t.seat[1].hand:list(), t.seat[2].hand:list()
    t.held = { flat = { 1, "a", true, x = 2.5 }, cards = { mine[1], others[1], { { by = { others[2] } } } },
      deep = { { { { { others[1] } } } } }, seats = { t.seat[2], others[1] }, things = { t.pot, t.seat[2].hand } }
    t.who, t.shown, t.like = t.seat[2], others[1], { [0] = 2, "no seat" }
    seat:ask { "more", "More?", one_of = { { text = "one", cards = others }, { text = "two", seat = t.seat[2] } } }
    t:finish]]):gsub("for seat in t:seats%(%) do seat:ask", "local seat = t.seat[1] for _ = 1, 1 do seat:ask")))
  g:run()
  g:answer(g.t.seat[1].hand:top())
  g:run()
  g:view(g.t.seat[1], function(t, me)
    local held = t.held
    lu.assertEquals({ held.flat[1], held.flat[2], held.flat[3], held.flat.x }, { 1, "a", true, 2.5 })
    lu.assertEquals(held.cards[1], me.hand:card(1))
    lu.assertTrue(held.cards[2].hidden)
    lu.assertTrue(held.cards[3][1].by[1].hidden)
    lu.assertTrue(held.deep[1][1][1][1][1].hidden)
    lu.assertNil(held.seats[1].plan)
    lu.assertTrue(held.seats[2].hidden)
    lu.assertEquals(held.seats[1].name, "Ben")
    lu.assertEquals(held.things[1]:amount(), 0)
    lu.assertTrue(held.things[2]:top().hidden)
    lu.assertTrue(t.who == t.seat[2] and t.shown.hidden)
    lu.assertEquals(t.like, { [0] = 2, "no seat" })
    held.flat[1] = 9
    lu.assertEquals(t.held.flat[1], 1)
  end)
end

function TestGuards.test_a_view_shows_what_its_seat_may_see()
  local g = guarded()
  g:run()
  local others = {}
  for card in g.t.seat[2].hand:cards() do others[card.name] = 1 end
  lu.assertEquals(g.t.seat[2].hand:bits(others), 1)
  g:view(g.t.seat[1], function(t, me)
    lu.assertEquals(me.plan, "plan of Anna")
    lu.assertNil(t.seat[2].plan)
    lu.assertTrue(t.seat[2].hand:top().hidden)
    lu.assertNil(t.seat[2].hand:top().rank)
    lu.assertNil(me.hand:top().hidden)
    lu.assertEquals(#t.seat[2].hand, 2)
    lu.assertEquals(t.seat[2].hand:count("suit", "hearts"), 0)
    lu.assertEquals(me.hand:bits { [me.hand:top().name] = 2 }, 2)
    lu.assertEquals(t.seat[2].hand:bits(others), 0)
  end)
  for _, change in ipairs { function(_, me) me.hand:shuffle() end, function(_, me) me.plan = "other" end } do
    raises("a view shows the table", function() g:view(g.t.seat[1], change) end)
  end
end

-- A limit of a question that is a pool: what would be its number is said.
function TestGuards.test_a_pool_is_no_limit()
  local g = guarded((GAME:gsub('card = seat.hand', 'min = 0, max = seat.chips')))
  local status, why = g:run()
  lu.assertEquals(status, "failed")
  lu.assertStrContains(why, "question `card`: `max`: expected a whole number (for a pool, say :amount())")
end

function TestGuards.test_a_kind_has_cards()
  raises("kind: it has no cards: expected `suits` with `ranks`, or `extras`", kind, { suits = { "tea", "salt" } })
end

function TestGuards.test_a_kind_is_made_of_texts()
  local function no_kind(sentence, more)
    local declared = { name = "few", suits = { "tea" }, ranks = { "1", "2" } }
    for key, value in pairs(more) do declared[key] = value end
    raises("kind: " .. sentence, kind, declared)
  end
  no_kind("name: expected a text", { name = {} })
  no_kind("suits: expected a list", { suits = print })
  no_kind("extras: expected a list", { extras = 5 })
  no_kind("without: expected function(suit, rank)", { without = 5 })
  for key, value in pairs { short = { "tea", {} }, symbol = { "tea", symbol = {} }, long = { "tea", long = 5 } } do
    lu.assertErrorMsgContains("kind: a suit must be a name or {", kind,
      { suits = { value }, ranks = { "1" }, name = key })
  end
  lu.assertEquals(kind { name = "few", suits = { "tea" }, ranks = { { "three", 3 } } }.faces[1].name, "3t")
end

-- What people who come from other languages write first.
function TestGuards.test_what_is_said_of_the_wrong_thing()
  local t = guarded().t
  raises("a seat is not text: write %s in the text and the value after it",
    function() t:say("hello " .. t.seat[1]) end)
  raises("gather: expected a deck, like t:gather(t.deck)", function() t:gather() end)
  raises("a seat has no `Anna`", function() t:finish("Anna") end)
end

-- A function in a text is called when somebody reads it.
function TestGuards.test_a_text_s_functions()
  local function asked(body)
    local g = guarded(GAME:gsub('"Which%?", card = seat.hand', '"Which of %%s?", ' .. body .. ", card = seat.hand"))
    g:run()
    return g:question().text, g
  end
  lu.assertEquals(asked("function() return #seat.hand .. ' cards' end"), "Which of 2 cards?")
  lu.assertEquals(asked("function() return function() end end"), "Which of ??")
  lu.assertStrContains(asked("function() return nil + 1 end"), "guards/game.lua:14: attempt to perform arithmetic")
  lu.assertStrContains(asked("function() while true do end end"), "instructions without an answer")
  lu.assertStrContains(asked("function() t:say('not told') return 'two' end"),
    "say: a function handed to the host must not change anything")
  local text, g = asked("function() seat:ask { 'more', 'More?', confirm = true } end")
  lu.assertStrContains(text, "only a step can wait for an answer")
  lu.assertTrue(g:answer("1"))
end

-- --- the budget ---

local WORK = [[
return game {
  title = "Work", seats = { 1, 1 }, rules = { rounds = { 1, "rounds", min = 0, max = 1000000000 } },
  order = { "ask", "work", "over" },
  ask = function(t) t.seat[1]:ask { "which", "Which?", one_of = { "a", "b" } } end,
  work = function(t) for _ = 1, t.rules.rounds do end end,
  over = function(t) t:finish { { seat = t.seat[1], score = 1, place = 1 } } end,
}
]]

-- What a step with so many rounds comes to, in each of the ways a game is played.
local function worked(rounds)
  local folder = tools.folder("toil", "saved")
  tools.write(folder .. "/toil/game.lua", WORK)
  local list = {}
  for _, way in ipairs { "sim %s/toil -n 1", "sim %s/toil -n 1 --save %s/saved", "play %s/toil" } do
    local command = (way .. " --seats random --set rounds=%d 2>&1 </dev/null"):gsub("%%s", folder):gsub("%%d", rounds)
    local pipe = assert(io.popen("XDG_STATE_HOME=" .. folder .. " " .. croupier.program .. " " .. command))
    local text = pipe:read("a")
    pipe:close()
    lu.assertNotStrContains(text, "run again")
    list[#list + 1] = text:find("ran for more than 50000000", 1, true) and "ended" or "finished"
  end
  tools.remove(folder)
  return table.concat(list, " ")
end

-- Far beyond what a clock gives up, and still within the budget; then beyond both. The number is the very same in all
-- ways: a round is a step.
function TestGuards.test_the_budget_is_counted_not_timed()
  lu.assertEquals(worked(49999000), "finished finished finished")
  lu.assertEquals(worked(50000300), "ended ended ended")
end

-- --- what is read ---

-- Nothing that is no file is waited for, whoever names it.
function TestGuards.test_pipes_and_devices_are_not_files()
  local here = tools.place "games/odd"
  here:shell "mkfifo pipe games/odd/game.lua; ln -s pipe pipe.csv"
  for _, words in ipairs { "play fish_out --players %s", "play baltimore --campaign %s", "resume %s", "replay %s",
    "verify %s", "merge %s", "run %s", "test %s", "new game mine --deck %s.csv", "sim fish_out --players %s",
    "sim fish_out -n 2 --seed 1 --shard 1/2 -o %s" } do
    local status, output = here:run(words:format "pipe", nil, "timeout 10")
    lu.assertTrue(status == 1 or status == 2, words .. ": " .. output)
    lu.assertStrContains(output, "pipe" .. (words:find "csv" and ".csv" or "") .. ": not a file")
    lu.assertStrContains(select(2, here:run(words:format "/dev/zero":gsub("zero.csv", "zero"), nil, "timeout 10")),
      words:find "csv" and "no deck" or "/dev/zero: not a file")
  end
  lu.assertStrContains(select(2, here:run("play odd", nil, "timeout 10")), "it is not an ordinary file")
  here:remove()
end

-- What a game requires stands in its folder, which may itself be a link; a link out of it is none of its files.
function TestGuards.test_a_link_out_of_the_folder_is_refused()
  local place = tools.place("games/odd/house", "elsewhere")
  local function game(before, field)
    place:write("games/odd/game.lua", ("%s return game { %s order = { 'over' }, over = function(t) t:finish() end }")
      :format(before, field))
  end
  place:write("elsewhere/scores.lua", "return {}")
  place:write("elsewhere/cards.csv", "name\none\ntwo\n")
  place:write("games/odd/own.lua", "return {}")
  place:shell "cd games/odd; ln -s ../../elsewhere/* .; ln -s own.lua other.lua; ln -s odd ../linked"
  game("local _ = require 'odd.scores'", "")
  place:says("show odd", 1, "require \"odd.scores\": odd/scores.lua: it is a link to a place outside the game's folder")
  game("", "deck = { file = 'cards.csv' },")
  place:says("show odd", 1, "`deck`: odd/cards.csv: it is a link to a place outside the game's folder")
  game("local _ = require 'odd.own', require 'odd.other'", "")
  place:says("show odd", 0)
  game("local _ = require 'linked.own', require 'linked.other'", "")
  place:says("show ./games/linked", 0)
  place:remove()
end

-- A line without an end takes no memory, and is not waited for.
function TestGuards.test_input_without_line_breaks()
  local here = tools.place()
  local play = ("| { [ -n \"$SANITIZED\" ] || ulimit -v 200000; timeout 60 %s play '%s/tests/fixtures/games/lanterns' "
    .. "--seats Anna=me,Ben=random --journal %%s; }"):format(tools.program(), tools.top)
  local function typed(bytes) return ("{ head -c %d /dev/zero | tr '\\0' x; printf '\\n1\\n'; } "):format(bytes) end
  local _, long = here:shell(typed(8 << 20) .. play:format "long")
  lu.assertStrContains(long, "Anna gives a card.")
  local status, endless = here:shell(typed(300 << 20) .. play:format "endless")
  lu.assertEquals(status, 0, endless)
  lu.assertStrContains(endless, "A line is longer than 16 MB: standard input is not read any further.")
  lu.assertNotStrContains(endless, "gives a card")
  here:remove()
end

-- What the library keeps in folders of its own is not a game's business.
function TestGuards.test_a_game_requires_no_inner_module()
  for _, name in ipairs { "stdlib.shared.lists", "shared/lists", "stdlib.match", "front/main", "../match" } do
    local ok, problem = pcall(guarded, ("local m = require %q\n"):format(name) .. GAME)
    lu.assertFalse(ok and problem == nil, name)
    lu.assertStrContains(tostring(problem), "require: no module")
  end
  lu.assertNotNil(guarded("local match, deck = require 'match', require 'decks.standard'\n" .. GAME))
end

-- --- the wall of a second kind ---

local ESCAPED = [[
return { name = "%s", summary = "", usage = "", arguments = { 0, 9 },
  options = { require("front.base.options").stdlib }, %s
  run = function(given)
    local function writes(path)
      local file = io.open(path, "w")
      if file then file:close() end
      return file ~= nil
    end
    print(writes(given.rest[2] .. "/file"), writes(given.rest[1]:match "^.*/" .. "file"),
      (os.execute "true"), require("host.wall").raise {})
    return 0
  end }
]]

local function escaped(command, writes)
  local folder = tools.folder("front/commands", "other", "named", "croupier")
  tools.write(("%s/front/commands/%s.lua"):format(folder, command), ESCAPED:format(command, writes or ""))
  local pipe = assert(io.popen(("XDG_STATE_HOME=%s %s %s %s/named/a.journal %s/other --stdlib %s 2>&1"):format(
    folder, croupier.program, command, folder, folder, folder)))
  local said = pipe:read "a"
  pipe:close()
  tools.remove(folder)
  return said
end

-- What a script could do that got out of its sandbox: write where the command line says and nowhere else, and start
-- nothing. A command of the program's own stands in for it.
function TestGuards.test_a_way_out_of_the_sandbox_leads_nowhere()
  local said = escaped("resume", "writes = function(given) return { given.rest[1] } end,")
  if said:find "false\n$" then
    local emulated = (os.getenv "EMULATED" or "") ~= ""
    return print("guards: skipped: " .. (emulated and "emulator" or "this kernel has no Landlock"))
  end
  lu.assertEquals(said, "false\ttrue\tnil\ttrue\n")
  local commands = select(2, tools.run "help"):match "^(.-)\n`croupier"
  for command in commands:gmatch "\n  (%l+) +%l" do -- that says nothing of what it writes
    lu.assertEquals(escaped(command), "false\tfalse\tnil\ttrue\n", command)
  end
end

local SUITE = [[
TestOut = {}
function TestOut.test_it()
  local function writes(path)
    local file = io.open(path, "w")
    if file then file:close() end
    return file ~= nil
  end
  print(writes(FOLDER .. "/outside"), writes(FOLDER .. "/games/odd/inside"), os.execute "true", io.popen "true" ~= nil,
    writes(os.tmpname()), os.tmpname() ~= os.tmpname())
end
]]

-- Suites of a game write where os.tmpname says and nowhere else, and start nothing; the program's own, and one that is
-- trusted, may do what they like. What they wrote is gone afterwards.
function TestGuards.test_suites_of_games_are_walled_in()
  local place = tools.place "games/odd"
  place:write("games/odd/game.lua", WORK)
  place:write("games/odd/test.lua", (SUITE:gsub("FOLDER", ("%q"):format(place.folder))))
  local function said(options)
    return select(2, place:shell(("export XDG_CACHE_HOME=$PWD/cache; %s test odd %s"):format(tools.program(), options)))
  end
  lu.assertStrContains(said "--trusted", "true\ttrue\ttrue\ttrue\ttrue\ttrue\n")
  if escaped("resume"):find "false\n$" then return print "guards: skipped: this kernel has no Landlock" end
  lu.assertStrContains(said "", "false\tfalse\tnil\tfalse\ttrue\ttrue\n")
  lu.assertEquals(select(2, place:shell "ls cache/croupier/tests"), "")
  place:remove()
end

function TestGuards.test_texts_are_folded()
  lu.assertEquals(("ИВАН Za\u{308}hler"):fold(), "иван zähler")
  lu.assertEquals(("ИВАН"):lower(), "ИВАН")
end
