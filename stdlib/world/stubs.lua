-- What `croupier stubs` writes besides the reference: what a declaration may
-- say, what the games at hand declare, and luacheck's list of names. All of it
-- comes from the games' own declarations and from the environment of scripts.

local words = require "world.words"
local load = require "world.load"
local folders = require "world.folders"
local sources = require "world.sources"
local rules = require "world.rules"

local stubs = {}

-- What no function's documentation says: the fields of tables.
local SHAPES = [[
---@meta

---The cards of a face share its fields; a card that may not be seen is `hidden`.
---@class card
---@field rank string "A", "10", "K", "joker"
---@field suit string "clubs", "diamonds", "hearts", "spades", or the kind's own
---@field value integer ace 1 to king 13 in the standard deck
---@field color string "red" or "black"
---@field name string "Kh"
---@field long string "king of hearts"
---@field symbol string the name with the suit's sign
---@field index integer its place in the deck's order
---@field hidden boolean|nil true in a view of a card that the seat may not see

---@class seat
---@field number integer 1 is the first
---@field name string the player's name
---@field profile profile what the player has besides, read-only
---@field table t the table this seat is at

---@class t
---@field rules rules the rules in force, read-only
---@field seat seat[] t.seat[1], t.seat[2] ...; #t.seat is how many
---@field gm seat|false the game master's seat

---A table that a test has opened.
---@class opened
---@field t t the table itself, in full sight
---@field status "question"|"step"|"finished"|"failed"|nil how it stands

---@class rules
---@class profile

---@class question
---@field [1] string the question's name, for bots and tests
---@field [2] string what is asked; %s for each value that follows
---@field one_of any[]|nil the options, one of which is the answer
---@field confirm boolean|nil true: the answer is true or false
---@field card pile|card[]|nil the answer is one of these cards
---@field cards pile|card[]|nil the answer is a list of these, in the order chosen
---@field fits nil|fun(card: card, chosen: card[]): boolean may this card be chosen?
---@field min integer|nil the fewest cards, or the least number
---@field max integer|nil the most cards, or the greatest number
---@field count integer|nil exactly so many cards
---@field step integer|nil multiples of this number only
---@field text integer|nil a line of text of at most so many characters
---@field optional boolean|nil nothing is an answer too: nil
---@field default any what a blank line means, or fun(t: t, seat: seat): any
---@field bot string|string[]|nil what a bot says where text is asked
---@field why nil|fun(answer: any): string|nil a sentence where it can't be chosen: cards, a number or a text
---@field tells nil|fun(option: any, t: t, seat: seat): string|nil a note beside each answer, for who is asked

---What `return game { ... }` takes; every other function in it is a step or a small rule.
---@class declaration
---@field title string
---@field one_line string|nil
---@field player string|nil what a seat is called, "player" if not said
---@field seats integer[] the fewest and the most
---@field gm boolean|nil there is a game master's seat, t.gm
---@field deck string|table|nil the pile t.deck: "standard", { "standard", copies = 2, jokers = 2 } or a kind
---@field decks table<string, string|table>|nil several decks, each a pile of that name
---@field rules table<string, table>|nil NAME = { default, "meaning", min =, max =, one_of =, from =, secret = }
---@field profile table<string, table>|nil what a player has: as rules
---@field check nil|fun(rules: rules, seats: integer): string|nil a sentence when rules don't go together
---@field piles table|nil NAME = "nobody", "owner", "everyone", "top" or "gm"; under seat = { } and gm = { } theirs
---@field pools table|nil NAME = amount, the name of a rule, or "mint"; under seat = { } theirs
---@field joining nil|boolean|table|fun(t: t, seat: seat|nil): any may seats join and leave the game under way?
---@field state table|nil NAME = first value, none or secret(value); under seat = { } theirs
---@field measures table<string, string>|nil what sim counts: NAME = "meaning"
---@field about table<string, string>|nil what each step is, in a sentence: NAME = "sentence"
---@field order table names of steps; a list within it repeats until a step returns done
---@field actions table|nil what may be done out of turn: NAME = { "meaning", step =, who =, when =, moment = }
---@field campaign table<string, fun(t: t, seat: seat): any>|nil what a player takes to the next game
---@field usual table|nil { seats =, who =, gm = }: the table that play opens when nothing else is said
---@field odds nil|fun(t: t, seat: seat): string[] lines that :odds prints
---@field scores nil|fun(t: t, seat: seat): string[] lines that :scores prints
---@field screen nil|fun(t: t, seat: seat): string[] how the table is drawn
---@field [string] fun(t: t, ...): any

---What a bot's function gets first: its own seat's view. Say ---@param me me above the function.
---@class me: seat
---@field notes table the bot's own, for as long as the game lasts
---@field seen table[] { card =, from =, to =, seat = }: the moves this seat saw
---@field unseen fun(self: me): card[] the cards it does not see
---@field random fun(self: me, lo: integer, hi: integer): integer chance of the bot's own
---@field choose fun(self: me, list: any[]): any one value of a list

---What a bot's function gets second. Say ---@param q asked above the function.
---@class asked
---@field name string the question's name
---@field text string as it is asked
---@field kind "one_of"|"confirm"|"card"|"cards"|"number"|"text"
---@field options any[] what may be answered, as the seat sees it
---@field min integer|nil
---@field max integer|nil
---@field step integer|nil
---@field default any what a blank line means
---@field optional boolean|nil nothing is an answer too
---@field fits fun(self: asked, card: card, chosen: card[]): boolean may this card be added?

---@class house
---@field title string
---@field one_line string
---@field rules rules|table<string, any> NAME = value, or { default, "meaning", limits } for a new rule
---@field base t the functions of the layer below
---@field piles table piles more, under seat = { } for each seat
---@field pools table pools more
---@field state table<string, any> state more
---@field measures table<string, string> measures more
---@field about table<string, string> what steps are
---@field actions table<string, table> actions more
---@field order table another order altogether
---@field before fun(self: house, step: string, new: string) a step before another
---@field after fun(self: house, step: string, new: string) a step behind another
---@field drop fun(self: house, step: string) a step less
---@field swap fun(self: house, step: string, new: string) a step in another's place
---@field [string] fun(t: t, ...): any

---Returned by a step of a repeated list: the list begins anew.
again = {}
---Returned by a step of a repeated list: the list is over.
done = {}
---State that starts empty.
none = {}
---A module of the library, or of a game's folder.
---@param name string
---@return any
function require(name) end
]]

