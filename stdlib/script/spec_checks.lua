-- The last look at a spec, when all its layers are on: what only the whole can tell, such as a step that the order names.

local english = require "shared.english"
local lists = require "shared.lists"
local decks = require "script.declared_decks"
local mistakes = require "script.mistakes"
local specs = require "script.specs"

local checks = {}

local complain = mistakes.add

--- What scripts find on the table and on a seat besides what they declare.
checks.TABLE_NAMES = { "rules", "seat", "gm", "seats", "seats_back", "say", "each", "shuffle", "roll", "random",
  "choose", "gather", "join", "once", "words", "best_seats", "rank_by", "finish", "measure", "event", "ask_all",
  "step_name", "where" }
checks.SEAT_NAMES = { "number", "name", "profile", "table", "ask", "say", "left", "right", "seated", "leave" }

--- Complains of the keys of a table that are none of those it may have.
function checks.keys(spec, what, list, known)
  for _, key in ipairs(lists.keys(list)) do
    if not lists.index(known, key) then
      complain(spec, what, "%s.%s: expected %s", what, key, english.list(known, "or"))
    end
  end
end

-- Does a script name it, or call it elsewhere than where `file` declares it?
local function is_mentioned(spec, name, file)
  if spec.joining and (name == "arrive" or name == "depart") then return true end
  local call = "[.:]" .. name .. "%s*%("
  for _, other in ipairs(lists.joined(spec.files, spec.modules)) do
    local text = other.text or ""
    if text:find("[:]once[%s(]*[\"']" .. name .. "[\"']") then return true end
    if select(2, text:gsub(call, "")) >= (other.path == file.path and 2 or 1) then return true end
  end
  for _, action in pairs(spec.actions) do if action.step == name then return true end end
end

-- A variant may call a function that no layer below it has and nothing uses: most often a misspelt step.
local function check_unused(spec)
  for name, file in lists.each(spec.unused) do
    spec.at = file
    if not is_mentioned(spec, name, file) then
      complain(spec, name, "%s has no step `%s`%s", spec.name, name, english.suggest(name, spec.steps_of_base))
    end
  end
end

local ORDER_DEEPEST, ORDER_MOST = 8, 255 -- as host/table/paired.h and table.h have them

-- How many entries the list has, with those of the lists in it.
local function check_order(spec, list, depth)
  local count = #list
  if depth > ORDER_DEEPEST then
    complain(spec, "order", "the order has lists nested more than %d deep", ORDER_DEEPEST)
    return count
  end
  if count == 0 and depth > 1 then
    complain(spec, "order", "a list of the order is empty: expected the names of steps")
  end
  for _, entry in ipairs(list) do
    if type(entry) == "table" then count = count + check_order(spec, entry, depth + 1)
    elseif type(entry) == "function" then
      complain(spec, "order", "the order holds a function: expected the names of steps, like \"deal\"")
    elseif type(entry) ~= "string" or not spec.steps[entry] then
      complain(spec, entry, "the order names a step `%s` that doesn't exist%s", entry,
        english.suggest(entry, spec.steps))
    end
  end
  if count > ORDER_MOST and depth == 1 then
    complain(spec, "order", "the order has %d steps and lists: expected at most %d", count, ORDER_MOST)
  end
  return count
end

local function check_names(spec, whose, taken)
  local seen = {}
  for _, name in ipairs(taken) do seen[name] = "a name that every game has" end
  local function claim(list, what)
    for _, name in ipairs(lists.keys(list)) do
      if seen[name] then
        complain(spec, name, "`%s` is %s and %s: expected another name", name, what, seen[name])
      end
      seen[name] = what
    end
  end
  if whose == "table" then
    claim(spec.steps, "a step")
    claim(decks.of(spec, "table"), "a deck")
  end
  local of_seat = whose == "seat" and decks.of(spec, "seat") or {}
  claim(of_seat, "a deck of each seat")
  for _, what in ipairs { "piles", "pools", "state" } do
    local names = lists.copy(spec[what][whose], 1)
    for name in pairs(what == "piles" and of_seat or {}) do names[name] = nil end
    claim(names, "one of the " .. what)
  end
end

