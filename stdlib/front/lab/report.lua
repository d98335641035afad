-- What reports on many games share: numbers with their intervals as text, lists, and how games ended. A report is a module
-- with page(what, plan, page), which fills a page (base/page.lua) for the terminal or HTML, and json(what, plan), one line
-- of JSON; experiment.finish shows it. Every game by itself, as CSV or JSON Lines, is game_rows.lua's.

local statistics = require "front.lab.statistics"
local english = require "shared.english"
local lists = require "shared.lists"

local report = {}

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

--- Half of an interval; - where there is none.
function report.half(write, half) return half < math.huge and write(half) or "-" end

--- "21.3 to 24.1"; - where there is no interval.
function report.range(write, low, high) return low and ("%s to %s"):format(write(low), write(high)) or "-" end

--- A share and the ends of its interval, as a sample has them: "25%", "21% to 29%".
function report.share(sample, times)
  local low, high = sample:share(times)
  local write = report.writer(low and (high - low) / 2 or math.huge, true)
  return write(sample:figures().mean), report.range(write, low, high)
end

--- Says a list, unless it is empty: "format" has one %s for it.
function report.add_list(page, format, list, gap)
  if #list > 0 then page:say(format:format(table.concat(list, gap or ", "))) end
end

--- How games end that have no result, by the names of endings.
function report.endings(plan)
  return { stopped = ("stopped after %d questions"):format(plan.limit), failed = "failed",
    no_result = "without a result" }
end

--- "3 failed" and so on, for the endings of these names that came up.
function report.ended(ends, plan, names)
  local words = report.endings(plan)
  return lists.collect(names, function(name)
    return ends[name] > 0 and ("%d %s"):format(ends[name], words[name]) or nil
  end)
end

--- How many games ended how, and how many of the plan's were not played.
function report.add_ends(ends, played, plan, page)
  local none = ends.result == 0 and ends.no_result > 0
  local parts = { none and english.count(ends.no_result, "game") .. " without a result"
    or ("%d with a result"):format(ends.result) }
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

--- What is said of the intervals of a run that was looked at and continued, or that is to go on until they are narrow.
function report.add_intervals(of, plan, page)
  if plan.looked_at then
    page:say(("This run was looked at after %s and continued: its intervals belong to a confidence sequence, which "
      .. "holds however often that is done, and are wider."):format(english.count(plan.looked_at, "game")))
  end
  if of.until_narrow and not of:narrow() then page:say "The intervals are not yet as narrow as --until asks." end
end

return report
