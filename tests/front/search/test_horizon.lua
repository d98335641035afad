-- How far a bot that searches looks, who plays on, and what counts there.

local files = require "host.files"
local session = require "front.session.session"
local searching = dofile "tests/front/search/searching.lua"

local world_of, each_question = searching.world_of, searching.each_question
local give, with_game, LUCK = searching.give, searching.with_game, searching.LUCK

TestAims = {}

-- --- who plays on ---

-- Of four who steer by chance nearly all lose the ship: that the bot did not win then tells nothing of it.
function TestAims.test_a_game_that_nobody_wins_tells_nothing_of_the_bot()
  local w = world_of("storm_watch", "wrecks", nil, 4)
  each_question(w, 1, function()
    assert(w:call_with_table("start.bots", "answer", "search:6"))
    lu.assertIs(w:call_with_table("search.honesty", "plays_on"), "old_salt")
    return "over"
  end)
  w:close()
end

-- The bot is right of three cards in four; not of the one that was laid on top for this game, which no seat knows.
local SPADE = [[
return game {
  title = "Spade", one_line = "is it a spade?", seats = { 2, 2 }, deck = "standard",
  state = { seat = { points = 0 } }, order = { "mix", "guess", "over" },
  mix = function(t) t.deck:shuffle() end,
  guess = function(t)
    local is_spade = t.deck:top().suit == "spades" and "yes" or "no"
    for seat in t:seats() do
      local guess = seat:ask { "guess", "Is the top card a spade?", one_of = { "yes", "no" } }
      seat.points = guess == is_spade and 1 or 0
    end
  end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]]
local NO = 'return { best = "no", no = { one_line = "says no", guess = function() return "no" end } }'

function TestAims.test_what_was_laid_on_top_tells_nothing_of_the_bot()
  with_game("spade", SPADE, function(folder)
    for _, stack in ipairs { "As", "Ah" } do
      local s = assert(session.begin { game = folder, stdlib = "tests/fixtures/stdlib", seed = files.sha256 "spade",
        stack = stack, answerers = { "me", "me" },
        players = { [0] = { name = "GM" }, { name = "Anna" }, { name = "Ben" } } })
      lu.assertEquals({ s:run() }, { "question" })
      assert(s:watch())
      assert(s.world:call_with_table("start.bots", "answer", "search:20"))
      lu.assertEquals(s.world:call_with_table("search.honesty", "plays_on"), "no")
      s:close()
    end
  end, NO)
end

-- --- how far it looks ---

-- Points are won in the first round alone; a hand is thrown away at the end of each.
local ONCE = [[
return game {
  title = "Once", one_line = "the first round decides", seats = { 2, 2 }, deck = "standard",
  piles = { spent = "everyone", seat = { hand = "owner" } }, state = { n = 0, seat = { points = 0 } },
  order = { { "deal", "keep" }, "over" },
  deal = function(t)
    for seat in t:seats() do seat.hand:move_all(t.spent) t.deck:deal(3, seat.hand) end
  end,
  keep = function(t)
    t.n = t.n + 1
    for seat in t:seats() do
      local card = seat:ask { "keep", "Round %s: which?", t.n, card = seat.hand }
      if t.n == 1 then seat.points = card.value end
      t.spent:put(card)
    end
    return t.n == 8 and done or nil
  end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]]

-- Of six games all rounds are looked at: in one of eight the score changes.
function TestAims.test_rounds_after_the_first_are_looked_at()
  with_game("once", ONCE, function(folder)
    local w = world_of(folder, "once")
    each_question(w, 1, function()
      assert(w:call_with_table("start.bots", "answer", "search:6"))
      lu.assertEquals(w:call_with_table("search.honesty", "found").counts, "win")
      return "over"
    end)
    w:close()
  end)
end

-- A game by chance that has filled the memory leaves none of it filled.
function TestAims.test_games_that_fill_the_memory_leave_room()
  with_game("hog", [[
return game {
  title = "Hog", one_line = "fills the memory", seats = { 2, 2 }, deck = "standard", order = { "fill" },
  fill = function(t)
    t.seat[1]:ask { "fill", "How much?", min = 1, max = 2 }
    local list = {}
    for i = 1, 1e9 do list[i] = ("x"):rep(1000) .. i end
  end,
}
]], function(folder)
    local w = world_of(folder, "hog")
    lu.assertEquals(w:call_with_table("search.horizon", "told")[1], "All seats play on at random.")
    w:close()
  end)
end

-- --- what counts ---

-- Seat 1 takes a card in each round, as seat 2 does by chance.
local TAKE = [[
return game {
  title = "Take", one_line = "take cards", seats = { 1, 2 }, deck = "standard",
  piles = { spent = "everyone", seat = { hand = "owner" } }, state = { n = 0, all = 0, seat = { points = 0 } },
  order = { { "deal", "take" }, "over" },
  deal = function(t)
    t:gather(t.deck)
    t.deck:shuffle()
    for seat in t:seats() do t.deck:deal(4, seat.hand) end
  end,
  take = function(t)
    t.n = t.n + 1
    for seat in t:seats() do
      local card = seat:ask { "take", "Which?", card = seat.hand }
      seat.points, t.all = seat.points + card.value, t.all + card.value
    end
    return t.n == 12 and done or nil
  end,
  over = function(t)
    %s
  end,
}
]]

-- How often the highest card was taken, and the lowest, of 12 by seat 1.
local function taken(over, seats)
  return with_game("take", TAKE:format(over), function(folder)
    local w, highest, lowest = world_of(folder, "take", nil, seats), 0, 0
    each_question(w, 12 * seats, function()
      local seat = w:engine "asked"
      if seat ~= 1 then return nil end
      local list = w:call_with_table("search.honesty", "values", 1)
      assert(w:call_with_table("start.bots", "answer", "search:60"))
      local value = w:call_with_table("search.honesty", "value_staged")
      if value == math.max(table.unpack(list)) then highest = highest + 1 end
      if value == math.min(table.unpack(list)) then lowest = lowest + 1 end
      return give(w)
    end)
    w:close()
    return { highest, lowest }
  end)
end

-- Where the fewest points win, where all have one score, and where one plays alone, whatever chance makes of it.
function TestAims.test_what_counts_is_found_by_who_wins()
  lu.assertTrue(taken("t:finish(t:rank_by 'points')", 2)[1] >= 11)
  lu.assertTrue(taken("t:finish(t:rank_by 'points')", 1)[1] >= 11)
  lu.assertTrue(taken("local a, b = t.seat[1], t.seat[2] if a.points > b.points then a, b = b, a end "
    .. "t:finish { { seat = a, place = 1, score = a.points }, { seat = b, place = 2, score = b.points } }", 2)[2] >= 11)
  lu.assertTrue(taken("local rows = {} for seat in t:seats() do "
    .. "rows[#rows + 1] = { seat = seat, place = 1, score = t.all } end t:finish(rows)", 2)[1] >= 11)
end

function TestAims.test_what_is_found_is_told()
  local function told(over, seats, as)
    with_game("take", TAKE:format(over), function(folder)
      local w = world_of(folder, "take", nil, seats)
      each_question(w, 1, function()
        assert(w:call_with_table("start.bots", "answer", "search:40"))
        local searched = w:call_with_table("tell.console_lines", "searched")
        lu.assertStrMatches(searched, as .. " %(40 trial games%)%.")
        return "over"
      end)
      w:close()
    end)
  end
  told("t:finish(t:rank_by 'points')", 2, "; no other choice is clearly better") -- one card of twelve is worth little
  told("t:finish(t:rank_by 'points')", 1, ".* choice.*")
  told("t:finish { t.seat[1], t.seat[2] }", 2, "; no other choice is clearly better")
end

-- That all have nothing in games by chance doesn't make one score of it: one answer of forty wins, one brings more and loses.
function TestAims.test_where_chance_brings_nothing_a_win_counts()
  with_game("rare", [[
return game { title = "Rare", one_line = "one of forty", seats = { 2, 2 }, state = { seat = { points = 0 } },
  order = { "open", "over" },
  open = function(t)
    local doors = {}
    for i = 1, 40 do doors[i] = i end
    local door = t.seat[1]:ask { "door", "Which?", one_of = doors }
    if door == 23 then t.seat[1].points = 1 end
    if door == 31 then t.seat[1].points, t.seat[2].points = 2, 3 end
  end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]], function(folder)
    local w = world_of(folder, "rare")
    each_question(w, 1, function()
      assert(w:call_with_table("start.bots", "answer", "search:400"))
      lu.assertIs(w:engine "staged", 23)
      return "over"
    end)
    w:close()
  end)
end

-- That nobody wins is better than that the other does.
function TestAims.test_no_result_is_better_than_to_lose()
  with_game("end", [[
return game { title = "End", one_line = "an end", seats = { 2, 2 }, order = { "end_it" },
  end_it = function(t)
    local lost = t.seat[1]:ask { "end", "How?", one_of = { "lose", "no result" } } == "lose"
    t:finish(lost and { t.seat[2], t.seat[1] } or nil)
  end,
}
]], function(folder)
    local w = world_of(folder, "end")
    each_question(w, 1, function()
      assert(w:call_with_table("start.bots", "answer", "search:20"))
      lu.assertEquals(w:engine "staged", "no result")
      return "over"
    end)
    w:close()
  end)
end

function TestAims.test_show_tells_how_it_plays_on()
  local w = world_of("parley", "any")
  local function told(game) return table.concat(w:call("author.show", "search", game, "", {}, true).search, "\n") end
  lu.assertEquals(told "fish_out", [[
All seats play on as `heron`, and after many questions at random.
From deal, pass, open, score or crown: to the end of that list, scored by `points`, minus the mean of the others.
Otherwise to the end of the game, scored by the place, and slightly by the score.]])
  lu.assertStrContains(told "parley", "From anywhere to the end of the game")
  lu.assertStrContains(told "rod_and_reel", "From anywhere to the end of the game") -- its list comes once
  local function of_folder(folder) return told(w:call("start.open", "name", "tests/unseen/" .. folder)) end
  lu.assertStrContains(of_folder "cribbage", "From deal, discard, cut, show or change_dealer: to the end of that list")
  lu.assertNotStrContains(of_folder "nomination", "play_trick") -- a hand scores at its end
  local file = io.open "tests/unseen/duel/game.lua"
  local kept = file:read "a":gsub("seat.hand:move_all%(t.spent%)", "") -- hands stay from bout to bout
  file:close()
  with_game("duel", kept, function(folder)
    lu.assertStrContains(told(w:call("start.open", "name", folder)), "From anywhere to the end of the game")
  end)
  with_game("luck", LUCK:format "", function(folder)
    lu.assertStrContains(told(w:call("start.open", "name", folder)), "All seats play on at random.")
  end)
  w:close()
end

-- How sure a search is, of trial games that are counted by hand: two standard errors of the difference decide.
function TestAims.test_a_hint_gives_no_figure_that_chance_may_have_made()
  local w = searching.small()
  local function told(counts, best, second)
    return w:call_with_table("search.honesty", "told",
      { counts = counts, playouts = 40, worlds = 9, failed = 0, best = best, second = second })
  end
  -- eight times 1 and eight times 3: mean 2, variance 16 / 15, standard error 0.2582; two of both errors are 0.73
  local function twos(by)
    return { n = 16, sum = 32 - 16 * by, squares = 8 * ((1 - by) ^ 2 + (3 - by) ^ 2), share = 0 }
  end
  local none = "; no other choice is clearly better (40 trial games)."
  lu.assertEquals(told("points", twos(0), twos(0.7)), none)
  lu.assertEquals(told("points", twos(0), twos(0.8)),
    ": about 0.8 points more than the next best choice (40 trial games).")
  lu.assertEquals(told("lead", twos(0), twos(1)), ": about 1 point more than the next best choice (40 trial games).")
  lu.assertEquals(told("lead", twos(0), twos(20)), ": about 20 points more than the next best choice (40 trial games).")
  local function wins(share, n) return { n = n, sum = share, squares = share, share = share } end
  lu.assertEquals(told("win", wins(24, 32), wins(4, 16)),
    ": it won 75% of its trial games, the next best choice 25% (40 trial games).")
  lu.assertEquals(told("win", wins(24, 32), wins(10, 16)), none)
  lu.assertEquals(told("win", wins(7, 7), wins(0, 7)), "; too few trial games to be sure (40 trial games).")
  lu.assertEquals(told("win", wins(24, 32)), " (40 trial games).")
  w:close()
end
