-- Baltimore's simple contest as plain Lua: card tables, a table a move, random
-- answers, no host and none of its poker. The yardstick for the same contest as
-- games/baltimore plays it.
--
--   croupier run scripts/bench/plain_baltimore.lua CONTESTS
--
-- One character of attribute 3 and skill 2 with 20 chips against a ten-high
-- flush: ante, first bet, board with its burned cards, replacing in bites,
-- second bet, showdown, degree, chips back.

local insert, remove = table.insert, table.remove
local SUITS = { "clubs", "diamonds", "hearts", "spades" }

-- A generator of its own (Knuth's 64-bit constants), for math.random is no part
-- of what scripts have.
local state = 20041020

local function random(n)
  state = state * 6364136223846793005 + 1442695040888963407
  return (state >> 33) * n // 0x80000000 + 1
end

local function shuffled_deck()
  local deck = {}
  for _, suit in ipairs(SUITS) do
    for value = 2, 14 do deck[#deck + 1] = { suit = suit, value = value } end
  end
  for i = 52, 2, -1 do
    local k = random(i)
    deck[i], deck[k] = deck[k], deck[i]
  end
  return deck
end

-- Ranks: { kind 0..8, values that count, best first } ------------------------------

local function straight_high(has)
  local run = 0
  for value = 14, 1, -1 do
    run = has[value == 1 and 14 or value] and run + 1 or 0
    if run == 5 then return value + 4 end
  end
end

local function count(cards)
  local counts, suits, has = {}, {}, {}
  for _, card in ipairs(cards) do
    counts[card.value] = (counts[card.value] or 0) + 1
    suits[card.suit] = suits[card.suit] or {}
    insert(suits[card.suit], card.value)
    has[card.value] = true
  end
  return counts, suits, has
end

local function flush_of(suits)
  for _, suit in ipairs(SUITS) do
    local values = suits[suit]
    if values and #values >= 5 then
      local has = {}
      table.sort(values, function(a, b) return a > b end)
      for _, value in ipairs(values) do has[value] = true end
      return values, straight_high(has)
    end
  end
end

local function groups_of(counts)
  local groups = {}
  for value = 14, 2, -1 do
    if counts[value] then insert(groups, { n = counts[value], value = value }) end
  end
  table.sort(groups, function(a, b)
    if a.n ~= b.n then return a.n > b.n end
    return a.value > b.value
  end)
  return groups
end

local function rank_of(cards)
  local counts, suits, has = count(cards)
  local flush, straight_flush = flush_of(suits)
  local groups, straight = groups_of(counts), straight_high(has)
  local first, second = groups[1], groups[2]
  if straight_flush then return { 8, straight_flush } end
  if first.n == 4 then return { 7, first.value } end
  if first.n == 3 and second.n >= 2 then return { 6, first.value, second.value } end
  if flush then return { 5, flush[1] } end
  if straight then return { 4, straight } end
  if first.n == 3 then return { 3, first.value } end
  if first.n == 2 and second.n == 2 then return { 2, first.value, second.value } end
  if first.n == 2 then return { 1, first.value } end
  return { 0, first.value }
end

-- Targets have the form of ranks ---------------------------------------------------

local LEAST = { [0] = 7, 2, 2, 2, 5, 7, 2, 2, 5 }
local NAMED = { [0] = 1, 1, 2, 1, 1, 1, 2, 1, 1 }

local function lowered(target, chips)
  local kind, a, b = target[1], target[2], target[3]
  for _ = 1, chips do
    a, b = a - 1, b and b - 1
    if a < LEAST[kind] or b and b < LEAST[kind] then
      if kind == 0 then return { 0, 7 } end
      kind = kind - 1
      a, b = 14, NAMED[kind] == 2 and 13 or nil
    end
  end
  return { kind, a, b }
end

local function meets(rank, target)
  for i = 1, 3 do
    local mine, theirs = rank[i] or 0, target[i] or 0
    if mine ~= theirs then return mine > theirs end
  end
  return true
end

-- A contest -----------------------------------------------------------------------

-- A move is a table with its limits, between which an answer is drawn.
local function choose(kind, least, most)
  local move = { kind = kind, least = least, most = most }
  move.answer = least + random(most - least + 1) - 1
  return move.answer
end

local function draw(deck, n, to)
  for _ = 1, n do insert(to, remove(deck)) end
end

local function replace(deck, hand, muck, skill)
  local left = skill
  while left > 0 do
    local n = choose("replace", 0, math.min(left, #hand))
    if n == 0 then return end
    for _ = 1, n do insert(muck, remove(hand, random(#hand))) end
    draw(deck, n, hand)
    left = left - n
  end
end

local function contest(character)
  local deck, hand, board, muck = shuffled_deck(), {}, {}, {}
  local chips, spent = 19, 0
  local function bet()
    local n = choose("effort", 0, chips)
    chips, spent = chips - n, spent + n
  end
  draw(deck, 1, muck)
  draw(deck, character.attribute, hand)
  bet()
  draw(deck, 1, muck)
  draw(deck, 4, board)
  draw(deck, 1, muck)
  replace(deck, hand, muck, character.skill)
  if chips > 0 then bet() end
  for _, card in ipairs(board) do insert(hand, card) end
  local rank, target = rank_of(hand), lowered(character.target, spent)
  local success = meets(rank, target)
  character.degree = 15 * (rank[1] - target[1]) + rank[2] - target[2]
  character.chips = success and chips + spent // 2 or chips
  return success
end

local contests = tonumber((...)) or 10000
local character = { attribute = 3, skill = 2, target = { 5, 10 } }
local successes = 0
for _ = 1, contests do
  if contest(character) then successes = successes + 1 end
end
print(("%d contests, %.3f points a seat"):format(contests, successes / contests))
