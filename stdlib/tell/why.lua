-- What `:why` says of the question that waits, or of an answer: first a sentence
-- in the game's words; then, on request, who asks at which line and by which
-- rules, and what makes the answer legal or not.
--
-- Files and lines are looked up in the scripts when somebody asks. It says only
-- what the seat may know: cards are drawn for whoever reads, and a secret rule
-- has no value. An answer is read and judged as a real one, but not given.

local answers = require "ask.answers"
local card_names = require "table.card_names"
local source_index = require "tell.source_index"
local rules = require "script.rules"
local specs = require "script.specs"
local english = require "shared.english"
local lists = require "shared.lists"
local marked_text = require "table.marked_text"

local why = {}

-- A line with values is a text for %s; a plain one has its cards drawn.
local function line(lines, form, ...) lines[#lines + 1] = { form, ... } end

-- --- where it is asked ---

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
    local at = a.written.at[key]
    if at and at == on then parts[#parts] = ("`%s` and %s"):format(key, parts[#parts])
    elseif at then parts[#parts + 1] = ("`%s` at %s"):format(key, source_index.at(a.written.path, at)) end
    on = at or on
  end
  if #parts > 0 then return table.concat(parts, ", ") end
  return a.frames[1] and "the question at " .. source_index.at(a.frames[1].path, a.frames[1].line) or "the question"
end

local function add_place(lines, a)
  local places = lists.map(a.frames, function(frame) -- "`wants` at file:12"
    local place = source_index.at(frame.path, frame.line)
    return frame.fn.name and ("`%s` at %s"):format(frame.fn.name, place) or place
  end)
  local by = "by " .. (#places > 0 and table.concat(places, ", called by ") or "the library")
  if #places == 1 and a.frames[1].fn.name == a.step then by = places[1]:match " (at .*)" end
  line(lines, "%s is asked%s in the step `%s`, %s.", a.name and ("The question `%s`"):format(a.name)
    or "The question", a.q.secret and " in secret" or "", a.step, by)
end

-- "deal, again and again (pass, [play], sink), score"
local function add_order(lines, a)
  local order = a.b.spec.order
  if lists.index(specs.step_names(order), a.step) then
    line(lines, "The order: %s.", specs.order_text(order, "repeat (%s)", a.step))
  else line(lines, "`%s` is not in the order: it runs out of turn.", a.step) end
end

-- --- what is legal ---

local FROM = { one_of = "The options are %s.", card = "The cards are those of %s.",
  cards = "The cards are those of %s.", number = "The limits are set by %s.", text = "The length is set by %s." }

-- "Anna's hand (`card` at file:12)"
local function source_words(a)
  local place = a.q.kind == "number" and key_place(a, "max", "min") or key_place(a, a.q.kind)
  if not a.source then return a.q.kind == "one_of" and "those of " .. place or place end
  return ("%s (%s)"):format(a.b.hooks.pile_names[a.source], place)
end

-- "3 (`count` at file:12)"
local function how_many(a)
  local min, max = a.q.min, a.q.max
  return ("%s (%s)"):format(min == max and min or ("%d to %d"):format(min, max), key_place(a, "count", "max", "min"))
end

local function add_source(lines, a)
  local form = FROM[a.q.kind]
  if form then line(lines, form, source_words(a)) end
end

local function add_legal(lines, a)
  lines[#lines + 1] = ("Legal answers: %s."):format(a.expected)
  add_source(lines, a)
  if a.q.fits then line(lines, "They must also satisfy %s.", key_place(a, "fits")) end
  if not a.has_why then return end
  local what = a.q.kind == "text" and "Texts are accepted or refused" or "Refusals are explained"
  line(lines, "%s by %s.", what, key_place(a, "why"))
end

-- --- of an answer ---

local legal = {}

function legal.one_of(lines, a)
  local at = a.place and ("option %s of"):format(a.place) or "in"
  line(lines, "%s is legal: it is %s the list from %s.", a.answer, at, key_place(a, "one_of"))
end

function legal.card(lines, a)
  line(lines, "%s is legal: it is number %s of the cards from %s%s.", a.answer, a.place, source_words(a),
    a.q.fits and ", and " .. key_place(a, "fits") .. " lets it through" or "")
end

function legal.cards(lines, a)
  local are = #a.answer == 1 and "It is" or "They are"
  line(lines, "%s: legal. %s from %s, where %s may be chosen%s.", a.answer, are, source_words(a), how_many(a),
    a.q.fits and ", and " .. key_place(a, "fits") .. " allows each with those before it" or "")
end

function legal.number(lines, a)
  line(lines, "%s is legal: it is %s, as set by %s.", a.answer, a.expected, key_place(a, "max", "min"))
end

function legal.die(lines, a) line(lines, "%s is legal: it is %s.", a.answer, a.expected) end

function legal.confirm(lines, a)
  line(lines, "%s is legal: yes and no are both allowed by %s.", a.answer and "yes" or "no", key_place(a, "confirm"))
end

function legal.text(lines, a)
  line(lines, "That is legal: %s, as set by %s%s.", a.expected, key_place(a, "text"),
    a.has_why and "; " .. key_place(a, "why") .. " accepts it" or "")
end

local function add_legal_answer(lines, a)
  local none = a.answer == nil or a.q.kind == "cards" and #a.answer == 0
  if not none or a.q.kind == "confirm" then return legal[a.q.kind](lines, a) end
  line(lines, "Answering nothing is legal: %s allows it.", key_place(a, a.q.kind == "cards" and "min" or "optional"))
end

local function add_illegal(lines, a)
  lines[#lines + 1] = "Not legal: " .. a.sentence
  if a.own_words then
    line(lines, "That explanation comes from %s.", key_place(a, "why"))
    lines[#lines + 1] = ("Legal answers: %s."):format(a.expected)
  end
  if a.left_out then
    local from = a.held == a.source and a.q.fits and key_place(a, "fits") or key_place(a, a.q.kind)
    return line(lines, "%s is in %s, but %s leaves it out.", a.left_out, a.b.hooks.pile_names[a.held], from)
  end
  if a.misfit then line(lines, "%s can't be added to the cards before it, says %s.", a.misfit, key_place(a, "fits"))
  elseif not a.own_words then add_source(lines, a) end
  if a.q.kind == "cards" then line(lines, "Number to choose: %s.", how_many(a)) end
end

-- --- the rules ---

-- The layer that gives the rule's value, and the line.
local function layer_words(a, rule)
  local path, at = source_index.declared(a.p, rule.origin, "rules." .. rule.name)
  local own = rule.origin == "--set" or a.b.spec.own_layer[rule.origin]
  return (own and "" or "variant ") .. rule.origin .. (path and ", " .. source_index.at(path, at) or "")
end

local function origin_words(a, rule)
  if rule.kind == "table" or a.b.values[rule.name] == rule.value then return layer_words(a, rule) end
  return rule.secret and not a.master and "changed at this table"
    or ("changed at this table; %s before, by %s"):format(rules.show(rule.value, rule), layer_words(a, rule))
end

local function add_list(lines, a, title, list)
  if #list > 0 then line(lines, title) end
  for _, entry in ipairs(list) do
    local rule = a.b.spec.rules[entry.rule]
    local value = rule.secret and not a.master and "secret" or rules.show(a.b.values[entry.rule], rule)
    line(lines, "  %s = %s (%s), read at %s", rule.name, value, origin_words(a, rule), source_index.all_at(entry.reads))
  end
end

-- The rules in a list that are shown to people and not in the set `but` yet; adds all to the set.
local function told(a, list, but)
  return lists.map(list, function(entry)
    local is_new = not but[entry.rule] and not a.b.spec.rules[entry.rule].hidden
    but[entry.rule] = true
    return is_new and entry or nil
  end)
end

local function add_rules(lines, a)
  local functions, named = lists.map(a.frames, function(frame) return frame.fn end), {}
  local own = told(a, a.written.open and source_index.rules_of(a.p, { a.written }) or {}, named)
  local others = told(a, source_index.rules_of(a.p, functions), named)
  if #own + #others == 0 then return line(lines, "No rules are read there, or in what it calls.") end
  add_list(lines, a, "Rules read by the question itself:", own)
  add_list(lines, a, (#own > 0 and "Other rules" or "Rules") .. " read there, or in what it calls:", others)
end

-- --- the question and the answer ---

-- The number of the chosen option in the list as it is shown; nil if options have no numbers.
local function number_of(q, value)
  if q.kind ~= "one_of" and q.kind ~= "card" or not answers.numbered(q) then return nil end
  for number, i in ipairs(answers.order(q)) do if rawequal(q.options[i], value) then return number end end
end

-- The typed card, if the seat holds it but it isn't among those to choose from, or `fits` has left it out; and the number of
-- its pile.
local function left_out(b, q, text)
  local face = q.by_cards and card_names.find(b, text)
  local among = {}
  for _, card in ipairs(face and q.options or {}) do among[card] = true end
  for index, plan in ipairs(face and b.plan or {}) do
    for card in b.hooks.pile_handles[index]:cards() do
      if plan.seat == q.seat and not among[card] and host.visible(b.block, card, q.seat)
        and card_names.face(b, card) == face then return card, index end
    end
  end
end

local function add_answer(a, typed)
  local b, q = a.b, a.q
  local staged, fault = answers.read(q, typed)
  a.legal = staged
  if staged then
    a.answer = engine.staged(b.block)
    a.place = number_of(q, a.answer)
    return engine.unstage(b.block)
  end
  a.sentence, a.own_words = answers.sentence(q, fault), fault.own ~= nil and a.has_why
  a.misfit = fault.at and q.options[fault.at]
  a.left_out, a.held = left_out(b, q, typed)
end

-- A legal answer in a sentence.
local function yes(b, q, reader, style)
  local staged = engine.staged(b.block)
  local answer = marked_text.render(b, marked_text.value(b, staged), reader, style)
  local note = require("ask.option_notes").of(b, q, staged, reader, style)
  if staged == nil or q.by_cards and type(staged) == "table" and #staged == 0 then
    return "Yes, you may choose nothing."
  end
  if q.kind == "confirm" or q.kind == "text" then answer = ("`%s`"):format(answer) end
  return ("Yes, you may %s %s%s"):format(q.kind == "text" and "type" or "choose", answer,
    note and (" (%s)."):format(note) or ".")
end

--- Whether the answer `typed` is allowed, in a sentence; for "" what is allowed.
function why.sentence(b, typed, reader, style)
  local q = answers.open(b)
  if typed == "" then return ("%s can answer: %s."):format(english.opening(b.names[q.seat]), answers.expected(q)) end
  local staged, fault = answers.read(q, typed)
  if not staged then return "No: " .. answers.sentence(q, fault) end
  local sentence = yes(b, q, reader, style)
  engine.unstage(b.block)
  return sentence
end

--- Lines that explain the open question and the answer `typed` ("" for none); `master`: the game master reads.
function why.lines(b, typed, master)
  local p, q, lines = source_index.of(b.spec), answers.open(b), {}
  local _, _, step = engine.asked(b.block)
  local frames, source = engine.origin(b.block)
  frames = lists.map(frames, function(frame) -- the functions of the game that wait, the innermost first
    local fn = source_index.at_lines(p, frame.path, frame.first, frame.last)
    return fn and { fn = fn, path = fn.file.path, line = frame.line } or nil
  end)
  local a = { b = b, p = p, q = q, name = q.kind ~= "die" and q.name or nil, step = step, source = source,
    expected = answers.expected(q), has_why = type(q.why) == "function", master = master, frames = frames }
  a.written = written(p, a.frames, a.name)
  if typed == "" then
    add_place(lines, a)
    add_order(lines, a)
    add_legal(lines, a)
  else
    add_answer(a, typed)
    if a.legal then add_legal_answer(lines, a) else add_illegal(lines, a) end
    add_place(lines, a)
  end
  add_rules(lines, a)
  return lines
end

return why
