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
local PIPS = { ["♣"] = "clubs", ["♦"] = "diamonds", ["♥"] = "hearts", ["♠"] = "spades", ["●"] = "circle",
  ["▲"] = "triangle", ["■"] = "square", ["◆"] = "rhomb", ["★"] = "star", ["✚"] = "cross", ["⬟"] = "pentagon",
  ["⬢"] = "hexagon" }
local MIDDLE = { [1] = { 0 }, [2] = { -1, 1 }, [3] = { -1, 0, 1 }, [5] = { 0 }, [7] = { -0.5 }, [8] = { -0.5, 0.5 },
  [9] = { 0 }, [10] = { -2 / 3, 2 / 3 } } -- pips in the middle column, from -1 (the highest) to 1
local BESIDE = { {}, {}, {}, { -1, 1 }, { -1, 1 }, { -1, 0, 1 }, { -1, 0, 1 }, { -1, 0, 1 }, { -1, -1 / 3, 1 / 3, 1 },
  { -1, -1 / 3, 1 / 3, 1 } } -- and in each of the two others
local OUTLINED = '<g stroke="#1b1b20" stroke-width=".5" stroke-linejoin="round" stroke-linecap="round">%s</g>'
local STROKED = '<g fill="none" stroke="currentColor" stroke-width="1.9" stroke-linejoin="round" '
  .. 'stroke-linecap="round">%s</g>'
local DRAWN = '<g fill="currentColor">%s<g transform="translate(%g %g)">%s</g></g>'
local TURNED = '<g transform="rotate(180)">%s</g>'

-- --- parts ---

local function source() return disk.embedded "stdlib/templates/standard_deck.svg" end

local parts

local function part(id)
  if not parts then
    parts = {}
    for name, inner in source():gmatch '\n<g id="(%w+)">\n(.-)\n</g>' do
      parts[name] = inner:gsub("\n *", "")
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
  if PIPS[sign] then return put(PIPS[sign], x, y, scale) end
  return ('<text text-anchor="middle" font-family="DejaVu Sans" font-size="11" y="4" transform="translate(%.5g %.5g)'
    .. 'scale(%.4g)">%s</text>'):format(x, y, scale, english.html(sign))
end

local function pips(rank, sign, layout)
  local scale, list = layout.scale, {}
  local function add(column, rows)
    for _, row in ipairs(rows) do
      list[#list + 1] = pip(sign, column * layout.column, row * layout.row, row > 0 and -scale or scale)
    end
  end
  if rank == 1 then return sign == "♠" and put("ace", 0, 0, scale) or pip(sign, 0, 0, 2.2 * scale) end
  add(-1, BESIDE[rank])
  add(0, MIDDLE[rank] or {})
  add(1, BESIDE[rank])
  return table.concat(list)
end

local function court(rank, sign, layout)
  local half = OUTLINED:format(put(rank .. PIPS[sign], 0, 0, 1)) .. pip(sign, -14.5, -28.5, 0.85)
  local both = OUTLINED:format(put("ground", 0, 0, 1)) .. half .. TURNED:format(half)
  return ('<g transform="scale(%.4g)">%s</g>'):format(layout.court, both .. OUTLINED:format(put("sash", 0, 0, 1)))
end

-- What stands in the middle; nil where the rank and the sign are none that is drawn.
local function picture(rank, sign, layout)
  local number = rank == "A" and 1 or math.tointeger(tonumber(rank))
  if rank == "joker" then return OUTLINED:format(put("joker", 0, 0, 1.05 * layout.scale)) end
  if not sign or not part("rank" .. rank) then return nil end
  if BESIDE[number] then return pips(number, sign, layout) end
  return part(rank .. (PIPS[sign] or "")) and court(rank, sign, layout) or nil
end

local function corner(rank, sign, x, y, scale)
  return STROKED:format(put("rank" .. rank, x, y, scale))
    .. (rank ~= "joker" and pip(sign, x, y + 12.5 * scale, 0.76 * scale) or "")
end

-- What players read before the sign, which may be a short name: the "3" of "3♥".
local function rank_of(card, sign)
  local symbol = card.symbol or ""
  return sign and symbol:sub(-#sign) == sign and symbol:sub(1, -#sign - 1) or tostring(card.rank)
end

--- The face of a card of that many millimetres, to stand in an svg element; nil where it isn't drawn. sign: its suit's; a
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

-- The same where a card is as small as a thumb, 63 by 88: one corner, twice as large, and the picture beside it.
local function small(rank, sign)
  local middle = picture(rank, sign, { scale = 0.95, column = 11.5, row = 27, court = 1.01 })
  return middle and DRAWN:format(corner(rank, sign, 11.5, 13.5, 1.55), rank == "joker" and 42 or 40.2, HIGH / 2, middle)
end

--- The face of a card small, for a box of 63 by 88; nil where it isn't drawn.
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
