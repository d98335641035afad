-- The monkey of `croupier check`: plays a game at random for what only play
-- can show, until nothing new is reached or so many questions were asked: it
-- finds the same on every machine. It knows no time: each call plays one game,
-- and whoever calls may stop sooner.
--
-- First come games with the rules as they are and with others in their limits,
-- with few seats and many, with players of all kinds. Then each bot plays a few
-- against itself, under the rules as they are. Then each rule is tried: a game,
-- and for each rule that it came to read the same game with another value of
-- it, until the journal and the log differ. The other rules are changed too in
-- most of these games, for many rules count only under another.

local events = require "table.events"
local english = require "shared.english"
local lists = require "shared.lists"
local load = require "script.load"
local open = require "start.open"
local joining = require "table.joining"
local out_of_turn = require "table.out_of_turn"
local rules = require "script.rules"
local specs = require "script.specs"
local answers = require "ask.answers"
local bot_answers = require "start.bots"
local codes = require "ask.codes"
local search = require "search.search"

local play = {}

local TRIES = 40 -- games before the rules are tried, at least
local QUIET = 20 -- of these the last reach nothing new
local BOTS = 2 -- games a bot
local BY_CHANCE = "chance" -- who first came to a question, where it was no bot
local SEARCH, SEARCHED = "search:4", 40 -- a bot that searches, and answers of it in a game
local PAIRS = 200 -- pairs of games a rule that reads it
local ROUNDS, TAME = 1000, 40 -- games that others are compared with; up to where every second has the rules as they are
local LONG, WILD_LONG = 20000, 1000 -- questions, or steps, after which a game is broken off; where rules were changed
local ALL_QUESTIONS = 100000
-- Bytes of the state, as it is kept, that all games copy: some ten seconds on a machine of 2023. A game copies it once, a
-- look at the end of a step a third of it, and for each answer of the bot that searches it is copied more often.
local ALL_COPIED, LOOK_COPIES, SEARCH_COPIES = 500000000, 1 / 3, 8
local LOOKS, LOOK_EVERY = 100, 16 -- ends of a step whose state is looked at
local SECRETS_EVERY = 4 -- steps
local SPARE = 3 -- pairs of games for a rule that no game came to read
local SHOWN = 6 -- of the values that were tried
local RUNAWAYS = 3 -- steps without an end, each of which takes as long as many games: then it is broken off
local ACTIONS = 20 -- one step in so many is followed by an action out of turn

-- --- chance, of our own: a game's is the table's ---

local function dice(seed) return { word = seed * 2 + 1 } end

local function roll(d, n)
  d.word = d.word * 6364136223846793005 + 1442695040888963407
  return (d.word >> 33) % n + 1
end

