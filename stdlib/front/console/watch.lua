-- Watches scripts that change on the disk while they are played: at the next prompt a line says so, once for each change,
-- and what `:reload` would do.
--
-- At every prompt the files are only asked for their size and time. When one of those is another than before, the texts
-- are compared with those that the table plays by; and only where they differ, the game is opened and played on a copy
-- of the table. While the scripts on the disk can't be played, a file that is not among them yet may mend that: then the
-- texts are looked at every time.

local screen = require "front.console.screen"
local english = require "shared.english"

local watch = {}

-- --- do the texts differ? ---

-- How the disk differs from what is played: { changed =, added =, gone = (lists of paths), texts = }, or nil.
local function look(c, watched)
  local found, texts, played = { changed = {}, added = {}, gone = {} }, {}, {}
  for _, source in ipairs(c.s.world:call("script.sources", "all")) do played[source.key] = source end
  for _, file in ipairs(watched) do
    local was, path, now = played[file.key], c.s.world:call("script.sources", "on_disk", file.key)
    -- A file of the library that isn't found may come from another folder: the table may have been begun with --stdlib.
    local elsewhere, list = not c.s.config.stdlib and file.key:sub(1, 7) == "stdlib/", nil
    if path and not was then list = found.added
    elseif path and now ~= was.text then list = found.changed
    elseif not path and was and not elsewhere then list = found.gone end
    if list then
      list[#list + 1] = (path or was.path):gsub("^=", "")
      texts[#texts + 1] = ("%s %s"):format(file.key, now or "")
    end
  end
  found.texts = table.concat(texts, "\n")
  return #texts > 0 and found or nil
end

-- --- saying so ---

-- "a.lua and b.lua changed"
local function add_files(parts, paths, one, many)
  if #paths > 0 then parts[#parts + 1] = ("%s %s"):format(english.list(paths), #paths > 1 and many or one) end
end

local function foretell(c, found)
  local parts = {}
  add_files(parts, found.changed, "changed", "changed")
  add_files(parts, found.added, "is new", "are new")
  add_files(parts, found.gone, "is gone", "are gone")
  local files, what, problem = table.concat(parts, ", "), require("front.session.reload").foretell(c.s)
  c.unplayable = not what
  if what then
    local them = #found.changed + #found.added + #found.gone > 1 and "them" or "it"
    return ("%s: type `:reload` to apply %s (%s)."):format(files, them,
      what ~= "" and what or "nothing changes in this game")
  end
  local first, more = problem:match "^[^\n]*", select(2, problem:gsub("\n[^\n]", ""))
  return ("%s, but the old version stays in use: %s%s"):format(files, first,
    more > 0 and (" (and %d more)"):format(more) or "")
end

local function look_again(c, watched)
  local found = look(c, watched)
  if not found then
    if c.warned then screen.good(c, "The script files match the scripts in use again.") end
    return watch.forget(c)
  end
  local line = foretell(c, found)
  if c.warned == found.texts .. line then return end
  c.warned = found.texts .. line
  if c.unplayable then screen.bad(c, line) else screen.good(c, line) end
end

--- To be called after a reload: forgets which changes were announced.
function watch.forget(c) c.warned, c.unplayable = nil, false end

--- Says that scripts have changed on the disk, if they have and it was not said yet.
function watch.look(c)
  local watched, before, away = c.s.world:call("script.sources", "watched"), c.signature, false
  -- All that a look would see: the files, and those that were looked for and aren't there.
  local parts = { tostring(c.s.world) }
  for _, file in ipairs(watched) do
    parts[#parts + 1] = file.key .. " " .. (file.stamp or "-")
    away = away or file.key:find "/game.lua$" and not file.stamp
  end
  c.signature = table.concat(parts, "\n")
  if not before and away then return end -- the game's folder is missing, as on another machine
  if c.signature ~= before or c.unplayable then look_again(c, watched) end
end

return watch
