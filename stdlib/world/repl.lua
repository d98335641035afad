-- The prompt of `croupier repl`: what is at hand there, how values are shown,
-- what could be typed next, and the commands that step through a game. The
-- host reads lines and runs them; here nothing waits.
--
-- At hand are the names of games' scripts, `croupier`, `card` and `cards`, and
-- a table `t`: of the game's rules alone until `:table` sits down at it, a
-- table to try things at where no game was named.

local compile = require "world.compile"
local words = require "world.words"
local declare = require "world.declare"
local checks = require "world.spec_checks"
local mistakes = require "world.mistakes"
local open = require "world.open"
local table_core = require "world.table"
local testing = require "world.testing"
local rules = require "world.rules"
local marked_text = require "world.marked_text"
local source_index = require "world.source_index"
local sources = require "world.sources"
local things = require "world.show_things"

local repl = {}

local WIDTH, DEPTH, ITEMS = 76, 4, 60

-- What the prompt knows: made by repl.open, one a program.
local at = {}

-- --- values as people read them ---

local show_value

local function show_card(card)
  if card.hidden then return "a hidden card" end
  local name = at.symbols and card.symbol or card.name
  return at.colors and marked_text.in_color(card.color, name) or name
end

local function show_cards(list)
  local names = {}
  for i, card in ipairs(list) do names[i] = show_card(card) end
  return table.concat(names, " ")
end

-- Who sees the cards of a pile: known of the table that is open.
local function facing_of(pile)
  local b = at.build
  for i, handle in ipairs(b and b.hooks.pile_handles or {}) do
    if handle == pile then return b.plan[i][2] end
  end
end

local FACING = { nobody = "face down", owner = "for its owner", everyone = "face up", top = "its top face up",
  gm = "for the game master" }

local function show_pile(pile)
  local facing, n = facing_of(pile), #pile
  local about = (n == 1 and "1 card" or n .. " cards") .. (facing and ", " .. FACING[facing] or "")
  return ("%s (%s)%s"):format(pile:name(), about, n > 0 and ": " .. show_cards(pile:list()) or "")
end

local function is_seat(value) return getmetatable(value) == "table" and math.type(rawget(value, 0)) == "integer" end

local function kind_of(value)
  if type(value) == "userdata" then
    local ok, kind = host.try(host.kind, value)
    if ok and (kind ~= "pool" or host.try(function() return value:amount() end)) then return kind end
    return "userdata"
  end
  if type(value) ~= "table" then return type(value) end
  if is_seat(value) then return "seat" end
  if at.build and rawequal(value, at.build.t) then return "t" end
  if rawequal(value, at.rules) or rawequal(value, at.rules_only) then return "the table" end
  return "table"
end

