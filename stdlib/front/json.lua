-- JSON, which is only written: one value a call, on one line.

local words = require "world.words"

local json = {}

local LIST, TEXT = {}, {}

--- A table that is a list, whatever its fields.
function json.list(items) return setmetatable(items, LIST) end

--- A value that is JSON already.
function json.encoded(text) return setmetatable({ text = text }, TEXT) end

local ESCAPES = setmetatable({ ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r" },
  { __index = function(_, byte) return ("\\u%04x"):format(byte:byte()) end })

--- A text in quotes. Bytes that are no UTF-8 become U+FFFD.
function json.text(value)
  local out, at = {}, 1
  while at <= #value do
    local _, bad = utf8.len(value, at)
    out[#out + 1] = value:sub(at, bad and bad - 1)
    if bad then out[#out + 1] = "\u{fffd}" end
    at = bad and bad + 1 or #value + 1
  end
  return '"' .. table.concat(out):gsub('[%c"\\\127]', ESCAPES) .. '"'
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
  local keys = words.keys(value)
  table.sort(keys, function(a, b)
    local x, y = rank[a] or math.huge, rank[b] or math.huge
    if x ~= y then return x < y end
    return tostring(a) < tostring(b)
  end)
  return "{" .. table.concat(words.collect(keys, function(key)
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
  return "[" .. table.concat(words.collect(value, function(item) return encode(item, rank) end), ",") .. "]"
end

--- The value as JSON. Fields of objects stand in the order of `names`, others after them by their names.
function json.encode(value, names)
  local rank = {}
  for i, name in ipairs(names or {}) do rank[name] = i end
  return encode(value, rank)
end

return json
