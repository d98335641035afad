-- Loading: from names of files to a spec. Scripts see `game`, `variant`,
-- `kind`, `require` and the constants below; each file has an environment of
-- its own, and is frozen when it has been read.

local english = require "shared.english"
local lists = require "shared.lists"
local compile = require "script.compile"
local kinds = require "script.kinds"
local checks = require "script.spec_checks"
local declare = require "script.declare"
local fields = require "script.declaration_fields"
local decks = require "script.declared_decks"
local folders = require "shared.folders"
local mistake_of = require("script.mistakes").of
local sources = require "script.sources"
local specs = require "script.specs"
require "primitives.libraries"

local load = {}

--- A house rule: a file games/GAME/house/NAME.lua, played as GAME+NAME. You can combine several, `GAME+ONE+OTHER`;
--- `house.base` is the layer below: the game, or the variant before.
---
--- A value sets a rule, a table { default, "meaning" } declares a new one; a function takes the place of the step of its
--- name; piles, pools, state, measures and actions add to the game's own. The file ends with `return house`.
---@topic House rules, bots and tests: house, variant, base, before, after, drop, swap
---@field title its name; one_line says what is different
---@field rules house.rules.ante = 5. What the base has can be read, house.rules.ante + 1; a table is a copy that can be changed: house.rules.prizes[4] = 2, table.insert(house.rules.prizes, 2)
---@field base house.base.deal(t) is the step as it was
---@field before house:before("deal", "toast") puts the step "toast" before "deal" in the order
---@field after house:after("deal", "toast") puts it after "deal"
---@field drop house:drop("toast") removes a step
---@field swap house:swap("deal", "keep") makes two steps change places
---@field order house.order = { ... } replaces the whole order
---@example local house = variant "high_tide"
--- house.title = "Spring tide"
--- house.rules.tide = "hearts"
--- house.state.toasts = 0
--- house:before("deal", "toast")
--- function house.toast(t)
---   t.toasts = t.toasts + 1
---   t:say("A toast!")
--- end
--- function house.worth(t, card) return card.rank == "A" and 1 or house.base.worth(t, card) end
--- return house
---@see variant, rules, order

--- Modules that a script loads by name: `require "tricks"` is a module of the library, `require "my_game.scores"` the
--- file games/my_game/scores.lua beside the game. What a module returns is constant.
---@topic Around the game: library, module
---@field tricks the order of cards and trumps, following suit, who wins a trick
---@field counting sums, sets, runs and flushes, all of them, in a hand and as they are played
---@field betting check, bet, raise, fold; blinds and side pots
---@field auctions with open bids, with secret bids, with secret bids that everybody pays
---@field drafts taking a card from a hand and passing the hand on
---@field initiative who acts when; ties, holding an action, interrupting
---@field clocks time or segments that run out
---@field match first to so many points
---@field tournament pairing, standings, sharing a pot
---@field decks.standard the standard deck's kind
---@example local tricks = require "tricks"
--- tricks.winner({ t.board:card(1), t.board:card(2) }) --> 1
---@see require, lua

