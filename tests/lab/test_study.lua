-- A game studied and a tournament of its bots from the command line.

local tools = dofile "tests/tools.lua"
local says, figures = tools.says, tools.figures

TestStudyCommand = {}

function TestStudyCommand.test_a_page()
  local line = "study fish_out -n 5 --seats heron,heron,heron,heron --seed 1"
  local output = says(line, 0, "fish_out: 5 games of 4 seats, seed 1\n", "minutes at 5 seconds each",
    "rounds (deal) ", "rounds (play) ", "decisions with one legal answer",
    "answers to choose from", "ties for first place", "lead changes",
    "The leader is read from `points`, which follows the final score (correlation\n1.00).",
    "questions in a game\n",
    "Seat advantage", "Luck and skill", "heron's score minus random's", "5 games with a result.")
  lu.assertEquals(figures(says(line .. " -j 1", 0)), figures(output))
  for text in output:gmatch "[^\n]+" do lu.assertTrue(utf8.len(text) <= 80, text) end
end

-- Several games are played by one process, and nothing of one is left in the next.
function TestStudyCommand.test_the_same_by_one_process_or_many()
  local line = "study tests/fixtures/games/short_whist -n 40 --seats 3 --seed 1"
  lu.assertEquals(figures(says(line .. " -j 1", 0)), figures(says(line .. " -j 3", 0)))
end

-- Ctrl-C and SIGTERM end it, and the games that had ended by then are told of.
function TestStudyCommand.test_signals()
  for signal, status in pairs { INT = 130, TERM = 143 } do
    local ended, text = tools.run("study tests/fixtures/games/short_whist -n 1000000 --seats 3 --seed 1 -j 2", nil,
      ("timeout -s %s --preserve-status 2"):format(signal))
    lu.assertEquals(ended, status, text)
    lu.assertStrContains(text, " not played.")
    lu.assertStrMatches(text, "(.*)\n[1-9]%d* games? with a result(.*)")
  end
end

function TestStudyCommand.test_what_never_happens()
  says("study storm_watch -n 20 --seats 4 --seed 1", 0, "rounds  ", "Cards never offered (24 of 48): qsp, ",
    "hgs, hgp\n")
  says("study tests/fixtures/games/last_chip -n 3 --seats 3 --limit 5", 0,
    "0 games with a result, 3 stopped after 5 questions.")
  says("study fish_out -n 3 --seats heron,random,random,random --set four_aces=300", 2, "four_aces = 300: expected")
  says("study fish_out -n 3 --shard 1/3", 2, "study has no option --shard")
  says("study fish_out -n 3 -o page", 2, "expected a name that ends in .html")
end

-- Steps aren't counted until a clock has ended one: then the game is played again, and the count alone decides.
function TestStudyCommand.test_long_steps_end_by_their_count()
  tools.in_folder(function(folder)
    local function studied(rounds)
      tools.write(folder .. "/game.lua", [[
return game { seats = { 1, 2 }, state = { n = 0 }, order = { "all" },
  all = function(t)
    t.seat[1]:ask { "go", "Go?", confirm = true }
    for i = 1, ]] .. rounds .. [[ do t.n = i end
    t:finish(t:rank_by(function() return t:random(1, 9) end))
  end }
]])
      return says(("study %s -n 2 --seats 2 --seed 1"):format(folder), rounds > 1e7 and 1 or 0)
    end
    lu.assertStrContains(studied(8000000), "2 games with a result.")
    lu.assertStrContains(studied(80000000), "ran for more than 50000000\n")
  end)
end

-- A few games are very long: their mean isn't given as perhaps less than nothing.
function TestStudyCommand.test_no_interval_of_a_count_is_below_nothing()
  tools.in_folder(function(folder)
    tools.write(folder .. "/game.lua", [[
return game { seats = { 1, 2 }, order = { "all" },
  all = function(t)
    local luck = t:random(1, 40)
    for _ = 1, luck == 1 and 60 or luck < 10 and 1 or 0 do t.seat[1]:ask { "go", "Go?", confirm = true } end
    t:finish(t:rank_by(function() return t:random(1, 9) end))
  end }
]])
    local output = says(("study %s -n 60 --seats 2 --seed 2"):format(folder), 0)
    lu.assertNotNil(output:match "\nquestions +[%d.]+ +0 to ", output)
  end)
