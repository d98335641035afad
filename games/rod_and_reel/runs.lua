-- What run a bot may hope for from the value cards it holds.
-- The values 2 to 10 of one suit are nine bits; what the best run of three is
-- worth, and what it is worth on average with one more of the nine, is
-- counted here once for all 512 sets. It follows the printed rule: a guide
-- for choosing discards, never what is scored.

local ALL_VALUES = 9

local function has(bits, value) return bits >> (value - 2) & 1 == 1 end

-- The run that begins with the card `high` of a set.
local function run_from(bits, high)
  local sum, count, last = high, 1, high
  for value = high - 1, 2, -1 do
    if count < 3 and has(bits, value) then
      local joins = last == value + 1
      sum, count = sum + (joins and value or 1), count + 1
      last = joins and value or 0
    end
  end
  return sum
end

-- The best run of a set need not begin with its highest card.
local function best_run(bits)
  local best = 0
  for high = 10, 2, -1 do
    if has(bits, high) then best = math.max(best, run_from(bits, high)) end
  end
  return best
end

local best, with_one_more = {}, {}
for bits = 0, 511 do best[bits] = best_run(bits) end
for bits = 0, 511 do
  local sum = 0
  for i = 0, ALL_VALUES - 1 do sum = sum + best[bits | 1 << i] end
  with_one_more[bits] = sum / ALL_VALUES
end

-- How likely one of so many cards drawn is a value card of one given suit.
local SHARE = 9 / 52

-- A run for each suit, colour, pair or all, as the line permits.
local GROUPS = {
  one_suit = { { 1 }, { 2 }, { 3 }, { 4 } },
  one_colour = { { 1, 2 }, { 3, 4 } },
  two_suits = { { 1, 2 }, { 1, 3 }, { 1, 4 }, { 2, 3 }, { 2, 4 }, { 3, 4 } },
  any_suits = { { 1, 2, 3, 4 } },
}
local PLACE = { hearts = 1, diamonds = 2, clubs = 3, spades = 4 }

--- What run to expect from some cards with so many still to come.
---@param cards table list of cards
---@param permit string what the line permits
---@param draws number cards to come
---@return number points of the run, between two whole ones
local function expected(cards, permit, draws)
  local suits, most = { 0, 0, 0, 0 }, 0
  for _, card in ipairs(cards) do
    local value, at = card.value, PLACE[card.suit]
    if value >= 2 and value <= 10 then
      suits[at] = suits[at] | 1 << (value - 2)
    end
  end
  for _, group in ipairs(GROUPS[permit]) do
    local bits = 0
    for _, at in ipairs(group) do bits = bits | suits[at] end
    local come = math.min(1, draws * SHARE * #group)
    local run = best[bits] + come * (with_one_more[bits] - best[bits])
    if run > most then most = run end
  end
  return most
end

return { best = best, expected = expected }