--- The number of all that a script relies on: the names that it can call and declare, what they do, and what the same
--- seed deals. A change that an existing script could notice raises it. What is only added does not, nor do new sentences
--- on the screen, other bots that search, or more speed.
---
--- A journal begins with the number that it was played with, and can only be continued, shown or verified by a program
--- of the same number, because any other might deal other cards. Another program says so and leaves the file as it is.
---
--- A script has no number. A program of a higher one reads it as it is: `croupier check GAME` names the lines with what is
--- gone, `croupier test GAME` shows what plays differently.
---@topic Around the game: contract
---@field 7 the first number of which there is a history
---@field 8 odd chips of a split pot go one each to the winners, from the first seat left of the dealer; an ante from only some of the seats is dead money, and a completed bring-in reopens the betting; a card has nil where its deck gives it no text or value; what people type reaches a script in Unicode's composed form (NFC); t:say keeps its line breaks. New: state that is `internal`, `because` in a bot, `tells` of a question for text, `string.fold`, a fourth argument of pool:split, betting.to_call, betting's rules complete_all_in and all_in_shown
---@field 9 a bare `d66` is refused (`1d66`, or `d6*10+d6` for tens and ones), and so is every form of dice with two readings; dice.parse says more of a term, and roll:sides() has a second result; a misspelt field that a game hands to a module of the library is an error, so are auctions without `to` and bets before betting.begin; `house.rules.X` of a variant reads the value below it, and an unknown name is an error; in a spreadsheet a cell that is no number in a column of numbers is an error, decimal commas are understood, `color` belongs to the suit. New: a deck for each seat, me:unseen(deck), dice with successes, rerolls and exploding added up, dice.chances, dice.shown, low hands, short deck and `from_hand` in `poker`, betting.post, betting.level, betting.dead_button, several strengths for betting.award; seats may be on phones, and `screen` is called without a seat for the table's own
---@field 10 an entry that a variant adds to a table of rules must be like those that the table has; a column of a spreadsheet whose name is another one's misspelt is an error; `betting.with` wants betting.rules before a setting of its own. New: `picture` of a face, marks and icons in its text, `one_of` for the entries of a table of rules
---@example t:random(1, 6) -- equal seeds give equal numbers wherever the contract has the same number
---@see journal, files, check

-- The only module of the library that is the program's own Lua: constant, and nothing behind it counts as a script's.
local fields_module = setmetatable({}, { constant = true, __metatable = "module", __index = require "fields",
  __newindex = function(_, name)
    host.fail(("`%s` is part of the library and can't change"):format(tostring(name)))
  end })

local modules, loading = { fields = fields_module }, {}

--- Begins a game's declaration; a game script ends with `return game { ... }`.
---@signature game(declaration) -> game
---@param declaration table title, seats, deck, rules, piles, pools, state, order and the steps
---@return table for the host
---@example return game {
---   title = "Cut", seats = { 2, 6 }, deck = "standard", piles = { seat = { cut = "everyone" } },
---   order = { "cut_cards", "over" },
---   cut_cards = function(t)
---     t.deck:shuffle()
---     for seat in t:seats() do t.deck:deal(1, seat.cut) end
---   end,
---   over = function(t) t:finish(t:rank_by(function(seat) return seat.cut:top().value end)) end,
--- }
local function game(declaration)
  if type(declaration) ~= "table" then host.fail("game: expected game { ... }") end
  return { is_game = true, declaration = declaration }
end

-- house.base, in which an unknown name is a mistake. It is filled when the
-- variant's file has been read: only then is known what lies below it. It
-- keeps the names alone: what a variant's functions reach is made constant.
local function base_below()
  local below
  local base = setmetatable({}, { __index = function(_, key)
    if below then
      host.fail(("the game below has no step `%s`%s"):format(tostring(key), english.suggest(key, below)))
    end
    host.fail(("house.base.%s: house.base is empty until the file has been read: use it inside a function")
      :format(tostring(key)))
  end })
  return base, function(steps)
    for name, step in pairs(steps) do rawset(base, name, step) end
    below = lists.keys(steps)
  end
end

local below -- the spec that the variant which is being read lies over

-- The rules of a layer: what it sets, and behind that the values below it, of a table a copy that may be changed. The
-- copies are collected in `extended`.
local function rules_over(name, spec_below)
  local extended = {}
  return setmetatable({}, { __index = function(_, key)
    local spec = spec_below()
    if not spec then return nil end
    local rule = spec.rules[key]
    if not rule then
      host.fail(("%s has no rule `%s`%s"):format(name, tostring(key), english.suggest(key, spec.rules)))
    end
    if type(rule.value) ~= "table" then return rule.value end
    extended[key] = extended[key] or lists.copy(rule.value)
    return extended[key]
  end }), extended
