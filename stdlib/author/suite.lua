-- Running a LuaUnit suite in a world. It gets what scripts have, and besides io, os, debug, pcall, LuaUnit as `lu` and
-- the library `croupier`.
--
-- What suites share is a module with a name of its own, testing.lua. A module
-- of the game it can't be: those have neither LuaUnit nor tables to order.

local testing = require "author.testing"
local load = require "script.load"
local script = require "author.script"
local unit = require "author.unit"
local sources = require "script.sources"
local lists = require "shared.lists"

local suite = {}

local PLAIN = { -- what a suite has as Lua comes with it, in place of what scripts have
  "os", "debug", "math", "coroutine", "load", "collectgarbage", "rawequal",
}

-- Lua's own io, but that what is written to the terminal is cleaned.
local function cleaned(io)
  local own = lists.copy(io, 1)
  own.stdout, own.stderr, own.output = nil, nil, nil
  function own.write(...) engine.write(table.concat { ... }) end
  return own
end

-- What suites share, from GAME/testing.lua: it sees what they see. A test in it would never be run.
local function read_tools(env, name)
  local text, path = sources.read(load.module_key(name))
  if not text then error(("require %q: %s"):format(name, path), 3) end
  local own = setmetatable({}, { __index = env })
  local chunk, problem = env.load(text, "@" .. path, "t", own)
  if not chunk then error(problem, 0) end
  local tools = chunk()
  local stray = unit.collect(own)[1]
  if stray then error(("%s: %s is not run here: tests belong in test.lua and test_*.lua"):format(path, stray[1]), 0) end
  return tools == nil and true or tools
end

-- In a suite `require "GAME.testing"` reads tools for tests; other names are modules of games, as games have them.
local function add_tools(env)
  local require_module, tools = env.require, {}
  function env.require(name)
    if type(name) ~= "string" or not name:match("^[%w_]+%.testing$") then return require_module(name) end
    if tools[name] == false then error(("require: %s requires itself"):format(name), 2) end
    if tools[name] == nil then
      tools[name] = false
      tools[name] = read_tools(env, name)
    end
    return tools[name]
  end
end

--- Runs the suite of a file's text: how many tests passed, how many failed. `settings` as unit.run takes them, but for
--- say; `program`, the path of this one; and `folder`, where os.tmpname names files, or nil for the system's.
function suite.run(luaunit, text, settings)
  local plain, scripts = engine.plain()
  local env = lists.copy(scripts, 1) -- a script's environment, which a suite may write globals into
  for _, name in ipairs(PLAIN) do env[name] = plain[name] end
  if settings.folder then
    local count = 0
    env.os = lists.copy(plain.os, 1)
    function env.os.tmpname()
      count = count + 1
      return ("%s/%d"):format(settings.folder, count)
    end
  end
  env._G, env.io, env.print = env, cleaned(plain.io), script.print
  local file, problem = plain.load(text, "@" .. settings.path, "t", env)
  if not file then error(problem, 0) end
  env.lu, env.croupier = unit.luaunit(plain, luaunit), testing.for_tests(settings.program)
  add_tools(env)
  function env.dofile(path) return assert(plain.loadfile(path, "t", env))() end -- it sees what the suite sees
  function settings.say(line) engine.write(line .. "\n") end
  return unit.run(env.lu, env, file, settings)
end

return suite
