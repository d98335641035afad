-- Methods of the visitor (names.lua) for calls and comparisons in a game's scripts: the arguments and results of verbs, the
-- texts and values of questions and of t:say, and what a card's field or a rule is compared with.

local english = require "shared.english"
local lists = require "shared.lists"
local rules = require "script.rules"
local kinds = require "check.kinds"

local SEAT, CARD, NUMBER, SEATS, CARDS = kinds.SEAT, kinds.CARD, kinds.NUMBER, kinds.SEATS, kinds.CARDS
local QUESTION_KEYS = lists.set("one_of card cards min max fits optional count confirm default step text bot why tells")

local DECLARES = lists.set("game house")

local V = {}

-- --- calls ---

local function each(first, second) return { kind = "each", first, second } end

-- What calls of verbs give.
local results = {
  table = { seats = each(SEAT), seats_back = each(SEAT), best_seats = SEATS, random = NUMBER },
  seat = { left = SEAT, right = SEAT },
  pile = { top = CARD, bottom = CARD, card = CARD, find = CARD, highest = CARD, list = CARDS, draw = CARDS,
    draw_up_to = CARDS, cards = each(CARD), owner = SEAT, count = NUMBER, bits = NUMBER },
  card = { pile = kinds.PILE },
  pool = { amount = NUMBER },
  global = { variant = kinds.HOUSE, game_from = kinds.HOUSE },
}

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
  local list = lists.keys(field.values)
  local near = field.name == "rank" and short_for(v, field, value) or english.suggest(value, list)
  local expected = near == "" and #list <= 20 and "expected one of " .. table.concat(list, ", ") or nil
  v:report(token, "error", "card", ("no card has the %s `%s`%s"):format(field.name, value, near), expected)
end

local function check_find(v, types)
  local name, value = types[1], types[2]
  if not name or name.kind ~= "text" then return end
  local field = v:field { name = name.value, token = name.token, base = CARD }
  if field and field.kind == "field" and value and value.kind == "text" then
    expect_value(v, value.token, field, value.value)
  end
end

local function check_values(v, text, given, multiple)
  if not text or text.kind ~= "text" then return end
  local rest, n = text.value:gsub("%%%%", ""):gsub("%%%+d", "%%d"):gsub("%%[sdch]", "") -- n values, each in its form
  local format = rest:match("%%[-+#0-9.]*[a-zA-Z]") -- one of string.format that a text for the table doesn't know
  if format then
    v:report(text.token, "error", "values", ("`%s` is shown as it stands"):format(format),
      "use %s, %d, %+d, %c or %h, or string.format for the value")
    return
  end
  if given == n or given < n and multiple then return end
  local sentence = ("the text has %s %%s, but %d value%s"):format(n == 0 and "no" or n, given,
    given == 1 and " is given" or "s are given")
  local is_short = given < n
  v:report(text.token, is_short and "error" or "warning", "values",
    sentence .. (is_short and "" or ": not all of them are shown"),
    "each %s takes a value after the text" .. (is_short and ", in their order" or ""))
end

local function check_question(v, made)
  if not made or made.kind ~= "made" then return end
  for _, name in ipairs(lists.keys(made.keys)) do
    if not QUESTION_KEYS[name] then
      v:report(made.keys[name], "error", "question", ("a question has no `%s`%s"):format(name,
        english.suggest(name, QUESTION_KEYS)))
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
  if kind and kind.kind == "text" then
    v:known({ name = kind.value, token = kind.token, base = kinds.TABLE }, what, known)
  end
end

-- house.base.NAME is a plain function: the table is handed over by hand.
local function check_base(v, callee, call)
  local text = callee.method and "after a colon the step below gets `house.base` instead of the table" or
    call.count == 0 and not call.multiple and "the step below gets no table"
  if text then
    v:report(callee.token, callee.method and "error" or "warning", "call", text,
      ("say `house.base.%s(t)`"):format(callee.name))
  end
end

-- t.roll("d6"): behind a dot a verb or a step gets no table, a pile's no pile. Who hands it over by hand may.
local THINGS = lists.set("table seat pile pool")

local function check_dot(v, callee, call)
  local base = callee.base
  if callee.method or not base or not THINGS[base.kind] or not base.sure or v.file.kind == "foreign" then return end
  local kind, first = callee.type.kind, call.types[1]
  if kind ~= "verb" and kind ~= "step" or first and first.kind == base.kind then return end
  v:report(callee.token, (first or call.count == 0) and "error" or "warning", "call",
    ("after a dot `%s` doesn't get its %s"):format(callee.name, base.kind),
    ("say `:%s(...)`, with a colon"):format(callee.name))
end

-- `t.seats`, which walks the seats when it is called.
local function is_seats(kind) return kind.kind == "verb" and kind.of == "table" and kind.name == "seats" end

-- What `for ... in` can't walk as it stands.
local WALKED = { pile = "say `for card in PILE:cards() do`", list = "say `for _, one in ipairs(LIST) do`" }

--- The one value that a `for ... in` is given.
function V:walked(kind, token)
  if not kind or self.file.kind == "foreign" then return end
  local how = (is_seats(kind) or kind == SEATS) and "say `for seat in t:seats() do`" or WALKED[kind.kind]
  if how then self:report(token, "error", "call", "`for ... in` can't walk this", how) end
end

-- Where a list is wanted.
local function check_list(v, call, place)
  if call.types[place] and is_seats(call.types[place]) then
    v:report(call.tokens[place], "error", "call", "`t.seats` walks the seats and is not a list", "the list is `t.seat`")
  end
