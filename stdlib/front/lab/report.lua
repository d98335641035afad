-- What reports on many games share: numbers with their intervals as text, lists, and how games ended. A report is a module
-- with page(what, plan, page), which fills a page (base/page.lua) for the terminal or HTML, and json(what, plan), one line
-- of JSON; experiment.finish shows it. Every game by itself, as CSV or JSON Lines, is game_rows.lua's.

local statistics = require "front.lab.statistics"
local english = require "shared.english"
local lists = require "shared.lists"

local report = {}

local CHANCE = 0.05 -- that the verdict on some seat is wrong
local EVEN = 0.02 -- of all wins: an advantage of no more is slight

--- Writes numbers so that a width of `half` has two digits that count; shares in percent.
function report.writer(half, is_share)
  local times, digits = is_share and 100 or 1, 2
  if half > 0 and half < math.huge then
    digits = math.max(0, math.min(8, 1 - math.floor(math.log(half * times, 10))))
  end
  local form = ("%%.%df%s"):format(digits, is_share and "%%" or "")
  return function(n)
    local text = form:format(n * times)
    return text:find "[1-9]" and text or (text:gsub("^-", ""))
  end
end

--- Half of an interval; "-" if there is none.
function report.half(write, half) return half < math.huge and write(half) or "-" end

--- "21.3 to 24.1"; "-" if there is no interval.
function report.range(write, low, high) return low and ("%s to %s"):format(write(low), write(high)) or "-" end

--- A share and the ends of its interval, from a sample: "25%", "21% to 29%".
function report.share(sample, times)
  local low, high = sample:share(times)
  local write = report.writer(low and (high - low) / 2 or math.huge, true)
  return write(sample:figures().mean), report.range(write, low, high)
end

--- For JSON: a mean over games. If it is of several seats, its quantiles and deviation are those of single seats.
function report.spread(sample, times, by_seat)
  local of, each, quantiles = sample:figures(times), (by_seat or sample):figures(), {}
  for i, part in ipairs { "5", "25", "50", "75", "95" } do quantiles[part] = each.quantiles[i] end
  return { n = of.n, mean = of.mean, half = of.half, deviation = each.deviation, quantiles = quantiles }
end

--- Says a list, unless it is empty: "format" has one %s for it.
function report.add_list(page, format, list, gap)
  if #list > 0 then page:say(format:format(table.concat(list, gap or ", "))) end
end

-- --- the verdict ---

--- "about 460 more games would probably tell": a number from statistics.more, or nil; `before` stands before it.
function report.more(before, more, what)
  if not more then return "" end
  local unit = 10 ^ math.max(0, math.floor(math.log(more, 10)) - 1) -- of the second digit
  local about = math.ceil(more / unit) * unit
  return before .. (about < 1e6 and ("about %.0f more %s%s"):format(about, what, about == 1 and "" or "s")
    or ("about %.1f million more %ss"):format(about / 1e6, what)) .. " would probably tell"
end

--- "31 to 37": an interval in a sentence, in one digit that counts.
function report.roughly(low, high, is_share)
  return report.range(report.writer(5 * (high - low), is_share), low, high)
end

--- A verdict on n games or seeds, from its sentences; nil if there are none.
function report.verdict(n, what, sentences)
  if n == 0 or n >= statistics.FEWEST then return n > 0 and table.concat(sentences, " ") or nil end
  return ("%s %s too few for a verdict; it takes %d."):format(english.count(n, what), n == 1 and "is" or "are",
    statistics.FEWEST)
end

--- How long a game is, from a sample of its questions, in minutes where a question takes so many; nil if it isn't known.
function report.length(sample, times, minutes)
  local of, each = sample:figures(times), minutes or 1
  if of.mean == 0 then return nil end
  if of.half == math.huge then
    return ("%s has %s."):format(of.others == 0 and "Every game" or "Nearly every game",
      english.count(of.common, "question"))
  end
  return ("A game takes %s %s on average%s."):format(report.roughly(math.max(0, of.mean - of.half) * each,
    (of.mean + of.half) * each), minutes and "minutes" or "questions",
    minutes and (", at %.0f seconds a question"):format(60 * minutes) or "")
