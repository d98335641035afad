-- Warnings about what a game with its variants declares, and mistakes that only the whole shows: names that nothing reads,
-- steps that nothing reaches, variants that undo each other, players whom the game's own `check` refuses.
--
-- `c` is the run of `check` (context.lua), `s` the composition (check/game.lua); a visitor is one file of it and what was
-- read there (names.lua).

local english = require "shared.english"
local lists = require "shared.lists"
local picture = require "shared.picture"
local decks = require "script.declared_decks"
local rules = require "script.rules"
local load = require "script.load"
local sources = require "script.sources"
local open = require "start.open"
local text = require "script.tokens"
local specs = require "script.specs"
local context = require "check.context"

local add_at, warn = context.add_at, context.warn

local composition = {}

--- The names that files have in a field, as a set: of all files, or of those for which fit(file) is true.
function composition.names_in(s, field, fit)
  local all = {}
  for _, visitor in ipairs(s.order) do
    for name in pairs((not fit or fit(visitor.file)) and visitor[field] or {}) do all[name] = true end
  end
  return all
end

--- The game's own file that declares this path, and the token.
function composition.declaration(s, path)
  local found, at
  for _, visitor in ipairs(s.order) do
    if visitor.file.kind ~= "foreign" and visitor.decl[path] then found, at = visitor, visitor.decl[path] end
  end
  return found, at
end

-- Is the name put together somewhere, as in t.rules["set_of_" .. n]?
local function is_made_up(name, texts)
  for begin in pairs(texts) do if #begin > 1 and name:sub(1, #begin) == begin then return true end end
end

local function check_unread(c, s)
  local reads, maybe = composition.names_in(s, "reads"), composition.names_in(s, "maybe")
  local texts = composition.names_in(s, "texts")
  for _, name in ipairs(lists.keys(s.spec.rules)) do
    local seen = reads[name] or maybe[name] or texts[name]
    if not seen and not (reads[true] and is_made_up(name, texts)) then
      local visitor, token = composition.declaration(s, "rules." .. name)
      s.unread[name] = token
      warn(c, visitor, token, "unread", ("rule `%s` is never read: changing it has no effect"):format(name),
        ("read it as t.rules.%s, or leave it out"):format(name))
    end
  end
end

-- A bot's answer to a question that no script asks. Questions whose names are put together are not known.
local function check_bots(c, s)
  local questions = composition.names_in(s, "questions")
  local texts = composition.names_in(s, "texts", function(file) return file.kind ~= "bots" end)
  for _, visitor in ipairs(s.order) do
    for path, name in pairs(visitor.answers) do
      local token = name ~= "otherwise" and not texts[name] and visitor.decl[path]
      warn(c, visitor, token, "bot", ("no question is called `%s`%s"):format(name, english.suggest(name, questions)),
        "each function of a bot answers the question of the same name; `otherwise` answers the rest")
    end
  end
end

-- Measures that are never counted; and those with the name of a column in rows of games, or of wins.
local function check_measures(c, s)
  local texts, taken = composition.names_in(s, "texts"), lists.set(english.ROW_COLUMNS)
  local counted = composition.names_in(s, "measured") -- with true where a name isn't known
  taken.wins = true
  for _, name in ipairs(lists.keys(s.spec.measures)) do
    local visitor, token = composition.declaration(s, "measures." .. name)
    if token and taken[name] and c.wanted(visitor.file.key) then
      add_at(c, visitor.at, token, "error", "name",
        ("`%s` can't be a measure: the rows of --csv and the tables of `compare` use that name"):format(name),
        ("use another name, like `%s_counted`"):format(name))
    end
    local seen = not visitor or counted[name] or counted[true] and (texts[name] or is_made_up(name, texts))
    warn(c, visitor, not seen and token, "unread", ("measure `%s` is never counted"):format(name),
      ("count it: t:measure(%q), or t:measure(%q, 3)"):format(name, name))
  end
end

-- How often each name is in a file, as a name or a text; counted once.
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

