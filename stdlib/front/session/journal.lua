-- Journals: the records of a table, in a file that only grows. Nothing here knows what a record means.
--
-- A record is a line:
--
--   LENGTH NUMBER CHECK payload
--
-- LENGTH is the payload's bytes and NUMBER the record's place, both decimal without leading zeros. CHECK is the first 8
-- hex digits, in lower case, of SHA-256 over "PREVIOUS NUMBER payload", PREVIOUS being the CHECK of the record before
-- (00000000 for the first). Any program can follow the chain with printf and sha256sum. Record 0 is the heading. There
-- is exactly one line for a number, a payload and the check before it, so a changed byte is seen whichever it is.
--
-- The good records end at the first line that is not the next record. If a well-formed record with a higher number stands
-- anywhere after it, even within a line, bytes in the middle were changed, and the file is refused. Otherwise the last
-- write was torn: what is left of it is moved to PATH.torn. That search looks only at the form of records and not at their
-- checks, for the check before one may be the very thing that was changed.
--
-- Rejected: a check of the record alone (a record taken out, put twice or moved would pass), and CRC-32 in a chain (no
-- shorter, and a change meant to deceive is easy to fit).

local file = require "host.journal"
local files = require "host.files"
local text_files = require "front.base.text_files"

local journal, Journal = {}, {}
Journal.__index = Journal

local VERSION, HEADING, FIRST = 1, "croupier journal", "00000000"
local LONGEST, LARGEST = 16 << 20, 1 << 30 -- bytes of a payload, of a file
local HEX = ("[0-9a-f]"):rep(8)
local EEXIST, EWOULDBLOCK, FULL = 17, 11, { [27] = true, [28] = true, [122] = true }

-- --- records ---

-- Control characters go by number: the locale may call more characters so, but never fewer.
local function fits(payload)
  return #payload <= LONGEST and not (payload:find "%c" and payload:find "[\0-\31\127]")
end

