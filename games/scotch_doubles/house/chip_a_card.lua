-- A chip a card: the losers pay for what they still hold, whatever the round,
-- so a lost rack is worth fighting to the last. Six rounds, as the price no
-- longer rises and nobody need be put out.
local house = variant "scotch_doubles"
house.title = "Poker Pool, a chip a card"
house.one_line = "the losers pay a chip for each card left; six rounds"
house.rules.chips = 20
house.rules.rounds = 6

function house.stake(t, _, loser) return t:cards_left(loser) end

function house.price(t) return t.doubled and "2 chips a card" or "1 chip a card" end

-- A team with one chip may play; it pays what it has.
function house.cover() return 1 end

return house
