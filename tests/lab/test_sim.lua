-- Many games from the command line: figures, sentences, exit status.

local tools = dofile "tests/tools.lua"
local says, figures = tools.says, tools.figures
local folder

local function write_game(body)
  tools.write(folder .. "/game.lua",
    "return game { title = 'T', seats = { 2, 2 }, deck = 'standard', order = { 'all' },\n" .. body .. "}\n")
end

TestSim = {}

function TestSim.setUp()
  folder = tools.folder()
end

function TestSim.tearDown() tools.remove(folder) end

function TestSim.test_any_number_of_threads()
  local one = says("sim tests/fixtures/games/last_chip -n 200 --seats 4 --seed 5 --jobs 1", 0, "200 games, seed 5",
    "200 games with a result")
  local many = says("sim tests/fixtures/games/last_chip -n 200 --seats 4 --seed 5 --jobs 5", 0, "5 threads")
  lu.assertEquals(figures(one), figures(many))
  local other = says("sim tests/fixtures/games/last_chip -n 200 --seats 4 --seed 6 --jobs 5", 0)
  lu.assertNotEquals(figures(one):gsub("seed 5", ""), figures(other):gsub("seed 6", ""))
end

-- Random seats are answered without waiting: a failure names the same line.
function TestSim.test_failures_have_a_line()
  write_game [[all = function(t)
    t.seat[1]:ask { "first", "?", confirm = true }
    t.seat[2]:ask { "pick", "?", cards = t.deck, min = 2, fits = function() return false end }
  end]]
  says("sim " .. folder .. " -n 2", 1, "game.lua:4: question `pick`: found no legal\nchoice of cards in 64 tries")
  write_game [[all = function(t)
    t.seat[1]:ask { "first", "?", confirm = true }
    t.seat[2]:ask { "pick", "?", card = t.deck, fits = function(card) return card.nothing end }
  end]]
  says("sim " .. folder .. " -n 2", 1, "game.lua:4: a card has no `nothing`")
end

-- Steps are counted from the last question, and questions to the limit, whoever answers.
function TestSim.test_steps_and_questions_are_counted()
  write_game [[state = { round = 0 }, all = function(t)
    t.round = t.round + 1
    t.seat[1]:ask { "go_on", "?", confirm = true }
    if t.round < 100100 then return again end
    t:finish(t:rank_by(function() return 1 end))
  end]]
  says("sim " .. folder .. " -n 1 -j 1 --limit 100100", 0, "1 game with a result")
  says("sim " .. folder .. " -n 1 -j 1 --limit 100099", 0, "0 games with a result, 1 stopped")
  write_game [[state = { round = 0 }, all = function(t)
    t.round = t.round + 1
    if t.round % 5000 == 0 then t.seat[1]:ask { "go_on", "?", confirm = true } end
    if t.round < 200000 then return again end
    t:finish(t:rank_by(function() return 1 end))
  end]]
  says("sim " .. folder .. " -n 1 -j 1", 0, "1 game with a result")
end

-- The time that a script may take begins anew with each step ...
function TestSim.test_many_steps()
  write_game [[state = { round = 0, sum = 0 }, all = function(t)
    for k = 1, 2500000 do t.sum = t.sum ~ k end
    t.round = t.round + 1
    if t.round < 30 then return again end
    t:finish(t:rank_by(function() return 1 end))
  end]]
  says("sim " .. folder .. " -n 1 -j 1", 0, "1 game with a result")
end

-- ... and with each answer.
function TestSim.test_a_long_game()
  write_game [[all = function(t)
    local sum = 0
    for _ = 1, 60 do
      for k = 1, 2500000 do sum = sum ~ k end
      t.seat[1]:ask { "go_on", "?", confirm = true }
    end
    t:finish(t:rank_by(function() return 1 end))
  end]]
  says("sim " .. folder .. " -n 1 -j 1", 0, "1 game with a result")
end

