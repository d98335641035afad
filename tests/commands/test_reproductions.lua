-- What once crashed the host, hung it, was taken and could not be replayed, or went another way elsewhere: each script is
-- simulated, kept, replayed and verified, played and listed by the program, and ends with a sentence or as it should. Each
-- mend has a closer test beside its own subject; this one holds the whole against the program, sanitizers and all (only
-- they see `a place far below the pile` and `a wide number` when those go wrong). Terminals of 2 and 3 columns are in
-- tests/host/test_prompt.c; what reads a card's name is Lua, and tests/fuzz/parsers.lua hands it anything.

local tools = dofile "tests/tools.lua"
local FIELDS = [[title = "Once", one_line = "once wrong", seats = { 2, 4 }, deck = "standard",
  piles = { lake = "everyone", seat = { hand = "owner" } }, pools = { pot = 0, seat = { chips = 50 } },
  state = { n = 0, x = none, seat = { points = 0 } }, order = { "play", "over" },
  over = function(t) t:finish(t:rank_by("points")) end,]]

local function step(text) return ("return game { %s play = function(t) %s end }"):format(FIELDS, text) end
local function asks(text)
  return step("t.deck:deal(5, t.seat[1].hand) t.x = t.seat[1]:ask { 'q', '?', " .. text .. " }")
end
local function ends(text)
  return step "t.n = 1":gsub("t:finish%b()", function() return "t:finish { { seat = t.seat[1], place = 1 }, "
    .. "{ seat = t.seat[2], place = 2 }" .. text .. " }" end)
end

local NAMED = "the first entry must be its name, of at most 63 letters, digits and _, and the second its text"
local SEAT, SCORE = "`seat`: expected a seat of this table", "`score`: expected a number, or nil for none"
local HOLDS = "it contains itself, or tables nested more than 60 deep"

