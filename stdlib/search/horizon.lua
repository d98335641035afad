-- How far a playout runs and how its end is scored: decided once for each game, from a few random games.
--
-- A round is one pass through a list of the order, such as a deal or a hand. A playout ends with the round of the innermost
-- list that is played several times a game, that changes the score in most of its rounds, and that leaves seats no
-- cards from round to round (asked only of short games); it is then scored by points. Everything later would be noise.
-- Otherwise a playout runs to the end of the game, and is scored by the place, and a little by points.
--
-- Points are the result of `standing`; without it, the number that the game ranks its seats by, or a number of each seat
-- that was its final score in all the random games.

local scripted_bots = require "ask.scripted_bots"
local english = require "shared.english"
local lists = require "shared.lists"

local horizon = {}

local TRIAL_GAMES = 6 -- random games
local SHORT_GAME = 120 -- questions in the longest game that counts as short
local MAX_QUESTIONS = 4000 -- questions in a trial game
local MIN_CHANGING_SHARE = 0.5 -- share of the rounds in which the score must change
local MAX_ROUNDS = 40 -- rounds looked at in all trial games together
local MAX_BOT_GAMES = 12 -- games of the game's best bot against random seats
local MAX_BOT_ANSWERS = 600 -- answers of that bot in all of them together
local WORTH_WITHOUT_WINNER = 0.01 -- share of a win, in a game without scores
local MIN_GAMES_WON = 4 -- games with a winner before the bot is judged

-- Does score(seat) give every seat's score in the standings?
local function gives(b, score, standings)
  for _, row in ipairs(standings) do
    if row.seat > 0 then
      local ok, value = pcall(score, b.seats[row.seat])
      if not ok or value ~= row.score then return false end
    end
  end
  return true
end

-- The function by which a script ranks its seats. Where it fails, as it may before the game's end, it gives 0; if it exceeds
-- its time, that ends the search.
local function ranked(rank)
  return function(seat)
    local ok, value, _, spent = host.try(rank, seat)
    if spent then error(value, 0) end
    return ok and value or 0
  end
end

