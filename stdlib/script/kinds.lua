-- Deck kinds: a kind declared by a script becomes the list of its faces.
-- A face is a plain table of fields that every copy of the card shares:
-- name "Kh", long "king of hearts", symbol "K♥", rank, suit, value, index,
-- and whatever fields the kind gives its suits, ranks and extras.

local english = require "shared.english"
local lists = require "shared.lists"

local kinds = {}

--- The cards the game is played with: the pile t.deck, face down. "standard" has 52 cards, clubs to spades, ace (1) to
--- king (13); `copies` and `jokers` are numbers or the name of a rule.
---
--- For cards of your own use kind { }: suits, ranks and extras, each with fields that its cards carry. If there are
--- several decks, put them under `decks`; each is a pile of that name. Those under `seat` are decks of the players:
--- everybody has one, seat.draw, which is shuffled, dealt and gathered separately.
---@topic A game's declaration: deck, decks, shoe, joker, reshuffle
---@field deck "standard", { "standard", copies = 2, jokers = 2 }, a kind, or { file = "cards.csv" }: from a spreadsheet
---@field decks { deck = "standard", events = kind { ... } }; { seat = { draw = "standard" } }: one for each player
---@field copies how many decks are put together, or the name of a rule, which can't then change during a game
---@field jokers how many there are in all, alternating, red first: Jr and Jb, of rank "joker", no suit, value 0
---@example rules = { decks = { 2, "decks shuffled together", min = 1, max = 4 } },
--- decks = { deck = { "standard", copies = "decks", jokers = 2 }, events = kind { name = "events",
---   extras = { { "storm", "St", disaster = true }, { "calm", "Ca" } } } }
---@example seats = { 2, 4 }, decks = { seat = { draw = "standard" } }, piles = { seat = { hand = "owner", discards = "top" } },
--- order = { "refill", "over" },
--- refill = function(t)
---   for seat in t:seats() do
---     t:gather(seat.draw, seat.discards) -- only the cards of this deck; without piles, from wherever they are
---     seat.draw:shuffle()
---     seat.draw:draw(5, seat.hand)
---   end
--- end
---@example piles = { discards = "everyone", seat = { hand = "owner" } },
--- draw_one = function(t, seat)
---   if #t.deck == 0 then -- it has run out: reshuffle the discards
---     t:gather(t.deck, t.discards)
---     t.deck:shuffle()
---   end
---   t.deck:draw_up_to(1, seat.hand) -- none if the discards are empty too
--- end
---@see kind, spreadsheet, card, pile:shuffle, t:gather

kinds.FACES = 256 -- of one kind
local LETTERS = 47 -- of a name
local BYTES = 127 -- of a name: FACE_NAME_MAX in host/core/cards.h, less the closing zero

local function fields_of(entry, face)
  for key, value in pairs(entry) do
    if type(key) == "string" and key ~= "long" and key ~= "symbol" then
      face[key] = value
    end
  end
  return face
end

local function may_be(want, value) return not value or type(value) == want end

local function entries(list, what)
  local result = {}
  if not may_be("table", list) then error(("kind: %ss: expected a list"):format(what), 3) end
  for i, entry in ipairs(list or {}) do
    if type(entry) == "string" then entry = { entry } end
    if type(entry) ~= "table" or type(entry[1]) ~= "string"
      or not (may_be("string", entry[2]) or type(entry[2]) == "number")
      or not (may_be("string", entry.symbol) and may_be("string", entry.long)) then
      error("kind: a " .. what .. " must be a name or { name, short name, field = value }", 3)
    end
    result[i] = entry
  end
  return result
end

local function suited(suit, rank)
  local face = fields_of(rank, fields_of(suit, {}))
  local short = rank[2] or rank[1]
  face.suit, face.rank = suit[1], rank[1]
  face.name = short .. (suit[2] or suit[1]:sub(1, 1))
  face.symbol = suit.symbol and short .. suit.symbol or face.name
  face.long = (rank.long or rank[1]) .. " of " .. suit[1]
  return face
end

local function extra_face(extra)
  local face = fields_of(extra, {})
  face.rank = face.rank or extra[1]
  face.name = extra[2] or extra[1]
  face.symbol = extra.symbol or face.name
  face.long = extra.long or extra[1]
  return face
end

