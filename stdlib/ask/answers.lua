-- Questions and answers in words: the question as a person reads it, and a typed answer read as a code. Codes are checked
-- and kept in ask/codes.lua.
--
-- A refused answer is a fault, plain data: { what =, said =, ... }; answers.sentence makes its sentence. A typed number is a
-- place in the list as it is shown: cards that the seat sees are listed in the order of the deck, as in a hand.

local disk = require "host.disk"
local english = require "shared.english"
local lists = require "shared.lists"
local card_names = require "table.card_names"
local codes = require "ask.codes"
local marked_text = require "table.marked_text"
local option_notes = require "ask.option_notes"
local question = require "table.question"
local view = require "table.view"

local answers = {}

local LISTED = 12 -- options in a sentence
local TYPED = 2000 -- bytes of a line

-- --- the open question ---

answers.open = question.open

--- What it asks, with marks for cards.
function answers.asks(q)
  if not q.asks then
    local fixed = q.kind == "die" or q.kind == "nothing"
    q.asks = fixed and q.text or marked_text.format(q.b, q.text, table.unpack(q.values))
  end
  return q.asks
end

-- A value of the game in words, for one reader.
local function worded(q, value, reader, style)
  return marked_text.render(q.b, marked_text.value(q.b, value), reader, style)
end

local label = codes.label

-- The face of option i where it is a card that the seat sees.
local function face_at(q, i)
  local option = q.options[i]
  if host.kind(option) ~= "card" then return nil end
  return host.visible(q.b.block, option, q.seat) and card_names.face(q.b, option) or nil
end

-- The faces of all options, or nil when one is not a card or can't be seen.
local function faces_of(q)
  local faces = {}
  for i = 1, #q.options do
    faces[i] = face_at(q, i)
    if not faces[i] then return nil end
  end
  return faces
end

-- The places of the options, in the order in which they are shown.
local function order_of(q)
  if q.order then return q.order end
  local faces = faces_of(q)
  q.order = lists.keys(q.options)
  if faces then
    table.sort(q.order, function(x, y)
      if faces[x] ~= faces[y] then return faces[x] < faces[y] end
      return x < y
    end)
  end
  return q.order
end

-- Does a bare number stand for a place in the list? Not where an option begins with one.
local function is_numbered(q)
  if q.by_cards then return true end
  for i = 1, #q.options do
    if (label(q, i) .. " "):find("^[+%-%d]+ ") then return false end
  end
  return true
end

-- --- what may be answered ---

