-- Pictures beside a game: those that a drawing of the world's names by number are read here, and put in as data.
--
-- A picture is what its bytes say: PNG, JPEG or SVG, of limited size. The world has found it in the game's folder. An SVG is
-- only ever shown as an image, in which nothing runs and nothing is fetched.

local files = require "host.files"
local lists = require "shared.lists"
local text = require "front.base.text"
local text_files = require "front.base.text_files"

local pictures = {}

local MOST = 4 << 20 -- bytes of a picture

-- The root's tag of an SVG that fits a box of another shape as "meet" or "slice" says: Chromium wants to be told there.
local function fitted(root, fit)
  root = root:gsub("%spreserveAspectRatio=[\"'][^\"']*[\"']", "")
  local width, height = root:match "%swidth=[\"']([%d.]+)", root:match "%sheight=[\"']([%d.]+)"
  local box = not root:find "%sviewBox=" and width and height and (' viewBox="0 0 %s %s"'):format(width, height) or ""
  return ('<svg preserveAspectRatio="xMidYMid %s"%s%s'):format(fit, box, root:sub(5))
end

--- A picture as an address that holds it, "data:image/png;base64,..."; or nil and a sentence.
function pictures.data(path, fit)
  local bytes, why = text_files.read(path, MOST)
  if not bytes then return nil, why end
  local type = bytes:find "^\x89PNG\r\n\x1a\n" and "png" or bytes:find "^\xff\xd8\xff" and "jpeg"
  local root, rest = bytes:gsub("^\xef\xbb\xbf", ""):gsub("<!%-%-.-%-%->", ""):gsub("<[?!][^>]*>", "")
    :match "^%s*(<svg%f[%s>][^>]*)(>.*)$"
  if not type and root then type, bytes = "svg+xml", fitted(root, fit) .. rest end
  if not type then return nil, path .. ": expected a picture, PNG, JPEG or SVG" end
  return ("data:image/%s;base64,%s"):format(type, text.base64(bytes))
end

--- Drawings with their pictures put in. paths: of the pictures, by number; one that can't be read is left out, with a
--- sentence added to `mistakes`.
function pictures.put_in(drawings, paths, mistakes)
  local data = {}
  return (drawings:gsub('<image [^>]-xMidYMid (%l+)" href="picture:(%d+)"/>', function(fit, number)
    local path = paths[tonumber(number)]
    if path and data[fit .. path] == nil then
      local uri, why = pictures.data(path, fit)
      data[fit .. path] = uri or false
      if not uri then table.insert(mistakes, why) end
    end
    return not (path and data[fit .. path]) and "" or nil
  end):gsub('xMidYMid (%l+)" href="picture:(%d+)"', function(fit, number)
    return ('xMidYMid %s" href="%s"'):format(fit, data[fit .. paths[tonumber(number)]])
  end))
end

--- The pictures of a world's table, by their keys, as a journal keeps them: { [key] = hash }.
function pictures.hashes(world)
  local hashes = {}
  for key, path in lists.each(world:call_with_table("script.declared_decks", "pictures")) do
    local bytes = text_files.read(path, MOST)
    hashes[key] = bytes and files.sha256(bytes)
  end
  return hashes
end

--- The keys of a session's pictures that are no longer what they were when it was begun or reloaded.
function pictures.changed(s)
  local now = pictures.hashes(s.world)
  local changed = lists.map(s.epochs[s.at_epoch].pictures or {}, function(hash, key)
    return now[key] ~= hash and key or nil
  end)
  table.sort(changed)
  return changed
end

return pictures
