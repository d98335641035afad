-- A search is honest: whatever else may be hidden, for all that its seat has seen and heard, it gives the same answer. What a
-- seat may believe is worked out here, from games that are played with other seeds and look the same to it.

local searching = dofile "tests/front/search/searching.lua"

local world_of, each_question = searching.world_of, searching.each_question
local with_game, give = searching.with_game, searching.give

local files = require "host.files"
local SEED, OTHER_SEED = files.sha256 "guess", files.sha256 "another"

TestHonesty = {}

-- --- generated games ---

-- What a step of such a game may do, by what the first seat guesses then; P is the seat that hides it.
local HIDDEN = {
  ["P.luck"] = { "P.luck = t:random(0, 2)", "P.luck = t:random(1, 6) > 4 and 1 or 0", "P.luck = t:roll('d3').total - 1",
    "P.luck = P.hand:top().value % 3", "P.luck = 2 P.luck = t:random(0, 1)",
    "P.luck = math.max(0, t:random(-1, 2))",
    "P.luck = t:ask_all({ P }, { 'bid', 'Which?', min = 0, max = 2 })[P]",
    "P.luck = (P.luck + P:ask { 'add', 'How much?', min = 0, max = 2 }) % 3" },
  ["(P.flag and 1 or 0)"] = { "P.flag = t:random(0, 1) == 1", "P.flag = P.hand:card(1).value > 2",
    "if t:random(0, 1) == 1 then P.flag = not P.flag end",
    "P.flag = t:ask_all({ P }, { 'sneak', 'Do you?', confirm = true })[P]" },
  ["t.hoard"] = { "t.hoard = t:random(0, 2)", "t.hoard = P.hand:top().value // 2",
    "t.hoard = P:ask { 'hide', 'Which?', min = 0, max = 2 }" },
  ["P.list[1]"] = { "P.list[1] = t:random(0, 2)", "P.list = { t:random(0, 1), P.list[1] }",
    "if P.hand:top().value > 2 then P.list[1] = 1 end" },
  ["P.purse:amount()"] = { "t.bank:pay(t:random(0, 2), P.purse)", "t.bank:pay(P.hand:top().value % 3, P.purse)",
    "t.bank:pay(P:ask { 'put', 'How much?', min = 0, max = 2 }, P.purse)" },
}
local AND_THEN = { "P.luck = 0", "P.flag = false", "P.list = { 0, 0 }", "t.hoard = 0", "t.hoard = P.luck",
  "P.luck, t.hoard = t.hoard, P.luck", "P.flag = P.luck > 0", "P.luck = (P.luck + 1) % 3",
  "t:say('Told: %s.', P.luck)", "t:say(P.flag and 'Yes.' or 'No.')", "t:say(t.hoard > 0 and 'Some.' or 'None.')",
  "t:say('Both: %s.', P.luck + t.hoard)" }

