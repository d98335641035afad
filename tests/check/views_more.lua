--: 7:10: error: a seat has no `unseen` (declare it under `seat` in `state`, `piles` or `pools`)
-- What `screen` and `odds` get are views, which know what a seat doesn't see; a step of the order gets none.
return game {
  seats = { 2, 4 }, deck = "standard", order = { "deal" },
  deal = function(t)
    local seat = t.seat[1]
    seat:unseen()
    t:finish()
  end,
  left = function(_, seat) return #seat:unseen() end,
  screen = function(t, seat) return { tostring(#seat:unseen() + t:left(seat)) } end,
  odds = function(_, me) return { tostring(#me:unseen()) } end,
}
