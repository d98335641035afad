-- What the program runs first: `require` finds what C preloads and what is embedded, or in the folder of --stdlib, and
-- nothing else.

-- What is printed goes out by one door, which cleans it; what needs colours, and standard error, by terminal.lua.
local function shut_others()
  local clean, out = require("host.disk").clean, io.stdout
  local function write(...) return out:write(clean(table.concat { ... }, "\n\t")) end
  io.write, io.stdout, io.stderr, io.output = write, nil, nil, nil -- luacheck: ignore 122
  function print(...) -- luacheck: ignore 121
    local texts = { ... }
    for i = 1, select("#", ...) do texts[i] = tostring(texts[i]) end
    write(table.concat(texts, "\t"), "\n")
  end
end

-- The folder that the words of a command line name by --stdlib; nil for none.
local function folder_in(words)
  for i, word in ipairs(words) do
    if word == "--" then return nil end
    if word == "--stdlib" then return words[i + 1] end
    local folder = word:match "^%-%-stdlib=(.*)$"
    if folder then return folder end
  end
end

--- Sets `require` up: "front.base.text" is stdlib/front/base/text.lua, which embedded(key) gives as a function. With the
--- words of a command line, runs what they say: its status.
return function(embedded, words)
  local folder = folder_in(words or {})
  package.searchers = { package.searchers[1], function(name)
    local path = folder and package.searchpath(name, folder .. "/?.lua")
    if path then
      local module, problem = loadfile(path, "t")
      return module or error(problem, 0)
    end
    return embedded("stdlib/" .. name:gsub("%.", "/") .. ".lua") or "\n\tno module " .. name
  end }
  shut_others()
  return words and require "front.main"(words)
end
