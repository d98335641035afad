-- What `croupier stubs` writes besides the reference: what a declaration may
-- say, what the games at hand declare, and luacheck's list of names. All of it
-- comes from the games' own declarations and from the environment of scripts.

local english = require "shared.english"
local lists = require "shared.lists"
local decks = require "script.declared_decks"
local declared = require "script.declaration_fields"
local load = require "script.load"
local folders = require "shared.folders"
local sources = require "script.sources"
local rules = require "script.rules"
local specs = require "script.specs"

local stubs = {}

local TYPES = { ["whole number"] = "integer", ["number"] = "number", ["yes or no"] = "boolean", ["text"] = "string",
  ["table"] = "table", ["choice"] = "any",
  ["dice"] = "string", ["card"] = "string", ["list"] = "any[]", ["rows"] = "table[]" }

-- Adds "name: type" with a meaning to fields; a name that two games have keeps the types of both.
local function add(fields, name, type_name, meaning)
  local field = fields[name] or { types = {}, meaning = (meaning:gsub("%s+", " ")) }
  fields[name] = field
  if not lists.index(field.types, type_name) then table.insert(field.types, type_name) end
end

local function add_rules(fields, list, game)
  for name, rule in pairs(list) do
    add(fields, name, TYPES[rule.kind], ("%s: %s (%s)"):format(rule.meaning, rules.expected(rule), game))
  end
end

local function state_type(value)
  value = specs.plain(value)
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
  for _, file in ipairs(lists.joined(spec.modules, spec.files)) do
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
  for name in pairs(decks.of(spec, "table")) do add(classes.t, name, "pile", ("a deck (%s)"):format(spec.name)) end
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

-- The classes of one game, t.NAME and so on, and what a variant of it is given.
local function add_own(lines, name, classes)
  for _, class in ipairs(ORDER) do
    lines[#lines + 1] = "\n" .. OWN[class]:gsub("%$", name)
    add_fields(lines, classes[class])
  end
  lines[#lines + 1] = "\n" .. sources.template "house_class.lua.in":gsub("%$", name):sub(1, -2)
end

-- A game with each of its variants.
local function specs_of(name)
  local spec = load.game(name, { variants = {}, look = true })
  return lists.joined({ spec }, lists.map(spec and sources.variants(name) or {}, function(variant)
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

-- A line for each field of a declaration, with its sentence of help; what a variant has is never nil.
local function declaration_lines(help, is_house)
  return table.concat(lists.collect(declared.rows, function(field)
    if is_house and field.game_only then return nil end
    return ("---@field %s%s %s %s"):format(field[1], is_house and "" or "?", field.editor, help[field[1]])
  end), "\n")
end

--- What scripts get and give, `help` being a sentence for each field of a declaration, by its name.
function stubs.shapes(help)
  return (sources.template "shapes.lua.in":gsub("%$(%u+)", { DECLARATION = declaration_lines(help, false),
    HOUSE = declaration_lines(help, true) }))
end

-- `    name = { fields = { ... } },` a line, broken where it gets long.
local function global_lines(lines, name, value)
  if type(value) ~= "table" then
    lines[#lines + 1] = ("    %s = {},"):format(name)
    return
  end
  local fields = lists.map(value, function(_, key) return key .. "\u{a0}=\u{a0}{}" end)
  english.wrap(lines, ("    %s = { fields = { "):format(name), table.concat(fields, ", ") .. " } },", 100)
end

--- What luacheck takes a name for, from the environment that scripts get.
function stubs.luacheck()
  local lines = {}
  for name, value in pairs(host.environment()) do
    if name ~= "rng" then global_lines(lines, name, value) end
  end
  return (sources.template "luacheckrc.in":gsub("%$NAMES", { ["$NAMES"] = table.concat(lines, "\n") }))
end

return stubs
