-- The standard deck drawn: pips in their places, courts, aces, jokers and a back, put together from the parts in
-- stdlib/templates/standard_deck.svg.
--
-- A drawing is SVG in millimetres without ids and without anything outside of it, so that any number of them fit in one
-- page. It takes the colour of its suit from where it is put: parts without a colour of their own have currentColor. A
-- face is known by its rank and the sign of its suit, so that your own kind with ♣♦♥♠ and A to K has it too, and other
-- suits have pips for the ranks from 1 to 10.

local disk = require "host.disk"
local english = require "shared.english"

local M = {}

local WIDE, HIGH = 63, 88 -- of the card that the parts are drawn for
local OUTLINED = '<g stroke="#1b1b20" stroke-width=".5" stroke-linejoin="round" stroke-linecap="round">%s</g>'
local DRAWN = '<g fill="currentColor">%s<g transform="translate(%g %g)">%s</g></g>'
local TURNED = '<g transform="rotate(180)">%s</g>'

-- --- parts ---

local parts, ids -- by id; the ids of pips by their signs

local function source() return disk.embedded "stdlib/templates/standard_deck.svg" end

local function part(id)
  if not parts then
    parts, ids = {}, {}
    for name, sign, inner in source():gmatch '\n<g id="(%w+)"([^>]*)>\n(.-)\n</g>' do
      parts[name], ids[sign:match '"(.*)"' or false] = inner:gsub("\n *", ""), name
    end
  end
  return parts[id]
end

-- The parts that a drawing uses, in the places of their names.
local function whole(drawing)
  return (drawing:gsub('<use href="#(%w+)"(.-)/>', function(id, where)
    return ("<g%s>%s</g>"):format(where, whole(part(id)))
  end))
end

local function put(id, x, y, scale)
  return ('<use href="#%s" transform="translate(%.5g %.5g)scale(%.4g)"/>'):format(id, x, y, scale)
end

-- --- faces ---

local function pip(sign, x, y, scale)
  if ids[sign] then return put(ids[sign], x, y, scale) end
  return ('<text text-anchor="middle" font-family="DejaVu Sans" font-size="11" y="4" transform="translate(%.5g %.5g)'
    .. 'scale(%.4g)">%s</text>'):format(x, y, scale, english.html(sign))
end

local function pips(number, sign, layout)
  if number == "1" then return sign == "♠" and put("ace", 0, 0, layout.scale) or pip(sign, 0, 0, 2.2 * layout.scale) end
  return (part("pips" .. number):match('d="(.-)"'):gsub("M(%S+) ([%d.-]+)", function(column, row)
    return pip(sign, column * layout.column, row * layout.row, layout.scale * (tonumber(row) > 0 and -1 or 1))
  end))
end

local function court(rank, sign, layout)
  local half = put(rank .. ids[sign], 0, 0, 1)
  local figure = OUTLINED:format(put("ground", 0, 0, 1) .. half .. TURNED:format(half) .. put("sash", 0, 0, 1))
  return ('<g transform="scale(%.4g)">%s</g>'):format(layout.court, figure .. pip(sign, -14.5, -28.5, 0.85)
    .. pip(sign, 14.5, 28.5, -0.85))
end

-- The middle of a face; nil if no card of this rank and sign is drawn.
local function picture(rank, sign, layout)
  local number = rank == "A" and "1" or rank
  if not sign then return rank == "joker" and OUTLINED:format(put("joker", 0, 0, layout.scale)) or nil end
  if not part("rank" .. rank) then return nil end
  if part("pips" .. number) then return pips(number, sign, layout) end
  return part(rank .. (ids[sign] or "")) and court(rank, sign, layout) or nil
end

local function corner(rank, sign, x, y, scale)
  local shown = sign and pip(sign, x, y + 12.5 * scale, 0.76 * scale) or ""
  return ('<g fill="none" stroke="currentColor" stroke-width="1.9" stroke-linejoin="round" stroke-linecap="round">'
    .. "%s</g>%s"):format(put("rank" .. rank, x, y, scale), shown)
end

-- What players read before the sign, which may be a short name: the "3" of "3♥".
local function rank_of(card, sign)
  local symbol = card.symbol or ""
  return sign and symbol:sub(-#sign) == sign and symbol:sub(1, -#sign - 1) or tostring(card.rank)
end

--- The face of a card of that many millimetres, to stand in an svg element; nil if it isn't drawn. sign: its suit's; a
--- joker has none.
function M.face(card, sign, width, height)
  local scale, rank = math.min(width / WIDE, height / HIGH), rank_of(card, sign)
  local middle = picture(rank, sign, { scale = scale, column = 12.5 * width / WIDE, row = 27 * height / HIGH,
    court = math.min((width - 23 * scale) / 40, (height - 18 * scale) / 70) })
  if not middle then return nil end
  local one = corner(rank, sign, 6.3 * scale, 10 * scale, 0.82 * scale)
  local other = ('<g transform="rotate(180 %g %g)">%s</g>'):format(width / 2, height / 2, one)
  return whole(DRAWN:format(one .. other, width / 2, height / 2, middle))
end

-- The face of a card as small as a thumb, 63 by 88: one corner, twice as large, and the picture beside it.
local function small(rank, sign)
  local middle = picture(rank, sign, { scale = 0.95, column = 11.5, row = 27, court = 1.01 })
  return middle and DRAWN:format(corner(rank, sign, 11.5, 13.5, 1.55), 40.2, HIGH / 2, middle)
end

--- The face of a card small, for a box of 63 by 88; nil if it isn't drawn.
function M.small(card, sign)
  local drawing = small(rank_of(card, sign), sign)
  return drawing and whole(drawing)
end

--- The pattern of a back.
function M.back(width, height)
  local x, y = width / WIDE, height / HIGH
  local pattern = ('<use href="#back" transform="scale(%.5g %.5g)"/>'):format(x, y)
  return whole(('<g transform="translate(%g %g)">%s%s</g>'):format(width / 2, height / 2, pattern,
    put("medal", 0, 0, math.min(x, y))))
end

--- The cards of the standard deck small, for a page: SVG that shows nothing itself, with a group for each card, called
--- "card " and its text, K♥, or "joker", to be used in a box of 63 by 88.
function M.library()
  local list = {}
  local function add(name, drawing) list[#list + 1] = ('<g id="card %s">%s</g>'):format(name, drawing) end
  for _, sign in ipairs { "♣", "♦", "♥", "♠" } do
    for rank in ("A 2 3 4 5 6 7 8 9 10 J Q K"):gmatch "%S+" do add(rank .. sign, small(rank, sign)) end
  end
  add("joker", small "joker")
  return (source():gsub("^.-(<svg)", "%1"):gsub("\n *", ""):gsub("<!%-%-.-%-%->", "")
    :gsub("</defs>", function(tag) return table.concat(list) .. tag end))
end

return M