local TYPES = { ["whole number"] = "integer", ["number"] = "number", ["yes or no"] = "boolean", ["text"] = "string",
  ["table"] = "table", ["choice"] = "any",
  ["dice"] = "string", ["card"] = "string", ["list"] = "any[]", ["rows"] = "table[]" }

-- Adds "name: type" with a meaning to fields; a name that two games have keeps the types of both.
local function add(fields, name, type_name, meaning)
  local field = fields[name] or { types = {}, meaning = (meaning:gsub("%s+", " ")) }
  fields[name] = field
  if not words.index(field.types, type_name) then table.insert(field.types, type_name) end
end

local function add_rules(fields, list, game)
  for name, rule in pairs(list) do
    add(fields, name, TYPES[rule.kind], ("%s: %s (%s)"):format(rule.meaning, rules.expected(rule), game))
  end
end

local function state_type(value)
  if type(value) == "table" and value.is_secret then value = value.value end
  if value == none then return "any" end
  return math.type(value) == "integer" and "integer" or type(value)
end

local function add_sections(fields, spec, whose)
  for name, pile in pairs(spec.piles[whose]) do
    local family = type(pile) == "table"
    add(fields, name, family and "pile[]" or "pile",
      ("its cards are seen by %s (%s)"):format(family and pile.what or pile, spec.name))
  end
  for name, pool in pairs(spec.pools[whose]) do
    add(fields, name, type(pool) == "table" and pool.is_many and "pool[]" or "pool", ("(%s)"):format(spec.name))
  end
  for name, value in pairs(spec.state[whose]) do
    add(fields, name, state_type(value), ("state (%s)"):format(spec.name))
  end
end

