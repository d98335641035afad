-- What suites share: `local tools = dofile "tests/tools.lua"`. Those of the front have no LuaUnit by this way: they
-- take what is for files.

local tools = {}

-- --- files ---

--- Writes a text to a file; the folder that it stands in is made where it is missing.
function tools.write(path, text)
  local file = io.open(path, "wb")
  if not file then
    os.execute(("mkdir -p '%s'"):format(path:match "^(.*)/"))
    file = assert(io.open(path, "wb"))
  end
  file:write(text)
  file:close()
end

--- The text of a file; an error where there is none.
function tools.read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

--- Is there such a file or folder?
function tools.exists(path)
  local file = io.open(path)
  return file ~= nil and file:close()
end

--- The path of a new folder, with these in it.
function tools.folder(...)
  local path = os.tmpname()
  os.remove(path)
  for _, name in ipairs { "", ... } do assert(os.execute(("mkdir -p '%s/%s'"):format(path, name))) end
  return path
end

--- Removes a file or a folder with all in it.
function tools.remove(path) os.execute(("rm -rf '%s'"):format(path)) end

--- Calls fn with the path of a new folder, which is gone when that ends, well or not.
function tools.in_folder(fn)
  local path = tools.folder()
  local good, why = pcall(fn, path)
  tools.remove(path)
  if not good then error(why, 0) end
end

-- --- tables ---

--- A table of a game of this text, in a folder of that name that is gone again: as croupier.open.
function tools.open(text, options, name)
  local folder = tools.folder()
  local path = folder .. "/" .. (name or "game")
  tools.write(path .. "/game.lua", text)
  local good, g, problem = pcall(croupier.open, path, options)
  tools.remove(folder)
  if not good then error(g, 0) end
  return g, problem
end

--- What opens tables of a game with these options where no others are given.
function tools.opener(game, usual)
  return function(options)
    local all = {}
    for name, value in pairs(usual or {}) do all[name] = value end
    for name, value in pairs(options or {}) do all[name] = value end
    return croupier.open(game, all)
  end
end

--- A table of one of tests/fixtures/games: as croupier.open.
function tools.game(name, options) return croupier.open("tests/fixtures/games/" .. name, options) end

--- What was said at a table, a line each.
function tools.said(g)
  local texts = {}
  for _, event in ipairs(g:events()) do if event.kind == "say" then texts[#texts + 1] = event.text end end
  return table.concat(texts, "\n")
end

-- --- the program ---

--- The folder of Makefile, where the games are and the tests run.
tools.top = io.popen("pwd"):read "l"

--- The program's path, from any folder.
function tools.program()
  local path = croupier.program
  return path:sub(1, 1) == "/" and path or tools.top .. "/" .. path
end

--- Runs lines of a shell: the exit status of the last, and output and errors together. A machine of an array runs the
--- tests too, and doesn't say so to the program.
function tools.shell(lines)
  local file = assert(io.popen(("exec 2>&1\nunset SLURM_ARRAY_TASK_ID\n%s\necho \"status $?\""):format(lines)))
  local text = file:read "a"
  file:close()
  local output, status = text:match "^(.-)status (%d+)\n$"
  return tonumber(status), output
end

local function command(words, typed, before)
  local line = ("%s %s %s"):format(before or "", tools.program(), words)
  if not typed then return line .. " </dev/null" end
  return ("printf %%s '%s' | %s"):format(typed:gsub("'", "'\\''"), line)
end

local function check(words, wanted, parts, got, output)
  lu.assertEquals(got, wanted, words .. "\n" .. output)
  for _, part in ipairs(parts) do lu.assertStrContains(output, part) end
  return output
end

--- Runs the program with these words, `typed` at its keyboard or nobody there, and what stands before it on the line: as
--- tools.shell.
function tools.run(words, typed, before) return tools.shell(command(words, typed, before)) end

--- What the program says to these words; it ends with this status and says each of these parts.
function tools.says(words, status, ...) return check(words, status, { ... }, tools.run(words)) end

--- To these words the program says one sentence, on one line: the command line is wrong.
function tools.refuses(words, sentence) lu.assertEquals(tools.says(words, 2), "croupier: " .. sentence .. "\n") end

--- All but the rate, which is the last line.
function tools.figures(output) return (output:gsub("[^\n]*questions a second[^\n]*\n$", "")) end

-- A folder where the program runs as somebody's who has nothing else: what it keeps stays there.
local Place = {}
Place.__index = Place

--- A place in a new folder, `folder`, with these folders in it.
function tools.place(...) return setmetatable({ folder = tools.folder(...) }, Place) end

function Place:write(name, text) tools.write(self.folder .. "/" .. name, text) end
function Place:read(name) return tools.read(self.folder .. "/" .. name) end
function Place:exists(name) return tools.exists(self.folder .. "/" .. name) end
function Place:remove() tools.remove(self.folder) end

--- As tools.shell, tools.run, tools.says and tools.refuses, in the folder.
function Place:shell(lines)
  local own = "unset CROUPIER_PATH\nexport XDG_STATE_HOME=$PWD/state XDG_DATA_HOME=$PWD/data\n"
  return tools.shell(("cd '%s'\n"):format(self.folder) .. own .. lines)
end

function Place:run(words, typed, before) return self:shell(command(words, typed, before)) end

--- Gives the folder to somebody who isn't root, for what root may write anywhere: what begins a command line of theirs.
function Place:other_user()
  if select(2, self:shell "id -u") ~= "0\n" then return "" end
  self:shell "chown -R 65534:65534 ."
  return "setpriv --reuid=65534 --regid=65534 --clear-groups"
end

function Place:says(words, status, ...) return check(words, status, { ... }, self:run(words)) end
function Place:refuses(words, sentence) lu.assertEquals(self:says(words, 2), "croupier: " .. sentence .. "\n") end

return tools
