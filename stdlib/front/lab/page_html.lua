-- A page (page.lua) as one file of HTML: tables and inline SVG, no script, nothing fetched; light and dark as the reader has
-- it, on a phone and on paper.

local charts = require "front.base.charts"
local files = require "host.files"
local english = require "shared.english"
local lists = require "shared.lists"

local html = {}

local CLASSES = { ["\4"] = "strong", ["\5"] = "dim", ["\8"] = "strong" }

-- A text without marks, and the class of the first.
local function escape(text)
  local class = CLASSES[text:match "[\1-\8]"]
  return english.html(text), class
end

local function escaped(text) return (escape(text)) end

local function element(name, text)
  local inner, class = escape(text)
  return ("<%s%s>%s</%s>"):format(name, class and (' class="%s"'):format(class) or "", inner, name)
end

-- --- charts ---

-- A chart is as wide as the page lets it be, and its text keeps its size: what lies across is in percent of the room between
-- the margins, what lies down is in pixels. With less room than its labels need it scrolls in its box.

local HIGH, FLAT, TOP, BOTTOM = 260, 110, 14, 34 -- of a curve; FLAT: one that goes neither up nor down
local AXIS = 14 -- from the axis to the first point
local WIDEST = 560 -- that the labels of a curve can ask for: what a sheet of paper has

-- About how wide a text is, in pixels.
local function width_of(text) return 8 * english.length(text) end

local function widest(list, text_of)
  local most = 0
  for _, item in ipairs(list) do most = math.max(most, width_of(text_of and text_of(item) or item)) end
  return most
end

-- room = { left =, right = the margins, wide = the least between them, high = }
local function figure(block, room, parts)
  local margins = ("padding:0 %.0fpx 0 %.0fpx;min-width:%.0fpx"):format(room.right, room.left,
    room.left + room.right + room.wide)
  local text = escaped(block.text)
  return ('<figure>\n<figcaption>%s</figcaption>\n<div class="wide"><svg role="img" aria-label="%s" height="%d" '
    .. 'style="%s">\n%s\n</svg></div>\n</figure>'):format(text, text, room.high, margins, table.concat(parts, "\n"))
end

-- A text at x percent, moved by so many pixels.
local function label(x, by, y, anchor, text, class)
  return ('<text x="%.2f%%" dx="%d" y="%.1f" text-anchor="%s"%s>%s</text>'):format(x, by, y, anchor,
    class and ' class="' .. class .. '"' or "", escaped(text))
end

local function line(class, x1, y1, x2, y2)
  return ('<line class="%s" x1="%s" y1="%.1f" x2="%s" y2="%.1f"/>'):format(class, x1, y1, x2, y2)
end

local function dot(class, x, y) return ('<circle class="%s" cx="%.2f%%" cy="%.1f" r="4"/>'):format(class, x, y) end

local show = {}

