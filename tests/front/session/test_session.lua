-- A session: undo, resume, checkpoints, what waits for the next step, notes of bots, and a disk that is full.

local session = require "front.session.session"
local journal = require "front.session.journal"
local worlds = require "front.session.worlds"
local tools = dofile "tests/front/tools.lua"
local sessions = dofile "tests/front/session/sessions.lua"

local begin, again, answer, was_told = sessions.begin, sessions.again, sessions.answer, sessions.was_told
local play_out, numbers, seats_of, straight = sessions.play_out, sessions.numbers, sessions.seats_of, sessions.straight

local function contains(text, part) lu.assertStrContains(text or "", part) end

TestSession = sessions.suite()

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
function TestSession.test_undo()
  for _, game in ipairs(sessions.GAMES) do
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

-- Undone and redone answers make the same game, also in a journal that is read again and verified.
function TestSession.test_redo()
  for _, game in ipairs(sessions.GAMES) do
    local s = begin(game, seats_of(game))
    while s:answer_count() < 8 and s:run() == "question" do
      lu.assertTrue(s:answer_random())
      if #s.plays % 3 < 2 then s.plays[#s.plays] = s.plays[#s.plays]:gsub("^a b", "a p") end
    end
    s:run()
    local plays, count = table.concat(s.plays, "\n"), s:answer_count()
    lu.assertTrue(s:undo_to(count - 3))
    lu.assertTrue(s:undo())
    lu.assertEquals(s:answer_count(), count - 5)
    for _ = 1, 5 do lu.assertTrue(s:redo()) end
    lu.assertEquals(table.concat(s.plays, "\n"), plays, game)
    lu.assertEquals({ s:redo() }, { nil, "there is nothing to redo" })
  end
end

