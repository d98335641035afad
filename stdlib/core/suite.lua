-- Running a LuaUnit suite: collects its tests, runs them, prints what failed.
--
-- LuaUnit's own output is replaced by one that says for each failure
-- "FILE:LINE: what", which editors can jump to.
--
-- What suites share is a module with a name of its own, testing.lua. A module
-- of the game it can't be: those have neither LuaUnit nor tables to order.

local words = require "core.words"
local testing = require "core.testing"
local load = require "core.load"

local suite = {}

local function is_test(name, value)
  local kind = type(value)
  return type(name) == "string" and name:match("^[Tt]est") ~= nil and (kind == "function" or kind == "table")
end

-- The tests in the environment, each a { "Class.method", class } or { "name", function }.
local function collect(env, only)
  local list = {}
  local function add(name, instance)
    if not only or name:find(only, 1, true) then list[#list + 1] = { name, instance } end
  end
  local names = {}
  for name, value in pairs(env) do if is_test(name, value) then names[#names + 1] = name end end
  table.sort(names)
  for _, name in ipairs(names) do
    if type(env[name]) == "function" then add(name, env[name])
    else
      for _, method in ipairs(words.keys(env[name])) do
        if is_test(method, env[name][method]) and type(env[name][method]) == "function" then
          add(name .. "." .. method, env[name])
        end
      end
    end
  end
  return list
end

-- A message that names no line of the suite gets the one its traceback has.
local function positioned(node, path)
  local message = tostring(node.msg)
  if message:find("^[^:\n]+:%d+:") then return message end
  local line = tostring(node.stackTrace):match(path:gsub("%W", "%%%0") .. ":(%d+):")
  return ("%s:%s: %s"):format(path, line or "?", message)
end

-- Where in the suite a failure showed, when the message names another file.
local function suite_line(node, path, message)
  if message:sub(1, #path) == path then return "" end
  local line = tostring(node.stackTrace):match(path:gsub("%W", "%%%0") .. ":(%d+):")
  return line and ("\n    called at %s:%s"):format(path, line) or ""
end

local function reporter(path, list_all)
  local Output = { __class__ = "Output" }
  Output.__index = Output
  function Output.new(runner) return setmetatable({ runner = runner, result = runner.result }, Output) end
  for _, name in ipairs { "startSuite", "startClass", "startTest", "updateStatus", "endClass", "endSuite" } do
    Output[name] = function() end
  end
  function Output.endTest(_, node)
    if node:isFailure() or node:isError() then
      local message = positioned(node, path)
      engine.line(("FAILED %s\n  %s%s"):format(node.testName, message, suite_line(node, path, message)))
    elseif node:isSkipped() then engine.line(("%s: skipped: %s: %s"):format(path, node.testName, node.msg or ""))
    elseif list_all then engine.line(("ok %s: %s (%.3f s)"):format(path, node.testName, node.duration)) end
  end
  return Output
end

-- What suites share, from GAME/testing.lua: it sees what they see. A test in it would never be run.
local function read_tools(env, name)
  local text, path = host.read(load.module_key(name))
  if not text then error(("require %q: %s"):format(name, path), 3) end
  local own = setmetatable({}, { __index = env })
  local chunk, problem = env.load(text, "@" .. path, "t", own)
  if not chunk then error(problem, 0) end
  local tools = chunk()
  local stray = collect(own)[1]
  if stray then error(("%s: %s is not run here: tests stand in test.lua and test_*.lua"):format(path, stray[1]), 0) end
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

--- Runs the function of a suite's file in its environment, then its tests: how many passed, how many failed.
function suite.run(luaunit, env, file, path, only, list_all)
  env.lu, env.croupier = luaunit, testing.for_tests()
  add_tools(env)
  file()
  local list = collect(env, only)
  if #list == 0 then
    if only then return 0, 0 end
    error(path .. ": no function in it begins with test", 0)
  end
  local runner = luaunit.LuaUnit.new()
  runner.outputType = reporter(path, list_all)
  runner:runSuiteByInstances(list, "-q")
  local result = runner.result
  return result.successCount, result.notSuccessCount
end

return suite
