-- What a game is like, for `croupier study`: sums up many games that measure/study.lua plays slowly.

local charts = require "front.base.charts"
local lab = require "host.lab"
local lists = require "shared.lists"
local statistics = require "front.lab.statistics"
local tty = require "host.tty"

local study = {}

local MOST_ROUNDS = 12 -- about the most rows that a table of rounds has

--- How many minutes a decision takes.
study.MINUTES = 5 / 60

--- The correlation from which on a number of the seats counts as the running score.
study.ALIKE = 0.9

local Study = {}
Study.__index = Study

--- An empty study of a setup that simulation.prepare has prepared.
function study.new(setup)
  local s = setmetatable({ setup = setup, played = 0, ends = { result = 0, no_result = 0, stopped = 0, failed = 0 },
    asked = statistics.sample(), minutes = statistics.sample(), rounds = {}, forced = statistics.pairs(),
    alike = statistics.pairs(), width = statistics.pairs(), ties = statistics.sample(), places = {}, fields = {},
    questions = {}, offered = {}, chosen = {}, steps = {}, used = { rules = {}, steps = {} },
    spread = statistics.sample(), length = statistics.sample(), cards = {}, won = 0.0 }, Study)
  for seat = 1, #setup.players do s.places[seat] = { wins = statistics.sample(), score = statistics.sample() } end
  return s
end

local function add_all(into, from)
  for key, n in pairs(from) do
    if type(n) == "number" then into[key] = (into[key] or 0) + n end
  end
end

