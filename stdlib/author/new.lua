-- The scripts that `croupier new` writes: what a person finds on opening the
-- first file of a game or of a house rule. They run as they are, and stay
-- short: a remark says what to change, `croupier help` says the rest.
--
-- Their texts are stdlib/templates/*.lua.in. Nothing is written here: the
-- command gets a list of { path =, text = }, the path within the folder of the
-- game.

local decks = require "script.declared_decks"
local disk = require "host.disk"
local english = require "shared.english"
local lists = require "shared.lists"
local load = require "script.load"
local rules = require "script.rules"
local folders = require "shared.folders"
local sources = require "script.sources"
local spreadsheet = require "script.spreadsheet"
local specs = require "script.specs"

local new = {}

local NAME_LONG, TITLE_LONG = 40, 60
local RESERVED = { stdlib = true, decks = true, core = true, test = true }

-- --- names ---

-- A sentence when this can't be the name of a folder or file of scripts.
local function bad_name(name)
  if RESERVED[name] then return ("`%s` is reserved by croupier: expected another name"):format(name) end
  if name:match("^%l[%l%d_]*$") and #name <= NAME_LONG then return nil end
  local like = name:lower():gsub("%.lua$", ""):gsub("[^%w_]+", "_"):gsub("^[_%d]+", ""):gsub("_+$", "")
  return ("`%s` can't be the name of a script: expected lowercase letters, digits and _, at most %d, like `%s`")
    :format(name, NAME_LONG, like ~= "" and like:sub(1, NAME_LONG) or "high_tide")
end

local function title_of(name) return (english.spoken(name):gsub("^%l", string.upper)) end

local function class_of(name)
  return "Test" .. name:gsub("_*(%w)(%w*)", function(first, rest) return first:upper() .. rest end):gsub("_", "")
end

-- --- what may be asked for ---

local SEATS = "`%s` is not a number of seats: expected a number or a range from 1 to 32, like 4 or 2-6"

local function read_seats(text)
  local low, high = text:match("^%s*(%d+)%s*[-,%s][^%d]*(%d+)%s*$")
  low = math.tointeger(tonumber(low or text:match("^%s*(%d+)%s*$")))
  high = high and math.tointeger(tonumber(high)) or low
  if not low or low < 1 or high < low or high > 32 then return nil, SEATS:format(text) end
  return { low, high }
end

-- Each deck: how many cards it has, and how it is written down.
local DECKS = {
  standard = { 52, '"standard"' },
  jokers = { 54, '{ "standard", jokers = 2 }' },
  own = { 36, "cards" },
}

local function read_deck(text)
  if DECKS[text] or text:lower():find("%.[ct]sv$") then return text end
  return nil, ("no deck `%s`%s"):format(text, english.suggest(text, DECKS,
    ": expected standard, jokers (standard with two jokers), own (cards you invent) or a spreadsheet, like cards.csv"))
end

local function read_word(text)
  if text:match("^%l[%l_]*$") and #text <= 20 then return text end
  return nil, ("`%s`: expected one lowercase word for a player, like `angler`"):format(text)
end

local function read_text(text)
  if #text <= TITLE_LONG and not disk.unsafe(text) then return text end
  return nil, ("expected a line of at most %d bytes"):format(TITLE_LONG)
end

-- "ante=5" for a rule of this game.
local function read_set(text, spec)
  local name, value = text:match("^%s*([%w_]+)%s*=%s*(.-)%s*$")
  if not name then return nil, ("`%s`: expected a rule and its value, like `ante=5`"):format(text) end
  local rule = spec.rules[name]
  if not rule then
    return nil, ("%s has no rule `%s`%s"):format(spec.name, name,
      english.suggest(name, spec.rules, (": `croupier show %s` lists its rules"):format(spec.name)))
  end
  local read, sentence = rules.read(rule, value)
  if read == nil then return nil, sentence end
  return { rule = rule, value = read }
end

local READ = { title = read_text, line = read_text, seats = read_seats, deck = read_deck, player = read_word,
  set = read_set }

--- What is wrong with a value for `what`, as a sentence; nil when nothing is.
function new.wrong(what, text, base)
  local spec = what == "set" and load.game(base, { look = true }) or nil
  local value, sentence = READ[what](text, spec)
  if value == nil then return sentence end
end

-- --- texts ---

-- A template with its $NAMES filled in.
local function fill(name, values)
  return (sources.template(name .. ".in"):gsub("%$(%u+)", values))
end

-- A value as a script writes it.
local function written(value)
  return type(value) == "string" and ("%q"):format(value):gsub("\n", "n") or tostring(value) -- on one line
end

-- --- games ---

-- What a card of a spreadsheet is worth: the first column of numbers, `value` before all others, else its place.
local function sheet_worth(kind)
  local best, some
  for _, name in ipairs(kind.fields) do
    local values = lists.map(kind.faces, function(face) return face[name] end)
    if type(values[1]) == "number" and (not best or name == "value") then best, some = name, #values < #kind.faces end
  end
  if not best then return "card.index" end
  return "card." .. best .. (some and " or 0" or "")
end

local function sheet_values(values, kind)
  local lines = { "The columns of the spreadsheet:" }
  english.wrap(lines, "  ", "card." .. table.concat(kind.fields, ", card."), 110)
  values.WORTH = sheet_worth(kind)
  values.REMARK = "  -- " .. table.concat(lines, "\n  --") .. "\n"
  if lists.index(kind.fields, "text") then
    values.TEXT = '      if cards[seat].text then t:say("  %s", cards[seat].text) end\n'
  end
end

local SHEET = "cards"

-- The pictures and icons that the cards name, the path of each by its name, and what is wrong with others, as sentences.
local function pictures_of(kind, path)
  local paths, mistakes = {}, {}
  local deck = { kind = kind, beside = path:match "^.*/" or "" }
  for _, face in ipairs(kind.faces) do
    for _, named in ipairs(decks.named(deck, face)) do
      if named.path then paths[named.name] = named.path end
      if named.wrong then table.insert(mistakes, ("%s:%d: %s"):format(path, named.line, named.wrong)) end
    end
  end
  return paths, lists.distinct(mistakes)
