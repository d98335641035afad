-- The decks of Pokebacc: four suits of numbers and royalty, and four disasters.

local decks = {}

local SUITS = {
  { "Air", "a", affined = "Water" },
  { "Water", "w", affined = "Air" },
  { "Fire", "f", affined = "Metal", color = "red" },
  { "Metal", "m", affined = "Fire" },
}

-- Each card has a bit of its own, 1 << the suit's shift + value, so that a hand is
-- a number: of the sixteen of a suit the lowest is a disaster, then come the
-- numbers and the royals. The affined suit lies beside it.
decks.SHIFT = { Air = 0, Water = 16, Fire = 32, Metal = 48 }

decks.AFFINED = { { "Air", "Water" }, { "Fire", "Metal" } }
decks.DISASTERS = { "War", "Flood", "Famine", "Storm" }

-- Numbers from 1, then the royalty or jewels, worth 11 and up in the draw.
local function kind_of(name, numbers, royals)
  local ranks, extras = {}, {}
  for i = 1, numbers do
    ranks[i] = { tostring(i), value = i, number = i }
  end
  for i, royal in ipairs(royals) do
    ranks[#ranks + 1] = { royal[1], royal[2], value = 10 + i, royal = true }
  end
  for i, disaster in ipairs(decks.DISASTERS) do
    extras[i] = { disaster, disaster, value = 0, disaster = true }
  end
  return kind { name = name, suits = SUITS, ranks = ranks, extras = extras }
end

-- How the cards are written: "a Air, w Water, ... K King".
local function legend_of(royals)
  local parts = {}
  for i, suit in ipairs(SUITS) do parts[i] = suit[2] .. " " .. suit[1] end
  for _, royal in ipairs(royals) do
    parts[#parts + 1] = royal[2] .. " " .. royal[1]
  end
  return table.concat(parts, ", ")
end

--- The cards of a game: { kind = the deck, royals = the names of the royal
--- ranks from the lowest, legend = how the cards are written }. `royals` is a
--- list of { name, short name }.
---@param name string
---@param numbers integer how many numbers a suit has, from 1
---@param royals table
---@return table
function decks.of(name, numbers, royals)
  local names = {}
  for i, royal in ipairs(royals) do names[i] = royal[1] end
  return { kind = kind_of(name, numbers, royals), royals = names, legend = legend_of(royals) }
end

--- What is wrong with these rules for so many seats, as a sentence; nil when
--- nothing is.
---@return string|nil
function decks.check(own, rules, seats)
  if rules.dealt * seats + rules.drawn > #own.kind.faces then
    return ("%d cards dealt to %d players leave too few of %d to draw"):format(
      rules.dealt, seats, #own.kind.faces)
  end
  if rules.buy_in > rules.purse then
    return ("a buy-in of %d is more than the %d each brings"):format(
      rules.buy_in, rules.purse)
  end
end

return decks
