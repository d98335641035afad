-- Every function a script can call, called with anything: right things and wrong ones, huge numbers, lists with holes,
-- cards, piles and seats of another table, and functions that call others of them while they are called. Whatever is
-- refused is refused by an error; after each row of calls every card is in exactly one pile and the pools' sum is what
-- it was. The functions are those that the documentation beside the code names.
--
--   croupier test tests/fuzz/world/api.lua
--   RUNS=1000000       so many calls; 20,000 when left out
--   START=17           another beginning
-- A failure names the row, which START and the same number of calls repeat.

local ROW, ROWS_A_TABLE, DEPTH = 50, 20, 3
local RUNS, START = tonumber(os.getenv "RUNS" or "") or 20000, tonumber(os.getenv "START" or "") or 1

local GAME = [[
return game {
  title = "Anything", seats = { 2, 6 }, deck = "standard",
  rules = { ante = { 1, "chips", min = 0, max = 5 } }, profile = { str = { 10, "strength", min = 1, max = 20 } },
  piles = { lake = "everyone", grave = "nobody", row = "top", seat = { hand = "owner", shown = "everyone" } },
  pools = { pot = 0, bank = "mint", seat = { chips = 50 } }, measures = { n = "a count" },
  state = { n = 0, list = {}, last = none, seat = { points = 0, plan = secret("none") } },
  actions = { shout = { "shouts", step = "shout" } }, shout = function(t, seat) t:say("%s shouts.", seat) end,
  order = { { "deal", "go" }, "over" },
  deal = function(t) t:gather(t.deck) t.deck:shuffle()
    for seat in t:seats() do t.deck:deal(5, seat.hand) end t.deck:deal(3, t.lake) end,
  go = function(t)
    t.last = t.seat[1]:ask { "card", "Which card?", card = t.seat[1].hand }
    return t:random(1, 5) == 1 and done or again
  end,
  over = function(t) t:finish(t:rank_by("points")) end,
}
]]

-- --- chance: a generator of one's own ---

local state

local function draw(n)
  state = state ~ (state << 13)
  state = state ~ (state >> 7)
  state = state ~ (state << 17)
  return (state >> 11) % n + 1
end

local function draw_of(number, n) -- the same for a number, whatever was drawn before
  state = (START * 0x9e3779b97f4a7c15 + number) * 0x2545f4914f6cdd1d | 1
  return draw(n)
end

