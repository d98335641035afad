-- Suites of LuaUnit tests: finding their files and running them.
--
-- Each has a world of its own, so that one which runs out of memory or leaves something behind takes no other with it.
-- The program's own tests of the front run in its state: they get what front modules have.

local files = require "host.files"
local scripts = require "front.session.scripts"
local status = require "front.base.status"
local text_files = require "front.base.text_files"
local wall = require "front.base.wall"
local lists = require "shared.lists"

local suites = {}

local MEMORY_MB = 1024
local MOST_FOLDERS = 1000 -- that are begun in one second

-- --- finding ---

local function add_suites(list, folder, depth)
  for _, name in ipairs(files.list(folder) or {}) do
    local path = folder .. "/" .. name
    local found = name:sub(1, 1) ~= "." and files.stat(path)
    local is_suite = name == "test.lua" or name:find("^test_.+%.lua$")
    if found and found.kind == "file" and is_suite then list[#list + 1] = path end
    if found and found.kind == "folder" and depth > 0 then add_suites(list, path, depth - 1) end
  end
end

-- A file, a folder with suites somewhere in it, or a game.
local function add_named(list, word)
  local path = files.stat(word) and word or scripts.folder(word)
  if not path then status.refuse("%s: no such file, folder or game", word) end
  if files.stat(path).kind ~= "folder" then list[#list + 1] = path return end
  local before = #list
  add_suites(list, path:match("^(.-)/*$") == "" and "/" or path:match("^(.-)/*$"), 4)
  if #list == before then status.refuse("%s: has neither test.lua nor test_*.lua", path) end
end

--- The files of the suites that words name: those in the folders of tests and of all games where there are none.
function suites.find(named)
  local list = {}
  for _, word in ipairs(named) do add_named(list, word) end
  if #named > 0 then return list end
  add_suites(list, "tests", 1)
  add_suites(list, "games", 1)
  if #list == 0 then status.refuse "no tests found: neither tests nor games has any" end
  return list
end

-- --- running ---

local LARGEST = 1024 * 1024 -- bytes of a suite

local function read(path) return status.or_fail(text_files.read(path, LARGEST)) end

local function luaunit() return files.embedded "luaunit.lua" or error "LuaUnit was missing when croupier was built" end

-- --- whom to trust ---

-- Is it one of the tests of the program's own source, above whose folder it was built?
local function is_own(path)
  local real, above = files.real(path), files.program():match "^(.*)/"
  while real and above and above ~= "" do
    if real:sub(1, #above + 7) == above .. "/tests/" then return true end
    above = above:match "^(.*)/"
  end
  return false
end

-- A folder for what suites write, and the wall that lets them write there and nowhere else, for ever; nil: none can be
-- made, and nothing can be written.
local function shut_in()
  local above, path = require("front.base.user_folders").cache(), nil
  above = above and above .. "/tests"
  if above and files.mkdir(above, 448) then -- 0700
    for n = 1, MOST_FOLDERS do
      path = ("%s/%d-%d"):format(above, os.time(), n)
      if not files.stat(path) and files.mkdir(path, 448) then break end
    end
  end
  wall.close { above }
  return path
end

local function remove(path)
  for _, name in ipairs(path and files.list(path) or {}) do remove(path .. "/" .. name) end
  if path then os.remove(path) end
end

local function in_world(path, settings)
  local world = status.or_fail_about(path,
    require("host.world").open { stdlib = settings.stdlib, memory_mb = MEMORY_MB })
  local done, passed, failed = pcall(world.call, world, "author.suite", "run", luaunit(), read(path),
    { path = path, only = settings.only, list = settings.list, program = files.program(), folder = settings.folder })
  world:close()
  if not done then error(passed, 0) end
  return passed, failed
end

local function in_front(path, settings)
  local unit = require "author.unit"
  local env = setmetatable({ lu = unit.luaunit(_G, luaunit()) }, { __index = _G })
  return unit.run(env.lu, env, status.or_fail(load(read(path), "@" .. path, "t", env)),
    { path = path, only = settings.only, list = settings.list, say = function(line) io.write(line, "\n") end })
end

--- Runs the suites of some files: how many tests passed, how many failed. What failed is printed as "FILE:LINE: what";
--- a file that can't be run is one failure. `settings`: only (a part of tests' names, or nil), list (name those that
--- pass too), front (in the front's state), trusted (behind no wall), stdlib (a folder instead of the embedded library, or nil).
function suites.run(paths, settings)
  local passed, failed, shut = 0, 0, false
  local function is_trusted(path) return settings.trusted or settings.front or is_own(path) end
  local own = lists.collect(paths, function(path) return is_trusted(path) and path or nil end)
  local others = lists.collect(paths, function(path) return not lists.index(own, path) and path or nil end)
  for i, path in ipairs(lists.joined(own, others)) do
    if i > #own and not shut then shut, settings.folder = true, shut_in() end
    local done, good, bad = pcall(settings.front and in_front or in_world, path, settings)
    if done then
      passed, failed = passed + good, failed + bad
    else
      io.write(type(good) == "table" and good.text or tostring(good), "\n")
      failed = failed + 1
    end
    io.flush()
  end
  remove(settings.folder)
  return passed, failed
end

return suites
