-- How far a playout runs, and how its end is scored: chosen for each game by a few games at random.
--
-- A round is one pass through a list of the order: a deal, a hand. Where the score changes in most rounds of a list, a game
-- has several of them, and seats keep no cards from one to the next, a playout ends with the round (of the innermost such
-- list) and counts by the score; the rest would be noise. Cards that seats keep have a value that no score shows: a short
-- game of that kind is played to its end, and counts by the place, and a little by the score.
--
-- The score is what `standing` declares; else what the game ranks its seats by at the end, or a number of the seats that
-- was the final score of every seat in all those games.

local scripted_bots = require "ask.scripted_bots"
local english = require "shared.english"
local lists = require "shared.lists"

local horizon = {}

local GAMES = 6 -- at random
local SHORT = 120 -- questions of a game that is played to its end
local MOST = 4000 -- questions in such a game
local OFTEN = 0.5 -- share of the rounds in which the score must change
local ROUNDS = 40 -- that are looked at in all those games, at most
local TRIED, ANSWERS = 12, 600 -- games of the game's best bot among chance, and its answers in them, at most
local NOBODY = 0.01 -- what a game without a winner is worth, where there are no scores
local WON = 4 -- games that must have a winner, or they say nothing

-- Does this give the scores of the standings, whatever the seat?
local function gives(b, score, standings)
  for _, row in ipairs(standings) do
    if row.seat > 0 then
      local ok, value = pcall(score, b.seats[row.seat])
      if not ok or value ~= row.score then return false end
    end
  end
  return true
end

-- What a script ranks by, and only at the end: before, it may fail. A step without an end ends the search.
local function ranked(rank)
  return function(seat)
    local ok, value, _, spent = host.try(rank, seat)
    if spent then error(value, 0) end
    return ok and value or 0
  end
end

-- Functions of a seat that may be its score, by what it was ranked, and its own numbers; and what each is called.
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

-- What `standing` gives; its mistakes end the search.
local function declared(b)
  return function(seat)
    local ok, value = host.try(b.spec.standing, b.t, seat)
    if not ok then error(value, 0) end
    if math.type(value) and value == value then return value end
    error(("standing: expected a number of points, got %s"):format(value == value and type(value) or "nan"), 0)
  end
end

-- What the others have, on average. Where all have the same, or one plays alone, that is nothing to be ahead of.
local function score_of_others(standings, seat)
  local sum, n = 0, 0
  for _, row in ipairs(standings) do
    if row.seat ~= seat and row.seat > 0 then sum, n = sum + row.score, n + 1 end
  end
  return n > 0 and sum / n or 0
end

-- Do the scores go with the places, from the most down or (sign -1) from the fewest up?
local function have_scores(standings, sign)
  for i, row in ipairs(standings) do
    if not row.score or i > 1 and sign * row.score > sign * standings[i - 1].score then return false end
  end
  return true
end

