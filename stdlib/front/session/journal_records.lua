-- What the records of a session's journal say. The first is H; then come the game, seed, players and scripts, and after
-- these what was done (journal_entries.lua).
--
--   H VERSION CONTRACT UNICODE   the program, and the versions of the contract between host and scripts and of Unicode, by
--                        which names and answers are compared; old journals have no UNICODE
--   g GAME+VARIANTS   S SEED (hexadecimal)   G NUMBER of the game of this seed   t RULE=VALUE
--   d  people roll their own dice   o  one person holds all seats of people   k CARDS to lie on top   C campaign FILE
--   P, Q, A SEAT TEXT    a player's name, profile, and who answers for the seat
--   I KEY HASH           a picture of its cards, by the SHA-256 of its bytes, which are not kept
--   F KEY-BYTES PATH-BYTES KEY+PATH+TEXT    a script       O    the scripts are complete
--   L START HEX   new scripts follow: they count from the play START on, from this snapshot; then F, plays, and O
--   u COUNT       everything after the first COUNT plays was taken back. A redo appends those plays again, as they were
--   e             the game is over
-- An L without its O is an epoch that was not written whole: the next record takes it back.

local journal = require "front.session.journal"
local disk = require "host.disk"
local files = require "host.files"
local journal_entries = require "front.session.journal_entries"

local journal_records = {}

local function hex(bytes) return (bytes:gsub(".", function(c) return ("%02x"):format(c:byte()) end)) end
local function unhex(text)
  if #text % 2 ~= 0 or text:find("[^%x]") then return nil end
  return (text:gsub("%x%x", function(two) return string.char(tonumber(two, 16)) end))
end
journal_records.hex, journal_records.unhex = hex, unhex

-- What is said of the configuration: a text, a number, several texts, or (true) only that it is so.
local CONFIG = { { "g", "game" }, { "S", "seed" }, { "G", "number" }, { "t", "sets" }, { "d", "hand_dice", true },
  { "o", "one_person", true }, { "k", "stack" }, { "C", "campaign" } }

-- --- writing ---

--- Appends a record to the session's journal: true, or nil and why not.
function journal_records.note(s, line)
  if not s.journal then return true end
  if s.incomplete then -- what was not written whole is taken back: an epoch's beginning, or notes
    local done, why = s.journal:append(("u %d"):format(s.incomplete))
    if not done then return nil, why end
    s.incomplete = nil
  end
  return s.journal:append(journal.escape(line))
end

local function note_all(s, lines)
  for _, line in ipairs(lines) do
    local done, why = journal_records.note(s, line)
    if not done then return nil, why end
  end
  return true
end

