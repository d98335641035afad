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
