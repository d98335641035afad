-- Cards to print: the decks of a game as a page of HTML, faces and backs nine to a sheet, or each face once, small.
--
-- The cards are 63 by 88 mm. A sheet of three by three is 189 by 264 mm, which fits A4 and letter paper both, so that
-- nothing of the paper is asked: the grid is centred between left and right and begins 7.7 mm below the top edge. The
-- backs of a sheet follow it with left and right exchanged, for paper that is turned over its long edge.
--
-- All lengths are multiples of --u, a millimetre or half of one for small cards. The size of a text is settled here, from
-- widths that no common font passes: a page with no script in it prints the same everywhere.

local decks = require "script.declared_decks"
local kinds = require "script.kinds"
local sources = require "script.sources"
local english = require "shared.english"
local lists = require "shared.lists"
local open = require "start.open"

local M = {}

local COLUMNS, PER_SHEET = 3, 9
local WIDE = 54 -- mm between left and right edge of what stands on a card
local ROOM = 62 -- mm for text, sign and facts below the name
local SIZES = { 4.2, 3.8, 3.5, 3.2, 2.9, 2.6, 2.4, 2.2, 2.05, 1.9 } -- mm of a text's letters; the last are 5.4 points
local LINE = 1.25 -- of a letter's size, from line to line
local SIGN, FACT = 13, 3.6 -- mm that a sign above a text and a line of facts take
local SIGNS = { "●", "▲", "■", "◆", "★", "✚", "⬟", "⬢" } -- of suits that have none
local COLORS = { "#1b5e9e", "#b3261e", "#2e7d32", "#7b4fa3", "#9a5b00", "#00707a", "#8a1c5c", "#3f4a54" }
local NAMED = { red = "#c0182b", black = "#16181c" }

local function escaped(text) return (english.html(text):gsub("\n", "<br>")) end

-- --- fitting ---

-- How many letters' sizes wide: half of one, capitals and wide ones more, the scripts of East Asia a whole one.
local function width(text)
  local sum = 0
  for _, code in utf8.codes(text) do
    if code >= 0x1100 then sum = sum + 1
    elseif code >= 65 and code <= 90 or code == 109 or code == 119 then sum = sum + 0.78
    else sum = sum + 0.54 end
  end
  return sum
end

-- How many lines a text takes where `room` letters' sizes are in one.
local function lines_of(text, room)
  local lines = 0
  for paragraph in (text .. "\n"):gmatch("(.-)\n") do
    local used = 0
    lines = lines + 1
    for word in paragraph:gmatch("%S+") do
      local long = width(word)
      if used > 0 and used + 0.3 + long > room then lines, used = lines + 1, 0 end
      lines = lines + math.max(0, math.ceil(long / room) - 1) -- broken where it is longer than a line
      used = (used > 0 and used + 0.3 or 0) + math.min(long, room)
    end
  end
  return lines
end

