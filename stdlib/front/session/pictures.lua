-- Pictures beside a game: what a drawing of the world's names by number is read here, and put in as data.
--
-- A picture is what its bytes say: PNG, JPEG or SVG, of limited size, in the game's own folder or one below it, with no
-- link that leads out. An SVG is only ever shown as an image, in which nothing runs and nothing is fetched.

local files = require "host.files"
local folders = require "shared.folders"
local lists = require "shared.lists"
local text = require "front.base.text"
local text_files = require "front.base.text_files"

local pictures = {}

local MOST = 4 << 20 -- bytes of a picture

-- What a picture is, by its bytes.
local function type_of(bytes)
  if bytes:find "^\x89PNG\r\n\x1a\n" then return "image/png" end
  if bytes:find "^\xff\xd8\xff" then return "image/jpeg" end
  local start = bytes:sub(1, 4096):gsub("^\xef\xbb\xbf", ""):gsub("<!%-%-.-%-%->", ""):gsub("<[?!].->", "")
  if start:find "^%s*<svg[%s>]" and utf8.len(bytes) then return "image/svg+xml" end
end

-- Where a game's files are: its own folder where a path names it, else that of its name, or one beside it.
local function folder_of(game, word)
  local name, folder = folders.split(word)
  if folder and name == game then return folder end
  local beside = folder and folder:match "^(.*)/" and folder:match "^(.*)/" .. "/" .. game
  if beside and files.stat(beside) then return beside end
  local _, where = folders.games()
  return where[game] and where[game] .. "/" .. game
end

--- A picture of a game's, by its key "reef/art/fox.png": its bytes, its type and its path; or nil and a sentence. word:
--- what names the game on the command line.
function pictures.read(key, word)
  local game, rest = key:match "^([^/]+)/(.+)$"
  local folder = game and not rest:find("..", 1, true) and folder_of(game, word)
  if not folder then return nil, ("there is no picture %s"):format(key) end
  local path = folder .. "/" .. rest
  local real, root = files.real(path), files.real(folder)
  if real and real:sub(1, #root + 1) ~= root .. "/" then
    return nil, path .. ": it is a link to a place outside the game's folder"
  end
  local bytes, why = text_files.read(path, MOST)
  if not bytes then return nil, why end
  local type = type_of(bytes)
  if not type then return nil, path .. ": expected a picture, PNG, JPEG or SVG" end
  return bytes, type, path
end

--- A drawing, or a page of them, with its pictures put in. keys: of the pictures, by number; complain: hears a sentence of
--- each that can't be read, which is left out.
function pictures.put_in(drawing, keys, word, complain)
  local data = lists.collect(keys, function(key)
    local bytes, type = pictures.read(key, word)
    if not bytes then complain(type) end
    return bytes and ("data:%s;base64,%s"):format(type, text.base64(bytes)) or ""
  end)
  return (drawing:gsub('<image[^>]- href="picture:(%d+)"/>', function(number)
    local uri = data[tonumber(number)]
    return uri == "" and "" or nil
  end):gsub('href="picture:(%d+)"', function(number) return ('href="%s"'):format(data[tonumber(number)] or "") end))
end

return pictures
