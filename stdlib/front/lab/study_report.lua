-- What `croupier study` says, as a page.

local simulation = require "front.lab.simulation"
local simulation_report = require "front.lab.simulation_report"
local statistics = require "front.lab.statistics"
local study = require "front.lab.study"
local english = require "shared.english"
local lists = require "shared.lists"

local report = {}

local function number(value) return ("%.4g"):format(value) end
local function percent(value) return ("%.1f%%"):format(100 * value) end

-- "21.3 to 24.1"; - where there is no interval.
local function range(write, low, high) return low and ("%s to %s"):format(write(low), write(high)) or "-" end

local function around(write, mean, half)
  if half == math.huge then return "-" end
  return range(write, mean - half, mean + half)
end

local function add_row(rows, ...) rows[#rows + 1] = { ... } end

-- The mean of n values, or of as many as are in a ratio's second sum: a number or a share.
local function add_number(rows, name, mean, half) add_row(rows, name, number(mean), around(number, mean, half)) end

local function add_share(rows, name, mean, half, n)
  add_row(rows, name, percent(mean), range(percent, statistics.share(mean, half, n)))
end

local function add_sample_share(rows, name, sample)
  add_row(rows, name, percent(sample:figures().mean), range(percent, sample:share()))
end

-- A sample of numbers or, with `shares`, of parts: with the least and the most.
local function add_sample(rows, name, sample, shares)
  if sample.n == 0 then return end
  local of, least, most = sample:figures(), math.huge, -math.huge
  for value in pairs(sample.counts) do least, most = math.min(least, value), math.max(most, value) end
  if shares then add_sample_share(rows, name, sample) else add_number(rows, name, of.mean, of.half) end
  local row, write = rows[#rows], shares and percent or number
  row[4], row[5] = write(least), write(most)
end

local function add_lead(s, rows)
  local field, most, lead = s:running_score()
  if not field then
    local why = "Who leads is unknown: no number of the seats goes with the final score (the best correlation is %.2f, "
      .. "expected at least %.1f)."
    return why:format(most, study.ALIKE)
  end
  add_sample(rows, "lead changes", lead.changes)
  add_sample(rows, "last lead change, as part of the game", lead.last, true)
  add_sample(rows, "winner known, as part of the game", lead.known, true)
  return ("Who leads is read from `%s`, which goes with the final score (correlation %.2f)."):format(field.name, most)
end

local function add_measures(s, page)
  local rows = { { "", "mean", "95 % interval", "least", "most" } }
  add_sample(rows, "questions", s.asked)
  add_sample(rows, "minutes at 5 seconds each", s.minutes)
  for _, name in ipairs(s.rounds) do
    add_sample(rows, #s.rounds == 1 and "rounds" or ("rounds (%s)"):format(name), s.rounds[name])
  end
  local function add_ratio(add, name, of)
    local ratio, half = of:ratio()
    if ratio then add(rows, name, ratio, half, of.n * of.b) end
  end
  add_ratio(add_share, "decisions with one legal answer", s.forced)
  add_ratio(add_share, "decisions with all answers as good", s.alike)
  add_ratio(add_number, "answers to choose from", s.width)
  if s.ties.n > 0 and s:is_won() then add_sample_share(rows, "ties for first place", s.ties) end
  local sentence = add_lead(s, rows)
  for _, row in ipairs(rows) do row[4], row[5] = row[4] or "", row[5] or "" end
  page:table("lrrrr", rows)
  page:say(sentence)
end

-- Without the columns of wins where nobody has won, and those of scores where seats are only ranked.
local function add_places(s, page)
  local won, scored = s:is_won(), s:is_scored()
  if not (won or scored) then return end
  local head = { "place", "bot", won and "wins" or nil, won and "95 % interval" or nil }
  if scored then head = lists.joined(head, { "score", "95 % interval" }) end
  local rows = { head }
  for seat, of in ipairs(s.places) do
    local row, score = { s.setup.players[seat].name, s.setup.answerers[seat] }, of.score:figures()
    if won then row[3], row[4] = percent(of.wins:figures().mean), range(percent, of.wins:share()) end
    if scored then row = lists.joined(row, { number(score.mean), around(number, score.mean, score.half) }) end
    rows[seat + 1] = row
  end
  page:heading("Seat advantage")
  page:table("ll" .. ("r"):rep(#head - 2), rows)
end

-- How far the better bot is above chance, in points and in spreads: the spread's own error counts too.
local function add_skill(rows, duel, spread, spread_half)
  local above, half, of = duel:beats(1, 2)
  local distance, distance_half = of.score.d, of.score:half(0.05)
  local bot = duel.bots[1]
  if spread > 0 then
    add_number(rows, ("%s's score less random's"):format(bot), distance, distance_half)
    local times = distance / spread
    add_number(rows, "the same, in spreads (skill)", times,
      math.sqrt((distance_half / spread) ^ 2 + (times * spread_half / spread) ^ 2))
  end
  add_share(rows, ("pairs of seats with %s above random"):format(bot), above, half, duel.n)
end

local function add_luck(s, page)
  local of, scored = s.spread:figures(), s:is_scored()
  local skilled = s.duel and s.duel.n > 0
  if of.n == 0 or not (scored or skilled) then return end
  local spread = math.sqrt(of.mean)
  local half = spread > 0 and of.half / (2 * spread) or math.huge
  local rows = { { "", "mean", "95 % interval" } }
  if scored then add_number(rows, "spread of the scores in a game (luck)", spread, half) end
  if skilled then add_skill(rows, s.duel, scored and spread or 0, half) end
  page:heading("Luck and skill")
  page:table("lrr", rows)
  if not scored then page:say "Seats are only ranked here, without scores: how much is luck is unknown." end
end

local function add_list(page, what, names)
  if #names > 0 then page:say(("%s: %s"):format(what, table.concat(names, ", "))) end
end

local function add_never(s, page)
  local unused = s.unused
  local refused, absent = s:idle_cards(unused.cards)
  local options = s:never_chosen()
  page:heading("Never")
  if #unused.rules + #unused.steps + #refused + #absent + #options == 0 then
    page:say("Nothing: every rule was read, every step ran, every option and card was taken.")
  end
  add_list(page, ("Rules not read (%d of %d)"):format(#unused.rules, unused.all_rules), unused.rules)
  add_list(page, ("Steps not run (%d of %d)"):format(#unused.steps, unused.all_steps), unused.steps)
  add_list(page, "Options not taken", options)
  add_list(page, ("Cards not taken (%d of %d)"):format(#refused, #unused.cards), refused)
  add_list(page, ("Cards never offered (%d of %d)"):format(#absent, #unused.cards), absent)
end

--- What is said of a study that was played.
function report.page(s, plan, page)
  page:say(("%s: %s of %s, seed %s"):format(simulation.name(s.setup), english.count(s.played, "game"),
    english.count(#s.setup.players, "seat"), plan.seed_given))
  if s.asked.n > 0 then
    add_measures(s, page)
    page:chart({ kind = "histogram", text = "questions in a game", sample = s.asked }, true)
    add_places(s, page)
    add_luck(s, page)
  end
  if s.played > s.ends.failed then add_never(s, page) end
  simulation_report.add_ends(s.ends, s.played, plan, page)
end

return report
