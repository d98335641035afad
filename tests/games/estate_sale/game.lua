-- Estate sale: cards are sold one by one, out loud, by sealed bids or by bids that all pay, as the rule says.
local auctions = require "auctions"

return game {
  title = "Estate sale",
  one_line = "an auction for each card; the dearest collection wins",
  player = "bidder",
  seats = { 2, 5 },
  deck = "standard",
  rules = {
    way = { "ascending", "how a lot is sold", one_of = { "ascending", "sealed", "second", "all_pay" } },
    lots = { 6, "cards sold", min = 1, max = 20, from = "game" },
    purse = { 40, "chips each bidder has", min = 0, max = 200, from = "game" },
    least = { 2, "the lowest bid", min = 1, max = 20 },
  },
  piles = { lot = "everyone", seat = { won = "everyone" } },
  pools = { estate = 0, seat = { chips = "purse" } },
  state = { sold = 0 },
  order = { "shuffled", { "sale" }, "standings" },

  shuffled = function(t) t.deck:shuffle() end,

  sell = function(t, o)
    if t.rules.way == "ascending" then return auctions.ascending(t, o) end
    if t.rules.way == "all_pay" then return auctions.all_pay(t, o) end
    o.second = t.rules.way == "second"
    return auctions.sealed(t, o)
  end,

  sale = function(t)
    t.deck:deal(1, t.lot)
    local first = t.seat[t.sold % #t.seat + 1]
    local seats = {}
    for seat in t:seats(first) do seats[#seats + 1] = seat end
    local winner = t:sell { what = t.lot:list(), seats = seats, to = t.estate, least = t.rules.least }
    t.lot:move_all(winner and winner.won or t.deck)
    t.sold = t.sold + 1
    return t.sold == t.rules.lots and done or nil
  end,

  worth = function(_, seat)
    local sum = 0
    for card in seat.won:cards() do sum = sum + card.value end
    return sum
  end,
  standings = function(t) t:finish(t:rank_by(function(seat) return t:worth(seat) end, "chips")) end,
}
