-- A session: undo, resume, reload, what waits for the next step, and a disk that is full.

local session = require "front.session.session"
local reload = require "front.session.reload"
local journal = require "front.session.journal"
local worlds = require "front.session.worlds"
local files = require "host.files"
local tools = dofile "tests/front/tools.lua"

local GAMES = { "fish_out", "rod_and_reel", "parley", "night_landing", "baltimore_poker",
  "merchants_bank" }

local function contains(text, part) lu.assertStrContains(text or "", part) end

-- --- sessions ---

local function config(game, seats, kept)
  local c = { game = game, seed = files.sha256("session"), players = { [0] = { name = "P0" } },
    answerers = { [0] = "me" }, journal = kept }
  for i = 1, seats do
    c.players[i], c.answerers[i] = { name = "P" .. i }, "me"
  end
  return c
end

local function begin(game, seats, kept)
  local s, mistakes = session.begin(config(game, seats, kept or journal.create()))
  lu.assertNotNil(s, mistakes)
  s:run()
  return s
end

-- The journal's first `count` records, gone on with; quickly: no state is compared.
local function again(s, count, quickly)
  local copy = journal.create()
  for i = 1, count or s.journal:count() do copy:append(s.journal:record(i)) end
  local r, why = session.load(copy, nil, not quickly)
  lu.assertNotNil(r, why)
  r:run()
  return r
end

local function answer(s, text)
  local done, sentence = s:answer(text, true)
  if done then s:run() end
  return done, sentence
end

local function was_told(s, what)
  for _, e in ipairs(s.world:engine("happened")) do
    if e[9] and e[9]:find(what, 1, true) then return true end
  end
  return false
end

local function play_out(s)
  local n = 0
  while s:run() == "question" and n < 5000 do
    n = n + 1
    if not s:answer_random() then break end
  end
  lu.assertEquals(s.state, "over", s.problem)
end

-- --- stock games: any way there gives the same end ---

local function seats_of(game) return game == "fish_out" and 4 or game == "rod_and_reel" and 2 or 3 end

local function straight(game)
  local s = begin(game, seats_of(game))
  play_out(s)
  return s, tools.last_hash(s)
end

TestStockGames = {}