--- The line of record `number`, the one before having the check `previous`; and its own check.
function journal.line(previous, number, payload)
  local check = files.sha256(previous .. " " .. number .. " " .. payload):sub(1, 8)
  return ("%d %d %s "):format(#payload, number, check) .. payload .. "\n", check
end

--- The whole, well-formed record that begins at that byte: its number, payload and check, and where the next begins. Nil
--- when there is none; the check itself is not tried.
function journal.parse(text, at)
  local length, number, check, from = text:match("^(%d+) (%d+) (" .. HEX .. ") ()", at)
  if not length or #length > 8 or #number > 15 or length:find "^0%d" or number:find "^0%d" then return nil end
  local after = from + length
  if text:byte(after) ~= 10 then return nil end
  local payload = text:sub(from, after - 1)
  if not fits(payload) then return nil end
  return math.tointeger(number), payload, check, after + 1
end

-- Is there, from that byte on, a well-formed record that comes after record `last`?
local function good_after(text, at, last)
  local check = at
  while true do
    check = text:find("%d " .. HEX .. " ", check)
    if not check then return false end
    for from = math.max(at, check - 32), check - 2 do
      if (journal.parse(text, from) or 0) > last then return true end
    end
    check = check + 1
  end
end

local ESCAPES = { ["\n"] = "\\n", ["\\"] = "\\\\" }

--- Text with newlines and other control characters as a payload may hold it: \n, \\ and \xHH.
function journal.escape(text)
  return (text:gsub("[\0-\31\127\\]", function(c) return ESCAPES[c] or ("\\x%02x"):format(c:byte()) end))
end

--- The opposite of escape; nil for a text that `escape` can't have written.
function journal.unescape(text)
  local plain = text:gsub("\\\\", "\\x5c"):gsub("\\n", "\n"):gsub("\\x(%x%x)", function(hex)
    return string.char(tonumber(hex, 16))
  end)
  return journal.escape(plain) == text and plain or nil
end

-- --- the file ---

local function refuse(path, sentence, ...) return nil, path .. ": " .. sentence:format(...) end

local function new(path, of)
  return setmetatable({ file = of, at = path, list = {}, check = FIRST, said = "" }, Journal)
end

--- A new journal of mode 0600, locked by this process; without a path it is in memory only. Never replaces a file.
--- Nil, a sentence, and whether a file is there, when it fails.
function journal.create(path)
  local j = new(path)
  if not path then return j end
  local line, why, number
  line, j.check = journal.line(FIRST, 0, ("%s %d"):format(HEADING, VERSION))
  j.file, why, number = file.create(path, line)
  if j.file then return j end
  local there = number == EEXIST
  local _, sentence = refuse(path, there and "already exists" or "can't be created: %s", why)
  return nil, sentence, there
end

-- The process that holds the lock of a file, from /proc/locks.
local function lock_owner(path)
  local stat, locks = files.stat(path), io.open "/proc/locks"
  if not stat or not locks then return nil end
  local device, owner = stat.device, nil
  local major, minor = device >> 8 & 0xfff | device >> 32 & ~0xfff, device & 0xff | device >> 12 & ~0xff
  local place = ("%02x:%02x:%d"):format(major, minor, stat.inode)
  for line in locks:lines() do
    local pid, where = line:match "FLOCK +%S+ +%S+ +(%d+) (%S+)"
    if where == place then owner = tonumber(pid) end
  end
  locks:close()
  return owner
end

local function refuse_to_open(path, why, number)
  if number ~= EWOULDBLOCK then return refuse(path, "can't be opened: %s", why) end
  local owner, stat <close> = lock_owner(path), io.open "/proc/self/stat"
  if owner and stat and owner == stat:read "n" then return refuse(path, "already open in this process") end
  return refuse(path, owner and owner > 0 and "open in another process (pid %d)" or "open in another process", owner)
end

-- --- reading ---

-- What is wrong with the heading, or nil.
local function wrong_heading(first, text)
  if not first then
    if text == "" then return "empty, not a journal" end
    return text:sub(1, 64):find "journal" and "damaged in its first line" or "not a croupier journal"
  end
  local version = first:match("^" .. HEADING .. " (.+)$")
  if not version then return "not a croupier journal" end
  if version == tostring(VERSION) then return nil end
  return ("journal version %s; this program reads version %d"):format(version:sub(1, 20), VERSION)
end

-- Where the good records end; or nil and a sentence.
local function read_records(j, text)
  local list, check, at = file.records(text)
  local wrong = wrong_heading(list[0], text)
  if wrong then return refuse(j.at, "%s", wrong) end
  j.list, j.check, list[0] = list, check, nil
  if not good_after(text, at, #list + 1) then return at end
  return refuse(j.at, "record %d, at byte %d, is damaged, but the records after it are good; left as it is",
    #list + 1, at - 1)
end

local function mend(j, bad, at)
  local torn = j.at .. ".torn"
  local done, why = j.file:cut(at - 1, torn, bad)
  if not done then
    return refuse(j.at, "the end, from byte %d on, is not a complete record and can't be moved to a file next to " ..
      "it: %s",
      at, why)
  end
  j.said = ("%s: the end, from byte %d on, was not a complete record; it was moved to %s"):format(j.at, at, torn)
  return true
end

-- Reads what is there; true, or nil and a sentence.
local function read(j, writes)
  local stat, missing = files.stat(j.at)
  if not stat then return refuse(j.at, "can't be opened: %s", missing) end
  if stat.kind ~= "file" then return refuse(j.at, "not a file") end
  if stat.size > LARGEST then return refuse(j.at, "too large for a journal") end
  local text, _, unread = text_files.read(j.at)
  if not text then return refuse(j.at, "can't be read: %s", unread) end
  local at, why = read_records(j, text)
  if not at then return nil, why end
  local bad = text:sub(at)
  if bad == "" then return true end
  if writes then return mend(j, bad, at) end
  j.said = ("%s: the end, from byte %d on, is not a complete record and was not read"):format(j.at, at)
  return true
end

local function open(path, writes)
  local of, failed, number
  if writes then of, failed, number = file.open(path) end
  if writes and not of then return refuse_to_open(path, failed, number) end
  local j = new(path, of)
  local done, why = read(j, writes)
  if not (done and writes) then j:close() end
  if done then return j end
  return nil, why
end

--- An existing journal to go on with. Bad bytes at its end are moved to PATH.torn, and `notice` says so. Nil and a
--- sentence when another process has it open, when bad bytes stand before good records, and for another version.
function journal.open(path) return open(path, true) end

--- An existing journal to look at: nothing is locked, moved or cut.
function journal.read(path) return open(path, false) end

local BEGINNING = 1 << 16 -- bytes

--- The good records at the beginning of a file, from the heading (0) on; none if it is no journal.
function journal.beginning(path)
  local at = files.stat(path)
  local of <close> = at and at.kind == "file" and io.open(path, "rb") or nil
  return (file.records(of and of:read(BEGINNING) or ""))
end

-- --- adding ---

local function fail(j, sentence, ...)
  local _, why = refuse(j.at or "journal in memory", sentence, ...)
  if j.file and j.file:dead() then j.dead = why end
  return nil, why
end

local function refuse_line(j, number, why, code)
  local cut = j.file:dead() and ", and the damaged end could not be removed; nothing more will be written" or
    "; the file ends with the last complete record"
  j.reason = FULL[code] and "the disk is full" or why
  if FULL[code] then return fail(j, "the disk is full: record %d was not written%s", number, cut) end
  return fail(j, "record %d was not written%s (%s)", number, cut, why)
end

--- Adds one record with one write, not yet safe: true, or nil and a sentence. After a full disk the file ends with the last
--- whole record, and a later one may succeed.
function Journal:append(payload)
  local number = #self.list + 1
  if self.dead then return nil, self.dead end
  if self.readonly then return fail(self, "open for reading only") end
  if not fits(payload) then
    return fail(self, "record %d was not written: too long (%d bytes), or with a control character", number, #payload)
  end
  local line, check = journal.line(self.check, number, payload)
  if self.file then
    local done, why, code = self.file:append(line)
    if not done then return refuse_line(self, number, why, code) end
  end
  self.list[number], self.check = payload, check
  return true
end

--- Makes all records safe against a crash of the machine: true, or nil and a sentence. After a failure it is never tried
--- again: the journal takes no more records, and says so.
function Journal:sync()
  if self.dead then return nil, self.dead end
  if not self.file then return true end
  local done, why = self.file:sync()
  if done then return true end
  return fail(self, "can't be saved to disk (%s); nothing more will be written to it", why)
end

--- May more be added?
function Journal:writable() return not self.readonly and not self.dead end

-- --- asking ---

--- How many records there are, without the heading.
function Journal:count() return #self.list end

--- The payload of record i; nil when there is none.
function Journal:record(i) return self.list[i] end

--- The payload of record i, unescaped; nil if that can't be done.
function Journal:text(i)
  local line = self.list[i]
  if not line or not line:find("\\", 1, true) then return line end -- the rest of it fits as it is
  return journal.unescape(line)
end

--- Where it is; nil in memory.
function Journal:path() return self.at end

--- A sentence about how it was opened, or "".
function Journal:notice() return self.said end

--- Closes the file. Records that were read stay available.
function Journal:close()
  if self.file then self.file:close() end
  self.file, self.readonly = nil, true
end

return journal
