-- Rules: the numbers and choices of a game, each declared once with its
-- default, limits and meaning. Profiles of seats have the same form.
-- A declaration is { default, "meaning", min =, max =, one_of =, number =,
-- text =, from =, secret = }; what stands here is checked, shown and set. The
-- default of a profile's field may be `none`: not known unless it is given.

local words = require "world.words"

local rules = {}

--- The numbers and choices of a game, each declared once: { default, "what it means", limits }. Read as t.rules.NAME; set
--- by a variant, by `--set NAME=VALUE`, or by the game master in mid-game. `croupier show GAME` lists them.
---
--- The default says what kind it is: a whole number, true or false, one of a list, a text, any number, or a table, which
--- only a variant changes.
---@topic A game's declaration: rules
---@field min the least, for numbers
---@field max the most
---@field one_of a list of what it may be, or "suits" or "ranks" of the deck
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
--- }
---@see house, check, profile

--- What a player brings along: numbers and choices in the form of rules, read as seat.profile.str. Given by
--- `--player "Anna: str 14"` or a file of such lines, `--players FILE`. With `none` as default it is unknown until given.
---@topic A game's declaration: profile, players
---@example profile = { str = { 10, "strength", min = 1, max = 30 }, quick = { false, "draws two cards" } }
---@see rules, campaign

local KEYS = { "min", "max", "one_of", "number", "text", "from", "unit", "secret" }
local PLAIN = { string = true, boolean = true, table = true } -- no numbers, and not `none`
local FROM = { step = true, hand = true, game = true }

local function kind_of(entry)
  local default = entry[1]
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

--- What a rule may be, as people read it: "a whole number from 1 to 5".
function rules.expected(rule)
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

local fits = {
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

local WORDS = { yes = true, ["true"] = true, on = true, no = false, ["false"] = false, off = false }

--- The value that a person typed for a rule, or nil and a sentence.
function rules.read(rule, text)
  local value
  if rule.kind == "choice" then
    for _, option in ipairs(rule.one_of) do
      if tostring(option):lower() == text:lower() then value = option end
    end
  elseif rule.kind == "yes or no" then value = WORDS[text:lower()]
  elseif rule.kind == "text" then value = text
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

--- A value as `show` prints it.
function rules.show(value)
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
  if (entry.min or entry.max) and PLAIN[type(entry[1])] then
    complain(name, ("rule `%s`: min and max are for numbers, and it starts with %s"):format(name,
      rules.written(entry[1])))
  end
  if entry.from and not FROM[entry.from] then
    complain(name, ("rule `%s`: from = %q: expected \"step\", \"hand\" or \"game\""):format(name, tostring(entry.from)))
  end
  return true
end

--- A rule that is one of the deck's suits or ranks, where the deck is another one now.
function rules.other_deck(rule, deck)
  if rule.of_deck == "suits" or rule.of_deck == "ranks" then rule.one_of = one_of({ one_of = rule.of_deck }, deck) end
end

--- Reads one declaration into a rule, telling `complain(name, sentence)` of mistakes; nil when it is none.
--- A default of `none` is for fields that `may_lack` one.
function rules.declare(name, entry, origin, deck, complain, may_lack)
  if not check_entry(entry, name, complain) then return nil end
  local rule = { name = name, value = entry[1], default = entry[1], meaning = entry[2], kind = kind_of(entry),
    min = entry.min, max = entry.max, one_of = one_of(entry, deck), of_deck = entry.one_of, from = entry.from or "step",
    origin = origin, secret = entry.secret }
  if may_lack and entry[1] == none then
    rule.value, rule.default = nil, nil
    return rule
  end
  local ok, sentence = rules.accepts(rule, rule.value)
  if not ok then complain(name, "rule " .. sentence) end
  return rule
end

return rules
