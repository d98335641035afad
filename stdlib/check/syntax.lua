-- What Lua says of a script that it refuses, said so that a person finds the
-- place. Lua stops where nothing fits any more; a forgotten `end` lies before
-- that, and the way a script is indented tells where.

local lists = require "shared.lists"
local text = require "script.tokens"

local syntax = {}

local OPENS = lists.set("function if do repeat")
local CLOSES = lists.set("end until")

local function indent(tokens, line) return #text.line(tokens, line):match("^[ \t]*") end

-- The first block whose `end` stands further left than its beginning, or that
-- has none: what was opened, and in which line.
local function unclosed(tokens)
  local stack = {}
  for i = 1, tokens.count do
    local sym = tokens.sym[i]
    if OPENS[sym] then stack[#stack + 1] = { word = sym, line = text.where(tokens, i) }
    elseif CLOSES[sym] then
      local line = text.where(tokens, i)
      local open = table.remove(stack)
      if not open then return nil end
      if line > open.line and indent(tokens, line) < indent(tokens, open.line) then return open end
    end
  end
  return stack[#stack]
end

local ABOUT_ENDS = { "'end' expected", "unexpected symbol near ','", "'}' expected", "unexpected symbol near '}'",
  "unexpected symbol near <eof>", "'<eof>' expected", "unexpected symbol near 'end'" }

local function about_ends(what)
  for _, sign in ipairs(ABOUT_ENDS) do if what:find(sign, 1, true) then return true end end
end

local function not_text(tokens)
  local _, at = utf8.len(tokens.source)
  if not at then return nil end
  local line, column = text.place(tokens, at)
  return { line = line, column = column, text = "a byte that isn't text: expected UTF-8",
    fix = "save the file as UTF-8; editors call that its encoding" }
end

-- The column of the word near which Lua stopped: of those in the line, the
-- first behind which it no longer asks for more.
local function stop_column(tokens, line, word)
  local first
  for i = 1, tokens.count do
    local here, column = text.where(tokens, i)
    if here == line and tokens.word[i] == word then
      first = first or column
      local _, problem = host.compile("=check", tokens.source:sub(1, tokens.at[i] + #word - 1))
      if not (problem and problem:find("<eof>", 1, true)) then return column end
    end
  end
  return first or text.column(tokens, line, word)
end

--- Where and what is wrong: { line =, column =, text =, fix = }. problem: what the compiler said, "file:line: what".
function syntax.explain(tokens, problem)
  local line, what = problem:match(":(%d+): (.*)$")
  line = tonumber(line) or 1
  what = what or problem:gsub("^[^:]*: ", "")
  if what:find("UTF-8", 1, true) then return not_text(tokens) or { line = line, text = what } end
  local open = about_ends(what) and unclosed(tokens)
  local near = what:match("near '(.-)'") or what:match("`(.-)`") or ""
  return { line = line, column = stop_column(tokens, line, near), text = what,
    fix = open and ("the `%s` on line %d seems to have no `end` of its own"):format(open.word, open.line) or nil }
end

return syntax
