-- The prompt of `croupier repl`: what is at hand there, how values are shown,
-- what could be typed next, and the commands that step through a game. The
-- host reads lines and runs them; here nothing waits.
--
-- At hand are the names of games' scripts, `croupier`, `card` and `cards`, and
-- a table `t`: of the game's rules alone until `:table` sits down at it, a
-- table to try things at where no game was named.

local card_names = require "table.card_names"
local compile = require "script.compile"
local english = require "shared.english"
local lists = require "shared.lists"
local decks = require "script.declared_decks"
local open = require "start.open"
local table_core = require "table.table"
local testing = require "author.testing"
local rules = require "script.rules"
local setup = require "table.setup"
local marked_text = require "table.marked_text"
local source_index = require "tell.source_index"
local things = require "tell.things"

local repl = {}

local WIDTH, DEPTH, ITEMS = 76, 4, 60

-- What the prompt knows: made by repl.open, one a program.
local at = {}

-- --- values as people read them ---

local show_value

local function show_card(card)
  if card.hidden then return "a hidden card" end
  return marked_text.in_color(card.color, at.symbols and card.symbol or card.name)
end

local function show_cards(list) return table.concat(lists.map(list, show_card), " ") end

local FACING = { nobody = "face down", owner = "for its owner", everyone = "face up", top = "top card face up",
  gm = "for the game master" }

local function show_pile(pile)
  local b, n = at.build, #pile
  local place = b and lists.index(b.hooks.pile_handles, pile) -- who sees its cards is known of the table that is open
  local facing = place and b.plan[place].facing
  local about = english.count(n, "card") .. (facing and ", " .. FACING[facing] or "")
  return ("%s (%s)%s"):format(pile:name(), about, n > 0 and ": " .. show_cards(pile:list()) or "")
end

local function kind_of(value)
  if type(value) == "userdata" then
    local kind = host.kind(value)
    if kind ~= "other" and (kind ~= "pool" or host.try(function() return value:amount() end)) then return kind end
    return "userdata"
  end
  if type(value) ~= "table" then return type(value) end
  if getmetatable(value) == "table" and math.type(rawget(value, 0)) == "integer" then return "seat" end
  if at.build and rawequal(value, at.build.t) then return "t" end
  if rawequal(value, at.game) then return "game" end
  if rawequal(value, at.rules) or rawequal(value, at.rules_only) then return "the table" end
  return "table"
end

