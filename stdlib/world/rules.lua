-- Rules: the numbers and choices of a game, each declared once with its
-- default, limits and meaning. Profiles of seats have the same form.
-- A declaration is { default, "meaning", min =, max =, one_of =, number =,
-- text =, dice =, card =, length =, columns =, from =, secret = }; what stands
-- here is checked, shown and set. The default of a profile's field may be
-- `none`: not known unless it is given.
--
-- A list and a table with columns are made of rules: one for every item, or one
-- for each column, without a name of their own in t.rules.

local words = require "world.words"

local rules = {}

--- The numbers and choices of a game, each declared once: { default, "what it means", limits }. Read as t.rules.NAME; set
--- by a variant, by `--set NAME=VALUE`, or by the game master in mid-game. `croupier show GAME` lists them.
---
--- The default says what kind it is: a whole number, true or false, one of a list, a text, any number, or a table, which
--- only a variant changes. A list with `length` and a table with `columns` are set like any other: `--set payouts=5,3,1`,
--- `--set "boats=sloop 10 4; brig 20 8"`. Their items and cells are of the kind of the first; `min`, `max`, `one_of` and the
--- like hold for each item, and a column may have its own.
---@topic A game's declaration: rules
---@field min the least, for numbers
---@field max the most
---@field one_of a list of what it may be, or "suits" or "ranks" of the deck; a suit may be typed by its sign or first letters
---@field dice true: dice, as text for t:roll: "2d6+1"
---@field card true: a card of the deck, by its name; typed as at the table, "Qs" or "queen of spades"
---@field length how many items a list has, or { fewest, most }; of a table with columns how many rows
---@field columns the names of a table's columns, each alone or as { "cost", min = 0 }: t.rules.boats[1].cost
---@field number true: with fractions
---@field text true: any text
---@field unit the word behind the number: "chips"
---@field from from when a change in mid-game counts: "step" (the next one), "hand" (when the list of the order begins anew), "game"
---@field secret true: only the game master sees it
---@example deck = "standard", rules = {
---   ante = { 1, "chips each player puts in", min = 0, max = 100 },
---   exact = { false, "compare tenths too" },
---   tide = { "spades", "the suit that counts double", one_of = "suits" },
---   factor = { 1.5, "multiplies the pool", number = true, min = 1, max = 3 },
---   scores = { { 93, 75, 60, 40 }, "score of an ace by suit" },
---   payouts = { { 5, 3, 1 }, "chips for the first places", length = { 1, 6 }, min = 0 },
---   damage = { "2d6+1", "what a hit costs", dice = true },
---   worst = { "Qs", "the card that nobody wants", card = true },
---   boats = { { { ship = "sloop", cost = 10 }, { ship = "brig", cost = 20 } }, "what can be bought",
---     columns = { "ship", { "cost", min = 1, max = 99 } }, length = { 1, 8 } },
--- }
---@see house, check, profile

--- What a player brings along: numbers and choices in the form of rules, read as seat.profile.str. Given by
--- `--player "Anna: str 14"` or a file of such lines, `--players FILE`. With `none` as default it is unknown until given.
---@topic A game's declaration: profile, players
---@example profile = { str = { 10, "strength", min = 1, max = 30 }, quick = { false, "draws two cards" } }
---@see rules, campaign

local KEYS = { "min", "max", "one_of", "number", "text", "dice", "card", "length", "columns", "from", "unit", "secret" }
local PLAIN = { string = true, boolean = true, table = true } -- no numbers, and not `none`
local FROM = { step = true, hand = true, game = true }

local function kind_of(entry)
  local default = entry[1]
  if entry.columns then return "rows" end
  if entry.length then return "list" end
  if entry.dice then return "dice" end
  if entry.card then return "card" end
  if entry.one_of then return "choice" end
  if type(default) == "boolean" then return "yes or no" end
  if type(default) == "table" then return "table" end
  if entry.text or type(default) == "string" then return "text" end
  return entry.number and "number" or "whole number"
end

local function one_of(entry, deck)
  local list = entry.one_of
  if list == "suits" or list == "ranks" then list = deck and deck[list] or {} end
  return list
end

