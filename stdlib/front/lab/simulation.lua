-- Many games played by bots, and their tallies.
--
-- A *setup* says which game is played and by which bots: the fields of worlds.open, `answerers`, `measures`, a list of
-- { name, meaning, is it counted by seat? }, and `ratios` of two of them, a list of { name, meaning, "net / staked" }. Its
-- *tally* sums up its games, which may come in any order.

local files = require "host.files"
local journal = require "front.session.journal"
local lab = require "host.lab"
local worlds = require "front.session.worlds"
local session = require "front.session.session"
local statistics = require "front.lab.statistics"
local lists = require "shared.lists"

local simulation = {}

-- --- tallies ---

local Tally = {}
Tally.__index = Tally

-- The seats of one game depend on each other: so a game counts as one value, the mean of its seats.
local function group(answers, seats, name, measured)
  local of = { name = name, answers = answers, seats = seats, wins = statistics.sample(), score = statistics.sample(),
    measures = {}, by_seat = { measures = {} } }
  local alone = #seats == 1
  of.by_seat.score = alone and of.score or statistics.sample()
  for _, one in ipairs(measured) do
    of.measures[one.number] = statistics.sample()
    of.by_seat.measures[one.number] = alone and of.measures[one.number] or statistics.sample()
  end
  return of
end

--- The seats at which a bot sits.
function simulation.seats_of(setup, bot)
  return lists.collect(setup.answerers, function(who, seat) return who == bot and seat or nil end)
end

--- Where the number called `name` stands in a row; nil when there is none.
local function place_of(setup, name)
  if name == "questions" then return 1 end
  if name == "steps" then return simulation.width(setup) end
  for i, measure in ipairs(setup.measures) do
    if measure[1] == name then return 1 + 2 * #setup.players + i end
  end
end
simulation.place_of = place_of

--- What a measure counts, in words.
function simulation.meaning(measure) return measure[2] ~= "" and measure[2] or measure[1] end