end

function TestStudyCommand.test_a_leader_that_nothing_tells()
  local folder = tools.folder()
  tools.write(folder .. "/game.lua", [[
return game {
  seats = { 2, 2 }, state = { seat = { points = 1 } }, order = { "ask", "last" },
  ask = function(t) for seat in t:seats() do seat:ask { "go", "Go?", confirm = true } end end,
  last = function(t) t:finish(t:rank_by(function() return t:random(1, 9) end)) end,
}
]])
  says(("study %s -n 20 --seats 2 --seed 1"):format(folder), 0,
    "no state, pool or pile follows the final score (the best\ncorrelation is 0.00, expected at least 0.9).")
  tools.write(folder .. "/game.lua", [[
return game {
  seats = { 2, 2 }, state = { seat = { points = 1 } }, order = { "go", "last" },
  go = function(t)
    for seat in t:seats() do
      seat:ask { "go", "Go?", confirm = true }
      seat.points = t:random(1, 1000)
    end
  end,
  last = function(t) t:finish(t:rank_by(function(seat) return seat.points + t:random(1, 392) end)) end,
}
]])
  says(("study %s -n 20 --seats 2 --seed 1"):format(folder), 0, "correlation is 0.89, expected at least 0.9).") -- not 0.90
  tools.remove(folder)
end