local function check_faces(kind)
  local function expect(is_right, form, ...) if not is_right then error(("kind: " .. form):format(...), 4) end end
  local seen = {}
  for index, face in ipairs(kind.faces) do
    local name = face.name
    expect(not seen[name], "two faces are called %q: give suits and ranks different short names", name)
    local is_short = english.length(name) <= LETTERS and #name <= BYTES
    expect(is_short, "the name %q is longer than %d letters: expected a short name", name, LETTERS)
    expect(face.same == nil, "a card field can't be called \"same\"")
    face.index, seen[name] = index, true
  end
  expect(#kind.faces > 0, "it has no cards: expected `suits` with `ranks`, or `extras`")
  expect(#kind.faces <= kinds.FACES, "a deck kind has at most %d faces", kinds.FACES)
end

--- Your own kind of deck: a card for each rank of each suit, then the extras, which have no suit. A suit, a rank or an
--- extra is just its name or { name, short name, field = value }.
---
--- Players type and read the short name of a card, which is the rank's and then the suit's: "3s" for { "three", "3" }
--- and { "silver", "s" }. Without a short name, a rank is written with its whole name, a suit with its first letter, an
--- extra with its whole name; two suits that begin with the same letter need short names. A card may also be typed in
--- full, "three of silver".
---
--- Each card made from the entry carries any other field too, beside rank and suit; if a suit and a rank give the same
--- field, the rank's counts. In the example the cards are 1g, 2g, 3g, 1s, 2s, 3s and Th: 3g and 3s have a value of 3,
--- and Th has 2 in the field `takes`.
---@topic A game's declaration: kind, suits, ranks, extras, short names
---@field suits list: the suits, in the order of the deck
---@field ranks list: the ranks of every suit, lowest first
---@field extras list: cards without a suit; their rank is their name. No two faces of a kind may have the same name: for several copies of a card use a `spreadsheet` with a `count`
---@field jokers the joker, { "joker", "Jo" }, or a list of several, taken in turn; `deck` says how many there are
---@field without function(suit, rank), which gets their names: true leaves the card out
---@field symbol for a suit, an extra or a joker: the sign that is shown for it. Printed cards of a suit with a sign have pips for 1 to 10; with ♣♦♥♠ and A to K they are drawn as the standard deck is
---@field color for the same: "red", "green", "yellow", "blue", "magenta", "cyan" or "black", as a terminal shows it
---@field long for a rank or an extra: its name in full, if that is not the name itself
---@example deck = kind { name = "coins",
---   suits = { { "gold", "g", symbol = "●" }, { "silver", "s" } },
---   ranks = { "1", "2", { "three", "3", value = 3 } },
---   extras = { { "thief", "Th", takes = 2 } } }
---@see deck, card, spreadsheet

local made = setmetatable({}, { __mode = "k" })

--- Has kind { } made it? Any other table may lack what a kind has.
function kinds.is_kind(value) return made[value] ~= nil end

--- Declares a kind of deck: suits, ranks, extras, and the fields its cards carry.
---@signature kind(declaration) -> kind
---@param declaration table `suits`, `ranks`, `extras`: lists of names or `{ name, short, field = value }`; `jokers`: the joker; `without(suit, rank)` leaves a card out
---@return table the kind, for a game's `deck`
---@example local coins = kind { name = "coins", suits = { { "gold", "g" }, { "silver", "s" } },
---   ranks = { "1", "2", { "three", "3", value = 3 } } }
function kinds.kind(declaration)
  if type(declaration) ~= "table" then error("kind: expected a table", 2) end
  if not may_be("string", declaration.name) then error("kind: name: expected a text", 2) end
  if not may_be("function", declaration.without) then error("kind: without: expected function(suit, rank)", 2) end
  local kind = { is_kind = true, name = declaration.name or "deck", faces = {} }
  local suits = entries(declaration.suits, "suit")
  local ranks = entries(declaration.ranks, "rank")
  for _, suit in ipairs(suits) do
    for _, rank in ipairs(ranks) do
      if not (declaration.without and declaration.without(suit[1], rank[1])) then
        kind.faces[#kind.faces + 1] = suited(suit, rank)
      end
    end
  end
  for _, extra in ipairs(entries(declaration.extras, "extra")) do
    kind.faces[#kind.faces + 1] = extra_face(extra)
  end
  local jokers = declaration.jokers
  if type(jokers) ~= "table" or type(jokers[1]) == "string" then jokers = { jokers } end
  kind.jokers = {}
  for i, joker in ipairs(entries(jokers, "joker")) do
    kind.jokers[i], kind.faces[#kind.faces + 1] = #kind.faces + 1, extra_face(joker)
  end
  kind.size = #kind.faces - #kind.jokers
  check_faces(kind)
  made[kind] = true
  kind.suits, kind.ranks, kind.signs = {}, lists.map(ranks, function(rank) return rank[1] end), {}
  for i, suit in ipairs(suits) do kind.suits[i], kind.signs[suit[1]] = suit[1], suit.symbol end
  return kind
end

local KNOWN = { name = true, long = true, symbol = true, rank = true, suit = true, value = true, index = true,
  color = true, text = true, picture = true }

--- The fields that a script may read of a card of these decks, as a set: those that some face has, the columns of their
--- spreadsheets, filled in or not, and those that any card may have.
function kinds.readable(decks)
  local names = lists.set("rank suit value text hidden")
  for _, deck in pairs(decks) do
    for _, name in ipairs(deck.kind.fields or {}) do names[name] = true end
    for _, face in ipairs(deck.kind.faces) do for name in pairs(face) do names[name] = true end end
  end
  return names
end

--- The fields that a face carries besides those that every deck knows, as { name, value }, in the order of the
--- spreadsheet's columns or of the alphabet; without false, tables and functions. Of true only the name.
function kinds.facts(kind, face)
  local own = lists.copy(face, 1) -- one that is declared in Lua is frozen: rawget finds nothing
  return lists.map(kind.fields or lists.keys(own), function(name)
    local value = own[name]
    local plain = type(value) == "number" or type(value) == "string" or value == true
    return plain and not KNOWN[name] and { english.spoken(name), value ~= true and value or nil } or nil
  end)
end

return kinds