-- The table that is open, or one of its seats, with all that is there, below a head.
local function block(number, head, ...)
  local b, parts = at.build, { head:format(...) }
  for _, thing in ipairs(b.things[number or false] or {}) do
    local is_pile, handle = thing.kind == "pile", thing.handle
    local held = is_pile and #handle > 0 and show_cards(handle:list()) or not is_pile and handle:amount()
    if held then parts[#parts + 1] = ("%s: %s"):format(thing.name, held) end
  end
  local thing = number and b.seats[number] or b.t
  for name in pairs(b.spec.state[number == nil and "table" or number == 0 and "gm" or "seat"]) do
    local value = rawget(thing, name)
    if value ~= nil then parts[#parts + 1] = ("%s = %s"):format(name, show_value(value, 1)) end
  end
  return table.concat(parts, "\n  ")
end

local function show_seat(seat, depth)
  local number = at.build and at.build.number_of[seat]
  if depth > 0 or not number then return seat.name end
  return block(number, "%s, seat %d", seat.name, seat.number)
end

local function show_table() return block(nil, "%s, %d seats", at.build.spec.title, at.build.count) end

local function show_rules()
  local names, width = lists.keys(at.spec.rules), 0
  for _, name in ipairs(names) do width = math.max(width, #name) end
  return table.concat(lists.map(names, function(name)
    return ("%s%s = %s"):format(name, (" "):rep(width - #name), rules.show(at.values[name]))
  end), "\n")
end

local function items_of(value, depth)
  local items, keys = {}, lists.keys(value)
  for n, key in ipairs(keys) do
    if n > ITEMS then items[n] = ("... (%d in all)"):format(#keys) break end
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
    items = lists.collect(value, function(item) return show_value(item, depth + 1) end)
  end
  if #items == 0 then return "{}" end
  local function is_card(item) return kind_of(item) == "card" end
  if #items == #value and lists.all(value, is_card) then return show_cards(value) end
  local line = "{ " .. table.concat(items, ", ") .. " }"
  if utf8.len(line) and utf8.len(line) + 2 * depth <= WIDTH and not line:find("\n") then return line end
  local indent = ("  "):rep(depth + 1)
  return "{\n" .. indent .. table.concat(items, ",\n" .. indent) .. "\n" .. ("  "):rep(depth) .. "}"
end

-- What was said and done since it was last looked at.
local function news()
  local events = at.game:events()
  local fresh = table.move(events, at.told + 1, #events, 1, {})
  at.told = #events
  return lists.map(fresh, function(e)
    if e.kind == "step" then return "-- " .. e.text end
    if e.kind == "say" then return e.text end
    return e.kind == "answer" and e.text and ("   %s: %s"):format(e.text, (e.more or ""):match("[^\n]*")) or nil
  end)
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

local shows = {
  card = show_card,
  pile = show_pile,
  pool = function(pool) return tostring(pool:amount()) end,
  seat = show_seat,
  t = show_table,
  ["the table"] = function(value)
    if rawequal(value, at.rules) then return show_rules() end
    return ("the rules of %s alone; :table starts a table"):format(at.spec.title)
  end,
  game = function() return stands() end,
  table = show_list,
  string = function(text, depth) return depth > 0 and ("%q"):format(text):gsub("\\\n", "\\n") or text end,
  ["function"] = function() return "a function (:doc NAME says what it does)" end,
}

function show_value(value, depth)
  local show = shows[kind_of(value)]
  return show and (show(value, depth)) or tostring(value)
end

local function shown(mark, depth, ...)
  local texts = {}
  for i = 1, select("#", ...) do texts[i] = show_value((select(i, ...)), depth) end
  return table.concat(texts, mark)
end

--- What a line had told at the table, and its values, apart by spaces; nil for nothing.
function repl.show(...)
  local n, lines = select("#", ...), at.game and news() or {}
  if n > 0 then lines[#lines + 1] = shown("  ", n > 1 and 1 or 0, ...) end
  return #lines > 0 and table.concat(lines, "\n") or nil
end

-- --- what is at hand ---

local function card_of(b, name, face)
  local names = face and {} or lists.collect(b.cards, "name")
  return setup.first_card(b, face) or host.fail(("no card `%s`%s"):format(name, english.suggest(name, names)))
end

local function set_table(b, t)
  local env = at.env
  at.find_build = b
  rawset(env, "card", function(name) return card_of(b, tostring(name), card_names.find(b, tostring(name))) end)
  rawset(env, "cards", function(names)
    local list = {}
    for name, face in setup.each_card(b, tostring(names)) do list[#list + 1] = card_of(b, name, face) end
    return list
  end)
  rawset(env, "t", t)
  at.rules, at.values = t.rules, b.values
  rawset(env, "rules", t.rules)
end

local PRACTICE = { deck = "standard", seats = 2, piles = { table = "everyone", seat = { hand = "owner" } },
  pools = { pot = 0, seat = { chips = 100 } } }

--- Makes ready: a greeting, or nil and the mistakes. given: game, variants, sets, word (as typed; nil for a practice
--- table), reference, pages (names, a line each), symbols.
function repl.open(given)
  local names = host.environment()
  at = { reference = given.reference, pages = given.pages, symbols = given.symbols, word = given.word,
    names = names }
  at.env = setmetatable({}, { __index = names })
  rawset(at.env, "print", function(...) engine.write(shown("\t", 0, ...) .. "\n") end)
  rawset(at.env, "croupier", { open = testing.open, practice = testing.practice, rules = testing.rules })
  local spec, problem
  if given.word then spec, problem = open.spec(given.game, given.variants, given.sets)
  else spec = testing.practice_spec(PRACTICE) end
  if not spec then return nil, problem end
  at.spec = spec
  -- For its cards, and for `:table`: the fewest seats.
  local ok, b = pcall(testing.begin, spec, {}, "repl")
  if not ok then return nil, b end
  if not given.word then
    at.build = b
    set_table(b, b.t)
    return "A practice table: t.deck, t.table, t.pot, t.seat[1].hand, t.seat[1].chips. :help says more."
  end
  at.rules_only = table_core.rules_only(spec)
  set_table(b, at.rules_only)
  return ("%s: t.rules and the game's functions are ready; :table starts a table. :help says more."):format(spec.title)
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
  { ":dice EXPR", "exact chances of dice; several: side by side" },
  { ":time EXPR", "how long an expression takes; it is evaluated many times" },
  { ":table [N]", "starts a table, with N seats: t, g and seats are then real" },
  { ":step", "runs the next step to its end, answering questions at random" },
  { ":run [NAME]", "runs to the next question, or to the step or question of that name" },
  { ":answer TEXT", "answers the question as a player would" },
  { ":undo", "takes back the last answer" },
  { ":look", "shows the table and everything on it" },
  { ":quit", "leaves, as Ctrl-D does" },
}

local function help()
  local lines = lists.map(HELP, function(row) return ("  %-14s %s"):format(row[1], row[2]) end)
  return "Type a line of Lua to run it and see its values. Names stay until you leave;\n"
    .. "an unfinished line continues on the next. card \"Kh\" and cards \"Kh 3d\" give cards.\n"
    .. table.concat(lines, "\n")
end

local function sit(rest)
  if not at.word then return nil, "no game was named: `croupier repl GAME`" end
  local seats = tonumber(rest)
  if rest ~= "" and not seats then return nil, (":table %s: expected a number of seats"):format(rest) end
  local set = {} -- what --set said holds at the table too
  for name, rule in pairs(at.spec.rules) do if rule.origin == "--set" then set[name] = rule.value end end
  local ok, g = pcall(testing.open, at.word, { seats = math.tointeger(seats), rules = set })
  if not ok then return nil, tostring(g) end
  at.game, at.build, at.told = g, g.build, 0
  set_table(g.build, g.t)
  rawset(at.env, "g", g)
  return stands()
end

local function at_table(fn)
  return function(rest)
    if not at.game then return nil, "type :table first to sit down" end
    local ok, sentence = fn(at.game, rest)
    if ok == nil and sentence then return nil, sentence end
    return stands()
  end
end

local function look()
  if not at.build then return nil, "type :table first to sit down" end
  local seats = lists.map(at.build.t.seat, function(seat) return show_seat(seat, 0) end)
  return show_table() .. "\n" .. table.concat(seats, "\n")
end

local commands = {
  help = help,
  table = sit,
  look = look,
  step = at_table(function(g, rest)
    if rest ~= "" then return nil, (":step runs only the next step; `:run %s` runs to a named one"):format(rest) end
    g:step()
  end),
  run = at_table(function(g, name)
    if name == "" then return g:run() end
    g:run(name)
    local step = at.spec.steps[name] or g.status == "question"
    if not step then
      return nil, ("`%s` was not reached%s"):format(name, english.suggest(name, lists.keys(at.spec.steps)))
    end
  end),
  undo = at_table(function(g) return g:undo(), "there is nothing to take back" end),
  answer = at_table(function(g, text)
    if g.status ~= "question" then return nil, "no question is open: :run goes to the next" end
    return g:answer(text)
  end),
}

local NAMES = { "answer", "dice", "doc", "help", "look", "quit", "run", "step", "table", "time", "undo" }

--- A command without its colon: what to print, or nil and a sentence.
function repl.command(name, rest)
  local command = commands[name]
  if not command then
    local known = lists.collect(NAMES, function(one) return ":" .. one end)
    return nil, ("no command `:%s`%s"):format(name, english.suggest(":" .. name, known, "; :help lists them"))
  end
  local ok, text, sentence = pcall(command, rest)
  if not ok then return nil, tostring(text) end
  return text, sentence
end

-- Where a step of the game begins, and the remarks directly above it; or nothing.
local function remarks_above(name)
  local above, layer = {}, at.word and source_index.step_layers(source_index.of(at.spec), name)[1]
  for _, line in ipairs(layer and layer.fn and source_index.source(layer.fn) or {}) do
    local text = line[2]:match("^%s*(.-)%s*$")
    if line[1] == layer.fn.first then
      return ("%s:%d: %s\n%s"):format(layer.fn.file.path, line[1], text, table.concat(above, "\n"))
    end
    above[#above + 1] = "  " .. text:match("^%-+ ?(.*)$")
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
  local lines = lists.map(things.named(source_index.of(at.spec), word), function(thing)
    if path ~= "" and thing.of ~= WHOSE[path] then return nil end
    return ("%s %s (%s): %s"):format(thing.what, word, things.called(at.spec, thing), thing.meaning)
  end)
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

local function table_names(b, number)
  local whose = number and (number == 0 and "gm" or "seat") or "table"
  local names = lists.joined(lists.keys(b.spec.state[whose]), lists.keys(b.spec.piles[whose]),
    lists.keys(b.spec.pools[whose]))
  return number and names or lists.joined(names, lists.keys(decks.of(b.spec, "table")), lists.keys(b.spec.steps))
end

local OWN_NAMES = { card = { "rank", "suit", "value", "color", "name", "long", "symbol", "index" },
  seat = { "number", "name", "profile", "table" }, t = { "rules", "seat", "gm" } }

local function names_in(value)
  local kind, names = rawequal(value, at.rules_only) and "t" or kind_of(value), {}
  if kind == "t" then names = at.build and table_names(at.build) or lists.keys(at.spec.steps)
  elseif kind == "seat" then names = at.build and table_names(at.build, value.number) or {}
  elseif rawequal(value, at.rules) then names = lists.keys(at.spec.rules)
  elseif kind == "table" then host.try(function() names = lists.keys(value) end)
  elseif kind == "string" then names = lists.keys(string) end
  return lists.joined(OWN_NAMES[kind] or {}, names, lists.matches(at.reference, "== " .. kind .. "[.:]([%w_]+)\n"))
end

-- The value of `t.seat[1]` in front of the word: no call is made.
local function value_of(path)
  local calls = path:gsub("%[[\"'][^\"']*[\"']%]", ""):find("[\"']") -- print"it"
  local run = not calls and host.compile("input", "return " .. path:gsub(":", "."), at.env)
  local ok, value = host.try(run or function() end)
  return ok and value or nil
end

local KEYWORDS = { "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local",
  "nil", "not", "or", "repeat", "return", "then", "true", "until", "while" }

local function command_words(before)
  local doc = before:match("^:doc%s+()")
  if doc then
    return doc, lists.joined(lists.keys(at.spec.rules), lists.matches(at.pages, "[^\n]+"))
  end
  if before:match("^:time%s") then return nil end
  return 1, lists.map(NAMES, function(name) return ":" .. name end)
end

local function card_words(before)
  local open_quote = before:match("cards?%s*%(?%s*[\"']()[^\"']*$")
  if not open_quote then return nil end
  local names = lists.set(lists.collect(at.find_build.cards, "name"))
  return before:match("()[^%s\"',]*$"), lists.keys(names)
end

--- Where the last word of what was typed begins (from 0), and the words that could be typed there.
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
  return #before - #word, lists.joined(KEYWORDS, lists.keys(at.env), lists.keys(at.names))
end

return repl
