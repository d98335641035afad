-- Declarations: what a game script and its variants say, checked and laid
-- over one another. Result: a spec, the one table that the table under way,
-- `show` and the monkey read. What only the whole can tell is in spec_checks.lua.
--
-- Every mistake is collected with file, line, what was expected and the
-- nearest name; composing never stops at the first. spec.at is the file that is
-- being read.

local words = require "shared.words"
local checks = require "script.spec_checks"
local decks = require "script.declared_decks"
local fields = require "script.declaration_fields"
local mistakes = require "script.mistakes"
local rules = require "script.rules"

local declare = {}

local complain = mistakes.add

--- What the game is called, what it is about in a line, and what a player is called in it.
---
--- A game script ends with `return game { ... }`; its fields are the pages of this group, and every other
--- function in it is a step or a small rule, called t:NAME(...) and replaceable by a variant.
---@topic A game's declaration: title, one_line, player, master
---@field title its name; if left out, the name of the folder
---@field one_line what `croupier list` prints after the name
---@field player the word for a player: "fisher" also makes an option --fishers, the same as --players
---@field master the word for the game master, if it is not "GM": "scorer" is shown as "the scorer"
---@example title = "High Tide", one_line = "the highest of three takes the pot", player = "sailor"
---@see order, rules, piles

--- How many may play: the fewest and the most, 1 to 32; and whether there is a game master too.
---
--- With `gm = true` there is a seat t.gm beside the others, with piles, pools and state of its own (declared
--- under `gm = { }`). It is asked like any seat and may see everything.
---@topic A game's declaration: seats, gm, usual
---@field seats { fewest, most }
---@field usual the table that `croupier play` opens: { seats = 4 }; who = "people": people hold all seats, the GM's too; gm = { balls = "real" }: a person is the game master when rules have these values, because no bot can answer then; evening = true: with --campaign one game after another is played
---@field gm true if the game has a game master; "open" if everybody can see the game master's screen: nobody may `:peek`, and `:undo` goes back to the game master's own last answer, so that no hand is revealed
---@example seats = { 2, 6 }, gm = true, state = { gm = { mood = "calm" } }
---@see seat, t:each, t:seats

--- What a game, its variants and the games made from it call things: a name, the text, and what it is the word for.
--- Read as t.words.NAME. A variant gives another text, `house.words.pot = "the kitty"`, or declares a new word in the
--- same way as here.
---@topic A game's declaration: words
---@example words = { pot = { "the pot", "the chips that are played for" } }
---@see rules, game_from

--- The piles of the table: a name, and who sees the cards in it. Screens, bots and the log need nothing more to show
--- each seat what it may see and nothing else.
---
--- Every seat has its own copy of those under `seat = { }`; those under `gm = { }` are the game master's. A step reads
--- them as t.lake and seat.hand.
---@topic A game's declaration: piles, facing
---@field "nobody" face down: only the number of cards is seen
---@field "owner" seen by its own seat, like a hand
---@field "everyone" face up
---@field "top" only the top card is seen
---@field "gm" seen only by the game master
---@example piles = { lake = "everyone", discards = "top", seat = { hand = "owner", shown = "everyone" } }
---@see pile, pile:show, deck, view

--- Accounts of whole numbers that can only be moved: chips, points, coins. What one pool pays, another gets.
---
--- A pool starts with an amount, with the name of a rule that gives the amount, or as "mint": a bank that never runs
--- out, and the only way for chips to come into the game or leave it. secret(50) is seen only by its seat and the game
--- master; beside such pools nobody else sees what a mint has paid, for that would tell what they hold.
---@topic A game's declaration: pools, mint
---@example rules = { stake = { 50, "chips to begin with", min = 1 } },
--- pools = { pot = 0, bank = "mint", seat = { chips = "stake" } }
---@see pool, pool:pay, secret

--- Everything else that lasts from step to step, with the value it begins with. A name that is not declared can be
--- neither read nor written, so typing mistakes are found.
---
--- Values are numbers, texts, true and false, cards, seats, piles, and tables of these. `none` begins empty: it reads
--- as nil, and writing nil to a name empties it. secret(0) is seen only by its seat and the game master.
---@topic A game's declaration: state, none
---@example state = { round = 1, dealer = none, seat = { points = 0, strain = secret(0) } }
---@see secret, pools

