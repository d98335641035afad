-- The cards of a hand as bits, four to a ball, so that one look tells its ranks:
-- of hand:bits(cards) the four from 4 * ball on say which cards for the ball
-- there are. A joker, which is for no ball, has those of 0.

local RANKS = { "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K" }

local cards = { Jr = 1, Jb = 2 }

for ball, rank in ipairs(RANKS) do
  for i, suit in ipairs { "c", "d", "h", "s" } do cards[rank .. suit] = 1 << 4 * ball + i - 1 end
end

return cards
