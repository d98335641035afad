-- Rules: the numbers and choices of a game, each declared once with its
-- default, limits and meaning. Profiles of seats have the same form.
-- A declaration is { default, "meaning", min =, max =, one_of =, number =,
-- text =, dice =, card =, length =, columns =, from =, secret = }; what stands
-- here is checked, shown and set. The default of a profile's field may be
-- `none`: not known unless it is given.
--
-- A list and a table with columns are made of rules: one for every item, or one
-- for each column, without a name of their own in t.rules.

local dice = require "primitives.dice".library
local english = require "shared.english"
local lists = require "shared.lists"
local mistakes = require "script.mistakes"

local rules = {}

local complain = mistakes.add

--- The numbers and choices of a game, each declared once: { default, "what it means", limits }. Read as t.rules.NAME;
--- set by a variant, by `--set NAME=VALUE`, or by the game master during the game. `croupier show GAME` lists them.
---
--- The default decides the kind: a whole number, true or false, one of a list, a text, any number, or a table, which
--- only a variant can change. A list with `length` and a table with `columns` are set like any other: `--set
--- payouts=5,3,1`, `--set "boats=sloop 10 4; brig 20 8"`. All their items and cells have the kind of the first; `min`,
--- `max`, `one_of` and so on apply to each item, and a column may have its own. In any other table the entries of a
--- variant must be like those that it has, if these are all texts, all numbers and so on; or one of `one_of`.
---@topic A game's declaration: rules
---@field min the smallest, for numbers
---@field max the most
---@field one_of a list of the allowed values, or "suits" or "ranks" for those of the deck; a suit may be typed by its sign or first letters
---@field dice true: dice, as a text for t:roll: "2d6+1"
---@field card true: a card of the deck, by its name; typed as at the table, "Qs" or "queen of spades"
---@field length how many items a list has, or { fewest, most }; for a table with columns, how many rows
---@field columns the names of a table's columns, each alone or as { "cost", min = 0 }: t.rules.boats[1].cost
---@field number true: with fractions
---@field text true: any text
---@field unit the word after the number: "chips"
---@field from when a change made during a game takes effect: "step" (the next one), "hand" (when the list of the order starts over), "game" (the next game)
---@field secret true: only the game master sees it
---@example deck = "standard", rules = {
---   ante = { 1, "chips each player puts in", min = 0, max = 100 },
---   exact = { false, "compare tenths too" },
---   tide = { "spades", "the suit that counts double", one_of = "suits" },
---   factor = { 1.5, "multiplies the pool", number = true, min = 1, max = 3 },
---   scores = { { 93, 75, 60, 40 }, "score of an ace by suit" },
---   payouts = { { 5, 3, 1 }, "chips for the first places", length = { 1, 6 }, min = 0 },
---   permits = { { [0] = "suit", [2] = "colour" }, "what each line permits", one_of = { "suit", "colour", "any" } },
---   damage = { "2d6+1", "what a hit costs", dice = true },
---   worst = { "Qs", "the card that nobody wants", card = true },
---   boats = { { { ship = "sloop", cost = 10 }, { ship = "brig", cost = 20 } }, "what can be bought",
---     columns = { "ship", { "cost", min = 1, max = 99 } }, length = { 1, 8 } },
--- }
---@see house, check, profile

--- What a player is like: numbers and choices, declared like rules and read as seat.profile.str. They are given by
--- `--player "Anna: str 14"` or a file of such lines, `--players FILE`. With `none` as its default, a value is unknown
--- until it is given.
---@topic A game's declaration: profile, players
---@example profile = { str = { 10, "strength", min = 1, max = 30 }, quick = { false, "draws two cards" } }
---@see rules, campaign

local KEYS = { "min", "max", "one_of", "number", "text", "dice", "card", "length", "columns", "from", "unit", "secret" }
local PLAIN = { string = true, boolean = true, table = true } -- no numbers, and not `none`
local FROM = { step = true, hand = true, game = true }

local function kind_of(entry, default)
  if entry.columns then return "rows" end
  if entry.length then return "list" end
  if entry.dice then return "dice" end
  if entry.card then return "card" end
  if type(default) == "table" then return "table" end
  if entry.one_of then return "choice" end
  if type(default) == "boolean" then return "yes or no" end
  if entry.text or type(default) == "string" then return "text" end
  return entry.number and "number" or "whole number"
