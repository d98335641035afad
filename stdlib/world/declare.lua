-- Declarations: what a game script and its variants say, checked and laid
-- over one another. Result: a spec, the one table that the table under way,
-- `show` and the monkey read.
--
-- Every mistake is collected with file, line, what was expected and the
-- nearest name; composing never stops at the first.

local words = require "world.words"
local rules = require "world.rules"
local sources = require "world.sources"
local spreadsheet = require "world.spreadsheet"

local declare = {}

--- What the game is called, what it is about in a line, and what a player is called in it.
---
--- A game script ends with `return game { ... }`; its fields are the pages of this group, and every other
--- function in it is a step or a small rule, called t:NAME(...) and replaceable by a variant.
---@topic A game's declaration: title, one_line, player
---@field title its name; the name of the folder where it is left out
---@field one_line what `croupier list` says behind the name
---@field player the word for a seat: with "fisher" there is an option --fishers beside --players
---@field master the word for the game master, where it is not "GM": "scorer" sits as "the scorer"
---@example title = "High Tide", one_line = "the highest of three takes the pot", player = "sailor"
---@see order, rules, piles

--- How many may play: the fewest and the most, 1 to 32; and whether a game master sits there too.
---
--- With `gm = true` there is a seat t.gm beside the others, with piles, pools and state of its own (declared
--- under `gm = { }`). It is asked like any seat and may see everything.
---@topic A game's declaration: seats, gm, usual
---@field seats { fewest, most }
---@field usual the table that play opens: { seats = 4 }; who = "people": people hold all seats, the GM's too; gm = { balls = "real" }: a person is the game master where rules have these values, for no bot can answer there; evening = true: with --campaign one game after another is played
---@field gm true where the game has a game master; "open" where the game master's screen stands where all can see it: nobody may `:peek`, and `:undo` there goes back to the game master's own last answer, so that no hand is opened
---@example seats = { 2, 6 }, gm = true, state = { gm = { mood = "calm" } }
---@see seat, t:each, t:seats

--- What things are called where a game, its variants and the games made from it speak of them: a name, the text, and what
--- it is the word for. Read as t.words.NAME. A variant gives another text, `house.words.pot = "the kitty"`, or declares a
--- new one as it is done here.
---@topic A game's declaration: words
---@example words = { pot = { "the pot", "the chips that are played for" } }
---@see rules, game_from

--- The piles of the table: a name and who sees the cards in it. That is all that is needed for screens, bots and
--- the log to show each seat what it may see and nothing else.
---
--- Those under `seat = { }` are there once for every seat, under `gm = { }` for the game master. A step reads them
--- as t.lake and seat.hand.
---@topic A game's declaration: piles, facing
---@field "nobody" face down: only how many there are is seen
---@field "owner" seen by its seat, as a hand is
---@field "everyone" face up
---@field "top" only the top card is seen
---@field "gm" seen by the game master alone
---@example piles = { lake = "everyone", discards = "top", seat = { hand = "owner", shown = "everyone" } }
---@see pile, pile:show, deck, view

--- Accounts of whole numbers that only move: chips, points, coins. What one pool pays another gets.
---
--- A pool starts with an amount, with the name of a rule whose value counts, or as "mint": a bank without end, and the
--- only way for chips to come into the game or leave it. secret(50) is seen by its seat and the game master alone.
---@topic A game's declaration: pools, mint
---@example rules = { stake = { 50, "chips to begin with", min = 1 } },
--- pools = { pot = 0, bank = "mint", seat = { chips = "stake" } }
---@see pool, pool:pay, secret

--- Everything else that lasts from step to step, with the value it begins with. A name that is not declared can be
--- neither read nor written, so that a slip is found.
---
--- Values are numbers, texts, true and false, cards, seats, piles, and tables of these. `none` begins empty: it reads as
--- nil, and nil written to a name empties it. secret(0) is seen by its seat and the game master alone.
---@topic A game's declaration: state, none
---@example state = { round = 1, dealer = none, seat = { points = 0, strain = secret(0) } }
---@see secret, pools

--- What `croupier sim` counts over many games, each with its meaning. A step counts with t:measure("bites").
---@topic A game's declaration: measures
---@example measures = { bites = "fish that bit" }
---@see t:measure

--- The names of the steps: the game's table of contents. Each step is a function of the declaration.
---
--- A list within the list is a round: it is repeated until one of its steps returns `done`. `again` begins the list
--- anew at once. A step that returns nothing goes on to the next; t:finish ends the game. A step is the place
--- to which undo, resume and a change of the script go back, so one trick or one turn makes a good step.
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

--- What each step is, in a sentence for the people who play: for the page that `croupier sheet` prints, and `:help STEP`.
---@topic A game's declaration: about
---@example order = { "deal", "over" },
--- about = { deal = "Everybody is dealt five cards." }, deck = "standard", piles = { seat = { hand = "owner" } },
--- deal = function(t) for seat in t:seats() do t.deck:deal(5, seat.hand) end end
---@see order

--- A page beside game.lua that says how the game is played, in Markdown, for the people who play. Its first paragraph
--- gives credit; the sections before the one called Rulings tell how to play, and `croupier sheet` prints them, but for
--- those with commands for who runs the program. At the table `:help stock` shows what they say of a word: where it is
--- set off (`**stock**`) or begins a row of a table before all. Rulings says what was settled where the source leaves it
--- open, and `croupier show` prints it. What comes after is read by nobody but you.
---@topic Around the game: RULES.md, rulings
---@example about = { over = "The highest card wins." }, order = { "over" }, over = function(t) t:finish() end
---@see files, about