-- Where seats are only ranked there are no scores to tell of; games are counted from 0, as `sim` counts them.
function TestStudyCommand.test_seats_that_are_only_ranked()
  local folder = tools.folder()
  tools.write(folder .. "/game.lua", [[
return game {
  seats = { 1, 2 }, order = { "all" },
  all = function(t)
    local ranks = {}
    for seat in t:seats() do
      seat:ask { "go", "Go?", confirm = true }
      ranks[#ranks + 1] = { seat = seat, place = #ranks + 1 }
    end
    if t:random(1, 10) == 1 then error "one in ten" end
    t:finish(ranks)
  end,
}
]])
  local line = ("study %s -n 40 --seed 1 --seats "):format(folder)
  local output = says(line .. "2", 1, "40 games of 2 seats, seed 1")
  lu.assertNotStrContains(output, "0 to 0")
  lu.assertNotStrContains(output, "  score ")
  lu.assertNotStrContains(output, "luck")
  says(line .. "1", 1, "40 games of 1 seat, seed 1")
  local failed = output:match "Game (%d+) failed"
  local simulated = select(2, tools.run(("sim %s -n 40 --seed 1 --seats 2"):format(folder)))
  lu.assertEquals(simulated:match "Game (%d+) failed", failed)
  tools.remove(folder)
end

-- --- round by round, and the cards, counted again from the rows of `sim` ---

local COUNTED = [[
local function measures()
  local all = {}
  for r = 1, 4 do all["after_" .. r] = { "points by then", by = "seat" } end
  for _, name in ipairs { "Ah", "Kh", "2c" } do
    all["had_" .. name] = { "", by = "seat" }
    all["chose_" .. name] = { "", by = "seat" }
  end
  return all
end
return game {
  title = "Counted", seats = { 3, 3 }, deck = "standard", measures = measures(),
  piles = { seat = { hand = "owner", old = "everyone" } },
  state = { round = 0, seat = { points = 0, seen = {} } },
  order = { { "deal", "keep" }, "over" },
  deal = function(t)
    t:gather(t.deck)
    t.deck:shuffle()
    for seat in t:seats() do
      t.deck:deal(4, seat.hand)
      for card in seat.hand:cards() do seat.seen["had_" .. card.name] = true end
    end
  end,
  keep = function(t)
    t.round = t.round + 1
    for seat in t:seats() do
      local card = seat:ask { "keep", "Which?", card = seat.hand }
      seat.seen["chose_" .. card.name] = true
      seat.old:put(card)
      seat.points = seat.points + card.value
      t:measure("after_" .. t.round, seat.points, seat)
    end
    if t.round == 4 then return done end
  end,
  over = function(t)
    for seat in t:seats() do
      for name in pairs(seat.seen) do
        if name:find "Ah" or name:find "Kh" or name:find "2c" then t:measure(name, 1, seat) end
      end
    end
    t:finish(t:rank_by "points")
  end,
}
]]

-- The games of --csv: lists of rows, a table by column each.
local function games_of(path)
  local heads, games = nil, {}
  for line in io.lines(path) do
    local cells, row = {}, {}
    for cell in (line .. ","):gmatch "([^,]*)," do cells[#cells + 1] = cell end
    heads = heads or cells
    for i, head in ipairs(heads) do row[head] = tonumber(cells[i]) or cells[i] end
    if heads ~= cells then
      games[row.number + 1] = games[row.number + 1] or {}
      table.insert(games[row.number + 1], row)
    end
  end
  return games
end

-- Who alone has most of it, or with sign -1 the least; nil for nobody.
local function sole(rows, of, sign)
  local best, who = -math.huge, nil
  for seat, row in ipairs(rows) do
    local value = sign * row[of]
    if value > best then best, who = value, seat elseif value == best then who = nil end
  end
  return who
end

local function decoded(text)
  text = text:gsub("%[", "{"):gsub("%]", "}"):gsub('"([%w_]+)":', '["%1"]='):gsub("null", "nil")
  return assert(load("return " .. text))()
end

-- Pearson's coefficient of two lists.
local function pearson(x, y)
  local mx, my, xx, yy, xy = 0, 0, 0, 0, 0
  for i = 1, #x do mx, my = mx + x[i] / #x, my + y[i] / #x end
  for i = 1, #x do
    xx, yy, xy = xx + (x[i] - mx) ^ 2, yy + (y[i] - my) ^ 2, xy + (x[i] - mx) * (y[i] - my)
  end
  return xy / math.sqrt(xx * yy)
end

-- A column and each seat's part of the win, both less their means in the game.
local function within_games(games, column)
  local x, y, sum = {}, {}, 0
  for _, rows in ipairs(games) do
    local mean, first = 0, 0
    for _, row in ipairs(rows) do mean, first = mean + row[column] / #rows, first + (row.place == 1 and 1 or 0) end
    for _, row in ipairs(rows) do
      x[#x + 1], y[#y + 1] = row[column] - mean, (row.place == 1 and 1 / first or 0) - 1 / #rows
      sum = sum + row[column]
    end
  end
  return x, y, sum
end

local function rounds_are(told, games, sign)
  lu.assertEquals(#told.by_round, 4)
  for r, row in ipairs(told.by_round) do
    local sum, led, won, new = 0, 0, 0, 0
    for _, rows in ipairs(games) do
      local first, who, before = 0, sole(rows, "after_" .. r, sign), nil
      for k = r - 1, 1, -1 do before = before or sole(rows, "after_" .. k, sign) end
      for _, of in ipairs(rows) do sum, first = sum + of["after_" .. r], first + (of.place == 1 and 1 or 0) end
      if who then led, won = led + 1, won + (rows[who].place == 1 and 1 / first or 0) end
      new = new + (who and before and who ~= before and 1 or 0)
    end
    lu.assertEquals({ row.round, row.games, row.leader_wins.n }, { r, #games, led })
    lu.assertAlmostEquals(row.score.mean, sum / (3 * #games), 1e-9)
    lu.assertAlmostEquals(row.leader_wins.mean, won / led, 1e-9)
    lu.assertAlmostEquals(row.new_leader, new / #games, 1e-9)
  end
end

function TestStudyCommand.test_rounds_and_cards_counted_again()
  local folder = tools.folder()
  tools.write(folder .. "/game.lua", COUNTED)
  local line = (" %s -n 200 --seed 1 --seats random,random,random"):format(folder)
  says("sim" .. line .. " --csv " .. folder .. "/x.csv", 0)
  local games, told = games_of(folder .. "/x.csv"), decoded(says("study" .. line .. " --json", 0))
  rounds_are(told, games, 1)
  local cards = {}
  for _, card in ipairs(told.cards) do cards[card.name] = card end
  for _, name in ipairs { "Ah", "Kh", "2c" } do
    local x, y, sum = within_games(games, "had_" .. name)
    lu.assertAlmostEquals(cards[name].held, sum / (3 * #games), 1e-9)
    lu.assertAlmostEquals(cards[name].held_wins, pearson(x, y), 1e-9)
    lu.assertAlmostEquals(cards[name].chosen_wins, pearson(within_games(games, "chose_" .. name)), 1e-9)
  end
  lu.assertTrue(cards.Kh.chosen_wins > 0.1 and cards.Kh.chosen_clear)
  lu.assertFalse(cards.Kh.held_wins < -0.2)
  local page = says("study" .. line .. " -o " .. folder .. "/x.html", 0, "Round by round", "only correlations",
    "These are 10 of 52; -o FILE.html has all.")
  for text in page:gmatch "[^\n]+" do lu.assertTrue(utf8.len(text) <= 80, text) end
  local html = tools.read(folder .. "/x.html")
  lu.assertStrContains(html, "<td>2c</td>")
  lu.assertStrContains(html, "how often whoever leads alone after a round wins the game")
  local _, narrow = tools.run("study" .. line, nil, "env COLUMNS=40")
  for text in narrow:gmatch "[^\n]+" do lu.assertTrue(utf8.len(text) <= 40, text) end
  tools.remove(folder)
end

function TestStudyCommand.test_rounds_where_the_lowest_leads()
  tools.in_folder(function(folder)
    tools.write(folder .. "/game.lua", (COUNTED:gsub('"points"', "(function(seat) return -seat.points end)")))
    local line = (" %s -n 100 --seed 1 --seats random,random,random"):format(folder)
    says("sim" .. line .. " --csv " .. folder .. "/x.csv", 0)
    rounds_are(decoded(says("study" .. line .. " --json", 0)), games_of(folder .. "/x.csv"), -1)
  end)
end

-- A list of the order has the name of its first step that stands nowhere else, or of its first.
function TestStudyCommand.test_what_rounds_are_named_after()
  tools.in_folder(function(folder)
    tools.write(folder .. "/game.lua", [[
local function nothing() end
return game { seats = { 1, 1 }, state = { n = 0 },
  order = { "mix", { "mix", "play", "pay" }, { "mix", "tidy" }, "tidy", { "look" }, "over" },
  mix = nothing, look = function() return done end, over = function(t) t:finish() end,
  play = function(t) t.n = t.n + 1 end, pay = function(t) if t.n == 3 then return done end end,
  tidy = function(t)
    t.n = t.n - 1
    if t.n == 1 then return done end
  end }
]])
    local rounds = decoded(says(("study %s -n 1 --seats 1 --json"):format(folder), 0)).rounds
    for i, round in ipairs(rounds) do rounds[i] = ("%s %g"):format(round.name, round.begun.mean) end
    lu.assertEquals(rounds, { "play 3", "mix 6", "look 1" })
  end)
end

function TestStudyCommand.test_two_rounds_are_told_one_by_one_and_a_single_one_is_not()
  local folder = tools.folder()
  for rounds = 1, 2 do
    tools.write(folder .. "/game.lua", (COUNTED:gsub("t.round == 4", "t.round == " .. rounds)))
    local page = says(("study %s -n 20 --seed 1 --seats random,random,random"):format(folder), 0)
    lu.assertEquals(page:find("Round by round", 1, true) ~= nil, rounds == 2, page)
  end
  tools.remove(folder)
end

function TestStudyCommand.test_a_game_that_seats_join()
  says("study tests/fixtures/games/initiative -n 3 --seed 1", 0, "3 games with a result.")
end

-- Where seats may come but nobody does, there are chairs that count as nobody.
function TestStudyCommand.test_empty_chairs_are_no_seats()
  local folder, told = tools.folder(), {}
  for i, deck in ipairs { [[deck = "standard"]], [[deck = "standard", joining = true]] } do
    tools.write(folder .. "/game.lua", (COUNTED:gsub([[deck = "standard"]], deck)))
    told[i] = decoded(says(("study %s -n 20 --seed 1 --seats random,random,random --json"):format(folder), 0))
  end
  lu.assertEquals(told[2].by_round, told[1].by_round)
  lu.assertEquals(told[2].lead, told[1].lead)
  tools.remove(folder)
end

-- A game that nobody wins, and where nobody is asked, has no tables of zeros.
function TestStudyCommand.test_a_game_without_a_winner()
  local folder = tools.folder()
  tools.write(folder .. "/game.lua", [[
return game { seats = { 1, 4 }, order = { { "draw" }, "over" }, state = { round = 0 },
  measures = { low = "low numbers" },
  draw = function(t)
    t.round = t.round + 1
    if t:random(1, 9) < 5 then t:measure("low") end
    return t.round == 3 and done or nil
  end,
  over = function(t) t:finish() end }
]])
  local output = says(("study %s -n 30 --seed 1 --seats 3"):format(folder), 0, "rounds ", "30 games without a result.")
  for _, part in ipairs { "questions", "minutes", "leader", "Seat advantage" } do
    lu.assertNotStrContains(figures(output), part .. " ")
  end
  output = says(("sim %s -n 30 --seed 1 --seats 3"):format(folder), 0, "30 games without a result.", "low numbers")
  lu.assertNotStrContains(output, "score")
  output = select(2, tools.run(("play %s --seats random,random --seed 1"):format(folder), nil,
    "env XDG_STATE_HOME=" .. folder))
  lu.assertStrContains(output, "── the end ──")
  lu.assertNotStrContains(output, "0 decisions")
  tools.remove(folder)
end

-- Nor is there a score where seats are only ranked.
function TestStudyCommand.test_no_column_of_zeros()
  tools.in_folder(function(folder)
    tools.write(folder .. "/game.lua", [[
return game { seats = { 2, 2 }, order = { "all" },
  all = function(t)
    t.seat[1]:ask { "go", "Go?", confirm = true }
    t:finish { t.seat[2], t.seat[1] }
  end }
]])
    local output = says(("sim %s -n 30 --seats 2 --seed 2"):format(folder), 0,
      "      bot       wins     95% interval\nAnna ")
    lu.assertNotStrContains(output, "score")
  end)
end

-- Whether it is "yes" decides who wins, or nothing does: then all answers are as good.
function TestStudyCommand.test_answers_that_are_as_good()
  local folder = tools.folder()
  for points, share in pairs { ["yes and 1 or 0"] = "0.0%", ["yes and 0 or 0"] = "100.0%" } do
    tools.write(folder .. "/game.lua", ([[
return game {
  seats = { 1, 2 }, state = { seat = { points = 0 } }, order = { "ask", "last" },
  ask = function(t)
    for seat in t:seats() do
      local yes = seat:ask { "point", "Do you want the point?", confirm = true }
      seat.points = %s
    end
  end,
  last = function(t) t:finish("points") end,
}
]]):format(points))
    local output = says(("study %s -n 20 --seats 2 --seed 1"):format(folder), 0)
    lu.assertStrMatches(output, "(.*)equally good answers +" .. share:gsub("[.%%]", "%%%0") .. " .*")
  end
  tools.remove(folder)
end

-- What is said first of a game and its bots, where the figures allow it.
function TestStudyCommand.test_verdicts()
  local minutes = "^A game takes %d+ to %d+ minutes on average, at 5 seconds a question%. "
  local output = says("study fish_out -n 20 --seed 1", 0):gsub("\n", " ")
  lu.assertNotNil(output:match(minutes .. "Skill counts for more than luck: heron places above a random player in "
    .. "%d+%% to %d+%% of cases%. It is too early to tell whether a seat is favoured"), output)
  lu.assertStrMatches(says("study tests/fixtures/games/last_chip -n 19 --seats 3 --seed 1", 0),
    "19 games are too few for a verdict; it takes 20%.\n.*")
  says("tournament fish_out --bots random,heron -n 20 --seed 1", 0, "heron is best: it places above random 9")
  tools.in_folder(function(folder) -- a game of luck, so no bot is better
    tools.write(folder .. "/game.lua", [[
return game { seats = { 2, 2 }, order = { "all" },
  all = function(t) t:finish(t:rank_by(function() return t:random(1, 9) end)) end }
]])
    output = says(("tournament %s --bots random,search:1 -n 20 --seed 1"):format(folder), 0)
    lu.assertStrMatches(output, "It is too early to tell which of [%l:1]+ and [%l:1]+ is best.*")
  end)
end

function TestStudyCommand.test_a_tournament()
  local line = "tournament tests/fixtures/games/last_chip --seats 4 -n 25 --seed 1"
  says(line, 2, "a tournament needs two bots, but there is only random")
  line = "tournament fish_out --bots random,minnow,heron -n 22 --seed 1 -j 2"
  local output = says(line, 0, "fish_out: 3 bots, 22 seeds from 1, 132 games", "bot     rating")
  lu.assertTrue(output:find "\nheron" < output:find "\nrandom", output)
  says(line .. " --json", 0, '"bots":[{"bot":"heron","rating":', '"duels":[{"bot":"random","other":"minnow","above":')
  says("tournament fish_out --bots heron,herons -n 2", 2, "there is no bot `herons`, did you mean `heron`?")
  says("tournament fish_out --bots search:0,heron -n 2", 2, "no bot `search:0`: expected search:300 for playouts")
  says("tournament fish_out --bots heron -n 2", 2, "needs two bots, but there is only heron")
end

-- Of two bots the ratings say how often one is placed above the other, half a game won and lost more (Bradley-Terry); all
-- seeds count alike, also the first and those beyond the twenty groups.
function TestStudyCommand.test_ratings_of_two_bots()
  for n = 1, 25, 8 do
    local told = decoded(says(("tournament fish_out --bots minnow,random -n %d --seed 1 --json"):format(n), 0))
    local duel, rating = told.duels[1], {}
    for _, bot in ipairs(told.bots) do rating[bot.bot] = bot.rating end
    local won, lost = n * duel.above + 0.5, n * (1 - duel.above) + 0.5
    lu.assertAlmostEquals(rating[duel.bot] - rating[duel.other], 400 * math.log(won / lost, 10), 1e-6)
    lu.assertAlmostEquals(rating.minnow + rating.random, 3000, 1e-6)
  end
end

-- Where no seed is left there is a sentence; intervals stand in columns of their own.
function TestStudyCommand.test_what_a_tournament_leaves_out()
  local output = says("tournament fish_out -n 3 --seed 1 --limit 5", 0,
    "3 seeds left out because of how games ended: 18 stopped after 5 questions.\n" ..
    "No seed is left, so there is no table.\n")
  lu.assertNotStrContains(output, "rating")
  output = says("tournament baltimore_poker --bots shark,random -n 20 --seed 1", 0)
  lu.assertNotNil(output:match "\nbot +rating +%+%- +%l+ +interval +%l+ +interval\n", output)
  lu.assertNotNil(output:match "\nrandom +%d+ +%d+ +%d+%.%d%% +%d+ to %d+%% +%- +%-\n", output)
  output = says("tournament baltimore_poker --bots shark,random -n 20 --seed 2 --seats 2", 0)
  local share, low = output:match "\nrandom +%d+ +%d+ +(%d+%.%d)%% +(%d+) to %d+%% +%- +%-\n"
  lu.assertTrue(tonumber(share) < 10 and tonumber(low) >= 0, output) -- where a half would go below 0
end
