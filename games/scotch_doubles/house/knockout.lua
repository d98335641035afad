-- Knock-out: who loses a rack loses everything, and the last team takes the pot.
-- A round costs nothing more than the one before: who is in can go on.
local house = variant "scotch_doubles"
house.title = "Poker Pool knock-out"
house.one_line = "the loser of a rack hands over all its chips and is out"
house.rules.doubling = false
house.rules.rounds = 20

function house.stake(_, _, loser) return loser.chips:amount() end

function house.price() return "everything" end

function house.cover() return 1 end

function house.how_it_ends()
  return "The losers of a rack hand over all their chips and are out. The pot goes to the last "
    .. "team left."
end

function house.pot_goes() return "goes to the last team left" end

return house