-- Whoever ends it by a signal gets what there is.
function TestSim.test_signals()
  for signal, status in pairs { INT = 130, TERM = 143 } do
    local ended, text = tools.run("sim tests/fixtures/games/short_whist -n 50000000", nil,
      ("timeout -s %s --preserve-status 1"):format(signal))
    lu.assertEquals(ended, status)
    lu.assertStrContains(text, "questions a second")
    lu.assertStrContains(text, " not played.")
  end
end

-- The interval of a mean: that of ten times as many games is about a third as wide.
function TestSim.test_intervals()
  local function half(games)
    local text = says("sim tests/fixtures/games/short_whist --seats 3 --seed 1 --json -n " .. games, 0)
    return tonumber(text:match('"error":[%d.e-]+,"low":[%d.e-]+,"high":[%d.e-]+,"half":([%d.e-]+)'))
  end
  local few, many = half(200), half(2000)
  lu.assertTrue(few / many > 2.5 and few / many < 4, few / many)
  lu.assertStrContains(says("sim tests/fixtures/games/short_whist --seats 3 -n 5 --json", 0), '"half":null')
end

-- What did not happen is not known not to happen; digits follow the interval.
function TestSim.test_what_hardly_varied()
  write_game [[measures = { bell = 'bells', rare = 'rare things', often = 'common things' }, all = function(t)
    if t:random(1, 50) == 1 then t:measure 'rare' end
    t:measure('often', t:random(1, 1000))
    t:finish { { seat = t.seat[1], place = 1, score = t:random(-100, 100) / 1000 }, { seat = t.seat[2], place = 2 } }
  end]]
  local output = says("sim " .. folder .. " -n 60 --seed 1", 0,
    "bells: any in 0 of 60 games (95% interval: 0.0% to 6.0%).", "100.0%  94.0% to 100.0%", "0.0%     0.0% to 6.0%",
    "score, Ben: any in 0 of 60 games")
  lu.assertNotNil(output:match "\nbells +0%.00 +%- ", output)
  lu.assertNotNil(output:match "\nrare things +0%.%d%d +%- ", output)
  lu.assertNotNil(output:match "\nrare things: any in %d of 60 games %(95%% interval: ", output)
  lu.assertNotNil(output:match "\ncommon things +%d+ +%d+ +%d+ ", output)
  lu.assertNotNil(output:match "100.0%% +%-?0.%d%d%d +0.%d%d%d +0.%d%d%d ", output)
  lu.assertNotStrContains(output, "-0.000 ")
end

-- It stops at the game where the intervals are narrow, whoever played how far by then; or at its limit, and says so. What
-- hardly varies can't stop it.
function TestSim.test_until()
  local line = "sim tests/fixtures/games/short_whist --seats 3 --seed 1 --until "
  local one, many = says(line .. "3% -j 1", 0, " with a result."), says(line .. "3% -j 3", 0)
  lu.assertEquals(figures(one), figures(many))
  lu.assertNotStrContains(one, "not played")
  local games = tonumber(one:match ": (%d+) games, seed")
  lu.assertTrue(games > 500 and games < 1400, one)
  says(line .. "3% -n 200", 0, ": 200 games, seed 1", "The intervals are not yet as narrow as --until asks.")
  says(line .. "3% --json", 0, '"wanted":100000,"played":' .. games)
  says(line .. "wims=3", 2, "--until wims: expected one of wins, score, questions")
  write_game [[measures = { bell = 'bells' }, all = function(t) t:finish(nil) end]]
  says("sim " .. folder .. " -n 300 --until bell=9", 0, ": 300 games", "not yet as narrow")
end

