-- What a script, a file or a person brought goes out cleaned, whatever prints it and to wherever. A game has hostile text
-- in every field that a declaration may have, as the declaration itself lists them, and in all that is said and asked;
-- others have it where it doesn't belong, so that the mistake is told. Every command is run on them, and every byte of its
-- output and of the files it writes is looked at.

local commands = require "front.base.commands"
local files = require "host.files"
local json = require "shared.json"
local lists = require "shared.lists"

local tools = dofile "tests/front/tools.lua"

local IN_A_LINE = "\27[31m\27]0;x\7\8\127\1\6\u{9b}2J\u{85}\u{202e}\u{2066}\u{200b}\u{2060}\u{feff}\u{e0041}\t"
local KINDS = { -- of hostile text: any; short; what the host takes for a line
  ["@"] = IN_A_LINE .. "\r\0\x9b\xff", ["@@"] = "\27[m\u{9b}\u{202e}", ["@@@"] = "\u{9b}m\u{202e}\u{200b}",
}

-- A byte as a script has it, and as printf does.
local function decimal(c) return ("\\%03d"):format(c:byte()) end
local function octal(c) return ("\\%03o"):format(c:byte()) end

local named = {}

-- A text in which @name, @@name or @@@name is hostile text for a script, of which "badname" may stay.
local function filled(text)
  return (text:gsub("(@+)(%a+)", function(kind, name)
    named[name] = true
    return '"bad' .. name .. KINDS[kind]:gsub("[^%g ]", decimal) .. '"'
  end))
end

-- --- the games ---

-- By field what a game may say there: hostile text where any text may stand, @@name where only a short one may.
local FIELDS = {
  title = "@title", one_line = "@oneline", player = "'angler'", master = "'scorer'", seats = "{ 2, 4 }", gm = "true",
  decks = [[{ deck = { "standard", copies = 1 }, other = kind { name = "other", suits = { { @@suit, color = "red" } },
    ranks = { { @@rank, note = @cardfield } }, extras = { { @@extra, "St" } } } }]],
  rules = [[{ ante = { 5, @meaning, min = 0, max = 9, unit = @unit }, turns = { 3, "turns", max = 9 },
    way = { @choice, @choicemeaning, one_of = { @choice, "b" } }, told = { @textvalue, "a text", text = true },
    list = { { 1, 2 }, @listmeaning, length = 2 }, kept = { 1, "x", secret = true },
    rows = { { { what = @cell, cost = 1 } }, @rowsmeaning, columns = { "what", "cost" } } }]],
  profile = "{ note = { @profilevalue, @profilemeaning, text = true }, coins = { 3, @coins } }",
  check = "function(rules, seats) if seats == 2 then return @check end end",
  piles = [[{ lake = "everyone", seat = { hand = "owner" }, gm = { drawer = "gm" } }]],
  pools = [[{ pot = 0, bank = "mint", seat = { chips = 9 } }]],
  state = "{ round = 0, said = @state, seat = { mood = @seatstate, points = 0 }, gm = { plan = secret(@secret) } }",
  measures = "{ m = @measure, s = { @seatmeasure, by = 'seat' }, r = { @ratio, ratio = 's / m' } }",
  order = [[{ "begin", { "turn" }, "over" }]],
  actions = "{ bow = { @action, step = 'take_a_bow', moment = @moment, who = function() return true end } }",
  odds = "function() return { @odds } end", scores = "function(t) return { { @scores .. ' %s', t.seat[1] } } end",
  screen = "function(t, me) return { @screen, t.said, 'pot\\t' .. me.mood } end",
  campaign = "{ note = function() return @kept end }", usual = "{ seats = 3 }",
  words = "{ pot = { @word, @wordmeaning } }", joining = "{ moment = @joining }", about = "{ turn = @about }",
  standing = "function(_, seat) return seat.points end", imagine = "function() end",
  steps = "{ { boast = function(t) t:say(@boast) end } }",
}

local STEPS = [[
  -- ]] .. IN_A_LINE .. [[

  begin = function(t)
    t.deck:shuffle() t.other:deal(2, t.lake)
    for seat in t:seats() do t.deck:deal(3, seat.hand) end
    t:say(@say .. " %s %s %s", t.seat[1], t.lake:top(), t.said)
    for card in t.lake:cards() do t:say("%s", card.note) end
    t:event(@event, { [ @key ] = @data, card = t.lake:top() })
    t:measure("m", 2)
    t.seat[1]:say(@whisper)
    t:boast()
    t.seat[1].chips:pay(1, t.pot, @why)
  end,
  turn = function(t)
    t.round = t.round + 1
    for seat in t:seats() do
      seat.mood = tostring(seat:ask { "pick", "%s" .. @question, @value,
        one_of = { @@@option, { text = @@@optiontext } }, tells = function() return @tells end,
        why = function() return @notallowed end })
      t:say(function() return @teller end)
      t:say("%s: %s", seat, seat:ask { "boast", @asktext, text = 80, optional = true, bot = "Ha!" })
      t:measure("s", 1, seat)
      seat.points = seat.points + t:roll "d6"
    end
    if t.round == t.rules.turns then return done end
  end,
  take_a_bow = function(t, seat) t:say("%s " .. @bow, seat) end,
  over = function(t) t:finish(t:rank_by "points") end,
  arrive = function() end, depart = function(t, seat) seat:leave { cards = t.deck, pools = t.bank } end,
]]

