-- Crossed blades: a duel by initiative. Everybody has a pool of breath, which strikes and thrusts cost; wounds are a clock
-- of segments; at dusk, another clock, it is over.
local initiative = require "initiative"
local clocks = require "clocks"

return game {
  title = "Crossed blades",
  one_line = "act, hold or interrupt; the last on their feet wins",
  player = "duellist",
  seats = { 2, 4 },
  rules = {
    speed = { "1d20", "what is rolled to see who acts first", dice = true },
    damage = { "1d3", "segments that a strike takes", dice = true },
    wounds = { 4, "segments of a duellist's health", min = 1, max = 10, from = "game" },
    breath = { 6, "time a duellist has in a fight", min = 2, max = 20, from = "game" },
    dusk = { 5, "rounds until it is dark", min = 1, max = 20, from = "game" },
    costs = { { { act = "strike", breath = 2 }, { act = "thrust", breath = 3 }, { act = "rest", breath = 1 } },
      "what each act costs; a thrust hits twice", columns = { "act", { "breath", min = 1, max = 9 } }, length = 3 },
    holding = { true, "an action may be held" },
  },
  pools = { light = "dusk", past = 0, seat = { health = "wounds", breath = "breath" } },
  state = initiative.with { round = 0 },
  measures = { interruptions = "actions that came before another's" },
  order = { { "roll_speed", { "turn" }, "dusk" }, "standings" },

  roll_speed = function(t)
    t.round = t.round + 1
    initiative.begin(t, function() return t:roll(t.rules.speed) end)
  end,

  is_up = function(_, seat) return seat.health:has(1) and seat.breath:has(1) end,

  turn = function(t)
    local seat, interrupts = initiative.turn(t, { able = function(one) return t:is_up(one) end, hold = t.rules.holding,
      tie = function(a, b) return a.health:amount() > b.health:amount() and a or b end })
    if not seat then return done end
    if interrupts then t:measure("interruptions") end
    local costs = {}
    for i, row in ipairs(t.rules.costs) do costs[i] = { row.act, row.breath } end
    local act = clocks.act(t, seat, { clock = seat.breath, past = t.past, costs = costs })
    if act == "rest" then t:say("%s rests.", seat) end
    for _ = 1, act == t.rules.costs[1].act and 1 or act == t.rules.costs[2].act and 2 or 0 do t:hit(seat) end
  end,

  hit = function(t, seat)
    local others = {}
    for other in t:seats(seat) do
      if other ~= seat and other.health:has(1) then others[#others + 1] = other end
    end
    if #others == 0 then return end
    local at = seat:ask { "at", "Whom do you hit?", one_of = others }
    clocks.run(t, at.health, t:roll(t.rules.damage), t.past, at.name)
  end,

  dusk = function(t)
    local up = 0
    for seat in t:seats() do if t:is_up(seat) then up = up + 1 end end
    t:say("Light: %s", clocks.face(t.light, t.rules.dusk))
    if clocks.run(t, t.light, 1, t.past, "Dusk") or up < 2 then return done end
  end,

  standings = function(t) t:finish(t:rank_by("health", "breath")) end,
}
