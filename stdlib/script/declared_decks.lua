-- The decks that a game declares: their kinds, copies and jokers, and whether there is room for them at a table.

local disk = require "host.disk"
local kinds = require "script.kinds"
local english = require "shared.english"
local lists = require "shared.lists"
local picture = require "shared.picture"
local mistakes = require "script.mistakes"
local rules = require "script.rules"
local sources = require "script.sources"
local spreadsheet = require "script.spreadsheet"

local decks = {}

local complain = mistakes.add

local LEAST = { copies = 1, jokers = 0 }
local FIELDS = { "copies", "jokers", "file" }
local MOST_CARDS, MOST_FACES = 4096, 256 -- of a table
local CHAIRS = 32 -- of a game in which seats come and go
local PICTURES = lists.set "png jpg jpeg svg"
local UNMARKED = lists.set "name long symbol suit rank color picture" -- columns in which {x} is no icon
local SHEET = "^[%w_][%w_./-]*%.[ct]sv$"

-- The kind in a file of the game's folder; nil after a complaint.
local function sheet_kind(spec, name, wanted)
  if type(wanted) ~= "string" or not wanted:find(SHEET) then
    return complain(spec, name,
      "`%s`: file = %s: expected a .csv or .tsv file in the game's folder, like \"cards.csv\"", name,
      rules.written(wanted))
  end
  local key = spec.at.game .. "/" .. wanted
  local text, path = sources.read(key)
  if not text then
    return complain(spec, name, "`%s`: %s", name, (path:gsub(": split it into modules$", spreadsheet.SHORTER)))
  end
  local kind, wrong = spreadsheet.read(key, path, text)
  for _, mistake in ipairs(wrong or {}) do table.insert(spec.mistakes, mistake) end
  return kind
end

-- The kind that an entry of `decks` names; nil after a complaint.
local function find_kind(spec, name, wanted, file)
  if file ~= nil then return sheet_kind(spec, name, file) end
  local kind = type(wanted) == "string" and decks.stock_kind(wanted) or wanted
  if kinds.is_kind(kind) then return kind end
  complain(spec, name, "`%s`: expected the name of a deck kind, like \"standard\", or a kind { ... }%s", name,
    english.suggest(wanted, { "standard" }))
end

-- The other fields of an entry: checks that they are known, and that each is a number or the name of a rule.
local function check_options(spec, name, options)
  for key, value in lists.each(options) do
    local least = LEAST[key]
    if not least and key ~= 1 and key ~= "file" then
      complain(spec, name, "`%s`: a deck has no `%s`%s", name, key, english.suggest(key, FIELDS))
    elseif least and type(value) ~= "string" and not (math.type(value) == "integer" and value >= least) then
      complain(spec, name, "`%s`: `%s`: expected a whole number from %d, or the name of a rule", name, key, least)
      return {}
    end
  end
  return options
end

-- Adds a deck of the table (of: nil) or of each seat ("seat"), which is a pile of the seat as well.
local function add_deck(spec, name, entry, of)
  local options = type(entry) == "table" and not entry.is_kind and entry or { entry }
  local kind = find_kind(spec, name, options[1], options.file)
  if not kind then return end
  options = check_options(spec, name, options)
  if spec.decks[name] then
    return complain(spec, name, "`%s` is a deck of the table and a deck of each seat: expected another name", name)
  end
  local folder = spec.at.game .. "/" .. (type(options.file) == "string" and options.file:match "^(.*)/[^/]*$" or "")
  spec.decks[name] = { kind = kind, copies = options.copies or 1, jokers = options.jokers or 0, of = of,
    folder = folder:gsub("/$", "") }
  spec.kind = spec.kind or kind
  if of then spec.piles[of][name] = "nobody" end
end

