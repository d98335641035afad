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

-- What I see, suit by suit: the values `seen` anywhere, the `points` and `aces`
-- of the lake's fish and how `many`, whether I have `fished` it, and how many
-- `rivals` still may. `played` are the fish of this trick, `aces` those I stacked.
local function look(me)
  local table_ = me.table
  local all = { played = {}, aces = me.stack:count("rank", "A") }
  for _, suit in ipairs { "clubs", "diamonds", "hearts", "spades" } do
    all[suit] = { seen = {}, points = 0, aces = 0, many = 0, rivals = 0 }
  end
  local function see(pile)
    for fish in pile:cards() do all[fish.suit].seen[fish.value] = true end
  end
  see(me.hand)
  for fish in table_.lake:cards() do
    local suit = all[fish.suit]
    suit.seen[fish.value], suit.many = true, suit.many + 1
    suit.points = suit.points + table_:worth(fish)
    suit.aces = suit.aces + (fish.rank == "A" and 1 or 0)
  end
  for seat in table_:seats() do
    local card = seat.played:top()
    see(seat.stack)
    see(seat.played)
    if card then all.played[#all.played + 1] = card end
    for _, suit in ipairs { "clubs", "diamonds", "hearts", "spades" } do
      local fished = table_.rules.once and seat.stack:count("suit", suit) > 0
      if seat.number == me.number then all[suit].fished = fished
      elseif not fished then all[suit].rivals = all[suit].rivals + 1 end
    end
  end
  return all
end

-- What fishing the suit now with this card would bring, the fourth ace's bonus
-- counted.
local function haul(me, card, all)
  local suit = all[card.suit]
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
local function stands(card, all)
  local above = 0
  for value = card.value + 1, 13 do
    if not all[card.suit].seen[value] then above = above + 1 end
  end
  return (1 - 0.045 * above) ^ (3 - #all.played)
end

-- What a fish of mine is worth to me lying in the lake.
local function lying(me, card, all)
  local worth, suit = me.table:worth(card), all[card.suit]
  if suit.fished then return suit.rivals == 0 and 0 or -worth * 0.4 end
  return worth * (0.25 - 0.12 * suit.rivals)
end

local function value_of(me, card, all)
  local suit = all[card.suit]
  local beaten, lost = trick(me, card, all)
  local lake = lying(me, card, all)
  if lost or suit.fished or suit.many == 0 and beaten == 0 then return lake end
  local gain = haul(me, card, all) + beaten - patience(me)
  if gain < 0 and #me.hand > 1 then return lake - 0.05 * card.value end
  return lake + stands(card, all) * gain
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
      local card = me.played:top()
      return haul(me, card, look(me)) > patience(me)
    end,
  },

  minnow = {
    one_line = "fishes whenever it may",
    fish = function() return true end,
  },
}