end

--- Which seats win more or less than a fair share, sentences in a list. wins: a sample by seat; times: as in Pairs:half.
--- Judged are games that somebody won, with a correction for the number of seats (two are one: what one wins the other
--- loses), by Wilson's test (see statistics.lua) with F. Yates's half (Journal of the Royal Statistical Society,
--- Supplement 1, 1934).
function report.seats(setup, wins, times)
  local count, sum, list, most = #wins, 0, {}, 0
  for _, sample in ipairs(wins) do sum = sum + sample:figures().sum end
  local n = math.ceil(sum - 1e-6)
  local together = lists.all(wins, function(sample) return sample.counts[1 / count] == n end)
  if count < 2 or n == 0 or together then return list end
  if #lists.distinct(setup.answerers) > 1 then return { "The seats aren't judged, as different bots sit there." } end
  local fair, chance = sum / n / count, CHANCE / (count > 2 and count or 1)
  local spread = math.sqrt(fair * (1 - fair))
  local half = n < statistics.FEWEST and 1 or spread * (times or statistics.fixed)(n, chance) + 0.5 / n
  for seat, sample in ipairs(wins) do
    local more = sample:figures().sum / n - fair
    most = math.max(most, math.abs(more))
    if math.abs(more) > half then
      list[#list + 1] = ("Seat %d (%s) is %s%s: %s of wins, where a fair share is %.3g%%."):format(seat,
        setup.players[seat].name, math.abs(more) + half <= EVEN and "slightly " or "",
        more > 0 and "favoured" or "at a disadvantage", report.writer(half, true)(fair + more), 100 * fair)
    end
  end
  if #list > 0 then return list end
  if most + half <= EVEN then
    return { ("The seats are even: each wins its fair share of %.3g%% to within %.2g percentage points."):format(
      100 * fair, 100 * (most + half)) }
  end
  local games = statistics.more(n, spread, most, chance)
  return { ("It is too early to tell whether a seat is favoured%s."):format(
    report.more("; ", games and math.ceil(games * wins[1].n / n), "game")) }
end

--- How games end that have no result, by the names of endings.
function report.endings(plan)
  return { stopped = "stopped after " .. english.count(plan.limit, "question"), failed = "failed",
    no_result = "without a result" }
end

--- "3 failed" and so on, for the endings of these names that came up.
function report.ended(ends, plan, names)
  local words = report.endings(plan)
  return lists.collect(names, function(name)
    return ends[name] > 0 and ("%d %s"):format(ends[name], words[name]) or nil
  end)
end

--- How many games ended in which way, and how many of the plan were not played.
function report.add_ends(ends, played, plan, page)
  local none = ends.result == 0 and ends.no_result > 0
  local parts = { none and english.count(ends.no_result, "game") .. " without a result"
    or english.count(ends.result, "game") .. " with a result" }
  if not none and ends.no_result > 0 then parts[2] = ("%d without"):format(ends.no_result) end
  parts = lists.joined(parts, report.ended(ends, plan, { "stopped", "failed" }))
  if plan.games > played then parts[#parts + 1] = ("%d not played"):format(plan.games - played) end
  page:gap()
  page:say(table.concat(parts, ", ") .. ".")
  local ended = ends.result + ends.no_result
  if ended > 0 and ended < statistics.FEWEST then
    page:say(("No intervals: they need %d games."):format(statistics.FEWEST))
  end
end

--- A sentence about the intervals of a run that was continued after a report, or that goes on until they are narrow.
function report.add_intervals(of, plan, page)
  if plan.looked_at then
    page:say(("This run was looked at after %s and continued: its intervals belong to a confidence sequence, which "
      .. "holds however often that is done, and are wider."):format(english.count(plan.looked_at, "game")))
  end
  if of.until_narrow and not of:narrow() then page:say "The intervals are not yet as narrow as --until asks." end
end

return report
