-- croupier stubs: what an editor needs to know of scripts.

local options = require "options"

return {
  name = "stubs",
  summary = "what an editor needs to complete scripts",
  usage = [[
DIR [options]

Writes DIR/.croupier (declarations for the Lua language server, with what
the games found declare), DIR/.luarc.json and DIR/.luacheckrc. DIR is the
folder you open in the editor. Files that are not from here are left.]],
  words = { 1, 1 },
  options = { options.stdlib },
}
