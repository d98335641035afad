-- Anything at all, handed to what reads text in Lua: answers that are typed or kept, codes of answers, command lines,
-- files of players and of campaigns, journals. Texts are made from seeds by small changes, by a generator of one's own: the same
-- numbers give the same texts.
--
--   croupier test --front tests/fuzz/parsers.lua
--   RUNS=1000000       texts for each of them; 20,000 when left out
--   SECONDS=20         or so many seconds of processor time for each
--   START=17           another beginning
-- A failure names the number of the text, and shows it.

local worlds = require "front.session.worlds"
local commands = require "front.base.commands"
local journal = require "front.session.journal"
local options = require "front.base.options"
local markdown = require "shared.markdown"
local tools = dofile "tests/front/tools.lua"

local START, SECONDS = tonumber(os.getenv "START") or 1, tonumber(os.getenv "SECONDS") or 0
local RUNS = tonumber(os.getenv "RUNS") or SECONDS > 0 and math.huge or 20000

-- --- chance ---

-- Each text has a generator of its own.
local function generator(number)
  local state = (START * 0x9e3779b97f4a7c15 + number) * 0x2545f4914f6cdd1d | 1
  return function(n)
    state = state ~ state << 13
    state = state ~ state >> 7
    state = state ~ state << 17
    return (state >> 11) % n + 1
  end
end

-- --- texts ---

local BITS = { "#", "-", "+", "=", ",", " ", "  ", ":", "\t", "\n", "\r\n", "\0", "\1", "\31", "\127", "`", "%", "%s",
  "[", "(", "0", "1", "9", "00", "99999999999999999999", "-9223372036854775808", "1e9", "0x1", ".", "and", "of", " of ",
  "&", "none", "nothing", "all", "min", "é", "♥", "\u{202e}", "\xff", "\xc3", "--", "--=", "-h", "--help",
  ("x"):rep(300) }

