-- Sealed bids: everybody bids chips in secret for the card that lies open; the
-- only highest bid has it, and ties leave it for the next time.
return game {
  title = "Sealed bids",
  one_line = "secret bids for open cards",
  seats = { 2, 6 },
  deck = "standard",
  rules = { lots = { 6, "cards sold", min = 1, max = 20, from = "game" },
    purse = { 30, "chips each player has", min = 0, max = 100, from = "game" } },
  piles = { lot = "everyone", seat = { won = "everyone" } },
  pools = { bank = 0, seat = { chips = "purse" } },
  state = { sold = 0, seat = { bid = secret(0) } },
  order = { "shuffled", { "offer", "bids", "sale" }, "standings" },

  shuffled = function(t) t.deck:shuffle() end,
  offer = function(t) t.deck:deal(1, t.lot) end,

  bids = function(t)
    local bids = t:ask_all(nil, function(seat)
      if not seat.chips:has(1) then return nil end
      return { "bid", "How much for %s?", t.lot:list(), min = 0, max = seat.chips:amount() }
    end)
    for seat in t:seats() do seat.bid = bids[seat] or 0 end
  end,

  sale = function(t)
    local best, bid = t:best_seats(function(seat) return seat.bid end)
    if #best == 1 and bid > 0 then
      best[1].chips:pay(bid, t.bank)
      t.lot:move_all(best[1].won)
      t:say("%s has it for %s.", best[1], bid)
    end
    t.sold = t.sold + 1
    return t.sold == t.rules.lots and done or nil
  end,

  standings = function(t) t:finish(t:rank_by(function(seat) return #seat.won end, "chips")) end,
}