-- How often each score came up, and how often that or more: counted again from the rows.
function TestSim.test_at_least()
  local output = says("sim tests/fixtures/games/short_whist -n 60 --seats 3 --seed 1 --histogram score --csv " .. folder
    .. "/x.csv", 0)
  local at, counts, n = nil, {}, 0
  for line in io.lines(folder .. "/x.csv") do
    local cells = {}
    for cell in line:gmatch "[^,]*" do cells[#cells + 1] = cell end
    if at then
      local score = tonumber(cells[at])
      counts[score], n = (counts[score] or 0) + 1, n + 1
    else for i, head in ipairs(cells) do if head == "score" then at = i end end end
  end
  local rows = 0
  for value, share, above in output:gmatch "\n *(%d+) +([%d.]+)%% +([%d.]+)%%  [^\n]*" do
    value = tonumber(value)
    local sum = 0
    for score, count in pairs(counts) do if score >= value then sum = sum + count end end
    lu.assertEquals({ share, above },
      { ("%.1f"):format(100 * (counts[value] or 0) / n), ("%.1f"):format(100 * sum / n) })
    rows = rows + 1
  end
  lu.assertTrue(rows >= 3, output)
end

function TestSim.test_json()
  local text = says("sim tests/fixtures/games/short_whist -n 40 --seats 3 --seed 1 --json", 0)
  lu.assertStrContains(text, '"games":{"wanted":40,"played":40,"result":40,"no_result":0,"stopped":0,"failed":0}')
  local wins = 0
  for n in text:gmatch('"wins":([%d.]+)') do wins = wins + tonumber(n) end
  lu.assertAlmostEquals(wins, 40, 1e-9)
end

-- Who came while a game was played has no line, but what they win is nobody else's.
function TestSim.test_wins_of_who_came_later()
  local text = says("sim tests/fixtures/games/initiative -n 60 --actions 0.3 --seats 3 --seed 1 --json", 0)
  local wins = 0
  for n in text:gmatch('"wins":([%d.]+)') do wins = wins + tonumber(n) end
  local late = tonumber(text:match('"measure":"came_first".-"mean":([%d.e-]+)'))
  lu.assertTrue(late > 0)
  lu.assertAlmostEquals(wins + 60 * late, 60, 1e-6)
end

function TestSim.test_shared_first_places()
  write_game "all = function(t) t:finish(t:rank_by(function() return 1 end)) end"
  says("sim " .. folder .. " -n 10 --seed 1", 0, "50.00%")
  write_game [[all = function(t)
    t:finish { { seat = t.seat[1], place = 2, score = 1 }, { seat = t.seat[2], place = 2, score = 1 } }
  end]]
  local output = says("sim " .. folder .. " -n 10 --seed 1", 0, "10 games with a result")
  lu.assertNotStrContains(output, "wins") -- nobody can
end

function TestSim.test_games_that_fail()
  write_game "all = function(t) if t:random(1, 4) == 1 then error('one in four') end t:finish(nil) end"
  local output = says("sim " .. folder .. " -n 100 --seed 1 --jobs 3", 1, " failed.", "game.lua:2: one in four",
    " without")
  lu.assertStrMatches(output, ".*Game %d+ failed: .*")
end

-- One game that does `body` and ends.
local function game_fails(body, sentence)
  write_game("rules = { fee = { 2, 'a fee' } }, pools = { pot = 0 }, state = { found = 0, seat = { sum = 0 } },\n"
    .. "all = function(t)\n" .. body .. " t:finish(nil)\nend")
  local output = says("sim " .. folder .. " -n 2 --seed 1", 1, "failed", sentence)
  lu.assertNotStrContains(output, "wins")
end

function TestSim.test_what_a_game_may_not_change_is_found_at_its_end()
  game_fails("t.say = nil", "`say` is part of the table and was overwritten")
  game_fails("t.pot = 3", "`pot` is part of the table and was overwritten")
  game_fails("t.rules.fee = 3", "`fee` is part of the table and was overwritten")
  game_fails("t.seat[2] = t.seat[1]", "`2` is part of the table and was overwritten")
  game_fails("t.seat[1].left = 1", "`left` is part of the table and was overwritten")
end

-- What is counted in the games that a search imagines is not counted in the game.
function TestSim.test_a_search_counts_nothing()
  write_game [[measures = { all = 'asked', each = { 'asked', by = 'seat' } }, state = { round = 0, seat = { sum = 0 } },
    all = function(t)
      t.round = t.round + 1
      for seat in t:seats() do
        t:measure 'all'
        t:measure('each', 1, seat)
        seat.sum = seat.sum + seat:ask { 'n', 'N?', min = 1, max = 3 }
      end
      if t.round < 3 then return again end
      t:finish(t:rank_by(function(seat) return seat.sum end))
    end]]
  local output = says("sim " .. folder .. " -n 20 --seed 1 --jobs 1 --seats search:8,search:8", 0)
  for _, line in ipairs { "asked +6.00 +%- +0.00", "  Anna +3.00 +%- +0.00", "  Ben +3.00 +%- +0.00" } do
    lu.assertNotNil(output:match("\n" .. line), output)
  end
end

-- A game that does `body` when somebody has come to it and somebody has left it, and after a game in which they did.
local function joining_game(body)
  write_game("seats = { 2, 4 }, joining = true, profile = { str = { 10, 'strength' } }, measures = { n = 'n' },\n"
    .. "pools = { bank = 'mint', seat = { chips = 10 } }, state = { seat = { sum = 0 } }, all = function(t)\n"
    .. "if #t.seat ~= 2 or t.seat[3] or not t.seat[2].seated then error 'it begins with others' end\n"
    .. "local anna, ben = t.seat[1], t.seat[2]\n"
    .. "local olaf = t:join { name = 'Olaf', profile = 'str 15', after = anna }\n"
    .. "ben:leave { chips = t.bank }\n" .. body .. " t:finish(nil)\nend")
end

function TestSim.test_seats_come_and_go_in_every_game()
  joining_game [[if t.seat[2] ~= olaf or t.seat[3] or #t.seat ~= 2 then error 'not those seats' end
    if olaf:left() ~= anna or olaf:right() ~= anna then error 'not in that order' end
    if anna.sum + olaf.sum ~= 0 or olaf.chips:amount() + anna.chips:amount() ~= 20 then error 'not as at first' end
    olaf.sum, anna.sum = 1, 2
    olaf.chips:pay(3, anna.chips)
    if ben.seated or not olaf.seated or olaf.profile.str ~= 15 or olaf.name ~= 'Olaf' then error 'not as they sit' end
    t:measure("n", olaf:ask { "n", "N?", min = 2, max = 3 })]]
  says("sim " .. folder .. " -n 20 --seed 1 --jobs 1 --seats 2", 0, "\n20 games without a result.")
  joining_game [[ben:ask { "n", "N?", min = 2, max = 3 }]]
  says("sim " .. folder .. " -n 2 --seed 1 --jobs 1 --seats 2", 1, "Ben has left the table")
end

function TestSim.test_what_is_written_over_where_seats_come_and_go()
  for body, name in pairs { ["anna.left = 1"] = "left", ["t.seat[2] = anna"] = "2", ["t.say = nil"] = "say",
    ["olaf.chips = 1"] = "chips", ["anna.name = 'A' t:join { name = 'Pia' }"] = "name" } do
    joining_game(body)
    local sentence = "`" .. name .. "` is part of the table and was overwritten"
    says("sim " .. folder .. " -n 3 --seed 1 --jobs 1 --seats 2", 1, "3 failed", sentence)
  end
end

function TestSim.test_state_that_cannot_be_kept_is_found_at_the_end()
  game_fails("t.found = function() end", "found holds a function, which can't be kept")
  game_fails("t.seat[2].sum = { 1, { t.say } }", "sum holds a function, which can't be kept")
  game_fails("t.found = { [t.say] = 1 }", "found holds a function, which can't be kept")
  game_fails("local deep = {} t.found = deep for _ = 1, 70 do deep[1] = {} deep = deep[1] end", "more than 60 deep")
  write_game("state = { found = 0 }, all = function(t) local a = { t.deck, t.seat[1] } a[3] = a t.found = { a, a }"
    .. " t:finish(nil) end")
  says("sim " .. folder .. " -n 2 --seed 1", 0)
end

function TestSim.test_only_seats_are_asked()
  game_fails("t.seat[1].ask({}, { 'on', 'On?', confirm = true })", "ask: expected a seat")
  game_fails("t:ask_all({ t.seat[1], {} }, { 'on', 'On?', confirm = true })", "ask: expected a seat")
end

function TestSim.test_what_a_question_leaves_out()
  game_fails("t.seat[1]:ask { 'n', 'N?', min = 1 }", "a number needs `min`")
  game_fails("t.seat[1]:ask { 'n', 'N?', max = 1 }", "a number needs `min`")
  game_fails("local most = 0 for _ = 1, 200 do most = math.max(most, #t.seat[1]:ask { 'c', 'C?', cards = t.deck }) end"
    .. " error(most > 40 and 'as many as there are' or 'few')", "as many as there are")
end

-- Keys that a script sets one by one may lie before the list part.
function TestSim.test_a_question_filled_in_any_order()
  for _, order in ipairs { "min max step optional default 1 2", "1 2 min max step optional default",
    "min 1 max 2 step optional default", "max optional default step 2 1 min" } do
    local body = {}
    for key in order:gmatch("%S+") do
      local value = ({ ["1"] = "'n'", ["2"] = "'How many?'", min = 3, max = 5, step = 1, default = 3,
        optional = "false" })[key]
      body[#body + 1] = ("q[%s] = %s"):format(tonumber(key) or "'" .. key .. "'", value)
    end
    write_game("measures = { n = 'n' }, all = function(t) local q = {}\n" .. table.concat(body, " ")
      .. " t:measure('n', t.seat[1]:ask(q)) t:finish(nil) end")
    says("sim " .. folder .. " -n 50 --seed 1", 0, "\n50 games without a result.")
  end
end

-- Questions of one name may have other keys each time, and another list: each is read as it stands.
function TestSim.test_a_name_is_asked_in_many_ways()
  local body = [[measures = { wrong = "answers out of bounds" },
  all = function(t)
    local ways = {
      function(q) q[1], q[2], q.min, q.max = "n", "N?", 1, 2 end,
      function(q) q[1], q.min, q.max, q[2] = "n", 1, 2, "N?" end,
      function(q) q.min, q.max, q.step, q.default, q[1] = 1, 2, 1, 1, "n" end,
      function(q) q.max, q[1], q.optional, q[2], q.default, q.min = 2, "n", false, "N %d?", 1, 1 end,
    }
    for _, key in ipairs { "step", "default", "optional", "tells", "why", "bot" } do -- four places, the list in one
      ways[#ways + 1] = function(q)
        q[1], q.min = "n", 1
        q.max = 2
        q[key] = ({ optional = false, tells = function() return "" end })[key] or key ~= "optional" and 1 or false
        q[2] = "N?"
      end
    end
    local written = { { "n", "N?", min = 1, max = 2 }, { "n", "N %d %d?", 1, 2, max = 2, min = 1 },
      { "n", min = 1, max = 2, tells = function() return "" end } }
    t.seat[1]:ask(written[1])
    for i = 1, 60 do
      local q, way = {}, t:random(1, #ways + #written)
      if way > #ways then
        for key, value in pairs(written[way - #ways]) do q[key] = value end
        q = t:random(1, 2) == 1 and written[way - #ways] or q
      else ways[way](q) end
      if t:random(1, 9) == 1 then q.min, q.max = 5, 6 end
      local n = t.seat[1]:ask(q)
      if n < q.min or n > q.max then t:measure("wrong") end
      q.min, q.max = 1, 2
    end
    LAST t:finish(nil)
  end]]
  write_game((body:gsub("LAST", "")))
  says("sim " .. folder .. " -n 100 --seed 1", 0, "answers out of bounds: any in 0 of 100 games ")
  write_game((body:gsub("LAST", 't.seat[1]:ask { "n", "N?", min = 1, max = 2, mni = 3 }')))
  says("sim " .. folder .. " -n 100 --seed 1", 1, "100 failed", "unknown key `mni`")
end

-- Moves are recorded from the first time that a bot asks for them.
function TestSim.test_a_bot_sees_the_moves_of_its_first_game()
  write_game [[piles = { seat = { hand = "owner" } }, measures = { seen = "moves seen" },
  all = function(t)
    for seat in t:seats() do t.deck:deal(2, seat.hand) end
    t:measure("seen", t.seat[1]:ask { "n", "How many?", min = 0, max = 99 })
    t:finish(nil)
  end]]
  tools.write(folder .. "/bots.lua",
    "return { watcher = { one_line = 'counts', n = function(me) return #me.seen end } }\n")
  says("sim " .. folder .. " -n 20 --seed 1 --seats watcher,random", 0, "4.00   -    0.00   4    4    4",
    "moves seen: other than 4 in 0 of 20 games (95% interval: 0.0% to 16.1%).")
end

local function write_bot(body)
  tools.write(folder .. "/bots.lua",
    "return { best = 'b', b = { one_line = 'b', pick = function(me, q)\n" .. body .. "\nend } }\n")
end

-- What is read seldom is there too, to the question's end.
function TestSim.test_what_a_bot_reads_of_a_question()
  write_game [[all = function(t)
    t.deck:deal(3, t.seat[1].hand)
    local n = t.seat[1]:ask { "pick", "How many of %s?", "these", min = 2, max = 8, step = 3, default = 5 }
    local cards = t.seat[1]:ask { "pick", "Which?", cards = t.seat[1].hand, min = 1,
      fits = function(card, chosen) return #chosen == 0 end }
    t:finish { { seat = t.seat[1], place = 1, score = n }, { seat = t.seat[2], place = 2, score = #cards } }
  end, piles = { seat = { hand = "owner" } }]]
  write_bot [[
    assert(q.name == "pick" and q.optional == false)
    if q.kind == "number" then
      assert(q.name == "pick" and not q.optional and q.text == "How many of %s?")
      assert(q.default == 5 and q.step == 3 and q.min == 2 and q.max == 8)
      return q.default
    end
    assert(q.name == "pick" and q.kind == "cards" and q.optional == false)
    assert(q.text == "Which?" and q.default == nil and q.step == 1 and q.nothing == nil)
    return q:fits(q.options[2], {}) and not q:fits(q.options[2], { q.options[1] }) and { q.options[3] } or {}]]
  says("sim " .. folder .. " -n 2 -s b,b", 0, "2 games with a result", "100.00%             -   5.00")
  write_bot [[
    me.notes.q = q
    return q.kind == "number" and 2 or { q.options[1] }]]
  says("sim " .. folder .. " -n 1 -s b,b", 1, "a part of the table itself")
end

function TestSim.test_games_that_do_not_end()
  write_game "all = function(t) repeat t.seat[1]:ask { 'on', 'On?', confirm = true } until false end"
  says("sim " .. folder .. " -n 3 --limit 500", 0, "0 games with a result, 3 stopped after 500 questions.")
end

function TestSim.test_what_is_wrong_on_the_command_line()
  says("sim short_wist", 2, "croupier: no game `short_wist`")
  says("sim tests/fixtures/games/short_whist --seats me,random", 2, "no bot `me`")
  says("sim tests/fixtures/games/short_whist -n 0", 2, "-n 0: expected a whole number from 1 to")
  says("sim tests/fixtures/games/short_whist --actions 2", 2, "--actions 2: expected a number from 0 to 1")
  says("sim tests/fixtures/games/short_whist --save /dev/null", 1, "failed")
  says("sim ", 2, "an argument is missing")
end
