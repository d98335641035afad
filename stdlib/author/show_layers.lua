-- What `show --diff` prints: layer by layer, what a variant or --set makes of
-- the game below it, each with the file and line where it says so.

local fields = require "script.declaration_fields"
local english = require "shared.english"
local lists = require "shared.lists"
local rules = require "script.rules"
local specs = require "script.specs"
local open = require "start.open"
local source_index = require "tell.source_index"
local show = require "author.show"

local layers = {}

-- --- what a layer does ---

local placed = source_index.placed

-- What is declared once that layer has been laid.
local function after(spec, i) return spec.laid[i + 1] and spec.laid[i + 1].was or spec end

--- A rule of which layer i says something, as it is then and as it was before; nil where the layer leaves it as it was.
function layers.rule(spec, i, name)
  local laid = spec.laid[i]
  local now, was = after(spec, i).rules[name], laid.was.rules[name]
  if now and now.origin == laid.layer and (not was or was.origin ~= laid.layer or was.value ~= now.value) then
    return now, was
  end
end

local function plain(value)
  if type(value) == "function" then return nil end
  if value == none then return "none" end
  value = specs.plain(value)
  if type(value) ~= "table" then return value end
  return type(value[1]) == "string" and value[1] or rules.show(value)
end

local function rule_entry(p, layer, name, now, was)
  local path = "rules." .. name
  local function value(rule)
    return now.kind ~= "table" and type(now.value) == "table" and rules.show(rule.value, now) or rule.value
  end
  local entry = placed({ name = name, value = value(now) }, p, layer, path)
  if was then
    entry.before, entry.over = value(was), was.origin
    entry.over_file, entry.over_line = source_index.declared(p, was.origin, path)
  end
  return entry
end

local function rules_of(p, i)
  local laid, next = p.spec.laid[i], after(p.spec, i)
  local list = lists.map(next.rules, function(_, name)
    local now, was = layers.rule(p.spec, i, name)
    return now and rule_entry(p, laid.layer, name, now, was)
  end)
  return lists.joined(list, lists.map(laid.was.rules, function(_, name)
    return not next.rules[name] and placed({ name = name, gone = true }, p, laid.layer, "rules." .. name) or nil
  end))
end

local function step_entry(p, laid, name)
  local stack, entry = source_index.step_layers(p, name), { name = name, how = "new" }
  while stack[1] and stack[1].layer ~= laid.layer do table.remove(stack, 1) end
  local own, below = stack[1] and stack[1].fn, stack[2]
  entry.file, entry.line, entry.last = source_index.range(own)
  if below then
    entry.how, entry.over = own and source_index.wraps(own, name) and "wraps" or "replaces", below.layer
    entry.over_file, entry.over_line, entry.over_last = source_index.range(below.fn)
  end
  return entry
end

-- A replaced order: the steps that it adds, and those that it lacks.
local function order_anew(p, laid)
  local old, new = specs.step_names(laid.was.order), specs.step_names(laid.house.order)
  local had, has = lists.set(old), lists.set(new)
  local function declared(entry, path) return placed(entry, p, laid.layer, path) end
  local came = lists.map(new, function(name)
    return not had[name] and declared({ verb = "add", step = name }, "order:" .. name) or nil
  end)
  return lists.joined({ declared({ verb = "anew" }, "order") }, came, lists.map(old, function(name)
    return not has[name] and declared({ verb = "drop", step = name }, "order") or nil
  end))
end

-- Is the step of a `drop` put in again by this layer?
local function comes_back(edits, step)
  for _, edit in ipairs(edits) do if edit[3] == step and edit[1] ~= "swap" then return true end end
end

local function order_of(p, laid)
  local list = laid.house.order and order_anew(p, laid) or {}
  local edits, dropped = laid.house.is_variant.edits, {}
  for _, edit in ipairs(edits) do
    local verb, step, other = edit[1], edit[2], edit[3]
    if verb == "drop" and comes_back(edits, step) then dropped[step] = true
    else
      list[#list + 1] = placed({ verb = verb, step = other or step, beside = other and step, moved = dropped[other] },
        p, laid.layer, verb .. ":" .. step)
    end
  end
  return list
