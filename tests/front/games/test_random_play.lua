-- The monkey: every game with every stock variant is played at random, by rules drawn within their limits. At every
-- question each card is in exactly one pile and the pools' sum is what it was. At some of them an answer taken back, the
-- journal taken up again and the same scripts read anew must give the same table, and two cards that the asked seat can't
-- see must change places without anything changing for it.
--
-- Of the games that come with the program, whatever a person may read at a question raises nothing and makes sense.
--
--   MONKEY=10          ten times as many rounds
--   MONKEY_READS=200   so many rounds of reading for each game
--   MONKEY_ONLY=TEXT   only games whose name contains it
--   MONKEY_ROUND=17    only that round
-- A failure is printed with what repeats it.

local session = require "front.session.session"
local reload = require "front.session.reload"
local journal = require "front.session.journal"
local files = require "host.files"
local scripts = require "front.session.scripts"
local folders = require "shared.folders"
local lists = require "shared.lists"
local worlds = require "front.session.worlds"
local tools = dofile "tests/front/tools.lua"

local ROUNDS, QUESTIONS, LOOKS, SWAPS = 1, 100, 2, 2
local MONKEY = tonumber(os.getenv "MONKEY") or 1
local READS = tonumber(os.getenv "MONKEY_READS") or 1 -- for each variant, when none are asked for
local READ_QUESTIONS = 30
local SKIPPED = READS > 1 and 1 or 10 -- of so many questions one is read at
local STDLIB = "tests/fixtures/stdlib"

local done = { questions = 0, swaps = 0, controls = 0, shown = 0, undone = 0, resumed = 0, reloaded = 0, places = 0 }

-- --- chance: a generator of one's own, so that a round is the same wherever it is played ---

-- --- which games ---

