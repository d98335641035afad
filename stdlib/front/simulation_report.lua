-- What `croupier sim` says of its games: a page for people, one object for programs.

local json = require "json"
local statistics = require "statistics"

local report = {}

-- Bad and plain: host/answer/text.h.
local MARK_BAD, MARK_PLAIN = "\4", "\1"

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
local function add_seats(tally, page)
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
  page:table(won and "llrrrrrrrrrr" or "llrrrrrrrr", cells)
end

local function meaning_of(measure) return measure[2] ~= "" and measure[2] or measure[1] end

local function add_measures(tally, page)
  if #tally.measures == 0 then return end
  local cells = { "measure, a game", "mean", "+-", "spread", "5%", "25%", "50%", "75%", "95%" }
  for i, sample in ipairs(tally.measures) do
    cells[#cells + 1] = meaning_of(tally.setup.measures[i])
    add_figures(cells, sample:figures())
  end
  page:gap()
  page:table("lrrrrrrrr", cells)
end

local function add_ratios(tally, page)
  if #tally.ratios == 0 then return end
  local cells = { "ratio", "", "+-" }
  for _, ratio in ipairs(tally.ratios) do
    local value, width = ratio.pairs:ratio()
    append(cells, ratio.name, value and ("%.4f"):format(value) or "-",
      width < math.huge and ("%.4f"):format(width) or "-")
  end
  page:gap()
  page:table("lrr", cells)
end

-- What can be drawn, by name: a score, a measure, the questions; those that are asked for also on the terminal.
local function add_histograms(tally, asked, page)
  local function add(name, text, sample)
    if sample.n == 0 then return end
    local wanted = asked and asked[name]
    if wanted then page:gap() end
    page:chart("histogram", { text = text, sample = sample, hidden = not wanted })
  end
  local all = statistics.sample()
  for _, seat in ipairs(tally.seats) do
    for value, count in pairs(seat.score.counts) do all:add(value, count) end
  end
  add("score", "score of a seat", all)
  for i, sample in ipairs(tally.measures) do
    add(tally.setup.measures[i][1], meaning_of(tally.setup.measures[i]), sample)
  end
  add("questions", "questions in a game", tally.questions)
end

local function add_ends(tally, plan, outcome, page)
  local parts = { ("%d with a result"):format(tally.result) }
  local function add(n, what) if n > 0 then parts[#parts + 1] = ("%d %s"):format(n, what) end end
  add(tally.no_result, "without")
  add(tally.stopped, ("stopped after %d questions"):format(plan.limit))
  add(tally.failed, "failed")
  add(plan.games - tally.played, "not played")
  page:gap()
  page:say(table.concat(parts, ", ") .. ".")
  if outcome.failure then
    page:say(("%sGame %d failed: %s%s"):format(MARK_BAD, outcome.failed_row - 1, outcome.failure, MARK_PLAIN))
  end
end

local function plural(n) return n == 1 and "" or "s" end

--- For people, as a page. plan: setups, games, limit, jobs, seed, histograms = a set of names; `seed`: as it was given, or
--- nil; outcome: as simulation.play has it; `speed`: the last line.
function report.page(tally, plan, outcome, seed, speed)
  local page = require("page").new("croupier sim " .. tally.setup.game)
  page:say(("%s: %d game%s, seed %s"):format(tally.setup.game, tally.played, plural(tally.played), seed or plan.seed))
  page:gap()
  if tally.failed < tally.played then -- of games that all failed there is nothing to count
    if tally.result > 0 then add_seats(tally, page) end
    add_measures(tally, page)
    add_ratios(tally, page)
    add_histograms(tally, plan.histograms, page)
  end
  add_ends(tally, plan, outcome, page)
  page:dim(speed)
  return page
end

-- --- JSON ---

local ORDER = { "game", "seed", "sets", "games", "first_failure", "wanted", "played", "result", "no_result", "stopped",
  "failed", "seats", "bots", "measures", "ratios", "ratio", "value", "measure", "meaning", "a_game", "name", "answers",
  "wins", "share", "error", "half", "score", "n", "mean", "deviation", "quantiles", "5", "25", "50", "75", "95",
  "questions", "rate", "why", "seconds", "threads" }

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
  local measures, ratios = json.list {}, json.list {}
  for i, sample in ipairs(tally.measures) do
    local name, meaning = table.unpack(tally.setup.measures[i])
    measures[i] = { measure = name, meaning = meaning, a_game = spread(sample) }
  end
  for i, ratio in ipairs(tally.ratios) do
    local value, width = ratio.pairs:ratio()
    ratios[i] = { ratio = ratio.name, n = ratio.pairs.n, value = value, half = width }
  end
  return json.encode({
    game = tally.setup.game, seed = plan.seed, sets = json.list(tally.setup.sets),
    games = { wanted = plan.games, played = tally.played, result = tally.result, no_result = tally.no_result,
      stopped = tally.stopped, failed = tally.failed },
    first_failure = outcome.failure and { game = outcome.failed_row - 1, why = outcome.failure },
    seats = groups(tally.seats), bots = #tally.bots > 0 and groups(tally.bots) or nil, measures = measures,
    ratios = #ratios > 0 and ratios or nil,
    questions = tally.asked, rate = { seconds = json.encoded(("%.3f"):format(outcome.seconds)), threads = plan.jobs },
  }, ORDER)
end

return report
