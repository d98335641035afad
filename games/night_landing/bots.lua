-- Bots for Night Landing.
--
-- captain keeps its goods for their tide, and weighs each bribe: what it costs
-- against the chance that it is the least, with what the others may give. That
-- it guesses from what they gave for each card before. Among bribes that are
-- nearly as good it chooses by chance: who can be guessed is undercut.
-- purser loads the best it has and always pays about the same.
-- miser pays next to nothing, and lives on nights of grace.

local RATE = 1.5 -- coins a card that somebody unknown gives
local LEARNS = 0.4 -- how much the last bribe counts beside those before
local SLACK = 0.3 -- coins that make no difference
local TOP = 30 -- more than this it never gives
local WORTH = 7 -- of the goods it lands on a night of grace, even against the tide

local function best_first(me, q)
  local t, list, worth = me.table, table.move(q.options, 1, #q.options, 1, {}), {}
  for _, card in ipairs(list) do worth[card] = t:worth(card) end
  table.sort(list, function(a, b) return worth[a] > worth[b] end)
  return list, worth
end

-- --- what the others give ---

-- Kept when bribes are asked: how many cards each boat has, for it is empty
-- when the bribes are known.
local function remember(me)
  local notes = me.notes
  for seat in me.table:seats() do notes["boat" .. seat.number] = not seat.safe and #seat.boat or 0 end
end

local function learn(me)
  local notes = me.notes
  for seat in me.table:seats() do
    local cards = notes["boat" .. seat.number] or 0
    if cards > 0 then
      local old = notes["rate" .. seat.number] or RATE
      notes["rate" .. seat.number] = old + LEARNS * (seat.bribe / cards - old)
    end
  end
end

-- The others with goods: each may give anything up to twice what it is used to.
local function others(me)
  local list, t, notes = {}, me.table, me.notes
  for seat in t:seats() do
    local cards = seat.number ~= me.number and #seat.boat or 0
    if cards > 0 then
      local rate = notes["rate" .. seat.number] or RATE
      local most = seat.safe and 0 or math.min(seat.purse:amount(), math.ceil(2 * rate * cards))
      list[#list + 1] = { low = t:gift(seat, 0), span = most + 1, at_risk = t:at_risk(seat) }
    end
  end
  return list
end

-- The chance that all who can be searched give as much as this or more.
local function is_least(list, gift)
  local chance = 1
  for _, other in ipairs(list) do
    local more = other.low + other.span - gift
    if other.at_risk and more < other.span then chance = more > 0 and chance * more / other.span or 0 end
  end
  return chance
end

-- The chance of each sum of what all the others give, and the greatest sum: a
-- gift as likely as any other makes each new sum the mean of the old ones that
-- it comes from, and so a running total.
local function sums_of(list)
  local sums, top = { [0] = 1 }, 0
  for _, other in ipairs(list) do
    local new, low, span, total = {}, other.low, other.span, 0
    for n = 0, low - 1 do new[n] = 0 end
    for n = 0, top + span - 1 do
      total = total + (sums[n] or 0) - (sums[n - span] or 0)
      new[low + n] = total / span
    end
    sums, top = new, top + low + span - 1
  end
  return sums, top
end

-- The chance that the others give so much together or more, for each sum.
local function at_least(sums, top)
  local list, chance = {}, 0
  for sum = top, 0, -1 do
    chance = chance + sums[sum]
    list[sum] = chance
  end
  return list
end

-- What each bribe costs in the end: itself, the cargo if it is the least, less
-- the pot if the officer sleeps; and the least cost. Bribes that can't be as
-- good whatever they bring are left out.
local function costs_of(me, most)
  local t, list = me.table, others(me)
  local enough = at_least(sums_of(list))
  local loss = t:cargo(me.boat) + t.rules.fine * #me.boat
  local pot = t.lantern.number == me.number and t.pot:amount() or 0
  local costs, least, asking, at_risk = {}, math.huge, t:asking(), t:at_risk(me)
  for coins = 0, most do
    if coins - pot > least + SLACK then break end
    local gift = t:gift(me, coins)
    local asleep = enough[math.max(0, asking - gift)] or 0
    local risk = at_risk and is_least(list, gift) * (1 - asleep) or 0
    costs[coins] = coins + risk * loss - asleep * pot
    least = math.min(least, costs[coins])
  end
  return costs, least
end

-- --- what to load ---

-- Cards that no boat has room for before the last night: below 0, boats sail
-- with room to spare.
local function surplus(me, cards)
  local t = me.table
  local left = t:nights() - t.night
  return cards + t.rules.drawn * left - t.rules.boat * (left + 1)
end

-- Cards that have to go tonight, or some will never be landed or drawn.
local function pressing(me, cards, boat)
  local t = me.table
  local crowded = cards + t.rules.drawn - t.rules.hold
  return math.max(1, crowded, surplus(me, cards) + boat)
end

local function is_wanted(card, tide, safe, worth)
  return card.suit == tide and card.value > 2 or safe and worth >= WORTH
end

return {
  best = "captain",

  captain = {
    one_line = "waits for the tide, and weighs each bribe by what the others gave",

    load = function(me, q)
      learn(me)
      local list, worth = best_first(me, q)
      local load, tide, safe = {}, me.table:wanted(), me.safe
      local least = math.min(q.max, pressing(me, #list, q.max))
      local place = surplus(me, #list) >= 0 and 1 or nil -- some will stay: the best go, else the worst
      while #load < q.max and list[1] and is_wanted(list[1], tide, safe, worth[list[1]]) do
        load[#load + 1] = table.remove(list, 1)
      end
      while #load < least and #list > 0 do load[#load + 1] = table.remove(list, place) end
      return load
    end,

    bribe = function(me, q)
      remember(me)
      local good, costs, least = {}, costs_of(me, math.min(q.max, TOP))
      for coins = 0, #costs do
        if costs[coins] <= least + SLACK then good[#good + 1] = coins end
      end
      return me:choose(good)
    end,
  },

  purser = {
    one_line = "lands the best it has, and gives three to six coins",
    load = function(me, q) return table.move(best_first(me, q), 1, math.min(q.max, #q.options), 1, {}) end,
    bribe = function(me, q) return math.min(q.max, me:random(3, 6)) end,
  },

  miser = {
    one_line = "lands the best it has, and gives a coin at most",
    load = function(me, q) return table.move(best_first(me, q), 1, math.min(q.max, #q.options), 1, {}) end,
    bribe = function(me, q) return math.min(q.max, me:random(0, 1)) end,
  },
}
