-- The page at the end of a game or of an evening: who won and by what, the scores by round, who led, how long it took.

local evening = require "front.console.evening"
local session = require "front.session.session"
local standings = require "front.session.standings"
local terminal = require "front.base.terminal"
local tools = dofile "tests/front/tools.lua"
local sessions = dofile "tests/front/session/sessions.lua"

TestStandings = sessions.suite()

local answer = sessions.answer

-- Each round, after three turns of nothing, asks everybody for points; so many rounds, and then an empty one. `score`
-- declares the points; `over` ends the game; `more` is declared too.
local function game(rounds, score, over, seats, more)
  tools.write(sessions.folder .. "/game.lua", ([[return game { title = 'Points', seats = { 1, 4 }, deck = 'standard',
    state = { rounds = 0, turn = 0, seat = { points = %s, seen = 0 } },
    order = { { 'count', { 'turn_over' }, 'ask' }, 'over' },
    ask = function(t)
      t.rounds = t.rounds + 1
      for seat in t:seats() do
        seat.points = seat.points + seat:ask { 'n', 'How many?', min = -9, max = 9 }
      end
    end,
    turn_over = function(t) t.turn = t.turn + 1 return t.turn %% 3 == 0 and done or nil end,
    count = function(t) return t.rounds == %d and done or nil end,
    nodded = function(t) t:say('Nodded.') end, %s
    over = function(t) %s end }]]):format(score or "0", rounds, more or "", over or "t:finish('points')"))
  return sessions.begin(sessions.folder, seats or 2)
end

local function give(s, ...)
  for _, n in ipairs { ... } do assert(answer(s, tostring(n))) end
  return s
end

-- The lines of the page.
local function page(s, columns)
  local said = {}
  local term = tools.paged(math.huge, columns or 80, said).terminal
  term.with_symbols = columns == nil
  standings.show(s, term)
  term:flush()
  local text = table.concat(said, "\n")
  return text:match "^[^\n]*\n(.*)$", text
end

local function has(s, ...)
  local text = page(s)
  for _, line in ipairs { ... } do lu.assertStrContains(text, line) end
  return text
end

function TestStandings.test_won()
  lu.assertEquals(page(give(game(4), 1, 2, 3, 1, 0, 1, 4, 1)), [[
P1 won with the most points, 8 to P2's 5.
  1. P1   points 8   ▁▄▄█
  2. P2   points 5   ▂▃▄▅
Round by round: ▁ is 1, █ is 8.
P1 took the lead from P2 after round 2.
It took 4 rounds and 8 decisions.]])
end

