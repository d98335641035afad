-- Stop thief: an interrupt of another's turn. Draw as long as you like, an ace
-- loses what you drew; anybody may shout "stop" once and take the last card.
return game {
  title = "Stop thief",
  one_line = "draw on; others may stop you once",
  seats = { 2, 6 },
  deck = "standard",
  rules = { turns = { 3, "turns of each player", min = 1, max = 4, from = "game" } },
  piles = { seat = { loot = "everyone", safe = "everyone" } },
  state = { turn = none, taken = 0, seat = { shouts = 1 } },
  actions = { stop = { "shout stop and take the thief's last card", step = "stopped", when = { "draw" },
    moment = "before the next card",
    who = function(t, seat) return seat.shouts > 0 and seat ~= t.turn and #t.turn.loot > 0 end } },
  order = { "shuffled", { "draw", "next_turn" }, "standings" },

  shuffled = function(t)
    t.deck:shuffle()
    t.turn = t.seat[1]
  end,

  draw = function(t)
    if #t.deck == 0 or not t.turn:ask { "draw", "Draw one more?", confirm = true } then return end
    local card = t.deck:draw(1, t.turn.loot)[1]
    t:say("%s draws %s.", t.turn, card)
    if card.rank == "A" then t.turn.loot:move_all(t.deck) return end
    return again
  end,

  next_turn = function(t)
    t.turn.loot:move_all(t.turn.safe)
    t.turn, t.taken = t.turn:left(), t.taken + 1
    if t.taken >= t.rules.turns * #t.seat then return done end
  end,

  stopped = function(t, seat)
    seat.shouts = seat.shouts - 1
    t:say("%s shouts stop!", seat)
    seat.safe:put(t.turn.loot:top())
  end,
  standings = function(t) t:finish(t:rank_by(function(seat) return #seat.safe end)) end,
}
