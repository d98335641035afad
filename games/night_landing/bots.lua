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

-- The goods, best first, and what each is worth; equal ones as they lie.
local function best_first(me, q)
  local t, options, list, worths = me.table, q.options, {}, {}
  local worth_of = t.worth
  for i = 1, #options do
    local worth, at = worth_of(t, options[i]), i
    while at > 1 and worths[at - 1] < worth do
      list[at], worths[at] = list[at - 1], worths[at - 1]
      at = at - 1
    end
    list[at], worths[at] = options[i], worth
  end
  return list, worths
end

-- --- what the others give ---

-- What each has given for a card so far, and how many cards each boat had when
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

-- The others with goods: each may give anything up to twice what it is used to.
local function others(me)
  local list, t, mine, rates, boats = {}, me.table, me.number, notes_of(me)
  for i, seat in ipairs(t.seat) do
    local safe, cards = seat.safe, #seat.boat
    boats[i] = not safe and cards or 0
    if i ~= mine and cards > 0 then
      local most = safe and 0 or math.min(seat.purse:amount(), math.ceil(2 * (rates[i] or RATE) * cards))
      list[#list + 1] = { seat = seat, low = t:gift(seat, 0), span = most + 1 }
    end
  end
  return list
end

-- The chance that all of the others who can be searched give as much as that or
-- more: a function of the gift.
local function is_least(t, list)
  local ends, spans = {}, {}
  for _, other in ipairs(list) do
    if t:at_risk(other.seat) then ends[#ends + 1], spans[#spans + 1] = other.low + other.span, other.span end
  end
  return function(gift)
    local chance = 1
    for i = 1, #ends do
      local more, span = ends[i] - gift, spans[i]
      if more <= 0 then return 0 end
      if more < span then chance = chance * more / span end
    end
    return chance
  end
end

-- The chance of each sum of what all the others give, from the least that it can
-- be, at 1; and that least. A gift as likely as any other makes each new sum the
-- mean of the old ones that it comes from, and so a running total: it grows by
-- the old sum of that place and loses the one that is too far back.
local function sums_of(list)
  local sums, spare, count, low = { 1 }, {}, 1, 0
  for i = 1, #list do
    local span, total, new = list[i].span, 0, spare
    for n = 1, count < span and count or span do
      total = total + sums[n]
      new[n] = total / span
    end
    for n = span + 1, count do
      total = total + sums[n] - sums[n - span]
      new[n] = total / span
    end
    local whole = total / span
    for n = count + 1, span do new[n] = whole end
    for n = (count < span and span or count) + 1, count + span - 1 do
      total = total - sums[n - span]
      new[n] = total / span
    end
    sums, spare, count, low = new, sums, count + span - 1, low + list[i].low
  end
  return sums, count, low
end

-- What each bribe costs in the end: itself, the cargo if it is the least, less
-- the pot if the officer sleeps; and the least cost. Bribes that can't be as
-- good whatever they bring are left out.
local function costs_of(me, most)
  local t, list = me.table, others(me)
  local loss = t:cargo(me.boat) + t.rules.fine * #me.boat
  local pot = t.lantern.number == me.number and t.pot:amount() or 0
  local costs, least, asking, low = {}, math.huge, t:asking(), t:gift(me, 0)
  local searched_at = t:at_risk(me) and is_least(t, list)
  -- who is not searched and wins no pot doesn't care what the others give
  local sums, count, least_sum = sums_of((searched_at or pot > 0) and list or {})
  local asleep, first = 0, count + 1 -- the chance of the sum at `first` or more
  for coins = 0, most do
    if coins - pot > least + SLACK then break end
    local gift = low + coins
    local place = asking - gift - least_sum + 1
    while first > place and first > 1 do
      first = first - 1
      asleep = asleep + sums[first]
    end
    local risk = searched_at and searched_at(gift) * (1 - asleep) or 0
    local cost = coins + risk * loss - asleep * pot
    costs[coins] = cost
    if cost < least then least = cost end
  end
  return costs, least
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

return {
  best = "captain",

  captain = {
    one_line = "waits for the tide, and weighs each bribe by what the others gave",

    load = function(me, q)
      learn(me)
      local list, worths = best_first(me, q)
      local load, tide, safe, most = {}, me.table:wanted(), me.safe, q.max
      local first, last = 1, #list
      local left = surplus(me, last)
      local least = math.min(most, math.max(1, crowded(me, last), left + most))
      while #load < most and first <= last and is_wanted(list[first], tide, safe, worths[first]) do
        load[#load + 1], first = list[first], first + 1
      end
      while #load < least and first <= last do -- where some will stay the best go, else the worst
        if left >= 0 then load[#load + 1], first = list[first], first + 1
        else load[#load + 1], last = list[last], last - 1 end
      end
      return load
    end,

    bribe = function(me, q)
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