end

-- What the rules of each kind are: fits(rule, value), is it a value of the rule; read(rule, text), what a person typed, which
-- may yet not fit; expected, what a value may be, a text or a function of the rule.
local kinds = {}

-- --- one value ---

local SWITCH = { yes = true, ["true"] = true, on = true, no = false, ["false"] = false, off = false }

kinds["yes or no"] = {
  expected = "yes or no",
  fits = function(_, value) return type(value) == "boolean" end,
  read = function(_, text) return SWITCH[text:lower()] end,
}

kinds.text = {
  expected = "a text",
  fits = function(_, value) return type(value) == "string" end,
  read = function(_, text) return text end,
}

-- The key of an entry that the rule of a table's entries refuses.
local function wrong_key(rule, value)
  for key, entry in lists.each(rule.item and value) do if not rules.accepts(rule.item, entry) then return key end end
end

kinds.table = {
  expected = "a table",
  fits = function(rule, value) return type(value) == "table" and wrong_key(rule, value) == nil end,
}

kinds.dice = {
  expected = "dice, like 2d6+1",
  fits = function(_, value) return type(value) == "string" and dice.check(value) ~= nil end,
  read = function(_, text) return dice.check(text) end,
}

-- The name of the card that a text names, or nil.
local function card_named(rule, text)
  local low = text:lower()
  for _, key in ipairs { "name", "long", "symbol" } do
    for _, face in ipairs(rule.faces) do if face[key]:lower() == low then return face.name end end
  end
end

kinds.card = {
  expected = "a card of the deck",
  fits = function(rule, value) return type(value) == "string" and card_named(rule, value) == value end,
  read = card_named,
}