local function list_text(list)
  local texts = {}
  for i, value in ipairs(list) do texts[i] = tostring(value) end
  return table.concat(texts, ", ")
end

-- "3", "1 to 6": how long a list may be.
local function length_text(rule)
  if rule.least == rule.most then return tostring(rule.least) end
  return rule.most == math.huge and rule.least .. " or more" or ("%d to %d"):format(rule.least, rule.most)
end

local function columns_text(rule)
  local texts = {}
  for i, column in ipairs(rule.columns) do texts[i] = ("%s (%s)"):format(column.name, rules.expected(column)) end
  return table.concat(texts, ", ")
end

--- What a rule may be, as people read it: "a whole number from 1 to 5".
function rules.expected(rule)
  if rule.kind == "list" then
    return ("a list of %s, each %s"):format(length_text(rule), rules.expected(rule.item))
  end
  if rule.kind == "rows" then
    local example = table.move(rule.default or {}, 1, 2, 1, {})
    return ("%s rows of %s%s"):format(length_text(rule), columns_text(rule), #example > 0 and
      (", like `%s`"):format(rules.show(example, rule)) or "")
  end
  if rule.kind == "dice" then return "dice, like 2d6+1" end
  if rule.kind == "card" then return "a card of the deck" end
  if rule.kind == "choice" then return "one of " .. list_text(rule.one_of) end
  if rule.kind == "yes or no" then return "yes or no" end
  if rule.kind == "table" then return "a table" end
  if rule.kind == "text" then return "a text" end
  local text = "a " .. rule.kind
  if rule.min and rule.max then return ("%s from %s to %s"):format(text, rule.min, rule.max) end
  if rule.min then return ("%s of %s or more"):format(text, rule.min) end
  if rule.max then return ("%s of at most %s"):format(text, rule.max) end
  return text
end

local function within(rule, value)
  return not (rule.min and value < rule.min) and not (rule.max and value > rule.max)
end

local function has_length(rule, value)
  if type(value) ~= "table" or #value < rule.least or #value > rule.most then return false end
  for key in pairs(value) do if math.type(key) ~= "integer" or key < 1 or key > #value then return false end end
  return true
end

local function is_row(rule, row)
  if type(row) ~= "table" then return false end
  local known = {}
  for _, column in ipairs(rule.columns) do
    known[column.name] = true
    if not rules.accepts(column, row[column.name]) then return false end
  end
  for key in pairs(row) do if not known[key] then return false end end
  return true
end

-- The name of the card that a text names, or nil.
local function card_named(rule, text)
  if type(text) ~= "string" then return nil end
  local low = text:lower()
  for _, key in ipairs { "name", "long", "symbol" } do
    for _, face in ipairs(rule.faces) do if face[key]:lower() == low then return face.name end end
  end
end

local fits = {
  ["dice"] = function(_, value) return type(value) == "string" and dice.check(value) ~= nil end,
  ["card"] = function(rule, value) return value ~= nil and card_named(rule, value) == value end,
  ["list"] = function(rule, value)
    if not has_length(rule, value) then return false end
    for _, item in ipairs(value) do if not rules.accepts(rule.item, item) then return false end end
    return true
  end,
  ["rows"] = function(rule, value)
    if not has_length(rule, value) then return false end
    for _, row in ipairs(value) do if not is_row(rule, row) then return false end end
    return true
  end,
  ["choice"] = function(rule, value)
    for _, option in ipairs(rule.one_of) do if option == value then return true end end
    return false
  end,
  ["yes or no"] = function(_, value) return type(value) == "boolean" end,
  ["table"] = function(_, value) return type(value) == "table" end,
  ["text"] = function(_, value) return type(value) == "string" end,
  ["number"] = function(rule, value) return type(value) == "number" and value == value and within(rule, value) end,
  ["whole number"] = function(rule, value) return math.type(value) == "integer" and within(rule, value) end,
}

--- Is this value one that the rule may have? Otherwise also the sentence.
function rules.accepts(rule, value)
  if fits[rule.kind](rule, value) then return true end
  local show = (rule.kind == "choice" or rule.kind == "text") and rules.show or rules.written
  return false, ("%s = %s: expected %s"):format(rule.name, show(value), rules.expected(rule))