--- The measures that are counted by seat: { name =, number = in setup.measures, after = the place in a row after which the
--- seats' own counts stand }.
function simulation.seat_measures(setup)
  local at = 1 + 2 * #setup.players + #setup.measures
  return lists.collect(setup.measures, function(measure, number)
    if not measure[3] then return nil end
    at = at + #setup.players
    return { name = measure[1], number = number, after = at - #setup.players }
  end)
end

--- How many numbers a row has: see measure/lab.lua.
function simulation.width(setup)
  local players = #setup.players
  return 2 + 2 * players + #setup.measures + players * #simulation.seat_measures(setup)
end

--- Adds to a tally the ratio of the sums of two measures, "net/staked" or "net/questions": true, or nil and a sentence.
--- `meaning`: its title on the page, if another.
function Tally:add_ratio(text, meaning)
  local over, under = text:match "^([%w_]+) */ *([%w_]+)$"
  if not over then return nil, "expected two measures like net/staked" end
  for _, name in ipairs { over, under } do
    if not place_of(self.setup, name) then
      local names = lists.joined({ "questions" }, lists.collect(self.setup.measures, 1))
      return nil, ("no measure `%s`: expected two of %s"):format(name, table.concat(names, ", "))
    end
  end
  table.insert(self.ratios, { name = over .. " / " .. under, meaning = meaning, over = place_of(self.setup, over),
    under = place_of(self.setup, under), pairs = statistics.pairs() })
  return true
end

--- An empty tally: seats and bots (groups of seats { name =, answers =, seats =, wins = a sample of parts of a win,
--- score = a sample, measures = a sample by the number of each that is counted by seat, all with a value a game, by_seat =
--- score and measures again with a value a seat }), measures (a sample each), questions, ratios (each { name, pairs }), and
--- how many games ended how.
function simulation.tally(setup)
  local measured = simulation.seat_measures(setup)
  local bots = lists.collect(lists.distinct(setup.answerers), function(bot)
    return group(bot, simulation.seats_of(setup, bot), nil, measured)
  end)
  local tally = setmetatable({ setup = setup, measured = measured, late = place_of(setup, "came_first"), seats = {},
    bots = #bots > 1 and #bots < #setup.players and bots or {}, -- at several seats, where there are others too
    measures = {}, ratios = {}, questions = statistics.sample(), asked = 0, played = 0, result = 0, no_result = 0,
    stopped = 0, failed = 0 }, Tally)
  for seat, player in ipairs(setup.players) do
    tally.seats[seat] = group(setup.answerers[seat], { seat }, player.name, measured)
  end
  for i = 1, #setup.measures do tally.measures[i] = statistics.sample() end
  for _, ratio in ipairs(setup.ratios) do tally:add_ratio(ratio[3], ratio[2]) end
  return tally
end

-- Adds the mean of the seats' numbers, which stand in the row at `after` plus `every` times the seat. Each of the numbers goes
-- into `by_seat` too, if that is another sample.
local function add_mean(sample, by_seat, seats, row, after, every)
  local sum = 0
  for k = 1, #seats do
    local value = row[after + every * seats[k]]
    sum = sum + value
    if by_seat ~= sample then by_seat:add(value) end
  end
  sample:add(#seats == 1 and sum or sum / #seats)
end

-- A place that k seats share is a k-th of a win for each.
local function count_group(of, row, first, result, measured)
  local ours, seats, by_seat = 0, of.seats, of.by_seat
  for k = 1, #seats do
    if row[2 * seats[k]] == 1 then ours = ours + 1 end
  end
  if result then add_mean(of.score, by_seat.score, seats, row, 1, 2) end
  for _, one in ipairs(measured) do
    add_mean(of.measures[one.number], by_seat.measures[one.number], seats, row, one.after, 1)
  end
  of.wins:add(first == 0 and 0 or ours / first)
end

--- One more game: how it ended, and its numbers as lab's rows have them. Wins and measures are counted of games with an
--- end, scores of those with a result.
function Tally:add(ending, row)
  self.played, self[ending] = self.played + 1, self[ending] + 1
  self.asked = self.asked + row[1]
  if ending ~= "result" and ending ~= "no_result" then return end
  local count, first = #self.seats, 0
  for seat = 1, count do if row[2 * seat] == 1 then first = first + 1 end end
  if self.late and first > 0 then first = first / (1 - row[self.late]) end -- who came later shares the first place
  for seat = 1, count do count_group(self.seats[seat], row, first, ending == "result", self.measured) end
  for _, of in ipairs(self.bots) do count_group(of, row, first, ending == "result", self.measured) end
  for i, sample in ipairs(self.measures) do sample:add(row[1 + 2 * count + i]) end
  for _, ratio in ipairs(self.ratios) do ratio.pairs:add(row[ratio.over], row[ratio.under]) end
  self.questions:add(row[1])
end

-- --- until it is known well enough ---

local FIRST_LOOK, APART = 100, 1.02 -- games before the first look, and how many times as many before the next

-- The widest interval of the lines called `name`: infinite where fewer than statistics.FEWEST games differ from the rest.
local function widest(tally, name)
  local widest_half = 0
  local function take(sample, half)
    if sample:figures().others < statistics.FEWEST then half = math.huge end
    widest_half = math.max(widest_half, half)
  end
  local at = lists.index(lists.collect(tally.setup.measures, 1), name)
  for _, of in ipairs(name ~= "questions" and not at and lists.joined(tally.seats, tally.bots) or {}) do
    local low, high = of.wins:share(tally.times)
    if name == "score" then take(of.score, of.score:figures(tally.times).half)
    else take(of.wins, low and (high - low) / 2 or math.huge) end
  end
  local sample = name == "questions" and tally.questions or tally.measures[at]
  if sample then take(sample, sample:figures(tally.times).half) end
  return widest_half
end

--- Are the intervals of the lines that `until_narrow` = { name =, width = } names as narrow as that? An interval at which the
--- games stop because it is narrow is as good as any, for its width says little about its middle: Y. S. Chow and H. Robbins,
--- Annals of Mathematical Statistics 36, 1965.
function Tally:narrow() return widest(self, self.until_narrow.name) <= self.until_narrow.width end

--- About how many games it takes until the intervals are narrow enough.
function Tally:expected() return self.expects or FIRST_LOOK end

--- The function that takes each row of simulation.play: it gives false when the intervals are as narrow as `until_narrow`
--- asks.
function Tally:each()
  local next_look = FIRST_LOOK
  return function(_, ending, row)
    self:add(ending, row)
    if not self.until_narrow or self.played < next_look then return true end
    local half, width = widest(self, self.until_narrow.name), self.until_narrow.width
    next_look, self.expects = math.ceil(self.played * APART), nil
    if half < math.huge then self.expects = math.ceil(self.played * math.max(1, (half / width) ^ 2)) end
    return half > width
  end
end

--- The record of a seed that is played at several tables, whose rows come in any order: the same Lua table for all its
--- rows, held in `units` until the last; which of the tables the row is of; the seed's number; and is the row the last?
function simulation.unit(units, row, tables)
  local number = (row - 1) // tables
  local unit = units[number] or { count = 0 }
  unit.count = unit.count + 1
  units[number] = unit.count < tables and unit or nil
  return unit, (row - 1) % tables + 1, number, unit.count == tables
end

-- --- playing ---

--- Opens the setup once to see that its games can begin, and fills in its measures and the hash of its scripts: the setup;
--- or nil and the mistakes as lines.
function simulation.prepare(setup)
  for seat, bot in pairs(setup.answerers) do -- a bot that thinks for a second at a table counts its tries here
    if bot == "search" then setup.answerers[seat] = "search:100" end
  end
  local w, mistakes = worlds.open(setup)
  if not w then return nil, mistakes end
  local ratios
  setup.measures, ratios = w:call_with_table("measure.lab", "measures", setup.answerers)
  local hashes = lists.collect(w:call("script.sources", "all"), function(source)
    return source.key .. "\0" .. files.sha256(source.text)
  end)
  table.sort(hashes)
  setup.scripts = files.sha256(table.concat(hashes, "\0"))
  w:close()
  if not setup.measures then return nil, ratios end
  setup.ratios = ratios
  return setup
end

local function tables_of(setups)
  return lists.collect(setups, function(setup)
    local who = {}
    for seat = 0, #setup.players do who[seat + 1] = (setup.answerers[seat] or "random") .. "\0" end
    return { setup = worlds.pack(setup), stdlib = setup.stdlib, answerers = table.concat(who),
      width = simulation.width(setup) }
  end)
end

-- Hands on the rows that are whole, in order: the number of the first that isn't; nil if `each` ended it.
local function hand_on(run, at, rows, row, each)
  while at <= rows do
    local ending = run:row(at, row)
    if not ending then break end
    if each(at, ending, row) == false then return nil end
    at = at + 1
  end
  return at
end

-- Hands on the rows that a stopped run had played beyond a missing one; it played `done` rows in all.
local function hand_on_rest(run, at, done, row, each)
  local left = done - (at - 1)
  while left > 0 do
    local ending = run:row(at, row)
    if ending then
      each(at, ending, row)
      left = left - 1
    end
    at = at + 1
  end
end

--- Plays games `first` to first + games - 1 of a seed at each of some setups. plan: setups, seed, first, games, jobs,
--- limit, actions, paired = chance by purpose (host/table/paired.h); each(row, ending, numbers), which gets the rows as
--- they are whole, in order (row r is game (r - 1) //
--- #setups of setup (r - 1) % #setups + 1) and ends all by giving false; progress(done, rows), ten times a second.
--- -> { seconds =, signal = the one that ended it, failed_row =, failure = the first failure's sentence }; or nil and why
--- nothing could be played. Ctrl-C and SIGTERM end it, and what is whole counts.
function simulation.play(plan)
  local rows, row = plan.games * #plan.setups, {}
  lab.hold(true)
  local start = files.now()
  local run, why = lab.start { tables = tables_of(plan.setups), seed = plan.seed, first = plan.first or 0,
    games = plan.games, jobs = plan.jobs, limit = plan.limit, actions = plan.actions,
    paired = plan.paired }
  if not run then
    lab.hold(false)
    return nil, why
  end
  local at, signal, done, ended = 1, nil
  repeat
    done, ended = run:wait(100)
    at = at and hand_on(run, at, rows, row, plan.each)
    signal = signal or lab.signal()
    if signal or not at then run:stop() end
    if plan.progress then plan.progress(done, rows) end
  until ended
  local outcome = { seconds = files.now() - start, signal = signal }
  if at then hand_on_rest(run, at, done, row, plan.each) end
  why, outcome.failed_row, outcome.failure = run:problem()
  run:close()
  lab.hold(false)
  if why then return nil, why end
  return outcome
end

-- --- with a journal of every game ---

-- How the game ended, and why it failed; or nil if a signal came.
local function play_session(s, plan)
  local problem = s:play_out(plan.limit, function(asked)
    if asked % 64 == 0 then plan.signal = plan.signal or lab.signal() end
    return plan.signal
  end)
  if problem then return "failed", problem end
  if s.state == "question" then return not plan.signal and "stopped" or nil end
  return "over"
end

local function saved_game(plan, setup, game)
  local path = ("%s/%s-%06d.journal"):format(plan.save, setup.game:gsub("/", "_"), game)
  local file, why = journal.create(path)
  if not file then return "failed", ("%s: %s"):format(path, why) end
  local s
  s, why = session.begin { game = setup.game, sets = setup.sets, players = setup.players, stdlib = setup.stdlib,
    answerers = setup.answerers, seed = plan.seed, number = game, journal = file }
  if not s then
    file:close()
    return "failed", why
  end
  function s.between()
    local action = (plan.actions or 0) > 0 and s:out_of_turn("drawn_action", plan.actions, plan.seed, game)
    if action then s:act(action[3], action[2], action[4])
    else s:let_act(function(name, seat) return s.world:call_with_table("start.bots", "act", name, seat) end) end
  end
  local ending, problem = play_session(s, plan)
  local row, result = s.world:call_with_table("measure.lab", "row")
  s:close()
  if ending == "over" then ending = result and "result" or "no_result" end
  return ending, problem, row
end

--- Plays games as simulation.play does, at the first setup alone and by one thread, with a journal of every game in the
--- folder plan.save.
function simulation.play_saved(plan)
  local start, outcome, setup = files.now(), {}, plan.setups[1]
  local empty = { 0 }
  for i = 2, simulation.width(setup) do empty[i] = 0 end
  lab.hold(true)
  for i = 1, plan.games do
    local ending, problem, row = saved_game(plan, setup, (plan.first or 0) + i - 1)
    if not ending then break end
    if problem and not outcome.failure then outcome.failed_row, outcome.failure = i, problem end
    if plan.each(i, ending, row or empty) == false then break end
    if plan.progress then plan.progress(i, plan.games) end
  end
  outcome.seconds, outcome.signal = files.now() - start, plan.signal
  lab.hold(false)
  return outcome
end

--- The name of a version: its game, and the rules that were set.
function simulation.name(setup)
  return setup.game .. (#setup.sets > 0 and ", with " .. table.concat(setup.sets, " ") or "")
end

return simulation
