-- Pictures beside a game. The world finds them in the game's folder and makes drawings that name them by number; here they
-- are read and put into the drawings as data.
--
-- The bytes decide whether a file is a picture: PNG, JPEG or SVG, of limited size. An SVG is only ever shown as an image, in
-- which nothing runs and nothing is fetched.

local files = require "host.files"
local lists = require "shared.lists"
local picture = require "shared.picture"
local text = require "front.base.text"
local text_files = require "front.base.text_files"

local pictures = {}

local FINE = 12 -- times the size of an SVG's viewBox: librsvg draws one within another in points of its own size

-- The root tag of an SVG, told to fit a box of another shape by "meet" or "slice": Chromium reads that only there.
local function fitted(root, fit)
  local function take(name)
    local value = root:match("%s" .. name .. "=[\"']([^\"']*)")
    root = root:gsub("%s" .. name .. "=[\"'][^\"']*[\"']", "")
    return value
  end
  local box, width, height = take "viewBox", take "width", take "height"
  take "preserveAspectRatio"
  box = box or ("0 0 %s %s"):format(width and width:match "^[%d.]+" or 100, height and height:match "^[%d.]+" or 100)
  width, height = box:match "([%d.]+)[%s,]+([%d.]+)%s*$"
  return ('<svg preserveAspectRatio="xMidYMid %s" viewBox="%s" width="%g" height="%g"%s'):format(fit, box,
    FINE * (tonumber(width) or 100), FINE * (tonumber(height) or 100), root:sub(5))
end

--- A picture as an address that holds it, "data:image/png;base64,..."; or nil and a sentence.
function pictures.data(path, fit)
  local bytes, why = text_files.read(path, picture.MOST)
  if not bytes then return nil, why end
  local type, root, rest = picture.type(bytes)
  if root then bytes = fitted(root, fit) .. rest end
  if not type then return nil, path .. ": expected a picture, PNG, JPEG or SVG" end
  return ("data:image/%s;base64,%s"):format(type, text.base64(bytes))
end

local PLACE = '<image (transform="[^"]*") (width=[^>]-xMidYMid (%l+)") href="picture:(%d+)"/>'

--- Puts the pictures into drawings. In a document, which ends at a NUL, each picture stands once in each size, and other
--- places refer to it. paths: of the pictures, by number; one that can't be read is left out, and `mistakes` gets a sentence.
function pictures.put_in(drawings, paths, mistakes)
  local data = {}
  local function read(number, fit)
    local uri, why = data[fit .. number], nil
    if uri == nil then uri, why = pictures.data(paths[tonumber(number)] or "", fit) end
    if why and not lists.index(mistakes, why) then table.insert(mistakes, why) end
    data[fit .. number] = uri or false
    return uri
  end
  return (drawings:gsub("[^\0]+", function(document)
    local known = {}
    return (document:gsub(PLACE, function(transform, box, fit, number)
      local id, uri = ("picture%s-%s"):format(number, (box:gsub("%D+", "-") .. fit)), read(number, fit)
      local form = known[id] and '<use %s href="#%s"/>' or '<g %s><image id="%s" %s href="%s"/></g>'
      known[id] = true
      return uri and form:format(transform, id, box, uri) or ""
    end))
  end))
end

--- The pictures of a world's table as a journal keeps them, "KEY HASH" each.
function pictures.hashes(world)
  local list = lists.map(world:call_with_table("script.declared_decks", "pictures"), function(path, key)
    local bytes = text_files.read(path, picture.MOST)
    return bytes and key .. " " .. files.sha256(bytes)
  end)
  table.sort(list)
  return list
end

--- The keys of a session's pictures whose bytes have changed since it was begun or reloaded.
function pictures.changed(s)
  local now = lists.set(pictures.hashes(s.world))
  return lists.collect(s.epochs[s.at_epoch].pictures or {}, function(one)
    return not now[one] and one:match "^(.*) " or nil
  end)
end

return pictures
