-- A report: paragraphs, tables and charts, written once and shown on a terminal or as one file of HTML (page_html.lua).
--
-- Its blocks, in order:
--   { kind = "say", text = }           a paragraph; marks as terminal.lua has them
--   { kind = "verdict", text = }       the same, before all others: what the figures come to
--   { kind = "gap" }                   an empty line on the terminal
--   { kind = "heading", text = }
--   { kind = "table", align =, rows =, spare =, most = }  the first row is the head; align and spare as text.table has them;
--     of more rows than `most` a terminal shows the first
--   { kind = "histogram", text = what is counted, sample =, hidden = only in HTML, at_least = with the share of
--     all values that are as high or higher, other = a sample whose histogram lies over it, with the names of both }
--   { kind = "curve", text =, rule =, base = what it is without, write = number to text, least =, most = what is possible,
--     or nil, is_share =, hidden =, points = { { label =, x = a number or nil, mean =, difference =, half =, words = } } }
--     With head =, a row of a table, each point has cells =, low =, high = instead of difference and half; base may be nil.
--   { kind = "grid", text =, across =, down =, columns = { labels }, rows = { labels }, hidden =, cells = rows of {
--     value =, text =, strong = } }
--   { kind = "intervals", text =, rows = { { label =, low =, middle =, high =, strong = } } }  around zero; only in HTML

local charts = require "front.base.charts"
local lists = require "shared.lists"
local text_width = require("front.base.terminal").text_width

local page = {}

local MARK_BAD, MARK_DIM, MARK_PLAIN = "\4", "\5", "\1"
local WIDEST = 80 -- columns of a chart with its labels
local NARROWEST = 10

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

function Page:table(align, rows, spare, most)
  if self.blocks[#self.blocks].kind ~= "heading" then self:gap() end
  add(self, { kind = "table", align = align, rows = rows, spare = spare, most = most })
end

--- A number as a table shows it; "-" for one that isn't known or is infinite.
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

function show.table(block, terminal)
  local last = math.min(#block.rows, 1 + (block.most or math.huge))
  terminal:table(block.align, { table.unpack(block.rows, 1, last) }, block.spare)
  if last < #block.rows then
    terminal:say(("These are %d of %d; -o FILE.html has all."):format(last - 1, #block.rows - 1))
  end
end

function show.histogram(block, terminal)
  local widest, more, marks = 0, block.at_least and 10 or block.other and 8 or 0, charts.over_marks(terminal:symbols())
  terminal:say(block.other and ("%s: %s both, %s only %s, %s only %s"):format(block.text, marks[1], marks[2],
    block.names[1], marks[3], block.names[2]) or block.text)
  for _, bin in ipairs(charts.bins(block.sample, block.other)) do widest = math.max(widest, #bin.label) end
  terminal:table(more > 0 and "rrrl" or "rrl",
    charts.histogram(block, chart_width(terminal, widest + 10 + more), terminal:symbols()))
end

function show.curve(block, terminal)
  local least, most = charts.range(block)
  local rows, widths, taken = { lists.joined(block.head or { block.rule, "mean", "change", "+-" }, { "" }) }, {}, 0
  local last = #rows[1]
  for i, point in ipairs(block.points) do
    rows[i + 1] = point.cells and { table.unpack(point.cells) } or { point.label, block.write(point.mean),
      block.write(point.difference), point.half < math.huge and block.write(point.half) or "-" }
  end
  for _, row in ipairs(rows) do
    for i = 1, last - 1 do widths[i] = math.max(widths[i] or 0, text_width(row[i])) end
  end
  for i = 1, last - 1 do taken = taken + widths[i] + 2 end
  local is_drawn = not block.head or terminal:width() - taken >= NARROWEST
  for i, point in ipairs(is_drawn and block.points or {}) do
    local low, high = charts.band(block, point)
    rows[i + 1][last] = charts.interval(low, point.mean, high, block.base, least, most, chart_width(terminal, taken),
      terminal:symbols())
  end
  if not is_drawn then rows[1][last] = nil end
  terminal:say(block.text)
  terminal:table(("r"):rep(last - 1) .. (is_drawn and "l" or ""), rows)
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
