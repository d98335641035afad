-- What a script may do to a bot that searches: it ends with a sentence, and the table stays as it was.

local tools = dofile "tests/tools.lua"
local here

TestSearching = {}

function TestSearching.setUp() here = tools.place("guess") end

function TestSearching.tearDown() here:remove() end

-- Three rounds in which each says a number, which are points.
local GAME = [[
return game {
  title = "Guess", one_line = "a guess", seats = { 2, 2 }, order = { "begin", { "go" }, "over" }, %s,
  begin = function(t)
    local list = {}
    for i = 1, t.rules.big do list[i] = ("x"):rep(1000) .. i end
    t.big = list
  end,
  go = function(t)
    t.round = t.round + 1
    for seat in t:seats() do
      local said = seat:ask { "n", "N?", %s }
      seat.points = seat.points + (math.tointeger(said) or 0)
    end
    return t.round >= 3 and done or nil
  end,
  over = function(t) t:finish(%s) end,
}
]]

local function write(question, fields, rank)
  local state = "rules = { big = { 0, 'KB of state', min = 0, max = 40000 } }, " ..
    "state = { round = 0, big = none, seat = { points = 0 } }, "
  here:write("guess/game.lua", GAME:format(state .. (fields or "player = 'guesser'"),
    question or "min = 0, max = 4", rank or '"points"'))
end

-- With so much in its state the game goes well, and `imagine` besides does not.
function TestSearching.test_where_the_memory_ends_the_table_is_brought_back()
  write()
  local line = "play ./guess --set big=8000 --seats me,random --seed 5 --journal %s.journal"
  local status, text = here:run(line:format "hinted", ":hint search:10\n2\n:hint search:10\n1\n:hint search:10\n2\n")
  lu.assertEquals(status, 0)
  lu.assertStrContains(text, "used more than 64 MB of memory")
  here:says("verify hinted.journal", 0, "every step match, and so does the end of the game")
  local _, plain = here:run(line:format "plain", "2\n1\n2\n")
  lu.assertEquals(text:match "1%. .*", plain:match("1%. .*"):gsub("plain", "hinted"))
end

local ENDLESS = "game.lua:%d+: ran for more than 50000000 instructions without an answer"

function TestSearching.test_standing_is_a_script_s()
  for body, told in pairs {
    ["while true do end"] = ENDLESS, ["error 'no luck'"] = "game.lua:2: no luck",
    ["return 'x'"] = "standing: expected a number of points, got string",
    ["return 0 / 0"] = "standing: expected a number of points, got nan" } do
    write(nil, ("standing = function() %s end"):format(body))
    local _, text = here:run "sim ./guess -n 1 -j 1 --seats search:4,random"
    lu.assertNotNil(text:gsub("\n", " "):find(told), text)
  end
end

-- Whatever is said brings nothing, so the bot's answer stands: the number of the round, which it counts in its notes.
function TestSearching.test_it_notes_what_the_bot_would_note()
  here:write("guess/game.lua", [[
return game {
  title = "Guess", one_line = "a guess", seats = { 2, 2 }, order = { { "go" }, "over" }, player = "guesser",
  state = { round = 0 }, measures = { right = { "rounds counted", by = "seat" } },
  go = function(t)
    for seat in t:seats() do
      if seat:ask { "n", "N?", min = 0, max = 9 } == t.round % 10 then t:measure("right", 1, seat) end
    end
    t.round = t.round + 1
    return t.round >= 20 and done or nil
  end,
  over = function(t) t:finish(t:rank_by(function() return 0 end)) end,
}
]])
  here:write("guess/bots.lua", [[
return { best = "counter", counter = { one_line = "counts", n = function(me)
  me.notes.n = (me.notes.n or -1) + 1
  return me.notes.n % 10
end } }
]])
  here:says("sim ./guess -n 1 -j 1 --seats search:20,random --seed 5", 0, "\n  Anna          20.00 ")
  here:says("play ./guess --seats search:20,random --seed 5 --journal noted.journal", 0)
  local _, notes = here:read "noted.journal":gsub(" n 1 %x+\n", "")
  lu.assertEquals(notes, 20)
  here:says("verify noted.journal", 0, "every step match, and so does the end of the game")
