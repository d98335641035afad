-- Markdown, as RULES.md has it: read by libcmark, whose CommonMark knows no tables, so that they are found here; then
-- put in HTML, or in plain words. Whatever of it reaches a page goes through english.html: HTML in a text is shown as it
-- was typed, a link only leads to another site, and a picture is its description.
--
-- A node is { kind = "paragraph", ... } with those in it; a text is a string, the end of a line in a paragraph "\n".

local disk = require "host.disk"
local english = require "shared.english"
local lists = require "shared.lists"

local markdown = {}

local MOST = 1 << 18 -- bytes that are read
local BAR = "\u{e000}" -- stands for "\|" in a line that begins with a bar: it separates no cells

-- A document, whose parts keep their source.
local function read(text)
  text = english.cut(disk.clean(text, "\n\t"), MOST)
  local marked = ("\n" .. text):gsub("\n[ \t]*|[^\n]*", function(row) return row:gsub("\\|", BAR) end)
  local document, lines = disk.markdown(marked:sub(2)), lists.matches(text .. "\n", "(.-)\n")
  for i, node in ipairs(document) do
    local to = document[i + 1] and document[i + 1].line - 1 or #lines
    node.source = table.concat(lines, "\n", node.line, to):match "^(.*%S)" or ""
  end
  return document
end

-- The rows of a paragraph, as words or as HTML, whose lines begin with a bar, the second like "|---|---:|", and the cells
-- of that; nil for another.
local function rows_of(paragraph)
  local rows = lists.collect(lists.matches(paragraph .. "\n", "(.-)\n"), function(line)
    local cells = line:find "^|" and lists.matches(line, "|([^|]*)") or {}
    if #cells > 1 and not cells[#cells]:find "%S" then cells[#cells] = nil end
    return lists.collect(cells, function(cell) return ((cell:match "^%s*(.*%S)" or ""):gsub(BAR, "|")) end)
  end)
  local marks = table.remove(rows, 2) or {}
  local is_table = #marks > 0 and lists.all(marks, function(mark) return mark:find "^:?%-+:?$" end)
  return is_table and lists.all(rows, function(row) return #row > 0 end) and rows or nil, marks
end

-- --- in words ---

local function words(node)
  return type(node) == "string" and node or node.text or table.concat(lists.collect(node, words))
end

--- What a node says, in one line without its marks.
function markdown.plain(node) return (words(node):gsub("\n", " "):gsub(BAR, "|")) end

--- The rows of a paragraph that is a table, each a list of texts, first its heads; nil for another.
function markdown.rows(node) return (rows_of(words(node))) end

--- A document by its headings of the second level: { title =, source =, nodes }, first what stands before them.
function markdown.sections(text)
  local list = { { title = "", source = "" } }
  for _, node in ipairs(read(text)) do
    local last = list[#list]
    if node.kind == "heading" and node.level == 2 then list[#list + 1] = { title = markdown.plain(node), source = "" }
    else
      last[#last + 1] = node
      last.source = last.source .. (#last > 1 and "\n\n" or "") .. node.source
    end
  end
  return list
end

-- --- in HTML ---

local html = { block_quote = "<blockquote>\n%s</blockquote>\n", item = "<li>%s</li>\n", emph = "<em>%s</em>",
  strong = "<strong>%s</strong>", thematic_break = "<hr>\n", linebreak = "<br>\n" } -- or of a node and what is in it

function html.code(node) return ("<code>%s</code>"):format(english.html(node.text)) end
function html.code_block(node) return ("<pre>%s</pre>\n"):format(html.code(node):gsub(BAR, "\\|")) end
function html.html_inline(node) return node.text:find "^<!%-%-.*%-%->%s*$" and "" or english.html(node.text) end
function html.html_block(node) return ("<p>%s</p>\n"):format(html.html_inline(node)) end

function html.heading(node, inner)
  local level = math.max(2, node.level)
  return ("<h%d>%s</h%d>\n"):format(level, inner, level)
end

function html.list(node, inner)
  if not node.first then return ("<ul>\n%s</ul>\n"):format(inner) end
  return ("<ol%s>\n%s</ol>\n"):format(node.first == 1 and "" or (" start=\"%d\""):format(node.first), inner)
end

function html.link(node, inner)
  local url = node.url:lower():find "^https?://" and english.html(node.url):gsub("|", "%%7C")
  return url and ("<a href=\"%s\">%s</a>"):format(url, inner) or inner
end

function html.paragraph(_, inner, is_tight)
  local rows, marks = rows_of(inner)
  if not rows then return is_tight and inner or ("<p>%s</p>\n"):format(inner) end
  local lines = lists.collect(rows, function(row, n)
    return (n > 1 or table.concat(row) ~= "") and "<tr>" .. table.concat(lists.collect(row, function(cell, i)
      local tag = n == 1 and "th" or "td"
      return ("<%s%s>%s</%s>"):format(tag, (marks[i] or ""):find ":$" and " class=\"n\"" or "", cell, tag)
    end)) .. "</tr>\n" or ""
  end)
  return ("<table>\n%s</table>\n"):format(table.concat(lines))
end

-- The paragraphs of a list without blank lines are its items themselves.
local function html_of(node, is_tight)
  if type(node) == "string" then return english.html(node) end
  local inner = table.concat(lists.collect(node, function(part)
    return html_of(part, node.tight or is_tight and node.kind == "item")
  end))
  local form = html[node.kind] or "%s"
  return type(form) == "string" and form:format(inner) or form(node, inner, is_tight)
end

--- A text as HTML.
function markdown.html(text) return (html_of(read(text)):gsub(BAR, "|")) end

return markdown
