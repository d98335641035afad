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
local words = require "shared.words"

local folder = {}

local SAME_SECOND = 1000 -- journals of one game in one second

--- The program's folder below that of an XDG variable, or else below HOME (`below_home`): its path, or nil. A relative one
--- is passed over, as XDG's base directory specification asks.
function folder.xdg(name, below_home)
  local base, home = os.getenv(name), os.getenv "HOME"
  if base and base:sub(1, 1) == "/" then return base .. "/croupier" end
  return home and home:sub(1, 1) == "/" and home .. below_home .. "/croupier" or nil
end

-- Makes a folder with those above it where they aren't there.
local function make(path)
  local why
  for at in path:gmatch("()/", 2) do why = select(2, files.mkdir(path:sub(1, at - 1), 448)) or why end
  local made, last = files.mkdir(path, 448) -- 0700
  local there = made and files.stat(path)
  if there and there.kind == "folder" then return path end
  return nil, why or last or "Not a directory"
end

--- The folder's path; it is made when it isn't there. nil and a sentence when it can't be.
function folder.state()
  local path = folder.xdg("XDG_STATE_HOME", "/.local/state")
  if not path then return nil, "nowhere to save journals: HOME is not set" end
  local made, why = make(path)
  return made, why and ("%s: can't create the folder for journals: %s"):format(path, why)
end

--- Likewise the folder for what can be worked out again: $XDG_CACHE_HOME/croupier, by default ~/.cache/croupier.
function folder.cache()
  local path = folder.xdg("XDG_CACHE_HOME", "/.cache")
  return path and make(path)
end

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
  local list = words.collect(names, function(name)
    local stat = name:find("^[^.].*%.journal$") and files.stat(path .. "/" .. name)
    if not stat or stat.kind ~= "file" then return nil end
    stat.path, stat.name = path .. "/" .. name, name
    return stat
  end)
  table.sort(list, words.by("-seconds", "-nanoseconds", "-name"))
  return list
end

--- The path of the journal last written, or nil and a sentence.
function folder.last()
  local path, why = folder.state()
  local list
  if path then list, why = folder.list(path) end
  if not list then return nil, why end
  if #list == 0 then return nil, "no table has been saved yet: `croupier play GAME` starts one" end
  return list[1].path
end

return folder
