-- Tests of Storm Watch: what a storm demands, who has the glory, what a leak
-- costs, who draws what, and how it ends.

-- A table in mid-watch, with empty hands: the storm on deck, and each sailor's station and card.
local function set_out(storm, played, options)
  options = options or {}
  local g = croupier.open(options.game or "storm_watch", { seats = #played, seed = "1",
    rules = options.rules })
  local t = g.t
  t:muster()
  t.watch = options.watch or 1
  g:place(storm, t.storm)
  for seat in t:seats() do seat.hand:move_all(t.deck) end
  for i, one in ipairs(played) do
    t.seat[i].station = one[1]
    g:place(one[2], t.seat[i].effort)
  end
  return g, t
end

local function glory(t)
  local list = {}
  for i, seat in ipairs(t.seat) do list[i] = seat.glory:amount() end
  return list
end

-- The sails get 11 and 6, the guns 7, and one sleeps.
local FOUR = { { "sails", "8s" }, { "sails", "6p" }, { "guns", "4g" }, { "below", "1p" } }

TestDemand = {}

function TestDemand.test_half_the_strength_a_sailor()
  for seats, wanted in pairs { [2] = { 5, 3 }, [3] = { 8, 5 }, [4] = { 10, 6 }, [5] = { 13, 8 } } do
    local t = croupier.open("storm_watch", { seats = seats, seed = "1" }).t
    lu.assertEquals({ t:demand(5), t:demand(3) }, wanted)
  end
end

