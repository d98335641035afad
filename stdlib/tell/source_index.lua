-- Where things stand in a game's scripts: what is declared, functions, the
-- readings of rules, uses of piles, pools and state, questions. For `show` and `:why`, which name file and line.
--
-- All is read from the texts and nothing is run: a table under way pays
-- nothing for it. What a function leads to is found by the names that it
-- calls, so a reading may be listed that this game never comes to; one is
-- missing only where a script makes a rule's name up.
--
-- Rejected: noting each reading as it happens, which costs every one of them
-- in simulation, or a second table to play the step again with.

local lists = require "shared.lists"
local load = require "script.load"
local text = require "script.tokens"
local walk = require "check.walk"
local names = require "check.names"
local kinds = require "check.kinds"
local sources = require "script.sources"
local specs = require "script.specs"

local source_index = {}

local function line_of(file, token) return (text.where(file.tokens, token)) end

--- "file:12", or "file:12-20".
function source_index.at(path, first, last)
  return ("%s:%d"):format(path, first) .. (last and last > first and "-" .. last or "")
end

--- "file:4, file:12": the places of a list of { path =, line = }.
function source_index.all_at(list)
  return table.concat(lists.map(list, function(one) return source_index.at(one.path, one.line) end), ", ")
end

-- --- functions ---

-- `function a.b(`, `local function a(`, `a.b = function(`: its name, of what, and where it begins.
local function name_function(tokens, fn)
  local sym, word, open = tokens.sym, tokens.word, fn.open
  local is_named = sym[open - 1] == "name"
  local last = is_named and open - 1 or sym[open - 2] == "=" and sym[open - 3] == "name" and open - 3 or nil
  fn.begin, fn.name, fn.parameter = last or open - 1, word[last], word[open + 1]
  while last and (sym[fn.begin - 1] == "." or sym[fn.begin - 1] == ":") do
    fn.of, fn.begin = fn.of or word[fn.begin - 2], fn.begin - 2
  end
  if is_named then fn.begin = fn.begin - 1 end
  if sym[fn.begin - 1] == "local" then fn.begin = fn.begin - 1 end
  fn.lone = not fn.of and (is_named or sym[fn.begin] == "local") -- called as name(...)
end

-- The function that holds this token, the outermost that has a name.
local function holder(file, token)
  for _, fn in ipairs(file.functions) do
    if fn.name and fn.open <= token and token <= fn.to then return fn end
  end
end

-- --- files ---

local function nothing() end
local TOOLS = { global = nothing, method = nothing, module = nothing }

