-- What luacheck takes a name for, once for the whole project.
max_line_length = 120
codes = true
color = false
max_comment_line_length = false
unused_args = false -- a step that a variant replaces need not use all it gets

-- What is left of Lua in a game script, and the words it has besides.
stds.script = {
  read_globals = {
    "assert", "error", "ipairs", "math", "next", "pairs", "print", "require",
    "select", "string", "table", "tonumber", "tostring", "type", "utf8",
    "game", "game_from", "variant", "bots", "done", "again", "none", "all", "secret", "internal", "many",
    "hidden", "kind", "deck", "card", "rng", "dice", "poker", "pots", "melds",
    "odds", "nearest", "pile", "pool",
  },
}
-- The contract's own Lua, embedded, and what the host hands to it.
stds.trusted = {
  read_globals = {
    "setmetatable", "getmetatable", "rawget", "rawset", "rawlen", "rawequal",
    "pcall", "xpcall", "host", "engine",
  },
}
-- Tests: LuaUnit as lu, tables to order from croupier.
stds.tests = { read_globals = { "lu", "croupier" } }

local tests = { std = "lua54+script+tests", allow_defined_top = true }

std = "script"
exclude_files = { "tests/fixtures/sandbox/", "tests/fixtures/check/" } -- hostile, or wrong, on purpose
files["games/"] = { max_line_length = 100, max_comment_line_length = 100 }
files["stdlib/*/"] = { std = "script+trusted" } -- the library's own rooms, in a world
files["stdlib/decks/"] = { std = "script" }
files["stdlib/front/"] = { std = "lua54" } -- trusted, in a state of its own
files["tests/"] = tests
files["tests/host/scripts/"] = { std = "lua54+script", ignore = { "231", "512" } } -- what is made to be thrown away
files["tests/host/short.lua"] = { std = "lua54", read_globals = { "refuse", "expect" } }
files["tests/fixtures/stdlib/"] = { std = "script+trusted" } -- on the side of worlds
files["games/*/test.lua"] = tests
files["games/*/test_*.lua"] = tests
files["games/*/testing.lua"] = { std = "lua54+script+tests" }
files["tests/fixtures/games/"] = { std = "script" }
files["tests/unseen/*/game.lua"] = { std = "script" }
files["scripts/bench/table.lua"] = { std = "lua54", globals = { "test_rates", "test_growth" } }
files["scripts/bench/cliffs.lua"] = { std = "lua54", globals = { "test_cliffs" } }
files["scripts/bench/search.lua"] = { std = "lua54", globals = { "test_search" } }
files["scripts/bench/stdlib/"] = { std = "script+trusted" } -- on the side of worlds
files["scripts/"] = { read_globals = { "croupier" } } -- as `croupier run` has it