local function own_parts(b, number, depth)
  local parts = {}
  for i, plan in ipairs(b.plan) do
    local pile = b.hooks.pile_handles[i]
    if plan[3] == number and #pile > 0 then
      parts[#parts + 1] = ("%s: %s"):format(plan[1], show_cards(pile:list()))
    end
  end
  for i, pool in ipairs(b.pools) do
    if pool.seat == number then parts[#parts + 1] = ("%s: %d"):format(pool.name, b.hooks.pool_handles[i]:amount()) end
  end
  local thing = number and b.seats[number] or b.t
  local state = b.spec.state[number == nil and "table" or number == 0 and "gm" or "seat"]
  for _, name in ipairs(words.keys(state)) do
    local value = rawget(thing, name)
    if value ~= nil then parts[#parts + 1] = ("%s = %s"):format(name, show_value(value, depth + 1)) end
  end
  return parts
end

local function show_seat(seat, depth)
  local number = at.build and at.build.number_of[seat]
  if depth > 0 or not number then return seat.name end
  local parts = own_parts(at.build, number, depth)
  table.insert(parts, 1, ("%s, seat %d"):format(seat.name, seat.number))
  return table.concat(parts, "\n  ")
end

local function show_table_block(b)
  local parts = own_parts(b, nil, 0)
  table.insert(parts, 1, ("%s, %d seats"):format(b.spec.title, b.count))
  return table.concat(parts, "\n  ")
end

local function all_cards(list)
  local ok, all = pcall(function()
    for _, item in ipairs(list) do if kind_of(item) ~= "card" then return false end end
    return #list > 0
  end)
  return ok and all
end

local function show_rules()
  local lines, width = {}, 0
  for _, name in ipairs(words.keys(at.spec.rules)) do width = math.max(width, #name) end
  for i, name in ipairs(words.keys(at.spec.rules)) do
    lines[i] = ("%s%s = %s"):format(name, (" "):rep(width - #name), rules.show(at.values[name]))
  end
  return table.concat(lines, "\n")
end

local function items_of(value, depth)
  local items, n = {}, 0
  local keys = words.keys(value)
  for _, key in ipairs(keys) do
    n = n + 1
    if n > ITEMS then items[#items + 1] = ("... (%d in all)"):format(#keys) break end
    local name = type(key) == "string" and key:match("^[%a_][%w_]*$") and key or "[" .. show_value(key, depth) .. "]"
    local text = show_value(value[key], depth + 1)
    items[n] = math.type(key) == "integer" and key == n and text or name .. " = " .. text
  end
  return items
end

local function show_list(value, depth)
  if depth >= DEPTH then return "{ ... }" end
  local ok, items = pcall(items_of, value, depth)
  if not ok then
    items = {}
    for i, item in ipairs(value) do items[i] = show_value(item, depth + 1) end
  end
  if #items == 0 then return "{}" end
  if all_cards(value) and #items == #value then return show_cards(value) end
  local line = "{ " .. table.concat(items, ", ") .. " }"
  if utf8.len(line) and utf8.len(line) + 2 * depth <= WIDTH and not line:find("\n") then return line end
  local indent = ("  "):rep(depth + 1)
  return "{\n" .. indent .. table.concat(items, ",\n" .. indent) .. "\n" .. ("  "):rep(depth) .. "}"
end

local shows = {
  card = show_card,
  pile = show_pile,
  pool = function(pool) return tostring(pool:amount()) end,
  seat = show_seat,
  t = function() return show_table_block(at.build) end,
  ["the table"] = function(value)
    if rawequal(value, at.rules) then return show_rules() end
    return ("the rules of %s alone; :table sits down"):format(at.spec.title)
  end,
  table = show_list,
  string = function(text, depth) return depth > 0 and ("%q"):format(text):gsub("\\\n", "\\n") or text end,
  ["function"] = function() return "a function (:doc NAME says what it does)" end,
}

function show_value(value, depth)
  local show = shows[kind_of(value)]
  return show and (show(value, depth)) or tostring(value)
end

-- What was said and done since it was last looked at.
local function news()
  local lines, events = {}, at.game:events()
  for i = at.told + 1, #events do
    local e = events[i]
    if e.kind == "step" then lines[#lines + 1] = "-- " .. e.text
    elseif e.kind == "say" then lines[#lines + 1] = e.text
    elseif e.kind == "answer" and e.text then
      lines[#lines + 1] = ("   %s: %s"):format(e.text, (e.more or ""):match("[^\n]*"))
    end
  end
  at.told = #events
  return lines
end

--- What a line had told at the table, and its values, apart by spaces; nil for nothing.
function repl.show(...)
  local n, texts, lines = select("#", ...), {}, at.game and news() or {}
  for i = 1, n do texts[i] = show_value((select(i, ...)), n > 1 and 1 or 0) end
  if n > 0 then lines[#lines + 1] = table.concat(texts, "  ") end
  return #lines > 0 and table.concat(lines, "\n") or nil
end

-- --- what is at hand ---

local function card_finder(b)
  local by_name = {}
  for _, card in ipairs(b.cards) do
    by_name[card.name:lower()] = by_name[card.name:lower()] or card
    by_name[card.long:lower()] = by_name[card.long:lower()] or card
  end
  return function(name)
    local card = by_name[tostring(name):lower()]
    if card then return card end
    local names = {}
    for i, c in ipairs(b.cards) do names[i] = c.name end
    host.fail(("no card `%s`%s"):format(tostring(name), words.suggest(name, names)))
  end
end

local function print_line(...)
  local texts = {}
  for i = 1, select("#", ...) do texts[i] = show_value((select(i, ...)), 0) end
  engine.line(table.concat(texts, "\t"))
end

local function set_table(b, t)
  local env, find = at.env, card_finder(b)
  at.find_build = b
  rawset(env, "card", find)
  rawset(env, "cards", function(names)
    local list = {}
    for name in tostring(names):gmatch("[^%s,]+") do list[#list + 1] = find(name) end
    return list
  end)
  rawset(env, "t", t)
  at.rules, at.values = t.rules, b.values
  rawset(env, "rules", t.rules)
end

-- A table of the game for its cards and for `:table`, with the fewest seats.
local function build_of(spec)
  local given = { [0] = { name = spec.master } }
  for i = 1, spec.seats[1] do given[i] = { name = open.NAMES[i] or "Seat " .. i } end
  local b, problem = open.seat(spec, given)
  if not b then error(problem, 0) end
  engine.go_back(b.block, "repl")
  return b
end

local function practice_spec()
  local spec = declare.base({ is_game = true, declaration = { title = "practice", deck = "standard", seats = { 2, 2 },
    piles = { table = "everyone", seat = { hand = "owner" } }, pools = { pot = 0, seat = { chips = 100 } },
    order = { "idle" }, idle = function(t) t:finish() end } },
    { path = "practice", game = "practice", layer = "practice" })
  checks.finish(spec)
  return spec
end

local function hello_of(spec, word)
  if not word then
    return "A practice table: t.deck, t.table, t.pot, t.seat[1].hand, t.seat[1].chips. :help says more."
  end
  return ("%s: t.rules and the game's own functions are at hand; :table sits down. :help says more."):format(spec.title)
end

--- Makes ready: a greeting, or nil and the mistakes. given: game, variants, sets, word (as typed; nil for a practice
--- table), reference, pages (names, a line each), symbols.
function repl.open(given)
  local names = host.environment()
  at = { reference = given.reference, pages = given.pages, symbols = given.symbols, colors = true,
    word = given.word, names = names }
  at.env = setmetatable({}, { __index = names })
  rawset(at.env, "print", print_line)
  rawset(at.env, "croupier", { open = testing.open, practice = testing.practice, rules = testing.rules })
  local spec, problem = practice_spec(), nil
  if given.word then spec, problem = open.spec(given.game, given.variants, given.sets) end
  if not spec then return nil, problem end
  at.spec = spec
  local ok, b = pcall(build_of, spec)
  if not ok then return nil, b end
  if given.word then
    at.rules_only = table_core.rules_only(spec)
    set_table(b, at.rules_only)
  else
    at.build = b
    set_table(b, b.t)
  end
  return hello_of(spec, given.word)
end

-- --- lines ---

-- A name that was made `local` would be gone with its line.
local function without_local(text)
  local rest = text:match("^[ \t]*local (.*)$")
  local lasting = rest and not text:find("<", 1, true) and (text:find("=", 1, true) or rest:find("^function"))
  return lasting and rest or text
end

-- What was typed as a function, an expression first, then statements; or nil, what is wrong, and whether more lines
-- could mend it.
local function compiled(text)
  local run = host.compile("input", "return " .. text, at.env)
  if run then return run end
  local problem
  run, problem = compile("input", without_local(text), at.env)
  return run, problem, problem and problem:find("near '?<eof>'?") ~= nil
end

-- A sentence without "input:1: " where there is only one line.
local function sentence_of(problem, text)
  return text:find("\n", 1, true) and problem or (problem:gsub("^input:1: ", ""))
end

--- Runs what was typed. "done" and what to show, or nil; "wrong" and a sentence; "unfinished", unless it is the `whole`.
function repl.run(text, whole)
  local run, problem, unfinished = compiled(text)
  if not run and unfinished and not whole then return "unfinished" end
  if not run then return "wrong", sentence_of(problem, text) end
  local results
  local done, sentence = host.try(function() results = table.pack(run()) end)
  if not done then return "wrong", sentence_of(sentence, text) end
  return "done", repl.show(table.unpack(results, 1, results.n))
end

--- Works an expression out n times: true, or nil and a sentence.
function repl.times(text, n)
  local run, problem = compile("input", ("for _ = 1, %d do local _ = %s end"):format(n, text), at.env)
  if not run then return nil, sentence_of(problem, text) end
  local done, sentence = host.try(run)
  if not done then return nil, sentence_of(sentence, text) end
  return true
end

-- --- commands ---

local HELP = {
  { ":doc NAME", "what a function, a rule or a field of a game is" },
  { ":time EXPR", "how long an expression takes; it is worked out many times" },
  { ":table [N]", "sits down at the game, with N seats: t, g and seats are then real" },
  { ":step", "the next step to its end, questions answered at random" },
  { ":run [NAME]", "to the next question, or to the step or question of that name" },
  { ":answer TEXT", "answers the question as a player would" },
  { ":undo", "takes the last answer back" },
  { ":look", "the table, with everything that lies on it" },
  { ":quit", "leaves, as Ctrl-D does" },
}

local function help()
  local lines = { "A line of Lua is run, and its values are shown. Names stay until you leave;",
    "an unfinished line goes on in the next. card \"Kh\" and cards \"Kh 3d\" give cards." }
  for _, row in ipairs(HELP) do lines[#lines + 1] = ("  %-14s %s"):format(row[1], row[2]) end
  return table.concat(lines, "\n")
end

local function stands()
  local g, lines = at.game, news()
  local q = g.status == "question" and g:question()
  if q then
    lines[#lines + 1] = ("%s is asked `%s`: %s"):format(q.seat.name, q.name, q.text)
    lines[#lines + 1] = "  " .. q.expected .. (#q.options > 0 and ": " .. show_value(q.options, 1) or "")
  elseif g.status == "finished" then
    for _, row in ipairs(g:result() or {}) do
      lines[#lines + 1] = ("%d. %s%s"):format(row.place, row.seat.name, row.score and " " .. tostring(row.score) or "")
    end
    lines[#lines + 1] = "The game is over; :table starts again."
  elseif g.status == "failed" then lines[#lines + 1] = tostring(g.why)
  else lines[#lines + 1] = ("Before the step `%s`."):format(tostring((g:next_step()))) end
  return table.concat(lines, "\n")
end

local function sit(rest)
  if not at.word then return nil, "no game was named: `croupier repl GAME`" end
  local seats = tonumber(rest)
  if rest ~= "" and not seats then return nil, (":table %s: expected how many seats"):format(rest) end
  local ok, g = pcall(testing.open, at.word, { seats = math.tointeger(seats) })
  if not ok then return nil, tostring(g) end
  at.game, at.build, at.told = g, g.build, 0
  set_table(g.build, g.t)
  rawset(at.env, "g", g)
  return stands()
end

local function at_table(fn)
  return function(rest)
    if not at.game then return nil, ":table sits down first" end
    local ok, sentence = fn(at.game, rest)
    if ok == nil and sentence then return nil, sentence end
    return stands()
  end
end

local function look()
  if not at.build then return nil, ":table sits down first" end
  local parts = { show_table_block(at.build) }
  for number = 1, at.build.count do parts[#parts + 1] = show_seat(at.build.seats[number], 0) end
  return table.concat(parts, "\n")
end

local commands = {
  help = help,
  table = sit,
  look = look,
  step = at_table(function(g, rest)
    if rest ~= "" then return nil, (":step takes one step, the next; `:run %s` goes on to a step"):format(rest) end
    g:step()
  end),
  run = at_table(function(g, name)
    if name == "" then return g:run() end
    g:run(name)
    local step = at.spec.steps[name] or g.status == "question"
    if not step then
      return nil, ("no step or question `%s` came%s"):format(name, words.suggest(name, words.keys(at.spec.steps)))
    end
  end),
  undo = at_table(function(g) return g:undo(), "there is nothing to take back" end),
  answer = at_table(function(g, text)
    if g.status ~= "question" then return nil, "no question is open: :run goes to the next" end
    return g:answer(text)
  end),
}

local NAMES = { "answer", "doc", "help", "look", "quit", "run", "step", "table", "time", "undo" }

--- A command without its colon: what to print, or nil and a sentence.
function repl.command(name, rest)
  local command = commands[name]
  if not command then
    local near = words.suggest(name, NAMES)
    return nil, ("no command `:%s`%s"):format(name, near == "" and "; :help lists them" or near)
  end
  local ok, text, sentence = pcall(command, rest)
  if not ok then return nil, tostring(text) end
  return text, sentence
end

-- The remarks directly above a function of the game, or nothing.
local function remarks_above(name)
  local keys = { at.spec.name .. "/game.lua" }
  for _, variant in ipairs(at.spec.variants or {}) do
    keys[#keys + 1] = ("%s/house/%s.lua"):format(at.spec.name, variant.name)
  end
  for i = #keys, 1, -1 do
    local text, path = sources.read(keys[i])
    local line = text and mistakes.line_of(text, name)
    if line and line > 1 then
      local above, n = {}, 0
      for each in text:gmatch("([^\n]*)\n?") do
        n = n + 1
        if n >= line then
          each = each:match("^%s*(.-)%s*$")
          return ("%s:%d: %s\n%s"):format(path, line, each, table.concat(above, "\n"))
        end
        local remark = each:match("^%s*%-%-+ ?(.*)$")
        if remark then above[#above + 1] = "  " .. remark else above = {} end
      end
    end
  end
end

-- Is there a page about a word?
local function has_page(word)
  local named = "%f[%w_]" .. word .. "%f[^%w_]"
  return at.pages:find(named) ~= nil or ("\n" .. at.reference):find("\n== [^\n]*" .. named) ~= nil
end

local WHOSE = { t = "table", seat = "seat", ["t.gm"] = "gm" }

-- A pile, a pool or state of the game, by its name or as seat.NAME. A practice table has no file to read of them.
local function doc_of_thing(name)
  if not at.word then return nil end
  local path, word = name:match("^([%w_.]-)%.?([%w_]+)$")
  if not word or path == "" and has_page(word) then return nil end
  local lines = {}
  for _, thing in ipairs(things.named(source_index.of(at.spec), word)) do
    if path == "" or thing.of == WHOSE[path] then
      lines[#lines + 1] = ("%s %s (%s): %s"):format(thing.what, word, things.called(at.spec, thing), thing.meaning)
    end
  end
  return #lines > 0 and table.concat(lines, "\n") or nil
end

--- What is known of a rule, a function, a pile, a pool or state of the game itself; nil for other names.
function repl.doc(name)
  local rule = at.spec.rules[name:gsub("^rules%.", ""):gsub("^t%.rules%.", "")]
  if rule then
    return ("%s = %s: %s, %s"):format(rule.name, rules.show(rule.value, rule), rule.meaning, rules.expected(rule))
  end
  local step = name:gsub("^t[:.]", "")
  if at.spec.steps[step] then return (remarks_above(step) or step .. ": a step of the game"):gsub("\n$", "") end
  return doc_of_thing(name)
end

-- --- what could be typed next ---

local function reference_names(prefix)
  local names = {}
  for name in at.reference:gmatch("== ([^\n]+)") do
    local rest = name:match("^" .. prefix .. "[.:]([%w_]+)$")
    if rest then names[#names + 1] = rest end
  end
  return names
end

local function add_keys(names, t) for _, key in ipairs(words.keys(t)) do names[#names + 1] = key end end

local function table_names(names, b, number)
  local whose = number and (number == 33 and "gm" or "seat") or "table"
  add_keys(names, b.spec.state[whose])
  add_keys(names, b.spec.piles[whose])
  add_keys(names, b.spec.pools[whose])
  if not number then
    add_keys(names, b.spec.decks)
    add_keys(names, b.spec.steps)
  end
end

local CARD_FIELDS = { "rank", "suit", "value", "color", "name", "long", "symbol", "index" }

local function names_in(value)
  local kind = kind_of(value)
  local names = {}
  if kind == "card" then names = { table.unpack(CARD_FIELDS) } end
  if kind == "seat" then
    names = { "number", "name", "profile", "table" }
    if at.build then table_names(names, at.build, rawget(value, 0)) end
  elseif kind == "t" or rawequal(value, at.rules_only) then
    names = { "rules", "seat", "gm" }
    if at.build then table_names(names, at.build) else add_keys(names, at.spec.steps) end
    kind = "t"
  elseif rawequal(value, at.rules) then add_keys(names, at.spec.rules)
  elseif kind == "table" then
    if rawequal(value, at.game) then kind = "game"
    else host.try(function() add_keys(names, value) end) end
  elseif kind == "string" then add_keys(names, string) end
  for _, name in ipairs(reference_names(kind)) do names[#names + 1] = name end
  return names
end

local function follow(value, mark, key)
  local ok, found = host.try(function()
    if mark == "[" then return value[tonumber(key) or key:match("^[\"'](.-)[\"']$")] end
    return value[key]
  end)
  if ok then return found end
end

-- The value of `t.seat[1]` in front of the word: no call is made.
local function value_of(path)
  local value = follow(at.env, ".", path:match("^[%a_][%w_]*"))
  local place = #path:match("^[%a_][%w_]*") + 1
  while value ~= nil and place <= #path do
    local mark, key, next_place = path:match("^([.:])([%a_][%w_]*)()", place)
    if not mark then key, next_place = path:match("^%[([^%]]+)%]()", place) mark = "[" end
    if not key then return nil end
    value, place = follow(value, mark, key), next_place
  end
  return value
end

local KEYWORDS = { "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local",
  "nil", "not", "or", "repeat", "return", "then", "true", "until", "while" }

local function command_words(before)
  local doc = before:match("^:doc%s+()")
  if doc then
    local names = {}
    for name in at.pages:gmatch("[^\n]+") do names[#names + 1] = name end
    add_keys(names, at.spec.rules)
    return doc, names
  end
  if before:match("^:time%s") then return nil end
  local list = {}
  for i, name in ipairs(NAMES) do list[i] = ":" .. name end
  return 1, list
end

local function card_words(before)
  local open_quote = before:match("cards?%s*%(?%s*[\"']()[^\"']*$")
  if not open_quote then return nil end
  local names, seen = {}, {}
  for _, card in ipairs(at.find_build.cards) do
    if not seen[card.name] then names[#names + 1] = card.name end
    seen[card.name] = true
  end
  return before:match("()[^%s\"',]*$"), names
end

--- Where the last word of what was typed begins (from 0), and the words that could stand there.
function repl.complete(before)
  local place, list
  if before:sub(1, 1) == ":" then place, list = command_words(before) end
  if not place then place, list = card_words(before) end
  if place then return place - 1, list end
  local path, word = before:match("([%a_][%w_.:%[%]\"']*)[.:]([%w_]*)$")
  if path then
    local value = value_of(path)
    return #before - #word, value ~= nil and names_in(value) or {}
  end
  word = before:match("[%a_][%w_]*$") or ""
  list = { table.unpack(KEYWORDS) }
  add_keys(list, at.env)
  add_keys(list, at.names)
  return #before - #word, list
end

return repl
