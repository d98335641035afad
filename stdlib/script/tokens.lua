-- A script as a list of tokens, each with its place. For `croupier check`,
-- which looks at scripts that Lua has already read without complaint; what
-- Lua refuses is cut into tokens as well as it goes.
--
-- Always true: sym[i] is a keyword or an operator itself, or one of "name",
-- "text", "number"; after the last stands "end of file". Columns count
-- characters from 1, as editors do, a tab being one.

local english = require "shared.english"
local lists = require "shared.lists"

local text = {}

local KEYWORDS = lists.set("and break do else elseif end false for function goto if in local nil not or repeat return "
  .. "then true until while")

local find, match, sub = string.find, string.match, string.sub

local ESCAPES = setmetatable({ n = "\n", t = "\t", r = "\r" }, { __index = function(_, letter) return letter end })

-- The place behind a text that begins at i with the quote.
local function end_of_text(source, i, quote)
  local at = i + 1
  repeat
    local stop, c = match(source, "()([\\\n" .. quote .. "])", at)
    at = stop and stop + (c == "\\" and 2 or 1)
  until c ~= "\\"
  return at or #source + 1
end

-- The place behind a long bracket at i, and its contents; nil when there is none.
local function long_bracket(source, i)
  local _, stop, level = find(source, "^%[(=*)%[", i)
  if not stop then return nil end
  local first, last = find(source, "]" .. level .. "]", stop + 1, true)
  if not first then return #source + 1, "" end
  return last + 1, sub(source, stop + 1, first - 1)
end

local LONG_OPERATORS = lists.set("== ~= <= >= // :: << >> ..")

local function add(t, at, behind, sym, word)
  local n = t.count + 1
  t.count, t.sym[n], t.word[n], t.at[n] = n, sym, word, at
  return behind
end

-- One token at i, or a remark, which is none: the place behind it.
local function token(t, source, i)
  local word = match(source, "^[%a_][%w_]*", i)
  if word then return add(t, i, i + #word, KEYWORDS[word] and word or "name", word) end
  if find(source, "^%-%-", i) then return long_bracket(source, i + 2) or find(source, "\n", i, true) or #source + 1 end
  local quote = match(source, "^[\"']", i)
  if quote then
    local after = end_of_text(source, i, quote)
    return add(t, i, after, "text", (sub(source, i + 1, after - 2):gsub("\\(.)", ESCAPES)))
  elseif find(source, "^%.?%d", i) then
    local _, stop = find(source, "^%.?%d[%w.]*", i)
    if find(source, "^[eEpP][+-]%d", stop) then _, stop = find(source, "^[+-]%d+", stop + 1) end
    return add(t, i, stop + 1, "number", sub(source, i, stop))
  end
  local after, body = long_bracket(source, i)
  if after then return add(t, i, after, "text", body) end
  local two = sub(source, i, i + 1) -- an operator, then
  word = match(source, "^%.%.%.", i) or LONG_OPERATORS[two] and two or sub(source, i, i)
  return add(t, i, i + #word, word, word)
end

--- The tokens of a source text: { count =, sym =, word =, at =, source = }.
function text.tokens(source)
  local t = { count = 0, sym = {}, word = {}, at = {}, source = source }
  local i = find(source, "^\xef\xbb\xbf") and 4 or 1 -- a byte order mark and a first line that begins with # are no Lua
  if sub(source, i, i) == "#" then i = find(source, "\n", i, true) or #source + 1 end
  i = find(source, "%S", i)
  while i do i = find(source, "%S", token(t, source, i)) end
  t.sym[t.count + 1], t.word[t.count + 1], t.at[t.count + 1] = "end of file", "", #source + 1
  return t
end

local function line_starts(source) return lists.joined({ 1 }, lists.matches(source, "\n()")) end

-- The number of the line that holds the byte `at`.
local function line_at(starts, at)
  local low, high = 1, #starts
  while low < high do
    local middle = (low + high + 1) // 2
    if starts[middle] <= at then low = middle else high = middle - 1 end
  end
  return low
end

--- Line and column of the byte at `at` of a source text.
function text.place(t, at)
  t.starts = t.starts or line_starts(t.source)
  local line = line_at(t.starts, at)
  local before = sub(t.source, t.starts[line], at - 1):gsub("^\xef\xbb\xbf", "")
  return line, english.length(before) + 1
end

--- Line and column of a token.
function text.where(t, token_at) return text.place(t, t.at[token_at]) end

--- The first `name =` in a text, followed by the symbol `before` where one is given: its token.
function text.assigned(t, name, before)
  for i = 1, t.count do
    local is_set = t.sym[i] == "name" and t.sym[i + 1] == "=" and (not before or t.sym[i + 2] == before)
    if is_set and t.word[i] == name then return i end
  end
end

--- Where a script has each name, by the names: the token where it is set, in what the file returns sooner than before it,
--- else the first that is it; under "return" what the file ends with (a `return` where a line begins), or should.
function text.names(t)
  local set, first, returned = {}, { ["return"] = t.count > 0 and t.count or nil }, {}
  for i = 1, t.count do
    local word, sym, next = t.word[i], t.sym[i], t.sym[i + 1]
    local is_set = next == "=" or next == "(" and t.sym[i - 3] == "function"
    if sym == "name" and is_set then set[word], returned[word] = set[word] or i, returned[word] or i end
    if sym == "name" or sym == "text" then first[word] = first[word] or i end
    if sym == "return" and (i == 1 or t.source:byte(t.at[i] - 1) == 10) then set[sym], returned = i, {} end
  end
  for word, i in pairs(returned) do set[word] = i end
  return setmetatable(set, { __index = first })
end

--- Line n as it is written, without its end.
function text.line(t, n)
  t.starts = t.starts or line_starts(t.source)
  local first = t.starts[n]
  if not first then return "" end
  return (sub(t.source, first, (t.starts[n + 1] or #t.source + 2) - 2):gsub("\r$", ""):gsub("^\xef\xbb\xbf", ""))
end

--- The column where `word` stands in line n, as a whole word if there is one; nil when it doesn't.
function text.column(t, n, word)
  if word == "" then return nil end
  local line = text.line(t, n)
  local plain = word:gsub("%W", "%%%0")
  local at = find(line, "%f[%w_]" .. plain .. "%f[^%w_]") or find(line, word, 1, true)
  return at and english.length(sub(line, 1, at - 1)) + 1
end

return text
