-- One way to run: every game of tests/fixtures/games and scripts made by chance are played all the ways there are, and each has
-- to go the same way: at random inside `ask` with nobody listening, by one thread and by four; through waiting questions
-- with a journal; that journal replayed and verified; gone on with after each answer; with answers taken back and given
-- again. Places, scores, questions and measures are compared, and every play, event and hash of the state.
--
--   ONE_WAY=300        so many scripts, and the stock games too; 40 and none when not given
--   ONE_WAY_SCRIPT=17  only that script, which is printed

local files = require "host.files"
local folders = require "shared.folders"
local journal = require "front.session.journal"
local session = require "front.session.session"
local simulation = require "front.lab.simulation"
local tools = dofile "tests/front/tools.lua"

local SCRIPTS, ONLY = tonumber(os.getenv "ONE_WAY"), tonumber(os.getenv "ONE_WAY_SCRIPT")
local GAMES, CHAIN = 3, 25 -- games by each way; answers after which a game is gone on with
local LIBRARY -- a folder that stands for the library, with a fault in it; nil for the program's own

-- --- scripts by chance ---

-- A function of n that gives a whole number from 1 to n.
local function from_one(text)
  local random = tools.chance(text)
  return function(n) return random(n) + 1 end
end

-- Ways to name a seat, where `t` is the table and `one` a seat.
local SEATS = { "t.seat[1]", "t.seat[#t.seat]", "t.seat[1]:left()", "one", "one:right()", "one.table.seat[2]",
  "t:choose(t.seat)", "({ t:best_seats(function(s) return #s.hand end) })[1][1]", "t.last or one" }

-- Ways to name a pile.
local PILES = { "t.deck", "t.lake", "t.row", "one.hand", "one.shown", "t.seat[2].hand", "one:left().shown",
  "one.table.lake", "one.gone" }

local CARDS = { "one.hand", "one.hand:list()", "t.lake:list()", "t.deck", "one.shown", "t.row" }