end

-- What lies over a game: a variant of it, or, with is_game, a game made from it. While it is being written it has what it
-- was given, and no more.
local function lay_over(name, is_game, spec_below)
  local edits, verbs = {}, {}
  local base, fill = base_below()
  local rules, extended = rules_over(name, spec_below)
  local house = { is_variant = { base = name, edits = edits, verbs = verbs, fill = fill, is_game = is_game,
    extended = extended }, base = base, rules = rules, words = {}, profile = {}, steps = {} }
  for _, field in ipairs(fields.names("holds", "sections")) do house[field] = { seat = {} } end
  for _, field in ipairs(fields.names("holds", "entries")) do house[field] = {} end
  for _, verb in ipairs { "before", "after", "drop", "swap" } do
    verbs[verb] = function(_, step, other) edits[#edits + 1] = { verb, step, other } end
    house[verb] = verbs[verb]
  end
  return setmetatable(house, { __index = function(_, key)
    host.fail(("a variant has no `%s`%s"):format(tostring(key), english.suggest(key, lists.keys(house))))
  end })
end

--- Begins a variant of a game: a house rule, or several.
---@signature variant(name) -> house
---@param name string the game it changes
---@return table house: set house.rules.X, write function house.step(t), call house.base.step(t); then return it
---@example local house = variant "high_tide"
--- house.rules.tide = "hearts"
--- function house.worth(t, card) return card.rank == "A" and 1 or house.base.worth(t, card) end
--- return house
local function variant(name) return lay_over(name, nil, function() return below end) end

local reading = {} -- the games that are read as the base of another
local own_spec

--- Begins a game that is made from another one. It has a folder, a name, variants and tests of its own, and says only
--- what differs, like a house rule.
---
--- Besides what a house rule may have, it has a title, a one_line, a `player`, `seats` and a `deck` (or `decks`) of its
--- own. Everything it doesn't mention comes from the base, including the bots if it has no bots.lua. A base may itself
--- be made from another game. Set a rule, a word, a measure or an action of the base to `none` to remove it.
---@signature game_from(name) -> game
---@param name string the game it is made from
---@return table the game: set low.rules.X, write function low.step(t), call low.base.step(t); then return it
---@example -- games/low_tide/game.lua
--- local low = game_from "high_tide"
--- low.title, low.seats = "Low Tide", { 2, 4 }
--- low.rules.tide = "clubs"
--- function low.worth(t, card) return 14 - low.base.worth(t, card) end
--- return low
---@see game, variant, house, words
local function game_from(name)
  local spec
  return lay_over(name, true, function()
    if not spec and not reading[name] then
      local mistakes = {}
      reading[name] = true
      spec = own_spec(name, {}, mistakes, {})
      reading[name] = nil
      if not spec then host.fail(("%s can't be read: %s"):format(name, load.lines(mistakes))) end
    end
    return spec
  end)
end

--- State that only its seat and the GM may see (for state of the table: only the GM).
---@signature secret(value) -> declaration
---@param value any what the state starts with
---@return table for `state` or `pools`
---@example state = { seat = { strain = secret(0) } }
local function secret(value)
  return { is_secret = true, is_internal = specs.is_internal(value), value = specs.plain(value) }
end

--- State that a script keeps for itself, of no use to a player. The table as it is drawn without a `screen` of the
--- game leaves it out, and so do the scores, unless the game ranks by it. Scripts, bots and `:state` use it like any
--- other state.
---@signature internal(value) -> declaration
---@param value any what the state starts with; secret(value) for a secret
---@return table for `state` or `pools`
---@example state = { turn = internal(0), seat = { passed = internal(false), points = 0 } }
---@see state, secret, screen
local function internal(value)
  return { is_secret = specs.is_secret(value), is_internal = true, value = specs.plain(value) }
end

--- Several piles or pools under one name: hands of a split, a row of slots. They are read and counted like a list:
--- seat.hands[1], #seat.hands, `for i, hand in ipairs(seat.hands) do`.
---
--- Each of them is a pile or pool like any other: it is seen, drawn on the screen and saved like one, under its name
--- and number. How many there are may be a rule, which can't then change during a game.
---@signature many(what, count) -> declaration
---@param what string|integer what one of them is: who sees a pile's cards, with what a pool starts
---@param count integer|string how many, 0 to 64, or the name of a rule
---@return table for `piles` or `pools`
---@example rules = { splits = { 4, "hands a player may have", min = 1, max = 8 } },
--- piles = { row = many("everyone", 5), seat = { hands = many("owner", "splits") } },
--- pools = { seat = { stakes = many(0, "splits") } }
---@see piles, pools
local function many(what, count) return { is_many = true, what = what, count = count } end

--- The key of each file that was read, by the path that functions name.
load.keys = {}

-- A file compiled, and what is known of it; or nil, that where there is one, why, and whether there is none.
local function run_file(key, name)
  local text, path, none_there = sources.read(key)
  if not text then return nil, nil, path, none_there end
  local chunk, problem = compile(path, text, name)
  load.keys[path] = key
  return chunk, { path = path, text = text, key = key }, problem
end

--- The key of a module that `require` names.
function load.module_key(name)
  local folder, rest = name:match("^([%w_]+)%.([%w_.]+)$")
  if folder and not name:match("^decks%.") then return folder .. "/" .. rest:gsub("%.", "/") .. ".lua" end
  return "stdlib/" .. name:gsub("%.", "/") .. ".lua"
end

local LIBRARY = { "auctions", "betting", "clocks", "counting", "decks.standard", "drafts", "initiative", "match",
  "tournament", "tricks" }

-- That there is no such module, and which may be meant: of the library, or of the game's folder that the name begins with.
local function no_module(name)
  local folder = name:match "^([%w_]+)%."
  local own = folder and lists.map(folders.modules(folder, sources.folder(folder)), function(file)
    return folder .. "." .. file
  end)
  local otherwise = not folder and (": require \"GAME.%s\" reads %s.lua in the game's folder"):format(name, name)
  return ("require: no module %q%s"):format(name, english.suggest(name, lists.joined(LIBRARY, own or {}), otherwise))
end

-- May a script have it? Not what the library keeps in folders of its own, but for decks.
local function is_open(name)
  if type(name) ~= "string" or not name:match("^[%w_.]+$") or name:match("^stdlib%.") then return false end
  local inner = load.module_key(name):match("^stdlib/([%w_]+)/")
  return inner == nil or inner == "decks"
end

--- Reads a module of the library, or of a game's folder, once.
---@signature require(name) -> module
---@param name string "tricks" of the library, "my_game.scores" of a game's folder
---@return table what the module returns
---@example local tricks = require "tricks"
local function require_module(name)
  if modules[name] then
    sources.ask(load.module_key(name))
    return modules[name]
  end
  if not is_open(name) then host.fail(("require: no module %q"):format(tostring(name))) end
  if loading[name] then host.fail(("require: %s requires itself"):format(name)) end
  loading[name] = true
  local chunk, file, problem, none_there = run_file(load.module_key(name), name)
  loading[name] = chunk and true or nil
  if not chunk then
    host.fail(none_there and not file and no_module(name) or ("require %q: %s"):format(name, problem))
  end
  local module = host.call(chunk)
  loading[name] = nil
  if module == nil then module = true end
  host.freeze(module)
  modules[name] = module
  return module
end

for name, value in pairs { game = game, game_from = game_from, variant = variant, secret = secret, internal = internal,
  many = many, kind = kinds.kind, require = require_module, again = host.again, done = host.done, none = none } do
  host.global(name, value)
end

function decks.stock_kind(name)
  local chunk = sources.read("stdlib/decks/" .. name .. ".lua")
  return chunk and require_module("decks." .. name)
end

local function problem_of(file, key, text)
  local path, line, what = tostring(text):match("^([^:\n]+):(%d+): (.*)$")
  return { file = path or (file and file.path) or key, line = tonumber(line) or 0, text = what or tostring(text) }
end

local function no_game(name)
  local folder = sources.folder(name)
  if name == "" then return "expected the name of a game" end
  if folder then return ("no game in `%s`: there is no game.lua"):format(folder) end
  return ("no game `%s`%s"):format(name,
    english.suggest(name, folders.games(), "; `croupier list` lists them"))
end

local function no_variant(name, variant_name)
  local known = sources.variants(name)
  return ("%s has no variant `%s`%s"):format(name, variant_name,
    english.suggest(variant_name, known, ": it has " .. (#known == 0 and "none" or english.list(known))))
end

-- Runs a script: its value, what variant() or game_from() made of it, and its file; or nothing, and adds a mistake.
-- `missing` is the sentence for a file that is not there, `variant_name` is nil of a game's own script.
local function run_script(mistakes, key, name, missing, variant_name)
  local chunk, file, problem, none_there = run_file(key, name)
  if not chunk then
    mistakes[#mistakes + 1] = none_there and { text = missing(name, variant_name) } or problem_of(file, key, problem)
    return nil
  end
  local ok, value, trace = host.try(chunk)
  if not ok then
    local mistake = problem_of(file, key, value)
    mistakes[#mistakes + 1], mistake.trace = mistake, trace
    return nil
  end
  local overlay = type(value) == "table" and value.is_variant
  if overlay then -- from now on it is a plain table
    setmetatable(value, nil)
    if type(value.rules) == "table" then setmetatable(value.rules, nil) end
  end
  file.game, file.layer, file.variant = name, variant_name or name, variant_name
  return value, overlay, file
end

-- The spec of a game without variants; if it is made from another game, that game's spec with this one's layer on it. Adds
-- to `values` what the scripts returned. `above`: the games that are being read, the lowest last.
function own_spec(name, values, mistakes, above)
  local value, overlay, file = run_script(mistakes, name .. "/game.lua", name, no_game)
  if #mistakes > 0 then return nil end
  values[#values + 1] = value
  if not (overlay and overlay.is_game) then return declare.base(value, file) end
  above[#above + 1] = name
  local base = overlay.base
  if lists.index(above, base) then
    mistakes[1] = mistake_of(file, base, ("%s is made from itself: expected another game"):format(base))
    return nil
  end
  local spec = own_spec(base, values, mistakes, above)
  for i, mistake in ipairs(spec and {} or mistakes) do
    if not mistake.file then mistakes[i] = mistake_of(file, base, mistake.text) end
  end
  if spec then declare.derive(spec, value, file) end
  return spec
end

--- The spec of a game and its variants: spec, or nil and the list of mistakes.
--- options: variants = list of names, sets = list of { name, text }, look = true where nothing of it will be run.
function load.game(name, options)
  options = options or {}
  local mistakes, values = {}, {}
  local spec = own_spec(name, values, mistakes, {})
  if not spec then return nil, mistakes end
  for _, variant_name in ipairs(options.variants or {}) do
    below = spec
    local house, _, file = run_script(mistakes, name .. "/house/" .. variant_name .. ".lua", name, no_variant,
      variant_name)
    if file then
      declare.layer(spec, house, file)
      values[#values + 1] = house
    end
  end
  below = nil
  for _, set in ipairs(options.sets or {}) do declare.set(spec, set[1], set[2]) end
  checks.finish(spec)
  if not options.look then for _, v in ipairs(values) do host.freeze(v) end end
  table.move(mistakes, 1, #mistakes, #spec.mistakes + 1, spec.mistakes)
  if #spec.mistakes > 0 then return nil, spec.mistakes, spec end
  return spec
end

--- Title and line of a variant, or nil and the mistakes of the game with it.
function load.variant_lines(name, variant_name)
  local spec, mistakes = load.game(name, { variants = { variant_name }, look = true })
  if not spec then return nil, mistakes end
  local house = spec.variants[1]
  return tostring(house.title or ""), tostring(house.one_line or "")
end

--- The modules that were read, by name.
load.modules = modules

--- Forgets the modules of all games' folders, so that they are read again.
function load.forget()
  for _, module in ipairs(lists.keys(modules)) do
    if load.module_key(module):sub(1, 7) ~= "stdlib/" then modules[module] = nil end
  end
end

local ONE_LINE = 200 -- bytes of what a bot says of itself

load.PERSON = lists.set "me person human" -- names of who answers at the keyboard
load.PHONE = "phone" -- of a person's who plays on one
local EVERYWHERE = lists.set "random search" -- names of bots that every game has

-- What is not a bot, or no best one, as a sentence.
local function wrong_bots(bots)
  if type(bots) ~= "table" then return "expected `return { name = { ... } }`" end
  local best = bots.best
  for name, bot in lists.each(bots) do
    if type(name) ~= "string" or not name:find "^[%w_-]+$" then
      return ("a bot's name is %s: expected letters, digits, _ and -"):format(
        type(name) == "string" and ("`%s`"):format(name:gsub("%c", "?")) or "no text")
    end
    if load.PERSON[name:lower()] or name:lower() == load.PHONE or EVERYWHERE[name] then
      return ("a bot can't be called `%s`: every game already has one of that name"):format(name)
    end
    if name ~= "best" and type(bot) ~= "table" then
      return ("bot `%s` is a %s: expected a table, { QUESTION = function(me, q) ... end }"):format(name, type(bot))
    end
    local line = name ~= "best" and bot.one_line or ""
    if type(line) ~= "string" or #line > ONE_LINE or line:find "%c" then
      return ("bot `%s`: one_line: expected a line of at most %d bytes"):format(name, ONE_LINE)
    end
    if name ~= "best" and bot.because ~= nil and type(bot.because) ~= "table" then
      return ("bot `%s`: because: expected a table, { QUESTION = function(me, answer) ... end }"):format(name)
    end
  end
  if best ~= nil and type(bots[best]) ~= "table" then
    local known = lists.collect(english.bot_lines(bots), 1)
    return ("best = `%s`: there is no such bot%s"):format(tostring(best), english.suggest(best, known))
  end
end

-- The folder whose bots play a game: its own, or that of the game it is made from.
local function folder_of_bots(name)
  if sources.read(name .. "/bots.lua") then return name end
  local spec = load.game(name, { look = true })
  for i = spec and #spec.games or 0, 1, -1 do
    if sources.read(spec.games[i] .. "/bots.lua") then return spec.games[i] end
  end
  return name
end

--- The bots of a game, none of one that isn't there: name -> table of functions; and the name of the best.
function load.bots(name)
  name = folder_of_bots(name)
  local chunk, file, problem = run_file(name .. "/bots.lua", name)
  if not chunk then return not file and {} or nil, file and problem end
  local ok, bots = host.try(chunk)
  if not ok then return nil, bots end
  local walked, wrong = host.try(wrong_bots, bots)
  if not walked or wrong then return nil, ("%s/bots.lua: %s"):format(name, wrong) end
  host.freeze(bots)
  return bots, bots.best or lists.keys(bots)[1]
end

--- "file:line: what", one mistake a line.
function load.lines(mistakes)
  return table.concat(lists.map(mistakes, function(mistake)
    local line = (mistake.line or 0) > 0 and ":" .. mistake.line or ""
    return (mistake.file and mistake.file .. line .. ": " or "") .. mistake.text
  end), "\n")
end

return load
