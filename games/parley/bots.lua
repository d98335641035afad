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

local function value(t, others, suit, stake, strength, prizes, prices)
  local win, refuted, gain = chances.of(t, others, suit, stake, strength)
  return win * prizes - (win + refuted) * stake * prices + gain * prices
end

-- One of the choices, each as likely as e to its value says.
local function one_of(me, choices)
  local most, sum = choices[1].value, 0
  for _, choice in ipairs(choices) do most = math.max(most, choice.value) end
  for _, choice in ipairs(choices) do
    choice.weight = math.exp((choice.value - most) / HEAT)
    sum = sum + choice.weight
  end
  local point = me:random(0, 1000000) / 1000000 * sum
  for _, choice in ipairs(choices) do
    point = point - choice.weight
    if point <= 0 then return choice end
  end
  return choices[#choices]
end

-- What was weighed in this round: a stake is asked for when no more is known than
-- when the argument was.
local function known_values(me)
  local notes, round = me.notes, me.table.round
  if notes.round ~= round then notes.round, notes.known = round, {} end
  return notes.known
end

local function weighed(me, cards, low, high)
  local t, known, choices = me.table, known_values(me), {}
  local others, prizes, prices
  for _, card in ipairs(cards) do
    local values = known[card.name]
    if not values then
      if not others then others, prizes, prices = chances.others(t, me), prize(me), price(me) end
      local suit, worth = card.suit, t:worth(me, card)
      values = {}
      for stake = low, high do values[stake] = value(t, others, suit, stake, worth + stake, prizes, prices) end
      known[card.name] = values
    end
    for stake = low, high do choices[#choices + 1] = { card = card, stake = stake, value = values[stake] } end
  end
  return one_of(me, choices)
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

return {
  best = "envoy",

  envoy = {
    one_line = "weighs what winning costs and what refuting brings",
    argue = function(me, q)
      return weighed(me, q.options, 1, me.table:most(me)).card
    end,
    stake = function(me, q)
      return weighed(me, { me.argument:top() }, q.min, q.max).stake
    end,
  },

  gadfly = {
    one_line = "refutes those who refute the favoured suit, with all it may stake",
    argue = function(me, q)
      local circle, favoured = me.table.rules.circle, me.table:favoured()
      return best_of(me, q, function(suit)
        return circle[circle[suit]] == favoured and 20 or 0
      end)
    end,
    stake = all_in,
  },

  bully = {
    one_line = "the strongest argument, and all it may stake",
    argue = function(me, q) return best_of(me, q) end,
    stake = all_in,
  },
}