--- What `croupier sim` counts over many games, each with its meaning. A step counts with t:measure("bites"), or for
--- each seat with t:measure("casts", 1, seat). A ratio divides the sums of two others. Names of columns that the rows of
--- `--csv` have anyway, like score, are refused by `croupier check`.
---@topic A game's declaration: measures
---@example measures = { bites = "fish that bit", casts = { "casts", by = "seat" },
---   luck = { "bites a cast", ratio = "bites / casts" } }
---@see t:measure

--- The names of the steps: the game's table of contents. Each step is a function of the declaration.
---
--- A list within the list is a round: it is repeated until one of its steps returns `done`. `again` starts the list
--- over at once. A step that returns nothing goes on to the next; t:finish ends the game. Undo, resume and a change of
--- the script go back to the beginning of a step, so one trick or one turn makes a good step.
---@topic A game's declaration: order, step, again, done
---@example state = { round = 0 },
--- order = { "prepare", { "turn" }, "over" },
--- prepare = function(t) t.round = 1 end,
--- turn = function(t)
---   t.round = t.round + 1
---   return t.round > 3 and done or nil
--- end
---@example order = { "welcome", "over" },
--- welcome = function(t) t:each(t.greet) end, -- calls it for every seat
--- greet = function(t, seat) t:say("%s sits down", seat) end
---@see house, t:finish, t:each, ask

--- What each step does, in a sentence for the players: for the page that `croupier sheet` prints, and for `:help STEP`.
---@topic A game's declaration: about
---@example order = { "deal", "over" },
--- about = { deal = "Everybody is dealt five cards." }, deck = "standard", piles = { seat = { hand = "owner" } },
--- deal = function(t) for seat in t:seats() do t.deck:deal(5, seat.hand) end end
---@see order

--- A page beside game.lua that says how the game is played, in Markdown, for the players. Its first paragraph gives
--- credit; the sections before the one called Rulings explain how to play, and `croupier sheet` prints them, except
--- those with commands for whoever runs the program. At the table, `:help stock` shows what they say about a word:
--- first where it is emphasised (`**stock**`) or begins a row of a table. Rulings says what was decided where the
--- source leaves something open, and `croupier show` prints it. The program reads nothing after that.
---@topic Around the game: RULES.md, rulings
---@example about = { over = "The highest card wins." }, order = { "over" }, over = function(t) t:finish() end
---@see files, about

--- What may be done out of turn, between two steps: accuse, retire, ask for one more card. The console offers them as
--- commands, `:accuse`. The only bots that use them are those that search, when it clearly pays; in `sim`, `--actions
--- 0.1` makes them happen at random.
---@topic A game's declaration: actions
---@field [1] what it does, for the list of commands
---@field step the step it runs, as t:accusation(seat)
---@field who a function of t and a seat: may this seat do it now? A text says why not. If left out, every seat may
---@field when the steps before which it can be done; if left out, before any
---@field moment the same in words for the players; if left out, the names of the steps
---@example actions = { bow = { "take a bow", step = "take_a_bow", when = { "over" }, moment = "after this hand" } },
--- take_a_bow = function(t, seat) t:say("%s bows", seat) end
---@see order

--- Checks whether the rules fit together with the number of seats: a sentence when they don't, otherwise nothing.
---@topic A game's declaration: check
---@example rules = { dealt = { 5, "cards dealt", min = 1, max = 20 } }, deck = "standard", seats = { 2, 6 },
--- check = function(rules, seats)
---   if rules.dealt * seats > 52 then return "there are not enough cards for so many" end
--- end
---@see rules, deck