end

local function name_entry(p, laid, what, whose, name, value)
  local was = whose and laid.was[what][whose] or laid.was[what]
  local entry = { what = fields.by_name[what].one, of = whose, name = name, value = plain(value),
    gone = not whose and value == none or nil, new = was[name] == nil }
  local of = (whose == "seat" or whose == "gm") and whose .. "." or ""
  return placed(entry, p, laid.layer, what .. "." .. of .. name)
end

local function names_of(p, laid)
  local list = {}
  local function add(what, whose, from)
    for name, value in pairs(from or {}) do
      local part = whose == "table" and (name == "seat" or name == "gm")
      if not part then list[#list + 1] = name_entry(p, laid, what, whose, name, value) end
    end
  end
  for _, what in ipairs(fields.names("holds", "sections")) do
    add(what, "table", laid.house[what])
    add(what, "seat", laid.house[what].seat)
    add(what, "gm", laid.house[what].gm)
  end
  for _, what in ipairs(fields.names("holds", "entries")) do add(what, nil, laid.house[what]) end
  return list
end

-- File and line where a layer below that file's asks a question of that name.
local function asked_below(p, own, name)
  for _, file in ipairs(p.files) do
    for _, q in ipairs(file.layer ~= own.layer and source_index.questions(file) or {}) do
      if q.name == name then return q.path, q.line end
    end
    if file == own then return nil end
  end
end

-- The questions of a layer's file, and where a layer below asks one of that name.
local function questions_of(p, laid)
  local own = p.of_layer[laid.layer]
  return lists.map(own and source_index.questions(own) or {}, function(q)
    local entry = { name = q.name, step = q.fn.name, file = q.path, line = q.line }
    entry.over_file, entry.over_line = asked_below(p, own, q.name)
    return entry
  end)
end

local function base_of(p, laid, next)
  local questions = 0
  for _, file in ipairs(p.files) do
    if file.layer == laid.layer or not file.layer then questions = questions + #source_index.questions(file) end
  end
  return { name = laid.layer, file = laid.file.path, title = laid.title, rules = #lists.keys(next.rules),
    steps = #lists.keys(laid.steps), questions = questions }
end

local function layer_of(p, i)
  local laid = p.spec.laid[i]
  if i == 1 then return base_of(p, laid, after(p.spec, i)) end
  local layer = { name = laid.layer, file = laid.file and laid.file.path, rules = rules_of(p, i) }
  if not laid.house then return layer end
  layer.title, layer.order, layer.names = laid.house.title, order_of(p, laid), names_of(p, laid)
  layer.words = lists.map(laid.house.words or {}, function(text, name)
    return placed({ name = name, value = plain(text) }, p, laid.layer, "words." .. name)
  end)
  layer.steps = lists.map(laid.steps, function(_, name) return step_entry(p, laid, name) end)
  layer.functions = lists.map(fields.names("type", "function"), function(name)
    local fn = laid.house[name] and source_index.func(p, laid.house[name])
    return fn and { name = name, file = fn.file.path, line = fn.first, last = fn.last } or nil
  end)
  layer.fields = lists.map(fields.names("whole", true), function(name)
    local own = laid.house[name]
    local is_said = type(own) == "table" and next(own) or type(own) ~= "table" and own ~= nil
    return is_said and placed({ name = name }, p, laid.layer, name) or nil
  end)
  layer.questions = questions_of(p, laid)
  return layer
end

--- What each layer of a spec does, the game first: a list.
function layers.of(spec)
  local p = source_index.of(spec)
  return lists.map(spec.laid, function(_, i) return layer_of(p, i) end)
end

-- --- in words ---

local function at(entry) return entry.file and source_index.at(entry.file, entry.line, entry.last) end

-- ", at file:4; over fish_out at file:12"
local function whence(entry)
  local text = at(entry) and ", at " .. at(entry) or ""
  if not entry.over then return text end
  local below = entry.over_file and source_index.at(entry.over_file, entry.over_line, entry.over_last)
  return ("%s; over %s%s"):format(text, entry.over, below and " at " .. below or "")
end

local HOW = { new = "new", wraps = "wraps the one below", replaces = "replaces the one below" }
local ORDER = { anew = "is rewritten", add = "`$step` is added", drop = "`$step` is removed",
  before = "`$step` $comes before `$beside`", after = "`$step` $comes after `$beside`",
  swap = "`$beside` and `$step` change places" }
local OF = { seat = "a seat's ", gm = "the game master's " }

-- How each part of a layer is shown, in this order: its name, and what the layer does to it.
local PARTS = { "rules", "words", "order", "steps", "functions", "fields", "names", "questions" }
local rows = {}

function rows.rules(entry)
  if entry.gone then return "rule " .. entry.name, "is removed" .. whence(entry) end
  local is_table = type(entry.value) == "table"
  local value, before = rules.show(entry.value, nil, true), rules.show(entry.before)
  local change = not entry.over and value .. ", a new rule"
    or is_table and (rules.changes(entry.before, entry.value) or "another table: " .. value)
    or before == value and value .. " as before" or ("%s -> %s"):format(before, value)
  return "rule " .. entry.name, change .. whence(entry)
end

function rows.words(entry)
  local text = entry.value == "none" and "is removed" or ("\"%s\""):format(entry.value)
  return "word " .. entry.name, text .. whence(entry)
end

function rows.order(entry)
  local text = ORDER[entry.verb]:gsub("%$(%a+)", { step = entry.step, beside = entry.beside,
    comes = entry.moved and "moves" or "is added" })
  return "order", ("%s, at %s"):format(text, at(entry))
end

function rows.steps(entry) return "step " .. entry.name, HOW[entry.how] .. whence(entry) end

function rows.functions(entry) return entry.name, "its own, at " .. at(entry) end
rows.fields = rows.functions

function rows.names(entry)
  local value = entry.value ~= nil and ": " .. tostring(entry.value) or ""
  local what = entry.gone and "is removed" or (OF[entry.of] or "") .. (entry.new and "new" or "another one") .. value
  return ("%s %s"):format(entry.what, entry.name), ("%s, at %s"):format(what, at(entry))
end

function rows.questions(entry)
  local below = entry.over_file and "; the one below is at " .. source_index.at(entry.over_file, entry.over_line) or ""
  return "question " .. entry.name, ("%s in `%s`, at %s%s"):format(entry.over_file and "asked" or "new,",
    entry.step, at(entry), below)
end


local function layer_lines(lines, layer)
  local list = {}
  lines[#lines + 1] = ""
  english.wrap(lines, "+ ", layer.name .. (layer.title and ": " .. layer.title or ""))
  for _, part in ipairs(PARTS) do
    for _, entry in ipairs(layer[part] or {}) do list[#list + 1] = { rows[part](entry) } end
  end
  if #list == 0 then list[1] = { "", "changes nothing" } end
  show.columns(lines, list)
end

--- What each layer changes, as text or as data; or nil and the mistakes as lines.
function layers.show(name, variants, sets, as_data)
  local spec, problem = open.spec(name, variants, sets)
  if not spec then return nil, problem end
  local list, lines = layers.of(spec), {}
  if as_data then return { name = spec.name, layers = list } end
  local base = list[1]
  english.wrap(lines, "", ("%s: %s"):format(base.name, base.title))
  english.wrap(lines, "  ", ("%s, %s, %s, %s"):format(english.count(base.rules, "rule"),
    english.count(base.steps, "step"),
    english.count(base.questions, "question"), base.file))
  for i = 2, #list do layer_lines(lines, list[i]) end
  if #list == 1 then
    lines[#lines + 1] = ""
    english.wrap(lines, "", ("Nothing changes it: name a variant (%s+NAME) or --set a rule."):format(spec.name))
  end
  return table.concat(lines, "\n")
end

return layers
