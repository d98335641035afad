-- Variants: what they may change, and every mistake said with its line.

local folder

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "w"))
  file:write(text)
  file:close()
end

local BASE = [[
return game {
  title = "Base", seats = { 2, 3 }, deck = "standard",
  rules = { bid = { 1, "chips", min = 0, max = 5 } },
  order = { "one", "two", "three" },
  one = function(t) t:say("one") end,
  two = function(t) t:say("two") end,
  three = function(t) t:finish(t:rank_by(function(seat) return seat.number end)) end,
}
]]

TestVariants = {}

function TestVariants.setUp()
  folder = os.tmpname()
  os.remove(folder)
  folder = folder .. "_base"
  os.execute("mkdir -p " .. folder .. "/house")
  write("game.lua", BASE)
end

function TestVariants.tearDown() os.execute("rm -r " .. folder) end

local function open_with(text)
  write("house/v.lua", "local house = variant \"" .. folder:match("[^/]+$") .. "\"\n" .. text .. "\nreturn house\n")
  return croupier.open(folder .. "+v", { seats = 2 })
end

local function said(g)
  g:play("random")
  local texts = {}
  for _, event in ipairs(g:events()) do if event.kind == "say" then texts[#texts + 1] = event.text end end
  return table.concat(texts, " ")
end

function TestVariants.test_steps_before_and_after()
  local g = open_with [[
    house:before("one", "zero")
    house:after("two", "more")
    house:drop("one")
    function house.zero(t) t:say("zero") end
    function house.more(t) t:say("more") end]]
  lu.assertEquals(said(g), "zero two more")
end

function TestVariants.test_steps_swapped_and_wrapped()
  local g = open_with [[
    house:swap("one", "two")
    function house.one(t) t:say("first") house.base.one(t) end]]
  lu.assertEquals(said(g), "two first one")
end

function TestVariants.test_declares_what_it_needs()
  local g = open_with [[
    house.state.rounds = 7
    house.state.seat.luck = none
    house.piles.seat.shelf = "owner"
    house.pools.bank = "mint"
    house.rules.bid = 3
    house.rules.extra = { 2, "a rule of its own", min = 0 }]]
  lu.assertEquals(g.t.rounds, 7)
  lu.assertNil(g.t.seat[1].luck)
  lu.assertEquals(#g.t.seat[2].shelf, 0)
  lu.assertEquals(g.t.rules.bid, 3)
  lu.assertEquals(g.t.rules.extra, 2)
end

function TestVariants.test_a_step_that_the_base_lacks()
  local g = open_with "function house.one(t) house.base.oone(t) end"
  local status, problem = g:run()
  lu.assertEquals(status, "failed")
  lu.assertStrContains(problem, "house/v.lua:2: the game below has no step `oone`, did you mean `one`?")
end

function TestVariants.test_a_mistake_names_its_line()
  local function fails(text, pattern)
    local ok, sentence = pcall(open_with, text)
    lu.assertFalse(ok)
    lu.assertStrContains(sentence, pattern)
  end
  fails("house.rules.bit = 2", "house/v.lua:2: " .. folder:match("[^/]+$") .. " has no rule `bit`, did you mean `bid`?")
  fails("house.rules.bid = 9", "house/v.lua:2: rule bid = 9: expected a whole number from 0 to 5")
  fails("local x = nil + 1", "house/v.lua:2: attempt to perform arithmetic on a nil value")
  fails("house:after(\"tow\", \"one\")", "house/v.lua:2: the order of")
  fails("local one = house.base.one", "house/v.lua:2: house.base.one: house.base is empty until the file has been read")
  fails("house.titel = \"x\"", "house/v.lua:2: a variant has no field `titel`, did you mean `title`?")
end

function TestVariants.test_second_wind_says_what_its_odds_leave_out()
  local function odds(contest)
    local g = croupier.open("baltimore+second_wind", { seats = 1, seed = "1",
      rules = { contest = contest, target = "three tens", burn = false },
      profiles = { { attribute = 2, skill = 0 } } })
    g:run()
    return table.concat(g:odds(g.t.seat[1]), "\n")
  end
  lu.assertStrContains(odds "simple", "Without the card that 3 chips buy after a failure.")
  lu.assertStrContains(odds "hidden", "Without the card that 3 chips buy after a failure.")
  lu.assertNotStrContains(odds "full", "Without the card")
end