-- The suit that a text names by its sign or its first letters.
local function suit_named(rule, text)
  local found
  for _, suit in ipairs(rule.one_of) do
    if rule.signs[suit] == text then return suit end
    if suit:sub(1, #text):lower() == text:lower() then
      if found then return nil end -- two begin so
      found = suit
    end
  end
  return found
end

kinds.choice = {
  expected = function(rule)
    return "one of " .. table.concat(lists.map(rule.one_of, function(value) return tostring(value) end), ", ")
  end,
  fits = function(rule, value) return lists.index(rule.one_of, value) ~= nil end,
  read = function(rule, text)
    for _, option in ipairs(rule.one_of) do if tostring(option):lower() == text:lower() then return option end end
    return rule.signs and text ~= "" and suit_named(rule, text) or nil
  end,
}

local function number_expected(rule)
  local text = "a " .. rule.kind
  if rule.min and rule.min == rule.max then return tostring(rule.min) end
  if rule.min and rule.max then return ("%s from %s to %s"):format(text, rule.min, rule.max) end
  if rule.min then return ("%s of %s or more"):format(text, rule.min) end
  return rule.max and ("%s of at most %s"):format(text, rule.max) or text
end

local function within(rule, value)
  return value == value and not (rule.min and value < rule.min) and not (rule.max and value > rule.max)
end

kinds.number = {
  expected = number_expected,
  fits = function(rule, value) return type(value) == "number" and within(rule, value) end,
  read = function(_, text) return tonumber(text) end,
}

kinds["whole number"] = {
  expected = number_expected,
  fits = function(rule, value) return math.type(value) == "integer" and within(rule, value) end,
  read = function(_, text) return math.tointeger(tonumber(text)) end,
}

-- --- lists, and tables with columns ---

-- "3", "1 to 6": how long a list may be.
local function length_text(rule)
  return rule.most == math.huge and rule.least .. " or more" or english.range(rule.least, rule.most)
end

-- Is it a list of the right length of which `fits` each item?
local function is_list(rule, value, fits)
  if type(value) ~= "table" or #value < rule.least or #value > rule.most then return false end
  return #lists.keys(value) == #value and lists.all(value, fits)
end

-- What `read` makes of each part of a text, which may stand in the brackets of a list; nil where it gives nil for one.
local function read_parts(text, mark, read)
  local list = {}
  text = text:match("^%s*{?%s*(.-)%s*}?%s*$")
  for part in (text .. mark):gmatch("(.-)%" .. mark) do
    part = part:match("^%s*(.-)%s*$")
    if part ~= "" then
      local value = read(part, #list + 1)
      if value == nil then return nil end
      list[#list + 1] = value
    end
  end
  host.freeze(list)
  return list
end

local function mark_in(text) return text:find(",", 1, true) and "," or " " end

kinds.list = {
  expected = function(rule)
    return ("a list of %s, each %s"):format(length_text(rule), rules.expected(rule.item))
  end,
  fits = function(rule, value)
    return is_list(rule, value, function(item) return rules.accepts(rule.item, item) end)
  end,
  read = function(rule, text)
    return read_parts(text, mark_in(text), function(part) return (rules.read(rule.item, part)) end)
  end,
}

local function is_row(rule, row)
  if type(row) ~= "table" or #lists.keys(row) ~= #rule.columns then return false end
  return lists.all(rule.columns, function(column) return rules.accepts(column, row[column.name]) end)
end

local function read_row(rule, text)
  local row, count = {}, 0
  local read = read_parts(text, mark_in(text), function(part, k)
    local column = rule.columns[k]
    if column then row[column.name], count = rules.read(column, part), k end
    return column and true
  end)
  return read and count == #rule.columns and row or nil
end

kinds.rows = {
  expected = function(rule)
    local rows = lists.collect(type(rule.default) == "table" and rule.default or {}, function(row)
      return is_row(rule, row) and row or nil
    end)
    local example = table.move(rows, 1, 2, 1, {})
    local columns = lists.map(rule.columns, function(column)
      return ("%s (%s)"):format(column.name, rules.expected(column))
    end)
    return ("%s rows of %s%s"):format(length_text(rule), table.concat(columns, ", "),
      #example > 0 and (", like `%s`"):format(rules.show(example, rule)) or "")
  end,
  fits = function(rule, value)
    return is_list(rule, value, function(row) return is_row(rule, row) end)
  end,
  read = function(rule, text) return read_parts(text, ";", function(part) return read_row(rule, part) end) end,
}

-- --- all kinds ---

--- What a rule may be, as people read it: "a whole number from 1 to 5".
function rules.expected(rule)
  local expected = kinds[rule.kind].expected
  return type(expected) == "string" and expected or expected(rule)
end

-- Of dice what they lack, or how each of two readings is typed.
local function about_dice(rule, text)
  local why = rule.kind == "dice" and type(text) == "string" and select(2, dice.check(text))
  return why and ("%s = %s"):format(rule.name, why)
end

-- Why a rule refuses a value, or a text that somebody typed.
local function refusal(rule, value, shown)
  local near = rule.kind == "choice" and english.suggest(tostring(value), lists.map(rule.one_of, tostring)) or ""
  return about_dice(rule, value)
    or ("%s = %s: expected %s%s"):format(rule.name, shown, rules.expected(rule), (near:gsub("^, did", "; did")))
end

--- May the rule have this value? If not, also a sentence that says why.
function rules.accepts(rule, value)
  if kinds[rule.kind].fits(rule, value) then return true end
  if rule.kind == "table" and type(value) == "table" then
    local key, item = wrong_key(rule, value), lists.copy(rule.item, 1)
    item.name = ("%s[%s]"):format(rule.name, key)
    return rules.accepts(item, value[key])
  end
  local show = (rule.kind == "choice" or rule.kind == "text") and rules.show or rules.written
  return false, refusal(rule, value, show(value))
end

--- The value that a person typed for a rule, or nil and a sentence.
function rules.read(rule, text)
  local read = kinds[rule.kind].read
  if not read then
    return nil, ("%s: a table can be changed only in a variant, not on the command line"):format(rule.name)
  end
  local value = read(rule, text)
  if value ~= nil and rules.accepts(rule, value) then return value end
  return nil, refusal(rule, text, text)
end

local LONG = 60 -- bytes

--- "{ 1, 2 }", "{ a = 1 }": a table, each value as show(value) has it; cut where it is long, unless it is wanted whole.
function rules.table_text(value, show, whole)
  local has_places = #lists.keys(value) == #value
  local text = table.concat(lists.map(value, function(item, key)
    return (has_places and "" or tostring(key) .. " = ") .. show(item)
  end), ", ")
  return "{ " .. (#text > LONG and not whole and text:sub(1, LONG - 3) .. "..." or text) .. " }"
end

-- "sloop 10", or "old sloop, 10", as it is typed.
local function row_written(rule, row)
  local cells, mark = {}, " "
  for i, column in ipairs(rule.columns) do
    cells[i] = rules.show(row[column.name])
    if cells[i]:find("%s") then mark = ", " end
  end
  return table.concat(cells, mark)
end

--- A value as `show` prints it: that of a rule, if there is one, as it can be typed; of a long table, unless it is wanted
--- whole, the beginning.
function rules.show(value, rule, whole)
  if rule and (rule.kind == "list" or rule.kind == "rows") and type(value) == "table" then
    return table.concat(lists.map(value, function(item)
      return rule.columns and row_written(rule, item) or rules.show(item)
    end), rule.columns and "; " or ", ")
  end
  if value == nil then return "not given" elseif value == none then return "none" end
  if value == true then return "yes" elseif value == false then return "no" end
  if type(value) ~= "table" then return type(value) == "function" and "a function" or tostring(value) end
  return rules.table_text(value, function(item) return rules.show(item, nil, whole) end, whole)
end

-- Adds what differs between two tables to a list, with the path to each entry. Have they an entry that is the same?
local function add_changes(list, old, new, path)
  local is_same = false
  local function add(key, form, ...)
    local place = type(key) == "string" and (path == "" and "" or ".") .. key or ("[%s]"):format(tostring(key))
    list[#list + 1] = path .. place .. form:format(...)
  end
  for key, value in pairs(new) do
    local was = old[key]
    if was == nil then add(key, " = %s is added", rules.show(value, nil, true))
    elseif lists.is_equal(was, value) then is_same = true
    elseif type(was) == "table" and type(value) == "table" then
      is_same = add_changes(list, was, value, path .. (type(key) == "string" and key or ("[%s]"):format(tostring(key))))
        or is_same
    else add(key, ": %s -> %s", rules.show(was, nil, true), rules.show(value, nil, true)) end
  end
  for key in pairs(old) do if new[key] == nil then add(key, " is removed") end end
  return is_same
end

--- The entries in which one table differs from another, as a text: "[8] = pair is added; [2]: set -> run"; or nil where no
--- entry is the same.
function rules.changes(old, new)
  local list = {}
  return add_changes(list, old, new, "") and table.concat(list, "; ") or nil
end

--- Is it a table of which `show` gives only the beginning?
function rules.is_long(value) return type(value) == "table" and rules.show(value) ~= rules.show(value, nil, true) end

--- A value as a script has it: "8" is no 8.
function rules.written(value)
  return type(value) == "string" and ("the text %q"):format(value) or rules.show(value)
end

-- What is wrong with the limits of a rule or a column: a key and what was expected; nil where nothing is.
local function wrong_limit(entry)
  for _, key in ipairs { "min", "max" } do
    if entry[key] ~= nil and type(entry[key]) ~= "number" then return key, "a number" end
  end
  local set = entry.one_of
  if set ~= nil and type(set) ~= "table" and set ~= "suits" and set ~= "ranks" then
    return "one_of", "a list of values, \"suits\" or \"ranks\""
  end
end

local function check_entry(spec, name, entry)
  if type(entry) ~= "table" or entry[1] == nil or type(entry[2]) ~= "string" then
    return complain(spec, name, "rule `%s`: expected { default, \"meaning\", limits }", name)
  end
  for key in pairs(entry) do
    if type(key) == "string" and not lists.index(KEYS, key) then
      complain(spec, name, "rule `%s` has an unknown key `%s`%s", name, key, english.suggest(key, KEYS))
    end
  end
  local limit, expected = wrong_limit(entry)
  if limit then
    return complain(spec, name, "rule `%s`: %s: expected %s, got %s", name, limit, expected,
      rules.written(entry[limit]))
  end
  if (entry.min or entry.max) and PLAIN[type(entry[1])] and not entry.length then
    complain(spec, name, "rule `%s`: min and max are for numbers, but its default is %s", name, rules.written(entry[1]))
  end
  if entry.from and not FROM[entry.from] then
    complain(spec, name, "rule `%s`: from = \"%s\": expected \"step\", \"hand\" or \"game\"", name, entry.from)
  end
  return true
end

--- A rule that is one of the deck's suits, ranks or cards, where the deck is another one now.
function rules.other_deck(rule, deck)
  if rule.of_deck == "suits" or rule.of_deck == "ranks" then rule.one_of = deck and deck[rule.of_deck] or {} end
  rule.signs = rule.of_deck == "suits" and deck and deck.signs or nil
  rule.faces = deck and deck.faces or {}
  for _, part in ipairs(rule.columns or { rule.item }) do rules.other_deck(part, deck) end
end

local function whole_length(n) return math.type(n) == "integer" and n >= 0 end

-- The fewest and the most of an entry's `length`.
local function lengths_of(spec, name, length)
  local least, most = length, length
  if type(length) == "table" then least, most = length[1], length[2] end
  if whole_length(least) and (whole_length(most) or most == math.huge) and least <= most then return least, most end
  complain(spec, name, "rule `%s`: length: expected a whole number, or { fewest, most }", name)
  return 0, math.huge
end

-- A rule of an entry's kind and limits, its default like `sample`.
local function rule_of(name, entry, sample)
  return { name = name, kind = kind_of(entry, sample), min = entry.min, max = entry.max, one_of = entry.one_of,
    of_deck = entry.one_of }
end

-- The rule of an item or a column: its kind is that of the first there is, its limits those of `entry`.
local function part_of(name, entry, sample)
  if sample == nil then sample = entry.text and "" or entry.one_of and entry.one_of[1] or 0 end
  entry = lists.copy(entry, 1)
  entry.length, entry.columns = nil, nil
  return rule_of(name, entry, sample)
end

-- The rule of a table's entries, where `one_of` names their values or all that it has are of one type.
local function entry_of(name, entry, default)
  local sample = entry.one_of and "" or nil
  for _, value in pairs(entry.one_of and {} or default) do
    if sample ~= nil and type(value) ~= type(sample) or not (PLAIN[type(value)] or tonumber(value)) then return nil end
    sample = value
  end
  local item = sample ~= nil and rule_of(name, entry, sample) or nil
  if item and item.kind == "whole number" then item.kind = "number" end
  return item
end

local function columns_of(spec, name, entry)
  local columns, first = {}, type(entry[1]) == "table" and entry[1][1]
  for i, column in ipairs(type(entry.columns) == "table" and entry.columns or {}) do
    if type(column) == "string" then column = { column } end
    if type(column) ~= "table" or type(column[1]) ~= "string" then
      complain(spec, name, "rule `%s`: columns: expected names, or { \"name\", limits }", name)
    elseif wrong_limit(column) then
      local limit, expected = wrong_limit(column)
      complain(spec, name, "rule `%s`: column `%s`: %s: expected %s", name, column[1], limit, expected)
    else columns[i] = part_of(column[1], column, type(first) == "table" and first[column[1]] or nil) end
  end
  if #columns == 0 then complain(spec, name, "rule `%s`: columns: expected a list of names", name) end
  return columns
end

--- Reads one declaration into a rule, complaining in the spec of mistakes; nil when it is none.
--- A default of `none` is for fields that `may_lack` one.
function rules.declare(spec, name, entry, may_lack)
  if not check_entry(spec, name, entry) then return nil end
  local default = entry[1]
  local rule = rule_of(name, entry, default)
  rule.value, rule.default, rule.meaning = default, default, entry[2]
  rule.from, rule.origin, rule.secret = entry.from or "step", spec.at.layer, entry.secret
  if rule.kind == "list" or rule.kind == "rows" then
    rule.least, rule.most = lengths_of(spec, name, entry.length or { 0, math.huge })
    if rule.kind == "rows" then rule.columns = columns_of(spec, name, entry)
    else rule.item = part_of(name, entry, type(default) == "table" and default[1] or nil) end
  elseif rule.kind == "table" then rule.item = entry_of(name, entry, default) end
  rules.other_deck(rule, spec.kind)
  if may_lack and default == none then rule.value, rule.default = nil, nil return rule end
  local ok, sentence = rules.accepts(rule, default)
  if not ok then complain(spec, name, "rule %s", sentence) end
  return rule
end

return rules
