-- New scripts in mid-game: what goes on, what is asked again, what is refused, and a disk that is full meanwhile.

local reload = require "front.session.reload"
local worlds = require "front.session.worlds"
local tools = dofile "tests/front/tools.lua"
local sessions = dofile "tests/front/session/sessions.lua"

local begin, again, answer, was_told = sessions.begin, sessions.again, sessions.answer, sessions.was_told
local numbers, seats_of, straight = sessions.numbers, sessions.seats_of, sessions.straight

local function contains(text, part) lu.assertStrContains(text or "", part) end

TestReload = sessions.suite()

-- Reading the same scripts again at a question changes nothing.
function TestReload.test_reload()
  for _, game in ipairs { "fish_out", "rod_and_reel", "parley" } do
    local _, hash = straight(game)
    local s, n = begin(game, seats_of(game)), 0
    while s:run() == "question" and n < 5000 do
      n = n + 1
      if n % 15 == 1 and n < 60 then
        local report, mistakes = reload.run(s)
        lu.assertNotNil(report, mistakes)
        lu.assertEquals(s.state, "question")
      end
      s:answer_random()
    end
    lu.assertEquals({ s.state, tools.last_hash(s) }, { "over", hash }, game)
    local r = again(s)
    lu.assertEquals({ r.state, r.problem }, { "over", nil })
    lu.assertEquals(tools.last_hash(r), hash)
  end
end