local function one(d, list) return list[roll(d, #list)] end

-- --- values that a rule may have ---

local function whole_values(rule, d)
  if not rule.value then return {} end
  local low, high = rule.min or 0, rule.max or math.max(rule.value, rule.min or 0) * 2 + 10
  local any = low + roll(d, math.max(1, high - low + 1)) - 1 -- of all integers there are 0, as integers count
  return { low, math.tointeger(high) or low, rule.value + 1, rule.value - 1, any }
end

local function number_values(rule, d)
  if not rule.value then return {} end
  local low, high = rule.min or 0, rule.max or 10
  return { low, high, rule.value * 2, rule.value / 2, low + (high - low) * roll(d, 1000) / 1000 }
end

local candidates

-- A rule's list with another item in one place, or one item less or more; a rule's rows with another cell.
local function list_values(rule, d)
  local value = rule.value or {}
  local place = #value > 0 and roll(d, #value) or nil
  local column = rule.columns and one(d, rule.columns)
  local part = lists.copy(column or rule.item, 1)
  part.value = place and value[place]
  if column and place then part.value = value[place][column.name] end
  local list = lists.map(place and candidates[part.kind](part, d) or {}, function(other)
    local copy = lists.copy(value, 2)
    if column then copy[place][column.name] = other else copy[place] = other end
    return copy
  end)
  list[#list + 1] = table.move(value, 1, #value - 1, 1, {})
  return list
end

-- By the kind of a rule.
candidates = { ["whole number"] = whole_values, ["number"] = number_values, ["list"] = list_values,
  ["rows"] = list_values,
  ["card"] = function(rule) return lists.collect(rule.faces, "name") end,
  ["dice"] = function() return { "1d6", "2d6+1", "1d20" } end,
  ["yes or no"] = function(rule) return { not rule.value } end,
  ["choice"] = function(rule) return rule.one_of end,
  ["text"] = function(rule) return { (rule.value or "") .. "x", "" } end,
  ["table"] = function() return {} end }

-- The values that a rule may have besides its own.
local function others(rule, d)
  return lists.collect(candidates[rule.kind](rule, d), function(value)
    if value ~= rule.value and rules.accepts(rule, value) then return value end
  end)
end

-- --- settings: seats, rules, profiles, seed ---

local function draw_profile(m, d)
  local profile = {}
  for _, name in ipairs(lists.keys(m.spec.profile)) do
    local rule = m.spec.profile[name]
    local list = others(rule, d)
    if type(rule.value) ~= "number" and rule.kind:find("number") then
      list = { rule.min or 0, rule.max or 10, math.min(rule.max or 10, (rule.min or 0) + 3) }
    end
    if #list > 0 and roll(d, 2) == 1 then profile[name] = one(d, list) end
  end
  return profile
end

-- The fewest, any number, or most often a few.
local function draw_seats(m, d)
  local low, high = m.spec.seats[1], m.spec.seats[2]
  local which = roll(d, 4)
  if which == 1 then return low end
  return low + roll(d, (which == 2 and high or math.min(high, low + 5)) - low + 1) - 1
end

-- The names of a set that are not in another.
local function missing(all, seen)
  return lists.map(all, function(_, name) return not seen[name] and name or nil end)
end

-- A setting of its own for each number: `wild` with other rules. Each question is looked at until all were asked.
local function draw(m, number, wild)
  local d = dice(number)
  local s = { number = number, seats = draw_seats(m, d), rules = {}, profiles = {},
    hurried = m.tries >= TRIES // 2 and #missing(m.questions, m.asked) == 0 }
  if roll(d, 3) > 1 then for i = 1, s.seats do s.profiles[i] = draw_profile(m, d) end end
  for _, name in ipairs(wild and lists.keys(m.spec.rules) or {}) do
    local rule = m.spec.rules[name]
    local list = others(rule, d)
    local often = rule.kind == "choice" or rule.kind == "yes or no" -- what switches other rules on
    if #list > 0 and roll(d, often and 2 or 4) == 1 then s.rules[name] = one(d, list) end
  end
  return s
end

local function given(s) return open.given(s.seats, "the GM", {}, s.profiles) end

local function quoted(text) return text:find("[^%w_.=,+/:-]") and "'" .. text .. "'" or text end

local function profile_text(m, profile)
  return table.concat(lists.map(profile, function(value, name)
    return name .. " " .. rules.show(value, m.spec.profile[name])
  end), ", ")
end

-- The command that shows this game.
local function command(m, s)
  local who = s.bot or "random"
  local parts = { "croupier play " .. m.what .. " --seats " .. (who .. ","):rep(s.seats):sub(1, -2) ..
    (m.spec.gm and ",gm=" .. who or "") .. " --seed check-" .. s.number }
  for i = 1, s.seats do
    if s.profiles[i] and next(s.profiles[i]) then
      parts[#parts + 1] = ("--player '%s: %s'"):format(given(s)[i].name, profile_text(m, s.profiles[i]))
    end
  end
  for _, name in ipairs(lists.keys(s.rules)) do
    parts[#parts + 1] = "--set " .. quoted(name .. "=" .. rules.show(s.rules[name], m.spec.rules[name]))
  end
  return table.concat(parts, " ")
end

-- --- one game ---

-- Gives rules other values: what they were.
local function set_rules(m, values)
  local before = {}
  for name, value in pairs(values) do
    before[name], m.spec.rules[name].value = m.spec.rules[name].value, value
  end
  return before
end

-- Where a step has ended its state is looked at, the first times that it does and then now and then: a look costs more
-- than most steps.
local function checked(m, b, status, why, trace)
  if status ~= "step" then return status, why, trace end
  local times = (m.looked[m.step] or 0) + 1
  m.looked[m.step] = times
  if times > LOOKS and times % LOOK_EVERY > 0 then return status end
  if times % LOOK_EVERY == 1 then m.size = math.max(m.size, #(engine.state(b.block) or "")) end
  m.copied = m.copied + m.size * LOOK_COPIES
  local good, problem, where = engine.check_step(b.block)
  if good then return status end
  return "failed", problem, where
end

-- Out of turn, now and then: a random action that some seat may do.
local function act(m, b, d)
  if not next(m.spec.actions) and not m.spec.joining or roll(d, ACTIONS) > 1 then return nil end
  local which, place, step = roll(d, 1000), roll(d, out_of_turn.places(b)), engine.standing(b.block)
  local action = step and out_of_turn.some_action(b, which, place, step)
  if not action then return nil end
  local number = out_of_turn.prepare_action(b, action[3], action[2], action[4])
  if not action[1] then return nil end
  m.step, m.acted[action[3]] = action[1], true
  return checked(m, b, engine.begin_action(b.block, action[1], number))
end

local function remove(list, item) return table.remove(list, lists.index(list, item)) end

local function note(m, finding) m.findings[#m.findings + 1] = finding end

-- Notes a failure. A line is reported once, whoever came to it: by an error rather than a warning, else by the first found.
local function note_failure(m, key, finding)
  local before = m.failed[key]
  if before and (before.severity == "error" or finding.severity == "warning") then return end
  if before then remove(m.findings, before) end
  m.failed[key] = finding
  note(m, finding)
end

local function bot_problem(m, s, place, problem, trace)
  local file, line, what = tostring(problem):match("^([^:\n]+):(%d+): ([^\n]*)")
  local path, at = (trace or ""):match("([^%s:]*bots%.lua):(%d+):") -- what in bots.lua led to a failure elsewhere
  local called = path and path ~= file and (" (called at %s:%s)"):format(path, at) or ""
  m.bot_failed[s.bot] = true
  note_failure(m, file and ("%s:%s%s"):format(file, line, called) or s.bot, { file = file, line = tonumber(line),
    severity = "error", code = "bot", path = not file and ("bots:%s.%s"):format(s.bot, place) or nil,
    text = ("bot `%s`: %s%s"):format(s.bot, what or tostring(problem), called), replay = command(m, s) })
end

-- Does the setting's bot answer, or think? One that searches takes its time only in the beginning.
local function has_bot(m, s, log)
  return s.bot and not m.bot_failed[s.bot] and not (s.bot == SEARCH and (#log > SEARCHED or m.copied >= ALL_COPIED))
end

-- Stages an answer of the setting's bot, or a random one where it has none.
local function stage(m, b, s, log)
  if has_bot(m, s, log) then
    if s.bot == SEARCH then m.copied = m.copied + m.size * SEARCH_COPIES end
    local staged, problem, trace = bot_answers.answer(b, s.bot)
    if search.why_failed(b) then staged, problem = false, search.why_failed(b) end
    if staged then return true end
    if staged == false then bot_problem(m, s, answers.open(b).name, problem, trace) end
  end
  return engine.stage_random(b.block)
end

-- The bots think about what they may do out of turn. Whether it is done chance decides.
local function think_of_actions(m, b, s, log)
  for _, seat in ipairs(joining.seated(b)) do
    if not has_bot(m, s, log) then return end
    local action, problem = bot_answers.act(b, s.bot, seat)
    if search.why_failed(b) then action, problem = false, search.why_failed(b) end
    if action == false then bot_problem(m, s, engine.standing(b.block), problem) end
  end
end

-- Answers the open question: where that leads to.
local function answer(m, b, s, log)
  local name = engine.question(b.block).name
  m.asked[name] = m.asked[name] or s.bot or BY_CHANCE
  local staged, why, trace = stage(m, b, s, log)
  if not staged then return "failed", why, trace end
  log[#log + 1] = codes.keep(answers.open(b))
  return engine.give(b.block)
end

-- To the step's end. In the first games the state is looked at there, later, in a hurry, it is not, unless a question is
-- still looked for.
local function step_on(m, b, s, log, status)
  if s.hurried then return engine.hurry(b.block, s.most) end
  local why, trace
  if status ~= "question" and status ~= "nothing" then status, why, trace = engine.begin_step(b.block) end
  while (status == "question" or status == "nothing") and #log < s.most do
    if status == "nothing" then status, why, trace = engine.pass(b.block)
    else status, why, trace = answer(m, b, s, log) end
  end
  return checked(m, b, status, why, trace)
end

-- What is kept secret for so long that a search doesn't go back to where it began: looked for now and then, where something
-- has been secret for as long.
local function look_for_secrets(m, b, s)
  s.steps = (s.steps or 0) + 1
  if s.bot ~= SEARCH or s.steps <= search.MAX_STEPS or s.steps % SECRETS_EVERY > 0 then return end
  for _, seat in ipairs(joining.seated(b)) do
    for path, name in pairs(search.old_secrets(b, seat)) do m.secrets[path] = name end
  end
end

-- One step of the order, or now and then an action.
local function go_on(m, b, s, d, log)
  if next(m.spec.actions) then think_of_actions(m, b, s, log) end
  local status, why, trace = act(m, b, d)
  if status and status ~= "question" and status ~= "nothing" then return status, why, trace end
  local step = not status and engine.standing(b.block)
  if step then m.ran[step], m.step = true, step end
  status, why, trace = step_on(m, b, s, log, status)
  if status == "step" then look_for_secrets(m, b, s) end
  return status, why, trace
end

local function run(m, b, s)
  local d, log, steps = dice(s.number), {}, 0
  s.most = next(s.rules) and WILD_LONG or LONG
  local status, why, trace = "step", nil, nil
  engine.record(b.block, true)
  engine.look_seldom(b.block)
  if s.bot == SEARCH then engine.search_record(b.block) end
  engine.go_back(b.block, "check-" .. s.number)
  while status == "step" and steps < s.most do
    steps = steps + 1
    status, why, trace = go_on(m, b, s, d, log)
  end
  if status == "question" or status == "nothing" or status == "step" then status = "endless" end
  return { status = status, why = why, trace = trace, log = log, step = m.step }
end

-- A game of a setting: its outcome; or nil where the game refuses the setting, as m.refusal then says.
local function played(m, s)
  local b, why, failed = open.seat(m.spec, given(s))
  if failed then return { status = "failed", why = why, log = {}, told = "", read = {}, step = "check" } end
  m.refusal = why or m.refusal
  if not b then return nil end
  m.games, m.copied, b.bots, b.best_bot = m.games + 1, m.copied + m.size, m.bots, m.best_bot
  local read = b.note_rules()
  local ok, outcome = pcall(run, m, b, s)
  if not ok then outcome = { status = "failed", why = tostring(outcome), log = {}, step = m.step } end
  outcome.told, outcome.read = events.told(b), read
  local _, questions = engine.count(b.block)
  m.questions_asked = m.questions_asked + questions
  engine.forget(b.block)
  return outcome
end

-- Plays a setting: its outcome, or nil when the game refuses the setting.
local function game(m, s)
  local before = set_rules(m, s.rules)
  local outcome = played(m, s)
  set_rules(m, before)
  return outcome
end

-- --- what came of it ---

-- Does the same setting go well without the variants? Then a step of theirs gives the game what it can't use.
local function is_well_below(m, s)
  if m.variants == "" then return false end
  m.below = m.below or play.new(m.name, "", m.name, {}, {}, {})
  local outcome = game(m.below, s)
  return outcome ~= nil and outcome.status ~= "failed"
end

local RUNAWAY = "instructions without an answer" -- as the host says it
local WITHIN_LIMITS = "rules within their declared limits cause this: narrow the limits, or refuse values that "
  .. "clash: `check = function(rules, seats) return \"why not\" end`"
local NO_ANSWER = "ask only where something can be chosen, or set `optional = true` to allow no answer"
local BELOW = "without +%s it doesn't happen: see what its steps return to their callers"

local function how_to_mend(m, s, outcome, file)
  if outcome.why:find("no answer is legal", 1, true) then return NO_ANSWER end
  if next(s.rules) ~= nil then return WITHIN_LIMITS end
  if file and not file:find("/house/", 1, true) and is_well_below(m, s) then return BELOW:format(m.variants) end
end

-- The line of a failure, or what fails where there is none.
local function place_of(outcome)
  return outcome.why:match("^[^:\n]+:%d+") or ("%s: %s"):format(outcome.step, outcome.why)
end

-- A setup that fails in the same place with no rules set but those that it needs, and its outcome.
local function smallest(m, s, outcome)
  for _, name in ipairs(lists.keys(s.rules)) do
    local smaller = lists.copy(s, 2)
    smaller.rules[name] = nil
    local again = game(m, smaller)
    if again and again.status == "failed" and place_of(again) == place_of(outcome) then s, outcome = smaller, again end
  end
  return s, outcome
end

-- A failure is an error where the rules are as declared, else a warning: then limits are wider than the game can bear.
local function failed(m, s, outcome)
  local place, is_runaway = place_of(outcome), outcome.why:find(RUNAWAY, 1, true)
  if is_runaway then m.runaways = m.runaways + 1
  elseif not m.failed[place] then s, outcome = smallest(m, s, outcome) end
  local as_declared = next(s.rules) == nil
  m.broken = m.broken or as_declared
  local file, line, what = outcome.why:match("^([^:\n]+):(%d+): ([^\n]*)")
  note_failure(m, place, { file = file, line = tonumber(line), step = outcome.step, code = "play",
    severity = as_declared and "error" or "warning", text = what or outcome.why:match("[^\n]*"), replay = command(m, s),
    fix = how_to_mend(m, s, outcome, file) })
end

-- Plays a setting and notes what came of it.
local function look(m, s)
  local outcome = game(m, s)
  if not outcome then return nil end
  if outcome.status == "failed" then failed(m, s, outcome) end
  if outcome.status == "endless" and next(s.rules) == nil then m.endless = m.endless or command(m, s) end
  return outcome
end

-- --- rules that change nothing ---

-- The game that the next are compared with: { s =, a =, trials = } with the rules to try on it.
local function begin_round(m)
  m.rounds = m.rounds + 1
  local s = draw(m, m.rounds, m.rounds % 2 == 0 or m.rounds > TAME)
  s.hurried = true
  local a = look(m, s)
  return { s = s, a = a, trials = lists.map(a and m.trials or {}, function(trial)
    return (a.read[trial.name] or m.declared[trial.name] or trial.pairs < SPARE) and trial or nil
  end) }
end

-- The round's game with another value of a rule. True when that makes a difference, if only that the game refuses it.
local function try_rule(m, round, trial)
  local rule, d = m.spec.rules[trial.name], dice(m.rounds)
  local list, now = others(rule, d), round.s.rules[trial.name]
  local value = now == nil and list[(m.rounds + trial.pairs) % #list + 1] or rule.value
  local changed = lists.copy(round.s, 2)
  changed.rules[trial.name] = value
  local a, b = round.a, look(m, changed)
  if not b then return true end
  trial.pairs = trial.pairs + 1
  trial.values[rules.show(value, rule)] = true
  trial.read = trial.read or a.read[trial.name] or m.declared[trial.name]
  return a.status ~= b.status or a.told ~= b.told or table.concat(a.log, "\n") ~= table.concat(b.log, "\n")
end

-- Of a game that breaks off this can't be said.
local function changes_nothing(m, trial)
  if m.broken then return end
  local tried = lists.keys(trial.values)
  local shown = table.concat(tried, ", ", 1, math.min(SHOWN, #tried)) .. (#tried > SHOWN and " ..." or "")
  note(m, { path = "rules." .. trial.name, severity = "warning", code = "idle",
    text = ("rule `%s` is read, but it changed nothing in %d games"):format(trial.name, trial.pairs),
    fix = "tried: " .. shown })
end

-- The next game for a rule that is not settled: true while there is one.
local function try_rules(m)
  local trial = m.round and table.remove(m.round.trials)
  if not trial then
    if #m.trials == 0 or m.rounds == ROUNDS then return false end
    m.round = begin_round(m)
  elseif try_rule(m, m.round, trial) then remove(m.trials, trial)
  elseif trial.read and trial.pairs >= PAIRS then changes_nothing(m, remove(m.trials, trial)) end
  return true
end

-- --- bots ---

local function bot_names(bots)
  local list = { SEARCH }
  for _, name in ipairs(lists.keys(bots)) do
    if type(bots[name]) == "table" then for _ = 1, BOTS do list[#list + 1] = name end end
  end
  return list
end

-- The next game of a bot: true while there is one.
local function try_bots(m)
  local name = table.remove(m.bot_games)
  if not name then return false end
  if m.bot_failed[name] then return true end
  local s = draw(m, #m.bot_games + 1, false)
  s.bot, s.hurried, s.profiles = name, false, {}
  s.seats = math.min(m.spec.seats[1] + #m.bot_games % 2, m.spec.seats[2])
  look(m, s)
  return true
end

-- --- the whole ---

local function trials(spec, unread)
  return lists.map(spec.rules, function(rule, name)
    local is_tried = not unread[name] and #others(rule, dice(1)) > 0
    return is_tried and { name = name, pairs = 0, values = {} } or nil
  end)
end

--- A monkey for a game with variants ("a+b"). what: how commands call it; unread: the rules that nothing reads;
--- questions: a set of the names of those that its scripts ask; declared: of the rules that its declaration reads.
function play.new(name, variants, what, unread, questions, declared)
  load.forget()
  local spec, problem = open.spec(name, variants)
  if not spec then error(problem, 0) end
  local bots, best = load.bots(name)
  if not bots then bots, best = {}, nil end -- their mistakes are reported elsewhere
  return { spec = spec, name = name, variants = variants, what = what, games = 0, tries = 0, findings = {}, bots = bots,
    best_bot = best or "random", bot_games = bot_names(bots), bot_failed = {}, failed = {}, runaways = 0, ran = {},
    questions = questions, asked = {}, acted = {}, looked = {}, secrets = {}, fresh = 0, trials = trials(spec, unread),
    declared = declared, rounds = 0, questions_asked = 0, size = 0, copied = 0 }
end

-- How many steps, questions and actions were reached.
local function reached(m)
  local count = 0
  for _, seen in ipairs { m.ran, m.asked, m.acted } do for _ in pairs(seen) do count = count + 1 end end
  return count
end

--- Says so where that many questions were asked, or so much was copied, before everything was tried.
function play.stopped(m)
  if m.runaways >= RUNAWAYS then return ("Stopped after %d steps without an end."):format(RUNAWAYS) end
  if m.copied >= ALL_COPIED then
    return ("Stopped after %s: the state is so large, up to %d KB, that each takes a long time."):format(
      english.count(m.games, "game"), (m.size + 1023) // 1024)
  end
  if m.questions_asked < ALL_QUESTIONS then return nil end
  return ("Played until %d questions had been answered."):format(ALL_QUESTIONS)
end

--- Plays one more game. False when enough was seen.
function play.go_on(m)
  if play.stopped(m) then return false end
  if m.tries >= TRIES and m.tries >= m.fresh + QUIET then return try_bots(m) or try_rules(m) end
  local before = reached(m)
  m.tries = m.tries + 1
  look(m, draw(m, m.tries, m.tries % 2 == 0))
  if reached(m) > before then m.fresh = m.tries end
  return true
end

--- What was found, each as check/game has it; `path` in place of a line for what is declared.
function play.findings(m)
  local steps = specs.step_names(m.spec.order)
  if m.endless then
    note(m, { path = "order:" .. (steps[1] or ""), severity = "warning", code = "endless",
      text = ("a game is not over after %d questions"):format(LONG), replay = m.endless,
      fix = "a list of the order begins again until one of its steps returns `done` or calls t:finish" })
  end
  if m.games == 0 and #m.findings == 0 then
    note(m, { path = "check", severity = "error", code = "open",
      text = ("no game could be played: %s"):format(m.refusal or "none was started") })
  end
  if m.tries >= TRIES and m.games > 0 and not m.broken then
    for _, step in ipairs(steps) do
      if not m.ran[step] then
        note(m, { path = "order:" .. step, severity = "warning", code = "unreached",
          text = ("step `%s` was not reached in %d games"):format(step, m.games) })
      end
    end
  end
  return m.findings
end

--- What the games did not reach, as { sentence, names }: bots, questions, those that only bots came to, actions, rules that no
--- game came to read, those that were not tried, or too seldom to say more; and what a bot that searches can't imagine. Of a
--- game that breaks off this can't be said.
function play.left(m)
  local list, tried, unread, untried = {}, {}, {}, {}
  if m.broken or m.games == 0 then return list end
  local by_bots = lists.collect(lists.keys(m.asked), function(name)
    return m.asked[name] ~= BY_CHANCE and ("%s (%s)"):format(name, m.asked[name]) or nil
  end)
  for _, trial in ipairs(m.trials) do
    if trial.read then tried[#tried + 1] = ("%s (%d)"):format(trial.name, trial.pairs)
    else table.insert(trial.pairs > 0 and unread or untried, trial.name) end
  end
  for _, entry in ipairs {
    { "Bots that have not played yet:", lists.distinct(m.bot_games) },
    { "Questions that were never asked:", missing(m.questions, m.asked) },
    { "Questions that only a bot reached, not random play:", by_bots },
    { "Actions that were never taken:", missing(m.spec.actions, m.acted) },
    { "Rules that no game read:", unread },
    { "Rules that have not been tried yet:", untried },
    { "Rules that have changed nothing yet (games tried):", tried },
    { "Long kept secret, so without `imagine` a bot that searches assumes the declared value:",
      m.spec.imagine and {} or lists.map(lists.keys(m.secrets), function(path) return m.secrets[path] end) } } do
    if #entry[2] > 0 then list[#list + 1] = entry end
  end
  return list
end

return play
