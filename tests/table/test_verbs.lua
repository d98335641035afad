-- What a step can call on the table: t:each, t:say with a function, %h,
-- t:gather.

local tools = dofile "tests/tools.lua"
local said = tools.said
local folder

-- A game of one step, `all`, with these lines in it.
local function game_of(lines, seats)
  folder = folder or tools.folder()
  tools.write(folder .. "/game.lua", [[return game { title = "Verbs", seats = { 3, 32 }, deck = "standard",
    order = { "all" },
    piles = { table = "everyone", seat = { hand = "owner" } }, state = { asked = 0 },
    deal_to = function(t, seat) t.deck:deal(2, seat.hand) end,
    ask_one = function(t, seat)
      t.asked = t.asked * 10 + seat:ask { "number", "Which number?", min = seat.number, max = 9 }
    end,
    telling = function(_, seat, n)
      return "%s holds %s and %s", seat, #seat.hand, n
    end,
    all = function(t)
]] .. lines .. "\n t:finish(t:rank_by(function() return 1 end)) end }")
  return croupier.open(folder, { seats = seats or 3 })
end

-- The sentence with which the game of these lines fails.
local function failure(lines)
  local _, why = game_of(lines):run()
  return why
end

TestVerbs = {}

function TestVerbs.tearDown()
  if folder then tools.remove(folder) end
  folder = nil
end

function TestVerbs.test_each_in_order_and_asking()
  local g = game_of "t:each(t.deal_to) t:each(t.ask_one)"
  g:run()
  for number = 1, 3 do
    lu.assertEquals(#g.t.seat[number].hand, 2)
    lu.assertEquals(g:question().seat, g.t.seat[number])
    lu.assertTrue(g:answer(number + 3))
    if number == 2 then g:undo() lu.assertTrue(g:answer(8)) end
    g:run()
  end
  lu.assertEquals(g.status, "finished")
  lu.assertEquals(g.t.asked, 486)
end

function TestVerbs.test_each_of_many()
  local g = game_of("t:each(function(_, seat) t.asked = t.asked + seat.number end, t.seat[32])", 32)
  g:run()
  lu.assertEquals(g.status, "finished")
  lu.assertEquals(g.t.asked, 32 * 33 // 2)
end

function TestVerbs.test_each_within_each_without_end()
  lu.assertStrContains(failure "local function again() t:each(again) end again()", "without end")
end

function TestVerbs.test_each_of_nothing()
  local sentence = "each: expected a function of a seat, like t:each(t.pay_ante)"
  lu.assertStrContains(failure "t:each(3)", sentence)
  lu.assertStrContains(failure "t:each(t.seat[1])", sentence)
end

function TestVerbs.test_each_from_a_seat()
  local g = game_of [[t:each(function(...) t:say("%s %s", select("#", ...), select(2, ...)) end, t.seat[2])
    t:each(t.deal_to, nil)
    t:each(t.ask_one, t.seat[3])]]
  for _, number in ipairs { 3, 1, 2 } do
    g:run()
    lu.assertEquals(g:question().seat, g.t.seat[number])
    lu.assertTrue(g:answer(number + 3))
  end
  lu.assertEquals(said(g), "2 Ben\n2 Clara\n2 Anna")
  lu.assertEquals(g.t.asked, 645)
  lu.assertStrContains(failure "t:each(t.deal_to, 2)", "each: expected a seat to start from, like t.seat[1]")
  lu.assertStrContains(failure "t:each(t.deal_to, t)", "each: expected a seat to start from, like t.seat[1]")
end

function TestVerbs.test_say_by_a_function()
  local g = game_of "t:each(t.deal_to) t:say(t.telling, t.seat[2], 7) t.seat[1]:say(t.telling, t.seat[3], 8)"
  g:run()
  lu.assertEquals(said(g), "Ben holds 2 and 7\nClara holds 2 and 8")
  lu.assertStrContains(failure "t:say(function() return 3 end)", 'say: expected a text: say("%s", value)')
  lu.assertStrContains(failure "t:say(function() return t.seat[1]:ask { 'a', 'b', confirm = true } end)",
    "ask: only a step can wait for an answer")
end

-- Nobody listens in a simulation: but for its first game the function isn't called.
function TestVerbs.test_say_by_a_function_when_nobody_listens()
  local function simulated()
    local sim = assert(io.popen(("%s sim %s -n 3 -j 1 2>&1"):format(croupier.program, folder)))
    local output = sim:read("a")
    sim:close()
    return output
  end
  for _, verb in ipairs { "say(", "event('x', " } do
    game_of("if t:random(1, 1) == 1 then t:" .. verb .. "function() t.nothing.there = 1 end) end")
    lu.assertStrContains(simulated(), "Game 0 failed")
    lu.assertStrContains(simulated(), "2 games with a result, 1 failed")
  end
end

-- It may not change anything: neither what is seen of the game nor what its step goes on with.
function TestVerbs.test_a_function_that_tells_changes_nothing()
  local nothing = "this function only answers and must not change anything: it changed `"
  for _, line in ipairs { "t:say(function() t.asked = 5 return 'x' end)", "t:say('%s', function() t.asked = 5 end)",
    "local n = 0 t:say(function() n = n + 1 return 'x' end)",
    "local n = {} t:say(function() n[1] = 1 return 'x' end)",
    "t:event('x', function() t.asked = 5 return {} end)" } do
    lu.assertStrContains(failure(line), nothing)
  end
  local handed = ": a function handed to the host must not change anything"
  for verb, call in pairs { random = "random(1, 6)", choose = "choose { 1 }", roll = "roll('1d6')",
    say = "say('x')", event = "event('x')", gather = "gather(t.deck)", measure = "measure('m')" } do
    lu.assertStrContains(failure("t:say(function() t:" .. call .. " return 'x' end)"), verb .. handed)
  end
  lu.assertStrContains(failure "t:say(function() t.deck:deal(1, t.table) return 'x' end)",
    "a function handed to the host must not change anything")
end

-- A text is taken apart once: what is said of it later is as it was at first.
function TestVerbs.test_what_stands_in_a_text()
  local g = game_of [[local seat, text = t.seat[1], "100%% of %s, %x and %+d%s"
    for n = -1, 0 do t:say(text, seat, n) end
    t:say(text) t:say(text, t.deck, 2, "%s", 4) t:say("50%") t:say("%s%s", 1, "a\nb")]]
  g:run()
  lu.assertEquals(said(g), "100% of Anna, %x and -1nothing\n100% of Anna, %x and +0nothing\n" ..
    "100% of nothing, %x and nothingnothing\n100% of the deck, %x and +2%s\n50%\n1a\nb")
end

function TestVerbs.test_poker_hands_in_texts()
  local g = game_of [[local goal = poker.target("fives full of twos")
    t:say("%h, %h", goal, poker.rank("Ks Kh 9h 8h 5d 2d 2c"))
    t:say("%h, %h, %h, %h", 0, -5, "none", t.deck)]]
  g:run()
  lu.assertEquals(said(g), "fives full of twos, two pair, kings and twos\nno hand, -5, none, the deck")
end

function TestVerbs.test_gather()
  local g = game_of [[t:each(t.deal_to) t.deck:deal(4, t.table)
    t:gather(t.deck, t.table) t:say("%s %s", #t.deck, #t.seat[1].hand)
    t:gather(t.deck) t:say("%s %s", #t.deck, #t.seat[1].hand)]]
  g:run()
  lu.assertEquals(said(g), "46 2\n52 0")
  g = game_of "t:each(t.deal_to) t:gather(t.deck, nil)"
  g:run()
  lu.assertEquals(#g.t.deck, 52)
  lu.assertStrContains(failure "t:gather(t.seat[1])", "gather: expected a deck, like t:gather(t.deck)")
  lu.assertStrContains(failure "t:gather(t.deck, t.seat[1])", "expected a pile: for a seat, say seat.hand")
end

function TestVerbs.test_random()
  lu.assertStrContains(failure "t:random(3, 1)", "random: the range 3 to 1 is empty")
  local g = game_of "t:say('%s', math.type(t:random(math.mininteger, math.maxinteger)))"
  g:run()
  lu.assertEquals(said(g), "integer")
end

function TestVerbs.test_sort_calls_no_step_s_verbs()
  lu.assertStrContains(failure "table.sort({ 1, 2 }, function() t:finish(nil) end)",
    "finish: only a step can end the game")
  lu.assertStrContains(failure "table.sort { 1, 'a' }", "attempt to compare")
  lu.assertStrContains(failure "table.sort { 'a', 1 }", "attempt to compare")
  lu.assertStrContains(failure "string.format('%1000s', 'é')", "invalid conversion")
end

TestDice = {}

-- t:roll says which dice count, as stream:roll does.
function TestDice.test_which_dice_count()
  local t, dropped = croupier.practice { seats = 2 }, 0
  for _ = 1, 50 do
    local total, list, kept = t:roll("4d6ro1kh3")
    local sum = 0
    for i, die in ipairs(list) do
      sum, dropped = sum + (kept[i] and die or 0), dropped + (kept[i] and 0 or 1)
    end
    lu.assertEquals({ total, #list, #kept }, { sum, #kept, #list })
  end
  lu.assertTrue(dropped > 50) -- some were rolled again
  lu.assertNil((select(3, t:roll("2d6"))))
  lu.assertEquals((select(3, t:roll("3d6>=1"))), nil)
end

function TestDice.test_range()
  for text, range in pairs {
    ["d20"] = { 1, 20 }, ["2d20kl1+3"] = { 4, 23 }, ["4d6kh3-1"] = { 2, 17 }, ["d%"] = { 1, 100 }, ["3d6!"] = { 3 },
    [" 2 D 6 + 1d4 - 2 "] = { 1, 14 }, ["4d6k3"] = { 3, 18 }, ["4d6k"] = { 1, 6 }, ["4d6dl"] = { 3, 18 },
    ["4D6DH3"] = { 1, 6 }, ["2d6kh1!"] = { 1, 6 }, ["2d6!dl1"] = { 1 }, ["10-d6!"] = { nil, 9 }, ["-d6+7"] = { 1, 6 },
    ["+5"] = { 5, 5 }, ["0"] = { 0, 0 }, ["d1"] = { 1, 1 }, ["1000d1000000"] = { 1000, 1000000000 },
    ["1000000-1000000"] = { 0, 0 }, ["4dF"] = { -4, 4 }, ["10d10>=7"] = { 0, 10 }, ["7d10>=7>=10"] = { 0, 14 },
    ["2*3d6+1"] = { 7, 37 }, ["5-2*d4"] = { -3, 3 }, ["3d6rr<=2"] = { 9, 18 }, ["3d6rr>=5"] = { 3, 12 },
    ["3d6ro<=2"] = { 3, 18 }, ["5d6dl1dh1"] = { 3, 18 }, ["4d6!!"] = { 4 }, ["4d6!p"] = { 4 }, ["4d6!!kl1"] = { 1 },
    ["4d6rr6!"] = { 4, 20 }, ["4d6>=5!"] = { 0 }, ["4d6<=2!"] = { 0, 4 }, ["4d6>=8!!"] = { 0, 4 },
    ["3d2>=1=2"] = { 3, 6 },
    ["6d6>=5!kh2"] = { 0, 2 }, ["1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+d2"] = { 16, 17 },
  } do
    local least, most = dice.range(text)
    lu.assertEquals({ least, most }, range, text)
    lu.assertTrue((least == nil or math.type(least) == "integer") and (most == nil or math.type(most) == "integer"))
  end
  lu.assertErrorMsgContains("2d: expected the number of sides after d", dice.range, "2d")
  lu.assertErrorMsgContains("expected dice, such as 2d6+1, got nil", dice.parse, nil)
  local terms = dice.parse "2d6!kl1-3"
  lu.assertEquals(terms, { { sign = 1, count = 2, sides = 6, explodes = true, keep = "kl", chosen = 1 },
    { sign = -1, number = 3 } })
  lu.assertEquals(dice.parse "2*5d6ro<=2!pdl1dh2-4dF>=0", {
    { sign = 1, times = 2, count = 5, sides = 6, explodes = "!p", keep = "dl", chosen = 1,
      and_high = 2, once = true, rerolls = { -2000000000, 2 } },
    { sign = -1, count = 4, sides = 3, fudge = true, explodes = false, counts = { { 0, 2000000000 } } } })
end