--- What may be done out of turn, between two steps: accuse, retire, ask for a card more. The console offers them as
--- commands, `:accuse`.
---@topic A game's declaration: actions
---@field [1] what it does, for the list of commands
---@field step the step it runs, as t:accusation(seat)
---@field who a function of t and a seat: may this seat do it now? A text says why not. Left out: every seat may
---@field when the steps before which it is done; left out: before any
---@field moment the same in words for the people at the table; left out: the names of the steps
---@example actions = { bow = { "take a bow", step = "take_a_bow", when = { "over" }, moment = "after this hand" } },
--- take_a_bow = function(t, seat) t:say("%s bows", seat) end
---@see order

--- Says whether rules and number of seats go together: a sentence when they don't, else nothing.
---@topic A game's declaration: check
---@example rules = { dealt = { 5, "cards dealt", min = 1, max = 20 } }, deck = "standard", seats = { 2, 6 },
--- check = function(rules, seats)
---   if rules.dealt * seats > 52 then return "there are not enough cards for so many" end
--- end
---@see rules, deck

--- What `:odds` prints at the table, what `:scores` does, and how the table is drawn for a seat. All get views of the
--- table and the seat, so that they can tell no more than the seat may see, and give a list of lines.
---
--- Where a game says nothing, the table is drawn from its piles, pools and state, and the scores are those that it ranks
--- by. A line is a text, or a list of
--- a text with %s and its values, in which cards are drawn with their suits; in texts a tab lines up what follows it in
--- all lines that have one. The seat can do what a bot's `me` can.
---@topic A game's declaration: odds, scores, screen
---@example deck = "standard", piles = { seat = { hand = "owner" } },
--- screen = function(t, me) return { ("%d cards in the deck"):format(#t.deck), { "Yours: %s", me.hand:list() } } end,
--- scores = function(t) return { { "%s leads", t.seat[1] } } end,
--- odds = function(_, me) return { ("1 in %d"):format(#me:unseen()) } end
---@see view, bots

--- How well a seat stands while the game goes on: points so far, chips. Bots that search play on to the end of a deal or
--- a hand and no further where the score by then tells enough, and compare by it.
---
--- Without it the score is what the game ranks its seats by at the end, or a number of the seats that was the score of
--- each whenever a game at random ended.
---@topic A game's declaration: standing
---@example state = { seat = { points = 0, debts = 0 } },
--- standing = function(_, seat) return seat.points - seat.debts end
---@see search, t:rank_by

-- Keys of a declaration that are not steps, with the type they must have.
local KEYS = {
  title = "string", one_line = "string", player = "string", master = "string", seats = "table", gm = true,
  deck = true, decks = "table", rules = "table", profile = "table", check = "function", piles = "table",
  pools = "table", state = "table", measures = "table", order = "table", actions = "table", odds = "function",
  scores = "function",
  screen = "function", campaign = "table", usual = "table", words = "table", joining = true, about = "table",
  standing = "function",
}
local NOUNS = { string = "a text", table = "{ ... }", boolean = "true or false", ["function"] = "a function" }
local FORMS = { seats = "{ fewest, most }" }
local INSTEAD = { seats = { 1, 32 } } -- so that nothing else seems wrong
local FACINGS = { "nobody", "owner", "everyone", "top", "gm" }
local HOUSE_KEYS = { "title", "one_line", "rules", "order", "piles", "pools", "state", "measures", "actions",
  "profile", "base", "check", "odds", "scores", "screen", "seats", "campaign", "usual", "words", "about",
  "player", "master", "deck", "decks", "joining", "standing" }

-- What scripts find on the table and on a seat besides what they declare.
declare.TABLE_NAMES = { "rules", "seat", "gm", "seats", "seats_back", "say", "each", "shuffle", "roll", "random",
  "choose", "gather", "join", "once", "words", "best_seats", "rank_by", "finish", "measure", "event", "ask_all",
  "step_name",
  "where" }
declare.SEAT_NAMES = { "number", "name", "profile", "table", "ask", "say", "left", "right", "seated", "leave" }

--- Where a name stands in a source text: the line of `name =`, of `function x.name`, of "name", or 1.
function declare.line_of(source, name)
  local patterns = { "%f[%w_]" .. name .. "%s*=[^=]", "function%s+[%w_]+[.:]" .. name .. "%s*%(",
    "[\"']" .. name .. "[\"']", "%f[%w_]" .. name .. "%f[^%w_]" }
  for _, pattern in ipairs(patterns) do
    local at = source:find(pattern)
    if at then return select(2, source:sub(1, at):gsub("\n", "")) + 1 end
  end
  return 1
end

--- A mistake in a file, at the line where it has the name.
function declare.mistake(file, name, sentence)
  local line = file.text and declare.line_of(file.text, tostring(name):gsub("%W", "%%%0")) or 1
  return { file = file.path, line = line, name = name, text = sentence }
end

local function complainer(spec, file)
  return function(name, sentence)
    spec.mistakes[#spec.mistakes + 1] = declare.mistake(file, name, sentence)
  end
end

local function is_step_name(key) return type(key) == "string" and key:match("^[%a_][%w_]*$") ~= nil end

local function section(into, from, where, complain, check)
  for _, key in ipairs(words.keys(from)) do
    if key ~= "seat" and key ~= "gm" then
      if not is_step_name(key) then
        complain(key, ("%s: `%s` is not a name: expected letters, digits and _"):format(where, tostring(key)))
      else -- said once: that it is there all the same saves a mistake at each of its uses
        check(key, from[key])
        into[key] = from[key]
      end
    end
  end
end

-- piles, pools, state: for the table, and under `seat` and `gm` for those.
local function sections(spec, decl, what, complain, check)
  local from = decl[what]
  if from == nil then return end
  if type(from) ~= "table" then return complain(what, ("`%s`: expected a table"):format(what)) end
  section(spec[what].table, from, what, complain, check)
  for _, whose in ipairs { "seat", "gm" } do
    if from[whose] ~= nil then
      if type(from[whose]) == "table" then
        section(spec[what][whose], from[whose], what .. "." .. whose, complain, check)
      else complain(whose, ("%s.%s: expected a table"):format(what, whose)) end
    end
  end
end

-- What one of a family is; anything else is itself.
local function one_of_family(spec, name, what, complain)
  if type(what) ~= "table" or not what.is_many then return what end
  local n = what.count
  if type(n) == "string" then spec.counts[#spec.counts + 1] = { name, n }
  elseif math.type(n) ~= "integer" or n < 0 or n > 64 then
    complain(name, ("`%s`: many: expected how many, a whole number from 0 to 64, or the name of a rule"):format(name))
  end
  return what.what
end

local function check_pile(spec, complain)
  return function(name, facing)
    facing = one_of_family(spec, name, facing, complain)
    for _, known in ipairs(FACINGS) do if facing == known then return true end end
    complain(name, ("pile `%s` faces %s: expected \"nobody\", \"owner\", \"everyone\", \"top\" or \"gm\"%s")
      :format(name, rules.show(facing), words.suggest(facing, FACINGS)))
  end
end

local function check_pool(spec, complain)
  return function(name, start)
    start = one_of_family(spec, name, start, complain)
    if type(start) == "table" and start.is_secret then start = start.value end
    if math.type(start) == "integer" and start >= 0 or start == "mint" then return true end
    if type(start) == "string" and spec.rules[start] then return true end
    complain(name, ("pool `%s` starts with %s: expected an amount, the name of a rule, or \"mint\"%s")
      :format(name, rules.show(start), words.suggest(start, words.keys(spec.rules))))
  end
end

local PLAIN = { ["nil"] = true, boolean = true, number = true, string = true, table = true }

local function check_state(complain)
  return function(name, start)
    if type(start) == "table" and start.is_secret then start = start.value end
    if start == none or PLAIN[type(start)] then return true end
    complain(name, ("state `%s` starts as a %s: expected plain data"):format(name, type(start)))
  end
end

local function add_rules(spec, list, origin, complain)
  for _, name in ipairs(words.keys(list)) do
    spec.rules[name] = rules.declare(name, list[name], origin, spec.kind, complain)
  end
end

local function set_word(spec, name, text, origin, complain)
  local word, entry = spec.words[name], type(text) == "table" and text or nil
  if entry and type(entry[1]) == "string" and type(entry[2]) == "string" and is_step_name(name) then
    spec.words[name] = { value = entry[1], meaning = entry[2], origin = origin }
  elseif word and type(text) == "string" then
    spec.words[name] = { value = text, meaning = word.meaning, origin = origin }
  elseif type(text) == "string" then
    complain(name, ("there is no word `%s`%s"):format(name, words.suggest(name, words.keys(spec.words))))
  else
    complain(name, ("word `%s`: expected { \"text\", \"what it is the word for\" }"):format(tostring(name)))
  end
end

-- `none` takes away what lies below.
local function take_away(spec, decl, what)
  for _, name in ipairs(words.keys(decl[what])) do
    if decl[what][name] == none then spec[what][name] = nil end
  end
end

local function kept_names(list)
  local names = {}
  for _, name in ipairs(words.keys(list)) do if list[name] ~= none then names[#names + 1] = name end end
  return names
end

local function add_words(spec, list, origin, complain)
  for _, name in ipairs(kept_names(list)) do set_word(spec, name, list[name], origin, complain) end
end

local function add_sections(spec, decl, complain)
  sections(spec, decl, "piles", complain, check_pile(spec, complain))
  sections(spec, decl, "pools", complain, check_pool(spec, complain))
  sections(spec, decl, "state", complain, check_state(complain))
  for _, what in ipairs { "measures", "actions", "campaign", "about" } do
    take_away(spec, decl, what)
    for _, name in ipairs(kept_names(decl[what])) do spec[what][name] = decl[what][name] end
  end
  for _, name in ipairs(kept_names(decl.measures)) do
    if not is_step_name(name) or type(decl.measures[name]) ~= "string" then
      complain("measures", ("measure `%s`: expected name = \"what it counts\""):format(tostring(name)))
    end
  end
end

local function add_step(spec, name, step, origin)
  spec.steps[name] = step
  spec.origin[name] = origin
  spec.laid[#spec.laid].steps[name] = step
end

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

-- Can all of it be walked? A table that holds itself can't.
local function is_tree(value, key, complain)
  if count_values(value, 1) <= MOST_VALUES then return true end
  complain(key, ("`%s`: it holds itself, or tables in tables more than %d deep"):format(key, DEEPEST))
  return false
end

-- The declaration without what has the wrong type: the rest is looked at all the same.
local function typed(spec, decl, file, complain)
  local good = {}
  for _, key in ipairs(words.keys(decl)) do
    local want, value = KEYS[key], decl[key]
    if want == nil then
      if type(value) == "function" and is_step_name(key) then
        add_step(spec, key, value, file.layer)
      else
        complain(key, ("unknown field `%s`: expected a step (a function) or one of the game's fields%s")
          :format(tostring(key), words.suggest(key, words.keys(KEYS))))
      end
    elseif type(value) == "table" and not is_tree(value, key, complain) then
      good[key] = INSTEAD[key]
    elseif want ~= true and type(value) ~= want then
      complain(key, ("`%s`: expected %s, got %s"):format(key, FORMS[key] or NOUNS[want], rules.written(value)))
      good[key] = INSTEAD[key]
    else good[key] = value end
  end
  return good
end

local function check_seats(spec, decl, complain)
  local seats = decl.seats or { 1, 1 }
  local low, high = seats[1], seats[2] or seats[1]
  if math.type(low) ~= "integer" or math.type(high) ~= "integer" or low < 1 or high < low or high > 32 then
    complain("seats", "`seats`: expected { fewest, most }, from 1 to 32")
    low, high = 1, 32
  end
  spec.seats = { low, high }
end

-- usual: the table that `play` opens when nothing says who sits there: how many seats, and whether people hold them all,
-- the GM's too; else the first is a person's and bots hold the others, but the GM's where the
-- rules of `gm` hold.
local function check_usual(spec, decl, complain)
  local usual = decl.usual or {}
  local seats = usual.seats
  for _, key in ipairs(words.keys(usual)) do
    if key ~= "seats" and key ~= "who" and key ~= "gm" and key ~= "evening" then
      complain("usual", ("usual.%s: expected seats, who, gm or evening"):format(tostring(key)))
    end
  end
  if seats and not (math.type(seats) == "integer" and seats >= spec.seats[1] and seats <= spec.seats[2]) then
    complain("usual", ("usual.seats: expected a whole number from %d to %d"):format(spec.seats[1], spec.seats[2]))
  end
  if usual.who ~= nil and usual.who ~= "people" then
    complain("usual", "usual.who: expected \"people\"")
  end
  if usual.gm ~= nil and (type(usual.gm) ~= "table" or not spec.gm) then
    complain("usual", "usual.gm: expected rules and their values, in a game with a game master")
  end
  for _, name in ipairs(type(usual.gm) == "table" and words.keys(usual.gm) or {}) do
    if not spec.rules[name] then
      complain("usual", ("usual.gm: there is no rule `%s`%s"):format(tostring(name),
        words.suggest(name, words.keys(spec.rules))))
    end
  end
  spec.usual = usual
end

local function deck_kind(entry)
  if type(entry) == "table" and not entry.is_kind then return entry[1], entry end
  return entry, {}
end

local DECK_FIELDS = { "copies", "jokers", "file" }
local MOST_CARDS, MOST_FACES = 4096, 256 -- of a table

-- What stands beside the kind: fields that are known, each a number or the name of a rule.
local function check_deck(name, options, complain)
  for _, key in ipairs(words.keys(options)) do
    local least = key == "copies" and 1 or key == "jokers" and 0
    local value = options[key]
    if key ~= 1 and key ~= "file" and not least then
      complain(name, ("`%s`: a deck has no `%s`%s"):format(name, tostring(key), words.suggest(key, DECK_FIELDS)))
    elseif least and type(value) ~= "string" and not (math.type(value) == "integer" and value >= least) then
      complain(name, ("`%s`: `%s`: expected a whole number from %d, or the name of a rule"):format(name, key, least))
      options = {}
    end
  end
  return options
end

--- What a deck's `copies` or `jokers` come to: a number, or that of the rule named.
function declare.deck_count(spec, value)
  return type(value) == "string" and spec.rules[value].value or value
end

local function deck_problem(spec, deck, used)
  local kind = deck.kind
  local copies, jokers = declare.deck_count(spec, deck.copies), declare.deck_count(spec, deck.jokers)
  if math.type(copies) ~= "integer" or math.type(jokers) ~= "integer" then
    return "`copies` and `jokers` are whole numbers"
  end
  if jokers > 0 and #kind.jokers == 0 then return ("the kind %s has no joker"):format(kind.name) end
  used.faces = used.faces + #kind.faces
  if used.faces > MOST_FACES then return ("more than the %d faces that a table can have"):format(MOST_FACES) end
  local some, others = math.min(copies, MOST_CARDS + 1), math.min(jokers, MOST_CARDS + 1) -- no product overflows
  used.cards = used.cards + some * kind.size + others
  if used.cards <= MOST_CARDS then return nil end
  return ("copies = %d and jokers = %d make more than the %d cards that a table can have"):format(copies, jokers,
    MOST_CARDS)
end

--- Complains of what is wrong with the decks by the rules' values now, each at the line of its declaration.
function declare.check_decks(spec)
  local used = { cards = 0, faces = 0 }
  for _, name in ipairs(words.keys(spec.decks)) do
    local problem = deck_problem(spec, spec.decks[name], used)
    if problem then return spec.complain_of_deck(name, ("`%s`: %s"):format(name, problem)) end
  end
end

-- How many cards, piles and pools there are is settled when they are made: a rule that says it can't change during a
-- game.
local function settle_counts(spec, complain)
  local function settle(name, what, rule)
    if type(rule) == "string" and not spec.rules[rule] then
      complain(name, ("`%s`: `%s` names a rule `%s` that is not there%s"):format(name, what, rule,
        words.suggest(rule, words.keys(spec.rules))))
    elseif type(rule) == "string" then spec.rules[rule].from = "game" end
  end
  for _, name in ipairs(words.keys(spec.decks)) do
    for _, field in ipairs { "copies", "jokers" } do settle(name, field, spec.decks[name][field]) end
  end
  for _, count in ipairs(spec.counts) do settle(count[1], "many", count[2]) end
  if #spec.mistakes == 0 then declare.check_decks(spec) end
end

local SHEET = "^[%w_][%w_./-]*%.[ct]sv$"

-- The kind of a file in the game's folder; nil: what is wrong was said.
local function sheet_kind(spec, name, wanted, file, complain)
  if type(wanted) ~= "string" or not wanted:find(SHEET) then
    return complain(name, ("`%s`: file = %s: expected a .csv or .tsv file in the game's folder, like \"cards.csv\"")
      :format(name, rules.written(wanted)))
  end
  local key = file.game .. "/" .. wanted
  local text, path = sources.read(key)
  if not text then return complain(name, ("`%s`: %s"):format(name, path)) end
  local kind, mistakes = spreadsheet.read(key, path, text)
  for _, mistake in ipairs(mistakes or {}) do spec.mistakes[#spec.mistakes + 1] = mistake end
  return kind
end

-- The kind that an entry of `decks` names, and what it says besides; nil: what is wrong was said.
local function find_kind(spec, name, entry, file, complain)
  local kind, options = deck_kind(entry)
  if options.file ~= nil then return sheet_kind(spec, name, options.file, file, complain), options end
  if type(kind) == "string" then kind = declare.stock_kind(kind) end
  if type(kind) == "table" and kind.is_kind then return kind, options end
  complain(name, ("`%s`: expected the name of a deck kind, like \"standard\", or a kind { ... }%s"):format(name,
    words.suggest(deck_kind(entry), { "standard" })))
end

-- decks: name of the pile -> { kind =, copies =, jokers = }
local function add_decks(spec, decl, file, complain)
  local decks = decl.decks or { deck = decl.deck }
  spec.complain_of_deck = complain
  for _, name in ipairs(words.keys(decks)) do
    local kind, options = find_kind(spec, name, decks[name], file, complain)
    if kind then
      options = check_deck(name, options, complain)
      spec.decks[name] = { kind = kind, copies = options.copies or 1, jokers = options.jokers or 0 }
      spec.kind = spec.kind or kind
    end
  end
end

-- What a layer does, for `show`: the spec as it was before, and then the steps of its own.
local function begin_layer(spec, layer, file, house)
  local was = { rules = {}, order = spec.order, origin = {}, names = {} }
  for name, rule in pairs(spec.rules) do was.rules[name] = { value = rule.value, origin = rule.origin } end
  for name, origin in pairs(spec.origin) do was.origin[name] = origin end
  for _, what in ipairs { "piles", "pools", "state" } do
    for whose, list in pairs(spec[what]) do
      for name in pairs(list) do was.names[what .. "." .. whose .. "." .. name] = true end
    end
  end
  for _, what in ipairs { "measures", "actions", "campaign" } do
    for name in pairs(spec[what]) do was.names[what .. "." .. name] = true end
  end
  spec.laid[#spec.laid + 1] = { layer = layer, file = file, house = house, was = was, steps = {} }
end

local function new_spec(file)
  return { name = file.game, files = { file }, mistakes = {}, layers = { file.layer }, rules = {}, profile = {},
    piles = { table = {}, seat = {}, gm = {} }, pools = { table = {}, seat = {}, gm = {} },
    state = { table = {}, seat = {}, gm = {} }, measures = {}, actions = {}, campaign = {}, words = {}, steps = {},
    counts = {}, about = {},
    origin = {}, decks = {}, laid = {},
    games = { file.game }, own_layer = { [file.layer] = true } }
end

--- The spec of a game's own declaration.
function declare.base(decl, file)
  local spec = new_spec(file)
  local complain = complainer(spec, file)
  begin_layer(spec, file.layer, file)
  if type(decl) ~= "table" or not decl.is_game then
    complain("return", "a game script ends with `return game { ... }`")
    spec.seats, spec.order, spec.title, spec.one_line = { 1, 32 }, {}, file.game, ""
    spec.master = "the GM"
    spec.usual = {}
    return spec
  end
  decl = decl.declaration
  local ordered = decl.order ~= nil
  decl = typed(spec, decl, file, complain)
  spec.title, spec.one_line, spec.player = decl.title or file.game, decl.one_line or "", decl.player or "player"
  spec.master = "the " .. (decl.master or "GM")
  spec.laid[1].title = spec.title
  if decl.gm ~= nil and type(decl.gm) ~= "boolean" and decl.gm ~= "open" then
    complain("gm", ("`gm`: expected true or \"open\", got %s"):format(rules.written(decl.gm)))
  end
  spec.gm, spec.open_gm = decl.gm and true or nil, decl.gm == "open"
  spec.order, spec.check = decl.order or {}, decl.check
  spec.odds, spec.scores, spec.screen, spec.joining = decl.odds, decl.scores, decl.screen, decl.joining
  spec.standing = decl.standing
  check_seats(spec, decl, complain)
  add_decks(spec, decl, file, complain)
  add_rules(spec, decl.rules, file.layer, complain)
  add_words(spec, decl.words, file.layer, complain)
  check_usual(spec, decl, complain)
  for _, name in ipairs(words.keys(decl.profile)) do
    spec.profile[name] = rules.declare(name, decl.profile[name], file.layer, spec.kind, complain, true)
  end
  add_sections(spec, decl, complain)
  if not ordered then complain("order", "the game has no `order`: expected a list of names of steps") end
  return spec
end

local function set_rules(spec, house, file, complain)
  take_away(spec, house, "rules")
  for _, name in ipairs(kept_names(house.rules)) do
    local value, rule = house.rules[name], spec.rules[name]
    if rule and not (house.is_variant.is_game and type(value) == "table" and type(value[2]) == "string") then
      if type(value) == "table" and type(rule.value) ~= "table" then
        complain(name, ("rule `%s` exists in %s: set it with house.rules.%s = value"):format(name, rule.origin, name))
      else
        local ok, sentence = rules.accepts(rule, value)
        if ok then rule.value, rule.origin = value, file.layer else complain(name, "rule " .. sentence) end
      end
    elseif type(value) == "table" and type(value[2]) == "string" then
      spec.rules[name] = rules.declare(name, value, file.layer, spec.kind, complain)
    else
      complain(name, ("%s has no rule `%s`%s"):format(spec.name, name, words.suggest(name, words.keys(spec.rules))))
    end
  end
end

local function order_lists(order, visit)
  for i, entry in ipairs(order) do
    if type(entry) == "table" then order_lists(entry, visit) else visit(order, i, entry) end
  end
end

local function copy_order(order)
  local copy = {}
  for i, entry in ipairs(order) do copy[i] = type(entry) == "table" and copy_order(entry) or entry end
  return copy
end

-- Changes of the order that a variant asked for: { verb, step, other }.
local edits = {
  before = function(list, i, other) table.insert(list, i, other) end,
  after = function(list, i, other) table.insert(list, i + 1, other) end,
  drop = function(list, i) table.remove(list, i) end,
}

local function find_step(order, name)
  local list, at
  order_lists(order, function(l, i, entry) if entry == name and not at then list, at = l, i end end)
  return list, at
end

--- The steps of an order, those of the lists in it too, as they come.
function declare.step_names(order)
  local names = {}
  order_lists(order, function(_, _, entry) names[#names + 1] = entry end)
  return names
end

local function edit_order(spec, house, complain)
  if house.order then spec.order = copy_order(house.order) else spec.order = copy_order(spec.order or {}) end
  for _, edit in ipairs(house.is_variant.edits) do
    local list, at = find_step(spec.order, edit[2])
    if not at then
      complain(edit[2], ("the order of %s has no step `%s`%s"):format(spec.name, tostring(edit[2]),
        words.suggest(edit[2], declare.step_names(spec.order))))
    elseif edit[1] == "swap" then
      local other, place = find_step(spec.order, edit[3])
      if place then list[at], other[place] = edit[3], edit[2]
      else complain(edit[3], ("the order of %s has no step `%s`"):format(spec.name, tostring(edit[3]))) end
    else edits[edit[1]](list, at, edit[3]) end
  end
end

local function house_steps(spec, house, file, complain)
  local new = {}
  for _, name in ipairs(words.keys(house)) do
    local value = house[name]
    if type(value) == "function" and not KEYS[name] then
      if value ~= house.is_variant.verbs[name] then new[name] = value end
    elseif name ~= "is_variant" and type(name) == "string" then
      local known = false
      for _, key in ipairs(HOUSE_KEYS) do known = known or key == name end
      if not known and type(value) ~= "function" then
        complain(name, ("a variant has no field `%s`%s"):format(name, words.suggest(name, HOUSE_KEYS)))
      elseif type(KEYS[name]) == "string" and type(value) ~= KEYS[name] then
        complain(name, ("`%s`: expected %s, got %s"):format(name, NOUNS[KEYS[name]], rules.written(value)))
      end
    end
  end
  -- house.base is the layer below: the steps as they were before this one.
  house.is_variant.fill(spec.steps)
  for _, name in ipairs(words.keys(new)) do add_step(spec, name, new[name], file.layer) end
  return new
end

-- Other seats, another deck: what is one of the deck's suits or ranks is one of the new deck's.
local function change_frame(spec, house, file, complain)
  if house.seats then check_seats(spec, house, complain) end
  if not (house.deck or house.decks) then return end
  spec.decks, spec.kind = {}, nil
  add_decks(spec, house, file, complain)
  for _, rule in pairs(spec.rules) do rules.other_deck(rule, spec.kind) end
end

local function check_other_deck(spec, complain)
  for _, name in ipairs(words.keys(spec.rules)) do
    local rule = spec.rules[name]
    local ok, sentence = rules.accepts(rule, rule.value)
    if not ok then complain(name, ("rule %s, for the deck is another one"):format(sentence)) end
  end
end

-- What a layer says, laid over a spec: a variant's, or that of a game made from another.
local function lay(spec, house, file, complain)
  for _, key in ipairs(words.keys(house)) do
    if KEYS[key] and not is_tree(house[key], key, complain) then return end
  end
  begin_layer(spec, file.layer, file, house)
  change_frame(spec, house, file, complain)
  set_rules(spec, house, file, complain)
  if house.deck or house.decks then check_other_deck(spec, complain) end
  take_away(spec, house, "words")
  add_words(spec, house.words, file.layer, complain)
  add_sections(spec, house, complain)
  for _, key in ipairs { "check", "odds", "scores", "screen", "standing" } do spec[key] = house[key] or spec[key] end
  if house.joining ~= nil then spec.joining = house.joining end
  if house.usual then check_usual(spec, house, complain) end
  local old = spec.steps
  spec.steps_of_base = spec.steps_of_base or old
  spec.steps = setmetatable({}, nil)
  for name, step in pairs(old) do spec.steps[name] = step end
  local new = house_steps(spec, house, file, complain)
  edit_order(spec, house, complain)
  local used = words.set(declare.step_names(spec.order))
  for name in pairs(new) do
    if not old[name] and not used[name] then spec.unused = spec.unused or {} spec.unused[name] = file end
  end
end

local function add_file(spec, file)
  spec.files[#spec.files + 1] = file
  spec.layers[#spec.layers + 1] = file.layer
end

--- Lays a variant over a spec, which it changes.
function declare.layer(spec, house, file)
  local complain = complainer(spec, file)
  add_file(spec, file)
  local is = type(house) == "table" and house.is_variant
  if not is or is.is_game then
    return complain("return", ("a variant ends with `return house`, where local house = variant %q"):format(spec.name))
  end
  if is.base ~= spec.name then
    return complain(is.base, ("this is a variant of %s, not of %s"):format(tostring(is.base), spec.name))
  end
  spec.variants = spec.variants or {}
  spec.variants[#spec.variants + 1] = { name = file.variant, title = house.title, one_line = house.one_line }
  lay(spec, house, file, complain)
end

--- Makes of the spec of a game that of one made from it: what game_from() gave, laid over it.
function declare.derive(spec, made, file)
  add_file(spec, file)
  spec.name, spec.games[#spec.games + 1], spec.own_layer[file.layer] = file.game, file.game, true
  spec.title, spec.one_line, spec.player = made.title or file.game, made.one_line or "", made.player or spec.player
  if made.master then spec.master = "the " .. made.master end
  lay(spec, made, file, complainer(spec, file))
  spec.steps_of_base = nil -- what variants have below them is this game
end

--- Applies `--set name=value`.
function declare.set(spec, name, text)
  local rule = spec.rules[name]
  if not rule then
    spec.mistakes[#spec.mistakes + 1] = { file = "--set", line = 0, name = name,
      text = ("%s has no rule `%s`%s"):format(spec.name, name, words.suggest(name, words.keys(spec.rules))) }
    return
  end
  local value, sentence = rules.read(rule, text)
  if spec.laid[#spec.laid].layer ~= "--set" then begin_layer(spec, "--set") end
  if value == nil then
    spec.mistakes[#spec.mistakes + 1] = { file = "--set", line = 0, name = name, text = sentence }
  else rule.value, rule.origin = value, "--set" end
end

local function file_of(spec, layer)
  for _, file in ipairs(spec.files) do if file.layer == layer then return file end end
  return spec.files[1]
end

-- A variant may call a function that no layer below it has and nothing uses:
-- most often a misspelt step.
local function check_unused(spec)
  for _, name in ipairs(words.keys(spec.unused)) do
    local mentioned, file = false, spec.unused[name]
    for _, other in ipairs(spec.files) do
      local text = other.text or ""
      mentioned = mentioned or text:find("[:]once[%s(]*[\"']" .. name .. "[\"']")
        or text:find("[.:]" .. name .. "%s*%(") and not
        (other == file and select(2, text:gsub("[.:]" .. name .. "%s*%(", "")) < 2)
    end
    for _, action in pairs(spec.actions) do mentioned = mentioned or action.step == name end
    if not mentioned then
      complainer(spec, file)(name, ("%s has no step `%s`%s"):format(spec.name, name,
        words.suggest(name, words.keys(spec.steps_of_base or {}))))
    end
  end
end

local ORDER_DEEPEST, ORDER_MOST = 8, 255 -- as host/table/table.h has them

-- How many entries the list has, with those of the lists in it.
local function check_order(spec, list, complain, depth)
  local count = #list
  if depth > ORDER_DEEPEST then
    complain("order", ("the order has lists in lists more than %d deep"):format(ORDER_DEEPEST))
    return count
  end
  if count == 0 and depth > 1 then complain("order", "a list of the order is empty: expected the names of steps") end
  for _, entry in ipairs(list) do
    if type(entry) == "table" then count = count + check_order(spec, entry, complain, depth + 1)
    elseif type(entry) == "function" then
      complain("order", "the order holds a function: expected the names of steps, like \"deal\"")
    elseif type(entry) ~= "string" or not spec.steps[entry] then
      complain(entry, ("the order names a step `%s` that is not there%s"):format(tostring(entry),
        words.suggest(entry, words.keys(spec.steps))))
    end
  end
  if count > ORDER_MOST and depth == 1 then
    complain("order", ("the order has %d steps and lists: expected at most %d"):format(count, ORDER_MOST))
  end
  return count
end

local function check_names(spec, whose, taken, complain)
  local seen = {}
  for _, name in ipairs(taken) do seen[name] = "there already for every game" end
  local function claim(name, what)
    if seen[name] then complain(name, ("`%s` is %s and %s: expected another name"):format(name, what, seen[name])) end
    seen[name] = what
  end
  if whose == "table" then
    for _, name in ipairs(words.keys(spec.steps)) do claim(name, "a step") end
    for _, name in ipairs(words.keys(spec.decks)) do claim(name, "a deck") end
  end
  for _, what in ipairs { "piles", "pools", "state" } do
    for _, name in ipairs(words.keys(spec[what][whose])) do claim(name, "one of the " .. what) end
  end
end

-- When an action may be done, and the words for it. `path` is that of the table that says so.
local function check_when(spec, name, path, action, complain)
  local when, moment = action.when, action.moment
  if when ~= nil and type(when) ~= "table" then complain(name, path .. ".when: expected a list of steps") end
  for _, step in ipairs(type(when) == "table" and when or {}) do
    if not spec.steps[step] then
      complain(name, ("%s.when: there is no step `%s`%s"):format(path, tostring(step),
        words.suggest(step, words.keys(spec.steps))))
    end
  end
  if moment ~= nil and type(moment) ~= "string" then
    complain(name, path .. ".moment: expected a text, like \"before the next hand\"")
  end
end

local function check_actions(spec, complain)
  for _, name in ipairs(words.keys(spec.actions)) do
    local action = spec.actions[name]
    if type(action) ~= "table" or type(action[1]) ~= "string" or type(action.step) ~= "string" then
      complain(name, ("action `%s`: expected { \"what it does\", step = \"name\" }"):format(name))
    else
      if not spec.steps[action.step] then
        complain(name, ("action `%s` runs a step `%s` that is not there%s"):format(name, action.step,
          words.suggest(action.step, words.keys(spec.steps))))
      end
      check_when(spec, name, "actions." .. name, action, complain)
    end
  end
end

-- joining: true, a function that says who may, or { who =, when = }; made the last of these, or false.
local function check_joining(spec, complain)
  local joining = spec.joining
  if joining == true then spec.joining = {}
  elseif type(joining) == "function" then spec.joining = { who = joining }
  elseif not joining or joining == none then spec.joining = false
  elseif type(joining) ~= "table" then
    complain("joining", "`joining`: expected true, a function of t and a seat, or { who = function, when = { steps } }")
    spec.joining = false
  end
  if not spec.joining then return end
  for _, key in ipairs(words.keys(spec.joining)) do
    if key ~= "who" and key ~= "when" and key ~= "moment" then
      complain("joining", ("joining.%s: expected who, when or moment"):format(tostring(key)))
    end
  end
  local who = spec.joining.who
  if who ~= nil and type(who) ~= "function" then complain("joining", "joining.who: expected a function") end
  check_when(spec, "joining", "joining", spec.joining, complain)
  for _, name in ipairs { "join", "leave" } do
    if spec.actions[name] then
      complain(name, ("action `%s`: every game with `joining` has one: expected another name"):format(name))
    end
  end
end

local function check_campaign(spec, complain)
  for _, name in ipairs(words.keys(spec.campaign)) do
    if type(spec.campaign[name]) ~= "function" or not spec.profile[name] then
      complain(name, ("campaign.%s: expected a function for a field of the profile%s"):format(name,
        words.suggest(name, words.keys(spec.profile))))
    end
  end
end

local function check_about(spec, complain)
  for _, name in ipairs(words.keys(spec.about)) do
    if type(spec.about[name]) ~= "string" or not spec.steps[name] then
      complain(name, ("about.%s: expected a step and a sentence that says what it is%s"):format(name,
        words.suggest(name, words.keys(spec.steps))))
    end
  end
end

--- The last look at a spec, when all its layers are on: names, order, actions.
function declare.finish(spec)
  local complain = complainer(spec, file_of(spec, spec.name))
  check_order(spec, spec.order or {}, function(name, sentence)
    complainer(spec, spec.order_file or file_of(spec, spec.layers[#spec.layers]))(name, sentence)
  end, 1)
  check_unused(spec)
  settle_counts(spec, complain)
  check_joining(spec, complain)
  check_actions(spec, complain)
  check_campaign(spec, complain)
  check_about(spec, complain)
  check_names(spec, "table", declare.TABLE_NAMES, complain)
  check_names(spec, "seat", declare.SEAT_NAMES, complain)
  check_names(spec, "gm", declare.SEAT_NAMES, complain)
  return spec
end

--- Is this file, "fish_out/game.lua", in the folder of the game or of one that it is made from?
function declare.is_own(spec, key)
  for _, name in ipairs(spec.games) do if key:sub(1, #name + 1) == name .. "/" then return true end end
  return false
end

--- The values of a spec's rules, by name.
function declare.values(spec)
  local values = {}
  for name, rule in pairs(spec.rules) do values[name] = rule.value end
  return values
end

local function fields_of(list)
  local copy = {}
  for name, value in pairs(list) do copy[name] = value end
  return copy
end

--- What the game's own `check` says of these values of the rules and players, `count` of them; nil where it has nothing
--- against them. It gets copies: nothing that it does to them is a change of the game. A second value, true, says that
--- it failed.
function declare.complaint(spec, values, count, players)
  if not spec.check then return nil end
  local list = {}
  for i, player in ipairs(players) do
    local profile = player.profile or {}
    list[i] = { name = player.name, number = player.number,
      profile = getmetatable(profile) and profile or fields_of(profile) }
  end
  local ok, sentence = host.try(spec.check, fields_of(values), count, list)
  if not ok or sentence then return tostring(sentence), not ok end
end

--- Profiles of seats from text fields; complains with sentences.
function declare.profile(spec, fields, complain)
  local profile = {}
  for name, entry in pairs(spec.profile) do profile[name] = entry.value end
  for _, field in ipairs(fields or {}) do
    local rule = spec.profile[field[1]]
    if not rule then
      complain(("a %s has no `%s`%s"):format(spec.player, field[1], words.suggest(field[1], words.keys(spec.profile))))
    else
      local value, sentence = rules.read(rule, tostring(field[2]))
      if value == nil then complain(sentence) else profile[field[1]] = value end
    end
  end
  return profile
end

return declare
