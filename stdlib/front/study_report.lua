-- What `croupier study` says, as a page.

local comparison_report = require "comparison_report"
local simulation_report = require "simulation_report"
local statistics = require "statistics"

local report = {}

local LISTED = 12 -- names of what never happens, in a line

local function number(value) return ("%.4g"):format(value) end

local function add_row(rows, name, mean, half, least, most)
  rows[#rows + 1] = { name, mean, half or "", least or "", most or "" }
end

-- A sample: mean, half its interval, the least and the most.
local function add_sample(rows, name, sample, format)
  if sample.n == 0 then return end
  local of, least, most = sample:figures(), math.huge, -math.huge
  for value in pairs(sample.counts) do least, most = math.min(least, value), math.max(most, value) end
  local write = format or number
  add_row(rows, name, write(of.mean), of.half < math.huge and write(of.half) or "-", write(least), write(most))
end

local function percent(value) return ("%.1f%%"):format(100 * value) end

local function add_lead(s, rows)
  local field, most, lead = s:running_score()
  if not field then
    local why = "Who leads is unknown: no number of the seats predicts the final score (the best %.2f)."
    return why:format(most)
  end
  add_sample(rows, "lead changes", lead.changes)
  add_sample(rows, "last lead change, as part of the game", lead.last, percent)
  add_sample(rows, "winner known, as part of the game", lead.known, percent)
  return ("Who leads is read from `%s`, which predicts the final score (%.2f)."):format(field.name, most)
end

local function add_measures(s, page)
  local rows = { { "", "mean", "+-", "least", "most" } }
  add_sample(rows, "questions", s.asked)
  add_sample(rows, "minutes at 5 seconds each", s.minutes)
  add_sample(rows, "rounds", s.rounds)
  if s.decided > 0 then add_row(rows, "decisions with one legal answer", percent(s.forced / s.decided)) end
  if s.alike.n > 0 then
    local half = s.alike:deviation() * statistics.fixed(math.max(2, s.alike.n), 0.05)
    add_row(rows, "decisions with all answers as good", percent(s.alike.d), percent(half))
  end
  if s.width.n > 0 then
    local ratio, half = s.width:ratio()
    add_row(rows, "answers to choose from", number(ratio), page.number("%.4g", half))
  end
  if s.ties.n > 0 then add_row(rows, "ties for first place", percent(s.ties.d)) end
  local sentence = add_lead(s, rows)
  page:table("lrrrr", rows)
  page:say(sentence)
end

local function add_places(s, page)
  if s.ends.result == 0 then return end
  local rows = { { "place", "bot", "wins", "+-", "score", "+-" } }
  for seat, of in ipairs(s.places) do
    local wins, score = of.wins:figures(), of.score:figures()
    rows[seat + 1] = { s.setup.players[seat].name, s.setup.answerers[seat], percent(wins.mean),
      page.number("%.2f", 100 * wins.half), ("%.2f"):format(score.mean), page.number("%.2f", score.half) }
  end
  page:heading("Seat advantage")
  page:table("llrrrr", rows)
end

local function add_luck(s, page)
  if s.spread.n == 0 then return end
  local luck = math.sqrt(s.spread.d)
  page:heading("Luck and skill")
  page:say(("Scores of equal bots in one game vary by %s (standard deviation)."):format(number(luck)))
  local duel = s.duel and s.duel.n > 0 and s.duel
  if not duel then return end
  local above, half = duel:beats(1, 2)
  local distance = duel.duels[1].score.d
  local times = luck > 0 and (": %.2f times that"):format(distance / luck) or ""
  page:say(("%s has %s more than random at the same table%s."):format(duel.bots[1], number(distance), times))
  page:say(("It places above random in %s%s of all pairs of their seats."):format(percent(above),
    half < math.huge and (" +- %.1f"):format(100 * half) or ""))
end

local function add_list(page, what, names)
  if #names == 0 then return end
  local more = #names > LISTED and (" and %d more"):format(#names - LISTED) or ""
  page:say(("%s: %s%s"):format(what, table.concat(names, ", ", 1, math.min(LISTED, #names)), more))
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
  page:say(("%s: %d games of %d seats, seed %s"):format(comparison_report.name(s.setup), s.played, #s.setup.players,
    plan.seed_given))
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
