-- Tests of Fish Out!: the source's trick, every rule, and what a deck is worth.

local function sum(list)
  local total = 0
  for _, n in ipairs(list) do total = total + n end
  return total
end

-- A table set out in mid-trick: each seat's card played, the lake and stacks as
-- given; the hands are what is left of the deck, `held` cards each.
local function set_out(setup)
  local g = croupier.open(setup.game or "fish_out",
    { seats = 4, seed = setup.seed or "1", rules = setup.rules,
      names = { "Joe", "Wanda", "Anna", "Marty" } })
  local t = g.t
  t:gather(t.deck)
  t.leader = t.seat[setup.leader or 1]
  for i, name in ipairs(setup.played) do g:place(name, t.seat[i].played) end
  if setup.lake and setup.lake ~= "" then g:place(setup.lake, t.lake) end
  for i, names in pairs(setup.stacks or {}) do g:place(names, t.seat[i].stack) end
  for seat in t:seats() do t.deck:deal(setup.held or 5, seat.hand) end
  return g, t
end

local SOURCE = { "10h", "3h", "6s", "Jd" }

TestTrick = {}

function TestTrick.test_losers_go_in()
  local _, t = set_out { played = SOURCE }
  t:sink()
  lu.assertEquals(#t.lake, 1)
  lu.assertEquals(t.lake:top().name, "3h")
  lu.assertEquals(#t.seat[2].played, 0)
  for _, i in ipairs { 1, 3, 4 } do lu.assertEquals(#t.seat[i].played, 1) end
end

function TestTrick.test_who_may_fish()
  local _, t = set_out { played = SOURCE }
  t:sink()
  local function may(i) return t:may_fish(t.seat[i], t.seat[i].played:top().suit) end
  lu.assertTrue(may(1))
  lu.assertFalse(may(3))
  lu.assertFalse(may(4))
end

function TestTrick.test_others_only_if_the_lake_has_their_suit()
  local _, t = set_out { played = SOURCE, lake = "2s 9s" }
  t:sink()
  lu.assertTrue(t:may_fish(t.seat[3], t.seat[3].played:top().suit))
  lu.assertFalse(t:may_fish(t.seat[4], t.seat[4].played:top().suit))
end

function TestTrick.test_a_suit_once()
  local _, t = set_out { played = SOURCE, lake = "2s 9s", stacks = { [3] = "Ks" } }
  lu.assertFalse(t:may_fish(t.seat[3], t.seat[3].played:top().suit))
  lu.assertTrue(t:may_fish(t.seat[1], t.seat[3].played:top().suit))
end

function TestTrick.test_once_can_be_switched_off()
  local _, t = set_out { played = SOURCE, lake = "2s", stacks = { [3] = "Ks" },
    rules = { once = false } }
  lu.assertTrue(t:may_fish(t.seat[3], t.seat[3].played:top().suit))
end

function TestTrick.test_last_trick_leaves_no_choice()
  local _, t = set_out { played = SOURCE, held = 0 }
  t:sink()
  lu.assertEquals(t:fish(), done)
  lu.assertEquals(t.seat[1].stack:count("suit", "hearts"), 2)
  lu.assertEquals(#t.lake, 2)
end

-- Plays the trick with Joe answering; returns what stands after it.
local function play_source(joe)
  local g = croupier.open("fish_out", { seats = 4, seed = "3",
    names = { "Joe", "Wanda", "Anna", "Marty" } })
  local t = g.t
  local status = g:run()
  while status == "question" and g:question().name == "pass" do
    g:answer(table.move(g:question().options, 1, 3, 1, {}))
    status = g:run()
  end
  -- The first trick is under way: one card to play for three seats.
  local first = t.leader
  for i, name in ipairs(SOURCE) do
    local seat = first:left(i - 1)
    if #seat.played > 0 then t.deck:put(seat.played:top()) end
    g:place(name, i == 1 and seat.played or seat.hand)
  end
  for i = 2, 4 do
    lu.assertEquals(g:question().name, "play")
    lu.assertTrue(g:answer(SOURCE[i]))
    status = g:run()
  end
  lu.assertEquals(status, "question")
  lu.assertEquals(g:question().name, "fish")
  lu.assertEquals(g:question().seat, first)
  g:answer(joe)
  g:run()
  return t, first
end

function TestTrick.test_joe_fishes_two()
  local t, joe = play_source(true)
  lu.assertEquals(joe.stack:count("suit", "hearts"), 2)
  lu.assertEquals(#t.lake, 2)
  lu.assertEquals(t.leader, joe)
end

function TestTrick.test_joe_stocks()
  local t, joe = play_source(false)
  lu.assertEquals(#joe.stack, 0)
  lu.assertEquals(#t.lake, 4)
end

-- What the question tells: the fish and the points that it would bring.
function TestTrick.test_what_fishing_brings()
  local _, t = set_out { played = SOURCE, lake = "Ah 2h Kh 5s" }
  t:sink()
  local fish, points = t:haul(t.seat[1], t.seat[1].played:top())
  lu.assertEquals({ fish, points }, { 5, -9 + 1 + 3 + 1 + 1 })
  _, t = set_out { played = SOURCE, lake = "Ah", stacks = { [1] = "Ac Ad As" } }
  t:sink()
  fish, points = t:haul(t.seat[1], t.seat[1].played:top())
  local before = t:catch(t.seat[1].stack)
  t:land(t.seat[1], t.seat[1].played:top())
  lu.assertEquals({ fish, points }, { 3, t:catch(t.seat[1].stack) - before })
end

TestLead = {}

local SUITS = { "c", "d", "h", "s" }

-- A last trick in which each seat takes so many cards (0: none to fish).
local function next_lead(caught, leader, rules)
  local played, lake = {}, {}
  for i, n in ipairs(caught) do
    played[i] = "K" .. SUITS[i]
    for rank = 2, n do lake[#lake + 1] = rank .. SUITS[i] end
  end
  local _, t = set_out { played = played, lake = table.concat(lake, " "), held = 0,
    leader = leader, rules = rules }
  t:fish()
  return t.leader.number
end

function TestLead.test_most_cards_lead()
  lu.assertEquals(next_lead({ 2, 0, 5, 3 }, 1), 3)
end

function TestLead.test_nobody_fished()
  lu.assertEquals(next_lead({ 0, 0, 0, 0 }, 3), 3)
end

function TestLead.test_ties_clockwise_from_the_leader()
  lu.assertEquals(next_lead({ 4, 0, 0, 4 }, 2), 4)
  lu.assertEquals(next_lead({ 4, 4, 0, 0 }, 3), 1)
  lu.assertEquals(next_lead({ 4, 4, 0, 0 }, 2), 2)
end

function TestLead.test_leader_last()
  lu.assertEquals(next_lead({ 4, 4, 0, 0 }, 2, { leader_last = true }), 1)
  lu.assertEquals(next_lead({ 4, 4, 5, 0 }, 3, { leader_last = true }), 3)
end

TestScore = {}

local function worth_of(names, rules)
  local g = croupier.open("fish_out", { seats = 4, seed = "1", rules = rules })
  g.t:gather(g.t.deck)
  if names then g:place(names, g.t.lake) else g.t.deck:move_all(g.t.lake) end
  return g.t:catch(g.t.lake)
end

function TestScore.test_the_table_of_the_source()
  lu.assertEquals(worth_of("Ah"), -9)
  lu.assertEquals(worth_of("Jh Qh Kh"), 9)
  lu.assertEquals(worth_of("2c 10d"), 2)
  lu.assertEquals(worth_of("Ah Ac As"), -27)
  lu.assertEquals(worth_of("Ah Ac As Ad"), 18)
  lu.assertEquals(worth_of("Ah Ac As Ad 2h Kh"), 22)
end

function TestScore.test_the_whole_deck()
  lu.assertEquals(worth_of(nil), 90)
end

function TestScore.test_each_number_counts()
  lu.assertEquals(worth_of("Ah", { ace = -5 }), -5)
  lu.assertEquals(worth_of("Ah Ac As Ad", { ace = -5, four_aces = 40 }), 40)
  lu.assertEquals(worth_of("Jh 2h", { court = 5, small = 2 }), 7)
end

TestDeck = {}

function TestDeck.test_36_or_90()
  for seed = 1, 40 do
    local g = croupier.open("fish_out+clear_lake", { seats = 4,
      seed = tostring(seed), rules = { most_games = 1 } })
    g:play { "random", "random", "random", "random" }
    local points = {}
    for i, place in ipairs(g:result()) do points[i] = place.seat.points end
    local total = sum(points)
    lu.assertTrue(total == 36 or total == 90, "a deck of " .. total)
  end
end

TestPassing = {}

-- Who holds, after passing in this game, what seat 1 chose to pass.
local function passed_to(games, rules)
  local g = croupier.open("fish_out", { seats = 4, seed = "5", rules = rules })
  g.t.games = games - 1
  g:run()
  local t = g.t
  local q = g:question()
  lu.assertEquals(q.name, "pass")
  local gone = table.move(t.seat[1].hand:list(), 1, q.min, 1, {})
  while g:question().name == "pass" do
    local seat = g:question().seat
    g:answer(table.move(seat.hand:list(), 1, q.min, 1, {}))
    g:run()
  end
  for seat in t:seats() do
    if seat.hand:has(gone[1]) or seat.played:has(gone[1]) then
      return seat.number, #gone
    end
  end
end

function TestPassing.test_left_right_across_and_round_again()
  lu.assertEquals(passed_to(1), 2)
  lu.assertEquals(passed_to(2), 4)
  lu.assertEquals(passed_to(3), 3)
  lu.assertEquals(passed_to(4), 2)
end

function TestPassing.test_how_many()
  lu.assertEquals({ passed_to(1, { passed = 5 }) }, { 2, 5 })
end

function TestPassing.test_none()
  local g = croupier.open("fish_out", { seats = 4, seed = "5", rules = { passed = 0 } })
  g:run()
  lu.assertEquals(g:question().name, "play")
end

function TestPassing.test_two_of_clubs_leads_every_game()
  for seed = 1, 10 do
    local g = croupier.open("fish_out", { seats = 4, seed = tostring(seed) })
    g:run()
    while g:question().name == "pass" do
      g:answer(table.move(g:question().options, 1, 3, 1, {}))
      g:run()
    end
    lu.assertEquals(g.t.leader.played:top().name, "2c")
    lu.assertEquals(g:question().seat, g.t.leader:left())
  end
end

TestMatch = {}

local function crowned(points, rules, games)
  local g = croupier.open("fish_out", { seats = 4, seed = "1", rules = rules })
  for i, n in ipairs(points) do g.t.seat[i].points = n end
  g.t.games = games or 1
  g.t:crown()
  local standings = g:result()
  return standings and standings[1].seat.number
end

-- A card may be typed in any way that it is written, as the screen has it too.
function TestMatch.test_ways_to_name_a_card()
  local g = croupier.open("fish_out", { seats = 4, seed = "3" })
  g:run()
  local named = {}
  for i, card in ipairs { table.unpack(g:question().options, 1, 3) } do
    named[i] = ({ card.name, card.long, card.symbol })[i]
  end
  lu.assertTrue(g:answer(table.concat(named, ", ")))
end

function TestMatch.test_single_highest_from_the_goal()
  lu.assertEquals(crowned { 50, 49, 0, -3 }, 1)
  lu.assertEquals(crowned { 50, 61, 70, 3 }, 3)
  lu.assertNil(crowned { 49, 49, 0, 0 })
end

function TestMatch.test_a_tie_plays_on()
  lu.assertNil(crowned { 55, 55, 54, 0 })
end

function TestMatch.test_goal_and_games()
  lu.assertEquals(crowned({ 20, 10, 0, 0 }, { goal = 20 }), 1)
  lu.assertEquals(crowned({ 20, 30, 0, 0 }, { most_games = 2 }, 2), 2)
  lu.assertNil(crowned({ 20, 30, 0, 0 }, { most_games = 2 }, 1))
  lu.assertNil(crowned({ 90, 30, 0, 0 }, { goal = 0, most_games = 3 }, 1))
  lu.assertEquals(crowned({ 90, 30, 0, 0 }, { goal = 0, most_games = 3 }, 3), 1)
  lu.assertErrorMsgContains("needs a last game", crowned, { 0, 0, 0, 0 }, { goal = 0 }, 1)
end

-- Who has not seen the rules must know why it is over.
function TestMatch.test_the_last_game_is_called_that()
  local g = croupier.open("fish_out", { seats = 4, seed = "1", rules = { most_games = 1 } })
  g.t:explain()
  g.t.games = 1
  g.t:crown()
  local told = {}
  for _, event in ipairs(g:events()) do
    if event.kind == "say" then told[#told + 1] = event.text end
  end
  told = table.concat(told, "\n")
  lu.assertStrContains(told, "After game 1 the most points win anyway.")
  lu.assertStrContains(told, "That was the last game: the most points win.")
end

-- Was anybody asked whether to fish in the last trick of a game?
local function asked_at_the_end(rules)
  rules.most_games = 1
  for seed = 1, 10 do
    local g = croupier.open("fish_out", { seats = 4, seed = tostring(seed), rules = rules })
    while g:run() == "question" do
      local q = g:question()
      if q.name == "fish" and #q.seat.hand == 0 then return true end
      g:answer_random()
    end
  end
  return false
end

function TestMatch.test_last_trick_may_be_free()
  lu.assertFalse(asked_at_the_end {})
  lu.assertTrue(asked_at_the_end { must_fish = false })
end

TestVariants = {}

function TestVariants.test_deep_water_aces_win()
  local _, t = set_out { game = "fish_out+deep_water", played = { "Kh", "Ah", "2s", "3d" } }
  t:sink()
  lu.assertEquals(t.lake:top().name, "Kh")
  lu.assertEquals(t:worth(t.seat[2].played:top()), -7)
end

function TestVariants.test_shoals_follow()
  local g = croupier.open("fish_out+shoals", { seats = 4, seed = "9" })
  local random = function(q) return q.options[1] end
  for _ = 1, 200 do
    if g:run() ~= "question" then break end
    local q = g:question()
    local t = g.t
    if q.name == "play" and #t.leader.played > 0 then
      local suit = t.leader.played:top().suit
      if q.seat.hand:count("suit", suit) > 0 then
        for _, card in ipairs(q.options) do lu.assertEquals(card.suit, suit) end
        for card in q.seat.hand:cards() do
          if card.suit ~= suit then
            local _, why = g:answer(card.name)
            lu.assertEquals(why, card.name .. ": " .. suit .. " were led, and you hold some")
          end
        end
      end
    end
    if q.name == "pass" then
      g:answer(table.move(q.options, 1, 3, 1, {}))
    elseif q.kind == "confirm" then
      g:answer(true)
    else
      g:answer(random(q))
    end
  end
end

function TestVariants.test_three_games()
  local g = croupier.open("fish_out+three_games", { seats = 4, seed = "2" })
  g:play { "random", "random", "random", "random" }
  lu.assertEquals(g.t.games, 3)
end

function TestVariants.test_bots_play_to_the_goal()
  local g = croupier.open("fish_out", { seats = 4, seed = "4" })
  g:play { "heron", "minnow", "random", "random" }
  lu.assertTrue(g:result()[1].seat.points >= 50)
end

TestSight = {}

function TestSight.test_where_we_are()
  local g = croupier.open("fish_out", { seats = 4, seed = "1" })
  g:run()
  lu.assertEquals(g.t:where_we_are(), "before the first trick")
  local seats = 0
  while g:question().name == "pass" do
    g:answer("1 2 3")
    seats = seats + 1
    g:run()
  end
  lu.assertEquals(seats, 4)
  lu.assertStrContains(g.t:where_we_are(), "trick 1 of 13")
end

function TestSight.test_what_a_suit_would_bring()
  local g, t = set_out { played = { "10h", "3h", "6s", "Jd" }, lake = "2s 9s",
    stacks = { [2] = "4s" }, held = 1 }
  local first, second = t.seat[1], t.seat[2]
  lu.assertEquals(t:chance_to_fish(first, "spades"), "you may fish them")
  lu.assertEquals(t:chance_to_fish(second, "spades"), "you have fished this suit")
  lu.assertEquals(t:chance_to_fish(first, "clubs"), "nothing to fish yet")
  g:place("Ks", t.deck)
  first.hand:move_all(t.deck)
  lu.assertEquals(t:strength(first, "spades"), "you hold none")
  g:place("Js", first.hand)
  lu.assertEquals(t:strength(first, "spades"), "2 unseen above your Js")
end

-- What lies on the table counts: what beats the card for certain, and what would lie in the lake
-- under it.
function TestSight.test_what_a_card_to_play_would_meet()
  local function note(card, played, once)
    local g, t = set_out { played = {}, lake = "2h", held = 0, rules = { once = once } }
    for i, name in pairs(played) do g:place(name, t.seat[i].played) end
    g:place(card, t.seat[1].hand)
    t.deck:deal(5, t.seat[2].hand)
    local tells = t:play_question(t.seat[1]).tells
    return g:view(t.seat[1], function(table, me)
      local text, value = tells(me.hand:top(), table, me)
      return text:format(value)
    end)
  end
  lu.assertEquals(note("5h", { [3] = "9h" }), "9h beats it: it goes into the lake")
  lu.assertEquals(note("Kh", { [3] = "9h" }), "nothing beats it; would take 3 fish, +5 points")
  lu.assertEquals(note("Kc", { [3] = "9h" }), "nothing beats it; none of its suit in the lake")
  lu.assertEquals(note("Qh", {}), "1 fish beats it; would take 2 fish, +4 points")
  lu.assertEquals(note("Qh", { [2] = "9h", [3] = "3c", [4] = "Ah" }), "it stays with you; would "
    .. "take 4 fish, -4 points")
end

-- Nine points for the ace in the lake are little, and the fourth is worth 54.
TestBots = {}

function TestBots.test_heron_counts_the_fourth_ace()
  local heron = require("fish_out.bots").heron
  local function fishes(stacked)
    local g = croupier.open("fish_out", { seed = "1" })
    local t, seat = g.t, g.t.seat[1]
    t.leader = seat
    g:place("As", t.lake)
    g:place("4s", seat.played)
    g:place("3c 4c 5c 6c 7c 8c 9c 10c", seat.hand)
    g:place(stacked, seat.stack)
    return g:view(seat, function(_, me) return heron.fish(me) end)
  end
  lu.assertFalse(fishes "Ah Ad")
  lu.assertTrue(fishes "Ah Ad Ac")
end

-- What heron plays of two cards, as the last but three in the trick.
local function plays(hand, lake, stacked)
  local heron = require("fish_out.bots").heron
  local g = croupier.open("fish_out", { seed = "1" })
  local seat = g.t.seat[1]
  g.t.leader = seat
  g:place(hand, seat.hand)
  g:place(lake, g.t.lake)
  g:place(stacked or "", seat.stack)
  return g:view(seat, function(_, me) return heron.play(me, { options = me.hand:list() }).name end)
end

-- Nine diamonds for the ten, or ten points for the king: three unseen diamonds beat the ten.
function TestBots.test_heron_fears_the_higher_fish_that_it_has_not_seen()
  local hearts = "2h 3h 4h 5h 6h 7h 8h "
  lu.assertEquals(plays("Kh 10d", hearts .. "2d 3d 4d 5d 6d 7d 8d 9d"), "Kh")
  lu.assertEquals(plays("10h Kd", hearts .. "2d 3d 4d 5d 6d 7d 8d"), "Kd")
end

-- An ace in the lake is nine points less, and with three aces in the stack 45 more.
function TestBots.test_heron_plays_for_the_fourth_ace()
  lu.assertEquals(plays("Ks 5d", "As 2d 3d 4d", "Ah Ac 2d"), "5d")
  lu.assertEquals(plays("Ks 5d", "As 2d 3d 4d", "Ah Ac Ad"), "Ks")
end

TestWhy = {}

-- Who is not asked whether to fish out hears why not.
function TestWhy.test_a_card_stocked_without_a_question_says_why()
  local g = croupier.open("fish_out", { seed = "1" })
  local t, seat, card = g.t, g.t.seat[1], g.t.deck:find("name", "4s")
  local function stocks_text(asked)
    local text, who, what, why = t:stocks_text(seat, card, asked)
    return text:format(who.name, what.name, why)
  end
  lu.assertEquals(stocks_text(true), seat.name .. " stocks the lake with 4s.")
  lu.assertEquals(stocks_text(false), seat.name .. " stocks the lake with 4s: no other card of "
    .. "that suit is in the lake.")
  g:place("9s", seat.stack)
  lu.assertEquals(stocks_text(false), seat.name .. " stocks the lake with 4s, having fished that "
    .. "suit already.")
end

-- heron's reason has the points that stand beside the card.
function TestWhy.test_a_hint_counts_what_the_question_tells()
  local g, t = set_out { played = {}, lake = "2h", held = 0 }
  g:place("9h", t.seat[3].played)
  g:place("Kh", t.seat[1].hand)
  local because = require("fish_out.bots").heron.because
  local reason = g:view(t.seat[1], function(_, me) return because.play(me, me.hand:top()) end)
  lu.assertEquals(reason, "it may win you 5 points")
end
