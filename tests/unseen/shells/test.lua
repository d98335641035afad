-- Shells: what sets score, hands that go round, and nets.

local tools = dofile "tests/tools.lua"
local open = tools.opener("tests/unseen/shells", { seed = "1" })

local cards = dofile "tests/unseen/cards.lua"(open().t.deck)

TestShells = {}

function TestShells.test_sets()
  local t = open().t
  for names, points in pairs { [""] = 0, Pe1 = 0, ["Pe1 Pe2"] = 5, ["Pe1 Pe2 Pe3"] = 5, ["Pe1 Pe2 Pe3 Pe4"] = 10,
    ["Co1 Co2"] = 0, ["Co1 Co2 Co3"] = 10, ["Cr1"] = 1, ["Cr1 Cr2 Cr3"] = 6, ["Cr1 Cr2 Cr3 Cr4 Cr5 Cr6"] = 15,
    ["Pe1 Cr1 Pe2 Cr2"] = 8 } do
    lu.assertEquals({ names, t:set_points(cards(names)) }, { names, points })
  end
end

function TestShells.test_a_diver_waits_for_the_next_fish()
  local t = open().t
  for names, points in pairs { ["Mi1 Br1 Tu1"] = 6, ["Di1 Tu1"] = 9, ["Tu1 Di1"] = 3, ["Di1 Pe1 Mi1 Tu1"] = 6,
    ["Di1 Di2 Br1 Tu1 Mi1"] = 16 } do
    lu.assertEquals({ names, t:fish_points(cards(names)) }, { names, points })
  end
end

function TestShells.test_the_most_nets_are_shared()
  for nets, points in pairs { ["Ne1 Ne2 / Ne3"] = { 6, 0 }, ["Ne1 / Ne3"] = { 3, 3 }, ["Pe1 / Co1"] = { 0, 0 } } do
    local g = open { seats = 2 }
    g:run("score", "random")
    g.t:gather(g.t.deck)
    local anna, ben = nets:match "(.*) / (.*)"
    g:place(anna, g.t.seat[1].kept)
    g:place(ben, g.t.seat[2].kept)
    g:step()
    lu.assertEquals({ nets, g.t.seat[1].points, g.t.seat[2].points }, { nets, table.unpack(points) })
  end
end

-- To the left in the first round; all lay down at once.
function TestShells.test_hands_go_round()
  local g = open { seats = 3 }
  g:run()
  local t = g.t
  local rest = t.seat[1].hand:card(2)
  for _ = 1, 3 do
    lu.assertEquals(#t.seat[1].kept, 0)
    g:run()
    lu.assertTrue(g:answer { g:question().options[1] })
  end
  g:run()
  lu.assertEquals({ #t.seat[1].kept, #t.seat[1].hand }, { 1, 8 })
  lu.assertTrue(t.seat[1]:left().hand:has(rest))
end