-- Functions of a seat that may give its score: the function of the ranking, and those that read a number of the seat; and the
-- name of each.
local function candidates(b)
  local list, names = {}, {}
  local function add(name)
    local function score(seat)
      local value = seat[name]
      return host.kind(value) == "pool" and value:amount() or value
    end
    list[#list + 1], names[score] = score, name
  end
  local by = b.ranked_by
  if type(by) == "string" then add(by) elseif by then list[1] = ranked(by) end
  for _, pool in ipairs(b.pools) do if pool.seat == 1 then add(pool.name) end end
  for _, name in ipairs(lists.keys(b.spec.state.seat)) do add(name) end
  return list, names
end

local function scores(b, score)
  local list = {}
  for _, seat in ipairs(b.sitting) do
    local value = score(seat)
    list[rawget(seat, 0)] = type(value) == "number" and value or 0
  end
  return list
end

-- The result of `standing`; a mistake in it ends the search.
local function declared(b)
  return function(seat)
    local ok, value = host.try(b.spec.standing, b.t, seat)
    if not ok then error(value, 0) end
    if math.type(value) and value == value then return value end
    error(("standing: expected a number of points, got %s"):format(value == value and type(value) or "nan"), 0)
  end
end

-- The mean score of the other seats; 0 without any.
local function score_of_others(standings, seat)
  local sum, n = 0, 0
  for _, row in ipairs(standings) do
    if row.seat ~= seat and row.seat > 0 then sum, n = sum + row.score, n + 1 end
  end
  return n > 0 and sum / n or 0
end

-- Do scores fall with the places, or rise (sign -1)?
local function have_scores(standings, sign)
  for i, row in ipairs(standings) do
    if not row.score or i > 1 and sign * row.score > sign * standings[i - 1].score then return false end
  end
  return true
end

-- Learns about scores from the standings of some games. look.sign: 1 if the most points win, -1 if the fewest; look.alone: the
-- score alone counts, as one seat plays or all have the same; look.spread: the mean distance of final scores from those of
-- the others, false if scores don't follow the places.
local function judge_scores(look, ends)
  local function all_have(sign) return lists.all(ends, function(list) return have_scores(list, sign) end) end
  look.sign = not all_have(1) and all_have(-1) and -1 or 1
  if #ends == 0 then return end
  look.spread = all_have(look.sign) and 0
  local least, most = math.huge, -math.huge
  for _, standings in ipairs(look.spread and ends or {}) do
    for _, row in ipairs(standings) do least, most = math.min(least, row.score), math.max(most, row.score) end
  end
  look.alone = least < most and all_have(-look.sign)
  for _, standings in ipairs(look.spread and ends or {}) do
    local sum = 0
    for _, row in ipairs(standings) do
      if row.seat > 0 then sum = sum + math.abs(row.score - score_of_others(standings, row.seat)) end
    end
    look.spread = look.spread + sum / #standings / TRIAL_GAMES
  end
end

local function find_score(b, look)
  local list, names, ends = nil, nil, {}
  for game = 1, TRIAL_GAMES do
    b.ranked_by = nil
    engine.search_stand(b.block, game)
    local stop = engine.search_play(b.block, -1, 0, MAX_QUESTIONS) -- at random to its end
    look.questions = look.questions + select(2, engine.count(b.block)) / TRIAL_GAMES
    local standings = stop == "finished" and b.hooks.result
    if standings then
      ends[#ends + 1] = standings
      if not list then list, names = candidates(b) end
      list = lists.collect(list, function(score) return gives(b, score, standings) and score or nil end)
    end
  end
  judge_scores(look, ends)
  if b.spec.standing then return declared(b) end
  local score = list and list[1]
  look.counts = score and names[score]
  return score and look.sign < 0 and function(seat) return -score(seat) end or score
end

-- The pile of each card that lies in a pile of a seat that sees it.
local function held(b)
  local list = {}
  for _, seat in ipairs(b.sitting) do
    local sight = engine.search_look(b.block, seat.number)
    for card in ipairs(b.card_faces) do
      local pile = 1 + sight:byte(2 * card - 1) + 256 * sight:byte(2 * card)
      if b.plan[pile] and b.plan[pile].seat == seat.number then list[card] = pile end
    end
  end
  return list
end

-- Are more than half of those cards in the same pile at the next round's first question?
local function are_kept(b, before)
  if next(before) == nil or engine.search_play(b.block, 0, 0, MAX_QUESTIONS) ~= "question" then return false end
  local now, stayed = held(b), 0
  for card, pile in pairs(before) do stayed = stayed + (now[card] == pile and 1 or -1) end
  return stayed > 0
end

local function depth_of(list)
  local depth = 0
  for _, step in ipairs(list) do
    if type(step) == "table" then depth = math.max(depth, 1 + depth_of(step)) end
  end
  return depth
end

-- Can a playout end with a round of that list? Tries it on random rounds. A list that runs once in a game has no rounds.
local function is_round(b, look, depth)
  local changed, kept, n = 0, 0, 0
  for game = 1, TRIAL_GAMES do
    engine.search_stand(b.block, game)
    local before = scores(b, look.score)
    while n < MAX_ROUNDS and engine.search_play(b.block, -1, depth, MAX_QUESTIONS) == "horizon" do
      local now, differs = scores(b, look.score), false
      for number, value in pairs(now) do differs = differs or value ~= before[number] end
      n, changed, before = n + 1, changed + (differs and 1 or 0), now
      if look.questions <= SHORT_GAME and are_kept(b, held(b)) then kept = kept + 1 end
    end
  end
  return n > TRIAL_GAMES and changed >= MIN_CHANGING_SHARE * n and kept <= MIN_CHANGING_SHARE * n
end

--- Plays on as engine.search_play does. `bot` is the name of a bot that answers up to a number of questions, from where
--- answers are random; or a function of b that answers until it gives nil. `notes` are those that bots have made in this
--- world: notes made at the table come from what their seats have seen there.
function horizon.play_on(b, bot, by_chance, depth, until_question, most, notes)
  local answer = type(bot) == "function" and bot or scripted_bots.answer
  b.notes = lists.copy(notes or {})
  local stop, why = engine.search_play(b.block, bot and by_chance or -1, depth, most)
  while stop == "question" do
    local staged, sentence = answer(b, bot)
    if staged == false then return "failed", ("%s: %s"):format(bot, sentence) end
    if not staged then engine.stage_random(b.block) end
    if not staged and answer == bot or select(2, engine.count(b.block)) >= until_question then by_chance = -1 end
    stop, why = engine.search_play(b.block, by_chance, depth, most)
  end
  return stop, why
end

-- The seat's score minus the mean of the others'.
local function by_score(b, look, seat)
  local list, others, n = scores(b, look.score), 0, 0
  for number, value in pairs(list) do
    if number ~= seat and not look.alone then others, n = others + value, n + 1 end
  end
  return (list[seat] or 0) - (n > 0 and others / n or 0)
end

-- The name of the game's best bot; nil if it wins less than its share of games against random seats. Only games with a winner
-- count, and a few of them are needed.
local function best_bot(b)
  local all, best = scripted_bots.of(b)
  if not all or not all[best] then return nil end
  local won, others, games, answers = 0, 0, 0, 0
  while games < MAX_BOT_GAMES and answers < MAX_BOT_ANSWERS do
    games = games + 1
    local seat = b.sitting[1 + games % #b.sitting].number
    engine.search_stand(b.block, 100 + games)
    local stop = horizon.play_on(b, best, ~(1 << seat - 1), 0, MAX_QUESTIONS, MAX_QUESTIONS)
    if stop == "failed" then return nil end
    answers = answers + select(2, engine.count(b.block)) // #b.sitting
    for _, row in ipairs(stop == "finished" and b.hooks.result or {}) do
      if row.place == 1 and row.seat == seat then won = won + 1
      elseif row.place == 1 then others = others + 1 end
    end
  end
  if won + others >= MIN_GAMES_WON and won * (#b.sitting - 1) < others then return nil end
  return best
end

local function make(b)
  local look, notes, values, changed_before = { questions = 0 }, b.notes, {}, b.rules_changed
  b.notes = {}
  for name in pairs(b.spec.rules) do values[name] = b.values[name] end
  look.score = find_score(b, look)
  look.horizons = {}
  for depth = 1, look.score and depth_of(b.spec.order) or 0 do look.horizons[depth] = is_round(b, look, depth) end
  look.bot = best_bot(b)
  b.notes = notes
  for name, value in pairs(values) do b.values[name] = value end
  b.rules_changed, b.once = changed_before, {}
  return look
end

-- The horizon of a search, as horizon.of gives it. counts: "win", "lead" in points, or "score" of a seat that plays alone.
local function seen_from(look, depth)
  return { depth = depth, score = look.score, spread = look.spread or 0, bot = look.bot, sign = look.sign,
    alone = look.alone, counts = look.alone and "score" or depth > 0 and "lead" or "win" }
end

--- The horizon of a search that begins in a step of a list of that depth: { depth = of the list whose end ends playouts, 0:
--- they end with the game, score = a function of a seat, or nil, counts = the unit of a playout's value }. The table must be
--- in a world.
function horizon.of(b, depth)
  b.search.horizons = b.search.horizons or make(b)
  local look = b.search.horizons
  for at = depth, 1, -1 do
    if look.horizons[at] then return seen_from(look, at) end
  end
  return seen_from(look, 0)
end

--- Describes the horizons of a game in sentences. Plays the trial games if that has not been done.
function horizon.told(b)
  b.search.horizons = b.search.horizons or make(b)
  local look = b.search.horizons
  local lines = { look.bot and ("All seats play on as `%s`, and after many questions at random."):format(look.bot)
    or "All seats play on at random." }
  local points = look.counts and ("`%s`"):format(look.counts) or "the score"
  if look.sign < 0 then points = points .. ", the fewer the better" end
  if not look.alone then points = points .. ", minus the mean of the others" end
  local function walk(list, depth)
    local names = lists.map(list, function(step) return type(step) == "string" and step or nil end)
    if depth > 0 and look.horizons[depth] then
      lines[#lines + 1] = ("From %s: to the end of that list, scored by %s."):format(english.list(names, "or"),
        points)
    end
    for _, step in ipairs(list) do if type(step) == "table" then walk(step, depth + 1) end end
  end
  walk(b.spec.order, 0)
  lines[#lines + 1] = ("%s to the end of the game, scored by %s."):format(
    #lines > 1 and "Otherwise" or "From anywhere", look.alone and points
    or "the place" .. (look.spread and ", and slightly by the score" or ""))
  return lines
end

-- The seat's row of the standings, and its share of the win.
local function share_of(standings, seat)
  local mine, first = nil, 0
  for _, row in ipairs(standings) do
    if row.place == 1 then first = first + 1 end
    if row.seat == seat then mine = row end
  end
  return mine, mine and mine.place == 1 and 1 / first or 0
end

-- The value of a finished game, mostly of the win, a little of the place and the score; for a seat that plays alone its score.
-- And the share of the win.
local function by_place(look, standings, seat)
  local mine, share = share_of(standings, seat)
  if not mine then return 0, 0 end
  if look.alone then return look.sign * (mine.score or 0), share end
  local worth = share
  if #standings > 1 then worth = worth + 0.1 * (#standings - mine.place) / (#standings - 1) end
  if look.spread == 0 or not mine.score then return worth, share end
  local lead = look.sign * (mine.score - score_of_others(standings, seat)) / look.spread
  return worth + 0.15 * math.max(-3, math.min(3, lead)), share
end

--- The value to a seat of the table as it stopped: more is better; nil if unknown. And the seat's share of the win, where wins
--- count. Where points count, winning the game is worth look.spread more points, and losing less. A game that nobody wins is
--- better than a lost one.
function horizon.worth(b, look, seat, stop)
  local standings, seats = stop == "finished" and b.hooks.result, #b.sitting
  if look.depth == 0 then
    if stop ~= "finished" then return look.score and 0 or nil end
    if not standings then return look.spread == 0 and WORTH_WITHOUT_WINNER or 0, 0 end
    return by_place(look, standings, seat)
  end
  local worth = by_score(b, look, seat)
  if not standings or seats == 1 or look.alone then return worth end
  local _, share = share_of(standings, seat)
  return worth + look.spread * (seats * share - 1) / (seats - 1)
end

return horizon
