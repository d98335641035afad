-- Bots for Fish Out!
--
-- heron waits for a good haul and spoils the suits it has fished already.
-- minnow fishes whenever it can and plays at random: the beginner's mistake.
--
-- What heron thinks, all in points:
--   haul      what fishing a suit brings now: the lake's cards of it and mine
--   patience  what a suit is still worth to me unfished; less with each trick
-- A card that would be the highest of its suit is worth the haul when that
-- beats my patience. Any other card feeds the lake: worth nothing in a suit
-- that I may still fish, and the opposite of its points where only others can.

local values = require "fish_out.values"

local worth, beats, least = values.worth, values.beats, -math.huge

-- Heron counts in bits, one look at a pile for all four suits: it plays twice as fast so. Sixteen
-- bits a suit, from its place on: the ace lowest, then the two up to the king.
local SUIT <const>, ALL <const>, ACES <const> = 0x1fff, 0x1fff1fff1fff1fff, 0x0001000100010001
local PLACE = { clubs = 0, diamonds = 16, hearts = 32, spades = 48 }

-- The bit of each fish, by its name.
local BITS = {}
for value, rank in ipairs { "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K" } do
  for suit, place in pairs(PLACE) do BITS[rank .. suit:sub(1, 1)] = 1 << place + value - 1 end
end

-- How many cards each choice of nine is.
local COUNT = { [0] = 0 }
for bits = 1, 511 do COUNT[bits] = COUNT[bits >> 1] + (bits & 1) end

-- How many fish a suit's bits are, and what they are worth.
local function tally(rules, bits)
  local aces, small, courts = bits & 1, COUNT[bits >> 1 & 511], COUNT[bits >> 10]
  return aces + small + courts, aces * rules.ace + small * rules.small + courts * rules.court
end

local function patience(me)
  return #me.hand
end

-- What I see of the others: the fish played before mine, as bits; how many come
-- after me; and at the place of each suit how many may still fish it.
local function look_around(me, t)
  local seats, once, played, after, rivals = t.seat, t.rules.once, 0, 0, 0
  for i = 1, #seats do
    local seat = seats[i]
    if seat ~= me then
      local card, stack = seat.played:top(), once and seat.stack:bits(BITS) or 0
      if card then
        played = played | 1 << PLACE[card.suit] + card.value - 1
      else
        after = after + 1
      end
      rivals = rivals + (~(stack + ALL >> 13) & ACES) -- one more where there is no fish of the suit
    end
  end
  return played, after, rivals
end

-- What fish of a suit bring, those of the lake and those before mine; false where there are none.
local function haul(rules, lake, before)
  local many, points = tally(rules, lake)
  if before == 0 then return many > 0 and points end
  local _, beaten = tally(rules, before)
  return (many > 0 or beaten ~= 0) and points + beaten
end

