-- Looks up a word in RULES.md, the page beside a game's script that says how the game is played.

local files = require "host.files"
local text_files = require "front.base.text_files"
local lists = require "shared.lists"
local markdown = require "shared.markdown"

local page = {}

local MOST = 3 -- passages on a word
local LONGEST = 1 << 16 -- bytes of a page that is read, as of any file of a game

--- The path of the page of a session's game, if it lies beside the script; else nil.
function page.path(s)
  local key = s.config.game:match("([^/+]+)/*%f[+%z]") .. "/game.lua"
  for _, file in ipairs(s.epochs[s.at_epoch].sources) do
    local path = file.key == key and file.path:gsub("[^/]*$", "RULES.md")
    if path and files.stat(path) then return path end
  end
end

-- Is it a heading in bold type: "A hand"?
local function is_label(node) return node.kind == "paragraph" and #node == 1 and node[1].kind == "strong" end

-- "On your turn you", where a list goes on with it.
local function opening(node, following)
  local goes_on = following and following.kind == "list" and node.kind == "paragraph" and not is_label(node)
  local text = goes_on and markdown.plain(node)
  return text and text:find "%w$" and text or nil
end

-- Adds the paragraphs, items and rows below a node, each as { text =, marked = the texts set off in it, headless = a row
-- without the heads of its columns }. Lines of a file are left out. lead: what an item goes on with that sets off nothing.
local function add_blocks(blocks, node, lead)
  local rows = node.kind == "paragraph" and markdown.rows(node)
  for i, row in ipairs(rows or {}) do
    local cells = lists.collect(row, function(cell, column) -- a number says of what
      return column > 1 and cell:find "^%d" and ("%s: %s"):format(rows[1][column], cell) or cell
    end)
    local text = ("%s: %s"):format(row[1], table.concat(cells, "; ", 2))
    if i > 1 then blocks[#blocks + 1] = { text = text, marked = { row[1] }, headless = table.concat(row, " ") } end
  end
  if node.kind == "paragraph" and not rows and not is_label(node) then
    local marked = lists.collect(node, function(part)
      return (part.kind == "strong" or part.kind == "emph") and markdown.plain(part) or nil
    end)
    local text = markdown.plain(node)
    if lead and #marked == 0 then text = ("%s %s."):format(lead, (text:gsub("[.,;] *o?r?$", ""))) end
    blocks[#blocks + 1] = { text = text, marked = marked }
  elseif node.kind ~= "paragraph" and node.kind ~= "heading" then
    for i, part in ipairs(node) do
      if not opening(part, node[i + 1]) then add_blocks(blocks, part, i > 1 and opening(node[i - 1], part) or lead) end
    end
  end
end

-- The forms of a word that may stand in a text: of a longer one also those with other endings.
local function pattern_of(word)
  local plain = word:lower():gsub("[_%s]+", " "):gsub("[^%w ]", "%%%0"):gsub(" ", "%%s+")
  return "%f[%w]" .. plain .. (#word > 3 and "%w*" or "s?") .. "%f[%W]"
end

local function is_in(text, pattern) return text:lower():find(pattern) ~= nil end

--- What the text of such a page says of a word before its rulings, in at most three plain lines: those in which the word is
--- emphasised or begins a row of a table, or else the first that have it; for "stocks" and "stocked" also "stock".
function page.passages(text, word)
  local blocks, marked, others, pattern = {}, {}, {}, pattern_of(word)
  for i, section in ipairs(markdown.sections(text)) do
    if section.title == "Rulings" then break end
    if i > 1 then add_blocks(blocks, section) end
  end
  for _, block in ipairs(blocks) do
    if is_in(block.headless or block.text, pattern) and not block.text:find("croupier ", 1, true) then
      local is_marked = not lists.all(block.marked, function(words) return not is_in(words, pattern) end)
      local list = is_marked and marked or others
      local said = block.text:gsub("[,;] *o?r?$", ""):gsub("([.!?]) [^.!?]*:$", "%1")
      if not said:find ":$" then list[#list + 1] = said end -- without what it announces it says nothing
    end
  end
  local list, stem = #marked > 0 and marked or others, word:match "^(%a%a%a%a-)e?[sd]$"
  if #list == 0 and stem then return page.passages(text, stem) end
  return { table.unpack(list, 1, math.min(MOST, #list)) }
end

--- What the page of a session's game says of a word, as above; no lines if there is no page.
function page.on(s, word)
  local path = page.path(s)
  local text = path and #word > 1 and text_files.read(path, LONGEST)
  return text and page.passages(text, word) or {}
end

return page
