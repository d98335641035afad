-- The visitor of check/walk: it knows from the spec which names there are
-- (check/kinds), and reports those that are not. What it says of calls and
-- comparisons stands in check/calls.
--
-- Two kinds of certainty. What a step gets as its first parameter *is* the
-- table; a parameter of a plain function that is called `t` may be anything,
-- so there only names that look like a slip of one that exists are reported.
--
-- Besides the reports a visitor keeps for others what it saw: `decl`, where
-- each part of the declaration stands; `steps`, what each step mentions;
-- `reads`, which rules are read.

local words = require "world.words"
local kinds = require "check.kinds"
local calls = require "check.calls"

local names = {}

local TABLE, SEAT, CARD, PILE, POOL = kinds.TABLE, kinds.SEAT, kinds.CARD, kinds.PILE, kinds.POOL
local RULES, STATE, STEP, NUMBER = kinds.RULES, kinds.STATE, kinds.STEP, kinds.NUMBER
local CARDS, BASE = kinds.CARDS, kinds.BASE
local kind_of, verb = kinds.kind_of, kinds.verb
local MAYBE = { table = kind_of("table"), seat = kind_of("seat"), card = kind_of("card"), rules = kind_of("rules"),
  profile = kind_of("profile") }

local SECTIONS = { rules = true, piles = true, pools = true, state = true, profile = true, measures = true,
  actions = true, campaign = true, words = true, joining = true, about = true }
local LISTED = 16 -- names at most of what there is
local VIEW_NAMES = { "notes", "seen", "unseen", "random", "choose" }
-- Fields of a declaration that are functions and no steps: their parameters.
local FUNCTIONS = { check = { RULES, NUMBER }, odds = { TABLE, SEAT }, scores = { TABLE, SEAT },
  screen = { TABLE, SEAT },
  joining = { TABLE, SEAT }, standing = { TABLE, SEAT } }

-- --- the visitor ---

local V = {}
V.__index = V
for name, method in pairs(calls) do V[name] = method end

