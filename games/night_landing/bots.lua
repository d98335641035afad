-- Bots for Night Landing.
--
-- captain keeps its goods for their tide, and weighs each bribe: what it costs
-- against the chance that it is the least, with what the others may give. That
-- it guesses from what they gave for each card before. Among bribes that are
-- nearly as good it chooses by chance: who can be guessed is undercut.
-- purser loads the best it has and always pays about the same.
-- miser pays next to nothing, and lives on nights of grace.

local ceil, exp, huge, max, min = math.ceil, math.exp, math.huge, math.max, math.min

local RATE <const> = 1.5 -- coins a card that somebody unknown gives
local LEARNS <const> = 0.4 -- how much the last bribe counts beside those before
local SLACK <const> = 0.3 -- coins that make no difference
local TOP <const> = 30 -- more than this it never gives
local BELL <const> = 1.7 -- makes the logistic curve one of the bell's
local WORTH <const> = 7 -- of the goods it lands on a night of grace, even against the tide

-- The goods, best first, and what each is worth; equal ones as they lie.
local function best_first(me, q)
  local t, options, list, worths = me.table, q.options, {}, {}
  local worth_of, tide = t.worth, t:wanted()
  for i = 1, #options do
    local worth, at = worth_of(t, options[i], tide), i
    while at > 1 and worths[at - 1] < worth do
      list[at], worths[at] = list[at - 1], worths[at - 1]
      at = at - 1
    end
    list[at], worths[at] = options[i], worth
  end
  return list, worths, tide
end

-- --- what the others give ---

-- What each of the others has given for a card so far, and how many cards each boat had when
-- bribes were asked, for it is empty when they are known: by seat.
local function notes_of(me)
  local notes = me.notes
  if not notes.rates then notes.rates, notes.boats = {}, {} end
  return notes.rates, notes.boats
end

local function learn(me)
  local rates, boats = notes_of(me)
  for i, seat in ipairs(me.table.seat) do
    local cards = boats[i] or 0
    if cards > 0 then
      local old = rates[i] or RATE
      rates[i] = old + LEARNS * (seat.bribe / cards - old)
    end
  end
end

-- The others with goods, each of whom may give anything up to twice what it is used
-- to: the most, the mean and the spread of what all together give, and of those who
-- can be searched the first gift that is too large (`ends`) and how many there are.
local function others(me)
  local t, rates, boats = me.table, notes_of(me)
  local ends, widths, risky, most, mean, variance = {}, {}, 0, 0, 0, 0
  for i, seat in ipairs(t.seat) do
    local cards = seat ~= me and #seat.boat or 0
    local safe = cards > 0 and seat.safe
    boats[i] = not safe and cards or 0
    if cards > 0 then
      local span = safe and 0 or min(seat.purse:amount(), ceil(2 * (rates[i] or RATE) * cards))
      local largest = t:gift(seat, span)
      most, mean, variance = most + largest, mean + largest - span / 2,
        variance + span * (span + 2) / 12
      if not safe then
        risky = risky + 1
        ends[risky], widths[risky] = largest + 1, span + 1
      end
    end
  end
  return ends, widths, most, mean, variance ^ 0.5
end

-- The chance that all of the others who can be searched give as much as that or
-- more.
local function is_least(ends, widths, gift)
  local chance = 1
  for i = 1, #ends do
    local more, width = ends[i] - gift, widths[i]
    if more <= 0 then return 0 end
    if more < width then chance = chance * more / width end
  end
  return chance
end

-- The chance that the others give as much as that or more: what several give
-- together lies around the mean like a bell.
local function chance_of(least, most, mean, spread)
  if least > most then return 0 end
  if spread == 0 then return 1 end
  return 1 / (1 + exp(BELL * (least - 0.5 - mean) / spread))
end

