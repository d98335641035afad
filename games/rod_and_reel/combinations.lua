-- The scoring combinations: which there are, and which of them a hand holds.
--
-- What there is stands in the step `kinds`, to which a house rule can add: an
-- ace; king and queen, king and jack, queen and jack of one suit. From it a
-- book is made once for the rules in force: the combinations of all kinds in all
-- suits, and a bit for each card that one of them needs, because a pile tells at
-- once which of those cards it has.
-- A combination is a constant table, so it can be offered as an option and
-- kept in the state as it is.

local SUITS = { "hearts", "diamonds", "clubs", "spades" }

local combinations = {}

--- The option of a fisher who tries for nothing.
combinations.NO_SCORE = { text = "no score" }

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

-- A bit for each card that is needed, in the order in which they come.
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

--- All combinations, hearts first: { all = list of them, bit = the bit of a card's name, bits = by
--- the place in `all`, those of the cards it needs, best_first = the bits of each and then its
--- score, in one list, the best first }.
function combinations.book(t)
  local book, kinds = { all = {}, bits = {}, scores = {}, bit = {}, cards = 0 }, t:kinds()
  for _, suit in ipairs(SUITS) do
    for _, shape in ipairs(kinds) do
      if shape.scores and shape.scores[suit] then
        local one = combination(shape, suit)
        table.insert(book.all, one)
        table.insert(book.bits, bits_of(book, one.names))
        table.insert(book.scores, one.score)
      end
    end
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
  local held, list = pile:bits(book.bit), {}
  for i, one in ipairs(held ~= 0 and book.all or list) do
    local needed = book.bits[i]
    if held & needed == needed then list[#list + 1] = one end
  end
  return list
end

--- The cards of a pile that make up a combination.
---@param pile pile a pile that holds it
---@param one table the combination
---@return table list of cards
function combinations.cards_of(pile, one)
  local cards = {}
  for i, name in ipairs(one.names) do cards[i] = pile:find("name", name) end
  return cards
end

return combinations
