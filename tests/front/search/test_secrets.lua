-- What a bot that searches can't know of what chance has settled and of what others have answered in secret.

local searching = dofile "tests/front/search/searching.lua"

local world_of, each_question = searching.world_of, searching.each_question
local give, with_game, LUCK = searching.give, searching.with_game, searching.LUCK

TestSecrets = {}

-- In how many of 30 games, or so many, it guesses right.
local function guesses(imagine, text, sets, games)
  return with_game("luck", (text or LUCK):format(imagine), function(folder)
    local right = 0
    for seed = 1, games or 30 do
      local w = world_of(folder, "luck" .. seed, sets)
      each_question(w, 1, function()
        assert(w:call_with_table("start.bots", "answer", "search:60"))
        give(w)
        w:engine "begin_step"
        for _, line in ipairs(w:call_with_table("table.driver", "result")) do
          if line.seat == 1 and line.place == 1 then right = right + 1 end
        end
        return "over"
      end)
      w:close()
    end
    return right
  end)
end

function TestSecrets.test_a_script_imagines_what_was_rolled_in_secret()
  local rolls = "imagine = function(t, seat) t.seat[2].luck = seat == t.seat[1] and t:roll 'd6' or 0 end,"
  lu.assertTrue(guesses(rolls) < 15) -- of chance 5; 15 and more once in 100,000 times
end

-- Numbers that a step drew and nobody saw are drawn anew in each world: kept in the state or in a local, or told in part.
function TestSecrets.test_what_was_rolled_in_secret_is_not_known()
  lu.assertTrue(guesses "" < 15)
  local long_ago = LUCK:gsub('"cast", "guess"', '"cast", "wait", "guess"')
    :gsub("  over =", "  wait = function() end,\n%0")
  lu.assertTrue(guesses("", long_ago) < 15)
  local in_a_local = LUCK:gsub("local n = ", 'local luck = t:random(1, 6)\n    %0')
    :gsub("t.seat%[2%].luck then", "luck then")
  lu.assertTrue(guesses("", in_a_local) < 15)
end

-- What was drawn anew in worlds is, after the search, what it was.
function TestSecrets.test_a_search_leaves_what_was_rolled()
  local at_once = LUCK:gsub('"cast", ', ""):gsub("guess = function%(t%)", '%0\n    t.seat[2].luck = t:random(1, 1000)')
  with_game("luck", at_once:format "", function(folder)
    local w = world_of(folder, "left")
    each_question(w, 1, function()
      local luck = w:call_with_table("search.honesty", "state", 2, "luck")
      assert(w:call_with_table("start.bots", "answer", "search:20"))
      lu.assertEquals(w:call_with_table("search.honesty", "state", 2, "luck"), luck)
      give(w)
      return "over"
    end)
    w:close()
  end)
end

function TestSecrets.test_a_secret_rule_is_what_the_script_declares()
  local by_rule = LUCK:gsub("t.seat%[2%].luck then", "t.rules.luck then"):gsub("state =",
    'rules = { luck = { 1, "the number", min = 1, max = 6, secret = true } },\n  %0')
  lu.assertEquals(guesses("", by_rule), 30)
  lu.assertEquals(guesses("", by_rule, { "luck=4" }), 0)
end

function TestSecrets.test_what_was_told_of_a_secret_roll_is_believed()
  local told = LUCK:gsub('t:roll "d6" end',
    '%0\n    t:say("%%%%s.", t.seat[2].luck > 5 and "Most" or t.seat[2].luck > 4 and "Five" or "Less")')
  local shown = LUCK:gsub("points = 0 }", "points = 0, hint = 0 }"):gsub('t:roll "d6" end',
    "%0\n    t.seat[1].hint = math.max(0, t.seat[2].luck - 4)")
  for _, text in ipairs { told, shown } do
    local right = guesses("", text) -- 15 on average; of chance 5
    lu.assertTrue(right >= 10, ("%d of 30"):format(right))
  end
end

