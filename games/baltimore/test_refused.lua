-- What is refused, and with which sentence.

local testing = require "baltimore.testing"

local open, answer, said, chips = testing.open, testing.answer, testing.said, testing.chips

TestRefused = {}

-- The sentence that refuses an answer.
local function refusal(g, text)
  lu.assertEquals(g:run(), "question")
  local ok, sentence = g:answer(text)
  lu.assertNil(ok)
  return sentence
end

-- What the GM hears who types this as a target.
local function hears(text) return refusal(open { target = "" }, text) end

function TestRefused.test_a_target_nobody_can_name()
  lu.assertStrContains(hears("sevens full of sevens"), "expected two different ranks")
  lu.assertStrContains(hears("pair of 15s"), "\"15s\" is not a word of a poker hand")
  lu.assertStrContains(hears("full flush"), "expected one poker hand, such as")
  lu.assertErrorMsgContains("target: \"sevens full of sevens\"", open,
    { target = "sevens full of sevens" })
  lu.assertErrorMsgContains("floor: ", open, { floor = "pair of 15s" })
end

function TestRefused.test_a_low_target_is_taken_with_a_warning()
  local g = open { target = "" }
  answer(g, "five-high flush")
  lu.assertStrContains(said(g), "lower than any hand of its kind; the lowest is \"seven-high "
    .. "flush\".\nThe target stands")
  lu.assertStrContains(said(g), "The target stands as you named it; the first chip lowers it "
    .. "to an ace-high straight.")
  lu.assertEquals(g:question().name, "floor")
end

function TestRefused.test_a_low_target_of_the_rules_is_warned_of_too()
  local g = open { target = "five-high flush" }
  g:run()
  lu.assertStrContains(said(g), "The target stands as you named it; the first chip lowers it "
    .. "to an ace-high straight.")
end

function TestRefused.test_a_floor_above_the_target()
  lu.assertErrorMsgContains("floor: royal flush is above the target, ten-high flush", open,
    { floor = "royal flush" })
  local g = open { target = "" }
  answer(g, "ten-high flush")
  lu.assertEquals(refusal(g, "royal flush"), "royal flush: above the target, ten-high flush")
  answer(g, "-")
  lu.assertEquals({ g:question().name, g.t.floor }, { "effort", 0 })
end

function TestRefused.test_attributes_of_0_and_6()
  for _, n in ipairs { 0, 6 } do
    lu.assertErrorMsgContains(("attribute = %d: expected a whole number from 1 to 5"):format(n),
      open, {}, { profiles = { { attribute = n } } })
  end
  local g = open({}, { profiles = { { skill = 1 } } })
  answer(g, "wits")
  local ok, sentence = g:answer("6")
  lu.assertNil(ok)
  lu.assertStrContains(sentence, "from 1 to 5")
end

function TestRefused.test_more_chips_than_held()
  local g = open()
  g:run()
  local ok, sentence = g:answer("20")
  lu.assertNil(ok)
  lu.assertStrContains(sentence, "from 0 to 19")
  lu.assertEquals(chips(g), 19)
end

function TestRefused.test_skills_that_are_none()
  lu.assertErrorMsgContains("Olaf: skills: `Running`: expected a skill and its rating from 0 to 5",
    open, {}, { profiles = { { attribute = 3, skills = "Running" } } })
end
