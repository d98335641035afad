-- What `croupier sim` prints of its games: tables for people, one object for programs.

local json = require "json"

local report = {}

-- Bad, dim and plain: host/answer/text.h.
local MARK_BAD, MARK_DIM, MARK_PLAIN = "\4", "\5", "\1"

-- --- tables ---

local function half(n, times) return n < math.huge and ("%.2f"):format(n * (times or 1)) or "-" end

local function add_figures(cells, of)
  cells[#cells + 1] = ("%.2f"):format(of.mean)
  cells[#cells + 1] = half(of.half)
  cells[#cells + 1] = ("%.2f"):format(of.deviation)
  for _, value in ipairs(of.quantiles) do cells[#cells + 1] = ("%.6g"):format(value) end
end

local function append(cells, ...) table.move({ ... }, 1, select("#", ...), #cells + 1, cells) end

-- Without columns of wins where nobody has won.
local function print_seats(tally, terminal)
  local won, cells = false, { "", "bot" }
  for _, seat in ipairs(tally.seats) do won = won or seat.wins:figures().sum > 0 end
  if won then append(cells, "wins", "+-") end
  append(cells, "score", "+-", "spread", "5%", "25%", "50%", "75%", "95%")
  local function add(of, name)
    local wins = of.wins:figures()
    append(cells, name, of.answers)
    if won then append(cells, ("%.2f%%"):format(100 * wins.mean), half(wins.half, 100)) end
    add_figures(cells, of.score:figures())
  end
  for _, seat in ipairs(tally.seats) do add(seat, seat.name) end
  for _, bot in ipairs(tally.bots) do if #bot.seats > 1 then add(bot, #bot.seats .. " seats") end end
  terminal:table(won and "llrrrrrrrrrr" or "llrrrrrrrr", cells)
end

local function print_measures(tally, terminal)
  if #tally.measures == 0 then return end
  local cells = { "measure, a game", "mean", "+-", "spread", "5%", "25%", "50%", "75%", "95%" }
  for i, sample in ipairs(tally.measures) do
    local name, meaning = table.unpack(tally.setup.measures[i])
    cells[#cells + 1] = meaning ~= "" and meaning or name
    add_figures(cells, sample:figures())
  end
  terminal:put("\n")
  terminal:table("lrrrrrrrr", cells)
end

local function print_ends(tally, plan, outcome, terminal)
  local parts = { ("%d with a result"):format(tally.result) }
  local function add(n, what) if n > 0 then parts[#parts + 1] = ("%d %s"):format(n, what) end end
  add(tally.no_result, "without")
  add(tally.stopped, ("stopped after %d questions"):format(plan.limit))
  add(tally.failed, "failed")
  add(plan.games - tally.played, "not played")
  terminal:say("\n" .. table.concat(parts, ", ") .. ".")
  if outcome.failure then
    terminal:say(("%sGame %d failed: %s%s"):format(MARK_BAD, outcome.failed_row - 1, outcome.failure, MARK_PLAIN))
  end
end

local function plural(n) return n == 1 and "" or "s" end

--- For people. plan: setups, games, limit, jobs, seed; `seed`: as it was given, or nil; outcome: as simulation.play has
--- it.
function report.print(tally, plan, outcome, seed, terminal)
  terminal:say(("%s: %d game%s, seed %s\n"):format(tally.setup.game, tally.played, plural(tally.played),
    seed or plan.seed))
  if tally.failed < tally.played then -- of games that all failed there is nothing to count
    if tally.result > 0 then print_seats(tally, terminal) end
    print_measures(tally, terminal)
  end
  print_ends(tally, plan, outcome, terminal)
  local seconds = math.max(outcome.seconds, 1e-9)
  terminal:say(("%s%.0f games and %.0f questions a second by %d thread%s, %.1f s.%s"):format(MARK_DIM,
    tally.played / seconds, tally.asked / seconds, plan.jobs, plural(plan.jobs), outcome.seconds, MARK_PLAIN))
end

-- --- JSON ---

local ORDER = { "game", "seed", "sets", "games", "first_failure", "wanted", "played", "result", "no_result", "stopped",
  "failed", "seats", "bots", "measures", "measure", "meaning", "a_game", "name", "answers", "wins", "share", "error",
  "half", "score", "n", "mean", "deviation", "quantiles", "5", "25", "50", "75", "95", "questions", "rate", "why",
  "seconds", "threads" }

local function spread(sample)
  local of = sample:figures()
  local quantiles = {}
  for i, part in ipairs { "5", "25", "50", "75", "95" } do quantiles[part] = of.quantiles[i] end
  return { n = of.n, mean = of.mean, half = of.half, deviation = of.deviation, quantiles = quantiles }
end

local function groups(list)
  local out = json.list {}
  for i, of in ipairs(list) do
    local wins = of.wins:figures()
    out[i] = { seats = of.seats, name = of.name, answers = of.answers, wins = wins.sum, share = wins.mean,
      error = wins.error, half = wins.half, score = spread(of.score) }
  end
  return out
end

--- For programs: a line of JSON.
function report.json(tally, plan, outcome)
  local measures = json.list {}
  for i, sample in ipairs(tally.measures) do
    local name, meaning = table.unpack(tally.setup.measures[i])
    measures[i] = { measure = name, meaning = meaning, a_game = spread(sample) }
  end
  return json.encode({
    game = tally.setup.game, seed = plan.seed, sets = json.list(tally.setup.sets),
    games = { wanted = plan.games, played = tally.played, result = tally.result, no_result = tally.no_result,
      stopped = tally.stopped, failed = tally.failed },
    first_failure = outcome.failure and { game = outcome.failed_row - 1, why = outcome.failure },
    seats = groups(tally.seats), bots = #tally.bots > 0 and groups(tally.bots) or nil, measures = measures,
    questions = tally.asked, rate = { seconds = json.encoded(("%.3f"):format(outcome.seconds)), threads = plan.jobs },
  }, ORDER)
end

return report
