-- Tests of Parley: what refutes what, where stakes and offers go, who is silent.

-- A table of so many seats in mid-round: the audience's card, each seat's card and stake.
local function set_out(audience, played, options)
  options = options or {}
  local g = croupier.open(options.game or "parley",
    { seats = #played, seed = "1", rules = options.rules, profiles = options.profiles })
  local t = g.t
  t:sit_down()
  t:gather(t.deck)
  t.nerves:pay(options.offered or 1, t.offered)
  g:place(audience, t.audience)
  for i, play in ipairs(played) do
    g:place(play[1], t.seat[i].argument)
    t.seat[i].stake = play[2]
  end
  return g, t
end

local function judge(audience, played, options)
  local _, t = set_out(audience, played, options)
  t:refute()
  t:concede()
  local composure, concessions = {}, {}
  for i, seat in ipairs(t.seat) do
    composure[i], concessions[i] = seat.composure:amount(), seat.concessions:amount()
  end
  return composure, concessions, t
end

TestStrength = {}

function TestStrength.test_card_and_stake_and_favour()
  local _, t = set_out("1R", { { "5R", 2 }, { "5B", 2 } })
  lu.assertEquals(t:strength(t.seat[1]), 10)
  lu.assertEquals(t:strength(t.seat[2]), 7)
  _, t = set_out("1R", { { "5R", 2 }, { "5B", 2 } }, { rules = { favour = 0 },
    profiles = { {}, { bribe = 4 } } })
  lu.assertEquals(t:strength(t.seat[1]), 7)
  lu.assertEquals(t:strength(t.seat[2]), 11)
end

TestCircle = {}

function TestCircle.test_each_refutes_the_next()
  local _, t = set_out("1R", { { "5R", 2 }, { "5B", 2 } })
  local next_one = { reason = "threat", threat = "bribe", bribe = "charm", charm = "reason" }
  for suit, other in pairs(next_one) do
    lu.assertTrue(t:refutes(suit, 2, other, 2))
    lu.assertFalse(t:refutes(other, 4, suit, 1))
    lu.assertFalse(t:refutes(suit, 4, suit, 1))
    lu.assertFalse(t:refutes(suit, 4, next_one[other], 1))
  end
end

-- Who has more staked can't be refuted; by the rule, or without it.
function TestCircle.test_pride()
  local played = { { "1R", 1 }, { "9T", 2 } }
  lu.assertEquals({ (judge("1B", played)) }, { { 10, 8 } })
  lu.assertEquals({ (judge("1B", played, { rules = { pride = false } })) }, { { 11, 8 } })
end

TestStakes = {}

-- The winner spends the stake, the others take theirs back.
function TestStakes.test_winning_costs()
  local composure, concessions = judge("1C", { { "9R", 3 }, { "5B", 4 } })
  lu.assertEquals(composure, { 7, 10 })
  lu.assertEquals(concessions, { 1, 0 })
end

function TestStakes.test_a_refuted_stake_goes_over()
  local composure, concessions = judge("1C", { { "1R", 2 }, { "9T", 2 } })
  lu.assertEquals(composure, { 10 + 2 - 2, 8 })
  lu.assertEquals(concessions, { 1, 0 })
end

-- Two refute a third: they share, and the odd one is spent. The refuters are level: the offer
-- waits.
function TestStakes.test_refuters_share()
  local composure, concessions, t = judge("1C", { { "4R", 4 }, { "9T", 3 }, { "5R", 3 } })
  lu.assertEquals(composure, { 11, 7, 11 })
  lu.assertEquals(concessions, { 0, 0, 0 })
  lu.assertEquals(t.offered:amount(), 1)
end

-- All refute each other round the circle.
function TestStakes.test_nobody_stands()
  local composure, concessions, t = judge("1C", { { "4R", 1 }, { "4T", 1 }, { "4B", 1 },
    { "4C", 1 } })
  lu.assertEquals(composure, { 10, 10, 10, 10 })
  lu.assertEquals(concessions, { 0, 0, 0, 0 })
  lu.assertEquals(t.offered:amount(), 1)
  for seat in t:seats() do lu.assertEquals(seat.stake, 0) end
  lu.assertEquals(#t.said, 4)
end

function TestStakes.test_the_whole_offer_is_won()
  local _, concessions = judge("1C", { { "9R", 1 }, { "1R", 1 } }, { offered = 3 })
  lu.assertEquals(concessions, { 3, 0 })
end

TestEnd = {}

local function conceded(goal)
  local _, t = set_out("1C", { { "9R", 1 }, { "1R", 1 } }, { rules = { goal = goal }, offered = 3 })
  return t:concede()
end

function TestEnd.test_goal()
  lu.assertEquals(conceded(3), done)
  lu.assertNil(conceded(4))
end

local function silenced(amounts, rounds, rules)
  local played = {}
  for i = 1, #amounts do played[i] = { i .. "R", 1 } end
  local g, t = set_out("1C", played, { rules = rules })
  t.round = rounds or 1
  for i, amount in ipairs(amounts) do
    t.seat[i].composure:pay(10 - amount, t.nerves)
    g:place(("%dT"):format(i), t.seat[i].hand)
  end
  return t:fall_silent(), t
end

function TestEnd.test_who_has_no_composure_is_out()
  local ended, t = silenced { 3, 0, 2 }
  lu.assertNil(ended)
  lu.assertEquals(#t.seat[2].hand, 0)
  lu.assertEquals(#t.seat[1].hand, 1)
  lu.assertEquals(#t:talking(), 2)
end

function TestEnd.test_the_last_is_granted_the_rest()
  local ended, t = silenced { 0, 3, 0 }
  lu.assertEquals(ended, done)
  t:agree()
  lu.assertEquals(t.seat[2].concessions:amount(), 4)
end

function TestEnd.test_the_audience_goes_home()
  lu.assertNil((silenced({ 3, 3 }, 29)))
  lu.assertEquals((silenced({ 3, 3 }, 30)), done)
  lu.assertEquals((silenced({ 3, 3 }, 5, { most_rounds = 5 })), done)
end

TestRound = {}

-- A first round up to its stakes: the game, and the stakes that may be named.
local function first_stakes(rules, profiles)
  local g = croupier.open("parley", { seats = 2, seed = "3", rules = rules, profiles = profiles })
  g:run("stake")
  g:run()
  return g, g:question().max
end

function TestRound.test_numbers_of_the_deal()
  local g, most = first_stakes { dealt = 3, composure = 7, most_stake = 2 }
  lu.assertEquals(most, 2)
  for seat in g.t:seats() do
    lu.assertEquals(#seat.hand + #seat.argument, 3)
    lu.assertEquals(seat.composure:amount(), 7)
  end
  g, most = first_stakes({ composure = 3 }, { { calm = 5 } })
  lu.assertEquals(g.t.seat[1].composure:amount(), 8)
  lu.assertEquals(most, 4)
end

-- Nobody sees another's argument or stake before all are revealed.
function TestRound.test_secrets()
  local g = first_stakes {}
  g:answer(2)
  g:view(g.t.seat[2], function(t)
    lu.assertTrue(t.seat[1].argument:top().hidden)
    lu.assertTrue(t.seat[1].hand:top().hidden)
  end)
  for _, e in ipairs(g:events()) do
    if e.kind == "say" then lu.assertNotStrContains(e.text, "stakes 2") end
  end
  g:run("refute")
  g:view(g.t.seat[2], function(t) lu.assertNil(t.seat[1].argument:top().hidden) end)
end

function TestRound.test_cards_come_back()
  for seed = 1, 10 do
    local g = croupier.open("parley", { seats = 4, seed = tostring(seed),
      rules = { dealt = 7, goal = 12 } })
    lu.assertEquals(g:play("random"), "finished")
  end
end

TestVariants = {}

function TestVariants.test_high_table()
  local g = croupier.open("parley+high_table", { seats = 2, seed = "1" })
  g:play { "envoy", "bully" }
  lu.assertTrue(g:result()[1].score >= 6)
end

-- The trailing one gains a composure, unless all are level.
function TestVariants.test_second_wind()
  local function winds(concessions)
    local _, t = set_out("1C", { { "1R", 1 }, { "2R", 1 } }, { game = "parley+second_wind" })
    for i, n in ipairs(concessions) do t.nerves:pay(n, t.seat[i].concessions) end
    t:fall_silent()
    return { t.seat[1].composure:amount(), t.seat[2].composure:amount() }
  end
  lu.assertEquals(winds { 2, 1 }, { 10, 11 })
  lu.assertEquals(winds { 1, 1 }, { 10, 10 })
end

function TestVariants.test_loud_audience()
  local played = { { "5R", 1 }, { "5B", 1 } }
  local _, t = set_out("9R", played, { game = "parley+loud_audience" })
  lu.assertEquals(t:worth(t.seat[1], t.seat[1].argument:top()), 5 + 4)
  lu.assertEquals(t:worth(t.seat[1], t.seat[2].argument:top()), 5)
  _, t = set_out("1R", played, { game = "parley+loud_audience" })
  lu.assertEquals(t:worth(t.seat[1], t.seat[1].argument:top()), 5 + 1)
end

TestChances = {}

-- What `:odds` says to a hand before this audience.
local function odds(cards, audience)
  local g = croupier.open("parley", { seats = 2, seed = "3" })
  g:run("argue")
  local t = g.t
  t:gather(t.deck)
  g:place(audience, t.audience)
  g:place(cards, t.seat[1].hand)
  t.deck:deal(5, t.seat[2].hand)
  return g:view(t.seat[1], function(view, me) return view:weighed(me) end)
end

function TestChances.test_what_is_told()
  local lines = odds("9C 1C", "5C")
  lu.assertEquals(#lines, 3)
  local win, refuted = lines[2]:match("4: (%d+)%% / (%d+)%%")
  lu.assertTrue(tonumber(win) > 60)
  local weak, same = lines[3]:match("4: (%d+)%% / (%d+)%%")
  lu.assertTrue(tonumber(weak) < tonumber(win))
  lu.assertEquals(same, refuted)
end

-- Several are named as people name them.
function TestChances.test_level_ones_are_named()
  local g, t = set_out("1R", { { "5C", 2 }, { "5B", 3 }, { "6B", 2 } })
  t:refute()
  t:concede()
  local said = {}
  for _, event in ipairs(g:events()) do
    said[#said + 1] = event.kind == "say" and event.text or nil
  end
  local text = table.concat(said, "\n")
  lu.assertStrContains(text, "Anna is refuted by Ben and Clara, and loses the stake of 2.")
  lu.assertStrContains(text, "Ben and Clara are equally convincing, and the offer waits.")
end

function TestChances.test_before_the_first_offer()
  local g = croupier.open("parley", { seats = 2, seed = "3" })
  lu.assertEquals(g:view(g.t.seat[1], function(t, me) return t:weighed(me) end),
    { "Nothing is offered yet." })
  lu.assertStrContains(g.t:circle(), "charm > reason")
end

-- A bot that sees only what it may and answers each question by itself.
function TestChances.test_bots_play_to_the_end()
  for _, who in ipairs { "envoy", "gadfly", "bully" } do
    local g = croupier.open("parley", { seats = 3, seed = "5" })
    lu.assertEquals(g:play(who), "finished")
  end
end

TestBots = {}

-- What a bot argues with this hand while the audience favours reason.
local function argues(bot, hand)
  local g, t = set_out("1R", { { "2T", 1 }, { "2C", 1 } })
  t.seat[1].argument:move_all(t.said)
  g:place(hand, t.seat[1].hand)
  return g:view(t.seat[1], function(_, me)
    return require("parley.bots")[bot].argue(me, { options = me.hand:list() }).name
  end)
end

function TestBots.test_a_bully_makes_the_strongest_argument()
  lu.assertEquals(argues("bully", "5B 3R 8C"), "8C")
  lu.assertEquals(argues("bully", "5B 6R 8C"), "6R", "three more in the favoured suit")
end

-- Charm refutes reason, so it is expected; and bribe refutes charm.
function TestBots.test_a_gadfly_refutes_the_refuter()
  lu.assertEquals(argues("gadfly", "1B 9C 9R 9T"), "1B")
  lu.assertEquals(argues("gadfly", "8C 9R 9T"), "9R", "without a bribe the strongest")
end

function TestBots.test_both_stake_all_that_they_may()
  for _, bot in ipairs { "bully", "gadfly" } do
    lu.assertEquals(require("parley.bots")[bot].stake(nil, { min = 1, max = 4 }), 4)
  end
end

-- Whatever envoy advises, it says why.
function TestBots.test_a_hint_has_its_reason()
  local because = require("parley.bots").envoy.because
  local g = croupier.open("parley", { seats = 3, seed = "4" })
  for _ = 1, 12 do
    lu.assertEquals(g:run(), "question")
    local q = g:question()
    local answer = q.options and q.options[1] or q.max
    local reason = g:view(q.seat, function(_, me) return because[q.name](me, answer) end)
    lu.assertStrMatches(reason, "%l[^.]+")
    g:answer_as("envoy")
  end
end

function TestEnd.test_a_single_concession_is_no_concessions()
  local g = croupier.open("parley", { seats = 2, seed = "3", rules = { goal = 1 } })
  g:run()
  lu.assertStrContains(g:screen(g.t.seat[1])[1], "Round 1, to 1 concession; ")
end