local function add_sources(lines, e)
  for _, f in ipairs(e.sources) do
    lines[#lines + 1] = ("F %d %d %s%s%s"):format(#f.key, #f.path, f.key, f.path, f.text)
  end
  for _, one in ipairs(e.pictures or {}) do lines[#lines + 1] = "I " .. one end
  lines[#lines + 1] = "O"
end

local function add_players(lines, c)
  for i = 0, #c.players do
    local player = c.players[i] or { name = "", profile = "" }
    lines[#lines + 1] = ("P %d %s"):format(i, player.name)
    lines[#lines + 1] = ("Q %d %s"):format(i, player.profile or "")
    lines[#lines + 1] = ("A %d %s"):format(i, c.answerers[i] or "")
  end
end

--- Writes the beginning of a journal: true, or nil and why not.
function journal_records.note_start(s)
  local c = s.config
  local version, _, contract = files.version()
  local lines = { ("H %s %d Unicode-%s"):format(version, contract, disk.unicode()) }
  for _, field in ipairs(CONFIG) do
    local value = c[field[2]] or nil
    for _, one in ipairs(type(value) == "table" and value or { value }) do
      lines[#lines + 1] = field[3] and field[1] or ("%s %s"):format(field[1], one)
    end
  end
  add_players(lines, c)
  add_sources(lines, s.epochs[1])
  return note_all(s, lines)
end

--- Writes the last epoch, which is new, with all its plays: true, or nil and why not.
function journal_records.note_epoch(s)
  local e = s.epochs[#s.epochs]
  s.undone = nil
  local lines = { ("L %d %s"):format(e.start, hex(e.snapshot)) }
  add_sources(lines, e)
  lines[#lines] = nil -- the O comes after the plays
  table.move(s.plays, e.start + 1, #s.plays, #lines + 1, lines)
  lines[#lines + 1] = "O"
  return note_all(s, lines)
end

-- --- reading ---

-- What is being read: the session's parts, and in `fresh` an epoch whose scripts are not complete yet.
local function drop_fresh(r) r.fresh, r.later = nil, {} end

--- Forgets all plays after the first `count`, and scripts that no play is left of.
function journal_records.cut(s, count)
  for i = #s.plays, count + 1, -1 do s.plays[i] = nil end
  while #s.epochs > 1 and s.epochs[#s.epochs].start > #s.plays do s.epochs[#s.epochs] = nil end
end

-- Entries that an undo doesn't take back, and after which what it took back can still be redone.
local STAYS = "^[sm]"

--- Takes back all plays after the first `count`. They can be redone unless other scripts were read since: s.undone, the
--- next one last.
function journal_records.take_back(s, count)
  local epochs = #s.epochs
  s.undone = s.undone or {}
  for i = #s.plays, count + 1, -1 do
    if not s.plays[i]:find(STAYS) then s.undone[#s.undone + 1] = s.plays[i] end
  end
  journal_records.cut(s, count)
  if #s.epochs < epochs then s.undone = nil end
end

--- Adds a play. As long as the plays are those from before an undo, the rest can still be redone.
function journal_records.follow(s, line)
  local undone = s.undone
  if not undone or line:find(STAYS) then return end
  if undone[#undone] == line then undone[#undone] = nil else s.undone = nil end
end

local read = {}

function read.H(_, line)
  local contract = line:match("^H %S+ ?(%d*)$") or line:match("^H %S+ (%d+) Unicode%-[%d.]+$")
  local _, _, ours = files.version()
  if tonumber(contract) ~= ours then
    return ("was written for version %s of the script contract; this program plays version %d"):format(
      contract and contract ~= "" and contract or "0", ours)
  end
end

for _, field in ipairs(CONFIG) do
  local letter, name, alone = table.unpack(field)
  read[letter] = function(r, line)
    local c, text = r.config, line:sub(3)
    if name == "sets" then c.sets[#c.sets + 1] = text
    elseif name == "number" then c.number = math.tointeger(tonumber(text)) or 0
    else c[name] = alone or text end
    if name == "seed" and not (text:find "^%x+$" and #text == 64) then return "has no seed" end
  end
end

local SEATS = 32

local function player(r, line)
  local seat, text = line:match("^%a (%d+) (.*)$")
  seat = tonumber(seat)
  if not seat or seat > SEATS then return "has no seat" end
  local c, kind = r.config, line:sub(1, 1)
  c.players[seat] = c.players[seat] or { name = "", profile = "" }
  if kind == "P" then c.players[seat].name = text
  elseif kind == "Q" then c.players[seat].profile = text
  else c.answerers[seat] = text end
end
read.P, read.Q, read.A = player, player, player

function read.F(r, line)
  local key, path, at = line:match("^F (%d+) (%d+) ()")
  key, path = tonumber(key), tonumber(path)
  if not key or key > 512 or path > 8192 or at + key + path > #line + 1 then return "has no script" end
  r.fresh = r.fresh or { sources = {}, start = 0 }
  r.fresh.sources[#r.fresh.sources + 1] = { key = line:sub(at, at + key - 1),
    path = line:sub(at + key, at + key + path - 1), text = line:sub(at + key + path) }
end

function read.I(r, line)
  if not r.fresh or not line:find "^I .+ %x+$" then return "has no picture" end
  r.fresh.pictures = r.fresh.pictures or {}
  table.insert(r.fresh.pictures, line:sub(3))
end

function read.L(r, line)
  local start, snapshot = line:match("^L (%d+) (%x*)$")
  start = tonumber(start)
  if not start or start > #r.plays then return "has no snapshot" end
  drop_fresh(r)
  r.fresh = { sources = {}, start = start, snapshot = unhex(snapshot), again = true }
  if not r.fresh.snapshot then return "has no snapshot" end
end

-- All scripts are there: from now on the game goes on with them.
function read.O(r)
  if not r.fresh then return "can't be read" end
  journal_records.cut(r, r.fresh.start)
  r.epochs[#r.epochs + 1] = r.fresh
  r.ended, r.undone = false, nil
  for _, play in ipairs(r.later) do r.plays[#r.plays + 1] = play end
  drop_fresh(r)
end

function read.u(r, line)
  local count = tonumber(line:match("^u (%d+)$"))
  if not count or count > #r.plays then return "undoes more than was played" end
  journal_records.take_back(r, count)
  r.ended = false
end

function read.e(r) r.ended = true end

local HEADER, ENDS_EPOCH = "^[HgSGtdokC]", "^[ueL]"

local function read_record(r, line)
  if not line or line == "" then return "can't be read" end
  local reader = read[line:sub(1, 1)]
  local play = not reader and journal_entries.read(line)
  if play then
    journal_records.follow(r, line)
    table.insert(r.fresh and r.fresh.again and r.later or r.plays, line)
  end
  if not reader then return not play and "can't be read" or nil end
  if line:find(HEADER) and #r.epochs > 0 then return "can't be read" end
  if line:find(ENDS_EPOCH) then drop_fresh(r) end
  return reader(r, line)
end

--- The campaign file of a journal's game, or nil. It is recorded before the scripts.
function journal_records.campaign(path)
  for _, line in ipairs(journal.beginning(path)) do
    if line:find "^C " then return journal.unescape(line:sub(3)) end
  end
end

--- What a journal holds: { config =, epochs =, plays =, undone =, ended =, incomplete =, version = }, or nil and a sentence.
function journal_records.read(from)
  local r = { config = { players = {}, answerers = {}, sets = {}, number = 0 }, epochs = {}, plays = {}, later = {} }
  local list = r.plays
  for i = 1, from:count() do
    local line, wrong = from:record(i), nil
    if journal_entries.is_plain(line) and not r.fresh and not r.undone then list[#list + 1] = line
    else wrong = read_record(r, from:text(i)) end
    if wrong then return nil, ("the journal's record %d %s"):format(i, wrong) end
  end
  if r.fresh and r.fresh.again then r.incomplete = #r.plays end
  if #r.epochs == 0 or not r.config.game then
    return nil, "the journal ends before its game begins: there is nothing to resume"
  end
  return r
end

return journal_records
