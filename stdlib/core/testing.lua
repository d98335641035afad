-- The library `croupier` that tests and `croupier run` see: games opened as
-- tables to order.
--
-- Every table here lives in the state of the test itself, so that a test
-- calls its steps and reads its state directly. Answers are kept, so that
-- undo can play the game again up to the one before.

local words = require "core.words"
local declare = require "core.declare"
local open = require "core.open"
local table_core = require "core.table"
local view = require "core.view"
local load = require "core.load"

local testing = {}

local function split(text)
  local name, variants = text:match("^([^+]+)%+?(.*)$")
  if not name then error("expected the name of a game, like \"high_tide+spring_tide\"", 3) end
  return engine.game(name), variants
end

local function spec_of(text, values)
  local name, variants = split(text)
  local spec, problem = open.spec(name, variants)
  if not spec then error(problem, 3) end
  local wrong = open.assign(spec, values or {})
  if wrong then error(wrong, 3) end
  return spec
end

local NAMES = open.NAMES

-- How many seats the options ask for: those given, else the fewest.
local function given_players(spec, options)
  local names, profiles = options.names or {}, options.profiles or {}
  local count = options.seats or math.max(#names, #profiles, spec.seats[1])
  local given = { [0] = { name = options.gm or "the GM" } }
  for i = 1, count do
    given[i] = { name = names[i] or NAMES[i] or ("Seat %d"):format(i), profile = profiles[i] or {} }
  end
  return given
end

local game = {}
local game_meta = { __index = game }

local OPTIONS = { "seats", "seed", "rules", "names", "profiles", "stack", "gm", "game" }

local function check_options(options)
  for _, key in ipairs(words.keys(options)) do
    local known = false
    for _, name in ipairs(OPTIONS) do known = known or name == key end
    if not known then
      error(("croupier.open has no option `%s`%s"):format(tostring(key), words.suggest(key, OPTIONS)), 3)
    end
  end
end

local function start(g)
  engine.reset(g.block, g.seed, g.number)
  g.status, g.kept, g.answered = nil, {}, false
end

local function wrap(b, options)
  local g = setmetatable({ t = b.t, build = b, block = b.block, seed = options.seed or "1",
    number = options.game or 0 }, game_meta)
  if options.stack then engine.stack(b.block, options.stack) end
  engine.record(b.block, true)
  start(g)
  return g
end

--- Opens a game as a table to order, ready for its first step. Only in tests.
---@signature croupier.open(name, options) -> game
---@param name string "high_tide", "high_tide+spring_tide", or a path with a slash
---@param options table seats, seed, rules = { ante = 5 }, names, profiles = { { str = 14 } }, stack = "Kh 3d" (the first shuffle leaves them on top)
---@return game with g.t, the table itself in full sight
---@error every mistake in the game's files, a line each
---@example local g = croupier.open("high_tide", { seats = 3, seed = "7", rules = { ante = 5 } })
function testing.open(name, options)
  options = options or {}
  check_options(options)
  local spec = spec_of(name, options.rules)
  local b, problem = open.seat(spec, given_players(spec, options))
  if not b then error(problem, 2) end
  return wrap(b, options)
end

-- --- running ---

local function seat_of(g, number) return g.build.seats[number] end

-- The question of a name is waited for; a step of a name is stopped before.
local function arrived(g, until_)
  if until_ == nil then return g.status == "question" end
  if g.status == "question" then return g:question().name == until_ end
  local step, running = engine.next_step(g.block)
  return not running and step == until_
end

local function note(g, status, why, trace)
  g.status, g.why, g.trace = status, why, trace
  return status
end

local function stopped(g)
  if g.status == "failed" then return g.status, g.why, g.trace end
  return g.status
end

-- One stop further: a question that waits has to be answered first.
local function advance(g)
  if g.status == "question" then
    error(("run: the question `%s` of %s is not answered"):format(g:question().name, g:question().seat.name), 3)
  end
  return note(g, engine.run(g.block))
end

--- Runs to the next question, or to the end.
---@signature game:run(until_) -> status
---@param until_ string run on, at random, to the question of this name, or to just before the step of this name
---@return status "question", "finished", or "failed", why, traceback ("step" when it stopped before a step)
---@example while g:run() == "question" do g:answer(g:question().options[1]) end
function game:run(until_)
  if self.status == "finished" or self.status == "failed" then return stopped(self) end
  if until_ == nil and self.status == "question" then
    if not self.fresh then return advance(self) end
    self.fresh = false
    return self.status
  end
  local first = true
  while self.status ~= "finished" and self.status ~= "failed" do
    if not (first and self.status ~= nil and self.passed == until_) and arrived(self, until_) then break end
    first = false
    if self.status == "question" then self:answer_random() else advance(self) end
  end
  self.fresh = false
  return stopped(self)
end
