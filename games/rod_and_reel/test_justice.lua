-- Cheating and accusing: who may, who knows, who judges.

local methods = require "rod_and_reel.methods"
local testing = require "rod_and_reel.testing"

local NAME, open, by_name = testing.NAME, testing.open, testing.by_name
local play_to, reply, finish = testing.play_to, testing.reply, testing.finish
local said = testing.said

TestJustice = {}

local function cheat(g, seat, method, accepted)
  g:act("cheat", seat)
  g:run()
  lu.assertEquals(g:question().name, "method")
  reply(g, method)
  lu.assertEquals(g:question().seat, g.t.gm)
  lu.assertTrue(g:answer(accepted))
end

function TestJustice:ready(rules)
  local g = open { seats = 3, rules = rules or {} }
  g:run("line_up")
  return g
end

function TestJustice:test_a_method_is_judged_once_and_secret()
  local g = self:ready()
  local seat, other = g.t.seat[1], g.t.seat[2]
  cheat(g, seat, "a magnet in the rod", true)
  lu.assertTrue(seat.cheating)
  lu.assertEquals(seat.method, "a magnet in the rod")
  g:view(other, function(t)
    lu.assertNil(t.seat[1].method)
    lu.assertNil(t.seat[1].cheating)
  end)
  g:view(g.t.gm, function(t)
    lu.assertEquals(t.seat[1].method, "a magnet in the rod")
  end)
end

-- A blank line is not a method: neither a cheat's nor an accuser's, who would miss a hand for it.
function TestJustice:test_a_method_is_named_in_words()
  local g = self:ready()
  local function refuses_blank()
    for _, blank in ipairs { "", "  " } do
      local ok, why = g:answer(blank)
      lu.assertNil(ok)
      lu.assertStrContains(why, "describe how, in words, like `palms a")
    end
  end
  g:act("cheat", g.t.seat[1])
  g:run()
  refuses_blank()
  reply(g, "marked cards")
  reply(g, false)
  g = self:ready()
  g:act("accuse", g.t.seat[1])
  play_to(g, "charge")
  refuses_blank()
  lu.assertEquals(g.t.seat[1].sits_out, 0)
end

function TestJustice:test_only_an_accepted_cheat_is_asked_to_take()
  for _, accepted in ipairs { true, false } do
    local g = self:ready { first_dealer = "first_seat" }
    cheat(g, g.t.seat[1], "marked cards", accepted)
    local q = play_to(g, "take")
    lu.assertEquals(q ~= nil, accepted)
    if q then lu.assertEquals(q.seat, g.t.seat[1]) end
  end
end

