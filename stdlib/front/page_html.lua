-- A page (page.lua) as one file of HTML: tables and inline SVG, no script, nothing fetched; light and dark as the reader has
-- it, on a phone and on paper.

local charts = require "charts"
local files = require "host.files"
local words = require "world.words"

local html = {}

local CLASSES = { ["\4"] = "strong", ["\5"] = "dim", ["\8"] = "strong" }

-- A text without marks, and the class of the first.
local function escape(text)
  local class = CLASSES[text:match "[\1-\8]"]
  return words.html((text:gsub("[%z\1-\9\11-\31\127]", ""))), class
end

local function escaped(text) return (escape(text)) end

local function element(name, text)
  local inner, class = escape(text)
  return ("<%s%s>%s</%s>"):format(name, class and (' class="%s"'):format(class) or "", inner, name)
end

-- --- charts ---

local WIDE, HIGH, LEFT, TOP, BOTTOM = 640, 260, 64, 14, 34

local function svg(text, high, parts)
  return ('<svg viewBox="0 0 %d %d" role="img" aria-label="%s">\n%s\n</svg>'):format(WIDE, high, escaped(text),
    table.concat(parts, "\n"))
end

local function label(x, y, anchor, text, class)
  return ('<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>'):format(x, y, anchor,
    class and ' class="' .. class .. '"' or "", escaped(text))
end

local function figure(block, drawing)
  return ("<figure>\n<figcaption>%s</figcaption>\n%s\n</figure>"):format(escaped(block.text), drawing)
end

local show = {}

function show.histogram(block)
  local bins, parts, most, row = charts.bins(block.sample), {}, 1, 22
  local wide = 0
  for _, bin in ipairs(bins) do most, wide = math.max(most, bin.count), math.max(wide, #bin.label) end
  local left = 16 + 7.5 * wide
  for i, bin in ipairs(bins) do
    local y, long = (i - 1) * row, (WIDE - left - 60) * bin.count / most
    parts[#parts + 1] = label(left - 8, y + 15, "end", bin.label)
    parts[#parts + 1] = ('<rect class="bar" x="%.1f" y="%.1f" width="%.1f" height="%d"/>'):format(left, y + 3, long,
      row - 5)
    parts[#parts + 1] = label(left + long + 6, y + 15, "start", ("%.1f%%"):format(100 * bin.count / block.sample.n),
      "soft")
  end
  return figure(block, svg(block.text, #bins * row + 2, parts))
end

-- Where points stand across: by their numbers, or one after another where not all are numbers.
local function across(points)
  local least, most, numbers = math.huge, -math.huge, true
  for _, point in ipairs(points) do numbers = numbers and point.x ~= nil end
  local function x_of(i) return numbers and points[i].x or i end
  for i in ipairs(points) do least, most = math.min(least, x_of(i)), math.max(most, x_of(i)) end
  return function(i)
    if most == least then return (LEFT + WIDE) / 2 end
    return LEFT + 20 + (WIDE - LEFT - 50) * (x_of(i) - least) / (most - least)
  end
end

-- Heights for values, and the values to write beside: what is lowest and highest in a curve with its band.
local function upwards(block)
  local least, most = charts.range(block)
  local values = most > least and { least, block.base, most } or { block.base }
  if most == least then least, most = least - 1, most + 1 end
  return function(value) return TOP + (HIGH - TOP - BOTTOM) * (most - value) / (most - least) end, values
end

function show.curve(block)
  local x_of, points, parts = across(block.points), block.points, {}
  local y_of, values = upwards(block)
  local upper, lower, line = {}, {}, {}
  for i, point in ipairs(points) do
    local x, half = x_of(i), point.half < math.huge and point.half or 0
    upper[i] = ("%.1f,%.1f"):format(x, y_of(point.mean + half))
    table.insert(lower, 1, ("%.1f,%.1f"):format(x, y_of(point.mean - half)))
    line[i] = ("%.1f,%.1f"):format(x, y_of(point.mean))
  end
  parts[1] = ('<polygon class="band" points="%s %s"/>'):format(table.concat(upper, " "), table.concat(lower, " "))
  parts[2] = ('<line class="base" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/>'):format(LEFT, WIDE, y_of(block.base),
    y_of(block.base))
  parts[3] = ('<polyline class="line" points="%s"/>'):format(table.concat(line, " "))
  parts[4] = ('<path class="axis" d="M%d %d V%d H%d" fill="none"/>'):format(LEFT, TOP, HIGH - BOTTOM, WIDE)
  for _, value in ipairs(values) do
    parts[#parts + 1] = label(LEFT - 6, y_of(value) + 4, "end", block.write(value), "soft")
  end
  for i, point in ipairs(points) do
    parts[#parts + 1] = ('<circle class="bar" cx="%.1f" cy="%.1f" r="3.5"/>'):format(x_of(i), y_of(point.mean))
    parts[#parts + 1] = label(x_of(i), HIGH - BOTTOM + 16, "middle", point.label)
  end
  parts[#parts + 1] = label(WIDE, HIGH - 3, "end", block.rule, "soft")
  return figure(block, svg(block.text, HIGH, parts))
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
  local parts, row, wide = {}, 30, (WIDE - 90) / #block.columns
  for j, column in ipairs(block.columns) do parts[#parts + 1] = label(90 + (j - 0.5) * wide, 14, "middle", column) end
  for i, name in ipairs(block.rows) do
    local y = 20 + (i - 1) * row
    parts[#parts + 1] = label(82, y + 20, "end", name)
    for j, cell in ipairs(block.cells[i]) do
      local part = cell.value and most > least and (cell.value - least) / (most - least) or 0
      local form = '<rect class="bar cell" fill-opacity="%.2f" x="%.1f" y="%d" width="%.1f" height="%d"/>'
      parts[#parts + 1] = form:format(0.04 + 0.5 * part, 90 + (j - 1) * wide, y, wide, row)
      parts[#parts + 1] = label(90 + (j - 0.5) * wide, y + 20, "middle", cell.text .. (cell.strong and "*" or ""))
    end
  end
  local high = 20 + #block.rows * row + 20
  parts[#parts + 1] = label(WIDE, high - 5, "end", ("down %s, across %s"):format(block.down, block.across), "soft")
  return figure(block, svg(block.text, high, parts))
end

-- --- the rest ---

function show.say(block) return element("p", block.text) end
function show.gap() return "" end
function show.heading(block) return element("h2", block.text) end

function show.table(block)
  local rows = words.collect(block.rows, function(row, n)
    local name = n == 1 and "th" or "td"
    return "<tr>" .. table.concat(words.collect(row, function(cell, i)
      local inner, class = escape(cell)
      local classes = (block.align:sub(i, i) == "r" and "r" or "") .. (class and " " .. class or "")
      return ("<%s%s>%s</%s>"):format(name, classes ~= "" and ' class="' .. classes .. '"' or "", inner, name)
    end)) .. "</tr>"
  end)
  return '<div class="wide"><table>\n' .. table.concat(rows, "\n") .. "\n</table></div>"
end

--- The file's text.
function html.text(page)
  local parts = words.collect(page.blocks, function(block) return show[block.kind](block) end)
  local title = escaped(page.title)
  return words.html_page(title, files.embedded "stdlib/templates/page.css",
    ("<h1>%s</h1>\n%s\n"):format(title, table.concat(parts, "\n")))
end

return html
