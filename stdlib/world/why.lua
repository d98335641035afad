-- What `:why` says of the question that waits, or of an answer: first a sentence
-- in the game's words; then, on request, who asks at which line and by which
-- rules, and what makes the answer legal or not.
--
-- Where things stand is read from the scripts' texts when somebody asks. Said
-- is what the seat may know: cards are drawn for whoever reads, a secret rule
-- has no value, and what was judged is what would be judged of a real answer,
-- which is read but not given.

local answers = require "world.answers"
local card_names = require "world.card_names"
local source_index = require "world.source_index"
local rules = require "world.rules"
local marked_text = require "world.marked_text"

local why = {}

-- A line with values is a text for %s; a plain one has its cards drawn.
local function line(lines, form, ...) lines[#lines + 1] = { form, ... } end

-- --- where it is asked ---

-- The functions of the game that wait for the answer, the innermost first.
local function waiting(p, frames)
  local list = {}
  for _, frame in ipairs(frames) do
    local fn = source_index.at_lines(p, frame.path, frame.first, frame.last)
    if fn then list[#list + 1] = { fn = fn, path = fn.file.path, line = frame.line } end
  end
  return list
end

-- The question in the text: { at = lines of its keys, path = }; empty where its name is made up.
local function written(p, frames, name)
  for _, frame in ipairs(name and frames or {}) do
    local q = source_index.question(p, frame.path, frame.line, name)
    if q then return q end
  end
  return { at = {} }
end

-- "`min` and `max` at file:12": where these keys stand, or else the question.
local function key_place(a, ...)
  local parts, on = {}, nil
  for _, key in ipairs { ... } do
    local at = a.q.at[key]
    if at and at == on then parts[#parts] = ("`%s` and %s"):format(key, parts[#parts])
    elseif at then parts[#parts + 1] = ("`%s` at %s"):format(key, source_index.at(a.q.path, at)) end
    on = at or on
  end
  if #parts > 0 then return table.concat(parts, ", ") end
  return a.frames[1] and "the question at " .. source_index.at(a.frames[1].path, a.frames[1].line) or "the question"
end

-- "`wants` at file:12"
local function frame_words(frame)
  local place = source_index.at(frame.path, frame.line)
  return frame.fn.name and ("`%s` at %s"):format(frame.fn.name, place) or place
end

local function add_place(lines, a)
  local parts = {}
  for i, frame in ipairs(a.frames) do parts[i] = frame_words(frame) end
  if #parts == 0 then parts[1] = "the library" end
  line(lines, "%s is put to %s%s in the step `%s`, by %s.", a.ask.name and ("The question `%s`"):format(a.ask.name)
    or "The question", a.ask.who, a.ask.secret and " in secret" or "", a.ask.step, table.concat(parts, ", called by "))
end

-- "deal, again and again (pass, [play], sink), score"
local function order_text(order, step)
  local parts, found = {}, false
  for i, entry in ipairs(order) do
    if type(entry) == "table" then
      local text, inside = order_text(entry, step)
      parts[i], found = ("again and again (%s)"):format(text), found or inside
    else
      parts[i], found = entry == step and ("[%s]"):format(entry) or entry, found or entry == step
    end
  end
  return table.concat(parts, ", "), found
end

local function add_order(lines, a)
  local text, found = order_text(a.b.spec.order, a.ask.step)
  if found then line(lines, "The order: %s.", text)
  else line(lines, "`%s` is not in the order: it runs out of turn.", a.ask.step) end
end

-- --- what is legal ---

local KEYS = { one_of = { "one_of" }, card = { "card" }, cards = { "cards" }, number = { "max", "min" },
  text = { "text" }, confirm = { "confirm" }, die = {} }
local FROM = { one_of = "The options are %s.", card = "The cards are those of %s.",
  cards = "The cards are those of %s.", number = "The limits are said by %s.", text = "The length is said by %s." }

-- "Anna's hand (`card` at file:12)"
local function source_words(a)
  local place = key_place(a, table.unpack(KEYS[a.ask.kind]))
  if not a.ask.source then return a.ask.kind == "one_of" and "those of " .. place or place end
  return ("%s (%s)"):format(a.b.hooks.pile_names[a.ask.source], place)
end

-- "3 (`count` at file:12)"
local function how_many(a)
  local ask, place = a.ask, key_place(a, "count", "max", "min")
  if ask.min == ask.max then return ("%d (%s)"):format(ask.min, place) end
  return ("%d to %d (%s)"):format(ask.min, ask.max, place)
end

local function add_judges(lines, a)
  if a.ask.has_fits then line(lines, "Which of them fit is said by %s.", key_place(a, "fits")) end
  if not a.ask.has_why then return end
  local what = a.ask.kind == "text" and "Whether the words will do is said" or "What is refused is explained"
  line(lines, "%s by %s.", what, key_place(a, "why"))
end

local function add_legal(lines, a)
  lines[#lines + 1] = ("Legal is %s."):format(a.ask.expected)
  local form = FROM[a.ask.kind]
  if form then line(lines, form, source_words(a)) end
  add_judges(lines, a)
end

-- --- of an answer ---

local legal = {}

function legal.one_of(lines, a)
  if a.ask.place then
    line(lines, "%s is legal: it is option %s of the list of %s.", a.ask.answer, a.ask.place, key_place(a, "one_of"))
  else line(lines, "%s is legal: it is in the list of %s.", a.ask.answer, key_place(a, "one_of")) end
end

function legal.card(lines, a)
  line(lines, "%s is legal: it is number %s of the cards from %s%s.", a.ask.answer, a.ask.place, source_words(a),
    a.ask.has_fits and ", and " .. key_place(a, "fits") .. " lets it through" or "")
end

function legal.cards(lines, a)
  local n = #a.ask.answer
  line(lines, "%s: legal. %s from %s, where %s may be chosen%s.", a.ask.answer, n == 1 and "It is" or "They are",
    source_words(a), how_many(a),
    a.ask.has_fits and ", and " .. key_place(a, "fits") .. " lets each join those before it" or "")
end

function legal.number(lines, a)
  line(lines, "%s is legal: it is %s, by %s.", a.ask.answer, a.ask.expected, key_place(a, "max", "min"))
end

function legal.die(lines, a) line(lines, "%s is legal: it is %s.", a.ask.answer, a.ask.expected) end

function legal.confirm(lines, a)
  line(lines, "%s is legal: yes and no both are, by %s.", a.ask.answer and "yes" or "no", key_place(a, "confirm"))
end

function legal.text(lines, a)
  line(lines, "That is legal: %s, by %s%s.", a.ask.expected, key_place(a, "text"),
    a.ask.has_why and "; " .. key_place(a, "why") .. " has nothing against it" or "")
end

local function add_legal_answer(lines, a)
  local none = a.ask.answer == nil or a.ask.kind == "cards" and #a.ask.answer == 0
  if none and a.ask.kind ~= "confirm" then
    local key = a.ask.kind == "cards" and "min" or "optional"
    return line(lines, "To answer nothing is legal, by %s.", key_place(a, key))
  end
  legal[a.ask.kind](lines, a)
end

local function add_illegal(lines, a)
  lines[#lines + 1] = "Not legal: " .. a.ask.sentence
  if a.ask.own_words then
    line(lines, "These are the words of %s.", key_place(a, "why"))
    lines[#lines + 1] = ("Legal is %s."):format(a.ask.expected)
  end
  if a.ask.left_out then
    local from = a.ask.held == a.ask.source and a.ask.has_fits and key_place(a, "fits") or key_place(a, a.ask.kind)
    return line(lines, "%s is in %s, but %s leaves it out.", a.ask.left_out, a.b.hooks.pile_names[a.ask.held], from)
  elseif a.ask.misfit then
    line(lines, "%s can't join the cards before it, by %s.", a.ask.misfit, key_place(a, "fits"))
  end
  local form = FROM[a.ask.kind]
  if form and not a.ask.own_words and not a.ask.misfit then line(lines, form, source_words(a)) end
  if a.ask.kind == "cards" then line(lines, "How many may be chosen: %s.", how_many(a)) end
end

-- --- the rules ---

local function layer_words(a, layer)
  if layer == "--set" then return "--set" end
  local path, at = source_index.declared(a.p, layer, "rules." .. a.rule)
  local who = a.b.spec.own_layer[layer] and layer or "variant " .. layer
  return path and ("%s, %s"):format(who, source_index.at(path, at)) or who
end

local function origin_words(a, rule)
  a.rule = rule.name
  local words = layer_words(a, rule.origin)
  if rule.kind == "table" or a.b.values[rule.name] == rule.value then return words end
  return rule.secret and not a.ask.master and "changed at this table"
    or ("changed at this table; %s before, by %s"):format(rules.show(rule.value, rule), words)
end

local function reads_words(reads)
  local list = {}
  for i, read in ipairs(reads) do list[i] = source_index.at(read.path, read.line) end
  return table.concat(list, ", ")
end

local function add_rule(lines, a, entry)
  local rule = a.b.spec.rules[entry.rule]
  local value = rule.secret and not a.ask.master and "secret" or rules.show(a.b.values[entry.rule], rule)
  line(lines, "  %s = %s (%s), read at %s", entry.rule, value, origin_words(a, rule), reads_words(entry.reads))
end

local function add_list(lines, a, title, list)
  if #list > 0 then line(lines, title) end
  for _, entry in ipairs(list) do add_rule(lines, a, entry) end
end

-- Those told to people, without those in `but`, which they are added to.
local function told(a, list, but)
  local left = {}
  for _, entry in ipairs(list) do
    if not but[entry.rule] and not a.b.spec.rules[entry.rule].hidden then left[#left + 1] = entry end
    but[entry.rule] = true
  end
  return left
end

local function add_rules(lines, a)
  local functions, named = {}, {}
  for i, frame in ipairs(a.frames) do functions[i] = frame.fn end
  local own = told(a, a.q.from and source_index.rules_of(a.p, { a.q }) or {}, named)
  local others = told(a, source_index.rules_of(a.p, functions), named)
  if #own + #others == 0 then return line(lines, "No rule is read there, nor by what that calls.") end
  add_list(lines, a, "Rules in the question itself, with what it calls:", own)
  local which = #own > 0 and "Other rules that are read there" or "Rules that are read there"
  add_list(lines, a, which .. ", with what that calls:", others)
end

-- --- the question and the answer ---

local function ask_of(b, q, master)
  local _, _, step = engine.asked(b.block)
  local frames, source = engine.origin(b.block)
  return { who = b.names[q.seat], name = q.kind ~= "die" and q.name or nil, kind = q.kind, step = step,
    expected = answers.expected(q), min = q.min, max = q.max, secret = q.secret, has_fits = q.fits,
    has_why = type(q.why) == "function", master = master, source = source, frames = frames }
end

-- The number by which a person knows the option that is chosen; nil where it has none.
local function number_of(q, value)
  if q.kind ~= "one_of" and q.kind ~= "card" or not answers.numbered(q) then return nil end
  for number, i in ipairs(answers.order(q)) do if rawequal(q.options[i], value) then return number end end
end

-- A card that the seat holds, which was not among those to choose from, or which `fits` has left out: it, and the number
-- of its pile.
local function left_out(b, q, text)
  local face = q.by_cards and card_names.find(b, text)
  local among = {}
  for _, card in ipairs(face and q.options or {}) do among[card] = true end
  for index, plan in ipairs(face and b.plan or {}) do
    for card in b.hooks.pile_handles[index]:cards() do
      if plan[3] == q.seat and not among[card] and host.visible(b.block, card, q.code)
        and card_names.face(b, card) == face then return card, index end
    end
  end
end

local function add_answer(b, q, ask, typed)
  local staged, fault = answers.read(q, typed)
  ask.typed, ask.legal = typed, staged
  if staged then
    ask.answer = engine.staged(b.block)
    ask.place = number_of(q, ask.answer)
    return engine.unstage(b.block)
  end
  ask.sentence, ask.own_words = answers.sentence(q, fault), fault.own ~= nil and ask.has_why
  ask.misfit = fault.at and q.options[fault.at]
  ask.left_out, ask.held = left_out(b, q, typed)
end

-- A legal answer in a sentence.
local function yes(b, q, reader, style)
  local staged = engine.staged(b.block)
  local answer = marked_text.render(b, marked_text.value(b, staged), reader, style)
  local note = require("world.notes").of(b, q, staged, reader, style)
  if staged == nil or q.by_cards and type(staged) == "table" and #staged == 0 then
    return "Yes, you may choose nothing."
  end
  if q.kind == "confirm" then answer = ("`%s`"):format(answer) end
  return ("Yes, %s will do%s"):format(answer, note and ": " .. note or ".")
end

--- Whether the answer `typed` will do, in a sentence; of "" what will.
function why.sentence(b, typed, reader, style)
  local q = answers.open(b)
  if typed == "" then return ("%s can answer: %s."):format(b.names[q.seat], answers.expected(q)) end
  local staged, fault = answers.read(q, typed)
  if not staged then return "No: " .. answers.sentence(q, fault) end
  local sentence = yes(b, q, reader, style)
  engine.unstage(b.block)
  return sentence
end

--- The lines for the question that waits, and for the answer `typed`, "" for none; `master`: the game master reads.
function why.lines(b, typed, master)
  local q = answers.open(b)
  local ask = ask_of(b, q, master)
  if typed ~= "" then add_answer(b, q, ask, typed) end
  local p, lines = source_index.of(b.spec), {}
  local a = { b = b, p = p, ask = ask, frames = waiting(p, ask.frames) }
  a.q = written(p, a.frames, ask.name)
  if ask.typed then
    if ask.legal then add_legal_answer(lines, a) else add_illegal(lines, a) end
    add_place(lines, a)
  else
    add_place(lines, a)
    add_order(lines, a)
    add_legal(lines, a)
  end
  add_rules(lines, a)
  return lines
end

return why
