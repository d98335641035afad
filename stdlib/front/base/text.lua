-- Text laid out for a terminal: wrapped, cut, in tables and columns. Widths are in columns; marks (see terminal.lua) have
-- none.

local tty = require "host.tty"
local lists = require "shared.lists"

local text = {}

local GAP = 2 -- columns between two fields
local PLAIN = "\1"

-- ASCII for a character, as wide.
local ascii = { ["♠"] = "s", ["♤"] = "s", ["♡"] = "h", ["♥"] = "h", ["♢"] = "d", ["♦"] = "d", ["♣"] = "c", ["♧"] = "c",
  ["‘"] = "'", ["’"] = "'", ["“"] = '"', ["”"] = '"', ["‐"] = "-", ["‑"] = "-", ["‒"] = "-", ["–"] = "-", ["—"] = "-",
  ["−"] = "-", ["─"] = "-", ["━"] = "-", ["\u{a0}"] = " ", ["×"] = "x", ["•"] = "*", ["·"] = "*", ["←"] = "<",
  ["→"] = ">" }

--- A text in ASCII, as wide as before: suits as s h d c, quotes, dashes, else a ? for each column.
function text.ascii(s)
  return (s:gsub("[\xC2-\xF4][\x80-\xBF]*", function(c) return ascii[c] or ("?"):rep(tty.width(c)) end))
end

local ESCAPES = { ["\\"] = "\\\\", ["\t"] = "\\t", ["\n"] = "\\n" }

--- A text, number or truth without tabs and newlines, which become \t and \n, as \ becomes \\; and the way back.
function text.escape(value) return (tostring(value):gsub("[\\\t\n]", ESCAPES)) end
function text.unescape(s) return (s:gsub("\\(.)", { n = "\n", t = "\t" })) end

local DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
local pairs_of = setmetatable({}, { __index = function(t, n) -- two digits, made when they are needed
  local high, low = n // 64 + 1, n % 64 + 1
  t[n] = DIGITS:sub(high, high) .. DIGITS:sub(low, low)
  return t[n]
end })

