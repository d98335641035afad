-- The fields of a game's declaration, a row each. Whatever treats them one by one reads this table: what is accepted and
-- laid over a spec (declare), what a change of the scripts is called (changes), `show --diff`, `check`, the stubs for
-- editors. Pages of help on fields that no other module owns are here too.
--
--   [1], type   its name; the type of its value, "any" where more than one is possible
--   holds       "sections": names of the table, and under `seat` and `gm` of a seat and the game master; "entries": names
--               with a value each, which a variant adds to or takes away with `none`
--   whole       true: `show --diff` says that a variant has its own, and where
--   one         what `show --diff` calls one name of those
--   takes       what a function gets, as kinds of check/kinds: { "table", "seat" }
--   expected    what is expected of a value of another type, if that isn't the type's usual noun
--   game_only   true: a variant can't have it
--   or_step     true: a function of that name is a step, as it was before there was such a field
--   changed     what a change of it is called, if its parts aren't compared one by one
--   spec        the fields of a spec that it is read into, its own name if left out
--   editor      its type as the Lua language server writes it

local lists = require "shared.lists"

local fields = {}

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
---@topic A game's declaration: seats, gm, game master, usual
---@field seats { fewest, most }
---@field usual the table that `croupier play` opens: { seats = 4 }; who = "people": people hold all seats, the GM's too; gm = { balls = "real" }: a person is the game master when rules have these values, because no bot can answer then; evening = true: with --campaign one game after another is played
---@field gm true if the game has a game master; "open" if everybody can see the game master's screen: nobody may `:peek`, and `:undo` goes back to the game master's own last answer, so that no hand is revealed
---@example seats = { 2, 6 }, gm = true, state = { gm = { mood = "calm" } }
---@see seat, t:each, t:seats

--- What a game, its variants and the games made from it call things: a name, the text, and what it is the word for.
--- Read as t.words.NAME; in the meaning of a rule or a measure, `{NAME}` stands for it, too. A variant gives
--- another text, `house.words.pot = "the kitty"`, or declares a new word in the same way as here. A pile or pool of
--- the table (the deck is one) is called by the word of its own name, if there is one.
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
--- as nil, and writing nil to a name empties it. secret(0) is seen only by its seat and the game master; internal(0) is
--- left out of the table as it is drawn without a `screen`.
---@topic A game's declaration: state, none
---@example state = { round = 1, dealer = none, seat = { points = 0, strain = secret(0) } }
---@see secret, internal, pools

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

--- Steps from other files: a list of modules, as `require` gives them. Every function in them becomes a step under its
--- own name, so that a long game can be told in several files.
---
--- Such a module has nothing but functions. A function of the declaration itself takes the place of a module's of the
--- same name; two modules that both have it are a mistake otherwise. A house rule may use it too:
--- `house.steps = { night }`.
---@topic A game's declaration: steps
---@example order = { "deal", "over" },
--- steps = { { deal = function(t) t:say "Cards for all" end }, { over = function(t) t:finish() end } }
---@see order, require, house

--- What each step does, in a sentence for the players: for the page that `croupier sheet` prints, and for `:help STEP`.
--- A step without a sentence is left off the page: give none to those that only the script needs.
---@topic A game's declaration: about
---@example order = { "deal", "over" },
--- about = { deal = "Everybody is dealt five cards." }, deck = "standard", piles = { seat = { hand = "owner" } },
--- deal = function(t) for seat in t:seats() do t.deck:deal(5, seat.hand) end end
---@see order

