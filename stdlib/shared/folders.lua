-- Where games are looked for by name. The front reads this too.

local disk = require "host.disk"
local lists = require "shared.lists"

--- A game is a folder: game.lua and, if you like, RULES.md, bots.lua, test.lua (more tests in test_*.lua), modules of
--- its own and house/NAME.lua for each variant.
---
--- Games are looked for by name in the folders of $CROUPIER_PATH (separated by colons), in ./games, in the user's data
--- folder ($XDG_DATA_HOME/croupier/games, or ~/.local/share/croupier/games) and beside the program; the first that has
--- the game counts. A path with a slash names a game's folder, and a game that it is made from may be beside it.
--- `croupier new game NAME` writes one to start from.
---@topic Around the game: files, games, folder
---@example return game { title = "Nothing yet", order = { "over" }, over = function(t) t:finish() end }
---@see title, house, tests

local folders = {}

local path

--- The folders, in the order in which they are looked through.
function folders.path()
  if path then return path end
  path = {}
  local function add(base, below)
    if base and base ~= "" then path[#path + 1] = base .. below end
  end
  for folder in (disk.getenv "CROUPIER_PATH" or ""):gmatch "[^:]+" do add(folder, "") end
  add("games", "")
  local data = disk.getenv "XDG_DATA_HOME"
  add(data or disk.getenv "HOME", data and "/croupier/games" or "/.local/share/croupier/games")
  local above = disk.program():match "^(.*)/[^/]*$"
  for _ = 1, 2 do -- build/, or a folder of build/
    above = above and above:match "^(.*)/[^/]*$"
    add(above, "/games")
    add(above, "/share/croupier/games")
    if above and (disk.list(path[#path - 1]) or disk.list(path[#path])) then break end
  end
  return path
end

-- The names in these folders, less `ending`, for which fits(name, folder) is true: each once, sorted, and where it is.
local function collect(list, ending, fits)
  local names, where = {}, {}
  for _, folder in ipairs(list) do
    for _, name in ipairs(disk.list(folder) or {}) do
      local short = name:sub(1, -1 - #ending)
      if name:sub(1, 1) ~= "." and not where[short] and fits(name, folder) then
        names[#names + 1], where[short] = short, folder
      end
    end
  end
  table.sort(names)
  return names, where
end

--- The names of all games, sorted; and by name the folder that the game's stands in.
function folders.games()
  return collect(folders.path(), "", function(name, folder) return disk.stamp(folder .. "/" .. name .. "/game.lua") end)
end

-- The scripts whose names fit a pattern, less .lua, of a game that may have a folder of its own.
local function scripts(game, folder, below, pattern)
  local places = lists.map(folders.path(), function(one) return one .. "/" .. game .. below end)
  if folder then places = { folder .. below } end
  return (collect(places, ".lua", function(name) return name:find(pattern) end))
end

--- The names, sorted and less .lua, of a game's variants; game and folder are as folders.split gives them.
function folders.variants(game, folder) return scripts(game, folder, "/house", "^.+%.lua$") end

--- Likewise of its scripts that `require` may name.
function folders.modules(game, folder) return scripts(game, folder, "", "^[%w_]+%.lua$") end

--- Likewise of its files with tests: test.lua, test_*.lua.
function folders.suites(game, folder) return scripts(game, folder, "", "^test%f[_.][^.]*%.lua$") end

--- Of "path/or/name+variants" the game's name, and the folder that is its own where a path names it; or nil and a
--- sentence.
function folders.split(word)
  local game, folder = word:match "^[^+]*", nil
  if game:find "/" then
    folder = (game:match "^(.+)/game%.lua$" or game):match "^(.-)/*$"
    if folder == "" then folder = "/" end
    game = folder:match "[^/]*$"
  end
  if #game > 63 or folder and #folder > 1000 then return nil, "the name of the game is too long" end
  return game, folder
end

return folders
