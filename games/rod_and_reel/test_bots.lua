-- The bots: they play every contest to its end, and the angler plays it well.

local testing = require "rod_and_reel.testing"

local open, forage = testing.open, testing.forage

TestBots = {}

local function wins(seats, count, rules, first)
  local won = 0
  for i = 1, count do
    local g = open { seats = #seats, seed = tostring(i), rules = rules }
    g:play(seats)
    for _, record in ipairs(g:result()) do
      if record.place == 1 and record.seat.number == first then
        won = won + 1
      end
    end
  end
  return won
end

function TestBots:test_both_play_every_contest_to_its_end()
  for _, victory in ipairs { "biggest", "total", "first", "first_of_weight",
    "first_to_total" } do
    for _, how in ipairs { "chips", "paper" } do
      local g = open { seats = 4, rules = { victory = victory,
        tracking = how } }
      lu.assertEquals(g:play { "angler", "plain", "angler", "random" },
        "finished")
    end
  end
end

function TestBots:test_angler_beats_random_answers()
  lu.assertTrue(wins({ "angler", "random" }, 40, {}, 1) > 25)
end

function TestBots:test_plain_always_fishes_at_nothing_and_never_plugs()
  local g = open { seats = 2, rules = { hands = 30 } }
  g:play("plain")
  lu.assertEquals(g:measures().plugs or 0, 0)
  for _, event in ipairs(g:events()) do
    if event.kind == "say" then
      lu.assertNil(event.text:find("fishes at +[246]"))
    end
  end
end

-- Where the biggest fish wins nothing has beaten plain play; elsewhere points and strains do.
function TestBots:test_angler_plays_plainly_for_the_biggest()
  local function landed(bot, victory)
    local g = open { seats = 3, seed = "plain", rules = { victory = victory } }
    g:play(bot)
    local scores = {}
    for i, record in ipairs(g:result()) do scores[i] = record.seat.number .. " " .. record.score end
    return scores
  end
  lu.assertEquals(landed("angler", "biggest"), landed("plain", "biggest"))
  lu.assertNotEquals(landed("angler", "total"), landed("plain", "total"))
end

function TestBots:test_angler_plays_every_variant()
  for _, variant in ipairs { "as_printed", "short_evening", "true_colours",
    "late_lines", "deep_sea" } do
    local g = open({ seats = 3 }, variant)
    lu.assertEquals(g:play { "angler", "plain", "random" }, "finished")
  end
end

function TestBots:test_angler_forages()
  for _, goal in ipairs { "fish", "weight" } do
    local g = forage { goal = goal, goal_amount = 2 }
    lu.assertEquals(g:play("angler"), "finished")
  end
end

-- Strains and scores of a house rule's own: more than a die can reach.
function TestBots:test_they_outlive_any_strain_and_any_score()
  local chance = require "rod_and_reel.chance"
  for lead, expected in pairs { [-500] = 1, [-18] = 399 / 400, [0] = 0.525, [19] = 1 / 400,
    [20] = 0, [9999] = 0, [18.5] = 1 / 400 } do
    lu.assertAlmostEquals(chance.ahead(lead), expected, 1e-9)
  end
  local scores, rules = {}, croupier.rules("rod_and_reel").rules
  for kind, by_suit in pairs(rules.scores) do
    scores[kind] = {}
    for suit in pairs(by_suit) do scores[kind][suit] = kind == "ace" and -40 or 2000 end
  end
  local g = open { seats = 3, rules = { scores = scores, strains = { 0, 99, -50 },
    permits = { [0] = "one_suit", [99] = "any_suits", [-50] = "two_suits" } } }
  lu.assertEquals((g:play { "angler", "plain", "eager" }), "finished")
end

-- Decisions ------------------------------------------------------------------

TestDecisions = {}

local bots = require "rod_and_reel.bots"

-- What a bot answers for the first fisher, who never loses a fish of less than a hundred points:
-- all act from the first seat on, at +0, in the hand given. `prepare(t, me)` changes the table
-- first.
local function decides(bot, name, q, setup)
  local seats = setup.seats or 3
  local g = open { seats = seats, rules = setup.rules, profiles = { { str_mod = 30 } } }
  local t = g.t
  t.hand, t.acting = setup.hand or 1, { table.unpack(t.seat) }
  for seat in t:seats() do seat.fishing, seat.strain = true, 0 end
  if setup.prepare then setup.prepare(t, t.seat[1], g) end
  return g:view(t.seat[1], function(_, me) return bots[bot][name](me, q) end)
end

-- A smaller fish is chosen for its chance, so the reason of a hint names that too.
function TestDecisions:test_the_reason_for_a_fish_names_the_chance_to_land_it()
  local g = open { seats = 1 }
  local me = g.t.seat[1]
  me.strain = 0
  g:place("Qd Jd 9d 8d", me.hand)
  local said = g:view(me, function(t, seat)
    return bots.angler.because.fish(seat, t:combinations(seat)[1])
  end)
  lu.assertEquals(said, "with your best run it scores 47 points, and the chance to land it is 34%")
end

-- What it costs to plug runs of ten and this: they bring 7, 6 and 5 points more.
local COSTS = { [8] = 9, [7] = 17, [6] = 24 }

-- Whether the angler plugs a run of two cards that it has laid with a fish of this score.
local function plugs(score, run, setup)
  local cost = COSTS[run[2]]
  local prepare = setup.prepare
  function setup.prepare(t, me)
    me.fish, me.run, me.worth = { score = score }, run, score + run[1] + 1
    if prepare then prepare(t, me) end
  end
  return decides("angler", "plug", { options = { 0, cost } }, setup) == cost
end

-- Seventeen points could be four cheap plugs later on, and after the last hand they are worth
-- nothing.
function TestDecisions:test_dear_points_wait_for_the_last_hands_of_a_long_contest()
  for _, second in ipairs { 7, 6 } do
    lu.assertFalse(plugs(60, { 10, second }, { rules = { victory = "total" }, hand = 6 }))
    lu.assertTrue(plugs(60, { 10, second }, { rules = { victory = "total" }, hand = 12 }))
  end
end

-- A single fish decides, and another fisher's 70 points are on the hook.
function TestDecisions:test_dear_points_overtake_a_fish_on_the_hook()
  local function overtakes(score)
    return plugs(score, { 10, 7 }, { rules = { victory = "first" }, prepare = function(t)
      t.seat[2].fish, t.seat[2].worth, t.seat[2].strain = { score = 70 }, 70, 0
    end })
  end
  lu.assertTrue(overtakes(55)) -- 66 becomes 72
  lu.assertFalse(overtakes(60)) -- 71 is enough already
end

-- Those who come after may have a larger fish; those who declared none have none.
function TestDecisions:test_points_are_kept_when_nobody_is_left_to_declare()
  local function plugs_in_turn(first)
    return plugs(53, { 10, 8 }, { seats = 8, rules = { victory = "first" }, hand = 12,
      prepare = function(t, me)
      if not first then t.acting = { table.unpack(t.seat, 2) } table.insert(t.acting, me) end
    end })
  end
  lu.assertTrue(plugs_in_turn(true))
  lu.assertFalse(plugs_in_turn(false))
end

function TestDecisions:test_a_fish_too_small_to_win_is_made_large_enough()
  local function plugs_at(minimum)
    return plugs(45, { 10, 7 }, { rules = { victory = "first_of_weight", minimum_fish = minimum } })
  end
  lu.assertTrue(plugs_at(60)) -- 56 becomes 62
  lu.assertFalse(plugs_at(50))
end

function TestDecisions:test_the_fish_that_reaches_the_total_is_worth_more()
  local function plugs_at(total)
    return plugs(45, { 10, 8 }, { rules = { victory = "first_to_total", goal_total = 150 },
      prepare = function(_, me) me.total = total end })
  end
  lu.assertTrue(plugs_at(90)) -- 56 becomes 63
  lu.assertFalse(plugs_at(20))
end

-- A hunter who needs 2 lb more has no use for a larger fish.
function TestDecisions:test_a_hunter_catches_no_more_than_is_missing()
  local function plugs_at(total)
    return plugs(45, { 10, 8 }, { rules = { mode = "foraging", goal = "weight", goal_amount = 100 },
      prepare = function(_, me) me.total = total end })
  end
  lu.assertTrue(plugs_at(700))
  lu.assertFalse(plugs_at(980))
end

-- In a heat it is enough to be the second of two who go on.
function TestDecisions:test_in_a_heat_the_last_who_goes_on_is_to_be_beaten()
  local function leader(final)
    local g = open { seats = 3, rules = { victory = "total" } }
    local t = g.t
    t.final, t.going_on = final, 2
    for i, seat in ipairs(t.seat) do seat.fishing, seat.total = true, 30 * i end
    return g:view(t.seat[1], function(_, me)
      return require("rod_and_reel.outlook").look(me).bar
    end)
  end
  lu.assertEquals(leader(true), 90)
  lu.assertEquals(leader(false), 60)
end

-- Who fishes for a single fish needs points for its run.
function TestDecisions:test_bait()
  local function bait(bot, victory)
    return decides(bot, "bait", { max = 2 }, { rules = { victory = victory } })
  end
  lu.assertEquals(bait("angler", "total"), 2)
  lu.assertEquals(bait("angler", "first_of_weight"), 1)
  lu.assertEquals(bait("plain", "first_of_weight"), 2)
  lu.assertEquals(bait("eager", "total"), 0)
end

function TestDecisions:test_eager_buys_the_dearest_plug()
  lu.assertEquals(decides("eager", "plug", { options = { 0, 9, 16 } }, {}), 16)
end

-- A cheat takes the queen that the king lacks from the pile, and no card that is worth less than
-- one unseen.
function TestDecisions:test_what_is_taken_from_the_pile()
  local function takes(former)
    return decides("plain", "take", {}, { prepare = function(t, me, g)
      t:gather(t.deck)
      g:place("Kh 2c 5c 8s 9d", me.hand)
      g:place(former .. " 4d", t.discards)
    end })
  end
  lu.assertTrue(takes "Qh")
  lu.assertFalse(takes "3d")
end

-- Strains are weighed by what bait has kept: cards that lack nothing will be a fish for sure.
function TestDecisions:test_kept_cards_make_every_strain_worth_more()
  local function worth(kept)
    local g = open { seats = 2, rules = { victory = "total" } }
    return g:view(g.t.seat[1], function(t, me)
      local outlook = require "rod_and_reel.outlook"
      local view = outlook.look(me)
      return outlook.strain_worth(view, t.rules, 2, kept and t:once("book").bit.Ah or 0)
    end)
  end
  lu.assertTrue(worth(true) > 1.5 * worth(false))
end
