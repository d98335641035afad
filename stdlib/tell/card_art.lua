-- A card as a drawing: the fields of a face are filled into a template (card.html in the templates, or a user's own), and
-- a whole SVG comes out, its lengths in millimetres. Paper, pictures and virtual tables all take the same drawing.
--
-- Pictures are not read here: in the place of one the drawing has href="picture:N", for the N-th path of art.pictures.
-- A template may come from a stranger: only tags that draw are let in, and it can name nothing outside of itself.

local card_text = require "tell.card_text"
local decks = require "script.declared_decks"
local english = require "shared.english"
local kinds = require "script.kinds"
local lists = require "shared.lists"
local sources = require "script.sources"
local standard_art = require "tell.standard_art"

--- How `croupier cards` draws a game's cards. A face is drawn from what its card has: name, suit, rank or value, text, and
--- your own columns below the text.
---
--- Pictures: a column `picture` of the spreadsheet, or a field `picture` of a kind's suits, ranks or extras, names a PNG, JPEG
--- or SVG file of at most 4 MB beside the spreadsheet or game.lua: fox.png, art/fox.jpg. `check` warns of one that can't be
--- used, and names those of more than 24 KB, which phones don't show. A saved table keeps only hashes of the pictures: a
--- game can be resumed and verified without them.
---
--- Beside a text a picture fills a box of about 57 by 35 mm, without a text one of 57 by 65: what is beyond is cut off.
---
--- Texts: **bold** and *italic* stand for themselves, and {sword} for the picture icons/sword.svg or icons/sword.png, or for
--- the sign of a suit called sword. Letters get smaller until a text fits; where it can't, its end is left out, and
--- `croupier cards` says so.
---
--- Colors: red, black, white, green, blue, yellow, magenta, cyan, orange, purple, brown, gray, or one like #1b5e9e.
---
--- Backs: `--back sea.png` is a picture beside the spreadsheet, `--back red` or `--back "#7b4fa3"` a colour, any other text is
--- written on the back. `--back events=blue` is for the deck `events` alone.
---
--- Sizes: poker (63 by 88 mm, the default), bridge (57 by 88), tarot (70 by 120), mini (44 by 63), square (63 by 63), domino
--- (44 by 88), or any width and height in millimetres like `--size 70x120`. With `--landscape` cards are wider than high.
---
--- Sheets: as many cards as fit both A4 and letter paper, or the one named by `--paper`. With `--bleed 3` a card's ground
--- goes on for 3 mm beyond its edge; then fewer rows may fit. To print both sides, flip the paper on its long edge; where a
--- sheet of cards that are wider than high is printed landscape, on the short one.
---
--- Templates: `--write-template card.html` writes the template that draws the faces: a drawing in SVG with fields such as
--- {{name}}, which explains itself. Change it, and print with `--template card.html`.
---
--- The players' page, `croupier sheet GAME --html`, shows the cards that have pictures, too.
---
--- Other programs: `--each -o DIR` fills a folder with a picture of each card, `--tabletop-simulator -o DIR` and
--- `--foundry -o DIR` with what these programs read. Pictures are SVG, or PNG with `--png`, which the program rsvg-convert
--- draws (Debian's package librsvg2-bin). Tabletop Simulator takes PNG only.
---@topic Around the game: printing, picture, icons, template, bleed, landscape, tabletop, foundry
---@example deck = { file = "cards.csv" }
--- -- where cards.csv holds, for instance:
--- --   name,count,suit,value,text,picture
--- --   Fox,4,forest,3,"**Take** a card, or two {moon}.",fox.png
---@see spreadsheet, deck, kind

local card_art = {}

local SIGNS = { "●", "▲", "■", "◆", "★", "✚", "⬟", "⬢" } -- of suits that have none
local COLORS = { "#1b5e9e", "#b3261e", "#2e7d32", "#7b4fa3", "#9a5b00", "#00707a", "#8a1c5c", "#3f4a54" }
-- The colours that have names: on white, each has a contrast of 4.6 or more.
local NAMED = { red = "#c0182b", black = "#16181c", green = "#2e7d32", blue = "#1b5e9e", yellow = "#9a6b00",
  magenta = "#8a1c5c", cyan = "#00707a", white = "#ffffff", orange = "#b85c00", purple = "#7b4fa3",
  brown = "#6b4423", gray = "#5f6670", grey = "#5f6670" }
card_art.NAMED = NAMED
local FOUR = { diamonds = NAMED.blue, clubs = NAMED.green }

-- --- the template ---

local TAGS = lists.set("svg g rect circle ellipse line path polyline polygon text tspan image defs use symbol clippath "
  .. "mask pattern lineargradient radialgradient stop title desc")
local FIELD, SECTION = "{{([%a_][%w_]*)%s*([^{}]-)}}", "{{([#^])([%a_][%w_]*)}}(.-){{/%2}}"
local LEAST, MOST = 20, 200 -- mm of a side

-- What no template may hold, by its text in small letters in which each data:image/ is a #.
local REFUSED = {
  { "<script", "<script> can't be used: a template runs nothing" },
  { "[%s\"'/]on%l+%s*=", "an attribute like onclick can't be used: a template runs nothing" },
  { "href%s*=%s*[\"']?%s*[^#\"'%s]", "a link leads out of it: expected one that begins with # or data:image/" },
  { "url%(%s*[\"']?%s*[^#\"'%s]", "url() leads out of it: expected url(#name)" },
  { "@import", "@import can't be used: a template is one file" },
  { "\\", "\\ can't be used" },
  { "=%s*{{", "a field as an attribute is put in quotation marks: \"{{color}}\"" },
}

-- The name of a tag or section that is opened in a text and not closed, or closed while another is open. The pattern gives
-- "/" for a closing one, the name, and "/" for a tag that closes itself.
local function unclosed(text, pattern)
  local open = {}
  for mark, name, tail in text:gmatch(pattern) do
    if mark ~= "/" and tail ~= "/" then open[#open + 1] = name
    elseif mark == "/" and table.remove(open) ~= name then return name end
  end
  return open[#open]
end

local function mistake_of(text, drawing, style)
  local low = text:lower():gsub("data:image/", "#")
  for _, refused in ipairs(REFUSED) do if low:find(refused[1]) then return refused[2] end end
  if style:find "{{" then return "the style holds for all cards: expected fields only in the drawing" end
  for name in drawing:gmatch "<[/%s]*([^%s/>]*)" do
    if not TAGS[name:lower()] then return ("<%s> can't be used: expected only tags that draw"):format(name) end
  end
  local cut = drawing:match "<([^%s<>]*)[^<>]*<"
  local tag = cut or unclosed(drawing, "<(/?)(%w+)[^<>]-(/?)>")
  local section = unclosed(drawing, "{{([#^/])([%a_][%w_]*)}}()")
  if tag then return ("<%s> is not closed where it ought to be"):format(tag) end
  if section then return ("{{#%s}} needs its {{/%s}}, in the section where it begins"):format(section, section) end
end

--- The parts of a template, { width =, height =, head = attributes of its svg, style =, body = }; or nil and what is wrong.
function card_art.template(text)
  text = text:gsub("<!%-%-.-%-%->", "")
  local style = table.concat(lists.matches(text, "<style[^>]*>(.-)</style>"))
  text = text:gsub("<style[^>]*>.-</style>", "")
  local head, body = text:match "<svg([^>]*)>(.*)</svg>"
  if not head then return nil, "expected a drawing, <svg viewBox=\"0 0 63 88\">...</svg>" end
  local width, height = head:match 'viewBox="0 0 ([%d.]+) ([%d.]+)"'
  width, height = tonumber(width), tonumber(height)
  if not width or not height then return nil, "expected viewBox=\"0 0 WIDTH HEIGHT\", a card's sides in mm" end
  if math.min(width, height) < LEAST or math.max(width, height) > MOST then
    return nil, ("expected a card with sides of %d to %d mm"):format(LEAST, MOST)
  end
  local wrong = mistake_of(text .. style, body, style)
  if wrong then return nil, wrong end
  for _, name in ipairs { "viewBox", "xmlns", "width", "height" } do head = head:gsub(" " .. name .. '="[^"]*"', "") end
  return { width = width, height = height, head = head, style = style, body = body }
end

--- The template of faces that is built in, or another file of that form, for cards of that size. [w-6u] in it is a length: w
--- and h are a card's sides, u is a millimetre on a card of 63 mm.
function card_art.built_in(width, height, file)
  local unit = { w = width, h = height, u = math.min(width, height) / 63, [""] = 1 }
  local shape = width > height and "wide" or "tall"
  local text = sources.template(file or "card.html"):gsub("%[([%d.whu+-]+)%]", function(sum)
    local value = 0
    for number, name in sum:gmatch "([+-]?[%d.]*)([whu]?)" do
      if name ~= "" and not number:find "%d" then number = number .. "1" end
      value = value + (tonumber(number) or 0) * unit[name]
    end
    return ("%g"):format(math.floor(value * 100 + 0.5) / 100)
  end)
  return (text:gsub("\n *{{([#/])(%l+)}}", function(_, name) return name == shape and "" or nil end)
    :gsub("\n *{{#(%l+)}}(.-){{/%1}}", function(name) return (name == "tall" or name == "wide") and "" or nil end))
end

-- --- what is on a card ---

local function number(value) return math.type(value) == "float" and ("%.14g"):format(value) or tostring(value) end

local function capital(name) return (english.spoken(name):gsub("^%l", string.upper)) end

local function color_of(art, kind, face)
  local color = tostring(face.color or "")
  if art.look.four_color and FOUR[face.suit] then return FOUR[face.suit] end
  if NAMED[color] or color:find "^#%x%x%x%x%x%x$" then return NAMED[color] or color end
  if color ~= "" then
    art:complain(("the color `%s`: expected %s or one like #1b5e9e%s"):format(color,
      table.concat(lists.keys(NAMED), ", "), english.suggest(color, NAMED)))
  end
  local place = lists.index(kind.suits, face.suit)
  return place and COLORS[(place - 1) % #COLORS + 1] or NAMED.black
end

-- Black or white, whichever can be read on a colour.
local function ink_on(color)
  local r, g, b = color:gsub("^#(%x)(%x)(%x)$", "#%1%1%2%2%3%3"):match "^#(%x%x)(%x%x)(%x%x)$"
  local function part(hex) return tonumber(hex or "0", 16) end
  return 0.3 * part(r) + 0.59 * part(g) + 0.11 * part(b) > 165 and NAMED.black or "#ffffff"
end

local function sign_of(kind, suit)
  local place = lists.index(kind.suits, suit) or 1
  return suit and (kind.signs[suit] or SIGNS[(place - 1) % #SIGNS + 1]) or ""
end

-- The fields of a face by name, as texts.
local function fields_of(art, deck, face)
  local kind, fields = deck.kind, {}
  for name, value in pairs(face) do
    fields[name] = (type(value) == "string" or type(value) == "number") and number(value) or nil
  end
  local facts = lists.map(kinds.facts(kind, face), function(fact) -- "Attack power 2", "Trap"
    return capital(fact[1]) .. (fact[2] ~= nil and " **" .. number(fact[2]) .. "**" or "")
  end)
  local corner = lists.index(kind.ranks, face.rank) and face.rank or face.rank ~= "joker" and face.value or ""
  fields.name, fields.sign, fields.corner = face.long, sign_of(kind, face.suit), number(corner)
  fields.color = color_of(art, kind, face)
  fields.ink = ink_on(fields.color)
  fields.facts = table.concat(facts, "\n")
  local text = type(face.text) == "string" and face.text or ""
  fields.body = text == "" and fields.facts or text .. (#facts > 0 and "\n\n" .. table.concat(facts, " · ") or "")
  fields.game, fields.deck = deck.game, deck.name
  fields.plain = face.suit and face.rank and fields.body == "" and not face.picture
    and face.long:sub(-#face.suit - 4) == " of " .. face.suit and "yes" or ""
  local is_joker = face.rank == "joker" and not face.suit and fields.body == "" and not face.picture
  fields.drawing = (is_joker or fields.plain ~= "") and standard_art.small(face, kind.signs[face.suit]) and "yes" or ""
  return fields
end

-- --- filling in ---

local WORDS = { bold = "bold", left = "align", center = "align", right = "align", top = "down", middle = "down",
  bottom = "down", whole = "whole" }

-- "6 51 51 27 3.8 bold" as a box.
local function box_of(name, said)
  local box, numbers = { class = name }, {}
  for word in said:gmatch "%S+" do
    if tonumber(word) then numbers[#numbers + 1] = tonumber(word)
    else box[WORDS[word] or "wrong"] = word end
  end
  box.x, box.y, box.w, box.h, box.size = table.unpack(numbers)
  box.size = box.size or 4.2
  return box.h and #numbers <= 5 and not box.wrong and box or nil
end

local SMALL = lists.set "suit sign game deck" -- what may be as small as it gets
local NO_MARKS = lists.set "name suit rank corner sign game deck title"

-- {name} in a text: a picture of icons/ beside the deck's file, or the sign of a suit.
local function icon_of(art, deck, face)
  return function(name)
    local path, wrong = decks.icon(deck, name)
    if path then return true, art:picture(path) end
    if not wrong then return false, sign_of(deck.kind, name) end
    art:complain(("%s: %s"):format(face.long, wrong))
    return false, "{" .. name .. "}"
  end
end

local Art = {}
Art.__index = Art

--- Each sentence once.
function Art:complain(sentence)
  if not lists.index(self.mistakes, sentence) then table.insert(self.mistakes, sentence) end
end

--- The number of a picture, by which a drawing names it.
function Art:picture(path)
  if not lists.index(self.pictures, path) then table.insert(self.pictures, path) end
  return lists.index(self.pictures, path)
end

-- A field in its box.
local function boxed(art, deck, face, fields, name, said)
  local box = box_of(name, said)
  if not box then
    art:complain(("{{%s %s}}: expected left edge, top edge, width and height, and words like bold"):format(name, said))
    return ""
  end
  if name == "picture" then
    local fit = box.whole and "meet" or "slice"
    return fields.picture and card_text.image(fields.picture, box.x, box.y, box.w, box.h, fit) or ""
  end
  if (fields[name] or "") == "" then return "" end
  if name == "drawing" then
    local drawing = standard_art.face(face, deck.kind.signs[face.suit], box.w, box.h)
    return ('<g role="img" aria-label="%s" color="%s" transform="translate(%g %g)">%s</g>'):format(
      english.html(face.long), fields.color, box.x, box.y, drawing)
  end
  local text, fits = card_text.box(fields[name], box, not NO_MARKS[name] and icon_of(art, deck, face) or nil)
  if not fits and not SMALL[name] then
    art:complain(("%s: its %s is too long for a card, so its end is left out"):format(face.long,
      name == "body" and "text" or name))
  end
  return text
end

local KNOWN = lists.set "name suit sign rank value corner text facts body color ink picture game deck plain title"

-- A template without the sections that this card doesn't have.
local function chosen(fields, text)
  return (text:gsub(SECTION, function(mark, name, inner)
    return ((fields[name] or "") ~= "") == (mark == "#") and chosen(fields, inner) or ""
  end))
end

-- The whole drawing, from a template's text with its fields filled in. Complains of marks and fields that it doesn't know.
local function filled(art, deck, face, fields, text)
  text = chosen(fields, text):gsub("<[^>]*>", function(tag) -- in an attribute only what is harmless there
    return (tag:gsub(FIELD, function(name) return (tostring(fields[name] or ""):gsub("[^%w #%%.,-]", "")) end))
  end):gsub("{{([#^/][^}]*)}}", function(mark)
    art:complain(("{{%s}}: expected {{#name}} or {{^name}} and, behind it, {{/name}}"):format(mark))
    return ""
  end)
  return (text:gsub(FIELD, function(name, said)
    if not fields[name] and not KNOWN[name] and not kinds.readable({ deck })[name] then
      art:complain(("the template has a field `%s` that no card has%s"):format(name, english.suggest(name, KNOWN)))
    end
    if said ~= "" then return boxed(art, deck, face, fields, name, said) end
    return english.html(fields[name] or "")
  end))
end

-- The text of a drawing of this look around what is inside it, with the bleed around the card.
local function whole(look, inner)
  local b, w, h = look.bleed, look.template.width, look.template.height
  local style = look.template.style:find "%S" and "<style>" .. look.template.style .. "</style>" or ""
  return ('<svg xmlns="http://www.w3.org/2000/svg"%s width="%gmm" height="%gmm" viewBox="%g %g %g %g">%s%s</svg>')
    :format(look.template.head, w + 2 * b, h + 2 * b, -b, -b, w + 2 * b, h + 2 * b, style, (inner:gsub("\n%s*", "\n")))
end

--- The face of a card as a whole SVG. deck: { kind =, name =, game = the game's title, folder = "reef", where its pictures
--- are }.
function Art:face(deck, face)
  local fields = fields_of(self, deck, face)
  local path, wrong, line = decks.picture(deck, face)
  if wrong then self:complain((line and ("%s:%d: "):format(deck.kind.path, line) or "") .. wrong) end
  fields.picture = path and self:picture(path)
  return filled(self, deck, face, fields, whole(self.look, self.look.template.body))
end

--- The back of a deck as a whole SVG; place: the deck's among the game's.
function Art:back(deck, place)
  local look, said, path = self.look, self.look.backs[deck.name].said, self.look.backs[deck.name].path
  local b, w, h = look.bleed, look.template.width, look.template.height
  if path then return whole(look, card_text.image(self:picture(path), -b, -b, w + 2 * b, h + 2 * b, "slice")) end
  local color = NAMED[said] or said:match "^#%x%x%x%x%x%x$"
  if deck.kind.name == "standard" and (color or said == "") then
    return whole(look, ('<rect x="%g" y="%g" width="%g" height="%g" fill="#fff"/><g color="%s">%s</g>'):format(-b, -b,
      w + 2 * b, h + 2 * b, color or COLORS[(place - 1) % #COLORS + 1], standard_art.back(w, h)))
  end
  local fields = { color = color or COLORS[(place - 1) % #COLORS + 1], title = said }
  if color or said == "" then
    fields.title = deck.game .. (deck.name ~= "deck" and "\n" .. capital(deck.name) or "")
  end
  fields.ink = ink_on(fields.color)
  local back = card_art.template(card_art.built_in(w, h, "card_back.html"))
  return filled(self, deck, nil, fields, whole(look, back.body))
end

--- Draws cards by a look: { template =, bleed = mm around a card, four_color =, backs = by a deck's name { path = of a
--- picture, or else said = a colour or a text } }. The drawings name art.pictures; what is wrong is in art.mistakes.
function card_art.new(look) return setmetatable({ look = look, mistakes = {}, pictures = {} }, Art) end

return card_art
