-- What suites of the front share, besides what all suites do: `local tools = dofile "tests/front/tools.lua"`.

local files = require "host.files"
local simulation = require "front.lab.simulation"
local worlds = require "front.session.worlds"

local tools = dofile "tests/tools.lua"

--- Chance that is the same for the same text: a function of n that gives a whole number from 0 to n - 1.
function tools.chance(text)
  local state = tonumber(files.sha256(text):sub(1, 15), 16)
  return function(n)
    state = state ~ (state << 13 & 0x7fffffffffffffff)
    state = state ~ state >> 7
    state = state ~ (state << 17 & 0x7fffffffffffffff)
    return (state & 0x7fffffffffff) % n
  end
end

--- So many players, P1 and so on, and a master P0.
function tools.players(n)
  local list = { [0] = { name = "P0" } }
  for i = 1, n do list[i] = { name = "P" .. i } end
  return list
end

--- What is to be simulated, ready for it: these bots sit at a game, with values of rules. Or nil and why not.
function tools.setup(game, bots, sets, stdlib)
  local setup = { game = game, sets = sets or {}, stdlib = stdlib, players = tools.players(#bots),
    answerers = table.move(bots, 1, #bots, 1, { [0] = "random" }) }
  local prepared, mistakes = simulation.prepare(setup)
  if not prepared then return nil, mistakes end
  return setup
end

--- So many bots: the first as named, all others at random.
function tools.one_and_random(bot, seats)
  local list = { bot }
  for i = 2, seats do list[i] = "random" end
  return list
end

--- A world with Anna and Ben at a game of this text, and maybe bots of that one, before its first step.
function tools.world(text, bots)
  local sources = { { key = "made/game.lua", path = "made/game.lua", text = text } }
  if bots then sources[2] = { key = "made/bots.lua", path = "made/bots.lua", text = bots } end
  return assert(worlds.open { game = "made", unpinned = true, sources = sources, stdlib = "tests/fixtures/stdlib",
    players = { [0] = { name = "the GM" }, { name = "Anna" }, { name = "Ben" } } })
end

--- From its seed to the game's first question.
function tools.first_question(w, seed)
  w:engine("go_back", files.sha256(seed))
  local stop, why = w:engine("begin_step")
  assert(stop == "question", why)
  return w
end

--- The hash of the state after the last step that a session kept.
function tools.last_hash(s)
  for i = #s.plays, 1, -1 do
    if s:play(i).kind == "h" then return s:play(i).text end
  end
end

--- A console at a terminal of that size, whose lines go into `said`; where a page ends, read() is typed.
function tools.paged(lines, width, said, read)
  local t = require("front.base.terminal").open { color = "never" }
  t.watched = true
  function t.lines() return lines end
  function t.width() return width end
  function t.can_ask() return true end
  function t.flush()
    for _, s in ipairs(t.waiting) do said[#said + 1] = s:gsub("\n", "") end
    t.waiting = {}
  end
  return { terminal = t, prompt = { read = function() return "line", read() end } }
end

return tools
