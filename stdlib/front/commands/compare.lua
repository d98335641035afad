-- croupier compare: what a house rule changes, with an interval.

local options = require "options"
local status = require "status"

local compare = {
  name = "compare",
  summary = "play versions of a game by bots and tell what differs",
  usage = [[
GAME[+VARIANT...] GAME[+VARIANT...]... [options]

Plays the same seeds at each version and compares the others with the
first: shares of wins, scores, measures, questions. --set before the first
game is for all, after a game for that one. Where bots differ they move
round the seats, and what counts as one is a seed with all its turns.

A +- is half of a 95 % interval for the difference; those of one table
hold all together. `changed` stands where the interval leaves out 0, `the
same` where no pair of games differed. --same 2% asks besides whether the
difference is smaller than 2 % of the first version's mean (of wins: than
2 points). `undecided` says how many more pairs would probably tell. The
`corr.` is the correlation of the pairs: near 1, pairing saved many games.

--until plays on until the interval is narrow: 0.5% for wins, 2 for scores,
fished=0.1 for the measure or number called `fished`. It is one that may be
looked at after every pair, and so a little wider; -n is then the most
pairs that are played.]],
  words = { 2, 26 },
  completes = "games",
  completes_next = "games",
}

compare.options = options.join(options.seating, {
  { "games", letter = "n", value = "NUMBER", help = "how many pairs, 1000 if not given; with --until 100000" },
  { "until", value = "WIDTH", help = "play until the intervals are so narrow: 0.5%, 2, fished=0.1" },
  { "same", value = "PERCENT", help = "call it the same when the difference is smaller" },
  { "jobs", letter = "j", value = "NUMBER", help = "threads, one a processor if not given" },
  { "limit", value = "QUESTIONS", help = "a game is stopped after so many, 100000" },
  { "actions", value = "RATE", help = "how often somebody acts out of turn, 0 to 1" },
  { "json", help = "for other programs: one object" },
})

local USUAL_SEATS = 4
local MARK_STRONG, MARK_DIM, MARK_PLAIN = "\8", "\5", "\1"

-- --- what is wanted ---

local function percent(text)
  local n = text and tonumber(text:match("^([%d.]+)%%$"))
  return n and n > 0 and n / 100 or nil
end

local function read_until(text)
  if not text then return nil end
  local name, width = text:match("^([%w_]+)=([%d.]+)$")
  local wins = percent(text)
  if wins then return { name = "wins", width = wins } end
  width = tonumber(width or text)
  if width and width > 0 then return { name = name or "score", width = width } end
  status.refuse("--until %s: expected a width like 0.5%%, 2 or fished=0.1", text)
end

local function read_same(text)
  return text and (percent(text) or status.refuse("--same %s: expected a percentage like 2%%", text))
end

local function setups_of(given)
  local simulation, seating = require "simulation", require "seating"
  local setups, seed = {}, nil
  for i = 1, #given.rest do
    local setup = seating.bots(given:of_word(i, "set"), USUAL_SEATS)
    seed = seed or setup.seed
    setup.seed = seed
    local prepared, mistakes = simulation.prepare(setup)
    if not prepared then status.mistakes(mistakes) end
    setups[i] = setup
  end
  return setups, seed
end

