-- What a fishing line permits: which value cards may lie in one run.
-- Each test takes a card and the cards chosen so far and says whether the
-- card may join them. Any part of a permitted run is permitted too, so the
-- order of choosing never matters. With three cards at most, "one of the
-- other suit of the colour" is the same as "all of one colour", and "one of
-- any other suit" the same as "not three suits".

local function is_value_card(card)
  local value = card.value
  return value >= 2 and value <= 10
end

local function is_new(card, chosen)
  for _, other in ipairs(chosen) do
    if other.value == card.value then return false end
  end
  return is_value_card(card)
end

--- Strain +0: all value cards are of one suit.
local function one_suit(card, chosen)
  local first = chosen[1]
  if first and first.suit ~= card.suit then return false end
  return is_new(card, chosen)
end

--- Strain +2: one of them may be of the other suit of the same colour.
local function one_colour(card, chosen)
  local first = chosen[1]
  if first and first.color ~= card.color then return false end
  return is_new(card, chosen)
end

--- Strain +4: one of them may be of any other suit.
local function two_suits(card, chosen)
  local first, second = chosen[1], chosen[2]
  if second and first.suit ~= second.suit and card.suit ~= first.suit
    and card.suit ~= second.suit then return false end
  return is_new(card, chosen)
end

--- Strain +6: suits don't matter.
local function any_suits(card, chosen)
  return is_new(card, chosen)
end

local tests = {
  one_suit = one_suit, one_colour = one_colour,
  two_suits = two_suits, any_suits = any_suits,
}

local stock = {}
for _, test in pairs(tests) do stock[test] = true end

--- A test of a house rule's own, for value cards alone: whatever it permits, a
--- face card is never part of a run.
---@param test function(card, chosen)
---@return function
local function of_value_cards(test)
  if stock[test] then return test end
  return function(card, chosen) return is_value_card(card) and test(card, chosen) end
end

return { is_value_card = is_value_card, of_value_cards = of_value_cards,
  tests = tests }
