-- What the names in a game's scripts stand for: `t`, a seat, a pile, a card,
-- a rule. The visitor of core/check_walk: it knows from the spec which names
-- there are, and reports those that are not.
--
-- Two kinds of certainty. What a step gets as its first parameter *is* the
-- table; a parameter of a plain function that is called `t` may be anything,
-- so there only names that look like a slip of one that exists are reported.
--
-- Besides the reports a visitor keeps for others what it saw: `decl`, where
-- each part of the declaration stands; `steps`, what each step mentions;
-- `reads`, which rules are read.

local words = require "core.words"
local declare = require "core.declare"
local rules = require "core.rules"

local names = {}

-- --- types ---

local function kind_of(kind, more)
  local t = more or {}
  t.kind = kind
  return t
end

local TABLE, SEAT, CARD = kind_of("table", { sure = true }), kind_of("seat", { sure = true }),
  kind_of("card", { sure = true })
local PILE, POOL = kind_of("pile", { sure = true }), kind_of("pool", { sure = true })
local RULES, PROFILE = kind_of("rules", { sure = true }), kind_of("profile", { sure = true })
local STATE, STEP, NUMBER = kind_of("state"), kind_of("step"), kind_of("number")
local SEATS, CARDS = kind_of("list", { of = SEAT }), kind_of("list", { of = CARD })
local HOUSE, BASE = kind_of("house"), kind_of("base", { sure = true })
local MAYBE = { table = kind_of("table"), seat = kind_of("seat"), card = kind_of("card"), rules = kind_of("rules"),
  profile = kind_of("profile") }

local SECTIONS = { rules = true, piles = true, pools = true, state = true, profile = true, measures = true,
  actions = true, campaign = true }
local HOUSE_VERBS = { before = true, after = true, drop = true, swap = true }
local LISTED = 16 -- names at most of what there is
local QUESTION_KEYS = { "one_of", "card", "cards", "min", "max", "fits", "optional", "count", "confirm", "default",
  "step", "text", "bot", "why" }
--- For the nearest name: what there is, is asked of a pile and a pool themselves.
names.METHODS = {
  pile = { "draw", "draw_up_to", "deal", "put", "put_under", "move_all", "take", "count", "find", "highest", "has",
    "top", "bottom", "card", "list", "cards", "shuffle", "reverse", "sort", "show", "owner", "name" },
  pool = { "pay", "pay_up_to", "amount", "empty_into", "has", "split" },
}
local VIEW_NAMES = { "notes", "seen", "unseen", "random", "choose" }
-- Fields of a declaration that are functions and no steps: their parameters.
local FUNCTIONS = { check = { RULES, NUMBER }, odds = { TABLE, SEAT }, screen = { TABLE, SEAT } }

local function verb(of, name) return { kind = "verb", of = of, name = name } end

local function add_names(into, list, of) for _, name in ipairs(list) do into[name] = verb(of, name) end end

local function add_keys(into, from, kind) for name in pairs(from or {}) do into[name] = kind end end

local function table_names(spec)
  local known = {}
  add_names(known, declare.TABLE_NAMES, "table")
  add_keys(known, spec.steps, STEP)
  add_keys(known, spec.decks, PILE)
  add_keys(known, spec.piles.table, PILE)
  add_keys(known, spec.pools.table, POOL)
  add_keys(known, spec.state.table, STATE)
  known.rules, known.seat, known.gm = RULES, SEATS, SEAT
  return known
end

local function seat_names(spec)
  local known = {}
  add_names(known, declare.SEAT_NAMES, "seat")
  for _, whose in ipairs { "gm", "seat" } do
    if whose == "seat" or spec.gm then
      add_keys(known, spec.piles[whose], PILE)
      add_keys(known, spec.pools[whose], POOL)
      add_keys(known, spec.state[whose], STATE)
    end
  end
  known.profile, known.table, known.number = PROFILE, TABLE, NUMBER
  return known
end

