-- The reference: every example in it is run, and everything that a script can
-- call stands in it.
--
-- An example is run where its reader would write it: in a step of a game with
-- a small table at hand (SAMPLE), as part of a declaration, as a game, a
-- variant of the README's High Tide, its bots, or as lines of a test. Behind
-- `-->` stands what the line gives: `2 + 2 --> 4`, `local a, b = f() --> 1, 2`,
-- or `--> error` and a part of the sentence.

local tools = dofile "tests/tools.lua"
local here, folder

-- "help --all" -> { { name =, group = nil or "topic's group", text =, examples = { "..." } } }
local function entries()
  local list, entry = {}, nil
  local reading = false
  for line in tools.says("help --all", 0):gmatch("([^\n]*)\n") do
    local name = line:match("^== (.*)$")
    local example, more = line:match("^  e%.g%.  (.*)$"), line:match("^        (.*)$")
    if name then
      local group, first = name:match("^(.-): ([^,]*)")
      entry = { name = first or name, group = group, names = name, text = "", examples = {} }
      list[#list + 1] = entry
    elseif example then table.insert(entry.examples, example)
    elseif reading and more then
      entry.examples[#entry.examples] = entry.examples[#entry.examples] .. "\n" .. more
    else entry.text = entry.text .. line .. "\n" end
    reading = example ~= nil or (reading and more ~= nil)
  end
  return list
end

local SHOWN = [[
local function shown(v)
  local kind = type(v)
  if kind == "string" then return '"' .. v .. '"' end
  if kind == "userdata" then return tostring(v) end
  if kind ~= "table" then return tostring(v) end
  if v.name and v.number then return v.name end
  local parts, n = {}, #v
  for i = 1, n do parts[i] = shown(v[i]) end
  for key, value in pairs(v) do
    if type(key) == "string" then parts[#parts + 1] = key .. " = " .. shown(value) end
  end
  return "{ " .. table.concat(parts, ", ") .. " }"
end
local function gives(text, ...)
  local parts = {}
  for i = 1, select("#", ...) do parts[i] = shown((select(i, ...))) end
  local got = table.concat(parts, ", ")
  if got ~= text then error("gives " .. got .. ", not " .. text) end
end
]]

local function checked(line)
  local code, text = line:match("^(.-)%s*%-%->%s*(.*)$")
  if not code or text:find("^error") then return (line:gsub("%-%->.*", "")) end
  local names = code:match("^local ([%w_, ]+) = ")
  if names then return ("%s gives(%q, %s)"):format(code, text, names) end
  return ("gives(%q, %s)"):format(text, code)
end

-- The code with its checks, and the part of a sentence with which it fails.
local function prepared(code)
  local lines = {}
  for line in (code .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = checked(line) end
  return table.concat(lines, "\n"), code:match("%-%-> error (.-)%s*$")
end

local SAMPLE = [[
local auctions = require "auctions"
local clocks = require "clocks"
local drafts = require "drafts"
local initiative = require "initiative"
local betting = require "betting"
local tricks = require "tricks"
local counting = require "counting"
local tournament = require "tournament"
local match = require "match"
local combos = melds.compile { deck = require "decks.standard", patterns = {
  { name = "run", score = { 10, 20, 30 }, by = "value" }, { name = "set", score = { 15, 40 } } } }
%s
return game {
  title = "Sample", seats = { 3, 6 }, joining = true, deck = "standard",
  rules = betting.with(betting.rules, { ante = { 1, "chips", min = 0, max = 9 },
    tide = { "spades", "a suit", one_of = "suits" } }),
  piles = { board = "everyone", lake = "everyone", discards = "top", trick = "everyone",
    seat = { hand = "owner", shown = "everyone", stack = "everyone" } },
  pools = { pot = 0, bank = "mint", seat = { chips = 50 } },
  state = betting.with(betting.state, { dealer = none, round = 1,
    seat = betting.with(betting.seat, initiative.with().seat, { points = 0, byes = 0 }) }),
  measures = { bites = "fish that bit", casts = { "casts", by = "seat" } },
  order = { "prepare", "example", "over" },
  prepare = function(t)
    t.dealer = t.seat[2]
    t.bank:pay(10, t.pot)
    for seat in t:seats() do seat.points = 10 * seat.number end
  end,
  example = function(t)
    local seat = t.seat[1]
    local card = seat.hand:top()
    gives("Kh", card)
%s
  end,
  payout = function(t) return { win = 2 * t.rules.ante } end,
  over = function(t) t:finish() end,
}
]]

local LAID = { { "2h 4h 9h Qh Kh", 1 }, { "3c 3d 3s 7c 7d", 2 }, { "4c 5s Jd Kd Ac", 3 },
  { "10h 2c 8s", "board" }, { "5h 8h 5c", "lake" }, { "6d 9c", "discards" } }

local function lay(g)
  for _, row in ipairs(LAID) do
    g:place(row[1], type(row[2]) == "number" and g.t.seat[row[2]].hand or g.t[row[2]])
  end
end

-- Plays the game in the folder to its end: nil, or what went wrong.
local function plays_out(name, wanted, begin, who)
  local ok, g = pcall(croupier.open, folder .. "/" .. name, { seed = "1" })
  if not ok then return tostring(g) end
  if begin then begin(g) end
  local status, why = g:play(who or "random")
  if wanted then return not (status == "failed" and why:find(wanted, 1, true)) and
    ("expected the error %s, got %s"):format(wanted, tostring(why or status)) or nil end
  return status ~= "finished" and tostring(why) or nil
end

local run_as = {}

function run_as.step(code)
  local text, wanted = prepared(code)
  here:write("sample/game.lua", SAMPLE:format(SHOWN, text))
  return plays_out("sample", wanted, lay)
end

function run_as.declaration(code)
  local rest, sheet = "", {}
  for row in code:gmatch("\n%-%-   ([^\n]*)") do sheet[#sheet + 1] = row end
  here:write("sample/cards.csv", table.concat(sheet, "\n"))
  if not code:find("%f[%w]title =") then rest = 'title = "Example",' end
  if not code:find("%f[%w]order =") then rest = rest .. 'order = { "over" },' end
  if not code:find("%f[%w]over =") then rest = rest .. "over = function(t) t:finish() end," end
  local text = 'local betting = require "betting"\nreturn game { %s\n, %s }'
  here:write("sample/game.lua", text:format(code:gsub(",%s*$", ""), rest))
  return plays_out("sample")
end

-- A whole game has no mistake that `check` finds, either.
function run_as.game(code)
  here:write("sample/game.lua", code)
  local status, text = tools.run(("check %s/sample --seconds 0 --strict"):format(folder))
  return plays_out("sample") or status ~= 0 and text or nil
end

local function high_tide()
  local file = assert(io.open("README.md"))
  local text = file:read("a"):match("```lua\n(%-%- games/high_tide/game%.lua\n.-)```")
  file:close()
  here:write("high_tide/game.lua", text)
end

function run_as.variant(code)
  here:write("high_tide/house/example.lua", code:find("return house") and code or code .. "\nreturn house")
  return plays_out("high_tide+example")
end

-- The bots of the game that stands before them on the page, or else of High Tide.
function run_as.bots(code, of_game)
  local name, bot = of_game and "sample" or "high_tide", code:match('best = "(%w+)"')
  if of_game then here:write("sample/game.lua", of_game) end
  here:write(name .. "/bots.lua", code)
  local problem = plays_out(name, nil, nil, bot)
  here:shell(("rm %s/bots.lua"):format(name))
  return problem
end

function run_as.test(code)
  local text, wanted = prepared(code)
  local env = setmetatable({ lu = lu }, { __index = _G })
  env.croupier = setmetatable({ open = function(name, o) return croupier.open(folder .. "/" .. name, o) end,
    rules = function(name, values) return croupier.rules(folder .. "/" .. name, values) end }, { __index = croupier })
  env.g = env.croupier.open("high_tide", { seats = 2, seed = "1" })
  env.g:run()
  env.t, env.seat = env.g.t, env.g.t.seat[1]
  env.stream = rng.new("example")
  env.print = function() end
  local chunk, problem = load(SHOWN .. text, "example", "t", env)
  if not chunk then return problem end
  local ok, why = pcall(chunk)
  if wanted then return not (not ok and tostring(why):find(wanted, 1, true)) and tostring(why) or nil end
  return not ok and tostring(why) or nil
end

local OF_TESTS = { croupier = true, game = true, stream = true, rng = true }
local OUTSIDE = { print = true, pcall = true, xpcall = true, ["dice.roll"] = true, tests = true }

local function way_of(entry, code)
  if code:find("^return game") or code:find("\nreturn game") then return "game" end
  if code:find("local house = variant", 1, true) then return "variant" end
  if code:find("= game_from ", 1, true) then return "game" end
  if code:find("return { best", 1, true) then return "bots" end
  if OF_TESTS[entry.name:match("^%w+")] and not entry.group and entry.name:find("[.:]") then return "test" end
  if OUTSIDE[entry.name] then return "test" end
  if code:find("^[%w_]+ = ") then return "declaration" end
  return "step"
end

TestReference = {}

function TestReference.setUp()
  here = tools.place()
  folder = here.folder
  high_tide()
end

function TestReference.tearDown() here:remove() end

function TestReference.test_every_example_runs()
  local wrong, count = {}, 0
  for _, entry in ipairs(entries()) do
    if #entry.examples == 0 then wrong[#wrong + 1] = entry.name .. ": has no example" end
    local of_game
    for _, code in ipairs(entry.examples) do
      local way = way_of(entry, code)
      local problem = run_as[way](code, of_game)
      if way == "game" then of_game = code end
      if problem then wrong[#wrong + 1] = ("%s (%s): %s\n    %s"):format(entry.name, way, code, problem) end
      count = count + 1
    end
  end
  lu.assertEquals(#wrong, 0, table.concat(wrong, "\n  ", 1, math.min(#wrong, 12)))
  lu.assertTrue(count > 150)
end

-- What has a page: names of functions, and words of the page `lua`.
local function described()
  local names = {}
  for _, entry in ipairs(entries()) do
    for name in entry.names:gsub("^.-: ", ""):gmatch("[%w_.:]+") do names[name] = true end
    if entry.name == "lua" then
      for library, list in entry.text:gmatch("\n    (%w+) +([^\n]*)") do
        for name in list:gmatch("[%w_]+") do names[(library == "plain" and "" or library .. ".") .. name] = true end
      end
    end
  end
  return names
end

-- The names that a page leads to: those of `see also`, calls like `t:join`, and words in backquotes that have a page.
-- names: of all pages; tails: what stands behind a dot or colon there.
local function references(entry, names, tails)
  local list, text = {}, entry.text
  for see in text:gmatch "  see also ([^\n]*%f[\n][^=]-)\n%f[\n\0]" do
    for name in see:gmatch "[^%s,]+" do list[#list + 1] = name end
  end
  text = text:gsub("  see also .*", "")
  for name, tail in text:gmatch "%f[%w:.](%l+:(%l[%w_]*))" do -- of me: `view` tells
    if tails[tail] and not name:find "^me:" then list[#list + 1] = name end
  end
  for name in text:gmatch "`([%w_.:]+)`" do if names[name] then list[#list + 1] = name end end
  return list
end

-- A page's own heading: of a topic its names, of a function what is called; or the functions of a library.
local function leads_to(name)
  local first, second = select(2, tools.run("help " .. name)):match "^([^\n]*)\n?([^\n]*)"
  local topics = first:match "^([^(]+) %(%u"
  for topic in (topics or ""):gmatch "[^,]+" do if topic:match "^ *(.-) *$" == name then return true end end
  if first:find("croupier " .. name .. " ", 1, true) == 1 then return true end -- a command of that name
  local call = first:match "^ *([%w_.:]+)"
  return call == name or second ~= "" and first:find("^  " .. name .. "[.:]") ~= nil
end

function TestReference.test_cross_references_lead_where_they_say()
  local names, tails, wrong, known = {}, {}, {}, {}
  for _, entry in ipairs(entries()) do
    for name in entry.names:gsub("^%u[^:]-: ", ""):gmatch "[^,]+" do
      names[name:match "^ *(.-) *$"], tails[name:match "[.:]([%w_]+) *$" or ""] = true, true
    end
  end
  for _, entry in ipairs(entries()) do
    for _, name in ipairs(references(entry, names, tails)) do
      if known[name] == nil then known[name] = leads_to(name) end
      if not known[name] then wrong[#wrong + 1] = entry.name .. " -> " .. name end
    end
  end
  lu.assertEquals(wrong, {})
end

-- The names that a script finds, from the list for luacheck.
local function found_names()
  tools.says("stubs " .. folder .. "/stubs", 0)
  local rc = { stds = {}, files = {} }
  assert(load(here:read "stubs/.luacheckrc", "rc", "t", rc))()
  local list = {}
  for name, entry in pairs(rc.stds.croupier.read_globals) do
    if entry.fields then
      for field in pairs(entry.fields) do list[#list + 1] = name .. "." .. field end
    else list[#list + 1] = name end
  end
  return list
end

local function add_methods(list, name, thing)
  local index = type(thing) == "table" and thing or debug.getmetatable(thing).__index
  for key, value in pairs(index) do
    if type(value) == "function" and key:sub(1, 1) ~= "_" then list[#list + 1] = name .. key end
  end
end

function TestReference.test_everything_a_script_can_call_has_a_page()
  local list, t = found_names(), croupier.practice { deck = "standard", pools = { pot = 0 }, seats = 2 }
  local g, hands = croupier.open(folder .. "/high_tide"), poker.hands(5, 10)
  hands:add("As Ks Qs Js 10s")
  local things = { ["pile:"] = t.deck, ["pool:"] = t.pot, ["card:"] = t.deck:top(), ["stream:"] = rng.new "x",
    ["roll:"] = dice.by_hand "d6", ["chances:"] = dice.chances "d6", ["hands:"] = hands, ["ranks:"] = hands:ranks(),
    ["melds:"] = melds.compile { deck = require "decks.standard", patterns = { { name = "set", score = 1 } } } }
  for name, thing in pairs(things) do add_methods(list, name, thing) end
  add_methods(list, "t:", debug.getmetatable(t).__index)
  add_methods(list, "seat:", debug.getmetatable(t.seat[1]).__index)
  add_methods(list, "game:", debug.getmetatable(g).__index)
  local modules = { "betting", "counting", "match", "tournament", "tricks" }
  for _, name in ipairs(modules) do add_methods(list, name .. ".", require(name)) end
  local names, missing = described(), {}
  names["t:idle"] = true -- the practice table's own step
  for _, name in ipairs(list) do if not names[name] then missing[#missing + 1] = name end end
  lu.assertEquals(missing, {})
  lu.assertTrue(#list > 150)
end

function TestReference.test_pages_by_name()
  local function page_has(name, ...)
    local _, page = tools.run("help " .. name)
    for _, part in ipairs { ... } do lu.assertStrContains(page, part) end
  end
  page_has("deck", "deck, decks", "A game's declaration", "copies", "e.g.")
  page_has("kind", "short name", "extras", "have no suit", "kind(declaration)")
  page_has("ask", "the only place where a step waits", "seat:ask(question)")
  page_has("pile", "At the table", "pile:draw(n, to)", "see also")
  page_has("order", "table of contents") page_has("variant", 'local house = variant "high_tide"')
  page_has("t:deal", "There is no page `t:deal`; this is `deal`", "pile:deal(n, to)")
  page_has("betting", "betting.round(t, o)")
  page_has("check", "croupier check GAME", "Checks whether the rules fit")
  page_has("ordre", "there is no help on `ordre`, did you mean `order`?")
  page_has("cardboard", "there is no help on `cardboard`", "See also card")
  page_has("", "croupier COMMAND --help", "At the table:", "profile")
  page_has("--all", "== pile:draw\n", "== At the table: pile\n")
end