end

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

-- The parts of a text, without the brackets of a list.
local function parts_of(text, mark)
  local parts = {}
  text = text:match("^%s*{?%s*(.-)%s*}?%s*$")
  for part in (text .. mark):gmatch("(.-)%" .. mark) do
    part = part:match("^%s*(.-)%s*$")
    if part ~= "" then parts[#parts + 1] = part end
  end
  return parts
end

local function items_of(text) return parts_of(text, text:find(",", 1, true) and "," or " ") end

local function read_list(rule, text)
  local list = {}
  for i, part in ipairs(items_of(text)) do
    list[i] = rules.read(rule.item, part)
    if list[i] == nil then return nil end
  end
  host.freeze(list)
  return list
end

local function read_rows(rule, text)
  local rows = {}
  for i, part in ipairs(parts_of(text, ";")) do
    local cells, row = items_of(part), {}
    if #cells ~= #rule.columns then return nil end
    for k, column in ipairs(rule.columns) do row[column.name] = rules.read(column, cells[k]) end
    rows[i] = row
  end
  host.freeze(rows)
  return rows
end

local WORDS = { yes = true, ["true"] = true, on = true, no = false, ["false"] = false, off = false }

--- The value that a person typed for a rule, or nil and a sentence.
function rules.read(rule, text)
  local value
  if rule.kind == "choice" then
    for _, option in ipairs(rule.one_of) do
      if tostring(option):lower() == text:lower() then value = option end
    end
    if value == nil and rule.signs and text ~= "" then value = suit_named(rule, text) end
  elseif rule.kind == "yes or no" then value = WORDS[text:lower()]
  elseif rule.kind == "text" then value = text
  elseif rule.kind == "dice" then value = dice.check(text)
  elseif rule.kind == "card" then value = card_named(rule, text)
  elseif rule.kind == "list" then value = read_list(rule, text)
  elseif rule.kind == "rows" then value = read_rows(rule, text)
  elseif rule.kind == "table" then
    return nil, ("%s: a table is changed in a variant, not from the command line"):format(rule.name)
  else value = tonumber(text) end
  if rule.kind == "whole number" and value then value = math.tointeger(value) end
  if value ~= nil and rules.accepts(rule, value) then return value end
  return nil, ("%s = %s: expected %s"):format(rule.name, text, rules.expected(rule))
end

local LONG = 60 -- bytes

local function table_text(value)
  local texts, keys = {}, words.keys(value)
  if #keys == #value then
    for i, item in ipairs(value) do texts[i] = rules.show(item) end
  else
    for i, key in ipairs(keys) do texts[i] = tostring(key) .. " = " .. rules.show(value[key]) end
  end
  return table.concat(texts, ", ")
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

local function list_written(rule, list)
  local texts = {}
  for i, item in ipairs(list) do texts[i] = rule.columns and row_written(rule, item) or rules.show(item) end
  return table.concat(texts, rule.columns and "; " or ", ")
end

--- A value as `show` prints it: that of a rule, if there is one, as it can be typed.
function rules.show(value, rule)
  if rule and (rule.kind == "list" or rule.kind == "rows") and type(value) == "table" then
    return list_written(rule, value)
  end
  if value == nil then return "not given" end
  if value == true then return "yes" elseif value == false then return "no" end
  if type(value) ~= "table" then return tostring(value) end
  local text = table_text(value)
  return "{ " .. (#text > LONG and text:sub(1, LONG - 3) .. "..." or text) .. " }"
end

--- Is it a table of which `show` gives only the beginning?
function rules.is_long(value) return type(value) == "table" and #table_text(value) > LONG end

--- A value as a script has it: "8" is no 8.
function rules.written(value)
  if type(value) == "string" then return ("the text %q"):format(value) end
  return type(value) == "function" and "a function" or rules.show(value)
end

local function check_entry(entry, name, complain)
  if type(entry) ~= "table" or entry[1] == nil or type(entry[2]) ~= "string" then
    return complain(name, ("rule `%s`: expected { default, \"meaning\", limits }"):format(name))
  end
  for key in pairs(entry) do
    if type(key) == "string" then
      local known = false
      for _, k in ipairs(KEYS) do known = known or k == key end
      if not known then
        complain(name, ("rule `%s` has an unknown key `%s`%s"):format(name, key, words.suggest(key, KEYS)))
      end
    end
  end
  if (entry.min or entry.max) and PLAIN[type(entry[1])] and not entry.length then
    complain(name, ("rule `%s`: min and max are for numbers, and it starts with %s"):format(name,
      rules.written(entry[1])))
  end
  if entry.from and not FROM[entry.from] then
    complain(name, ("rule `%s`: from = %q: expected \"step\", \"hand\" or \"game\""):format(name, tostring(entry.from)))
  end
  return true
end

--- A rule that is one of the deck's suits, ranks or cards, where the deck is another one now.
function rules.other_deck(rule, deck)
  if rule.of_deck == "suits" or rule.of_deck == "ranks" then rule.one_of = one_of({ one_of = rule.of_deck }, deck) end
  rule.signs = rule.of_deck == "suits" and deck and deck.signs or nil
  rule.faces = deck and deck.faces or {}
  for _, part in ipairs(rule.columns or { rule.item }) do rules.other_deck(part, deck) end
end

local function whole_length(n) return math.type(n) == "integer" and n >= 0 end

-- The fewest and the most of an entry's `length`.
local function lengths_of(entry, name, complain)
  local length = entry.length or { 0, math.huge }
  local least, most = length, length
  if type(length) == "table" then least, most = length[1], length[2] end
  if whole_length(least) and (whole_length(most) or most == math.huge) and least <= most then return least, most end
  complain(name, ("rule `%s`: length: expected a whole number, or { fewest, most }"):format(name))
  return 0, math.huge
end

-- The rule of an item or a column: its kind is that of the first there is, its limits those of `entry`.
local function part_of(name, entry, sample)
  if sample == nil then sample = entry.text and "" or entry.one_of and entry.one_of[1] or 0 end
  return { name = name, kind = kind_of { sample, one_of = entry.one_of, number = entry.number, text = entry.text,
    dice = entry.dice, card = entry.card }, min = entry.min, max = entry.max, of_deck = entry.one_of,
    one_of = entry.one_of, faces = {} }
end

local function columns_of(entry, name, complain)
  local columns, default = {}, type(entry[1]) == "table" and entry[1] or {}
  for i, column in ipairs(type(entry.columns) == "table" and entry.columns or {}) do
    if type(column) == "string" then column = { column } end
    if type(column) ~= "table" or type(column[1]) ~= "string" then
      complain(name, ("rule `%s`: columns: expected names, or { \"name\", limits }"):format(name))
    else
      columns[i] = part_of(column[1], column, type(default[1]) == "table" and default[1][column[1]] or nil)
    end
  end
  if #columns == 0 then complain(name, ("rule `%s`: columns: expected a list of names"):format(name)) end
  return columns
end

-- What a list or a table with columns is made of.
local function add_parts(rule, entry, complain)
  if rule.kind ~= "list" and rule.kind ~= "rows" then return end
  rule.least, rule.most = lengths_of(entry, rule.name, complain)
  if rule.kind == "rows" then rule.columns = columns_of(entry, rule.name, complain)
  else rule.item = part_of(rule.name, entry, type(entry[1]) == "table" and entry[1][1] or nil) end
end

--- Reads one declaration into a rule, telling `complain(name, sentence)` of mistakes; nil when it is none.
--- A default of `none` is for fields that `may_lack` one.
function rules.declare(name, entry, origin, deck, complain, may_lack)
  if not check_entry(entry, name, complain) then return nil end
  local rule = { name = name, value = entry[1], default = entry[1], meaning = entry[2], kind = kind_of(entry),
    min = entry.min, max = entry.max, one_of = one_of(entry, deck), of_deck = entry.one_of, from = entry.from or "step",
    origin = origin, secret = entry.secret }
  add_parts(rule, entry, complain)
  rules.other_deck(rule, deck)
  if may_lack and entry[1] == none then
    rule.value, rule.default = nil, nil
    return rule
  end
  local ok, sentence = rules.accepts(rule, rule.value)
  if not ok then complain(name, "rule " .. sentence) end
  return rule
end

return rules
