-- What can be said of a game, or of a game with variants, without playing it.
-- Every mistake at once: a file that Lua refuses is one mistake, and the
-- others are looked at all the same.
--
-- A finding is { file =, line =, column =, severity = "error" or "warning",
-- code =, text =, fix = }; column and fix may be missing.

local compile = require "script.compile"
local english = require "shared.english"
local lists = require "shared.lists"
local declare = require "script.declare"
local rules = require "script.rules"
local load = require "script.load"
local sources = require "script.sources"
local open = require "start.open"
local text = require "script.tokens"
local specs = require "script.specs"
local walk = require "check.walk"
local syntax = require "check.syntax"
local names = require "check.names"
local kinds = require "check.kinds"

local check = {}

-- --- what must be asked of the host ---

local STUB = declare.base({ is_game = true, declaration = { seats = { 1, 1 }, order = { "idle" },
  piles = { pile = "nobody" }, pools = { pool = 0 }, idle = function() end } },
  { path = "stub", game = "stub", layer = "stub" })

local tools = {}

-- What a function says that raises; nil where it doesn't.
local function raised(fn)
  local ok, problem = host.try(fn)
  return not ok and tostring(problem):gsub("^.-:%d+: ", "") or nil
end

-- What reading a global says, "string.rep" or a plain name, where there is none.
function tools.global(name) return raised(host.compile("=check", "return " .. name)) end

local stub

-- The same of a method of a pile or a pool: there must be one to be asked.
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

-- --- findings ---

