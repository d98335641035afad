-- The report of `croupier sim`: a page for people, one object for programs.

local common = require "front.lab.report"
local json = require "shared.json"
local simulation = require "front.lab.simulation"
local statistics = require "front.lab.statistics"
local english = require "shared.english"
local lists = require "shared.lists"

local report = {}

-- --- tables ---

local SPREAD = { "+-", "spread", "5%", "25%", "50%", "75%", "95%" }
local SPARE = { "75%", "25%" }

-- The cells of a sample: its mean, and the figures that SPREAD names; if the mean is of several seats, those of single seats.
local function figures(tally, sample, by_seat)
  local of, each = sample:figures(tally.times), (by_seat or sample):figures()
  local write = common.writer(of.half)
  return write(of.mean), common.half(write, of.half), write(each.deviation),
    table.unpack(lists.collect(each.quantiles, function(value) return ("%.6g"):format(value) end))
end

-- Have all seats only zeros there, in their wins or their scores?
local function is_empty(tally, what)
  return lists.all(tally.seats, function(seat) return seat[what].counts[0] == seat[what].n end)
end

-- Leaves out columns of wins if nobody has won, and of scores if nobody has any.
local function add_seats(tally, page)
  local won, scored = not is_empty(tally, "wins"), not is_empty(tally, "score")
  if not won and not scored then return end
  local rows = { lists.joined({ "", "bot" }, won and { "wins", "95% interval" } or {},
    scored and { "score", table.unpack(SPREAD) } or {}) }
  local function add(of, name)
    local row = { name, of.answers }
    if won then row[3], row[4] = common.share(of.wins, tally.times) end
    local score = scored and { figures(tally, of.score, of.by_seat.score) } or {}
    rows[#rows + 1] = table.move(score, 1, #score, #row + 1, row)
  end
  for _, seat in ipairs(tally.seats) do add(seat, seat.name) end
  for _, bot in ipairs(tally.bots) do if #bot.seats > 1 then add(bot, #bot.seats .. " seats") end end
  page:table("ll" .. ("r"):rep(#rows[1] - 2), rows, SPARE)
end

-- In how many games a sample differs from its commonest value, if these are too few for an interval of its mean.
local function rare(name, sample, times)
  local of, others = sample:figures(), statistics.sample()
  if of.n < statistics.FEWEST or of.others >= statistics.FEWEST_OTHERS then return nil end
  others:add(0, of.n - of.others)
  if of.others > 0 then others:add(1, of.others) end
  local _, range = common.share(others, times)
  local what = of.common == 0 and "any" or ("other than %.6g"):format(of.common)
  return ("%s: %s in %d of %d games (95%% interval: %s)."):format(name, what, of.others, of.n, range)
end

-- Below a measure that is counted by seat: each seat's own, or each bot's if there are several bots.
local function add_measures(tally, page)
  if #tally.measures == 0 then return end
  local rows, bots = { { "per game", "mean", table.unpack(SPREAD) } }, #tally.bots > 0
  for i, sample in ipairs(tally.measures) do
    local measure = tally.setup.measures[i]
    rows[#rows + 1] = { simulation.meaning(measure), figures(tally, sample) }
    for _, of in ipairs(measure[3] and sample:figures().sum ~= 0 and (bots and tally.bots or tally.seats) or {}) do
      rows[#rows + 1] = { ("  %s"):format(bots and of.answers or of.name),
        figures(tally, of.measures[i], of.by_seat.measures[i]) }
    end
  end
  page:table("lrrrrrrrr", rows)
end

local function add_rare(tally, page)
  local told = lists.joined(lists.collect(is_empty(tally, "score") and {} or tally.seats, function(of)
    return rare("score, " .. of.name, of.score, tally.times)
  end), lists.collect(tally.measures, function(sample, i)
    return rare(simulation.meaning(tally.setup.measures[i]), sample, tally.times)
  end))
  if #told > 0 then page:gap() end
  for _, sentence in ipairs(told) do page:say(sentence) end
end

local function add_ratios(tally, page)
  if #tally.ratios == 0 then return end
  local rows = { { "ratio", "", "+-" } }
  for i, ratio in ipairs(tally.ratios) do
    local value, width = ratio.pairs:ratio(tally.times)
    local write = width > 0 and width < math.huge and common.writer(width)
      or function(n) return page.number("%.4f", n) end
    rows[i + 1] = { ratio.meaning or ratio.name, value and write(value) or "-", write(width) }
  end
  page:table("lrr", rows)
end

-- Draws histograms of scores, measures and the questions; those that were asked for also on the terminal.
local function add_histograms(tally, asked, page)
  local function add(name, text, samples)
    local all = statistics.sample()
    for _, sample in ipairs(samples) do
      for value, count in pairs(sample.counts) do all:add(value, count) end
    end
    local worth = all.n > (asked[name] and 0 or all.counts[0] or 0)
    if worth then page:chart({ kind = "histogram", text = text, sample = all, at_least = true }, asked[name]) end
  end
  add("score", "score of a seat", lists.collect(tally.seats, "score"))
  for i, sample in ipairs(tally.measures) do
    local measure = tally.setup.measures[i]
    local of_seats = measure[3] and lists.collect(tally.seats, function(seat) return seat.measures[i] end)
    add(measure[1], simulation.meaning(measure) .. (of_seats and ", a seat" or ""), of_seats or { sample })
  end
  add("questions", "questions in a game", { tally.questions })
end

--- For people. plan: see experiment.plan, and histograms = a set of names.
function report.page(tally, plan, page)
  local seats = common.seats(tally.setup, lists.collect(tally.seats, "wins"), tally.times)
  page:verdict(common.verdict(tally.result + tally.no_result, "game",
    lists.joined({ common.length(tally.questions, tally.times) }, seats)))
  page:say(("%s: %s, seed %s"):format(tally.setup.game, english.count(tally.played, "game"), plan.seed_given))
  if tally.result + tally.no_result > 0 then -- of games without an end nothing is counted
    if tally.result > 0 then add_seats(tally, page) end
    add_measures(tally, page)
    add_rare(tally, page)
    add_ratios(tally, page)
    add_histograms(tally, plan.histograms, page)
  end
  local enough = tally.until_narrow and tally:narrow()
  common.add_ends(tally, enough and plan.games or tally.played, plan, page)
  common.add_intervals(tally, plan, page)
end

-- --- JSON ---

local ORDER = { "game", "seed", "sets", "looked_at", "games", "first_failure", "wanted", "played", "result",
  "no_result", "stopped", "failed", "seats", "bots", "measures", "ratios", "ratio", "value", "measure", "meaning",
  "a_game", "name", "answers", "wins", "share", "error", "low", "high", "half", "score", "n", "mean", "deviation",
  "quantiles", "5", "25", "50", "75", "95", "questions", "rate", "why", "seconds", "threads" }

local function groups(tally, list)
  return json.list(lists.collect(list, function(of)
    local wins, low, high = of.wins:figures(), of.wins:share(tally.times)
    local counted = lists.collect(tally.measured, function(one)
      return { measure = one.name,
        a_game = common.spread(of.measures[one.number], tally.times, of.by_seat.measures[one.number]) }
    end)
    return { seats = of.seats, name = of.name, answers = of.answers, wins = wins.sum, share = wins.mean,
      error = wins.error, low = low, high = high, half = low and (high - low) / 2 or math.huge,
      score = common.spread(of.score, tally.times, of.by_seat.score), measures = #counted > 0 and counted or nil }
  end))
end

--- For programs: a line of JSON.
function report.json(tally, plan)
  local measures = json.list(lists.collect(tally.measures, function(sample, i)
    local name, meaning = table.unpack(tally.setup.measures[i])
    return { measure = name, meaning = meaning, a_game = common.spread(sample, tally.times) }
  end))
  local ratios = lists.collect(tally.ratios, function(ratio)
    local value, width = ratio.pairs:ratio(tally.times)
    return { ratio = ratio.name, meaning = ratio.meaning, n = ratio.pairs.n, value = value, half = width }
  end)
  return json.encode({
    looked_at = plan.looked_at, game = tally.setup.game, seed = plan.seed, sets = json.list(tally.setup.sets),
    games = { wanted = plan.games, played = tally.played, result = tally.result, no_result = tally.no_result,
      stopped = tally.stopped, failed = tally.failed },
    first_failure = plan.failure and { game = plan.failed_row - 1, why = plan.failure },
    seats = groups(tally, tally.seats), bots = #tally.bots > 0 and groups(tally, tally.bots) or nil,
    measures = measures, ratios = #ratios > 0 and ratios or nil,
    questions = tally.asked, rate = { seconds = json.encoded(("%.3f"):format(plan.seconds)), threads = plan.jobs },
  }, ORDER)
end

return report
