-- What the rank of a poker hand says, and targets made of others: the words of the library `poker`.

local read, target_of, kind_of, integer = host.poker.read, host.poker.target_of, math.type, math.tointeger

local hands = {}

hands.RANKS = { "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace" }
hands.PLURALS = { "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens",
  "kings", "aces" }

-- The kinds, from the lowest: how many values name one, the least of the lowest (2 to 14), how it is said and with what
-- words, and an example.
local RANKS, PLURALS = hands.RANKS, hands.PLURALS
hands.KINDS = {
  { "high card", 1, 7, "%s-high", RANKS, "ace-high" },
  { "pair", 1, 2, "pair of %s", PLURALS, "pair of kings" },
  { "two pair", 2, 2, "two pair, %s and %s", PLURALS, "two pair, eights and fours" },
  { "three of a kind", 1, 2, "three %s", PLURALS, "three jacks" },
  { "straight", 1, 5, "%s-high straight", RANKS, "nine-high straight" },
  { "flush", 1, 7, "%s-high flush", RANKS, "ten-high flush" },
  { "full house", 2, 2, "%s full of %s", PLURALS, "fives full of twos" },
  { "four of a kind", 1, 2, "four %s", PLURALS, "four jacks" },
  { "straight flush", 1, 5, "%s-high straight flush", RANKS, "nine-high straight flush" },
  { "five of a kind", 1, 2, "five %s", PLURALS, "five jacks" },
}
local STRAIGHT_FLUSH, FIVE, ACE = 9, 10, 14
local LEAST = {}
for number, kind in ipairs(hands.KINDS) do LEAST[number] = kind[3] end

--- What kind of hand a rank is: "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house",
--- "four of a kind", "straight flush" or "five of a kind", which takes a wild card. A low hand without a pair, a
--- straight or a flush that counts against it is a high card.
---@signature poker.category(rank) -> string, integer
---@param rank integer from poker.rank or poker.target
---@return string the kind
---@return integer its place among the ten, 1 for high card
---@error "fewer than five cards have no rank"
---@example poker.category(poker.rank(seat.hand)) --> "flush", 6
function hands.category(rank)
  local kind = read(rank)
  return hands.KINDS[kind][1], kind
end

--- The values that name the hand, 2 to 14 for two to ace: for a pair its rank, for two pair both, for a full house the
--- three's and the pair's, for a low hand its highest two, otherwise the high card.
---@signature poker.values(rank) -> integer, integer or nothing
---@param rank integer from poker.rank or poker.target
---@return integer the first value
---@return integer|nil the second where there are two
---@error "fewer than five cards have no rank"
---@example poker.values(poker.rank(t.seat[2].hand)) --> 3, 7
function hands.values(rank)
  local _, first, second = read(rank)
  if second then return first, second end
  return first
end

local function name_of(rank)
  local number, first, second, _, low = read(rank)
  if low and number == 1 then
    return first == 5 and "wheel" or ("%s-%s low"):format(RANKS[first - 1], RANKS[second - 1])
  end
  if number == STRAIGHT_FLUSH and first == ACE then return "royal flush" end
  local kind = hands.KINDS[number]
  return kind[4]:format(kind[5][first - 1], kind[5][(second or 2) - 1])
end

--- The rank as people say it: "queen-high flush", "fives full of twos"; for cards, the rank of the best hand, with what
--- the wild cards in it stand for.
---@signature poker.name(rank, ...) -> string
---@param rank integer from poker.rank or poker.target; or cards, and which are wild or what kind of poker it is
---@return string the sentence; "no hand" for 0, "no low" for cards that make none
---@example poker.name(poker.rank(seat.hand)) --> "king-high flush"
--- poker.name("Kh Kd 9c 4s joker", { wild = "joker" }) --> "three kings (joker as Ks)"
--- poker.name("7h 5c 4d 3s 2h", { low = "deuce_to_seven" }) --> "seven-five low"
---@see wild cards, kinds of poker
function hands.name(rank, ...)
  if rank == 0 then return "no hand" end
  if type(rank) == "number" then return name_of(rank) end
  local five, best, stands = host.poker.named_best(rank, ...)
  if best == 0 then return select(-1, ...).low and "no low" or "no hand" end
  local list = {}
  for i, card in ipairs(five) do
    if stands[i] then list[#list + 1] = ("%s as %s"):format(card, stands[i]) end
  end
  return name_of(best) .. (#list > 0 and " (" .. table.concat(list, ", ") .. ")" or "")
end

--- The target that a hand of this rank corresponds to: its kickers don't count.
---@signature poker.named(rank) -> integer
---@param rank integer from poker.rank
---@return integer the target
---@error "fewer than five cards have no rank"
---@example poker.name(poker.named(poker.rank(seat.hand))) --> "king-high flush"
function hands.named(rank) return target_of(read(rank, "named")) end

-- How far the values can fall before one is below the least of the kind.
local function room_below(number, first, second)
  local room = (second and second < first and second or first) - LEAST[number]
  return room > 0 and room or 0
end

-- The way down from the highest of each kind through the kinds below, where on it each begins, and where each target is.
local LADDER, TOP, PLACE = {}, {}, {}
for number = #hands.KINDS, 1, -1 do
  local second = hands.KINDS[number][2] == 2 and ACE - 1 or nil
  TOP[number] = #LADDER + 1
  for fall = 0, room_below(number, ACE, second) do
    local target = target_of(number, ACE - fall, second and second - fall)
    LADDER[#LADDER + 1], PLACE[target] = target, #LADDER + 1
  end
end

--- The target lowered by this many chips: each lowers every named value by one; below the lowest hand of a kind comes
--- the highest of the next kind; 7-high is the floor.
---@signature poker.lower(target, chips) -> integer
---@param target integer from poker.target
---@param chips integer 0 or more: how many
---@return integer the lower target
---@error "lower: -1 is out of range, expected 0 or more"
---@example poker.name(poker.lower(poker.target("ten-high flush"), 3)) --> "seven-high flush"
function hands.lower(target, chips)
  local left = kind_of(chips) == "integer" and chips or kind_of(chips) and integer(chips)
  if not left or left < 0 then host.fail(("lower: %s is out of range, expected 0 or more"):format(chips)) end
  if PLACE[target] then return LADDER[PLACE[target] + left] or LADDER[#LADDER] end
  local number, first, second = read(target, "lower")
  local room = room_below(number, first, second)
  if left > room and number > 1 then return LADDER[TOP[number - 1] + left - room - 1] or LADDER[#LADDER] end
  local fall = left < room and left or room
  return target_of(number, first - fall, second and second - fall)
end

--- How far a hand is above another one or a target: 15 for each kind between them, plus the difference of the first
--- named values.
---@signature poker.degree(rank, other, highest) -> integer
---@param rank integer of the hand
---@param other integer the rank or target to compare with
---@param highest boolean|nil true counts the highest card instead
---@return integer the degree, -127 to 127, negative for a worse hand
---@error "fewer than five cards have no rank"
---@example poker.degree(poker.rank(seat.hand), poker.target("ten-high flush")) --> 3
function hands.degree(rank, other, highest)
  local mine, my_first, _, my_highest = read(rank, "degree")
  local theirs, their_first, _, their_highest = read(other, "degree")
  if highest and mine ~= FIVE then my_first = my_highest end
  if highest and theirs ~= FIVE then their_first = their_highest end
  local degree = 15 * (mine - theirs) + my_first - their_first
  if highest and (rank >= other) ~= (degree >= 0) then return 0 end
  return degree
end

return hands
