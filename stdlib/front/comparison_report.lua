-- What `croupier compare` says: a page for people, one object for programs; and how numbers of lines are written.

local comparison = require "comparison"
local count = require("world.words").count

local report = {}

local MARK_STRONG, MARK_PLAIN = "\8", "\1"

local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

--- Writes numbers of a line so that a width of `half` has two digits that count.
function report.writer(line, half)
  local times = line.kind == "wins" and 100 or 1
  local digits = 2
  if half > 0 and half < math.huge then
    digits = math.max(0, math.min(8, 1 - math.floor(math.log(half * times, 10))))
  end
  local form = ("%%.%df%s"):format(digits, line.kind == "wins" and "%%" or "")
  return function(n) return form:format(n * times) end
end

local WORDS = { changed = MARK_STRONG .. "changed" .. MARK_PLAIN, less = "changed by less than %s",
  within = "the same within %s", same = "the same" }

local function words(verdict, more, same)
  if WORDS[verdict] then return WORDS[verdict]:format(same and same.text) end
  if not more then return "undecided" end
  return ("undecided: %s"):format(more < 10000 and more or more < 1e6 and ("%.0fk"):format(more / 1e3)
    or ("%.1fM"):format(more / 1e6))
end

local function within(line, version, same)
  if not same then return nil end
  return line.kind == "wins" and same.part or same.part * math.abs(line.pairs[version].a)
end

local function add_version(c, told, version, same, page)
  local letter = LETTERS:sub(version, version)
  local rows = { { "", "A", letter, letter .. "-A", "+-", "corr.", "" } }
  for i, line in ipairs(told) do
    local of, half = line.pairs[version], c:half(line, version)
    local write = report.writer(line, half)
    local verdict, more = c:verdict(line, version, within(line, version, same))
    rows[i + 1] = { comparison.title(line), write(of.a), write(of.b), write(of.d),
      half < math.huge and write(half) or "-", page.number("%.2f", of:correlation()), words(verdict, more, same) }
  end
  page:table("lrrrrrl", rows)
end

-- How many games without pairs tell as much as one with: the median of the lines.
local function worth(told, version)
  local list = {}
  for _, line in ipairs(told) do
    local of = line.pairs[version]
    if of.dd > 0 then list[#list + 1] = (of.aa + of.bb) / of.dd end
  end
  table.sort(list)
  return list[#list // 2 + 1]
end

local function add_ends(c, plan, page)
  if c.dropped > 0 then
    page:say(("%s left out: %d games were stopped after %d questions, %d failed."):format(
      count(c.dropped, "seed"), c.ends.stopped, plan.limit, c.ends.failed))
  end
  if c.ends.no_result > 0 then page:say(("%d games ended without a result."):format(c.ends.no_result)) end
  for v, names in ipairs(c.only) do
    if #names > 0 then
      page:say(("Measured only in %s: %s."):format(LETTERS:sub(v, v), table.concat(names, ", ")))
    end
  end
end

--- How a version is called: its game, and what was set.
function report.name(setup)
  return setup.game .. (#setup.sets > 0 and ", with " .. table.concat(setup.sets, " ") or "")
end

--- The seeds and games that were played.
function report.played(c, plan)
  return ("%s from %s, %d games%s"):format(count(c.n, "seed"), plan.seed_given, c.n * #c.tables,
    c.turns > 1 and (": the bots sit in %d ways"):format(c.turns) or "")
end

--- For people. `plan.same` = { part = 0.02, text = "2%" } or nil.
function report.page(c, plan, page)
  local told = c:told()
  for v, setup in ipairs(c.versions) do page:say(("%s: %s"):format(LETTERS:sub(v, v), report.name(setup))) end
  page:say(report.played(c, plan))
  if #told > 0 then
    for v = 2, #c.versions do add_version(c, told, v, plan.same, page) end
  end
  page:gap()
  add_ends(c, plan, page)
  local gain = #told > 0 and worth(told, 2)
  if gain and gain >= 1.1 then
    page:dim(("Each pair was worth %.1f unpaired games of each version."):format(gain))
  end
  if c.until_narrow and not c:narrow() then page:say("The intervals are not yet as narrow as --until asks.") end
end

-- --- for programs ---

local ORDER = { "versions", "seed", "pairs", "left_out", "lines", "game", "sets", "answers", "line", "of", "meaning",
  "version", "n", "first", "other", "difference", "half", "correlation", "verdict", "more_pairs" }

--- For programs: a line of JSON.
function report.json(c, plan)
  local json = require "json"
  local versions, lines = {}, json.list {}
  for v, setup in ipairs(c.versions) do
    versions[v] = { game = setup.game, sets = json.list(setup.sets),
      answers = table.move(setup.answerers, 1, #setup.players, 1, {}) }
  end
  for _, line in ipairs(c:told()) do
    for v = 2, #c.versions do
      local of, verdict, more = line.pairs[v], c:verdict(line, v, within(line, v, plan.same))
      lines[#lines + 1] = { line = line.name, of = line.of, meaning = line.meaning, version = v, n = of.n, first = of.a,
        other = of.b, difference = of.d, half = c:half(line, v), correlation = of:correlation(), verdict = verdict,
        more_pairs = more }
    end
  end
  return json.encode({ versions = versions, seed = plan.seed, pairs = c.n, left_out = c.dropped, lines = lines }, ORDER)
end

return report
