-- LuaUnit as the program runs it: collects the tests of a suite, runs them, and says what failed.
--
-- LuaUnit's own output is replaced by one that says for each failure "FILE:LINE: what", which editors can jump to.
-- This module requires nothing: it serves suites in worlds and, for the program's own tests, in the front.

local unit = {}

local function test_names(list)
  local names = {}
  for name, value in pairs(list) do
    local may_be = type(value) == "function" or type(value) == "table"
    if may_be and type(name) == "string" and name:match("^[Tt]est") then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

--- The tests in an environment, each a { "Class.method", class } or { "name", function }; with `only` those whose name
--- contains it.
function unit.collect(env, only)
  local list = {}
  local function add(name, instance)
    if not only or name:find(only, 1, true) then list[#list + 1] = { name, instance } end
  end
  for _, name in ipairs(test_names(env)) do
    if type(env[name]) == "function" then add(name, env[name])
    else
      for _, method in ipairs(test_names(env[name])) do
        if type(env[name][method]) == "function" then add(name .. "." .. method, env[name]) end
      end
    end
  end
  return list
end

-- What failed. A message that names no line gets the one of the suite that its traceback has; to one that names another
-- file's is added where in the suite it was called.
local function failure(node, path)
  local message, line = tostring(node.msg), tostring(node.stackTrace):match(path:gsub("%W", "%%%0") .. ":(%d+):")
  if not message:find("^[^:\n]+:%d+:") then return ("%s:%s: %s"):format(path, line or "?", message) end
  if message:sub(1, #path) == path or not line then return message end
  return ("%s\n    called at %s:%s"):format(message, path, line)
end

local function reporter(path, say, list_all)
  local Output = { __class__ = "Output" }
  Output.__index = Output
  function Output.new(runner) return setmetatable({ runner = runner, result = runner.result }, Output) end
  for _, name in ipairs { "startSuite", "startClass", "startTest", "updateStatus", "endClass", "endSuite" } do
    Output[name] = function() end
  end
  function Output.endTest(_, node)
    if node:isFailure() or node:isError() then
      say(("FAILED %s\n  %s"):format(node.testName, failure(node, path)))
    elseif node:isSkipped() then say(("%s: skipped: %s: %s"):format(path, node.testName, node.msg or ""))
    elseif list_all then say(("ok %s: %s (%.3f s)"):format(path, node.testName, node.duration)) end
  end
  return Output
end

-- LuaUnit searches a message by patterns whose steps grow with the square of its length.
local LONGEST = 2000

local function shortened(message)
  if type(message) ~= "string" or #message <= LONGEST then return message end
  return message:sub(1, utf8.offset(message, 0, LONGEST) - 1) .. " ..."
end

--- LuaUnit from its text, with libraries of its own: plain Lua's.
function unit.luaunit(plain, text)
  local env = {}
  for name, value in pairs(plain) do env[name] = value end
  env._G = env
  function env.getmetatable(value) -- LuaUnit looks into those of what it gets: only tables
    local meta = plain.getmetatable(value)
    return type(meta) == "table" and meta or nil
  end
  function env.require(name) return env[name] end
  local luaunit = assert(plain.load(text, "@luaunit.lua", "t", env))()
  local adjust = luaunit.adjust_err_msg_with_iter
  function luaunit.adjust_err_msg_with_iter(message, iteration) return adjust(shortened(message), iteration) end
  return luaunit
end

--- Runs a suite's function, then the tests that it put into its environment: how many passed, how many failed.
--- `settings`: path, only (a part of tests' names, or nil), list (say too what passed), say(line).
function unit.run(luaunit, env, file, settings)
  file()
  local list = unit.collect(env, settings.only)
  if #list == 0 then
    if settings.only then return 0, 0 end
    error(settings.path .. ": it has no function whose name begins with test", 0)
  end
  local runner = luaunit.LuaUnit.new()
  runner.outputType = reporter(settings.path, settings.say, settings.list)
  runner:runSuiteByInstances(list, "-q")
  return runner.result.successCount, runner.result.notSuccessCount
end

return unit
