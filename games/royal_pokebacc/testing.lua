-- Tools of the tests of Pokebacc: its three games, and tables of them.

local testing = { GAMES = { "royal_pokebacc", "merchants_bank", "farmers_and_fishermen" } }

function testing.open(game, options)
  options = options or {}
  options.seats = options.seats or 3
  options.seed = options.seed or "1"
  return croupier.open(game, options)
end

-- A table before its first hand is dealt, all cards in the stock.
function testing.bare(game, rules, seats)
  local g = testing.open(game, { rules = rules, seats = seats })
  g.t.dealer, g.t.turn = g.t.seat[1], g.t.seat[1]
  return g, g.t
end

return testing