local function check_until(c, wanted)
  if not wanted then return end
  local names = {}
  for _, line in ipairs(c.lines) do
    if line.name == wanted.name then return end
    names[line.name] = true
  end
  local list = {}
  for name in pairs(names) do list[#list + 1] = name end
  table.sort(list)
  status.refuse("--until %s: expected one of %s", wanted.name, table.concat(list, ", "))
end

-- --- for people ---

local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

-- Writes numbers so that a width of `half` has two digits that count.
local function writer(line, half)
  local times = line.kind == "wins" and 100 or 1
  local digits = 2
  if half > 0 and half < math.huge then
    digits = math.max(0, math.min(8, 1 - math.floor(math.log(half * times, 10))))
  end
  local form = ("%%.%df%s"):format(digits, line.kind == "wins" and "%%" or "")
  return function(n) return form:format(n * times) end
end

local function words(verdict, more, same)
  if verdict == "changed" then return MARK_STRONG .. "changed" .. MARK_PLAIN end
  if verdict == "less" then return "changed, by less than " .. same end
  if verdict == "within" then return "the same within " .. same end
  if verdict == "same" then return "the same" end
  if not more then return "undecided" end
  return ("undecided: %s"):format(more < 10000 and more or more < 1e6 and ("%.0fk"):format(more / 1e3)
    or ("%.1fM"):format(more / 1e6))
end

local function within(line, version, same)
  if not same then return nil end
  return line.kind == "wins" and same or same * math.abs(line.pairs[version].a)
end

local function print_version(c, told, version, given, terminal)
  local letter = LETTERS:sub(version, version)
  local cells = { "", "A", letter, letter .. "-A", "+-", "corr.", "" }
  local same = read_same(given:value("same"))
  for _, line in ipairs(told) do
    local of, half = line.pairs[version], c:half(line, version)
    local write = writer(line, half)
    local verdict, more = c:verdict(line, version, within(line, version, same))
    local name, correlation = line.meaning or line.of and line.name .. ", " .. line.of or line.name, of:correlation()
    table.move({ name, write(of.a), write(of.b), write(of.d), half < math.huge and write(half) or "-",
      correlation and ("%.2f"):format(correlation) or "-", words(verdict, more, given:value("same")) }, 1, 7,
      #cells + 1, cells)
  end
  terminal:put("\n")
  terminal:table("lrrrrrl", cells)
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

local function plural(n) return n == 1 and "" or "s" end

local function print_ends(c, plan, outcome, terminal)
  if c.dropped > 0 then
    terminal:say(("%d seed%s left out: %d games were stopped after %d questions, %d failed."):format(c.dropped,
      plural(c.dropped), c.ends.stopped, plan.limit, c.ends.failed))
  end
  if c.ends.no_result > 0 then terminal:say(("%d games ended without a result."):format(c.ends.no_result)) end
  if outcome.failure then terminal:say("A game failed: " .. outcome.failure) end
  for v, names in ipairs(c.only) do
    if #names > 0 then
      terminal:say(("Measured by %s and not by all: %s."):format(LETTERS:sub(v, v), table.concat(names, ", ")))
    end
  end
end

local function print(c, plan, outcome, given, terminal)
  local told, games = c:told(), c.n * #c.tables
  for v, setup in ipairs(c.versions) do
    local sets = #setup.sets > 0 and ", with " .. table.concat(setup.sets, " ") or ""
    terminal:say(("%s: %s%s"):format(LETTERS:sub(v, v), setup.game, sets))
  end
  terminal:say(("%d seed%s from %s, %d games%s"):format(c.n, plural(c.n), given:value("seed") or plan.seed, games,
    c.turns > 1 and (": the bots sit in %d ways"):format(c.turns) or ""))
  if #told > 0 then
    for v = 2, #c.versions do print_version(c, told, v, given, terminal) end
  end
  terminal:put("\n")
  print_ends(c, plan, outcome, terminal)
  local gain = #told > 0 and worth(told, 2)
  if gain and gain >= 1.1 then
    terminal:say(("%sOne pair told as much as %.1f games of each without pairs.%s"):format(MARK_DIM, gain, MARK_PLAIN))
  end
  if c.until_narrow and not c:narrow() then terminal:say("The intervals are not as narrow as --until says yet.") end
  terminal:say(("%s%.0f games a second by %d thread%s, %.1f s.%s"):format(MARK_DIM, games
    / math.max(outcome.seconds, 1e-9), plan.jobs, plural(plan.jobs), outcome.seconds, MARK_PLAIN))
end

-- --- for programs ---

local ORDER = { "versions", "seed", "pairs", "left_out", "lines", "game", "sets", "answers", "line", "of", "meaning",
  "version", "n", "first", "other", "difference", "half", "correlation", "verdict", "more_pairs" }

local function json_of(c, plan, given)
  local json = require "json"
  local versions, lines = {}, json.list {}
  local same = read_same(given:value("same"))
  for v, setup in ipairs(c.versions) do
    versions[v] = { game = setup.game, sets = json.list(setup.sets),
      answers = table.move(setup.answerers, 1, #setup.players, 1, {}) }
  end
  for _, line in ipairs(c:told()) do
    for v = 2, #c.versions do
      local of, verdict, more = line.pairs[v], c:verdict(line, v, within(line, v, same))
      lines[#lines + 1] = { line = line.name, of = line.of, meaning = line.meaning, version = v, n = of.n, first = of.a,
        other = of.b, difference = of.d, half = c:half(line, v), correlation = of:correlation(), verdict = verdict,
        more_pairs = more }
    end
  end
  return json.encode({ versions = versions, seed = plan.seed, pairs = c.n, left_out = c.dropped, lines = lines }, ORDER)
end

-- --- all of it ---

function compare.run(given)
  local plan = require("commands.sim").plan(given)
  plan.until_narrow = read_until(given:value("until"))
  read_same(given:value("same"))
  if plan.until_narrow and not given:value("games") then plan.games = 100000 end
  local setups
  setups, plan.seed = setups_of(given)
  local c, why = require("comparison").new(setups)
  if not c then status.refuse("%s", why) end
  check_until(c, plan.until_narrow)
  local terminal = require("terminal").open {}
  function plan.progress(done, all) terminal:progress("games", done, all) end
  local outcome
  outcome, why = c:play(plan)
  terminal:progress()
  if not outcome then status.mistakes(why) end
  if given:value("json") then io.write(json_of(c, plan, given), "\n") else print(c, plan, outcome, given, terminal) end
  if not terminal:close() then return status.failed end
  if outcome.signal then return 128 + outcome.signal end
  return c.ends.failed > 0 and status.failed or status.done
end

return compare
