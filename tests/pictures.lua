-- Nine pictures to put on cards: `dofile "tests/pictures.lua"(folder)` makes them there. They are geometric, drawn by
-- this script alone, and in the public domain: four PNG (one see-through, one wide, one tall), two JPEG (one grey), three
-- SVG.

-- A number as bytes, the high one first.
local function bytes(n, count)
  return count == 0 and "" or bytes(n >> 8, count - 1) .. string.char(n & 255)
end

-- --- PNG: rows of pixels, packed without compression ---

local CRC = {}
for n = 0, 255 do
  local c = n
  for _ = 1, 8 do c = c & 1 == 1 and 0xedb88320 ~ c >> 1 or c >> 1 end
  CRC[n] = c
end

local function crc(text)
  local c = 0xffffffff
  for i = 1, #text do c = CRC[(c ~ text:byte(i)) & 255] ~ c >> 8 end
  return c ~ 0xffffffff
end

local function adler(text)
  local a, b = 1, 0
  for i = 1, #text do
    a = (a + text:byte(i)) % 65521
    b = (b + a) % 65521
  end
  return b << 16 | a
end

local function chunk(name, body) return bytes(#body, 4) .. name .. body .. bytes(crc(name .. body), 4) end

-- color(x, y) -> the bytes of a pixel, three or (kind 6) four.
local function png(width, height, kind, color)
  local rows, parts = {}, { "\x78\x01" }
  for y = 0, height - 1 do
    rows[#rows + 1] = "\0"
    for x = 0, width - 1 do rows[#rows + 1] = string.char(color(x, y)) end
  end
  local raw = table.concat(rows)
  for from = 1, #raw, 65535 do
    local part = raw:sub(from, from + 65534)
    local size = bytes(#part, 2):reverse()
    parts[#parts + 1] = (from + 65535 > #raw and "\1" or "\0") .. size .. bytes(~#part, 2):reverse() .. part
  end
  parts[#parts + 1] = bytes(adler(raw), 4)
  return "\x89PNG\r\n\26\n" .. chunk("IHDR", bytes(width, 4) .. bytes(height, 4) .. string.char(8, kind, 0, 0, 0))
    .. chunk("IDAT", table.concat(parts)) .. chunk("IEND", "")
end

-- --- JPEG: tiles of one colour each, so that no block has more than its first number ---

local function bits_of(n, count)
  local text = ""
  for i = count - 1, 0, -1 do text = text .. (n >> i & 1) end
  return text
end

-- A difference as a code of four bits for its length, its own bits, and the code for "nothing more in this block".
local function block(difference)
  local length, size = 0, math.abs(difference)
  while size >> length > 0 do length = length + 1 end
  return bits_of(length, 4) .. bits_of(difference < 0 and difference + (1 << length) - 1 or difference, length) .. "0"
end

local function segment(mark, body) return string.char(0xff, mark) .. bytes(#body + 2, 2) .. body end

-- tile(x, y) -> its brightness and two colours, each from -128 to 127; parts: 3, or 1 for grey.
local function jpeg(across, down, parts, tile)
  local bits, before, frame, scan = {}, { 0, 0, 0 }, "", ""
  for part = 1, parts do
    frame, scan = frame .. string.char(part, 0x11, 0), scan .. string.char(part, 0)
  end
  for y = 0, down - 1 do
    for x = 0, across - 1 do
      local now = { tile(x, y) }
      for part = 1, parts do bits[#bits + 1] = block(now[part] - before[part]) end
      before = now
    end
  end
  local data = table.concat(bits)
  data = (data .. ("1"):rep(-#data % 8)):gsub("........", function(eight)
    local byte = tonumber(eight, 2)
    return byte == 255 and "\xff\0" or string.char(byte)
  end)
  return "\xff\xd8" .. segment(0xe0, "JFIF\0\1\1\0\0\1\0\1\0\0") .. segment(0xdb, "\0" .. ("\8"):rep(64))
    .. segment(0xc0, "\8" .. bytes(8 * down, 2) .. bytes(8 * across, 2) .. bytes(parts, 1) .. frame)
    .. segment(0xc4, "\0\0\0\0\12" .. ("\0"):rep(12) .. "\0\1\2\3\4\5\6\7\8\9\10\11")
    .. segment(0xc4, "\x10\1" .. ("\0"):rep(15) .. "\0")
    .. segment(0xda, string.char(parts) .. scan .. "\0\63\0") .. data .. "\xff\xd9"
end

-- --- the pictures ---

local function svg(size, body) return ('<svg xmlns="http://www.w3.org/2000/svg" %s>%s</svg>\n'):format(size, body) end

local function rings(x, y)
  local r = ((x - 47.5) ^ 2 + (y - 47.5) ^ 2) ^ 0.5
  if r // 12 % 2 == 0 then return 27, 94, 158 end
  return 240, 244, 248
end

local function disc(x, y)
  local inside = (x - 47.5) ^ 2 + (y - 47.5) ^ 2 < 44 ^ 2
  return 122, 79, 163, inside and 255 or 0
end

local function sunset(x, y) return 255 - y, 120 + x // 2 % 2 * 20, 60 + y end

local function chequers(x, y)
  if (x // 12 + y // 12) % 2 == 0 then return 46, 125, 50 end
  return 250, 250, 240
end

local PICTURES = {
  ["rings.png"] = function() return png(96, 96, 2, rings) end,
  ["disc.png"] = function() return png(96, 96, 6, disc) end,
  ["wide.png"] = function() return png(160, 48, 2, sunset) end,
  ["tall.png"] = function() return png(48, 160, 2, chequers) end,
  ["mosaic.jpg"] = function()
    return jpeg(12, 12, 3, function(x, y) return 20 + (x * y) % 7 * 10, x * 12 - 66, y * 12 - 66 end)
  end,
  ["grey.jpeg"] = function() return jpeg(16, 10, 1, function(x, y) return (x * 16 + y * 8) % 256 - 128 end) end,
  ["fish.svg"] = function()
    return svg('viewBox="0 0 120 80"', '<path d="M8 40Q45 2 84 40L112 18V62L84 40Q45 78 8 40Z" fill="#00707a"/>'
      .. '<circle cx="32" cy="34" r="5" fill="#fff"/>')
  end,
  ["star.svg"] = function()
    return svg('viewBox="0 0 100 100" width="100" height="100"',
      '<path d="M50 5L61 39H97L68 60L79 95L50 74L21 95L32 60L3 39H39Z" fill="#b8860b"/>')
  end,
  ["waves.svg"] = function()
    return svg('viewBox="0 0 120 60" width="60mm" height="30mm"', '<g fill="none" stroke="#1b5e9e" stroke-width="6">'
      .. '<path d="M0 15q15-20 30 0t30 0 30 0 30 0"/><path d="M0 35q15-20 30 0t30 0 30 0 30 0"/></g>')
  end,
}

return function(folder)
  for name, made in pairs(PICTURES) do
    local file = assert(io.open(folder .. "/" .. name, "wb"))
    file:write(made())
    file:close()
  end
end
