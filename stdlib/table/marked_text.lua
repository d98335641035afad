-- The texts of scripts, in which every reader sees only the cards that they may know.
--
-- A card in a text is kept as a mark of fixed length: byte 1, two hexadecimal digits of its face, sixteen of the seats
-- that could see it when the text was made. Other readers get "a card". `b` is the table's build.

local poker_hands = require "primitives.poker_hands"
local english = require "shared.english"

local marked_text = {}

local LIST_MOST = 200 -- what is said of one list
local DEPTH_MOST = 6 -- lists in lists; a list may hold itself
local TEXT_MOST = 16 << 10 -- bytes of one value
local MARK = "\1(%x%x)(" .. ("%x"):rep(16) .. ")"
local PUBLIC = 1 << 63 -- no seat's bit: in the mask of a card that everybody sees

-- Whatever a script says, it can't write marks or control the terminal. Lines may be broken, where a text has several.
local function clean_lines(text) return text:find("%c") and (text:gsub("[^%C\n]", " ")) or text end
local function clean(text) return text:find("%c") and (text:gsub("%c", " ")) or text end

--- The number of a seat, from slot 0 of its table or of a view of it; nil for any other table. Scripts can't give a table a
--- metatable, so none of their tables is taken for a seat.
function marked_text.seat(value) return getmetatable(value) and rawget(value, 0) or nil end

local add_value

-- "Kh, 7s"; of seats "Anna, Ben and Clara".
local function list(b, items, depth, room)
  local parts, people = {}, rawlen(items) > 1
  room = room or { left = TEXT_MOST }
  for k = 1, rawlen(items) do
    if k > LIST_MOST or depth > DEPTH_MOST or room.left < 0 then
      parts[k] = "..."
      break
    end
    local item = rawget(items, k)
    parts[k] = add_value(b, item, depth + 1, room)
    people = people and type(item) == "table" and (b.number_of[item] or marked_text.seat(item))
    room.left = room.left - #parts[k] - 1
  end
  if people then return english.list(parts) end
  return #parts > 0 and table.concat(parts, ", ") or "nothing"
end

local function of_table(b, value, depth, room)
  local number = b.number_of[value]
  if number then return b.names[number] end
  local seat = marked_text.seat(value)
  if seat then return b.names[seat] or "?" end
  local meta = getmetatable(value)
  local pool = type(meta) == "table" and rawget(meta, "in_words") -- what a view has for a pool says what it holds
  if pool then return pool() end
  value = host.shadow(value)
  local text = rawget(value, "text")
  return type(text) == "string" and clean(text) or list(b, value, depth, room)
end

local function of_userdata(b, value)
  local mark = host.mark(b.block, value)
  if mark then return mark end
  local kind = host.kind(value)
  if kind == "pile" then return b.hooks.pile_names[host.index(value)] or "a pile" end
  return kind == "pool" and tostring(value:amount()) or "?"
end

function add_value(b, value, depth, room)
  local kind = type(value)
  if kind == "string" then return clean(value) end
  if kind == "number" then return math.type(value) == "integer" and tostring(value) or ("%.14g"):format(value) end
  if kind == "table" then return of_table(b, value, depth, room) end
  if kind == "nil" then return "nothing" end
  if kind == "boolean" then return value and "yes" or "no" end
  if kind == "function" then -- called when somebody reads the text
    local result = host.tell(b.block, value)
    return type(result) == "function" and "?" or add_value(b, result, depth + 1, room)
  end
  return value ~= none and of_userdata(b, value) or "?"
end

--- One value as a person reads it, with marks; of long lists and of lists deep in lists only the beginning.
function marked_text.value(b, value) return add_value(b, value, 0) end

-- The cards of a pile, bottom first; anything else as %s has it.
local function cards(b, value)
  if host.kind(value) ~= "pile" then return marked_text.value(b, value) end
  return list(b, value:list(), 0)
end

-- A poker hand by its rank, or a target: "a pair of kings", "two pair, tens and fives", "ace-high".
local function hand(b, value)
  local ok, name = pcall(poker_hands.name, value)
  if not ok then return marked_text.value(b, value) end
  return name:find "^pair" and "a " .. name or (name:find "straight" or name:find "flush") and english.a(name) or name
end

