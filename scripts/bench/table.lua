-- Figures of tables, inside the program: questions a second, undo and resume. Rates are by processor time, so that a
-- busy machine shows what an idle one would; all else is by the clock. Medians of several runs. bench_table.sh runs it.

local files = require "host.files"
local journal = require "journal"
local session = require "session"
local simulation = require "simulation"

local RUNS, ANSWERS = 7, 400

local function median(list)
  table.sort(list)
  return list[#list // 2 + 1]
end

local function config(game, seats)
  local c = { game = game, sets = {}, players = { [0] = { name = "P0" } }, answerers = { [0] = "random" } }
  for i = 1, seats do
    c.players[i], c.answerers[i] = { name = "P" .. i }, "random"
  end
  return c
end

-- Questions and games a second of processor time, of all threads; questions by the clock.
local function rate_of(game, seats, games, jobs)
  local setup = simulation.prepare(config(game, seats))
  local by_cpu, played, by_clock = {}, {}, {}
  for run = 1, RUNS do
    local asked, start = 0, os.clock()
    local outcome = simulation.play { setups = { setup }, seed = files.sha256("bench " .. run), games = games,
      jobs = jobs, limit = 1 << 40, each = function(_, _, row) asked = asked + row[1] end }
    local cpu = os.clock() - start
    by_cpu[run], played[run], by_clock[run] = asked / cpu, games / cpu, asked / outcome.seconds
  end
  return { questions = median(by_cpu), games = median(played), by_clock = median(by_clock) }
end

local function print_rate(name, rate)
  print(("  %-36s %12.0f questions/s %10.0f games/s"):format(name, rate.questions, rate.games))
end

local function bench_rates()
  print_rate("four ways, one thread", rate_of("scripts/bench/four_ways", 2, 3000, 1))
  local one, two = rate_of("rod_and_reel", 4, 3000, 1), rate_of("rod_and_reel", 4, 3000, 2)
  print_rate("Rod & Reel, four fishers, one thread", one)
  print(("  %-36s %12.2f times one by the clock, %.2f by processor time"):format("two threads",
    two.by_clock / one.by_clock, 2 * two.questions / one.questions))
end

-- An answer by a person.
local function answer(s)
  s:answer_random()
  s.plays[#s.plays].person = true
  s:run()
end

-- A contest that waits for answer ANSWERS + 1.
local function contest(path)
  os.remove(path)
  local c = config("rod_and_reel", 4)
  c.sets[1], c.seed, c.journal = "hands=60", files.sha256("bench"), assert(journal.create(path))
  local s = assert(session.begin(c))
  s:run()
  while s.state == "question" and select(2, s.world:engine("count")) <= ANSWERS do answer(s) end
  return s
end

local function print_ms(name, list) print(("  %-36s %12.2f ms"):format(name, 1e3 * median(list))) end

local function timed(fn)
  local start = files.now()
  fn()
  return files.now() - start
end

local function bench_session()
  local path, took = os.tmpname(), {}
  local s = contest(path)
  for i = 1, RUNS do
    took[i] = timed(function() assert(s:undo()) end)
    answer(s)
  end
  print_ms("undo at question 400", took)
  s:close()
  contest(path):close()
  for i = 1, RUNS do
    took[i] = timed(function()
      s = assert(session.load(assert(journal.open(path)), nil, false))
      s:run()
      s:close()
    end)
  end
  print_ms("resume of 400 answers", took)
  os.remove(path)
end

function test_tables()
  bench_rates()
  bench_session()
end
