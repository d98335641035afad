-- What goes between the front and a world: plain data, and nothing else.

local files = require "host.files"
local worlds = require "front.session.worlds"

TestCrossing = {}

function TestCrossing:setUp() self.w = assert(worlds.open {}) end
function TestCrossing:tearDown() self.w:close() end

-- What comes back of a value, through a function of the world's library that hands on what it gets.
local function back(w, value) return w:call("shared.lists", "keys", { [value] = true })[1] end

function TestCrossing:test_plain_data_goes_both_ways()
  for _, value in ipairs { 7, 2.5, "king\0of hearts", true } do lu.assertEquals(back(self.w, value), value) end
  lu.assertEquals(math.type(back(self.w, 7)), "integer")
  lu.assertEquals(math.type(back(self.w, 7.0)), "integer") -- as any key of a table
  lu.assertEquals(self.w:call("shared.english", "list", { "a", "b" }), "a and b")
end

local function failure_of(w, ...)
  local ok, why = pcall(w.call, w, "shared.lists", "keys", ...)
  lu.assertFalse(ok)
  return why.text
end

function TestCrossing:test_what_does_not_cross()
  lu.assertStrContains(failure_of(self.w, { print }), "a function can't cross between front and world")
  lu.assertStrContains(failure_of(self.w, { [self.w] = 1 }), "a userdata can't cross between front and world")
  lu.assertStrContains(failure_of(self.w, setmetatable({}, {})), "a table with a metatable can't cross")
  local deep = {}
  for _ = 1, 40 do deep = { deep } end
  lu.assertStrContains(failure_of(self.w, deep), "a table too deep to cross")
  lu.assertStrContains(failure_of(self.w, {}, print), "a function can't cross")
end

function TestCrossing:test_what_the_library_lacks()
  local ok, why = pcall(self.w.call, self.w, "world.nothing", "at_all")
  lu.assertFalse(ok)
  lu.assertStrContains(why.text, "no module")
end

function TestCrossing:test_a_world_without_a_table()
  for _, name in ipairs { "call_with_table", "engine" } do
    lu.assertErrorMsgContains("a world without a table", self.w[name], self.w, "question", "question")
  end
  lu.assertErrorMsgContains("a world without a table", self.w.apart, self.w, "search.search", "part")
end

function TestCrossing:test_a_world_that_is_closed()
  self.w:close()
  self.w:close()
  lu.assertErrorMsgContains("the world is closed", self.w.call, self.w, "shared.english", "list", {})
end

function TestCrossing:test_sources_that_can_not_be_played()
  local w, why = worlds.open { game = "sly", players = {}, sources = { { key = {}, path = "sly", text = "" } } }
  lu.assertNil(w)
  lu.assertNotNil(why)
end

-- A game that requires this module, from a journal that brings texts of its own for it, and for one of the library's own.
local function open_forged(module, text)
  local game = 'return game { title = "Sly", seats = { 1, 1 }, order = { "go" }, go = function(t) t:finish(nil) end }'
  local sources = { { key = "sly/game.lua", path = "sly", text = game },
    { key = "stdlib/shared/lists.lua", path = "=stdlib/shared/lists.lua", text = "error 'the forged module has run'" } }
  if module then
    local key = "stdlib/" .. module .. ".lua"
    sources[1].text = ("local m = require %q\n"):format(module) .. game
    sources[3] = { key = key, path = "=" .. key, text = text }
  end
  return worlds.open { game = "sly", players = { [0] = { name = "GM" }, { name = "Anna" } }, sources = sources }
end

-- What a journal brings is trusted neither as the library's own Lua nor as a text of the program's, be it as long as that.
function TestCrossing:test_forged_sources()
  local w = open_forged()
  lu.assertNotNil(w)
  w:close()
  local sly = "local e = _ENV return { e = e }"
  local as_long = sly .. (" "):rep(#files.embedded "stdlib/match.lua" - #sly)
  for _, case in ipairs { { "sly", sly }, { "match", sly }, { "match", as_long } } do
    local opened, why = open_forged(table.unpack(case))
    lu.assertNil(opened)
    lu.assertStrContains(why, "`_ENV` can't be used in a script")
  end
end