local CHANGES = {
  function(text, roll) -- something is put in
    local at = roll(#text + 1)
    return text:sub(1, at - 1) .. BITS[roll(#BITS)] .. text:sub(at)
  end,
  function(text, roll) -- something goes
    local at = roll(#text + 1)
    return text:sub(1, at - 1) .. text:sub(at + roll(4))
  end,
  function(text, roll) -- a byte is another
    local at = roll(#text + 1)
    return text:sub(1, at - 1) .. string.char(roll(256) - 1) .. text:sub(at + 1)
  end,
  function(text, roll) -- a part comes twice
    local at, length = roll(#text + 1), roll(8)
    return text:sub(1, at + length - 1) .. text:sub(at)
  end,
  function(text, roll) -- two parts change places
    local at = roll(#text + 1)
    return text:sub(at) .. text:sub(1, at - 1)
  end,
  function(text, roll) return roll(2) == 1 and text:upper() or text:lower() end,
}

-- One of the seeds, or two of them, changed a few times.
local function changed(seeds, roll)
  local text = seeds[roll(#seeds)]
  if roll(3) == 1 then text = text .. BITS[roll(12)] .. seeds[roll(#seeds)] end
  for _ = 1, roll(5) - 1 do text = CHANGES[roll(#CHANGES)](text, roll) end
  return text
end

-- Calls fn(roll) for each number; what it raises is shown with the number.
local function each(fn)
  local number, start = 0, os.clock()
  while number < RUNS and (RUNS < math.huge or os.clock() - start < SECONDS) do
    number = number + 1
    local last
    local roll = generator(number)
    local ok, why = pcall(fn, roll, function(text) last = text return text end)
    if not ok then
      why = type(why) == "table" and (why.text or why.msg) or why
      error(("number %d, START=%d: %q: %s"):format(number, START, tostring(last), tostring(why)), 0)
    end
  end
end

-- --- answers ---

local GAME = [[
return game { title = "Asks", seats = { 2, 2 }, deck = "standard",
  piles = { seat = { hand = "owner", blind = "nobody" } }, order = { "go" },
  go = function(t)
    local me, other = t.seat[1], t.seat[2]
    t.deck:shuffle()
    t.deck:deal(8, me.hand)
    t.deck:deal(3, me.blind)
    me:ask { "it", "What?", %s }
    other:ask { "over", "Over?", confirm = true }
    t:finish(nil)
  end }
]]

local QUESTIONS = {
  [[one_of = { "call", "raise", "re-raise", "Ann & Bob", "none", "#2", "a run: 4-5-6 of Air" }]],
  [[one_of = { 0, 2, -4, "+5", 2.5 }, default = 2, optional = true]],
  [[one_of = me.hand:list()]],
  [[one_of = { me, other }]],
  [[one_of = { { text = "A", cards = { me.hand:list()[1], me.hand:list()[2] } }, { text = "B", cards = {} } },
    why = function(cards) return #cards .. " cards" end]],
  [[card = me.hand, optional = true]],
  [[card = me.blind]],
  [[cards = me.hand, min = 0, max = 4, fits = function(card, chosen)
    return #chosen == 0 or chosen[1].color == card.color end, why = function(cards) return cards[1].long end]],
  [[cards = me.hand, count = 2]],
  [[min = -5, max = 29, step = 3]],
  [[min = math.mininteger + 1, max = math.maxinteger - 1, step = math.maxinteger]],
  [[text = 30, optional = true]],
  [[text = 5, why = function(line) return line:find("x") and "no x" or nil end]],
  [[confirm = true]],
}

local SEEDS = { "call", "raise", "re-raise", "Ann & Bob", "bob", "none", "#2", "a run", "0", "+5", "2.5", "Anna", "Kh",
  "10s", "Th", "king of hearts", "10 of spades", "4-5-7 of hearts", "2 3 of clubs and spades", "K♥", "J", "1 2",
  "3,4",
  "Kh 3d", "yes", "no", "-", "", "all", "min", "=x", "hello there", "#1 #2", "K Q", "2 of hearts, clubs and spades" }

local function kept_of(w) return (select(4, w:call_with_table("ask.record", "asked"))) end

-- What is staged has a kept form, which is read back as itself; what is refused stages nothing and says why.
local function check_answer(w, staged, sentence)
  if not staged then
    assert(type(sentence) == "string" and #sentence > 0, "refused without a sentence")
    assert(kept_of(w) == nil, "refused, and staged all the same")
    return
  end
  local kept = kept_of(w)
  assert(type(kept) == "string" and kept ~= "" and #kept < 4096, "staged without a kept form")
  assert(not kept:find("%c"), "a control character is kept")
  assert(w:call_with_table("ask.answers", "recall", kept), "what was kept can't be read back: " .. kept)
  assert(kept_of(w) == kept, "what was kept is read as another answer")
  w:engine("unstage")
end

local function random_code(roll, depth)
  local which = roll(8)
  if which == 1 then return nil end
  if which == 2 then return roll(2) == 1 end
  if which == 3 then return BITS[roll(#BITS)] end
  if which == 4 then return (roll(2000) - 1000) / 7 end
  if which == 5 then return roll(2) == 1 and math.maxinteger or math.mininteger end
  if which < 8 or depth > 2 then return roll(16) - 4 end
  local list = {}
  for i = 1, roll(5) do list[i] = random_code(roll, depth + 1) or 1 end
  return list
end

TestFuzz = {}

function TestFuzz.test_answers()
  local opened = {}
  for i, question in ipairs(QUESTIONS) do opened[i] = tools.first_question(tools.world(GAME:format(question)),
    "asks") end
  each(function(roll, show)
    local w = opened[roll(#opened)]
    local text = show(changed(SEEDS, roll))
    check_answer(w, w:call_with_table("ask.answers", "stage", text))
    if w:call_with_table("ask.answers", "recall", text) and not text:find("#", 1, true) then
      assert(kept_of(w) == text, "recalled, and kept in another form")
    end
    w:engine("unstage")
    local staged, what = w:call_with_table("ask.record", "stage", random_code(roll, 0))
    check_answer(w, staged, what)
  end)
  for _, w in ipairs(opened) do w:close() end
end

-- --- command lines ---

local WORDS = { "--seed", "--seats=4", "-s", "me,angler,random", "Anna=me", "--player", "Anna: str 14", "--set",
  "ante=5", "--json", "-n", "10", "-n10", "--", "-", "--help", "fish_out", "fish_out+big", "--fishers", "4",
  "--color=always", "-jq" }

function TestFuzz.test_command_lines()
  local list = commands.all and commands.all() or {}
  for _, name in ipairs(commands.names) do list[#list + 1] = commands.find(name) end
  each(function(roll, show)
    local command, line = list[roll(#list)], {}
    line[1] = command.name
    for i = 2, roll(6) do line[i] = changed(WORDS, roll) end
    show(table.concat(line, "|"))
    local done, given = pcall(options.read, command, line)
    if not done then
      assert(type(given) == "table" and math.type(given.code) == "integer", given)
      assert(type(given.text) == "string" and given.text ~= "", "refused without a sentence")
      return
    end
    for _, option in ipairs(given.list) do
      assert(option.value == true or type(option.value) == "string", "an option without a value")
    end
  end)
end

-- --- players and campaigns ---

local LINES = { "Olaf: str 4, chips 20  # a Viking", "Zoë: dex=12", "李: str 14, dex 12, name Li", "# nobody", "",
  "Anna:", "  Ben :chips 5,", "Clara: chips 20, chips 30" }

-- A file of some lines, each changed or not.
local function a_file(roll)
  local lines = {}
  for i = 1, roll(4) do lines[i] = roll(2) == 1 and LINES[roll(#LINES)] or changed(LINES, roll) end
  return table.concat(lines, roll(5) == 1 and "\r\n" or "\n") .. (roll(2) == 1 and "\n" or "")
end

local function field_of(players, name, key)
  for _, player in ipairs(players) do
    if player.name:lower() == name:lower() then
      for _, field in ipairs(player.fields) do if field[1] == key then return field[2] end end
      return nil
    end
  end
end

-- A player's line that was written is read again; nothing else of the text has changed.
local function check_rewrite(w, text, players, roll)
  local player = players[roll(#players)]
  local change = { name = player.name, profile = "", field = "chips", before = field_of(players, player.name, "chips"),
    after = tostring(roll(100)) }
  local new = w:call("start.campaign", "rewrite", text, "heroes.txt", { change })
  if not new then return end
  local again, why = w:call("shared.english", "read_players", new, "heroes.txt")
  assert(again, why)
  assert(#again == #players, "players come or go")
  assert(field_of(again, player.name, "chips") == change.after, "what was written is not read")
end

function TestFuzz.test_players_and_campaigns()
  local w = assert(worlds.open {})
  each(function(roll, show)
    local text = show(a_file(roll))
    local players, sentence = w:call("shared.english", "read_players", text, "heroes.txt")
    if not players then
      assert(type(sentence) == "string" and sentence:find("^heroes.txt:%d+: "), "refused without a place")
      return
    end
    for _, player in ipairs(players) do
      assert(player.name:find("%S") and not player.name:find("\n"), "a player without a name")
    end
    if #players > 0 then check_rewrite(w, text, players, roll) end
  end)
  w:close()
end

-- --- RULES.md ---

local MARKED = { "# A\n\nb *c*\n", "## D <e>\n", "1. f\n   - `g`\n", "| h | i |\n|---|--:|\n| *j* | \\| |\n",
  "    k <l>\n", "[m](http://n \"o\")", "[p](javascript:q)", "![r](s)",
  "<t u='v'>", "<!-- w -->", "&lt;x&gt;", "> **y**\n", "```z\n" }

-- Of what is typed no tag is left, and no attribute but a link to a site.
function TestFuzz.test_markdown()
  each(function(roll, show)
    local text = show(changed(MARKED, roll) .. changed(MARKED, roll) .. changed(MARKED, roll))
    local page = markdown.html(text):gsub("</?%l+%d?>", ""):gsub('<t[hd] class="n">', ""):gsub('<ol start="%d+">', "")
      :gsub('<a href="[hH][tT][tT][pP][sS]?://[^"<>]*">', "")
    assert(not page:find "[<>]", page)
    for _, section in ipairs(markdown.sections(text)) do
      for _, node in ipairs(section) do assert(markdown.plain(node) and (markdown.rows(node) or true)) end
    end
  end)
end

-- --- journals ---

-- What `parse` takes is the only way to write it.
local function check_line(text)
  local number, payload, check, after = journal.parse(text, 1)
  if not number then return end
  local line = ("%d %d %s %s\n"):format(#payload, number, check, payload)
  assert(text:sub(1, after - 1) == line, "a line that could be written in another way")
end

-- Records, escaped, in lines; and the bytes of them all.
local function a_journal(roll)
  local records, check = {}, "00000000"
  for i = 0, roll(8) do
    records[i] = i == 0 and "croupier journal 1" or journal.escape(changed(SEEDS, roll))
  end
  local all = {}
  for i = 0, #records do
    all[i + 1], check = journal.line(check, i, records[i])
  end
  return records, table.concat(all)
end

-- One byte of it is changed, or none: what is read are the records as far as they go, or nothing.
local function check_journal(path, roll, show)
  local records, text = a_journal(roll)
  local at, turn = roll(#text), roll(256) - 1
  local f <close> = assert(io.open(path, "w"))
  f:write(show(text:sub(1, at - 1) .. string.char(text:byte(at) ~ turn) .. text:sub(at + 1)))
  f:close()
  local kept = journal.read(path)
  assert(kept or turn ~= 0, "a whole journal was refused")
  if not kept then return end
  assert(kept:count() == #records or turn ~= 0 and kept:count() < #records, "records are missing or made up")
  for i = 1, kept:count() do assert(kept:record(i) == records[i], "a record is another") end
end

function TestFuzz.test_journals()
  local path = os.tmpname()
  each(function(roll, show)
    local text = show(changed(SEEDS, roll))
    assert(journal.unescape(journal.escape(text)) == text, "an escape that can't be read")
    local plain = journal.unescape(text)
    assert(not plain or journal.escape(plain) == text, "a text that could be escaped in another way")
    check_line(text)
    check_line(changed({ (journal.line("00000000", roll(20), text:gsub("%c", ""))) }, roll))
    check_journal(path, roll, show)
  end)
  os.remove(path)
end
