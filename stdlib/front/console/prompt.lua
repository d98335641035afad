-- One line from a person, or from a file. With standard input and output both a terminal it is edited with readline, with
-- history and completion; else read plainly.

local files = require "host.files"
local keyboard = require "host.keyboard"
local tty = require "host.tty"
local text = require "front.base.text"
local english = require "shared.english"
local lists = require "shared.lists"

local prompt = {}
local P = {}
P.__index = P

local LINE_BYTES = 64 << 10
local PASSED_BYTES = 16 << 20 -- of one line that are read without being used

--- A prompt of a terminal; the history's file may be nil. It must be closed before the terminal is.
function prompt.open(terminal, history)
  local p = setmetatable({ terminal = terminal, history = history }, P)
  p.edited = tty.is_terminal(0) and terminal:is_terminal()
  if p.edited then keyboard.open(history) end
  return p
end

-- Lines before the last are written at once: readline would break what is too wide in the middle of a word.
local function write_first_lines(p, shown)
  local width = p.terminal:width()
  if tty.width(shown) < width then return shown end
  local first, last = text.wrap(shown, width - 1):match("^(.*)\n(.-)$")
  if not first then return shown end
  p.terminal:put(first .. "\n")
  return shown:find(" $") and last .. " " or last
end

-- A single Ctrl-C drops what was typed and asks again, saying how to leave.
local function read_edited(p, shown, fd)
  local at, warned = 1, false
  local function complete(before) -- whole lines
    local found = {}
    at = 1
    if p.completer then at, found = p.completer(before) end
    local typed = english.fold(before:sub(at))
    return lists.collect(found, function(word)
      return english.fold(word):sub(1, #typed) == typed and before:sub(1, at - 1) .. word or nil
    end)
  end
  local function show(lines)
    p.terminal:columns(lists.collect(lines, function(line) return line:sub(at) end))
    p.terminal:flush()
  end
  while true do
    local got, line, typed = keyboard.read(shown, complete, show, fd)
    if got == "line" or got == "event" then return got, line end
    if got == "end" then
      p.terminal:put("\n")
      return got, ""
    end
    p.terminal:put("^C\n")
    if line > 1 or (warned and not typed) then return got, "" end
    warned = true
    p.terminal:say("\5Press Ctrl-C again to leave.\1")
  end
end

-- The rest of a line that is too long is skipped; if it never ends, reading stops.
local function read_plain(p, shown)
  p.terminal:put(shown)
  p.terminal:flush()
  local line = tty.line(LINE_BYTES, PASSED_BYTES)
  if shown ~= "" then p.terminal:put("\n") end
  if line == false then p.terminal:warn "A line is longer than 16 MB: standard input is not read any further." end
  if not line then return "end", "" end
  return "line", files.clean(line)
end

--- Shows the text (its last space belongs to it) and waits: "line" and the line, without its newline, cleaned and at most
--- 64 KB; "interrupt" (Ctrl-C twice in a row with nothing typed between); "end" (Ctrl-D on an empty line, the end of the
--- file, nobody there). A secret line doesn't enter the history. With phones (front/phones) also "event": one of them
--- has sent something, and what is half typed is there again at the next read.
function P:read(shown, secret, phones)
  self.terminal:progress()
  self.terminal:flush()
  if self.terminal:gone() then return "end", "" end
  shown = files.clean(shown)
  if not self.terminal:symbols() then shown = text.ascii(shown) end
  shown = write_first_lines(self, shown)
  local fd = phones and phones:fd()
  if fd and (phones:has_letters() or not self.edited) then return phones:wait() and "event" or "end", "" end
  local got, line = (self.edited and read_edited or read_plain)(self, shown, fd)
  if got == "event" then return got, "" end
  self.terminal:new_page()
  if self.terminal:gone() then return "end", "" end
  if got == "line" and self.edited and not secret and line:find "[^ ]" then keyboard.remember(line, self.history) end
  return got, line
end

--- Asks for yes or no: is it yes?
function P:agrees(question)
  local got, line
  repeat
    if line then self.terminal:say "Type yes or no." end
    got, line = self:read(question .. " (yes or no) ", true)
  until got ~= "line" or not line:find "^ *:[Hh]"
  return got == "line" and line:find "^ *[Yy]" ~= nil
end

--- Completion: fn(before) gives the byte (from 1) where the last word begins (a word may hold spaces, the caller knows
--- where), and a list of all words that could be typed there; those that don't begin as typed are passed over, capitals or
--- not. nil for none.
function P:complete(fn) self.completer = fn end

--- Forgets the lines typed so far in this process: somebody else sits down at the keyboard.
function P:forget()
  if self.edited then keyboard.forget() end
end

--- Discards what was typed at a terminal before the question appeared. What comes from a file or a pipe stays.
function P:drop()
  if self.edited then keyboard.drop() end
end

--- Was Ctrl-C pressed since the last read? For work that takes long. `heed` marks it as noticed.
function P:interrupted() return self.edited and keyboard.interrupted() end
function P:heed() keyboard.interrupted(true) end

function P:close()
  if self.edited then keyboard.close() end
  self.edited = false
end

P.__gc = P.close -- where an error left it open

return prompt
