-- croupier stubs: what an editor needs to know of scripts.
--
-- Only files that say that they were made here are replaced; any other is left, and named.

local files = require "host.files"
local help_pages = require "front.help.help_pages"
local options = require "front.base.options"
local scripts = require "front.session.scripts"
local status = require "front.base.status"
local text_files = require "front.base.text_files"

local stubs = {
  summary = "write what an editor needs to complete scripts",
  usage = [[
DIR [options]

Writes DIR/.croupier (declarations for the Lua language server, including
those of the games found), DIR/.luarc.json and DIR/.luacheckrc. DIR is the
folder you open in the editor: one game's, to complete only its rules, or
one above several; there `---@param t t.GAME` above a function says which
game's. Files that croupier did not write are left alone.]],
  arguments = { 1, 1 },
  options = { options.stdlib },
  writes = function(given) return { given.rest[1] } end,
}

local MADE_BY = "-- made by croupier stubs\n"

-- Is there a file that was not made here?
local function is_foreign(path)
  local text = not files.stat(path) and "" or text_files.read(path)
  return text ~= "" and not (text and text:sub(1, 256):find 'made by"?:? "?croupier stubs')
end

-- The embedded declarations: "--== NAME", then a file's text.
local function declarations(add)
  local text, at = files.embedded "croupier.d.lua" or "", 1
  while at do
    local name, from = text:match("^%-%-== ([^\n]*)\n()", at)
    local next_one = name and text:find("\n--== ", from, true)
    if name then add(".croupier/" .. name, MADE_BY .. text:sub(from, next_one or -1)) end
    at = next_one and next_one + 1
  end
end

local function make_folder(path)
  local made, why = files.mkdir(path)
  if not made then status.refuse("%s: %s", path, why) end
end

function stubs.run(given)
  local folder, written, left = given.rest[1], 0, 0
  local world = scripts.bare { stdlib = given:value("stdlib") }
  local function add(name, text)
    local path = folder .. "/" .. name
    if is_foreign(path) then
      status.complain(path .. " was not written by croupier: left as it is")
      left = left + 1
    else
      local done, why = files.replace(path, files.clean(text, "\n\t"))
      if not done then status.refuse("%s: %s", path, why) end
      written = written + 1
    end
  end
  make_folder(folder)
  make_folder(folder .. "/.croupier")
  declarations(add)
  add(".croupier/shapes.d.lua",
    MADE_BY .. world:call("author.stubs", "shapes", help_pages.sentences "A game's declaration"))
  local own = files.stat(folder .. "/game.lua") and scripts.name(world, folder:find("/", 1, true) and folder
    or files.real(folder))
  add(".croupier/games.d.lua", MADE_BY .. world:call("author.stubs", "games", own or nil))
  add(".luarc.json", world:call("script.sources", "template", "luarc.json.in"))
  add(".luacheckrc", world:call("author.stubs", "luacheck"))
  io.write(("%d files written in %s: open that folder in an editor with the Lua language server.\n"):format(written,
    folder))
  return left > 0 and status.failed or status.done
end

return stubs