-- Alike cards are named once.
local function listed(q)
  local order = order_of(q)
  if q.by_cards and #order > 1 and not faces_of(q) then return ("a number in the list, 1 to %d"):format(#order) end
  local list = lists.distinct(lists.map(order, function(i) return label(q, i) end))
  local has_commas = not lists.all(list, function(words) return not words:find(",", 1, true) end)
  if has_commas and #list > 1 and is_numbered(q) then
    return ("a number in the list, 1 to %d"):format(#order)
  end
  if #list > LISTED then return ("%s ... (%d in all)"):format(table.concat(list, ", ", 1, LISTED), #list) end
  return english.list(list, "or")
end

-- "1 card", "0 or 1 card", "2 to 4 cards"
local function count_words(q)
  local cards = q.max == 1 and "card" or "cards"
  if q.min == q.max then return ("%d %s"):format(q.min, cards) end
  return ("%d %s %d %s"):format(q.min, q.max == q.min + 1 and "or" or "to", q.max, cards)
end

local function number_words(q)
  if q.min == q.max then return tostring(q.min) end
  local text = ("a whole number from %d to %d"):format(q.min, q.max)
  return q.step > 1 and ("%s in steps of %d"):format(text, q.step) or text
end

local EXPECTED = {
  cards = function(q) return count_words(q) .. " of " .. listed(q) end,
  number = number_words,
  die = number_words,
  confirm = function() return "yes or no" end,
  text = function(q) return ("a line of at most %d characters"):format(math.min(q.max, TYPED)) end,
  nothing = function() return "just Enter" end,
  one_of = listed,
  card = listed,
}

--- The places of the options in the order in which they are shown; and whether a number stands for a place there.
answers.order, answers.numbered = order_of, is_numbered

--- What may be answered, in words: "a whole number from 1 to 5".
function answers.expected(q)
  return EXPECTED[q.kind](q) .. (q.optional and ", or nothing (-)" or "")
end

-- --- sentences ---

-- Why an answer is refused, by the fault's `what`: it follows the text that was typed.
local FAULTS = { place = "can't be chosen", option = "is not a choice", several = "fits more than one choice",
  card = "is not one of the cards", few = "is too few cards", many = "is too many cards", twice = "is already chosen",
  fits = "don't go together", number = "is not a whole number", low = "is too low", high = "is too high",
  step = "is not one of the steps", confirm = "is neither", long = "is too long",
  control = "has a character that can't be shown", kind = "is not an answer", nothing = "is not an answer" }

-- ", did you mean ...?" if the list is long or the word may be misspelt; else "".
local function nearest(q, fault)
  local is_word = #q.options > 2 and #fault.said > 3 and not fault.said:find "[ %d]"
  if fault.what ~= "option" or #q.options <= LISTED and not is_word then return "" end
  local near = english.suggest(fault.said, lists.map(q.options, function(_, i) return label(q, i) end))
  return (near:gsub("^, did", "; did"))
end

--- The sentence for an answer that was refused.
function answers.sentence(q, fault)
  if fault.own then return fault.own end
  if fault.what == "unassigned" then
    return ("that line holds a character that Unicode %s doesn't know"):format(disk.unicode())
  end
  if fault.what == "overlong" then return ("that line is too long: expected at most %d characters"):format(TYPED) end
  local expected = answers.expected(q)
  if fault.said == "" then return "a blank line is not an answer: expected " .. expected end
  local what = fault.among and ("could be %s"):format(fault.among) or FAULTS[fault.what]
  return ("`%s` %s: expected %s%s"):format(fault.said, what, expected, nearest(q, fault))
end

-- What a function of the question, its `why` if none is named, says of an answer: a list of cards, a number or a text. Nil
-- if it says nothing.
local function own_words(q, value, fn)
  fn = fn or q.why
  if not fn then return nil end
  local ok, sentence = host.look(q.b.block, fn, fn, value, q.b.t, q.b.seats[q.seat])
  if ok and (type(sentence) == "string" or type(sentence) == "number") then return tostring(sentence) end
end

-- No code, and a fault.
local function refuse(what, said, own, among)
  return nil, { what = what, said = said, own = own, among = among }
end

local function cards_of(q, faces)
  return lists.map(faces, function(face) return q.b.face_cards[face] end)
end

-- The script's own words why the card that a text names can't be chosen; nil if it names no card.
local function own_of_card(q, text)
  local face = card_names.find(q.b, text)
  return face and own_words(q, cards_of(q, { face }))
end

-- --- one card ---

-- The place that a number stands for: "3" in the list as it is shown, "#3" in the script's order, as kept forms have it.
local function shown_place(q, text)
  local hash, digits = text:match("^(#?)(%d+)$")
  local n = math.tointeger(tonumber(digits))
  if hash == "#" then return q.options[n] ~= nil and n or nil end
  return n and order_of(q)[n]
end

-- A rank alone, when one face among the options has it; or the names of those that do.
local function place_of_rank(q, text, used)
  local rank, found, names = card_names.rank(q.b, text), nil, {}
  for _, i in ipairs(rank and order_of(q) or {}) do
    local face = not used[i] and face_at(q, i)
    if face and rank[face] and not names[face] then
      names[face], names[#names + 1], found = true, label(q, i), found or i
    end
  end
  if #names < 2 then return found end
  return nil, english.list(names, "or")
end

-- The place of the card that a text names; or nil, and the names of the cards that it may mean.
local function card_place(q, text, used)
  local face = card_names.find(q.b, text)
  if not face then return place_of_rank(q, text, used) end
  for i = 1, #q.options do if not used[i] and face_at(q, i) == face then return i end end
end

local function read_card(q, text)
  local place, among = shown_place(q, text), nil
  if not place then place, among = card_place(q, text, {}) end
  if place then return place end
  return refuse("place", text, own_of_card(q, text), among)
end

-- --- several ---

-- "10 of hearts" begins with no number of the list.
local function number_at(q, text, at)
  local number, after = text:match("^(#?%d+)()", at)
  if not number or text:find("^[^ ,]", after) or text:lower():find("^ +of ", after) then return nil end
  return shown_place(q, number), after
end

-- The place of the card that the longest run of up to four words from `at` on names, without cards that are used; where
-- the text goes on behind it; or nil, nil and the names of the cards that it may mean.
local function words_at(q, text, at, used)
  local place, behind, among
  local after = at
  for _ = 1, 4 do
    after = text:match("^ *[^ ,]+()", after)
    if not after then break end
    local found, several = card_place(q, text:sub(at, after - 1), used)
    if found then place, behind = found, after end
    among = among or several
    if text:sub(after, after) == "," then break end
  end
  return place, behind, among
end

local function read_cards(q, text)
  local places, used = {}, {}
  local at = text:match("^[ ,]*()")
  while at <= #text do
    local place, after, among = number_at(q, text, at)
    if place and used[place] then return refuse("twice", text:sub(at, after - 1)) end
    if not place then place, after, among = words_at(q, text, at, used) end
    if not place then
      local word = text:match("^[^ ,]+", at)
      if card_place(q, word, {}) then return refuse("twice", word) end
      return refuse("card", word, own_of_card(q, word), among)
    end
    used[place], places[#places + 1] = true, place
    at = text:match("^[ ,]*()", after)
  end
  return places
end

-- --- one of several ---

-- Has the option just these faces in its field `cards`?
local function has_faces(q, option, faces)
  if type(option) ~= "table" or #option.cards ~= #faces then return false end
  local left = {}
  for _, face in ipairs(faces) do left[face] = (left[face] or 0) + 1 end
  for _, card in ipairs(option.cards) do
    local face = card_names.face(q.b, card)
    left[face] = (left[face] or 0) - 1
    if left[face] < 0 then return false end
  end
  return true
end

-- The option that is a set of just these cards. An option may be anything: a seat has no field `cards`.
local function place_of_set(q, faces)
  for i = 1, faces and #q.options or 0 do
    local ok, same = pcall(has_faces, q, q.options[i], faces)
    if ok and same then return i end
  end
end

-- The only option that `fits` by its words, or those that do.
local function only(q, fits)
  local found = lists.collect(q.options, function(_, i) return fits(english.fold(label(q, i))) and i or nil end)
  return #found == 1 and found[1] or nil, found
end

-- Are these words, in this order, among those of the label? "bob" of "Ann & Bob".
-- Not by a pattern: typed text may be longer than a pattern may be.
local function has_words(text, part)
  local at = 1
  while true do
    local first, last = text:find(part, at, true)
    if not first then return false end
    if (first == 1 or text:sub(first - 1, first - 1) == " ") and not text:find("^[%w-]", last + 1) then return true end
    at = first + 1
  end
end

-- An option's words, as letters or as the screen shows them, or a number with its sign.
local function exact_place(q, text)
  local wanted, number, alike = english.fold(text), tonumber(text), nil
  for i = 1, #q.options do if label(q, i) == text then return i end end
  for i = 1, #q.options do
    local option = q.options[i]
    if english.fold(label(q, i)) == wanted then return i end
    local shown = type(option) == "userdata" and english.fold(worded(q, option, q.seat, "symbols")) == wanted
    if shown or number and type(option) == "number" and option == number then alike = alike or i end
  end
  return alike
end

local function place_of_words(q, text)
  local lower, bare, among = english.fold(text), english.without_symbols(text), nil
  local place, found = only(q, function(name) return name:sub(1, #lower) == lower end)
  if #found == 0 and bare ~= "" then
    place = only(q, function(name) return english.without_symbols(name):sub(1, #bare) == bare end)
  end
  if place then return place end
  if faces_of(q) then
    local card, several = card_place(q, text, {})
    if card then return card end
    among = several
  end
  return nil, among, #found > 1 and "several" or "option"
end

local function read_one_of(q, text)
  local has_hash = text:sub(1, 1) == "#"
  local place = not has_hash and exact_place(q, text) or (has_hash or is_numbered(q)) and shown_place(q, text)
  if place then return place end
  local named, among, what = place_of_words(q, text)
  if named then return named end
  local faces = card_names.several(q.b, q.seat, text)
  local function within(name) return has_words(name, english.fold(text)) end
  place = place_of_set(q, faces) or text:find("^%a+$") and only(q, within)
  if place then return place end
  return refuse(what, text, own_words(q, faces and cards_of(q, faces) or text), among)
end

-- --- the other kinds ---

local MOST = { all = true, ["all in"] = true, ["all-in"] = true, allin = true, most = true, max = true, maximum = true }
local LEAST = { least = true, min = true, minimum = true }

-- A whole number that fits an integer.
local function whole(text) return text:find("^[+-]?%d+$") and math.tointeger(tonumber(text)) end

--- Is it a whole number, or a word as "all" that stands for one?
function answers.is_amount(text)
  text = text:lower()
  return (whole(text) or MOST[text] or LEAST[text]) and true or false
end

local function read_number(q, text)
  local word = text:lower()
  if q.kind == "number" and q.min <= q.max then
    if MOST[word] then return q.max - (q.max - q.min) % q.step end
    if LEAST[word] then return q.min end
  end
  local n = whole(text)
  if n then return n end
  return refuse("number", text, own_words(q, text))
end

local function read_confirm(q, text)
  local word = text:lower()
  if word == "1" or ("yes"):sub(1, #word) == word then return true end
  if word == "2" or ("no"):sub(1, #word) == word then return false end
  return refuse("confirm", text, own_words(q, text))
end

-- A text may ask for information instead of answering: `tells` of the question gives it. Its `why` may refuse any text.
local function read_text(q, text)
  if not disk.letters(text) then return refuse("unassigned", text) end
  text = disk.compose(text)
  local told = q.tells and own_words(q, text, q.tells)
  if told then return refuse("told", text, told) end
  local own = own_words(q, text)
  if own then return refuse("own", text, own) end
  return text
end

local READ = { one_of = read_one_of, card = read_card, cards = read_cards, confirm = read_confirm, text = read_text,
  number = read_number, die = read_number }

-- --- values ---

-- The place of a value among the options: the same card, else one of the same face.
local function place_of_value(q, value, used)
  local alike, is_card = nil, host.kind(value) == "card" and value.hidden == nil
  for i, option in ipairs(q.options) do
    if rawequal(option, value) and not used[i] then return i end
    local same = is_card and host.kind(option) == "card" and option:same(value)
    if same and not used[i] then alike = alike or i end
  end
  return alike
end

local function places_of_values(q, list)
  local places, used = {}, {}
  if type(list) ~= "table" then
    return refuse("kind", "that", "expected a list of cards; for one card, write { card }")
  end
  for k, value in ipairs(list) do
    local place = place_of_value(q, value, used)
    if not place then return refuse("card", tostring(value)) end
    places[k], used[place] = place, true
  end
  return places
end

-- The code of a value that a step would get: the default, or a test's answer.
local function read_value(q, value)
  if value == nil then return nil end
  if q.kind == "cards" then return places_of_values(q, value) end
  if q.kind ~= "one_of" and q.kind ~= "card" then return value end
  local place = place_of_value(q, value, {})
  if place then return place end
  return refuse(q.kind == "card" and "place" or "option", q.kind == "card" and "that card" or "that")
end

--- What a blank line means, or nil: the question's `default`; if that is a function, what it gives for the seat's view.
function answers.default(q)
  if type(q.default) ~= "function" then return q.default end
  local fn, value = q.default, nil
  local ok, problem = view.call(q.b, q.seat, function(t, seat) value = fn(t, seat) end, fn)
  q.default, q.problem = nil, not ok and problem or nil
  if ok then q.default = value end
  return q.default
end

-- --- the whole ---

local NOTHING = { ["-"] = true, none = true, nothing = true }

-- A line that is blank or a word for nothing: true if that settles the answer, and then a code, or nil and a fault.
local function read_nothing(q, text)
  if q.kind == "nothing" then return true, nil, nil end
  local blank = text == ""
  local may_be_text = q.kind == "text" and not (q.optional and answers.default(q) == nil) -- [Enter: none] isn't shown
  local word = may_be_text and text == "-" or not may_be_text and NOTHING[text:lower()]
  if not blank and not word then return false end
  if blank and answers.default(q) ~= nil then return true, read_value(q, q.default) end
  if q.optional or q.kind == "cards" and q.min == 0 then return true, nil end
  if blank then return true, refuse("nothing", "", q.kind == "text" and own_words(q, "") or nil) end
  return false
end

local function read(q, text)
  if #text > TYPED then return refuse("overlong", text) end
  local settled, code, fault = read_nothing(q, text)
  if settled then return code, fault end
  return READ[q.kind](q, text)
end

-- The script's own words for what is wrong with a code.
local function own_of_code(q, code, what, detail)
  if what == "failed" then return tostring(detail) end
  if q.kind == "number" then return own_words(q, code) end
  if what ~= "fits" then return nil end
  return own_words(q, cards_of(q, lists.map(code, function(place) return face_at(q, place) or 0 end)))
end

--- Stages a code, unless there is a fault already; `said` is the answer in words. True, or nil and the fault.
function answers.stage_code(q, said, code, fault)
  if fault then return nil, fault end
  local staged, what, detail = codes.stage(q, code)
  if staged then return true end
  fault = { what = what, said = said, own = own_of_code(q, code, what, detail) }
  fault.at = what == "fits" and code[detail] or nil
  return nil, fault
end

--- Reads what was typed as an answer to q and stages it: true, or nil and the fault.
function answers.read(q, text)
  text = text:match("^%s*(.-)%s*$")
  return answers.stage_code(q, text, read(q, text))
end

local function open_question(b)
  return answers.open(b) or error("no question is open", 0)
end

local function told(q, staged, fault)
  if staged then return true end
  return nil, answers.sentence(q, fault), fault.what == "told"
end

--- Stages a typed answer: true; or nil, a sentence, and whether the sentence is what the line asked for.
function answers.stage(b, text)
  local q = open_question(b)
  return told(q, answers.read(q, text))
end

--- Stages a value that a step would get (a card, a list of cards, an option, a number, a text): as answers.stage.
function answers.stage_value(b, value)
  local q = open_question(b)
  return told(q, answers.stage_code(q, "that", read_value(q, value)))
end

--- Stages an answer by its kept form: true, or nil and a sentence.
function answers.recall(b, kept)
  local q = open_question(b)
  if codes.recall(q, kept) then return true end
  return nil, ("`%s` is not an answer here: expected %s"):format(kept, answers.expected(q))
end

-- --- as people read it ---

-- "(2 cards)", "(0 to 5 by 5)"; "" for a text with a `why`, whose question says itself what is wanted.
local function limits(q)
  if q.kind == "number" or q.kind == "die" then
    if q.min == q.max then return (" (only %d)"):format(q.min) end
    local by = q.step > 1 and (" by %d"):format(q.step) or ""
    return (" (%d to %d%s)"):format(q.min, q.max, by)
  end
  if q.kind == "cards" then return (" (%s)"):format(count_words(q)) end
  if q.kind == "confirm" then return " (yes or no)" end
  return q.kind == "text" and not q.why and " (a line of text)" or ""
end

-- What Enter alone means, in words; nil if it means nothing.
local function default_words(q, reader, style)
  local default = answers.default(q)
  if default == nil or q.kind == "cards" and #default == 0 then return nil end
  return worded(q, default, reader, style)
end

local LONG = 20 -- bytes of an answer that is named by its number, where it stands in the list below

local function enter(q, usual)
  local may_be_none = q.optional or q.kind == "cards" and q.min == 0
  if not usual then return may_be_none and " [Enter: none]" or "" end
  local is_listed = q.kind == "one_of" and is_numbered(q) and #usual > LONG
  local number = is_listed and lists.index(order_of(q), read_value(q, answers.default(q)))
  return (" [Enter: %s%s]"):format(number or usual, may_be_none and "; - for none" or "")
end

-- Does the list of options show all of the hand?
local function lists_hand(q)
  if not q.by_cards then return false end
  local option = lists.set(q.options)
  return lists.all(card_names.hand(q.b, q.seat), function(card) return option[card] end)
end

-- The script's notes, for the person asked.
local function notes_on(q, options, reader, style)
  if not q.tells or reader ~= q.seat then return nil end
  local rows, problem = option_notes.all(q.b, q, order_of(q), reader, style)
  for i, row in ipairs(rows or {}) do
    row[1] = q.kind == "confirm" and (row[1] and "yes" or "no") or q.kind == "number" and tostring(row[1]) or options[i]
  end
  return rows, problem
end

--- The open question as a reader (see marked_text.render) reads it, as plain data: seat, name, kind, secret, optional, min,
--- max, step, asks, text (the same with limits and what Enter means), options (as shown), places (of each in the script's
--- order), numbered, cards (are they cards side by side?), lists_hand, default (what Enter means, in words). For the seat
--- that is asked also noted, the notes of the script: { { answer, note }, ... }; or problem, why it gave none. Nil if no
--- question is open.
function answers.question(b, reader, style)
  local q = answers.open(b)
  if not q then return nil end
  local options = lists.map(order_of(q), function(i) return worded(q, q.options[i], reader, style) end)
  local noted, problem = notes_on(q, options, reader, style)
  local asks = q.kind == "die" and ("roll a d%s. What does it show?"):format(q.min < 0 and "F" or q.max)
    or marked_text.render(q.b, answers.asks(q), reader, style)
  local usual = default_words(q, reader, style)
  local text = asks .. limits(q) .. enter(q, usual)
  return { seat = q.seat, name = q.name, kind = q.kind, secret = q.secret, optional = q.optional, min = q.min,
    max = q.max, step = q.step, asks = asks, text = text, options = options, places = order_of(q),
    numbered = is_numbered(q), cards = q.by_cards, default = usual,
    lists_hand = lists_hand(q), noted = noted, problem = problem or q.problem }
end

--- What may be typed at the open question, in letters (for a text, what a bot may say); and whether an answer consists of
--- several of them.
function answers.offers(b)
  local q = answers.open(b)
  if not q then return {}, false end
  if q.kind == "confirm" then return { "yes", "no" }, false end
  if q.kind == "text" then return lists.joined(type(q.bot) == "table" and q.bot or { q.bot }), false end
  return lists.map(order_of(q), function(i) return label(q, i) end), q.kind == "cards"
end

return answers
