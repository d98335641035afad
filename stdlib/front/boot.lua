-- What the program runs first: `require` finds what C preloads and what is embedded, or in the folder of --stdlib, and
-- nothing else.

-- The folder that the words of a command line name by --stdlib; nil for none.
local function folder_in(words)
  for i, word in ipairs(words) do
    if word == "--" then return nil end
    if word == "--stdlib" then return words[i + 1] end
    local folder = word:match "^%-%-stdlib=(.*)$"
    if folder then return folder end
  end
end

--- Sets `require` up for modules of the front, and those it shares with worlds ("world.X" and "ranking"), which
--- embedded(key) gives as functions. With the words of a command line, runs what they say: its status.
return function(embedded, words)
  local folder = folder_in(words or {})
  package.searchers = { package.searchers[1], function(name)
    local path = ((name:find "^world%." or name == "ranking") and "" or "front/") .. name:gsub("%.", "/") .. ".lua"
    local file = folder and io.open(folder .. "/" .. path)
    if not file then return embedded("stdlib/" .. path) or "\n\tno module stdlib/" .. path end
    file:close()
    local module, problem = loadfile(folder .. "/" .. path, "t")
    return module or error(problem, 0)
  end }
  return words and require "main"(words)
end