-- What a step does; SEAT, PILE, CARDS and NUMBER stand for one of theirs, drawn anew each.
local PARTS = {
  "t.deck:shuffle()",
  "for s in t:seats() do if #t.deck > 3 then t.deck:deal(NUMBER % 3, s.hand) end end",
  "if #t.deck > 8 then t.deck:draw_up_to(NUMBER, PILE) end",
  "t:each(function(_, s) if #s.hand > 0 then s.shown:put(s.hand:top()) end end, SEAT)",
  "PILE:move_all(PILE)", "PILE:shuffle()", "t:gather(t.deck)", "t:gather(t.deck, one.hand, t.lake)",
  "if #PILE > 0 then PILE:show(PILE:top(), SEAT) end",
  "local n = SEAT:ask { 'number', 'Which, %s?', one, min = 1, max = NUMBER, default = 1 } t.n = t.n + n",
  "local n = SEAT:ask { 'by', 'How much?', min = -NUMBER, max = NUMBER * 5, step = 3, optional = true }"
    .. " t.n = t.n + (n or 0)",
  "t.n = t.n * 2 % 1000 + SEAT:ask { 'way', 'Which way?', one_of = { 1, 2, 3, NUMBER + 3 } }",
  "t.text = SEAT:ask { 'word', 'Which word?', one_of = LIST }",
  "t.last = SEAT:ask { 'who', 'Who?', one_of = t.seat, optional = NUMBER % 2 == 0 }",
  "t.last = SEAT:ask { 'other', 'Who?', one_of = { one, one:left() } }",
  "t.n = t.n + SEAT:ask { 'what', 'What?', one_of = { { text = 'much', n = 5 }, { text = 'less', n = NUMBER } } }.n",
  "if SEAT:ask { 'sure', 'Sure, %s? %s', one, #t.deck, confirm = true } then t.n = t.n + 1 end",
  "local c = SEAT:ask { 'card', 'Which card of %s?', PILE, card = CARDS, optional = true } if c then t.lake:put(c) end",
  "local c = SEAT:ask { 'red', 'Red?', card = CARDS, optional = true,"
    .. " fits = function(x) return x.color == 'red' end } if c then one.shown:put(c) end",
  "local l = SEAT:ask { 'some', 'Some?', cards = CARDS, min = 0, max = NUMBER }"
    .. " for _, c in ipairs(l) do t.row:put(c) end",
  "local l = SEAT:ask { 'fit', 'Some?', cards = CARDS, min = 0, max = 4, fits = function(c, chosen)"
    .. " return #chosen == 0 or chosen[#chosen].suit == c.suit end }"
    .. " t.n = t.n + #l for i = 1, #l do one.gone:put(l[i]) end",
  "t.text = SEAT:ask { 'say', 'Say it', text = 20, optional = NUMBER % 2 == 0, bot = { 'ha', 'ho ho', '' } }"
    .. " or 'none'",
  "local all = t:ask_all(nil, { 'bid', 'Bid?', min = 0, max = NUMBER })"
    .. " for s in t:seats() do s.points = s.points + all[s] end",
  "local all = t:ask_all({ one, one:left() }, function(s)"
    .. " if #s.hand > 0 then return { 'lay', 'Which?', card = s.hand } end end)"
    .. " for s in t:seats() do if all[s] then t.row:put(all[s]) end end",
  "t:each(function(_, s) s.points = s.points + s:ask { 'each', 'Which?', one_of = { 1, 2, NUMBER + 2 } } end)",
  "one.chips:pay_up_to(NUMBER, t.pot) t.bank:pay(1, SEAT.chips)",
  "t.pot:pay_up_to(NUMBER, SEAT.chips)",
  "t.n = t.n + t:random(1, NUMBER) + t:roll('2d6kh1+1', one)",
  "t:say('%s has %s and %c; %s', SEAT, SEAT.chips, PILE, t.list)", "t:say(t.telling, SEAT, NUMBER)",
  "t:say(function(_, n) return '%s and %s', n, one.name end, t.n)", "SEAT:say('%+d', function() return t.n end)",
  "t:event('noted', { n = t.n, who = SEAT, cards = PILE:list() })", "t:measure('counted', NUMBER)",
  "t.list = { t.n, SEAT, PILE, { one.hand:top(), key = 'x', [SEAT] = NUMBER } }",
  "if #t.list > 0 then t.list[#t.list + 1] = #t.list t.list.more = (t.list.more or 0) + 1 end",
  "local row = { 1, 2, 3, 4 } row[NUMBER] = nil for k, v in pairs(row) do t.n = t.n + k * v end",
  "local row = { b = 1, a = 2, [one] = 3, [7] = 4 } for k, v in pairs(row) do"
    .. " t.n = (t.n * 3 + v + #tostring(k)) % 999 end",
  "for i, s in pairs(t.seat) do s.points = s.points + i end for k, v in pairs(t.rules) do t.n = t.n + #k + v end",
  "for k, v in pairs(one) do if v == 0 then t.n = t.n + #tostring(k) end end",
  "table.sort(LIST_OF_STATE, function(a, b) return a > b end)",
  "one.s = one.s + NUMBER t.text = one.name .. one.s",
  "t.x = nil t.x = t.x or SEAT", "t.n = t.n + t.rules.stake",
  "if t.n % 17 == NUMBER then t:finish(t:rank_by('chips')) end",
  "if t.n % 29 == NUMBER then error('a script fails') end",
}

local FACINGS = { "nobody", "owner", "everyone", "top" }
local DECKS = { "'standard'", "{ 'standard', copies = 2, jokers = 2 }",
  "kind { name = 'made', suits = { { 'sun', color = 'red' }, { 'moon', color = 'blue' } },"
    .. " ranks = { '1', '2', '3', '4', '5', '6', '7', '8', '9' } }" }
local ORDERS = { "'a', 'b', { 'c', 'turn' }, 'd', 'over'", "{ 'a', { 'b', 'turn' }, 'twice' }, 'c', 'd', 'over'",
  "'a', { 'b', 'c', 'd', 'turn' }, 'over'" }

