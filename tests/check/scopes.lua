--: 8:11: error: unknown name `inner` (and 9 more below)
--: 30:10: error: a pile has no `shufle`, did you mean `shuffle`?
-- A local ends with its block: behind it the name is unknown again, or the one around it.
return game {
  seats = { 2, 4 }, deck = "standard", order = { "play" }, state = { n = 0 },
  play = function(t)
    repeat local inner = t.n until inner == 0
    t.n = inner
    while t.n > 5 do local inner = t.n t.n = inner end
    t.n = inner
    for inner = 1, 2 do t.n = inner end
    t.n = inner
    for _, inner in ipairs { 1, 2 } do t.n = inner end
    t.n = inner
    if t.n == 1 then local inner = 1 t.n = inner elseif t.n == 2 then t.n = inner else t.n = inner end
    t.n = inner
    do local inner = 1 t.n = inner end
    t.n = inner
    local function plus(inner) return inner + 1 end
    t.n = plus(inner)
    local f = function(inner) return inner end
    t.n = f(inner)
    local pile = t.deck
    repeat local pile = t.n t.n = pile until pile == 0
    while t.n > 5 do local pile = t.n t.n = pile end
    for pile = 1, 2 do t.n = pile end
    if t.n == 1 then local pile = 1 t.n = pile end
    do local pile = 1 t.n = pile end
    local _ = function(pile) return pile end
    pile:shufle()
    t:finish()
  end,
}
