-- RULES.md beside a game's script, which says how it is played, and what it says of a word.

local files = require "host.files"
local text_files = require "front.base.text_files"

local page = {}

local MOST = 3 -- passages on a word
local LONGEST = 1 << 20 -- bytes of a page that is read

--- The path of the page of a session's game, if it lies beside the script; else nil.
function page.path(s)
  local key = s.config.game:match("([^/+]+)/*%f[+%z]") .. "/game.lua"
  for _, file in ipairs(s.epochs[s.at_epoch].sources) do
    local path = file.key == key and file.path:gsub("[^/]*$", "RULES.md")
    if path and files.stat(path) then return path end
  end
end

-- Adds the paragraphs, items and rows of a section, each as one line; the heads of tables are left out,
-- and lines of a file ("    Anna: wits 3").
local function add_blocks(blocks, section)
  local open = false
  for line in (section .. "\n"):gmatch "(.-)\n" do
    local item = line:match "^%s*%d+%. +(.*)$" or line:match "^%s*[-*] +(.*)$"
    local cells = line:match "^%s*|%s*(.-)%s*|%s*$"
    if cells and cells:find "^:?%-%-" then blocks[#blocks], open = nil, false
    elseif cells then
      blocks[#blocks + 1], open = "**" .. cells:gsub("%s*|%s*", "**: ", 1):gsub("%s*|%s*", "; "), false
    elseif not line:find "%S" or line:find "^    .*: " then open = false
    elseif item or not open then blocks[#blocks + 1], open = item or line, true
    else blocks[#blocks] = blocks[#blocks] .. " " .. line:match "^%s*(.*)$" end
  end
end

-- The word as it may stand in a text: a longer one also with other endings.
local function pattern_of(word)
  local plain = word:lower():gsub("[_%s]+", " "):gsub("[^%w ]", "%%%0"):gsub(" ", "%%s+")
  return "%f[%w]" .. plain .. (#word > 3 and "%w*" or "s?") .. "%f[%W]"
end

local function is_marked(block, pattern)
  for marked in block:gmatch "%*+([^%*]+)%*+" do
    if marked:lower():find(pattern) then return true end
  end
end

--- What the text of such a page says of a word before its rulings, in plain lines, at most three: where the word is set
--- off or is what a row is about; where it never is, the first that have it; of "stocks" and "stocked" also "stock".
function page.passages(text, word)
  local blocks, marked, others, pattern = {}, {}, {}, pattern_of(word)
  local before = ("\n" .. text):gsub("\n## Rulings.*$", "")
  for section in (before:gsub("\n## [^\n]*", "\1") .. "\1"):gmatch "%f[^\1](.-)\1" do add_blocks(blocks, section) end
  for _, block in ipairs(blocks) do
    if block:lower():find(pattern) and not block:find("croupier ", 1, true) then
      local list = is_marked(block, pattern) and marked or others
      list[#list + 1] = block:gsub("%*+([^%*]+)%*+", "%1"):gsub("`", ""):gsub("[,;] *o?r?$", "")
        :gsub("([.!?]) [^.!?]*:$", "%1")
    end
  end
  local list, stem = #marked > 0 and marked or others, word:match "^(%a%a%a%a-)e?[sd]$"
  if #list == 0 and stem then return page.passages(text, stem) end
  return { table.unpack(list, 1, math.min(MOST, #list)) }
end

--- What the page of a session's game says of a word: see above; nothing where there is none.
function page.on(s, word)
  local path = page.path(s)
  local text = path and #word > 1 and text_files.read(path, LONGEST)
  return text and page.passages(text, word) or {}
end

return page
