-- What a game hands to a module of the library: a table of named fields, single values, and what the module reads of the
-- table and the seats. A mistake is one sentence, at the script's line, with the nearest name.
--
-- This is the program's own Lua, unlike the modules that use it: a script has no nearest names. Nothing is kept here.

local english = require "shared.english"
local lists = require "shared.lists"

local fields = {}

local function fail(verb, form, ...) host.fail(verb .. ": " .. form:format(...)) end

-- Is it the game's table, or a seat?
local function is_of_game(value) return type(value) == "table" and getmetatable(value) == "table" end

local function is_list(value) return type(value) == "table" and not is_of_game(value) end

-- What a field may hold: in words, and whether a value is one. Any other kind is a type of Lua's.
local KINDS = {
  any = { "a value", function() return true end },
  boolean = { "true or false" },
  string = { "a text" },
  ["function"] = { "a function" },
  whole = { "a whole number", math.tointeger },
  number = { "a number" },
  seats = { "a list of seats", is_list },
  table = { "a table" },
  words = { "a list, or words in a text", function(value) return type(value) == "string" or is_list(value) end },
  score = { "a whole number, a list or a function", function(value)
    return type(value) == "function" or type(value) == "table" or math.type(value) == "integer"
  end },
  functions = { "a function, or a list of functions", function(value)
    return type(value) == "function" or is_list(value) and #value > 0
  end },
  deck = { "a kind { ... }", function(value) return type(value) == "table" and value.is_kind end },
  name = { "a name, as a text", function(value) return type(value) == "string" end },
  pool = { "a pool", function(value) return host.kind(value) == "pool" end },
  pile = { "a pile", function(value) return host.kind(value) == "pile" end },
}

local function fits(kind, value)
  local row = KINDS[kind]
  if row[2] then return row[2](value) end
  return type(value) == kind
end

-- What a value is, in a sentence: "3", "a pool", "the text `x`", "a seat".
local function given(value)
  if value == nil then return "nothing" elseif value == none then return "none" end
  if type(value) == "string" then return ("the text `%s`"):format(english.cut(value, 40)) end
  if type(value) == "number" or type(value) == "boolean" then return tostring(value) end
  local kind = host.kind(value)
  if is_of_game(value) then return rawget(value, 0) and "a seat" or "the game's table" end
  return english.a(kind ~= "other" and kind or type(value))
end

local function names_of(set)
  return lists.collect(lists.keys(set), function(name) return type(name) == "string" and name or nil end)
end

-- The names of a set, "a, b, c".
function fields.names(set) return table.concat(names_of(set), ", ") end

-- Complains of a name that is none of the keys of a table; `otherwise` is said where none of them is near.
function fields.unknown(verb, what, name, known, otherwise)
  fail(verb, "unknown %s `%s`%s", what, tostring(name), english.suggest(name, names_of(known), otherwise))
end

-- Complains of a value that the verb must be given and that is of another kind; `name` is what the value is called.
function fields.argument(verb, name, value, kind)
  if value == nil then fail(verb, "%s is missing: expected %s", name, KINDS[kind][1]) end
  if not fits(kind, value) then fail(verb, "%s is %s: expected %s", name, given(value), KINDS[kind][1]) end
end

-- Complains of what is wrong in a table of fields. known: the kind of each, and in a list the names of those that must be
-- there; `where` is what the table is called, if it is not the verb's own, as "pattern 2".
function fields.check(verb, said, known, where)
  verb = where and ("%s: %s"):format(verb, where) or verb
  if not is_list(said) then fail(verb, "expected a table of fields, got %s", given(said)) end
  for name, value in lists.each(said) do
    local kind = type(name) == "string" and known[name]
    if not kind then fields.unknown(verb, "field", name, known, ": expected one of " .. fields.names(known))
    elseif not fits(kind, value) then
      fail(verb, "`%s` is %s: expected %s", name, given(value), KINDS[kind][1])
    end
  end
  for _, name in ipairs(known) do
    if said[name] == nil then fail(verb, "`%s` is missing: expected %s", name, KINDS[known[name]][1]) end
  end
end

-- Complains of wrong fields, as fields.check, for a verb that takes the game's table before them.
function fields.check_call(verb, t, said, known)
  if not is_of_game(t) then fail(verb, "expected the game's table `t` before the fields") end
  fields.check(verb, said, known)
end

local function read(thing, name) return thing[name] end

-- Complains unless the table, a seat or the rules have these names, which the module gives; `advice` says how they are
-- declared.
function fields.needs(verb, thing, names, advice)
  for _, name in ipairs(names) do
    local good, problem = pcall(read, thing, name)
    if not good then
      fail(verb, "%s: %s", (tostring(problem):gsub("^.-:%d+: ", ""):gsub(", did you mean .*$", "")), advice)
    end
  end
end

-- Complains unless the table, a seat or the rules have this name, which the script gives to the module and may have
-- misspelt.
function fields.named(verb, thing, name, advice)
  local good, problem = pcall(read, thing, name)
  if good then return end
  local sentence = tostring(problem):gsub("^.-:%d+: ", "")
  fail(verb, sentence:find "%?$" and "%s" or "%s: %s", sentence, advice)
end

return fields