-- The fish of a suit that were played before mine.
local function played_of(t, suit)
  local list = {}
  for seat in t:seats() do
    local card = seat.played:top()
    if card and card.suit == suit then list[#list + 1] = card end
  end
  return list
end

-- What the lake and they bring, and whether a card beats those before it, where a house rule has
-- another worth or order.
local function haul_by_rule(t, suit)
  local lying, points, beaten = t.lake:count("suit", suit), 0, 0
  for card in t.lake:cards() do
    if card.suit == suit then points = points + t:worth(card) end
  end
  for _, card in ipairs(played_of(t, suit)) do beaten = beaten + t:worth(card) end
  return (lying > 0 or beaten ~= 0) and points + beaten
end

local function beats_by_rule(t, card)
  for _, other in ipairs(played_of(t, card.suit)) do
    if not t:beats(card, other) then return false end
  end
  return true
end

-- The chance that nobody after me plays a higher fish of the suit, of those not
-- seen yet.
local function stands(me, suit, value, after)
  if after == 0 then return 1 end
  local above, cards = 0, me:unseen()
  for i = 1, #cards do
    local other = cards[i]
    if other.suit == suit and other.value > value then above = above + 1 end
  end
  return (1 - 0.045 * above) ^ after
end

-- The card that is worth most. What all of a suit share is found when its first comes.
local function best_card(me, options)
  local t, left = me.table, patience(me)
  local played, after, rivals = look_around(me, t)
  local rules, lake, stack = t.rules, t.lake:bits(BITS), me.stack:bits(BITS)
  local own = t.worth == worth and t.beats == beats
  local ace, court, small, fished = rules.ace, rules.court, rules.small, rules.once and stack or 0
  local best, most, suit = nil, least, nil
  local place, before, lying, gain = 0, 0, 0, false
  for i = 1, #options do
    local card = options[i]
    if card.suit ~= suit then
      suit = card.suit
      place = PLACE[suit]
      before, lying = own and played >> place & SUIT or 0, rivals >> place & 15
      if fished >> place & SUIT ~= 0 then
        lying, gain = lying == 0 and 0 or -0.4, false
      else
        lying = 0.25 - 0.12 * lying
        gain = own and haul(rules, lake >> place & SUIT, before)
        if not own then gain = haul_by_rule(t, suit) end
      end
    end
    local value = card.value
    local points = own and (value > 10 and court or value > 1 and small or ace) or t:worth(card)
    local now = points * lying
    if gain and before >> value - 1 == 0 and (own or beats_by_rule(t, card)) then
      local more = gain + points - left
      local fourth = value == 1 or lake >> place & 1 == 1
      if fourth and (stack & ACES) * ACES >> 48 == 3 then more = more + t:all_aces() end
      if more < 0 and left > 1 then
        now = now - 0.05 * value
      elseif more <= 0 or now + more > most then
        now = now + stands(me, suit, value, after) * more
      end
    end
    if now > most then best, most = card, now end
  end
  return best
end

-- How glad I am to be rid of a fish before the game: aces to others are
-- welcome, and kings are what catches.
local function dislike(card)
  local value = card.value
  return value == 1 and 20 or 13 - value
end

local function points_of(n) return ("%d point%s"):format(n, n == 1 and "" or "s") end

-- What heron says of its choices to who asks for a hint.
local because = {}

function because.pass(_, cards)
  for _, card in ipairs(cards) do
    if card.value == 1 then return "an ace costs points, and low fish catch little" end
  end
  return "low fish catch little"
end

function because.play(me, card)
  local t, suit = me.table, card.suit
  if t.rules.once and me.stack:count("suit", suit) > 0 then
    return ("you have fished %s already"):format(suit)
  end
  local before = played_of(t, suit)
  if #before > 0 and not beats_by_rule(t, card) then return nil end
  local found = haul_by_rule(t, suit)
  if not found then return ("there are no %s in the lake yet"):format(suit) end
  if found <= 0 then return ("the %s aren't worth fishing yet"):format(suit) end
  local _, points = t:haul(me, card, before)
  return ("it may win you %s"):format(points_of(points))
end

function because.fish(me, yes)
  local _, points = me.table:haul(me, me.played:top())
  return yes and ("%s now is more than waiting should bring"):format(points_of(points))
    or ("fishing brings %s now, and waiting should bring more"):format(points_of(points))
end

return {
  best = "heron",

  heron = {
    one_line = "waits for a good haul, and spoils the suits it has fished",
    because = because,

    -- Of equals the first in the deck's order.
    pass = function(_, q)
      local cards, keys = {}, {}
      for i, card in ipairs(q.options) do
        cards[i], keys[card] = card, 100 * dislike(card) - card.index
      end
      table.sort(cards, function(a, b) return keys[a] > keys[b] end)
      return { table.unpack(cards, 1, q.max) }
    end,

    play = function(me, q) return best_card(me, q.options) end,

    fish = function(me)
      local _, points = me.table:haul(me, me.played:top())
      return points > patience(me)
    end,
  },

  minnow = {
    one_line = "fishes whenever it can",
    fish = function() return true end,
  },
}
