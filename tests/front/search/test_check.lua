-- What `croupier check` finds by bots that search: it lets them play too.

local files = require "host.files"
local searching = dofile "tests/front/search/searching.lua"

local with_game, LUCK = searching.with_game, searching.LUCK

TestChecked = {}

-- The last line is reached where both say 99, which chance does once in ten thousand rounds.
local HIDDEN = [[
return game { title = "Hidden", one_line = "more is better", seats = { 2, 2 }, deck = "standard",
  state = { n = 0, seat = { points = 0 } }, order = { { "turn" }, "over" },
  turn = function(t)
    local all = 0
    for seat in t:seats() do
      local n = seat:ask { "n", "How many?", min = 0, max = 99 }
      seat.points, all = seat.points + n, all + n
    end
    t.n = t.n + 1
    if all > 197 then t.seat[3].points = 1 end
    return t.n == 20 and done or nil
  end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]]

-- What `check` says of a game of this text, with these bots if there are any.
local function checked(name, text, bots)
  return with_game(name, text, function(folder)
    local pipe = io.popen(("%s check %s 2>&1"):format(files.program(), folder))
    local said = pipe:read "a"
    pipe:close()
    return said
  end, bots)
end

function TestChecked.test_reports_what_chance_does_not_reach()
  lu.assertStrContains(checked("hidden", HIDDEN),
    "game.lua:10: error: bot `search:4`: attempt to index a nil value")
end

-- What fails is an action in the second round, where nobody has paid: chance comes there hardly ever.
local BURNT = [[
return game { title = "Burnt", one_line = "keep what you have", seats = { 2, 2 }, deck = "standard",
  state = { n = 0, seat = { points = 3 } }, order = { { "turn" }, "over" },
  actions = { burn = { "burn a point", step = "burnt", when = { "turn" } } },
  turn = function(t)
    for seat in t:seats() do
      if seat:ask { "pay", "Do you pay two points?", confirm = true } then seat.points = seat.points - 2 end
    end
    t.n = t.n + 1
    return t.n == 2 and done or nil
  end,
  burnt = function(t, seat)
    seat.points = seat.points - 1
    if t.n == 1 and t.seat[1].points + t.seat[2].points == 5 then t.seat[3].points = 0 end
  end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]]

function TestChecked.test_reports_what_fails_out_of_turn()
  lu.assertStrContains(checked("burnt", BURNT), "error: bot `search:4`: attempt to index a nil value")
end

-- The bot pays. Of two bots one picks 500 and the other 777 where that is not done; what that leads to fails.
local PAID = [[
return game { title = "Paid", one_line = "pay, then pick", seats = { 2, 2 }, deck = "standard",
  state = { seat = { points = 0, picked = 0 } }, order = { "pay", "pick_all", "over" },
  pay = function(t) t.seat[1].points = t.seat[1]:ask { "pay", "Do you pay?", confirm = true } and 2 or 0 end,
  pick_all = function(t)
    for seat in t:seats() do seat.picked = seat:ask { "pick", "Which?", min = 1, max = 1000 } end
    if t.seat[1].points == 0 and t.seat[1].picked == 500 and t.seat[2].picked == 777 then t.seat[3].points = 0 end
  end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]]

local PAYS = [[
return { best = "payer", payer = { one_line = "pays", pay = function() return true end,
  pick = function(me) return me.table.seat[1].picked == 0 and 500 or 777 end } }
]]

function TestChecked.test_plays_on_as_the_best_bot()
  lu.assertStrContains(checked("paid", PAID, PAYS), "game.lua:6: error: bot `search:4`: attempt to index a nil value")
end

-- Long ago: more steps than a search goes back.
function TestChecked.test_names_what_can_not_be_imagined()
  local known = "without `imagine` a bot that searches assumes the declared value: luck"
  local long = LUCK:gsub('order = { "cast", "guess"', 'order = { "cast", { "wait" }, "guess"')
    :gsub("points = 0 }", "%0, waits = 0"):gsub("  over =", "  wait = function(t) t.waits = t.waits + 1"
    .. " return t.waits > 70 and done or nil end,\n%0")
  lu.assertStrContains((checked("luck", long:format ""):gsub("%s+", " ")), known)
  local anew = long:gsub('"cast", { "wait" }', '{ "cast", "wait" }')
  for _, text in ipairs { long:format "imagine = function(t) t.seat[2].luck = t:roll 'd6' end,", LUCK:format "",
    anew:format "" } do
    lu.assertNotStrContains((checked("luck", text):gsub("%s+", " ")), known)
  end
end