--- Lays the decks of a declaration over a spec's: by the name of the pile { kind =, copies =, jokers =, of = "seat" or nil }.
--- Rules for suits, ranks and cards then take those of the new deck.
function decks.lay(spec, said)
  for name in pairs(decks.of(spec, "seat")) do spec.piles.seat[name] = nil end
  spec.decks, spec.kind, spec.deck_file = {}, nil, spec.at
  local all = said.decks or { deck = said.deck }
  for name, entry in lists.each(all) do if name ~= "seat" then add_deck(spec, name, entry, nil) end end
  if all.seat ~= nil and (type(all.seat) ~= "table" or all.seat.is_kind or all.seat[1] ~= nil) then
    complain(spec, "seat", "decks.seat: expected a deck with a name, like { draw = \"standard\" }")
  else
    for name, entry in lists.each(all.seat) do add_deck(spec, name, entry, "seat") end
  end
  for _, rule in pairs(spec.rules) do rules.other_deck(rule, spec.kind) end
end

--- The decks of the table ("table") or of each seat ("seat"), by name.
function decks.of(spec, whose)
  local list = {}
  for name, deck in pairs(spec.decks) do if (deck.of or "table") == whose then list[name] = deck end end
  return list
end

--- The number that a deck's `copies` or `jokers` stand for: itself, or the value of the rule of that name.
function decks.count(spec, value) return type(value) == "string" and spec.rules[value].value or value end

