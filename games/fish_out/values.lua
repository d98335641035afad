-- What fish are worth, and the fish of a pile as bits, so that one look at it tells of all four suits.
--
-- Sixteen bits a suit, from its place on: the ace lowest, then the two up to the
-- king. The names are those of the standard deck.

local SUIT <const> = 0x1fff -- all bits of a suit
local PLACE = { clubs = 0, diamonds = 16, hearts = 32, spades = 48 }

-- The bit of each fish, by its name.
local BITS = {}
for value, rank in ipairs { "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K" } do
  for suit, place in pairs(PLACE) do BITS[rank .. suit:sub(1, 1)] = 1 << place + value - 1 end
end

-- What a fish is worth, and whether it beats another: steps of the game, here so
-- that who counts bits can tell whether a house rule has others.
local function worth(t, card)
  if card.rank == "A" then return t.rules.ace end
  return card.value > 10 and t.rules.court or t.rules.small
end

local function beats(_, card, other) return card.value > other.value end

-- How many fish a suit's bits are, and what they are worth.
local function tally(rules, bits)
  local aces, courts = bits & 1, bits >> 10
  courts = (courts & 1) + (courts >> 1 & 1) + (courts >> 2)
  -- Each fourth bit of four copies, three bits apart, and the sum of all such digits: Anderson's Bit Twiddling Hacks.
  local many = (bits * 0x200040008001 & 0x111111111111111) % 15
  return many, aces * rules.ace + courts * rules.court + (many - aces - courts) * rules.small
end

-- How many fish of a suit lie in a pile, what they are worth, and how many are aces: one by one.
local function one_by_one(t, pile, suit)
  local many, points, aces = 0, 0, 0
  for card in pile:cards() do
    if card.suit == suit then
      many, points = many + 1, points + t:worth(card)
      if card.rank == "A" then aces = aces + 1 end
    end
  end
  return many, points, aces
end

-- The same, by bits where they tell it: not of another worth, nor of another deck.
local function of_suit(t, pile, suit)
  local place = PLACE[suit]
  if t.worth ~= worth or not place then return one_by_one(t, pile, suit) end
  local bits = pile:bits(BITS) >> place & SUIT
  local many, points = tally(t.rules, bits)
  if many ~= pile:count("suit", suit) then return one_by_one(t, pile, suit) end
  return many, points, bits & 1
end

return { PLACE = PLACE, BITS = BITS, worth = worth, beats = beats, tally = tally, of_suit = of_suit }
