-- Fish Out! as plain Lua: card tables, a table a move, random answers and no
-- host. The yardstick for the same game as games/fish_out plays it.
--
--   croupier run scripts/bench/plain_fish_out.lua GAMES
--
-- The rules are those of games/fish_out: three fish passed, the two of clubs
-- leads, must fish in the last trick, most cards fished leads next, four aces.

local insert, remove = table.insert, table.remove
local SUITS = { "clubs", "diamonds", "hearts", "spades" }
local PASS_TO = { 1, 3, 2 }

-- A generator of its own (Knuth's 64-bit constants), for math.random is no part
-- of what scripts have. Good enough to shuffle for a stopwatch, not for a table.
local state = 20060415

local function random(n)
  state = state * 6364136223846793005 + 1442695040888963407
  return (state >> 33) * n // 0x80000000 + 1
end

local function shuffled_deck()
  local deck = {}
  for _, suit in ipairs(SUITS) do
    for value = 1, 13 do deck[#deck + 1] = { suit = suit, value = value } end
  end
  for i = 52, 2, -1 do
    local k = random(i)
    deck[i], deck[k] = deck[k], deck[i]
  end
  return deck
end

local function deal()
  local deck, seats = shuffled_deck(), {}
  for i = 1, 4 do
    seats[i] = { hand = {}, stack = {}, fished = {} }
    for _ = 1, 13 do insert(seats[i].hand, remove(deck)) end
  end
  return seats
end

-- A move is a table with its legal answers, one of which is chosen.
local function choose(kind, options)
  local move = { kind = kind, options = options }
  move.answer = random(#options)
  return move
end

local function pass(seats, way)
  local passed = {}
  for i, seat in ipairs(seats) do
    passed[i] = {}
    for _ = 1, 3 do
      local move = choose("pass", seat.hand)
      insert(passed[i], remove(seat.hand, move.answer))
    end
  end
  for i, cards in ipairs(passed) do
    local to = seats[(i + way - 1) % 4 + 1].hand
    for _, card in ipairs(cards) do insert(to, card) end
  end
end

local function open(seats)
  for i, seat in ipairs(seats) do
    for k, card in ipairs(seat.hand) do
      if card.suit == "clubs" and card.value == 2 then
        seat.played = remove(seat.hand, k)
        return i
      end
    end
  end
end

-- The seats clockwise from the leader.
local function around(seats, leader)
  local list = {}
  for k = 0, 3 do list[k + 1] = seats[(leader - 1 + k) % 4 + 1] end
  return list
end

local function play(order)
  for _, seat in ipairs(order) do
    if not seat.played then
      local move = choose("play", seat.hand)
      seat.played = remove(seat.hand, move.answer)
    end
  end
end

local function sink(order, lake)
  local highest = {}
  for _, seat in ipairs(order) do
    local card = seat.played
    local other = highest[card.suit]
    if not other or card.value > other.value then highest[card.suit] = card end
  end
  for _, seat in ipairs(order) do
    if highest[seat.played.suit] ~= seat.played then
      insert(lake, seat.played)
      seat.played = nil
    end
  end
end

local function count(lake, suit)
  local n = 0
  for _, fish in ipairs(lake) do
    if fish.suit == suit then n = n + 1 end
  end
  return n
end

-- Takes the suit out of the lake; returns the lake that is left.
local function land(seat, lake)
  local card, rest = seat.played, {}
  for _, fish in ipairs(lake) do
    insert(fish.suit == card.suit and seat.stack or rest, fish)
  end
  insert(seat.stack, card)
  seat.fished[card.suit] = true
  return rest
end

local YES_NO = { true, false }

-- The keepers fish or stock; returns the lake, and who leads next.
local function fish(order, lake, last)
  local leader, most = order[1], 0
  for _, seat in ipairs(order) do
    local card = seat.played
    if card then
      local n = count(lake, card.suit)
      local may = n > 0 and not seat.fished[card.suit]
      if may and (last or YES_NO[choose("fish", YES_NO).answer]) then
        lake = land(seat, lake)
        if n + 1 > most then most, leader = n + 1, seat end
      else
        insert(lake, card)
      end
      seat.played = nil
    end
  end
  return lake, leader
end

local function points(stack)
  local total, aces = 0, 0
  for _, card in ipairs(stack) do
    if card.value == 1 then aces = aces + 1 end
    total = total + (card.value == 1 and -9 or card.value > 10 and 3 or 1)
  end
  return aces == 4 and total + 54 or total
end

local function game(number, totals)
  local seats, lake = deal(), {}
  pass(seats, PASS_TO[(number - 1) % 3 + 1])
  local leader = open(seats)
  for trick = 1, 13 do
    local order = around(seats, leader)
    play(order)
    sink(order, lake)
    local next_leader
    lake, next_leader = fish(order, lake, trick == 13)
    for i, seat in ipairs(seats) do
      if seat == next_leader then leader = i end
    end
  end
  for i, seat in ipairs(seats) do totals[i] = totals[i] + points(seat.stack) end
end

local games = tonumber((...)) or 5000
local totals = { 0, 0, 0, 0 }
for number = 1, games do game(number, totals) end
print(("%d games, %.2f points a seat and game"):format(games,
  (totals[1] + totals[2] + totals[3] + totals[4]) / games / 4))
