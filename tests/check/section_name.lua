--: 6:3: error: unknown field `pile`: expected a step (a function) or one of the game's fields, did you mean `piles`?
--: 10:36: error: the table has no `laek` (declare it in `state`, `piles` or `pools`, or write a step of that name)
-- What a section by a wrong name declares is not missed: that is one mistake.
return game {
  title = "Pond", one_line = "a pond", seats = { 2, 4 }, deck = "standard",
  pile = { lake = "everyone", seat = { hand = "owner" } },
  order = { "deal" },

  deal = function(t)
    t.deck:deal(1, t.lake) t:say(t.laek)
    for seat in t:seats() do t.deck:deal(1, seat.hand) end
    t:finish()
  end,
}
