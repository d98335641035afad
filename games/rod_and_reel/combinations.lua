-- The sixteen scoring combinations, and which of them a hand holds.
-- Four kinds (an ace; king and queen, king and jack, queen and jack of one
-- suit) in four suits. A combination is one constant table, so it can be
-- offered as an option and kept in the state as it is.
-- What one of them scores and which fish it stands for are rules of the game
-- (`scores`, `species`), looked up by kind and suit.
-- A hand becomes sixteen bits, four a suit, and each four a list made here:
-- reading eight cards once is all that a scoring attempt costs.

local SUITS = { "hearts", "diamonds", "clubs", "spades" }
local KINDS = {
  { kind = "ace", first = "A", text = "ace" },
  { kind = "king_queen", first = "K", second = "Q", text = "king and queen" },
  { kind = "king_jack", first = "K", second = "J", text = "king and jack" },
  { kind = "queen_jack", first = "Q", second = "J", text = "queen and jack" },
}
local FACES = { A = 1, K = 2, Q = 4, J = 8 }
local SHIFT = { hearts = 0, diamonds = 4, clubs = 8, spades = 12 }

-- The bit of each face card by its short name, "Kh".
local BIT = {}
for rank, bit in pairs(FACES) do
  for suit, shift in pairs(SHIFT) do
    BIT[rank .. suit:sub(1, 1)] = bit << shift
  end
end

--- The option of a fisher who tries for nothing.
local NO_SCORE = { text = "no score" }
local NOTHING = {}

local function combination(shape, suit)
  local letter = suit:sub(1, 1)
  return {
    kind = shape.kind, suit = suit, first = shape.first, second = shape.second,
    first_name = shape.first .. letter,
    second_name = shape.second and shape.second .. letter,
    text = shape.text .. " of " .. suit,
  }
end

local all, all_bits, by_bits = {}, {}, {}
for _, suit in ipairs(SUITS) do
  local lists = {}
  for bits = 0, 15 do lists[bits] = {} end
  for _, shape in ipairs(KINDS) do
    local one = combination(shape, suit)
    local needs = FACES[shape.first] | (FACES[shape.second] or 0)
    one.bits = needs << SHIFT[suit]
    all[#all + 1], all_bits[#all_bits + 1] = one, one.bits
    for bits = 0, 15 do
      if bits & needs == needs then table.insert(lists[bits], one) end
    end
  end
  by_bits[SHIFT[suit]] = lists
end

--- The bit of one card, 0 for a value card.
local function bit_of(card)
  return BIT[card.name] or 0
end

--- The face cards of a pile as bits: ace 1, king 2, queen 4, jack 8 in each
--- suit's group of four.
---@param pile pile the cards to look at
---@return integer bits hearts lowest, then diamonds, clubs, spades
local function face_bits(pile)
  local bits, cards = 0, pile:list()
  for i = 1, #cards do
    local bit = BIT[cards[i].name]
    if bit then bits = bits | bit end
  end
  return bits
end

-- Adds the combinations of one suit's group of bits.
local function add_suit(list, lists, bits)
  local more = lists[bits & 15]
  for i = 1, #more do list[#list + 1] = more[i] end
end

--- The combinations that a pile holds, hearts first, each once.
---@param pile pile the cards to look at
---@return table list of combinations, empty if there is none
local function held(pile)
  local bits = face_bits(pile)
  if bits == 0 then return NOTHING end
  local list = {}
  for shift = 0, 12, 4 do
    if bits >> shift & 15 ~= 0 then
      add_suit(list, by_bits[shift], bits >> shift)
    end
  end
  return list
end

--- The cards of a pile that make up a combination.
---@param pile pile a pile that holds it
---@param one table the combination
---@return table list of one or two cards
local function cards_of(pile, one)
  local first, second
  for card in pile:cards() do
    if card.name == one.first_name then first = card end
    if card.name == one.second_name then second = card end
  end
  return { first, second }
end

return {
  all = all, bits = all_bits, FACES = FACES, NO_SCORE = NO_SCORE,
  bit_of = bit_of, cards_of = cards_of, face_bits = face_bits, held = held,
}
