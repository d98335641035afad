-- How far a bot that searches looks, who plays on, and what counts there.

local searching = dofile "tests/front/searching.lua"

local world_of, each_question = searching.world_of, searching.each_question
local with_game, LUCK = searching.with_game, searching.LUCK

TestAims = {}

-- --- who plays on ---

-- Of four who steer by chance nearly all lose the ship: that the bot did not win then tells nothing of it.
function TestAims.test_a_game_that_nobody_wins_tells_nothing_of_the_bot()
  local w = world_of("storm_watch", "wrecks", nil, 4)
  each_question(w, 1, function()
    assert(w:table("world.bots", "answer", "search:6"))
    lu.assertIs(w:table("world.honesty", "plays_on"), "old_salt")
    return "over"
  end)
  w:close()
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
      assert(w:table("world.bots", "answer", "search:6"))
      lu.assertEquals(w:table("world.honesty", "found").points, false)
      return "over"
    end)
    w:close()
  end)
end

function TestAims.test_show_tells_how_it_plays_on()
  local w = world_of("parley", "any")
  local function told(game) return table.concat(w:call("world.show", "search", game, "", {}, true).search, "\n") end
  lu.assertEquals(told "fish_out", [[
All seats answer as `heron`, after many questions by chance.
From deal, pass, open, score or crown: to the end of that list; what counts is `points`, less what the others have.
Otherwise to the end of the game; what counts is the place, and a little the score.]])
  lu.assertStrContains(told "parley", "From anywhere to the end of the game")
  lu.assertStrContains(told "rod_and_reel", "From anywhere to the end of the game") -- its list comes once
  local function of_folder(folder) return told(w:call("world.open", "name", "tests/unseen/" .. folder)) end
  lu.assertStrContains(of_folder "cribbage", "From deal, discard, cut, show or change_dealer: to the end of that list")
  lu.assertNotStrContains(of_folder "nomination", "play_trick") -- a hand scores at its end
  local file = io.open "tests/unseen/duel/game.lua"
  local kept = file:read "a":gsub("seat.hand:move_all%(t.spent%)", "") -- hands stay from bout to bout
  file:close()
  with_game("duel", kept, function(folder)
    lu.assertStrContains(told(w:call("world.open", "name", folder)), "From anywhere to the end of the game")
  end)
  with_game("luck", LUCK:format "", function(folder)
    lu.assertStrContains(told(w:call("world.open", "name", folder)), "All seats answer by chance.")
  end)
  w:close()
end
