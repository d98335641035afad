-- Stacked decks, and cards that tests and the game master put on a table.

local card_names = require "table.card_names"

local setup = {}

--- Iterates over the cards that a text names, separated by spaces or commas. Gives the longest run of words that names
--- a card (commas may stand between them) and its face; or a single word and nil.
function setup.each_card(b, text)
  local at = text:match("^[ ,]*()")
  return function()
    if at > #text then return nil end
    local face, after = card_names.first(b, text, at)
    after = after or text:match("^[^ ,]+()", at)
    local word = text:sub(at, after - 1)
    at = text:match("^[ ,]*()", after)
    return word, face
  end
end

-- The number of the first card of that face that `fits`.
local function find(b, face, fits)
  for i = 1, face and #b.cards or 0 do
    if b.card_faces[i] == face and fits(i) then return i end
  end
end

--- The first card of a face; nil if there is none.
function setup.first_card(b, face) return b.cards[find(b, face, function() return true end)] end

--- Lays cards on top for the first shuffle of the first deck, the first to be drawn first; names apart by spaces.
function setup.stack(b, names)
  local used, list = {}, {}
  for word, face in setup.each_card(b, names) do
    local card = find(b, face, function(i) return not used[i] and b.home[i] == 1 end)
    if not card then
      error(("stack: `%s` is not a card of the deck, or is named more often than it is in the deck"):format(word), 0)
    end
    used[card], list[#list + 1] = true, card - 1
  end
  engine.stack(b.block, list)
end

--- The number of a card of that face that is not in the given pile: from a deck of the pile's seat if possible, else
--- from any deck, else from anywhere; nil if there is none.
function setup.find_elsewhere(b, face, pile)
  local seat = b.plan[pile].seat
  local function lies(i) return host.index(b.verbs.where(b.t, b.cards[i])) end
  local function in_deck(i) return lies(i) ~= pile and lies(i) <= #b.deck_sizes end
  return seat and find(b, face, function(i) return in_deck(i) and b.plan[lies(i)].seat == seat end)
    or find(b, face, in_deck)
    or find(b, face, function(i) return lies(i) ~= pile end)
end

--- The number of a card of that face in the pile `from`, or if that is nil in any pile but `pile`; nil if there is none.
--- The second result: do several piles have one?
function setup.find_to_move(b, face, pile, from)
  local found, place
  for i = 1, #b.cards do
    local at = b.card_faces[i] == face and host.index(b.verbs.where(b.t, b.cards[i]))
    if at and at ~= pile and at == (from or at) then
      if found and at ~= place then return found, true end
      found, place = found or i, at
    end
  end
  return found, false
end

-- The lowest card of that face in the pile itself, which goes on top.
local function find_within(b, face, pile)
  for card in b.hooks.pile_handles[pile]:cards() do
    if face and card_names.face(b, card) == face then return card end
  end
end

--- Puts cards on a pile, the last on top; nobody sees them move. An open question then offers the cards that the piles have now.
function setup.place(b, names, pile)
  local index = host.index(pile)
  if b.hooks.pile_handles[index] ~= pile then error("place: the pile belongs to another table", 3) end
  for word, face in setup.each_card(b, names) do
    local number = setup.find_elsewhere(b, face, index)
    local card = number and b.cards[number] or find_within(b, face, index)
    if not card then error(("place: there is no card `%s`"):format(word), 3) end
    engine.record(b.block, false)
    pile:put(card)
    engine.record(b.block, true)
  end
  local good, why = engine.ask_again(b.block)
  if not good then error(why, 3) end
end

return setup