-- When an action may be done, and the words for it. `path` is that of the table that says so.
local function check_when(spec, name, path, action)
  local when, moment = action.when, action.moment
  if when ~= nil and type(when) ~= "table" then complain(spec, name, "%s.when: expected a list of steps", path) end
  for _, step in ipairs(type(when) == "table" and when or {}) do
    if not spec.steps[step] then
      complain(spec, name, "%s.when: there is no step `%s`%s", path, step, english.suggest(step, spec.steps))
    end
  end
  if moment ~= nil and type(moment) ~= "string" then
    complain(spec, name, "%s.moment: expected a text, like \"before the next hand\"", path)
  end
end

local function check_action(spec, name, action)
  if type(action) ~= "table" or type(action[1]) ~= "string" or type(action.step) ~= "string" then
    return complain(spec, name, "action `%s`: expected { \"what it does\", step = \"name\" }", name)
  end
  if not spec.steps[action.step] then
    complain(spec, name, "action `%s` runs a step `%s` that doesn't exist%s", name, action.step,
      english.suggest(action.step, spec.steps))
  end
  check_when(spec, name, "actions." .. name, action)
end

-- joining: true, a function that says who may, or { who =, when = }; made the last of these, or false.
local function check_joining(spec)
  local joining = spec.joining
  if joining == true then joining = {}
  elseif type(joining) == "function" then joining = { who = joining }
  elseif not joining or joining == none then joining = false
  elseif type(joining) ~= "table" then
    complain(spec, "joining",
      "`joining`: expected true, a function of t and a seat, or { who = function, when = { steps } }")
    joining = false
  end
  spec.joining = joining
  if not joining then return end
  checks.keys(spec, "joining", joining, { "who", "when", "moment" })
  if joining.who ~= nil and type(joining.who) ~= "function" then
    complain(spec, "joining", "joining.who: expected a function")
  end
  check_when(spec, "joining", "joining", joining)
  for _, name in ipairs { "join", "leave" } do
    if spec.actions[name] then
      complain(spec, name, "action `%s`: every game with `joining` already has one: expected another name", name)
    end
  end
end

-- A list whose values are of one type, by names that are known.
local function check_entries(spec, what, wanted, known, expected)
  for name, value in lists.each(spec[what]) do
    if type(value) ~= wanted or not known[name] then
      complain(spec, name, "%s.%s: expected %s%s", what, name, expected, english.suggest(name, known))
    end
  end
end

-- The sums of two measures, or of one and the questions.
local function check_ratios(spec)
  for name, ratio in lists.each(spec.ratios) do
    for part in ratio[2]:gmatch "[%w_]+" do
      if part ~= "questions" and not spec.measures[part] then
        complain(spec, "measures", "measure `%s`: no measure `%s`%s", name, part, english.suggest(part, spec.measures))
      end
    end
  end
end

-- "{hand}" in what a rule or a measure means is the game's word for it. rule.next: what a change of it waits for.
local function fill_in_words(spec)
  local words = specs.values(spec.words)
  local function filled(text) return type(text) == "string" and text:gsub("{([%w_]+)}", words) or text end
  for _, rule in lists.each(spec.rules) do
    rule.meaning, rule.next = filled(rule.meaning), words[rule.from] or rule.from
  end
  for name, text in lists.each(spec.measures) do spec.measures[name] = filled(text) end
end

--- Completes a spec, and complains of what is wrong in it.
function checks.finish(spec)
  spec.at = spec.files[#spec.files]
  check_order(spec, spec.order, 1)
  check_unused(spec)
  spec.at = nil -- all files are read
  fill_in_words(spec)
  decks.settle_counts(spec)
  check_joining(spec)
  check_ratios(spec)
  for name, action in lists.each(spec.actions) do check_action(spec, name, action) end
  check_entries(spec, "campaign", "function", spec.profile, "a function for a field of the profile")
  check_entries(spec, "about", "string", spec.steps, "a step and a sentence that says what it is")
  check_names(spec, "table", checks.TABLE_NAMES)
  check_names(spec, "seat", checks.SEAT_NAMES)
  check_names(spec, "gm", checks.SEAT_NAMES)
  return spec
end

return checks
