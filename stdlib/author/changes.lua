-- What new scripts change: a game under way and the same game as it is on the
-- disk now are each described as plain data, in worlds of their own, and the two
-- are compared.
--
-- A function is described by the tokens of its lines, so that remarks and
-- blanks are no change, with all it uses: the functions and tables around it,
-- and of house.base the one that bears its own name. Modules of the game's folder are described by themselves, or
-- a change in one would be told of every step that uses another part of it.

local disk = require "host.disk"
local english = require "shared.english"
local lists = require "shared.lists"
local rules = require "script.rules"
local fields = require "script.declaration_fields"
local load = require "script.load"
local sources = require "script.sources"
local check_text = require "script.tokens"
local specs = require "script.specs"

local changes = {}

local SHOWN_MAX = 8 -- names in a list
local ORDER_MAX = 60 -- letters of an order that is shown

-- --- fingerprint ---

-- What a function of a script says; of the library's only where it stands. What shares its first line or its last is no
-- part of it, unless that is one line with other functions.
local function code(f)
  local at = host.getinfo(f, "S")
  if at.what == "C" then return ":0" end
  if at.source:sub(1, 1) == "=" then return ("%s:%d"):format(at.source, at.linedefined) end
  local key, lines, parts = load.keys[at.source:sub(2)], {}, {}
  local file = { source = key and sources.read(key) or "" }
  for n = at.linedefined, at.lastlinedefined do lines[#lines + 1] = check_text.line(file, n) end
  local t = check_text.tokens(table.concat(lines, "\n"))
  local first, last = nil, t.count
  for i = 1, t.count do
    local begins = t.sym[i] == "function" and t.at[i] <= #lines[1]
    if begins and (#lines > 1 or not first) then first = i end
  end
  while last > 1 and t.sym[last] ~= "end" do last = last - 1 end
  for i = first or 1, last do parts[#parts + 1] = t.sym[i] .. " " .. t.word[i] end
  return table.concat(parts, " ")
end

local value_text

-- Of a variant only the function below the one that is described. Functions as keys have no order that holds from one
-- reading to the next.
local function table_text(walk, t)
  if not pcall(pairs, t) then return "{?}" end
  local copy = lists.copy(t, 1)
  if copy.is_variant then
    local below = walk.name and lists.copy(copy.base, 1)[walk.name]
    return below and "base" .. value_text(walk, below) or "house"
  end
  return "{" .. table.concat(lists.map(t, function(value, key)
    return value_text(walk, key) .. "=" .. value_text(walk, value)
  end), ",") .. "}"
end

local function function_text(walk, f)
  local parts = { code(f) }
  for i = 1, host.getinfo(f, "u").nups do
    local name, value = host.getupvalue(f, i)
    if name ~= "_ENV" then parts[#parts + 1] = name .. "=" .. value_text(walk, value) end
  end
  return "f(" .. table.concat(parts, ",") .. ")"
end

function value_text(walk, value)
  local kind = type(value)
  if kind == "string" then return #value .. ":" .. value end
  if kind ~= "function" and kind ~= "table" then return kind .. tostring(value) end
  if walk.seen[value] then return "=" .. walk.seen[value] end
  walk.count = walk.count + 1
  walk.seen[value] = tostring(walk.count)
  return (kind == "table" and table_text or function_text)(walk, value)
end

-- A digest of a value; `name` is that of the step it is.
local function fingerprint(value, name)
  local walk = { name = name, seen = {}, count = 0 }
  for module, t in pairs(load.modules) do
    if type(t) == "table" and t ~= value then walk.seen[t] = module end
  end
  return disk.sha256(value_text(walk, value))
end

-- --- a description ---

local function clean(text) return (tostring(text):gsub("%c", " ")) end

-- What a rule may be: kind and limits, those of its items or columns, and how many.
local function limits_of(rule)
  local parts = lists.map(rule.columns or { rule.item }, function(part) return { part.name, limits_of(part) } end)
  return { rule.kind, tostring(rule.min), tostring(rule.max), rule.one_of or none, tostring(rule.least),
    tostring(rule.most), parts }
end

-- A rule: its value, as a person sees it or as a digest; what else it may be, and what it means; from when a change
-- counts; and its value at this table where that is another.
local function rule_of(b, name, rule)
  local function shown(value)
    local text = rules.show(value, rule)
    return rule.secret and disk.sha256(text) or clean(text)
  end
  local is_table = rule.kind == "table"
  local is_set = not is_table and b.values[name] ~= rule.value
  local limits = { limits_of(rule), rule.meaning, rule.from, tostring(rule.secret) }
  return { value = is_table and fingerprint(rule.value) or shown(rule.value), limits = fingerprint(limits),
    from = rule.from, hidden = rule.secret or is_table, set = is_set and shown(b.values[name]) or nil }
end

local function add_modules(d, spec)
  local own = spec.name .. "."
  for name, module in pairs(load.modules) do
    local short = name:sub(1, #own) == own and name:sub(#own + 1) or name
    if type(module) == "table" then
      for key, value in pairs(module) do
        local what = type(value) == "function" and "function" or "value"
        d[what][clean(short .. "." .. tostring(key))] = fingerprint(value, key)
      end
    else d.value[short] = clean(module) end
  end
end

local function add_bots(d, spec)
  local bots, problem = load.bots(spec.name)
  if not bots then d.part["the bots"] = problem end
  for name, bot in pairs(bots or {}) do
    if type(bot) == "table" then d.bot[clean(name)] = fingerprint(bot) end
  end
end

--- All that a change of the scripts may change in a built table, as plain data.
function changes.describe(b)
  local spec = b.spec
  local d = { rule = {}, step = {}, ["function"] = {}, value = {}, part = {}, bot = {},
    order = specs.order_text(spec.order, "{ %s }") }
  add_bots(d, spec) -- first: what only bots require is a module too
  for name, rule in pairs(spec.rules) do d.rule[name] = rule_of(b, name, rule) end
  for name, word in pairs(spec.words) do d.value["words." .. name] = clean(word.value .. "\n" .. word.meaning) end
  local used = lists.set(specs.step_names(spec.order))
  for _, action in pairs(spec.actions) do used[action.step] = true end
  if spec.joining then used.arrive, used.depart = true, true end
  for name, step in pairs(spec.steps) do d[used[name] and "step" or "function"][name] = fingerprint(step, name) end
  for _, field in ipairs(fields.rows) do
    local name = field.changed
    for _, key in ipairs(name and (field.spec or { field[1] }) or {}) do
      d.part[name] = (d.part[name] or "") .. fingerprint(spec[key])
    end
  end
  d.part["the titles of the variants"] = fingerprint(spec.variants)
  add_modules(d, spec)
  return d
end

-- --- two of them ---

-- The names in either, in their order.
local function both(old, new)
  local all = lists.copy(old, 1)
  for name, value in pairs(new) do all[name] = value end
  return lists.keys(all)
end

local function rule_now(name, was, is)
  if is.hidden then return "rule " .. name end
  local text = ("rule %s %s -> %s"):format(name, was.value, is.value)
  if was.set then return text .. (", but it was set to %s here and keeps that value"):format(was.set) end
  return is.from == "step" and text or ("%s from the next %s on"):format(text, is.from)
end

local function compare_rules(lines, old, new)
  for _, name in ipairs(both(old, new)) do
    local was, is = old[name], new[name]
    local line
    if not was then line = "new rule " .. name .. (is.hidden and "" or " " .. is.value)
    elseif not is then line = "rule " .. name .. " is gone"
    elseif was.value ~= is.value then line = rule_now(name, was, is)
    elseif was.limits ~= is.limits then line = "the limits of rule " .. name end
    lines[#lines + 1] = line
  end
end

-- "step a", "new steps a and b", "steps a, b and c are gone"
local function say(lines, before, kind, names, one, many)
  if #names == 0 then return end
  local shown = names
  if #names > SHOWN_MAX then
    shown = table.move(names, 1, SHOWN_MAX - 1, 1, {})
    shown[SHOWN_MAX] = ("%d more"):format(#names - SHOWN_MAX + 1)
  end
  lines[#lines + 1] = ("%s%s%s %s%s"):format(before, kind, #names > 1 and "s" or "", english.list(shown),
    #names > 1 and many or one)
end

local function compare(lines, kind, old, new)
  local changed, added, gone = {}, {}, {}
  for _, name in ipairs(both(old, new)) do
    local was, is = old[name], new[name]
    local list = not was and added or not is and gone or was ~= is and changed
    if list then table.insert(list, name) end
  end
  say(lines, "", kind, changed, "", "")
  say(lines, "new ", kind, added, "", "")
  say(lines, "", kind, gone, " is gone", " are gone")
end

-- What is not a step any more may be a function still, and the other way round.
local function same_kind(old, new)
  for kind, other in pairs { ["function"] = "step", step = "function" } do
    for name in pairs(new[kind]) do
      if old[other][name] then old[kind][name], old[other][name] = old[other][name], nil end
    end
  end
end

--- "rule fee 2 -> 3; step score": what differs between two descriptions; "" where all is played alike.
function changes.between(old, new)
  local lines = {}
  same_kind(old, new)
  compare_rules(lines, old.rule, new.rule)
  for _, kind in ipairs { "step", "function", "value" } do compare(lines, kind, old[kind], new[kind]) end
  if old.order ~= new.order then
    local short = #old.order <= ORDER_MAX and #new.order <= ORDER_MAX
    lines[#lines + 1] = "the order" .. (short and (" %s -> %s"):format(old.order, new.order) or "")
  end
  for _, name in ipairs(both(old.part, new.part)) do
    if old.part[name] ~= new.part[name] then lines[#lines + 1] = name end
  end
  compare(lines, "bot", old.bot, new.bot)
  return table.concat(lines, "; ")
end

return changes
