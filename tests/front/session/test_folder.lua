-- Where journals live: names, order, the table last written.
-- luacheck: globals os.getenv

local files = require "host.files"
local disk = require "host.disk"
local folder = require "front.session.folder"
local journal = require "front.session.journal"
local user_folders = require "front.base.user_folders"

local WHEN = 1700000000 -- 2023-11-14 22:13:20 UTC

TestFolder = {}

function TestFolder:setUp()
  self.base = os.tmpname()
  os.remove(self.base)
  lu.assertTrue(files.mkdir(self.base, 448))
  self.before = os.getenv
end

function TestFolder:tearDown()
  os.getenv = self.before
  os.execute(("rm -r '%s'"):format(self.base))
end

function TestFolder:with(environment)
  os.getenv = function(name) return environment[name] end
end

local function mode_of(path)
  local pipe = io.popen(("stat -c %%a '%s'"):format(path))
  local mode = pipe:read "l"
  pipe:close()
  return mode
end

function TestFolder:testIsMadePrivate()
  self:with { HOME = self.base }
  for _ = 1, 2 do
    lu.assertEquals(user_folders.state(), self.base .. "/.local/state/croupier")
  end
  lu.assertEquals(mode_of(self.base .. "/.local/state/croupier"), "700")
  lu.assertEquals(mode_of(self.base .. "/.local"), "700")
end

function TestFolder:testFollowsXdg()
  self:with { HOME = self.base, XDG_STATE_HOME = self.base .. "/x/y" }
  lu.assertEquals(user_folders.state(), self.base .. "/x/y/croupier")
  self:with { HOME = self.base, XDG_STATE_HOME = "relative" }
  lu.assertEquals(user_folders.state(), self.base .. "/.local/state/croupier")
end

function TestFolder:testSaysWhyNot()
  self:with { XDG_STATE_HOME = "/dev/null/here" }
  local path, why = user_folders.state()
  lu.assertNil(path)
  lu.assertStrContains(why, "can't create the folder for journals: Not a dir")
  self:with {}
  path, why = user_folders.state()
  lu.assertNil(path)
  lu.assertEquals(why, "nowhere to save journals: HOME is not set")
end

function TestFolder:named(game)
  local made, why = folder.new(self.base, game, WHEN)
  lu.assertNotNil(made, why)
  local path = made:path()
  made:close()
  return path:sub(#self.base + 2)
end

function TestFolder:testNames()
  local stamp = os.date("-%Y%m%d-%H%M%S", WHEN)
  lu.assertEquals(self:named "high_tide", "high_tide" .. stamp .. ".journal")
  lu.assertEquals(self:named "high_tide", "high_tide" .. stamp .. "-2.journal")
  lu.assertEquals(self:named "high_tide", "high_tide" .. stamp .. "-3.journal")
  lu.assertEquals(self:named "a+b", "a+b" .. stamp .. ".journal")
  lu.assertEquals(self:named "../x y", "___x_y" .. stamp .. ".journal")
  lu.assertEquals(self:named "", "_" .. stamp .. ".journal")
  local made, why = folder.new("/no/such", "x", WHEN)
  lu.assertNil(made)
  lu.assertStrContains(why, "can't be created")
end

function TestFolder:add(name, seconds)
  local path = self.base .. "/" .. name
  local made = journal.create(path)
  made:append "a"
  made:close()
  os.execute(("touch -d @%d '%s'"):format(seconds, path))
end

function TestFolder:testTheLastWrittenComesFirst()
  self:add("b-20230101-000000.journal", 400)
  self:add("z-20250101-000000.journal", 100)
  self:add("c-20230101-000000.journal", 300)
  self:add("y-20240101-000000.journal", 300)
  files.create(self.base .. "/notes.txt", "")
  files.mkdir(self.base .. "/folder.journal", 448)
  local names = {}
  for i, entry in ipairs(folder.list(self.base)) do names[i] = entry.name:sub(1, 1) end
  lu.assertEquals(table.concat(names), "bycz")
end

function TestFolder:testLastOfNone()
  self:with { HOME = self.base }
  local path, why = folder.last()
  lu.assertNil(path)
  lu.assertStrContains(why, "no table has been saved yet")
  lu.assertEquals(folder.list "/no/such/folder", {})
  local list, problem = folder.list "/dev/null"
  lu.assertNil(list)
  lu.assertStrContains(problem, "/dev/null: can't be read")
end

-- What a file of a script may be; whether there is none is told apart.
function TestFolder:test_the_text_of_a_script()
  local path = self.base .. "/a.lua"
  local function holds(size)
    local file = assert(io.open(path, "wb"))
    file:write(("x"):rep(size))
    file:close()
  end
  holds(65536)
  lu.assertEquals(#disk.text(path), 65536)
  holds(65537)
  lu.assertEquals({ disk.text(path) }, { nil, "it is longer than 64 KB: split it into modules", false })
  holds(0)
  lu.assertEquals(disk.text(path), "")
  lu.assertEquals({ disk.text(self.base) }, { nil, "it is not an ordinary file", false })
  lu.assertEquals({ disk.text(self.base .. "/b.lua") }, { nil, "No such file or directory", true })
  lu.assertEquals({ disk.text(path .. "/b.lua") }, { nil, "Not a directory", true })
  lu.assertNil(disk.stamp(self.base .. "/b.lua"))
  lu.assertEquals(disk.stamp(path), disk.stamp(path))
end
