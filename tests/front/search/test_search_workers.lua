-- Bots that search, at a table: they think in processes of their own, and know all that their seat has heard.

local files = require "host.files"
local session = require "front.session.session"
local search_workers = require "front.console.search_workers"
local searching = dofile "tests/front/search/searching.lua"

local with_game = searching.with_game

TestThinking = {}

-- What is staged, what was said of it; the question is open again.
local function staged(s)
  local kept, said = select(4, s.world:call_with_table("ask.record", "asked")),
    s.world:call_with_table("tell.console_lines", "searched")
  s.world:engine "unstage"
  return kept, said
end

-- What is said where the process that thinks ends without a word: then the game's bot answers, or chance where it has none.
local function thinking_of_the_dead(s, name, answer, dumb)
  local said, real, w = {}, s.world, {}
  for _, verb in ipairs { "call", "call_with_table" } do w[verb] = function(_, ...) return real[verb](real, ...) end end
  function w.apart() return io.open "/dev/null" end
  local c = { s = { world = w, watch = function() return true end }, people = 0, terminal = { dumb = dumb,
    progress = function() end, say = function(_, text) said[#said + 1] = text end } }
  lu.assertIs(search_workers.stage(c, name), answer)
  return said
end

function TestThinking.test_at_a_table_it_thinks_in_processes_of_its_own()
  for game, otherwise in pairs { night_landing = true, ["tests/fixtures/games/lanterns"] = "chance" } do
    local config = { game = game, seed = files.sha256 "apart", players = { [0] = { name = "GM" } }, answerers = {} }
    for i = 1, 3 do config.players[i], config.answerers[i] = { name = "P" .. i }, "me" end
    local s = assert(session.begin(config))
    s:run()
    local c = { s = s, people = 0, terminal = { progress = function() end } }
    lu.assertTrue(search_workers.stage(c, "search:40"))
    local apart, told = staged(s)
    lu.assertTrue(s.world:call_with_table("start.bots", "answer", "search:40"))
    local here, told_here = staged(s)
    lu.assertEquals({ apart, told }, { here, told_here })
    lu.assertTrue(search_workers.stage(c, "search:0.05s"))
    lu.assertStrContains(select(2, staged(s)), " trial games")
    lu.assertNil(s.world:call_with_table("search.search", "settle", { "", "" }))
    local said = thinking_of_the_dead(s, "search:40", otherwise, true)
    lu.assertEquals(said, { "search:40: 1 of its 1 processes ended early." })
    said = thinking_of_the_dead(s, "search:20s", otherwise, true)
    lu.assertEquals(said[1], "search:20s thinks, for about 20 seconds.")
    lu.assertEquals(#thinking_of_the_dead(s, "search:20s", otherwise), 1)
    lu.assertNil(search_workers.stage(c, "random"))
    s:close()
  end
end

-- A step that takes so long that a clock ends it early is played again with its work counted: here it is no failure, and at
-- the table it is none.
function TestThinking.test_a_slow_step_is_no_failure()
  with_game("slow", [[
return game {
  title = "Slow", one_line = "takes its time", seats = { 2, 2 }, deck = "standard", state = { seat = { points = 0 } },
  order = { "pick", "over" },
  pick = function(t)
    for seat in t:seats() do
      seat.points = seat:ask { "pick", "Which?", one_of = { 1, 2 } }
      for _ = 1, 3e7 * (seat.points - 1) do end
    end
  end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]], function(folder)
    local s = assert(session.begin { game = folder, seed = files.sha256 "slow", answerers = { "me", "me" },
      players = { [0] = { name = "GM" }, { name = "Anna" }, { name = "Ben" } } })
    s:run()
    assert(search_workers.stage({ s = s, people = 0, terminal = { progress = function() end } }, "search:6"))
    lu.assertStrMatches(select(2, staged(s)), ".* %(6 trial games%)%.")
    s:close()
  end)
end

-- One says truly whether its card is red; two steps later the other guesses.
local TRUTH = [[
return game {
  title = "Truth", one_line = "guess a colour", seats = { 2, 2 }, deck = "standard",
  piles = { seat = { hand = "owner" } }, state = { seat = { points = 0 } },
  order = { "deal", "tell", "chat", "guess", "over" },
  is_red = function(t) return t.seat[2].hand:top().color == "red" end,
  deal = function(t)
    t.deck:shuffle()
    t.deck:deal(1, t.seat[2].hand)
  end,
  tell = function(t)
    local may = t:is_red() and { "red", "ruddy" } or { "black", "dark" }
    t:say("It is %s.", t.seat[2]:ask { "tell", "What is it?", one_of = may })
  end,
  chat = function(t) t.seat[2]:ask { "chat", "Well?", confirm = true } end,
  guess = function(t)
    local guess = t.seat[1]:ask { "guess", "Which?", one_of = { "black", "red" } }
    t.seat[1].points = (guess == "red") == t:is_red() and 1 or 0
  end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]]

-- Whether it was asked from the beginning, or only now, or what was answered was taken back: what it has heard stays.
function TestThinking.test_what_came_before_it_was_asked_is_heard_all_the_same()
  with_game("truth", TRUTH, function(folder)
    for seed = 1, 6 do
      local answers = {}
      for _, who in ipairs { "search:40", "me", "back" } do
        local s = assert(session.begin { game = folder, seed = files.sha256("truth" .. seed),
          players = { [0] = { name = "GM" }, { name = "Anna" }, { name = "Ben" } },
          answerers = { who == "me" and "me" or "search:40", "me" } })
        s:run()
        s:answer("1", true)
        s:run()
        s:answer("yes", true)
        s:run()
        if who == "back" then
          assert(s:undo())
          s:run()
          s:answer("yes", true)
          s:run()
        end
        assert(s:watch())
        assert(s.world:call_with_table("start.bots", "answer", "search:40"))
        answers[who] = { staged(s) }
        s:close()
      end
      lu.assertTrue(tonumber(answers.me[2]:match "won (%d+)%%") >= 95)
      lu.assertEquals(answers.me, answers["search:40"])
      lu.assertEquals(answers.back, answers["search:40"])
    end
  end)
end

-- Which card a hidden face lies on at the table shows in nothing that is found: two that change places in the deal, or that
-- one has and nobody.
function TestThinking.test_what_is_found_does_not_depend_on_hidden_cards()
  local stack = "8h 6h 2s Jd Ks 9s 6s 8s Kc 5h 2d 10s 9h 10d 4c"
  local function found(one, other)
    local cards = {}
    for card in stack:gmatch "%S+" do cards[#cards + 1] = card == one and other or card == other and one or card end
    local s = assert(session.begin { game = "tests/fixtures/games/short_whist", seed = files.sha256 "stack",
      stack = table.concat(cards, " "), answerers = { "search:60", "me" },
      players = { [0] = { name = "GM" }, { name = "Anna" }, { name = "Ben" } } })
    s:run()
    assert(s.world:call_with_table("start.bots", "answer", "search:60"))
    local list = { staged(s) }
    s:close()
    return list
  end
  local before = found()
  for _, pair in ipairs { { "Kc", "5h" }, { "9s", "Kc" }, { "8s", "4c" }, { "10s", "6s" }, { "10d", "4c" } } do
    lu.assertEquals(found(pair[1], pair[2]), before)
  end
end

function TestThinking.test_at_a_table_it_acts_out_of_turn_and_that_is_played_again()
  with_game("grabbing", searching.GRABBING, function(folder)
    local s, first, told
    local function acted()
      local list = {}
      for _, play in ipairs(s.plays) do list[#list + 1] = play:match "^w (.*)" end
      return list
    end
    for _, seconds in ipairs { 0.3, 3, 20 } do -- on a busy machine little is found in a short time
      if s then s:close() end
      s = assert(session.begin { game = folder, stdlib = "tests/fixtures/stdlib", seed = files.sha256 "act",
        players = { [0] = { name = "GM" }, { name = "Anna" }, { name = "Ben" } },
        answerers = { "search:40", ("search:%ss"):format(seconds) } })
      local c = { s = s, people = 0, terminal = { progress = function() end } }
      told = 0
      local function think(name, seat)
        return search_workers.act(c, name, seat, function() told = told + 1 end)
      end
      function s.between() s:let_act(think) end
      lu.assertIs(s:run(), "question")
      first = acted()
      if first[2] == "2 grab" then break end
    end
    lu.assertEquals({ first[1], first[2] }, { "1 grab", "2 grab" })
    lu.assertTrue(told >= #first)
    s:rewind(#s.plays)
    lu.assertEquals({ s:run(), acted() }, { "question", first })
    lu.assertIs(s.world:call_with_table("search.honesty", "state", 1, "points"), 5)
    s:close()
  end)
end
