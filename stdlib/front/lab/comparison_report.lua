-- The report of `croupier compare`: a page for people, one object for programs; and the numbers of a line as text.

local comparison = require "front.lab.comparison"
local common = require "front.lab.report"
local simulation = require "front.lab.simulation"
local statistics = require "front.lab.statistics"
local json = require "shared.json"
local english = require "shared.english"
local lists = require "shared.lists"

local count = english.count

local report = {}

local MARK_STRONG, MARK_PLAIN = "\8", "\1"

local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

--- Writes numbers of a line so that a width of `half` has two digits that count.
function report.writer(line, half) return common.writer(half, line.kind == "wins") end

local WORDS = { changed = MARK_STRONG .. "changed" .. MARK_PLAIN, less = "changed by less than %s",
  within = "the same within %s" }

-- A share that is at most so much, rounded up to two digits that count.
local function at_most(share)
  local digits = math.max(0, 1 - math.floor(math.log(100 * share, 10)))
  return ("%%.%df%%%%"):format(digits):format(math.ceil(100 * share * 10 ^ digits) / 10 ^ digits)
end

local function told_as(c, line, version, verdict, more, same)
  if verdict == "unknown" then
    local of, most = line.pairs[version], c:most_differing(line, version)
    return ("differs in %d of %s%s"):format(of.differing, count(of.n, "pair"),
      most < 0.995 and ", at most " .. at_most(most) or "")
  end
  if WORDS[verdict] then return WORDS[verdict]:format(same and same.text) end
  if not more then return "undecided" end
  return ("undecided, %s more"):format(more < 10000 and more or more < 1e6 and ("%.0fk"):format(more / 1e3)
    or ("%.1fM"):format(more / 1e6))
end

local function within(line, version, same)
  if not same then return nil end
  return line.kind == "wins" and same.part or same.part * math.abs(line.pairs[version].a)
end

-- The table of a version: are there lines that more pairs would settle?
local function add_version(c, told, version, same, page)
  local letter = LETTERS:sub(version, version)
  local rows = { { "", "A", letter, letter .. "-A", "+-", "corr.", "" } }
  local open = false
  for i, line in ipairs(told) do
    local of, half = line.pairs[version], c:half(line, version)
    local write = report.writer(line, half)
    local verdict, more = c:verdict(line, version, within(line, version, same))
    open = open or more ~= nil
    rows[i + 1] = { comparison.title(line), write(of.a), write(of.b), write(of.d),
      common.half(write, half), page.number("%.2f", of:correlation()),
      told_as(c, line, version, verdict, more, same) }
  end
  page:table("lrrrrrl", rows)
  return open
end

