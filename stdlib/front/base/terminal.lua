-- What the program writes on: colours, widths, symbols, clearing, progress; and the prompt, which reads.
--
-- Text holds marks, one byte that says what the text after it means until the next mark: \1 plain, \2 heading, \3 good,
-- \4 bad, \5 dim, \6 a red suit, \7 a black suit, \8 strong, \14 to \18 green, yellow, blue, magenta and cyan suits, \19
-- whose turn it is, \20 a loss. None means a thing by colour alone, and none of the last has a suit's colour.
-- Whatever else a text holds, no control character of it reaches the terminal. Once nobody reads any more, output is
-- dropped in silence: the input ends too, the program saves, and leaves.
--
-- Rejected: terminfo (eight colours, clear and erase-line are the same on every terminal that isn't dumb).

local tty = require "host.tty"
local files = require "host.files"
local text = require "front.base.text"

local terminal = { text_width = tty.width, wrap = text.wrap, MORE = "Enter: more; q: stop. " }

local OUT, ERR = 1, 2
local BUFFER = 16 << 10 -- bytes that wait where nobody watches
local PARAGRAPH = 100 -- columns; longer lines are hard to read
local NARROWEST, USUAL = 20, 80
local LONGEST = 64 << 10 -- bytes typed between two pages
local REDRAW = 0.1 -- seconds

-- Of marks; black suits keep the terminal's own colour, for on most of them black can't be seen.
local STYLES = { "", "1;36", "32", "1;31", "2", "31", "", "1", [14] = "32", [15] = "33", [16] = "34", [17] = "35",
  [18] = "36", [19] = "1;4", [20] = "4" }
local BLACK_ON_WHITE = "\27[30;107m"
local PLAIN, CLEAR, ERASE_LINE = "\27[0m", "\27[H\27[2J\27[3J", "\27[K"

local T = {}
T.__index = T

local function is_set(name) return (os.getenv(name) or "") ~= "" end

local function wants_color(color, watched, dumb)
  if color ~= "auto" then return color == "always" end
  if is_set "NO_COLOR" then return false end
  if is_set "CLICOLOR_FORCE" and os.getenv "CLICOLOR_FORCE" ~= "0" then return true end
  return watched and not dumb and os.getenv "CLICOLOR" ~= "0"
end

--- The terminal of standard output and error. options: color "auto" (by NO_COLOR, then CLICOLOR_FORCE, CLICOLOR=0, TERM and
--- whether it is a terminal), "always" or "never"; ascii: no symbols whatever the locale; four_color: suits in four
--- colours; plain: for screen readers, lines in order, nothing drawn or drawn again.
function terminal.open(options)
  local color = options.plain and "never" or options.color or "auto"
  local t = setmetatable({ plain = options.plain, four_color = options.four_color,
    waiting = {}, bytes = 0, rows = 0, watched = tty.is_terminal(OUT),
    columns_set = tonumber((os.getenv "COLUMNS" or ""):match "^%d%d?%d?%d?$") or 0 }, T)
  t.dumb = options.plain or not is_set "TERM" or os.getenv "TERM" == "dumb"
  t.with_symbols = not options.ascii and tty.unicode()
  t.color = wants_color(color, t.watched, t.dumb)
  t.err_color = wants_color(color, tty.is_terminal(ERR), t.dumb)
  return t
end

function T:symbols() return self.with_symbols end

--- How cards are drawn: see marked_text.render.
function T:card_style()
  if self.plain then return "words" end
  return (self.four_color and "four-color " or "red and black ") .. (self.with_symbols and "symbols" or "letters")
end

function T:is_terminal() return self.watched end

--- Is standard input a terminal too?
function T:can_ask() return tty.is_terminal(0) end -- luacheck: no self

--- Waits so many seconds, so that what is written can be read, or until a key is pressed.
function T:wait(seconds)
  self:flush()
  if seconds <= 0 then return end
  tty.wait(seconds)
  self:new_page()
end

--- Will nothing that is written be seen?
function T:gone() return self.lost ~= nil end

local function width_on(t, fd)
  local columns = t.columns_set > 0 and t.columns_set or tty.size(fd)
  return math.max(columns == 0 and USUAL or columns, NARROWEST)
end

--- Columns: COLUMNS, the window's, or 80; at least 20.
function T:width() return width_on(self, OUT) end

--- Lines of the window where somebody watches it; huge where nobody does or it isn't known.
function T:lines()
  local _, lines = tty.size(OUT)
  return self.watched and lines > 2 and lines or math.huge
end

-- --- writing ---

--- A text as it is written: marks as colours or as nothing, and harmless.
function terminal.paint(s, color)
  local styled = false
  local painted = s:gsub("([\1-\8\14-\20]?)([^\1-\8\14-\20]*)", function(mark, rest)
    local before = ""
    if mark ~= "" and color then
      local style = STYLES[mark:byte()]
      before = (styled and PLAIN or "") .. (style ~= "" and ("\27[%sm"):format(style) or "")
      styled = style ~= ""
    end
    return before .. files.clean(rest, "\n")
  end)
  return styled and painted .. PLAIN or painted
end

local paint = terminal.paint

--- Output shows at once on a terminal, else when there is much or here.
function T:flush()
  local waiting = self.waiting
  self.waiting, self.bytes = {}, 0
  if self.lost or #waiting == 0 then return end
  local done, why, gone = tty.write(OUT, table.concat(waiting))
  if not done then self.lost, self.nobody = why, gone == "reader" or gone == "terminal" and self.watched end
end

--- Rows of blocks in black on white whatever the terminal's colours, as a phone wants a code.
function T:code(rows)
  for _, row in ipairs(rows) do
    self.waiting[#self.waiting + 1] = ("%s%s%s\n"):format(BLACK_ON_WHITE, files.clean(row), PLAIN)
  end
  self:flush()
end

local function shown(t, s) return t.with_symbols and s or text.ascii(s) end

local function write(t, s)
  s = paint(s, t.color)
  t.waiting[#t.waiting + 1] = s
  t.bytes = t.bytes + #s
  if t.watched or t.bytes >= BUFFER then t:flush() end
end

-- Is there no room for so many more rows, and does the reader want no more?
local function is_stopped(t, rows)
  local more = t.more
  if not more or t.rows == 0 or t.rows + rows < t:lines() then return t.stopped end
  t.more = nil -- what asks is no part of the page
  t.stopped = not more()
  t.more, t.rows = more, 0
  return t.stopped
end

local function emit(t, s)
  t:progress()
  s = shown(t, s)
  if not t.watched then return write(t, s) end
  for line, broken in s:gmatch "([^\n]*)(\n?)" do
    local rows = broken ~= "" and math.max((tty.width(line) + t:width() - 1) // t:width(), 1) or 0
    if t.stopped or is_stopped(t, rows) then return end
    t.rows = t.rows + rows
    write(t, line .. broken)
  end
end

--- Lets fn write, a page at a time where a person reads at a terminal: more() is called when the screen is full, and says
--- whether to go on. False: the reader has stopped.
function T:by_pages(more, fn)
  self.more = self.watched and self:can_ask() and more
  fn()
  local stopped = self.stopped
  self.more, self.stopped = nil, nil
  return not stopped
end

--- Would so many rows more push words off the screen that are half a page or more, and that nobody has had time to read?
function T:is_full(rows) return self.rows >= self:lines() // 2 and self.rows + rows >= self:lines() end

--- What is written from now on is read from the top of a page.
function T:new_page() self.rows = 0 end

--- Lets fn write a page at a time, for a command that has no prompt, and closes the terminal: the exit status.
function T:pages(fn)
  self:by_pages(function()
    write(self, terminal.MORE)
    local line = tty.line(USUAL, LONGEST)
    return line and not line:find "^ *[Qq]"
  end, fn)
  return self:close() and 0 or 1
end

--- A text as it is, no newline added.
T.put = emit

local function paragraphs(s, width) return text.wrap(s, math.min(width, PARAGRAPH)) .. "\n" end

--- A text wrapped, newline added; warn: the same on standard error.
function T:say(s) emit(self, paragraphs(s, self:width())) end

function T:warn(s)
  self:progress()
  self:flush()
  tty.write(ERR, paint(shown(self, paragraphs(s, width_on(self, ERR))), self.err_color))
end

--- Lines as they are laid out, wrapped only where a terminal's are shorter.
function T:laid_out(s)
  s = s:gsub("\n$", "")
  emit(self, (self.watched and text.wrap(s, self:width()) or s) .. "\n")
end

--- A heading in a rule over the line; what the line can't hold stands below.
function T:heading(s)
  if self.plain then return self:say(s:find "[.!?]$" and s or s .. ".") end
  local width = math.min(self:width(), PARAGRAPH)
  local first, rest = text.wrap(s, width - 8):match "^([^\n]*)\n?(.*)$"
  emit(self, ("\5──\1 \2%s\1 \5%s\1\n"):format(first, ("─"):rep(width - tty.width(first) - 4)))
  if rest ~= "" then emit(self, ("   \2%s\1\n"):format(rest:gsub("\n", "\n   "))) end
end

--- Rows of cells; align has a letter a column, l or r.
function T:table(align, rows, spare)
  emit(self, text.table(align, rows, self:width(), not self.with_symbols, spare))
end

--- Items downwards in columns, indented if you like; plain, a line each.
function T:columns(items, indent)
  local lead = indent or ""
  if not self.plain then
    local lines = text.columns(items, self:width() - #lead, not self.with_symbols)
    return emit(self, (lines:gsub("[^\n]+", lead .. "%0")))
  end
  for _, item in ipairs(items) do self:say(item) end
end

--- The curtain: an empty screen with nothing to scroll back to. On what is no terminal a line of dashes; on a dumb one as
--- many newlines as it has lines.
function T:clear()
  self:progress()
  self:new_page()
  if self.plain and not self.watched then return emit(self, "\n") end
  if not self.watched then return emit(self, ("-"):rep(math.min(self:width(), 60)) .. "\n") end
  local _, lines = tty.size(OUT)
  if self.dumb then return emit(self, ("\n"):rep(lines > 0 and lines or 50)) end
  self:flush()
  tty.write(OUT, CLEAR)
end

--- A bar on standard error if that is a terminal, redrawn at most ten times a second; without arguments it goes.
function T:progress(label, done, total)
  if not label then
    if self.bar then tty.write(ERR, "\r" .. ERASE_LINE) end
    self.bar = nil
    return
  end
  local now = files.now()
  if not tty.is_terminal(ERR) or self.dumb or total == 0 or (self.bar and now - self.bar < REDRAW) then return end
  local part, room = math.min(done, total) / total, width_on(self, ERR) - 9
  local wide = room < 50 and room // 2 or 25
  local filled = math.floor(part * wide)
  self:flush()
  tty.write(ERR, ("\r%s [%s%s] %3d%%%s"):format(paint(text.fit(label, room - wide - 1, false, true), self.err_color),
    ("#"):rep(filled), ("."):rep(wide - filled), math.floor(part * 100), ERASE_LINE))
  self.bar = now
end

--- Writes what is left. False, with a sentence on standard error, when output was lost; a reader or terminal that has gone
--- is no loss.
function T:close()
  self:progress()
  self:flush()
  if self.closed or not self.lost or self.nobody then return true end
  self.closed = true
  tty.write(ERR, ("croupier: the output could not be written: %s\n"):format(self.lost))
  return false
end

T.__gc = T.close -- where an error left it open

--- Says on standard error what is wrong, with a newline; at a terminal it is wrapped.
function terminal.mistake(s)
  if tty.is_terminal(ERR) then
    local columns = tty.size(ERR)
    s = text.wrap(files.clean(s, "\n"), columns < NARROWEST and USUAL or columns)
  end
  tty.write(ERR, paint(s) .. "\n")
end

return terminal
