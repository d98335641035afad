-- The files and findings of one run of `croupier check`: c = { name = of the game, usual = its usual number of seats,
-- files = by key, findings = the list, seen = findings by place and text, wanted(key) = is that file reported on? }.
--
-- A finding is { file =, line =, column =, severity = "error", "warning" or "note", code =, text =, fix = }; column and fix
-- may be missing.

local compile = require "script.compile"
local load = require "script.load"
local sources = require "script.sources"
local text = require "script.tokens"

local context = {}

--- Adds a finding, once: a repeated one may bring the fix that the first lacks.
function context.add(c, finding)
  local key = ("%s:%s:%s:%s"):format(finding.file, finding.line, finding.column or 0, finding.text)
  local before = c.seen[key]
  if before then
    before.fix = before.fix or finding.fix
    return
  end
  c.findings[#c.findings + 1], c.seen[key], finding.number = finding, finding, #c.findings
end

--- Adds a finding at a token of a file.
function context.add_at(c, file, token, severity, code, sentence, fix)
  local line, column = text.where(file.tokens, token)
  context.add(c, { file = file.path, line = line, column = column, severity = severity, code = code, text = sentence,
    fix = fix })
end

--- Adds a warning at a token, if there is one and the file is among those reported on.
function context.warn(c, visitor, token, code, sentence, fix)
  if token and c.wanted(visitor.file.key) then context.add_at(c, visitor.at, token, "warning", code, sentence, fix) end
end

--- The file of that key, as { key =, path =, tokens =, problem = why Lua refuses it }; nil where there is none.
function context.file(c, key)
  if c.files[key] == nil then
    local source, path = sources.read(key)
    c.files[key] = source and { key = key, path = path, tokens = text.tokens(source),
      problem = select(2, compile(path, source)) } or false
  end
  return c.files[key] or nil
end

--- The file of that path, if it has been read.
function context.file_by_path(c, path)
  for _, file in pairs(c.files) do if file and file.path == path then return file end end
end

--- The key of a variant's file.
function context.house_key(c, variant) return c.name .. "/house/" .. variant .. ".lua" end

--- Begins a check of a game. `usual`: the number of seats that `play` opens it with if the game doesn't say.
function context.begin(name, usual)
  load.forget()
  return { name = name, usual = usual, files = {}, findings = {}, seen = {}, wanted = function() return true end }
end

return context
