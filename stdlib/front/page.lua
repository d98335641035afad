-- A report: paragraphs, tables and charts, written once and shown on a terminal or as one file of HTML (page_html.lua).
--
-- Its blocks, in order:
--   { kind = "say", text = }           a paragraph; marks as terminal.lua has them
--   { kind = "gap" }                   an empty line on the terminal
--   { kind = "heading", text = }
--   { kind = "table", align =, cells = }  the first row is the head; align as terminal:table has it
--   { kind = "histogram", text = what is counted, sample =, hidden = only in HTML }
--   { kind = "curve", text =, rule =, base = what it is without, write = number to text, hidden =, points = { { label =,
--     x = a number or nil, mean =, difference =, half =, words = } } }
--   { kind = "grid", text =, across =, down =, columns = { labels }, rows = { labels }, hidden =, cells = rows of {
--     value =, text =, strong = } }

local charts = require "charts"

local page = {}

local MARK_DIM, MARK_PLAIN = "\5", "\1"
local WIDEST = 80 -- columns of a chart with its labels
local NARROWEST = 12

local Page = {}
Page.__index = Page

--- An empty one.
function page.new(title) return setmetatable({ title = title, blocks = {} }, Page) end

local function add(p, block) p.blocks[#p.blocks + 1] = block end

function Page:say(text) add(self, { kind = "say", text = text }) end
function Page:dim(text) self:say(MARK_DIM .. text .. MARK_PLAIN) end
function Page:gap() add(self, { kind = "gap" }) end
function Page:heading(text) add(self, { kind = "heading", text = text }) end
function Page:table(align, cells) add(self, { kind = "table", align = align, cells = cells }) end

--- A histogram, curve or grid.
function Page:chart(kind, block)
  block.kind = kind
  add(self, block)
end

-- --- on a terminal ---

local show = {}

local function chart_width(terminal, taken)
  return math.max(NARROWEST, math.min(terminal:width(), WIDEST) - taken)
end

function show.say(block, terminal) terminal:say(block.text) end
function show.gap(_, terminal) terminal:put("\n") end
function show.heading(block, terminal) terminal:heading(block.text) end
function show.table(block, terminal) terminal:table(block.align, block.cells) end

function show.histogram(block, terminal)
  terminal:say(block.text)
  local widest = 0
  for _, bin in ipairs(charts.bins(block.sample)) do widest = math.max(widest, #bin.label) end
  terminal:table("rrl", charts.histogram(block.sample, chart_width(terminal, widest + 10), terminal:symbols()))
end

function show.curve(block, terminal)
  local least, most = charts.range(block)
  local cells, rows, taken = { block.rule, "mean", "change", "+-", "" }, {}, #block.rule
  for _, point in ipairs(block.points) do
    local finite = point.half < math.huge
    rows[#rows + 1] = { point.label, block.write(point.mean), block.write(point.difference),
      finite and block.write(point.half) or "-", half = finite and point.half or 0 }
    taken = math.max(taken, #point.label)
  end
  local widths = { 4, 6, 2 }
  for _, row in ipairs(rows) do
    for i = 1, 3 do widths[i] = math.max(widths[i], #row[i + 1]) end
  end
  local width = chart_width(terminal, taken + widths[1] + widths[2] + widths[3] + 8)
  for i, row in ipairs(rows) do
    local mean = block.points[i].mean
    row[5] = charts.interval(mean - row.half, mean, mean + row.half, block.base, least, most, width, terminal:symbols())
    table.move(row, 1, 5, #cells + 1, cells)
  end
  terminal:say(block.text)
  terminal:table("rrrrl", cells)
end

function show.grid(block, terminal)
  local cells = { ("%s \\ %s"):format(block.down, block.across) }
  table.move(block.columns, 1, #block.columns, 2, cells)
  for i, row in ipairs(block.rows) do
    cells[#cells + 1] = row
    for _, cell in ipairs(block.cells[i]) do cells[#cells + 1] = cell.text .. (cell.strong and "*" or " ") end
  end
  terminal:say(block.text)
  terminal:table("l" .. ("r"):rep(#block.columns), cells)
end

--- Writes it on a terminal.
function Page:print(terminal)
  for _, block in ipairs(self.blocks) do
    if not block.hidden then show[block.kind](block, terminal) end
  end
end

return page
