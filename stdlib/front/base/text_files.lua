-- Files of text, read and written whole.

local files = require "host.files"
local status = require "front.base.status"

local text_files = {}

--- The text of a file of at most `most` bytes (nil: of any length); nil, a sentence, and why. Pipes and devices are
--- refused: reading one might never end.
function text_files.read(path, most)
  local stat = files.stat(path)
  if stat and stat.kind ~= "file" then
    local why = stat.kind == "folder" and "Is a directory" or "not a file"
    return nil, ("%s: %s"):format(path, why), why
  end
  local file, problem = io.open(path, "rb")
  if not file then return nil, problem, problem:gsub("^.*: ", "") end
  local text, why = file:read(most and most + 1 or "a")
  file:close()
  if not text and why then return nil, ("%s: %s"):format(path, why), why end
  if most and #(text or "") > most then return nil, ("%s: longer than %d KB"):format(path, most // 1024), "too long" end
  return text or ""
end

--- Writes a page, cleaned, to the file that `--output` names, else to standard output. What is wrong ends the command.
function text_files.write(page, path)
  if not path then return io.write(page, "\n") end
  local file, why = io.open(path, "w")
  if not file then status.refuse("%s", why) end
  local good = file:write(files.clean(page, "\n\t"), "\n")
  good = file:close() and good
  if not good then status.fail("%s: could not be written", path) end
end

return text_files
