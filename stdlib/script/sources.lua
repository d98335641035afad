-- Where scripts come from: the folders of games, the library, or a journal that holds the texts it was played with.
--
-- A key names a file: "high_tide/game.lua" of a game, "stdlib/tricks.lua" of the library. Every text that was read is kept,
-- so that a journal can hold what a table was played with.

local disk = require "host.disk"
local folders = require "shared.folders"
local lists = require "shared.lists"

local sources = {}

local list, by_key = {}, {} -- what was read: { key =, path = as a person should see it, text = }
local missing = {} -- keys that were looked for and not found
local pinned = false -- only what was given or read: nothing more is read from the disk
local asked = {} -- see sources.note_asked
local named -- of the game that was named by its path: { name =, folder = }

local function add(source)
  list[#list + 1], by_key[source.key] = source, source
  return source
end

-- Where a file may stand. A game that another one was made from may stand beside it.
local function places(key)
  local game, rest = key:match "^([^/]*)/(.*)$"
  if not game then return {} end
  if game == "stdlib" then return { host.stdlib and host.stdlib .. "/" .. rest } end
  if named and game == named.name then return { named.folder .. "/" .. rest } end
  local beside = { named and named.folder:match "^(.*)/" }
  return lists.map(lists.joined(beside, folders.path()), function(folder) return folder .. "/" .. key end)
end

local MISSING, LEADS_OUT = "there is no such file", "it is a link to a place outside the game's folder"

-- Is a file of a game, at that place, a link to somewhere outside of the game's folder?
local function leads_out(key, path)
  local rest = key:match "^[^/]*/(.*)$"
  local folder, real = disk.real(path:sub(1, -#rest - 2)), disk.real(path)
  return folder ~= nil and real ~= nil and real:sub(1, #folder + 1) ~= folder .. "/"
end

-- The file as the disk has it now: text, path; or nil, why, whether there is none. A file of the library within the
-- program is named "=KEY": reports then show the script's line and not the library's.
local function read_now(key)
  if key:find("..", 1, true) then return nil, MISSING, true end
  for _, path in ipairs(places(key)) do
    local text, why, none = disk.text(path)
    if text and not key:find "^stdlib/" and leads_out(key, path) then
      return nil, LEADS_OUT, false
    end
    if text then return text, path end
    if not none then return nil, why, false end
  end
  local text = key:find "^stdlib/" and disk.embedded(key)
  if text then return text, "=" .. key end
  return nil, MISSING, true
end

--- A table in which the folder of each file stands, as true, that is asked for from now on: games' names and "stdlib".
function sources.note_asked()
  asked = {}
  return asked
end

--- Somebody asks for the file, be it to read or to have what was read.
function sources.ask(key) asked[key:match "^[^/]*"] = true end

--- The text of a file and its path; or nil, a sentence and whether there is no such file. It is read once: later calls
--- give the same.
function sources.read(key)
  sources.ask(key)
  local source = by_key[key]
  if source then return source.text, source.path end
  local text, path, none = nil, MISSING, true
  if not pinned then text, path, none = read_now(key) end
  if text then
    add { key = key, path = path, text = text }
    return text, path
  end
  -- what the program keeps of the library for itself is in no journal, and nobody waits for it
  local own = pinned and key:find "^stdlib/"
  if none and not missing[key] and not own then missing[key], missing[#missing + 1] = true, key end
  return nil, key .. ": " .. path, none
end

--- Path and text of the file as it is on the disk now, whatever was read of it; or nothing.
function sources.on_disk(key)
  local text, path = read_now(key)
  if text then return path, text end
end

--- The path of a file that the disk has under that key, whatever it holds; or nil, a sentence and whether there is none.
--- at: where it is instead, for a file that belongs to no game.
function sources.find(key, at)
  if at then return disk.stamp(at) and at or nil, at .. ": " .. MISSING, true end
  for _, path in ipairs(key:find("..", 1, true) and {} or places(key)) do
    if disk.stamp(path) then return not leads_out(key, path) and path or nil, key .. ": " .. LEADS_OUT end
  end
  return nil, key .. ": " .. MISSING, true
end

--- The text of a file in stdlib/templates, which no journal holds.
function sources.template(name) return (select(2, sources.on_disk("stdlib/templates/" .. name))) end

--- Texts to play with as if they had been read, and whether nothing else may be.
function sources.give(given, only)
  for _, source in ipairs(given) do add(source) end
  pinned = only
end

--- From now on nothing is read from the disk.
function sources.pin() pinned = true end

--- All that was read, as sources.give takes it.
function sources.all() return list end

--- The script that holds a function: { key =, path =, text = }; of the program's own functions only a path.
function sources.of(fn)
  local path = host.getinfo(fn, "S").source:gsub("^@", "")
  for _, source in ipairs(list) do if source.path == path then return lists.copy(source, 1) end end
  return { path = path }
end

--- The paths of a game's files that were read.
function sources.paths(game)
  return lists.map(list, function(source) return source.key:match "^[^/]*" == game and source.path or nil end)
end

--- The files that were read, then those that were looked for and were not there: { key =, stamp = another when the file is
--- touched, nil when the disk has none }.
function sources.watched()
  return lists.map(lists.joined(lists.collect(list, "key"), missing), function(key)
    local stamp
    for _, path in ipairs(places(key)) do stamp = stamp or disk.stamp(path) end
    return { key = key, stamp = stamp }
  end)
end

--- The game's files are read from the disk again.
function sources.forget(game)
  list = lists.map(list, function(source)
    if source.key:match "^[^/]*" ~= game then return source end
    by_key[source.key] = nil
  end)
end

--- Of "path/or/name+variants" the game's name; a path makes its folder the game's. Or nil and a sentence.
function sources.game(word)
  local name, folder = folders.split(word)
  if not name then return nil, folder end
  if folder then named = { name = name, folder = folder } end
  host.named(name)
  return name
end

--- The folder of a game that was named by its path, or nil.
function sources.folder(game) return named and named.name == game and named.folder or nil end

--- The names of a game's variants; of its files with tests, less .lua.
function sources.variants(game) return folders.variants(game, sources.folder(game)) end
function sources.suites(game) return folders.suites(game, sources.folder(game)) end

return sources
