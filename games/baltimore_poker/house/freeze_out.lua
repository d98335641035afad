-- Freeze-out: the blinds double every few hands until one player has it all.
local house = variant "baltimore_poker"
house.title = "Baltimore draw 'em freeze-out"
house.one_line = "until one player has all the chips; the blinds double as play goes on"
house.rules.hands = 1000
house.rules.ante = 0
house.rules.big_blind = 2
house.rules.level_hands = { 6, "hands until the blinds double", min = 1,
  max = 100 }

-- The blinds of this hand: as the rules have them, doubled level by level.
function house.post(t)
  local betting = require "betting"
  local level = (t.hand - 1) // t.rules.level_hands
  local blind = t.rules.big_blind << math.min(level, 20)
  local players = t:players()
  betting.ante(t, players, t.rules.ante, t.pot)
  t.acting = betting.post_blinds(t, players, t.pot, blind)
end

return house
