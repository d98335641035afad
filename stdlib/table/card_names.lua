-- Cards named in words, by people: "Kh", "K♥", "Th", "king of hearts", "10 of
-- spades", a rank alone, and several in one line: "4a 5a 7a", "War and Storm",
-- "4-5-7 of Air", "4 5 7 air", "2 of Air, Water and Fire", "4-5-6 of Air and
-- Water". Letter case never matters. A face is its number in the table's list.
--
-- Rejected: comparing with the words of each option. A card that is none of
-- the options is to be named too, so that the game can say why it is not.

local english = require "shared.english"

local card_names = {}

local WORDS, NAME_WORDS = 64, 12 -- of one line; of one card's name

local fold = english.fold

local function add(map, text, face)
  text = fold(text)
  if text ~= "" and not map[text] then map[text] = face end
end

-- A name without its signs, unless another card has the same one.
local function add_bare(map, text, face)
  local bare = english.without_symbols(text)
  if bare ~= "" and bare ~= fold(text) then map[bare] = map[bare] == nil and face or map[bare] == face and face end
end

local function add_rank(ranks, word, face)
  word = fold(word)
  ranks[word] = ranks[word] or {}
  ranks[word][face] = true
end

local function add_other_names(w, face, number)
  local name, long = rawget(face, "name"), rawget(face, "long") or ""
  add(w.names, long, number)
  add(w.names, rawget(face, "symbol") or "", number)
  if name:sub(1, 2) == "10" then add(w.names, "T" .. name:sub(3), number) end
  local rank, suit = long:match("^(.-) of (.+)$")
  if not rank then -- "joker" is either joker
    rank = rawget(face, "rank")
    return type(rank) == "string" and add_rank(w.ranks, rank, number)
  end
  add_rank(w.ranks, rank, number)
  for n = 1, #name - 1 do -- every way to part it into rank and suit: "10s" is "10" and "s"
    local short, rest = name:sub(1, n), fold(name:sub(n + 1))
    if fold(suit):sub(1, #rest) == rest then
      add(w.names, short .. " of " .. suit, number)
      add_rank(w.ranks, short, number)
      if short == "10" then add_rank(w.ranks, "T", number) end
    end
  end
end

-- What each face may be called: made when somebody first names a card.
local function words_of(b)
  if b.card_words then return b.card_words end
  local w = { exact = {}, names = {}, bare = {}, ranks = {}, index = {} }
  for number, face in ipairs(b.faces) do
    local name = rawget(face, "name")
    w.exact[name] = w.exact[name] or number
    add(w.names, name, number)
    add_bare(w.bare, name, number)
    w.index[b.face_cards[number]] = number
  end
  for number, face in ipairs(b.faces) do add_other_names(w, face, number) end
  b.card_words = w
  return w
end

--- The face that a text names, or nil.
function card_names.find(b, text)
  local w = words_of(b)
  return w.exact[text] or w.names[fold(text)] or w.bare[english.without_symbols(text)] or nil
end

--- The faces of a rank, as a set: "J", "king"; nil when that names none.
function card_names.rank(b, word) return words_of(b).ranks[fold(word)] end

--- The face of a card.
function card_names.face(b, card) return words_of(b).index[host.face(b.block, card)] end

--- Reads the longest name of a card that begins at that place of a text (commas may stand between its words): its face,
--- and the place behind it; nil if there is none.
function card_names.first(b, text, at)
  local found, behind, to = nil, nil, at
  for _ = 1, NAME_WORDS do
    to = text:match("^[ ,]*[^ ,]+()", to)
    if not to then break end
    local face = card_names.find(b, text:sub(at, to - 1))
    if face then found, behind = face, to end
  end
  return found, behind
end

-- --- several in a line ---

-- A dash is between two words, unless a card has it in its name.
local function split(b, text)
  local list, at = {}, 1
  while at <= #text do
    local word = text:match("^[^ ,]*", at)
    if not card_names.find(b, word) then word = text:match("^[^ ,%-]*", at) end
    at = at + #word + 1
    if word ~= "" and fold(word) ~= "and" and word ~= "&" then list[#list + 1] = word end
  end
  return list
end

local function face_of(b, rank, suit) return rank and suit and card_names.find(b, rank .. " of " .. suit) end

--- The cards that a seat (0: the GM) holds and nobody else sees.
function card_names.hand(b, seat)
  local list = {}
  for index, plan in ipairs(b.plan) do
    if plan.seat == seat and plan.facing == "owner" then
      for card in b.hooks.pile_handles[index]:cards() do list[#list + 1] = card end
    end
  end
  return list
end

-- Of several suits the first whose card of this rank is in the hand, or else the first.
local function likely_face(b, seat, rank, suits)
  local held = {}
  for _, card in ipairs(card_names.hand(b, seat)) do held[card_names.face(b, card)] = true end
  for _, suit in ipairs(suits) do
    local face = face_of(b, rank, suit)
    if face and held[face] then return face end
  end
  return face_of(b, rank, suits[1])
end

-- Adds the cards of the ranks list[from..to], whose suits follow from `suit` on: the place behind the last suit; nil if they
-- name no cards.
local function add_ranks(b, seat, list, from, to, suit, faces)
  local suits = {}
  while from <= to and face_of(b, list[to], list[suit]) do
    suits[#suits + 1] = list[suit]
    suit = suit + 1
  end
  if #suits == 0 then return nil end
  if from == to then
    for _, one in ipairs(suits) do faces[#faces + 1] = face_of(b, list[from], one) end
    return suit
  end
  for at = from, to do
    local face = likely_face(b, seat, list[at], suits)
    if not face then return nil end
    faces[#faces + 1] = face
  end
  return suit
end

-- Reads one card, or ranks and their suits; the place behind them, or nil.
local function add_some(b, seat, list, at, faces)
  local face = card_names.find(b, list[at])
  if face then
    faces[#faces + 1] = face
    return at + 1
  end
  local of = at -- where the first "of" stands, or behind the end
  while list[of] and list[of]:lower() ~= "of" do of = of + 1 end
  if list[of] then return add_ranks(b, seat, list, at, of - 1, of + 1, faces) end
  local suit = at + 1
  while list[suit] and not face_of(b, list[suit - 1], list[suit]) do suit = suit + 1 end
  return list[suit] and add_ranks(b, seat, list, at, suit - 1, suit, faces)
end

--- The faces that a text names for a seat (0: the GM), in the order of the text; nil if some word names none. If the text
--- names several ranks and several suits, each rank is of the suit of which the hand has that card; of the first suit if
--- that is none of them or more than one.
function card_names.several(b, seat, text)
  local list, faces, at = split(b, text), {}, 1
  if #list == 0 or #list > WORDS then return nil end
  while at <= #list do
    at = add_some(b, seat, list, at, faces)
    if not at then return nil end
  end
  return faces
end

return card_names
