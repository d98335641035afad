-- Where journals live, how they are named, which was the last.
--
-- The folder is $XDG_STATE_HOME/croupier, by default ~/.local/state/croupier, of mode 0700. A journal is
-- GAME-YYYYMMDD-HHMMSS.journal by local time, with -2, -3 ... before the dot for more in one second. Its name is taken by
-- journal.create alone, which never replaces a file. The list is sorted by the time of writing and not by the name, for
-- the table last played is wanted and a resumed one keeps its old name.
--
-- Rejected: an index file or a link "last": one more thing that can be wrong, where reading a folder costs microseconds.

local files = require "host.files"
local journal = require "front.session.journal"
local user_folders = require "front.base.user_folders"
local lists = require "shared.lists"

local folder = {}

local SAME_SECOND = 1000 -- journals of one game in one second

--- A new journal in the folder under the first free name for a game and a time (seconds; nil: now); nil and a sentence.
function folder.new(path, game, when)
  local name = game:sub(1, 100):gsub("[^%w_+]", "_")
  local stem = ("%s/%s-%s"):format(path, name == "" and "_" or name, os.date("%Y%m%d-%H%M%S", when))
  local made, why, there
  for nth = 1, SAME_SECOND do
    made, why, there = journal.create(stem .. (nth > 1 and "-" .. nth or "") .. ".journal")
    if made or not there then break end
  end
  return made, why
end

--- All journals of a folder, the last written first: { { path =, name =, seconds =, nanoseconds = }, ... }; nil and a
--- sentence when it can't be read. A folder that isn't there has none.
function folder.list(path)
  local names, why = files.list(path)
  if not names then
    if not files.stat(path) then return {} end
    return nil, ("%s: can't be read: %s"):format(path, why)
  end
  local list = lists.collect(names, function(name)
    local stat = name:find("^[^.].*%.journal$") and files.stat(path .. "/" .. name)
    if not stat or stat.kind ~= "file" then return nil end
    stat.path, stat.name = path .. "/" .. name, name
    return stat
  end)
  table.sort(list, lists.by("-seconds", "-nanoseconds", "-name"))
  return list
end

--- The path of the journal last written, or nil and a sentence.
function folder.last()
  local path, why = user_folders.state()
  local list
  if path then list, why = folder.list(path) end
  if not list then return nil, why end
  if #list == 0 then return nil, "no table has been saved yet: `croupier play GAME` starts one" end
  return list[1].path
end

return folder