-- Fields of the cards of all decks: name -> { kind =, values = what they may be, or nil }.
local function card_fields(spec)
  local fields = {}
  for _, deck in pairs(spec.decks) do
    for _, face in ipairs(deck.kind.faces) do
      for key, value in pairs(face) do
        local field = fields[key] or kind_of("field", { name = key, values = {}, sure = true })
        fields[key] = field
        if type(value) == "string" then field.values[value] = true else field.mixed = true end
      end
    end
  end
  fields.hidden = kind_of("field", { name = "hidden", mixed = true })
  for _, name in ipairs { "same", "pile" } do fields[name] = verb("card", name) end
  return fields
end

local function add_order(into, order)
  for _, entry in ipairs(order) do
    if type(entry) == "table" then add_order(into, entry) else into[entry] = true end
  end
  return into
end

--- What a game's scripts may name: made once for a spec.
function names.of(spec)
  return { spec = spec, table = table_names(spec), seat = seat_names(spec), card = card_fields(spec),
    in_order = add_order({}, spec.order or {}) }
end

-- --- the visitor ---

local V = {}
V.__index = V

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
  if HOUSE_VERBS[node.name] then return verb("house", node.name) end
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
  t = "the table is the step's first parameter: `function(t)`", me = "a bot's first parameter is its seat: `function(me, q)`",
  say = "`t:say(...)` tells the table", ask = "a seat asks: `seat:ask { ... }`" }

