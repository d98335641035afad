-- What the prompt of `croupier repl` runs and offers to complete, and how fast.

local files = require "host.files"
local help_pages = require "front.help.help_pages"
local worlds = require "front.session.worlds"

local w

-- A prompt at a game, or at the practice table.
local function open_prompt(game)
  w = assert(worlds.open { steps = 10000000 })
  local name = game and assert(w:call("start.open", "name", game))
  assert(w:call("author.repl", "open", { word = game, game = name, variants = "", sets = {},
    reference = files.embedded "reference.txt", pages = table.concat(help_pages.names(), "\n") }))
end

local function offers(before, place, word)
  local from, words = w:call("author.repl", "complete", before)
  for _, offered in ipairs(words) do if offered == word then return from == place end end
  return false
end

TestRepl = {}

function TestRepl.tearDown() w:close() end

function TestRepl.test_practice_completes()
  open_prompt()
  for _, case in ipairs { { "pok", 0, "poker" }, { "x = poker.ra", 10, "rank" }, { "t:sh", 2, "shuffle" },
    { "t.seat[1].h", 10, "hand" }, { "t.deck:dr", 7, "draw" }, { 'card "K', 6, "Kh" }, { 'cards("Kh 3', 10, "3d" },
    { ":ta", 0, ":table" }, { ":doc pile", 5, "pile:draw" }, { ":doc de", 5, "deck" } } do
    lu.assertTrue(offers(table.unpack(case)), case[1])
  end
  lu.assertFalse(offers("nothing.", 8, "rank"))
  lu.assertFalse(offers("t.nothing.", 10, "rank"))
end

function TestRepl.test_a_game_completes()
  open_prompt "tests/fixtures/games/lanterns"
  lu.assertTrue(offers("t.rules.", 8, "rounds"))
  lu.assertTrue(offers("t:", 2, "say"))
  lu.assertIsString(w:call("author.repl", "command", "table", ""))
  lu.assertTrue(offers("t.seat[1]:", 10, "ask"))
  lu.assertTrue(offers("g:", 2, "answer"))
  local before = w:allocations()
  lu.assertTrue(offers("t.seat[1].ha", 10, "hand"))
  lu.assertTrue(w:allocations() - before < 500) -- it looks at names, and runs nothing anew
end

function TestRepl.test_lines()
  open_prompt()
  local function entered(text, whole) return { w:call("author.repl", "run", text, whole) } end
  lu.assertEquals(entered "1 + 1", { "done", "2" })
  lu.assertEquals(entered "local a = 5", { "done" })
  lu.assertEquals(entered "a", { "done", "5" })
  lu.assertEquals(entered "for i = 1, 3 do", { "unfinished" })
  lu.assertStrContains(entered("for i = 1, 3 do", true)[2], "'end' expected")
  lu.assertEquals(entered("for i = 1, 2 do\n a = a + i\nend"), { "done" })
  lu.assertEquals(entered "a", { "done", "8" })
  lu.assertEquals(entered "error 'no'", { "wrong", "no" })
  lu.assertEquals(entered "x = \n error 'no'", { "wrong", "input:2: no" })
  lu.assertEquals(entered "while true do end"[1], "wrong")
  lu.assertEquals({ w:call("author.repl", "times", "a * 2", 1000) }, { true })
  lu.assertIsString(select(2, w:call("author.repl", "times", "a *", 1)))
end

function TestRepl.test_doc()
  open_prompt()
  lu.assertNil(w:call("author.repl", "doc", "nosuch"))
  w:close()
  open_prompt "tests/fixtures/games/lanterns"
  lu.assertStrContains(w:call("author.repl", "doc", "rounds"), "rounds = ")
  w:close()
  open_prompt "games/royal_pokebacc" -- a step that stands in a module
  lu.assertStrContains(w:call("author.repl", "doc", "worth"), "royal_pokebacc/combinations.lua:")
end

-- The game at the table is shown as it stands, cards by any name that people use.
function TestRepl.test_the_game_and_cards_by_name()
  open_prompt "tests/fixtures/games/lanterns"
  lu.assertIsString(w:call("author.repl", "command", "table", ""))
  lu.assertIsString(w:call("author.repl", "command", "run", ""))
  local _, shown = w:call("author.repl", "run", "g")
  lu.assertStrMatches(shown, "%a+ is asked `give`: .*\n.*")
  lu.assertNil(shown:find("build", 1, true))
  local function value_of(text) return select(2, w:call("author.repl", "run", text)) end
  lu.assertEquals(value_of 'card("king of hearts").name', "Kh")
  lu.assertEquals(value_of '#cards "king of hearts, 3d 10s"', "3")
end