local function game_of(fields)
  local list = lists.collect(lists.keys(fields), function(name) return ("  %s = %s,\n"):format(name, fields[name]) end)
  return filled(("return game {\n%s%s}\n"):format(table.concat(list), STEPS))
end

local HOUSE = [[
local house = variant "odd"
house.title, house.one_line, house.words.pot = @housetitle, @houseline, @houseword
house.rules.more = { @housevalue, @housemeaning, text = true }
function house.over(t) return house.base.over(t) end
return house
]]

local BOTS = [[
return { best = "odd", odd = { one_line = @@@botline, pick = function(_, q) return q.options[1] end,
  boast = function() return "bad boast" end } }
]]

local RULES = "# Odd\n\nbadcredit@\n\n## Play\n\n**badpage@** is so.\n\n## Rulings\n\n- badruling@\n"

local TEST = "TestOdd = {} function TestOdd.test_it() print(@print) io.write(@write) lu.assertEquals(@got, @wanted) end"

-- --- looking ---

local here

local function write(name, text) tools.write(here .. "/" .. name, text) end

-- Runs lines of a shell there, with these typed: all that was printed, and what is in new files whose names begin with
-- "out", is safe on a terminal.
local function look(lines, typed)
  local program = files.program()
  if program:sub(1, 1) ~= "/" then program = tools.top .. "/" .. program end
  write("typed", typed or "")
  local _, output = tools.shell(([[
    cd '%s'
    export XDG_STATE_HOME=$PWD/state XDG_DATA_HOME=$PWD/data XDG_CACHE_HOME=$PWD/cache
    unset CROUPIER_PATH
    croupier() { timeout 120 '%s' "$@"; }
    rm -f out*
    { %s
    } < typed]]):format(here, program, lines))
  for _, name in ipairs(files.list(here)) do
    if name:find "^out" then output = output .. "\n" .. tools.read(here .. "/" .. name) end
  end
  local at, code = files.unsafe((output:gsub("[\n\t]", " ")))
  lu.assertNil(at, at and ("%s: U+%04X in %q"):format(lines, code, output:sub(math.max(at - 60, 1), at + 40)))
  lu.assertNil(output:find("internal error", 1, true), output)
  return output
end

TestPrinted = {}

function TestPrinted.setUp()
  here, named = tools.folder "games/odd/house", {}
  for name, text in pairs { ["odd/game.lua"] = game_of(FIELDS), ["odd/house/more.lua"] = filled(HOUSE),
    ["odd/bots.lua"] = filled(BOTS), ["odd/test.lua"] = filled(TEST) } do
    write("games/" .. name, text)
  end
  write("games/odd/RULES.md", (RULES:gsub("@", KINDS["@"])))
  write("players", ("# badcomment%s\nAnna: note badnote%s\nBen:\nClara:\n"):format(KINDS["@"], KINDS["@@@"]))
  write("script.lua", filled "print(@printed, ...) error(@raised)")
end

function TestPrinted.tearDown() tools.remove(here) end

-- What is typed at tables, ODD being hostile text.
local TYPED = [[
:help
:rules
:odds
:scores
:why 1
:why! 1
:hint
:log
badODD
:help pot
:help badpage
:bow
yes
:table
:gm
:set told=badODD
:join EveODD
:nonsenseODD
1
badlineODD
1
words
:undo
:reload
:seat Ben me
:quit
]]

local AT_A_PROMPT = "t.said\nt.seat[1]\nt.nothingODD\nerror(t.said)\n:help\n"

