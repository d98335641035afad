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

local spoken = words.spoken

-- --- what is played ---

local function add_head(page, spec, credit)
  if spec.one_line ~= "" then text(page, spec.one_line:gsub("^%l", string.upper) .. ".") end
  for _, variant in ipairs(spec.variants or {}) do
    if variant.one_line then text(page, ("**%s**: %s."):format(variant.title or variant.name, variant.one_line)) end
  end
  text(page, "For " .. words.seats(spec) .. (spec.gm and " and a game master." or "."))
  if credit ~= "" then text(page, credit) end
end

local function changed(spec, rule)
  if spec.own_layer[rule.origin] then return "" end
  return (" (*%s%s*)"):format(rule.origin == "--set" and "set for this table" or spoken(rule.origin), show.before(rule))
end

local function is_table(rule) return rule.kind == "table" or rule.kind == "rows" end

local function add_rules(page, spec, list, title)
  local rows = words.map(list, function(rule, name)
    if is_table(rule) or rule.secret then return nil end
    local mark = spec.own_layer[rule.origin] and "" or "**"
    return { spoken(name), mark .. rules.show(rule.value, rule) .. mark, rule.meaning .. changed(spec, rule) }
  end)
  if #rows > 0 then heading(page, title) end
  grid(page, { "rule", "value", "meaning" }, rows)
end

-- --- tables among the rules: scores and the like ---

local function is_plain(value) return type(value) ~= "table" end

local function cells_of(value, columns)
  if is_plain(value) then return { rules.show(value) } end
  return words.map(columns, function(key) return value[key] == nil and "" or rules.show(value[key]) end)
end

-- The keys of the tables in a table, in one order; nil when it holds plain values.
local function columns_of(value)
  local all, any = {}, false
  for _, inner in pairs(value) do
    if not is_plain(inner) then
      any = true
      for key in pairs(inner) do all[key] = true end
    end
  end
  return any and words.keys(all) or nil
end

-- A table whose columns hold numbers, but for the first; or else none that does.
local function add_grid(page, heads, rows)
  local right = #heads - 1
  for _, row in ipairs(rows) do
    for i = 2, #row do if row[i] ~= "" and not tonumber(row[i]) then right = 0 end end
  end
  grid(page, heads, rows, right)
end

-- Rows under the names of their columns.
local function add_rows(page, rule)
  local heads = words.map(rule.columns, function(column) return spoken(column.name) end)
  add_grid(page, heads, words.map(rule.value, function(row)
    return words.map(rule.columns, function(column) return rules.show(row[column.name]) end)
  end))
end

local function add_table(page, rule, spec)
  text(page, ("**%s**: %s%s"):format(spoken(rule.name), rule.meaning, changed(spec, rule)))
  if rule.kind == "rows" then return add_rows(page, rule) end
  local columns = columns_of(rule.value)
  local nameless = columns ~= nil and columns[1] == 1 and #rule.value > 0 -- lists in a list: places are no names
  local heads = words.map(columns or { "" }, function(key) return nameless and "" or spoken(key) end)
  if not nameless then table.insert(heads, 1, "") end
  add_grid(page, heads, words.map(rule.value, function(value, key)
    local cells = cells_of(value, columns)
    if not nameless then table.insert(cells, 1, spoken(key)) end
    return cells
  end))
end

local function add_tables(page, spec)
  local list = words.map(spec.rules, function(rule) return is_table(rule) and not rule.secret and rule or nil end)
  if #list > 0 then heading(page, "Tables") end
  for _, rule in ipairs(list) do add_table(page, rule, spec) end
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
  local rows = words.map(spec.actions, function(action, name) return { ":" .. name, action[1] } end)
  if #rows > 0 then text(page, "Out of turn:") end
  grid(page, { "say", "what it does" }, rows)
end

-- --- what a simulation found ---

local function number(n)
  if n ~= n then return "-" end
  local shown = ("%.2f"):format(n):gsub("0+$", ""):gsub("%.$", "")
  return shown == "-0" and "0" or shown
end