-- Said once in a function, for the places that follow are the same mistake.
function V:unknown_global(name, token, problem, hint)
  local said = self.step.unknown or {}
  self.step.unknown = said
  if said[name] then
    said[name].more = said[name].more + 1
    return
  end
  self:report(token, "error", "global", problem, hint)
  said[name] = self.findings[#self.findings]
  said[name].more = 0
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
    return self.file.kind == "game" and self.depth == 0 and { { path = "" } } or nil -- shared.of { ... }
  end
  local of, name = kind.of, kind.name
  if of == "global" and name == "game" then return { { path = "" } } end
  if of == "seat" and name == "ask" then return { { question = true } } end
  if of == "table" and name == "ask_all" then return { nil, { question = true, params = { SEAT } } } end
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
  if full:find("^actions%.[^.]+%.who$") or path == "campaign" then return { path = full, params = { TABLE, SEAT } } end
  return { path = full }
end

local QUESTION_FUNCTIONS = { fits = { params = { CARD, CARDS } } }

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
    if step then self.decl[step] = self.decl[step] or token end
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

-- --- calls ---

local function each(first, second) return { kind = "each", first, second } end

-- What calls of verbs give.
local results = {
  table = { seats = each(SEAT), seats_back = each(SEAT), best_seats = SEATS, random = NUMBER },
  seat = { left = SEAT, right = SEAT },
  pile = { top = CARD, bottom = CARD, card = CARD, find = CARD, highest = CARD, list = CARDS, draw = CARDS,
    draw_up_to = CARDS, cards = each(CARD), owner = SEAT, count = NUMBER },
  card = { pile = PILE },
  pool = { amount = NUMBER },
}

local function expect_field(v, token, name)
  if v.game.card[name] or not next(v.game.spec.decks) then return true end
  v:report(token, "error", "name", ("a card has no `%s`%s"):format(name, words.suggest(name, words.keys(v.game.card))),
    "its fields come from the deck's suits and ranks")
end

-- "queen" for the rank that is written Q.
local function short_for(v, field, value)
  for _, deck in pairs(v.game.spec.decks) do
    for _, face in ipairs(deck.kind.faces) do
      if face.long and face.long:find(value .. " of ", 1, true) == 1 and face[field.name] ~= value then
        return (", did you mean `%s`?"):format(face[field.name])
      end
    end
  end
end

-- A text that is compared with a field of cards: there must be such a card.
local function expect_value(v, token, field, value)
  if field.mixed or not field.values or field.values[value] then return end
  local list = words.keys(field.values)
  local near = field.name == "rank" and short_for(v, field, value) or words.suggest(value, list)
  local expected = near == "" and #list <= 20 and "expected one of " .. table.concat(list, ", ") or nil
  v:report(token, "error", "card", ("no card has the %s `%s`%s"):format(field.name, value, near), expected)
end

local function check_find(v, types)
  local name, value = types[1], types[2]
  if not name or name.kind ~= "text" or not expect_field(v, name.token, name.value) then return end
  local field = v.game.card[name.value]
  if field and field.kind == "field" and value and value.kind == "text" then
    expect_value(v, value.token, field, value.value)
  end
end

-- How many values a text with %s, %d, %+d and %c takes.
local function wanted(text)
  return select(2, text:gsub("%%%%", ""):gsub("%%[sdc]", "%%s"):gsub("%%%+d", "%%s"):gsub("%%s", ""))
end

-- A format of string.format that a text for the table doesn't know.
local function unknown_format(text)
  return text:gsub("%%%%", ""):gsub("%%[sdc]", ""):gsub("%%%+d", ""):match("%%[-+#0-9.]*[a-zA-Z]")
end

local function check_values(v, text, given, multiple)
  if not text or text.kind ~= "text" then return end
  local format = unknown_format(text.value)
  if format then
    v:report(text.token, "error", "values", ("`%s` is told as it stands"):format(format),
      "use %s, %d, %+d or %c, or string.format for the value")
    return
  end
  local n = wanted(text.value)
  if given == n or given < n and multiple then return end
  local sentence = ("the text has %s %%s, but %d value%s"):format(n == 0 and "no" or n, given,
    given == 1 and " is given" or "s are given")
  if given < n then
    v:report(text.token, "error", "values", sentence, "each %s takes a value behind the text, in their order")
  else
    v:report(text.token, "warning", "values", sentence .. ": the rest is told to nobody",
      "each %s takes a value behind the text")
  end
end

local function check_question(v, made)
  if not made or made.kind ~= "made" then return end
  for _, name in ipairs(words.keys(made.keys)) do
    local known = false
    for _, key in ipairs(QUESTION_KEYS) do known = known or key == name end
    if not known then
      v:report(made.keys[name], "error", "question", ("a question has no `%s`%s"):format(name,
        words.suggest(name, QUESTION_KEYS)))
    end
  end
  if made.count == 1 and made.multiple then return end
  if made.items[1] and made.items[1].kind == "text" then v.questions[made.items[1].value] = true end
  if made.count < 2 then
    v:report(made.token, "error", "question", "a question begins with its name and its text",
      "write { \"name\", \"Text?\", ... }")
  else check_values(v, made.items[2], made.count - 2, made.multiple) end
end

local function check_name(v, kind, known, what)
  if kind and kind.kind == "text" and not known[kind.value] then
    v:report(kind.token, "error", "name", ("%s `%s`%s"):format(what, kind.value,
      words.suggest(kind.value, words.keys(known))))
  end
end

local function seat_numbers(v)
  local known = {}
  for name, kind in pairs(v.game.seat) do if kind == POOL or kind == STATE then known[name] = true end end
  return known
end

-- house.base.NAME is a plain function: the table is handed over by hand.
local function check_base(v, callee, call)
  local text = callee.method and "behind a colon the step below gets `house.base` in place of the table" or
    call.count == 0 and not call.multiple and "the step below gets no table"
  if text then
    v:report(callee.token, callee.method and "error" or "warning", "call", text,
      ("say `house.base.%s(t)`"):format(callee.name))
  end
end

-- t.roll("d6"): behind a dot a verb or a step gets no table, a pile's no pile. Who hands it over by hand may.
local THINGS = { table = "table", seat = "seat", pile = "pile", pool = "pool" }

local function check_dot(v, callee, call)
  local base = callee.base and THINGS[callee.base.kind]
  if callee.method or not base or not callee.base.sure or v.file.kind == "foreign" then return end
  local kind, first = callee.type.kind, call.types[1]
  if kind ~= "verb" and kind ~= "step" or first and first.kind == callee.base.kind then return end
  v:report(callee.token, (first or call.count == 0) and "error" or "warning", "call",
    ("behind a dot `%s` doesn't get its %s"):format(callee.name, base),
    ("say `:%s(...)`, with a colon"):format(callee.name))
end

-- What `for ... in` can't walk as it stands.
local function how_to_walk(kind)
  if kind.kind == "verb" and kind.of == "table" and kind.name == "seats" or kind == SEATS then
    return "say `for seat in t:seats() do`"
  elseif kind.kind == "pile" then return "say `for card in PILE:cards() do`"
  elseif kind.kind == "list" then return "say `for _, one in ipairs(LIST) do`" end
end

--- The one value that a `for ... in` is given.
function V:walked(kind, token)
  local how = kind and self.file.kind ~= "foreign" and how_to_walk(kind)
  if how then self:report(token, "error", "call", "`for ... in` can't walk this", how) end
end

-- `t.seats` where a list is wanted: it walks the seats.
local function check_list(v, call, place)
  local given = call.types[place]
  if given and given.kind == "verb" and given.of == "table" and given.name == "seats" then
    v:report(call.tokens[place], "error", "call", "`t.seats` walks the seats and is no list", "the list is `t.seat`")
  end
end

-- Each is told of a call: the types of its arguments, their count, ...
local checks = { table = {}, seat = {}, pile = {}, pool = {}, house = {}, global = {} }

function checks.table.say(v, call) check_values(v, call.types[1], call.count - 1, call.multiple) end
checks.seat.say = checks.table.say
function checks.seat.ask(v, call) check_question(v, call.types[1]) end
function checks.table.ask_all(v, call)
  check_list(v, call, 1)
  check_question(v, call.types[2])
end
function checks.table.choose(v, call) check_list(v, call, 1) end
function checks.table.best_seats(v, call) check_list(v, call, 2) end
function checks.global.ipairs(v, call) check_list(v, call, 1) end
function checks.table.measure(v, call) check_name(v, call.types[1], v.game.spec.measures, "no measure") end
function checks.table.rank_by(v, call)
  for k = 1, call.count do
    check_name(v, call.types[k], seat_numbers(v), "no pool and no state of a seat is called")
  end
end
function checks.pile.find(v, call) check_find(v, call.types) end
checks.pile.take, checks.pile.count = checks.pile.find, checks.pile.find

local function order_text(v, call)
  local kind = call.types[1]
  if kind and kind.kind == "text" then
    v.decl["order:" .. kind.value] = v.decl["order:" .. kind.value] or kind.token
  end
end
for name in pairs(HOUSE_VERBS) do checks.house[name] = order_text end

function checks.global.require(v, call)
  local kind = call.types[1]
  if kind and kind.kind == "text" then v.requires[kind.value] = kind.token end
end

-- table.insert(list, ...) and the like write into a list.
local WRITERS = { insert = true, remove = true, sort = true }

local function writes(v, callee, call)
  local root = call.roots[1]
  if callee.type.of == "table" and callee.base and callee.base.kind == "library" and WRITERS[callee.type.name]
    and root and root.level == 0 and call.level > 0 then
    v:file_level(root, call.tokens[1])
  end
end

local function asked(call)
  local made = call.types[1]
  if not made or made.kind ~= "made" then return nil end
  if made.keys.cards then return CARDS end
  return made.keys.card and CARD or nil
end

local function walked(call)
  local list = call.types[1]
  return list and list.kind == "list" and each(NUMBER, list.of) or nil
end

-- What a call of something unknown tells: the name of a function that runs while the file is read.
function V:unknown_call(callee)
  local name = callee.record and callee.record.name or callee.name
  if name and self.depth == 0 then self.called[name] = true end
end

function V:module(name)
  local value = name and name.kind == "text" and self.tools.module(name.value)
  return value and kind_of("module", { name = name.value, value = value }) or nil
end

-- What a call of a verb gives where that hangs on what it gets.
local function given_back(kind, call)
  local list = call.types[1]
  if kind.of == "seat" and kind.name == "ask" then return asked(call) end
  if kind.of == "table" and kind.name == "choose" then return list and list.kind == "list" and list.of or nil end
  return results[kind.of] and results[kind.of][kind.name] or nil
end

function V:call(callee, call)
  local kind = callee.type
  if callee.base and callee.base.kind == "base" then check_base(self, callee, call) end
  if kind == SEATS and callee.name == "seat" then
    self:report(callee.token, "error", "call", "`t.seat` is a list", "`t:seats()` walks it, `t.seat[1]` is one seat")
  end
  if kind then check_dot(self, callee, call) end
  if not kind or kind.kind ~= "verb" then return self:unknown_call(callee) end
  if kind.of == "global" and kind.name == "variant" then return HOUSE end
  if callee.base and callee.base.kind == "library" then return writes(self, callee, call) end
  local look = checks[kind.of] and checks[kind.of][kind.name]
  if look and (self.file.kind ~= "foreign" or kind.of == "global") then look(self, call) end
  if kind.of == "global" and kind.name == "require" then return self:module(call.types[1]) end
  if kind.of == "global" then
    return (kind.name == "ipairs" or kind.name == "pairs") and walked(call) or nil
  end
  return given_back(kind, call)
end

--- What a function that ask_all is given returns is a question.
function V:returned(types)
  local asks = self.stack[#self.stack]
  if asks and asks.question then check_question(self, types[1]) end
end

-- --- comparisons and texts ---

-- A rule and a value that it can never have.
local function compare_rule(v, rule, other)
  local value = other.value
  if other.kind == "text" then
    local fits = rules.accepts(rule, value)
    if rule.kind == "text" or fits then return end
    local list = {}
    for i, option in ipairs(rule.one_of or {}) do list[i] = tostring(option) end
    v:report(other.token, "error", "rule", ("rule `%s` is never `%s`%s"):format(rule.name, value,
      words.suggest(value, list)), "it is " .. rules.expected(rule))
  end
end

-- A field that is a text on every card, and a number.
local function compare_number(v, field, token)
  if field.mixed or not field.values then return end
  v:report(token, "error", "card", ("a card's %s is a text, never a number"):format(field.name),
    ("write it in quotes: card.%s == %q"):format(field.name, next(field.values)))
end

-- A pool equals no number, and Lua says nothing of it.
local NUMBERS = { number = true, rule = true }

--- A value that is added to, compared for more or less, or joined to a text.
function V:counted(kind, token)
  if not kind or kind.kind ~= "pool" or self.file.kind == "foreign" then return end
  self:report(token, "error", "pool", "a pool is no number", "its number is what :amount() gives")
end

function V:compare(a, b, token, other)
  if NUMBERS[a.kind] and b.kind == "pool" then return self:counted(b, other) end
  if a.kind == "pool" and NUMBERS[b.kind] then return self:counted(a, token) end
  if a.kind == "text" or a.kind == "number" then a, b, other = b, a, token end
  if self.file.kind == "foreign" then return end
  if a.kind == "field" and b.kind == "text" then expect_value(self, b.token, a, b.value) end
  if a.kind == "field" and b.kind == "number" then compare_number(self, a, other) end
  if a.kind == "rule" then compare_rule(self, a.rule, b) end
end

function V:text(value)
  self:mention(value)
  self.texts[value] = true
end

--- A visitor for one file of a game. file.kind: "game", "house", "bots", "module" or "foreign"; game: names.of;
--- tools: global(name), method(kind, name), each a sentence or nil, module(name), a table or nil; below: the steps a variant's base has.
function names.visitor(file, game, tools, below)
  return setmetatable({ file = file, game = game, tools = tools, below = below, findings = {}, decl = {}, given = {},
    steps = {}, reads = {}, maybe = {}, texts = {}, requires = {}, called = {}, lasting = {}, wraps = {},
    questions = {}, answers = {},
    stack = {}, depth = 0, step = { mentions = {} } }, V)
end

return names
