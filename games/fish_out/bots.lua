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

-- What I see in this trick: the fish `played` before mine, those in the `lake`,
-- the `aces` I stacked and what the `others` did.
local function look(me)
  local all = { played = {}, others = {}, lake = me.table.lake:list(), aces = me.stack:count("rank", "A") }
  for seat in me.table:seats() do
    all.played[#all.played + 1] = seat.played:top()
    if seat.number ~= me.number then table.insert(all.others, seat.stack) end
  end
  return all
end

-- What I see of a suit, looked up once: whether I have `fished` it, how many
-- `rivals` still may; and if I may, how `many` fish of it lie in the lake, their
-- `points` and `aces`.
local function suit_of(me, all, name)
  local t, suit = me.table, all[name]
  if suit then return suit end
  local once = t.rules.once
  suit = { many = 0, points = 0, aces = 0, rivals = 0, fished = once and me.stack:count("suit", name) > 0 }
  for _, stack in ipairs(all.others) do
    if not once or stack:count("suit", name) == 0 then suit.rivals = suit.rivals + 1 end
  end
  for _, fish in ipairs(suit.fished and {} or all.lake) do
    if fish.suit == name then
      suit.many, suit.points = suit.many + 1, suit.points + t:worth(fish)
      if fish.rank == "A" then suit.aces = suit.aces + 1 end
    end
  end
  all[name] = suit
  return suit
end

-- What fishing the suit now with this card would bring, the fourth ace's bonus
-- counted.
local function haul(me, card, suit, all)
  local points = me.table:worth(card) + suit.points
  local aces = all.aces + suit.aces + (card.rank == "A" and 1 or 0)
  return aces == 4 and points + me.table:all_aces() or points
end

-- Points of the fish played before me in this trick that mine would beat, and
-- whether one of them beats mine.
local function trick(me, card, all)
  local beaten, lost = 0, false
  for _, other in ipairs(all.played) do
    if other.suit == card.suit then
      if me.table:beats(card, other) then beaten = beaten + me.table:worth(other) else lost = true end
    end
  end
  return beaten, lost
end

-- The chance that nobody after me plays a higher fish of the suit, of those not
-- seen yet.
local function stands(me, card, all)
  all.unseen = all.unseen or me:unseen()
  local above = 0
  for _, other in ipairs(all.unseen) do
    if other.value > card.value and other.suit == card.suit then above = above + 1 end
  end
  return (1 - 0.045 * above) ^ (3 - #all.played)
end

-- What a fish of mine is worth to me lying in the lake.
local function lying(me, card, suit)
  local worth = me.table:worth(card)
  if suit.fished then return suit.rivals == 0 and 0 or -worth * 0.4 end
  return worth * (0.25 - 0.12 * suit.rivals)
end

local function value_of(me, card, all)
  local suit = suit_of(me, all, card.suit)
  local beaten, lost = trick(me, card, all)
  local lake = lying(me, card, suit)
  if lost or suit.fished or suit.many == 0 and beaten == 0 then return lake end
  local gain = haul(me, card, suit, all) + beaten - patience(me)
  if gain < 0 and #me.hand > 1 then return lake - 0.05 * card.value end
  return lake + stands(me, card, all) * gain
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
      local all = look(me)
      return best_of(q.options, function(card) return value_of(me, card, all) end)
    end,

    fish = function(me)
      local _, points = me.table:haul(me, me.played:top())
      return points > patience(me)
    end,
  },

  minnow = {
    one_line = "fishes whenever it may",
    fish = function() return true end,
  },
}