-- A game that nobody wins has no wins to tell of.
local function add_seats(page, seats)
  local won = false
  for _, seat in ipairs(seats) do won = won or seat.share > 0 end
  local heads = { "seat", "wins", "score", "1 in 20 below", "half below", "1 in 20 above" }
  local rows = words.map(seats, function(seat, i)
    return { ("%d. %s"):format(i, seat.name), ("%.1f%% ± %.1f"):format(100 * seat.share, 100 * seat.error),
      number(seat.mean), number(seat.low), number(seat.middle), number(seat.high) }
  end)
  for _, row in ipairs(won and {} or words.joined({ heads }, rows)) do table.remove(row, 2) end
  grid(page, heads, rows, #heads - 1)
end

local function add_figures(page, figures)
  if not figures then return end
  heading(page, "What to expect")
  text(page, ("%d games played by bots (%s):"):format(figures.games, figures.bots))
  add_seats(page, figures.seats)
  local rows = words.map(figures.measures, function(m)
    return { m.meaning, number(m.mean), number(m.low), number(m.middle), number(m.high) }
  end)
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
  local list = words.map(cells, function(cell) return cell:gsub("|", "\\|"):gsub("\n", " ") end)
  return "| " .. table.concat(list, " | ") .. " |"
end

local markdown = {
  heading = function(block) return "## " .. block[2] end,
  text = function(block) return block[2] end,
  markdown = function(block) return block[2] end,
  table = function(block)
    local marks = words.map(block[2], function(_, i) return i > #block[2] - block[4] and "---:" or "---" end)
    local rows = words.joined({ block[2], marks }, block[3])
    return table.concat(words.map(rows, row_text), "\n")
  end,
  list = function(block)
    return table.concat(words.map(block[2], function(item) return ("  "):rep(item[1]) .. "- " .. item[2] end), "\n")
  end,
}

-- What each block gives, between a head and an end.
local function assembled(page, forms, head, ending)
  local parts = words.map(page, function(block) return forms[block[1]](block) end)
  return words.joined({ head }, parts, { ending })
end

local function as_markdown(page, title) return table.concat(assembled(page, markdown, "# " .. title), "\n\n") end

-- --- HTML ---

local STYLE = [[
body { font: 10.5pt/1.4 serif; max-width: 46em; margin: 1.5em auto; padding: 0 1em; }
table { margin-bottom: 1em; }
h1 { margin-bottom: 0.2em; } h2 { border-bottom: 1px solid; margin: 1.2em 0 0.4em; font-size: 1.2em; }
table { border-collapse: collapse; } th, td { padding: 0.1em 0.8em 0.1em 0; text-align: left; vertical-align: top; }
tr { border-bottom: 1px dotted #999; break-inside: avoid; } .n { text-align: right; }]]

local function escaped(line)
  line = words.html(line):gsub("`([^`]*)`", "<code>%1</code>")
  return (line:gsub("%*%*(.-)%*%*", "<strong>%1</strong>"):gsub("%*([^*]+)%*", "<em>%1</em>"))
end

local function html_row(cells, tag, right)
  local list = words.map(cells, function(cell, i)
    return ("<%s%s>%s</%s>"):format(tag, i > #cells - right and ' class="n"' or "", escaped(cell), tag)
  end)
  return "<tr>" .. table.concat(list) .. "</tr>"
end

local function html_table(rows) return "<table>\n" .. table.concat(rows, "\n") .. "\n</table>" end

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
  return table.concat(words.map(blocks, function(block)
    if block.rows then return html_table(block.rows) end
    return block[2]:find("%S") and ("<p>%s%s</p>"):format(block[1]:gsub("^[-*] ", "• "), escaped(block[2])) or nil
  end), "\n")
end

local html = {
  heading = function(block) return "<h2>" .. escaped(block[2]) .. "</h2>" end,
  text = function(block) return "<p>" .. escaped(block[2]) .. "</p>" end,
  markdown = function(block) return html_prose(block[2]) end,
  table = function(block)
    local rows = words.map(block[3], function(row) return html_row(row, "td", block[4]) end)
    return html_table(words.joined({ html_row(block[2], "th", block[4]) }, rows))
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

local function as_html(page, title)
  title = escaped(title)
  local head = ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>%s</title>\n"
    .. "<style>\n%s\n</style>\n</head>\n<body>\n<h1>%s</h1>"):format(title, STYLE, title)
  return table.concat(assembled(page, html, head, "</body>\n</html>"), "\n")
end

--- The page of a game with variants and settings; or nil and the mistakes as lines.
--- figures: { games =, bots =, unfinished =, seats = {...}, measures = {...} } or nil.
function sheet.page(name, variants, sets, figures, html_wanted)
  local spec, problem = open.spec(name, variants, sets)
  if not spec then return nil, problem end
  return (html_wanted and as_html or as_markdown)(page_of(spec, figures), words.title(spec))
end

return sheet
