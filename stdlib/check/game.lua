-- Checks a game, alone or with variants, without playing it. Finds every mistake at once: a file that Lua refuses is
-- one mistake, and the others are checked all the same. Here are mistakes of loading and those in the code of a
-- function; composition.lua has those of what is declared and those that only all files together show.
--
-- A composition is s = { spec = the game with some variants, names = the meaning of its names (kinds.lua), visited = by
-- a file's key its visitor, order = the visitors, houses = those of the variants, unread = rules that nothing reads,
-- before = the number of findings when it began }.

local lists = require "shared.lists"
local declare = require "script.declare"
local load = require "script.load"
local sources = require "script.sources"
local open = require "start.open"
local text = require "script.tokens"
local specs = require "script.specs"
local walk = require "check.walk"
local syntax = require "check.syntax"
local composition = require "check.composition"
local context = require "check.context"
local names = require "check.names"
local kinds = require "check.kinds"

local check = {}

-- --- what must be asked of the host ---

local STUB = declare.base({ is_game = true, declaration = { seats = { 1, 1 }, order = { "idle" },
  piles = { pile = "nobody" }, pools = { pool = 0 }, idle = function() end } },
  { path = "stub", game = "stub", layer = "stub" })

local tools = {}

-- The message of an error that a function raises; nil if it raises none.
local function raised(fn)
  local ok, problem = host.try(fn)
  return not ok and tostring(problem):gsub("^.-:%d+: ", "") or nil
end

-- The message of reading a global, "string.rep" or a plain name, that doesn't exist.
function tools.global(name) return raised(host.compile("=check", "return " .. name)) end

local stub

-- The message of reading a method of a pile or a pool that doesn't exist. It asks the pile or pool of a table made for
-- this.
function tools.method(kind, name)
  stub = stub or open.seat(STUB, { [0] = { name = "GM" }, { name = "Anna" } })
  local sentence = raised(function() return stub.t[kind][name] end)
  return sentence and sentence:gsub('"', "`"):gsub(": did you", ", did you")
end

-- What a module returns, where that is a table.
function tools.module(name)
  local ok, value = host.try(host.compile("=check", ("return require %q"):format(name)))
  return ok and type(value) == "table" and value or nil
end

-- --- files ---

local function add_syntax(c, file)
  local what = syntax.explain(file.tokens, file.problem)
  what.file, what.severity, what.code = file.path, "error", "syntax"
  context.add(c, what)
end

