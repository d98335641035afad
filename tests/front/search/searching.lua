-- What suites of bots that search share: `local searching = dofile "tests/front/search/searching.lua"`.

local worlds = require "front.session.worlds"
local files = require "host.files"
local folders = require "shared.folders"
local tools = dofile "tests/front/tools.lua"

local searching = {}

local STDLIB = "tests/fixtures/stdlib"

function searching.all_games()
  local list = {}
  for _, game in ipairs(folders.games()) do list[#list + 1] = game end
  for _, name in ipairs(files.list("tests/fixtures/games")) do list[#list + 1] = "tests/fixtures/games/" .. name end
  return list
end

function searching.world_of(name, seed, sets, least)
  local mistakes
  for seats = least or 2, 4 do
    local w
    w, mistakes = worlds.open { game = name, players = tools.players(seats), stdlib = STDLIB, sets = sets }
    if w then
      w:engine "search_record"
      w:engine("record", true)
      w:engine("go_back", files.sha256(seed), 0)
      return w
    end
  end
  error(mistakes)
end

-- Runs to the next question that needs an answer: is there one?
function searching.to_question(w, stop)
  for _ = 1, 100000 do
    if stop == "question" then return true end
    if stop == "step" then stop = w:engine "begin_step"
    elseif stop == "nothing" then stop = w:engine "pass"
    else return false, stop end
  end
end

function searching.give(w) return w:engine "give" end

function searching.give_random(w)
  assert(w:engine "stage_random")
  return searching.give(w)
end

function searching.each_question(w, most, fn)
  local open_now = searching.to_question(w, "step")
  for n = 1, most do
    if not open_now then return end
    open_now = searching.to_question(w, fn(n) or searching.give_random(w))
  end
end

-- Calls fn with the folder of a game of this text, and of these bots if there are any.
function searching.with_game(name, text, fn, bots)
  local folder = tools.folder()
  tools.write(("%s/%s/game.lua"):format(folder, name), text)
  if bots then tools.write(("%s/%s/bots.lua"):format(folder, name), bots) end
  local result = fn(folder .. "/" .. name)
  tools.remove(folder)
  return result
end

local SMALL = [[
local six = kind { name = "six", suits = { { "dots", "d" } }, ranks = { { "1" }, { "2" }, { "3" }, { "4" }, { "5" },
  { "6" } } }
return game {
  title = "Six", one_line = "six cards", seats = { 2, 2 }, deck = six, piles = { seat = { hand = "owner" } },
  order = { "deal", "pass", "bury", "look", "over" },
  deal = function(t) t.deck:shuffle() for seat in t:seats() do t.deck:deal(2, seat.hand) end end,
  pass = function(t) t.seat[2].hand:put(t.seat[1]:ask { "pass", "Which?", card = t.seat[1].hand }) end,
  bury = function(t) t.deck:put(t.seat[2]:ask { "bury", "Which?", card = t.seat[2].hand }) end,
  look = function(t) t.seat[1]:ask { "look", "Well?", confirm = true } end,
  over = function(t) t:finish() end,
}
]]

function searching.small()
  return searching.with_game("six", SMALL, function(folder) return searching.world_of(folder, "small") end)
end

--- In how many games of a text one guesses a number right: what others answer before, choose(seed) gives, the number to be
--- guessed first; the last answer is a search's of 60 playouts.
function searching.guesses_right(name, text, games, choose)
  local right = 0
  searching.with_game(name, text, function(folder)
    for seed = 1, games do
      local w, answers = searching.world_of(folder, name .. seed), choose(seed)
      searching.each_question(w, #answers + 1, function(n)
        if answers[n] then w:engine("choose", answers[n])
        else
          assert(w:call_with_table("start.bots", "answer", "search:60"))
          if w:engine "staged" == answers[1] then right = right + 1 end
        end
        return searching.give(w)
      end)
      w:close()
    end
  end)
  return right
end

-- Each has rolled in secret, and one guesses what the other has; `%s` is for `imagine`.
searching.LUCK = [[
return game {
  title = "Luck", one_line = "who guesses the other's luck", seats = { 2, 2 }, deck = "standard",
  state = { seat = { luck = secret(0), points = 0 } }, order = { "cast", "guess", "over" },
  cast = function(t) for seat in t:seats() do seat.luck = t:roll "d6" end end,
  guess = function(t)
    local n = t.seat[1]:ask { "guess", "What has the other?", min = 1, max = 6 }
    if n == t.seat[2].luck then t.seat[1].points = 2 else t.seat[2].points = 1 end
  end,
  over = function(t) t:finish(t:rank_by "points") end,%s
}
]]

-- Taking five points wins the game and giving them away loses it; bowing brings nothing.
searching.GRABBING = [[
return game {
  title = "Grabbing", one_line = "who grabs first wins", seats = { 2, 2 }, deck = "standard",
  state = { round = 0, seat = { points = 0 } }, order = { { "draw" }, "over" },
  actions = {
    bow = { "bow", step = "bowed", when = { "draw" } },
    give = { "give five points away", step = "gave", when = { "draw" } },
    grab = { "take five points", step = "grabbed", when = { "draw" },
      who = function(t, seat) return seat.points < 9 end },
    leave_off = { "end the game", step = "over", when = { "draw" } },
  },
  draw = function(t)
    t.round = t.round + 1
    if t.round > 3 then return done end
    for seat in t:seats() do
      if seat:ask { "more", "One more?", confirm = true } then seat.points = seat.points + t:random(0, 1) end
    end
  end,
  bowed = function(t, seat) t:say("%s bows.", seat) end,
  gave = function(t, seat) seat.points = seat.points - 5 end,
  grabbed = function(t, seat) seat.points = seat.points + 5 end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]]

-- The share of its trial games that the last search's answer has won, of 100.
function searching.won(w)
  local best = w:call_with_table("search.honesty", "best")
  return 100 * best.share / best.n
end

return searching
