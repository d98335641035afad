-- A table as the front drives it, call by call: what is asked for at the wrong time is refused, and the game goes on.

local files = require "host.files"
local worlds = require "front.session.worlds"
local tools = dofile "tests/front/tools.lua"

TestEngine = {}

local function sit_down(self, game)
  if self.w then self.w:close() end
  self.w = assert(worlds.open { game = game, players = { [0] = { name = "GM" }, { name = "Anna" }, { name = "Ben" } } })
  assert(self.w:engine("go_back", files.sha256 "engine", 0))
end

function TestEngine:setUp() sit_down(self, "tests/fixtures/games/sealed_bids") end

function TestEngine:tearDown()
  self.w:close()
  self.w = nil
end

local function engine_refuses(self, expected, ...)
  local ok, why = pcall(self.w.engine, self.w, ...)
  lu.assertFalse(ok)
  lu.assertStrContains(why.text, expected)
end

-- To the next question, or the end.
local function run_on(self)
  local stop
  repeat stop = self.w:engine "begin_step" until stop ~= "step"
  return stop
end

function TestEngine:test_no_question_is_open()
  lu.assertNil((self.w:engine "asked"))
  for _, name in ipairs { "origin", "stage_random" } do engine_refuses(self, "no question is open", name) end
  engine_refuses(self, "no question is open", "fits", 1, {})
  for _, name in ipairs { "give", "staged" } do engine_refuses(self, "no answer is staged", name) end
  engine_refuses(self, "there is a choice", "pass")
  lu.assertTrue((self.w:engine "ask_again"))
end

function TestEngine:test_a_question_is_open()
  lu.assertEquals(run_on(self), "question")
  engine_refuses(self, "there is a choice", "pass")
  engine_refuses(self, "no answer is staged", "give")
  engine_refuses(self, "no such card", "fits", 0, {})
  engine_refuses(self, "no such card", "fits", 9999, {})
  lu.assertTrue(self.w:engine "stage_random")
  lu.assertTrue((select(4, self.w:engine "asked")))
  self.w:engine "unstage"
  lu.assertFalse((select(4, self.w:engine "asked")))
  lu.assertTrue(self.w:engine "stage_random")
  lu.assertNotNil(self.w:engine "give")
end

-- What is no number, or none that the question takes, is no answer.
function TestEngine:test_no_such_answer()
  lu.assertEquals(run_on(self), "question")
  for _, bid in ipairs { "first", -1, 31, 1.5, true } do lu.assertFalse(self.w:engine("choose", bid)) end
  lu.assertEquals(#{ self.w:engine "origin" }, 1)
  sit_down(self, "tests/fixtures/games/short_whist")
  lu.assertEquals(run_on(self), "question")
  for _, place in ipairs { "first", 0, 9999 } do lu.assertFalse(self.w:engine("choose", place)) end
  lu.assertTrue(self.w:engine("choose", 1))
end

-- Nor is what another question's answer gave a step, where it isn't one here.
function TestEngine:test_no_such_value()
  lu.assertNil((self.w:engine("stage_value", 1)))
  lu.assertEquals(run_on(self), "question")
  for _, bid in ipairs { "first", -1, 31, 1.5, true } do lu.assertFalse(self.w:engine("stage_value", bid)) end
  lu.assertFalse(self.w:engine("stage_value", nil))
  lu.assertTrue(self.w:engine("stage_value", 30))
  lu.assertEquals((self.w:engine "staged"), 30)
  sit_down(self, "tests/fixtures/games/short_whist")
  lu.assertEquals(run_on(self), "question")
  for _, card in ipairs { "first", 1, {} } do lu.assertFalse(self.w:engine("stage_value", card)) end
end

-- A text of as many letters as there may be, of two bytes each.
function TestEngine:test_a_text_once_given()
  local folder = tools.folder()
  tools.write(folder .. "/game.lua", [[return game { title = "Word", seats = { 2, 2 }, order = { "speak" },
    speak = function(t) t.seat[1]:ask { "word", "Which word?", text = 3 } end }]])
  sit_down(self, folder)
  tools.remove(folder)
  lu.assertEquals(run_on(self), "question")
  lu.assertTrue(self.w:engine("stage_value", "äöü"))
  lu.assertFalse(self.w:engine("stage_value", 1))
end

function TestEngine:test_seats_and_cards_there_are_not()
  for _, seat in ipairs { -1, 33 } do engine_refuses(self, "expected a seat", "begin_action", "deal", seat) end
  for _, card in ipairs { -1, 4096 } do engine_refuses(self, "no such card", "stack", { card }) end
  self.w:engine("stack", {})
end

-- What a step has changed beside its state is said where the state is asked for.
function TestEngine:test_no_state()
  local folder = tools.folder()
  tools.write(folder .. "/game.lua", [[local n = 0
    return game { title = "Local", seats = { 2, 2 }, order = { "go" }, go = function() n = n + 1 end }]])
  sit_down(self, folder)
  tools.remove(folder)
  lu.assertEquals(self.w:engine "begin_step", "step")
  local state, why = self.w:engine "state"
  lu.assertNil(state)
  lu.assertStrContains(why, "`n` was 0 and is 1 now")
end

-- To a step of the order, whichever is the next.
function TestEngine:test_go_to()
  local first = self.w:engine "standing"
  lu.assertTrue(self.w:engine("go_to", first))
  lu.assertFalse(self.w:engine("go_to", "no_step"))
  lu.assertEquals(self.w:engine "standing", first)
end

-- Answers at random until so many were given, or to the step's end.
function TestEngine:test_hurry()
  lu.assertEquals(run_on(self), "question")
  lu.assertEquals(self.w:engine("hurry", 0), "question")
  for _, game in ipairs { "sealed_bids", "cribbage", "blackjack" } do
    sit_down(self, "tests/fixtures/games/" .. game)
    local stop
    for _ = 1, 1000 do
      stop = self.w:engine("hurry", 100000)
      if stop ~= "step" then break end
    end
    lu.assertEquals(stop, "finished")
  end
end
