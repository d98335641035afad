-- Journals: the form of their records, and what is made of a file that is damaged, a stranger's or held by another.
-- What the system refuses is tried in tests/host/test_journal.c.

local journal = require "front.session.journal"

local PAYLOADS = { "game rod_and_reel", "seed 00ff", "", "answer keep K♥", "12 5 abcdef01 x", "a", "the last" }

local function slurp(path)
  local f <close> = io.open(path)
  return f and f:read "a"
end

local function spill(path, text)
  local f <close> = assert(io.open(path, "w"))
  f:write(text)
end

TestJournal = {}

function TestJournal:setUp()
  self.path = os.tmpname()
  self.torn = self.path .. ".torn"
  os.remove(self.path)
end

function TestJournal:tearDown()
  os.remove(self.path)
  os.remove(self.torn)
end

local function add_all(j, from)
  for i = from or 1, #PAYLOADS do lu.assertTrue(j:append(PAYLOADS[i])) end
end

-- Its records are the first n of PAYLOADS.
local function holds(j, n)
  lu.assertEquals(j:count(), n)
  for i = 1, n do lu.assertEquals(j:record(i), PAYLOADS[i]) end
  lu.assertNil(j:record(n + 1))
end

-- The bytes of a whole journal.
function TestJournal:whole()
  os.remove(self.path)
  local j = assert(journal.create(self.path))
  add_all(j)
  lu.assertTrue(j:sync())
  j:close()
  return slurp(self.path)
end

-- Opened to go on with and to look at, it is refused so; nothing is moved.
function TestJournal:refused(text, why)
  spill(self.path, text)
  for _, open in ipairs { journal.open, journal.read } do
    local j, said = open(self.path)
    lu.assertNil(j)
    lu.assertStrContains(said, self.path .. ": " .. why)
  end
  lu.assertNil(slurp(self.torn))
  lu.assertEquals(slurp(self.path), text)
end

-- --- the form ---