-- Every game there is and every one of tests/fixtures/games, alone, with each variant, and in longer runs with two that follow
-- each other.
local function with_variants()
  local list = {}
  local function add(base)
    list[#list + 1] = base
    local before
    for _, variant in ipairs(folders.variants(folders.split(base))) do
      list[#list + 1] = base .. "+" .. variant
      if before and MONKEY > 1 then list[#list + 1] = ("%s+%s+%s"):format(base, before, variant) end
      before = variant
    end
  end
  for _, game in ipairs(folders.games()) do add(game) end
  for _, name in ipairs(files.list("tests/fixtures/games")) do add("tests/fixtures/games/" .. name) end
  return list
end

-- --- rules and seats by chance ---

-- Half of the time near what is usual, else anywhere, limits above all.
local function number(random, e)
  local usual = e.value or 0
  local low, high = e.min or math.min(0, usual), e.max or math.max(100, 3 * usual)
  local way = random(6)
  if way == 0 then return low elseif way == 1 then return high end
  if way < 4 then low, high = math.max(low, usual // 2), math.min(high, 2 * usual + 2) end
  return low + random(math.floor(math.min(high - low, 1000000)) + 1)
end

local function value(random, e)
  if e.kind:find "number" then return ("%.14g"):format(number(random, e)) end
  if e.kind == "choice" and e.one_of then return tostring(e.one_of[1 + random(#e.one_of)]) end
  if e.kind == "yes or no" then return random(2) == 0 and "yes" or "no" end
end

local function drawn(random, entries, part, form)
  local list = {}
  for _, e in ipairs(entries) do
    local text = random(4) < part and value(random, e)
    if text then list[#list + 1] = form:format(e.name, text) end
  end
  return list
end

local function draw_config(game, random, part)
  local bare = worlds.open { stdlib = STDLIB }
  local name = scripts.name(bare, game)
  local declared, mistakes = bare:call("tell.sight", "declared", name, game:match("^[^+]*%+(.*)$") or "")
  bare:close()
  if not declared then return nil, mistakes end
  local low, high = declared.seats[1], declared.seats[2]
  if high > low + 5 and random(5) > 0 then high = low + 5 end
  local c = { game = game, sets = drawn(random, declared.rules, part, "%s=%s"), players = { [0] = { name = "P0" } },
    answerers = { [0] = "random" }, seed = files.sha256(game .. random(1 << 40)), stdlib = STDLIB,
    limit_ms = 20000, hard_ms = 60000 }
  for i = 1, low + random(high - low + 1) do
    local profile = drawn(random, declared.profile, random(4), "%s %s") -- none, some or nearly all of it
    c.players[i], c.answerers[i] = { name = "P" .. i, profile = table.concat(profile, ", ") }, "random"
  end
  return c
end

-- --- looking ---

local function see(s, what, ...) return s.world:call("tell.sight", what, ...) end

-- Everything the seat that is asked can see; what its bot noted as it was asked is forgotten.
local function all(s)
  local seat = s.world:engine("asked")
  local text = see(s, "all")
  s:old_notes(seat)
  return text
end

-- A seat of a secret round that has nothing to choose leaves no play behind.
local function pass_nothing(s)
  while s.state == "question" and s.stop == "nothing" do
    s:answer("")
    s:run()
  end
end

-- All of the state that can be compared: what all seats together may see of it, and the plays.
local function print_of(s)
  pass_nothing(s)
  return s.state == "question" and all(s) .. "\npools " .. see(s, "pools") or s.state
end

local function again(s, verify)
  local copy = journal.create()
  for i = 1, s.journal:count() do copy:append(s.journal:record(i)) end
  local r = assert(session.load(copy, STDLIB, verify))
  r:run()
  return r
end

local function try_undo(s, random)
  local before, plays = print_of(s), #s.plays
  if s.state ~= "question" or not s:answer_random() or #s.plays == plays then return end
  s.plays[plays + 1] = s.plays[plays + 1]:gsub("^a b", "a p")
  s:run()
  if s.state == "broken" then return end
  lu.assertTrue(s:undo())
  lu.assertEquals(print_of(s), before, "an answer was taken back, and the table is another")
  done.undone = done.undone + 1
  return random
end

local function try_resume(s, random)
  local before, r = print_of(s), again(s, random(2) == 1)
  lu.assertEquals(print_of(r), before, "taken up again, the table is another")
  r:close()
  done.resumed = done.resumed + 1
end

local function try_reload(s)
  local before = print_of(s)
  if s.state ~= "question" then return end
  local report, mistakes = reload.run(s)
  lu.assertNotNil(report, mistakes)
  lu.assertEquals(print_of(s), before, "with the same scripts the table is another")
  done.reloaded = done.reloaded + 1
end

local function try_swaps(s, random, first)
  local unseen, own = see(s, "cards")
  local before = all(s)
  lu.assertEquals(all(s), before, "looked at twice, it is not the same")
  local a = unseen[1 + random(math.max(1, #unseen))]
  if first and a and own[1] and see(s, "swap", own[1], a) then -- this must show, or nothing is looked at
    done.controls = done.controls + 1
    if all(s) ~= before then done.shown = done.shown + 1 end
    see(s, "swap", own[1], a)
  end
  for _ = 1, #unseen > 1 and SWAPS or 0 do
    local i, k = unseen[1 + random(#unseen)], unseen[1 + random(#unseen)]
    if see(s, "swap", i, k) then
      lu.assertEquals(all(s), before, "two unseen cards changed places, and it shows")
      see(s, "swap", i, k)
      done.swaps = done.swaps + 1
    end
  end
end

-- What phones and the table's screen show, of every seat: cards that are not for it change places, and nothing changes.
local function try_places(s, random)
  for seat = 0, #s.config.players do
    seat = seat > 0 and seat or nil
    local before, unseen = see(s, "place", seat)
    local i, k = unseen[1 + random(math.max(1, #unseen))], unseen[1 + random(math.max(1, #unseen))]
    if i and (not s.joins or lists.index(s:seats(), seat)) and see(s, "swap", i, k) then
      lu.assertEquals((see(s, "place", seat)), before, "an unseen card shows at " .. (seat or "the table"))
      see(s, "swap", i, k)
      done.places = done.places + 1
      lu.assertNil(before:match "[` ]:%a+", "a command of the console's on a phone")
    end
  end
end

local tries = { try_undo, try_resume, try_reload }

-- --- playing ---

-- A random action of a random seat between two steps, as the laboratory draws them.
local function actions(random)
  return function(s)
    if random(6) ~= 0 then return end
    local seat = random(#s.config.players + 1)
    local step = s.world:engine("standing")
    local found, action = pcall(s.out_of_turn, s, "some_action", random(1000), seat, step)
    if found and action then s:act(action[3], seat) end
  end
end

local function answer(s, random)
  if random(4) ~= 0 then return s:answer_random() end
  local answered, why = s:answer_bot(see(s, "best_bot"))
  lu.assertTrue(answered, why)
end

local function play(s, random)
  local pools, looks = see(s, "pools"), 0
  s.between = actions(random)
  for _ = 1, QUESTIONS do
    if s:run() ~= "question" then break end
    done.questions = done.questions + 1
    lu.assertNil(see(s, "whole"))
    -- Who joins brings what its pools start with.
    if not s.joins then lu.assertEquals(see(s, "pools"), pools, "the pools' sum has changed") end
    if s.stop ~= "nothing" and looks < LOOKS and random(8 + 8 * looks) == 0 then
      looks = looks + 1
      try_swaps(s, random, looks == 1)
      tries[1 + random(3)](s, random)
      if s.state == "question" and s.stop ~= "nothing" then try_places(s, random) end
    end
    if s.state ~= "question" then break end
    answer(s, random)
  end
  lu.assertNotEquals(s:run(), "broken", s.problem) -- what a clock gave up in the last answer is played again
end

-- A person reads all there is at each question.
local function read(s, random)
  local known = {}
  s.between = actions(random)
  for n = 1, READ_QUESTIONS do
    if s:run() ~= "question" then break end
    if s.stop ~= "nothing" and random(SKIPPED) == 0 then
      local seat, name = s.world:engine("asked"), see(s, "asked")
      lu.assertNil(see(s, "misread", random(1000), not known[name]))
      s:old_notes(seat)
      known[name] = true
    end
    answer(s, random)
  end
  lu.assertNotEquals(s:run(), "broken", s.problem)
end

local function round(game, n, way)
  local random = tools.chance(game .. "/" .. n)
  local s, c, mistakes
  for try = 1, 12 do -- rules of chance that the game takes; its own when none are found
    c, mistakes = draw_config(game, random, try == 12 and 0 or n % 3)
    if not c then break end
    c.journal = journal.create()
    s, mistakes = session.begin(c)
    if s then break end
  end
  local two = game:find("%+.*%+") -- two variants may not fit each other: that is theirs to say
  if not s then return lu.assertTrue(two ~= nil, ("%s can't be played: %s"):format(game, mistakes)) end
  local good, problem = pcall(way, s, random)
  s:close()
  if good then return end
  local text = type(problem) == "table" and (problem.msg or problem.text) or tostring(problem)
  error(("%s\n  MONKEY_ONLY=%s MONKEY_ROUND=%d: %d players, --set %s --seed %s"):format(text, game, n, #c.players,
    table.concat(c.sets, " --set "), c.seed), 0)
end

TestMonkey = {}

function TestMonkey.test_every_game()
  local only, one = os.getenv "MONKEY_ONLY" or "", tonumber(os.getenv "MONKEY_ROUND")
  for n = one or 1, one or ROUNDS * MONKEY do
    for _, game in ipairs(with_variants()) do
      if game:find(only, 1, true) then round(game, n, play) end
    end
  end
  lu.assertEquals(done.shown, done.controls)
  lu.assertTrue(done.places > done.controls or only ~= "")
  lu.assertTrue(done.controls > 0 or only ~= "")
end

function TestMonkey.test_reading()
  local only, one = os.getenv "MONKEY_ONLY" or "", tonumber(os.getenv "MONKEY_ROUND")
  for _, game in ipairs(folders.games()) do
    local names = { game }
    for _, variant in ipairs(folders.variants(game)) do names[#names + 1] = game .. "+" .. variant end
    local rounds = READS > 1 and (READS + #names - 1) // #names or 1
    for _, name in ipairs(names) do
      for n = one or 1, name:find(only, 1, true) and (one or rounds) or 0 do round(name, n, read) end
    end
  end
end
