-- What a team decides when nobody sits there: who shoots first, whether to
-- double, which ball to try, when to bluff.
--
-- hustler weighs a shot in cards: those it would be rid of and what keeping the
-- table is worth, times the chance; less what the other team is spared when
-- the ball is theirs too; it bluffs when no shot is worth as much. banger tries whatever lies best and always doubles.

local KEEP = 0.5   -- cards that going on shooting is worth
local SPARED = 1.0 -- what a card is worth that the others are rid of
local BLUFF = 0.18 -- cards that a bluff is worth

local function other_team(me)
  local t = me.table
  return t.breaker.number == me.number and t.racker or t.breaker
end

-- What each aim is worth.
local function worths(me, aims)
  local t, mine, chance, list = me.table, {}, {}, {}
  for card in me.hand:cards() do
    local ball = card.value
    mine[ball] = (mine[ball] or 0) + 1
  end
  local other, shooter, lies = other_team(me), me.shooter, t.lie
  local drawn, held, lacked = other.drawn, #other.hand, other.lacked
  local unseen = 52 - #me.hand - #t.discards
  for i = 1, #aims do
    local ball = aims[i]
    local lie, own = lies[ball], mine[ball] or 0
    if ball == "bluff" then
      list[i] = BLUFF
    else
      -- How many cards the other team is expected to hold of a ball. A foul on it
      -- has shown that there was none: only cards drawn since can be of it.
      local cards = lacked[ball] and drawn - lacked[ball] or held
      local theirs = ball > 13 and 0 or (4 - own) * cards / unseen
      chance[lie] = chance[lie] or t:chance_of(me, shooter, lie)
      list[i] = chance[lie] * (own + KEEP - SPARED * theirs)
    end
  end
  return list
end

-- The first of what is worth most.
local function best_of(options, values)
  local best = 1
  for i = 2, #options do
    if values[i] > values[best] then best = i end
  end
  return options[best]
end

-- Balls that a team still needs, over what it makes of a shot.
local function way_to_go(seat, balls)
  local profile = seat.profile
  local make = profile.make_1 + profile.make_2
  return balls / (make > 0 and make or 0.01)
end

local function balls_needed(me)
  local needed, n, up = {}, 0, me.table.up
  for card in me.hand:cards() do
    if up[card.value] and not needed[card.value] then
      needed[card.value], n = true, n + 1
    end
  end
  return n
end

-- The others' hand has about four balls to five cards.
local function ahead(me)
  local other = other_team(me)
  local first = me.table.shooting.number == me.number and 0.5 or -0.5
  return way_to_go(me, balls_needed(me) - first)
    < way_to_go(other, 0.8 * #other.hand + first)
end

-- The better player shoots first, but the other breaks: who breaks only counts
-- in the rotation.
local function first_shooter(me, q)
  local better = me.profile.make_1 >= me.profile.make_2 and 1 or 2
  local place = me.table.shots == 0 and 3 - better or better
  return q.options[place]
end

return {
  best = "hustler",

  hustler = {
    one_line = "weighs chances, cards and who else is helped; bluffs in need",
    first = first_shooter,
    double = ahead,
    aim = function(me, q) return best_of(q.options, worths(me, q.options)) end,
  },

  banger = {
    one_line = "tries what lies best and always doubles",
    double = function() return true end,
    aim = function(me, q)
      local chances, lies = {}, me.table.lie
      for i, aim in ipairs(q.options) do
        chances[i] = aim == "bluff" and -1 or me.table:chance_of(me, me.shooter, lies[aim])
      end
      return best_of(q.options, chances)
    end,
  },
}
