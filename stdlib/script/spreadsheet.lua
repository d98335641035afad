-- A deck of cards from a spreadsheet: the text of a CSV or TSV file becomes a kind, as kinds.kind makes one.
--
-- Owns the form of the file (RFC 4180; commas, semicolons or tabs) and what its columns mean. Rows are counted as a
-- spreadsheet counts them: the heads are row 1, and a line break within a cell begins no row. Every mistake is collected,
-- with the line of the file, the row and the column.

local english = require "shared.english"
local lists = require "shared.lists"

local spreadsheet = {}

--- Cards from a spreadsheet: `deck = { file = "cards.csv" }` reads a file beside game.lua, in the folder of the game.
--- It is CSV or TSV as a spreadsheet program saves it, in UTF-8, of at most 64 KB; columns are separated by commas,
--- semicolons or tabs.
---
--- The first row names the columns, and every other row is a card. Any column not listed below is a field of the card:
--- the value under "Attack power" is card.attack_power. A column in which three cells of four are numbers gives numbers,
--- and a cell there that is none is a mistake; the same holds for yes and no, which give true and false. Any other column
--- gives texts. An empty cell is nil, and so is every cell of a column that has only a heading.
---
--- Excel's first line `sep=;` is understood, and so are decimal commas, as in 1,5, if semicolons or tabs separate the
--- columns. The file counts as a script: it is kept with each game, and `:reload` reads it again.
---@topic A game's declaration: spreadsheet, csv, tsv, file, count
---@field name what the card is called and how it is typed; if left out, its rank and its suit: "7 of suns"
---@field count how many copies the deck has: 1 if the cell is empty; 0 leaves the card out
---@field suit its suit
---@field rank its rank
---@field value a number; without the column, the rank if that is a whole number
---@field text the text on the card
---@field picture on printed cards and phones: a PNG, JPEG or SVG file beside the spreadsheet, "fox.png"
---@field symbol the sign of its suit, "☀": shown beside the rank on the screen, and on printed cards
---@field color its colour: "red", "green", "yellow", "blue", "magenta", "cyan" or "black"; on printed cards also "#7b4fa3". One card of a suit can give symbol and color for all
---@example deck = { file = "cards.csv" }
--- -- where cards.csv holds, for instance:
--- --   name,count,suit,value,text
--- --   Fox,4,forest,3,"Take a card from another player."
--- --   Old Owl,1,forest,7,
---@see deck, card, kind, printing

local TAKEN = { index = true, long = true, hidden = true, same = true }
local CARDS, LONGEST = 4096, 47 -- of one card; letters of a name
local NO_CARDS = "it has no cards: expected the names of the columns, like name, count and value, and a row for each "
  .. "card"
spreadsheet.SHORTER = ": shorten the texts, or divide the cards between two files, each a deck under `decks`"
local MAX_MISTAKES = 20 -- reported of a file
local SWITCH = { yes = true, ["true"] = true, no = false, ["false"] = false }

-- Columns by what else they are called, and by their letters in any order.
local MEANT = { qty = "count", quantity = "count", amount = "count", copies = "count", colour = "color" }

local function letters(name)
  local list = { name:byte(1, LONGEST) }
  table.sort(list)
  return table.concat(list, " ")
end

for _, name in ipairs { "name", "count", "suit", "rank", "value", "text", "symbol", "color" } do
  MEANT[letters(name)] = name
end

-- --- the form of the file ---

-- The mark that parts the columns, from Excel's first line "sep=;", the file's name or the heads; and where the heads begin.
local function mark_of(key, text)
  local said, after = text:match '^"?[Ss][Ee][Pp]=([,;\t|])"?[,;]*\n()'
  if said then return said, after end
  if key:find("%.tsv$") then return "\t" end
  local heads = text:match("^[^\n]*")
  for _, mark in ipairs { ",", ";", "\t" } do if heads:find(mark, 1, true) then return mark end end
  return ","
end

