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

local function new_suit(stack, once, name)
  return { many = 0, points = 0, aces = 0, rivals = false, fished = once and stack:count("suit", name) > 0 }
end

-- What lies in the lake of each suit that I may still fish: how `many` fish, their
-- `points` and `aces`.
local function in_lake(t, stack)
  local suits, lake, worth_of, once = {}, t.lake:list(), t.worth, t.rules.once
  for i = 1, #lake do
    local fish = lake[i]
    local name = fish.suit
    local suit = suits[name]
    if not suit then
      suit = new_suit(stack, once, name)
      suits[name] = suit
    end
    if not suit.fished then
      suit.many, suit.points = suit.many + 1, suit.points + worth_of(t, fish)
      if fish.rank == "A" then suit.aces = suit.aces + 1 end
    end
  end
  return suits
end

-- What I see in this trick, looked at once: the fish `played` before mine, by suit,
-- and how many come `after` me, the stacks of the `others`, the suits of the lake,
-- and what I hold.
local function look(me)
  local t, stack = me.table, me.stack
  local played, others, after = {}, {}, -1
  for seat in t:seats() do
    local fish = seat.played:top()
    if fish then
      local suit = fish.suit
      local list = played[suit]
      if list then list[#list + 1] = fish else played[suit] = { fish } end
    else
      after = after + 1
    end
    if seat ~= me then others[#others + 1] = seat.stack end
  end
  return { t = t, worth = t.worth, played = played, after = after, others = others, suits = in_lake(t, stack),
    stack = stack, aces = false, patience = patience(me), unseen = false }
end

-- What I see of a suit: what lies in the lake of it, whether I have `fished` it,
-- and how many `rivals` still may.
local function suit_of(all, name)
  local suit = all.suits[name]
  if suit and suit.rivals then return suit end
  if not suit then
    suit = new_suit(all.stack, all.t.rules.once, name)
    all.suits[name] = suit
  end
  local once, others, rivals = all.t.rules.once, all.others, 0
  for i = 1, #others do
    if not once or others[i]:count("suit", name) == 0 then rivals = rivals + 1 end
  end
  suit.rivals = rivals
  return suit
end

-- What fishing the suit now with this card of that worth would bring, the fourth
-- ace's bonus counted.
local function haul(card, worth, suit, all)
  local points = worth + suit.points
  all.aces = all.aces or all.stack:count("rank", "A")
  local aces = all.aces + suit.aces + (card.rank == "A" and 1 or 0)
  return aces == 4 and points + all.t:all_aces() or points
end

-- Points of the fish played before me in this trick that mine would beat, and
-- whether one of them beats mine.
local function trick(card, suit, all)
  local played = all.played[suit]
  if not played then return 0, false end
  local t, beaten, lost = all.t, 0, false
  for i = 1, #played do
    local other = played[i]
    if t:beats(card, other) then beaten = beaten + t:worth(other) else lost = true end
  end
  return beaten, lost
end

-- The chance that nobody after me plays a higher fish of the suit, of those not
-- seen yet.
local function stands(me, card, all)
  if all.after == 0 then return 1 end
  all.unseen = all.unseen or me:unseen()
  local above, value, suit, cards = 0, card.value, card.suit, all.unseen
  for i = 1, #cards do
    local other = cards[i]
    if other.suit == suit and other.value > value then above = above + 1 end
  end
  return (1 - 0.045 * above) ^ all.after
end

-- What a fish of mine of that worth is worth to me lying in the lake.
local function lying(worth, suit)
  if suit.fished then return suit.rivals == 0 and 0 or -worth * 0.4 end
  return worth * (0.25 - 0.12 * suit.rivals)
end

-- What playing a card is worth; of one that can't be worth more than `most` that is enough.
local function value_of(me, card, all, most)
  local name = card.suit
  local suit, worth = suit_of(all, name), all.worth(all.t, card)
  local beaten, lost = trick(card, name, all)
  local lake = lying(worth, suit)
  if lost or suit.fished or suit.many == 0 and beaten == 0 then return lake end
  local gain = haul(card, worth, suit, all) + beaten - all.patience
  if gain < 0 and all.patience > 1 then return lake - 0.05 * card.value end
  if lake + gain <= most and gain > 0 then return most end
  return lake + stands(me, card, all) * gain
end

-- How glad I am to be rid of a fish before the game: aces to others are
-- welcome, and kings are what catches.
local function dislike(card)
  if card.rank == "A" then return 20 end
  return 13 - card.value
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
      local best, most = nil, -math.huge
      local options = q.options
      for i = 1, #options do
        local value = value_of(me, options[i], all, most)
        if value > most then best, most = options[i], value end
      end
      return best
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
