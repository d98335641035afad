-- The visitor, which the walk through a script (walk.lua) calls for each name, field and call. It knows from the spec which
-- names there are (kinds.lua) and reports others. Its methods for calls and comparisons are in calls.lua.
--
-- Two kinds of certainty. What a step gets as its first parameter *is* the
-- table; a parameter of a plain function that is called `t` may be anything,
-- so there only names that look like a misspelt existing name are reported.
--
-- A visitor also keeps what it saw in the file, for others to ask:
--   decl       by path ("rules.ante"), the token at which each part of the declaration stands
--   steps      the steps that are written there
--   mentions   by the name of the outermost function, or false at file level: the steps that may be called there
--   reads      the rules that are read; rule_reads: where
--   functions, tables   each with its first and last token, in the order in which they begin

local english = require "shared.english"
local lists = require "shared.lists"
local declared = require "script.declaration_fields"
local kinds = require "check.kinds"
local calls = require "check.calls"

local names = {}

local TABLE, SEAT, CARD, STATE = kinds.TABLE, kinds.SEAT, kinds.CARD, kinds.STATE
local kind_of, verb = kinds.kind_of, kinds.verb
local MAYBE = { table = kind_of("table"), seat = kind_of("seat"), card = kind_of("card"), rules = kind_of("rules"),
  profile = kind_of("profile") }

local LISTED = 16 -- names at most of what there is
local VIEW_NAMES = lists.set("notes seen unseen random choose")
-- What functions of a declaration that are no steps get.
local OF_SEAT = { TABLE, SEAT }
local GIVEN = { table = TABLE, seat = SEAT, rules = kinds.RULES, number = kinds.NUMBER }
local FUNCTIONS = { ["joining.who"] = OF_SEAT }
for name, field in pairs(declared.by_name) do
  FUNCTIONS[name] = field.takes and lists.collect(field.takes, function(kind) return GIVEN[kind] end)
end

-- --- the visitor ---

local V = {}
V.__index = V
for name, method in pairs(calls) do V[name] = method end

