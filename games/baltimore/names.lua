-- The names of hands, made once: naming one builds a text, which in a
-- simulation nobody hears. Walks the ladder from the royal flush down, and
-- adds the hands with two named values, of which the ladder has few.

local names = {}

local VALUES = { "two", "three", "four", "five", "six", "seven", "eight",
  "nine", "ten", "jack", "queen", "king", "ace" }

local NAMES = {}

local function add(target)
  NAMES[target] = poker.name(target)
end

local target, last = poker.target("royal flush"), nil
while target ~= last do
  add(target)
  target, last = poker.lower(target, 1), target
end

local function many(value) return value == "six" and "sixes" or value .. "s" end

for i, high in ipairs(VALUES) do
  for k, low in ipairs(VALUES) do
    local pair = many(high) .. " and " .. many(low)
    if i ~= k then add(poker.target(many(high) .. " full of " .. many(low))) end
    if k < i then add(poker.target(pair)) end
  end
end

--- A target as people say it.
function names.of(goal)
  return NAMES[goal] or poker.name(goal)
end

--- A hand as people say it, from its rank.
function names.hand(rank)
  return NAMES[poker.named(rank)]
end

return names
