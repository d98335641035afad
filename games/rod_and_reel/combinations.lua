-- The scoring combinations: which there are, and which of them a hand holds.
--
-- What there is stands in the step `kinds`, to which a house rule can add: an
-- ace; king and queen, king and jack, queen and jack of one suit. From it a
-- book is made once for the rules in force: the combinations of all kinds in
-- all suits, a bit for each card that one of them needs, and what each choice
-- of a suit's cards makes up. A hand becomes the bits of its cards: reading
-- eight cards once is all that an attempt costs.
-- A combination is a constant table, so it can be offered as an option and
-- kept in the state as it is.

local SUITS = { "hearts", "diamonds", "clubs", "spades" }

local combinations = {}

--- The option of a fisher who tries for nothing.
combinations.NO_SCORE = { text = "no score" }
local SUIT_BITS = 16

-- The kinds -------------------------------------------------------------------

local function kind(t, name, text, ...)
  return { kind = name, text = text, ranks = { ... }, scores = t.rules.scores[name],
    species = t.rules.species[name] }
end

--- The kinds of combinations, each of one suit: its name, what it is called,
--- the ranks it takes, and by suit what it scores and which fish it stands for.
--- A suit that has no score has no such combination.
function combinations.kinds(t)
  return {
    kind(t, "ace", "ace", "A"),
    kind(t, "king_queen", "king and queen", "K", "Q"),
    kind(t, "king_jack", "king and jack", "K", "J"),
    kind(t, "queen_jack", "queen and jack", "Q", "J"),
  }
end

-- The book --------------------------------------------------------------------

local function combination(shape, suit)
  local names = {}
  for i, rank in ipairs(shape.ranks) do names[i] = rank .. suit:sub(1, 1) end
  return {
    kind = shape.kind, suit = suit, names = names, score = shape.scores[suit],
    species = shape.species and shape.species[suit] or "fish",
    text = shape.text .. " of " .. suit,
  }
end

-- A bit for each card that is needed, in the order in which they come; those of a suit in SUIT_BITS of its own.
local function bits_of(book, names)
  local bits = 0
  for _, name in ipairs(names) do
    if not book.bit[name] then
      book.bit[name] = 1 << book.cards
      book.cards = book.cards + 1
    end
    bits = bits | book.bit[name]
  end
  return bits
end

local function best_first(book)
  local order, list = {}, {}
  for i = 1, #book.all do order[i] = i end
  table.sort(order, function(a, b) return book.scores[a] > book.scores[b] end)
  for _, place in ipairs(order) do
    list[#list + 1] = book.bits[place]
    list[#list + 1] = book.scores[place]
  end
  return list
end

-- What cards of one suit make up, whichever of them are held; the suit's combinations begin at `first`.
local function list_choices(book, suit, first)
  local cards = suit
  while cards ~= 0 do
    local list = {}
    for i = first, #book.all do
      if cards & book.bits[i] == book.bits[i] then list[#list + 1] = book.all[i] end
    end
    if #list > 0 then book.made_up[cards] = list end
    cards = (cards - 1) & suit
  end
end

--- All combinations, hearts first: { all = list of them, bits = what each needs, scores = what each scores, bit = the
--- bit of a card's name, made_up = by the bits of cards of one suit, the list of what they make up, best_first = what
--- each needs and then what it scores, in one list, the best first }.
function combinations.book(t)
  local book, kinds = { all = {}, bits = {}, scores = {}, bit = {}, made_up = {}, cards = 0 }, t:kinds()
  for i, suit in ipairs(SUITS) do
    local first, needed = #book.all + 1, 0
    book.cards = (i - 1) * SUIT_BITS
    for _, shape in ipairs(kinds) do
      if shape.scores and shape.scores[suit] then
        local one = combination(shape, suit)
        local bits = bits_of(book, one.names)
        table.insert(book.all, one)
        table.insert(book.bits, bits)
        table.insert(book.scores, one.score)
        needed = needed | bits
      end
    end
    list_choices(book, needed, first)
  end
  book.best_first = best_first(book)
  return book
end

-- Hands -----------------------------------------------------------------------

--- The combinations that a pile holds, hearts first, each once.
---@param book table
---@param pile pile the cards to look at
---@return table list of combinations, empty if there is none
function combinations.held(book, pile)
  local bits, list = pile:bits(book.bit), {}
  if bits == 0 then return list end
  local made_up, suit = book.made_up, (1 << SUIT_BITS) - 1
  while bits ~= 0 do
    local held = bits & suit
    local some = held ~= 0 and made_up[held]
    if some then for i = 1, #some do list[#list + 1] = some[i] end end
    bits, suit = bits & ~suit, suit << SUIT_BITS
  end
  return list
end

--- The cards of a pile that make up a combination.
---@param pile pile a pile that holds it
---@param one table the combination
---@return table list of cards
function combinations.cards_of(pile, one)
  local cards, names = {}, one.names
  for i = 1, #names do cards[i] = pile:find("name", names[i]) end
  return cards
end

return combinations