end

-- Whatever is laid brings nothing, so the bot's answer stands, and in its order.
function TestSearching.test_the_bots_cards_stay_in_order()
  here:write("guess/game.lua", [[
return game {
  title = "Guess", one_line = "two cards in order", seats = { 2, 2 }, order = { { "go" }, "over" }, player = "guesser",
  deck = "standard", piles = { laid = "everyone", seat = { hand = "owner" } }, state = { round = 0 },
  measures = { falling = "rounds with the higher card first" },
  go = function(t)
    local seat = t.seat[1]
    t.deck:shuffle()
    t.deck:deal(3, seat.hand)
    local two = seat:ask { "two", "Which?", cards = seat.hand, count = 2 }
    if two[1].value > two[2].value then t:measure("falling") end
    t.laid:put(two)
    t.round = t.round + 1
    return t.round >= 9 and done or nil
  end,
  over = function(t) t:finish(t:rank_by(function() return 0 end)) end,
}
]])
  here:write("guess/bots.lua", [[
return { best = "falls", falls = { one_line = "the higher first", two = function(me, q)
  local cards = table.move(q.options, 1, #q.options, 1, {})
  table.sort(cards, function(x, y) return x.value > y.value end)
  for i = 2, #cards do if cards[i - 1].value > cards[i].value then return { cards[i - 1], cards[i] } end end
  return { cards[1], cards[2] }
end } }
]])
  local _, alone = here:run "sim ./guess -n 1 -j 1 --seats falls,random --seed 5"
  local _, searching = here:run "sim ./guess -n 1 -j 1 --seats search:20,random --seed 5"
  local falling = "higher card first +([%d.]+)"
  lu.assertTrue(tonumber(alone:match(falling)) >= 8, alone)
  lu.assertIs(searching:match(falling), alone:match(falling), searching)
end

-- At the end it ranks; before, nobody asks it but a search.
function TestSearching.test_what_ranks_is_a_script_s()
  write(nil, nil, "t:rank_by(function(seat) while t.round < 3 do end return seat.points end)")
  here:says("sim ./guess -n 1 --seats random,random", 0)
  local _, text = here:run "sim ./guess -n 1 --seats search:10,random"
  lu.assertStrContains(text, "ran for more")
end

function TestSearching.test_questions_of_no_answer_and_of_very_many()
  for _, question in ipairs { "text = 9, bot = {}", "min = 0, max = 1 << 62, optional = true",
    "min = -1 << 62, max = 1 << 62, step = 1 << 61" } do
    write(question)
    here:says("sim ./guess -n 2 --seats search:30,random", 0, "2 games with a result")
  end
end

-- Ctrl-C ends a search in mid-thought.
function TestSearching.test_a_run_that_is_stopped()
  local status, text = tools.shell("timeout -k 60 -s INT 1 " .. tools.program() ..
    " sim fish_out -n 2 -j 1 --seats search:1000000,heron,heron,heron")
  lu.assertStrContains(text, "2 not played")
  lu.assertNotEquals(status, 137)
end

-- What a mint has given would tell what secret pools hold.
function TestSearching.test_a_mint_that_fills_secret_pools_is_closed()
  local g = tools.open([[
return game { title = "Purses", seats = { 2, 2 }, order = { "go" },
  pools = { bank = "mint", seat = { purse = secret(0) } },
  go = function(t) t.bank:pay(3, t.seat[2].purse) t.seat[1]:ask { "ok", "OK?", confirm = true } t:finish() end }
]], { seats = 2, seed = "1" }, "purses")
  g:run()
  lu.assertNil(g:view(g.t.seat[1], function(t) return t.bank:amount() end))
  lu.assertEquals(g.t.bank:amount(), -3)
end
