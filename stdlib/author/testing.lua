-- The library `croupier` that tests and `croupier run` see: games opened as
-- tables to order.
--
-- Every table here lives in the state of the test itself, so that a test
-- calls its steps and reads its state directly. Answers are kept, so that
-- undo can play the game again up to the one before.

local disk = require "host.disk"
local events = require "table.events"
local english = require "shared.english"
local lists = require "shared.lists"
local declare = require "script.declare"
local checks = require "script.spec_checks"
local open = require "start.open"
local out_of_turn = require "table.out_of_turn"
local table_core = require "table.table"
local view = require "table.view"
local answers = require "ask.answers"
local codes = require "ask.codes"
local record = require "ask.record"
local setup = require "table.setup"
local marked_text = require "table.marked_text"
local bots = require "start.bots"
local layout = require "tell.layout"
local lab = require "measure.lab"
local load = require "script.load"
local seating = require "start.seating"
local sources = require "script.sources"

local testing = {}

--- Tests of a game: test.lua beside game.lua, and test_*.lua if one file would be too long, run by `croupier test`.
--- Functions whose names begin with test are run; `lu` is LuaUnit, `croupier` opens tables. A test sees everything and
--- may do everything. Code that several test files share goes in testing.lua, which returns it: `require
--- "GAME.testing"`.
---@topic House rules, bots and tests: tests, lu
---@example local g = croupier.open("high_tide", { seats = 2, seed = "1", rules = { rounds = 1 } })
--- g:run()
--- g:place("Ks", g.t.seat[1].hand)
--- lu.assertTrue(g:answer("Ks"))
--- lu.assertEquals(g:play("random"), "finished")
--- lu.assertEquals(g:result()[1].seat, g.t.seat[1])
---@see croupier.open, game:run, croupier.practice

local function split(text)
  local name, variants = text:match("^([^+]+)%+?(.*)$")
  if not name then error("expected the name of a game, like \"high_tide+spring_tide\"", 3) end
  local game, problem = sources.game(name)
  if not game then error(problem, 0) end
  sources.forget(game)
  load.forget()
  return game, variants
end

local function spec_of(text, values)
  local name, variants = split(text)
  local spec, problem = open.spec(name, variants)
  if not spec then error(problem, 3) end
  sources.read(name .. "/bots.lua") -- read now: another game may be opened by a path before they play
  local wrong = open.assign(spec, values or {})
  if wrong then error(wrong, 3) end
  return spec
end

