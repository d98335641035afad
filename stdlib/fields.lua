-- What a game hands to a module of the library: a table of named fields, single values, and what the module reads of the
-- table and the seats. A mistake is one sentence, at the script's line, with the nearest name.
--
-- This is the program's own Lua, unlike the modules that use it: a script has no nearest names. Nothing is kept here.

local english = require "shared.english"
local lists = require "shared.lists"

local fields = {}

local function fail(verb, form, ...) host.fail(verb .. ": " .. form:format(...)) end

local OF_GAME = { table = true, view = true }

-- Is it the game's table or a seat, or what a bot sees of them?
local function is_of_game(value) return type(value) == "table" and OF_GAME[getmetatable(value)] == true end

local function is_list(value) return type(value) == "table" and not is_of_game(value) end

local function is_table(value) return type(value) == "table" end

local function is_cards(value)
  if is_list(value) then return value[1] == nil or host.kind(value[1]) == "card" end
  return host.kind(value) == "pile"
end

-- What a field may hold: in words, and whether a value is one. Any other kind is a type of Lua's.
local KINDS = {
  any = { "a value", function() return true end },
  boolean = { "true or false" },
  string = { "a text" },
  ["function"] = { "a function" },
  whole = { "a whole number", math.tointeger },
  number = { "a number" },
  seats = { "a list of seats", function(value) return is_list(value) and is_table(value[1] or {}) end },
  players = { "a list of seats, at least one", function(v) return is_list(v) and is_table(v[1]) end },
  round = { "the fields of betting.round", function(v) return is_list(v) and is_table(v.seats) end },
  t = { "the game's table", function(value) return is_of_game(value) and not rawget(value, 0) end },
  seat = { "a seat", function(value) return is_of_game(value) and rawget(value, 0) ~= nil end },
  card = { "a card", function(value) return host.kind(value) == "card" end },
  cards = { "a pile or a list of cards", is_cards },
  trick = { "a pile, a list of cards or a suit", function(v) return type(v) == "string" or is_cards(v) end },
  wholes = { "a list of whole numbers", function(v) return is_list(v) and lists.all(v, math.tointeger) end },
  clock = { "a pool or a whole number", function(v) return math.tointeger(v) or host.kind(v) == "pool" end },
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

for kind, row in lists.each(KINDS) do row[2] = row[2] or function(value) return type(value) == kind end end

local function fits(kind, value) return KINDS[kind][2](value) end

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

-- Complains of the first of these arguments that is missing or of another kind. takes: { name, kind, does a value fit? }.
local function complain(verb, takes, ...)
  for i, one in ipairs(takes) do
    local value = select(i, ...)
    local is = value == nil and "missing" or given(value)
    if not one[3](value) then fail(verb, "`%s` is %s: expected %s", one[1], is, KINDS[one[2]][1]) end
  end
end

-- The functions of a library for its users: they complain of arguments that are missing or of another kind. rows: by the
-- name of a function what it takes, at most five, like "t seats n:whole pot:pool dealer:seat?": names with their kinds,
-- `?` after what may be nil.
function fields.checked(library, functions, rows)
  local checked = lists.copy(functions, 1)
  for name, row in lists.each(rows) do
    local fn, verb, takes = functions[name], library .. "." .. name, {}
    for argument, said, mark in row:gmatch "(%w+):?(%w*)(%??)" do
      local kind = said ~= "" and said or argument
      local is = KINDS[kind][2]
      takes[#takes + 1] = { argument, kind, mark ~= "" and function(v) return not v or is(v) end or is }
    end
    local n, is_1, is_2, is_3, is_4, is_5 = #takes, table.unpack(lists.collect(takes, 3))
    checked[name] = function(a, b, c, d, e, ...)
      local good = is_1(a) and (n < 2 or is_2(b) and (n < 3 or is_3(c) and (n < 4 or is_4(d) and (n < 5 or is_5(e)))))
      if not good then complain(verb, takes, a, b, c, d, e) end
      return fn(a, b, c, d, e, ...)
    end
  end
  return checked
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
