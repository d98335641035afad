-- What a command that runs scripts gives up before it does: see host/front/l_wall.c. It may write to the folder of
-- journals and to what its command line names, and nowhere else.

local files = require "host.files"
local folder = require "folder"
local journal = require "journal"
local host = require "host.wall"

local wall = {}

-- The commands that run scripts from strangers, with the options that name what they write. The others either run none,
-- or, as `new`, `sheet` and `test`, are there to write.
local REPORTS = { "output", "csv", "jsonl", "save" }
local WRITES = { play = { "journal", "campaign" }, resume = {}, replay = {}, verify = {}, sim = REPORTS,
  compare = REPORTS, sweep = REPORTS, study = REPORTS, tournament = REPORTS, merge = REPORTS, check = {}, show = {},
  list = {}, run = {}, repl = {} }
local AT_TABLES = { play = true, resume = true, replay = true, verify = true, repl = true }

-- A file is written by way of its folder, where it may have to be made first.
local function add(paths, path)
  local at = files.stat(path)
  paths[#paths + 1] = at and at.kind == "folder" and path or path:match "^(.*/)" or "."
end

-- The campaign file that a kept game writes to when it ends, or nil.
local function campaign_of(path)
  local kept = journal.read(path)
  for i = 1, kept and kept:count() or 0 do
    local text = kept:text(i) or "O"
    if text:sub(1, 2) == "C " then return text:sub(3) end
    if text == "O" then return nil end -- what was played follows
  end
end

-- A kept game is gone on with in its own file.
local function add_kept(paths, path)
  if not path then return end
  add(paths, path)
  local campaign = campaign_of(path)
  if campaign then add(paths, campaign) end
end

--- The folders that the command may write to; nil when nothing is taken from it.
function wall.folders(command, given)
  local options, paths = WRITES[command.name], {}
  if not options or given:value "write" then return nil end
  if AT_TABLES[command.name] then
    paths[1] = folder.state()
    if command.name == "resume" then add_kept(paths, given.rest[1] or folder.last()) end
  end
  if command.name == "list" then paths[1] = folder.cache() end
  for _, name in ipairs(options) do
    if given:value(name) then add(paths, given:value(name)) end
  end
  return paths
end

--- Raises it, for ever.
function wall.raise(command, given)
  local paths = wall.folders(command, given)
  return paths and host.raise(paths)
end

return wall