end

-- The file of the cards: { path =, text = }, and its kind; nil, nil and the mistakes as lines where they are none.
local function read_sheet(deck, text)
  local file = SHEET .. deck:lower():match("%.%w+$")
  local kind, mistakes = spreadsheet.read(file, deck, text)
  if not kind then return nil, nil, load.lines(mistakes) end
  return { path = file, text = text }, kind
end

--- What is wrong with a spreadsheet of cards, for as few players as `seats` allows, as lines; nil when nothing is.
function new.wrong_sheet(deck, text, seats)
  local _, kind, wrong = read_sheet(deck, text)
  local fewest = read_seats(seats)[1]
  if not kind or kind.size >= fewest then return wrong end
  return ("%s has %s, too few for %d players: expected fewer --seats, or a higher `count`"):format(deck,
    english.count(kind.size, "card"), fewest)
end

local function game_values(given, name, title)
  local seats = read_seats(given.seats)
  local values = { GAME = given.game, TITLE = title, QUOTED = written(title), PLAYER = given.player,
    LOW = tostring(seats[1]), CLASS = class_of(name), FOLDER = given.folder,
    WORTH = "card.value", REMARK = "", TEXT = "" }
  local deck, file = DECKS[given.deck], nil
  if given.sheet then
    local kind
    file, kind = read_sheet(given.deck, given.sheet)
    sheet_values(values, kind)
    file.pictures, file.mistakes = pictures_of(kind, given.deck)
    deck = { kind.size, ('{ file = "%s" }'):format(file.path) }
  end
  local high = math.min(seats[2], deck[1])
  local dealt = math.min(3, deck[1] // high)
  values.DECK, values.HIGH, values.DEALT = deck[2], tostring(high), tostring(dealt)
  values.OWN = given.deck == "own" and fill("cards.lua", values) or ""
  local few = (dealt < 3 or high < seats[2]) and ("The deck has %s, enough for %s with %s each.\n"):format(
    english.count(deck[1], "card"), english.count(high, given.player), english.count(dealt, "card"))
  return values, file, few or ""
end

--- The files of a new game. given: name, title (may be ""), seats, deck, player, folder, `game`, how it is called, and
--- `sheet`, the text of the file where the deck is a spreadsheet. Second: a line about a deck of few cards, or "".
function new.game(given)
  local title = given.title ~= "" and given.title or title_of(given.name)
  local values, file, few = game_values(given, given.name, title)
  local list = lists.map({ "game.lua", "bots.lua", "test.lua" }, function(name)
    return { path = name, text = fill(name, values) }
  end)
  list[#list + 1] = file
  return list, few
end

--- Why there can be no new game of this name; nil when there can.
function new.no_game(name)
  local sentence = bad_name(name)
  if sentence then return sentence end
  if not lists.index(folders.games(), name) then return nil end
  return ("a game `%s` already exists: expected another name; to make a house rule for it, use " ..
    "`croupier new variant %s NAME`"):format(name, name)
end

-- --- variants ---

-- The lines of the variant that set rules: those asked for, or two of the game's as remarks.
local function set_lines(spec, sets)
  local remark = #sets == 0 and "-- " or ""
  for _, rule in pairs(#sets == 0 and spec.rules or {}) do
    if rule.kind ~= "table" and #sets < 2 then sets[#sets + 1] = { rule = rule, value = rule.value } end
  end
  local lines = lists.map(sets, function(set)
    local meaning = set.rule.meaning:gsub("%s+", " ") -- a second line of it would be script
    return ("%shouse.rules.%s = %s -- %s\n"):format(remark, set.rule.name, written(set.value), meaning)
  end)
  return #lines > 0 and table.concat(lines) or "-- (it has none)\n"
end

--- The files of a new variant. given: base (the game's name), game (as named), name, title and line (may be ""), sets (a list),
--- file (the test's path).
function new.variant(given)
  local spec = load.game(given.base, { look = true })
  local sets = lists.map(given.sets, function(text) return (read_set(text, spec)) end)
  local title = given.title ~= "" and given.title or title_of(given.name)
  local line = given.line ~= "" and given.line or "describe here what is different"
  local asserts = table.concat(lists.map(sets, function(set)
    return ("  lu.assertEquals(g.t.rules.%s, %s)\n"):format(set.rule.name, written(set.value))
  end))
  local values = { BASE = given.base, GAME = given.game, NAME = given.name, TITLE = title, QUOTED = written(title),
    LINE = line, LINEQUOTED = written(line), CLASS = class_of(given.name), FILE = given.file,
    STEP = specs.step_names(spec.order)[1] or "deal", ASSERTS = asserts, SETS = set_lines(spec, sets) }
  return { { path = "house/" .. given.name .. ".lua", text = fill("variant.lua", values) },
    { path = "test_" .. given.name .. ".lua", text = fill("variant_test.lua", values) } }
end

local function no_base(base, mistakes)
  for _, game in ipairs(folders.games()) do
    if lists.index(sources.variants(game), base) then
      return ("`%s` is itself a variant of %s, and a variant changes a game: `croupier new variant %s NAME`; " ..
        "at the table, use both: `croupier play %s+%s+NAME`"):format(base, game, game, game, base)
    end
  end
  return load.lines(mistakes)
end

--- Why there can be no variant `name` of the game `base`; nil when there can.
function new.no_variant(base, name)
  local spec, mistakes = load.game(base, { look = true })
  if not spec then return no_base(base, mistakes) end
  local sentence = bad_name(name)
  if sentence then return sentence end
  if name == base then return ("`%s` is the game itself: expected another name"):format(name) end
  if lists.index(sources.variants(base), name) then
    return ("%s already has a variant `%s`: expected another name"):format(base, name)
  end
end

return new