-- Is there an error among the findings after the first `before`?
local function has_errors(c, before)
  return lists.index(lists.collect(table.move(c.findings, before + 1, #c.findings, 1, {}), "severity"), "error") ~= nil
end

-- State that is declared and used nowhere. After another error it may only be misspelt.
local function check_state(c, s)
  if has_errors(c, 0) then return end
  for whose, declared in pairs(s.spec.state) do
    for _, name in ipairs(lists.keys(declared)) do
      local visitor, token = composition.declaration(s, "state." .. (whose == "table" and "" or whose .. ".") .. name)
      local used = not token or times_said(s, name) > 1 or is_made_up(name, composition.names_in(s, "texts"))
      warn(c, visitor, not used and token, "unread", ("state `%s` is never used"):format(name), "leave it out")
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

-- Names that a mistake already reports, as misspelt or as meant.
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

-- Does a variant of the game, with or without the others, say the name?
local function is_said_in_house(c, name)
  for _, variant in ipairs(sources.variants(c.name)) do
    local file = context.file(c, context.house_key(c, variant))
    if file and lists.index(file.tokens.word, name) then return true end
  end
end

-- The game's own steps that are called neither by the host nor by functions outside of steps, directly or by other steps; or by
-- bots alone. Steps that a variant calls are not meant.
local function check_unreached(c, s, mistakes)
  local begin = lists.map(s.spec.actions, function(action) return type(action) == "table" and action.step or nil end)
  local coming = s.spec.joining and { "arrive", "depart" } or {}
  local called = lists.joined(begin, coming, specs.step_names(s.spec.order))
  local reached = reach_outside(s, files_of_play(s), reach(s, called, {}))
  local known = in_mistakes(mistakes)
  local by_bots = reach_outside(s, s.visited, lists.copy(reached))
  for _, name in ipairs(lists.keys(s.spec.steps)) do
    local visitor, token = composition.declaration(s, name)
    local is_lost = visitor and visitor.file.own and not reached[name] and not known[name]
      and (visitor.layer or not is_said_in_house(c, name))
    local sentence, fix = "step `%s` is never reached: it is not in the order, and nothing calls it",
      "put it into `order`, or call it as t:%s(...), or leave it out"
    if by_bots[name] then
      sentence = "step `%s` is called only by bots: it has no effect in play"
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
    if not composition.declaration(s, name) then return true end -- a step of a shared module: who knows
  end
end

-- Steps behind a list that nothing ends.
local function check_order(c, s, order)
  for i, entry in ipairs(order) do
    if type(entry) == "table" then
      local direct = lists.map(entry, function(step) return type(step) == "string" and step or nil end)
      local after = order[i + 1] and specs.step_names({ order[i + 1] })[1]
      if after and not ends(s, direct) then
        local visitor, token = composition.declaration(s, "order:" .. after)
        warn(c, visitor, token, "unreached",
          ("step `%s` is never reached: no step of the list before it returns `done`"):format(after),
          ("a list begins again until one of its own steps (%s) returns `done`"):format(table.concat(direct, ", ")))
      end
      check_order(c, s, entry)
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

-- Does the step below return `done`?
local function is_done_below(s, visitor, name)
  for _, other in ipairs(s.order) do
    if other ~= visitor and other.steps[name] and other.steps[name].done then return true end
  end
end

-- A step that ends a list of the order, wrapped so that its `done` is lost.
local function check_dropped(c, s, visitor)
  for name, step in pairs(visitor.steps) do
    local token = visitor.wraps[name] and not step.done and is_done_below(s, visitor, name) and dropped(visitor, name)
    warn(c, visitor, token, "dropped",
      ("step `%s` returned `done` to end its list of the order, and this drops it"):format(name),
      ("say `return house.base.%s(...)`, or keep its result and return that"):format(name))
  end
end

local function hidden_rules(c, visitor, lower, s)
  for path, token in pairs(visitor.decl) do
    local rule = path:match("^rules%.([%w_]+)$")
    if rule and visitor.given[path] ~= nil and lower.decl[path] and s.spec.rules[rule] then
      warn(c, visitor, token, "hidden",
        ("rule `%s` is set by %s too: this value (%s) hides that one"):format(rule, lower.layer,
        rules.show(s.spec.rules[rule].value)), ("leave one of them out, or swap their order: ...+%s+%s"):format(
        visitor.layer, lower.layer))
    end
  end
end

local function hidden_steps(c, visitor, lower)
  for name in pairs(visitor.steps) do
    local token = lower.steps[name] and not visitor.wraps[name] and visitor.decl[name]
    warn(c, visitor, token, "hidden", ("step `%s` replaces the one from %s"):format(name, lower.layer),
      ("call house.base.%s(...) if both should take effect"):format(name))
  end
end

local function hidden_order(c, visitor, lower)
  for path in pairs(lower.decl) do
    if path == "order" or path:find("^order:") then
      return warn(c, visitor, visitor.decl.order, "hidden",
        ("this order replaces the one from %s"):format(lower.layer),
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

-- A rule that a variant sets to its present value.
local function check_idle(c, s, visitor)
  for _, path in ipairs(lists.keys(visitor.decl)) do
    local name = path:match("^rules%.([%w_]+)$")
    local rule, before = s.spec.rules[name], visitor.lower.rules[name]
    local same = rule and before and lists.is_equal(rule.value, before.value)
    if same and rule.kind ~= "table" and rule.origin == visitor.layer then
      warn(c, visitor, visitor.decl[path], "idle",
        ("rule `%s` is %s already: this changes nothing"):format(name, rules.show(rule.value)))
    end
  end
end

-- --- can it be opened? ---

-- The sentence by which the game's own `check` refuses a number of players without profiles; nil if it accepts them, or players
-- with given profiles. And true if it failed.
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
local OPENED_REFUSED = "`croupier play` opens the game for %s, and `check` refuses them: %s"

-- The reason why the game can't be opened, as a finding without a place; nil without one.
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
    return { text = OPENED_REFUSED:format(english.count(opened, spec.player), why),
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
    local visitor, token = composition.declaration(s, "check")
    if top and not (visitor and c.wanted(visitor.file.key)) then visitor, token = top, 1 end
    found.file = visitor.at.path
    found.line, found.column = text.where(visitor.at.tokens, token)
  elseif top then found.fix = "with +" .. top.layer end
  context.add(c, found)
end

-- The pictures of a deck that are too large for phones, as words.
local function large_pictures(deck)
  return lists.distinct(lists.collect(deck.kind.faces, function(face)
    local path = decks.picture(deck, face)
    local bytes = path and decks.bytes(path) or 0
    return bytes > picture.SMALL and ("%s (%d KB)"):format(face.picture, bytes + 1023 >> 10) or nil
  end))
end

local SHOWN = 3 -- pictures in a sentence

-- Pictures and icons that cards name and that can't be had, or that phones can't have.
local function check_pictures(c, s)
  for _, deck in pairs(s.spec.decks) do
    local large = large_pictures(deck)
    if #large > 0 then
      local more = #large > SHOWN and { #large - SHOWN .. " more" } or {}
      context.add(c, { file = deck.kind.path or s.spec.deck_file.path, line = 1, severity = "note", code = "picture",
        text = ("phones show no picture of more than %d KB: save %s smaller; 240 pixels wide is plenty"):format(
          picture.SMALL >> 10, english.list(lists.joined(table.move(large, 1, SHOWN, 1, {}), more))) })
    end
    for _, face in ipairs(deck.kind.faces) do
      for _, named in ipairs(decks.named(deck, face)) do
        if named.wrong then
          context.add(c, { file = named.line and deck.kind.path or s.spec.deck_file.path, line = named.line or 1,
            severity = "warning", code = "picture", text = named.wrong })
        end
      end
    end
  end
end

--- Adds these mistakes of a composition `s` (check/game.lua). `mistakes`: those of loading; `good`: the game can be loaded.
function composition.check(c, s, mistakes, good)
  check_unread(c, s)
  check_measures(c, s)
  check_state(c, s)
  check_bots(c, s)
  if #s.spec.order > 0 then check_unreached(c, s, mistakes) end
  if good then
    check_order(c, s, s.spec.order)
    check_pictures(c, s)
  end
  check_hidden(c, s)
  for _, visitor in ipairs(s.houses) do
    check_dropped(c, s, visitor)
    check_idle(c, s, visitor)
  end
  if good and c.usual and not has_errors(c, s.before) then check_opening(c, s) end
end

return composition
