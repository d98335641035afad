-- What fails: memory while a game is opened and played, bytes of what was kept. Each must end in a sentence, and where the
-- game goes on it must be the same game. FAULTS=10 tries ten times as much.

local session = require "front.session.session"
local journal = require "front.session.journal"
local files = require "host.files"
local tools = dofile "tests/front/tools.lua"

local EFFORT = math.max(1, tonumber(os.getenv "FAULTS") or 1)

local function config(game, seats, fail_at, kept)
  local c = { game = game, seed = files.sha256("faults"), players = { [0] = { name = "P0" } }, answerers = {},
    fail_at = fail_at, journal = kept }
  for i = 1, seats do c.players[i] = { name = "P" .. i } end
  return c
end

-- --- memory ---

-- What the session raises where memory ends inside the library is taken for a sentence too.
local function sentence_of(f, ...)
  local done, first, second = pcall(f, ...)
  if done then return first, second end
  return nil, type(first) == "table" and first.text or tostring(first)
end

local function one(s, bot)
  local state = s:run()
  if state ~= "question" then return state ~= "broken", s.problem end
  return s:answer_bot(bot)
end

-- After a failure the game is played again from its plays, and goes on. Was it disturbed?
local function play_on(s, bot)
  local disturbed = false
  for _ = 1, 5000 do
    local good, why = sentence_of(one, s, bot)
    if s.state == "over" then break end
    if not good then
      disturbed = true
      lu.assertTrue((why or s.problem or "") ~= "", "a failure without a sentence")
      sentence_of(s.rewind, s, #s.plays)
    end
  end
  return disturbed
end

-- Plays the game with the nth allocation failing: "unopened", "broken" (and played on) or "undisturbed".
local function disturbed_at(game, seats, bot, nth, hash)
  local opened, s, why = pcall(session.begin, config(game, seats, nth))
  if not opened then return "unopened", lu.assertTrue((s.text or "") ~= "") end
  if not s then return "unopened", lu.assertTrue((why or "") ~= "") end
  local disturbed = play_on(s, bot)
  lu.assertEquals({ s.state, tools.last_hash(s) }, { "over", hash }, ("allocation %d: %s"):format(nth, s.problem))
  s:close()
  return disturbed and "broken" or "undisturbed"
end

local function check_memory(game, seats, bot, first, samples)
  local s = assert(session.begin(config(game, seats)))
  local opening = s.world:allocations()
  lu.assertFalse(play_on(s, bot))
  local hash, calls, count = tools.last_hash(s), s.world:allocations(), { unopened = 0, broken = 0, undisturbed = 0 }
  s:close()
  local function try_at(n)
    local how = disturbed_at(game, seats, bot, n, hash)
    count[how] = count[how] + 1
  end
  for n = 1, math.min(first * EFFORT, calls) do try_at(n) end
  for _, range in ipairs { { first * EFFORT + 1, opening }, { opening, calls } } do
    for n = range[1], range[2], 1 + (range[2] - range[1]) // (samples * EFFORT) do try_at(n) end
  end
  lu.assertTrue(count.unopened > 0 and count.broken > 0, "no allocation disturbed the game")
end

TestMemory = {}
function TestMemory.test_small_game() check_memory("tests/fixtures/games/lanterns", 2, "random", 200, 40) end
function TestMemory.test_stock_game_with_bots() check_memory("fish_out", 4, "heron", 0, 12) end

-- --- bytes ---

local folder

TestBytes = {}

function TestBytes:setUp()
  folder = tools.folder()
end

function TestBytes:tearDown()
  tools.remove(folder)
end

local function path() return folder .. "/kept.journal" end

local function put(bytes)
  local f = assert(io.open(path(), "wb"))
  f:write(bytes)
  f:close()
  os.remove(path() .. ".torn")
end

local function keep_game()
  local s = assert(session.begin(config("tests/fixtures/games/lanterns", 2, nil, assert(journal.create(path())))))
  while s:run() == "question" do s:answer_random() end
  s:close()
  local f = assert(io.open(path(), "rb"))
  local bytes = f:read("a")
  f:close()
  return bytes
end

-- "whole", "some" (as far as it goes), or "refused" with a sentence.
local function look()
  local kept, why = journal.read(path())
  local s
  if kept then s, why = session.load(kept, nil, true) end
  if not s then
    lu.assertTrue((why or "") ~= "")
    return "refused"
  end
  local noticed = kept:notice() ~= ""
  s:run()
  local good = s.state ~= "broken" and s.cursor == #s.plays and not noticed and not (s.state == "question" and s.ended)
  local whole = s.ended
  lu.assertTrue(good or noticed or (s.problem or "") ~= "" or s.state == "question")
  s:close()
  return not good and "refused" or whole and "whole" or "some"
end

-- Goes on with it, as resume does; a refusal has a sentence.
local function goes_on()
  local kept, why = journal.open(path())
  local s
  if kept then s, why = session.load(kept) end
  if s then s:run() end
  lu.assertTrue(s and (s.state ~= "broken" or s.problem ~= "") or (why or "") ~= "")
  if s then s:close() elseif kept then kept:close() end
end

-- Where the scripts' texts stand only some bytes are tried.
local function places(bytes)
  local list = {}
  for at in bytes:gmatch("\n()[^\n]") do list[#list + 1] = at end -- whole records
  local from, to = bytes:find(" F ", 1, true) + 40, bytes:find(" O\n", 1, true) - 100
  local at, stride = 1, 1601 // EFFORT + 1
  while at <= #bytes do
    list[#list + 1] = at
    at = (at < from or at >= to) and at + (EFFORT > 1 and 1 or 5) or math.min(at + stride, to)
  end
  return list
end

function TestBytes.test_cut_anywhere()
  local bytes = keep_game()
  lu.assertEquals(look(), "whole")
  local count = { whole = 0, some = 0, refused = 0 }
  for i, n in ipairs(places(bytes)) do
    put(bytes:sub(1, n - 1))
    local how = look()
    count[how] = count[how] + 1
    local line_end = n > 1 and bytes:sub(n - 1, n - 1) == "\n"
    lu.assertTrue(how == "refused" or line_end, ("half a record was taken for a whole one: %s at %d"):format(how, n))
    if i % 3 == 0 then goes_on() end
  end
  lu.assertEquals(count.whole, 0) -- the record of the end is missing
  lu.assertTrue(count.some > 0 and count.refused > 50)
end

function TestBytes.test_changed_anywhere()
  local bytes = keep_game()
  local masks = { 0x01, 0x20, 0x80, 0xff }
  for i, n in ipairs(places(bytes)) do
    put(bytes:sub(1, n - 1) .. string.char(bytes:byte(n) ~ masks[i % 4 + 1]) .. bytes:sub(n + 1))
    lu.assertEquals(look(), "refused", ("byte %d changed and not seen"):format(n))
    if i % 7 == 0 then goes_on() end
  end
end

function TestBytes.test_strangers()
  local function journal_refused(text, part)
    put(text)
    local kept, why = journal.read(path())
    if kept then kept, why = session.load(kept) end
    lu.assertNil(kept)
    lu.assertStrContains(why, part)
  end
  journal_refused("", "empty")
  journal_refused("Dear diary\n", "not a croupier journal")
  journal_refused("18 0 12345678 croupier journal 1\n", "first line")
end
