-- Shuffles 52 numbers, or rolls a die, a thousand times a round.
--
--   croupier run scripts/bench/peer_chance.lua shuffle|die ROUNDS

local what, rounds = ...
local stream, deck = rng.new("bench"), {}
for i = 1, 52 do deck[i] = i end
for _ = 1, 1000 * math.tointeger(tonumber(rounds)) do
  if what == "shuffle" then stream:shuffle(deck) else stream:below(6) end
end