local function pick(random, list) return list[random(#list)] end

local function part(random)
  local text = pick(random, PARTS):gsub("LIST_OF_STATE", "t.numbers")
  return (text:gsub("%u%u%u%u+", function(word)
    if word == "SEAT" then return "(" .. pick(random, SEATS) .. ")"
    elseif word == "PILE" then return pick(random, PILES)
    elseif word == "CARDS" then return pick(random, CARDS)
    elseif word == "NUMBER" then return tostring(random(6)) end
  end))
end

local function step(random, most)
  local lines = { "function(t, by) local one = by or t.seat[t.n % #t.seat + 1]" }
  for _ = 1, random(most) do lines[#lines + 1] = "do " .. part(random) .. " end one = one:left()" end
  return table.concat(lines, "\n    ") .. "\n  end"
end

local function facing(random) return pick(random, FACINGS) end

local function script(random)
  local text = { "local LIST = { 'north', 'south', 'east' }", "return game { title = 'Made', seats = { 2, 4 },",
    "  deck = " .. pick(random, DECKS) .. ",",
    ("  piles = { lake = %q, row = %q, seat = { hand = 'owner', shown = %q, gone = %q } },"):format(facing(random),
      facing(random), facing(random), facing(random)),
    "  pools = { pot = 3, bank = 'mint', seat = { chips = 20 } },",
    "  rules = { stake = { 3, 'a stake' }, rounds = { 2, 'rounds' } },",
    "  state = { n = 0, turns = 0, rounds = 0, list = {}, numbers = { 3, 1, 2 }, x = none, last = none, text = '',",
    "    seat = { points = 0, s = secret(0) } },", "  measures = { counted = 'what was counted' },",
    "  actions = { bow = { 'bow', step = 'bows', who = function(t, seat) return #seat.hand % 2 == 0 end } },",
    "  order = { " .. pick(random, ORDERS) .. " }," }
  for _, name in ipairs { "a", "b", "c", "d" } do text[#text + 1] = ("  %s = %s,"):format(name, step(random, 6)) end
  text[#text + 1] = "  bows = " .. step(random, 2) .. ","
  text[#text + 1] = [[
  turn = function(t)
    t.turns = t.turns + 1
    if t.turns % 3 == 0 then return done end
    if t.turns % 5 == 0 then return again end
  end,
  twice = function(t)
    t.rounds = t.rounds + 1
    if t.rounds == t.rules.rounds then return done end
  end,
  telling = function(t, seat, n) return "%s of %s, %s", n, seat, #t.lake end,
  digest = function(t, seat)
    local sum = t.n + #t.text + #t.list
    for _, pile in ipairs { t.deck, t.lake, t.row, seat.hand, seat.shown, seat.gone } do
      for card in pile:cards() do sum = (sum * 31 + card.index) % 1000003 end
    end
    return sum + seat.points + seat.s
  end,
  over = function(t)
    for seat in t:seats() do seat.points = t:digest(seat) end
    t:finish(t:rank_by("points", "chips"))
  end,
}]]
  return table.concat(text, "\n")
end

-- A bot that remembers, looks and leaves some of it to chance.
local BOTS = [[
local function among(me, q)
  me.notes.asked = (me.notes.asked or 0) + 1
  me.notes.seen = { #me.seen, #me:unseen(), me.hand:top() }
  if q.kind == "number" then return q.min end
  if q.kind == "one_of" or q.kind == "card" then return q.options[me.notes.asked % #q.options + 1] end
  if q.kind == "confirm" then return me:random(1, 2) == 1 end
  if q.kind == "text" then return me.notes.asked % 2 == 0 and "so" or "no" end
end
return { best = "keen", keen = { one_line = "keeps notes", otherwise = among,
  way = function(me, q) return me:choose(q.options) end } }]]

-- --- the ways ---

local function one_at(game, seats, bot)
  return tools.setup(game, tools.one_and_random(bot, seats), nil, LIBRARY)
end

-- The rows of some games as texts, with what the first to fail said.
local function rows(how, setup, more)
  local list = {}
  local plan = { setups = { setup }, games = more.games or GAMES, seed = files.sha256("one way"), limit = 3000,
    jobs = more.jobs or 1, actions = more.actions, save = more.save }
  function plan.each(i, ending, row) list[i] = ending .. " " .. table.concat(row, " ") end
  local outcome, why = how(plan)
  if not outcome then return { why } end
  list[#list + 1] = outcome.failure
  return list
end

local function plays_of(s)
  local list = {}
  for i = 1, #s.plays do
    local play = s:play(i)
    list[i] = ("%s %s %s"):format(play.kind, play.seat, play.text)
  end
  return list
end

local function events_of(s)
  local list = {}
  for i, e in ipairs(s.world:engine("happened")) do
    for k = 1, 10 do e[k] = tostring(e[k] or "") end
    list[i] = table.concat(e, " ")
  end
  return list
end

local function first_records(from)
  local copy, i = journal.create(), 0
  repeat
    i = i + 1
    copy:append(from:record(i))
  until from:record(i) == "O"
  return copy
end

-- One more answer by whoever is to give it.
local function answer(s)
  local seat = s.world:engine("asked")
  return s:answer_bot(s.config.answerers[seat])
end

-- A session of its own that gives the same answers: every one in a table that was opened for it, as far as CHAIN goes,
-- every third taken back and given again.
local function gone_on_with(kept)
  local s = session.load(first_records(kept), LIBRARY)
  for n = 1, 3000 do
    if s:run() ~= "question" then break end
    local before, nothing = #s.plays, s.stop == "nothing"
    if not answer(s) then break end
    local given = s:play(#s.plays)
    if n % 3 == 0 and n < CHAIN and not nothing and given.kind == "a" then
      s.plays[#s.plays] = s.plays[#s.plays]:gsub("^a b", "a p")
      s:run()
      lu.assertTrue(s:undo())
      while #s.plays < before do s:run() end
      while s:run() == "question" and s.stop == "nothing" do s:answer("") end
      lu.assertTrue(s:answer_encoded(given.text, true))
    elseif n < CHAIN then
      local copy = journal.create()
      for i = 1, s.journal:count() do copy:append(s.journal:record(i)) end
      s:close()
      s = session.load(copy, LIBRARY, true)
    end
  end
  return s
end

-- A kept game: verified, and where nothing was done out of turn played once more by other ways.
local function check_journal(path, what, other_ways)
  local kept = journal.read(path)
  local s, why = session.load(kept, LIBRARY, true)
  lu.assertNotNil(s, why)
  s:run()
  local plays, events, state, problem = plays_of(s), events_of(s), s.state, s.problem
  if other_ways and #plays < 400 then
    local r = gone_on_with(kept)
    lu.assertEquals({ r.state, r.problem }, { state, problem }, what)
    lu.assertEquals(plays_of(r), plays, what)
    if state == "over" then lu.assertEquals(#events_of(r), #events, what) end
    r:close()
  end
  s:close()
end

local counts = { scripts = 0, games = 0, failed = 0 }

local function check_ways(setup, what, actions)
  local folder = tools.folder()
  local plain = rows(simulation.play, setup, { actions = actions })
  lu.assertEquals(rows(simulation.play, setup, { actions = actions, jobs = 4 }), plain, what .. ": four threads")
  lu.assertEquals(rows(simulation.play_saved, setup, { actions = actions, save = folder }), plain, what .. ": kept")
  for _, name in ipairs(files.list(folder)) do
    check_journal(folder .. "/" .. name, what .. ": " .. name, not actions)
  end
  tools.remove(folder)
  counts.games, counts.failed = counts.games + GAMES, counts.failed + (plain[GAMES + 1] and 1 or 0)
end

TestOneWay = {}

function TestOneWay.test_scripts_by_chance()
  local folder = tools.folder()
  tools.write(folder .. "/bots.lua", BOTS)
  for n = ONLY or 1, ONLY or SCRIPTS or 40 do
    local random = from_one("script " .. n)
    local text = script(random)
    if ONLY then print(text) end
    tools.write(folder .. "/game.lua", text)
    local setup, mistakes = one_at(folder, 1 + random(3), n % 2 == 0 and "keen" or "random")
    lu.assertNotNil(setup, tostring(mistakes) .. "\n" .. text)
    check_ways(setup, "script " .. n, n % 4 == 3 and 0.3 or nil)
    counts.scripts = counts.scripts + 1
  end
  tools.remove(folder)
  print(("one way: note: %d scripts by chance, %d games each way, %d scripts that fail"):format(counts.scripts,
    counts.games, counts.failed))
end

-- What went one way in a simulation and another at a kept table: a text's function that draws chance or changes a local,
-- a list of seats that was empty there, a bot's local that counts over games and threads. `put_back` is the fault: a file
-- of the library, its text there and the faulty one.
local ONCE_DIFFERENT = {
  { "t:say('%s', function() t.n = t.n + t:random(1, 1000) return 'x' end)", refused = true,
    put_back = { "table/marked_text.lua", "host.tell(b.block, value)", "value()" } },
  { "local n = 0 t:say('%s', function() n = n + 1 return n end) t.n = n", refused = true,
    put_back = { "table/marked_text.lua", "host.tell(b.block, value)", "value()" } },
  { "local who = t.seat[1]:ask { 'who', 'Who?', one_of = t.seat, optional = true } t.n = who and who.number or 0",
    put_back = { "table/joining.lua", "host.freeze(b.fixed.seat)",
      "b.fixed.seat = setmetatable({}, { __index = b.fixed.seat, constant = true })" } },
  { "for i in pairs(t.seat) do t.n = t.n + i end for _, v in pairs(t.rules) do t.n = t.n + v end",
    put_back = { "table/joining.lua", "host.freeze(b.fixed.seat)",
      "b.fixed.seat = setmetatable({}, { __index = b.fixed.seat, constant = true })" } },
  { bots = "local n = 0 return { best = 'keen', keen = { one_line = '', pick = function() n = n + 1 return n end } }",
    "t.n = t.seat[1]:ask { 'pick', 'Pick', min = 1, max = 100 }",
    put_back = { "ask/scripted_bots.lua", "host.remember(bot)", "host.remember({})" } },
}

-- Did both tables play the same game, or did the kept one refuse it? In each game its lines are compared too, in a
-- simulation in the first one only.
local function same_rows(kept, plain, fault)
  for i, row in ipairs(kept) do
    if not (fault.refused and row:find "^failed ") then lu.assertEquals(row, plain[i], fault[1]) end
  end
  lu.assertEquals({ kept[1], #kept }, { plain[1], #plain }, fault[1])
end

local function check_fault(folder, fault)
  tools.write(folder .. "/bots.lua", fault.bots or BOTS)
  tools.write(folder .. "/game.lua", [[return game { title = "Once", seats = { 2, 2 }, order = { "play" },
    state = { n = 0, seat = { points = 0 } }, rules = { stake = { 3, "a stake" } },
    play = function(t) ]] .. fault[1] .. [[ t.seat[1].points = t.n t:finish(t:rank_by("points")) end }]])
  local more = { games = 12 }
  local setup = assert(one_at(folder, 2, "keen"))
  local plain = rows(simulation.play, setup, more)
  local kept_in = folder .. "/kept"
  files.mkdir(kept_in)
  more.jobs, more.save = 4, kept_in
  local four, kept = rows(simulation.play, setup, more), rows(simulation.play_saved, setup, more)
  for _, name in ipairs(files.list(kept_in)) do os.remove(kept_in .. "/" .. name) end
  os.remove(kept_in)
  lu.assertEquals(four, plain, fault[1])
  same_rows(kept, plain, fault)
end

function TestOneWay.test_what_once_went_different_ways()
  tools.in_folder(function(folder) for _, fault in ipairs(ONCE_DIFFERENT) do check_fault(folder, fault) end end)
end

-- With its fault put back each of them is found.
function TestOneWay.test_a_fault_that_is_put_back_is_found()
  local library = tools.folder()
  for _, fault in ipairs(ONCE_DIFFERENT) do
    local name, right, wrong = table.unpack(fault.put_back)
    local text = tools.read("stdlib/" .. name)
    local from, to = text:find(right, 1, true)
    lu.assertNotNil(from, name .. " has changed: say here how the fault is put back")
    tools.write(library .. "/" .. name, text:sub(1, from - 1) .. wrong .. text:sub(to + 1))
    LIBRARY = library
    local ok, why = pcall(tools.in_folder, function(folder) check_fault(folder, fault) end)
    LIBRARY = nil
    os.remove(library .. "/" .. name)
    lu.assertFalse(ok, "not found: " .. fault[1])
    lu.assertStrContains(tostring(type(why) == "table" and why.msg or why), "expected")
  end
  tools.remove(library)
end

-- At random, with as few seats as may be.
local function check_game(game)
  local setup, mistakes
  for seats = 1, 6 do
    if not setup then setup, mistakes = one_at(game, seats, "random") end
  end
  lu.assertNotNil(setup, mistakes)
  check_ways(setup, game)
end

function TestOneWay.test_small_games()
  for _, name in ipairs(files.list("tests/fixtures/games")) do check_game("tests/fixtures/games/" .. name) end
end

function TestOneWay.test_stock_games()
  if not SCRIPTS then return end
  for _, game in ipairs(folders.games()) do check_game(game) end
end
