-- A page for the table: what is played and how, the order, the rules in force, what a simulation found and the rulings,
-- as Markdown; or the same as HTML. A page is a list of paragraphs of Markdown.

local sources = require "script.sources"
local english = require "shared.english"
local lists = require "shared.lists"
local rules = require "script.rules"
local open = require "start.open"
local show = require "author.show"

local sheet = {}

-- --- paragraphs ---

local function heading(page, text) page[#page + 1] = "## " .. text end
local function text(page, line) page[#page + 1] = line end

-- heads and rows of texts; the last `right` columns hold numbers.
local function grid(page, heads, rows, right)
  if #rows == 0 then return end
  local marks = lists.map(heads, function(_, i) return i > #heads - (right or 0) and "---:" or "---" end)
  text(page, table.concat(lists.map(lists.joined({ heads, marks }, rows), function(cells)
    cells = lists.map(cells, function(cell) return cell:gsub("|", "\\|"):gsub("\n", " ") end)
    return "| " .. table.concat(cells, " | ") .. " |"
  end), "\n"))
end

local spoken = english.spoken

-- --- what is played ---

local function add_head(page, spec, credit)
  if spec.one_line ~= "" then text(page, spec.one_line:gsub("^%l", string.upper) .. ".") end
  for _, variant in ipairs(spec.variants or {}) do
    if variant.one_line then text(page, ("**%s**: %s."):format(variant.title or variant.name, variant.one_line)) end
  end
  text(page, "For " .. english.seats(spec) .. (spec.gm and " and a game master." or "."))
  if credit ~= "" then text(page, credit) end
end

local function changed(spec, rule)
  if spec.own_layer[rule.origin] then return "" end
  return (" (*%s%s*)"):format(rule.origin == "--set" and "set for this table" or spoken(rule.origin), show.before(rule))
end

local function is_table(rule) return rule.kind == "table" or rule.kind == "rows" end

local function add_rules(page, spec, list, title)
  local rows = lists.map(list, function(rule, name)
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
  return lists.map(columns, function(key) return value[key] == nil and "" or rules.show(value[key]) end)
end

-- The keys of the tables in a table, in one order; nil when it holds plain values.
local function columns_of(value)
  local all = {}
  for _, inner in pairs(value) do
    for key in pairs(is_plain(inner) and {} or inner) do all[key] = true end
  end
  return next(all) ~= nil and lists.keys(all) or nil
end

local function add_table(page, rule, spec)
  text(page, ("**%s**: %s%s"):format(spoken(rule.name), rule.meaning, changed(spec, rule)))
  local is_rows = rule.kind == "rows"
  local columns = is_rows and lists.collect(rule.columns, "name") or columns_of(rule.value)
  local in_lists = not is_rows and columns ~= nil and columns[1] == 1 and #rule.value > 0 -- then places are no names
  local heads = lists.map(columns or { "" }, function(key) return in_lists and "" or spoken(key) end)
  if not (is_rows or in_lists) then table.insert(heads, 1, "") end
  local rows = lists.map(rule.value, function(value, key)
    local cells = cells_of(value, columns)
    if #cells < #heads then table.insert(cells, 1, spoken(key)) end
    return cells
  end)
  local right = #heads - 1 -- the columns hold numbers, but for the first; or else none does
  for _, row in ipairs(rows) do
    for i = 2, #row do if row[i] ~= "" and not tonumber(row[i]) then right = 0 end end
  end
  grid(page, heads, rows, right)
end

local function add_tables(page, spec)
  local list = lists.map(spec.rules, function(rule) return is_table(rule) and not rule.secret and rule or nil end)
  if #list > 0 then heading(page, "Tables") end
  for _, rule in ipairs(list) do add_table(page, rule, spec) end
end

-- --- the order ---

local function add_order(page, spec)
  heading(page, "Order of play")
  local items = {}
  show.order_lines(items, spec.order, "- ", function(step) -- "**deal**: Everybody is dealt five cards."
    local origin, about = spec.origin[step], spec.about[step]
    local name = spec.own_layer[origin] and spoken(step) or ("%s (*%s*)"):format(spoken(step), spoken(origin))
    return about and ("**%s**: %s"):format(name, about) or name
  end)
  text(page, table.concat(items, "\n"))
  local rows = lists.map(spec.actions, function(action, name) return { ":" .. name, action[1] } end)
  if #rows > 0 then text(page, "Out of turn:") end
  grid(page, { "say", "what it does" }, rows)
end

-- --- what a simulation found ---

local function number(n)
  if n ~= n then return "-" end
  local shown = ("%.2f"):format(n):gsub("0+$", ""):gsub("%.$", "")
  return shown == "-0" and "0" or shown
end

-- A game that nobody wins has no wins to tell of, and a share of few games no range.
local function add_seats(page, seats)
  local won, known = false, false
  for _, seat in ipairs(seats) do won, known = won or seat.won, known or seat.range ~= "-" end
  local heads = { "seat", "wins", "in the long run", "score", "1 in 20 below", "half below", "1 in 20 above" }
  local rows = lists.map(seats, function(seat, i)
    return { ("%d. %s"):format(i, seat.name), seat.share, seat.range, number(seat.mean), number(seat.low),
      number(seat.middle), number(seat.high) }
  end)
  for _, row in ipairs(lists.joined({ heads }, rows)) do
    if not (won and known) then table.remove(row, 3) end
    if not won then table.remove(row, 2) end
  end
  grid(page, heads, rows, #heads - 1)
  if won and known then
    text(page, "*In the long run*: where the share of wins lies over many games, in 19 cases of 20 (a 95% interval).")
  end
end

local function add_figures(page, figures)
  if not figures then return end
  heading(page, "What to expect")
  text(page, ("%d games played by bots (%s):"):format(figures.games, figures.bots))
  add_seats(page, figures.seats)
  local rows = lists.map(figures.measures, function(m)
    return { m.meaning, number(m.mean), number(m.low), number(m.middle), number(m.high) }
  end)
  grid(page, { "in a game", "on average", "1 in 20 below", "half below", "1 in 20 above" }, rows, 4)
  if figures.unfinished > 0 then text(page, ("%d of them did not finish."):format(figures.unfinished)) end
end

local function page_of(spec, figures)
  local page = {}
  local credit, rulings = show.rules_page(spec.name)
  add_head(page, spec, credit)
  for _, part in ipairs(show.how_to_play(spec.name)) do
    heading(page, part[1])
    text(page, part[2])
  end
  add_order(page, spec)
  add_rules(page, spec, spec.rules, "Rules")
  add_rules(page, spec, spec.profile, ("What %s has"):format(english.a(spec.player)))
  add_tables(page, spec)
  add_figures(page, figures)
  if rulings ~= "" then
    heading(page, "Rulings")
    text(page, rulings)
  end
  return page
end

-- --- HTML ---

local function escaped(line)
  line = english.html(line):gsub("`([^`]*)`", "<code>%1</code>")
  return (line:gsub("%*%*(.-)%*%*", "<strong>%1</strong>"):gsub("%*([^*]+)%*", "<em>%1</em>"))
end

-- Rows of cells, of which the second says which columns hold numbers.
local function html_table(rows)
  local function row_of(cells, n)
    if n == 2 then return nil end
    local tag = n == 1 and "th" or "td"
    return "<tr>" .. table.concat(lists.map(cells, function(cell, i)
      local class = rows[2] and (rows[2][i] or ""):find(":$") and ' class="n"' or ""
      return ("<%s%s>%s</%s>"):format(tag, class, escaped(cell), tag)
    end)) .. "</tr>"
  end
  return "<table>\n" .. table.concat(lists.map(rows, row_of), "\n") .. "\n</table>"
end

-- "| a | b |" as its cells; nil for another line.
local function cells_in(line)
  local inner = line:gsub("\\|", "\1"):match("^%s*|(.*)|%s*$")
  if not inner then return nil end
  return lists.map(lists.matches(inner .. "|", "%s*(.-)%s*|"), function(cell) return (cell:gsub("\1", "|")) end)
end

-- Markdown as blocks: { rows = of a table }, or { text =, depth and indent = in lists, tag = }. Paragraphs and items of lists go on in
-- the next line.
local function blocks_of(markdown)
  local blocks = {}
  for line in (markdown .. "\n\n"):gmatch("(.-)\n") do
    local last, cells = blocks[#blocks], cells_in(line)
    local indent, item = line:match("^(%s*)[-*] +(.*)$")
    local level, title = line:match("^(#+) (.*)$")
    if cells and last and last.rows then last.rows[#last.rows + 1] = cells
    elseif cells then blocks[#blocks + 1] = { rows = { cells } }
    elseif item then
      local depth = last and last.depth and math.max(1, last.depth + (#indent - last.indent) // 2) or 1
      blocks[#blocks + 1] = { depth = depth, indent = #indent, text = item, tag = "li" }
    elseif level == "##" then blocks[#blocks + 1] = { text = title, tag = "h2" }
    elseif title then blocks[#blocks + 1] = { text = "**" .. title .. "**" }
    else
      local goes_on = last and last.text and last.text ~= "" and last.tag ~= "h2" and not line:find("^%s*%d+%. ")
      line = line:match("^%s*(.*)$")
      if goes_on and line ~= "" then last.text = last.text .. " " .. line else blocks[#blocks + 1] = { text = line } end
    end
  end
  return blocks
end

local function html_of(markdown)
  local lines, depth = {}, 0
  for _, block in ipairs(blocks_of(markdown)) do
    local deeper = (block.depth or 0) - depth
    for _ = 1, math.abs(deeper) do lines[#lines + 1] = deeper > 0 and "<ul>" or "</ul>" end
    depth = depth + deeper
    if block.rows then lines[#lines + 1] = html_table(block.rows)
    elseif block.text ~= "" then
      local tag = block.tag or "p"
      lines[#lines + 1] = ("<%s>%s</%s>"):format(tag, escaped(block.text), tag)
    end
  end
  return table.concat(lines, "\n")
end

--- The page of a game with variants and settings; or nil and the mistakes as lines.
--- figures: { games =, bots =, unfinished =, seats = {...}, measures = {...} } or nil.
function sheet.page(name, variants, sets, figures, html_wanted)
  local spec, problem = open.spec(name, variants, sets)
  if not spec then return nil, problem end
  local title, markdown = english.title(spec), table.concat(page_of(spec, figures), "\n\n")
  if not html_wanted then return ("# %s\n\n%s"):format(title, markdown) end
  return english.html_page(escaped(title), sources.template "sheet.css",
    ("<h1>%s</h1>\n%s"):format(escaped(title), html_of(markdown)))
end

return sheet