--- The faces of which a deck has any, as { face, how many }.
function decks.faces(spec, deck)
  local kind = deck.kind
  local copies, jokers = decks.count(spec, deck.copies), decks.count(spec, deck.jokers)
  local suited = #kind.faces - #kind.jokers -- the jokers come last
  return lists.collect(kind.faces, function(face, i)
    local count = copies * (kind.counts and kind.counts[i] or 1)
    if i > suited then count = (jokers + #kind.jokers - (i - suited)) // #kind.jokers end
    return count > 0 and { face, count } or nil
  end)
end

--- How many bytes a file has.
function decks.bytes(path) return tonumber(disk.stamp(path):match " (%d+)") end

-- Why a file can't be a card's picture; nil when it can.
local function picture_mistake(path)
  local size = decks.bytes(path)
  if size > picture.MOST then
    return ("it has %.1f MB, the most is 4 MB: save it smaller (800 pixels wide is plenty)"):format(
      math.ceil(10 * size / (1 << 20)) / 10)
  end
  local head = disk.text(path)
  if not head then return nil end -- longer than a script: `croupier cards` reads it
  return not picture.type(head) and "it is not a picture: expected PNG, JPEG or SVG" or nil
end

local function beside(deck) return deck.kind.rows and "the spreadsheet" or "game.lua" end

--- The path of a picture that is named beside a deck's file or its script; nil, and a sentence where it can't be had, and
--- whether there is none. Nil alone for what isn't the name of a picture. deck: { kind =, folder = as a key }, or, of a
--- file outside of games, { kind =, beside = "a/path/" }.
function decks.picture_path(deck, name)
  if not PICTURES[name:lower():match "%.(%a+)$" or ""] then return nil end
  if name:find "^[/\\]" or name:find "^%a:" or ("/" .. name):find("/../", 1, true) then
    return nil, ("`%s`: a picture must be beside %s or in a folder below it"):format(name, beside(deck))
  end
  local path, wrong, none = sources.find((deck.folder or "") .. "/" .. name, deck.beside and deck.beside .. name)
  if path then wrong = picture_mistake(path) end
  if path and wrong then return nil, ("%s: %s"):format(path, wrong) end
  return path, wrong, none
end

-- A sentence about what a face has in a column, and the line of the deck's file.
local function placed(deck, face, column, wrong)
  local row = deck.kind.rows and deck.kind.rows[face.index]
  local where = row and ("row %d, column `%s`"):format(row.row, column) or face.long
  return ("%s: %s"):format(where, wrong), row and row.line
end

--- The path of a face's picture; nil, a sentence where it names one that can't be had, and the line of the deck's file.
function decks.picture(deck, face)
  local name = face.picture
  if type(name) ~= "string" then return nil end
  local path, wrong, none = decks.picture_path(deck, name)
  if path then return path end
  if none then
    wrong = wrong .. english.suggest(name, lists.collect(deck.kind.faces, function(other)
      local said = other.picture
      return type(said) == "string" and said ~= name and decks.picture_path(deck, said) and said or nil
    end))
  end
  return nil, placed(deck, face, "picture",
    wrong or ("`%s`: expected a PNG, JPEG or SVG file, like fox.png"):format(name))
end

--- The path of an icon, {name} in a text; nil for the sign of a suit; nil and a sentence where it is neither. And the name
--- of its file, icons/name.svg or .png.
function decks.icon(deck, name)
  local file = "icons/" .. name .. ".svg"
  local path, wrong, none = decks.picture_path(deck, file)
  if not path and none then
    file = "icons/" .. name .. ".png"
    path, wrong, none = decks.picture_path(deck, file)
  end
  if path or lists.index(deck.kind.suits, name) then return path, nil, file end
  return nil, none and ("{%s} is neither a suit nor an icon: expected icons/%s.svg or icons/%s.png beside %s%s"):format(
    name, name, name, beside(deck), english.suggest(name, deck.kind.suits)) or wrong, file
end

--- The pictures that a face names, its own and the icons in its texts, as { name =, path = }, or where it can't be had
--- { wrong = a sentence, line = of the deck's file }.
function decks.named(deck, face)
  local path, wrong, line = decks.picture(deck, face)
  local list = { { name = face.picture, path = path, wrong = wrong, line = line } }
  for column, text in pairs(face) do
    for name in (type(text) == "string" and not UNMARKED[column] and text or ""):gmatch "{([%w_-]+)}" do
      local icon
      path, wrong, icon = decks.icon(deck, name)
      if wrong then wrong, line = placed(deck, face, column, wrong) end
      list[#list + 1] = { name = icon, path = path, wrong = wrong, line = line }
    end
  end
  return list
end

--- The pictures of a table's faces, by their keys: { [key] = path }.
function decks.pictures(b)
  local paths = {}
  for _, deck in lists.each(b.spec.decks) do
    for _, face in ipairs(deck.kind.faces) do
      local path = decks.picture(deck, face)
      if path then paths[deck.folder .. "/" .. face.picture] = path end
    end
  end
  return paths
end

local function problem_of(spec, deck, used)
  local kind, copies, jokers = deck.kind, decks.count(spec, deck.copies), decks.count(spec, deck.jokers)
  if math.type(copies) ~= "integer" or math.type(jokers) ~= "integer" then
    return "`copies` and `jokers` must be whole numbers"
  end
  if jokers > 0 and #kind.jokers == 0 then return ("the kind %s has no joker"):format(kind.name) end
  used.faces = used.faces + #kind.faces
  if used.faces > MOST_FACES then return ("more than the %d faces that a table can have"):format(MOST_FACES) end
  local some, others = math.min(copies, MOST_CARDS + 1), math.min(jokers, MOST_CARDS + 1) -- no product overflows
  local comes = spec.joining and spec.joining ~= none
  local seats = deck.of and (comes and CHAIRS or spec.seats[2]) or 1
  used.cards = used.cards + (some * kind.size + others) * seats
  return used.cards > MOST_CARDS and ("copies = %d and jokers = %d%s make more than the %d cards that a table can have")
    :format(copies, jokers, deck.of and (" for each of %d seats%s"):format(seats, comes and ", as many as may join,"
      or "") or "", MOST_CARDS)
end

--- Complains of what is wrong with the decks by the rules' values now, each at the line of its declaration.
function decks.check(spec)
  local used = { cards = 0, faces = 0 }
  for name, deck in lists.each(spec.decks) do
    local problem = problem_of(spec, deck, used)
    if problem then
      return table.insert(spec.mistakes, mistakes.of(spec.deck_file, name, ("`%s`: %s"):format(name, problem)))
    end
  end
end

--- How many cards, piles and pools there are is settled when they are made: a rule that says it can't change during a
--- game.
function decks.settle_counts(spec)
  local function settle(name, what, rule)
    if type(rule) ~= "string" then return end
    if spec.rules[rule] then spec.rules[rule].from = "game" return end
    complain(spec, name, "`%s`: `%s` names a rule `%s` that doesn't exist%s", name, what, rule,
      english.suggest(rule, spec.rules))
  end
  for name, deck in lists.each(spec.decks) do
    settle(name, "copies", deck.copies)
    settle(name, "jokers", deck.jokers)
  end
  for _, count in ipairs(spec.counts) do settle(count[1], "many", count[2]) end
  if #spec.mistakes == 0 then decks.check(spec) end
end

return decks
