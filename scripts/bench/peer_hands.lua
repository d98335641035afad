-- Ranks 1000 hands of seven cards, round after round.
--
--   croupier run scripts/bench/peer_hands.lua text|list|batch ROUNDS
--
-- Hands are texts, lists of cards, or cards added to a batch that is ranked at
-- once. They are the same as peer_hands.js makes.

local kind, rounds = ...
local RANKS, SUITS = "23456789TJQKA", "cdhs"
local state = 1

local function random(n)
  state = (state * 1103515245 + 12345) % 2147483648
  return state // 65536 % n
end

local function hand()
  local deck, codes = {}, {}
  for i = 0, 51 do deck[i] = i end
  for i = 0, 6 do
    local j = i + random(52 - i)
    deck[i], deck[j] = deck[j], deck[i]
    local rank, suit = deck[i] % 13 + 1, deck[i] // 13 + 1
    codes[i + 1] = RANKS:sub(rank, rank) .. SUITS:sub(suit, suit)
  end
  return codes
end

local by_code = {}
for _, card in ipairs(croupier.practice { deck = "standard" }.deck:list()) do
  local rank = card.rank == "10" and "T" or card.rank
  by_code[rank .. card.suit:sub(1, 1)] = card
end

local texts, lists, batch = {}, {}, poker.hands(7, 1000)
for i = 1, 1000 do
  local codes = hand()
  texts[i], lists[i] = table.concat(codes, " "), {}
  for k, code in ipairs(codes) do lists[i][k] = by_code[code] end
  batch:add(lists[i])
end

local rank, ranks = poker.rank, batch:ranks()
for _ = 1, math.tointeger(tonumber(rounds)) do
  if kind == "batch" then
    batch:ranks(ranks)
  else
    local of = kind == "text" and texts or lists
    for i = 1, 1000 do rank(of[i]) end
  end
end