-- The answer just given at random, taken back and given again.
local function crooked(s, before, person)
  local play = s:play(before + 1)
  s.plays[before + 1] = s.plays[before + 1]:gsub("^a b", "a p")
  s:run()
  lu.assertTrue(s:undo())
  lu.assertEquals({ #s.plays, s.state }, { before, "question" })
  lu.assertTrue(s:answer(play.text, person))
end

-- Every third answer taken back and given again ends in the same state.
function TestStockGames.test_undo()
  for _, game in ipairs(GAMES) do
    local _, hash = straight(game)
    local s, n = begin(game, seats_of(game)), 0
    while s:run() == "question" and n < 5000 do
      local before, nothing = #s.plays, s.stop == "nothing"
      n = n + 1
      lu.assertTrue(s:answer_random())
      if n % 3 == 0 and not nothing then crooked(s, before, n % 9 ~= 0) end
    end
    lu.assertEquals({ s.state, tools.last_hash(s) }, { "over", hash }, game)
    lu.assertEquals(tools.last_hash(again(s)), hash, game)
  end
end

-- A journal cut after any record goes on to the same end.
function TestStockGames.test_resume()
  for _, game in ipairs(GAMES) do
    local s, hash = straight(game)
    local records, n = s.journal:count(), 1
    while s.journal:record(n) ~= "O" do n = n + 1 end
    local first = n
    while n < records do
      local r = again(s, n)
      play_out(r)
      lu.assertEquals(tools.last_hash(r), hash, ("%s after %d records"):format(game, n))
      r:close()
      n = n + 1 + (n - first) // 4
    end
    s:close()
  end
end

-- Where it stands, and all that has happened.
local function print_of(s)
  local list = { s.state, s.cursor, s.state == "over" and s.world:engine("state") or s.world:engine("asked") }
  for _, e in ipairs(s.world:engine("happened")) do
    for k = 1, 10 do e[k] = tostring(e[k]) end
    list[#list + 1] = table.concat(e, " ")
  end
  return list
end

local function assert_same(s, name)
  for _, r in ipairs { again(s), again(s, nil, true) } do
    local there, here = print_of(r), print_of(s)
    for i = 1, math.max(#there, #here) do lu.assertEquals(there[i], here[i], name) end
    r:close()
  end
end

-- Played again in one go, or answer by answer with each state compared: what happened and where it stands are the same.
function TestStockGames.test_one_go()
  for _, game in ipairs { "baltimore", "farmers_and_fishermen", "royal_pokebacc", "scotch_doubles", "storm_watch",
    table.unpack(GAMES) } do
    local s, n = begin(game, seats_of(game)), 0
    while s:run() == "question" and n < 1000 do
      n = n + 1
      lu.assertTrue(s:answer_random())
      if n % 97 == 5 then
        s:run()
        assert_same(s, ("%s after %d answers"):format(game, n))
      end
    end
    assert_same(s, game)
    s:close()
  end
end

-- The same scripts read again at a question change nothing.
function TestStockGames.test_reload()
  for _, game in ipairs { "fish_out", "rod_and_reel", "parley" } do
    local _, hash = straight(game)
    local s, n = begin(game, seats_of(game)), 0
    while s:run() == "question" and n < 5000 do
      n = n + 1
      if n % 15 == 1 and n < 60 then
        local report, mistakes = reload.run(s)
        lu.assertNotNil(report, mistakes)
        lu.assertEquals(s.state, "question")
      end
      s:answer_random()
    end
    lu.assertEquals({ s.state, tools.last_hash(s) }, { "over", hash }, game)
    local r = again(s)
    lu.assertEquals({ r.state, r.problem }, { "over", nil })
    lu.assertEquals(tools.last_hash(r), hash)
  end
end

-- However long the game, the checkpoints are few, and the last is near.
function TestStockGames.test_checkpoints()
  local s = straight("fish_out")
  lu.assertTrue(#s.checkpoints <= 33)
  lu.assertTrue(#s.plays - s.checkpoints[#s.checkpoints].cursor < 20)
end

-- --- a game of one's own, whose scripts change ---

local folder

local RULES, ORDER = "most = { 9, 'highest number', min = 0, max = 99 }", "{ { 'ask', 'count' }, 'over' }"

-- Each round asks everybody for a number up to `most`.
local function write_game(rules, order)
  tools.write(folder .. "/" .. "game.lua", ([[return game { title = 'Numbers', seats = { 2, 2 },
    deck = 'standard', rules = { %s },
    state = { round = 0, loud = false, seat = { sum = 0 } },
    actions = { shout = { 'shout', step = 'shouted', who = function(t) return not t.loud end } },
    order = %s,
    ask = function(t)
      for seat in t:seats() do seat.sum = seat.sum + seat:ask { 'n', 'How many?', min = 0, max = t.rules.most } end
    end,
    hello = function(t) t:say('Hello') end,
    count = function(t) t.round = t.round + 1 if t.round == 6 then return done end end,
    shouted = function(t, seat) t.loud = true t:say('%%s shouts', seat) end,
    over = function(t) t:finish(t:rank_by('sum')) end }]]):format(rules or RULES, order or ORDER))
end

local function numbers(kept)
  write_game()
  return begin(folder, 2, kept)
end

TestKept = {}

function TestKept:setUp()
  folder = tools.folder()
end

function TestKept:tearDown()
  tools.remove(folder)
end

-- What nobody chose is no record, so the last one is an answer; and still the game is over.
function TestKept.test_the_last_to_be_asked_have_nothing_to_choose()
  tools.write(folder .. "/" .. "game.lua", [[return game { title = 'Nothing', seats = { 2, 2 }, state = { n = 0 },
    order = { 'over' },
    over = function(t)
      t.n = t.seat[1]:ask { 'n', 'How many?', min = 0, max = 9 }
      t:ask_all(t.seat, function() return nil end)
      t:finish(t:rank_by(function(seat) return t.n * seat.number end))
    end }]])
  local s = begin(folder, 2)
  lu.assertTrue(answer(s, "3"))
  lu.assertEquals({ s.state, s.stop }, { "question", "nothing" })
  lu.assertEquals(again(s).state, "over") -- broken off here it goes on, for there is nothing to ask
  while s.state == "question" do answer(s, "") end
  lu.assertEquals(s.state, "over")
  local r = again(s)
  lu.assertEquals(r.state, "over")
  lu.assertTrue(s:undo())
  lu.assertEquals({ s:run(), s.stop }, { "question", "question" })
end

-- The game's own check gets copies, also where a rule is set in mid-game.
function TestKept.test_what_a_check_changes_is_no_change_of_the_game()
  tools.write(folder .. "/" .. "game.lua", [[return game { title = 'Checked', seats = { 2, 2 }, order = { 'over' },
    rules = { stake = { 3, "a stake" }, packs = { 1, "decks", min = 1, max = 4 } },
    decks = { deck = { "standard", copies = "packs" } },
    check = function(rules, _, players)
      if rules.stake == 5 then return "five is too many" end
      rules.stake = 99
      for _, player in ipairs(players) do player.name = "X" end
    end,
    over = function(t)
      t.seat[1]:ask { 'n', 'How many?', min = 0, max = 9 }
      t:say("%s: %s", t.seat[1], t.rules.stake)
      t:finish()
    end }]])
  local s = begin(folder, 2)
  lu.assertEquals({ s:set_rule("packs", "2") }, { nil, "rule `packs` can't change during a game" })
  lu.assertEquals({ s:set_rule("stake", "5") }, { nil, "five is too many" })
  lu.assertTrue(s:set_rule("stake", "4"))
  lu.assertTrue(answer(s, "1"))
  lu.assertTrue(was_told(s, ": 3"))
end

function TestKept.test_what_waits_for_the_next_step()
  local s = numbers()
  lu.assertTrue(answer(s, "1"))
  lu.assertTrue(s:act("shout", 2))
  lu.assertTrue(s:set_rule("most", "3"))
  lu.assertFalse(was_told(s, "shouts"))
  local r = again(s)
  lu.assertTrue(answer(s, "2") and answer(r, "2"))
  lu.assertTrue(was_told(s, "P2 shouts") and was_told(r, "P2 shouts"))
  lu.assertTrue(was_told(r, "most is now 3"))
  lu.assertNil((answer(s, "4")))
  lu.assertNil((answer(r, "4")))
  -- taken back with the answer before it, and only then
  lu.assertTrue(answer(s, "3") and s:undo())
  lu.assertTrue(was_told(s, "P2 shouts"))
  lu.assertTrue(s:undo())
  lu.assertEquals(#s.pending, 2)
  lu.assertTrue(s:undo())
  lu.assertEquals(#s.pending, 0)
  local done, sentence = s:undo()
  lu.assertNil(done)
  contains(sentence, "nothing to undo")
end

-- Who shouts twice before the step ends is told that the second came late.
function TestKept.test_too_late()
  local s = numbers()
  lu.assertTrue(s:act("shout", 1))
  lu.assertTrue(s:act("shout", 2))
  lu.assertTrue(answer(s, "1") and answer(s, "2"))
  lu.assertTrue(was_told(s, "P1 shouts"))
  lu.assertFalse(was_told(s, "P2 shouts"))
  lu.assertTrue(was_told(s, "Too late: you can't"))
  lu.assertEquals(#s.pending, 0)
  lu.assertTrue(was_told(again(s), "Too late: you can't"))
end

-- What waits when the game ends comes no more, and whoever wanted it is told.
function TestKept.test_too_late_for_good()
  tools.write(folder .. "/" .. "game.lua", [[return game { title = 'Short', seats = { 2, 2 }, deck = 'standard',
    order = { { 'deal', 'ask' } },
    actions = { shout = { 'shout', step = 'deal', when = { 'deal' }, moment = 'before the next deal',
      who = function(t, seat) return seat.number == 1 or 'only the first may shout' end } },
    deal = function() end,
    ask = function(t) if t.seat[1]:ask { 'last', 'The last?', confirm = true } then t:finish() end end }]])
  local s = begin(folder, 2)
  local done, sentence = s:act("shout", 2)
  lu.assertNil(done)
  lu.assertEquals(sentence, "only the first may shout")
  lu.assertTrue(s:act("shout", 1))
  done, sentence = s:act("shout", 1)
  lu.assertNil(done)
  lu.assertEquals(sentence, "that is coming already: it takes effect before the next deal")
  lu.assertTrue(answer(s, "yes"))
  lu.assertEquals(s.state, "over")
  lu.assertTrue(was_told(s, "Too late: you can't `shout` now."))
  lu.assertEquals(#s.pending, 0)
  local r = again(s)
  lu.assertTrue(was_told(r, "Too late: you can't `shout` now."))
  lu.assertTrue(s:undo())
  lu.assertEquals(#s.pending, 1)
end

-- What the game asks of a player is no mistake when the GM wants it.
function TestKept.test_an_action_for_players()
  tools.write(folder .. "/" .. "game.lua", [[return game { title = 'Ruled', seats = { 2, 2 }, gm = true,
    deck = 'standard',
    state = { seat = { sum = 6 } }, order = { { 'ask' } },
    actions = { shout = { 'shout', step = 'ask', who = function(t, seat) return seat.sum > 5 end } },
    ask = function(t) t.seat[1]:ask { 'n', 'How many?', min = 0, max = 9 } end }]])
  local s = begin(folder, 2)
  local done, sentence = s:act("shout", 0)
  lu.assertNil(done)
  lu.assertEquals(sentence, "`shout` is for players")
  lu.assertTrue(s:act("shout", 1))
end

function TestKept.test_who_answers_is_not_taken_back()
  local s = numbers()
  lu.assertTrue(answer(s, "1"))
  lu.assertTrue(s:seat(2, "random"))
  lu.assertTrue(s:undo())
  lu.assertEquals(s.config.answerers[2], "random")
  lu.assertEquals(again(s).config.answerers[2], "random")
end

-- A text told by the GM is no other record, whatever it begins with.
function TestKept.test_told()
  local s = numbers()
  lu.assertTrue(s:tell("g"))
  lu.assertTrue(s:tell("a game of another name"))
  local r = again(s)
  lu.assertTrue(was_told(r, "a game of another name"))
  lu.assertEquals(r.config.game, folder)
end

-- A journal whose hash of the state is another is found out by who verifies it.
function TestKept.test_another_hash()
  local s = numbers()
  lu.assertTrue(answer(s, "1") and answer(s, "2"))
  local copy, changed = journal.create(), 0
  for i = 1, s.journal:count() do
    local record, n = s.journal:record(i):gsub("^h %x", function(h) return h == "h 0" and "h 1" or "h 0" end)
    copy:append(record)
    changed = changed + n
  end
  local r = assert(session.load(copy, nil, true))
  lu.assertTrue(changed > 0)
  lu.assertEquals(r:run(), "broken")
  contains(r.problem, "differs from the journal")
end

-- A question of each kind, with values in its text or none, and choices that read alike.
function TestKept.test_each_kind_in_one_go()
  tools.write(folder .. "/" .. "game.lua", [[return game { title = 'Kinds', seats = { 2, 2 }, deck = 'standard',
    piles = { seat = { hand = 'owner' } },
    state = { round = 0 }, order = { { 'round_of' } },
    round_of = function(t)
      if t.round == 0 then for seat in t:seats() do t.deck:deal(5, seat.hand) end end
      t.round = t.round + 1
      for seat in t:seats() do
        local other = t.seat[3 - seat.number]
        seat:ask { 'number', '%s, 100%%?', seat, min = 0, max = 3 }
        seat:ask { 'wide', 'Which?', min = math.mininteger + 1, max = math.maxinteger - 1 }
        seat:ask { 'odd', 'Which?', min = -3, max = 3, step = 3, optional = true }
        seat:ask { 'option', '%s or %c?', 'A', seat.hand, one_of = { 'raise', 7, '7', -7, '#1', '-', '', 'x y' } }
        seat:ask { 'mixed', 'Whom?', one_of = { seat, other, 'P1', 2.5, true, seat.hand:top(), seat.hand:top().name,
          { text = 'P2' } } }
        seat:ask { 'hidden', 'Which?', card = other.hand }
        seat:ask { 'card', '100% sure?', card = seat.hand, optional = true }
        seat:ask { 'cards', 'Which?', cards = seat.hand, min = 0, max = 2,
          fits = function(card, chosen) return #chosen == 0 or card.suit ~= chosen[1].suit end }
        seat:ask { 'sure', 'Sure?', confirm = true }
        seat:ask { 'line', 'What?', text = 20, bot = { 'a b', 'yes', '5' } }
        t:ask_all(t.seat, function(one)
          if one ~= seat then one:ask { 'secret', 'Round %d?', t.round, one_of = { 'call', 'fold' } } end
        end)
      end
      if t.round == 12 then t:finish() end
    end }]])
  local s = begin(folder, 2)
  for n = 1, 300 do
    s:run()
    if s.state == "question" then lu.assertTrue(s:answer_random()) end
    while s:run() == "question" and s.stop == "nothing" do s:answer("") end -- who resumes passes it by
    if n % 50 == 0 then assert_same(s) end
  end
  lu.assertEquals(s.state, "over", s.problem)
end

-- What is wrong with a journal that is played again in one go is named as where each state is compared.
function TestKept.test_what_does_not_fit()
  local s = numbers()
  while #s.plays < 12 do lu.assertTrue(answer(s, "1")) end
  local function played(change)
    local copy, n = journal.create(), 0
    for i = 1, s.journal:count() do
      local record = s.journal:record(i)
      if record:find "^a" then n = n + 1 end
      record = n == 5 and record:find "^a" and change(record) or n ~= 5 and change("", record) or record
      if record ~= "" then copy:append(record) end
    end
    local problems = {}
    for _, verify in ipairs { true, false } do
      local r, why = session.load(copy, nil, verify)
      if r then r:run() end
      problems[#problems + 1] = r and r.problem or why or r.state
    end
    lu.assertEquals(problems[2], problems[1])
    return problems[1]
  end
  local function fifth(from, to)
    return played(function(line) return line ~= "" and line:gsub(from, to, 1) or nil end)
  end
  contains(fifth("1$", "99"), "the journal's answer `99` to ask/n is not possible here")
  contains(fifth("1$", "01"), "the journal's answer `01` to ask/n is not possible here")
  contains(fifth("p 1", "p 2"), "the journal's answer `1` to ask/n is not possible here")
  contains(fifth("ask", "count"), "the journal's answer `1` to count/n is not possible here")
  contains(fifth(" n ", " m "), "the journal's answer `1` to ask/m is not possible here")
  contains(fifth("p 1 ask n", "p 1 ask"), "can't be read")
  contains(fifth("1$", "1\\n"), "can't be read")
  contains(fifth(".*", "x 1 shout"), "has no end of a step here")
  contains(fifth(".*", "h 0123456789abcdef"), "has no answer to a question")
  contains(fifth(".*", ""), "the journal's answer `1` to ask/n is not possible here")
end

-- What a long table has had is more than a world may hold at once.
function TestKept.test_all_that_happened_is_read_in_slices()
  tools.write(folder .. "/" .. "game.lua", [[return game { title = 'Talk', seats = { 1, 1 }, order = { 'talk' },
    talk = function(t)
      for i = 1, 90000 do t:event('hm', { i = i }) end
      t:say('So much for that.')
      t.seat[1]:ask { 'on', 'On?', confirm = true }
    end }]])
  local s = begin(folder, 1)
  lu.assertEquals(s.state, "question", s.problem)
  local lines, count = s.world:call_with_table("tell.console_lines", "heard", 0, 1, { true })
  contains(lines[#lines], "So much for that.")
  lu.assertTrue(count > 90000)
  lu.assertEquals(select(2, s.world:call_with_table("tell.console_lines", "last_answers")), count)
  local lines_told = require("front.session.replay").lines(s, true, "letters")
  contains(lines_told[#lines_told - 1].text .. lines_told[#lines_told].text, "So much for that.")
  lu.assertTrue(lines_told[#lines_told].event > 90000)
end

function TestKept.test_the_last_answer_of_each()
  local s = numbers()
  s:answer_random()
  s:run()
  local bot = s.world:engine "count"
  lu.assertEquals(s.world:call_with_table("tell.console_lines", "last_answers"), { [0] = 0, 0, 0, all = 0 })
  lu.assertTrue(s.world:call_with_table("tell.console_lines", "last_answers", true)[1] <= bot)
  local seat = s.world:engine "asked"
  lu.assertTrue(answer(s, "5"))
  local last, count = s.world:call_with_table("tell.console_lines", "last_answers")
  lu.assertTrue(last[seat] >= bot and last[seat] <= count)
  lu.assertEquals(last.all, last[seat])
  lu.assertEquals(s.world:call_with_table("tell.console_lines", "last_answers", true)[seat], last[seat])
end

function TestKept.test_playing_again_tells_how_far_it_is()
  local s, seen = numbers(), {}
  for _ = 1, 6 do lu.assertTrue(answer(s, "5")) end
  local r = assert(session.load(s.journal))
  r:run(function(done, all) seen[#seen + 1] = { done, all } end)
  for i = 2, #seen do lu.assertTrue(seen[i][1] >= seen[i - 1][1]) end
  lu.assertEquals(seen[#seen], { #s.plays, #s.plays })
end

function TestKept.test_words_that_are_no_choice()
  tools.write(folder .. "/" .. "game.lua", [[return game { title = 'Words', seats = { 1, 1 }, deck = 'standard',
    piles = { seat = { hand = 'owner' } }, state = { round = 0 }, order = { { 'bids' } },
    bids = function(t)
      local seat = t.seat[1]
      t.deck:deal(3, seat.hand)
      t.round = t.round + 1
      seat:ask { 'blind', 'Which?', card = t.deck }
      seat:ask { 'word', 'Which?', one_of = { 'call', 'fold' } }
      seat:ask { 'card', 'Which?', card = seat.hand }
    end }]])
  local s = begin(folder, 1)
  for _ = 1, 9 do
    s:run()
    lu.assertTrue(s:answer_random())
  end
  for _, change in ipairs { "word bet", "card Zz", "blind Kh", "blind Ks", "blind Qd",
    "blind Qs" } do -- four can't be dealt
    local name, other = change:match "(%S+) (%S+)"
    for _, verify in ipairs { true, false } do
      local copy, seen = journal.create(), 0
      for i = 1, s.journal:count() do
        local record = s.journal:record(i)
        if record:find("^a .* " .. name .. " ") then seen = seen + 1 end
        copy:append(seen == 1 and record:gsub("(" .. name .. ") %S+$", "%1 " .. other) or record)
      end
      local r = assert(session.load(copy, nil, verify))
      r:run()
      contains(r.problem, ("the journal's answer `%s` to bids/%s is not possible here"):format(other, name))
    end
  end
end

function TestKept.test_another_contract()
  local s = numbers()
  local copy = journal.create()
  copy:append("H 0.0.9 1")
  for i = 2, s.journal:count() do copy:append(s.journal:record(i)) end
  local r, why = session.load(copy)
  local _, _, contract = files.version()
  lu.assertNil(r)
  contains(why, "version 1 of the script contract")
  contains(why, ("plays version %d"):format(contract))
end

-- Killed after any record of a reload, the table is there with the old scripts or the new, and with every answer.
function TestKept.test_reload_cut_short()
  local s = numbers()
  lu.assertTrue(answer(s, "5") and answer(s, "6") and answer(s, "7"))
  local before = s.journal:count()
  write_game("most = { 8, 'highest number', min = 0, max = 99 }", "{ 'hello', { 'ask', 'count' }, 'over' }")
  contains(reload.foretell(s), "rule most 9 -> 8")
  contains(reload.run(s), "rule most 9 -> 8")
  for n = before, s.journal:count() do
    local r = again(s, n)
    local whole = n == s.journal:count()
    lu.assertEquals(r.state, "question")
    lu.assertEquals((r.world:engine("asked")), 2)
    lu.assertEquals(answer(r, "9") == true, not whole)
    lu.assertTrue(answer(r, "8"))
    local rr = again(r)
    lu.assertEquals(#rr.plays, #r.plays)
    lu.assertEquals({ rr.world:engine("asked") }, { r.world:engine("asked") })
  end
  lu.assertNil((answer(s, "9")))
  lu.assertTrue(answer(s, "8"))
end

-- What the GM set stays; what waits still waits; who sits there sits there.
function TestKept.test_reload_keeps()
  local s = numbers()
  lu.assertTrue(s:set_rule("most", "7"))
  lu.assertTrue(answer(s, "5") and answer(s, "6") and answer(s, "7"))
  lu.assertTrue(s:seat(2, "random"))
  lu.assertTrue(s:act("shout", 2))
  write_game("most = { 2, 'highest number', min = 0, max = 99 }")
  contains(reload.run(s), "set to 7 here and stays so")
  lu.assertEquals(s.config.answerers[2], "random")
  local r = again(s)
  lu.assertEquals(r.config.answerers[2], "random")
  lu.assertTrue(answer(s, "7") and answer(r, "7"))
  lu.assertTrue(was_told(s, "P2 shouts") and was_told(r, "P2 shouts"))
end

function TestKept.test_reload_of_broken_scripts()
  local s = numbers()
  lu.assertTrue(answer(s, "5"))
  tools.write(folder .. "/" .. "game.lua", "return game { title = 'Numbers' ")
  local report, mistakes = reload.run(s)
  lu.assertNil(report)
  contains(mistakes, "game.lua:1:")
  lu.assertTrue(answer(s, "6"))
end

-- What `check` finds is told before the new scripts count, unless the old ones had it too; told once, it may be.
function TestKept.test_reload_of_mistakes_that_are_not_met_yet()
  local s = numbers()
  lu.assertTrue(answer(s, "5"))
  local path = folder .. "/game.lua"
  local text = tools.read(path)
  local wrong = text:gsub("over = function%(t%)", "%0 if t.round > 99 then t:say('%%s', t.rules.mots) end")
  lu.assertNotEquals(wrong, text)
  tools.write(path, wrong)
  local before = s.journal:count()
  local report, mistakes, errors = reload.run(s)
  lu.assertNil(report)
  lu.assertStrMatches(mistakes, ".*game.lua:%d+:%d+: no rule `mots`, did you mean `most`%?")
  lu.assertEquals(errors, mistakes)
  lu.assertEquals(select(2, reload.foretell(s)), mistakes)
  lu.assertEquals({ s.journal:count(), s.state, (s.world:engine("asked")) }, { before, "question", 2 })
  lu.assertNil(reload.run(s, "something else"))
  contains(reload.run(s, errors), "step over")
  tools.write(path, (wrong:gsub("99", "98")))
  contains(reload.run(s), "step over")
  tools.write(path, (wrong:gsub("rules.mots", "rules.moost, t.seat[1].nmae")))
  local both = select(2, reload.run(s))
  lu.assertStrMatches(both, ".*no rule `moost`.*\n.*a seat has no `nmae`, did you mean `name`%?.*")
  lu.assertTrue(answer(s, "6"))
end

-- Each field of a declaration: as it is, as it is then, and how the change is called; `without` another of them.
local FIELDS = {
  title = { "'Fields'", "'Felder'", "the title" }, one_line = { "'one'", "'two'", "the line below the title" },
  player = { "'fisher'", "'angler'", "the word for a player" },
  master = { "'scorer'", "'umpire'", "the word for the game master" }, seats = { "{ 1, 2 }", "{ 1, 3 }", "the seats" },
  gm = { "true", "'open'", "the game master's seat" },
  deck = { "'standard'", "{ 'standard', copies = 2 }", "the deck", without = "decks" },
  decks = { "{ a = 'standard' }", "{ a = { 'standard', jokers = 1 } }", "the deck" },
  rules = { "{ most = { 9, 'highest', min = 0 } }", "{ most = { 9, 'highest', min = 1 } }", "what rule most may be" },
  profile = { "{ str = { 1, 'strength' } }", "{ str = { 1, 'power' } }", "the profile" },
  check = { "function() end", "function() return nil end", "the check" },
  piles = { "{ seat = { hand = 'owner' } }", "{ seat = { hand = 'everyone' } }", "the piles" },
  pools = { "{ pot = 0 }", "{ pot = 1 }", "the pools" }, state = { "{ n = 0 }", "{ n = 1 }", "the state" },
  measures = { "{ won = 'won', lost = 'lost' }", "{ won = { 'won', by = 'seat' }, lost = 'lost' }", "the measures" },
  order = { "{ 'over' }", "{ 'deal', 'over' }", "the order over -> deal, over" },
  actions = { "{ bow = { 'bow', step = 'deal' } }", "{ bow = { 'bow', step = 'over' } }", "the actions" },
  odds = { "function() return {} end", "function() return { 'x' } end", "the odds" },
  scores = { "function() return { 'old' } end", "function() return { 'new' } end", "the scores" },
  screen = { "function() return {} end", "function() return { 'x' } end", "the screen" },
  campaign = { "{ str = function() return 1 end }", "{ str = function() return 2 end }", "the campaign" },
  usual = { "{ seats = 1 }", "{ seats = 2 }", "the usual seats" },
  words = { "{ pot = { 'pot', 'a pot' } }", "{ pot = { 'pot', 'the pot' } }", "value words.pot" },
  joining = { "true", "function() return false end", "who may join" },
  about = { "{ over = 'The end.' }", "{ over = 'It ends.' }", "what is said of the steps" },
  standing = { "function() return 1 end", "function() return 2 end", "the standing" },
  imagine = { "function() end", "function() return end", "what is imagined" },
  steps = { "{ { bow = function() end } }", "{ { bow = function() return nil end } }", "function bow" },
}

-- A description of a game with all these fields, where `changed` is as it is then, or as `other` says.
local function described(changed, other)
  local without = changed and FIELDS[changed].without or "deck"
  local parts = {}
  for name, field in pairs(FIELDS) do
    if name ~= without then parts[#parts + 1] = ("  %s = %s,\n"):format(name, name == changed and other or field[1]) end
  end
  table.sort(parts)
  tools.write(folder .. "/game.lua", "return game {\n" .. table.concat(parts) ..
    "  deal = function() end,\n  over = function(t) t:finish() end,\n}\n")
  local w, mistakes = worlds.open(config(folder, 1))
  lu.assertNotNil(w, mistakes)
  local d = w:call_with_table("author.changes", "describe")
  w:close()
  return d
end

function TestKept.test_every_field_that_changes_is_told()
  local bare = worlds.open {}
  for _, name in ipairs(bare:call("script.declaration_fields", "names")) do
    local field = lu.assertNotNil(FIELDS[name], name) or FIELDS[name]
    local old, new = described(name, field[1]), described(name, field[2])
    lu.assertEquals(bare:call("author.changes", "between", old, new), field[3], name)
    lu.assertEquals(bare:call("author.changes", "between", old, described(name, field[1])), "", name)
  end
  for _, case in ipairs { { "measures", "{ won = 'won', lost = { 'lost', ratio = 'won / questions' } }" },
    { "rules", "{ most = { { 9 }, 'highest', min = 0, length = 1 } }" },
    { "rules", "{ most = { 9, 'highest', min = 0, from = 'hand' } }" },
    { "words", "{ pot = { 'kitty', 'a pot' } }" } } do
    local name, other = case[1], case[2]
    local old, new = described(name, FIELDS[name][1]), described(name, other)
    lu.assertEquals(bare:call("author.changes", "between", old, new), FIELDS[name][3])
  end
  local lengths = {}
  for i, length in ipairs { "1", "{ 1, 2 }" } do
    lengths[i] = described("rules", ("{ most = { { 9 }, 'highest', min = 0, length = %s } }"):format(length))
  end
  lu.assertEquals(bare:call("author.changes", "between", lengths[1], lengths[2]), "what rule most may be")
  bare:close()
end

function TestKept.test_every_field_has_a_sentence_of_help()
  local bare = worlds.open {}
  local help = require("front.help.help_pages").sentences "A game's declaration"
  for _, name in ipairs(bare:call("script.declaration_fields", "names")) do lu.assertNotNil(help[name], name) end
  lu.assertEquals(help.order, "The names of the steps")
  lu.assertEquals(help.one_line, "what `croupier list` prints after the name")
  bare:close()
end

-- A journal whose disk takes only so many more records; nil: any number.
local function small_disk()
  local kept = journal.create()
  local disk = { left = nil }
  function disk.append(_, payload)
    if disk.left == 0 then return nil, "it could not be written: No space left on device" end
    disk.left = disk.left and disk.left - 1
    return kept:append(payload)
  end
  for _, name in ipairs { "count", "record", "writable", "sync", "close" } do
    disk[name] = function(_, ...) return kept[name](kept, ...) end
  end
  return disk
end

-- A disk that is full after any number of a reload's records: the game is as it was, in memory and in the journal.
function TestKept.test_reload_on_a_full_disk()
  local full_seen, done = 0, false
  for writes = 0, 200 do
    local disk = small_disk()
    local s = numbers(disk)
    lu.assertTrue(answer(s, "5") and answer(s, "6") and answer(s, "7"))
    lu.assertTrue(s:act("shout", 2) and s:set_rule("most", "6"))
    write_game("most = { 8, 'highest number', min = 0, max = 99 }")
    disk.left = writes
    local report, why = reload.run(s)
    disk.left = nil
    done = report ~= nil
    if not done then
      full_seen = full_seen + 1
      contains(why, "written")
    end
    lu.assertEquals({ s.state, (s.world:engine("asked")) }, { "question", 2 })
    lu.assertTrue(answer(s, "1"))
    lu.assertTrue(was_told(s, "P2 shouts") and was_told(s, "most is now 6"))
    local r = again(s)
    lu.assertEquals({ r.state, (r.world:engine("asked")), #r.plays }, { "question", 1, #s.plays })
    if done then break end
  end
  lu.assertTrue(done and full_seen >= 3)
end

-- The disk is full after any number of records of a step that ends, with an action and a rule that wait for its end: once
-- there is room both are done.
function TestKept.test_what_waits_on_a_full_disk()
  local whole = false
  for writes = 0, 50 do
    local disk = small_disk()
    local s = numbers(disk)
    lu.assertTrue(answer(s, "1"))
    lu.assertTrue(s:act("shout", 2) and s:set_rule("most", "3"))
    disk.left = writes
    local given = answer(s, "2")
    whole = given and not s.append_failed
    disk.left = nil
    if s.state == "broken" then s:rewind(#s.plays) end
    lu.assertTrue(given or answer(s, "2"))
    lu.assertEquals(s.state, "question", s.problem)
    lu.assertTrue(was_told(s, "P2 shouts") and was_told(s, "most is now 3"))
    lu.assertNil((answer(s, "4")))
    lu.assertTrue(answer(s, "3"))
    if whole then break end
  end
  lu.assertTrue(whole)
end

-- An answer that can't be kept is not given.
function TestKept.test_answer_on_a_full_disk()
  local disk = small_disk()
  local s = numbers(disk)
  disk.left = 0
  local done, sentence = answer(s, "1")
  lu.assertNil(done)
  contains(sentence, "No space left")
  disk.left = nil
  lu.assertTrue(answer(s, "1"))
  lu.assertEquals(again(s).plays, s.plays)
end

-- --- bots' notes ---

function TestKept.test_notes_are_kept_and_taken_back()
  write_game()
  tools.write(folder .. "/" .. "bots.lua", [[return { counter = { line = "counts what it was asked",
    n = function(me) me.notes.asked = (me.notes.asked or 0) + 1 return me.notes.asked end } }]])
  local s = begin(folder, 2)
  for _ = 1, 3 do
    lu.assertTrue(s:answer_bot("counter"))
    s:run()
    lu.assertTrue(answer(s, "1"))
  end
  local answers = {}
  for i = 1, #s.plays do
    local play = s:play(i)
    if play.kind == "a" and not play.person then answers[#answers + 1] = play.text end
  end
  lu.assertEquals(answers, { "1", "2", "3" })
  lu.assertTrue(s:undo() and s:undo())
  for _, one in ipairs { s, again(s) } do
    lu.assertTrue(answer(one, "1"))
    lu.assertTrue(one:answer_bot("counter"))
    lu.assertEquals(one:play(#one.plays).text, "3")
  end
end

-- Before a game's scripts run, the folder of its campaign must be known: from the journal's beginning alone.
function TestKept.test_campaign_of_a_journal()
  local records, path = require "front.session.journal_records", os.tmpname()
  os.remove(path)
  local c = config("parley", 2, assert(journal.create(path)))
  c.campaign = "far\taway/heroes.txt"
  local s = assert(session.begin(c))
  s:run()
  lu.assertEquals(records.campaign(path), c.campaign)
  s:close()
  local f <close> = assert(io.open(path, "w"))
  f:write "no journal\n"
  f:flush()
  lu.assertNil(records.campaign(path))
  lu.assertNil(records.campaign "/tmp")
  lu.assertNil(records.campaign(path .. "/nothing"))
  os.remove(path)
end

-- A journal that ends between a bot's notes and the answer they belong to: the answer was lost, so nothing was noted of it,
-- however often that happens, and the bot answers as if it had not been asked. What is kept is the same then.
function TestKept.test_notes_without_their_answer_are_dropped()
  write_game()
  tools.write(folder .. "/" .. "bots.lua", [[return { counter = { line = "counts what it was asked",
    n = function(me) me.notes.asked = (me.notes.asked or 0) + 1 return me.notes.asked end } }]])
  local s = begin(folder, 2)
  for _ = 1, 2 do
    lu.assertTrue(s:answer_bot("counter"))
    s:run()
    lu.assertTrue(answer(s, "1"))
  end
  lu.assertTrue(s:answer_bot("counter"))
  local count, play = s.journal:count(), #s.plays
  while not s.plays[play]:find "^n" do play = play - 1 end
  while not s.journal:record(count):find "^n" do count = count - 1 end
  local r = again(s, count, true)
  for _ = 1, 2 do
    lu.assertEquals(#r.plays, play - 1)
    lu.assertNotStrContains(r.plays[#r.plays], "asked")
    r = again(r, nil, true)
  end
  lu.assertTrue(answer(r, "1")) -- a person answers in its place
  lu.assertTrue(answer(r, "1"))
  lu.assertTrue(r:answer_bot("counter"))
  lu.assertEquals(r:play(#r.plays).text, "3")
  r = again(r, nil, true)
  lu.assertEquals(r:play(#r.plays).text, "3")
  local disk = journal.create() -- and where the disk is full until after the next answer
  for i = 1, count do disk:append(s.journal:record(i)) end
  local append = disk.append
  function disk.append() return nil, "No space left on device" end
  local once = session.load(disk)
  once:run()
  lu.assertNil((answer(once, "1")))
  disk.append = append
  lu.assertTrue(answer(once, "2"))
  lu.assertEquals(again(once).plays, once.plays)
end