-- Walks a file once for this composition; the modules that it requires after it. Gives its visitor.
local function visit(c, s, key, kind, below)
  local file = context.file(c, key)
  if not file or s.visited[key] then return s.visited[key] end
  if file.problem then return add_syntax(c, file) end
  local visitor = walk.script(file.tokens, function()
    local own = key:sub(1, #c.name + 1) == c.name .. "/"
    return names.visitor({ kind = kind, key = key, own = own }, s.names, tools, below)
  end)
  visitor.at = file
  s.visited[key], s.order[#s.order + 1] = visitor, visitor
  for _, module in ipairs(lists.keys(visitor.requires)) do
    local module_file = load.module_key(module)
    visit(c, s, module_file, s.spec and specs.is_own(s.spec, module_file) and "module" or "foreign")
  end
  return visitor
end

-- --- mistakes of loading, which have a name but no column ---

-- The token where the declaration has the name that a mistake is about, in the section that is said, if one is.
local function declared_at(visitor, mistake)
  local name, words = tostring(mistake.name), mistake.text
  local said = words:match "^`[^`]*` is one of the %a+" or words:match "^[^`]*"
  local found = visitor.decl[name]
  for path, token in pairs(visitor.decl) do
    local section, last = path:match("^(%a-)s?[.:].-([^.:]+)$")
    if last == name and (not found or said:find("%f[%a]" .. section .. "s?%f[%A]")) then found = token end
  end
  return found
end

local function add_mistake(c, s, mistake)
  if not mistake.file then error(mistake.text, 0) end -- there is no such game, or no such variant
  local file = context.file_by_path(c, mistake.file)
  local visitor = mistake.name and file and s.visited[file.key]
  local token = visitor and declared_at(visitor, mistake)
  if token then return context.add_at(c, file, token, "error", "declaration", mistake.text) end
  local line, column = math.max(mistake.line or 1, 1), mistake.column
  if file and not column then column = text.column(file.tokens, line, mistake.text:match("[`']([%w_.]+)[`']") or "") end
  context.add(c, { file = mistake.file, line = line, column = column, severity = "error",
    code = mistake.column and "declaration" or "load", text = mistake.text })
end

-- --- what lasts at file level ---

local function check_lasting(c, visitor)
  for _, found in ipairs(visitor.lasting) do
    if found.step or found.fn and not visitor.called[found.fn] then
      local name = found.record.name
      context.add_at(c, visitor.at, found.token, "error", "lasting",
        ("`%s` belongs to the file and is changed here: values that a file makes are constant"):format(name),
        ("declare it: state = { %s = ... }, and write t.%s"):format(name, name))
    end
  end
end

-- --- a composition ---

local function partial(name, variants)
  local spec, mistakes, whole = load.game(name, { variants = variants, look = true })
  return spec or whole, mistakes or {}, spec ~= nil
end

-- A file that ran, but is not a house rule of this game, declares nothing: its names can't be judged.
local function is_stray(spec, variant)
  for _, laid in ipairs(spec.laid) do if laid.layer == variant then return false end end
  return lists.set(spec.layers)[variant]
end

-- The game's own files, those of the games that it is made from, and those of the variants.
local function visit_all(c, s, variants)
  local games = s.spec and s.spec.games or { c.name }
  for i, name in ipairs(games) do
    local below = i > 1 and partial(games[i - 1], {})
    visit(c, s, name .. "/game.lua", not s.spec and "foreign" or below and "house" or "game", below and below.steps)
  end
  for k, variant in ipairs(variants) do
    local lower = partial(c.name, table.move(variants, 1, k - 1, 1, {}))
    local kind = s.spec and not is_stray(s.spec, variant) and "house" or "foreign"
    local visitor = visit(c, s, context.house_key(c, variant), kind, lower and lower.steps)
    if visitor then visitor.layer, visitor.lower, s.houses[#s.houses + 1] = variant, lower, visitor end
  end
  for _, name in ipairs(games) do visit(c, s, name .. "/bots.lua", s.spec and "bots" or "foreign") end
end

-- Does some file have the name as a field, or as house.rules.NAME? Where a declaration is in part unread, that may be what
-- declares it.
local function is_given(s, name)
  for _, visitor in ipairs(s.order) do
    local tokens = visitor.at.tokens
    local at = text.assigned(tokens, name)
    if at and (tokens.sym[at - 1] ~= "." or tokens.sym[at - 3] == ".") then return true end
  end
end

local function report_visitors(c, s, good)
  for _, visitor in ipairs(s.order) do
    if visitor.file.own and c.wanted(visitor.file.key) then
      for _, f in ipairs(visitor.findings) do
        if good or not (f.lacks and is_given(s, f.lacks)) then
          local more = (f.more or 0) > 0 and (" (and %d more below)"):format(f.more) or ""
          context.add_at(c, visitor.at, f.token, f.severity, f.code, f.text .. more, f.fix)
        end
      end
      check_lasting(c, visitor)
    end
  end
end

-- What the game's own files say is the same under each variant: they are walked once.
local function begin(spec, base)
  local s = { spec = spec, names = kinds.of(spec or STUB), visited = {}, order = {}, houses = {}, unread = {} }
  for i, visitor in ipairs(base and spec and base.spec and base.order or {}) do
    s.order[i], s.visited[visitor.file.key] = visitor, visitor
  end
  return s
end

-- The game with these variants, `base` being the game alone if that was looked at; only files for which
-- c.wanted(key) is true are reported on.
local function compose(c, variants, base)
  local spec, mistakes, good = partial(c.name, variants)
  local s = begin(spec, base)
  s.before = #c.findings
  visit_all(c, s, variants)
  for _, mistake in ipairs(mistakes) do
    local file = context.file_by_path(c, mistake.file)
    if not (file and file.problem) then add_mistake(c, s, mistake) end
  end
  report_visitors(c, s, good)
  if not spec then return s end
  composition.check(c, s, mistakes, good)
  return s
end

-- Runs bots.lua, unless a mistake has been found in it: only then it is known what it returns.
local function check_loaded_bots(c)
  local file = c.files[c.name .. "/bots.lua"]
  if not file or file.problem then return end
  for _, finding in ipairs(c.findings) do if finding.file == file.path then return end end
  local bots, problem = load.bots(c.name)
  if bots then return end
  local line, what = problem:match("^[^:\n]+:(%d+): ([^\n]*)")
  context.add(c, { file = file.path, line = tonumber(line) or 1, severity = "error", code = "bot",
    text = what or problem:gsub("^[^:\n]+: ", "") })
end

-- Tests and their tools have their own environment: only their grammar is looked at.
local function check_tests(c)
  local list = sources.suites(c.name)
  list[#list + 1] = "testing"
  for _, name in ipairs(list) do
    local file = context.file(c, c.name .. "/" .. name .. ".lua")
    if file and file.problem then add_syntax(c, file) end
  end
end

--- The errors in the scripts of a game with variants, without tests, and without opening it.
function check.errors(name, variants)
  local c = context.begin(name)
  compose(c, variants)
  check_loaded_bots(c)
  table.sort(c.findings, lists.by("file", "line", "column", "number"))
  return lists.collect(c.findings, function(finding) return finding.severity == "error" and finding or nil end)
end

--- Looks at a game with variants; without any, at each of its variants too. usual: for how many `play` opens a game that
--- doesn't say. Gives the findings, and what is not read.
function check.game(name, variants, usual)
  local c = context.begin(name, usual)
  local s = compose(c, variants)
  check_loaded_bots(c)
  if #variants == 0 then
    check_tests(c)
    for _, variant in ipairs(sources.variants(name)) do
      local key = context.house_key(c, variant)
      c.wanted = function(file) return file == key end
      compose(c, { variant }, s)
    end
  end
  c.main = s
  table.sort(c.findings, lists.by("file", "line", "column", "number"))
  return c.findings, s.unread, c
end

--- The names of the rules that the declaration itself reads.
function check.declared(c) return c.main.names.declared_reads end

--- The names of the questions that the game's own scripts ask.
function check.questions(c) return composition.names_in(c.main, "questions", function(file) return file.own end) end

-- A rule that a module declares is not in the declaration: finds `name = {` in one of the game's own files, else where the
-- module's rules are taken over.
local function by_name(c, path)
  for _, visitor in ipairs(c.main.order) do
    local token = visitor.file.own and text.assigned(visitor.at.tokens, path:match("[%w_]*$"))
    if token then return visitor, token end
  end
  return composition.declaration(c.main, path:match "^%a+")
end

-- Where a failure may be declared: at its own path; without a line where the state is that it names, or the step that ran.
local function paths_of(finding)
  if finding.path or finding.line then return { finding.path } end
  local state = finding.text:match("^([%w_]+) holds ")
  return state and { "state." .. state, "state.seat." .. state, "state.gm." .. state, finding.step } or { finding.step }
end

-- File, line and column of a finding of play: its own line, or the declaration of a path like "rules.ante".
local function where(c, finding)
  local visitor, token
  for _, path in ipairs(paths_of(finding)) do
    if not visitor then visitor, token = composition.declaration(c.main, path) end
  end
  if finding.path and not visitor then visitor, token = by_name(c, finding.path) end
  if visitor then return visitor.at.path, text.where(visitor.at.tokens, token) end
  if not finding.line then return context.file(c, c.name .. "/game.lua").path, 1 end
  local file = context.file_by_path(c, finding.file)
  local word = finding.text:match("[`']([%w_.]+)[`']") or ""
  return finding.file, finding.line, file and text.column(file.tokens, finding.line, word)
end

--- Adds a finding of play, once.
function check.add(c, finding)
  finding.file, finding.line, finding.column = where(c, finding)
  context.add(c, finding)
end

--- Line n of a file that was looked at, as written.
function check.line(c, path, n)
  local file = context.file_by_path(c, path)
  return file and text.line(file.tokens, n) or nil
end

return check
