-- A journal played again: as at the table, in one go or state by state; and journals that don't fit their game.

local session = require "front.session.session"
local journal = require "front.session.journal"
local files = require "host.files"
local tools = dofile "tests/front/tools.lua"
local sessions = dofile "tests/front/session/sessions.lua"

local begin, again, answer = sessions.begin, sessions.again, sessions.answer
local numbers, seats_of = sessions.numbers, sessions.seats_of

local function contains(text, part) lu.assertStrContains(text or "", part) end

TestPlayedAgain = sessions.suite()

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
function TestPlayedAgain.test_one_go()
  for _, game in ipairs { "baltimore", "farmers_and_fishermen", "royal_pokebacc", "scotch_doubles", "storm_watch",
    table.unpack(sessions.GAMES) } do
    local s, n = begin(game, seats_of(game)), 0
    while s:run() == "question" and n < 1000 do
      n = n + 1
      lu.assertTrue(s:answer_random())
      if n % 97 == 5 then
        while s:run() == "question" and s.stop == "nothing" do s:pass() end -- a journal holds no such question
        assert_same(s, ("%s after %d answers"):format(game, n))
      end
    end
    assert_same(s, game)
    s:close()
  end
end

-- A question of each kind, with values in its text or none, and choices that read alike.
function TestPlayedAgain.test_each_kind_in_one_go()
  tools.write(sessions.folder .. "/game.lua", [[return game { title = 'Kinds', seats = { 2, 2 }, deck = 'standard',
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
  local s = begin(sessions.folder, 2)
  for n = 1, 300 do
    s:run()
    if s.state == "question" then lu.assertTrue(s:answer_random()) end
    while s:run() == "question" and s.stop == "nothing" do s:answer("") end -- who resumes passes it by
    if n % 50 == 0 then assert_same(s) end
  end
  lu.assertEquals(s.state, "over", s.problem)
end

function TestPlayedAgain.test_playing_again_tells_how_far_it_is()
  local s, seen = numbers(), {}
  for _ = 1, 6 do lu.assertTrue(answer(s, "5")) end
  local r = assert(session.load(s.journal))
  r:run(function(done, all) seen[#seen + 1] = { done, all } end)
  for i = 2, #seen do lu.assertTrue(seen[i][1] >= seen[i - 1][1]) end
  lu.assertEquals(seen[#seen], { #s.plays, #s.plays })
end

-- A journal whose hash of the state is another is found out by who verifies it.
function TestPlayedAgain.test_another_hash()
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

-- What is wrong with a journal that is played again in one go is named as where each state is compared.
function TestPlayedAgain.test_what_does_not_fit()
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
  contains(fifth(".*", "x 1 shout"), "the journal doesn't match the game: a step ends here, but not")
  contains(fifth(".*", "h 0123456789abcdef"), "but the journal has no answer")
  contains(fifth(".*", ""), "the journal's answer `1` to ask/n is not possible here")
end

function TestPlayedAgain.test_words_that_are_no_choice()
  tools.write(sessions.folder .. "/game.lua", [[return game { title = 'Words', seats = { 1, 1 }, deck = 'standard',
    piles = { seat = { hand = 'owner' } }, state = { round = 0 }, order = { { 'bids' } },
    bids = function(t)
      local seat = t.seat[1]
      t.deck:deal(3, seat.hand)
      t.round = t.round + 1
      seat:ask { 'blind', 'Which?', card = t.deck }
      seat:ask { 'word', 'Which?', one_of = { 'call', 'fold' } }
      seat:ask { 'card', 'Which?', card = seat.hand }
    end }]])
  local s = begin(sessions.folder, 1)
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

function TestPlayedAgain.test_another_contract()
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

-- Before a game's scripts run, the folder of its campaign must be known: from the journal's beginning alone.
function TestPlayedAgain.test_campaign_of_a_journal()
  local records, path = require "front.session.journal_records", os.tmpname()
  os.remove(path)
  local c = sessions.config("parley", 2, assert(journal.create(path)))
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
