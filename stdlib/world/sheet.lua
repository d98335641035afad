-- A page for the table: what is played and how, the order, the rules in force,
-- what a simulation found and the rulings, as Markdown or HTML. A page is a list of
-- blocks first, so that both forms hold the same.

local words = require "world.words"
local rules = require "world.rules"
local open = require "world.open"
local show = require "world.show"

local sheet = {}

-- --- blocks ---

local function heading(page, text) page[#page + 1] = { "heading", text } end
local function text(page, line) page[#page + 1] = { "text", line } end

-- heads and rows of texts; the columns named in `right` hold numbers.
local function grid(page, heads, rows, right)
  if #rows > 0 then page[#page + 1] = { "table", heads, rows, right or 0 } end
end

local function spoken(name) return (name:gsub("_", " ")) end

-- --- what is played ---

local function title_of(spec)
  local titles = {}
  for i, variant in ipairs(spec.variants or {}) do titles[i] = variant.title or spoken(variant.name) end
  if #titles == 0 then return spec.title end
  if #titles == 1 and titles[1]:sub(1, #spec.title) == spec.title then return titles[1] end
  return spec.title .. ": " .. words.list(titles)
end

local function add_head(page, spec, credit)
  page.title = title_of(spec)
  if spec.one_line ~= "" then text(page, spec.one_line:gsub("^%l", string.upper) .. ".") end
  for _, variant in ipairs(spec.variants or {}) do
    if variant.one_line then text(page, ("**%s**: %s."):format(variant.title or variant.name, variant.one_line)) end
  end
  text(page, "For " .. words.seats(spec) .. (spec.gm and " and a game master." or "."))
  if credit ~= "" then text(page, credit) end
end

local function changed(spec, rule)
  if spec.own_layer[rule.origin] then return "" end
  local before = rule.value ~= rule.default and ("; %s before"):format(rules.show(rule.default, rule)) or ""
  return (" (*%s%s*)"):format(rule.origin == "--set" and "set for this table" or spoken(rule.origin), before)
end

local function add_rules(page, spec, list, title)
  local rows = {}
  for _, name in ipairs(words.keys(list)) do
    local rule = list[name]
    if rule.kind ~= "table" and rule.kind ~= "rows" and not rule.secret then
      local mark = spec.own_layer[rule.origin] and "" or "**"
      local value = mark .. rules.show(rule.value, rule) .. mark
      rows[#rows + 1] = { spoken(name), value, rule.meaning .. changed(spec, rule) }
    end
  end
  if #rows == 0 then return end
  heading(page, title)
  grid(page, { "rule", "value", "meaning" }, rows)
end

-- --- tables among the rules: scores and the like ---

local function is_plain(value) return type(value) ~= "table" end

local function cells_of(value, columns)
  if is_plain(value) then return { rules.show(value) } end
  local cells = {}
  for i, key in ipairs(columns) do cells[i] = value[key] == nil and "" or rules.show(value[key]) end
  return cells
end

-- The keys of the tables in a table, in one order; nil when it holds plain values.
local function columns_of(value)
  local all, any = {}, false
  for _, key in ipairs(words.keys(value)) do
    if not is_plain(value[key]) then
      any = true
      for _, inner in ipairs(words.keys(value[key])) do all[inner] = true end
    end
  end
  return any and words.keys(all) or nil
end

local function numbers_only(rows)
  for _, row in ipairs(rows) do
    for i = 2, #row do if row[i] ~= "" and not tonumber(row[i]) then return false end end
  end
  return true
end

-- Rows under the names of their columns.
local function add_rows(page, rule)
  local heads, rows = {}, {}
  for i, column in ipairs(rule.columns) do heads[i] = spoken(column.name) end
  for i, row in ipairs(rule.value) do
    rows[i] = {}
    for k, column in ipairs(rule.columns) do rows[i][k] = rules.show(row[column.name]) end
  end
  grid(page, heads, rows, numbers_only(rows) and #heads - 1 or 0)
end

local function add_table(page, rule, spec)
  text(page, ("**%s**: %s%s"):format(spoken(rule.name), rule.meaning, changed(spec, rule)))
  if rule.kind == "rows" then return add_rows(page, rule) end
  local columns = columns_of(rule.value)
  local nameless = columns ~= nil and columns[1] == 1 and #rule.value > 0 -- lists in a list: places are no names
  local heads, rows = { not nameless and "" or nil }, {}
  for _, key in ipairs(columns or { "" }) do heads[#heads + 1] = nameless and "" or spoken(tostring(key)) end
  for i, key in ipairs(words.keys(rule.value)) do
    local cells = cells_of(rule.value[key], columns)
    if not nameless then table.insert(cells, 1, spoken(tostring(key))) end
    rows[i] = cells
  end
  grid(page, heads, rows, numbers_only(rows) and #heads - 1 or 0)
end

local function add_tables(page, spec)
  local titled = false
  for _, name in ipairs(words.keys(spec.rules)) do
    local rule = spec.rules[name]
    if (rule.kind == "table" or rule.kind == "rows") and not rule.secret then
      if not titled then heading(page, "Tables") end
      titled = true
      add_table(page, rule, spec)
    end
  end
end

-- --- the order ---

-- "**deal**: Everybody is dealt five cards."
local function step_text(spec, step)
  local origin, about = spec.origin[step], spec.about[step]
  local name = spec.own_layer[origin] and spoken(step) or ("%s (*%s*)"):format(spoken(step), spoken(origin))
  return about and ("**%s**: %s"):format(name, about) or name
end

local function add_steps(items, spec, list, depth)
  for _, step in ipairs(list) do
    if type(step) == "table" then
      items[#items + 1] = { depth, "again and again:" }
      add_steps(items, spec, step, depth + 1)
    else items[#items + 1] = { depth, step_text(spec, step) } end
  end
end

local function add_order(page, spec)
  heading(page, "Order of play")
  local items = {}
  add_steps(items, spec, spec.order, 0)
  page[#page + 1] = { "list", items }
  local rows = {}
  for i, name in ipairs(words.keys(spec.actions)) do rows[i] = { ":" .. name, spec.actions[name][1] } end
  if #rows > 0 then text(page, "Out of turn:") end
  grid(page, { "say", "what it does" }, rows)
end

-- --- what a simulation found ---

local function number(n)
  if n ~= n then return "-" end
  local shown = ("%.2f"):format(n):gsub("0+$", ""):gsub("%.$", "")
  return shown == "-0" and "0" or shown
end

local function somebody_wins(seats)
  for _, seat in ipairs(seats) do if seat.share > 0 then return true end end
  return false
end

-- A game that nobody wins has no wins to tell of.
local function add_seats(page, seats)
  local rows, won = {}, somebody_wins(seats)
  local heads = { "seat", "wins", "score", "1 in 20 below", "half below", "1 in 20 above" }
  if not won then table.remove(heads, 2) end
  for i, seat in ipairs(seats) do
    rows[i] = { ("%d. %s"):format(i, seat.name), ("%.1f%% ± %.1f"):format(100 * seat.share, 100 * seat.error),
      number(seat.mean), number(seat.low), number(seat.middle), number(seat.high) }
    if not won then table.remove(rows[i], 2) end
  end
  grid(page, heads, rows, #heads - 1)
end

local function add_figures(page, figures)
  if not figures then return end
  heading(page, "What to expect")
  text(page, ("%d games played by bots (%s):"):format(figures.games, figures.bots))
  add_seats(page, figures.seats)
  local rows = {}
  for i, m in ipairs(figures.measures) do
    rows[i] = { m.meaning, number(m.mean), number(m.low), number(m.middle), number(m.high) }
  end
  grid(page, { "in a game", "on average", "1 in 20 below", "half below", "1 in 20 above" }, rows, 4)
  if figures.unfinished > 0 then text(page, ("%d of them came to no end."):format(figures.unfinished)) end
end

local function page_of(spec, figures)
  local page = {}
  local credit, rulings = show.rules_page(spec.name)
  add_head(page, spec, credit)
  for _, part in ipairs(show.how_to_play(spec.name)) do
    heading(page, part[1])
    page[#page + 1] = { "markdown", part[2] }
  end
  add_order(page, spec)
  add_rules(page, spec, spec.rules, "Rules")
  add_rules(page, spec, spec.profile, ("What a %s has"):format(spec.player))
  add_tables(page, spec)
  add_figures(page, figures)
  if rulings ~= "" then
    heading(page, "Rulings")
    page[#page + 1] = { "markdown", rulings }
  end
  return page
end

-- --- Markdown ---

local function row_text(cells)
  local list = {}
  for i, cell in ipairs(cells) do list[i] = cell:gsub("|", "\\|"):gsub("\n", " ") end
  return "| " .. table.concat(list, " | ") .. " |"
end

local markdown = {
  heading = function(block) return "## " .. block[2] end,
  text = function(block) return block[2] end,
  markdown = function(block) return block[2] end,
  table = function(block)
    local lines, marks = { row_text(block[2]) }, {}
    for i in ipairs(block[2]) do marks[i] = i > #block[2] - block[4] and "---:" or "---" end
    lines[2] = row_text(marks)
    for _, row in ipairs(block[3]) do lines[#lines + 1] = row_text(row) end
    return table.concat(lines, "\n")
  end,
  list = function(block)
    local lines = {}
    for i, item in ipairs(block[2]) do lines[i] = ("  "):rep(item[1]) .. "- " .. item[2] end
    return table.concat(lines, "\n")
  end,
}

local function as_markdown(page)
  local parts = { "# " .. page.title }
  for i, block in ipairs(page) do parts[i + 1] = markdown[block[1]](block) end
  return table.concat(parts, "\n\n")
end

-- --- HTML ---

local STYLE = [[
body { font: 10.5pt/1.4 serif; max-width: 46em; margin: 1.5em auto; padding: 0 1em; }
table { margin-bottom: 1em; }
h1 { margin-bottom: 0.2em; } h2 { border-bottom: 1px solid; margin: 1.2em 0 0.4em; font-size: 1.2em; }
table { border-collapse: collapse; } th, td { padding: 0.1em 0.8em 0.1em 0; text-align: left; vertical-align: top; }
tr { border-bottom: 1px dotted #999; break-inside: avoid; } .n { text-align: right; }]]

local ENTITIES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

local function escaped(line)
  line = line:gsub('[&<>"]', ENTITIES)
  line = line:gsub("`([^`]*)`", "<code>%1</code>")
  return (line:gsub("%*%*(.-)%*%*", "<strong>%1</strong>"):gsub("%*([^*]+)%*", "<em>%1</em>"))
end

local function html_row(cells, tag, right)
  local list = {}
  for i, cell in ipairs(cells) do
    list[i] = ("<%s%s>%s</%s>"):format(tag, i > #cells - right and ' class="n"' or "", escaped(cell), tag)
  end
  return "<tr>" .. table.concat(list) .. "</tr>"
end

-- "| a | b |" as its cells; nil for another line.
local function cells_in(line)
  local inner = line:match("^%s*|(.*)|%s*$")
  if not inner then return nil end
  local cells = {}
  for cell in (inner .. "|"):gmatch("%s*(.-)%s*|") do cells[#cells + 1] = cell end
  return cells
end

-- A row of a table, which begins or goes on with it.
local function add_html_row(blocks, cells)
  local last = blocks[#blocks]
  if last and last.rows then
    if not cells[1]:find("^:?%-%-") then last.rows[#last.rows + 1] = html_row(cells, "td", 0) end
  else blocks[#blocks + 1] = { rows = { html_row(cells, "th", 0) } } end
end

-- Paragraphs, tables, and lists whose items go on in indented lines.
local function html_prose(prose)
  local blocks = {}
  for line in (prose .. "\n"):gmatch("(.-)\n") do
    local cells = cells_in(line)
    local mark, item = line:match("^%s*(%d+%.) +(.*)$")
    if not mark then mark, item = line:match("^%s*([-*]) +(.*)$") end
    local last = blocks[#blocks]
    if cells then add_html_row(blocks, cells)
    elseif mark then blocks[#blocks + 1] = { mark .. " ", item }
    elseif line:match("^#+ ") then blocks[#blocks + 1] = { "", "**" .. line:gsub("^#+ ", "") .. "**" }
    elseif line:find("%S") and last and not last.rows and last[2] ~= "" then
      last[2] = last[2] .. " " .. line:match("^%s*(.*)$")
    else blocks[#blocks + 1] = { "", line } end
  end
  local lines = {}
  for _, block in ipairs(blocks) do
    if block.rows then lines[#lines + 1] = "<table>\n" .. table.concat(block.rows, "\n") .. "\n</table>"
    elseif block[2]:find("%S") then
      local mark = block[1]:gsub("^[-*] ", "• ")
      lines[#lines + 1] = ("<p>%s%s</p>"):format(mark, escaped(block[2]))
    end
  end
  return table.concat(lines, "\n")
end

local html = {
  heading = function(block) return "<h2>" .. escaped(block[2]) .. "</h2>" end,
  text = function(block) return "<p>" .. escaped(block[2]) .. "</p>" end,
  markdown = function(block) return html_prose(block[2]) end,
  table = function(block)
    local lines = { "<table>", html_row(block[2], "th", block[4]) }
    for _, row in ipairs(block[3]) do lines[#lines + 1] = html_row(row, "td", block[4]) end
    return table.concat(lines, "\n") .. "\n</table>"
  end,
  list = function(block)
    local lines, depth = { "<ul>" }, 0
    for _, item in ipairs(block[2]) do
      while depth < item[1] do depth = depth + 1 lines[#lines + 1] = "<ul>" end
      while depth > item[1] do depth = depth - 1 lines[#lines + 1] = "</ul>" end
      lines[#lines + 1] = "<li>" .. escaped(item[2]) .. "</li>"
    end
    return table.concat(lines, "\n") .. ("\n</ul>"):rep(depth + 1)
  end,
}

local function as_html(page)
  local title = escaped(page.title)
  local parts = { ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>%s</title>\n"
    .. "<style>\n%s\n</style>\n</head>\n<body>\n<h1>%s</h1>"):format(title, STYLE, title) }
  for i, block in ipairs(page) do parts[i + 1] = html[block[1]](block) end
  parts[#parts + 1] = "</body>\n</html>"
  return table.concat(parts, "\n")
end

--- The page of a game with variants and settings; or nil and the mistakes as lines.
--- figures: { games =, bots =, unfinished =, seats = {...}, measures = {...} } or nil.
function sheet.page(name, variants, sets, figures, html_wanted)
  local spec, problem = open.spec(name, variants, sets)
  if not spec then return nil, problem end
  local page = page_of(spec, figures)
  return html_wanted and as_html(page) or as_markdown(page)
end

return sheet