-- Killed after any record of a reload, the table is there with the old scripts or the new, and with every answer.
function TestReload.test_reload_cut_short()
  local s = numbers()
  lu.assertTrue(answer(s, "5") and answer(s, "6") and answer(s, "7"))
  local before = s.journal:count()
  sessions.write_game("most = { 8, 'highest number', min = 0, max = 99 }", "{ 'hello', { 'ask', 'count' }, 'over' }")
  contains(reload.foretell(s), "rule most 9 -> 8")
  contains(reload.run(s), "rule most 9 -> 8")
  for n = before, s.journal:count() do
    local r = again(s, n)
    local whole = n == s.journal:count()
    lu.assertEquals(r.state, "question")
    lu.assertEquals((r.world:engine("asked")), 2)
    lu.assertEquals(answer(r, "9") == true, not whole)
    lu.assertTrue(answer(r, "8"))
    local rr = again(r)
    lu.assertEquals(#rr.plays, #r.plays)
    lu.assertEquals({ rr.world:engine("asked") }, { r.world:engine("asked") })
  end
  lu.assertNil((answer(s, "9")))
  lu.assertTrue(answer(s, "8"))
end

-- What the GM set stays; what waits still waits; who sits there sits there.
function TestReload.test_reload_keeps()
  local s = numbers()
  lu.assertTrue(s:set_rule("most", "7"))
  lu.assertTrue(answer(s, "5") and answer(s, "6") and answer(s, "7"))
  lu.assertTrue(s:seat(2, "random"))
  lu.assertTrue(s:act("shout", 2))
  sessions.write_game("most = { 2, 'highest number', min = 0, max = 99 }")
  contains(reload.run(s), "set to 7 here and keeps that value")
  lu.assertEquals(s.config.answerers[2], "random")
  local r = again(s)
  lu.assertEquals(r.config.answerers[2], "random")
  lu.assertTrue(answer(s, "7") and answer(r, "7"))
  lu.assertTrue(was_told(s, "P2 shouts") and was_told(r, "P2 shouts"))
end

function TestReload.test_reload_of_broken_scripts()
  local s = numbers()
  lu.assertTrue(answer(s, "5"))
  tools.write(sessions.folder .. "/game.lua", "return game { title = 'Numbers' ")
  local report, mistakes = reload.run(s)
  lu.assertNil(report)
  contains(mistakes, "game.lua:1:")
  lu.assertTrue(answer(s, "6"))
end

-- What `check` finds is told before the new scripts count, unless the old ones had it too; told once, it may be.
function TestReload.test_reload_of_mistakes_that_are_not_met_yet()
  local s = numbers()
  lu.assertTrue(answer(s, "5"))
  local path = sessions.folder .. "/game.lua"
  local text = tools.read(path)
  local wrong = text:gsub("over = function%(t%)", "%0 if t.round > 99 then t:say('%%s', t.rules.mots) end")
  lu.assertNotEquals(wrong, text)
  tools.write(path, wrong)
  local before = s.journal:count()
  local report, mistakes, errors = reload.run(s)
  lu.assertNil(report)
  lu.assertStrMatches(mistakes, ".*game.lua:%d+:%d+: no rule `mots`, did you mean `most`%?")
  lu.assertEquals(errors, mistakes)
  lu.assertEquals(select(2, reload.foretell(s)), mistakes)
  lu.assertEquals({ s.journal:count(), s.state, (s.world:engine("asked")) }, { before, "question", 2 })
  lu.assertNil(reload.run(s, "something else"))
  contains(reload.run(s, errors), "step over")
  tools.write(path, (wrong:gsub("99", "98")))
  contains(reload.run(s), "step over")
  tools.write(path, (wrong:gsub("rules.mots", "rules.moost, t.seat[1].nmae")))
  local both = select(2, reload.run(s))
  lu.assertStrMatches(both, ".*no rule `moost`.*\n.*a seat has no `nmae`, did you mean `name`%?.*")
  lu.assertTrue(answer(s, "6"))
end

-- A disk that is full after any number of a reload's records: the game is as it was, in memory and in the journal.
function TestReload.test_reload_on_a_full_disk()
  local full_seen, done = 0, false
  for writes = 0, 200 do
    local disk = sessions.small_disk()
    local s = numbers(disk)
    lu.assertTrue(answer(s, "5") and answer(s, "6") and answer(s, "7"))
    lu.assertTrue(s:act("shout", 2) and s:set_rule("most", "6"))
    sessions.write_game("most = { 8, 'highest number', min = 0, max = 99 }")
    disk.left = writes
    local report, why = reload.run(s)
    disk.left = nil
    done = report ~= nil
    if not done then
      full_seen = full_seen + 1
      contains(why, "written")
    end
    lu.assertEquals({ s.state, (s.world:engine("asked")) }, { "question", 2 })
    lu.assertTrue(answer(s, "1"))
    lu.assertTrue(was_told(s, "P2 shouts") and was_told(s, "most is now 6"))
    local r = again(s)
    lu.assertEquals({ r.state, (r.world:engine("asked")), #r.plays }, { "question", 1, #s.plays })
    if done then break end
  end
  lu.assertTrue(done and full_seen >= 3)
end

-- Each field of a declaration: as it is, as it is then, and how the change is called; `without` another of them.
local FIELDS = {
  title = { "'Fields'", "'Felder'", "the title" }, one_line = { "'one'", "'two'", "the line below the title" },
  player = { "'fisher'", "'angler'", "the word for a player" },
  master = { "'scorer'", "'umpire'", "the word for the game master" }, seats = { "{ 1, 2 }", "{ 1, 3 }", "the seats" },
  gm = { "true", "'open'", "the game master's seat" },
  deck = { "'standard'", "{ 'standard', copies = 2 }", "the deck", without = "decks" },
  decks = { "{ a = 'standard' }", "{ a = { 'standard', jokers = 1 } }", "the deck" },
  rules = { "{ most = { 9, 'highest', min = 0 } }", "{ most = { 9, 'highest', min = 1 } }", "the limits of rule most" },
  profile = { "{ str = { 1, 'strength' } }", "{ str = { 1, 'power' } }", "the profile" },
  check = { "function() end", "function() return nil end", "the check" },
  piles = { "{ seat = { hand = 'owner' } }", "{ seat = { hand = 'everyone' } }", "the piles" },
  pools = { "{ pot = 0 }", "{ pot = 1 }", "the pools" }, state = { "{ n = 0 }", "{ n = 1 }", "the state" },
  measures = { "{ won = 'won', lost = 'lost' }", "{ won = { 'won', by = 'seat' }, lost = 'lost' }", "the measures" },
  order = { "{ 'over' }", "{ 'deal', 'over' }", "the order over -> deal, over" },
  actions = { "{ bow = { 'bow', step = 'deal' } }", "{ bow = { 'bow', step = 'over' } }", "the actions" },
  odds = { "function() return {} end", "function() return { 'x' } end", "the odds" },
  scores = { "function() return { 'old' } end", "function() return { 'new' } end", "the scores" },
  screen = { "function() return {} end", "function() return { 'x' } end", "the screen" },
  campaign = { "{ str = function() return 1 end }", "{ str = function() return 2 end }", "the campaign" },
  usual = { "{ seats = 1 }", "{ seats = 2 }", "the usual seats" },
  words = { "{ pot = { 'pot', 'a pot' } }", "{ pot = { 'pot', 'the pot' } }", "value words.pot" },
  joining = { "true", "function() return false end", "who may join" },
  about = { "{ over = 'The end.' }", "{ over = 'It ends.' }", "the descriptions of the steps" },
  standing = { "function() return 1 end", "function() return 2 end", "the standing" },
  imagine = { "function() end", "function() return end", "`imagine`" },
  steps = { "{ { bow = function() end } }", "{ { bow = function() return nil end } }", "function bow" },
}

-- A description of a game with all these fields, where `changed` is as it is then, or as `other` says.
local function described(changed, other)
  local without = changed and FIELDS[changed].without or "deck"
  local parts = {}
  for name, field in pairs(FIELDS) do
    if name ~= without then parts[#parts + 1] = ("  %s = %s,\n"):format(name, name == changed and other or field[1]) end
  end
  table.sort(parts)
  tools.write(sessions.folder .. "/game.lua", "return game {\n" .. table.concat(parts) ..
    "  deal = function() end,\n  over = function(t) t:finish() end,\n}\n")
  local w, mistakes = worlds.open(sessions.config(sessions.folder, 1))
  lu.assertNotNil(w, mistakes)
  local d = w:call_with_table("author.changes", "describe")
  w:close()
  return d
end

function TestReload.test_every_field_that_changes_is_told()
  local bare = worlds.open {}
  for _, name in ipairs(bare:call("script.declaration_fields", "names")) do
    local field = lu.assertNotNil(FIELDS[name], name) or FIELDS[name]
    local old, new = described(name, field[1]), described(name, field[2])
    lu.assertEquals(bare:call("author.changes", "between", old, new), field[3], name)
    lu.assertEquals(bare:call("author.changes", "between", old, described(name, field[1])), "", name)
  end
  for _, case in ipairs { { "measures", "{ won = 'won', lost = { 'lost', ratio = 'won / questions' } }" },
    { "rules", "{ most = { { 9 }, 'highest', min = 0, length = 1 } }" },
    { "rules", "{ most = { 9, 'highest', min = 0, from = 'hand' } }" },
    { "words", "{ pot = { 'kitty', 'a pot' } }" } } do
    local name, other = case[1], case[2]
    local old, new = described(name, FIELDS[name][1]), described(name, other)
    lu.assertEquals(bare:call("author.changes", "between", old, new), FIELDS[name][3])
  end
  local lengths = {}
  for i, length in ipairs { "1", "{ 1, 2 }" } do
    lengths[i] = described("rules", ("{ most = { { 9 }, 'highest', min = 0, length = %s } }"):format(length))
  end
  lu.assertEquals(bare:call("author.changes", "between", lengths[1], lengths[2]), "the limits of rule most")
  bare:close()
end

function TestReload.test_every_field_has_a_sentence_of_help()
  local bare = worlds.open {}
  local help = require("front.help.help_pages").sentences "A game's declaration"
  for _, name in ipairs(bare:call("script.declaration_fields", "names")) do lu.assertNotNil(help[name], name) end
  lu.assertEquals(help.order, "The names of the steps")
  lu.assertEquals(help.one_line, "what `croupier list` prints after the name")
  bare:close()
end
