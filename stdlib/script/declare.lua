-- Checks the declarations of a game and its variants and lays them over one another. The result is a spec, the one table
-- that everything after it reads (specs.lua). Checks that need the whole are in spec_checks.lua.
--
-- Every mistake is collected with file, line, what was expected and the nearest name; composing never stops at the first.
-- spec.at is the file that is being read.

local english = require "shared.english"
local lists = require "shared.lists"
local checks = require "script.spec_checks"
local decks = require "script.declared_decks"
local fields = require "script.declaration_fields"
local mistakes = require "script.mistakes"
local rules = require "script.rules"
local specs = require "script.specs"
local sources = require "script.sources"

local declare = {}

local complain = mistakes.add

local HOUSE_FIELDS = lists.copy(fields.by_name, 1) -- of a variant
for _, name in ipairs(fields.names("game_only", true)) do HOUSE_FIELDS[name] = nil end
local NOUNS = { string = "a text", table = "{ ... }", boolean = "true or false", ["function"] = "a function" }
local INSTEAD = { seats = { 1, 32 } } -- so that nothing else seems wrong
local FACINGS = { "nobody", "owner", "everyone", "top", "gm" }
local FUNCTIONS = fields.names("type", "function")
local SECTIONS, ENTRIES = fields.names("holds", "sections"), fields.names("holds", "entries")

local NOT_A_NAME = "%s: `%s` is not a name: expected letters, digits and _"

local function is_name(key) return type(key) == "string" and key:match("^[%a_][%w_]*$") ~= nil end

-- --- the layers of a spec ---

-- What a layer does, for `show`: the spec as it was before, and then the steps of its own.
local function begin_layer(spec, layer, file, house)
  local was = { rules = lists.copy(spec.rules, 2), origin = lists.copy(spec.origin), order = spec.order }
  for _, what in ipairs(SECTIONS) do was[what] = lists.copy(spec[what], 2) end
  for _, what in ipairs(ENTRIES) do was[what] = lists.copy(spec[what], 1) end
  table.insert(spec.laid, { layer = layer, file = file, house = house, was = was, steps = {} })
end

local function add_file(spec, file)
  spec.at = file
  table.insert(spec.files, file)
  table.insert(spec.layers, file.layer)
end

-- The file of a game, which gives the spec its name.
local function add_game(spec, file)
  add_file(spec, file)
  table.insert(spec.games, file.game)
  spec.name, spec.own_layer[file.layer] = file.game, true
end

local function new_spec()
  local spec = { seats = { 1, 1 }, usual = {}, player = "player", master = "the GM", files = {}, layers = {},
    games = {}, own_layer = {}, variants = {}, laid = {}, mistakes = {}, rules = {}, profile = {}, words = {},
    steps = {}, modules = {}, order = {}, unused = {}, origin = {}, decks = {}, counts = {}, seat_measures = {},
    ratios = {} }
  for _, what in ipairs(SECTIONS) do spec[what] = { table = {}, seat = {}, gm = {} } end
  for _, what in ipairs(ENTRIES) do spec[what] = {} end
  return spec
end

-- --- what a layer says ---

local DEEPEST, MOST_VALUES = 60, 100000

-- How many values there are in a tree of tables; more than MOST_VALUES where it has no end or is too deep.
local function count_values(value, depth)
  if type(value) ~= "table" then return 1 end
  if depth > DEEPEST then return MOST_VALUES + 1 end
  local count = 1
  for _, item in pairs(value) do
    if count > MOST_VALUES then break end
    count = count + count_values(item, depth + 1)
  end
  return count
end