--- Bytes in base 64, with its = at the end.
function text.base64(bytes)
  local out, missing = {}, -#bytes % 3
  for i = 1, #bytes, 3 do
    local a, b, c = bytes:byte(i, i + 2)
    local n = a << 16 | (b or 0) << 8 | (c or 0)
    out[#out + 1] = pairs_of[n >> 12]
    out[#out + 1] = pairs_of[n & 4095]
  end
  return table.concat(out):sub(1, -1 - missing) .. ("="):rep(missing)
end

-- --- wrapping ---

local NO_BREAK = "\u{A0}"

local function new_line(w, deeper)
  w.from = w.indent
  w.col = w.indent + deeper
  w.out[#w.out + 1] = "\n" .. (" "):rep(w.col)
end

-- A word that no line can hold, cut where the lines end; what people copy stays whole: a path, what stands between
-- backquotes, a seed, a line of a script, whose spaces are no-break ones.
local function wrap_long(w, word)
  if word:find "[/`]" or word:find(("%x"):rep(64)) or word:find(NO_BREAK, 1, true) then
    w.out[#w.out + 1], w.col = word, w.width
    return
  end
  while word ~= "" do
    local _, columns, after = tty.cut(word, w.width - w.col)
    if after == 1 and w.col == w.from then -- not even one character fits
      after, columns = utf8.offset(word, 2) or #word + 1, tty.width(word)
    end
    w.out[#w.out + 1] = word:sub(1, after - 1)
    w.col = w.col + columns
    word = word:sub(after)
    if word ~= "" then new_line(w, 0) end
  end
end

local function wrap_word(w, spaces, word)
  local wide = tty.width(word)
  if w.col + spaces + wide > w.width and w.col > w.from then
    new_line(w, w.deep and spaces >= GAP and GAP or 0)
    spaces = 0
  end
  w.out[#w.out + 1] = (" "):rep(spaces)
  w.col = w.col + spaces
  if w.col + wide > w.width then return wrap_long(w, word) end
  w.out[#w.out + 1] = word
  w.col = w.col + wide
end

-- A field, up to the next gap, that would be torn begins a line of its own, if one can hold it. True when it does. A
-- single word needs no care.
local function wrap_field(w, spaces, rest)
  local field = spaces >= GAP and w.row and (rest:match("^(.-)  ") or rest) or ""
  local wide = field:find(" ", 1, true) and tty.width(field) or 0
  local torn = wide > 0 and w.col + spaces + wide > w.width and w.indent + GAP + wide <= w.width and w.col > w.from
  if torn then new_line(w, GAP) end
  return torn
end

-- The spaces, place and letters of the next word from `at`, and what follows it. Between backquotes all is one word.
local function next_word(s, at)
  local spaces, from, word, after = s:match("^( *)()([^ ]+)()", at)
  if from and select(2, word:gsub("`", "")) % 2 == 1 then
    local quoted, behind = s:match("^([^`]*`[^`]*`[^ `]*)()", from)
    return #spaces, from, quoted or word, behind or after
  end
  return spaces and #spaces, from, word, after
end

local function wrap_line(out, s, width, hang)
  local lead = #s:match("^[>*]? *")
  if s:find("^[>*][^ ]") then lead = 0 end
  local _, gaps = s:sub(lead + 1):gsub("[^ ]  ", "")
  local label = gaps == 1 and hang == 0 and s:match("^ +[^ ]+  +") or ""
  local w = { out = out, width = width, indent = math.min(math.max(lead + hang, tty.width(label)), width // 2),
    row = gaps > 1, deep = gaps > 1 and s:find("[^ ] [^ ]", lead + 1) }
  w.from = math.min(lead, width // 2)
  w.col = w.from
  out[#out + 1] = s:sub(1, w.from)
  local spaces, at, word, after = next_word(s, lead + 1)
  while at do
    if wrap_field(w, spaces, s:sub(at)) then spaces = 0 end
    wrap_word(w, spaces, word)
    spaces, at, word, after = next_word(s, after)
  end
end

--- Lines broken between words at `width`; what follows a break is indented as its line ("> " and "* " count as its indent)
--- and by `hang` columns more, or, behind one word and a gap, as far as the text after the gap.
--- Fields of a row (three of them, two spaces or more apart) are not torn where a line can hold them, and go two columns
--- deeper where one has several words. Words wider than a line are cut, but for what people copy: paths, seeds, what stands between backquotes, which
--- is never broken, lines of scripts with no-break spaces. Such a space holds two words together, and is put as a space.
--- No newline is added at the end.
function text.wrap(s, width, hang)
  local out = {}
  for line in (s .. "\n"):gmatch("(.-)\n") do
    if #out > 0 then out[#out + 1] = "\n" end
    wrap_line(out, line, math.max(width, 1), hang or 0)
  end
  return (table.concat(out):gsub(NO_BREAK, " "))
end

-- --- columns ---

--- Exactly `width` columns of one line: padded after (before, for right), or cut with an ellipsis, which is ... in ASCII.
function text.fit(s, width, right, in_ascii)
  local wide = tty.width(s)
  if wide <= width then
    local pad = (" "):rep(width - wide)
    return right and pad .. s or s .. pad
  end
  local dots, room = in_ascii and "..." or "…", width - (in_ascii and 3 or 1)
  if room < 1 then dots, room = "", width end
  local start, columns = tty.cut(s, room)
  return start .. dots .. (" "):rep(room - columns)
end

-- The width of the widest in each column of some rows; `less`: how many at a row's end don't count.
local function widest(rows, less)
  local widths = {}
  for _, row in ipairs(rows) do
    for i = 1, #row - less do widths[i] = math.max(widths[i] or 0, tty.width(row[i])) end
  end
  return widths
end

local TINY = 4 -- columns of a label, to which it may be cut

-- Goes on in the next line where it is too wide.
local function has_words(cell) return cell:find "%S +%S" end

-- The columns in which labels of one word, at place i of the rows, can still be told apart: one more than two begin alike,
-- and the dots.
local function told_apart(rows, i, in_ascii)
  local cells = lists.collect(rows, function(row) return not has_words(row[i]) and row[i] or nil end)
  local list, least = lists.distinct(cells), TINY
  table.sort(list)
  for k = 2, #list do
    local one, other, alike = list[k - 1], list[k], 0
    while alike < #one and one:byte(alike + 1) == other:byte(alike + 1) do alike = alike + 1 end
    least = math.max(least, alike + 1 + (in_ascii and 3 or 1))
  end
  return least
end

-- Takes `more` columns from the widest labels; what can't be taken, because all are as narrow as they may be.
local function shrink(least, widths, more)
  for left = more, 1, -1 do
    local most
    for i, wide in ipairs(widths) do
      if least[i] and wide > least[i] and wide > (most and widths[most] or 0) then most = i end
    end
    if not most then return left end
    widths[most] = widths[most] - 1
  end
  return 0
end

-- The widths of all columns where a line can hold them; else labels take half of one at most.
local function fitted(align, rows, width, in_ascii)
  local widths, labels, least, tiny = widest(rows, 0), 0, {}, {}
  local total, tight = GAP * (#widths - 1), table.move(widths, 1, #widths, 1, {})
  for i, wide in ipairs(widths) do
    total = total + wide
    if align:sub(i, i) == "l" then
      labels, least[i], tiny[i] = labels + wide + GAP, told_apart(rows, i, in_ascii), TINY
    end
  end
  if shrink(least, tight, total - width) == 0 then return tight end
  shrink(tiny, widths, labels - width // 2)
  return widths
end

-- The columns that stand side by side, where not all can: each time with the labels that a row begins with.
local function side_by_side(align, widths, width)
  local labels, groups, used = {}, {}, math.huge
  local room = width
  for i = 1, #align:match "^l*" do
    labels[i], room = i, room - widths[i] - GAP
  end
  for i = #labels + 1, #align do
    used = used + GAP + widths[i]
    if used > room then
      groups[#groups + 1] = table.move(labels, 1, #labels, 1, {})
      used = widths[i]
    end
    table.insert(groups[#groups], i)
  end
  return #groups > 0 and groups or { labels }
end

-- One cell and the gap after it. A style ends in its cell.
local function add_cell(line, cell, width, right, in_ascii)
  line[#line + 1] = text.fit(cell, width, right, in_ascii) .. (cell:find("[\1-\8\14-\20]") and PLAIN or "")
end

local function end_line(out, line) out[#out + 1] = table.concat(line, (" "):rep(GAP)):gsub(" +$", "") .. "\n" end

-- The lines of a label of several words that is too wide, the second and later ones deeper; of any other cell, itself.
local function cell_lines(cell, wide, right)
  if right or tty.width(cell) <= wide or not has_words(cell) then return { cell } end
  return lists.matches(text.wrap(cell, wide, GAP), "[^\n]+")
end

local function add_row(out, row, group, align, widths, in_ascii)
  local cells, height = {}, 1
  for at, column in ipairs(group) do
    cells[at] = cell_lines(row[column], widths[column], align:sub(column, column) == "r")
    height = math.max(height, #cells[at])
  end
  for n = 1, height do
    local line = {}
    for at, column in ipairs(group) do
      local cell, right, wide = cells[at][n] or "", align:sub(column, column) == "r", widths[column]
      if at == #group and not right then wide = math.min(wide, tty.width(cell)) end
      add_cell(line, cell, wide, right, in_ascii)
    end
    end_line(out, line)
  end
end

-- Where the table is too wide, and no label need be cut without some of the spare columns (by their heads, the last first):
-- without those.
local function without_spare(align, rows, width, spare)
  local wide, total, out = widest(rows, 0), -GAP, {}
  for _, columns in ipairs(wide) do total = total + columns + GAP end
  for k = #spare, 1, -1 do
    local i = total > width and lists.index(rows[1], spare[k])
    if i then out[i], total = true, total - wide[i] - GAP end
  end
  if total > width or not next(out) then return align, rows end
  local function left(list) return lists.collect(list, function(cell, i) return not out[i] and cell or nil end) end
  return table.concat(left(lists.matches(align, "."))), lists.collect(rows, left)
end

--- Rows of cells in columns two apart; `align` has a letter a column, l for labels or r for numbers. Too wide for `width`,
--- labels go on in the next line, or are cut where they are one word, as long as they can be told apart, numbers never:
--- columns that find no room stand below the others, after an empty line. Before a label is cut, columns with these heads
--- (`spare`) are left out. A line never ends in spaces.
function text.table(align, rows, width, in_ascii, spare)
  if #rows == 0 then return "" end
  align, rows = without_spare(align, rows, width, spare or {})
  local out, widths = {}, fitted(align, rows, width, in_ascii)
  for n, group in ipairs(side_by_side(align, widths, width)) do
    if n > 1 then out[#out + 1] = "\n" end
    for _, row in ipairs(rows) do add_row(out, row, group, align, widths, in_ascii) end
  end
  return table.concat(out)
end

--- A text in which tabs line up what follows them, over all lines that have some: as wide as the widest field and a gap.
function text.line_up(s)
  local lines = lists.collect(lists.matches(s .. "\n", "(.-)\n"), function(line)
    return lists.matches(line .. "\t", "(.-)\t")
  end)
  local widths = widest(lines, 1)
  for n, fields in ipairs(lines) do
    for i = 1, #fields - 1 do fields[i] = text.fit(fields[i], widths[i] + GAP) end
    lines[n] = table.concat(fields)
  end
  return table.concat(lines, "\n")
end

--- Items read downwards in as many columns as fit; where one is wider than `width`, a line each, wrapped, what follows a
--- break indented.
function text.columns(items, width, in_ascii)
  local wide, out = 1, {}
  for _, item in ipairs(items) do wide = math.max(wide, tty.width(item)) end
  if wide > width then
    for i, item in ipairs(items) do out[i] = text.wrap(item, width - 3):gsub("\n", "\n   ") .. "\n" end
    return table.concat(out)
  end
  local columns = math.max(1, (width + GAP) // (wide + GAP))
  local lines = (#items + columns - 1) // columns
  for first = 1, lines do
    local line = {}
    for i = first, #items, lines do
      local last = i + lines > #items
      add_cell(line, items[i], last and tty.width(items[i]) or wide, false, in_ascii)
    end
    end_line(out, line)
  end
  return table.concat(out)
end

return text
