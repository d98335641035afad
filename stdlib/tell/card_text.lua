-- Text on a card, drawn as SVG: its marks are read, its lines are broken by the widths of the letters, and it is set as
-- large as fits its box. So every program that draws the SVG shows the same lines.
--
-- A text is a list of paragraphs, a paragraph a list of words, a word a list of atoms: a letter or an icon, whose width is
-- a fraction of the letters' size.

local disk = require "host.disk"
local english = require "shared.english"
local lists = require "shared.lists"
local sources = require "script.sources"

local card_text = {}

local LEAST = 1.9 -- mm of the smallest letters: 5.4 points
local LINE, BASELINE = 1.25, 0.97 -- of a letter's size: from line to line; from the top of a line to where letters stand

-- Of space to tilde in DejaVu Sans, which Verdana shares, in hundredths of the letters' size; then of the bold one.
local WIDTHS = lists.matches(sources.template "letter_widths.txt", "%d+")
local KNOWN = #WIDTHS // 2

-- Other scripts by what their wider letters take: accents nothing, East Asia and signs a whole size, emoji more.
local function width_of(code, bold)
  if code >= 32 and code < 32 + KNOWN then return WIDTHS[code - 31 + (bold and KNOWN or 0)] / 100 end
  if code >= 0x300 and code < 0x370 or code == 0xfe0f then return 0 end
  if code >= 0x1f000 then return 1.25 end
  return (code < 0x1100 or code >= 0x2010 and code < 0x2028) and (bold and 0.78 or 0.7) or 1
end

-- --- marks ---

-- **bold**, *italic* and {icon} as marks of one byte; icon(name) gives true and a picture, or false and a text instead.
local function marked(text, icon)
  text = ("\n" .. text):gsub("([^%w])%*%*(%S.-)%*%*", "%1\2%2\2"):gsub("([^%w])%*(%S[^*\n]-)%*", "%1\3%2\3"):sub(2)
  return (text:gsub("{([%w_-]+)}", function(name)
    local is_picture, what = icon(name)
    return is_picture and "\4" .. what .. "\4" or what
  end))
end

--- A card's text without its marks: "Pay {coin}{coin}" is "Pay coin coin".
function card_text.plain(text)
  return (marked(text:gsub("}{", "} {"), function(name) return false, name end):gsub("[\2\3]", ""))
end

local EAST = 0x2e80 -- from there on a line may end behind any letter