local GAME = [[
local four = kind { name = "four", suits = { { "dots", "d" } }, ranks = { { "1", value = 1 }, { "2", value = 2 },
  { "3", value = 3 }, { "4", value = 4 } } }
return game {
  title = "Guessing", one_line = "guess what another hides", seats = { %d, %d }, deck = four,
  piles = { seat = { hand = "owner" } },
  state = { hoard = secret(0), seat = { luck = secret(0), flag = secret(false), list = secret { 0, 0 }, points = 0,
    truth = 0 } },
  pools = { bank = "mint", seat = { purse = secret(0) } },
  order = { "deal", %s "guess", "over" },
  deal = function(t) t.deck:shuffle() for seat in t:seats() do t.deck:deal(1, seat.hand) end end,
%s
  guess = function(t)
    local said = t.seat[1]:ask { "guess", "Which?", min = 0, max = 2 }
    t.seat[2].truth = %s
    t.seat[said == t.seat[2].truth and 1 or 2].points = 1
  end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]]

-- The text of the n-th game, and its seats.
local function generate(n)
  local state = 48271 * n
  local function any(list)
    state = state * 48271 % 2147483647 -- Park and Miller
    return list[state // 7 % #list + 1]
  end
  local seats, names, order, steps = any { 2, 3 }, {}, {}, {}
  for name in pairs(HIDDEN) do names[#names + 1] = name end
  table.sort(names)
  local hider, guessed = ("t.seat[%d]"):format(any { 2, seats }), any(names)
  local function with_hider(line) return (line:gsub("%f[%w]P%f[%W]", hider)) end
  for i = 1, any { 1, 2, 2, 3, 4, 6 } do
    local line = any(i == 1 and HIDDEN[guessed] or any { AND_THEN, HIDDEN[any(names)], { "" } })
    order[i] = ('"step%d",'):format(i)
    steps[i] = ("  step%d = function(t) %s end,"):format(i, with_hider(line))
  end
  order, steps = table.concat(order, " "), table.concat(steps, "\n")
  return GAME:format(seats, seats, order, steps, with_hider(guessed)), seats
end

-- By what the first seat has seen and heard at its question, what is hidden then and what a search answers, in as many games.
local function play(folder, seats, games, peek)
  local groups = {}
  for seed = 1, games do
    local w = world_of(folder, "honest " .. seed, nil, seats)
    w:call_with_table("search.honesty", "fix_chance", true)
    if peek then w:call_with_table("search.honesty", "know_declared", true) end
    each_question(w, 20, function()
      if w:call_with_table("tell.console_lines", "asked_after") ~= 1 then return nil end
      local seen, hidden = w:call_with_table("search.honesty", "observed", 1)
      local answer = w:call_with_table("search.honesty", "answer", "search:24") or "chance"
      groups[seen] = groups[seen] or {}
      table.insert(groups[seen], { hidden = hidden, answer = answer })
      return "over"
    end)
    w:call_with_table("search.honesty", "fix_chance", false)
    w:call_with_table("search.honesty", "know_declared", false)
    w:close()
  end
  return groups
end

-- How many answers were compared with another to what looked the same, and the first two that differ.
local function compare(groups)
  local compared = 0
  for seen, list in pairs(groups) do
    for _, one in ipairs(list) do
      if one.hidden ~= list[1].hidden then compared = compared + 1 end
      if one.answer ~= list[1].answer then
        return compared, ("%s answered where %s, %s where %s; seen: %s"):format(list[1].answer, list[1].hidden,
          one.answer, one.hidden, seen)
      end
    end
  end
  return compared
end

local GAMES = tonumber(os.getenv "HONEST_GAMES") or 20

function TestHonesty.test_generated_games()
  local all = 0
  for n = 1, GAMES do
    local text, seats = generate(n)
    local compared, differ = compare(with_game("guessing", text, function(folder) return play(folder, seats, 24) end))
    lu.assertNil(differ, ("game %d: %s\n%s"):format(n, tostring(differ), text))
    all = all + compared
  end
  lu.assertTrue(all > 10 * GAMES, all)
end

function TestHonesty.test_one_that_takes_what_is_declared_for_known_differs()
  local found = 0
  for n = 1, 6 do
    local text, seats = generate(n)
    local _, differ = compare(with_game("guessing", text, function(folder) return play(folder, seats, 24, true) end))
    found = found + (differ and 1 or 0)
  end
  lu.assertTrue(found >= 2, found)
end

-- --- guessing games ---

-- Each with what the second seat hides, what the first guesses, how many values that has, and in how many of 12 games it is
-- right at best; `waits`: steps between, `tells`: something of it shows. Others answer by chance.
local GUESSES = {
  { "P.luck = t:random(0, 1)", "P.luck", 2, 6 },
  { "P.luck = t:random(0, 2)", "P.luck", 3, 4 },
  { "P.luck = t:random(1, 4) == 1 and 1 or 0", "P.luck", 2, 9 },
  { "P.luck = P.hand:top().value % 2", "P.luck", 2, 8, tells = true },
  { "P.luck = t:ask_all({ P }, { 'bid', 'Which?', min = 0, max = 2 })[P]", "P.luck", 3, 4 },
  { "P.luck = P:ask { 'hide', 'Which?', min = 0, max = 1 }", "P.luck", 2, 6 },
  { "t.bank:pay(t:random(0, 1), P.purse)", "P.purse:amount()", 2, 6 },
  { "P.flag = t:random(0, 1) == 1", "(P.flag and 1 or 0)", 2, 6 },
  { "P.list[2] = t:random(0, 2)", "P.list[2]", 3, 4 },
  { "t.hoard = 1 t.hoard = t:random(0, 1)", "t.hoard", 2, 6 },
  { "P.luck, t.hoard = t:random(0, 1), t:random(0, 1) t:say('%s.', P.luck + t.hoard)", "P.luck", 2, 9, tells = true },
  { "if not P.flag then P.luck, P.flag = t:random(0, 1), true end", "P.luck", 2, 6, waits = 4 },
}

-- By the value that was hidden, how often the first seat guessed which, in so many games.
local function guesses_in(guess, games, peek)
  local function with_hider(line) return (line:gsub("P%f[%W]", "t.seat[2]")) end
  local steps = "  hide = function(t) " .. with_hider(guess[1]) .. " end, wait = function() end,"
  local text = GAME:format(2, 2, '"hide",' .. ('"wait",'):rep(guess.waits or 0), steps, with_hider(guess[2]))
  return with_game("guessing", text, function(folder)
    local w, counts = world_of(folder, "guess"), {}
    if peek then w:call_with_table("search.honesty", peek, true) end
    for number = 1, games do
      w:engine("go_back", SEED, number)
      each_question(w, 3, function()
        if w:call_with_table("tell.console_lines", "asked_after") ~= 1 then return nil end
        assert(w:call_with_table("start.bots", "answer", "search:16"))
        local answer = w:engine "staged"
        give(w)
        local value = w:call_with_table("search.honesty", "state", 2, "truth")
        counts[value] = counts[value] or {}
        counts[value][answer] = (counts[value][answer] or 0) + 1
        return "over"
      end)
    end
    if peek then w:call_with_table("search.honesty", peek, false) end
    w:close()
    return counts
  end)
end

-- How much likelier a value was guessed where it was hidden than elsewhere, in standard errors: the most for any value; and how
-- often it was right, of so many.
local MANY = os.getenv "SANITIZED" and 60 or 400 -- games

local function judge(counts, values)
  local most, right, all = -math.huge, 0, 0
  for value = 0, values - 1 do
    local here, of, elsewhere, of_others = 0, 0, 0, 0
    for hidden, guessed in pairs(counts) do
      for guess, n in pairs(guessed) do
        if hidden == value then
          of, here = of + n, here + (guess == value and n or 0)
        else of_others, elsewhere = of_others + n, elsewhere + (guess == value and n or 0) end
      end
    end
    local share = (here + elsewhere) / (of + of_others)
    local error = math.sqrt(share * (1 - share) * (1 / of + 1 / of_others))
    if error > 0 then most = math.max(most, (here / of - elsewhere / of_others) / error) end
    right, all = right + here, all + of
  end
  return most, right, all
end

-- By chance one of all these values would be as far off less than once in 10,000 times: 29 of 4.6 standard errors.
local FAR = 4.6

function TestHonesty.test_guesses_do_not_depend_on_what_is_hidden()
  for _, guess in ipairs(GUESSES) do
    local off, right, all = judge(guesses_in(guess, MANY), guess[3])
    local best = guess[4] / 12
    local error = math.sqrt(all * best * (1 - best))
    local what = ("%s: %.1f, %d of %d"):format(guess[1], off, right, all)
    if not guess.tells then lu.assertTrue(off < FAR, what) end
    lu.assertTrue(math.abs(right - all * best) < FAR * error, what)
  end
end

function TestHonesty.test_one_that_peeks_guesses_better()
  local _, right, all = judge(guesses_in(GUESSES[1], 60, "know_declared"), 2)
  lu.assertTrue(right > all * 0.65, right)
  _, right, all = judge(guesses_in(GUESSES[4], 60, "peek"), 2)
  lu.assertTrue(right > all * 0.9, right)
end

-- --- chance in many games of one seed ---

-- Of two answers to an even bet each game takes one, and games of another seed others.
function TestHonesty.test_chance_is_another_in_each_game_of_a_seed()
  local bet = GAME:format(2, 2, "", "", "t:random(0, 1)"):gsub("max = 2", "max = 1")
  with_game("bet", bet, function(folder)
    local w, answers = world_of(folder, "bet"), {}
    for i, seed in ipairs { SEED, OTHER_SEED } do
      answers[i] = {}
      for number = 1, 200 do
        w:engine("go_back", seed, number)
        each_question(w, 1, function()
          answers[i][number] = w:call_with_table("search.honesty", "answer", "search:6")
          return "over"
        end)
      end
    end
    w:close()
    local ones, same = 0, 0
    for number = 1, 200 do
      ones = ones + tonumber(answers[1][number])
      same = same + (answers[1][number] == answers[2][number] and 1 or 0)
    end
    lu.assertTrue(ones > 40 and ones < 160, ones)
    lu.assertTrue(same > 60 and same < 140, same)
  end)
end

-- --- what others do out of turn ---

local SNEAKING = [[
return game {
  title = "Sneaking", one_line = "does the other sneak?", seats = { 2, 2 },
  state = { seat = { sneaks = secret(false), points = 0 } }, order = { "wait", "guess", "over" },
  actions = { sneak = { "sneak", step = "sneaked", when = { "guess" } } },
  wait = function() end,
  sneaked = function(t, seat) seat.sneaks = true %s end,
  guess = function(t)
    local yes = t.seat[1]:ask { "guess", "Does the other sneak?", confirm = true }
    t.seat[yes == t.seat[2].sneaks and 1 or 2].points = 1
  end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]]

-- What it answers where the other has sneaked, or has not.
local function sneaking(more, sneaks)
  return with_game("sneaking", SNEAKING:format(more), function(folder)
    local w, answer = world_of(folder, "sneaking"), nil
    lu.assertIs(w:engine "begin_step", "step")
    if sneaks then lu.assertIs(w:engine("begin_action", "sneaked", 2), "step") end
    each_question(w, 1, function()
      answer = w:call_with_table("search.honesty", "answer", "search:12")
      return "over"
    end)
    w:close()
    return answer
  end)
end

function TestHonesty.test_what_others_did_out_of_turn_is_known_only_where_it_shows()
  lu.assertEquals({ sneaking("", false), sneaking("", true) }, { "no", "no" })
  lu.assertEquals(sneaking("t:say('%s sneaks.', seat)", true), "yes")
end

-- --- what it takes for known all the same: `croupier help search` says so ---

-- Told is a number that only one triple makes, or two: none or all of them.
function TestHonesty.test_limit_what_takes_three_to_hide_counts_as_known()
  local triple = "local a, b, c = t:random(0, 1), t:random(0, 1), t:random(0, 1) local sum = (a + 2 * b + 4 * c) % 7 "
    .. "P.luck = a t:say('%s.', sum) if sum > 0 then P.luck = 2 end"
  local counts = guesses_in({ triple, "P.luck" }, 60)
  for value = 0, 1 do lu.assertEquals(counts[value], { [value] = counts[value][value] }) end
end
