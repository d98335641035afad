-- Access: one thing that scripts do all the time, by the host or with plain Lua tables, for measuring what it costs.
local plain = {}

-- A generator of its own (Knuth's 64-bit constants), as in plain_fish_out.lua.
function plain.random(state, n)
  state = state * 6364136223846793005 + 1442695040888963407
  return state, (state >> 33) * n // 0x80000000 + 1
end

local loops = {}

function loops.nothing(_, n) for i = 1, n do local _ = i end end

function loops.suit(t, n)
  local card = t.deck:top()
  for _ = 1, n do local _ = card.suit end
end

function loops.plain_suit(_, n)
  local card = { suit = "hearts", rank = "K" }
  for _ = 1, n do local _ = card.suit end
end

function loops.size(t, n)
  local pile = t.deck
  for _ = 1, n do local _ = #pile end
end

function loops.plain_size(t, n)
  local pile = {}
  for i = 1, 52 do pile[i] = t.deck:top() end
  for _ = 1, n do local _ = #pile end
end

function loops.roll(t, n) for _ = 1, n do t:roll("2d6+1") end end

function loops.plain_roll(_, n)
  local known = { ["2d6+1"] = { count = 2, sides = 6, more = 1 } }
  local state, die = 20060415, nil
  local function roll(text)
    local dice = known[text]
    local total = dice.more
    for _ = 1, dice.count do
      state, die = plain.random(state, dice.sides)
      total = total + die
    end
    return total
  end
  for _ = 1, n do roll("2d6+1") end
end

function loops.rank(t, n)
  local list, rank = t.deck:top(7), poker.rank
  for _ = 1, n do rank(list) end
end

return game {
  title = "Access",
  one_line = "what a card's field costs",
  seats = { 1, 1 },
  deck = "standard",
  rules = {
    what = { "nothing", "what is done", one_of = { "nothing", "suit", "plain_suit", "size", "plain_size", "roll",
      "plain_roll", "rank" } },
    times = { 100000, "times in a game", min = 1, max = 1000000 },
  },
  order = { "loop", "standings" },

  loop = function(t) loops[t.rules.what](t, t.rules.times) end,

  standings = function(t) t:finish(t:rank_by(function() return 0 end)) end,
}