-- local m = require "x": which file each such local is.
local function requires_of(tokens, requires)
  local list = {}
  for module, at in pairs(requires) do
    local i = tokens.sym[at - 1] == "(" and at - 2 or at - 1
    list[tokens.sym[i - 1] == "=" and tokens.word[i - 2] or #list + 1] = load.module_key(module)
  end
  return list
end

local function shown(path) return (path:gsub("^[=@]", "")) end

local function add_file(p, key, path, source, layer, kind)
  if p.by_key[key] then return end
  local file = { key = key, path = shown(path), layer = layer, tokens = text.tokens(source) }
  kind = specs.is_own(p.spec, key) and kind or "foreign"
  local seen = walk.script(file.tokens, function() -- by check's visitor
    return names.visitor({ kind = kind, key = key, own = true }, p.known, TOOLS, nil)
  end)
  file.decl, file.tables, file.reads, file.functions = seen.decl, seen.tables, seen.rule_reads, seen.functions
  file.extended = seen.extended
  file.requires = requires_of(file.tokens, seen.requires)
  for _, read in ipairs(file.reads) do read.line = line_of(file, read.token) end
  for _, fn in ipairs(file.functions) do
    name_function(file.tokens, fn)
    fn.file, fn.first, fn.defined, fn.last = file, line_of(file, fn.begin), line_of(file, fn.open), line_of(file, fn.to)
  end
  p.by_key[key], p.by_path[file.path], p.files[#p.files + 1] = file, file, file
  for _, module in pairs(file.requires) do
    local module_text, module_path = sources.read(module)
    if module_text then add_file(p, module, module_path, module_text, nil, "module") end
  end
end

--- All of a spec's files, its modules among them, read.
function source_index.of(spec)
  local p = { spec = spec, known = kinds.of(spec), files = {}, by_key = {}, by_path = {}, of_layer = {} }
  for i, file in ipairs(spec.files) do
    add_file(p, file.key, file.path, file.text, file.layer, i == 1 and "game" or "house") -- a game made from another is said as a house rule is
    p.of_layer[file.layer] = p.by_key[file.key]
  end
  return p
end

-- --- what is declared where ---

--- File and line where a layer declares a path like "rules.ante" or "state.seat.points"; nil for --set.
function source_index.declared(p, layer, path)
  if layer == "--set" then return nil end
  local file = p.of_layer[layer]
  local token = file and (file.decl[path] or file.extended[path])
  if token then return file.path, line_of(file, token) end
  local name = path:match("[%w_]+$")
  for _, before in ipairs { "{", false } do -- what a module declares: `name =` in some file, before a `{` or whatever it is
    for _, other in ipairs(p.files) do
      token = text.assigned(other.tokens, name, before)
      if token then return other.path, line_of(other, token) end
    end
  end
  if file then return file.path, 1 end
end

--- The entry, with the file and line where a layer declares that path.
function source_index.placed(entry, p, layer, path)
  entry.file, entry.line = source_index.declared(p, layer, path)
  return entry
end

-- --- steps and other functions ---

--- The record of a Lua function: { file =, first =, last =, name =, ... }; nil when it stands in no file of the game.
function source_index.func(p, fn)
  local at = host.getinfo(fn, "S")
  return source_index.at_lines(p, at.source, at.linedefined, at.lastlinedefined)
end

--- The record of the function that is defined at these lines of a file; nil if there is none.
function source_index.at_lines(p, path, first, last)
  local file = p.by_path[shown(path)]
  for _, found in ipairs(file and file.functions or {}) do
    if found.defined == first and found.last == last then return found end
  end
end

--- Where a function of the game stands: file, first and last line; nothing for any other value.
function source_index.range(fn)
  if fn then return fn.file.path, fn.first, fn.last end
end

--- Does this function call the step of the layer below?
function source_index.wraps(fn, step)
  local tokens = fn.file.tokens
  for i = fn.open, fn.to do
    if tokens.word[i] == "base" and tokens.word[i + 2] == step and tokens.sym[i + 1] == "." then return true end
  end
  return false
end

--- The layers of a step, the uppermost first: { { layer =, fn = }, ... }.
function source_index.step_layers(p, step)
  local list = {}
  for _, laid in ipairs(p.spec.laid) do
    local fn = laid.steps[step]
    if fn then table.insert(list, 1, { layer = laid.layer, fn = source_index.func(p, fn) }) end
  end
  return list
end

-- --- what a function leads to ---

local TABLE_WORDS = { t = true, table = true }
local CALLS = { ["("] = true, ["{"] = true, text = true }

-- The function of that name: `of` a module, of whatever the module is called in its own file (true), or local (nil).
local function named(file, name, of)
  for _, fn in ipairs(file and file.functions or {}) do
    local found = not of and fn.lone or of and fn.of and (of == true or fn.of == of)
    if found and fn.name == name then return fn end
  end
end

-- The step of that name as it is called from a file: of the layer below where it says `base`.
local function step_called(p, file, name, of)
  local below = of == "base"
  for _, layer in ipairs(source_index.step_layers(p, name)) do
    if not below then return layer.fn end
    if layer.layer == file.layer then below = false end
  end
end

local function called_at(p, fn, i)
  local file, sym, word = fn.file, fn.file.tokens.sym, fn.file.tokens.word
  local name, method = word[i], sym[i - 1] == "." or sym[i - 1] == ":"
  if not method then return named(file, name, nil) end
  if not CALLS[sym[i + 1]] then return nil end
  local of = word[i - 2]
  if TABLE_WORDS[of] or of == fn.parameter or of == "base" then
    local step = step_called(p, file, name, of)
    if step then return step end
  end
  if file.requires[of] then return named(p.by_key[file.requires[of]], name, true) end
  return named(file, name, of)
end

-- What the token follows when it means a step of that name: of the table, of the layer below, or, as the step's own
-- function, of its module, or alone in its file.
local function means_step(p, fn, i, name, own)
  local file = fn.file
  local sym, word = file.tokens.sym, file.tokens.word
  if sym[i] == "text" then return word[i - 1] == "once" or sym[i - 1] == "(" and word[i - 2] == "once" end
  if sym[i] ~= "name" or sym[i + 1] == "=" or sym[i - 1] == "function" or sym[i - 3] == "function" then return false end
  if sym[i - 1] ~= "." and sym[i - 1] ~= ":" then return own[named(file, name, nil) or false] end
  local of = word[i - 2]
  if TABLE_WORDS[of] or of == "base" or of == fn.parameter and CALLS[sym[i + 1]] then return true end
  local module = file.requires[of]
  return own[module and named(p.by_key[module], name, true) or named(file, name, of) or false]
end

-- The files of those who answer for a seat, with what they alone require.
local function bot_files(p)
  if p.of_bots then return p.of_bots end
  local count, games = #p.files, p.spec.games
  for i = #games, 1, -1 do
    local source, path = sources.read(games[i] .. "/bots.lua")
    if source then
      add_file(p, games[i] .. "/bots.lua", path, source, nil, "bots")
      break
    end
  end
  p.of_bots = table.move(p.files, count + 1, #p.files, 1, {})
  for i = #p.files, count + 1, -1 do p.files[i] = nil end
  return p.of_bots
end

-- The uppermost layer whose file declares a path; the lowest where none does.
local function uppermost(p, path)
  for i = #p.spec.laid, 1, -1 do
    local file = p.of_layer[p.spec.laid[i].layer]
    if file and file.decl[path] then return p.spec.laid[i].layer end
  end
  return p.spec.laid[1].layer
end

-- File and line where the order has a step: of the uppermost layer that puts it in.
local function ordered_at(p, step)
  for i = #p.spec.laid, 1, -1 do
    local laid, file = p.spec.laid[i], p.of_layer[p.spec.laid[i].layer]
    local edits, token = laid.house and laid.house.is_variant.edits or {}, file and file.decl["order:" .. step]
    for _, edit in ipairs(edits) do
      if edit[3] == step then return source_index.declared(p, laid.layer, edit[1] .. ":" .. edit[2]) end
    end
    if token and not (laid.house and not laid.house.order) then return file.path, line_of(file, token) end
  end
  return p.files[1].path, 1
end

-- Where the order, an action or `joining` names a step: { by =, path =, lines = { ... } }.
local function named_by(p, step)
  local list, spec = {}, p.spec
  local function add(by, path, line) list[#list + 1] = { by = by, path = path, lines = { line } } end
  if lists.index(specs.step_names(spec.order), step) then add("the order", ordered_at(p, step)) end
  for name, action in lists.each(spec.actions) do
    local layer = action.step == step and uppermost(p, "actions." .. name)
    if layer then add(":" .. name, source_index.declared(p, layer, "actions." .. name)) end
  end
  if spec.joining and (step == "arrive" or step == "depart") then
    add("joining", source_index.declared(p, uppermost(p, "joining"), "joining"))
  end
  return list
end

--- Who calls a step, or hands it on: { { by =, path =, lines = { ... } }, ... }, the order and actions first, bots last. A
--- layer of the step that calls the one below is none.
function source_index.callers(p, step)
  local list, of, own = named_by(p, step), {}, {}
  for _, layer in ipairs(source_index.step_layers(p, step)) do own[layer.fn or 0] = true end
  for _, file in ipairs(lists.joined(p.files, bot_files(p))) do
    for i = 2, file.tokens.count do
      local fn = file.tokens.word[i] == step and holder(file, i)
      if fn and not own[fn] and means_step(p, fn, i, step, own) then
        if not of[fn] then
          of[fn] = { by = fn.name, path = file.path, lines = {} }
          list[#list + 1] = of[fn]
        end
        table.insert(of[fn].lines, line_of(file, i))
      end
    end
  end
  for _, entry in ipairs(list) do entry.lines = lists.distinct(entry.lines) end
  return list
end

--- Functions, then those that they lead to, each once.
function source_index.reach(p, functions)
  local list, seen = {}, {}
  local function add(fn)
    if fn and not seen[fn] then list[#list + 1], seen[fn] = fn, true end
  end
  for _, fn in ipairs(functions) do add(fn) end
  for _, fn in ipairs(list) do -- which grows meanwhile
    for i = fn.open, fn.to do
      if fn.file.tokens.sym[i] == "name" then add(called_at(p, fn, i)) end
    end
  end
  return list
end

--- The rules that functions and what they lead to read, nearest first: { { rule =, reads = { { path =, line = }, ... } },
--- ... }. A question will do for a function: its own part of the text.
function source_index.rules_of(p, functions)
  local list, by_rule, seen = {}, {}, {}
  for _, fn in ipairs(source_index.reach(p, functions)) do
    for _, read in ipairs(fn.file.reads) do
      local rule, key = read.rule, read.rule .. source_index.at(fn.file.path, read.line)
      if fn.open <= read.token and read.token <= fn.to and not seen[key] then
        if not by_rule[rule] then
          by_rule[rule] = {}
          list[#list + 1] = { rule = rule, reads = by_rule[rule] }
        end
        seen[key] = true
        table.insert(by_rule[rule], { path = fn.file.path, line = read.line })
      end
    end
  end
  return list
end

--- Where a rule is read: { { path =, line =, by = the function's name or nil }, ... }.
function source_index.reads(p, rule)
  local list, seen = {}, {}
  for _, file in ipairs(p.files) do
    for _, read in ipairs(file.reads) do
      local key = source_index.at(file.path, read.line)
      if read.rule == rule and not seen[key] then
        seen[key] = true
        local fn = holder(file, read.token)
        list[#list + 1] = { path = file.path, line = read.line, by = fn and fn.name }
      end
    end
  end
  return list
end

-- What `NAME` at token i follows when it is of the table or a seat: t.NAME, seat.NAME; not t.rules.NAME.
local function is_use(tokens, i)
  local sym, word = tokens.sym, tokens.word
  if sym[i] == "text" then
    return word[i - 1] == "rank_by" or sym[i - 1] == "(" and word[i - 2] == "rank_by"
  end
  return sym[i] == "name" and sym[i - 1] == "." and word[i - 2] ~= "rules" and word[i - 2] ~= "profile"
end

--- Where a pile, pool or state is used, by functions as they come: { { by =, path =, lines = { ... } }, ... }.
function source_index.uses(p, name)
  local list, of = {}, {}
  for _, file in ipairs(p.files) do
    for i = 2, file.tokens.count do
      local fn = file.tokens.word[i] == name and is_use(file.tokens, i) and holder(file, i)
      if fn and not of[fn] then
        of[fn] = { by = fn.name, path = file.path, lines = {} }
        list[#list + 1] = of[fn]
      end
      if fn then table.insert(of[fn].lines, line_of(file, i)) end
    end
  end
  for _, entry in ipairs(list) do entry.lines = lists.distinct(entry.lines) end
  return list
end

-- --- questions ---

local KINDS = { one_of = true, card = true, cards = true, confirm = true, text = true, min = true, max = true }

-- The question that a table is, if it is one: { name =, lines by key }.
local function question_of(file, made)
  local first, fn, is = made.items[1], holder(file, made.token), false
  if not fn or not first or first.kind ~= "text" then return nil end
  local q = { name = first.value, path = file.path, line = line_of(file, first.token), at = {}, fn = fn, file = file,
    open = made.token, to = made.to, parameter = fn.parameter }
  for key, token in pairs(made.keys) do
    is = is or KINDS[key]
    q.at[key] = line_of(file, token)
  end
  return is and q or nil
end

--- The questions that stand in a file.
function source_index.questions(file)
  return lists.map(file.tables, function(made) return question_of(file, made) end)
end

--- The question of that name which is asked at a line of a file: the first from there on, or the only one before.
function source_index.question(p, path, line, name)
  local file, found = p.by_path[shown(path)], nil
  for _, q in ipairs(file and source_index.questions(file) or {}) do
    if q.name == name then
      if q.line >= line then return q end
      found = q
    end
  end
  return found
end

--- Lines first..last of a function's file, with the remark right above it: a list of { number, text }.
function source_index.source(fn)
  local tokens, first, lines = fn.file.tokens, fn.first, {}
  while first > 1 and text.line(tokens, first - 1):find("^%s*%-%-") do first = first - 1 end
  for n = first, fn.last do lines[#lines + 1] = { n, text.line(tokens, n) } end
  return lines
end

return source_index