end

-- Each function gets the types of a call's arguments, their count, ...
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
  local known = lists.set(lists.map(v.game.seat, function(kind, name)
    return (kind == kinds.POOL or kind == kinds.STATE) and name or nil
  end))
  for k = 1, call.count do check_name(v, call.types[k], known, "no pool or state of a seat is called") end
end
function checks.pile.find(v, call) check_find(v, call.types) end
checks.pile.take, checks.pile.count = checks.pile.find, checks.pile.find

-- Where the verb names the step is kept under its own name too, "before:pay".
local function order_text(v, call, callee)
  local kind = call.types[1]
  for i = 1, call.count do v:bare_step(call.tokens[i]) end
  if kind and kind.kind == "text" then
    v.decl["order:" .. kind.value] = v.decl["order:" .. kind.value] or kind.token
    v.decl[callee.name .. ":" .. kind.value] = kind.token
  end
end
for name in pairs(kinds.HOUSE_VERBS) do checks.house[name] = order_text end

function checks.global.require(v, call)
  local kind = call.types[1]
  if kind and kind.kind == "text" then v.requires[kind.value] = kind.token end
end

-- table.insert(list, ...) and the like write into a list.
local WRITERS = lists.set("insert remove sort")

local function check_written(v, callee, call)
  local root = call.roots[1]
  if callee.type.of == "table" and WRITERS[callee.type.name] and root and root.level == 0 and call.level > 0 then
    v:file_level(root, call.tokens[1])
  end
end

-- The result types of verbs that depend on their arguments: each function gets the type of the first.
local given_back = { seat = {}, table = {}, global = {} }

function given_back.seat.ask(_, made)
  if made.kind ~= "made" then return nil end
  return made.keys.cards and CARDS or made.keys.card and CARD
end

function given_back.table.choose(_, list) return list.kind == "list" and list.of end
function given_back.global.ipairs(_, list) return list.kind == "list" and each(NUMBER, list.of) end
given_back.global.pairs = given_back.global.ipairs

function given_back.global.require(v, name)
  local value = name.kind == "text" and v.tools.module(name.value)
  return value and kinds.kind_of("module", { name = name.value, value = value })
end

-- What a call of something unknown tells: the name of a function that runs while the file is read.
function V:unknown_call(callee)
  local name = callee.record and callee.record.name or callee.name
  if name and self.depth == 0 then self.called[name] = true end
end

local function of_verb(list, kind) return list[kind.of] and list[kind.of][kind.name] end

function V:call(callee, call)
  local kind, base = callee.type, callee.base
  if base and base.kind == "base" then check_base(self, callee, call) end
  if kind == SEATS and callee.name == "seat" then
    self:report(callee.token, "error", "call", "`t.seat` is a list", "`t:seats()` walks it, `t.seat[1]` is one seat")
  end
  if kind then check_dot(self, callee, call) end
  if callee.name == "measure" then
    local name = call.types[1]
    self.measured[name and name.kind == "text" and name.value or true] = true
  end
  if not kind or kind.kind ~= "verb" then return self:unknown_call(callee) end
  if base and base.kind == "library" then return check_written(self, callee, call) end
  local look, gives = of_verb(checks, kind), of_verb(given_back, kind)
  if look and (self.file.kind ~= "foreign" or kind.of == "global") then look(self, call, callee) end
  if gives then return call.types[1] and gives(self, call.types[1]) or nil end
  return of_verb(results, kind)
end

--- What a function that ask_all is given returns is a question.
function V:returned(types)
  local asks = self.stack[#self.stack]
  if asks and asks.question then check_question(self, types[1]) end
end

-- --- comparisons and texts ---

-- A pool equals no number, and Lua says nothing of it.
local NUMBERS = { number = true, rule = true }

--- A value that is added to, compared for more or less, or joined to a text.
function V:counted(kind, token)
  if not kind or kind.kind ~= "pool" or self.file.kind == "foreign" then return end
  self:report(token, "error", "pool", "a pool is not a number", "use :amount() to get its number")
end

function V:compare(a, b, token, other)
  if NUMBERS[a.kind] and b.kind == "pool" then return self:counted(b, other) end
  if a.kind == "pool" and NUMBERS[b.kind] then return self:counted(a, token) end
  if a.kind == "text" or a.kind == "number" then a, b, other = b, a, token end
  if self.file.kind == "foreign" then return end
  if a.kind == "field" and b.kind == "text" then expect_value(self, b.token, a, b.value) end
  if a.kind == "field" and b.kind == "number" and a.values and not a.mixed then
    self:report(other, "error", "card", ("a card's %s is a text, never a number"):format(a.name),
      ("write it in quotes: card.%s == %q"):format(a.name, next(a.values)))
  end
  local rule = a.kind == "rule" and b.kind == "text" and a.rule.kind ~= "text" and a.rule
  if rule and not rules.accepts(rule, b.value) then
    self:report(b.token, "error", "rule", ("rule `%s` is never `%s`%s"):format(rule.name, b.value,
      english.suggest(b.value, lists.map(rule.one_of or {}, tostring))), "it is " .. rules.expected(rule))
  end
end

-- A rule that the declaration names, as where a pool begins, is read there.
function V:text(value, token)
  self:mention(value)
  self.texts[value] = true
  local is_declaration = self.depth == 0 and DECLARES[self.file.kind]
  if is_declaration and self.game.declared_reads[value] then self:read_rule(value, token) end
end

return V
