--: 11:14: error: `for ... in` can't walk this (say `for seat in t:seats() do`)
--: 12:14: error: `for ... in` can't walk this (say `for seat in t:seats() do`)
--: 13:16: error: `t.seat` is a list (`t:seats()` walks it, `t.seat[1]` is one seat)
--: 14:17: error: `for ... in` can't walk this (say `for card in PILE:cards() do`)
--: 15:14: error: `for ... in` can't walk this (say `for _, one in ipairs(LIST) do`)
--: 21:17: error: unknown name `t` (and 2 more below) (the table is the step's first parameter: `function(t)`)
-- What for walks, and what it doesn't.
return game {
  seats = { 2, 4 }, deck = "standard", order = { "deal", "over" },
  deal = function(t)
    for _ in t.seats do t:say("one") end
    for _ in t.seat do t:say("one") end
    for _ in t:seat() do t:say("one") end
    for card in t.deck do t:say("%s", card) end
    for _ in t.deck:list() do t:say("one") end
    for seat in t:seats() do t:say("%s", seat) end
    for card in t.deck:cards() do t:say("%s", card) end
    for _, seat in ipairs(t.seat) do t:say("%s", seat) end
  end,
  over = function()
    for seat in t:seats() do t:say("%s", seat) end
    t:finish()
  end,
}
