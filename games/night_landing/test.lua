-- Tests of Night Landing: what sells for what, who is searched, where coins go.

-- A cove in mid-night: the tide's card, each boat's cards and bribe.
local function set_out(tide, boats, options)
  options = options or {}
  local g = croupier.open(options.game or "night_landing",
    { seats = #boats, seed = "1", rules = options.rules, profiles = options.profiles })
  local t = g.t
  t:meet()
  t:gather(t.deck)
  t.lantern = t.seat[options.lantern or 1]
  t.bank:pay(options.pot or 0, t.pot)
  g:place(tide, t.tide)
  for i, boat in ipairs(boats) do
    g:place(boat[1], t.seat[i].boat)
    t.seat[i].bribe = boat[2]
    t.seat[i].safe = boat.safe or false
  end
  return g, t
end

-- Who is searched, and the purses after the boats have landed.
local function night(tide, boats, options)
  local _, t = set_out(tide, boats, options)
  t:search()
  t:share_pot()
  local searched, purses = {}, {}
  for i, seat in ipairs(t.seat) do if seat.searched then searched[#searched + 1] = i end end
  t:land()
  for i, seat in ipairs(t.seat) do purses[i] = seat.purse:amount() end
  return searched, purses, t
end

local THREE = { { "9L", 1 }, { "5B 6B", 2 }, { "2T 3T", 3 } }

TestWorth = {}

function TestWorth.test_the_tide_counts_double()
  local _, t = set_out("4B", THREE)
  lu.assertEquals(t:cargo(t.seat[1].boat), 9)
  lu.assertEquals(t:cargo(t.seat[2].boat), 2 * (5 + 6))
  _, t = set_out("4B", THREE, { rules = { tide = 5 } })
  lu.assertEquals(t:cargo(t.seat[2].boat), 5 * (5 + 6))
end

function TestWorth.test_before_the_tide()
  local _, t = set_out("4B", THREE)
  t.tide:move_all(t.muck)
  lu.assertNil(t:wanted())
  lu.assertEquals(t:cargo(t.seat[2].boat), 5 + 6)
end

TestSearch = {}

-- The least loses goods and three coins a card, the others sell theirs.
function TestSearch.test_who_bribed_least()
  local searched, purses, t = night("4B", THREE)
  lu.assertEquals(searched, { 1 })
  lu.assertEquals(purses, { 15 - 3, 15 + 22, 15 + 5 })
  lu.assertEquals(t.pot:amount(), 3)
  lu.assertTrue(t.seat[1].safe)
end

function TestSearch.test_the_fine()
  local _, purses = night("4B", { { "1L 2L", 0 }, { "5B", 2 }, { "2T", 3 } },
    { rules = { fine = 5 } })
  lu.assertEquals(purses[1], 15 - 2 * 5)
  _, purses = night("4B", { { "1L 2L", 0 }, { "5B", 2 }, { "2T", 3 } }, { rules = { fine = 20 } })
  lu.assertEquals(purses[1], 0)
end

function TestSearch.test_ties()
  local alike = { { "1L", 2 }, { "5B 1S", 2 }, { "2T", 3 } }
  lu.assertEquals((night("4B", alike)), { 1, 2 })
  lu.assertEquals((night("4B", alike, { rules = { ties = "nobody" } })), {})
  lu.assertEquals((night("4B", alike, { rules = { ties = "heaviest" } })), { 2 })
end

function TestSearch.test_a_night_of_grace()
  local boats = { { "9L", 0, safe = true }, { "5B", 2 }, { "2T", 3 } }
  local searched, _, t = night("4B", boats)
  lu.assertEquals(searched, { 2 })
  lu.assertFalse(t.seat[1].safe)
  lu.assertTrue(t.seat[2].safe)
  _, _, t = night("4B", THREE, { rules = { grace = false } })
  lu.assertFalse(t.seat[1].safe)
end

function TestSearch.test_who_stays_ashore()
  lu.assertEquals((night("4B", { { "", 0 }, { "5B", 2 }, { "2T", 3 } })), { 2 })
end

function TestSearch.test_charm()
  lu.assertEquals((night("4B", THREE, { profiles = { { charm = 2 } } })), { 2 })
end

TestPot = {}

-- Three boats and a tide of 4: 22 coins put the officer to sleep.
function TestPot.test_the_officer_sleeps()
  local boats = { { "9L", 2 }, { "5B", 10 }, { "2T", 10 } }
  local searched, purses, t = night("4B", boats, { pot = 7, lantern = 3 })
  lu.assertEquals(searched, {})
  lu.assertEquals(purses, { 15 + 9, 15 + 10, 15 + 2 + 7 })
  lu.assertEquals(t.pot:amount(), 0)
  lu.assertEquals((night("5S", boats)), { 1 })
  lu.assertEquals((night("5S", boats, { rules = { sleep = 5 } })), {})
  lu.assertEquals((night("5S", boats, { profiles = { { charm = 1 } } })), {})
end

function TestPot.test_a_search_keeps_it()
  local _, _, t = night("4B", THREE, { pot = 7 })
  lu.assertEquals(t.pot:amount(), 7 + 3)
end

TestNights = {}

function TestNights.test_purses()
  local _, t = set_out("4B", THREE, { rules = { purse = 20 }, profiles = { { coins = 5 } } })
  lu.assertEquals(t.seat[1].purse:amount(), 25)
  lu.assertEquals(t.seat[2].purse:amount(), 20)
end

-- Each runs the lantern as often; what is drawn and held.
function TestNights.test_lantern_and_hands()
  local g = croupier.open("night_landing", { seats = 3, seed = "1", rules = { dealt = 4, drawn = 3,
    hold = 6 } })
  local t, turns = g.t, { 0, 0, 0 }
  g:run("load")
  lu.assertEquals(#t.seat[1].hand, 6)
  while g.t.night < 6 do
    g:run("dawn")
    turns[t.lantern.number] = turns[t.lantern.number] + 1
    g:step()
  end
  lu.assertEquals(turns, { 2, 2, 2 })
  g:run()
  lu.assertEquals(#g:result(), 3)
end

function TestNights.test_how_much_a_boat_holds()
  local g = croupier.open("night_landing", { seats = 3, seed = "1", rules = { boat = 2 } })
  g:run()
  lu.assertEquals({ g:question().min, g:question().max }, { 1, 2 })
end

-- Nobody learns what is loaded before it is landed.
function TestNights.test_boats_are_secret()
  local g = croupier.open("night_landing", { seats = 3, seed = "1" })
  g:run("bribe")
  g:view(g.t.seat[2], function(t)
    lu.assertTrue(t.seat[1].boat:top().hidden)
    lu.assertTrue(#t.seat[1].boat > 0)
  end)
end

-- A full table and full hands leave a card for the tide.
function TestNights.test_the_deck_suffices()
  for seed = 1, 20 do
    local g = croupier.open("night_landing", { seats = 5, seed = tostring(seed),
      rules = { dealt = 7, drawn = 3, boat = 1, turns = 5 } })
    lu.assertEquals(g:play("random"), "finished")
  end
end

TestVariants = {}

function TestVariants.test_moonless()
  local g = croupier.open("night_landing+moonless", { seats = 3, seed = "1" })
  g:run("load")
  lu.assertNil(g.t:wanted())
  lu.assertEquals(g.t.rules.tide, 3)
end

function TestVariants.test_one_week()
  local g = croupier.open("night_landing+one_week", { seats = 4, seed = "1" })
  g:play("captain")
  lu.assertEquals(g.t.night, 4)
end

function TestVariants.test_generous()
  local _, purses, t = night("4B", THREE, { game = "night_landing+generous" })
  lu.assertEquals(purses, { 15 - 3, 15 + 22, 15 + 5 + 3 + 5 })
  lu.assertEquals(t.pot:amount(), 0)
  _, _, t = night("4B", { { "9L", 2 }, { "5B", 2 }, { "2T", 1 } },
    { game = "night_landing+generous", rules = { thanks = 1 } })
  lu.assertEquals(t.pot:amount(), 3 + 1)
end

TestBots = {}

function TestBots.test_they_play_to_the_end()
  for _, variant in ipairs { "", "+moonless", "+one_week", "+generous" } do
    for _, who in ipairs { "captain", "purser", "miser" } do
      local g = croupier.open("night_landing" .. variant, { seats = 3, seed = "5" })
      lu.assertEquals(g:play(who), "finished")
    end
  end
end

function TestBots.test_captain_gets_rich()
  local g = croupier.open("night_landing", { seats = 3, seed = "5" })
  g:play { "captain", "random", "random" }
  lu.assertEquals(g:result()[1].seat.number, 1)
end

TestSight = {}

-- All that the table has heard.
local function said_in(g)
  local list = {}
  for _, event in ipairs(g:events()) do
    if event.kind == "say" then list[#list + 1] = event.text end
  end
  return table.concat(list, "\n")
end

-- A bribe is told with what it seems, as the sum of these is told next.
function TestSight.test_what_a_bribe_seems()
  local g = croupier.open("night_landing", { seats = 3, seed = "1",
    profiles = { { charm = 2 } } })
  while g:run() == "question" and g:question().name == "load" do
    g:answer { g:question().options[1] }
  end
  for _ = 1, 3 do
    lu.assertEquals(g:question().name, "bribe")
    g:answer(3)
    g:run()
  end
  lu.assertStrContains(said_in(g), "Anna gave the officer 3, which looks like 5.\nBen gave the "
    .. "officer 3.")
end

function TestSight.test_screen()
  local g, t = set_out("4B", { { "9L", 1 }, { "5B 6B", 2, safe = true }, { "2T", 3 } },
    { profiles = { { charm = 2 } }, lantern = 3 })
  t.night = 2
  lu.assertEquals(g:screen(t.seat[2]), { "Night 2 of 6, pot 0",
    "Tide: 4B, so brandy sells for twice its number. 22 coins put the officer to sleep.",
    "  Anna\t 15 coins, 1 card in the boat, bribed 1 last, charm 2",
    "  Ben\t 15 coins, 2 cards in the boat, bribed 2 last, safe tonight",
    "  Clara\t 15 coins, 1 card in the boat, bribed 3 last, the lantern",
    "Your boat sells for 22 and can't be searched" })
  lu.assertEquals(g:screen(t.seat[1])[6], "Your boat sells for 9; if searched, it is lost and "
    .. "the fine is 3")
end

function TestSight.test_odds()
  local g, t = set_out("4B", THREE)
  t.seat[1].boat:move_all(t.seat[1].hand)
  local lines = g:odds(t.seat[1])
  -- its own 9L and the tide's 4B are seen
  lu.assertEquals(lines[2], "  lace: 8 of 34 unseen cards")
  lu.assertEquals(lines[3], "  brandy: 8 of 34 unseen cards")
  lu.assertEquals(lines[4], "  tea: 9 of 34 unseen cards")
end

-- With goods in the boat the question is the bribe.
function TestSight.test_odds_of_a_bribe()
  local g, t = set_out("4B", { { "9L", 1 }, { "5B 6B", 2, safe = true }, { "2T", 3 } },
    { profiles = { { charm = 2 } }, lantern = 3 })
  t.night = 1
  lu.assertStrContains(g:odds(t.seat[1])[1], "No bribe is known yet")
  t.night = 2
  lu.assertEquals(g:odds(t.seat[1]), { "If the others give what they gave last night:",
    "  if you give 15 or more, the officer sleeps",
    "  if you give 2 or more, yours is not the lowest bribe" })
  lu.assertEquals(g:odds(t.seat[2])[3], "  whatever you give, you are left alone")
  g, t = set_out("4B", { { "9L", 1 }, { "5B 6B", 2, safe = true }, { "2T", 3, safe = true } })
  t.night = 2
  lu.assertEquals(g:odds(t.seat[1])[3],
    "  unless the officer sleeps, you are searched whatever you give")
end

function TestSight.test_why_nobody_is_searched()
  local function said(bribe)
    local g, t = set_out("1B", { { "9L", bribe }, { "5B", bribe }, { "2T", bribe } })
    t:search()
    return said_in(g)
  end
  lu.assertStrContains(said(7), "The bribes count for 21, and 19 is enough: the officer sleeps.")
  lu.assertStrContains(said(1), "The bribes count for 3 of 19: the officer stays awake.")
end

TestBots = {}

-- What a bot gives while two others have loaded a card each and the first holds the lantern.
local function gives(bot, setup)
  local g, t = set_out("1B", { { "9L", 0, safe = setup.safe }, { "5B", 0 }, { "2T", 0 } },
    { pot = setup.pot, rules = setup.rules })
  local me = t.seat[1]
  t.bank:pay(100, me.purse)
  return g:view(me, function(_, view)
    return require("night_landing.bots")[bot].bribe(view, { min = 0, max = setup.max or 100 })
  end)
end

-- What the captain loads of a hand on the second night, and why; the tide is salt.
local function loads(hand)
  local g, t = set_out("5S", { { "", 0 }, { "", 0 }, { "", 0 } })
  local me = t.seat[1]
  g:place(hand, me.hand)
  local captain = require("night_landing.bots").captain
  return g:view(me, function(_, view)
    local cards = captain.load(view, { min = 1, max = 3, options = view.hand:list() })
    local names = {}
    for i, card in ipairs(cards) do names[i] = card.name end
    return { table.concat(names, " "), captain.because.load(view, cards) }
  end)
end

-- The tide's goods go, wherever they stand among the others; the worst where the hand is full.
function TestBots.test_what_a_captain_loads()
  lu.assertEquals(loads "8T 4S 9L", { "4S", "salt sells for more tonight" })
  lu.assertEquals(loads "1L 6L 6B 7T 8T 2S 4S",
    { "4S 1L", "salt sells for more tonight; your hand has no room for the next draw, "
    .. "so the worst go" })
  lu.assertEquals(loads "8T 9L", { "8T", "your better goods can wait for their tide" })
end

-- The pot is the lantern's if the officer sleeps: nineteen coins do it for sure.
function TestBots.test_a_captain_who_is_safe_pays_for_the_pot_alone()
  lu.assertEquals(gives("captain", { safe = true }), 0)
  lu.assertTrue(gives("captain", { safe = true, pot = 60 }) > 10)
end

function TestBots.test_a_captain_never_gives_more_than_thirty()
  lu.assertTrue(gives("captain", { pot = 400, rules = { sleep = 20 } }) <= 30)
end

function TestBots.test_a_miser_gives_no_more_than_it_has()
  for _ = 1, 20 do lu.assertEquals(gives("miser", { max = 0 }), 0) end
end

-- Whatever captain advises, it says why.
function TestBots.test_a_hint_has_its_reason()
  local because = require("night_landing.bots").captain.because
  local g = croupier.open("night_landing", { seats = 3, seed = "4" })
  for _ = 1, 12 do
    lu.assertEquals(g:run(), "question")
    local q = g:question()
    local answer = q.options and { q.options[1] } or q.min
    local reason = g:view(q.seat, function(_, me) return because[q.name](me, answer) end)
    lu.assertStrMatches(reason, "%l[^.]+")
    g:answer_as("captain")
  end
end
