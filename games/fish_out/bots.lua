-- Bots for Fish Out!
--
-- heron waits for a good haul and spoils the suits it has fished already.
-- minnow fishes whenever it may and plays at random: the beginner's mistake.
--
-- What heron thinks, all in points:
--   haul      what fishing a suit brings now: the lake's cards of it and mine
--   patience  what a suit is still worth to me unfished; less with each trick
-- A card that would be the highest of its suit is worth the haul when that
-- beats my patience. Any other card feeds the lake: worth nothing in a suit
-- that I may still fish, and the opposite of its points where only others can.

local function patience(me)
  return #me.hand
end

-- What fishing the suit now with this card would bring, the fourth ace's bonus
-- counted.
local function haul(me, card)
  local table_, points = me.table, me.table:worth(card)
  local aces = me.stack:count("rank", "A") + (card.rank == "A" and 1 or 0)
  for fish in table_.lake:cards() do
    if fish.suit == card.suit then
      points = points + table_:worth(fish)
      if fish.rank == "A" then aces = aces + 1 end
    end
  end
  return aces == 4 and points + table_:all_aces() or points
end

local function fished(me, seat, suit)
  return me.table.rules.once and seat.stack:count("suit", suit) > 0
end

-- Points of the fish played before me in this trick that mine would beat, and
-- whether one of them beats mine; and how many are still to play.
local function trick(me, card)
  local table_, beaten, lost, before = me.table, 0, false, 0
  for seat in table_:seats() do
    local other = seat.played:top()
    if other then
      before = before + 1
      if other.suit == card.suit then
        if table_:beats(card, other) then
          beaten = beaten + table_:worth(other)
        else
          lost = true
        end
      end
    end
  end
  return beaten, lost, 3 - before
end

-- How many fish that beat this one I have not seen: in nobody's stack, the
-- lake, the trick or my hand.
local function above(me, card)
  local table_ = me.table
  local open = card.rank == "A" and 12 or 13 - card.value
  local function take_off(pile)
    for other in pile:cards() do
      if other.suit == card.suit and other.value > card.value then
        open = open - 1
      end
    end
  end
  take_off(me.hand)
  take_off(table_.lake)
  for seat in table_:seats() do
    take_off(seat.stack)
    take_off(seat.played)
  end
  return open
end

-- The chance that nobody after me plays a higher fish of the suit.
local function stands(me, card, to_play)
  local risk = 0.045 * above(me, card)
  local chance = 1
  for _ = 1, to_play do chance = chance * (1 - risk) end
  return chance
end

local function others_may_fish(me, suit)
  local n = 0
  for seat in me.table:seats() do
    if seat.number ~= me.number and not fished(me, seat, suit) then n = n + 1 end
  end
  return n
end

-- What a fish of mine is worth to me lying in the lake.
local function lying(me, card)
  local worth = me.table:worth(card)
  local rivals = others_may_fish(me, card.suit)
  if fished(me, me, card.suit) then
    return rivals == 0 and 0 or -worth * 0.4
  end
  return worth * (0.25 - 0.12 * rivals)
end

local function value_of(me, card)
  local beaten, lost, to_play = trick(me, card)
  local lake = lying(me, card)
  if lost or fished(me, me, card.suit) then return lake end
  local now = haul(me, card) + beaten
  local in_lake = me.table.lake:count("suit", card.suit) > 0 or beaten ~= 0
  if not in_lake then return lake end
  local gain = now - patience(me)
  if gain < 0 and #me.hand > 1 then return lake - 0.05 * card.value end
  return lake + stands(me, card, to_play) * gain
end

-- How glad I am to be rid of a fish before the game: aces to others are
-- welcome, and kings are what catches.
local function dislike(card)
  if card.rank == "A" then return 20 end
  return 13 - card.value
end

local function best_of(list, value)
  local best, most
  for _, card in ipairs(list) do
    local v = value(card)
    if not best or v > most then best, most = card, v end
  end
  return best
end

return {
  best = "heron",

  heron = {
    one_line = "waits for a good haul, and spoils the suits it has fished",

    pass = function(_, q)
      local cards = table.move(q.options, 1, #q.options, 1, {})
      table.sort(cards, function(a, b)
        local x, y = dislike(a), dislike(b)
        if x ~= y then return x > y end
        return a.index < b.index
      end)
      return table.move(cards, 1, q.max, 1, {})
    end,

    play = function(me, q)
      return best_of(q.options, function(card) return value_of(me, card) end)
    end,

    fish = function(me)
      local card = me.played:top()
      return haul(me, card) > patience(me)
    end,
  },

  minnow = {
    one_line = "fishes whenever it may",
    fish = function() return true end,
  },
}
