-- Files of text, read and written whole.

local files = require "host.files"
local lists = require "shared.lists"
local status = require "front.base.status"
local tty = require "host.tty"

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

local NO_PAGES = lists.set "pdf png svg jpg jpeg"

--- Ends the command where a page of a game is of no use: HTML in a terminal, or a page in a file that is called a PDF or a
--- picture. `more` is what else the command can do instead.
function text_files.check_page(path, game, is_html, more)
  local stem, ending = (path or ""):match "^(.+)%.(%a+)$"
  if ending and NO_PAGES[ending:lower()] then
    status.refuse("-o %s: expected -o %s.html, a page that a browser can print or save as PDF%s", path, stem,
      more or "")
  elseif is_html and not path and tty.is_terminal(1) then
    status.refuse("a page of HTML is for a browser, not for a terminal: add `-o %s.html`, and open that file",
      game:match "([%w_]+)/*%f[+\0]" or "page")
  end
end

--- Of a folder that may not exist yet, the nearest one above it that does, or the first of the path.
function text_files.above(path)
  while not files.stat(path) and path:find "[^/]/+[^/]" do path = path:match "^(.-[^/]*)/+[^/]*/*$" end
  return path
end

-- Makes the folders of a file that don't exist yet, and adds them to `made`: true; or nil, why and the error's number.
local function make_folders(path, made)
  for folder in path:gmatch("()/") do
    local above = path:sub(1, folder - 1)
    if above ~= "" and not files.stat(above) then
      local done, why, number = files.mkdir(above)
      if not done then return nil, why, number end
      made[#made + 1] = above
    end
  end
  return true
end

--- Makes the files of a list, { path =, text = } each, below a folder: all, or none of those that are new. `write` is
--- files.create, which refuses where there is one, or files.replace. Returns true; or nil, the path that could not be
--- made, why, and the error's number.
function text_files.make(folder, list, write)
  local made = {}
  for _, file in ipairs(list) do
    local path = folder .. "/" .. file.path
    local is_new = not files.stat(path)
    local done, why, number = make_folders(path, made)
    local text = path:find "%.lua$" and files.clean(file.text, "\n\t") or file.text -- a sheet stays as it was
    if done then done, why, number = write(path, text) end
    if not done then
      for i = #made, 1, -1 do os.remove(made[i]) end
      return nil, path, why, number
    end
    if is_new then made[#made + 1] = path end
  end
  return true
end

return text_files