-- A name, the game (and its bots), and what is said of it; nil where nothing is wrong.
local CASES = {
  { "seats as options", asks "one_of = { t.seat[1], t.seat[2] }" },
  { "fits empties the question", step [[local q q = { ("name"):rep(15), "?", card = t.deck, optional = true,
      fits = function() q[1] = nil for i = 1, 60000 do local _ = { i } end return true end }
      t.x = t.seat[1]:ask(q)]], "`fits` must not change anything: it changed `q`" },
  { "the length of a list with holes", step [[for trial = 1, 300 do local row = {}
      for i = 1, 8 do row["k" .. trial .. "_" .. i] = i end
      for i = 1, 8, 2 do row["k" .. trial .. "_" .. i] = nil end
      for _ = 1, 9 do local i = t:random(1, 9) if t:random(1, 3) > 1 then row[i] = true else row[i] = nil end end
      t.seat[1].points = t.seat[1].points + #row end]] },
  { "a seat that is a number", ends ", { seat = 5, place = 3 }", SEAT },
  { "a seat out of bounds", ends ", { seat = { [0] = 99999 }, place = 3 }", SEAT },
  { "a score that is none", (ends "":gsub("place = 1", "place = 1, score = true")), SCORE },
  { "a score that is not a number", (ends "":gsub("place = 1", "place = 1, score = 0/0")), SCORE },
  { "a local of a bot", asks "min = 1, max = 100", "a bot keeps such values in me.notes", bots =
    "local n = 0 return { best = 'one', one = { one_line = '', q = function() n = n + 1 return n % 100 + 1 end } }" },
  { "a local that bots share", asks "card = t.seat[1].hand", "a bot keeps such values in me.notes", bots =
    "local shared return { best = 'one', one = { one_line = '', q = function(me) shared = me.hand:top().name end } }" },
  { "a state that holds itself", "local S = {} S.a = S " .. step "":gsub("state = %b{}", "state = S"), HOLDS },
  { "an order that holds itself", "local O = {} O[1] = O " .. step "":gsub("order = %b{}", "order = O"), HOLDS },
  { "a place far below the pile", step "t.x = t.deck:top(math.mininteger)" },
  { "fits changes its list", asks [[cards = t.deck, min = 1, max = 5,
      fits = function(c, l) l[#l + 1] = c l[1] = nil return true end]] },
  { "a name with a space", (asks "min = 1, max = 3":gsub("'q'", "'q x\\ny'")), NAMED },
  { "a long option", asks "one_of = { ('x'):rep(100000), ('x'):rep(100001) }", "not a line of at most 2000 bytes" },
  { "an option that is not a number", asks "one_of = { 0/0, 0/0 }", "is not a finite number" },
  { "a bot's text", asks "text = 50, bot = 'a\\0b'", "`bot`: expected a line" },
  { "a wide number", asks "min = math.mininteger + 1, max = math.maxinteger - 1" },
  { "escape codes", (step "t.n = 1":gsub("order =", "check = function() return '\\27[31mno\\7' end, order =")), "no" },
  { "escape codes in the order", (step "":gsub('order = %b{}', 'order = { "x\\27]0;OWNED\\7\\27[31my" }')),
    "names a step `x]0;OWNED[31my`" },
  { "a text that changes the game", step "t:say(function() t.n = t.n + t:random(1, 1000) return 'x' end)",
    "random: a function handed to the host must not change anything" },
  { "the seats as a list", asks "one_of = t.seat, optional = true" },
  { "a bot's endless list", asks "cards = t.seat[1].hand, min = 1, max = 5", "which is not in q.options", bots =
    "return { best = 'one', one = { one_line = '', q = function(me, q) local o = q.options "
    .. "local l = { o[1], o[2], o[3], o[4], o[5], [9] = o[1], [17] = o[1] } "
    .. "for i = 3, 30 do l[1 << i] = o[1] end return l end } }" },
  { "a bot's long texts", asks "cards = t.seat[1].hand, min = 1, max = 5", "xxx..., ...`, which is not", bots =
    "return { best = 'one', one = { one_line = '', q = function(me, q) local l = {} "
    .. "for i = 1, 50000 do l[i] = ('x'):rep(100) end return l end } }" },
  { "two cards that are one", asks "card = { t.deck:top(), t.deck:top() }", "twice" },
}

local here

-- Runs the program there with these lines typed: its status, and what it says, in a line.
local function runs(line, typed)
  local status, output = here:run(line, typed or "", "timeout 300")
  return status, (output:gsub("%s+", " "))
end

TestReproductions = {}

function TestReproductions.setUp()
  here = tools.place("games/once")
end

function TestReproductions.tearDown() here:remove() end

local function check(case)
  local name, text, said = table.unpack(case, 1, 3)
  here:write("games/once/game.lua", text)
  here:write("games/once/bots.lua", case.bots or "return {}")
  local seats = case.bots and "one,one" or "random,random"
  local function said_of(line)
    local status, output = runs(line)
    lu.assertTrue(status <= 2, ("%s: %s: status %d: %s"):format(name, line, status, output))
    lu.assertNil(output:find("[\27\7]"), name)
    if said then lu.assertStrContains(output, said, false, name .. ": " .. line) end
    return output, status
  end
  local plain = said_of(("sim once -n 3 -j 1 --seats %s --seed 1 --json"):format(seats))
  local four = said_of(("sim once -n 3 -j 4 --seats %s --seed 1 --json"):format(seats))
  local function less_the_time(output) return (output:gsub('"threads":%d+', ""):gsub('"seconds":[%d.e+-]+', ""):gsub(
    '"[%a_]*per_second":[%d.e+-]+', "")) end
  lu.assertEquals(less_the_time(four), less_the_time(plain), name)
  tools.remove(here.folder .. "/kept")
  local _, status = said_of(("play once --seats %s --seed 1 --journal kept"):format(seats))
  lu.assertEquals(status == 0, not said or case.bots ~= nil, name) -- a bot that fails is told, and chance plays on
  if said == nil then
    lu.assertEquals((runs "replay kept"), 0, name)
    lu.assertEquals((runs "verify kept"), 0, name)
  end
  for _, line in ipairs { "list", "check once --seconds 0" } do
    local code, output = runs(line)
    lu.assertTrue(code <= 1 and not output:find "[\27\7]", name)
  end
end

function TestReproductions.test_all() for _, case in ipairs(CASES) do check(case) end end

-- A search plays the game on and back again, which a local of the file doesn't follow: the sentence is that of a step that
-- has changed it, and the table is kept.
function TestReproductions.test_a_counter_at_file_level_under_a_search()
  here:write("games/once/bots.lua", "return {}")
  local counting = step [[for seat in t:seats() do seat:ask { 'q', 'How many?', min = 0, max = 3 } n = n + 1
    if n > 50 then error 'counted' end end]]
  local text = "local n = 0\n" .. counting:gsub("order = ", 'actions = { bow = { "bow", step = "over" } }, %0')
  here:write("games/once/game.lua", text)
  for _, seats in ipairs { "Anna=me,Ben=search:40", "Anna=search:40,Ben=me" } do
    tools.remove(here.folder .. "/kept")
    local _, said = runs("play once --journal kept --seats " .. seats, "1\n:undo\n:quit\n")
    lu.assertStrMatches(said, ".*games/once/game%.lua:%d+: `n` was 0 and is %d+ now, changed by the function here: "
      .. "declare values that change in `state` Nothing is lost%. Fix the script .*")
    lu.assertStrContains(said, "The table is saved")
    here:write("games/once/game.lua", (text:gsub("n = n %+ 1", "")))
    lu.assertStrContains(select(2, runs("resume kept", ":reload\n1\n1\n")), "Ben")
    here:write("games/once/game.lua", text)
  end
  lu.assertStrContains(select(2, runs "sim once -n 1 --seats random,search:40"), "`n` was 0 and is ")
end

function TestReproductions.test_an_action_at_a_table_that_has_stopped()
  local bow = 'actions = { bow = { "bow", step = "over" } }, '
  here:write("games/once/game.lua", (step "error 'no'":gsub("order =", bow .. "%0")))
  here:write("games/once/bots.lua", "return {}")
  local _, said = runs("play once --seats Anna=me,Ben=me", "\n:bow\n:quit\n")
  lu.assertStrContains(said, "the game has stopped: type `:reload` or `:undo` first")
end

function TestReproductions.test_a_card_typed_where_a_seat_is_asked()
  here:write("games/once/game.lua", CASES[1][2])
  here:write("games/once/bots.lua", "return {}")
  local status, said = runs("play once --seats Anna=me,Ben=random --seed 1 --journal kept", "Kh\nBen\n")
  lu.assertEquals(status, 0, said)
  lu.assertStrContains(said, "`Kh` is not a choice: expected Anna or Ben")
end