local function pick(list) return list[draw(#list)] end

-- --- functions: { name, and how it is found among the things of a row } ---

local LIBRARIES = { poker = true, dice = true, rng = true, string = true, table = true, tricks = true, betting = true,
  match = true, melds = true, tournament = true, pots = true }
local NOT_CALLED = { print = true, pcall = true, xpcall = true } -- they show, or swallow, what is looked for

local function signatures()
  local names, seen = {}, {}
  local files = assert(io.popen("cat host/bind/*.c host/table/*.c host/script/*.c "
    .. "$(find stdlib -name '*.lua' ! -path '*/front/*')"))
  for line in files:lines() do
    local name = line:match("^/%*%*%* ([%a_.:]+)%(") or line:match("^%-%-%-@signature ([%a_.:]+)%(")
      or line:match("^function ([%a_]+%.[%a_]+)%(")
    local of = name and name:match("^([%a_]+)[.:]")
    if name and line:find("^function") and not LIBRARIES[of] then name = nil end
    if name and of ~= "game" and of ~= "croupier" and not NOT_CALLED[name] and not seen[name] then
      seen[name] = true
      names[#names + 1] = name
    end
  end
  files:close()
  return names
end

local function library(name)
  local found, value = pcall(function() return _G[name] end)
  if found and value then return value end
  found, value = pcall(require, name)
  return found and value or nil
end

-- The function of that name and what it may be called on, or nil: a library's, a thing's.
local function find(row, name)
  local of, separator, field = name:match("^([%a_]+)([.:])([%a_]+)$")
  if not of then return library(name) end
  if separator == "." then
    local from = LIBRARIES[of] and library(of)
    return type(from) == "table" and from[field] or nil
  end
  local things = row.things[of]
  if not things then return nil end
  local thing = pick(things)
  local found, fn = pcall(function() return thing[field] end)
  if found then return fn, thing end
end

-- --- values ---

local NUMBERS = { 0, 1, 2, 3, 5, 13, 52, -1, -2, 0.5, 1.0, 1 << 31, 1 << 53, math.maxinteger, math.mininteger,
  1e300, -1e300, 0 / 0, 1 / 0, -1 / 0, 255, 256, 65535, 65536 }
local TEXTS = { "", "Ks", "As", "10h", "2d6", "2d20kl1+3", "1d0", "99999d99999", "hearts", "rank", "suit", "value",
  "name", "points", "chips", "pot", "hand", "x", "kings full of 2", "%s %d %c", "%", "(", "[", "%b", ".-(.-)%1", "\0",
  "\xff",
  "\u{202e}", ("long "):rep(500), "card", "all", "none", "nil", "deal", "n" }

local value -- below, for lists hold values

local function list_of(row, depth)
  local list, n = {}, draw(6) - 1
  for i = 1, n do list[i] = value(row, depth + 1) end
  if n > 2 and draw(5) == 1 then list[2] = nil end
  if draw(12) == 1 then list[0] = value(row, depth + 1) end
  if draw(20) == 1 then list[1] = list end
  return list
end

local function things_of(row, kind)
  local list = {}
  for i = 1, draw(7) do list[i] = pick(row.things[kind]) end
  return list
end

local FIELDS = { "min", "max", "step", "card", "cards", "one_of", "confirm", "text", "optional", "default", "fits",
  "why", "put", "folded", "layers", "strengths", "order", "known", "board", "others", "unseen", "wild", "seat",
  "score", "place", "from", "to", "name", "sets", "runs", "patterns", "deck", "hands", "target", "chips", "samples",
  "count" }

local function record(row, depth)
  local made = draw(2) == 1 and { pick(TEXTS), pick(TEXTS) } or {}
  for _ = 1, draw(4) do made[pick(FIELDS)] = value(row, depth + 1) end
  return made
end

-- A function that is handed over: it may call any other, change what it got, or raise.
local function calling_back(row, depth)
  local what = draw(6)
  return function(...)
    if what == 1 then error("no") end
    if what <= 3 and depth < DEPTH then row.call(row, depth + 1) end
    local first = ...
    if what == 4 and type(first) == "table" then first[1] = nil end
    return value(row, depth + 2)
  end
end

local KINDS = { "card", "pile", "pool", "seat", "t", "melds", "hands", "stream", "roll", "ranks", "other" }

function value(row, depth)
  local what = draw(depth > 2 and 5 or 9)
  if what == 1 then return pick(NUMBERS)
  elseif what == 2 then return pick(TEXTS)
  elseif what <= 4 then return pick(row.things[pick(KINDS)])
  elseif what == 5 then return ({ true, false, nil })[draw(3)]
  elseif what == 6 then return things_of(row, pick(KINDS))
  elseif what == 7 then return list_of(row, depth)
  elseif what == 8 then return record(row, depth) end
  return calling_back(row, depth)
end

-- --- a row of calls at one table ---

local calls, failed, without = 0, 0, {}

-- One call. What the right arguments are is not known; a thing of the right kind comes first half of the time.
local function call(row, depth)
  local name = pick(row.names)
  local fn, thing = find(row, name)
  if type(fn) ~= "function" then
    without[name] = (without[name] or 0) + 1
    return
  end
  local n, args = draw(4), {}
  if thing and draw(20) > 1 then args[1] = thing else args[1] = value(row, depth) end
  for i = 2, n do args[i] = value(row, depth) end
  calls = calls + 1
  without[name] = false
  local co = coroutine.wrap(function() return pcall(fn, table.unpack(args, 1, n)) end)
  if not select(2, pcall(co)) then failed = failed + 1 end
end

local function all_things(g, other)
  local t = g.t
  local things = { t = { t }, card = {}, pile = { t.deck, t.lake, t.grave, t.row }, pool = { t.pot, t.bank }, seat = {},
    stream = { rng.new "1" }, roll = { dice.by_hand "2d6" }, hands = { poker.hands(5, 10) }, ranks = {},
    melds = { library("melds").compile {
      deck = require "decks.standard", patterns = { { name = "run", by = "value", score = { 10, 20 } },
        { name = "set", score = 15 } } } },
    other = { other.t, other.t.deck, other.t.seat[1], other.t.pot, other.t.deck:top() } }
  things.table = things.t
  things.ranks[1] = things.hands[1]:ranks()
  for _, seat in ipairs(t.seat) do
    things.seat[#things.seat + 1] = seat
    things.pile[#things.pile + 1] = seat.hand
    things.pool[#things.pool + 1] = seat.chips
  end
  for _, pile in ipairs { t.deck, t.lake, t.seat[1].hand } do
    for i = 1, math.min(#pile, 6) do things.card[#things.card + 1] = pile:card(i) end
  end
  return things
end

-- What must hold whatever was called: 52 cards, each in one pile, and the pools' sum.
local function holds(g)
  local t, cards, seen, sum = g.t, 0, {}, g.t.pot:amount() + g.t.bank:amount()
  local piles = { t.deck, t.lake, t.grave, t.row }
  for _, seat in ipairs(t.seat) do
    piles[#piles + 1], piles[#piles + 2] = seat.hand, seat.shown
    sum = sum + seat.chips:amount()
  end
  for _, pile in ipairs(piles) do
    for _, card in ipairs(pile:list()) do
      if seen[card] or t:where(card) ~= pile then return false end
      seen[card] = true
      cards = cards + 1
    end
  end
  return cards == 52 and sum == 50 * #t.seat, cards, sum
end

local tools = dofile "tests/tools.lua"

TestAnything = {}

function TestAnything.test_calls()
  local folder = tools.folder()
  tools.write(folder .. "/game.lua", GAME)
  local names, number = signatures(), 0
  lu.assertTrue(#names > 80, #names)
  while calls < RUNS do
    local g, other = croupier.open(folder, { seats = 3, seed = "1" }), croupier.open(folder, { seats = 2, seed = "2" })
    g:step()
    other:step()
    if draw_of(number, 2) == 1 then g:step() end -- in the middle of a step, at its question
    local row = { names = names, things = all_things(g, other), call = call }
    for _ = 1, ROWS_A_TABLE do
      number = number + 1
      draw_of(number, 1)
      for _ = 1, ROW do call(row, 0) end
      local whole, cards, sum = holds(g)
      lu.assertTrue(whole, ("row %d: %s cards, %s chips"):format(number, cards, sum))
      lu.assertTrue(holds(other), ("row %d: the other table"):format(number))
    end
  end
  tools.remove(folder)
  local never = {}
  for name, times in pairs(without) do if times then never[#never + 1] = name end end
  print(("api: note: %d calls of %d functions, %d refused; never found: %s"):format(calls, #names, failed,
    table.concat(never, " ")))
end

-- --- whole scripts, whose step says anything ---

local THINGS = { pile = { "t.deck", "t.lake", "one.hand", "t.row", "one.shown" },
  pool = { "t.pot", "one.chips", "t.bank" },
  seat = { "one", "t.seat[2]", "one:left()" }, t = { "t", "one.table" }, card = { "t.deck:top()", "one.hand:top()" },
  hands = { "poker.hands(5, 3)" },
  ranks = { "poker.hands(5, 3):ranks()" } }
THINGS.table = THINGS.t

local WRITTEN = { "0", "1", "3", "-1", "2.5", "1e300", "0/0", "1 << 62", "true", "nil", "''", "'Ks'", "'2d6'", "'rank'",
  "'chips'", "'%s %d'", "t.n", "t.list", "t.seat", "t.rules", "t.rules.ante", "one.profile", "{}", "{ 1, 2, nil, 4 }",
  "t.deck:list()", "one.hand:list()" }

local expression

local function call_text(names, depth)
  local name = pick(names)
  local of, separator = name:match("^([%a_]+)([.:])")
  if of == "rng" or of == "dice" then return "t:random(1, 3)" end
  local args = {}
  if separator == ":" then
    local things = THINGS[of]
    if not things then return "t.n" end
    name = ("(%s)%s"):format(pick(things), name:match(":.*$"))
  end
  for i = 1, draw(4) - 1 do args[i] = expression(names, depth + 1) end
  return ("%s(%s)"):format(name, table.concat(args, ", "))
end

local function question_text(names, depth)
  local parts = { ("'%s'"):format(draw(20) == 1 and "two words" or pick { "card", "n", "word" }), "'Which?'" }
  for _ = 1, draw(4) do parts[#parts + 1] = pick(FIELDS) .. " = " .. expression(names, depth + 1) end
  return ("%s:ask { %s }"):format(pick(THINGS.seat), table.concat(parts, ", "))
end

function expression(names, depth)
  local what = draw(depth > 2 and 4 or 9)
  if what <= 2 then return pick(WRITTEN)
  elseif what <= 4 then return pick(THINGS[pick { "pile", "pool", "seat", "t", "card" }])
  elseif what == 5 then return ("{ %s, %s = %s }"):format(expression(names, depth + 1), pick(FIELDS), pick(WRITTEN))
  elseif what == 6 then return ("function(a) return %s end"):format(expression(names, depth + 1))
  elseif what == 7 then return question_text(names, depth) end
  return call_text(names, depth)
end

-- A statement more often than not goes well: what is right is there too.
local RIGHT = { "t.deck:shuffle()", "t.deck:draw_up_to(3, one.hand)", "t.pot:pay_up_to(1, one.chips)", "t.n = t.n + 1",
  "t.last = one:left()", "t:say('%s of %s', t.n, one)", "one.plan = 'x'",
  "t:each(function(_, s) s.points = s.points + 1 end)" }

local STATEMENTS = 12

-- The lines of the step `go`, each a statement.
local function statements(names)
  local lines = {}
  for i = 1, STATEMENTS do
    local what = draw(4)
    lines[i] = what == 1 and pick(RIGHT)
      or what == 2 and "do local x = " .. question_text(names, 0) .. " end"
      or what == 3 and ("t.%s = %s"):format(pick { "n", "list", "last" }, expression(names, 0))
      or "do local x = " .. expression(names, 0) .. " end"
  end
  return lines
end

local HEAD = "  go = function(t) local one = t.seat[1] local betting, match = require 'betting', require 'match' "
  .. "local tournament, tricks = require 'tournament', require 'tricks'\n"

-- The game with these lines, and the number of the line before them.
local function script(lines)
  local text = GAME:gsub("  go = function%(t%).-\n  end,\n", function()
    return HEAD .. table.concat(lines, "\n") .. "\nif t:random(1, 3) == 1 then return done end\nend,\n"
  end)
  local before = text:sub(1, text:find(HEAD, 1, true) + #HEAD - 1)
  return text, select(2, before:gsub("\n", ""))
end

-- The line of the statement that the sentence is about: that of its place, or what gives the state something that can't
-- be kept; nil where neither is there.
local function blamed(why, lines, before)
  local line, kept = tonumber(why:match("game%.lua:(%d+):")), why:match("^(%w+) holds ")
  if line then return line - before end
  for i, text in ipairs(lines) do if kept and text:find("t." .. kept .. " = ", 1, true) then return i end end
end

-- Plays it; a statement that fails is left out and the game played again, so that those after it are tried too. How it
-- ended, and how often it was played.
local function play(folder, lines, seed)
  local status, why
  for plays = 1, 2 * STATEMENTS do
    local text, before = script(lines)
    tools.write(folder .. "/game.lua", text)
    local opened, g = pcall(croupier.open, folder, { seats = 3, seed = seed })
    if not opened then return "not opened", plays end
    status, why = g:play("random")
    lu.assertTrue(holds(g), text)
    local line = status == "failed" and blamed(tostring(why), lines, before)
    if not line or not lines[line] or lines[line] == "" then return status, plays end
    lines[line] = ""
  end
  return status, 2 * STATEMENTS
end

function TestAnything.test_scripts()
  local names, folder, ended, plays = signatures(), tools.folder(), {}, 0
  for number = 1, RUNS // 400 do
    draw_of(number, 1)
    local status, times = play(folder, statements(names), tostring(number))
    ended[status], plays = (ended[status] or 0) + 1, plays + times
  end
  tools.remove(folder)
  local said = {}
  for _, status in ipairs { "finished", "failed", "not opened" } do
    said[#said + 1] = ("%d %s"):format(ended[status] or 0, status)
  end
  print(("api: note: scripts: %s, after %d plays without what had failed"):format(table.concat(said, ", "), plays))
  lu.assertTrue((ended.finished or 0) > 3 * (ended.failed or 0), "most scripts end early")
end
