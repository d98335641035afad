-- What a command that runs scripts gives up before it does: see host/front/l_wall.c. It may write to the folder of
-- journals and to what its command line names, and nowhere else.

local files = require "host.files"
local folder = require "folder"
local records = require "records"
local host = require "host.wall"

local wall = {}

-- The commands that run scripts from strangers, with the options that name what they write. The others either run none,
-- or, as `new`, `sheet` and `test`, are there to write.
local REPORTS = { "output", "csv", "jsonl", "save", "more" }
local WRITES = { play = { "journal", "campaign" }, resume = {}, replay = {}, verify = {}, sim = REPORTS,
  compare = REPORTS, sweep = REPORTS, study = REPORTS, tournament = REPORTS, merge = REPORTS, check = {}, show = {},
  cards = { "output" }, completion = {}, list = {}, run = {}, repl = {}, heats = {} }
local AT_TABLES = { play = true, resume = true, replay = true, verify = true, repl = true, heats = true }

-- A file is written by way of its folder, where it may have to be made first.
local function add(paths, path)
  local at = files.stat(path)
  paths[#paths + 1] = at and at.kind == "folder" and path or path:match "^(.*/)" or "."
end

--- The folders that the command may write to; nil when nothing is taken from it.
function wall.folders(command, given)
  local options, paths = WRITES[command.name], {}
  if not options then return nil end
  if AT_TABLES[command.name] then paths[1] = folder.state() end
  local path = command.name == "resume" and (given.rest[1] or folder.last())
  if path then -- a kept game is gone on with in its own file, and in that of its campaign
    local campaign = records.campaign(path)
    add(paths, path)
    if campaign then add(paths, campaign) end
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
