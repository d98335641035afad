-- poker.target: named poker hands as people say them.
--
-- A text is read as a bag of words: what kind is meant follows from the words
-- that are there, the values are the ranks in the order in which they come.
-- That takes "queen-high flush", "a flush, queen high" and "Flush to the Q"
-- with no grammar of its own for each.

local hands = require "primitives.poker_hands"
local lists = require "shared.lists"

local targets = {}

local RANKS, PLURALS = hands.RANKS, hands.PLURALS
local MARKS = { "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a" }

local HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, FIVE = 1, 2, 3, 4, 5, 6, 7,
  8, 9, 10
local KINDS = hands.KINDS

local VALUES = { t = 10, deuce = 2, trey = 3 } -- by word
for i = 1, 13 do VALUES[RANKS[i]], VALUES[PLURALS[i]], VALUES[MARKS[i]] = i + 1, i + 1, i + 1 end

-- Words that say what kind it is, each by a field of what is said and its value; and words that say nothing by themselves.
local SAY = { pairs = { "pairs", 2 }, trips = { "count", 3 }, quads = { "count", 4 }, boat = { "full", true },
  nothing = { "no", true } }
SAY.trip, SAY.set, SAY.quad = SAY.trips, SAY.trips, SAY.quads
for word in pairs(lists.set "full no high and straight flush royal") do SAY[word] = { word, true } end
local LOW = lists.set "low lowball razz wheel bicycle"
local FILLERS = lists.set "a an the of with to card cards hand at least or better over house kind one"

-- The words of a text; nil when there are none, or more or longer ones than
-- any hand's name has.
local function split(text)
  text = text:gsub("'", ""):lower()
  local tokens = lists.matches(text, "%w+")
  return tokens[1] and not tokens[25] and not text:find(("%w"):rep(16)) and tokens
end

-- "two", "2", "deuce", "2s": the value 2 to 14, and if it is a plural; or nil.
local function value_of(token)
  local one = #token > 1 and token:match "^(.*)s$"
  return VALUES[token] or one and VALUES[one], one ~= false and one ~= nil
end

-- Is this value the number in "two pair", "four jacks"?
local function counts(token, value, next)
  if value > 5 or token:find "s" then return false end
  if next == "pair" or next == "pairs" or next == "of" then return true end
  local follows, plural = value_of(next)
  return follows and plural
end