function V:report(token, severity, code, text, fix)
  local finding = { token = token, severity = severity, code = code, text = text, fix = fix }
  self.findings[#self.findings + 1] = finding
  return finding
end

function V:mention(name)
  local by = self.mentions[self.outer] or {}
  self.mentions[self.outer], by[name] = by, true
end

function V:read_rule(name, token)
  self.reads[name], self.rule_reads[#self.rule_reads + 1] = true, { rule = name, token = token }
end

-- What is called so elsewhere in the spec.
local function elsewhere(v, name)
  local game, t = v.game, v.file.kind == "bots" and "me.table" or "t"
  if game.table[name] then return ("`%s.%s` is part of the table"):format(t, name) end
  if game.seat[name] then return ("`seat.%s` is part of a seat"):format(name) end
  if game.spec.rules[name] then return ("the rule is `t.rules.%s`"):format(name) end
end

-- A field that must be among those known: what it is. An unknown name is reported if the thing is sure, or a known name
-- is near. `fix` mends it; it may say the name.
function V:known(node, what, known, fix)
  if known[node.name] ~= nil then return known[node.name] end
  local near = english.suggest(node.name, lists.keys(known))
  if near == "" and not node.base.sure then return nil end
  local is_there = fix and node.base.kind ~= "base" and elsewhere(self, node.name)
  local hint = is_there or fix and near == "" and fix:format(node.name)
  local text = ("%s `%s`%s"):format(what, node.name, near)
  self:report(node.token, "error", "name", text, hint or nil).lacks = node.name
end

local DECLARED = { [kinds.PILE] = true, [kinds.POOL] = true, [STATE] = true }

-- Who writes a house rule has not written the game: what it has is said, else how it is declared.
local function there_is(v, known, declare)
  local list = lists.map(known, function(kind, name) return DECLARED[kind] and name or nil end)
  if v.file.kind ~= "house" or #list == 0 or #list > LISTED then return declare end
  return "it has " .. english.list(list)
end

local fields = {}

function fields.table(v, node)
  return v:known(node, "the table has no", v.game.table,
    there_is(v, v.game.table, "declare it in `state`, `piles` or `pools`, or write a step of that name"))
end

-- A seat in what bots, `screen` and `odds` run is a view, which has more; a step of the order gets none.
function V:may_view() return self.file.kind == "bots" or not self.game.in_order[self.step.name] end

function fields.seat(v, node)
  if VIEW_NAMES[node.name] and v:may_view() then return v.game.seat[node.name] end
  return v:known(node, "a seat has no", v.game.seat,
    there_is(v, v.game.seat, "declare it under `seat` in `state`, `piles` or `pools`"))
end

function fields.card(v, node)
  if not next(v.game.spec.decks) then return v.game.card[node.name] end
  return v:known(node, "a card has no", v.game.card, "its fields come from the deck's suits and ranks")
end

function fields.rules(v, node)
  local rule = v:known(node, "no rule", v.game.spec.rules,
    v.file.kind == "house" and "declare it: house.rules.%s = { 1, \"what it means\" }"
    or "declare it: rules = { %s = { 1, \"what it means\" } }")
  if not rule then return nil end
  v:read_rule(node.name, node.token)
  return kind_of("rule", { rule = rule, value = rule })
end

function fields.words(v, node)
  v:known(node, "no word", v.game.spec.words,
    "declare it: words = { %s = { \"the text\", \"what it is the word for\" } }")
end

function fields.profile(v, node)
  local rule = v:known(node, "a profile has no", v.game.spec.profile, "declare it in `profile`")
  return rule and kind_of("rule", { rule = rule })
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

local QUESTION = lists.set("name text kind options min max step optional default fits")

function fields.question(v, node) v:known(node, "a question has no", QUESTION) end

-- What a module returned: a name that it lacks is nil, so only slips are reported.
function fields.module(v, node) v:known(node, ("the module %s has no"):format(node.base.name), node.base.value) end

function fields.base(v, node)
  v.wraps[node.name] = true
  if v.below then
    v:known(node, "the game below has no step", v.below, "`house.base` holds steps that this one replaces")
  end
  return kinds.STEP
end

function fields.house(_, node)
  if node.name == "base" then return kinds.BASE end
  if kinds.HOUSE_VERBS[node.name] then return verb("house", node.name) end
  if declared.by_name[node.name] then return kind_of("section", { path = node.name }) end
end

-- house.rules.NAME, and what stands behind it.
function fields.section(v, node)
  local path = node.base.path .. "." .. node.name
  v.extended[path] = v.extended[path] or node.token
  return kind_of("section", { path = path })
end

function fields.list(_, node) return not node.name and node.key and node.base.of or nil end

--- What a field or method is; names that aren't there are reported.
function V:field(node)
  if node.name and self.depth > 0 then self:mention(node.name) end -- at file level there is no table to call a step of
  if node.name == "rules" and (node.base == nil or self.file.kind == "foreign") then return MAYBE.rules end
  if node.base == nil then
    if node.name then self.maybe[node.name] = true end
    return nil
  end
  if not node.name and node.base.kind == "rules" then self.reads[true] = true end
  local read = fields[node.base.kind]
  if not read or self.file.kind == "foreign" and node.base.kind ~= "rules" then
    if node.name and not read then self.maybe[node.name] = true end
    return nil
  end
  if node.name or node.base.kind == "list" then return read(self, node) end
end

local LIBRARIES = lists.set("string table math utf8 poker melds dice nearest pots")

-- What people write for things that have another name here.
local FOREIGN_WORDS = { null = "use `nil` for nothing", NULL = "use `nil` for nothing", None = "use `nil` for nothing",
  self = "the table is the step's first parameter, `t`", this = "the table is the step's first parameter, `t`",
  print = "`t:say` tells the table, `seat:say` one seat", players = "the seats are `t.seat`, `t:seats()` walks them",
  t = "the table is the step's first parameter: `function(t)`",
  me = "a bot's first parameter is its seat: `function(me, q)`",
  say = "`t:say(...)` tells the table", ask = "a seat asks: `seat:ask { ... }`" }

-- Said once in a function, for the places that follow are the same mistake.
function V:unknown_global(name, token, problem, hint)
  local finding = self.step.unknown[name]
  if finding then finding.more = finding.more + 1
  else
    finding = self:report(token, "error", "global", problem, hint)
    finding.name, finding.more, self.step.unknown[name] = name, 0, finding
  end
  self.unknowns[token] = finding
end

--- A local that is read: one of the file that is called as a step is may be its function.
function V:read_local(record)
  if record.level == 0 and self.depth > 0 then self:mention(record.name) end
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
  if problem then self:unknown_global(name, token, problem, FOREIGN_WORDS[name] or elsewhere(self, name))
  elseif LIBRARIES[name] then return kind_of("library", { name = name }) end
  return verb("global", name)
end

-- --- writing ---

function V:assign_global(name, token)
  local fix = self.game.table[name] == STATE and ("the state is `t.%s`"):format(name) or
    ("say `local %s`; what lasts is declared in `state` and is `t.%s`"):format(name, name)
  self:report(token, "error", "global", ("`%s` is not declared, and a script can't set globals"):format(name), fix)
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
  for _, values in ipairs(kind and kind.kind == "made" and { kind.items, kind.types } or {}) do
    for _, value in pairs(values) do if holds_function(value) then return true end end
  end
  return kind and kind.kind == "function"
end

local function assign_state(v, node, known, whose, kind, token)
  local found = v:known(node, whose .. " has no state", known,
    node.base.kind == "table" and "declare it: state = { %s = none }" or "declare it: state.seat = { %s = none }")
  if found == nil then return end
  if found ~= STATE then
    v:report(node.token, "error", "name",
      ("`%s` is part of %s and can't be replaced"):format(node.name, whose), "expected a name of the state")
  elseif holds_function(kind) then
    v:report(token, "error", "copy", ("state `%s` can't be copied: it holds a function"):format(node.name),
      "state holds nil, booleans, numbers, texts, cards, seats, piles, and tables of these; make the function a step")
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
  if base and assigns[base.kind] and self.file.kind ~= "foreign" then
    if node.name then assigns[base.kind](self, node, kind, token) end
  elseif to_house then -- `house.X = value`, `house.rules.X = value`
    if node.name then self.given[base.path and base.path .. "." .. node.name or node.name] = kind or false end
  elseif node.root and node.root.level == 0 and level > 0 then self:file_level(node.root, node.token) end
end

-- --- contexts: what is known of a value before it is read ---

local BY_SEAT = { params = { SEAT } }
local BY_SEATS = { BY_SEAT, BY_SEAT, BY_SEAT, BY_SEAT }
local DECLARATION = { { path = "" } }

-- Of the arguments of a verb.
local CONTEXTS = {
  global = { game = DECLARATION },
  seat = { ask = { { question = true } } },
  table = { ask_all = { nil, { question = true, params = { SEAT } } }, each = { { params = OF_SEAT } },
    best_seats = BY_SEATS, rank_by = BY_SEATS },
}

function V:contexts(callee)
  local kind = callee.type
  if not kind or kind.kind ~= "verb" then
    local base = callee.base -- counting.compile { worth = function(card) ... end } declares no game
    if base and base.kind == "module" and not base.name:find("%.") then return nil end
    return self.file.kind == "game" and self.depth == 0 and DECLARATION or nil -- shared.of { ... }
  end
  return CONTEXTS[kind.of] and CONTEXTS[kind.of][kind.name]
end

-- The value of a key of the declaration.
local function declaration_key(v, path, name, token)
  if type(name) ~= "string" then return { path = path } end
  local full = path == "" and name or path .. "." .. name
  v.decl[full] = v.decl[full] or token
  if FUNCTIONS[full] then return { path = full, params = FUNCTIONS[full] } end
  if path == "" and not declared.by_name[name] then return { path = full, step = full, params = { TABLE } } end
  if path == "campaign" or full:find("^actions%.[^.]+%.who$") then return { path = full, params = OF_SEAT } end
  return { path = full }
end

local QUESTION_FUNCTIONS = { fits = { params = { CARD, kinds.CARDS } },
  tells = { params = { [2] = TABLE, [3] = SEAT } } }

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
      ("write %s = { QUESTION = function(me, q) ... end }, one function per question, under its name"):format(name))
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
  if base.kind ~= "house" and base.kind ~= "section" then return { name = node.name } end
  if base.kind == "house" and node.method and node.first == "t" then
    self:report(node.token, "error", "call", "after a colon the table is `self`, and `t` is nil",
      ("write `function house.%s(t)`, with a dot"):format(node.name))
  end
  return declaration_key(self, base.path or "", node.name, node.token)
end

function V:returns(level)
  if level == 0 then
    return self.file.kind == "bots" and { { bots = 0 } } or self.file.kind == "game" and DECLARATION or nil
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

function V:enter(context, open)
  local span = { open = open }
  self.depth, self.functions[#self.functions + 1] = self.depth + 1, span
  self.stack[#self.stack + 1] = { step = self.step, fn = self.fn, outer = self.outer,
    question = context.question and context.params, span = span }
  self.fn = context.name or context.step or self.fn
  if self.depth == 1 then self.outer = context.name or context.step or context.path or "" end
  if context.step then
    self.step = { name = context.step, unknown = {} }
    self.steps[context.step] = self.step
  end
end

function V:leave(to)
  local before = table.remove(self.stack)
  self.step, self.fn, self.outer, before.span.to = before.step, before.fn, before.outer, to
  self.depth = self.depth - 1
end

function V:made(made) self.tables[#self.tables + 1] = made end

--- A visitor for one file of a game. file.kind: "game", "house", "bots", "module" or "foreign"; game: what kinds.of gives;
--- tools: global(name) and method(kind, name), each a sentence or nil, and module(name), a table or nil; below: the steps
--- of the game that a variant changes.
function names.visitor(file, game, tools, below)
  return setmetatable({ file = file, game = game, tools = tools, below = below, findings = {}, decl = {}, given = {},
    extended = {}, steps = {}, mentions = {}, outer = false, reads = {}, rule_reads = {}, maybe = {}, texts = {},
    measured = {}, requires = {}, called = {}, lasting = {}, wraps = {}, questions = {}, answers = {}, unknowns = {},
    functions = {}, tables = {}, stack = {}, depth = 0, step = { unknown = {} } }, V)
end

return names
