-- Tools of the tests of Baltimore draw 'em: tables of characters, answers in turn,
-- what was said, what came of it. The tests of the poker use the middle two.

local testing = {}

testing.OLAF = { attribute = 4, skill = 3 }
testing.CHASE = "10h 10s 4h 2h 9h 8d 6d 4s 8c 5s Qh"

-- A table for some characters, all alike unless `profiles` says otherwise.
function testing.open(rules, options)
  options = options or {}
  local all = { contest = "simple", target = "ten-high flush", burn = false, opponent = "gm",
    npc_attribute = 3, npc_skill = 2 }
  for name, value in pairs(rules or {}) do all[name] = value end
  local count = options.seats or 1
  local profiles = options.profiles or {}
  for i = 1, count do profiles[i] = profiles[i] or testing.OLAF end
  return croupier.open(options.game or "baltimore", { seats = count, seed = options.seed or "1",
    rules = all, profiles = profiles, stack = options.stack,
    names = options.names or { "Olaf", "Bob", "Carol", "Dave" } })
end

-- Answers the questions in turn, then plays on to the next one or the end.
function testing.answer(g, ...)
  for _, text in ipairs { ... } do
    lu.assertEquals(g:run(), "question")
    local ok, sentence = g:answer(text)
    lu.assertTrue(ok, sentence)
  end
  g:run()
  return g
end

-- All that the table has heard, a line each.
function testing.said(g)
  local list = {}
  for _, event in ipairs(g:events()) do
    if event.kind == "say" then list[#list + 1] = event.text end
  end
  return table.concat(list, "\n")
end

-- The chips of a seat, the first when none is named.
function testing.chips(g, seat) return g.t.seat[seat or 1].chips:amount() end

-- What the contest made of seat 1: success, degree.
function testing.outcome(g, seat)
  for _, event in ipairs(g:events()) do
    local name = g.t.seat[seat or 1].name
    local verb, degree = (event.text or ""):match("^" .. name .. " (%a+) against .-%((%-?%d+)%)")
    if verb then return verb == "succeeds", tonumber(degree) end
  end
end

-- A full contest, for one character without a skill unless told otherwise.
function testing.full(rules, options)
  rules = rules or {}
  rules.contest = "full"
  options = options or {}
  options.profiles = options.profiles or { { attribute = 3, skill = 0 } }
  rules.npc_skill = rules.npc_skill or 0
  return testing.open(rules, options)
end

return testing