-- Adds the functions of the modules in a layer's `steps` to its steps; the layer's own functions win.
local function add_modules(spec, keys, modules, steps)
  local own, said = lists.copy(steps, 1), "`steps`: `%s` is %s: expected only functions in a module, each a step"
  for _, module in lists.each(modules) do
    if type(module) ~= "table" then
      complain(spec, "steps", "`steps`: expected a list of modules, like { heats, skill }, got %s",
        rules.written(module))
      module = nil
    end
    local file
    for name, step in lists.each(module) do
      local first = steps[name]
      if type(step) ~= "function" or not is_name(name) then complain(spec, "steps", said, name, rules.written(step))
      elseif keys[name] then
        complain(spec, "steps", "`steps`: `%s` in %s is the name of a field: write %s = MODULE.%s", name,
          sources.of(step).path, name, name)
      elseif not first then steps[name], file = step, file or sources.of(step)
      elseif first ~= step and not own[name] then
        complain(spec, "steps", "`steps`: both %s and %s have a step `%s`: expected another name in one of them",
          sources.of(first).path, sources.of(step).path, name)
      end
    end
    table.insert(spec.modules, file)
  end
end

-- The fields of a declaration and its steps, without what has the wrong type: the rest is looked at all the same.
local function typed(spec, decl, known, unknown)
  local said, steps = {}, {}
  for key, value in lists.each(decl) do
    local field, kind = known[key], type(value)
    local may_be_a_step = not field or field.or_step
    if may_be_a_step and kind == "function" and is_name(key) then steps[key] = value
    elseif not field then complain(spec, key, unknown, key, english.suggest(key, known))
    elseif count_values(value, 1) > MOST_VALUES then
      complain(spec, key, "`%s`: it contains itself, or tables nested more than %d deep", key, DEEPEST)
      said[key] = INSTEAD[key]
    elseif field.type ~= "any" and kind ~= field.type then
      complain(spec, key, "`%s`: expected %s, got %s", key, field.expected or NOUNS[field.type], rules.written(value))
      said[key] = INSTEAD[key]
    else said[key] = value end
  end
  add_modules(spec, known, said.steps, steps)
  return said, steps
end

-- Calls set(spec, name, value, what) for each name of which a layer says something under `what`.
local function each_name(spec, said, what, set)
  for name, value in lists.each(said[what]) do
    if is_name(name) then set(spec, name, value, what) else complain(spec, what, NOT_A_NAME, what, name) end
  end
end

-- As each_name, but a `none` takes away what the layers below have under the name.
local function each_said(spec, said, what, set)
  each_name(spec, said, what, function(_, name, value)
    if value == none then spec[what][name] = nil else set(spec, name, value, what) end
  end)
end

local function set_seats(spec, seats)
  local low, high = seats[1], seats[2] or seats[1]
  if math.type(low) ~= "integer" or math.type(high) ~= "integer" or low < 1 or high < low or high > 32 then
    complain(spec, "seats", "`seats`: expected { fewest, most }, the fewest first, from 1 to 32")
    low, high = 1, 32
  end
  spec.seats = { low, high }
end

-- usual: the table that `play` opens when nothing says who sits there: how many seats, and whether people hold them all,
-- the GM's too; else the first is a person's and bots hold the others, but the GM's where the
-- rules of `gm` hold.
local function set_usual(spec, usual)
  local seats, gm = usual.seats, usual.gm
  checks.keys(spec, "usual", usual, { "seats", "who", "gm", "evening" })
  if seats and not (math.type(seats) == "integer" and seats >= spec.seats[1] and seats <= spec.seats[2]) then
    complain(spec, "usual", "usual.seats: expected %s", english.range(spec.seats[1], spec.seats[2]))
  end
  if usual.who ~= nil and usual.who ~= "people" then complain(spec, "usual", "usual.who: expected \"people\"") end
  if gm ~= nil and (type(gm) ~= "table" or not spec.gm) then
    complain(spec, "usual", "usual.gm: expected rules and their values, in a game with a game master")
  end
  for _, name in ipairs(type(gm) == "table" and lists.keys(gm) or {}) do
    if not spec.rules[name] then
      complain(spec, "usual", "usual.gm: there is no rule `%s`%s", name, english.suggest(name, spec.rules))
    end
  end
  spec.usual = usual
end

local function set_value(spec, rule, value)
  local ok, sentence = rules.accepts(rule, value)
  if ok then rule.value, rule.origin = value, spec.at.layer else complain(spec, rule.name, "rule %s", sentence) end
end

