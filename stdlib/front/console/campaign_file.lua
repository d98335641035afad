-- Campaign files: lines of players whose fields carry over from game to game, as the game's `campaign` says.
-- stdlib/start/campaign.lua makes the new lines; here the file is read again when its game is over, and replaced.
--
-- Only the fields of those who played change in it: what somebody wrote elsewhere meanwhile stays. A field that is no
-- longer as it was when the game began is left alone, with a sentence. Rejected: locks, which would have to be held for as
-- long as a game is played.

local files = require "host.files"
local text_files = require "front.base.text_files"
local lists = require "shared.lists"

local campaign_file = {}

local FILE_MAX = 1024 * 1024

-- What was written, and the path, nil if nothing changed; or nil and a sentence. A file that isn't there is empty.
local function write(s, path)
  local former, _, why = "", nil, nil
  if files.stat(path) then former, _, why = text_files.read(path, FILE_MAX) end
  if not former then return nil, why end
  local done, text, told = pcall(s.world.call_with_table, s.world, "start.campaign", "keep", former,
    path:match "[^/]*$",
    lists.collect(s.config.players, function(player) return player.profile or "" end))
  if not done then return nil, text.text or text end
  if text then
    done, why = files.replace(path, text, path .. "~")
    if not done then return nil, why end
  end
  return told, text and path
end

--- After a finished game: writes the new lines into its campaign file, which is replaced as a whole with its mode, the
--- former one staying as FILE~, and says which they are. Does nothing without a file or while the game is not
--- over. False after a sentence: the file is as it was.
function campaign_file.save(s, terminal)
  local path = s.config.campaign
  if not path or s.state ~= "over" then return true end
  local told, kept = write(s, path)
  if not told then
    terminal:say(("%s: nothing was saved: %s"):format(path, kept))
    return false
  end
  for _, line in ipairs(told) do terminal:say(line) end
  if kept then terminal:put(("Saved in:\n  %s\n"):format(kept)) end -- a path is never broken
  return true
end

return campaign_file
