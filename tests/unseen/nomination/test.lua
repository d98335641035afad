-- Nomination whist: the river, secret bids, following suit and trumps, and what bids score.

local tools = dofile "tests/tools.lua"
local open = tools.opener("tests/unseen/nomination", { seed = "1" })

TestNomination = {}

function TestNomination.test_up_and_down_the_river()
  local g = open { seats = 3, rules = { longest = 3 } }
  local sizes = {}
  while g:run("bid", "random") == "step" do
    sizes[#sizes + 1] = #g.t.seat[1].hand
    lu.assertEquals(#g.t.deck, 52 - 1 - 3 * sizes[#sizes])
    g:step()
  end
  lu.assertEquals(sizes, { 1, 2, 3, 2, 1 })
end

function TestNomination.test_what_bids_score()
  local t = open().t
  for _, row in ipairs { { 0, 0, 10 }, { 1, 1, 11 }, { 3, 3, 19 }, { 3, 2, -1 }, { 0, 2, -2 }, { 5, 1, -4 } } do
    lu.assertEquals({ row[1], row[2], t:worth(row[1], row[2]) }, row)
  end
end

-- A hand of two cards each, hearts turned; Anna leads.
local function hand(anna, ben, bids, plays)
  local g = open { seats = 2, rules = { longest = 2 } }
  local t = g.t
  g:run("bid", "random")
  g:step()
  g:run("bid", "random")
  t:gather(t.deck)
  g:place(anna, t.seat[1].hand)
  g:place(ben, t.seat[2].hand)
  g:place("2h", t.turned)
  t.trump, t.leader = "hearts", t.seat[1]
  for seat in t:seats() do seat.points = 0 end
  for _, bid in ipairs(bids) do
    g:run()
    lu.assertTrue(g:question().secret)
    g:answer(bid)
  end
  for _, card in ipairs(plays) do
    g:run()
    lu.assertTrue(g:answer(card), card)
  end
  g:run("deal", "random")
  return t
end

function TestNomination.test_a_trump_takes_the_trick_and_the_leader_leads()
  local t = hand("As 3c", "3h 4c", { 0, 2 }, { "As" }) -- Ben has no spade, and chooses
  lu.assertEquals(t.seat[1].taken + t.seat[2].taken, 2)
  t = hand("As 3c", "3h 4c", { 0, 2 }, { "As", "3h" }) -- the rest plays itself
  lu.assertEquals({ t.seat[1].taken, t.seat[2].taken, t.seat[1].points, t.seat[2].points }, { 0, 2, 10, 14 })
end

function TestNomination.test_suit_is_followed()
  local t = hand("As 3c", "2s 4h", { 1, 1 }, { "As" }) -- the two of spades must follow
  lu.assertEquals({ t.seat[1].taken, t.seat[2].taken, t.seat[1].points, t.seat[2].points }, { 1, 1, 11, 11 })
end
