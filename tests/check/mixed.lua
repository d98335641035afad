-- No mistakes: locals that get several kinds of things, and what looks odd.
local LETTERS <const> = { "a", "b", [3] = "c" }
local counts = require("counting").compile { worth = function(card) return card.value end,
  patterns = { { name = "set", score = 1 } } }

return game {
  seats = { 2, 4 }, deck = { "standard", jokers = 2 }, order = { "deal", { "turn" } },
  rules = { set_of_3 = { 5, "points" }, set_of_4 = { 9, "points" }, rank = { "K", "the best rank", one_of = "ranks" } },
  piles = { seat = { hand = "owner" } },
  state = { leader = none, list = {} },

  deal = function(t)
    local thing = t.deck
    t:say("%s", counts.total(t.deck))
    thing = t.seat[1]
    if thing.name == LETTERS[1] then goto out end
    do
      local first, rest = t.deck:top(), t.deck:list()
      for i = #rest, 1, -1 do if rest[i]:same(first) then t:shuffle(t.deck) end end
      t.leader = t:choose(t.seat)
      t.list[#t.list + 1] = first
    end
    ::out::
    while #t.seat[1].hand < 2 do t.deck:deal(1, t.seat[1].hand) end
  end,

  points = function(t, n) return t.rules["set_of_" .. n] end,

  turn = function(t)
    local seat = t.leader
    local best = seat and seat.hand:top() or t.deck:top()
    local card = { suit = "none", anything = 3 }
    if best.rank == "joker" or best.rank == t.rules.rank or card.anything == 3 then t:points(3) end
    t:say("%s has %s (100%%)", t.leader, best)
    repeat local again_ = t:random(1, 6) until again_ > 3
    local function closure(other) return other ~= t.leader and other.hand end
    for _, other in ipairs(t.seat) do if closure(other) then t:finish() end end
    if t.rules.set_of_3 ~= 5 and -#t.deck ^ 2 < 0 then return done end
    t:finish()
  end,
}