function TestDemand.test_the_pack()
  local _, t = set_out("tsg", FOUR)
  lu.assertEquals(#t.storms + #t.storm, 24)
  local storm = t.storm:top()
  lu.assertEquals({ storm.hard, storm.soft, storm.strength, storm.rest }, { "sails", "guns", 5, 3 })
  lu.assertEquals(storm.long, "storm on sails and guns")
end

function TestDemand.test_a_trained_hand_gives_more()
  local t = croupier.rules("storm_watch")
  lu.assertEquals(t:effort({ suit = "sails", value = 6 }, "sails"), 9)
  lu.assertEquals(t:effort({ suit = "sails", value = 6 }, "guns"), 6)
  t = croupier.rules("storm_watch", { trained = 0 })
  lu.assertEquals(t:effort({ suit = "sails", value = 6 }, "sails"), 6)
end

function TestDemand.test_the_weather_is_the_harder_stations()
  local g, t = set_out("tsg", { { "sails", "1s" }, { "below", "1p" } },
    { rules = { hull = 100, weather = "2d6" } })
  t:hold()
  local lost = 100 - t.hull:amount()
  lu.assertTrue(lost >= (5 + 2 - 4) + 3 and lost <= (5 + 12 - 4) + 3, lost)
  lu.assertEquals(g:measures().damage, lost)
end

TestStation = {}

function TestStation.test_it_holds_with_just_enough()
  local g, t = set_out("tsg", FOUR)
  t:stand("sails", 5, 17)
  lu.assertEquals(t.hull:amount(), 18)
  lu.assertEquals(glory(t), { 5, 0, 0, 0 })
  lu.assertEquals(g:measures().held, 1)
end

function TestStation.test_what_is_missing_is_a_leak()
  local g, t = set_out("tsg", FOUR)
  t:stand("sails", 5, 20)
  lu.assertEquals(t.hull:amount(), 15)
  lu.assertEquals(glory(t), { 0, 0, 0, 0 })
  lu.assertEquals(t.waiting:amount(), 0)
  lu.assertEquals(g:measures().damage, 3)
end

function TestStation.test_nobody_there()
  local _, t = set_out("tsg", { { "below", "8s" }, { "below", "6p" } })
  t:stand("guns", 3, 3)
  lu.assertEquals(t.hull:amount(), 15)
end

function TestStation.test_equals_leave_the_glory_to_the_next()
  local g, t = set_out("tsg", { { "sails", "5s" }, { "sails", "8g" }, { "guns", "2g" } })
  t:stand("sails", 5, 10)
  lu.assertEquals(glory(t), { 0, 0, 0 })
  lu.assertEquals(t.waiting:amount(), 5)
  lu.assertEquals(g:measures().waited, 1)
  t:stand("guns", 3, 5)
  lu.assertEquals(glory(t), { 0, 0, 8 })
  lu.assertEquals(t.waiting:amount(), 0)
end

function TestStation.test_equals_may_split_it()
  local _, t = set_out("tsg", { { "sails", "5s" }, { "sails", "8g" } },
    { rules = { ties = "split" } })
  t:stand("sails", 5, 10)
  lu.assertEquals(glory(t), { 3, 2 })
end

function TestStation.test_a_lost_ship_needs_no_second_station()
  local _, t = set_out("tsg", { { "guns", "8g" }, { "below", "1s" } }, { rules = { hull = 1 } })
  t:hold()
  lu.assertEquals(t.hull:amount(), 0)
  lu.assertEquals(glory(t), { 0, 0 })
end

TestRelief = {}

function TestRelief.test_who_worked_draws_one_who_slept_three()
  local g, t = set_out("tsg", FOUR)
  t:relieve()
  for i, drawn in ipairs { 1, 1, 1, 3 } do
    lu.assertEquals(#t.seat[i].hand, drawn)
    lu.assertNil(t.seat[i].station)
  end
  lu.assertEquals(#t.spent, 4)
  lu.assertEquals(#t.past, 1)
  lu.assertEquals(g:measures().rested, 1)
end

function TestRelief.test_no_hand_grows_over_the_most()
  local _, t = set_out("tsg", { { "below", "8s" }, { "below", "6p" } }, { rules = { most = 2 } })
  for _ = 1, 3 do t:relieve() end
  for seat in t:seats() do lu.assertEquals(#seat.hand, 2) end
end

function TestRelief.test_the_spent_cards_are_shuffled_in()
  local _, t = set_out("tsg", { { "sails", "8s" }, { "sails", "6p" } })
  t.deck:move_all(t.spent)
  t:relieve()
  lu.assertEquals(#t.seat[1].hand, 1)
  lu.assertEquals(#t.spent, 0)
end

-- However all sleep, with the most seats, the largest draws and the longest night, nobody is
-- without a card.
function TestRelief.test_a_hand_is_never_empty()
  local g = croupier.open("storm_watch",
    { seats = 5, seed = "1", rules = { watches = 12, hull = 100, rested = 4, most = 8,
    dealt = 6 } })
  lu.assertEquals(g:play("idler"), "finished")
end

TestEnd = {}

function TestEnd.test_after_the_last_watch()
  local _, t = set_out("tsg", FOUR, { watch = 6 })
  lu.assertEquals(t:relieve(), done)
  _, t = set_out("tsg", FOUR, { watch = 5 })
  lu.assertNil(t:relieve())
end

local function ended(game, hull)
  local g, t = set_out("tsg", { { "below", "8s" }, { "below", "6p" } },
    { game = game, rules = { hull = 5 }, watch = 6 })
  t.admiralty:pay(4, t.seat[2].glory)
  t.hull:pay(5 - hull, t.sea)
  g:place("7g 2p", t.seat[1].hand)
  g:place("5s", t.seat[2].hand)
  t:harbour()
  local places = {}
  for _, row in ipairs(g:result()) do places[row.seat.number] = row.place end
  return places, g
end

function TestEnd.test_the_most_glory_wins()
  lu.assertEquals(ended("storm_watch", 1), { 2, 1 })
end

function TestEnd.test_nobody_wins_on_a_lost_ship()
  local places, g = ended("storm_watch", 0)
  lu.assertEquals(places, { 2, 2 })
  lu.assertEquals(g:measures().sunk, 1)
  lu.assertEquals(g.t.seat[2].glory:amount(), 0) -- as the standings have it
end

TestVariants = {}

function TestVariants.test_the_boat_is_for_the_strongest_hand()
  local places, g = ended("storm_watch+lifeboat", 0)
  lu.assertEquals(places, { 1, 2 })
  lu.assertEquals(g:measures().sunk, 1)
  lu.assertEquals(ended("storm_watch+lifeboat", 1), { 2, 1 })
end

function TestVariants.test_a_long_night()
  local rules = croupier.open("storm_watch+long_night", { seats = 2, seed = "1" }).t.rules
  lu.assertEquals({ rules.watches, rules.hull, rules.dealt }, { 9, 24, 5 })
end

function TestVariants.test_stations_are_called_out_in_turn()
  local g = croupier.open("storm_watch+all_hands", { seats = 3, seed = "1" })
  g:run()
  lu.assertEquals(g:question().seat, g.t.seat[1])
  lu.assertTrue(g:answer("below"))
  g:run()
  lu.assertEquals(g.t.seat[1].station, "below")
  lu.assertEquals(g:question().seat, g.t.seat[2])
  g:run("relieve")
  g:step()
  g:run("station")
  lu.assertEquals(g:question().seat, g.t.seat[2])
end

TestSecrets = {}

-- Until all have given a card nobody sees where the others go.
function TestSecrets.test_a_choice_is_its_seats_own()
  local g = croupier.open("storm_watch", { seats = 2, seed = "1" })
  g:run("card")
  lu.assertNotNil(g.t.seat[1].choice)
  lu.assertNil(g.t.seat[1].station)
  lu.assertNil(g:view(g.t.seat[2], function(t) return t.seat[1].choice end))
  lu.assertEquals(g:view(g.t.seat[1], function(t) return t.seat[1].choice end), g.t.seat[1].choice)
end

TestBots = {}

function TestBots.test_they_play_it_and_its_variants()
  for _, game in ipairs { "storm_watch", "storm_watch+lifeboat", "storm_watch+long_night",
    "storm_watch+all_hands" } do
    for _, bot in ipairs { "old_salt", "deckhand", "idler" } do
      for seats = 2, 5, 3 do
        lu.assertEquals(croupier.open(game, { seats = seats, seed = "3" }):play(bot), "finished")
      end
    end
  end
end

TestSight = {}

-- What a card would do alone: the harder station's die is still to be rolled.
function TestSight.test_whether_a_card_is_enough()
  -- the sails need 3 and a d6, the guns 1
  local _, t = set_out("qsg", { { "below", "1p" }, { "below", "2p" } })
  lu.assertEquals(t:enough(9, "sails"), ", enough alone")
  lu.assertEquals(t:enough(8, "sails"), ", enough alone if the d6 shows 5 or less")
  lu.assertEquals(t:enough(3, "sails"), "")
  lu.assertEquals(t:enough(1, "guns"), ", enough alone")
end

-- The die is told before what it brings.
function TestSight.test_the_die_is_told()
  local g, t = set_out("qsg", { { "sails", "8s" }, { "sails", "8s" } })
  t:hold()
  local said = {}
  for _, event in ipairs(g:events()) do
    said[#said + 1] = event.kind == "say" and event.text or nil
  end
  local die, need = table.concat(said, "\n"):match("The d6 shows (%d): the sails need (%d+)%.")
  lu.assertEquals(tonumber(need), 3 + tonumber(die))
end

-- Rest is of no use after the last watch, nor on a ship about to sink.
function TestBots.test_when_an_idler_goes_on_deck()
  local function station(watch, hull)
    local g, t = set_out("tsg", { { "below", "1p" }, { "guns", "2p" } }, { watch = watch })
    t.hull:pay(t.hull:amount() - hull, t.sea)
    return g:view(t.seat[1], function(_, me)
      return require("storm_watch.bots").idler.station(me)
    end)
  end
  lu.assertEquals(station(1, 10), "below")
  lu.assertEquals(station(6, 10), "sails")
  lu.assertEquals(station(1, 9), "sails")
end

-- Whatever old_salt advises, it says why.
function TestBots.test_a_hint_has_its_reason()
  local because = require("storm_watch.bots").old_salt.because
  local g = croupier.open("storm_watch", { seats = 3, seed = "4" })
  for _ = 1, 12 do
    lu.assertEquals(g:run(), "question")
    local q = g:question()
    local answer = q.options[1]
    local reason = g:view(q.seat, function(_, me) return because[q.name](me, answer) end)
    lu.assertStrMatches(reason, "%l[^.]+")
    g:answer_as("old_salt")
  end
end

function TestStation.test_a_single_card_is_no_cards()
  local g = croupier.open("storm_watch", { seats = 2, seed = "1", rules = { dealt = 1 } })
  g:run()
  lu.assertStrContains(table.concat(g:screen(g.t.seat[1]), "\n"), ", 1 card")
  lu.assertNotStrContains(table.concat(g:screen(g.t.seat[1]), "\n"), "1 cards")
end
