-- A reader of JSON, as RFC 8259 has it, of the tests' own: `dofile "tests/json.lua"` has read(text), and `null` for
-- null.

local ESCAPES = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }
local NULL = {}
local read_value

local function skip(text, at) return text:find("[^ \t\r\n]", at) or #text + 1 end

local function read_text(text, at)
  local parts = {}
  while true do
    local plain, stop, mark = text:match('^([^"\\%c]*)()(["\\])', at)
    assert(plain, "a text does not end")
    parts[#parts + 1] = plain
    if mark == '"' then return table.concat(parts), stop + 1 end
    local code = text:sub(stop + 1, stop + 1)
    if code == "u" then
      parts[#parts + 1] = utf8.char(tonumber(text:sub(stop + 2, stop + 5), 16))
      at = stop + 6
    else
      parts[#parts + 1] = assert(ESCAPES[code], "an unknown escape")
      at = stop + 2
    end
  end
end

local function read_members(text, at, close, read_one)
  at = skip(text, at + 1)
  if text:sub(at, at) == close then return at + 1 end
  while true do
    at = skip(text, read_one(at))
    local mark = text:sub(at, at)
    if mark == close then return at + 1 end
    assert(mark == ",", "expected a comma")
    at = skip(text, at + 1)
  end
end

local function read_list(text, at)
  local list = {}
  return list, read_members(text, at, "]", function(from)
    local value, after = read_value(text, from)
    list[#list + 1] = value
    return after
  end)
end

local function read_object(text, at)
  local object = {}
  return object, read_members(text, at, "}", function(from)
    local key, colon = read_text(text, from + 1)
    colon = skip(text, colon)
    assert(text:sub(colon, colon) == ":", "expected a colon")
    assert(object[key] == nil, "a key comes twice")
    local value, after = read_value(text, skip(text, colon + 1))
    object[key] = value
    return after
  end)
end

local WORDS = { ["true"] = true, ["false"] = false, null = NULL }

function read_value(text, at)
  local mark = text:sub(at, at)
  if mark == "{" then return read_object(text, at) end
  if mark == "[" then return read_list(text, at) end
  if mark == '"' then return read_text(text, at + 1) end
  local word, after = text:match("^(%a+)()", at)
  if word then
    assert(WORDS[word] ~= nil, "an unknown word")
    return WORDS[word], after
  end
  local number, past = text:match("^(-?%d[%d.eE+-]*)()", at)
  return assert(tonumber(number), "expected a value"), past
end

local function read(text)
  local value, after = read_value(text, skip(text, 1))
  assert(skip(text, after) > #text, "something follows the value")
  return value
end

return { read = read, null = NULL }
