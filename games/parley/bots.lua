-- Bots for Parley.
--
-- envoy weighs each argument with each stake: what winning brings and costs,
-- what refuting others brings (parley/chances.lua); and chooses among the best
-- by chance, the better the more often: who can be guessed is refuted.
-- gadfly expects the refuter of the favoured suit, and refutes that.
-- bully makes the strongest argument and stakes all that may be staked.

local chances = require "parley.chances"

local CONCESSION = 3.5 -- composure that a concession is worth
local LAST = 2 -- times as much when it is somebody's last
local HEAT = 0.15 -- differences of so much composure are nearly chance

-- Composure is dearer the less there is.
local function price(me)
  return 1 + 4 / me.composure:amount()
end

-- What winning now is worth to me.
local function prize(me)
  local t = me.table
  local offered, worth = t.offered:amount(), CONCESSION
  for _, seat in ipairs(t:talking()) do
    if seat.concessions:amount() + offered >= t.rules.goal then worth = CONCESSION * LAST end
  end
  return worth * offered
end

-- An empty list with room for five cards with four stakes each, so that it needn't grow.
local function room()
  return { nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil,
    nil, nil }
end

-- The place of one of the values, each as likely as e to it says.
local function one_of(me, values)
  local most, sum, weights, exp = values[1], 0, room(), math.exp
  for i = 2, #values do
    if values[i] > most then most = values[i] end
  end
  for i = 1, #values do
    local weight = exp((values[i] - most) / HEAT)
    weights[i], sum = weight, sum + weight
  end
  local point = me:random(0, 1000000) / 1000000 * sum
  for i = 1, #weights do
    point = point - weights[i]
    if point <= 0 then return i end
  end
  return #values
end

-- What each of these cards is worth with each stake from 1 to the most, one after another; and the
-- most.
local function weigh(me, cards)
  local t, values, n, chances_of = me.table, room(), 0, chances.of
  local others, prizes, prices, most = chances.others(t, me), prize(me), price(me), t:most(me)
  for i = 1, #cards do
    local card = cards[i]
    local suit, worth = card.suit, t:worth(me, card)
    for stake = 1, most do
      n = n + 1
      local win, refuted, gain = chances_of(others, suit, stake, worth + stake)
      values[n] = win * prizes - (win + refuted) * stake * prices + gain * prices
    end
  end
  return values, most
end

-- The argument, and a note of what it was worth with each stake: no more is known when the stake is
-- asked for.
local function argue(me, q)
  local notes, values, most = me.notes, weigh(me, q.options)
  local place = (one_of(me, values) - 1) // most + 1
  local card = q.options[place]
  notes.round, notes.card = me.table.round, card.name
  notes.values = { table.unpack(values, (place - 1) * most + 1, place * most) }
  return card
end

local function stake(me, q)
  local notes, card = me.notes, me.argument:top()
  local known = notes.round == me.table.round and notes.card == card.name and #notes.values >= q.max
  local values = known and notes.values or weigh(me, { card })
  return one_of(me, { table.unpack(values, q.min, q.max) }) + q.min - 1
end

-- The card worth most, `more(suit)` added.
local function best_of(me, q, more)
  local best, most
  for _, card in ipairs(q.options) do
    local worth = me.table:worth(me, card) + (more and more(card.suit) or 0)
    if not best or worth > most then best, most = card, worth end
  end
  return best
end

local function all_in(_, q) return q.max end

-- The chances that `:odds` shows, in words.
local function outlook(me, card, composure)
  local t = me.table
  local others, strength = chances.others(t, me), t:worth(me, card) + composure
  local win, refuted = chances.of(others, card.suit, composure, strength)
  return ("with a stake of %d it wins %.0f%% of the time and is refuted %.0f%%"):format(composure,
    100 * win, 100 * refuted)
end

-- What envoy says of its choices to who asks for a hint.
local because = {
  argue = function(me, card)
    return "no other card is worth much more, counting its stake and what it would refute: "
      .. outlook(me, card, me.table:most(me))
  end,
  stake = function(me, composure)
    local more = composure < me.table:most(me)
    return (more and "more would risk more than it wins: " or "the argument is worth it: ")
      .. outlook(me, me.argument:top(), composure)
  end,
}

return {
  best = "envoy",

  envoy = {
    one_line = "weighs the cost of winning against the gain from refuting",
    because = because,
    argue = argue,
    stake = stake,
  },

  gadfly = {
    one_line = "refutes those who refute the favoured suit, with the highest stake",
    argue = function(me, q)
      local circle, favoured = me.table.rules.circle, me.table:favoured()
      return best_of(me, q, function(suit)
        return circle[circle[suit]] == favoured and 20 or 0
      end)
    end,
    stake = all_in,
  },

  bully = {
    one_line = "the strongest argument, with the highest stake",
    argue = function(me, q) return best_of(me, q) end,
    stake = all_in,
  },
}