-- What follows `croupier` on a line of a shell.
local LINES = [[
list
list --json
show odd
show odd+more --json
show odd+more --diff
show odd+more over
show odd begin
show odd begin --json
show odd --search
show odd way
show odd rows
show odd said
show odd mood
show odd pot
show odd lake --json
play odd --seats odd,odd,random --players players --seed 1 --journal over
play odd --seats Anna=me,Ben=odd,Clara=random --players players --journal kept
play odd --seats Anna=odd,Ben=odd,Clara=odd --campaign players --seed 2; grep -aEv 'badcomment|badnote' players
play odd --seats me,random,odd,gm=me --seed 3
play odd+more --seats Anna=me,Ben=me,Clara=odd --seed 4 --ascii
play odd --seats Anna=me,Ben=odd,Clara=odd --seed 5 --plain
play odd --seats 2
resume kept
replay over
replay over --json
replay over --with more
replay kept --json
verify over
verify kept
sim odd -n 30 PAGES
sim odd -n 3 --json
sim odd -n 4 --seed 1 --shard 1/2 -o out.part
compare odd odd+more -n 30 PAGES
compare odd odd+more -n 30 --json
sweep odd --set ante=1..3 -n 20 PAGES
sweep odd --set ante=1..3 -n 20 --json
study odd -n 20 -o out.html
study odd+more -n 20
tournament odd --seats odd,random -n 20 PAGES
tournament odd --seats odd,random -n 20 --json
sim odd -n 8 --seed 1 --shard 1/2 -o one; croupier sim odd -n 8 --seed 1 --shard 2/2 -o two
merge one two PAGES
new variant odd mine; cat games/odd/house/mine.lua
new game made --title "ODD"
check odd
check odd+more --json
check odd --format gcc
sheet odd -n 20
sheet odd+more -n 20 --html
sheet odd -n 0 -o out.md
sheet odd --html -n 0 -o out.html
cards odd
cards odd -o out.html
cards odd --thumbnails -o out.html
dice --deck odd "2d6" "2: ODD"; croupier dice "ODD"
stubs stub; cat stub/.croupier/games.d.lua stub/.luacheckrc
test odd
test odd --list
test --golden --write odd --seats odd,random; cat games/odd/golden/*; croupier test --golden odd
run script.lua "ODD"
run script.lua --trace
repl odd
completion bash
completion man
help
help title
help --all
]]

function TestPrinted.test_everything_that_a_command_prints()
  local all, missing = {}, lists.set(commands.names)
  local odd = ("$(printf '%s')"):format(IN_A_LINE:gsub("[^%g ]", octal))
  for line in LINES:gmatch "[^\n]+" do
    local name = line:match "^%a+"
    missing[name] = nil
    line = line:gsub("PAGES", "-o out.html --csv out.csv --jsonl out.jsonl"):gsub("ODD", function() return odd end)
    local typed = name == "repl" and AT_A_PROMPT or TYPED
    all[#all + 1] = look("croupier " .. line, (typed:gsub("ODD", function() return IN_A_LINE end)))
  end
  lu.assertEquals(lists.keys(missing), {}) -- of which nothing was looked at
  local printed = table.concat(all, "\n")
  for name in pairs(named) do
    lu.assertTrue(printed:find("bad" .. name, 1, true) ~= nil, name .. " was printed nowhere")
  end
end

-- What is wrong in any field, where a sentence may name it.
local WRONG = { "@text", "{ [@key] = @text }", "{ seat = { [@key] = @text }, gm = @text }",
  "{ name = { 1, @text, [@key] = 2 } }", "{ name = { @text, step = @other, when = { @one }, one_of = { @one } } }",
  "{ { @text }, @other, { @one, @one } }" }

function TestPrinted.test_every_mistake_in_a_declaration()
  local world, known = require("host.world").open {}, lists.set(lists.keys(FIELDS))
  known.deck = true -- which a game of several decks doesn't have
  for _, field in ipairs(world:call("script.declaration_fields", "names")) do
    lu.assertTrue(known[field], field .. ": no hostile text is tried in it")
    for i, value in ipairs(WRONG) do
      local fields = lists.copy(FIELDS, 1)
      if field == "deck" then fields.decks = nil end
      fields[field] = value
      write(("games/wrong_%s_%d/game.lua"):format(field, i), game_of(fields))
    end
  end
  look "croupier list; croupier list --json"
  look "for game in games/wrong_*; do croupier check $game --seconds 0 --format gcc; done"
end

-- What is typed after `croupier`, X being hostile text; and files that are called so.
local WORDS = [[
X
help X
play X
play odd --X
play odd --X=1
play odd --seats X
play odd --seats X=me
play odd --set X
play odd --set ante=X
play odd --player X
play odd --player "Anna: X"
play odd --players X
play odd --seed X --journal X/y
sim odd -n X
sim odd -o X
sim odd --csv /X/y
check X
check X/game.lua
resume X
verify X
replay X --with X
show X
show odd X
sheet X
cards odd -o /X/y
stubs /X/y
test X
test odd --only X
run X
repl X
completion X
merge X
new game X
new variant odd X
list --stdlib X
--stdlib X list
sweep odd --set X=1..2
tournament odd --seats X
list; cp -r games/odd "games/X"; croupier list; croupier check "games/X" --seconds 0
sim odd -n 2 --csv "X.csv"
play odd --seats odd,odd,odd --journal "X"; croupier verify "X"
]]

function TestPrinted.test_what_a_person_brought()
  local odd = ("$(printf '%s')"):format(IN_A_LINE:gsub("[^%g ]", octal))
  for line in WORDS:gmatch "[^\n]+" do
    local quoted = line:find '"' and odd or '"' .. odd .. '"'
    look("croupier " .. line:gsub("X", function() return quoted end))
  end
end

-- What may not stay is told to programs, and by every form of a number.
function TestPrinted.test_json()
  lu.assertEquals(json.text "a\"\\\n\t\r\27\127\u{9b}\u{202e}\u{e0041}\xff\u{fffd}♥",
    [["a\"\\\n\t\r\u001b\u007f\u009b\u202e\udb40\udc41]] .. '\u{fffd}\u{fffd}♥"')
end