-- The largest size at which a text fits; the smallest, and false, where none does.
local function fitted(text, wide, high)
  for _, size in ipairs(SIZES) do
    if lines_of(text, wide / size) * size * LINE <= high then return size, true end
  end
  return SIZES[#SIZES], false
end

-- --- what stands on a card ---

local function spoken(name) return (english.spoken(name):gsub("^%l", string.upper)) end

local function number(value) return math.type(value) == "float" and ("%.14g"):format(value) or tostring(value) end

local function color_of(kind, face)
  local color = tostring(face.color or "")
  if NAMED[color] then return NAMED[color] end
  if color:find("^%a+$") or color:find("^#%x+$") then return color end
  local place = lists.index(kind.suits, face.suit)
  return place and COLORS[(place - 1) % #COLORS + 1] or NAMED.black
end

local function sized(class, text, size, tag)
  return ('<%s class=%q style="font-size:calc(%g*var(--u))" dir="auto">%s</%s>'):format(tag, class, size,
    escaped(text), tag)
end

-- A card of a suit and a rank and nothing else, as in a standard deck: corners, and the sign large.
local function plain_face(face, sign)
  local corner = ("%s<br>%s"):format(escaped(face.rank), escaped(sign))
  return ("<div class=\"corner\">%s</div><div class=\"large\">%s</div><div class=\"long\" dir=\"auto\">%s</div>"
    .. "<div class=\"corner turned\">%s</div>"):format(corner, escaped(sign), escaped(face.long), corner)
end

-- A card with a name: the name, rank or value beside it, its sign, its text, its facts.
local function named_face(kind, face, sign, facts, complain)
  local corner = lists.index(kind.ranks, face.rank) and face.rank or face.rank ~= "joker" and face.value or ""
  local text = type(face.text) == "string" and face.text or ""
  local suit = face.suit and 1 or 0
  local high = ROOM - (sign ~= "" and SIGN or 0) - FACT * (#facts + suit)
  local size, fits = fitted(text, WIDE, high)
  if not fits then complain(("%s: its text is too long for a card"):format(face.long)) end
  corner = number(corner)
  local title = fitted(face.long, WIDE - 3 * width(corner) * 2 - 2, 10)
  local parts = { "<div class=\"head\">", sized("name", face.long, title, "b"), "<b class=\"rank\">", escaped(corner),
    "</b></div><div class=\"body\">",
    sign == "" and "" or ("<div class=%q>%s</div>"):format(text == "" and "large" or "sign", escaped(sign)),
    text == "" and "" or sized("text", text, size, "div"), "</div><div class=\"facts\">",
    face.suit and ("<div dir=\"auto\">%s %s</div>"):format(escaped(sign), escaped(face.suit)) or "",
    table.concat(facts), "</div>" }
  return table.concat(parts)
end

local function card_html(kind, face, complain)
  local suit = lists.index(kind.suits, face.suit) or 1
  local sign = face.suit and (kind.signs[face.suit] or SIGNS[(suit - 1) % #SIGNS + 1]) or ""
  local facts = lists.map(kinds.facts(kind, face), function(fact) -- "Attack power 2", "Trap", a line each
    local value = fact[2] ~= nil and (" <b dir=\"auto\">%s</b>"):format(escaped(number(fact[2]))) or ""
    return ("<div dir=\"auto\">%s%s</div>"):format(escaped(spoken(fact[1])), value)
  end)
  local bare = face.suit and face.rank and not face.text and #facts == 0
    and face.long:sub(-#face.suit - 4) == " of " .. face.suit
  return ("<div class=\"card face\" style=\"color:%s\">%s</div>"):format(color_of(kind, face),
    bare and plain_face(face, sign) or named_face(kind, face, sign, facts, complain))
end

-- --- the decks ---

-- The faces of a deck as { html =, count = }.
local function cards_of(spec, deck, complain)
  return lists.collect(decks.faces(spec, deck), function(card)
    return { html = card_html(deck.kind, card[1], complain), count = card[2] }
  end)
end

local function back_html(spec, name, color)
  local what = name ~= "deck" and "<br>" .. escaped(spoken(name)) or ""
  return ('<div class="card back" style="color:%s"><div dir="auto">%s%s</div></div>'):format(color,
    escaped(spec.title), what)
end

-- --- sheets ---

local MARKS = ("<svg class=\"marks\" viewBox=\"-5 -5 199 274\"><path d=%q/></svg>"):format(
  table.concat(lists.map({ 0, 1, 2, 3 }, function(i)
    local x, y = 63 * i, 88 * i
    return ("M%d -5v4M%d 265v4M-5 %dh4M190 %dh4"):format(x, x, y, y)
  end)))

local function sheet_html(cells) return "<section>" .. MARKS .. table.concat(cells, "\n") .. "</section>" end

local function add_sheets(parts, list, back)
  local cells = {}
  for _, card in ipairs(list) do
    for _ = 1, card.count do cells[#cells + 1] = card.html end
  end
  for from = 1, #cells, PER_SHEET do
    local sheet, backs = table.move(cells, from, math.min(from + PER_SHEET - 1, #cells), 1, {}), {}
    for place = 1, PER_SHEET do -- left and right are exchanged
      local front = sheet[place + COLUMNS - 1 - 2 * ((place - 1) % COLUMNS)]
      backs[place] = front and back or "<div class=\"card\"></div>"
    end
    parts[#parts + 1] = sheet_html(sheet)
    if back then parts[#parts + 1] = sheet_html(backs) end
  end
end

local function add_thumbnails(parts, list)
  parts[#parts + 1] = "<main>\n" .. table.concat(lists.map(list, function(card)
    local count = card.count > 1 and "× " .. card.count or ""
    return ("<figure>%s<figcaption>%s</figcaption></figure>"):format(card.html, count)
  end), "\n") .. "\n</main>"
end

--- The cards of a game as a page, and a list of sentences about what doesn't fit; or nil and the mistakes as lines.
--- what: "sheets", "faces" (sheets without backs) or "thumbnails".
function M.page(name, variants, sets, what)
  local spec, problem = open.spec(name, variants, sets)
  if not spec then return nil, problem end
  local parts, mistakes = {}, {}
  local function complain(sentence) mistakes[#mistakes + 1] = sentence end
  for i, deck in ipairs(lists.keys(spec.decks)) do
    local list = cards_of(spec, spec.decks[deck], complain)
    if spec.decks[deck].of and what ~= "thumbnails" then
      complain(("each %s has a deck `%s`: it is on the page once"):format(spec.player, deck))
    end
    if what == "thumbnails" then add_thumbnails(parts, list)
    else add_sheets(parts, list, what == "sheets" and back_html(spec, deck, COLORS[(i - 1) % #COLORS + 1]) or nil) end
  end
  if #parts == 0 then return nil, ("%s has no deck: there is nothing to print"):format(spec.title) end
  return english.html_page(escaped(spec.title), sources.template "cards.css", table.concat(parts, "\n")), mistakes
end

return M
