-- The library `tricks`: how cards rank, what must be played, what a game may say of both; and Oh Hell!, which says it.

local tools = dofile "tests/tools.lua"

local GAME = [[
local tricks = require "tricks"
local deck = "standard"
local order = tricks.order { %s }
return game {
  title = "Tricks", seats = { 2, 4 }, deck = { "standard", jokers = 2 },
  piles = { trick = "everyone", seat = { hand = "owner" } }, order = { "over" },
  beats = function(_, ...) return order.beats(...) end,
  winner = function(_, ...) return order.winner(...) end,
  suit = function(_, ...) return order.suit(...) end,
  playable = function(_, ...)
    local names = {}
    local cards = order.playable(...)
    for i, card in ipairs(type(cards) == "userdata" and cards:list() or cards) do names[i] = card.name end
    return table.concat(names, " ")
  end,
  why = function(_, ...) return order.why(...) end,
  over = function(t) t:finish() end,
}
]]

-- A table of the game with these lines, or nil and why there is none.
local function tricks_of(said)
  local good, g = pcall(tools.open, GAME:format(said))
  return good and g or nil, g
end

-- The cards of these names, from wherever they lie.
local function cards(g, names)
  local list = {}
  for name in names:gmatch "%S+" do
    for _, pile in ipairs { g.t.deck, g.t.trick, g.t.seat[1].hand } do
      list[#list + 1] = pile:find("name", name)
    end
  end
  return list
end

local function winner(g, names, trump)
  local list = cards(g, names)
  return list[g.t:winner(list, trump)].name
end

TestOrder = {}

function TestOrder.test_the_ace_is_high_unless_said()
  local usual = tricks_of ""
  lu.assertEquals(winner(usual, "Kh Ah 2h"), "Ah")
  lu.assertEquals(winner(usual, "10h 9h As"), "10h")
  lu.assertEquals(winner(usual, "Ah 2s Ks", "spades"), "Ks")
  local low = tricks_of 'ranks = "A 2 3 4 5 6 7 8 9 10 J Q K"'
  lu.assertEquals(winner(low, "2h Ah 3h"), "3h")
  local tens = tricks_of 'ranks = { "9", "J", "Q", "K", "10", "A" }, trumps = "clubs"'
  lu.assertEquals(winner(tens, "Kh 10h Qh"), "10h")
  lu.assertEquals(winner(tens, "Ah 9c 10h"), "9c")
end

function TestOrder.test_bowers_and_jokers()
  local g = tricks_of 'bowers = "J", jokers = true'
  lu.assertEquals(winner(g, "Ah Jd Jh", "hearts"), "Jh")
  lu.assertEquals(winner(g, "Ah Kh Jd", "hearts"), "Jd")
  lu.assertEquals(winner(g, "Jd Ad", "hearts"), "Jd")
  lu.assertEquals(winner(g, "Jd Ad", "clubs"), "Ad")
  lu.assertEquals(winner(g, "Jb Jh Jr", "hearts"), "Jr")
  lu.assertEquals(winner(g, "As Jb", "hearts"), "Jb")
  local left, joker = cards(g, "Jd Jr")[1], cards(g, "Jr")[1]
  lu.assertEquals({ g.t:suit(left, "hearts"), g.t:suit(left, "clubs"), g.t:suit(joker, "clubs") },
    { "hearts", "diamonds", "clubs" })
  g:place("Jd 3h 9d", g.t.seat[1].hand)
  lu.assertEquals(g.t:playable(g.t.seat[1].hand, cards(g, "Ah"), "hearts"), "Jd 3h")
  lu.assertEquals(g.t:playable(g.t.seat[1].hand, cards(g, "Ad"), "hearts"), "9d")
end

TestMust = {}

function TestMust.test_what_must_be_played()
  local function playable(must, trick)
    local g = tricks_of(must)
    g:place("3h 10h 4s 9s Kc", g.t.seat[1].hand)
    return g.t:playable(g.t.seat[1].hand, cards(g, trick), "spades")
  end
  local all = "3h 10h 4s 9s Kc"
  lu.assertEquals(playable("", ""), all)
  lu.assertEquals(playable("", "8h"), "3h 10h")
  lu.assertEquals(playable("", "8d"), all)
  lu.assertEquals(playable("must = {}", "8h"), all)
  lu.assertEquals(playable('must = "follow trump"', "8h"), "3h 10h")
  lu.assertEquals(playable('must = "follow trump"', "8d"), "4s 9s")
  lu.assertEquals(playable('must = "follow trump head"', "8h"), "10h")
  lu.assertEquals(playable('must = "follow trump head"', "Qh"), "3h 10h")
  lu.assertEquals(playable('must = "follow trump head"', "8h 2s"), "3h 10h")
  lu.assertEquals(playable('must = "follow trump head"', "8d 5s"), "9s")
  lu.assertEquals(playable('must = "follow trump head"', "8d 10s"), "4s 9s")
  lu.assertEquals(playable('must = { "head" }', "8h"), "10h 4s 9s")
end

function TestMust.test_why_not()
  local g = tricks_of 'must = "follow trump head"'
  local hand = g.t.seat[1].hand
  g:place("3h 10h 4s 9s", hand)
  local function why(name, trick) return g.t:why(hand:find("name", name), hand, cards(g, trick), "spades") end
  lu.assertEquals(why("4s", "8h"), "4s: hearts were led, and you hold some")
  lu.assertEquals(why("3h", "8d"), "3h: you hold trumps, and must play one")
  lu.assertEquals(why("3h", "8h"), "3h: you hold a card that beats 8h, and must play one")
  lu.assertNil(why("10h", "8h"))
end

function TestOrder.test_mistakes()
  for said, sentence in pairs {
    ['trump = "hearts"'] = "unknown field `trump`, did you mean `trumps`?",
    ['ranks = "9 10 B"'] = "the deck has no rank B, expected some of A 2 3 4 5 6 7 8 9 10 J Q K",
    ['ranks = "9 10 9"'] = "rank 9 appears twice",
    ["ranks = {}"] = "`ranks` is empty",
    ["ranks = 5"] = "`ranks` is 5: expected a list, or words in a text",
    ['trumps = "swords"'] = "the deck has no suit swords, expected one of clubs, diamonds, hearts, spades",
    ['bowers = "B"'] = "the deck has no rank B",
    ['must = "folow"'] = "`must` has `folow`, expected some of follow, head, trump",
    ["deck = {}"] = "`deck` is a table: expected a kind { ... }",
    ['deck = kind { name = "own", suits = { "a", "b" }, ranks = { "1" } }, bowers = "1"'] =
      "`bowers` needs two suits of each colour: a is alone",
  } do
    local _, why = tricks_of(said)
    lu.assertStrMatches(why, ".*game%.lua:3: tricks%.order: .*")
    lu.assertStrContains(why, sentence)
  end
end

TestOhHell = {}

local function oh_hell(options) return croupier.open("tests/fixtures/games/oh_hell", options) end

function TestOhHell.test_the_dealer_may_not_come_out_even()
  local g = oh_hell { seats = 3, rules = { dealt = 3 } }
  g:run()
  g:answer(1)
  g:run()
  g:answer(0)
  g:run()
  lu.assertEquals(g:question().seat, g.t.dealer)
  lu.assertEquals(g:question().options, { 0, 1, 3 })
  lu.assertNil((g:answer(2)))
end

function TestOhHell.test_the_left_bower_is_a_trump()
  local g = oh_hell { seats = 2, rules = { dealt = 1, bowers = true }, stack = "Jd Ah 2h" }
  g:run()
  g:answer(0) -- the dealer may say nothing but 0 then
  lu.assertEquals(g:run(), "finished")
  lu.assertEquals({ g.t.seat[1].tricks, g.t.seat[2].points }, { 1, 10 })
end

function TestOhHell.test_its_bot_plays_by_the_order()
  local g = oh_hell { seats = 4, rules = { bowers = true, jokers = 2 } }
  lu.assertEquals(g:play { "counter", "counter", "random", "random" }, "finished")
end
