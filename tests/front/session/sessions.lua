-- What suites of sessions share: `local sessions = dofile "tests/front/session/sessions.lua"`.

local session = require "front.session.session"
local journal = require "front.session.journal"
local files = require "host.files"
local tools = dofile "tests/front/tools.lua"

local sessions = {}

--- A suite whose games are written into sessions.folder.
function sessions.suite()
  return { setUp = function() sessions.folder = tools.folder() end,
    tearDown = function() tools.remove(sessions.folder) end }
end

function sessions.config(game, seats, kept)
  local c = { game = game, seed = files.sha256("session"), players = { [0] = { name = "P0" } },
    answerers = { [0] = "me" }, journal = kept }
  for i = 1, seats do
    c.players[i], c.answerers[i] = { name = "P" .. i }, "me"
  end
  return c
end

function sessions.begin(game, seats, kept)
  local s = assert(session.begin(sessions.config(game, seats, kept or journal.create())))
  s:run()
  return s
end

-- The journal's first `count` records, gone on with; quickly: no state is compared.
function sessions.again(s, count, quickly)
  local copy = journal.create()
  for i = 1, count or s.journal:count() do copy:append(s.journal:record(i)) end
  local r = assert(session.load(copy, nil, not quickly))
  r:run()
  return r
end

function sessions.answer(s, text)
  local done, sentence = s:answer(text, true)
  if done then s:run() end
  return done, sentence
end

function sessions.was_told(s, what)
  for _, e in ipairs(s.world:engine("happened")) do
    if e[9] and e[9]:find(what, 1, true) then return true end
  end
  return false
end

function sessions.play_out(s)
  local n = 0
  while s:run() == "question" and n < 5000 do
    n = n + 1
    if not s:answer_random() then break end
  end
  assert(s.state == "over", s.problem)
end

sessions.GAMES = { "fish_out", "rod_and_reel", "parley", "night_landing", "baltimore_poker", "merchants_bank" }

function sessions.seats_of(game) return game == "fish_out" and 4 or game == "rod_and_reel" and 2 or 3 end

function sessions.straight(game)
  local s = sessions.begin(game, sessions.seats_of(game))
  sessions.play_out(s)
  return s, tools.last_hash(s)
end

local RULES, ORDER = "most = { 9, 'highest number', min = 0, max = 99 }", "{ { 'ask', 'count' }, 'over' }"

-- Each round asks everybody for a number up to `most`.
function sessions.write_game(rules, order)
  tools.write(sessions.folder .. "/game.lua", ([[return game { title = 'Numbers', seats = { 2, 2 },
    deck = 'standard', rules = { %s },
    state = { round = 0, loud = false, seat = { sum = 0 } },
    actions = { shout = { 'shout', step = 'shouted', who = function(t) return not t.loud end } },
    order = %s,
    ask = function(t)
      for seat in t:seats() do seat.sum = seat.sum + seat:ask { 'n', 'How many?', min = 0, max = t.rules.most } end
    end,
    hello = function(t) t:say('Hello') end,
    count = function(t) t.round = t.round + 1 if t.round == 6 then return done end end,
    shouted = function(t, seat) t.loud = true t:say('%%s shouts', seat) end,
    over = function(t) t:finish(t:rank_by('sum')) end }]]):format(rules or RULES, order or ORDER))
end

function sessions.numbers(kept)
  sessions.write_game()
  return sessions.begin(sessions.folder, 2, kept)
end

-- A journal whose disk takes only so many more records; nil: any number.
function sessions.small_disk()
  local kept = journal.create()
  local disk = { left = nil }
  function disk.append(_, payload)
    if disk.left == 0 then return nil, "it could not be written: No space left on device" end
    disk.left = disk.left and disk.left - 1
    return kept:append(payload)
  end
  for _, name in ipairs { "count", "record", "writable", "sync", "close" } do
    disk[name] = function(_, ...) return kept[name](kept, ...) end
  end
  return disk
end

return sessions
