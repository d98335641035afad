-- JSON, which is only written: one value a call, on one line.

local disk = require "host.disk"
local lists = require "shared.lists"

local json = {}

local LIST, TEXT = {}, {}

--- A table that is a list, whatever its fields.
function json.list(items) return setmetatable(items, LIST) end

--- A value that is JSON already.
function json.encoded(text) return setmetatable({ text = text }, TEXT) end

local SHORT = { [10] = "\\n", [9] = "\\t", [13] = "\\r", [0xfffd] = "\u{fffd}" }

-- A character by its number; one above U+FFFF is two.
local function escaped(code)
  if code < 0x10000 then return SHORT[code] or ("\\u%04x"):format(code) end
  return ("\\u%04x\\u%04x"):format(0xd7c0 + (code >> 10), 0xdc00 + (code & 0x3ff))
end

--- A text in quotes. What no terminal may get is escaped; bytes that are no UTF-8 become U+FFFD.
function json.text(value)
  local plain = value:gsub('["\\]', "\\%0")
  local at, code, after = disk.unsafe(plain)
  local out, from = {}, 1
  while at do
    out[#out + 1], out[#out + 2] = plain:sub(from, at - 1), escaped(code)
    from = after
    at, code, after = disk.unsafe(plain, from)
  end
  return '"' .. table.concat(out) .. plain:sub(from) .. '"'
end

-- JSON knows neither NaN nor infinity: those are null.
local function number(value)
  if math.type(value) == "integer" then return tostring(value) end
  if value ~= value or value == math.huge or value == -math.huge then return "null" end
  local short = ("%.15g"):format(value)
  return tonumber(short) == value and short or ("%.17g"):format(value)
end

local encode

local function object(value, rank)
  local keys = lists.keys(value)
  table.sort(keys, function(a, b)
    local x, y = rank[a] or math.huge, rank[b] or math.huge
    if x ~= y then return x < y end
    return tostring(a) < tostring(b)
  end)
  return "{" .. table.concat(lists.collect(keys, function(key)
    return json.text(tostring(key)) .. ":" .. encode(value[key], rank)
  end), ",") .. "}"
end

function encode(value, rank)
  local kind = type(value)
  if kind == "string" then return json.text(value) end
  if kind == "number" then return number(value) end
  if kind ~= "table" then return tostring(value) end
  local mark = getmetatable(value)
  if mark == TEXT then return value.text end
  if mark ~= LIST and value[1] == nil and next(value) ~= nil then return object(value, rank) end
  return "[" .. table.concat(lists.collect(value, function(item) return encode(item, rank) end), ",") .. "]"
end

--- The value as JSON. Fields of objects stand in the order of `names`, others after them by their names.
function json.encode(value, names)
  local rank = {}
  for i, name in ipairs(names or {}) do rank[name] = i end
  return encode(value, rank)
end

return json
