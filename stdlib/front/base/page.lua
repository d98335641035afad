-- A report: paragraphs, tables and charts, written once and shown on a terminal or as one file of HTML (page_html.lua).
--
-- Its blocks, in order:
--   { kind = "say", text = }           a paragraph; marks as terminal.lua has them
--   { kind = "verdict", text = }       the same, before all others: what the figures come to
--   { kind = "gap" }                   an empty line on the terminal
--   { kind = "heading", text = }
--   { kind = "table", align =, rows =, spare = }  the first row is the head; align and spare as text.table has them
--   { kind = "histogram", text = what is counted, sample =, hidden = only in HTML }
--   { kind = "curve", text =, rule =, base = what it is without, write = number to text, least =, most = what is possible,
--     or nil, is_share =, hidden =, points = { { label =, x = a number or nil, mean =, difference =, half =, words = } } }
--   { kind = "grid", text =, across =, down =, columns = { labels }, rows = { labels }, hidden =, cells = rows of {
--     value =, text =, strong = } }
--   { kind = "intervals", text =, rows = { { label =, low =, middle =, high =, strong = } } }  around zero; only in HTML

local charts = require "front.base.charts"
local text_width = require("front.base.terminal").text_width

local page = {}

local MARK_BAD, MARK_DIM, MARK_PLAIN = "\4", "\5", "\1"
local WIDEST = 80 -- columns of a chart with its labels
local NARROWEST = 12

local Page = {}
Page.__index = Page

--- An empty one. origin: what made it and when, for HTML.
function page.new(title, origin) return setmetatable({ title = title, origin = origin, blocks = {} }, Page) end

local function add(p, block) p.blocks[#p.blocks + 1] = block end

function Page:say(text) add(self, { kind = "say", text = text }) end
function Page:verdict(text) if text and text ~= "" then add(self, { kind = "verdict", text = text }) end end
function Page:dim(text) self:say(MARK_DIM .. text .. MARK_PLAIN) end
function Page:bad(text) self:say(MARK_BAD .. text .. MARK_PLAIN) end
function Page:gap() add(self, { kind = "gap" }) end

function Page:heading(text)
  self:gap()
  add(self, { kind = "heading", text = text })
end

function Page:table(align, rows, spare)
  if self.blocks[#self.blocks].kind ~= "heading" then self:gap() end
  add(self, { kind = "table", align = align, rows = rows, spare = spare })
end

--- A number as a table has it; - for one that isn't known, or has no end.
function Page.number(form, n) return n and n < math.huge and form:format(n) or "-" end

--- A histogram, curve or grid; where it isn't shown on the terminal, it is in HTML.
function Page:chart(block, shown)
  if shown then self:gap() end
  block.hidden = not shown
  add(self, block)
end

-- --- on a terminal ---

local show = {}

local function chart_width(terminal, taken)
  return math.max(NARROWEST, math.min(terminal:width(), WIDEST) - taken)
end

function show.say(block, terminal) terminal:say(block.text) end
show.verdict = show.say
function show.gap(_, terminal) terminal:put("\n") end
function show.heading(block, terminal) terminal:heading(block.text) end
function show.table(block, terminal) terminal:table(block.align, block.rows, block.spare) end

function show.histogram(block, terminal)
  terminal:say(block.text)
  local widest = 0
  for _, bin in ipairs(charts.bins(block.sample)) do widest = math.max(widest, #bin.label) end
  terminal:table("rrl", charts.histogram(block.sample, chart_width(terminal, widest + 10), terminal:symbols()))
end

function show.curve(block, terminal)
  local least, most = charts.range(block)
  local rows, widths, taken = { { block.rule, "mean", "change", "+-", "" } }, {}, 8
  for i, point in ipairs(block.points) do
    rows[i + 1] = { point.label, block.write(point.mean), block.write(point.difference),
      point.half < math.huge and block.write(point.half) or "-" }
  end
  for _, row in ipairs(rows) do
    for i = 1, 4 do widths[i] = math.max(widths[i] or 0, text_width(row[i])) end
  end
  for i = 1, 4 do taken = taken + widths[i] end
  for i, point in ipairs(block.points) do
    local low, high = charts.band(block, point)
    rows[i + 1][5] = charts.interval(low, point.mean, high, block.base, least, most, chart_width(terminal, taken),
      terminal:symbols())
  end
  terminal:say(block.text)
  terminal:table("rrrrl", rows)
end

function show.grid(block, terminal)
  local rows = { { ("%s \\ %s"):format(block.down, block.across), table.unpack(block.columns) } }
  for i, name in ipairs(block.rows) do
    rows[i + 1] = { name }
    for k, cell in ipairs(block.cells[i]) do rows[i + 1][k + 1] = cell.text .. (cell.strong and "*" or " ") end
  end
  terminal:say(block.text)
  terminal:table("l" .. ("r"):rep(#block.columns), rows)
end

--- Writes it on a terminal.
function Page:print(terminal)
  for _, block in ipairs(self.blocks) do
    if not block.hidden then show[block.kind](block, terminal) end
  end
end

return page