-- The functions in a script's text: name -> { its arguments, the remark above it }.
local function functions_in(text)
  local found, remark = {}, {}
  for line in text:gmatch("[^\n]*") do
    local name, arguments = line:match("^%s*([%a_][%w_]*)%s*=%s*function%s*%(([^)]*)%)")
    if not name then name, arguments = line:match("^%s*function%s+[%w_]+[.:]([%w_]+)%s*%(([^)]*)%)") end
    local said = line:match("^%s*%-%-+%s*(.-)%s*$")
    if name then found[name] = { arguments, table.concat(remark, " ") } end
    if said then remark[#remark + 1] = said elseif line:find("%S") then remark = {} end
  end
  return found
end

-- "t, card" as LuaLS has it, where nothing is said of the types.
local function function_type(arguments)
  local parts = { "self: t" }
  for name in (arguments or "t, ..."):gsub("^%s*[%w_]+", "", 1):gmatch("[%w_.]+") do
    parts[#parts + 1] = name == "..." and "...: any" or name .. "?: any"
  end
  return ("fun(%s): any"):format(table.concat(parts, ", "))
end

-- A game's steps and small rules, called as t:NAME(...).
local function add_steps(fields, spec)
  local found = {}
  for _, file in ipairs(spec.files) do
    for name, known in pairs(functions_in(file.text or "")) do found[name] = known end
  end
  for name in pairs(spec.steps) do
    local known = found[name] or {}
    local type_name, field = function_type(known[1]), fields[name]
    if not field then add(fields, name, type_name, ((known[2] or "") .. " (" .. spec.name .. ")"):match("^%s*(.*)"))
    elseif field.types[1] ~= type_name then field.types = { function_type() } end
  end
end

local function add_game(classes, spec)
  add_rules(classes.rules, spec.rules, spec.name)
  add_rules(classes.profile, spec.profile, spec.name)
  for name in pairs(spec.decks) do add(classes.t, name, "pile", ("a deck (%s)"):format(spec.name)) end
  add_sections(classes.t, spec, "table")
  add_sections(classes.seat, spec, "seat")
  add_steps(classes.t, spec)
end

local ORDER = { "rules", "profile", "t", "seat" }

local function new_classes() return { rules = {}, profile = {}, t = {}, seat = {} } end

local function add_fields(lines, fields)
  for name, field in pairs(fields) do
    lines[#lines + 1] = ("---@field %s %s %s"):format(name, table.concat(field.types, "|"), field.meaning)
  end
end

-- What a game of its own adds to the classes of all: whose they are, and the classes that they lead to.
local OWN = {
  rules = "---@class rules.$",
  profile = "---@class profile.$",
  t = "---@class t.$: t\n---@field rules rules.$ the rules in force, read-only\n---@field seat seat.$[]",
  seat = "---@class seat.$: seat\n---@field profile profile.$\n---@field table t.$",
}
local HOUSE = [[

---@class house.$: house
---@field base t.$
---@field [string] fun(t: t.$, ...): any

---@param name "$"
---@return house.$
function variant(name) end]]

-- The classes of one game, t.NAME and so on, and what a variant of it is given.
local function add_own(lines, name, classes)
  for _, class in ipairs(ORDER) do
    lines[#lines + 1] = "\n" .. OWN[class]:gsub("%$", name)
    add_fields(lines, classes[class])
  end
  lines[#lines + 1] = HOUSE:gsub("%$", name)
end

-- A game with each of its variants.
local function specs_of(name)
  local spec = load.game(name, { variants = {}, look = true })
  return words.joined({ spec }, words.map(spec and sources.variants(name) or {}, function(variant)
    return (load.game(name, { variants = { variant }, look = true }))
  end))
end

--- What the games found declare, as fields of the classes of scripts: t has those of all games, t.NAME of one. only: the
--- name of a game, where the stubs are for its folder alone, and t is its t.
function stubs.games(only)
  local all, lines, own = new_classes(), { "---@meta" }, {}
  for _, name in ipairs(only and { only } or folders.games()) do
    local classes = new_classes()
    for _, spec in ipairs(specs_of(name)) do
      add_game(classes, spec)
      add_game(all, spec)
    end
    add_own(own, name, classes)
  end
  for _, class in ipairs(ORDER) do
    lines[#lines + 1] = "\n---@class " .. class
    add_fields(lines, all[class])
  end
  return table.concat(lines, "\n") .. "\n" .. table.concat(own, "\n") .. "\n"
end

--- The fields of tables that scripts write and read.
function stubs.shapes() return SHAPES end

--- The editor's settings: its own Lua without what the sandbox lacks.
function stubs.settings()
  local lacking = { "io", "os", "debug", "package", "coroutine", "ffi", "jit", "bit", "bit32" }
  local disabled = words.map(lacking, function(name) return ("    %q: \"disable\""):format(name) end)
  return ([[
{
  "made by": "croupier stubs",
  "runtime.version": "Lua 5.4",
  "runtime.builtin": {
%s
  },
  "runtime.path": ["?.lua", "games/?.lua", "../?.lua"],
  "workspace.library": [".croupier"],
  "workspace.checkThirdParty": false,
  "diagnostics.globals": ["lu", "hidden", "all"],
  "diagnostics.disable": ["lowercase-global", "duplicate-set-field", "missing-fields", "need-check-nil"]
}
]]):format(table.concat(disabled, ",\n"))
end

-- `    name = { fields = { ... } },` a line, broken where it gets long.
local function global_lines(lines, name, value)
  if type(value) ~= "table" then
    lines[#lines + 1] = ("    %s = {},"):format(name)
    return
  end
  local fields = words.map(value, function(_, key) return key .. "\u{a0}=\u{a0}{}" end)
  words.wrap(lines, ("    %s = { fields = { "):format(name), table.concat(fields, ", ") .. " } },", 100)
end

--- What luacheck takes a name for, from the environment that scripts get.
function stubs.luacheck()
  local lines = { "-- made by croupier stubs: the names that a script has.",
    "stds.croupier = {", "  read_globals = {" }
  for name, value in pairs(host.environment()) do
    if name ~= "rng" then global_lines(lines, name, value) end
  end
  lines[#lines + 1] = [[
  },
}
stds.croupier_tests = { read_globals = { "lu", "croupier" } }
-- What a script for `croupier run` has besides.
stds.croupier_run = { read_globals = { "print", "rng", "croupier" } }

std = "croupier+croupier_run"
files["**/game.lua"] = { std = "croupier" }
files["**/bots.lua"] = { std = "croupier" }
files["**/house/*.lua"] = { std = "croupier" }
max_line_length = 120
unused_args = false -- a step that a variant replaces need not use all it gets
files["**/test.lua"] = { std = "lua54+croupier+croupier_tests", allow_defined_top = true }
files["**/test_*.lua"] = { std = "lua54+croupier+croupier_tests", allow_defined_top = true }
files["**/testing.lua"] = { std = "lua54+croupier+croupier_tests" }
files[".croupier/"] = { ignore = { ".*" } }]]
  return table.concat(lines, "\n") .. "\n"
end

return stubs