local function signed(b, value)
  return (type(value) == "number" and value >= 0 and "+" or "") .. marked_text.value(b, value)
end

local function as_it_is(b, value)
  return type(value) == "string" and clean_lines(value) or marked_text.value(b, value)
end

local DIRECTIVES = { s = as_it_is, d = as_it_is, ["+d"] = signed, c = cards, h = hand }

local KNOWN_MOST = 500

-- Formats that were parsed lately: in turn a literal text and the function that writes a value; the first and the last
-- are texts.
local known, known_count = {}, 0

local function take_apart(text)
  local parts, from, literal = {}, 1, ""
  local plain = clean_lines(text)
  while true do
    local at, stop, what = plain:find("%%(%+?[sdch%%])", from)
    literal = literal .. plain:sub(from, (at or 0) - 1)
    if not at then break end
    if DIRECTIVES[what] then
      parts[#parts + 1], parts[#parts + 2], literal = literal, DIRECTIVES[what], ""
    else literal = literal .. (what == "%" and "%" or plain:sub(at, stop)) end
    from = stop + 1
  end
  parts[#parts + 1] = literal
  if known_count == KNOWN_MOST then known, known_count = {}, 0 end
  known[text], known_count = parts, known_count + 1
  return parts
end

--- The text with the values after it put in: %s and %d take one as it is read (cards, seats, piles, pools, lists, plain
--- data), %+d a number with its sign, %c the cards of a pile, %h a poker hand; of a function what it gives. A value that
--- is missing reads "nothing". Line breaks of the text, and of a text after it, stay.
function marked_text.lines(b, text, ...)
  local parts = known[text] or take_apart(text)
  if #parts == 1 then return parts[1] end
  local values, n, said = { ... }, select("#", ...), { table.unpack(parts) }
  for i = 2, #parts, 2 do said[i] = i // 2 > n and "nothing" or parts[i](b, values[i // 2]) end
  local whole = table.concat(said)
  -- a text that begins with the game master's name ("the GM") begins with a capital letter
  local first = parts[1] == "" and parts[2] == as_it_is and values[1]
  local by_gm = type(first) == "table" and marked_text.seat(first) == 0
  return by_gm and whole:sub(1, 1):upper() .. whole:sub(2) or whole
end

--- A text with its values put in, in one line.
function marked_text.format(...) return (marked_text.lines(...):gsub("\n", " ")) end

-- --- for one reader ---

local STYLES = {
  letters = { field = "name" }, symbols = { field = "symbol" }, words = { field = "long" },
  ["red and black letters"] = { field = "name", colors = true },
  ["red and black symbols"] = { field = "symbol", colors = true },
  ["four-color letters"] = { field = "name", colors = true, four = true },
  ["four-color symbols"] = { field = "symbol", colors = true, four = true },
}

-- Marks of the terminal (host/script/text.h); any other colour is drawn like black.
local BLACK, PLAIN = "\7", "\1"
local COLORS = { red = "\6", green = "\14", yellow = "\15", blue = "\16", magenta = "\17", cyan = "\18" }

-- Of suits that are red or black by nature.
local FOUR_COLORS = { clubs = "green", diamonds = "blue", black = true, red = true }

--- A card's text between the marks of its colour.
function marked_text.in_color(color, text) return (COLORS[color] or BLACK) .. text .. PLAIN end

--- The text for a reader: a seat's number (0: the GM's), false: what all may know, true: everything. Styles: nil or
--- "letters" (Kh), "symbols", "words", "red and black letters", "red and black symbols", "four-color letters", "four-color
--- symbols", between marks for the terminal.
function marked_text.render(b, text, reader, style)
  if not text:find("\1", 1, true) then return text end
  local mask = reader == false and PUBLIC or reader ~= true and host.seat_mask(reader)
  style = STYLES[style or "letters"]
  return (text:gsub(MARK, function(face, seen)
    if mask and tonumber(seen, 16) & mask == 0 then return "a card" end
    face = b.faces[tonumber(face, 16) + 1]
    local shown = rawget(face, style.field) or rawget(face, "name") -- not every kind has the field
    local color = rawget(face, "color")
    if style.four and FOUR_COLORS[color] then color = FOUR_COLORS[rawget(face, "suit")] or color end
    return style.colors and marked_text.in_color(color, shown) or shown
  end))
end

return marked_text
