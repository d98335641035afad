-- What a team decides when nobody sits there: who shoots first, whether to
-- double, which ball to try, when to bluff.
--
-- hustler weighs a shot in cards: those it would be rid of and what keeping the
-- table is worth, times the chance; less what the other team is spared when
-- the ball is theirs too; it bluffs when no shot is worth as much. banger tries whatever lies best
-- and always doubles.

local CARDS = require "scotch_doubles.cards"
local model = require "scotch_doubles.model"

local KEEP <const> = 0.5   -- cards that going on shooting is worth
local SPARED <const> = 1.0 -- what a card is worth that the others are rid of
local BLUFF <const> = 0.18 -- cards that a bluff is worth

-- How many cards the four bits of a ball are, in four bits each: of 0 the lowest.
local COUNTS <const> = 0x4332322132212110
local OPEN <const> = 1 -- of the four bits of a ball in t.lie: 0 is hard, 2 locked
local LEAST = -math.huge
local chances_of = model.chances_of

local function other_team(t, me)
  local breaker = t.breaker
  return breaker == me and t.racker or breaker
end

-- The aim that is worth most, of equals the first.
local function best_aim(me, q)
  local t, aims = me.table, q.options
  local other = other_team(t, me)
  local lie, lacked = t.lie, other.lacked
  local mine, held = me.hand:bits(CARDS), #other.hand
  local unseen = held + #t.deck
  local open, hard, locked = chances_of(t, me, me.shooter)
  local best, most = nil, LEAST
  for i = 1, #aims do
    local ball, worth = aims[i], BLUFF
    if ball ~= "bluff" then
      local place = 4 * ball
      local at = lie >> place & 15
      local chance = at == 0 and hard or at == OPEN and open or locked
      worth = 0
      if chance > 0 then
        local gain = KEEP
        if ball <= 13 then
          local own, cards = COUNTS >> 4 * (mine >> place & 15) & 15, held
          -- How many cards the other team is expected to hold of a ball. A foul on it
          -- has shown that there was none: only cards drawn since can be of it.
          if lacked and lacked[ball] then cards = other.drawn - lacked[ball] end
          gain = own + KEEP - SPARED * ((4 - own) * cards / unseen)
        end
        worth = chance * gain
      end
    end
    if worth > most then best, most = ball, worth end
  end
  return best
end

-- Balls that a team still needs, over what it makes of a shot.
local function way_to_go(seat, balls)
  local profile = seat.profile
  local make = profile.make_1 + profile.make_2
  return balls / (make > 0 and make or 0.01)
end

local function balls_needed(me)
  local n, live = 0, me.hand:bits(CARDS) & me.table.up
  for ball = 1, 13 do
    if live >> 4 * ball & 15 ~= 0 then n = n + 1 end
  end
  return n
end

-- The others' hand has about four balls to five cards.
local function ahead(me)
  local other = other_team(me.table, me)
  local first = me.table.shooting == me and 0.5 or -0.5
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

-- What hustler says of its choices to who asks for a hint.
local because = {
  double = function(_, yes)
    return yes and "you seem to need fewer shots than they do"
      or "you don't seem to need fewer shots than they do"
  end,
  aim = function(me, aim)
    if aim == "bluff" then return "no shot is worth as much" end
    local chance = 100 * me.table:chance_of(me, me.shooter, me.table:lies(aim))
    if aim > 13 then return ("it drops %.0f%% of the time and keeps the table"):format(chance) end
    local cards = me.hand:count("value", aim)
    return ("it drops %.0f%% of the time and rids you of %d card%s"):format(chance, cards,
      cards == 1 and "" or "s")
  end,
}

return {
  best = "hustler",

  hustler = {
    one_line = "weighs chances, cards and who else it helps; bluffs if it must",
    because = because,
    first = first_shooter,
    double = ahead,
    aim = best_aim,
  },

  banger = {
    one_line = "tries the easiest shot and always doubles",
    double = function() return true end,
    aim = function(me, q)
      local t, best, most = me.table, nil, -math.huge
      for _, aim in ipairs(q.options) do
        local chance = aim == "bluff" and -1 or t:chance_of(me, me.shooter, t:lies(aim))
        if chance > most then best, most = aim, chance end
      end
      return best
    end,
  },
}
