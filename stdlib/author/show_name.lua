-- What `show GAME NAME` prints: a step with every layer of its text; a rule with
-- what it means, where its value comes from and who reads it; a pile, a pool
-- or state with what it begins as and who uses it.

local english = require "shared.english"
local lists = require "shared.lists"
local rules = require "script.rules"
local bots = require "start.bots"
local load = require "script.load"
local open = require "start.open"
local source_index = require "tell.source_index"
local show = require "author.show"
local layers = require "author.show_layers"
local things = require "tell.things"

local page = {}

-- Marks for colours: see stdlib/front/base/terminal.lua.
local HEADING, DIM, PLAIN = "\2", "\5", "\1"

-- --- where a rule's value comes from ---

-- A rule, with what each layer says of it, the game first.
local function rule_of(p, name)
  local rule = p.spec.rules[name]
  local chain = lists.map(p.spec.laid, function(laid, i)
    local said = layers.rule(p.spec, i, name)
    return said and source_index.placed({ layer = laid.layer, value = said.value }, p, laid.layer, "rules." .. name)
  end)
  return { name = name, meaning = rule.meaning, value = rule.value, kind = rule.kind, columns = rule.columns,
    from = rule.next, expected = rules.expected(rule), layers = chain, reads = source_index.reads(p, name) }
end

-- ", at file:4", where the entry says so.
local function at(entry) return entry.file and ", at " .. source_index.at(entry.file, entry.line) or "" end

local function rule_lines(lines, _, rule)
  english.wrap(lines, "", ("%srule %s = %s%s"):format(HEADING, rule.name, rules.show(rule.value, rule, true), PLAIN))
  english.wrap(lines, "  ", ("%s: %s; a change counts from the next %s"):format(rule.meaning, rule.expected, rule.from))
  show.section(lines, "Where its value comes from (the last one counts)", lists.map(rule.layers, function(layer, i)
    local below = rule.kind == "table" and rule.layers[i - 1]
    return { layer.layer, (below and rules.changes(below.value, layer.value) or rules.show(layer.value, rule, true))
      .. at(layer) }
  end))
  if #rule.reads == 0 then return show.heading(lines, "No script reads it by its name.") end
  show.section(lines, "Where it is read", lists.map(rule.reads, function(read)
    return { source_index.at(read.path, read.line), read.by and ("in `%s`"):format(read.by) or "in the declaration" }
  end), 60)
end

-- --- the text of a step ---

local function step_of(p, name)
  local functions, reached = {}, true
  local list = lists.map(source_index.step_layers(p, name), function(layer)
    local entry, fn = { layer = layer.layer }, layer.fn
    if fn then
      if reached then functions[#functions + 1] = fn end
      entry.file, entry.line, entry.last = source_index.range(fn)
      entry.wraps, entry.lines = source_index.wraps(fn, name), source_index.source(fn)
      reached = reached and entry.wraps
    end
    return entry
  end)
  return { name = name, layers = list, rules = source_index.rules_of(p, functions),
    callers = source_index.callers(p, name) }
end

local function source_lines(lines, layer)
  lines[#lines + 1] = DIM .. source_index.at(layer.file, layer.line, layer.last) .. PLAIN
  for _, line in ipairs(layer.lines) do
    local text = line[2]:gsub("\t", "  "):gsub("[%z\1-\31\127]", "") -- without the bytes that a terminal would obey
    lines[#lines + 1] = (("%s%5d%s  %s"):format(DIM, line[1], PLAIN, text):gsub("%s+$", ""))
  end
end

-- Functions with the lines in which they do so, for a section.
local function use_rows(uses)
  return lists.map(uses, function(use)
    return { use.by or "?", ("%s:%s"):format(use.path, table.concat(use.lines, ", ")) }
  end)
end

local function step_lines(lines, p, step)
  for i, layer in ipairs(step.layers) do
    local above, how = step.layers[i - 1], ""
    if above then
      lines[#lines + 1] = ""
      how = above.wraps and ", which that one wraps" or ", which that one replaces"
    end
    lines[#lines + 1] = ("%sstep %s%s of %s%s"):format(HEADING, step.name, PLAIN, layer.layer, how)
    if layer.file then source_lines(lines, layer)
    else lines[#lines + 1] = "  made by the library: it has no source" end
  end
  if #step.callers == 0 then show.heading(lines, "No script of this game calls it.")
  else show.section(lines, "Who calls it", use_rows(step.callers), 30) end
  show.section(lines, "Rules that it reads, directly or through what it calls", lists.map(step.rules, function(entry)
    local rule = p.spec.rules[entry.rule]
    return { entry.rule .. " = " .. rules.show(rule.value, rule),
      ("[%s] %s"):format(rule.origin, source_index.all_at(entry.reads)) }
  end), 24)
end

-- --- a pile, a pool, state ---

local function thing_lines(lines, p, found)
  for _, thing in ipairs(found.things) do
    lines[#lines + 1] = ("%s%s %s%s (%s)"):format(HEADING, thing.what, thing.name, PLAIN, things.called(p.spec, thing))
    english.wrap(lines, "  ", thing.meaning)
    english.wrap(lines, "  ", ("declared by %s%s"):format(thing.origin, at(thing)))
  end
  if #found.uses == 0 then return show.heading(lines, "No script uses it by its name.") end
  show.section(lines, "Where it is used", use_rows(found.uses))
end

-- --- finding the name ---

local function known_names(spec)
  return lists.joined(lists.keys(spec.steps), lists.keys(spec.rules), things.names(spec))
end

-- All that is called so: { rule =, step =, things =, uses = }; nil where nothing is.
local function found_of(p, what)
  local found, list = {}, things.named(p, what)
  if p.spec.rules[what] then found.rule = rule_of(p, what) end
  if p.spec.steps[what] then found.step = step_of(p, what) end
  if #list > 0 then found.things, found.uses = list, source_index.uses(p, what) end
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

-- Lines for a shell to complete, each a word, then a tab and what it means.
local function word_lines(words)
  return table.concat(lists.collect(words, function(word) return ("%s\t%s\n"):format(word[1], word[2]) end))
end

--- What may follow --seats of a game: its bots, as lines for a shell; nil where the game has mistakes.
function page.seats(name)
  local all = load.bots(name)
  return all and word_lines(bots.lines(all))
end

--- What may follow --set of a game, as lines for a shell: its rules with an equals sign or, of the rule that is given,
--- its values; nil where the game has mistakes.
function page.set(name, variants, rule)
  local spec = open.spec(name, variants, {})
  if not spec then return nil end
  local one = spec.rules[rule]
  if not one then
    return word_lines(lists.map(spec.rules, function(each, name_of)
      return { name_of .. "=", (each.meaning:gsub("%s+", " ")) }
    end))
  end
  local values = one.one_of or type(one.value) == "boolean" and { "yes", "no" } or {}
  return word_lines(lists.collect(values, function(value)
    return not tostring(value):find " " and { ("%s=%s"):format(rule, value), "" } or nil -- which a shell would part
  end))
end

--- A name of a game in full, as text or as data; or nil and the mistakes as lines.
function page.show(name, variants, sets, as_data, what)
  local spec, problem = open.spec(name, variants, sets)
  if not spec then return nil, problem end
  local p = source_index.of(spec)
  local found = found_of(p, what)
  if not found then
    return nil, ("%s has no step, rule, pile, pool or state `%s`%s"):format(spec.name, what,
      english.suggest(what, known_names(spec)))
  end
  if not as_data then return found_lines(p, found) end
  found.name = spec.name
  return found
end

return page