function TestJournal.test_a_record_is_a_line_that_any_program_can_check()
  local line, check = journal.line("00000000", 1, "abc")
  lu.assertEquals(check, "3f0c8d22") -- printf '00000000 1 abc' | sha256sum
  lu.assertEquals(line, "3 1 3f0c8d22 abc\n")
  lu.assertEquals({ journal.parse(line, 1) }, { 1, "abc", check, #line + 1 })
  lu.assertEquals({ journal.parse("x" .. line, 2) }, { 1, "abc", check, #line + 2 })
  for cut = 0, #line - 1 do lu.assertNil(journal.parse(line:sub(1, cut), 1)) end
end

function TestJournal.test_there_is_one_way_to_write_a_record()
  for _, bad in ipairs { "03 1 01234567 abc\n", "3 01 01234567 abc\n", "3 1 0123456A abc\n", "4 1 01234567 abc\n",
    "2 1 01234567 abc\n", "3  1 01234567 abc\n", "3 1 0123456 abc\n", " 3 1 01234567 abc\n", "+3 1 01234567 abc\n",
    "3 1 01234567 a\tc\n", "3 1 01234567 abc ", "-1 1 01234567 abc\n", ("9"):rep(20) .. " 1 01234567 abc\n",
    "3 " .. ("9"):rep(20) .. " 01234567 abc\n" } do
    lu.assertNil(journal.parse(bad, 1), bad)
  end
end

-- The check may be right all the same: only the one way to write it is a record of a file.
function TestJournal:test_a_record_written_in_another_way_is_none()
  local heading, first = journal.line("00000000", 0, "croupier journal 1")
  local line, check = journal.line(first, 1, "abc")
  local _, zeros = journal.line(first, "01", "abc")
  local tab, tabbed = journal.line(first, 1, "a\tc")
  lu.assertStrContains(tab, tabbed)
  for text, count in pairs { [line] = 1, ["3 1 " .. check .. " abc"] = 0, ["03 1 " .. check .. " abc\n"] = 0,
    ["3 01 " .. zeros .. " abc\n"] = 0, ["3 1 " .. check:upper() .. " abc\n"] = check:upper() == check and 1 or 0,
    ["4 1 " .. check .. " abc\n"] = 0, [tab] = 0 } do
    spill(self.path, heading .. text)
    local j = assert(journal.read(self.path))
    lu.assertEquals(j:count(), count, text)
  end
end

function TestJournal.test_any_text_can_be_escaped()
  local all = {}
  for byte = 0, 255 do all[#all + 1] = string.char(byte) end
  local text = table.concat(all)
  local escaped = journal.escape(text)
  lu.assertNil(escaped:find "[\0-\31\127]")
  lu.assertEquals(journal.unescape(escaped), text)
  lu.assertEquals(journal.escape "a\n\\\1\127", "a\\n\\\\\\x01\\x7f")
  lu.assertEquals(journal.unescape "\\\\n\\\\\\n\\\\x41", "\\n\\\n\\x41")
  for _, bad in ipairs { "\\", "\\q", "\\x0", "\\xg0", "\\x0A", "\\x41", "a\nb", "\\x", "\\x5c", "\\x0a" } do
    lu.assertNil(journal.unescape(bad), bad)
  end
end

-- --- the file ---

function TestJournal:test_what_was_added_is_read_again()
  local text = self:whole()
  lu.assertEquals(text:sub(1, 33), "18 0 " .. text:sub(6, 13) .. " croupier journal 1\n")
  local seen = assert(journal.read(self.path))
  holds(seen, #PAYLOADS)
  lu.assertFalse(seen:writable())
  lu.assertEquals(seen:notice(), "")
  lu.assertStrContains(select(2, seen:append "x"), "open for reading only")
  local j = assert(journal.open(self.path))
  holds(j, #PAYLOADS)
  lu.assertEquals(j:path(), self.path)
  lu.assertTrue(j:append "more" and j:sync())
  j:close()
  j = assert(journal.open(self.path))
  lu.assertEquals(j:record(#PAYLOADS + 1), "more")
  j:close()
end

function TestJournal.test_without_a_path_it_is_in_memory()
  local j = journal.create()
  lu.assertNil(j:path())
  add_all(j)
  holds(j, #PAYLOADS)
  local done, why = j:append "a\nb"
  lu.assertNil(done)
  lu.assertEquals(why, "journal in memory: record 8 was not written: too long (3 bytes), or with a control character")
  lu.assertTrue(j:append(("x"):rep(300000)) and j:sync() and j:writable()) -- and it goes on
  lu.assertNil(j:append(("x"):rep((16 << 20) + 1)))
end

function TestJournal:test_no_file_is_replaced()
  spill(self.path, "mine")
  local j, why, there = journal.create(self.path)
  lu.assertNil(j)
  lu.assertEquals(why, self.path .. ": already exists")
  lu.assertTrue(there)
  lu.assertEquals(slurp(self.path), "mine")
  j, why, there = journal.create "/no/such/folder/x.journal"
  lu.assertNil(j)
  lu.assertEquals(why, "/no/such/folder/x.journal: can't be created: No such file or directory")
  lu.assertFalse(there)
end

function TestJournal:test_what_is_no_journal_is_refused()
  self:refused("", "empty, not a journal")
  self:refused("hello\n", "not a croupier journal")
  self:refused("18 0 01234567 croupier journal 1\n", "damaged in its first line")
  self:refused((journal.line("00000000", 0, "croupier chronicle")), "not a croupier journal")
  self:refused(journal.line("00000000", 0, "croupier journal 2") .. "anything",
    "journal version 2; this program reads version 1")
  os.remove(self.path)
  lu.assertStrContains(select(2, journal.open(self.path)), "can't be opened: No such file")
  lu.assertStrContains(select(2, journal.read "/tmp"), "/tmp: not a file")
  lu.assertStrContains(select(2, journal.read(self.path)), "can't be opened: No such file")
  local file <close> = assert(io.open(self.path, "w"))
  file:seek("set", 1 << 31)
  file:write("x")
  file:flush()
  lu.assertStrContains(select(2, journal.read(self.path)), "too large for a journal")
  os.remove(self.path)
  os.execute(("mkfifo '%s'"):format(self.path))
  lu.assertStrContains(select(2, journal.read(self.path)), "not a file") -- and it does not wait
end

-- --- damage ---

-- How many records are whole in a text; -1 without heading.
local function whole_records(text) return select(2, text:gsub("\n", "")) - 1 end

function TestJournal:cut_at(text, cut)
  local whole, torn = whole_records(text:sub(1, cut)), cut > 0 and text:sub(cut, cut) ~= "\n"
  os.remove(self.torn)
  spill(self.path, text:sub(1, cut))
  local seen = journal.read(self.path)
  lu.assertNil(slurp(self.torn)) -- looking moves nothing
  local j = journal.open(self.path)
  lu.assertEquals(j ~= nil, whole >= 0)
  lu.assertEquals(seen ~= nil, whole >= 0)
  if not j then return end
  holds(j, whole)
  holds(seen, whole)
  lu.assertEquals(j:notice() ~= "", torn)
  lu.assertEquals(seen:notice() ~= "", torn)
  local bad = slurp(self.torn) or ""
  lu.assertEquals(bad ~= "", torn)
  lu.assertEquals(bad, text:sub(cut - #bad + 1, cut))
  add_all(j, whole + 1)
  j:close()
  lu.assertEquals(slurp(self.path), text)
end

function TestJournal:test_a_torn_end_is_set_aside_wherever_it_is_torn()
  local text = self:whole()
  for cut = 0, #text do self:cut_at(text, cut) end
end

-- A changed byte is damage, or in the last record a torn end; it is never read.
function TestJournal:changed(text, last)
  os.remove(self.torn)
  spill(self.path, text)
  local j, why = journal.open(self.path)
  if not j then
    lu.assertNotNil(why)
    lu.assertNil(slurp(self.torn))
    return
  end
  lu.assertTrue(last)
  holds(j, #PAYLOADS - 1)
  lu.assertStrContains(j:notice(), "on, was not a complete record; it was moved to " .. self.torn)
  lu.assertNotNil(slurp(self.torn))
  j:close()
end

function TestJournal:test_every_changed_byte_is_seen()
  local text = self:whole()
  local last = text:sub(1, -2):find "[^\n]*$"
  for i = 1, #text do
    local was = text:byte(i)
    for _, byte in ipairs { was ~ 1, was ~ 0x20, 10, 48 } do
      if byte ~= was then self:changed(text:sub(1, i - 1) .. string.char(byte) .. text:sub(i + 1), i >= last) end
    end
  end
end

function TestJournal:test_damage_is_named()
  local text = self:whole()
  local seed = text:find "seed"
  local line = text:sub(1, seed):find "[^\n]*$"
  self:refused(text:gsub("seed", "Seed"),
    ("record 2, at byte %d, is damaged, but the records after it are good"):format(line - 1))
  local from, to = text:find "[^\n]* a\n" -- a record taken out, even the last but one
  self:refused(text:sub(1, from - 1) .. text:sub(to + 1), "record 6, at byte ")
end

function TestJournal:test_a_long_row_of_digits_is_looked_through_at_once()
  local text = self:whole() .. ("1"):rep(1 << 20)
  spill(self.path, text)
  local seen = assert(journal.read(self.path))
  holds(seen, #PAYLOADS)
  lu.assertStrContains(seen:notice(), "the end, from byte 201 on, is not a complete record and was not read")
end

-- --- who has it open ---

function TestJournal:test_it_is_open_once()
  local j = assert(journal.create(self.path))
  j:append "x"
  lu.assertEquals(select(2, journal.open(self.path)), self.path .. ": already open in this process")
  lu.assertEquals(journal.read(self.path):count(), 1) -- looking is allowed
  j:close()
end

function TestJournal:test_another_process_that_has_it_open_is_named()
  local holder = self.path .. ".holder"
  assert(journal.create(self.path)):close()
  local other = io.popen(("flock '%s' sh -c 'echo $PPID >%s; read end'"):format(self.path, holder), "w")
  repeat
    local pid = (slurp(holder) or ""):match "^(%d+)\n"
  until pid or not os.execute "sleep 0.02"
  local _, why = journal.open(self.path)
  lu.assertEquals(why, ("%s: open in another process (pid %s)"):format(self.path, slurp(holder):match "%d+"))
  other:close()
  os.remove(holder)
  assert(journal.open(self.path)):close()
end

-- --- what the system refuses ---

-- A journal in whose place of a file these answers are given.
local function with(answers)
  local j = journal.create()
  j.at = "x.journal"
  j.file = {
    append = function() return table.unpack(answers.append or { true }) end,
    sync = function() return table.unpack(answers.sync or { true }) end,
    dead = function() return answers.dead end,
  }
  return j, answers
end

function TestJournal.test_a_full_disk_is_told_and_may_pass()
  local j, answers = with { append = { nil, "No space left on device", 28 } }
  local done, why = j:append "a"
  lu.assertNil(done)
  lu.assertEquals(why,
    "x.journal: the disk is full: record 1 was not written; the file ends with the last complete record")
  lu.assertTrue(j:writable() and j:count() == 0)
  answers.append = { nil, "Input/output error", 5 }
  lu.assertEquals(select(2, j:append "a"),
    "x.journal: record 1 was not written; the file ends with the last complete record (Input/output error)")
  answers.append = nil
  lu.assertTrue(j:append "a" and j:count() == 1)
end

function TestJournal.test_a_closed_file()
  local path = os.tmpname()
  os.remove(path)
  local file = assert(require("host.journal").create(path, "head\n"))
  file:close()
  file:close()
  for _, name in ipairs { "cut", "append", "sync", "dead" } do
    lu.assertErrorMsgContains("the journal is closed", file[name], file, "line")
  end
  os.remove(path)
end

function TestJournal.test_after_what_can_not_be_undone_nothing_is_written()
  for want, answers in pairs {
    ["x.journal: the disk is full: record 1 was not written, and the damaged end could not be removed; nothing more "
      .. "will be written"] =
      { append = { nil, "No space left on device", 28 }, dead = true },
    ["x.journal: can't be saved to disk (Input/output error); nothing more will be written to it"] =
      { sync = { nil, "Input/output error", 5 }, dead = true } } do
    local j = with(answers)
    local done, why = j:append "a"
    if done then done, why = j:sync() end
    lu.assertNil(done)
    lu.assertEquals(why, want)
    j.file.append = function() error "it is written to" end
    lu.assertEquals({ j:append "b" }, { nil, want })
    lu.assertEquals({ j:sync() }, { nil, want })
    lu.assertFalse(j:writable())
  end
end