-- The text of a cell that begins with a quotation mark, and the place behind it; nil: it has no end.
local function quoted(text, at)
  local after = at
  repeat after = text:match('^"[^"]*"()', after) until not after or text:sub(after, after) ~= '"'
  if after then return (text:sub(at + 1, after - 2):gsub('""', '"')), after end
end

-- One row from there on: its cells and the place behind it; or nil and a sentence.
local function row_at(text, at, mark)
  local cells, plain = {}, "^[^" .. mark .. "\n]*()"
  while true do
    local cell, after
    if text:sub(at, at) == '"' then
      cell, after = quoted(text, at)
      if not cell then return nil, "a quotation mark is never closed" end
    else
      after = text:match(plain, at)
      cell = text:sub(at, after - 1)
    end
    cells[#cells + 1] = cell:match("^%s*(.-)%s*$")
    local next = text:sub(after, after)
    if next == "" or next == "\n" then return cells, after + 1 end
    if next ~= mark then return nil, "expected the cell to end after its closing quotation mark" end
    at = after + 1
  end
end

local function count_lines(text, from, to) return select(2, text:sub(from, to):gsub("\n", "")) end

-- The rows that aren't blank: { line =, row =, cells... }.
local function rows_of(text, mark, start, complain)
  local rows, at, line, row = {}, start, start > 1 and 2 or 1, 1
  while at <= #text do
    local cells, after = row_at(text, at, mark)
    if not cells then
      complain({ line = line, row = row }, nil, after)
      break
    end
    cells.line, cells.row = line, row
    if row == 1 or table.concat(cells) ~= "" then rows[#rows + 1] = cells end
    line, row, at = line + count_lines(text, at, after - 1), row + 1, after
  end
  return rows
end

-- --- the columns ---

-- The cells of a column that aren't empty.
local function cells_of(rows, i)
  return lists.map(rows, function(row, k) return k > 1 and row[i] ~= "" and row[i] or nil end)
end

local function head_mistake(name, seen)
  if name == "" then return "expected a name for the column" end
  if not name:find("^[%a_][%w_]*$") then return "expected letters, digits and _, as it becomes a field of the card" end
  if TAKEN[name] then return "the name is reserved: expected another" end
  if seen[name] then return "two columns have this name" end
end

-- The names of the columns in their order; false for an empty column.
local function columns_of(rows, complain)
  local columns, seen = {}, {}
  for i, head in ipairs(rows[1]) do
    local name = head:lower():gsub("[%s%-]+", "_")
    columns[i] = (name ~= "" or #cells_of(rows, i) > 0) and name
    local wrong = columns[i] and head_mistake(name, seen)
    if wrong then
      complain(rows[1], head ~= "" and head or tostring(i), wrong)
      columns[i] = false
    end
    seen[name] = true
  end
  for i, name in ipairs(columns) do
    local meant = name and (MEANT[name] or MEANT[letters(name)])
    if meant and not seen[meant] then
      complain(rows[1], rows[1][i], ("did you mean `%s`? To keep this name for a field, add a column `%s` too"):format(
        meant, meant))
    end
  end
  if #columns > 0 and not (seen.name or seen.rank and seen.suit) and not rows[1].wrong then
    complain(rows[1], nil, "there is no column `name`: expected one, or `rank` and `suit`")
  end
  return columns, seen
end

local NUMBER = "^[+-]?%d+%.?%d*$"

-- A cell with the point of Lua's numbers, where a comma may stand for it.
local function with_point(cell, mark) return mark == "," and cell or (cell:gsub("^([+-]?%d+),(%d+)$", "%1.%2")) end

local function is_number(cell, mark) return with_point(cell, mark):find(NUMBER) ~= nil end
local function is_switch(cell) return SWITCH[cell:lower()] ~= nil end

-- How each cell of a column becomes a value; nil and a sentence where it can't.
local READ = {
  text = function(cell) return cell end,
  color = string.lower,
  number = function(cell, mark)
    if not is_number(cell, mark) then return nil, ("`%s`: expected a number"):format(cell) end
    local whole, rest = cell:match "^([+-]?[1-9]%d?%d?),(%d%d%d)$"
    if whole then return nil, ("`%s`: write %s%s, or %s.%s"):format(cell, whole, rest, whole, rest) end
    local number = tonumber(with_point(cell, mark))
    return math.tointeger(number) or number
  end,
  switch = function(cell)
    if not is_switch(cell) then return nil, ("`%s`: expected yes or no"):format(cell) end
    return SWITCH[cell:lower()]
  end,
  count = function(cell)
    local n = is_number(cell, ",") and math.tointeger(tonumber(cell))
    if n and n >= 0 and n <= CARDS then return n end
    return nil, ("`%s`: expected a whole number from 0 to %d"):format(cell, CARDS)
  end,
}

local KNOWN = { count = READ.count, value = READ.number, name = READ.text, suit = READ.text, rank = READ.text,
  text = READ.text, symbol = READ.text, color = READ.color, picture = READ.text }

-- How the cells of a column are read: as what three quarters of them are.
local function reader(rows, i, name, mark)
  if KNOWN[name] then return KNOWN[name] end
  local cells = cells_of(rows, i)
  local function mostly(is)
    local those = lists.map(cells, function(cell) return is(cell, mark) or nil end)
    return 4 * #those >= 3 * #cells
  end
  return mostly(is_number) and READ.number or mostly(is_switch) and READ.switch or READ.text
end

-- --- the cards ---

local function cell_mistake(name, cell)
  local odd = cell:match("%c")
  if odd and not (odd == "\n" or odd == "\t") then return "it holds a control character" end
  if english.length(cell) > LONGEST and (name == "name" or name == "suit" or name == "rank") then
    return ("`%s...` is longer than %d letters"):format(cell:sub(1, (utf8.offset(cell, 13) or 13) - 1), LONGEST)
  end
end

-- Is there more in the row than there are columns?
local function check_width(row, columns, complain)
  for i = #columns + 1, #row do
    if row[i] ~= "" then
      return complain(row, nil, ("it has %d cells, but the first row has %d: put a cell that contains a comma in "
        .. "quotation marks"):format(#row, #columns))
    end
  end
end

-- The fields of a row: the cells as values, by the names of the columns.
local function fields_of(row, columns, readers, mark, complain)
  local fields = {}
  for i, name in ipairs(columns) do
    local cell = row[i] or ""
    if name and cell ~= "" then
      if name ~= "text" then cell = cell:gsub("%s+", " ") end
      local wrong, value = cell_mistake(name, cell), nil
      if not wrong then value, wrong = readers[i](cell, mark) end
      if wrong then complain(row, name, wrong) end
      fields[name] = value
    end
  end
  return fields
end

-- A suit's first letter where no other suit begins so, else its whole name: "7s", "7silver".
local function short_suits(suits)
  local used, short = {}, {}
  local function letter_of(suit) return suit:match(utf8.charpattern):lower() end
  for _, suit in ipairs(suits) do used[letter_of(suit)] = (used[letter_of(suit)] or 0) + 1 end
  for _, suit in ipairs(suits) do short[suit] = used[letter_of(suit)] == 1 and letter_of(suit) or suit end
  return short
end

-- What a card is called, typed and shown as.
local function name_face(face, short, sign)
  if face.name then
    face.long, face.symbol = face.name, face.name
    return
  end
  local name = face.rank .. short[face.suit]
  face.name, face.long, face.symbol = name, face.rank .. " of " .. face.suit, sign and face.rank .. sign or name
end

-- Adds a card to the kind, unless another has its name.
local function add_face(kind, row, face, rows_by_name, complain)
  local before = rows_by_name[english.fold(face.name)]
  if before then
    return complain(row, "name", ("`%s` is already in row %d: expected another name, or a `count` there"):format(
      face.name, before))
  end
  rows_by_name[english.fold(face.name)] = row.row
  kind.faces[#kind.faces + 1] = face
end

local function collect(kind, rows, columns, mark, complain)
  local readers, cards, colors = {}, {}, {}
  for i, name in ipairs(columns) do
    readers[i] = reader(rows, i, name, mark)
    if name and name ~= "count" and name ~= "symbol" then kind.fields[#kind.fields + 1] = name end
  end
  for k = 2, #rows do
    local face = fields_of(rows[k], columns, readers, mark, complain)
    check_width(rows[k], columns, complain)
    local count, sign = face.count or 1, face.symbol
    face.count, face.symbol = nil, nil
    if count > 0 and (face.name or face.rank and face.suit) then
      cards[#cards + 1] = { row = rows[k], face = face, count = count }
      if face.suit then
        kind.signs[face.suit] = kind.signs[face.suit] or sign
        colors[face.suit] = colors[face.suit] or face.color
      end
    elseif count > 0 and not rows[k].wrong and not rows[1].wrong then
      complain(rows[k], "name", "the card has no name: expected one, or a `rank` and a `suit`")
    end
  end
  return cards, colors
end

local function kind_of(key, path, rows, mark, complain)
  local kind = { is_kind = true, name = key:match("([^/]*)%.%w+$"), faces = {}, counts = {}, signs = {},
    fields = {}, jokers = {}, size = 0, rows = {}, path = path }
  local columns, has = columns_of(rows, complain)
  local cards, colors = collect(kind, rows, columns, mark, complain)
  kind.suits = lists.distinct(lists.map(cards, function(card) return card.face.suit end))
  kind.ranks = lists.distinct(lists.map(cards, function(card) return card.face.rank end))
  local short, by_name = short_suits(kind.suits), {}
  for _, card in ipairs(cards) do
    local face = card.face
    if not has.value and face.rank then face.value = math.tointeger(tonumber(face.rank)) end
    face.color = face.color or colors[face.suit]
    name_face(face, short, kind.signs[face.suit])
    add_face(kind, card.row, face, by_name, complain)
    face.index = #kind.faces
    kind.rows[face.index] = card.row
    kind.counts[#kind.faces], kind.size = card.count, kind.size + card.count
  end
  return kind
end

-- --- the whole ---

local function encoding_mistake(text)
  if text:find("^\xff\xfe") or text:find("^\xfe\xff") then return 1, "it is saved as UTF-16: expected CSV in UTF-8" end
  local good, at = utf8.len(text)
  if not good then
    return count_lines(text, 1, at) + 1, "it is not in UTF-8: save it as `CSV UTF-8`"
  end
end

--- The kind that a file's text declares; or nil and the list of mistakes, { file =, line =, text = }. key: the file's, whose
--- ending says what parts the columns; path: as a person should see it.
function spreadsheet.read(key, path, text)
  local mistakes, count = {}, 0
  local function complain(row, column, sentence)
    count, row.wrong = count + 1, true
    if count > MAX_MISTAKES then return end
    local where = row.row and ("row %d%s: "):format(row.row, column and (", column `%s`"):format(column) or "") or ""
    mistakes[#mistakes + 1] = { file = path, line = row.line or 1, text = where .. sentence }
  end
  local line, sentence = encoding_mistake(text)
  if sentence then return nil, { { file = path, line = line, text = sentence } } end
  text = text:gsub("^\xef\xbb\xbf", ""):gsub("\r\n?", "\n")
  local mark, start = mark_of(key, text)
  local rows = rows_of(text, mark, start or 1, complain)
  if #mistakes > 0 then return nil, mistakes end
  local kind = kind_of(key, path, #rows > 0 and rows or { { row = 1, line = 1 } }, mark, complain)
  if #kind.faces == 0 and #mistakes == 0 then complain({}, nil, NO_CARDS) end
  if count > MAX_MISTAKES then
    mistakes[#mistakes + 1] = { file = path, line = 1, text = english.count(count - MAX_MISTAKES, "more mistake") }
  end
  if count > 0 then return nil, mistakes end
  return kind
end

return spreadsheet