-- The words of a paragraph; `style`, which the marks change, goes on to the next.
local function words_of(paragraph, style)
  local words, word, at, blank = {}, nil, 1, false
  local function add(atom, is_east)
    if not word or blank or is_east or word.is_east then
      word = { width = 0, blank = blank, is_east = is_east }
      words[#words + 1], blank = word, false
    end
    word[#word + 1], word.width = atom, word.width + atom.width
  end
  while at <= #paragraph do
    local letter = paragraph:match("^" .. utf8.charpattern, at)
    local code, after = utf8.codepoint(letter), at + #letter
    if letter == "\2" then style.bold = not style.bold
    elseif letter == "\3" then style.italic = not style.italic
    elseif letter:find "%s" then blank = true
    elseif letter == "\4" then
      letter, after = paragraph:match("^([^\4]*)\4()", after)
      add { icon = letter, width = 1.1 }
    else
      add({ text = letter, bold = style.bold, italic = style.italic, width = width_of(code, style.bold) }, code >= EAST)
    end
    at = after
  end
  return words
end

-- --- lines ---

-- Is the first letter of a paragraph one of a script that runs to the left?
local function is_leftward(words)
  for _, word in ipairs(words) do
    for _, atom in ipairs(word) do
      local code = utf8.codepoint(atom.text or " ")
      if code >= 0x590 and code < 0x900 then return true end
      if code >= 0xc0 or atom.text and atom.text:find "%a" then return false end
    end
  end
  return false
end

local BLANK = 0.34 -- between two words

-- The words as lines of `room` letters' sizes, lists of atoms with their width; and whether a word had to be cut.
local function lines_of(paragraphs, room, bold)
  local lines, line, cut, leftward = {}, nil, false, false
  local function begin()
    line = { width = 0, leftward = leftward }
    lines[#lines + 1] = line
  end
  local function add(atom) line[#line + 1], line.width = atom, line.width + atom.width end
  for _, words in ipairs(paragraphs) do
    leftward = is_leftward(words)
    begin()
    for _, word in ipairs(words) do
      local blank = #line > 0 and word.blank and BLANK or 0
      if #line > 0 and line.width + blank + word.width > room then begin()
      elseif blank > 0 then
        local before, next = line[#line], word[1]
        local is_styled = before.bold == next.bold and before.italic == next.italic
        -- librsvg drops a blank at the end of a piece in bold
        add { text = " ", bold = is_styled and before.bold or not is_styled and bold, width = BLANK,
          italic = is_styled and before.italic }
      end
      for _, atom in ipairs(word) do
        if #line > 0 and line.width + atom.width > room then
          cut = true
          begin()
        end
        add(atom)
      end
    end
  end
  return lines, cut
end

-- The largest size at which all fits, without a cut word if there is one; the lines; and whether it fits.
local function fitted(paragraphs, box)
  for _, may_cut in ipairs { false, true } do
    local size = box.size
    while size >= LEAST do
      local lines, cut = lines_of(paragraphs, box.w / size, box.bold ~= nil)
      if #lines * size * LINE <= box.h and (may_cut or not cut) then return size, lines, true end
      size = size * 0.94
    end
  end
  return LEAST, lines_of(paragraphs, box.w / LEAST, box.bold ~= nil), false
end

-- The lines that a box has room for; the last of them ends in an ellipsis.
local function cut(lines, size, box)
  local count = math.max(box.h // (size * LINE) | 0, 1)
  if #lines <= count then return lines end
  local line = lines[count]
  while #line > 0 and (line[#line].text == " " or line.width + 1 > box.w / size) do
    line.width = line.width - table.remove(line).width
  end
  local last = line[#line] or {}
  line[#line + 1], line.width = { text = "…", width = 1, bold = last.bold, italic = last.italic }, line.width + 1
  return table.move(lines, 1, count, 1, {})
end

-- --- drawing ---

-- The letters from there on up to an icon or the end, in their styles; the place behind them, and their width.
local function run_of(line, at, bold)
  local parts, width = {}, 0
  while line[at] and line[at].text do
    local first, letters = line[at], {}
    while line[at] and line[at].text and line[at].bold == first.bold and line[at].italic == first.italic do
      letters[#letters + 1], width, at = line[at].text, width + line[at].width, at + 1
    end
    local style = (first.bold ~= bold and (' font-weight="%s"'):format(bold and "normal" or "bold") or "")
      .. (first.italic and ' font-style="italic"' or "")
    local text = english.html(table.concat(letters))
    parts[#parts + 1] = style == "" and text or ("<tspan%s>%s</tspan>"):format(style, text)
  end
  return table.concat(parts), at, width
end

--- A picture in a box, in hundredths of a millimetre: Chromium draws one SVG within another in whole units.
function card_text.image(picture, x, y, w, h, fit)
  return ('<image transform="translate(%g %g) scale(0.01)" width="%g" height="%g" preserveAspectRatio="xMidYMid %s" '
    .. 'href="picture:%s"/>'):format(x, y, 100 * w, 100 * h, fit, picture)
end

local SHARES = { left = 0, center = 0.5, right = 1 } -- of the room beside a line, how much is before it
local ANCHORS = { left = "start", center = "middle", right = "end" }

-- In a line with icons each piece has its place; another stands right whatever the widths of its letters are.
local function add_line(parts, line, box, align, y, size)
  local leftward, bold = line.leftward, box.bold ~= nil
  if leftward and align == "right" then align = "left" end
  local forward, edge = leftward and -1 or 1, leftward and box.x + box.w or box.x
  local direction = leftward and ' direction="rtl"' or ""
  local function add(x, anchor, text)
    parts[#parts + 1] = ('<text x="%.2f" y="%.2f" text-anchor="%s"%s>%s</text>'):format(x, y, anchor, direction, text)
  end
  local text, after = run_of(line, 1, bold)
  if after > #line then return add(edge + forward * SHARES[align] * box.w, ANCHORS[align], text) end
  local x, at = edge + forward * SHARES[align] * (box.w - line.width * size), 1
  while at <= #line do
    local atom = line[at]
    local width = atom.width
    if atom.icon then
      parts[#parts + 1] = card_text.image(atom.icon, leftward and x - size or x, y - 0.87 * size, size, size, "meet")
      at = at + 1
    elseif atom.text == " " then at = at + 1
    else
      text, at, width = run_of(line, at, bold)
      add(x, "start", text)
    end
    x = x + forward * width * size
  end
end

local SHORT = 5 -- lines of a text that stands in the centre, where nothing else is said

--- A text set in a box: SVG, and whether it fits; if not, its end is left out. box: { x =, y =, w =, h = in millimetres,
--- size = of its largest letters, align = "left", "center" or "right" (nil: short texts in the centre), down = "top",
--- "middle" or "bottom", bold =, class = its name for a style }. icon(name), for {name} in the text: true and the name of a
--- picture, or false and a text; without it the marks of the text are letters.
function card_text.box(text, box, icon)
  text = disk.clean(text, "\n"):gsub("[\2-\4]", "")
  local style = { bold = box.bold ~= nil, italic = false }
  local paragraphs = lists.collect(lists.matches((icon and marked(text, icon) or text) .. "\n", "(.-)\n"), function(one)
    return words_of(one, style)
  end)
  local size, lines, fits = fitted(paragraphs, box)
  if not fits then lines = cut(lines, size, box) end
  local align = box.align or #lines <= SHORT and "center" or "left"
  local down = box.down == "top" and 0 or box.down == "bottom" and 1 or 0.5
  local top, parts = box.y + down * (box.h - #lines * size * LINE), {}
  for i, line in ipairs(lines) do
    add_line(parts, line, box, align, top + ((i - 1) * LINE + BASELINE) * size, size)
  end
  return ('<g class="%s" font-size="%.2f"%s>%s</g>'):format(box.class, size, box.bold and ' font-weight="bold"' or "",
    table.concat(parts)), fits
end

return card_text