local function read_value(tokens, i, said)
  local token, next = tokens[i], tokens[i + 1] or ""
  if token == "a" and next ~= "high" then return false end
  local value, plural = value_of(token)
  if not value then return false end
  if counts(token, value, next) then
    said.count = value
  else
    said[#said + 1], said.plural = value, plural
  end
  return true
end

local function unknown_word(token, text)
  if LOW[token] then
    return ('"%.60s": a low hand can\'t be a target; compare ranks instead: poker.rank(cards, { low = "ace_to_five" })')
      :format(text)
  end
  local list = lists.joined(RANKS, PLURALS, { "pair", "pairs", "trips", "quads", "high", "straight", "flush", "full",
    "royal", "kind", "house", "three of a kind" })
  local near = host.nearest(token, list)
  return near and ('"%s" is not a word of a poker hand, did you mean "%s"?'):format(token, near)
    or ('"%s" is not a word of a poker hand; name a hand like "%s"'):format(token, KINDS[TWO_PAIR][6])
end

-- The kind that was said; nil for none, or for two at once.
local function kind_of(said)
  local groups = { said.straight or said.flush or said.royal, said.full, said.pairs > 0 and not said.no,
    said.count > 2 or said.count == 2 and said.pairs == 0 }
  local n = 0
  for i = 1, 4 do n = n + (groups[i] and 1 or 0) end
  if n > 1 then return nil end
  if said.royal or said.straight and said.flush then return STRAIGHT_FLUSH end
  if said.flush then return FLUSH end
  if said.straight then return STRAIGHT end
  if said.full then return FULL_HOUSE end
  if said.count > 2 then return ({ [3] = THREE, [4] = FOUR, [5] = FIVE })[said.count] end
  if said.no then return HIGH_CARD end
  if said.pairs > 0 then return said.pairs + said.count >= 2 and TWO_PAIR or PAIR end
  if said.count == 2 then return PAIR end
  if #said == 2 and said["and"] and said.plural then return TWO_PAIR end
  return said.high and HIGH_CARD or nil
end

-- The target of the kind with its values; or nil and a sentence. With a
-- target, a warning when no hand is as low as that.
local function settle(text, number, said)
  local kind = KINDS[number]
  local name, values, least, example = kind[1], kind[2], kind[3], kind[6]
  if said.royal and #said == 0 then said[1] = 14 end
  if #said ~= values or said.royal and said[1] ~= 14 then
    return nil, ('"%.60s": say which %s, like "%s"'):format(text, name,
      said.royal and "royal flush" or example)
  end
  local first, second = said[1], said[2]
  if first == second then
    return nil, ('"%.60s": expected two different ranks, as in "%s"'):format(text, example)
  end
  if number == TWO_PAIR and first < second then first, second = second, first end
  local target = host.poker.target_of(number, first, second)
  if (second or first) >= least then return target end
  return target, ('"%s" is lower than any hand of its kind; the lowest is "%s"'):format(hands.name(target),
    hands.name(host.poker.target_of(number, least)))
end

-- Targets by the texts that named them: a game asks for the same few again and again, and reading one takes as long as
-- ten ranks. A text with a warning or a mistake is read again.
-- They stay writable where a script keeps poker.target itself, which is made constant with all it reaches.
local NOT_FROZEN = { constant = true }
setmetatable(NOT_FROZEN, NOT_FROZEN)
local known, count, MOST = setmetatable({}, NOT_FROZEN), 0, 200

local function remember(text, target, sentence)
  if sentence or not target then return target, sentence end
  if count == MOST then known, count = setmetatable({}, NOT_FROZEN), 0 end
  known[text], count = target, count + 1
  return target
end

--- The hand that a text names, as a target: `poker.rank(cards) >= target` is a
--- success. It is read as people say it: "fives full of twos", "pair of 2s",
--- "two pair, eights and fours", "ten-high flush", "7-high", "royal flush".
---@signature poker.target(text) -> integer or nothing, string
---
--- Low hands ("seven-five low") can't be targets: compare ranks instead, as the example does.
---@param text string the hand's name
---@return integer|nil the target, or nil
---@return string|nil a warning when no hand is as low as that; without a target a sentence saying what would be right
---@example local target, problem = poker.target("ten-high flush")
--- poker.rank(seat.hand) >= target --> true
--- local low = { low = "deuce_to_seven" }
--- poker.rank("7h 5c 4d 3s 2h", low) >= poker.rank("8h 6c 5d 4s 3h", low) --> true
---@see kinds of poker
function targets.target(text)
  if type(text) == "number" then text = tostring(text) end
  if type(text) ~= "string" then
    host.fail("bad argument #1 to 'target' (string expected, got " .. (text == nil and "no value" or type(text)) .. ")")
  end
  if known[text] then return known[text] end
  local tokens, said = split(text), { pairs = 0, count = 0 }
  for i, token in ipairs(tokens or {}) do
    if not read_value(tokens, i, said) then
      local says = SAY[token]
      if token == "pair" then said.pairs = said.pairs + 1
      elseif says then said[says[1]] = says[2]
      elseif not FILLERS[token] then return nil, unknown_word(token, text) end
    end
  end
  local kind = tokens and kind_of(said)
  if kind then return remember(text, settle(text, kind, said)) end
  return nil, (text:find "%S" and ('"%.60s": '):format(text) or "")
    .. 'expected one poker hand, such as "two pair, eights and fours", "ten-high flush" or "7-high"'
end

return targets
