--: 8:24: error: `t.seats` walks the seats and is not a list (the list is `t.seat`)
--: 9:27: error: `t.seats` walks the seats and is not a list (the list is `t.seat`)
--: 10:15: error: `t.seats` walks the seats and is not a list (the list is `t.seat`)
-- The walk over the seats is not a list of them.
return game {
  seats = { 2, 4 }, state = { first = none }, order = { "deal" },
  deal = function(t)
    t.first = t:choose(t.seats)
    for _, seat in ipairs(t.seats) do t:say("%s", seat) end
    t:ask_all(t.seats, { "go", "Go?", confirm = true })
    t:finish(t:rank_by(function(seat) return seat == t:choose(t.seat) and 1 or 0 end))
  end,
}