-- Sets the rules of which a layer has changed a copy of the table below it.
local function extend_rules(spec, said, extended)
  for name, value in lists.each(extended) do
    local rule = spec.rules[name]
    local is_other = rule and said.rules[name] == nil and not lists.is_equal(rule.value, value)
    if is_other then set_value(spec, rule, value) end
  end
end

-- Declares or sets a rule. Only a layer above the game itself, which has an overlay, may give a value alone.
local function set_rule(spec, name, value, overlay)
  local rule, is_table = spec.rules[name], type(value) == "table"
  local declares = is_table and type(value[2]) == "string"
  if not overlay or declares and (overlay.is_game or not rule) then spec.rules[name] = rules.declare(spec, name, value)
  elseif not rule then complain(spec, name, "%s has no rule `%s`%s", spec.name, name, english.suggest(name, spec.rules))
  elseif is_table and type(rule.value) ~= "table" then
    complain(spec, name, "rule `%s` exists in %s: set it with house.rules.%s = value", name, rule.origin, name)
  else set_value(spec, rule, value) end
end

local function set_word(spec, name, text)
  local word, entry = spec.words[name], type(text) == "table" and text or {}
  if type(entry[1]) == "string" and type(entry[2]) == "string" and is_name(name) then
    spec.words[name] = { value = entry[1], meaning = entry[2], origin = spec.at.layer }
  elseif word and type(text) == "string" then
    spec.words[name] = { value = text, meaning = word.meaning, origin = spec.at.layer }
  elseif type(text) == "string" then
    complain(spec, name, "there is no word `%s`%s", name, english.suggest(name, spec.words))
  else
    complain(spec, name, "word `%s`: expected { \"text\", \"what it is the word for\" }", name)
  end
end

-- What a pile or pool begins with, without secret() or internal(); for a family (many), what each of it begins with.
local function beginning(spec, name, start)
  if type(start) == "table" and start.is_many then
    local n = start.count
    if type(n) == "string" then table.insert(spec.counts, { name, n })
    elseif math.type(n) ~= "integer" or n < 0 or n > 64 then
      complain(spec, name, "`%s`: many: expected a whole number from 0 to 64, or the name of a rule", name)
    end
    start = start.what
  end
  return specs.plain(start)
end

local check = {}

function check.piles(spec, name, facing)
  facing = beginning(spec, name, facing)
  if lists.index(FACINGS, facing) then return end
  complain(spec, name, "pile `%s` faces %s: expected \"nobody\", \"owner\", \"everyone\", \"top\" or \"gm\"%s", name,
    rules.show(facing), english.suggest(facing, FACINGS))
end

function check.pools(spec, name, start)
  start = beginning(spec, name, start)
  if math.type(start) == "integer" and start >= 0 or start == "mint" or spec.rules[start] then return end
  complain(spec, name, "pool `%s` starts with %s: expected an amount, the name of a rule, or \"mint\"%s", name,
    rules.show(start), english.suggest(start, spec.rules))
end

local NOT_PLAIN = { ["function"] = true, userdata = true, thread = true }

function check.state(spec, name, start)
  start = specs.plain(start)
  if start ~= none and NOT_PLAIN[type(start)] then
    complain(spec, name, "state `%s` starts as a %s: expected plain data", name, type(start))
  end
end

-- What a section says of the table, each seat or the game master.
local function add_part(spec, what, whose, from, path)
  for key, value in lists.each(from) do
    if key ~= "seat" and key ~= "gm" then
      if not is_name(key) then
        complain(spec, key, NOT_A_NAME, path, key)
      else -- said once: that it is there all the same saves a mistake at each of its uses
        check[what](spec, key, value)
        if whose == "seat" and decks.of(spec, "seat")[key] then
          complain(spec, key, "`%s` is one of the %s and a deck of each seat: expected another name", key, what)
        end
        spec[what][whose][key] = value
      end
    end
  end
end

local function add_section(spec, what, from)
  add_part(spec, what, "table", from, what)
  for _, whose in ipairs { "seat", "gm" } do
    local part, path = from[whose], what .. "." .. whose
    if part == nil or type(part) == "table" then add_part(spec, what, whose, part, path)
    else complain(spec, whose, "%s: expected a table", path) end
  end