-- What was taken back can be given again after a hang-up, until another answer is given.
function TestSession.test_redo_until_another_answer()
  local s = numbers()
  for n = 1, 6 do lu.assertTrue(answer(s, tostring(n))) end
  lu.assertTrue(s:undo_to(3))
  s:seat(2, "random")
  local r = again(s)
  lu.assertTrue(r:redo())
  lu.assertTrue(answer(r, "4")) -- as it was
  lu.assertTrue(r:redo())
  lu.assertEquals({ r:answer_count(), r:play(#r.plays).text }, { 5, "5" })
  lu.assertEquals(tools.last_hash(again(r)), tools.last_hash(r))
  lu.assertEquals(r:answerer(2), "random")
  lu.assertTrue(answer(r, "7"))
  lu.assertNil(r:redo())
  lu.assertTrue(r:undo())
  lu.assertTrue(r:fix { kind = "y", seat = 1, name = "sum", text = "3" })
  lu.assertNil(r:redo())
  lu.assertNil(again(r):redo())
end

function TestSession.test_undo_to_an_answer_that_was_not_given()
  local s = numbers()
  contains(select(2, s:undo_to(1)), "nobody at the keyboard has answered yet")
  lu.assertTrue(answer(s, "1"))
  contains(select(2, s:undo_to(2)), "there is no answer 2: `:log` numbers them, and the last is 1")
end

-- Not even where all is played again from the start.
function TestSession.test_what_is_taken_back_has_not_happened()
  sessions.write_game(nil, "{ 'ask', 'hello', { 'ask', 'count' }, 'over' }")
  local s, told = begin(sessions.folder, 2), {}
  for n = 1, 8 do
    told[n] = s.world:engine "happened"
    lu.assertTrue(answer(s, tostring(n)))
  end
  for n = 8, 1, -1 do
    lu.assertTrue(s:undo_to(n))
    lu.assertEquals(s.world:engine "happened", told[n])
  end
end

-- A journal cut after any record goes on to the same end.
function TestSession.test_resume()
  for _, game in ipairs(sessions.GAMES) do
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

-- However long the game, the checkpoints are few, and the last is near.
function TestSession.test_checkpoints()
  local s = straight("fish_out")
  lu.assertTrue(#s.checkpoints <= 33)
  lu.assertTrue(#s.plays - s.checkpoints[#s.checkpoints].cursor < 20)
end

-- What nobody chose is no record, so the last one is an answer; and still the game is over.
function TestSession.test_the_last_to_be_asked_have_nothing_to_choose()
  tools.write(sessions.folder .. "/game.lua", [[return game { title = 'Nothing', seats = { 2, 2 }, state = { n = 0 },
    order = { 'over' },
    over = function(t)
      t.n = t.seat[1]:ask { 'n', 'How many?', min = 0, max = 9 }
      t:ask_all(t.seat, function() return nil end)
      t:finish(t:rank_by(function(seat) return t.n * seat.number end))
    end }]])
  local s = begin(sessions.folder, 2)
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
function TestSession.test_what_a_check_changes_is_no_change_of_the_game()
  tools.write(sessions.folder .. "/game.lua", [[return game { title = 'Checked', seats = { 2, 2 }, order = { 'over' },
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
  local s = begin(sessions.folder, 2)
  lu.assertEquals({ s:set_rule("packs", "2") }, { nil, "rule `packs` can't change during a game" })
  lu.assertEquals({ s:set_rule("stake", "5") }, { nil, "five is too many" })
  lu.assertTrue(s:set_rule("stake", "4"))
  lu.assertTrue(answer(s, "1"))
  lu.assertTrue(was_told(s, ": 3"))
end

-- A game that can't begin leaves no world behind.
function TestSession.test_a_world_that_can_not_be_set_up_is_closed()
  local opened, open, c = nil, worlds.open, sessions.config("fish_out", 4)
  c.stack = "Zz"
  function worlds.open(config)
    opened = assert(open(config))
    return opened
  end
  local s, why = session.begin(c)
  worlds.open = open
  lu.assertNil(s)
  contains(why, "`Zz` is not a card of the deck")
  lu.assertErrorMsgContains("the world is closed", opened.engine, opened, "count")
end

function TestSession.test_what_waits_for_the_next_step()
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
function TestSession.test_too_late()
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
function TestSession.test_too_late_for_good()
  tools.write(sessions.folder .. "/game.lua", [[return game { title = 'Short', seats = { 2, 2 }, deck = 'standard',
    order = { { 'deal', 'ask' } },
    actions = { shout = { 'shout', step = 'deal', when = { 'deal' }, moment = 'before the next deal',
      who = function(t, seat) return seat.number == 1 or 'only the first may shout' end } },
    deal = function() end,
    ask = function(t) if t.seat[1]:ask { 'last', 'The last?', confirm = true } then t:finish() end end }]])
  local s = begin(sessions.folder, 2)
  local done, sentence = s:act("shout", 2)
  lu.assertNil(done)
  lu.assertEquals(sentence, "only the first may shout")
  lu.assertTrue(s:act("shout", 1))
  done, sentence = s:act("shout", 1)
  lu.assertNil(done)
  lu.assertEquals(sentence, "that is already arranged: it takes effect before the next deal")
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
function TestSession.test_an_action_for_players()
  tools.write(sessions.folder .. "/game.lua", [[return game { title = 'Ruled', seats = { 2, 2 }, gm = true,
    deck = 'standard',
    state = { seat = { sum = 6 } }, order = { { 'ask' } },
    actions = { shout = { 'shout', step = 'ask', who = function(t, seat) return seat.sum > 5 end } },
    ask = function(t) t.seat[1]:ask { 'n', 'How many?', min = 0, max = 9 } end }]])
  local s = begin(sessions.folder, 2)
  local done, sentence = s:act("shout", 0)
  lu.assertNil(done)
  lu.assertEquals(sentence, "`shout` is for players")
  lu.assertTrue(s:act("shout", 1))
end

function TestSession.test_who_answers_is_not_taken_back()
  local s = numbers()
  lu.assertTrue(answer(s, "1"))
  lu.assertTrue(s:seat(2, "random"))
  lu.assertTrue(s:undo())
  lu.assertEquals(s.config.answerers[2], "random")
  lu.assertEquals(again(s).config.answerers[2], "random")
end

-- A text told by the GM is no other record, whatever it begins with.
function TestSession.test_told()
  local s = numbers()
  lu.assertTrue(s:tell("g"))
  lu.assertTrue(s:tell("a game of another name"))
  local r = again(s)
  lu.assertTrue(was_told(r, "a game of another name"))
  lu.assertEquals(r.config.game, sessions.folder)
end

-- What a long table has had is more than a world may hold at once.
function TestSession.test_all_that_happened_is_read_in_slices()
  tools.write(sessions.folder .. "/game.lua", [[return game { title = 'Talk', seats = { 1, 1 }, order = { 'talk' },
    talk = function(t)
      for i = 1, 90000 do t:event('hm', { i = i }) end
      t:say('So much for that.')
      t.seat[1]:ask { 'on', 'On?', confirm = true }
    end }]])
  local s = begin(sessions.folder, 1)
  lu.assertEquals(s.state, "question", s.problem)
  local lines, count = s.world:call_with_table("tell.console_lines", "heard", 0, 1, { true })
  contains(lines[#lines], "So much for that.")
  lu.assertTrue(count > 90000)
  lu.assertEquals(select(2, s.world:call_with_table("tell.console_lines", "last_answers")), count)
  local lines_told = require("front.session.replay").lines(s, true, "letters")
  contains(lines_told[#lines_told - 1].text .. lines_told[#lines_told].text, "So much for that.")
  lu.assertTrue(lines_told[#lines_told].event > 90000)
end

function TestSession.test_the_last_answer_of_each()
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

-- The disk is full after any number of records of a step that ends, with an action and a rule that wait for its end: once
-- there is room both are done.
function TestSession.test_what_waits_on_a_full_disk()
  local whole = false
  for writes = 0, 50 do
    local disk = sessions.small_disk()
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
function TestSession.test_answer_on_a_full_disk()
  local disk = sessions.small_disk()
  local s = numbers(disk)
  disk.left = 0
  local done, sentence = answer(s, "1")
  lu.assertNil(done)
  contains(sentence, "No space left")
  disk.left = nil
  lu.assertTrue(answer(s, "1"))
  lu.assertEquals(again(s).plays, s.plays)
end

function TestSession.test_notes_are_kept_and_taken_back()
  sessions.write_game()
  tools.write(sessions.folder .. "/bots.lua", [[return { counter = { line = "counts what it was asked",
    n = function(me) me.notes.asked = (me.notes.asked or 0) + 1 return me.notes.asked end } }]])
  local s = begin(sessions.folder, 2)
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

-- A journal that ends between a bot's notes and the answer they belong to: the answer was lost, so nothing was noted of it,
-- however often that happens, and the bot answers as if it had not been asked. What is kept is the same then.
function TestSession.test_notes_without_their_answer_are_dropped()
  sessions.write_game()
  tools.write(sessions.folder .. "/bots.lua", [[return { counter = { line = "counts what it was asked",
    n = function(me) me.notes.asked = (me.notes.asked or 0) + 1 return me.notes.asked end } }]])
  local s = begin(sessions.folder, 2)
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
