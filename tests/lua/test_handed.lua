-- What a script hands over is checked where it enters: a wrong value is an
-- error at the script's line, in a plain sentence, and nothing later meets it.

local folder

-- A game of one step with these lines in it; `more` are further fields.
local function game_of(lines, more)
  folder = folder or os.tmpname()
  os.remove(folder)
  os.execute("mkdir -p " .. folder)
  local file = assert(io.open(folder .. "/game.lua", "w"))
  file:write([[return game { title = "Handed", seats = { 2, 4 }, deck = "standard",
    piles = { lake = "everyone", seat = { hand = "owner" } }, pools = { pot = 0, seat = { chips = 50 } },
    state = { n = 0, x = none, seat = { points = 0 } }, order = { "play", "over" },
    ]] .. (more or "") .. [[
    over = function(t) t:finish(t:rank_by("points")) end,
    play = function(t)
]] .. lines .. "\nend }")
  file:close()
  return croupier.open(folder)
end

-- The sentence with which the game of these lines fails, without its place; it must be the script's own.
local function failure(lines, more)
  local _, why = game_of(lines, more):play("random")
  lu.assertNotNil(why, lines)
  local sentence = why:match("^[^:]*/game%.lua:%d+: (.*)$")
  lu.assertNotNil(sentence, why)
  return sentence
end

local function tear_down()
  if folder then os.execute("rm -rf " .. folder) end
  folder = nil
end

TestStandings = { tearDown = tear_down }

local EXPECTED = "finish: expected standings, a list of { seat =, score =, place = }, or nil for no result"

function TestStandings.test_every_row_is_checked()
  local function with(third) return failure("local a, b = t.seat[1], t.seat[2] t:finish { " .. third .. " }") end
  local rows = "{ seat = a, place = 1 }, { seat = b, place = 2 }, "
  lu.assertEquals(failure "t:finish(5)", EXPECTED)
  lu.assertEquals(with "5", EXPECTED)
  for _, seat in ipairs { "5", "'Anna'", "{ [0] = 99999 }", "{ [0] = 1 }", "t", "t.seat" } do
    lu.assertEquals(with(rows .. "{ seat = " .. seat .. ", place = 3 }"),
      "finish: `seat`: expected a seat of this table")
  end
  lu.assertEquals(with(rows .. "{ seat = a, place = 3 }"), "finish: Anna has two rows")
  lu.assertEquals(with "{ seat = a, place = 1 }", "finish: the standings leave out Ben")
  lu.assertEquals(with "{ seat = a, palce = 1 }", "finish: a row has no `palce`, did you mean `place`?")
  for _, place in ipairs { "nil", "0", "4", "1.5", "'1'", "1 << 40" } do
    lu.assertEquals(with("{ seat = a, place = 1 }, { seat = b, place = " .. place .. " }"),
      "finish: `place`: expected a whole number from 1 to 3")
  end
end

function TestStandings.test_scores_and_what_they_count_are_checked()
  local function with(field)
    return failure("local a, b = t.seat[1], t.seat[2] t:finish { { seat = a, place = 1, " .. field ..
      " }, { seat = b, place = 2, by = { 'points' } } }")
  end
  for _, score in ipairs { "true", "{}", "'12'", "0/0", "1/0", "-1/0", "t.pot" } do
    lu.assertEquals(with("score = " .. score), "finish: `score`: expected a number, or nil for none")
  end
  for _, keys in ipairs { "5", "{ 'x' }", "{ 0/0 }", "{ 1, 2, 3, 4, 5, 6, 7, 8, 9 }" } do
    lu.assertEquals(with("keys = " .. keys), "finish: `keys`: expected a list of at most 8 numbers")
  end
  for _, by in ipairs { "'points'", "{ 5 }", "{ '' }", "{ ('x'):rep(64) }" } do
    lu.assertEquals(with("by = " .. by), "finish: `by`: expected a list of at most 8 names")
  end
  lu.assertEquals(with "by = { 'chips' }", "finish: `by`: expected the same names in every row")
end

function TestStandings.test_they_are_copied()
  local g = game_of [[
    local list = { { seat = t.seat[2], place = 1, score = 2.5, keys = { 2.5, 7 }, by = { "weight", "fish" } },
      { seat = t.seat[1], place = 2 } }
    t.x = list
    t:finish(list)]]
  lu.assertEquals(g:play("random"), "finished")
  g.t.x[1].score, g.t.x[2] = 99, nil
  local result = g:result()
  lu.assertEquals(#result, 2)
  lu.assertEquals(result[1].seat, g.t.seat[2])
  lu.assertEquals(result[1].score, 2.5)
  lu.assertEquals(result[1].keys, { 2.5, 7 })
  lu.assertEquals(result[2].by, { "weight", "fish" })
  lu.assertEquals(math.type(result[1].keys[2]), "integer")
  lu.assertNil(result[2].score)
end

function TestStandings.test_finish_ends_the_step_where_it_stands()
  local g = game_of [[t:each(function(_, seat)
    t.n = t.n + 1
    if seat.number == 2 then t:finish() end
  end)
  t.n = 99]]
  lu.assertEquals(g:play("random"), "finished")
  lu.assertEquals(g.t.n, 2)
  lu.assertNil(g:result())
  lu.assertEquals(failure [[t.seat[1]:ask { "pick", "Which?", card = t.deck, fits = function() t:finish() end }]],
    "finish: only a step can end the game, not a function handed to the host")
end