-- What was found before may lack what would mend it.
local function add(c, finding)
  local key = ("%s:%s:%s:%s"):format(finding.file, finding.line, finding.column or 0, finding.text)
  local before = c.seen[key]
  if before then
    before.fix = before.fix or finding.fix
    return
  end
  c.findings[#c.findings + 1], c.seen[key], finding.number = finding, finding, #c.findings
end

local function add_at(c, file, token, severity, code, sentence, fix)
  local line, column = text.where(file.tokens, token)
  add(c, { file = file.path, line = line, column = column, severity = severity, code = code, text = sentence,
    fix = fix })
end

-- A warning at a token of a file that is reported on; without a token there is no place for it.
local function warn(c, visitor, token, code, sentence, fix)
  if token and c.wanted(visitor.file.key) then add_at(c, visitor.at, token, "warning", code, sentence, fix) end
end

-- --- files ---

local function file_of(c, key)
  if c.files[key] == nil then
    local source, path = sources.read(key)
    c.files[key] = source and { key = key, path = path, tokens = text.tokens(source),
      problem = select(2, compile(path, source)) } or false
  end
  return c.files[key] or nil
end

local function add_syntax(c, file)
  local what = syntax.explain(file.tokens, file.problem)
  what.file, what.severity, what.code = file.path, "error", "syntax"
  add(c, what)
end

-- Walks a file once for this composition; the modules that it requires after it. Gives its visitor.
local function visit(c, s, key, kind, below)
  local file = file_of(c, key)
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

-- The token where the declaration has the name that a mistake is about, in a section that is said before it if there is one.
local function declared_at(visitor, mistake)
  local name, said = tostring(mistake.name), mistake.text:match("^[^`]*")
  local found = visitor.decl[name]
  for path, token in pairs(visitor.decl) do
    local section, last = path:match("^(%a-)s?[.:].-([^.:]+)$")
    if last == name and (not found or said:find("%f[%a]" .. section .. "%f[%A]")) then found = token end
  end
  return found
end

local function file_by_path(c, path)
  for _, file in pairs(c.files) do if file and file.path == path then return file end end
end

local function add_mistake(c, s, mistake)
  if not mistake.file then error(mistake.text, 0) end -- there is no such game, or no such variant
  local file = file_by_path(c, mistake.file)
  local visitor = mistake.name and file and s.visited[file.key]
  local token = visitor and declared_at(visitor, mistake)
  if token then return add_at(c, file, token, "error", "declaration", mistake.text) end
  local line, column = math.max(mistake.line or 1, 1), mistake.column
  if file and not column then column = text.column(file.tokens, line, mistake.text:match("[`']([%w_.]+)[`']") or "") end
  add(c, { file = mistake.file, line = line, column = column, severity = "error",
    code = mistake.column and "declaration" or "load", text = mistake.text })
end

-- --- what no single place shows ---

-- The names that files have in a field: all files, or those that fit(file).
local function collect(s, field, fit)
  local all = {}
  for _, visitor in ipairs(s.order) do
    for name in pairs((not fit or fit(visitor.file)) and visitor[field] or {}) do all[name] = true end
  end
  return all
end

-- The own file that declares this path, and the token.
local function declaration(s, path)
  local found, at
  for _, visitor in ipairs(s.order) do
    if visitor.file.kind ~= "foreign" and visitor.decl[path] then found, at = visitor, visitor.decl[path] end
  end
  return found, at
end

-- Is the name made up somewhere: t.rules["set_of_" .. n]?
local function is_made_up(name, texts)
  for begin in pairs(texts) do if #begin > 1 and name:sub(1, #begin) == begin then return true end end
end

local function check_unread(c, s)
  local reads, maybe, texts = collect(s, "reads"), collect(s, "maybe"), collect(s, "texts")
  for _, name in ipairs(lists.keys(s.spec.rules)) do
    local seen = reads[name] or maybe[name] or texts[name]
    if not seen and not (reads[true] and is_made_up(name, texts)) then
      local visitor, token = declaration(s, "rules." .. name)
      s.unread[name] = token
      warn(c, visitor, token, "unread", ("rule `%s` is read nowhere: to change it changes nothing"):format(name),
        ("read it as t.rules.%s, or leave it out"):format(name))
    end
  end
end

-- A bot's answer to a question that no script asks. What is asked under a made-up name can't be told.
local function check_bots(c, s)
  local questions, texts = collect(s, "questions"), collect(s, "texts", function(file) return file.kind ~= "bots" end)
  for _, visitor in ipairs(s.order) do
    for path, name in pairs(visitor.answers) do
      local token = name ~= "otherwise" and not texts[name] and visitor.decl[path]
      warn(c, visitor, token, "bot", ("no question is called `%s`%s"):format(name, english.suggest(name, questions)),
        "a bot answers the question of the function's name, and `otherwise` the rest")
    end
  end
end

-- What is declared to be counted, and never is; and what is called like a column that rows of games have, or like wins.
local function check_measures(c, s)
  local texts, taken = collect(s, "texts"), lists.set(english.ROW_COLUMNS)
  taken.wins = true
  for _, name in ipairs(lists.keys(s.spec.measures)) do
    local visitor, token = declaration(s, "measures." .. name)
    if token and taken[name] and c.wanted(visitor.file.key) then
      add_at(c, visitor.at, token, "error", "name",
        ("`%s` can't be a measure: the rows of --csv and the tables of `compare` use that name"):format(name),
        ("another name, like `%s_counted`"):format(name))
    end
    local seen = not visitor or texts[name] or is_made_up(name, texts)
    warn(c, visitor, not seen and token, "unread", ("measure `%s` is never counted"):format(name),
      ("count it: t:measure(%q), or t:measure(%q, 3)"):format(name, name))
  end
end

-- How often a file says each name, as a name or a text: counted once.
local function words_said(file)
  if not file.said then
    file.said = {}
    for _, word in ipairs(file.tokens.word) do file.said[word] = (file.said[word] or 0) + 1 end
  end
  return file.said
end

local function times_said(s, name)
  local count = 0
  for _, visitor in ipairs(s.order) do count = count + (words_said(visitor.at)[name] or 0) end
  return count
end

-- Is there an error among the findings after the first so many?
local function has_errors(c, before)
  return lists.index(lists.collect(table.move(c.findings, before + 1, #c.findings, 1, {}), "severity"), "error") ~= nil
end

-- State that is declared, and that no script says again. Where something is misspelt that may be it.
local function check_state(c, s)
  if has_errors(c, 0) then return end
  for whose, declared in pairs(s.spec.state) do
    for _, name in ipairs(lists.keys(declared)) do
      local visitor, token = declaration(s, "state." .. (whose == "table" and "" or whose .. ".") .. name)
      local used = not token or times_said(s, name) > 1 or is_made_up(name, collect(s, "texts"))
      warn(c, visitor, not used and token, "unread", ("state `%s` is used nowhere"):format(name), "leave it out")
    end
  end
end

-- Adds the steps of some names, and those that they lead to, to a set.
local function reach(s, list, reached)
  for _, name in ipairs(list) do
    if s.spec.steps[name] and not reached[name] then
      reached[name] = true
      for _, visitor in ipairs(s.order) do reach(s, lists.keys(visitor.mentions[name]), reached) end
    end
  end
  return reached
end

-- Names that are in a mistake already: as what was misspelt, or as what was meant.
local function in_mistakes(mistakes)
  local list = {}
  for _, mistake in ipairs(mistakes) do
    if mistake.name then list[mistake.name] = true end
    local meant = mistake.text:match("did you mean `(.-)`")
    if meant then list[meant] = true end
  end
  return list
end

-- Adds a file and the modules that it requires to a set.
local function required(s, key, files)
  local visitor = s.visited[key]
  if visitor and not files[key] then
    files[key] = true
    for module in pairs(visitor.requires) do required(s, load.module_key(module), files) end
  end
  return files
end

-- All files but those that bots alone require: a set.
local function files_of_play(s)
  local files = {}
  for key in pairs(s.visited) do
    if key:find("/game%.lua$") or key:find("/house/", 1, true) then required(s, key, files) end
  end
  return files
end

-- Adds the steps that these files mention outside of steps, and what they lead to, to a set.
local function reach_outside(s, files, reached)
  for _, visitor in ipairs(s.order) do
    for by, said in pairs(files[visitor.file.key] and visitor.mentions or {}) do
      if not s.spec.steps[by] then reach(s, lists.keys(said), reached) end
    end
  end
  return reached
end

local function house_key(c, variant) return c.name .. "/house/" .. variant .. ".lua" end

-- Does a variant of the game, with or without the others, say the name?
local function is_said_in_house(c, name)
  for _, variant in ipairs(sources.variants(c.name)) do
    local file = file_of(c, house_key(c, variant))
    if file and lists.index(file.tokens.word, name) then return true end
  end
end

-- Steps of the game's own that neither the host calls nor a function outside of steps does, nor one that these lead to; or
-- only bots do. Those that it has for its variants are none.
local function check_unreached(c, s, mistakes)
  local begin = lists.map(s.spec.actions, function(action) return type(action) == "table" and action.step or nil end)
  local coming = s.spec.joining and { "arrive", "depart" } or {}
  local called = lists.joined(begin, coming, specs.step_names(s.spec.order))
  local reached = reach_outside(s, files_of_play(s), reach(s, called, {}))
  local known = in_mistakes(mistakes)
  local by_bots = reach_outside(s, s.visited, lists.copy(reached))
  for _, name in ipairs(lists.keys(s.spec.steps)) do
    local visitor, token = declaration(s, name)
    local is_lost = visitor and visitor.file.own and not reached[name] and not known[name]
      and (visitor.layer or not is_said_in_house(c, name))
    local sentence, fix = "step `%s` is never reached: it is not in the order, and nothing calls it",
      "put it into `order`, or call it as t:%s(...), or leave it out"
    if by_bots[name] then
      sentence = "step `%s` is called only by bots: what it says counts for nothing in play"
      fix = "call it in play, as t:%s(...), or put it into a module that bots require"
    end
    warn(c, visitor, is_lost and token, "unreached", sentence:format(name), fix:format(name))
  end
end

-- Can one of these steps, or one that they lead to, return `done`?
local function ends(s, list)
  for name in pairs(reach(s, list, {})) do
    for _, visitor in ipairs(s.order) do
      if visitor.step.done or visitor.steps[name] and visitor.steps[name].done then return true end
    end
    if not declaration(s, name) then return true end -- a step of a shared module: who knows
  end
end

-- Steps behind a list that nothing ends.
local function check_order(c, s, order)
  for i, entry in ipairs(order) do
    if type(entry) == "table" then
      local direct = lists.map(entry, function(step) return type(step) == "string" and step or nil end)
      local after = order[i + 1] and specs.step_names({ order[i + 1] })[1]
      if after and not ends(s, direct) then
        local visitor, token = declaration(s, "order:" .. after)
        warn(c, visitor, token, "unreached",
          ("step `%s` is never reached: no step of the list before it returns `done`"):format(after),
          ("a list begins again until one of its own steps (%s) returns `done`"):format(table.concat(direct, ", ")))
      end
      check_order(c, s, entry)
    end
  end
end

-- --- what lasts at file level ---

local function check_lasting(c, visitor)
  for _, found in ipairs(visitor.lasting) do
    if found.step or found.fn and not visitor.called[found.fn] then
      local name = found.record.name
      add_at(c, visitor.at, found.token, "error", "lasting",
        ("`%s` belongs to the file and is changed here: what a file makes is constant"):format(name),
        ("declare it: state = { %s = ... }, and write t.%s"):format(name, name))
    end
  end
end

-- --- one variant over another ---

-- What stands before an expression whose value is used.
local USES = lists.set("return = ( , and or not { [ == ~= < <= > >= + - * / // % .. #")

-- The token at which a call of house.base.NAME stands whose value is dropped; nil when another uses it.
local function dropped(visitor, name)
  local tokens, found = visitor.at.tokens, nil
  for i = 2, tokens.count do
    local called = tokens.word[i] == name and tokens.sym[i + 1] == "(" and tokens.word[i - 2] == "base"
    if called and USES[tokens.sym[i - 5]] then return nil end
    if called then found = found or i end
  end
  return found
end

-- Does the step below say `done`?
local function is_done_below(s, visitor, name)
  for _, other in ipairs(s.order) do
    if other ~= visitor and other.steps[name] and other.steps[name].done then return true end
  end
end

-- A step that ends a list of the order, wrapped so that nobody hears of it.
local function check_dropped(c, s, visitor)
  for name, step in pairs(visitor.steps) do
    local token = visitor.wraps[name] and not step.done and is_done_below(s, visitor, name) and dropped(visitor, name)
    warn(c, visitor, token, "dropped",
      ("step `%s` returned `done` to end its list of the order, and this drops it"):format(name),
      ("say `return house.base.%s(...)`, or keep what it gives and return that"):format(name))
  end
end

local function hidden_rules(c, visitor, lower, s)
  for path, token in pairs(visitor.decl) do
    local rule = path:match("^rules%.([%w_]+)$")
    if rule and visitor.given[path] ~= nil and lower.decl[path] and s.spec.rules[rule] then
      warn(c, visitor, token, "hidden",
        ("rule `%s` is set by %s too: this value (%s) hides that one"):format(rule, lower.layer,
        rules.show(s.spec.rules[rule].value)), ("leave one of them out, or turn them round: ...+%s+%s"):format(
        visitor.layer, lower.layer))
    end
  end
end

local function hidden_steps(c, visitor, lower)
  for name in pairs(visitor.steps) do
    local token = lower.steps[name] and not visitor.wraps[name] and visitor.decl[name]
    warn(c, visitor, token, "hidden", ("step `%s` takes the place of what %s made of it"):format(name, lower.layer),
      ("call house.base.%s(...) where both should count"):format(name))
  end
end

local function hidden_order(c, visitor, lower)
  for path in pairs(lower.decl) do
    if path == "order" or path:find("^order:") then
      return warn(c, visitor, visitor.decl.order, "hidden",
        ("this order takes the place of what %s made of it"):format(lower.layer),
        "house:before, house:after, house:drop and house:swap change a part and leave the rest")
    end
  end
end

local function check_hidden(c, s)
  for k, visitor in ipairs(s.houses) do
    for below = 1, k - 1 do
      hidden_rules(c, visitor, s.houses[below], s)
      hidden_steps(c, visitor, s.houses[below])
      hidden_order(c, visitor, s.houses[below])
    end
  end
end

-- A rule that a variant sets to the value that it has.
local function check_idle(c, s, visitor)
  for _, path in ipairs(lists.keys(visitor.decl)) do
    local name = path:match("^rules%.([%w_]+)$")
    local rule, before = s.spec.rules[name], visitor.lower.rules[name]
    local same = rule and before and rules.show(rule.value) == rules.show(before.value)
      and type(rule.value) == type(before.value)
    if same and rule.kind ~= "table" and rule.origin == visitor.layer then
      warn(c, visitor, visitor.decl[path], "idle",
        ("rule `%s` is %s already: this changes nothing"):format(name, rules.show(rule.value)))
    end
  end
end

-- --- can it be opened? ---

-- What the game's own `check` says of so many players of whom nothing is known; nil where it takes them, or takes some
-- whose profiles are given. A second value, true, says that it failed.
local function refused(spec, count)
  local values, players = specs.values(spec.rules), {}
  for number, player in ipairs(open.given(count, "the GM", {}, {})) do
    players[number] = { name = player.name, profile = specs.values(spec.profile) }
  end
  local sentence, failed = specs.complaint(spec, values, count, players)
  if not sentence or failed then return sentence, failed end
  local again, failed_again = specs.complaint(spec, values, count, {})
  return not failed_again and again or nil
end

local ALL_REFUSED = "`check` refuses %s: %s"
local OPENED_REFUSED = "`croupier play` opens the game for %d %ss, and `check` refuses them: %s"

-- What keeps it from being opened, as a finding without a place; nil where nothing does.
local function unopenable(spec, usual)
  local low, high = spec.seats[1], spec.seats[2]
  local opened = math.max(low, math.min(spec.usual.seats or usual, high))
  local why, failed = refused(spec, opened)
  local is_taken = false
  for count = low, high do
    local other, broke = nil, nil
    if not failed and count ~= opened then other, broke = refused(spec, count) end
    if broke then why, failed = other, true end
    is_taken = is_taken or not failed and count ~= opened and not other
  end
  if failed then
    local file, line, what = why:match("^([^:\n]+):(%d+): ([^\n]*)")
    return { file = file, line = tonumber(line), text = "`check` fails: " .. (what or why) }
  elseif why and not is_taken then return { text = ALL_REFUSED:format(english.seats(spec), why) }
  elseif why then
    return { text = OPENED_REFUSED:format(opened, spec.player, why),
      fix = "`usual = { seats = N }` tells `croupier play` how many" }
  end
end

-- A failure is at its line; a refusal where `check` is declared, or at the beginning of the variant that brings it about.
local function check_opening(c, s)
  local found = unopenable(s.spec, c.usual)
  if not found then return end
  found.severity, found.code = "error", "open"
  local top = s.houses[#s.houses]
  if not found.file then
    local visitor, token = declaration(s, "check")
    if top and not (visitor and c.wanted(visitor.file.key)) then visitor, token = top, 1 end
    found.file = visitor.at.path
    found.line, found.column = text.where(visitor.at.tokens, token)
  elseif top then found.fix = "with +" .. top.layer end
  add(c, found)
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
    local visitor = visit(c, s, house_key(c, variant), kind, lower and lower.steps)
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
          add_at(c, visitor.at, f.token, f.severity, f.code, f.text .. more, f.fix)
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
  local before = #c.findings
  local s = begin(spec, base)
  visit_all(c, s, variants)
  for _, mistake in ipairs(mistakes) do
    local file = file_by_path(c, mistake.file)
    if not (file and file.problem) then add_mistake(c, s, mistake) end
  end
  report_visitors(c, s, good)
  if not spec then return s end
  check_unread(c, s)
  check_measures(c, s)
  check_state(c, s)
  check_bots(c, s)
  if #spec.order > 0 then check_unreached(c, s, mistakes) end
  if good then check_order(c, s, spec.order) end
  check_hidden(c, s)
  for _, visitor in ipairs(s.houses) do
    check_dropped(c, s, visitor)
    check_idle(c, s, visitor)
  end
  if good and c.usual and not has_errors(c, before) then check_opening(c, s) end
  return s
end

-- bots.lua says what it returns only when it is run. What is wrong at a place of it has been found there.
local function check_loaded_bots(c)
  local file = c.files[c.name .. "/bots.lua"]
  if not file or file.problem then return end
  for _, finding in ipairs(c.findings) do if finding.file == file.path then return end end
  local bots, problem = load.bots(c.name)
  if bots then return end
  local line, what = problem:match("^[^:\n]+:(%d+): ([^\n]*)")
  add(c, { file = file.path, line = tonumber(line) or 1, severity = "error", code = "bot",
    text = what or problem:gsub("^[^:\n]+: ", "") })
end

-- Tests and their tools have their own environment: only their grammar is looked at.
local function check_tests(c)
  local list = sources.suites(c.name)
  list[#list + 1] = "testing"
  for _, name in ipairs(list) do
    local file = file_of(c, c.name .. "/" .. name .. ".lua")
    if file and file.problem then add_syntax(c, file) end
  end
end

local function begin_look(name, usual)
  load.forget()
  return { name = name, usual = usual, files = {}, findings = {}, seen = {}, wanted = function() return true end }
end

--- The errors alone of what is played by these scripts, and what the table would say of them as it is opened is no part.
function check.errors(name, variants)
  local c = begin_look(name)
  compose(c, variants)
  check_loaded_bots(c)
  table.sort(c.findings, lists.by("file", "line", "column", "number"))
  return lists.collect(c.findings, function(finding) return finding.severity == "error" and finding or nil end)
end

--- Looks at a game with variants; without any, at each of its variants too. usual: for how many `play` opens a game that
--- doesn't say. Gives the findings, and what is not read.
function check.game(name, variants, usual)
  local c = begin_look(name, usual)
  local s = compose(c, variants)
  check_loaded_bots(c)
  if #variants == 0 then
    check_tests(c)
    for _, variant in ipairs(sources.variants(name)) do
      local key = house_key(c, variant)
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
function check.questions(c) return collect(c.main, "questions", function(file) return file.own end) end

-- A rule that a module declares stands nowhere in the declaration: `name = {` somewhere in an own file.
local function by_name(c, path)
  for _, visitor in ipairs(c.main.order) do
    local token = visitor.file.own and text.assigned(visitor.at.tokens, path:match("[%w_]*$"))
    if token then return visitor, token end
  end
end

-- Where a failure may be declared: at its own path; without a line where the state is that it names, or the step that ran.
local function paths_of(finding)
  if finding.path or finding.line then return { finding.path } end
  local state = finding.text:match("^([%w_]+) holds ")
  return state and { "state." .. state, "state.seat." .. state, "state.gm." .. state, finding.step } or { finding.step }
end

-- File, line and column of what play has shown: its own line, or where a path like "rules.ante" is declared.
local function where(c, finding)
  local visitor, token
  for _, path in ipairs(paths_of(finding)) do
    if not visitor then visitor, token = declaration(c.main, path) end
  end
  if finding.path and not visitor then visitor, token = by_name(c, finding.path) end
  if visitor then return visitor.at.path, text.where(visitor.at.tokens, token) end
  if not finding.line then return file_of(c, c.name .. "/game.lua").path, 1 end
  local file = file_by_path(c, finding.file)
  local word = finding.text:match("[`']([%w_.]+)[`']") or ""
  return finding.file, finding.line, file and text.column(file.tokens, finding.line, word)
end

--- Adds what play has shown, once.
function check.add(c, finding)
  finding.file, finding.line, finding.column = where(c, finding)
  add(c, finding)
end

--- Line n of a file that was looked at, as written.
function check.line(c, path, n)
  local file = file_by_path(c, path)
  return file and text.line(file.tokens, n) or nil
end

return check