-- What the scores are by the standings of some games: do the most points win (sign 1) or the fewest (-1); is it the score
-- alone that counts, of one who plays alone or of all together; and how far, on average, do they lie from the others' at
-- the end (false where they don't go with the places)?
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
    look.spread = look.spread + sum / #standings / GAMES
  end
end

local function find_score(b, look)
  local list, names, ends = nil, nil, {}
  for game = 1, GAMES do
    b.ranked_by = nil
    engine.search_stand(b.block, game)
    local stop = engine.search_play(b.block, -1, 0, MOST) -- at random to its end
    look.questions = look.questions + select(2, engine.count(b.block)) / GAMES
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

-- Where the cards lie that seats have and see.
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

-- Are more than half of those cards still there at the next round's first question?
local function are_kept(b, before)
  if next(before) == nil or engine.search_play(b.block, 0, 0, MOST) ~= "question" then return false end
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

-- Is a round of that list a game of its own? Tried on rounds by chance. A list that comes once in a game is no round: what
-- counts at its end is who has won.
local function is_round(b, look, depth)
  local changed, kept, n = 0, 0, 0
  for game = 1, GAMES do
    engine.search_stand(b.block, game)
    local before = scores(b, look.score)
    while n < ROUNDS and engine.search_play(b.block, -1, depth, MOST) == "horizon" do
      local now, differs = scores(b, look.score), false
      for number, value in pairs(now) do differs = differs or value ~= before[number] end
      n, changed, before = n + 1, changed + (differs and 1 or 0), now
      if look.questions <= SHORT and are_kept(b, held(b)) then kept = kept + 1 end
    end
  end
  return n > GAMES and changed >= OFTEN * n and kept <= OFTEN * n
end

--- Plays on as engine.search_play does. What it leaves open the bot of that name answers, up to a number of questions, and
--- chance from there; or a function of b, until it gives nil. The bot's notes are its own: what one has noted at the table
--- comes of what its seat has seen there. `notes` are those that it has made in this world.
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

-- What the seat has, less what the others have on average.
local function by_score(b, look, seat)
  local list, others, n = scores(b, look.score), 0, 0
  for number, value in pairs(list) do
    if number ~= seat and not look.alone then others, n = others + value, n + 1 end
  end
  return (list[seat] or 0) - (n > 0 and others / n or 0)
end

-- The game's best bot plays in playouts, unless it wins less than its share of games against chance, of those that somebody
-- wins, if those are more than a few.
local function best_bot(b)
  local all, best = scripted_bots.of(b)
  if not all or not all[best] then return nil end
  local won, others, games, answers = 0, 0, 0, 0
  while games < TRIED and answers < ANSWERS do
    games = games + 1
    local seat = b.sitting[1 + games % #b.sitting].number
    engine.search_stand(b.block, 100 + games)
    local stop = horizon.play_on(b, best, ~(1 << seat - 1), 0, MOST, MOST)
    if stop == "failed" then return nil end
    answers = answers + select(2, engine.count(b.block)) // #b.sitting
    for _, row in ipairs(stop == "finished" and b.hooks.result or {}) do
      if row.place == 1 and row.seat == seat then won = won + 1
      elseif row.place == 1 then others = others + 1 end
    end
  end
  if won + others >= WON and won * (#b.sitting - 1) < others then return nil end
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

-- What counts: "win", "lead" in points, or the "score" of who is alone.
local function seen_from(look, depth)
  return { depth = depth, score = look.score, spread = look.spread or 0, bot = look.bot, sign = look.sign,
    alone = look.alone, counts = look.alone and "score" or depth > 0 and "lead" or "win" }
end

--- How far to look from a step in a list of that depth: { depth = of the list whose end is the end, 0 for the
--- game's, score = a function of a seat, or nil, counts = what does }. The table stands in a world, and stays in one.
function horizon.of(b, depth)
  b.search.horizons = b.search.horizons or make(b)
  local look = b.search.horizons
  for at = depth, 1, -1 do
    if look.horizons[at] then return seen_from(look, at) end
  end
  return seen_from(look, 0)
end

--- The same in sentences, for people. Where it isn't known yet games are played to find out.
function horizon.told(b)
  b.search.horizons = b.search.horizons or make(b)
  local look = b.search.horizons
  local lines = { look.bot and ("All seats play on as `%s`, and after many questions by chance."):format(look.bot)
    or "All seats play on by chance." }
  local points = look.counts and ("`%s`"):format(look.counts) or "the score"
  if look.sign < 0 then points = points .. ", the fewer the better" end
  if not look.alone then points = points .. ", less what the others have" end
  local function walk(list, depth)
    local names = lists.map(list, function(step) return type(step) == "string" and step or nil end)
    if depth > 0 and look.horizons[depth] then
      lines[#lines + 1] = ("From %s: to the end of that list; what counts is %s."):format(english.list(names, "or"),
        points)
    end
    for _, step in ipairs(list) do if type(step) == "table" then walk(step, depth + 1) end end
  end
  walk(b.spec.order, 0)
  lines[#lines + 1] = ("%s to the end of the game; what counts is %s."):format(
    #lines > 1 and "Otherwise" or "From anywhere", look.alone and points
    or "the place" .. (look.spread and ", and a little the score" or ""))
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

-- A win counts most; the place and the score a little. Who is alone has the score. And the share of the win.
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

--- What the table, which has stopped there, is worth to a seat: more is better; nil where that can't be said. And the seat's
--- share of the win, where that counts. Where the score counts, the winner of a game that is over gets as much more as
--- scores differ by at the end of games. That nobody has won is better than that another has.
function horizon.worth(b, look, seat, stop)
  local standings, seats = stop == "finished" and b.hooks.result, #b.sitting
  if look.depth == 0 then
    if stop ~= "finished" then return look.score and 0 or nil end
    if not standings then return look.spread == 0 and NOBODY or 0, 0 end
    return by_place(look, standings, seat)
  end
  local worth = by_score(b, look, seat)
  if not standings or seats == 1 or look.alone then return worth end
  local _, share = share_of(standings, seat)
  return worth + look.spread * (seats * share - 1) / (seats - 1)
end

return horizon