--- A page beside game.lua that says how the game is played, for the players, in Markdown (CommonMark, and tables of
--- lines that begin with `|`). HTML in it is shown as it was typed, and pictures are left out. Its first paragraph gives
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
--- tab in a text lines up what follows it in all lines that have one. A line of a seat begins with two spaces, its name
--- and a tab, a colon or two spaces: whose turn it is and who is ahead are marked there, and what a number has gained or
--- lost. The seat can do what a bot's `me` can. On the large screen of a table with phones, and where all may look at
--- the console, `screen` gets no seat (nil) and shows what everybody may see.
---@topic A game's declaration: odds, scores, screen
---@example deck = "standard", piles = { seat = { hand = "owner" } },
--- screen = function(t, me) return { ("%d cards in the deck"):format(#t.deck), me and { "Yours: %s", me.hand:list() } } end,
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

local OF_SEAT = { "table", "seat" }
local LINES = "fun(t: t, seat: seat): (string|any[])[]"

fields.rows = {
  { "title", type = "string", changed = "the title", editor = "string" },
  { "one_line", type = "string", changed = "the line below the title", editor = "string" },
  { "player", type = "string", whole = true, changed = "the word for a player", editor = "string" },
  { "master", type = "string", whole = true, changed = "the word for the game master", editor = "string" },
  { "seats", type = "table", whole = true, expected = "{ fewest, most }", changed = "the seats", editor = "integer[]" },
  { "gm", type = "any", game_only = true, changed = "the game master's seat", spec = { "gm", "open_gm" },
    editor = 'boolean|"open"' },
  { "usual", type = "table", whole = true, changed = "the usual seats", editor = "table" },
  { "deck", type = "any", whole = true, changed = "the deck", spec = {}, editor = "string|table" },
  { "decks", type = "table", whole = true, changed = "the deck", editor = "table<string, string|table>" },
  { "rules", type = "table", editor = "rules|table<string, any>" },
  { "profile", type = "table", whole = true, changed = "the profile", editor = "table<string, table>" },
  { "check", type = "function", takes = { "rules", "number" }, changed = "the check",
    editor = "fun(rules: rules, seats: integer): string|nil" },
  { "words", type = "table", editor = "table<string, string|table>" },
  { "piles", type = "table", holds = "sections", one = "pile", changed = "the piles", editor = "table" },
  { "pools", type = "table", holds = "sections", one = "pool", changed = "the pools", editor = "table" },
  { "state", type = "table", holds = "sections", one = "state", changed = "the state",
    editor = "table<string, any>" },
  { "measures", type = "table", holds = "entries", one = "measure", changed = "the measures",
    spec = { "measures", "seat_measures", "ratios" }, editor = "table<string, string|table>" },
  { "order", type = "table", editor = "any[]" },
  { "steps", type = "table", or_step = true, spec = {}, editor = "table[]" },
  { "about", type = "table", holds = "entries", one = "about", changed = "the descriptions of the steps",
    editor = "table<string, string>" },
  { "actions", type = "table", holds = "entries", one = "action", changed = "the actions",
    editor = "table<string, table>" },
  { "joining", type = "any", whole = true, takes = OF_SEAT, changed = "who may join",
    editor = "boolean|table|fun(t: t, seat: seat|nil): any" },
  { "odds", type = "function", takes = OF_SEAT, changed = "the odds", editor = LINES },
  { "scores", type = "function", takes = OF_SEAT, changed = "the scores", editor = LINES },
  { "screen", type = "function", takes = OF_SEAT, changed = "the screen", editor = LINES },
  { "standing", type = "function", takes = OF_SEAT, changed = "the standing",
    editor = "fun(t: t, seat: seat): number" },
  { "imagine", type = "function", takes = OF_SEAT, changed = "`imagine`", editor = "fun(t: t, seat: seat)" },
  { "campaign", type = "table", holds = "entries", one = "campaign", changed = "the campaign",
    editor = "table<string, fun(t: t, seat: seat): any>" },
}

fields.by_name = {}
for _, row in ipairs(fields.rows) do fields.by_name[row[1]] = row end

--- The names of all fields; or of those of which a row has this value under a key.
function fields.names(key, value)
  return lists.collect(fields.rows, function(row) return (not key or row[key] == value) and row[1] or nil end)
end

return fields