--- What `:odds` and `:scores` print at the table, and how the table is drawn for a seat. All three get views of the
--- table and the seat, so they can show no more than the seat may see, and return a list of lines.
---
--- If a game doesn't have them, the table is drawn from its piles, pools and state, and the scores are those that it
--- ranks by. A line is a text, or a list of a text with %s and its values, in which cards are drawn with their suits. A
--- tab in a text lines up what follows it in all lines that have one. The seat can do what a bot's `me` can.
---@topic A game's declaration: odds, scores, screen
---@example deck = "standard", piles = { seat = { hand = "owner" } },
--- screen = function(t, me) return { ("%d cards in the deck"):format(#t.deck), { "Yours: %s", me.hand:list() } } end,
--- scores = function(t) return { { "%s leads", t.seat[1] } } end,
--- odds = function(_, me) return { ("1 in %d"):format(#me:unseen()) } end
---@see view, bots

--- How well a seat is doing during the game: points so far, chips. Bots that search compare by it, and play on only to
--- the end of a deal or a hand if the score by then tells enough.
---
--- Without it the score is what the game ranks its seats by at the end, or a number in the seats' state that was the
--- final score in every game played at random. That is not enough if one round builds on another: trees bear fruit in
--- the years to come, and a bot that doesn't know what they are worth never plants any.
---@topic A game's declaration: standing
---@example state = { year = 0, seat = { fruit = 0, trees = 1 } },
--- standing = function(t, seat) return seat.fruit + seat.trees * (12 - t.year) end
---@see search, t:rank_by

--- Draws the others' secrets again: bots that search call it in each world that they imagine. It sets the state of the
--- table and of the other seats to what the seat may believe, from what that seat can know.
---
--- Cards, secrets that others were asked for, and secrets that a step rolled are drawn again without it. Without it,
--- anything kept secret for more than 60 steps is assumed to have the value it was declared with.
---@topic A game's declaration: imagine
---@example state = { seat = { luck = secret(0) } },
--- imagine = function(t, seat)
---   for other in t:seats() do
---     if other ~= seat then other.luck = t:roll "d6" end
---   end
--- end
---@see search, secret

local HOUSE_FIELDS = words.copy(fields.by_name, 1) -- of a variant
for _, name in ipairs(fields.names("game_only", true)) do HOUSE_FIELDS[name] = nil end
local NOUNS = { string = "a text", table = "{ ... }", boolean = "true or false", ["function"] = "a function" }
local INSTEAD = { seats = { 1, 32 } } -- so that nothing else seems wrong
local FACINGS = { "nobody", "owner", "everyone", "top", "gm" }
local FUNCTIONS = fields.names("type", "function")
local SECTIONS, ENTRIES = fields.names("holds", "sections"), fields.names("holds", "entries")

local NOT_A_NAME = "%s: `%s` is not a name: expected letters, digits and _"

local function is_name(key) return type(key) == "string" and key:match("^[%a_][%w_]*$") ~= nil end

-- --- the layers of a spec ---

-- What a layer does, for `show`: the spec as it was before, and then the steps of its own.
local function begin_layer(spec, layer, file, house)
  local was = { rules = words.copy(spec.rules, 2), origin = words.copy(spec.origin), order = spec.order }
  for _, what in ipairs(SECTIONS) do was[what] = words.copy(spec[what], 2) end
  for _, what in ipairs(ENTRIES) do was[what] = words.copy(spec[what], 1) end
  table.insert(spec.laid, { layer = layer, file = file, house = house, was = was, steps = {} })
end

local function add_file(spec, file)
  spec.at = file
  table.insert(spec.files, file)
  table.insert(spec.layers, file.layer)
end

-- The file of a game, which gives the spec its name.
local function add_game(spec, file)
  add_file(spec, file)
  table.insert(spec.games, file.game)
  spec.name, spec.own_layer[file.layer] = file.game, true
end

local function new_spec()
  local spec = { seats = { 1, 1 }, usual = {}, player = "player", master = "the GM", files = {}, layers = {},
    games = {}, own_layer = {}, variants = {}, laid = {}, mistakes = {}, rules = {}, profile = {}, words = {},
    steps = {}, order = {}, unused = {}, origin = {}, decks = {}, counts = {}, seat_measures = {}, ratios = {} }
  for _, what in ipairs(SECTIONS) do spec[what] = { table = {}, seat = {}, gm = {} } end
  for _, what in ipairs(ENTRIES) do spec[what] = {} end
  return spec
end

-- --- what a layer says ---

local DEEPEST, MOST_VALUES = 60, 100000

-- How many values there are in a tree of tables; more than MOST_VALUES where it has no end or is too deep.
local function count_values(value, depth)
  if type(value) ~= "table" then return 1 end
  if depth > DEEPEST then return MOST_VALUES + 1 end
  local count = 1
  for _, item in pairs(value) do
    if count > MOST_VALUES then break end
    count = count + count_values(item, depth + 1)
  end
  return count
end

-- The fields of a declaration and its steps, without what has the wrong type: the rest is looked at all the same.
local function typed(spec, decl, known, unknown)
  local said, steps = {}, {}
  for key, value in words.each(decl) do
    local field, kind = known[key], type(value)
    if not field and kind == "function" and is_name(key) then steps[key] = value
    elseif not field then complain(spec, key, unknown, key, words.suggest(key, known))
    elseif count_values(value, 1) > MOST_VALUES then
      complain(spec, key, "`%s`: it holds itself, or tables in tables more than %d deep", key, DEEPEST)
      said[key] = INSTEAD[key]
    elseif field.type ~= "any" and kind ~= field.type then
      complain(spec, key, "`%s`: expected %s, got %s", key, field.expected or NOUNS[field.type], rules.written(value))
      said[key] = INSTEAD[key]
    else said[key] = value end
  end
  return said, steps
end

-- Calls set(spec, name, value, what) for each name of which a layer says something under `what`.
local function each_name(spec, said, what, set)
  for name, value in words.each(said[what]) do
    if is_name(name) then set(spec, name, value, what) else complain(spec, what, NOT_A_NAME, what, name) end
  end
end

-- The same, but `none` takes away what lies below.
local function each_said(spec, said, what, set)
  each_name(spec, said, what, function(_, name, value)
    if value == none then spec[what][name] = nil else set(spec, name, value, what) end
  end)
end

local function set_seats(spec, seats)
  local low, high = seats[1], seats[2] or seats[1]
  if math.type(low) ~= "integer" or math.type(high) ~= "integer" or low < 1 or high < low or high > 32 then
    complain(spec, "seats", "`seats`: expected { fewest, most }, the fewest first, from 1 to 32")
    low, high = 1, 32
  end
  spec.seats = { low, high }
end

-- usual: the table that `play` opens when nothing says who sits there: how many seats, and whether people hold them all,
-- the GM's too; else the first is a person's and bots hold the others, but the GM's where the
-- rules of `gm` hold.
local function set_usual(spec, usual)
  local seats, gm = usual.seats, usual.gm
  checks.keys(spec, "usual", usual, { "seats", "who", "gm", "evening" })
  if seats and not (math.type(seats) == "integer" and seats >= spec.seats[1] and seats <= spec.seats[2]) then
    complain(spec, "usual", "usual.seats: expected a whole number from %d to %d", spec.seats[1], spec.seats[2])
  end
  if usual.who ~= nil and usual.who ~= "people" then complain(spec, "usual", "usual.who: expected \"people\"") end
  if gm ~= nil and (type(gm) ~= "table" or not spec.gm) then
    complain(spec, "usual", "usual.gm: expected rules and their values, in a game with a game master")
  end
  for _, name in ipairs(type(gm) == "table" and words.keys(gm) or {}) do
    if not spec.rules[name] then
      complain(spec, "usual", "usual.gm: there is no rule `%s`%s", name, words.suggest(name, spec.rules))
    end
  end
  spec.usual = usual
end

-- A rule: `is` says of a layer that isn't the lowest what it is; only there a value alone sets a rule.
local function set_rule(spec, name, value, is)
  local rule, is_table = spec.rules[name], type(value) == "table"
  local declares = is_table and type(value[2]) == "string"
  if not is or declares and (is.is_game or not rule) then spec.rules[name] = rules.declare(spec, name, value)
  elseif not rule then complain(spec, name, "%s has no rule `%s`%s", spec.name, name, words.suggest(name, spec.rules))
  elseif is_table and type(rule.value) ~= "table" then
    complain(spec, name, "rule `%s` exists in %s: set it with house.rules.%s = value", name, rule.origin, name)
  else
    local ok, sentence = rules.accepts(rule, value)
    if ok then rule.value, rule.origin = value, spec.at.layer else complain(spec, name, "rule %s", sentence) end
  end
end

local function set_word(spec, name, text)
  local word, entry = spec.words[name], type(text) == "table" and text or {}
  if type(entry[1]) == "string" and type(entry[2]) == "string" and is_name(name) then
    spec.words[name] = { value = entry[1], meaning = entry[2], origin = spec.at.layer }
  elseif word and type(text) == "string" then
    spec.words[name] = { value = text, meaning = word.meaning, origin = spec.at.layer }
  elseif type(text) == "string" then
    complain(spec, name, "there is no word `%s`%s", name, words.suggest(name, spec.words))
  else
    complain(spec, name, "word `%s`: expected { \"text\", \"what it is the word for\" }", name)
  end
end

--- What something declared so begins with: a secret's value.
function declare.plain(start)
  if type(start) == "table" and start.is_secret then return start.value end
  return start
end

-- The same; of a family, what one of it begins with.
local function beginning(spec, name, start)
  if type(start) == "table" and start.is_many then
    local n = start.count
    if type(n) == "string" then table.insert(spec.counts, { name, n })
    elseif math.type(n) ~= "integer" or n < 0 or n > 64 then
      complain(spec, name, "`%s`: many: expected how many, a whole number from 0 to 64, or the name of a rule", name)
    end
    start = start.what
  end
  return declare.plain(start)
end

local check = {}

function check.piles(spec, name, facing)
  facing = beginning(spec, name, facing)
  if words.index(FACINGS, facing) then return end
  complain(spec, name, "pile `%s` faces %s: expected \"nobody\", \"owner\", \"everyone\", \"top\" or \"gm\"%s", name,
    rules.show(facing), words.suggest(facing, FACINGS))
end

function check.pools(spec, name, start)
  start = beginning(spec, name, start)
  if math.type(start) == "integer" and start >= 0 or start == "mint" or spec.rules[start] then return end
  complain(spec, name, "pool `%s` starts with %s: expected an amount, the name of a rule, or \"mint\"%s", name,
    rules.show(start), words.suggest(start, spec.rules))
end

local NOT_PLAIN = { ["function"] = true, userdata = true, thread = true }

function check.state(spec, name, start)
  start = declare.plain(start)
  if start ~= none and NOT_PLAIN[type(start)] then
    complain(spec, name, "state `%s` starts as a %s: expected plain data", name, type(start))
  end
end

-- What a section says of the table, each seat or the game master.
local function add_part(spec, what, whose, from, path)
  for key, value in words.each(from) do
    if key ~= "seat" and key ~= "gm" then
      if not is_name(key) then
        complain(spec, key, NOT_A_NAME, path, key)
      else -- said once: that it is there all the same saves a mistake at each of its uses
        check[what](spec, key, value)
        spec[what][whose][key] = value
      end
    end
  end
end

local function add_section(spec, what, from)
  add_part(spec, what, "table", from, what)
  for _, whose in ipairs { "seat", "gm" } do
    local part, path = from[whose], what .. "." .. whose
    if part == nil or type(part) == "table" then add_part(spec, what, whose, part, path)
    else complain(spec, whose, "%s: expected a table", path) end
  end
end

local function set_entry(spec, name, value, what) spec[what][name] = value end

-- A measure is its meaning; what is counted by seat is in spec.seat_measures too. Ratios are in spec.ratios alone.
local function set_measure(spec, name, value)
  spec.measures[name], spec.seat_measures[name], spec.ratios[name] = nil, nil, nil
  if value == none then return end
  local entry = type(value) == "table" and value or { value }
  local ratio, text = entry.ratio, entry[1]
  local form = ratio == nil and entry.by == nil or ratio == nil and entry.by == "seat"
    or entry.by == nil and type(ratio) == "string" and ratio:find "^[%w_]+ */ *[%w_]+$"
  if not (type(text) == "string" and form) then
    complain(spec, "measures", "measure `%s`: expected %s", name, type(value) ~= "table" and 'name = "what it counts"'
      or '{ "what it counts", by = "seat" } or { "what it tells", ratio = "net / staked" }')
    text, ratio = "", nil
  end
  if ratio then spec.ratios[name] = { text, ratio }
  else spec.measures[name], spec.seat_measures[name] = text, entry.by and true end
end

-- What a layer says, laid over a spec. `is` is what variant() or game_from() made of it, nil of a game's own.
local function lay(spec, said, steps, is)
  if said.seats then set_seats(spec, said.seats) end
  for _, key in ipairs { "player", "master" } do
    local wrong = said[key] and words.wrong_name(said[key])
    if wrong then
      complain(spec, key, "`%s`: %s", key, wrong)
      said[key] = nil
    end
  end
  local has_decks = said.deck or said.decks
  if has_decks then decks.lay(spec, said) end
  each_said(spec, said, "rules", function(_, name, value) set_rule(spec, name, value, is) end)
  for name, rule in words.each(is and has_decks and spec.rules) do
    local ok, sentence = rules.accepts(rule, rule.value)
    if not ok then complain(spec, name, "rule %s, for the deck is another one", sentence) end
  end
  each_said(spec, said, "words", set_word)
  if said.usual then set_usual(spec, said.usual) end
  each_name(spec, said, "profile", function(_, name, entry)
    spec.profile[name] = rules.declare(spec, name, entry, true)
  end)
  for _, what in ipairs(SECTIONS) do if said[what] then add_section(spec, what, said[what]) end end
  each_name(spec, said, "measures", set_measure)
  for _, what in ipairs(ENTRIES) do
    if what ~= "measures" then each_said(spec, said, what, set_entry) end
  end
  for _, name in ipairs(FUNCTIONS) do spec[name] = said[name] or spec[name] end
  spec.player = said.player or spec.player
  if said.master then spec.master = "the " .. said.master end
  if said.joining ~= nil then spec.joining = said.joining end
  spec.order = words.copy(said.order or spec.order)
  for name, step in words.each(steps) do
    spec.steps[name], spec.origin[name], spec.laid[#spec.laid].steps[name] = step, spec.at.layer, step
  end
end

-- --- variants ---

-- Calls visit(list, i, name) for each step that the order names.
local function each_entry(order, visit)
  for i, entry in ipairs(order) do
    if type(entry) == "table" then each_entry(entry, visit)
    elseif type(entry) == "string" then visit(order, i, entry) end
  end
end

local function find_step(order, name)
  local list, at
  each_entry(order, function(l, i, entry) if entry == name and not at then list, at = l, i end end)
  return list, at
end

-- Changes of the order that a variant asked for: { verb, step, other }.
local edits = {
  before = function(list, i, other) table.insert(list, i, other) end,
  after = function(list, i, other) table.insert(list, i + 1, other) end,
  drop = function(list, i) table.remove(list, i) end,
}

--- The steps of an order, those of the lists in it too, as they come.
function declare.step_names(order)
  local names = {}
  each_entry(order, function(_, _, entry) names[#names + 1] = entry end)
  return names
end

--- An order in words: each list of it in a form like "{ %s }", and the step that is said in brackets.
function declare.order_text(order, form, said)
  return table.concat(words.map(order, function(entry)
    if type(entry) == "table" then return form:format(declare.order_text(entry, form, said)) end
    return entry == said and ("[%s]"):format(entry) or entry
  end), ", ")
end

local function edit_order(spec, edit)
  local verb, step, other = edit[1], edit[2], edit[3]
  local list, at = find_step(spec.order, step)
  if not at then
    local names = declare.step_names(spec.order)
    local near = words.suggest(step, names)
    complain(spec, step, "the order of %s has no step `%s`%s", spec.name, step,
      near == "" and #names > 0 and ": it has " .. words.list(names) or near)
  elseif verb == "swap" then
    local there, place = find_step(spec.order, other)
    if place then list[at], there[place] = other, step
    else complain(spec, other, "the order of %s has no step `%s`", spec.name, other) end
  else edits[verb](list, at, other) end
end

-- What variant() or game_from() made, laid over a spec.
local function lay_house(spec, house, file)
  local is, own, below = house.is_variant, words.copy(house, 1), spec.steps
  own.is_variant, own.base = nil, nil
  for name, verb in pairs(is.verbs) do if own[name] == verb then own[name] = nil end end
  begin_layer(spec, file.layer, file, house)
  is.fill(below) -- house.base is the layer below: the steps as they were before this one
  spec.steps_of_base, spec.steps = spec.steps_of_base or below, words.copy(below)
  local said, steps = typed(spec, own, HOUSE_FIELDS, "a variant has no field `%s`%s")
  lay(spec, said, steps, is)
  local placed = words.set(words.collect(is.edits, 3))
  for _, edit in ipairs(is.edits) do edit_order(spec, edit) end
  for name in pairs(steps) do
    if not below[name] and not placed[name] and not find_step(spec.order, name) then spec.unused[name] = file end
  end
end

-- --- what builds a spec ---

--- The spec of a game's own declaration.
function declare.base(decl, file)
  local spec, is_game = new_spec(), type(decl) == "table" and decl.is_game
  add_game(spec, file)
  begin_layer(spec, file.layer, file)
  decl = is_game and decl.declaration or { seats = { 1, 32 }, order = {} }
  if not is_game then complain(spec, "return", "a game script ends with `return game { ... }`") end
  local said, steps = typed(spec, decl, fields.by_name,
    "unknown field `%s`: expected a step (a function) or one of the game's fields%s")
  spec.title, spec.one_line = said.title or file.game, said.one_line or ""
  spec.laid[1].title = spec.title
  if said.gm ~= nil and type(said.gm) ~= "boolean" and said.gm ~= "open" then
    complain(spec, "gm", "`gm`: expected true or \"open\", got %s", rules.written(said.gm))
  end
  spec.gm, spec.open_gm = said.gm and true or nil, said.gm == "open"
  lay(spec, said, steps, nil)
  if decl.order == nil then
    complain(spec, "order", "the game has no `order`: expected a list of names of steps")
  end
  return spec
end

--- Lays a variant over a spec, which it changes.
function declare.layer(spec, house, file)
  add_file(spec, file)
  local is = type(house) == "table" and house.is_variant
  if not is or is.is_game then
    return complain(spec, "return", "a variant ends with `return house`, where local house = variant %q", spec.name)
  end
  if is.base ~= spec.name then
    return complain(spec, is.base, "this is a variant of %s, not of %s", is.base, spec.name)
  end
  table.insert(spec.variants, { name = file.variant, title = house.title, one_line = house.one_line })
  lay_house(spec, house, file)
end

--- Makes of the spec of a game that of one made from it: what game_from() gave, laid over it.
function declare.derive(spec, made, file)
  add_game(spec, file)
  spec.title, spec.one_line = made.title or file.game, made.one_line or ""
  lay_house(spec, made, file)
  spec.steps_of_base = nil -- what variants have below them is this game
end

local SETTINGS = { path = "--set", layer = "--set", line = 0 }

--- Applies `--set name=value`.
function declare.set(spec, name, text)
  local rule = spec.rules[name]
  spec.at = SETTINGS
  if not rule then
    return complain(spec, name, "%s has no rule `%s`%s", spec.name, name, words.suggest(name, spec.rules))
  end
  local value, sentence = rules.read(rule, text)
  if spec.laid[#spec.laid].layer ~= "--set" then begin_layer(spec, "--set") end
  if value == nil then complain(spec, name, "%s", sentence) else rule.value, rule.origin = value, "--set" end
end

-- --- what a spec tells ---

--- Is this file, "fish_out/game.lua", in the folder of the game or of one that it is made from?
function declare.is_own(spec, key) return words.index(spec.games, key:match("^(.-)/")) ~= nil end

--- The values of a spec's rules, words or fields of a profile, by name.
function declare.values(entries)
  local values = {}
  for name, entry in pairs(entries) do values[name] = entry.value end
  return values
end

--- What the game's own `check` says of these values of the rules and players, `count` of them; nil where it has nothing
--- against them. It gets copies: nothing that it does to them is a change of the game. A second value, true, says that
--- it failed.
function declare.complaint(spec, values, count, players)
  if not spec.check then return nil end
  local list = words.collect(players, function(player)
    local profile = player.profile or {}
    return { name = player.name, number = player.number,
      profile = getmetatable(profile) and profile or words.copy(profile, 1) }
  end)
  local ok, sentence = host.try(spec.check, words.copy(values, 1), count, list)
  if not ok or sentence then return tostring(sentence), not ok end
end

--- Profiles of seats from text fields; complains with sentences.
function declare.profile(spec, given, say)
  local profile = declare.values(spec.profile)
  for _, field in ipairs(given or {}) do
    local name, rule = field[1], spec.profile[field[1]]
    if not next(spec.profile) then say(("%s keeps no numbers of its %ss"):format(spec.title, spec.player))
    elseif not rule then say(("%s has no `%s`%s"):format(words.a(spec.player), name, words.suggest(name, spec.profile)))
    else
      local value, sentence = rules.read(rule, tostring(field[2]))
      if value == nil then say(sentence) else profile[name] = value end
    end
  end
  return profile
end

--- The values of a profile: "str 14, dex 12", or a table of values from a script. Complains with sentences.
function declare.read_profile(spec, given, say)
  if type(given) == "table" then
    return declare.profile(spec, words.map(given, function(value, key) return { key, value } end), say)
  end
  local players, problem = words.read_players("x: " .. given, "profile")
  if not players then say(problem) end
  return declare.profile(spec, players and players[1].fields, say)
end

return declare