function V:report(token, severity, code, text, fix)
  self.findings[#self.findings + 1] = { token = token, severity = severity, code = code, text = text, fix = fix }
end

function V:mention(name) self.step.mentions[name] = true end

-- Names of the spec that stand where one was expected.
local function elsewhere(v, name, there)
  local game, t = v.game, v.file.kind == "bots" and "me.table" or "t"
  if there ~= "table" and game.table[name] then return ("`%s.%s` is part of the table"):format(t, name) end
  if there ~= "seat" and game.seat[name] then return ("`seat.%s` is part of a seat"):format(name) end
  if there ~= "rules" and game.spec.rules[name] then return ("the rule is `t.rules.%s`"):format(name) end
end

-- An unknown name in something: reported if the thing is sure, or a known name is near.
function V:unknown(node, what, known, there, fix)
  local near = words.suggest(node.name, words.keys(known))
  if near == "" and not node.base.sure then return end
  local hint = there ~= "base" and elsewhere(self, node.name, there) or near == "" and fix or nil
  self:report(node.token, "error", "name", ("%s `%s`%s"):format(what, node.name, near), hint)
end

-- Who writes a house rule has not written the game: what it has is said.
local function there_is(v, known)
  local list = {}
  for _, name in ipairs(words.keys(known)) do
    local kind = known[name]
    if kind == PILE or kind == POOL or kind == STATE then list[#list + 1] = name end
  end
  if v.file.kind ~= "house" or #list == 0 or #list > LISTED then return nil end
  return "it has " .. words.list(list)
end

local DECLARE = "declare it in `state`, `piles` or `pools`, or write a step of that name"

local fields = {}

function fields.table(v, node)
  local kind = v.game.table[node.name]
  if kind == nil then
    v:unknown(node, "the table has no", v.game.table, "table", there_is(v, v.game.table) or DECLARE)
  end
  return kind
end

-- A seat in what bots, `screen` and `odds` run is a view, which has more; a step of the order gets none.
function V:may_view() return self.file.kind == "bots" or not self.game.in_order[self.step.name] end

function fields.seat(v, node)
  local kind = v.game.seat[node.name]
  if kind ~= nil then return kind end
  for _, name in ipairs(VIEW_NAMES) do if name == node.name and v:may_view() then return nil end end
  v:unknown(node, "a seat has no", v.game.seat, "seat",
    there_is(v, v.game.seat) or "declare it under `seat` in `state`, `piles` or `pools`")
end

function fields.card(v, node)
  local kind = v.game.card[node.name]
  if kind == nil and next(v.game.spec.decks) then
    v:unknown(node, "a card has no", v.game.card, "card", "its fields come from the deck's suits and ranks")
  end
  return kind
end

function fields.rules(v, node)
  local rule = v.game.spec.rules[node.name]
  if rule then
    v.reads[node.name] = true
    return kind_of("rule", { rule = rule, value = rule })
  end
  v:unknown(node, "no rule", v.game.spec.rules, "rules",
    (v.file.kind == "house" and "declare it: house.rules.%s = { 1, \"what it means\" }"
      or "declare it: rules = { %s = { 1, \"what it means\" } }"):format(node.name))
end

function fields.words(v, node)
  if not v.game.spec.words[node.name] then
    v:unknown(node, "no word", v.game.spec.words, "words",
      ("declare it: words = { %s = { \"the text\", \"what it is the word for\" } }"):format(node.name))
  end
end

function fields.profile(v, node)
  local rule = v.game.spec.profile[node.name]
  if rule then return kind_of("rule", { rule = rule }) end
  v:unknown(node, "a profile has no", v.game.spec.profile, "profile", "declare it in `profile`")
end

-- What a pile or a pool can do is asked of one: its own sentence is the answer.
local function method(v, node)
  local problem = v.tools.method(node.base.kind, node.name)
  if problem then v:report(node.token, "error", "name", problem) end
  return verb(node.base.kind, node.name)
end
fields.pile, fields.pool = method, method

function fields.library(v, node)
  local problem = v.tools.global(node.base.name .. "." .. node.name)
  if problem then v:report(node.token, "error", "global", problem) end
  return verb(node.base.name, node.name)
end

-- ("%d"):format(n): the methods of a text are the string library.
function fields.text(v, node)
  local problem = node.method and v.tools.global("string." .. node.name)
  if problem then v:report(node.token, "error", "global", problem) end
end

local QUESTION = { name = true, text = true, kind = true, options = true, min = true, max = true, step = true,
  optional = true, default = true, fits = true }

function fields.question(v, node)
  if not QUESTION[node.name] then v:unknown(node, "a question has no", QUESTION, "question") end
end

-- What a module returned: a name that it lacks is nil, so only slips are reported.
function fields.module(v, node)
  if node.base.value[node.name] == nil then
    v:unknown(node, ("the module %s has no"):format(node.base.name), node.base.value, "base")
  end
end

function fields.base(v, node)
  v.wraps[node.name] = true
  if v.below and not v.below[node.name] then
    v:unknown(node, "the game below has no step", v.below, "base", "`house.base` holds steps that this one replaces")
  end
  return STEP
end

function fields.house(_, node)
  if node.name == "base" then return BASE end
  if kinds.HOUSE_VERBS[node.name] then return verb("house", node.name) end
  if SECTIONS[node.name] then return kind_of("section", { path = node.name }) end
end

function fields.section(_, node) return kind_of("section", { path = node.base.path .. "." .. node.name }) end

function fields.list(_, node) return not node.name and node.key and node.base.of or nil end

--- What a field or method is; names that aren't there are reported.
function V:field(node)
  if node.name then self:mention(node.name) end
  if node.base == nil then
    if node.name then self.maybe[node.name] = true end
    return nil
  end
  if node.type then return node.type end
  if not node.name and node.base.kind == "rules" then self.reads[true] = true end
  local read = fields[node.base.kind]
  if not read or self.file.kind == "foreign" and node.base.kind ~= "rules" then
    if node.name and not read then self.maybe[node.name] = true end
    return nil
  end
  if node.name or node.base.kind == "list" then return read(self, node) end
end

local LIBRARIES = { string = true, table = true, math = true, utf8 = true, poker = true, melds = true, dice = true,
  nearest = true, pots = true }

-- What people write for things that have another name here.
local FOREIGN_WORDS = { null = "nothing is `nil`", NULL = "nothing is `nil`", None = "nothing is `nil`",
  self = "the table is the step's first parameter, `t`", this = "the table is the step's first parameter, `t`",
  print = "`t:say` tells the table, `seat:say` one seat", players = "the seats are `t.seat`, `t:seats()` walks them",
  t = "the table is the step's first parameter: `function(t)`",
  me = "a bot's first parameter is its seat: `function(me, q)`",
  say = "`t:say(...)` tells the table", ask = "a seat asks: `seat:ask { ... }`" }

-- Said once in a function, for the places that follow are the same mistake.
function V:unknown_global(name, token, problem, hint)
  local said = self.step.unknown or {}
  self.step.unknown = said
  if not said[name] then
    self:report(token, "error", "global", problem, hint)
    said[name] = self.findings[#self.findings]
    said[name].name = name
    said[name].more = -1
  end
  said[name].more = said[name].more + 1
  self.unknowns[token] = said[name]
end

--- A name without quotes where the name of a step was expected.
function V:bare_step(token)
  local finding = self.unknowns[token]
  if not finding then return end
  finding.fix = ("the order names its steps as texts: write \"%s\", in quotes"):format(finding.name)
end

function V:global(name, token)
  if name == "done" then self.step.done = true end
  local problem = self.tools.global(name)
  if problem then
    local hint = FOREIGN_WORDS[name] or elsewhere(self, name)
    self:unknown_global(name, token, problem, hint)
  elseif LIBRARIES[name] then return kind_of("library", { name = name }) end
  return verb("global", name)
end

-- --- writing ---

function V:assign_global(name, token)
  local fix = self.game.table[name] == STATE and ("the state is `t.%s`"):format(name) or
    ("say `local %s`; what lasts is declared in `state` and is `t.%s`"):format(name, name)
  self:report(token, "error", "global", ("`%s` is declared nowhere, and a script can't set globals"):format(name), fix)
end

-- A file-level local that a function changes: said at the end, for a function
-- that runs only while the file is read may do so.
function V:file_level(record, token)
  self.lasting[#self.lasting + 1] = { record = record, token = token, step = self.step.name, fn = self.fn }
end

function V:assign_local(record, token, level)
  if record.level == 0 and level > 0 then self:file_level(record, token) end
end

local function holds_function(kind)
  if not kind then return false end
  if kind.kind == "function" then return true end
  if kind.kind ~= "made" then return false end
  for _, item in ipairs(kind.items) do if item and holds_function(item) then return true end end
  for _, value in pairs(kind.types) do if value and holds_function(value) then return true end end
  return false
end

local function assign_state(v, node, known, whose, kind, token)
  local place = node.base.kind == "table" and "state" or "state.seat"
  if known[node.name] == nil then
    local near = words.suggest(node.name, words.keys(known))
    if near == "" and not node.base.sure then return end
    v:report(node.token, "error", "name", ("%s has no state `%s`%s"):format(whose, node.name, near),
      near == "" and ("declare it: %s = { %s = none }"):format(place, node.name) or nil)
  elseif known[node.name] ~= STATE then
    v:report(node.token, "error", "name",
      ("`%s` is part of %s and can't be replaced"):format(node.name, whose), "expected a name of the state")
  elseif holds_function(kind) then
    v:report(token, "error", "copy", ("state `%s` can't be copied: it holds a function"):format(node.name),
      "state is nil, booleans, numbers, texts, cards, seats, piles, and tables of these; make the function a step")
  end
end

local assigns = {}
function assigns.table(v, node, kind, token) assign_state(v, node, v.game.table, "the table", kind, token) end
function assigns.seat(v, node, kind, token) assign_state(v, node, v.game.seat, "a seat", kind, token) end
function assigns.rules(v, node)
  v:report(node.token, "error", "rule", ("rule `%s` can't be set by a script"):format(node.name or "?"),
    "a variant or --set gives it another value; what changes in a game is state")
end
function assigns.profile(v, node) v:report(node.token, "error", "name", "a profile can't be changed", nil) end

function V:assign_field(node, kind, token, level)
  local base = node.base
  local to_house = base and (base.kind == "house" or base.kind == "section")
  if node.name and not to_house then self:mention(node.name) end
  if base and assigns[base.kind] and self.file.kind ~= "foreign" then
    if node.name then assigns[base.kind](self, node, kind, token) end
  elseif to_house then self:declared(node, kind)
  elseif node.root and node.root.level == 0 and level > 0 then self:file_level(node.root, node.token) end
end

-- `house.X = value`, `house.rules.X = value`
function V:declared(node, kind)
  local path = node.base.kind == "section" and node.base.path .. "." .. node.name or node.name
  self.decl[path] = self.decl[path] or node.token
  self.given[path] = kind or false
end

-- --- contexts: what is known of a value before it is read ---

function V:contexts(callee)
  local kind = callee.type
  if not kind or kind.kind ~= "verb" then
    local base = callee.base -- counting.compile { worth = function(card) ... end } declares no game
    if base and base.kind == "module" and not base.name:find("%.") then return nil end
    return self.file.kind == "game" and self.depth == 0 and { { path = "" } } or nil -- shared.of { ... }
  end
  local of, name = kind.of, kind.name
  if of == "global" and name == "game" then return { { path = "" } } end
  if of == "seat" and name == "ask" then return { { question = true } } end
  if of == "table" and name == "ask_all" then return { nil, { question = true, params = { SEAT } } } end
  if of == "table" and name == "each" then return { { params = { TABLE, SEAT } } } end
  if of == "table" and (name == "best_seats" or name == "rank_by") then
    local by_seat = { params = { SEAT } }
    return { by_seat, by_seat, by_seat, by_seat }
  end
end

local function step_context(path) return { path = path, step = path, params = { TABLE } } end

-- The value of a key of the declaration.
local function declaration_key(v, path, name, token)
  if type(name) ~= "string" then return { path = path } end
  local full = path == "" and name or path .. "." .. name
  v.decl[full] = v.decl[full] or token
  if FUNCTIONS[full] then return { path = full, params = FUNCTIONS[full] } end
  if path == "" and not SECTIONS[name] and name ~= "order" then return step_context(full) end
  if full:find("^actions%.[^.]+%.who$") or full == "joining.who" or path == "campaign" then
    return { path = full, params = { TABLE, SEAT } }
  end
  return { path = full }
end

local QUESTION_FUNCTIONS = { fits = { params = { CARD, CARDS } }, tells = { params = { [2] = TABLE, [3] = SEAT } } }

function V:key(context, name, token)
  if not context then return nil end
  if context.path then return declaration_key(self, context.path, name, token) end
  if context.question then return QUESTION_FUNCTIONS[name] end
  if context.bots == 0 then return { bots = 1, bot = name } end
  if context.bots == 1 then return { name = name, params = { SEAT } } end
end

-- What a bot has under a name: said at the end, when all questions are known.
local function bot_item(v, context, name, token, kind)
  local of = kind and kind.kind
  if type(name) ~= "string" then return end
  if context.bots == 1 then
    local path = ("bots:%s.%s"):format(context.bot, name)
    v.decl[path] = token
    if not of or of == "function" then v.answers[path] = name end
  elseif of == "function" then
    v:report(token, "error", "bot", ("bot `%s` is a function, and a bot is a table"):format(name),
      ("write %s = { QUESTION = function(me, q) ... end }, a function for each question by its name"):format(name))
  end
end

function V:item(context, name, token, kind)
  if context and context.bots then return bot_item(self, context, name, token, kind) end
  if not context or not context.path then return end
  if context.path == "order" or context.path:find("^order") then
    local step = kind and kind.kind == "text" and "order:" .. kind.value
    if step then self.decl[step] = self.decl[step] or token else self:bare_step(token) end
  end
  if type(name) == "string" then self.given[context.path == "" and name or context.path .. "." .. name] = kind end
end

function V:target(node)
  local base = node.base
  if not base then return { name = node.global or node.record and node.record.name } end
  if base.kind == "house" then
    self.decl[node.name] = self.decl[node.name] or node.token
    if node.method and node.first == "t" then
      self:report(node.token, "error", "call", "behind a colon the table is `self`, and `t` is nothing",
        ("write `function house.%s(t)`, with a dot"):format(node.name))
    end
    if FUNCTIONS[node.name] then return { path = node.name, params = FUNCTIONS[node.name] } end
    if SECTIONS[node.name] or node.name == "order" then return { path = node.name } end
    return step_context(node.name)
  end
  if base.kind == "section" then
    local path = base.path .. "." .. (node.name or "?")
    self.decl[path] = self.decl[path] or node.token
    return { path = path }
  end
  return { name = node.name }
end

function V:returns(level)
  if level == 0 then
    return self.file.kind == "bots" and { { bots = 0 } } or self.file.kind == "game" and { { path = "" } } or nil
  end
  local asks = self.stack[#self.stack]
  return asks and asks.question and { { question = true } } or nil
end

-- --- functions ---

local GUESSED = { t = MAYBE.table, seat = MAYBE.seat, me = MAYBE.seat, card = MAYBE.card, rules = MAYBE.rules }
local IN_BOTS = { q = kind_of("question") }
local IN_STEP = { seat = SEAT, card = CARD }

function V:parameter(context, name, place)
  if self.file.kind == "foreign" then return name == "t" and MAYBE.table or name == "rules" and MAYBE.rules or nil end
  local given = context.params and context.params[place]
  if given then return given end
  if self.file.kind == "bots" and IN_BOTS[name] then return IN_BOTS[name] end
  return self.step.name and IN_STEP[name] or GUESSED[name]
end

--- What a local of that name probably is.
function V:guess(name)
  if self.file.kind == "foreign" then return nil end
  return name == "seat" and MAYBE.seat or name == "card" and MAYBE.card or nil
end

function V:self() return nil end

function V:enter(context)
  self.depth = self.depth + 1
  self.stack[#self.stack + 1] = { step = self.step, fn = self.fn, question = context.question and context.params }
  self.fn = context.name or context.step or self.fn
  if context.step then
    self.step = { name = context.step, mentions = {} }
    self.steps[context.step] = self.step
  end
end

function V:leave()
  local before = table.remove(self.stack)
  self.step, self.fn = before.step, before.fn
  self.depth = self.depth - 1
end

--- A visitor for one file of a game. file.kind: "game", "house", "bots", "module" or "foreign"; game: kinds.of of check/kinds;
--- tools: global(name), method(kind, name), each a sentence or nil, module(name), a table or nil; below: the steps a variant's base has.
function names.visitor(file, game, tools, below)
  return setmetatable({ file = file, game = game, tools = tools, below = below, findings = {}, decl = {}, given = {},
    steps = {}, reads = {}, maybe = {}, texts = {}, requires = {}, called = {}, lasting = {}, wraps = {},
    questions = {}, answers = {}, unknowns = {},
    stack = {}, depth = 0, step = { mentions = {} } }, V)
end

return names
