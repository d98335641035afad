-- What `show --diff` prints: layer by layer, what a variant or --set makes of
-- the game below it, each with the file and line where it says so.

local words = require "world.words"
local rules = require "world.rules"
local open = require "world.open"
local source_index = require "world.source_index"
local show = require "world.show"

local layers = {}

-- --- what a layer does ---

local function after(spec, i) return spec.laid[i + 1] and spec.laid[i + 1].was or spec end

local function rule_place(p, layer, name)
  if layer == "--set" then return nil end
  return source_index.declared(p, layer, "rules." .. name)
end

local function plain(value)
  if type(value) == "function" then return nil end
  if value == none then return "none" end
  if type(value) ~= "table" then return value end
  if value.is_secret then return plain(value.value) end
  return type(value[1]) == "string" and value[1] or rules.show(value)
end

local function rules_of(p, laid, next)
  local list = {}
  for _, name in ipairs(words.keys(next.rules)) do
    local now, was = next.rules[name], laid.was.rules[name]
    if now and now.origin == laid.layer and (not was or was.origin ~= laid.layer or was.value ~= now.value) then
      local typed = now.kind ~= "table" and type(now.value) == "table"
      local entry = { name = name, value = typed and rules.show(now.value, now) or now.value }
      entry.file, entry.line = rule_place(p, laid.layer, name)
      if was then
        entry.before, entry.over = typed and rules.show(was.value, now) or was.value, was.origin
        entry.over_file, entry.over_line = rule_place(p, was.origin, name)
      end
      list[#list + 1] = entry
    end
  end
  for _, name in ipairs(words.keys(laid.was.rules)) do
    if not next.rules[name] then
      local entry = { name = name, gone = true }
      entry.file, entry.line = rule_place(p, laid.layer, name)
      list[#list + 1] = entry
    end
  end
  return list
end

local function words_of(p, laid)
  local list = {}
  for _, name in ipairs(words.keys(laid.house.words)) do
    local entry = { name = name, value = plain(laid.house.words[name]) }
    entry.file, entry.line = source_index.declared(p, laid.layer, "words." .. name)
    list[#list + 1] = entry
  end
  return list
end

local function steps_of(p, laid)
  local list = {}
  for _, name in ipairs(words.keys(laid.steps)) do
    local stack, entry = source_index.step_layers(p, name), { name = name, how = "new" }
    while stack[1] and stack[1].layer ~= laid.layer do table.remove(stack, 1) end
    local own, below = stack[1] and stack[1].fn, stack[2]
    if own then entry.file, entry.line, entry.last = own.file.path, own.first, own.last end
    if below then
      entry.how, entry.over = own and source_index.wraps(own, name) and "wraps" or "replaces", below.layer
      if below.fn then
        entry.over_file, entry.over_line, entry.over_last = below.fn.file.path, below.fn.first, below.fn.last
      end
    end
    list[#list + 1] = entry
  end
  return list
end

local function order_names(order, into)
  into = into or {}
  for _, entry in ipairs(order or {}) do
    if type(entry) == "table" then order_names(entry, into) else into[#into + 1] = entry end
  end
  return into
end

local function as_set(list)
  local set = {}
  for _, name in ipairs(list) do set[name] = true end
  return set
end

-- An order that was written anew: what came, what went.
local function order_anew(p, laid)
  local old, new = order_names(laid.was.order), order_names(laid.house.order)
  local had, has = as_set(old), as_set(new)
  local list = { { verb = "anew" } }
  for _, name in ipairs(new) do if not had[name] then list[#list + 1] = { verb = "add", step = name } end end
  for _, name in ipairs(old) do if not has[name] then list[#list + 1] = { verb = "drop", step = name } end end
  for i, entry in ipairs(list) do
    local path = i > 1 and entry.verb == "add" and "order:" .. entry.step or "order"
    entry.file, entry.line = source_index.declared(p, laid.layer, path)
  end
  return list
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
      local entry = { verb = verb, step = other or step, beside = other and step, moved = dropped[other] }
      entry.file, entry.line = source_index.edit(p, laid.layer, verb, step)
      list[#list + 1] = entry
    end
  end
  return list
end

local WHATS = { piles = "pile", pools = "pool", state = "state", measures = "measure", actions = "action",
  campaign = "campaign" }

local function add_name(p, laid, list, what, whose, name, value)
  local path = whose and (whose == "table" and "" or whose .. ".") or ""
  local entry = { what = WHATS[what], of = whose, name = name, value = value }
  entry.gone = value == "none" and not whose or nil
  local was = laid.was[what]
  entry.new = (whose and was[whose] or was)[name] == nil
  entry.file, entry.line = source_index.declared(p, laid.layer, what .. "." .. path .. name)
  list[#list + 1] = entry
end

local function names_of(p, laid)
  local list = {}
  for _, what in ipairs { "piles", "pools", "state" } do
    for _, whose in ipairs { "table", "seat", "gm" } do
      local from = whose == "table" and laid.house[what] or laid.house[what][whose]
      for _, name in ipairs(words.keys(from)) do
        local part = whose == "table" and (name == "seat" or name == "gm")
        if not part then add_name(p, laid, list, what, whose, name, plain(from[name])) end
      end
    end
  end
  for _, what in ipairs { "measures", "actions", "campaign" } do
    for _, name in ipairs(words.keys(laid.house[what])) do
      add_name(p, laid, list, what, nil, name, plain(laid.house[what][name]))
    end
  end
  return list
end

-- The functions of a declaration that are no steps.
local function functions_of(p, laid)
  local list = {}
  for _, name in ipairs { "check", "odds", "scores", "screen", "standing" } do
    local fn = laid.house[name] and source_index.func(p, laid.house[name])
    if fn then list[#list + 1] = { name = name, file = fn.file.path, line = fn.first, last = fn.last } end
  end
  return list
end

-- The questions of a layer's file, and where a layer below asks one of that name.
local function questions_of(p, laid)
  local list, own = {}, p.of_layer[laid.layer]
  for _, q in ipairs(own and source_index.questions(own) or {}) do
    local entry = { name = q.name, step = q.fn.name, file = q.path, line = q.line }
    for _, file in ipairs(p.files) do
      for _, other in ipairs(not entry.over_file and file.layer ~= laid.layer and source_index.questions(file) or {}) do
        if other.name == q.name then entry.over_file, entry.over_line = other.path, other.line end
      end
      if file == own then break end
    end
    list[#list + 1] = entry
  end
  return list
end

local function count(t)
  local n = 0
  for _ in pairs(t) do n = n + 1 end
  return n
end

local function base_of(p, laid, next)
  local questions = 0
  for _, file in ipairs(p.files) do
    if file.layer == laid.layer or not file.layer then questions = questions + #source_index.questions(file) end
  end
  return { name = laid.layer, file = laid.file.path, title = laid.title, rules = count(next.rules),
    steps = count(laid.steps), questions = questions }
end

local function layer_of(p, i)
  local laid, next = p.spec.laid[i], after(p.spec, i)
  if i == 1 then return base_of(p, laid, next) end
  local layer = { name = laid.layer, file = laid.file and laid.file.path, rules = rules_of(p, laid, next) }
  if not laid.house then return layer end
  layer.title, layer.words = laid.house.title, words_of(p, laid)
  layer.steps, layer.order, layer.names = steps_of(p, laid), order_of(p, laid), names_of(p, laid)
  layer.functions, layer.questions = functions_of(p, laid), questions_of(p, laid)
  return layer
end

--- What each layer of a spec does, the game first: a list.
function layers.of(spec)
  local p, list = source_index.of(spec), {}
  for i = 1, #spec.laid do list[i] = layer_of(p, i) end
  return list
end

-- --- in words ---

local function at(entry) return entry.file and source_index.at(entry.file, entry.line, entry.last) end

local function over(entry)
  local place = entry.over_file and source_index.at(entry.over_file, entry.over_line, entry.over_last)
  return entry.over .. (place and " at " .. place or "")
end

-- ", at file:4; over fish_out at file:12"
local function whence(entry)
  return (at(entry) and ", at " .. at(entry) or "") .. (entry.over and "; over " .. over(entry) or "")
end

local function rule_row(entry)
  if entry.gone then return "rule " .. entry.name, "goes" .. whence(entry) end
  local value, before = rules.show(entry.value), rules.show(entry.before)
  local change = not entry.over and value .. ", a new rule" or type(entry.value) == "table" and "another table"
    or before == value and value .. " as before" or ("%s -> %s"):format(before, value)
  return "rule " .. entry.name, change .. whence(entry)
end

local HOW = { new = "new", wraps = "wraps the one below", replaces = "takes the place of the one below" }

local function step_row(entry) return "step " .. entry.name, HOW[entry.how] .. whence(entry) end

local ORDER = {
  anew = function() return "is written anew" end,
  add = function(e) return ("`%s` comes in"):format(e.step) end,
  drop = function(e) return ("`%s` goes"):format(e.step) end,
  before = function(e) return ("`%s` %s before `%s`"):format(e.step, e.moved and "moves" or "comes in", e.beside) end,
  after = function(e) return ("`%s` %s after `%s`"):format(e.step, e.moved and "moves" or "comes in", e.beside) end,
  swap = function(e) return ("`%s` and `%s` change places"):format(e.beside, e.step) end,
}

local function order_row(entry)
  return "order", ("%s, at %s"):format(ORDER[entry.verb](entry), at(entry))
end

local OF = { seat = "a seat's ", gm = "the game master's " }

local function name_row(entry)
  local value = entry.value ~= nil and ": " .. tostring(entry.value) or ""
  local what = entry.gone and "goes" or (OF[entry.of] or "") .. (entry.new and "new" or "another one") .. value
  return ("%s %s"):format(entry.what, entry.name), ("%s, at %s"):format(what, at(entry))
end

local function word_row(entry)
  local text = entry.value == "none" and "goes" or ("\"%s\""):format(entry.value)
  return "word " .. entry.name, text .. whence(entry)
end

local function question_row(entry)
  local below = entry.over_file and "; one of that name at " .. source_index.at(entry.over_file, entry.over_line) or ""
  return "question " .. entry.name, ("%s in `%s`, at %s%s"):format(entry.over_file and "asked" or "new,",
    entry.step, at(entry), below)
end

local function function_row(entry)
  return entry.name, "its own, at " .. at(entry)
end

local function add_rows(rows, list, row)
  for _, entry in ipairs(list or {}) do rows[#rows + 1] = { row(entry) } end
end

local function base_lines(lines, base)
  show.wrap(lines, "", ("%s: %s"):format(base.name, base.title))
  show.wrap(lines, "  ", ("%s, %s, %s, %s"):format(words.count(base.rules, "rule"), words.count(base.steps, "step"),
    words.count(base.questions, "question"), base.file))
end

local function layer_lines(lines, layer)
  local rows = {}
  lines[#lines + 1] = ""
  show.wrap(lines, "+ ", layer.name .. (layer.title and ": " .. layer.title or ""))
  add_rows(rows, layer.rules, rule_row)
  add_rows(rows, layer.words, word_row)
  add_rows(rows, layer.order, order_row)
  add_rows(rows, layer.steps, step_row)
  add_rows(rows, layer.functions, function_row)
  add_rows(rows, layer.names, name_row)
  add_rows(rows, layer.questions, question_row)
  if #rows == 0 then rows[1] = { "", "changes nothing" } end
  show.columns(lines, rows)
end

--- What each layer changes, as text or as data; or nil and the mistakes as lines.
function layers.show(name, variants, sets, as_data)
  local spec, problem = open.spec(name, variants, sets)
  if not spec then return nil, problem end
  local list, lines = layers.of(spec), {}
  if as_data then return { name = spec.name, layers = list } end
  base_lines(lines, list[1])
  for i = 2, #list do layer_lines(lines, list[i]) end
  if #list == 1 then
    lines[#lines + 1] = ""
    show.wrap(lines, "", ("Nothing lies over it: name a variant (%s+NAME) or --set a rule."):format(spec.name))
  end
  return table.concat(lines, "\n")
end

return layers