-- How many seats the options ask for: those given, else the fewest.
local function given_players(spec, options)
  local names, profiles = options.names or {}, options.profiles or {}
  local count = options.seats or math.max(#names, #profiles, spec.seats[1])
  return open.given(count, options.gm or spec.master, names, profiles)
end

local game = {}
local game_meta = { __index = game }

local OPTIONS = { "seats", "seed", "rules", "names", "profiles", "stack", "gm", "game" }

-- To the beginning, or to what was last restored.
local function start(g)
  local good, why = engine.go_back(g.block, g.seed, g.number, g.base)
  if not good then error(why, 3) end
  g.status, g.kept, g.stood, g.repeated, g.steps = nil, {}, nil, 0, 0
end

--- Opens a table for a test, ready for the game's first step. Only in tests.
---@signature croupier.open(name, options) -> game
---@param name string "high_tide", "high_tide+spring_tide", or a path with a slash
---@param options table optional: seats, seed, rules = { ante = 5 }, names, profiles = { { str = 14 } }, stack = "Kh 3d" (the first shuffle leaves them on top)
---@return game with g.t, the table itself in full sight
---@error every mistake in the game's files, a line each
---@example local g = croupier.open("high_tide", { seats = 3, seed = "7", rules = { ante = 5 } })
--- g.t.rules.ante --> 5
function testing.open(name, options)
  options = options or {}
  for key in pairs(options) do
    if not lists.index(OPTIONS, key) then
      error(("croupier.open has no option `%s`%s"):format(tostring(key), english.suggest(key, OPTIONS)), 2)
    end
  end
  local spec = spec_of(name, options.rules)
  local b, problem = open.seat(spec, given_players(spec, options))
  if not b then error(problem, 2) end
  if options.stack then setup.stack(b, options.stack) end
  engine.record(b.block, true)
  engine.search_record(b.block)
  local g = { t = b.t, build = b, block = b.block, seed = options.seed or "1", number = options.game or 0 }
  start(g)
  return setmetatable(g, game_meta)
end

-- --- running ---

-- What the engine's functions that run a table give. Where a step has ended, its state is looked at as at the table.
local function stopped_at(g, status, why, trace)
  if status == "step" then
    local good, problem, where = engine.check_step(g.block)
    if not good then status, why, trace = "failed", problem, where end
  elseif status == "question" then record.question(g.build) end
  g.status, g.why, g.trace, g.stood = status == "nothing" and "question" or status, why, trace, nil
end

local function step_on(g)
  g.steps = g.steps + 1
  stopped_at(g, engine.begin_step(g.block))
end

local function over(g) return g.status == "finished" or g.status == "failed" end

local function stopped(g)
  if g.status == "failed" then return g.status, g.why, g.trace end
  return g.status
end

-- Is the game at the question of that name, or just before that step?
local function arrived(g, name)
  if g.status == "question" then return answers.open(g.build).name == name end
  local step, running = g:next_step()
  return not running and step == name
end

-- On the way to where a test wants to be nobody bets by chance: what Enter means, of a number the least, a check or a call;
-- all else by chance.
local function answer_quietly(g)
  local q = answers.open(g.build)
  local value = answers.default(q)
  if value == nil and q.kind == "number" then value = q.min end
  for _, option in ipairs(value == nil and q.kind == "one_of" and q.options or {}) do
    if option == "check" or option == "call" then value = option end
  end
  if value == nil or not g:answer(value) then g:answer_random() end
end

local answer_for, act_for -- those who answer for all seats: see below

local function run_on(g, name, answer, answerers)
  local skip = g.stood == name
  while not over(g) do
    if not skip and arrived(g, name) then g.stood = name break end
    skip = false
    if g.status == "question" then answer(g) elseif not act_for(g, answerers) then step_on(g) end
  end
end

local function run_to_question(g, answerers)
  if g.status == "question" then
    g.repeated = g.repeated + 1
    if g.repeated > 100 then error("run: the question `" .. g:question().name .. "` is never answered", 3) end
  end
  while not over(g) and g.status ~= "question" do
    if not act_for(g, answerers) then step_on(g) end
  end
end

--- Runs to the next question, or to the end. If a step asks a question of its own name, game:run(name) stops before the step
--- first; the same call again, or game:run(), goes on to the question.
---@signature game:run(name, answerers) -> status
---@param name string optional: run on, up to the question of this name or to just before the step of this name
---@param answerers table|string|function optional: who answers on the way, as in game:play; left out: what a blank line means, of a number the least, a check or a call, all else at random
---@return status "question", "finished", "step" (it stands before the step), or "failed", why, traceback
---@example while g:run() == "question" do g:answer(g:question().options[1]) end
---@example g:run("showdown", "random") --> "step"
function game:run(name, answerers)
  if name == nil then run_to_question(self)
  elseif answerers == nil then run_on(self, name, answer_quietly)
  else run_on(self, name, function(g) answer_for(g, answerers) end, answerers) end
  if self.status == nil then return "step" end
  return stopped(self)
end

--- The name of the step that runs, or that would run next.
---@signature game:next_step() -> name, running
---@return string the name (nil at the end), and whether it is under way
---@example g:next_step() --> "keep", true
function game:next_step()
  if over(self) then return nil end
  local next_step, _, _, _, step, running = engine.standing(self.block)
  return running and step or next_step, running
end

--- Runs one step to its end, with random answers.
---@signature game:step() -> status
---@return status "step", "finished", or "failed", why, traceback
---@example g:step() --> "step"
function game:step()
  if self.status ~= "question" and not over(self) then step_on(self) end
  while self.status == "question" do self:answer_random() end
  return stopped(self)
end

--- The question that waits for an answer.
---@signature game:question() -> question
---@return table name, kind ("one_of", "confirm", "card", "cards", "number", "text"), seat, text, options, min, max, step, default, optional, secret, expected (in words); nil when none is open
---@example g:question().name --> "keep"
--- g:question().seat --> Anna
function game:question()
  local q = answers.open(self.build)
  if not q then return nil end
  return { name = q.name, kind = q.kind, seat = self.build.seats[q.seat], options = q.options, min = q.min, max = q.max,
    step = q.step, default = answers.default(q), optional = q.optional, secret = q.secret,
    expected = answers.expected(q),
    text = marked_text.render(self.build, answers.asks(q), q.seat) }
end

-- The staged answer is given; where there is nothing to choose, the question is passed.
local function give(g)
  local q = answers.open(g.build)
  local kept = codes.keep(q)
  g.kept[#g.kept + 1] = kept
  g.repeated = 0
  if q.kind == "nothing" then stopped_at(g, engine.pass(g.block))
  else stopped_at(g, record.give(g.build, kept, true)) end
  return true
end

local function check_open(g)
  if g.status == "question" then return end
  error("answer: no question is open" .. (over(g) and ", as the game is over"
    or (": the game stands before the step `%s`, and g:run() goes on to a question"):format(g:next_step())), 3)
end

--- Answers the question, and goes on to the next one of the same step, or to the step's end; game:run goes on from there.
---@signature game:answer(answer) -> true, or nil and a sentence
---@param answer any the value a step would get (a card, a list of cards, an option, a number), or a text as typed; nil for nothing
---@return true, or nil and the sentence a player would read: then nothing has changed
---@example g:answer(g:question().options[1]) --> true
function game:answer(answer)
  check_open(self)
  local stage = type(answer) == "string" and answers.stage or answers.stage_value
  local staged, sentence = stage(self.build, answer)
  if not staged then return nil, sentence end
  return give(self)
end

--- Answers the question at random, as a random player does.
---@signature game:answer_random()
---@example g:answer_random()
function game:answer_random()
  check_open(self)
  local staged, why, trace = engine.stage_random(self.block)
  if staged then return give(self) end
  self.repeated = 0
  stopped_at(self, "failed", why, trace)
  return true
end

-- --- who answers ---

local function answer_as_bot(g, name)
  local all, problem = bots.of(g.build)
  if not all then error(problem, 0) end
  if type(all[name]) ~= "table" and not bots.searches(name) then
    error(("%s has no bot `%s`%s"):format(g.build.spec.name, tostring(name), english.suggest(name, lists.keys(all))), 0)
  end
  local staged, sentence = bots.answer(g.build, name)
  if staged == nil then return g:answer_random() end
  if not staged then error(sentence, 0) end
  give(g)
end

local function answer_by(g, who)
  if not who or who == "random" then return g:answer_random() end
  if type(who) == "string" then return answer_as_bot(g, who) end
  local q = g:question()
  local ok, sentence = g:answer(who(q, q.seat))
  if not ok then error(("the answer to `%s`: %s"):format(q.name, sentence), 0) end
end

function answer_for(g, answerers)
  if type(answerers) ~= "table" then return answer_by(g, answerers) end
  local seat = g:question().seat.number
  answer_by(g, answerers[seat] or seat == 0 and answerers.gm)
end

--- Lets a bot answer the open question.
---@signature game:answer_as(bot)
---@param bot string "random", a bot's name, or "search:20"
---@example g:answer_as("search:20")
function game:answer_as(bot) answer_by(self, bot) end

--- Plays on to the end.
---@signature game:play(answerers) -> status
---@param answerers table|string|function optional: who answers for each seat (and `gm`): "random", a bot's name, "search:20", or a function(question, seat); one alone answers for all
---@return status "finished", or "failed", why, traceback
---@example g:play { "random", function(q) return q.options[1] end } --> "finished"
function game:play(answerers)
  for _ = 1, 1000000 do
    run_to_question(self, answerers)
    if self.status ~= "question" then return stopped(self) end
    local ok, problem = pcall(answer_for, self, answerers)
    if not ok then error(problem, 2) end
  end
  error("play: a million questions and no end", 2)
end

local function act(g, name, number, text)
  g.kept[#g.kept + 1] = { name, number, g.steps, text }
  number = out_of_turn.prepare_action(g.build, name, number, text)
  local step = out_of_turn.action_step(g.build, name)
  if step then stopped_at(g, engine.begin_action(g.block, step, number)) end
  return number
end

-- Does what one of those who answer does out of turn, if any of them does something: has it been done?
function act_for(g, answerers)
  local b, names = g.build, {}
  for number = 0, answerers and next(b.spec.actions) and b.count or -1 do
    local who = answerers
    if type(who) == "table" then who = who[number] or number == 0 and who.gm end
    names[number] = type(who) == "string" and who or nil
  end
  local name, number = bots.first_act(b, names)
  if name == false then error(number, 0) end
  if name then act(g, name, number) end
  return name ~= nil
end

-- Does an action where it may be done now: the number of the seat that did it; else nil and a sentence.
local function try_to_act(g, name, number, text)
  local step, running = g:next_step()
  if running or over(g) then return nil, ("`%s` waits: `%s` is under way"):format(name, tostring(step)) end
  local sentence = out_of_turn.may_act(g.build, name, number, text)
  if sentence then return nil, sentence end
  if out_of_turn.action_due(g.build, name, step) then return act(g, name, number, text) end
  return nil, ("`%s` is not for the time before `%s`"):format(name, step)
end

-- Has somebody join or leave, where the game lets seats come and go: as try_to_act.
local function come_or_go(g, name, number, text)
  if g.build.spec.joining then return try_to_act(g, name, number, text) end
  return nil, ("%s: who plays is settled when it begins"):format(g.build.spec.title)
end

--- Lets a seat do one of the game's actions out of turn, when a step has just ended.
---@signature game:act(name, seat) -> true, or nil and a sentence
---@param name string one of the game's actions
---@param seat seat who acts
---@return true, or nil and why this seat may not do it now
---@example g:act("accuse", g.t.seat[2]) --> nil, "`accuse` waits: `keep` is under way"
function game:act(name, seat)
  local done, sentence = try_to_act(self, name, seat.number)
  return done and true, sentence
end

--- Somebody joins, as with `:join NAME`, when a step has just ended.
---@signature game:join(name, profile) -> seat, or nil and a sentence
---@param name string what the new seat is called
---@param profile string optional: "str 14, dex 12"
---@return seat the seat, or nil and why nobody of that name may join now
---@example g:join("Olaf") --> nil, "High Tide: who plays is settled when it begins"
function game:join(name, profile)
  local number, sentence = come_or_go(self, "join", 0, name .. "=" .. (profile and ": " .. profile or ""))
  return number and self.build.seats[number], sentence
end

--- A seat leaves, as with `:leave NAME`, when a step has just ended.
---@signature game:leave(seat) -> true, or nil and a sentence
---@param seat seat who leaves
---@return true, or nil and why it may not leave now
---@example g:leave(g.t.seat[2]) --> nil, "High Tide: who plays is settled when it begins"
function game:leave(seat)
  local done, sentence = come_or_go(self, "leave", seat.number)
  return done and true, sentence
end

-- --- looking and setting up ---

--- Puts cards where a test wants them, the last on top; nobody sees them move.
---@signature game:place(cards, pile)
---@param cards string names of cards, "Kh 10h"
---@param pile pile where to
---@example g:place("Kh 10h", g.t.seat[1].hand)
--- g.t.seat[1].hand:top() --> 10h
function game:place(cards, pile) setup.place(self.build, cards, pile) end

--- The standings, when the game is over.
---@signature game:result() -> standings
---@return table as t:finish got them; nil without a result
---@example g:play("random")
--- g:result()[1].place --> 1
function game:result()
  local list = self.build.hooks.result
  return list and lists.map(list, function(row)
    return { seat = self.build.seats[row.seat], place = row.place, score = row.score, by = row.by, keys = row.keys }
  end)
end

--- Everything that has happened, in order.
---@signature game:events() -> list
---@return list of { kind =, text =, more =, card =, from =, to =, amount =, question = }; kinds: step, shuffle, move, show, roll, chance, pay, question, answer, say, event, gm, finish
---@example for _, e in ipairs(g:events()) do
---   if e.kind == "say" then print(e.text) end
--- end
function game:events() return events.all(self.build) end

--- The counters of the game's measures, of all seats together.
---@signature game:measures() -> table
---@return table by name
---@example next(g:measures()) --> nil
function game:measures()
  local counts = {}
  for _, measure in ipairs(self.build.hooks.measure_names) do
    local count = lab.count(self.build, measure[1])
    counts[measure[1]] = count ~= 0 and count or nil
  end
  return counts
end

--- What a seat sees: the table's view and the seat's own, handed to a function while they are open.
---@signature game:view(seat, fn) -> what fn returns
---@param seat seat who looks
---@param fn function of the table's view and the seat's
---@example g:view(g.t.seat[1], function(t) return t.seat[2].hand:top().hidden end) --> true
function game:view(seat, fn)
  local ok, value = view.call(self.build, seat.number, fn)
  if not ok then error(value, 2) end
  return value
end

-- Lines of `odds` and `screen`, each a text or { "text with %s", values }, as texts.
local function texts(g, lines, what)
  if type(lines) ~= "table" then error(("`%s` gave no list of lines"):format(what), 3) end
  return lists.map(lines, function(line)
    if type(line) ~= "table" then return tostring(line) end
    return marked_text.render(g.build, marked_text.format(g.build, table.unpack(line)), true)
  end)
end

--- What the game's `odds` shows a seat: what `:odds` prints for it.
---@signature game:odds(seat) -> lines
---@param seat seat who asks
---@return list of texts
---@error the declaration has no `odds`, or it failed
---@example g:odds(g.t.seat[1]) --> error high_tide declares no `odds`
function game:odds(seat)
  local fn = self.build.spec.odds
  if not fn then error(("%s declares no `odds`"):format(self.build.spec.name), 2) end
  return texts(self, self:view(seat, fn), "odds")
end

--- The table as it is drawn for a seat: by the game's `screen`, or in the usual way.
---@signature game:screen(seat) -> lines
---@param seat seat who looks
---@return list of texts
---@example g:screen(g.t.seat[1])[1] --> "first Ben, round 1 of 5, pot 2"
function game:screen(seat)
  local fn, q = self.build.spec.screen, self:question()
  local lines = fn and self:view(seat, fn) or not fn and layout.lines(self.build, seat.number, q and q.seat.number)
  return texts(self, lines, "screen")
end

-- --- going back ---

-- To where the kept answer or action was given.
local function go_to(g, kept)
  if type(kept) ~= "table" then return g:run() end
  while g.steps < kept[3] or g.status == "question" do
    if g.status == "question" then error("undo: the game went another way", 3) end
    step_on(g)
  end
end

--- Takes back the last answer or action: the game is played again up to it.
---@signature game:undo() -> true or nil
---@return true, or nil when nothing was done yet
---@example g:answer_random()
--- g:undo() --> true
function game:undo()
  local kept = self.kept
  if #kept == 0 then return nil end
  start(self)
  for i, one in ipairs(kept) do
    go_to(self, one)
    if i == #kept then return true end
    if type(one) == "table" then act(self, one[1], one[2], one[4])
    else
      if self.status ~= "question" then error(self.why or "undo: the game went another way", 2) end
      local given, sentence = answers.recall(self.build, one)
      if not given then error("undo: " .. sentence, 2) end
      give(self)
    end
  end
end

local function state_of(g)
  local step, running = g:next_step()
  if running then error(("snapshot: only between two steps, and `%s` is under way"):format(step), 3) end
  local snapshot, why = engine.state(g.block)
  return snapshot or error(why, 3)
end

--- The whole of the game between two steps.
---@signature game:snapshot() -> string
---@return bytes for game:restore
---@example g:step()
--- local before = g:snapshot()
function game:snapshot() return state_of(self) end

--- Brings the game back to a snapshot, of this game or of another opened in the same way.
---@signature game:restore(bytes)
---@param bytes string what game:snapshot gave
---@example g:step()
--- local before, hash = g:snapshot(), g:hash()
--- g:play("random")
--- g:restore(before)
--- g:hash() == hash --> true
function game:restore(bytes)
  self.base = bytes
  start(self)
end

--- A short text that is equal for equal games, between two steps.
---@signature game:hash() -> string
---@return sixteen hexadecimal digits
---@example g:step()
--- #g:hash() --> 16
function game:hash() return disk.sha256(state_of(self)):sub(1, 16) end

-- --- without a game ---

--- The spec of a table to try things at.
function testing.practice_spec(declaration)
  local copy = { title = "practice", order = { "idle" } }
  for key, value in pairs(declaration or {}) do copy[key] = value end
  if copy.order[1] == "idle" then copy.idle = copy.idle or function(t) t:finish() end end
  if math.type(copy.seats) == "integer" then copy.seats = { copy.seats, copy.seats } end
  local spec = declare.base({ is_game = true, declaration = copy },
    { path = "practice", game = "practice", layer = "practice" })
  checks.finish(spec)
  return spec
end

--- A table of a spec, begun with the seed: its parts. `options` as croupier.open has them.
function testing.begin(spec, options, seed)
  local b, problem = open.seat(spec, given_players(spec, options))
  if not b then error(problem, 0) end
  engine.go_back(b.block, seed)
  return b
end

--- A table without a game, for trying things out: declared like a game, every part optional.
---@signature croupier.practice(declaration) -> t
---@param declaration table deck, piles, pools, state, rules, seats (a number), and small rules of your own, as in game { }
---@return t the table, in full sight
---@example local t = croupier.practice { deck = "standard", piles = { lake = "everyone" }, seats = 2 }
--- t.deck:deal(4, t.lake) --> 4
function testing.practice(declaration)
  local spec = testing.practice_spec(declaration)
  if #spec.mistakes > 0 then error(load.lines(spec.mistakes), 2) end
  local ok, b = pcall(testing.begin, spec, {}, "practice")
  if not ok then error(b, 2) end
  return b.t
end

--- The small rules of a game without a table: functions that need only rules and arguments work; reading state is an
--- error.
---@signature croupier.rules(name, values) -> t
---@param name string "high_tide", "high_tide+spring_tide"
---@param values table of rules: { ante = 5 }; nil for their defaults
---@return t with t.rules and the game's functions
---@example croupier.rules("high_tide"):worth { suit = "spades", value = 7 } --> 14
function testing.rules(name, values) return table_core.rules_only(spec_of(name, values)) end

--- Who would sit where, as the options of the command line say (see start/seating.lua).
function testing.seats(given)
  given.game, given.variants = split(given.game)
  given.players = given.players or {}
  given.seats = given.seats or ""
  return seating.read(given)
end

--- The part of the library that a script without a test's rights gets.
function testing.for_scripts() return { practice = testing.practice, rules = testing.rules } end

--- And the whole of it, with the path of this program.
function testing.for_tests(program)
  return { open = testing.open, practice = testing.practice, rules = testing.rules, seats = testing.seats,
    program = program }
end

return testing
