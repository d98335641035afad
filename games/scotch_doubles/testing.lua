-- Tools of the tests of Scotch Doubles: real tables with known cards and a scorer
-- who types, simulated ones of two teams, whole tournaments.

local testing = {}

local NAMES = { "Ann & Bob", "Cy & Di" }
testing.HANDS = "Ac 2c 3c 4c 5c 6c 7c  8d 9d 10d Jd Qd Kd As"

-- A real table: the first team wins the lag; hands as stacked, breakers first,
-- then the cards that fouls draw. Nobody doubles unless the rules say so.
function testing.open(options)
  options = options or {}
  local rules = { draw = false, doubling = false }
  for name, value in pairs(options.rules or {}) do rules[name] = value end
  return croupier.open("scotch_doubles+" .. (options.variant or "real_table"), {
    seed = "1", names = options.names or NAMES, rules = rules,
    stack = options.stack or testing.HANDS, profiles = options.profiles })
end

local function is_shot(q) return q.name == "shot" or q.name == "break" end

-- Answers everything up to the scorer's next question: the first team wins
-- the lag, the first player shoots first, `double` for doubling.
function testing.to_shot(g, double)
  while g:run() == "question" and not is_shot(g:question()) do
    local q = g:question()
    if q.kind == "confirm" then
      g:answer(q.name == "double" and double or false)
    else
      g:answer(q.options and q.options[1] or "1")
    end
  end
  return g
end

-- The scorer types lines.
function testing.typed(g, ...)
  for _, line in ipairs { ... } do
    testing.to_shot(g)
    lu.assertTrue(g:answer(line))
  end
  return testing.to_shot(g)
end

-- The cards of a team by name.
function testing.hand(seat)
  local names = {}
  for i, card in ipairs(seat.hand:list()) do names[i] = card.name end
  return table.concat(names, " ")
end

-- All of a rack that a shot could change.
function testing.standing(t)
  local parts = { t.shots, t.breaks, t.in_hand, t.shooting.name, #t.deck }
  for ball = 1, 15 do parts[#parts + 1] = t:is_up(ball) end
  for seat in t:seats() do
    parts[#parts + 1] = testing.hand(seat)
    parts[#parts + 1] = seat.chips:amount()
    parts[#parts + 1] = seat.shooter
    parts[#parts + 1] = seat.timeouts
  end
  for i, part in ipairs(parts) do parts[i] = tostring(part) end
  return table.concat(parts, " ")
end

-- The scorer types a line that is refused with this sentence, and nothing changes.
function testing.refused(g, line, sentence)
  local before = testing.standing(g.t)
  local taken, why = g:answer(line)
  lu.assertNil(taken, line)
  lu.assertStrContains(why, sentence)
  lu.assertTrue(is_shot(g:question()))
  lu.assertEquals(testing.standing(g.t), before)
end

-- All that the table has heard, a line each.
function testing.said(g)
  local texts = {}
  for _, e in ipairs(g:events()) do
    if e.kind == "say" then texts[#texts + 1] = e.text end
  end
  return table.concat(texts, "\n")
end

-- Whose shot it is.
function testing.turn(g)
  local t = g.t
  return t:who_shoots(t.shooting)
end

-- A whole tournament, played by bots.
function testing.play(teams, options)
  options = options or {}
  local g = croupier.open("scotch_doubles" .. (options.variant or ""), {
    seats = teams, seed = options.seed or "1", rules = options.rules })
  lu.assertEquals(g:play(options.bots or "random"), "finished")
  return g
end

-- A table of two certain teams in mid-rack.
function testing.model(options)
  options.rules = options.rules or {}
  options.rules.draw, options.rules.doubling = false, false
  local g = croupier.open("scotch_doubles", { seats = 2, seed = options.seed or "1",
    rules = options.rules, profiles = { options.profile or {}, options.profile or {} },
    stack = options.stack })
  return g, g.t
end

-- Teams that never miss and teams that never make one; balls that all lie open.
testing.SURE = { make_1 = 1, make_2 = 1, slop_1 = 0, slop_2 = 0, scratch_1 = 0, scratch_2 = 0 }
testing.NEVER = { make_1 = 0, make_2 = 0, slop_1 = 0, slop_2 = 0, scratch_1 = 0, scratch_2 = 0 }
testing.OPEN = { open_balls = 1, locked_balls = 0, break_legal = 1, break_ball = 0 }

-- One list of settings with some of them different.
function testing.with(base, more)
  local copy = {}
  for key, value in pairs(base) do copy[key] = value end
  for key, value in pairs(more) do copy[key] = value end
  return copy
end

return testing
