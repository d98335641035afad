-- Figures of tables, inside the program: questions a second; how undo and resume grow. Rates are by processor time, so that a
-- busy machine shows what an idle one would; all else is by the clock. Medians of several runs. bench_table.sh runs it.

local files = require "host.files"
local journal = require "front.session.journal"
local session = require "front.session.session"
local simulation = require "front.lab.simulation"
local tools = dofile "scripts/bench/tools.lua"

local RUNS = 7

-- Questions and games a second of processor time, of all threads; questions by the clock.
local function rate_of(game, seats, games, jobs)
  local setup = simulation.prepare(tools.by_chance(game, seats))
  local by_cpu, played, by_clock = {}, {}, {}
  for run = 1, RUNS do
    local asked, start = 0, os.clock()
    local outcome = simulation.play { setups = { setup }, seed = files.sha256("bench " .. run), games = games,
      jobs = jobs, limit = 1 << 40, each = function(_, _, row) asked = asked + row[1] end }
    local cpu = os.clock() - start
    by_cpu[run], played[run], by_clock[run] = asked / cpu, games / cpu, asked / outcome.seconds
  end
  return { questions = tools.median(by_cpu), games = tools.median(played), by_clock = tools.median(by_clock) }
end

local function print_rate(name, rate)
  print(("  %-36s %12.0f questions/s %10.0f games/s"):format(name, rate.questions, rate.games))
end

-- An answer by a person.
local function answer(s)
  s:answer_random()
  s.plays[#s.plays] = s.plays[#s.plays]:gsub("^a b", "a p")
  s:run()
end

-- A table that waits for the answer after so many.
local function table_after(path, answers)
  os.remove(path)
  local c = tools.by_chance("scripts/bench/four_ways", 2)
  c.sets[1], c.seed, c.journal = "turns=100000", files.sha256("bench"), assert(journal.create(path))
  local s = assert(session.begin(c))
  s:run()
  while s.state == "question" and select(2, s.world:engine("count")) <= answers do answer(s) end
  return s
end

local function timed(fn)
  local start = files.now()
  fn()
  return files.now() - start
end

local function undo_of(path, answers)
  local s, took = table_after(path, answers), {}
  for i = 1, RUNS do
    took[i] = timed(function() assert(s:undo()) end)
    answer(s)
  end
  s:close()
  return tools.median(took)
end

local function resume_of(path)
  local took = {}
  for i = 1, RUNS do
    took[i] = timed(function()
      local s = assert(session.load(assert(journal.open(path)), nil, false))
      s:run()
      s:close()
    end)
  end
  return tools.median(took)
end

-- The exponent of the power of n that fits best, by least squares of the logarithms.
local function exponent(n, took)
  local sx, sy, sxx, sxy = 0, 0, 0, 0
  for i, count in ipairs(n) do
    local x, y = math.log(count), math.log(took[i])
    sx, sy, sxx, sxy = sx + x, sy + y, sxx + x * x, sxy + x * y
  end
  return (#n * sxy - sx * sy) / (#n * sxx - sx * sx)
end

-- How undo and resume grow with the answers that a table has had. ANSWERS=1000,100000 in the environment are others.
function test_growth()
  local path, answers, undo, resume = os.tmpname(), {}, {}, {}
  local counts = os.getenv "ANSWERS" or "400,2500,10000,40000,100000"
  for n in counts:gmatch "%d+" do answers[#answers + 1] = tonumber(n) end
  for i, n in ipairs(answers) do
    undo[i], resume[i] = undo_of(path, n), resume_of(path)
    print(("  %-36s %12.2f ms %10.2f ms (5 and, after 40000, 150 wanted)"):format(
      ("undo, resume after %d answers"):format(n), 1e3 * undo[i], 1e3 * resume[i]))
  end
  print(("  %-36s %12.2f    %10.2f (0 and 1 wanted)"):format("as a power of the answers", exponent(answers, undo),
    exponent(answers, resume)))
  os.remove(path)
end

function test_rates()
  print_rate("four ways, one thread", rate_of("scripts/bench/four_ways", 2, 3000, 1))
  local one, two = rate_of("rod_and_reel", 4, 3000, 1), rate_of("rod_and_reel", 4, 3000, 2)
  print_rate("Rod & Reel, four fishers, one thread", one)
  print(("  %-36s %12.2f times one by the clock, %.2f by processor time"):format("two threads",
    two.by_clock / one.by_clock, 2 * two.questions / one.questions))
end
