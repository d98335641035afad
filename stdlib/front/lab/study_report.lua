-- The report of `croupier study`: a page for people, one object for programs.

local common = require "front.lab.report"
local simulation = require "front.lab.simulation"
local statistics = require "front.lab.statistics"
local study = require "front.lab.study"
local english = require "shared.english"
local json = require "shared.json"
local lists = require "shared.lists"

local report = {}

local function number(value) return ("%.4g"):format(value) end
local function percent(value) return ("%.1f%%"):format(100 * value) end

local function add_row(rows, name, write, mean, low, high)
  rows[#rows + 1] = { name, write(mean), common.range(write, low, high) }
end

-- Adds a mean and half of its interval; with n it is a share of n values, or of as many as are in a ratio's second sum.
-- least: the smallest value; if that isn't below 0, neither is the interval.
local function add_mean(rows, name, mean, half, n, least)
  if n then return add_row(rows, name, percent, mean, statistics.share(mean, half, n)) end
  local low = math.max(mean - half, (least or -1) >= 0 and 0 or -math.huge)
  add_row(rows, name, number, mean, half < math.huge and low or nil, mean + half)
end

local function add_share(rows, name, sample) add_row(rows, name, percent, sample:figures().mean, sample:share()) end

-- Adds a sample of numbers or, with `shares`, of shares, with the smallest and the largest value.
local function add_sample(rows, name, sample, shares)
  if sample.n == 0 then return end
  local of, values, write = sample:figures(), lists.keys(sample.counts), shares and percent or number
  table.sort(values)
  if shares then add_share(rows, name, sample) else add_mean(rows, name, of.mean, of.half, nil, values[1]) end
  rows[#rows][4], rows[#rows][5] = write(values[1]), write(values[#values])
end

local function add_lead(s, rows)
  local field, most, lead = s:running_score()
  if not field then
    local why = "The leader is unknown: no state, pool or pile follows the final score (the best correlation is %.2f, "
      .. "expected at least %.1f)."
    return why:format(math.floor(100 * most) / 100, study.ALIKE) -- 0.897 is below 0.9
  end
  add_sample(rows, "lead changes", lead.changes)
  add_sample(rows, "last lead change, as a share of the game", lead.last, true)
  add_sample(rows, "winner known, as a share of the game", lead.known, true)
  return ("The leader is read from `%s`, which follows the final score (correlation %.2f)."):format(field.name, most)
end

-- Was nobody asked anything in any game?
local function is_silent(s) return s.asked.counts[0] == s.asked.n end

local function add_measures(s, page)
  local rows = { { "", "mean", "95% interval", "least", "most" } }
  if not is_silent(s) then
    add_sample(rows, "questions", s.asked)
    add_sample(rows, "minutes at 5 seconds each", s.minutes)
  end
  for _, name in ipairs(s.rounds) do
    add_sample(rows, #s.rounds == 1 and "rounds" or ("rounds (%s)"):format(name), s.rounds[name])
  end
  local function add_ratio(name, of, is_share)
    local ratio, half = of:ratio()
    if ratio then add_mean(rows, name, ratio, half, is_share and of.n * of.b) end
  end
  add_ratio("decisions with one legal answer", s.forced, true)
  add_ratio("decisions with equally good answers", s.alike, true)
  add_ratio("answers to choose from", s.width)
  if s.ties.n > 0 and s:is_won() then add_share(rows, "ties for first place", s.ties) end
  local sentence = s.ends.result > 0 and add_lead(s, rows)
  for _, row in ipairs(rows) do row[4], row[5] = row[4] or "", row[5] or "" end
  if #rows > 1 then page:table("lrrrr", rows) end
  if sentence then page:say(sentence) end
end

-- The running score round by round, and how often who leads by then goes on to win.
local function add_rounds(s, page)
  local list, field = s:by_round()
  if #list < 2 then return end
  local alike = lists.all(list, function(row) return row.games == list[1].games end) -- then that column says nothing
  local function row_of(row, ...)
    return { tostring(row.round), table.unpack({ tostring(row.games), ... }, alike and 2 or 1) }
  end
  local function head(...) return row_of({ round = "round", games = "games" }, ...) end
  local function chart(block)
    block.kind, block.rule, block.points = "curve", "round", lists.collect(list, block.points)
    if #block.points > 1 then page:chart(block, true) end
  end
  page:heading("Round by round")
  chart { text = ("`%s` of a seat: the mean, and the range of nine seats in ten"):format(field.name), write = number,
    head = head("mean", "5%", "50%", "95%"), points = function(row)
      local of = row.scores:figures()
      local low, _, middle, _, high = table.unpack(of.quantiles)
      return { label = tostring(row.round), x = row.round, mean = of.mean, low = low, high = high,
        cells = row_of(row, number(of.mean), number(low), number(middle), number(high)) }
    end }
  if not s:is_won() then return end
  chart { write = percent, least = 0, most = 1,
    text = ("how often whoever leads alone after a round wins the game (marked: a fair share, %.3g%%)"):format(
      100 / #s.places), is_share = true, base = 1 / #s.places, head = head("wins", "95% interval", "new leader"),
    points = function(row)
      local mean, low, high = row.wins:figures().mean, row.wins:share()
      return row.wins.n > 0 and { label = tostring(row.round), x = row.round, mean = mean, low = low or mean,
        high = high or mean, cells = row_of(row, percent(mean), common.range(percent, low, high),
          percent(row.new:figures().mean)) } or nil
    end }
end

local CARDS = 10 -- on a terminal

-- How often each card was held and chosen, and how that goes with winning.
local function add_cards(s, page)
  local list, won = s:card_rows(), s:is_won()
  if #list == 0 then return end
  local function told(r, is_clear) return r and ("%+.2f%s"):format(r, is_clear and "*" or " ") or "- " end
  local rows = { { "card", "held", "chosen", won and "held/won " or nil, won and "chosen/won " or nil } }
  for i, row in ipairs(list) do
    rows[i + 1] = { row.name, percent(row.held), row.chosen and percent(row.chosen) or "-",
      won and told(row.held_wins, row.held_clear) or nil, won and told(row.chosen_wins, row.chosen_clear) or nil }
  end
  page:heading("Cards")
  page:table("lrrrr", rows, nil, CARDS)
  page:say("held: the share of seats that ever held it. chosen: how often it was chosen where it was offered, to play "
    .. "or to keep.")
  if won then
    page:say("held/won, chosen/won: only correlations. Having a card and winning go together (+1) or exclude each "
      .. "other (-1); the card need not be the reason, and whoever plays longer holds more cards. * marks what luck "
      .. "alone would show, for any card, in one run of 20.")
  end
end

-- Without the columns of wins where nobody has won, and those of scores where seats are only ranked.
local function add_places(s, page)
  local won, scored = s:is_won(), s:is_scored()
  if not (won or scored) then return end
  local rows = { lists.joined({ "place", "bot" }, won and { "wins", "95% interval" } or {},
    scored and { "score", "95% interval" } or {}) }
  for seat, of in ipairs(s.places) do
    local cells, score = {}, of.score:figures()
    if won then add_share(cells, nil, of.wins) end
    if scored then add_mean(cells, nil, score.mean, score.half) end
    rows[seat + 1] = { s.setup.players[seat].name, s.setup.answerers[seat] }
    for _, cell in ipairs(cells) do table.move(cell, 2, 3, #rows[seat + 1] + 1, rows[seat + 1]) end
  end
  page:heading("Seat advantage")
  page:table("ll" .. ("r"):rep(#rows[1] - 2), rows)
end

-- The spread of the scores in a game and half of its interval.
local function spread_of(s)
  local of = s.spread:figures()
  local spread = math.sqrt(of.mean)
  return spread, spread > 0 and of.half / (2 * spread) or math.huge
end

-- How far the better bot is above chance, in spreads and in points, each with half of its interval: the spread's own error
-- counts too.
local function skill(duel, spread, spread_half)
  local _, _, of = duel:beats(1, 2)
  local distance, half = of.score.d, of.score:half(0.05)
  local times = distance / spread
  return times, math.sqrt((half / spread) ^ 2 + (times * spread_half / spread) ^ 2), distance, half
end

local function add_skill(rows, duel, spread, spread_half)
  local above, half = duel:beats(1, 2)
  local bot = duel.bots[1]
  if spread > 0 then
    local times, times_half, distance, distance_half = skill(duel, spread, spread_half)
    add_mean(rows, ("%s's score minus random's"):format(bot), distance, distance_half)
    add_mean(rows, "that gap in standard deviations (skill)", times, times_half)
  end
  add_mean(rows, ("pairs of seats with %s above random"):format(bot), above, half, duel.n)
end

local function add_luck(s, page)
  local of, scored = s.spread:figures(), s:is_scored()
  local skilled = s.duel and s.duel.n > 0
  if of.n == 0 or not (scored or skilled) then return end
  local spread, half = spread_of(s)
  local rows = { { "", "mean", "95% interval" } }
  if scored then add_mean(rows, "spread of the scores in a game (luck)", spread, half) end
  if skilled then add_skill(rows, s.duel, scored and spread or 0, half) end
  page:heading("Luck and skill")
  page:table("lrr", rows)
  if not scored then page:say "Seats are only ranked here, without scores, so the share of luck is unknown." end
end

local function add_never(s, page)
  local unused = s.unused
  local refused, absent = s:idle_cards(unused.cards)
  local lines, found = { { "Rules not read", unused.rules, unused.all_rules },
    { "Steps not run", unused.steps, unused.all_steps }, { "Options not taken", s:never_chosen() },
    { "Cards not taken", refused, #unused.cards }, { "Cards never offered", absent, #unused.cards } }, false
  page:heading("Never")
  for _, line in ipairs(lines) do
    local what, names, all = table.unpack(line)
    common.add_list(page, what .. (all and (" (%d of %d)"):format(#names, all) or "") .. ": %s", names)
    found = found or #names > 0
  end
  if not found then page:say("Nothing: every rule was read, every step ran, every option and card was taken.") end
end

-- Luck against skill: does the bot place above one that plays at random, and by more than luck spreads the scores?
local function luck_or_skill(s)
  local duel = s.duel
  if not duel or duel.n < statistics.FEWEST then return nil end
  local above, half = duel:beats(1, 2)
  local low, high = statistics.share(above, half, duel.n)
  local spread, spread_half = spread_of(s)
  local times, width = 0, math.huge
  if s:is_scored() and spread > 0 then times, width = skill(duel, spread, spread_half) end
  local counts = low <= 0.5 and "No skill shows yet" or times - width > 1 and "Skill counts for more than luck"
    or times + width < 1 and "Luck counts for more than skill" or "Skill counts"
  return ("%s: %s places above a random player in %s of cases."):format(counts, duel.bots[1],
    common.roughly(low, high, true))
end

--- For people.
function report.page(s, plan, page)
  page:verdict(common.verdict(s.asked.n, "game", lists.joined({ common.length(s.asked, nil, study.MINUTES) },
    { luck_or_skill(s) }, common.seats(s.setup, lists.collect(s.places, "wins")))))
  page:say(("%s: %s of %s, seed %s"):format(simulation.name(s.setup), english.count(s.played, "game"),
    english.count(#s.setup.players, "seat"), plan.seed_given))
  if s.asked.n > 0 then
    add_measures(s, page)
    if not is_silent(s) then
      page:chart({ kind = "histogram", text = "questions in a game", sample = s.asked }, true)
    end
    add_rounds(s, page)
    add_places(s, page)
    add_luck(s, page)
    add_cards(s, page)
  end
  if s.played > s.ends.failed then add_never(s, page) end
  common.add_ends(s.ends, s.played, plan, page)
end

-- --- JSON ---

local function share_json(sample)
  local low, high = sample:share()
  return { n = sample.n, mean = sample:figures().mean, low = low, high = high }
end

local function ratio_json(of)
  local mean, half = of:ratio()
  return { mean = mean, half = half }
end

local function lead_json(s)
  local field, most, lead = s:running_score()
  return field and { of = field.name, correlation = most, changes = common.spread(lead.changes),
    last = share_json(lead.last), known = share_json(lead.known) } or nil
end

local function skill_json(s, spread, spread_half)
  if not (s.duel and s.duel.n > 0) then return nil end
  local above, half = s.duel:beats(1, 2)
  local times, times_half, distance, distance_half = skill(s.duel, spread, spread_half)
  return { bot = s.duel.bots[1], above = { mean = above, half = half },
    score = { mean = distance, half = distance_half }, spreads = { mean = times, half = times_half } }
end

--- For programs: a line of JSON.
function report.json(s, plan)
  local spread, half = spread_of(s)
  local never = s.unused
  never.options, never.cards_not_taken, never.cards_never_offered = s:never_chosen(), s:idle_cards(never.cards)
  never.cards = nil
  return json.encode({ game = s.setup.game, seed = plan.seed, sets = json.list(s.setup.sets), played = s.played,
    endings = s.ends, first_failure = plan.failure and { game = plan.failed_game, why = plan.failure },
    questions = common.spread(s.asked), rounds = lists.collect(s.rounds, function(name)
      return { name = name, begun = common.spread(s.rounds[name]) }
    end),
    one_answer = ratio_json(s.forced), equal_answers = ratio_json(s.alike), answers = ratio_json(s.width),
    ties = share_json(s.ties), lead = lead_json(s), by_round = lists.collect(s:by_round(), function(row)
      local score = common.spread(row.scores)
      score.half = nil -- the seats of one game go together
      return { round = row.round, games = row.games, score = score, leader_wins = share_json(row.wins),
        new_leader = row.new:figures().mean }
    end),
    seats = lists.collect(s.places, function(of, seat)
      return { name = s.setup.players[seat].name, bot = s.setup.answerers[seat], wins = share_json(of.wins),
        score = common.spread(of.score) }
    end),
    spread = { mean = spread, half = half }, skill = skill_json(s, spread, half), cards = s:card_rows(),
    never = never }, { "game", "seed", "sets", "played", "endings", "first_failure", "questions", "rounds", "name" })
end

return report