-- Bribes that are as good as the best, by what each costs in the end: itself, the
-- cargo if it is the least, less the pot if the officer sleeps.
local function good_bribes(me, most)
  local t, safe = me.table, me.safe
  local ends, widths, all, mean, spread = others(me)
  local pot = t.lantern == me and t.pot:amount() or 0
  if safe and pot == 0 then return { 0 } end
  local loss = safe and 0 or t:cargo(me.boat) + t.rules.fine * #me.boat
  local costs, least, low, asking = {}, huge, t:gift(me, 0), t:asking()
  for coins = 0, most do
    if coins - pot > least + SLACK then break end
    local gift = low + coins
    local risk, asleep = is_least(ends, widths, gift), chance_of(asking - gift, all, mean, spread)
    local cost = coins + risk * (1 - asleep) * loss - asleep * pot
    costs[coins] = cost
    if cost < least then least = cost end
  end
  local good = {}
  for coins = 0, #costs do
    if costs[coins] <= least + SLACK then good[#good + 1] = coins end
  end
  return good
end

-- --- what to load ---

-- Cards that no boat has room for before the last night: below 0, boats sail
-- with room to spare.
local function surplus(me, cards)
  local t, rules = me.table, me.table.rules
  local left = t:nights() - t.night
  return cards + rules.drawn * left - rules.boat * (left + 1)
end

-- Cards that have to go tonight, or what is drawn will find no room.
local function crowded(me, cards)
  local rules = me.table.rules
  return cards + rules.drawn - rules.hold
end

local function is_wanted(card, tide, safe, worth)
  return card.suit == tide and card.value > 2 or safe and worth >= WORTH
end

-- Why goods go that the tide doesn't ask for.
local function why_others_go(me)
  local held = #me.hand
  if surplus(me, held) >= 0 then return "from now on every boat has to sail full" end
  return crowded(me, held) > 0 and "your hand has no room for the next draw, so the worst go"
    or "your better goods can wait for their tide"
end

-- What captain says of its choices to who asks for a hint.
local because = {
  load = function(me, cards)
    if me.safe then return "you can't be searched tonight" end
    local tide, on_tide = me.table:wanted(), 0
    for _, card in ipairs(cards) do if card.suit == tide then on_tide = on_tide + 1 end end
    local sells = on_tide > 0 and ("%s sells for more tonight"):format(tide)
    if sells and on_tide == #cards then return sells end
    return (sells and sells .. "; " or "") .. why_others_go(me)
  end,
  bribe = function(me, coins)
    if me.safe and coins == 0 then return "you can't be searched tonight" end
    if coins == 0 then return "a bribe costs more than it saves" end
    return "a smaller bribe risks more than it saves"
  end,
}

return {
  best = "captain",

  captain = {
    one_line = "waits for the tide, and weighs each bribe by what the others gave",
    because = because,

    load = function(me, q)
      learn(me)
      local list, worths, tide = best_first(me, q)
      local load, kept, most = {}, {}, q.max
      for i, card in ipairs(list) do
        local goes = #load < most and is_wanted(card, tide, me.safe, worths[i])
        table.insert(goes and load or kept, card)
      end
      local first, last = 1, #kept
      local left = surplus(me, #list)
      local least = min(most, max(1, crowded(me, #list), left + most))
      while #load < least and first <= last do -- where some will stay the best go, else the worst
        if left >= 0 then load[#load + 1], first = kept[first], first + 1
        else load[#load + 1], last = kept[last], last - 1 end
      end
      return load
    end,

    bribe = function(me, q) return me:choose(good_bribes(me, min(q.max, TOP))) end,
  },

  purser = {
    one_line = "lands the best it has, and gives three to six coins",
    load = function(me, q)
      return table.move(best_first(me, q), 1, min(q.max, #q.options), 1, {})
    end,
    bribe = function(me, q) return min(q.max, me:random(3, 6)) end,
  },

  miser = {
    one_line = "lands the best it has, and gives at most one coin",
    load = function(me, q)
      return table.move(best_first(me, q), 1, min(q.max, #q.options), 1, {})
    end,
    bribe = function(me, q) return min(q.max, me:random(0, 1)) end,
  },
}