function show.histogram(block)
  local bins, parts, most, row = charts.bins(block.sample), {}, 1, 22
  for _, bin in ipairs(bins) do most = math.max(most, bin.count) end
  for i, bin in ipairs(bins) do
    local y, long = (i - 1) * row, 100 * bin.count / most
    parts[#parts + 1] = label(0, -8, y + 15, "end", bin.label)
    parts[#parts + 1] = ('<rect class="bar" y="%d" width="%.2f%%" height="%d"/>'):format(y + 3, long, row - 5)
    parts[#parts + 1] = label(long, 6, y + 15, "start", ("%.1f%%"):format(100 * bin.count / block.sample.n), "soft")
  end
  return figure(block, { left = 8 + widest(bins, function(bin) return bin.label end), right = 6 + width_of "100.0%",
    wide = 100, high = #bins * row + 2 }, parts)
end

-- Where points stand across, in percent: by their numbers, or one after another where not all are numbers.
local function across(points)
  local least, most, numbers = math.huge, -math.huge, true
  for _, point in ipairs(points) do numbers = numbers and point.x ~= nil end
  local function x_of(i) return numbers and points[i].x or i end
  for i in ipairs(points) do least, most = math.min(least, x_of(i)), math.max(most, x_of(i)) end
  return function(i) return most > least and 100 * (x_of(i) - least) / (most - least) or 50 end
end

-- The width at which the labels of points stand beside each other, and those that have room where that is too much.
local function beside(points, x_of)
  local function space(i, k) return (width_of(points[i].label) + width_of(points[k].label)) / 2 + 8 end
  local wide, shown, last = 0, {}, nil
  for i = 2, #points do wide = math.max(wide, space(i - 1, i) * 100 / math.abs(x_of(i) - x_of(i - 1))) end
  wide = math.min(wide, WIDEST)
  for i in ipairs(points) do
    if not last or math.abs(x_of(i) - x_of(last)) * wide / 100 > space(last, i) - 1 then shown[i], last = true, i end
  end
  return wide, shown
end

-- How high a curve is, heights for its values, and the values to write beside: what it is without, and what is lowest and
-- highest in it and its band, where that is not too near.
local function upwards(block)
  local least, most = charts.range(block)
  local high = most > least and HIGH or FLAT
  local lowest, highest = least, most
  if most == least then least, most = least - 1, most + 1 end
  local function y_of(value) return TOP + (high - TOP - BOTTOM) * (most - value) / (most - least) end
  local values = { block.base }
  for _, value in ipairs { lowest, highest } do
    if math.abs(y_of(value) - y_of(block.base)) >= 16 then values[#values + 1] = value end
  end
  return high, y_of, values
end

function show.curve(block)
  local points, parts = block.points, {}
  local x_of = across(points)
  local high, y_of, values = upwards(block)
  local wide, shown = beside(points, x_of)
  local upper, lower, middle = {}, {}, {}
  for i, point in ipairs(points) do
    local x, half = x_of(i), point.half < math.huge and point.half or 0
    upper[i] = ("%.2f,%.1f"):format(x, y_of(point.mean + half))
    table.insert(lower, 1, ("%.2f,%.1f"):format(x, y_of(point.mean - half)))
    middle[i] = ("%.2f,%.1f"):format(x, y_of(point.mean))
  end
  parts[1] = ('<svg viewBox="0 0 100 %d" height="%d" preserveAspectRatio="none">'):format(high, high)
  parts[2] = ('<polygon class="band" points="%s %s"/>'):format(table.concat(upper, " "), table.concat(lower, " "))
  parts[3] = ('<polyline class="line" points="%s"/></svg>'):format(table.concat(middle, " "))
  parts[4] = line("base", -AXIS, y_of(block.base), "100%", y_of(block.base))
  parts[5] = line("axis", -AXIS, TOP, -AXIS, high - BOTTOM)
  parts[6] = line("axis", -AXIS, high - BOTTOM, "100%", high - BOTTOM)
  for _, value in ipairs(values) do
    parts[#parts + 1] = label(0, -AXIS - 6, y_of(value) + 4, "end", block.write(value), "soft")
  end
  for i, point in ipairs(points) do
    parts[#parts + 1] = dot("bar", x_of(i), y_of(point.mean))
    if shown[i] then parts[#parts + 1] = label(x_of(i), 0, high - BOTTOM + 16, "middle", point.label) end
  end
  parts[#parts + 1] = label(100, 0, high - 3, "end", block.rule, "soft")
  return figure(block, { left = AXIS + 6 + widest(values, block.write), right = 6 + width_of(points[#points].label) / 2,
    wide = wide, high = high }, parts)
end

-- The least and the most of a grid.
local function extent(block)
  local least, most = math.huge, -math.huge
  for _, row in ipairs(block.cells) do
    for _, cell in ipairs(row) do
      if cell.value then least, most = math.min(least, cell.value), math.max(most, cell.value) end
    end
  end
  return least, most
end

function show.grid(block)
  local least, most = extent(block)
  local parts, row, wide, room = {}, 30, 100 / #block.columns, widest(block.columns)
  for j, column in ipairs(block.columns) do parts[#parts + 1] = label((j - 0.5) * wide, 0, 14, "middle", column) end
  for i, name in ipairs(block.rows) do
    local y = 20 + (i - 1) * row
    parts[#parts + 1] = label(0, -8, y + 20, "end", name)
    for j, cell in ipairs(block.cells[i]) do
      local part = cell.value and most > least and (cell.value - least) / (most - least) or 0
      local form = '<rect class="bar cell" fill-opacity="%.2f" x="%.2f%%" y="%d" width="%.2f%%" height="%d"/>'
      local text = cell.text .. (cell.strong and "*" or "")
      parts[#parts + 1] = form:format(0.04 + 0.5 * part, (j - 1) * wide, y, wide, row)
      parts[#parts + 1] = label((j - 0.5) * wide, 0, y + 20, "middle", text)
      room = math.max(room, width_of(text))
    end
  end
  local high, legend = 20 + #block.rows * row + 20, ("down %s, across %s"):format(block.down, block.across)
  parts[#parts + 1] = label(100, 0, high - 5, "end", legend, "soft")
  return figure(block, { left = 8 + widest(block.rows), right = 0, high = high,
    wide = math.max(#block.columns * (room + 8), width_of(legend)) }, parts)
end

function show.intervals(block)
  local least, most, parts, row = 0, 0, {}, 36
  for _, of in ipairs(block.rows) do least, most = math.min(least, of.low), math.max(most, of.high) end
  if most == least then least, most = -1, 1 end
  local function x_of(value) return 100 * (value - least) / (most - least) end
  local function at(value) return ("%.2f%%"):format(x_of(value)) end
  local low = #block.rows * row
  for _, tick in ipairs(charts.ticks(least, most)) do
    parts[#parts + 1] = line(tick == 0 and "base" or "axis", at(tick), 0, at(tick), low)
    parts[#parts + 1] = label(x_of(tick), 0, low + 16, "middle", ("%.6g"):format(tick), "soft")
  end
  for i, of in ipairs(block.rows) do
    local y, strong = (i - 1) * row, of.strong and " strong" or ""
    parts[#parts + 1] = label(0, 0, y + 13, "start", of.label, "name" .. strong)
    parts[#parts + 1] = line("line" .. strong, at(of.low), y + 22, at(of.high), y + 22)
    parts[#parts + 1] = dot("bar" .. strong, x_of(of.middle), y + 22)
  end
  return figure(block, { left = 16, right = 16, high = low + 22,
    wide = widest(block.rows, function(of) return of.label end) }, parts)
end

-- --- the rest ---

function show.say(block) return element("p", block.text) end
function show.gap() return "" end
function show.heading(block) return element("h2", block.text) end

function show.table(block)
  local rows = lists.collect(block.rows, function(row, n)
    local name = n == 1 and "th" or "td"
    return "<tr>" .. table.concat(lists.collect(row, function(cell, i)
      local inner, class = escape(cell)
      local classes = (block.align:sub(i, i) == "r" and "r" or "") .. (class and " " .. class or "")
      return ("<%s%s>%s</%s>"):format(name, classes ~= "" and ' class="' .. classes .. '"' or "", inner, name)
    end)) .. "</tr>"
  end)
  rows[1] = "<thead>" .. rows[1] .. "</thead>" -- which paper has again on every sheet
  return '<div class="wide"><table>\n' .. table.concat(rows, "\n") .. "\n</table></div>"
end

--- The file's text.
function html.text(page)
  local parts = lists.collect(page.blocks, function(block) return show[block.kind](block) end)
  local title = escaped(page.title)
  return english.html_page(title, files.embedded "stdlib/templates/page.css",
    ("<h1>%s</h1>\n%s\n"):format(title, table.concat(parts, "\n")))
end

return html
