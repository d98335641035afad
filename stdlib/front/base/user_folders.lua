-- The user's own folders for Croupier, of mode 0700, where the XDG base directory specification puts them.

local files = require "host.files"

local user_folders = {}

--- The program's folder below that of an XDG variable, or else below HOME (`below_home`): its path, or nil. A relative one
--- is passed over, as XDG's base directory specification asks.
function user_folders.xdg(name, below_home)
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
function user_folders.state()
  local path = user_folders.xdg("XDG_STATE_HOME", "/.local/state")
  if not path then return nil, "nowhere to save journals: HOME is not set" end
  local made, why = make(path)
  return made, why and ("%s: can't create the folder for journals: %s"):format(path, why)
end

--- Likewise the folder for what can be worked out again: $XDG_CACHE_HOME/croupier, by default ~/.cache/croupier.
function user_folders.cache()
  local path = user_folders.xdg("XDG_CACHE_HOME", "/.cache")
  return path and make(path)
end

return user_folders
