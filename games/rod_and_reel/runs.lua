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

-- The value cards of a hand are one integer, nine bits a suit. A run for each
-- suit, colour, pair or all, as the line permits: which bits may join in it.
local SHIFT = { hearts = 0, diamonds = 9, clubs = 18, spades = 27 }
local H, D, C, S = 511, 511 << 9, 511 << 18, 511 << 27
local GROUPS = {
  one_suit = { suits = 1, H, D, C, S },
  one_colour = { suits = 2, H | D, C | S },
  two_suits = { suits = 2, H | D, H | C, H | S, D | C, D | S, C | S },
  any_suits = { suits = 4, H | D | C | S },
}

-- What to expect of a set of one suit's values where such a share of one more comes.
local function with_share(come)
  local expected = {}
  for bits = 0, 511 do expected[bits] = best[bits] + come * (with_one_more[bits] - best[bits]) end
  return expected
end

-- What to expect of a set of values, by how many suits may join and how many cards come, until one
-- comes for sure.
local EXPECTED = {}
for _, suits in ipairs { 1, 2, 4 } do
  local by_draws, draws = {}, 0
  repeat
    local come = math.min(1, draws * SHARE * suits)
    by_draws[draws], draws = with_share(come), draws + 1
  until come == 1
  EXPECTED[suits] = by_draws
end

--- The bit of a value card; 0 for any other.
local function bit_of(card)
  local value = card.value
  if value < 2 or value > 10 then return 0 end
  return 1 << (value - 2 + SHIFT[card.suit])
end

--- What run to expect with so many cards still to come: a function of the bits
--- of the value cards held, which gives points between two whole ones.
---@param permit string what the line permits
---@param draws number cards to come, 0 or more
---@return function
local function expecting(permit, draws)
  local group = GROUPS[permit]
  local by_draws = EXPECTED[group.suits]
  local expected = by_draws[draws] or by_draws[#by_draws]
  if permit == "one_suit" then
    return function(values)
      local most, d = expected[values & 511], expected[values >> 9 & 511]
      local c, s = expected[values >> 18 & 511], expected[values >> 27]
      if d > most then most = d end
      if c > most then most = c end
      return s > most and s or most
    end
  end
  local masks = { table.unpack(group) }
  return function(values)
    local most = 0
    for i = 1, #masks do
      local bits = values & masks[i]
      local run = expected[(bits | bits >> 9 | bits >> 18 | bits >> 27) & 511]
      if run > most then most = run end
    end
    return most
  end
end

return { best = best, expecting = expecting, bit_of = bit_of }