-- Adds how often each list of the order was gone through: by its name, and in their order.
local function add_rounds(s, rounds)
  for _, of in ipairs(rounds) do
    if not s.rounds[of.name] then
      s.rounds[of.name] = statistics.sample()
      s.rounds[#s.rounds + 1] = of.name
    end
    s.rounds[of.name]:add(of.n)
  end
end

local function add_question(s, name, of)
  local q = s.questions[name] or { asked = 0, offered = {}, chosen = {} }
  s.questions[name], q.asked = q, q.asked + of.asked
  q.more = q.more or of.offered.more or of.chosen.more
  of.offered.different, of.chosen.different = nil, nil
  add_all(q.offered, of.offered)
  add_all(q.chosen, of.chosen)
end

-- The seat that alone has the first place, or nil; and how many share that place.
local function winner(g)
  local who, count = nil, 0
  for seat, place in pairs(g.places) do
    if place == 1 then who, count = seat, count + 1 end
  end
  return count == 1 and who or nil, count
end

-- Adds a field after each round: the seats' numbers; does the leader win, has another seat led before?
local function add_field_rounds(of, g, rounds)
  local before, _, first = {}, winner(g)
  for r, round in ipairs(rounds) do
    local to = of.rounds[r]
    if not to then
      to = { scores = statistics.sample(), games = 0 }
      for i = 1, 2 do to[i] = { wins = statistics.sample(), new = statistics.sample() } end
      of.rounds[r] = to
    end
    to.games = to.games + 1
    for _, value in ipairs(round[1]) do to.scores:add(value) end
    for i = 1, 2 do
      local who = round[1 + i]
      if who > 0 then to[i].wins:add(g.places[who] == 1 and 1 / first or 0) end
      to[i].new:add(who > 0 and before[i] and before[i] ~= who and 1 or 0)
      before[i] = who > 0 and who or before[i]
    end
  end
end

-- Adds a field, a number that each seat has: beside the seats' final scores, and who led by it when.
local function add_field(s, g, field)
  local of = s.fields[field.name]
  if not of then
    of = { name = field.name, pairs = statistics.pairs(), rounds = {} }
    for i = 1, 2 do
      of[i] = { changes = statistics.sample(), last = statistics.sample(), known = statistics.sample() }
    end
    s.fields[field.name] = of
  end
  for seat, value in ipairs(field.values or {}) do of.pairs:add(value, g.scores[seat] or 0) end
  local who = winner(g)
  for i = 1, 2 do
    local lead, to = field[i], of[i]
    local part = g.asked > 0 and lead.since / g.asked or 0
    to.changes:add(lead.changes)
    if lead.changes > 0 then to.last:add(part) end
    if who then to.known:add(lead.who == who and part or 1) end
  end
  add_field_rounds(of, g, field.rounds)
end

-- Counts one more game in which some seats had the card. wins: each seat's part of the win less the mean of the game's
-- seats, as the seats of one game go together.
local function add_card(of, has, wins)
  local mean, xx, xy = 0, 0, 0
  for seat in ipairs(wins) do mean = mean + (has[seat] and 1 or 0) / #wins end
  for seat, part in ipairs(wins) do
    local x = (has[seat] and 1 or 0) - mean
    xx, xy = xx + x * x, xy + x * part
  end
  of.seats, of.xx, of.xy, of.squares = of.seats + mean * #wins, of.xx + xx, of.xy + xy, of.squares + xy * xy
  of.games = of.games + (xx > 0 and 1 or 0)
end

local function add_cards(s, g)
  local _, first = winner(g)
  local wins, mean = {}, math.min(first, 1) / #s.places
  for seat = 1, #s.places do
    wins[seat] = (g.places[seat] == 1 and 1 / first or 0) - mean
    s.won = s.won + wins[seat] ^ 2
  end
  for _, how in ipairs { "held", "took" } do
    local has = {}
    for seat, names in ipairs(g[how]) do
      for _, name in ipairs(names) do
        has[name] = has[name] or {}
        has[name][seat] = true
      end
    end
    for name, seats in pairs(has) do
      s.cards[name] = s.cards[name] or {}
      s.cards[name][how] = s.cards[name][how] or { seats = 0, games = 0, xx = 0.0, xy = 0.0, squares = 0.0 }
      add_card(s.cards[name][how], seats, wins)
    end
  end
end

local function add_result(s, g)
  local _, first = winner(g)
  s.ties:add(first > 1 and 1 or 0)
  local sum, squares, seats = 0, 0, #s.places
  for seat, of in ipairs(s.places) do
    local score = g.scores[seat] or 0
    of.wins:add(g.places[seat] == 1 and 1 / first or 0)
    of.score:add(score)
    sum, squares = sum + score, squares + score * score
  end
  if seats > 1 then s.spread:add(math.max(0, (squares - sum * sum / seats) / (seats - 1))) end
  for _, field in ipairs(g.fields) do add_field(s, g, field) end
  add_cards(s, g)
end

--- One more game, as measure.study gives it.
function Study:add(g)
  self.played, self.ends[g.ending] = self.played + 1, self.ends[g.ending] + 1
  self.length:add(g.asked)
  for kind, names in pairs(g.used) do
    for name in pairs(names) do self.used[kind][name] = true end
  end
  if g.ending == "failed" then
    self.failure = self.failure or g.why
    return
  end
  add_all(self.steps, g.steps)
  add_all(self.offered, g.offered)
  add_all(self.chosen, g.chosen)
  for name, of in pairs(g.questions) do add_question(self, name, of) end
  if g.ending == "stopped" then return end
  self.asked:add(g.asked)
  self.minutes:add(g.asked * study.MINUTES)
  add_rounds(self, g.rounds)
  if g.judged > 0 then self.alike:add(g.alike, g.judged) end
  self.forced:add(g.forced, g.asked + g.forced)
  if g.widths > 0 then self.width:add(g.wide, g.widths) end
  if g.ending == "result" then add_result(self, g) end
end

-- --- playing ---

local LENGTH = 300 -- questions of a game, as long as none has been played
local STEP = 0.1 -- seconds between two looks for a signal
local EACH = 8 -- games that a process plays, at most

-- Before each of these games all earlier ones must have ended: their mean length decides which decisions are looked at
-- closely in later games. After the last of these games it is fixed, so that no more games have to wait.
local SETTLES = { [1] = true, [2] = true, [4] = true, [8] = true, [16] = true }

-- How many games the process that begins with this one plays: up to the next game in SETTLES, but at most EACH. It doesn't
-- depend on the number of processes.
local function games_from(number, games) return math.min(math.max(1, math.min(EACH, number)), games - number) end

--- Plays games 0 to plan.games - 1 of plan.seed on the world w, plan.jobs at once, and adds them in order; progress(done).
--- A few are played by a process of its own that begins with the world as it is now, so nothing depends on how many there
--- are. Ctrl-C and SIGTERM end all: plan.signal; games of processes that had ended by then count.
function Study:play(w, plan, progress)
  local usual, started, files, numbers, found = LENGTH, 0, {}, {}, {}
  local function start()
    while #files < plan.jobs and started < plan.games and (not SETTLES[started] or self.played == started) do
      if SETTLES[started] then usual = math.floor(self.length:figures().mean) end
      local games = games_from(started, plan.games)
      files[#files + 1] = assert(w:apart("measure.study", "games_apart", plan.seed, started, games,
        self.setup.answerers, plan.limit, usual))
      numbers[#files], started = started, started + games
    end
  end
  -- Whatever ended a process without a word is met again here, and ends the command with its sentence.
  local function read(number, bytes)
    local games = bytes ~= "" and w:engine("unpack", bytes)
    for i = 0, games_from(number, plan.games) - 1 do
      found[number + i] = games and games[i + 1]
        or w:call_with_table("measure.study", "game", plan.seed, number + i, self.setup.answerers, plan.limit, usual)
    end
  end
  local function add(number)
    local game = found[number]
    if not game then return false end
    self:add(game)
    found[number] = nil
    if self.failure and not plan.failed_game then plan.failed_game = number end
    progress(self.played, plan.games)
    return true
  end
  w:call_with_table("measure.study", "prepare")
  lab.hold(true)
  while self.played < plan.games and not plan.signal do
    start()
    local which = tty.wait(STEP, table.unpack(files))
    if which then
      local file = table.remove(files, which)
      read(table.remove(numbers, which), file:read "a")
      file:close()
    end
    while add(self.played) do end
    plan.signal = lab.signal()
  end
  for number = self.played + 1, started do add(number) end
  for _, file in ipairs(files) do file:close() end
  lab.hold(false)
end

-- --- what came of them ---

--- Has anybody won, and has any seat a score?
function Study:is_won()
  for _, of in ipairs(self.places) do if of.wins:figures().sum > 0 then return true end end
  return false
end

function Study:is_scored()
  for _, of in ipairs(self.places) do
    for value in pairs(of.score.counts) do if value ~= 0 then return true end end
  end
  return false
end

--- The field that is closest to the final scores, and so tells who leads: the field, its correlation, and its leads (changes,
--- last, known) in the direction in which it counts; nil and the correlation if none is close enough.
function Study:running_score()
  local best, most = nil, 0
  for _, of in pairs(self.fields) do
    local r = math.abs(of.pairs:correlation() or 0)
    if r > most or r == most and best and of.name < best.name then best, most = of, r end
  end
  if not best or most < study.ALIKE then return nil, most end
  return best, most, best[best.pairs:correlation() > 0 and 1 or 2]
end

--- The rounds that at least half of the games with a result have reached, of the running score: { round =, games =, scores =
--- a sample of the seats, wins = does its sole leader win, new = has another seat led before }. Of many only every second,
--- fifth and so on, and the last.
function Study:by_round()
  local field, _, lead = self:running_score()
  local list, last = {}, 0
  for r, of in ipairs(field and field.rounds or {}) do if 2 * of.games >= self.ties.n then last = r end end
  local step = last > 0 and charts.round_step(last / MOST_ROUNDS) or 1
  step = math.max(1, math.ceil(step))
  for r = 1, last > 1 and last or 0 do
    local of = field.rounds[r]
    local to = of[lead == field[1] and 1 or 2]
    if r % step == 0 or r == last then
      list[#list + 1] = { round = r, games = of.games, scores = of.scores, wins = to.wins, new = to.new }
    end
  end
  return list, field
end

-- The correlation of having a card with winning, and whether luck alone gives as much in fewer than one run of 20; nil where
-- nothing can be told. judged: how many are looked at together (Bonferroni).
local function correlation(s, of, judged)
  if not of or of.xx * s.won == 0 then return nil end
  local n = s.ties.n
  local spread = math.sqrt(math.max(0, of.squares - of.xy * of.xy / n) / (n - 1) * n)
  local is_clear = of.games >= statistics.FEWEST and n >= statistics.FEWEST
    and math.abs(of.xy) > spread * statistics.fixed(n, 0.05 / judged) * math.sqrt(n)
  return of.xy / math.sqrt(of.xx * s.won), is_clear
end

--- Each card that was held or offered, the clearest first: { name =, held = share of the seats, chosen = share of the offers,
--- held_wins =, chosen_wins = correlations with winning, held_clear =, chosen_clear = are they more than luck? }.
function Study:card_rows()
  local list, names = {}, lists.set(lists.joined(lists.keys(self.cards), lists.keys(self.offered)))
  local judged, all = 2 * #lists.keys(names), self.ties.n * #self.places
  for name in pairs(names) do
    local of, offered = self.cards[name] or {}, self.offered[name]
    local row = { name = name, held = of.held and of.held.seats / all or 0,
      chosen = offered and (self.chosen[name] or 0) / offered }
    row.held_wins, row.held_clear = correlation(self, of.held, judged)
    row.chosen_wins, row.chosen_clear = correlation(self, of.took, judged)
    list[#list + 1] = row
  end
  local function weight(row)
    return ((row.held_clear or row.chosen_clear) and 2 or 0)
      + math.max(math.abs(row.held_wins or 0), math.abs(row.chosen_wins or 0))
  end
  table.sort(list, function(a, b)
    local x, y = weight(a), weight(b)
    return x > y or x == y and a.name < b.name
  end)
  return list
end

--- What was offered and never chosen, as lines: options by their questions.
function Study:never_chosen()
  local list = {}
  for name, q in pairs(self.questions) do
    if not q.more then
      for label in pairs(q.offered) do
        if not q.chosen[label] then list[#list + 1] = ("%s: %s"):format(name, label) end
      end
    end
  end
  table.sort(list)
  return list
end

--- The cards that were offered and never chosen, and those that were never offered, among `all`; both empty where no
--- question is about cards.
function Study:idle_cards(all)
  local refused, absent = {}, {}
  if not next(self.offered) then return refused, absent end
  for _, name in ipairs(all) do
    if not self.offered[name] then absent[#absent + 1] = name
    elseif not self.chosen[name] then refused[#refused + 1] = name end
  end
  return refused, absent
end

return study
