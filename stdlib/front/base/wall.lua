-- The rights that a command gives up before it runs scripts: see host/front/l_wall.c. Each command says what it writes
-- (commands.lua) and may write nowhere else; one that says nothing may write nowhere.

local files = require "host.files"
local host = require "host.wall"
local user_folders = require "front.base.user_folders"
local lists = require "shared.lists"

local wall = {}

--- The options of reports that name what is written.
wall.reports = { "output", "csv", "jsonl", "save", "more" }

local FOLDERS = { journals = user_folders.state, cache = user_folders.cache }

-- A file is written by way of its folder, where it may have to be made first.
local function folder_of(path)
  local at = files.stat(path)
  return at and at.kind == "folder" and path or path:match "^(.*/)" or "."
end

--- The folders that the command may write to; nil where it raises a wall itself.
function wall.folders(command, given)
  local writes = command.writes or {}
  if type(writes) == "function" then
    local paths = writes(given)
    return paths and lists.collect(paths, folder_of)
  end
  return lists.collect(writes, function(name)
    local path
    if FOLDERS[name] then path = FOLDERS[name]() else path = given:value(name) end
    return path and folder_of(path)
  end)
end

--- Raises a wall around a list of folders, for ever: is there one?
wall.close = host.raise

--- Raises the wall that the command needs, for ever: is there one?
function wall.raise(command, given)
  local paths = wall.folders(command, given)
  return paths and host.raise(paths)
end

return wall
