-- The games there are, as `list` shows them. To read a thousand scripts takes half a second: what was read is saved as
-- $XDG_CACHE_HOME/croupier/games, and a game is read again when one of its files or folders is another than then.
--
--   croupier games 1 VERSION FOLDERS
--   a line for each game, with tabs between: COLUMNS, the variants, then path and stamp of each file and folder
--   end SHA-256 of all before
--
-- A file that is broken, or of another program or other folders, counts as empty.

local disk = require "host.disk"
local files = require "host.files"
local folders = require "shared.folders"
local scripts = require "front.session.scripts"
local text = require "front.base.text"
local text_files = require "front.base.text_files"
local user_folders = require "front.base.user_folders"
local lists = require "shared.lists"

local game_list = {}

local function head()
  return ("croupier games 1 %s %s %s\n"):format(select(2, files.version()), disk.stamp(disk.program()),
    table.concat(folders.path(), ":"))
end

local COLUMNS = { "name", "title", "one_line", "low", "high", "player", "players", "gm", "others", "variant_count" }

local function line_of(row)
  row.low, row.high, row.variant_count = row.seats[1], row.seats[2], #row.variants
  local fields = lists.collect(COLUMNS, function(column) return row[column] end)
  table.move(row.variants, 1, #row.variants, #fields + 1, fields)
  for path, seen in pairs(row.stamps) do fields[#fields + 1] = path fields[#fields + 1] = seen end
  return table.concat(lists.collect(fields, text.escape), "\t") .. "\n"
end

local function row_of(line)
  local fields, row = {}, { variants = {}, stamps = {} }
  for field in (line .. "\t"):gmatch "(.-)\t" do fields[#fields + 1] = text.unescape(field) end
  for i, column in ipairs(COLUMNS) do row[column] = fields[i] end
  row.seats, row.gm, row.others = { tonumber(row.low), tonumber(row.high) }, row.gm == "true", row.others == "true"
  local first, last = #COLUMNS + 1, #COLUMNS + row.variant_count
  table.move(fields, first, last, 1, row.variants)
  for i = last + 1, #fields, 2 do row.stamps[fields[i]] = fields[i + 1] end
  return row
end

-- The rows that were saved, by name.
local function saved(path)
  local rows = {}
  local body, sum = (path and text_files.read(path) or ""):match "^(.*)end (%x+)\n$"
  local first = head()
  if not body or body:sub(1, #first) ~= first or files.sha256(body) ~= sum then return rows end
  for line in body:sub(#first + 1):gmatch "(.-)\n" do rows[line:match "^[^\t]*"] = row_of(line) end
  return rows
end

-- By name the folders of games and of what stands beside them: a game's files may lie in several.
local function all_folders()
  local all = {}
  for _, where in ipairs(folders.path()) do
    for _, name in ipairs(disk.list(where) or {}) do
      all[name] = all[name] or {}
      table.insert(all[name], where .. "/" .. name)
    end
  end
  return all
end

local function is_fresh(row, own)
  for path, seen in pairs(row.stamps) do if disk.stamp(path) ~= seen then return false end end
  return lists.all(own, function(path) return row.stamps[path] end)
end

-- Of the files that a game was read from, and of the folders in which more of it may come to stand.
local function add_stamps(row, own)
  row.stamps = {}
  for _, path in ipairs(row.files) do row.stamps[path] = disk.stamp(path) end
  for _, path in ipairs(own) do
    row.stamps[path] = disk.stamp(path)
    row.stamps[path .. "/house"] = disk.stamp(path .. "/house")
  end
end

local SPENT = "MB of memory" -- said of a game that used up what a world has

-- A game as a world reads it, and that world, if it can read others; nil: a new one. What many games have used up is no
-- fault of the last: it is read again in a world of its own, and what is wrong then is its own.
local function read(name, world, stdlib)
  local used = world ~= nil
  world = world or scripts.bare { stdlib = stdlib }
  local done, row = pcall(world.call, world, "script.listing", "entry", name)
  if done and not (row.problem or ""):find(SPENT, 1, true) then return row, world end
  world:close()
  if used then return read(name, nil, stdlib) end
  return done and row or { name = name, problem = type(row) == "table" and row.text or tostring(row) }
end

--- Calls each(row) for every game, by name: name, title, one_line, seats { low, high }, player (the word), players ("2 to 6
--- players"), gm, variants; or name and problem. `stdlib`: the library to read them with, or nil.
function game_list.each(stdlib, each)
  local path = not stdlib and user_folders.cache() or nil
  path = path and path .. "/games"
  local names, old, rows, world = folders.games(), saved(path), {}, nil
  local own, fresh, known, changed = all_folders(), 0, #lists.keys(old), false
  for _, name in ipairs(names) do
    if old[name] and not is_fresh(old[name], own[name]) then old[name] = nil end
    fresh = fresh + (old[name] and 1 or 0)
  end
  local all_fresh = fresh == #names and fresh == known
  for i, name in ipairs(names) do
    local row = old[name]
    if not row or row.others and not all_fresh then
      row, world = read(name, world, stdlib)
      changed = true
      if not row.problem then add_stamps(row, own[name]) end
    end
    rows[i] = row
    each(row)
  end
  if path and changed then
    local lines = lists.collect(rows, function(row) return not row.problem and line_of(row) or nil end)
    local body = head() .. table.concat(lines)
    files.replace(path, ("%send %s\n"):format(body, files.sha256(body))) -- where that fails, all is read again
  end
  return #names
end

return game_list