function TestJustice:test_the_take_is_one_of_the_two_cards()
  local g = self:ready { first_dealer = "first_seat" }
  local seat = g.t.seat[1]
  cheat(g, seat, "marked cards", true)
  play_to(g, "take")
  local former = g.t.discards:card(#g.t.discards - 1)
  reply(g, true)
  lu.assertFalse(g.t.discards:has(former))
  lu.assertTrue(said(g, seat.name .. " takes " .. former.name))
end

local function accuse(g, seat, accused, method, upheld)
  g:act("accuse", seat)
  while g:run() == "question" do
    local q = g:question()
    if q.name == "accused" then g:answer(accused)
    elseif q.name == "charge" then g:answer(method)
    elseif q.name == "ruling" then g:answer(upheld)
    else return end
  end
end

function TestJustice:test_upheld_the_accused_leaves()
  local g = self:ready { first_dealer = "first_seat" }
  local t = g.t
  t.seat[1].catch, t.seat[1].total, t.seat[1].best = { 90 }, 90, 90
  accuse(g, t.seat[2], t.seat[1], "marked cards", true)
  lu.assertFalse(t.seat[1].fishing)
  lu.assertEquals(t.seat[1].total, 0)
  lu.assertEquals(t.seat[1].points:amount(), 0)
  lu.assertEquals(t.dealer.number, 2)
  lu.assertEquals(#t.acting, 1)
  local result = finish(g)
  lu.assertEquals(result[3].seat.number, 1)
end

function TestJustice:test_the_accuser_sits_the_hand_out_even_if_right()
  for _, upheld in ipairs { true, false } do
    local g = self:ready()
    accuse(g, g.t.seat[2], g.t.seat[3], "marked cards", upheld)
    lu.assertEquals(g.t.seat[2].sits_out, 1)
    for _, seat in ipairs(g.t.acting) do
      lu.assertNotEquals(seat.number, 2)
    end
    g:run("pass_deck")
    g:run("choose_strains")
    lu.assertEquals(g.t.seat[2].sits_out, 0)
  end
end

-- Before a contest's only hand there is time; in the last hand neither could take effect any more.
function TestJustice:test_too_late_in_the_last_hand()
  local g = self:ready { hands = 2 }
  lu.assertTrue(g:act("accuse", g.t.seat[2]))
  g:run("question")
  g = self:ready { hands = 1 }
  g:run("choose_strains")
  for _, name in ipairs { "accuse", "cheat" } do
    local done, sentence = g:act(name, g.t.seat[2])
    lu.assertNil(done)
    lu.assertEquals(sentence, "this is the last hand: it is too late")
  end
end

-- The source: a round for the time that an accusation takes; two take two.
function TestJustice:test_two_accusations_cost_two_hands()
  local g = self:ready()
  g.t:miss_a_hand(g.t.seat[2])
  g.t:miss_a_hand(g.t.seat[2])
  for hands_left = 1, 0, -1 do
    g:run("pass_deck")
    g:run("choose_strains")
    lu.assertEquals(g.t.seat[2].sits_out, hands_left)
  end
end

function TestJustice:test_not_upheld_is_recorded()
  local g = self:ready()
  accuse(g, g.t.seat[2], g.t.seat[3], "marked cards", false)
  lu.assertTrue(g.t.seat[3].fishing)
  lu.assertEquals(#g.t.accusations, 1)
  lu.assertEquals(g.t.accusations[1].method, "marked cards")
  lu.assertEquals(g.t.accusations[1].upheld, false)
end

function TestJustice:test_one_fisher_left_fishes_on()
  local g = open { seats = 2, rules = { hands = 3 } }
  g:run("line_up")
  accuse(g, g.t.seat[1], g.t.seat[2], "marked cards", true)
  finish(g)
  lu.assertEquals(g:measures().hands, 3)
end

function TestJustice:test_a_hand_in_which_everybody_accuses()
  local g = open { seats = 2, rules = { hands = 2 } }
  g:run("line_up")
  accuse(g, g.t.seat[1], g.t.seat[2], "marked cards", false)
  g = open { seats = 2, rules = { hands = 2 } }
  g:run("line_up")
  for seat in g.t:seats() do seat.sits_out = 1 end
  finish(g)
  lu.assertEquals(g:measures().hands, 2)
end

function TestJustice:test_which_methods_are_the_same()
  local t = croupier.rules(NAME)
  lu.assertTrue(methods.same(t, "Marked  Cards", "marked cards"))
  lu.assertTrue(methods.same(t, "uses marked cards at night",
    "I think of marked cards"))
  lu.assertFalse(methods.same(t, "marked cards", "palms a card"))
end

-- In how many of so many contests the GM's bot upholds the accusation.
local function upheld_by_bot(declared, named, times)
  local upheld = 0
  for i = 1, times do
    local g = open { seats = 2, seed = tostring(i), rules = { hands = 1 } }
    local accused = g.t.seat[2]
    g:run("line_up")
    if declared then cheat(g, accused, declared, true) end
    g:act("accuse", g.t.seat[1])
    local answer = by_name { accused = accused, charge = named }
    g:play { answer, answer, gm = "angler" }
    if g.t.accusations[1].upheld then upheld = upheld + 1 end
  end
  return upheld
end

function TestJustice:test_a_bot_rules()
  lu.assertEquals(upheld_by_bot(nil, "marked cards", 12), 0)
  lu.assertEquals(upheld_by_bot("marked cards", "Marked cards!", 12), 12)
  local half = upheld_by_bot("marked cards", "palms a card", 40)
  lu.assertTrue(half > 8 and half < 32)
end

function TestJustice:test_a_bot_accepts_one_method_in_two()
  local accepted = 0
  for i = 1, 40 do
    local g = open { seats = 2, seed = tostring(i), rules = { hands = 1 } }
    g:run("line_up")
    g:act("cheat", g.t.seat[1])
    g:play { by_name {}, by_name {}, gm = "plain" }
    if g.t.seat[1].cheating then accepted = accepted + 1 end
  end
  lu.assertTrue(accepted > 8 and accepted < 32)
end