end

local function set_entry(spec, name, value, what) spec[what][name] = value end

-- A measure is its meaning; what is counted by seat is in spec.seat_measures too. Ratios are in spec.ratios alone.
local function set_measure(spec, name, value)
  spec.measures[name], spec.seat_measures[name], spec.ratios[name] = nil, nil, nil
  if value == none then return end
  local entry = type(value) == "table" and value or { value }
  local ratio, text = entry.ratio, entry[1]
  local form = ratio == nil and entry.by == nil or ratio == nil and entry.by == "seat"
    or entry.by == nil and type(ratio) == "string" and ratio:find "^[%w_]+ */ *[%w_]+$"
  if not (type(text) == "string" and form) then
    complain(spec, "measures", "measure `%s`: expected %s", name, type(value) ~= "table" and 'name = "what it counts"'
      or '{ "what it counts", by = "seat" } or { "what it tells", ratio = "net / staked" }')
    text, ratio = "", nil
  end
  if ratio then spec.ratios[name] = { text, ratio }
  else spec.measures[name], spec.seat_measures[name] = text, entry.by and true end
end

-- Lays the fields and steps of a layer over a spec, and complains of values that are refused. `overlay`: of variant() or
-- game_from(), nil for a game's own layer. Only title and one_line are set elsewhere, by what builds a spec.
local function lay(spec, said, steps, overlay)
  if said.seats then set_seats(spec, said.seats) end
  for _, key in ipairs { "player", "master" } do
    local wrong = said[key] and english.wrong_name(said[key])
    if wrong then
      complain(spec, key, "`%s`: %s", key, wrong)
      said[key] = nil
    end
  end
  local has_decks = said.deck or said.decks
  if has_decks then decks.lay(spec, said) end
  if overlay and said.rules then extend_rules(spec, said, overlay.extended) end
  each_said(spec, said, "rules", function(_, name, value) set_rule(spec, name, value, overlay) end)
  for name, rule in lists.each(overlay and has_decks and spec.rules) do
    local ok, sentence = rules.accepts(rule, rule.value)
    if not ok then complain(spec, name, "rule %s, because the deck has changed", sentence) end
  end
  each_said(spec, said, "words", set_word)
  if said.usual then set_usual(spec, said.usual) end
  each_name(spec, said, "profile", function(_, name, entry)
    spec.profile[name] = rules.declare(spec, name, entry, true)
  end)
  for _, what in ipairs(SECTIONS) do if said[what] then add_section(spec, what, said[what]) end end
  each_name(spec, said, "measures", set_measure)
  for _, what in ipairs(ENTRIES) do
    if what ~= "measures" then each_said(spec, said, what, set_entry) end
  end
  for _, name in ipairs(FUNCTIONS) do spec[name] = said[name] or spec[name] end
  spec.player = said.player or spec.player
  if said.master then spec.master = "the " .. said.master end
  if said.joining ~= nil then spec.joining = said.joining end
  spec.order = lists.copy(said.order or spec.order)
  for name, step in lists.each(steps) do
    spec.steps[name], spec.origin[name], spec.laid[#spec.laid].steps[name] = step, spec.at.layer, step
  end
end

-- --- variants ---

local function find_step(order, name)
  local list, at
  specs.each_step(order, function(l, i, entry) if entry == name and not at then list, at = l, i end end)
  return list, at
end

-- Changes of the order that a variant asked for: { verb, step, other }.
local edits = {
  before = function(list, i, other) table.insert(list, i, other) end,
  after = function(list, i, other) table.insert(list, i + 1, other) end,
  drop = function(list, i) table.remove(list, i) end,
}

local function edit_order(spec, edit)
  local verb, step, other = edit[1], edit[2], edit[3]
  local list, at = find_step(spec.order, step)
  if not at then
    local names = specs.step_names(spec.order)
    local near = english.suggest(step, names)
    complain(spec, step, "the order of %s has no step `%s`%s", spec.name, step,
      near == "" and #names > 0 and ": it has " .. english.list(names) or near)
  elseif verb == "swap" then
    local there, place = find_step(spec.order, other)
    if place then list[at], there[place] = other, step
    else complain(spec, other, "the order of %s has no step `%s`", spec.name, other) end
  else edits[verb](list, at, other) end
end

-- What variant() or game_from() made, laid over a spec.
local function lay_house(spec, house, file)
  local overlay, own, below = house.is_variant, lists.copy(house, 1), spec.steps
  own.is_variant, own.base = nil, nil
  for name, verb in pairs(overlay.verbs) do if own[name] == verb then own[name] = nil end end
  begin_layer(spec, file.layer, file, house)
  overlay.fill(below) -- house.base is the layer below: the steps as they were before this one
  spec.steps_of_base, spec.steps = spec.steps_of_base or below, lists.copy(below)
  local said, steps = typed(spec, own, HOUSE_FIELDS, "a variant has no field `%s`%s")
  lay(spec, said, steps, overlay)
  local placed = lists.set(lists.collect(overlay.edits, 3))
  for _, edit in ipairs(overlay.edits) do edit_order(spec, edit) end
  for name, step in pairs(steps) do
    local is_called = below[name] or placed[name] or find_step(spec.order, name)
    if not is_called then spec.unused[name] = own[name] and file or sources.of(step) end
  end
end

-- --- what builds a spec ---

--- The spec of a game's own declaration.
function declare.base(decl, file)
  local spec, is_game = new_spec(), type(decl) == "table" and decl.is_game
  add_game(spec, file)
  begin_layer(spec, file.layer, file)
  decl = is_game and decl.declaration or { seats = { 1, 32 }, order = {} }
  if not is_game then complain(spec, "return", "a game script ends with `return game { ... }`") end
  local said, steps = typed(spec, decl, fields.by_name,
    "unknown field `%s`: expected a step (a function) or one of the game's fields%s")
  spec.title, spec.one_line = said.title or file.game, said.one_line or ""
  spec.laid[1].title = spec.title
  if said.gm ~= nil and type(said.gm) ~= "boolean" and said.gm ~= "open" then
    complain(spec, "gm", "`gm`: expected true or \"open\", got %s", rules.written(said.gm))
  end
  spec.gm, spec.open_gm = said.gm and true or nil, said.gm == "open"
  lay(spec, said, steps, nil)
  if decl.order == nil then
    complain(spec, "order", "the game has no `order`: expected a list of names of steps")
  end
  return spec
end

--- Lays a variant over a spec, which it changes.
function declare.layer(spec, house, file)
  add_file(spec, file)
  local overlay = type(house) == "table" and house.is_variant
  if not overlay or overlay.is_game then
    return complain(spec, "return", "a variant ends with `return house`, where local house = variant %q", spec.name)
  end
  if overlay.base ~= spec.name then
    return complain(spec, overlay.base, "this is a variant of %s, not of %s", overlay.base, spec.name)
  end
  table.insert(spec.variants, { name = file.variant, title = house.title, one_line = house.one_line })
  lay_house(spec, house, file)
end

--- Makes of the spec of a game that of one made from it: what game_from() gave, laid over it.
function declare.derive(spec, made, file)
  add_game(spec, file)
  spec.title, spec.one_line = made.title or file.game, made.one_line or ""
  lay_house(spec, made, file)
  spec.steps_of_base = nil -- what variants have below them is this game
end

local SETTINGS = { path = "--set", layer = "--set", line = 0 }

--- Applies `--set name=value`.
function declare.set(spec, name, text)
  local rule = spec.rules[name]
  spec.at = SETTINGS
  if not rule then
    return complain(spec, name, "%s has no rule `%s`%s", spec.name, name, english.suggest(name, spec.rules))
  end
  local value, sentence = rules.read(rule, text)
  if spec.laid[#spec.laid].layer ~= "--set" then begin_layer(spec, "--set") end
  if value == nil then complain(spec, name, "%s", sentence) else rule.value, rule.origin = value, "--set" end
end

return declare