function TestSecrets.test_a_fault_of_imagining_is_named()
  with_game("luck", LUCK:format "imagine = function(t) t.seat[3].luck = 1 end,", function(folder)
    local w = world_of(folder, "fault")
    each_question(w, 1, function()
      local answered, sentence = w:call_with_table("start.bots", "answer", "search:6")
      lu.assertIs(answered, false)
      lu.assertStrContains(sentence, "game.lua:9: attempt to index a nil value")
      return "over"
    end)
    w:close()
  end)
end

-- Kept secret for longer than is looked back, a roll is what it was declared: to guess it is to guess.
local LONG_SECRET = [[
return game { title = "Long", one_line = "guess what was rolled", seats = { 2, 2 },
  state = { n = 0, seat = { points = 0, luck = secret(0) } }, order = { "rolled", { "waited" }, "guessed", "over" },
  rolled = function(t) t.seat[2].luck = t:roll "d6" end,
  waited = function(t) t.n = t.n + 1 return t.n == 70 and done or nil end,
  guessed = function(t)
    local said = t.seat[1]:ask { "guess", "What?", min = 1, max = 6 }
    if said == t.seat[2].luck then t.seat[1].points = 1 end
  end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]]

-- What a search answers, by seed.
local function answers_of(text)
  return with_game("long", text, function(folder)
    local answers = {}
    for seed = 1, 4 do
      local w = world_of(folder, "long " .. seed)
      each_question(w, 1, function() answers[seed] = w:call_with_table("search.honesty", "answer", "search:30") end)
      w:close()
    end
    return answers
  end)
end

function TestSecrets.test_what_was_long_kept_secret_is_not_known()
  local of_master = LONG_SECRET:gsub("seat = { points = 0, luck = secret%(0%) } }",
    "gm = { luck = secret(0) }, seat = { points = 0 } }, gm = true"):gsub("t.seat%[2%].luck", "t.gm.luck")
  for _, text in ipairs { LONG_SECRET, of_master } do
    local answers = answers_of(text)
    lu.assertEquals(#answers, 4)
    for seed = 2, 4 do lu.assertEquals(answers[seed], answers[1]) end
  end
end

-- Where the script can't go on from there, that is said.
function TestSecrets.test_what_makes_all_playouts_fail_is_told()
  local fails = LONG_SECRET:gsub("secret%(0%)", "secret(none)"):gsub("said == t.seat%[2%].luck", "%0 + 0")
  with_game("long", fails, function(folder)
    local w = world_of(folder, "long")
    each_question(w, 1, function()
      lu.assertNil((w:call_with_table("start.bots", "answer", "search:6")))
      lu.assertStrMatches(select(2, w:call_with_table("tell.console_lines", "searched")),
        "all 6 trial games failed, the first like this: .*game.lua:7: attempt to .* nil value.*")
    end)
    w:close()
  end)
end

-- --- partly announced secrets, and old ones ---

-- Two dice, of which something is told that they make together.
local function told_of_two(what)
  local tells = "local a, b = t.seat[2].luck, t.seat[2].other\n    t:say('%%%%s.', " .. what .. ")"
  return (LUCK:gsub("luck = secret%(0%)", "%0, other = secret(0)"):gsub('t:roll "d6" end',
    '%0 for seat in t:seats() do seat.other = t:roll "d6" end\n    ' .. tells))
end

-- Of the sum of two dice the first is guessed right in 31 of 100 games.
function TestSecrets.test_what_two_rolls_make_together_is_not_what_each_is()
  for _, what in ipairs { "a + b", "a * b", "math.max(a, b)" } do
    local right = guesses("", told_of_two(what))
    lu.assertTrue(right < 24, what .. ": " .. right)
  end
end

-- Of three dice the highest is told, and which of them it is guessed.
function TestSecrets.test_which_is_the_highest_is_not_known()
  local text = LUCK:gsub("luck = secret%(0%)", "%0, other = secret(0), third = secret(0)"):gsub('t:roll "d6" end',
    'seat.number == 2 and t:roll "d6" or 0 end\n    local s = t.seat[2] s.other, s.third = t:roll "d6", t:roll "d6"\n'
    .. "    t.highest = math.max(s.luck, s.other, s.third) t:say('%%%%s.', t.highest)"):gsub("n == t.seat%[2%].luck",
    "n < 4 and t.seat[2][({ 'luck', 'other', 'third' })[n]] == t.highest"):gsub("state = {", "%0 highest = secret(0),")
  local right = guesses("", text)
  lu.assertTrue(right < 19, right)
end

-- Two numbers that can hardly be drawn so that they make the sum.
function TestSecrets.test_large_numbers_that_make_a_sum_are_not_known()
  local text = LUCK:gsub("luck = secret%(0%)", "%0, other = secret(0)"):gsub('t:roll "d6" end',
    't:random(1, 300) end\n    local s = t.seat[2] s.other = t:random(1, 300) t:say("%%%%s.", s.luck + s.other)')
    :gsub("n == t.seat%[2%].luck", "(n > 3) == (t.seat[2].luck > t.seat[2].other)")
  local right = guesses("", text)
  lu.assertTrue(right < 24, right)
end

-- Two bid in secret; what they bid together is told, and the third guesses what the first bid.
local BIDS = [[
return game {
  title = "Bids", one_line = "guess a bid", seats = { 3, 3 },
  state = { seat = { bid = secret(0), points = 0 } }, order = { "bid_all", "tell", "guess", "over" },
  bid_all = function(t)
    local bids = t:ask_all({ t.seat[1], t.seat[2] }, { "bid", "How much?", min = 1, max = 6 })
    for seat, n in pairs(bids) do seat.bid = n end
  end,
  tell = function(t) t:say("Together %s.", t.seat[1].bid + t.seat[2].bid) end,
  guess = function(t)
    local n = t.seat[3]:ask { "guess", "What did the first bid?", min = 1, max = 6 }
    t.seat[3].points = n == t.seat[1].bid and 1 or 0
  end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]]

function TestSecrets.test_what_two_answers_make_together_is_not_what_each_is()
  local right = searching.guesses_right("bids", BIDS, 18, function(seed) return { 1 + seed % 6, 1 + seed // 3 % 6 } end)
  lu.assertTrue(right < 11, right)
end

-- Each round a die is rolled in secret, over the old one, which nobody has seen.
local ANEW = [[
return game {
  title = "Anew", one_line = "is a die over one?", seats = { 2, 2 },
  state = { n = 0, seat = { luck = secret(0), points = 0 } },
  order = { { "cast", "wait", "wait", "wait", "guess" }, "over" },
  cast = function(t) t.seat[2].luck = t:roll "d6" end,
  wait = function() end,
  guess = function(t)
    t.n = t.n + 1
    local over = t.seat[1]:ask { "guess", "Is it over one?", confirm = true } == (t.seat[2].luck > 1)
    local who = t.seat[over and 1 or 2]
    who.points = who.points + 1
    return t.n == 30 and done or nil
  end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]]

function TestSecrets.test_a_secret_that_is_made_anew_is_not_old()
  with_game("anew", ANEW, function(folder)
    local w, yes = world_of(folder, "anew"), 0
    each_question(w, 30, function(n)
      if n < 21 then return nil end
      assert(w:call_with_table("start.bots", "answer", "search:60"))
      yes = yes + (w:engine "staged" and 1 or 0)
      return give(w)
    end)
    w:close()
    lu.assertTrue(yes >= 9, yes)
  end)
end

-- However many dice are rolled beside a secret one, those that lie open are known.
function TestSecrets.test_of_many_dice_the_open_ones_are_known()
  local many = LUCK:gsub("luck = secret%(0%), points", "%0 = 0, open"):gsub('t:roll "d6" end',
    't:roll "d6" end\n    for i = 1, 90 do t.seat[1].open = t:roll "d6" end'):gsub("n == t.seat%[2%].luck",
    "n == t.seat[1].open")
  lu.assertEquals(guesses("", many, nil, 3), 3)
end

-- One hides a number where all may know that it does; the other guesses it.
local HIDES = [[
return game {
  title = "Hides", one_line = "guess a number", seats = { 2, 2 }, deck = "standard",
  state = { number = secret(0), told = 0, seat = { points = 0 } }, order = { "hide", "guess", "over" },
  hide = function(t)
    t.number = t.seat[2]:ask { "hide", "Which?", min = 1, max = 6 }
    %s
  end,
  guess = function(t)
    %s
    local guess = t.seat[1]:ask { "guess", "Which?", min = 1, max = 6 }
    t.seat[1].points = guess == t.number and 1 or 0
  end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]]

-- An answer that was not given in secret is no better known, where nothing that its seat sees or hears tells of it; it may
-- have seen it when it was asked something else.
function TestSecrets.test_an_answer_that_shows_nowhere_is_not_known()
  local function right(hiding, guessing, more)
    return searching.guesses_right("hides", HIDES:format(hiding, guessing), 12, function(seed)
      return { 1 + seed % 6, more }
    end)
  end
  lu.assertTrue(right("", "") <= 6)
  lu.assertIs(right("t:say('%s it is.', t.number)", ""), 12)
  lu.assertIs(right("t.told = t.number", ""), 12)
  lu.assertTrue(right("t.told = t.number t.told = 0", "") <= 6)
  local looks = "t.seat[1]:ask { 'look', 'Well?', min = 1, max = 2 } t.told = 0"
  lu.assertIs(right("t.told = t.number", looks, 1), 12)
  lu.assertTrue(right("", "t.told = 0 " .. looks, 1) <= 6)
end

-- One hides a number, in secret or not, and is asked for it after another has hidden one as well.
local OWN = [[
return game {
  title = "Own", one_line = "guess your own number", seats = { 2, 2 }, deck = "standard",
  state = { number = secret(0), other = secret(0), seat = { points = 0 } }, order = { "hide", "guess", "over" },
  hide = function(t)
    %s
  end,
  guess = function(t)
    local guess = t.seat[1]:ask { "guess", "Which was yours?", min = 1, max = 6 }
    t.seat[1].points = guess == t.number and 1 or 0
  end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]]

-- What a seat has answered itself it knows, also where nothing else that it sees tells of it: in every game it is right.
function TestSecrets.test_what_a_seat_has_answered_itself_is_known()
  for _, hiding in ipairs {
    "t.number = t.seat[1]:ask { 'hide', 'Which?', min = 1, max = 6 }\n"
      .. "t.other = t.seat[2]:ask { 'hide', 'Which?', min = 1, max = 6 }",
    "local all = t:ask_all(nil, { 'hide', 'Which?', min = 1, max = 6 })\n"
      .. "t.number, t.other = all[t.seat[1]], all[t.seat[2]]" } do
    local right = searching.guesses_right("own", OWN:format(hiding), 12, function(seed)
      return { 1 + seed % 6, 1 + seed // 2 % 6 }
    end)
    lu.assertEquals(right, 12, hiding)
  end
end

-- Nor is it in doubt beside what is known only together with it: of two numbers whose sum was told each knows both.
function TestSecrets.test_who_knows_one_part_of_a_sum_knows_the_other()
  local hiding = "local all = t:ask_all(nil, { 'hide', 'Which?', min = 1, max = 6 }) "
    .. "t.other, t.number = all[t.seat[1]], all[t.seat[2]] t:say('Together %s.', t.number + t.other)"
  local text = OWN:format(hiding):gsub("t%.seat%[1%]:ask", "t.seat[2]:ask")
    :gsub("t%.seat%[1%]%.points = guess == t%.number", "t.seat[2].points = guess == t.other")
  local right = searching.guesses_right("own", text, 18, function(seed) return { 1 + seed % 6, 1 + seed // 3 % 6 } end)
  lu.assertEquals(right, 18)
end