function TestStandings.test_narrow_and_in_ascii()
  local s = give(game(12), 1, 1, 1, 2, 1, 3, 1, 4, 1, 5, 1, 4, 1, 3, 1, 2, 1, 1, 1, 1, 9, 1, 9, 1)
  local text = page(s, 40)
  lu.assertStrContains(text, "  1. P1   points 28   ")
  lu.assertNil(text:find "[\x80-\xff]")
  for line in text:gmatch "[^\n]+" do lu.assertTrue(#line <= 40, line) end
end

-- Rounds are called after the number that counts them, not after one that happens to be one ahead.
function TestStandings.test_what_counts_the_rounds()
  local s = game(4, nil, nil, nil, "state = { heat = 2, rounds = 0, turn = 0, seat = { points = 0, seen = 0 } },")
  has(give(s, 1, 2, 3), "Round by round: ", "So far: 2 rounds")
end

-- Of more rounds than there is room some are left out; where there is none beside the rows, the curves stand below.
function TestStandings.test_little_room()
  local numbers = {}
  for i = 1, 60 do numbers[i] = i % 2 end
  local text = page(give(game(30), table.unpack(numbers)), 24)
  lu.assertStrContains(text, "\n     ")
  for line in text:gmatch "[^\n]+" do lu.assertTrue(terminal.text_width(line) <= 24, line) end
end

-- A curve stands beside its row as long as it has room for every round, or for eight of more.
function TestStandings.test_the_least_room_beside_a_row()
  for rounds, room in pairs { [4] = 4, [8] = 8, [30] = 8 } do
    local numbers = {}
    for i = 1, rounds do numbers[2 * i - 1], numbers[2 * i] = 1, 0 end
    local s = give(game(rounds), table.unpack(numbers))
    local row = "  1. P1   points " .. rounds
    lu.assertStrContains(page(s, #row + 3 + room), row .. "   ")
    lu.assertStrContains(page(s, #row + 2 + room), row .. "\n     ")
  end
end

function TestStandings.test_tied()
  has(give(game(2), 1, 2, 2, 1), "P1 and P2 tied for first on points, 3 each.")
  lu.assertNil(page(give(game(2), 1, 2, 2, 1)):find "lead")
  local by_second = "for seat in t:seats() do seat.seen = seat.number end t:finish('points', 'seen')"
  has(give(game(2, nil, by_second), 1, 2, 2, 1), "P2 won on seen, 2 to P1's 1, after a tie on points.")
  local three = "for seat in t:seats() do seat.seen = seat.number end t:finish('points', 'seen', 'turns')"
  local state = "state = { rounds = 0, turn = 0, seat = { points = 0, seen = 0, turns = 7 } },"
  local text = has(give(game(2, nil, three, nil, state), 1, 2, 2, 1), "  1. P2   points 3, seen 2   ")
  lu.assertNil(text:find "turns") -- it took no third measure to decide
end

function TestStandings.test_fewest_win()
  local fewest = "local rows = t:rank_by(function(seat) return -seat.points end) "
    .. "for _, row in ipairs(rows) do row.score, row.by = row.seat.points, { 'points' } end t:finish(rows)"
  has(give(game(2, nil, fewest), 2, 1, 1, 5), "P1 won with the fewest points, 3 to P2's 6.",
    "P1 took the lead from P2 after round 2.")
end

-- From those who had the lead just before, together maybe.
function TestStandings.test_lead_taken()
  has(give(game(3, nil, nil, 3), 2, 1, 0, 0, 1, 0, 0, 0, 5), "P3 took the lead from P1 and P2 after round 3.")
  has(give(game(3), 1, 2, 2, 1, 5, 0), "P1 pulled ahead of P2 after round 3.")
  has(give(game(2, nil, nil, 3), 1, 1, 0, 0, 0, 5), "P3 took the lead after round 2.")
  lu.assertNil(page(give(game(2, nil, nil, 1), 1, 2)):find "lead")
  has(give(game(3), 2, 1, 1, 1, 1, 0), "P1 led from the start.")
  has(give(game(3), 2, 1, 0, 1, 1, 0), "P1 was never behind.")
  has(give(game(3, nil, nil, 3), 2, 1, 1, 0, 2, 2, 5, 0, 0), "P1 took the lead from P2 and P3 after round 3.")
end

function TestStandings.test_last_with_points()
  has(give(game(2), 2, 1, 1, -1), "P1 won as the last with points.")
end

function TestStandings.test_nobody_and_places_alone()
  has(give(game(2, nil, "t:finish { { seat = t.seat[1], place = 2 }, { seat = t.seat[2], place = 2 } }"), 1, 1, 1, 1),
    "Nobody has won.", "     P1\n     P2\nIt took 2 rounds and 4 decisions.")
  lu.assertStrContains(page(give(game(2, nil, "t:finish { t.seat[2], t.seat[1] }"), 1, 1, 1, 1)),
    "P2 won.\n  1. P2\n  2. P1\n")
  has(give(game(2, nil, "t:finish(nil)"), 1, 1, 1, 1), "It took 2 rounds and 4 decisions.")
  local ended = page(give(game(2, nil, "t:finish(nil)"), 1, 1, 1, 1))
  lu.assertNotStrContains(ended, "No result.")
  lu.assertNotStrContains(ended, "standings")
end

-- A round, a hand or a turn of which the score says nothing draws no curve.
function TestStandings.test_one_round()
  lu.assertNil(page(give(game(1), 1, 2)):find "▁")
end

-- A list of the order that asks one seat each time is a turn, unless the game counts it by another name.
function TestStandings.test_turns()
  tools.write(sessions.folder .. "/game.lua", [[return game { title = 'Points', seats = { 2, 2 },
    state = { n = 0, seat = { points = 0 } }, order = { { 'ask' }, 'over' },
    ask = function(t)
      t.n = t.n + 1
      local seat = t.seat[2 - t.n % 2]
      seat.points = seat.points + seat:ask { 'n', 'How many?', min = -9, max = 9 }
      return t.n == 4 and done or again
    end,
    over = function(t) t:finish('points') end }]])
  has(give(sessions.begin(sessions.folder, 2), 1, 2, 3, 4), "Turn by turn: ▁ is 0, █ is 6.",
    "P2 took the lead from P1 after turn 4.", "It took 4 turns and 4 decisions.")
end

-- What somebody does out of turn where a round begins is no round of its own.
function TestStandings.test_an_action_between_rounds()
  local s = game(3, nil, nil, nil, "actions = { nod = { 'nods', step = 'nodded', when = { 'count' } } },")
  give(s, 1, 2)
  assert(s:act("nod", 1))
  give(s, 1, 1, 0)
  assert(s:act("nod", 2))
  local text = has(give(s, 4), "P1   points 2   ▁", "It took 3 rounds and 6 decisions.")
  lu.assertEquals(page(sessions.again(s)), text)
  lu.assertEquals(page(sessions.again(s, nil, true)), text)
end

function TestStandings.test_not_over()
  local s = give(game(4), 1, 2, 3, 1, 5)
  has(s, "The game is not over.\nIn the lead: P1, with the most points, 9 to P2's 3.", "▁▄█",
    "So far: 3 rounds and 5 decisions",
    "P1 took the lead from P2 after round 2.")
  has(game(4), "Nobody leads yet.")
  local before = #s.plays
  page(s)
  lu.assertEquals({ s.state, #s.plays }, { "question", before }) -- nothing was done to it
end

-- A question with one answer is nobody's decision, and none that was made is missing for it.
function TestStandings.test_decisions_are_those_that_were_made()
  local over = "t.seat[1]:ask { 'only', 'Which?', one_of = { 4 } } t:finish('points')"
  has(give(game(2, nil, over), 1, 2, 3, 4), "It took 2 rounds and 4 decisions.")
end

-- What only some may see is neither drawn nor told before the end; at the end the script has told it.
function TestStandings.test_secret_scores()
  local s = give(game(3, "secret(0)"), 1, 2, 3, 1)
  local text = has(s, "The game is not over.")
  for _, word in ipairs { "lead", "points", "P1", "▁" } do lu.assertNil(text:find(word, 1, true), word) end
  text = has(give(s, 1, 1), "P1 won with the most points, 5 to P2's 4.")
  lu.assertNil(text:find "▁")
  lu.assertNil(text:find "lead")
end

-- By the value of a number all may see that happens to be the same as a secret score, nothing is drawn either.
function TestStandings.test_secret_score_and_an_equal_number()
  local same = "for seat in t:seats() do seat.seen = seat.points end t:finish('points')"
  lu.assertNil(page(give(game(3, "secret(0)", same), 1, 2, 3, 1, 1, 1)):find "▁")
end

-- After answers were taken back, in a journal that is read again and after a reload the page is the same.
function TestStandings.test_undone_read_again_and_reloaded()
  local s = give(game(4), 1, 2, 3, 1, 0, 1, 4, 1)
  local text, r = page(s), sessions.again(s, nil, true)
  assert(r:undo())
  r:run()
  lu.assertEquals(page(give(r, 1)), text)
  s = give(game(4), 1, 2, 3, 1, 9, 9, 9)
  assert(s:undo_to(3))
  s:run()
  give(s, 3, 1, 0, 1)
  assert(require("front.session.reload").run(s))
  s:run()
  give(s, 4)
  assert(s:undo())
  s:run()
  give(s, 4, 1)
  lu.assertEquals(page(s), text)
  lu.assertEquals(page(sessions.again(s)), text)
  lu.assertEquals(page(sessions.again(s, nil, true)), text)
end

-- Inner lists count only where no outer one was gone through twice: not the tricks of a game of one hand, then.
function TestStandings.test_every_game()
  for _, name in ipairs(sessions.GAMES) do
    local s = sessions.straight(name)
    local text = page(s)
    lu.assertStrContains(text, "It took ", false, name)
    lu.assertEquals(page(sessions.again(s, nil, true)), text, name)
  end
end

function TestStandings.test_minutes()
  local path = sessions.folder .. "/points-20260131-200000.journal"
  tools.write(path, "")
  assert(os.execute(("touch -d '2026-01-31 20:25:10' '%s'"):format(path)))
  lu.assertEquals(standings.minutes(path, path), 25)
  lu.assertNil(standings.minutes(sessions.folder .. "/mine.journal", path))
  assert(os.execute(("touch -d '2026-02-01 20:25:10' '%s'"):format(path))) -- they had slept in between
  lu.assertNil(standings.minutes(path, path))
end

-- The page of an evening of games with these points for Anna, Bob and Eve.
local function evening_of(games)
  game(1)
  local said = {}
  local e = evening.of { game = sessions.folder, campaign = sessions.folder .. "/heroes.txt", sets = {},
    seed = ("0"):rep(64) }
  local term = tools.paged(math.huge, 80, said).terminal
  term.with_symbols = true
  for _, points in ipairs(games) do
    local config = sessions.config(sessions.folder, #points)
    for i, name in ipairs { "Anna", "Bob", "Eve" } do
      if config.players[i] then config.players[i].name = name end
    end
    local s = assert(session.begin(config))
    s:run()
    e:add(give(s, table.unpack(points)))
  end
  e.checks = { "none" }
  e:finish(term, false)
  term:flush()
  return table.concat(said, "\n")
end

function TestStandings.test_evening_without_a_point()
  lu.assertStrContains(evening_of { { 0, 0 }, { 0, 0 } }, "Nobody has won.\n     Anna   points 0\n     Bob    points 0")
end

-- Of four games nobody wins the third, and Eve plays only the last.
function TestStandings.test_evening()
  lu.assertStrContains(evening_of { { 1, 2 }, { 3, 1 }, { 1, 1 }, { 1, 1, 9 } }, [[
Eve won the evening with the most points, 9 to Anna's 6.
  1. Eve    points 9, games won 1      █
  2. Anna   points 6, games won 1   ▁▄▅▅
  3. Bob    points 5, games won 1   ▂▃▄▅
Game by game: ▁ is 1, █ is 9.
Eve took the lead from Anna after game 4.
It took 4 games and 9 decisions.]])
end

-- Curves that never change, all at one height, are not drawn.
function TestStandings.test_an_evening_without_a_change()
  local text = evening_of { { 1, 1 }, { 0, 0 } }
  lu.assertStrContains(text, "1. Anna   points 1")
  lu.assertNotStrContains(text, "Game by game")
  lu.assertNotStrContains(text, "▁")
end
