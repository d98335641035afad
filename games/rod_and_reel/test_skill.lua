-- The skill pool and the bait that it buys.

local testing = require "rod_and_reel.testing"

local NAME, open, alone = testing.NAME, testing.open, testing.alone
local play_to, reply, finish = testing.play_to, testing.reply, testing.finish
local loaded = testing.loaded

-- Skill ---------------------------------------------------------------------

TestSkill = {}

function TestSkill:test_ability_modifiers_round_down()
  local t = croupier.rules(NAME)
  for score, modifier in pairs { [1] = -5, [9] = -1, [10] = 0, [11] = 0,
    [12] = 1, [18] = 4 } do
    lu.assertEquals(t:modifier(score), modifier)
  end
  lu.assertEquals(t:modifier(18, -1), -1)
end

local function skill_table(t, dice)
  local fake = loaded({ use_dex = true, use_int = true, pool_size = 1 }, dice)
  for _, name in ipairs { "skill_modifiers", "skilled_check",
    "unskilled_check", "inappropriate_check", "skill_check", "skill_pool" } do
    fake[name] = t[name]
  end
  return fake
end

local function fisher(skill)
  return { profile = { dex = 14, int = 12, ranks = 5,
    skill = skill } }
end

function TestSkill:test_the_three_kinds_of_skill()
  local t = open({ seats = 1 }).t
  lu.assertEquals(skill_table(t, { 10 }):skill_pool(fisher "yes"), 18)
  lu.assertEquals(skill_table(t, { 7 }):skill_pool(fisher "none"), 10)
  lu.assertEquals(skill_table(t, { 10, 7 }):skill_pool(
    fisher "inappropriate"), 14)
  lu.assertEquals(skill_table(t, { 11, 7 }):skill_pool(
    fisher "inappropriate"), 15)
end

function TestSkill:test_never_below_nothing()
  local t = open({ seats = 1 }).t
  local seat = fisher "none"
  seat.profile.dex_mod = -20
  lu.assertEquals(skill_table(t, { 3 }):skill_pool(seat), 0)
end

function TestSkill:test_one_without_skill_rolls_two_dice_and_takes_the_lower()
  local g = open { seats = 1, rules = { use_dex = false, use_int = false },
    profiles = { { skill = "none", ranks = 60 } } }
  local sum = 0
  for _ = 1, 400 do sum = sum + g.t:skill_pool(g.t.seat[1]) end
  lu.assertAlmostEquals(sum / 400, 7.175, 0.8)
end

-- Bait ----------------------------------------------------------------------

TestBait = {}

function TestBait:test_offers_only_what_can_be_paid()
  for ranks, most in pairs { [0] = 0, [40] = 2 } do
    local g = alone("", { use_dex = false, use_int = false },
      { ranks = ranks, skill = ranks == 0 and "none" or "yes", int_mod = -20 })
    local q = play_to(g, "bait")
    if most == 0 then
      lu.assertTrue(q == nil or q.max <= 1)
    else
      lu.assertEquals(q.max, 2)
    end
  end
end

function TestBait:test_is_paid_once()
  local g = alone("", { hands = 3 }, { ranks = 40 })
  play_to(g, "bait")
  local before = g.t.seat[1].points:amount()
  reply(g, 2)
  lu.assertEquals(g.t.seat[1].points:amount(), before - 20)
  finish(g)
  lu.assertEquals(g.t.seat[1].points:amount(), before - 20)
end
