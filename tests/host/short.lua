-- Memory runs out at each single allocation of the host's C while a small game is opened, asked, answered, saved, undone
-- and resumed: see test_short.c. What was acknowledged is in the journal, and the game goes on to the same end.

local files = require "host.files"
local journal = require "front.session.journal"
local session = require "front.session.session"
local simulation = require "front.lab.simulation"
local tools = dofile "tests/front/tools.lua"

local GAME, SEATS = "tests/fixtures/games/last_chip", 2
local folder = tools.folder()
local path = folder .. "/game.journal"

local function answers(s)
  local n = 0
  for _, line in ipairs(s.plays) do n = n + (line:find "^a" and 1 or 0) end
  return n
end

-- Plays `most` answers at most; how many were acknowledged, and why it stopped.
local function play(s, most, done)
  for _ = 1, most do
    if s:run() ~= "question" then break end
    local good, why = s:answer_random()
    if not good then return why or s.problem end
    done.answers = answers(s)
  end
  if s.state == "broken" then return s.problem end
end

local function first_half(done)
  local kept, why = journal.create(path)
  if not kept then return why end
  local s
  s, why = session.begin {
    game = GAME, seed = files.sha256("short"), players = tools.players(SEATS), answerers = {}, journal = kept }
  if not s then kept:close() return why end
  why = play(s, 6, done)
  s:close()
  return why
end

local function second_half(done)
  local kept, why = journal.open(path)
  if not kept then return why end
  local s
  s, why = session.load(kept)
  if not s then kept:close() return why end
  if s:run() == "question" then
    for i = #s.plays, 1, -1 do
      local line, found = s.plays[i]:gsub("^a b", "a p")
      s.plays[i] = line
      if found > 0 then break end
    end
    why = not s:undo() and (s.problem or "nothing is taken back") or nil
    done.taken_back = not why
    done.answers = answers(s)
  end
  why = why or play(s, 1000, done)
  done.state, done.hash = s.state, tools.last_hash(s)
  s:close()
  return why
end

local function simulate(done)
  local rows = {}
  local outcome, why = simulation.play { setups = { done.setup }, games = 2, seed = files.sha256("short"), limit = 1000,
    jobs = 1, each = function(i, ending, row) rows[i] = ending .. " " .. table.concat(row, " ") end }
  done.rows = rows
  return not outcome and (why or "") or outcome.failure
end

-- What fails says so in a sentence, whichever way it is handed on.
local function try(what, done)
  local good, why = pcall(what, done)
  if good then return why end
  return type(why) == "table" and why.text or tostring(why)
end

local function lost(n, done)
  local kept, why = journal.read(path)
  if not kept then return done.answers > 0 and ("allocation %d: %s"):format(n, why) end
  local s
  s, why = session.load(kept, nil, true)
  if not s then return done.answers > 0 and ("allocation %d: %s"):format(n, why) end
  s:run()
  local has = answers(s)
  s:close()
  if has < done.answers then return ("allocation %d: %d of %d answers are kept"):format(n, has, done.answers) end
end

-- `before` and `what` with the n-th allocation of `what` refused: was there one? The journal is then gone on with.
local function disturb(n, before, what, whole)
  os.remove(path)
  local done = { answers = 0 }
  if before then before(done) end
  refuse(n)
  local why = try(what, done)
  local asked = refuse(0)
  if why then expect(type(why) == "string" and why ~= "", ("allocation %d: no sentence"):format(n)) end
  local problem = lost(n, done)
  expect(not problem, problem)
  if files.stat(path) and done.answers > 0 then
    local again = { answers = 0 }
    why = try(second_half, again)
    expect(again.state == "over" and again.hash == whole.hash,
      ("allocation %d: another end: %s"):format(n, why or again.hash))
  end
  return n <= asked, why
end

local whole = { answers = 0 }
expect(first_half(whole) == nil, "the game can't be begun")
expect(second_half(whole) == nil and whole.state == "over", "the game can't be resumed")

local function each(name, before, what)
  local n = 0
  repeat n = n + 1 until not disturb(n, before, what, whole)
  print(("short: note: %s: %d allocations refused, one a time"):format(name, n - 1))
  expect(n > 20, name .. " allocates nothing")
end

each("to begin, ask, answer and keep", nil, first_half)
each("to resume, take back, ask and answer", first_half, second_half)

-- A simulation is refused, or has the same figures.
local function each_of_simulation(game, bot)
  local setup = { game = game, sets = {}, players = tools.players(SEATS), answerers = { [0] = "random", bot, bot,
    bot } }
  assert(simulation.prepare(setup))
  local right = { setup = setup }
  refuse(0)
  expect(simulate(right) == nil and #right.rows == 2, "no simulation")
  local all = refuse(0)
  local n, tried, step = 1, 0, 1 + all // 100
  while n <= all do
    local done = { setup = setup }
    refuse(n)
    local why = try(simulate, done)
    refuse(0)
    expect(why and why ~= "" or table.concat(done.rows, ";") == table.concat(right.rows, ";"),
      ("%s: allocation %d: other figures"):format(game, n))
    n, tried = n + step, tried + 1
  end
  print(("short: note: to simulate %s: %d of %d allocations refused, one a time"):format(game, tried, all))
end

SEATS = 3
each_of_simulation("tests/fixtures/games/last_chip", "random")
each_of_simulation("royal_pokebacc", "courtier")
each_of_simulation("baltimore", "skald")

tools.remove(folder)