-- All lines on one axis, in standard deviations of A. Lines that never vary in A are left out.
local function add_intervals(c, told, version, page)
  local letter, rows, constant = LETTERS:sub(version, version), {}, {}
  for _, line in ipairs(told) do
    local d, half, spread = line.pairs[version].d, c:half(line, version), comparison.spread(line, version)
    if spread > 0 and half < math.huge then
      rows[#rows + 1] = { label = comparison.title(line), low = (d - half) / spread, middle = d / spread,
        high = (d + half) / spread, strong = c:verdict(line, version) == "changed" }
    elseif spread == 0 and d ~= 0 then constant[#constant + 1] = comparison.title(line) end
  end
  if #rows == 0 then return end
  page:chart({ kind = "intervals", rows = rows, text = ("%s-A, in standard deviations of A%s"):format(letter,
    #constant > 0 and "; not drawn, as A never varies there: " .. table.concat(constant, ", ") or "") })
end

-- For each line the values in A and in a version, of the pairs that are compared, drawn over each other; those that were
-- asked for also on the terminal.
local function add_histograms(told, version, asked, page)
  for _, line in ipairs(told) do
    local title, of, sample, other = comparison.title(line), line.pairs[version], table.unpack(line.samples[version])
    local wanted = asked[line.name] or asked[title]
    if wanted or line.kind ~= "wins" and of.differing > 0 and of.n >= statistics.FEWEST then
      page:chart({ kind = "histogram", text = title, sample = sample, other = other,
        names = { "A", LETTERS:sub(version, version) } }, wanted)
    end
  end
end

-- How many games without pairs tell as much as a pair: the median of the lines; nil where pairs tell nothing.
local function worth(told, version)
  local list = lists.collect(told, function(line)
    local of = line.pairs[version]
    return of.dd > 0 and (of.aa + of.bb) / of.dd or nil
  end)
  table.sort(list)
  local middle = list[#list // 2 + 1]
  return middle and middle >= 1.1 and middle or nil
end

-- What pairing has saved, for each version.
local function add_saved(c, page)
  for v = 2, #c.versions do
    local times = worth(c:told(v), v)
    if times then
      page:dim(("%sPairing saved some %.0f games: the same intervals would take %.1f times as many without it."):format(
        #c.versions > 2 and LETTERS:sub(v, v) .. ": " or "", 2 * c.n * c.turns * (times - 1), times))
    end
  end
end

-- How many games of each version were stopped or failed, and how many seeds each comparison lost by that.
local function add_left_out(c, plan, page)
  local whys = lists.collect({ "stopped", "failed" }, function(ending)
    local games = lists.collect(c.versions, function(_, v)
      local n = c.ended[v][ending]
      return n > 0 and ("%d of %s"):format(n, LETTERS:sub(v, v)) or nil
    end)
    return #games > 0 and ("%s %s"):format(english.list(games), common.endings(plan)[ending]) or nil
  end)
  if #whys == 0 then return end
  local lost = lists.collect(c.versions, function(_, v)
    return v > 1 and ("%s from %s-A"):format(count(c.lost[v], "seed"), LETTERS:sub(v, v)) or nil
  end)
  page:say(("Left out %s, because of how games ended: %s."):format(english.list(lost), table.concat(whys, ", ")))
  if c.n > 0 then page:say "Only games that ended are counted: just the shorter ones, if the rest ran too long." end
end

local function add_ends(c, plan, page)
  add_left_out(c, plan, page)
  if c.n < statistics.FEWEST then page:say(("No intervals: they need %d seeds."):format(statistics.FEWEST)) end
  if c.ends.no_result > 0 then page:say(("Games without a result: %d."):format(c.ends.no_result)) end
  for v, names in ipairs(c.only) do
    common.add_list(page, ("Measured only in %s: %%s."):format(LETTERS:sub(v, v)), names)
  end
end

--- The seeds and games that were played.
function report.played(c, plan)
  return ("%s from %s, %d games%s"):format(count(c.n, "seed"), plan.seed_given, c.n * #c.tables,
    c.turns > 1 and (": the bots are seated in %d ways"):format(c.turns) or "")
end

--- How many lines are judged.
function report.judged(c)
  local each = c.others > 1 and (" (%d of each comparison)"):format(#c.lines) or ""
  return ("%s judged%s: %s in 19 runs out of 20."):format(count(c:judged(), "line"), each,
    c:judged() > 1 and "all intervals are right at once" or "its interval is right")
end

local FEW = 4 -- lines that a verdict names

--- "David's score 1.2 higher", "steps 35 lower", from a line's pairs and half of their interval.
function report.moved(line, of, half)
  local text = report.writer(line, half)(math.abs(of.d))
  return ("%s %s %s"):format(line.of and ("%s's %s"):format(line.of, line.name) or comparison.title(line),
    line.kind == "wins" and text:gsub("%%", " percentage points") or text, of.d > 0 and "higher" or "lower")
end

-- Which lines of a version are higher or lower, the clearest first; or how many more games it would take to tell.
local function verdict_on(c, version, told, same)
  local changed, equal, nearest, differ = {}, 0, math.huge, false
  for i, line in ipairs(told) do
    local of, word, more = line.pairs[version], c:verdict(line, version, within(line, version, same))
    differ, nearest = differ or of.differing > 0, math.min(nearest, more or math.huge)
    equal = equal + (word == "within" and 1 or 0)
    changed[#changed + 1] = (word == "changed" or word == "less") and { at = i, effect = c:effect(line, version),
      text = report.moved(line, of, c:half(line, version)) } or nil
  end
  table.sort(changed, lists.by("-effect", "at"))
  if not differ then return "all games are identical" end
  local parts = { #changed > 0 and english.list(lists.collect({ table.unpack(changed, 1, FEW) }, "text")) or nil }
  if #changed > FEW then parts[2] = english.count(#changed - FEW, "more line") .. " changed" end
  if equal > 0 then parts[#parts + 1] = ("%s the same within %s"):format(english.count(equal, "line"), same.text) end
  local left = #told - #changed - equal
  if left > 0 then
    parts[#parts + 1] = left == #told and "no clear difference yet" .. common.more("; ",
      nearest < math.huge and nearest or nil, "pair") or "no clear difference in " .. english.count(left, "line")
  end
  return table.concat(parts, "; ")
end

local function add_verdict(c, plan, page)
  local sentences = {}
  for v = 2, #c.versions do
    local told = c:told(v)
    sentences[#sentences + 1] = #told > 0 and ("%s (%s) against A (%s): %s."):format(LETTERS:sub(v, v),
      simulation.name(c.versions[v]), simulation.name(c.versions[1]), verdict_on(c, v, told, plan.same)) or nil
  end
  page:verdict(common.verdict(c.n, "seed", sentences))
end

--- For people. `plan.same` = { part = 0.02, text = "2%" } or nil.
function report.page(c, plan, page)
  local open = false
  add_verdict(c, plan, page)
  for v, setup in ipairs(c.versions) do page:say(("%s: %s"):format(LETTERS:sub(v, v), simulation.name(setup))) end
  page:say(report.played(c, plan))
  for v = 2, #c.versions do
    local told = c:told(v)
    if #told > 0 then
      open = add_version(c, told, v, plan.same, page) or open
      add_intervals(c, told, v, page)
      add_histograms(told, v, plan.histograms, page)
    end
  end
  page:gap()
  if open then page:dim "The figure after `undecided` is how many more pairs would probably settle it." end
  if c.n > 0 then page:dim(report.judged(c)) end
  add_ends(c, plan, page)
  add_saved(c, page)
  common.add_intervals(c, plan, page)
end

-- --- for programs ---

local ORDER = { "versions", "seed", "pairs", "left_out", "looked_at", "judged", "lines", "game", "sets", "answers",
  "line", "of", "meaning", "version", "n", "differing", "most_differing", "first", "other", "difference", "half",
  "correlation", "verdict", "more_pairs" }

--- The fields of a line in JSON, from its pairs and half an interval, added to others.
function report.line(line, of, half, fields)
  fields.line, fields.of, fields.meaning, fields.n, fields.half = line.name, line.of, line.meaning, of.n, half
  fields.differing, fields.first, fields.other, fields.difference = of.differing, of.a, of.b, of.d
  return fields
end

--- For programs: a line of JSON.
function report.json(c, plan)
  local versions, lines = {}, json.list {}
  for v, setup in ipairs(c.versions) do
    versions[v] = { game = setup.game, left_out = v > 1 and c.lost[v] or nil, sets = json.list(setup.sets),
      answers = table.move(setup.answerers, 1, #setup.players, 1, {}) }
  end
  for v = 2, #c.versions do
    for _, line in ipairs(c:told(v)) do
      local of, verdict, more = line.pairs[v], c:verdict(line, v, within(line, v, plan.same))
      lines[#lines + 1] = report.line(line, of, c:half(line, v), { version = v, correlation = of:correlation(),
        most_differing = verdict == "unknown" and c:most_differing(line, v) or nil, verdict = verdict,
        more_pairs = more })
    end
  end
  return json.encode({ versions = versions, seed = plan.seed, pairs = c.n, left_out = c.dropped,
    looked_at = plan.looked_at, judged = c:judged(), lines = lines }, ORDER)
end

return report
