-- What `show GAME NAME` prints: a step with every layer of its text; a rule with
-- what it means, where its value comes from and who reads it; a pile, a pool
-- or state with what it begins as and who uses it.

local words = require "world.words"
local rules = require "world.rules"
local open = require "world.open"
local source_index = require "world.source_index"
local show = require "world.show"
local things = require "world.show_things"

local page = {}

-- How the host paints a line: see host/cmd/cmd_show.c.
local HEADING, DIM, PLAIN = "\2", "\5", "\1"

-- A text without the bytes that a terminal would obey.
local function clean(line) return (line:gsub("\t", "  "):gsub("[%z\1-\31\127]", "")) end

-- --- where a rule's value comes from ---

--- What each layer says of a rule, the game first: { { layer =, value =, file =, line = }, ... }.
function page.chain(p, name)
  local list, spec = {}, p.spec
  for i, laid in ipairs(spec.laid) do
    local next = spec.laid[i + 1] and spec.laid[i + 1].was or spec
    local now, was = next.rules[name], laid.was.rules[name]
    if now and now.origin == laid.layer and (not was or was.origin ~= laid.layer or was.value ~= now.value) then
      local entry = { layer = laid.layer, value = now.value }
      if laid.file then entry.file, entry.line = source_index.declared(p, laid.layer, "rules." .. name) end
      list[#list + 1] = entry
    end
  end
  return list
end

local function rule_of(p, name)
  local rule = p.spec.rules[name]
  return { name = name, meaning = rule.meaning, value = rule.value, kind = rule.kind, columns = rule.columns,
    from = rule.from, expected = rules.expected(rule), layers = page.chain(p, name),
    reads = source_index.reads(p, name) }
end

local FROM = { step = "the next step", hand = "the next hand", game = "the next game" }

local function rule_lines(lines, p, rule)
  lines[#lines + 1] = ("%srule %s = %s%s"):format(HEADING, rule.name, rules.show(rule.value, rule), PLAIN)
  show.wrap(lines, "  ", ("%s: %s; a change counts from %s"):format(rule.meaning, rule.expected, FROM[rule.from]))
  lines[#lines + 1] = ""
  lines[#lines + 1] = "Where its value comes from, the last counts"
  local rows = {}
  for i, layer in ipairs(rule.layers) do
    local place = layer.file and ", at " .. source_index.at(layer.file, layer.line) or ""
    rows[i] = { layer.layer, rules.show(layer.value, rule) .. place }
  end
  show.columns(lines, rows)
  lines[#lines + 1] = ""
  lines[#lines + 1] = #rule.reads > 0 and "Where it is read" or "No script reads it by its name."
  rows = {}
  for i, read in ipairs(rule.reads) do
    rows[i] = { source_index.at(read.path, read.line), read.by and ("in `%s`"):format(read.by) or "in the declaration" }
  end
  show.columns(lines, rows, 60)
end

-- --- the text of a step ---

local function step_of(p, name)
  local step = { name = name, layers = {} }
  local functions, reached = {}, true
  for i, layer in ipairs(source_index.step_layers(p, name)) do
    local entry, fn = { layer = layer.layer }, layer.fn
    if fn then
      if reached then functions[#functions + 1] = fn end
      entry.file, entry.line, entry.last = fn.file.path, fn.first, fn.last
      entry.wraps, entry.lines = source_index.wraps(fn, name), source_index.source(fn)
      reached = reached and entry.wraps
    end
    step.layers[i] = entry
  end
  step.rules = source_index.rules_of(p, functions)
  return step
end

local function layer_title(step, i)
  local layer, above = step.layers[i], step.layers[i - 1]
  local how = above and (above.wraps and ", which that one wraps" or ", of which nothing is left") or ""
  return ("%sstep %s%s of %s%s"):format(HEADING, step.name, PLAIN, layer.layer, how)
end

local function source_lines(lines, layer)
  lines[#lines + 1] = DIM .. source_index.at(layer.file, layer.line, layer.last) .. PLAIN
  for _, line in ipairs(layer.lines) do
    lines[#lines + 1] = (("%s%5d%s  %s"):format(DIM, line[1], PLAIN, clean(line[2])):gsub("%s+$", ""))
  end
end

local function step_lines(lines, p, step)
  for i, layer in ipairs(step.layers) do
    if i > 1 then lines[#lines + 1] = "" end
    lines[#lines + 1] = layer_title(step, i)
    if layer.file then source_lines(lines, layer)
    else lines[#lines + 1] = "  made by the library: no text of its own" end
  end
  if #step.rules == 0 then return end
  local rows = {}
  for i, entry in ipairs(step.rules) do
    local rule, at = p.spec.rules[entry.rule], {}
    for k, read in ipairs(entry.reads) do at[k] = source_index.at(read.path, read.line) end
    rows[i] = { entry.rule .. " = " .. rules.show(rule.value, rule),
      ("[%s] %s"):format(rule.origin, table.concat(at, ", ")) }
  end
  lines[#lines + 1] = ""
  lines[#lines + 1] = "Rules that it reads, with what it calls"
  show.columns(lines, rows, 24)
end

-- --- a pile, a pool, state ---

local function things_of(p, name)
  local list = things.named(p, name)
  return #list > 0 and { things = list, uses = source_index.uses(p, name) } or nil
end

local function thing_lines(lines, p, found)
  local rows = {}
  for _, thing in ipairs(found.things) do
    lines[#lines + 1] = ("%s%s %s%s (%s)"):format(HEADING, thing.what, thing.name, PLAIN, things.called(p.spec, thing))
    local at = thing.file and ", at " .. source_index.at(thing.file, thing.line) or ""
    show.wrap(lines, "  ", thing.meaning)
    show.wrap(lines, "  ", ("declared by %s%s"):format(thing.origin, at))
  end
  lines[#lines + 1] = ""
  lines[#lines + 1] = #found.uses > 0 and "Where it is used" or "No script uses it by its name."
  for i, use in ipairs(found.uses) do
    rows[i] = { use.by or "?", ("%s:%s"):format(use.path, table.concat(use.lines, ", ")) }
  end
  show.columns(lines, rows)
end

-- --- finding the name ---

local function known_names(spec)
  local known = words.keys(spec.steps)
  for _, rule in ipairs(words.keys(spec.rules)) do known[#known + 1] = rule end
  for _, thing in ipairs(things.names(spec)) do known[#known + 1] = thing end
  return known
end

local function unknown(spec, name)
  return ("%s has no step, rule, pile, pool or state `%s`%s"):format(spec.name, name,
    words.suggest(name, known_names(spec)))
end

-- All that is called so: { rule =, step =, things =, uses = }.
local function found_of(p, what)
  local rule, found = p.spec.rules[what], things_of(p, what) or {}
  if rule then found.rule = rule_of(p, what) end
  if p.spec.steps[what] then found.step = step_of(p, what) end
  return next(found) and found or nil
end

local function found_lines(p, found)
  local lines = {}
  local function add(part, part_lines)
    if part and #lines > 0 then lines[#lines + 1] = "" end
    if part then part_lines(lines, p, part) end
  end
  add(found.rule, rule_lines)
  add(found.step, step_lines)
  add(found.things and found, thing_lines)
  return table.concat(lines, "\n")
end

--- All the names there are, a line each, for a shell to complete; nil where the game has mistakes.
function page.names(name, variants)
  local spec = open.spec(name, variants, {})
  return spec and table.concat(known_names(spec), "\n") .. "\n"
end

--- A name of a game in full, as text or as data; or nil and the mistakes as lines.
function page.show(name, variants, sets, as_data, what)
  local spec, problem = open.spec(name, variants, sets)
  if not spec then return nil, problem end
  local p = source_index.of(spec)
  local found = found_of(p, what)
  if not found then return nil, unknown(spec, what) end
  if not as_data then return found_lines(p, found) end
  found.name = spec.name
  return found
end

return page
