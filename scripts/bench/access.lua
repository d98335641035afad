-- What a script does all the time, by the host or with plain Lua tables: 100,000 times a round.
--
--   croupier run scripts/bench/access.lua suit|size|roll|rank|none host|plain ROUNDS

local what, who, rounds = ...
local times = 100000 * math.tointeger(tonumber(rounds))
local t = croupier.practice { deck = "standard" }

-- A generator of its own (Knuth's 64-bit constants), as in plain_fish_out.lua.
local state = 20060415
local function random(n)
  state = state * 6364136223846793005 + 1442695040888963407
  return (state >> 33) * n // 0x80000000 + 1
end

-- "2d6+1" read once, with the dice and their sum, as t:roll gives them.
local known = {}
local function plain_roll(text)
  local dice = known[text]
  if not dice then
    local count, sides, more = text:match("^(%d+)d(%d+)%+(%d+)$")
    dice = { count = tonumber(count), sides = tonumber(sides), more = tonumber(more) }
    known[text] = dice
  end
  local total, values = dice.more, {}
  for i = 1, dice.count do
    values[i] = random(dice.sides)
    total = total + values[i]
  end
  return total, values
end

local plain_card, plain_pile = { suit = "hearts", rank = "K" }, {}
for i = 1, 52 do plain_pile[i] = i end
local host_card, host_pile = t.deck:top(), t.deck
local list = t.deck:top(7)

local loops = {
  none = { plain = function(n) for _ = 1, n do local _ = what end end },
  suit = {
    host = function(n) for _ = 1, n do local _ = host_card.suit end end,
    plain = function(n) for _ = 1, n do local _ = plain_card.suit end end,
  },
  size = {
    host = function(n) for _ = 1, n do local _ = #host_pile end end,
    plain = function(n) for _ = 1, n do local _ = #plain_pile end end,
  },
  roll = {
    host = function(n) for _ = 1, n do t:roll("2d6+1") end end,
    plain = function(n) for _ = 1, n do plain_roll("2d6+1") end end,
  },
  rank = { host = function(n) for _ = 1, n do poker.rank(list) end end },
}
loops[what][who](times)
