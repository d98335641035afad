-- A page (base/page.lua) as one file of HTML: tables and inline SVG, no script, nothing fetched. It suits light and dark
-- screens, a phone and paper.

local charts = require "front.base.charts"
local files = require "host.files"
local english = require "shared.english"
local lists = require "shared.lists"
local tty = require "host.tty"
local wrap = require("front.base.text").wrap

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

-- A chart is as wide as the page, and its text keeps its size: x is in percent of the room between the margins, y in pixels.
-- With less room than its labels need it scrolls in its box.

local HIGH, FLAT, TOP, BOTTOM = 260, 110, 14, 34 -- of a curve; FLAT: one that goes neither up nor down
local AXIS = 14 -- from the axis to the first point
local WIDEST = 560 -- that the labels of a curve can ask for: what a sheet of paper has

local MOST_TICKS = 7
local LABEL = 280 -- the widest that a line of a label is

-- About how wide a character is at most, in pixels.
local function wide(char)
  if char:find "^[\x80-\xff]" then return 5 + 7 * tty.width(char) end
  return char:find "[ijl.,:;'|!() ]" and 6 or char:find "[MWmw%%@]" and 13 or char:find "%u" and 10 or 8.5
end

local function width_of(label)
  local sum = 0
  for char in label:gmatch(utf8.charpattern) do sum = sum + wide(char) end
  return sum
end

-- A label in lines of at most so many pixels, as long as its letters aren't all wide ones.
local function in_lines(label, room) return lists.matches(wrap(label, room // 8), "[^\n]+") end

-- One of so many labels beside each other.
local function in_column(label, count) return in_lines(label, math.max(56, math.min(96, LABEL // count - 8))) end

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

-- Adds texts to `parts` as labels below each other, 16 pixels from one to the next.
local function add_label(parts, x, by, y, anchor, list, class)
  for n, text in ipairs(list) do parts[#parts + 1] = label(x, by, y + 16 * (n - 1), anchor, text, class) end
end

local function line(class, x1, y1, x2, y2)
  return ('<line class="%s" x1="%s" y1="%.1f" x2="%s" y2="%.1f"/>'):format(class, x1, y1, x2, y2)
end

local function dot(class, x, y) return ('<circle class="%s" cx="%.2f%%" cy="%.1f" r="4"/>'):format(class, x, y) end

local show = {}

-- Two histograms are translucent, so that both are seen where they overlap.
function show.histogram(block)
  local bins, parts, row = charts.bins(block.sample, block.other), {}, block.other and 38 or 22
  local most, form = charts.tallest(bins), block.at_least and "%s (≥ %s)" or "%s"
  for i, bin in ipairs(bins) do
    local y, long = (i - 1) * row, 100 * math.max(table.unpack(bin.parts)) / most
    parts[#parts + 1] = label(0, -8, y + row // 2 + 4, "end", bin.label)
    for k, part in ipairs(bin.parts) do
      local class = k == 1 and "bar" or "strong"
      local share = form:format(charts.share(part, 1), charts.share(bin.above, block.sample.n))
      parts[#parts + 1] = ('<rect class="%s"%s y="%d" width="%.2f%%" height="%d"/>'):format(class,
        block.other and ' fill-opacity="0.5"' or "", y + 3, 100 * part / most, row - 5)
      parts[#parts + 1] = label(long, 6, y + 15 * k, "start", block.other and block.names[k] .. " " .. share or share,
        block.other and class or "soft")
    end
  end
  return figure(block, { left = 8 + widest(bins, function(bin) return bin.label end), wide = 100,
    right = 6 + width_of(form:format("A 100.0%", "100.0%")), high = #bins * row + 2 }, parts)
end

-- The x of the points, in percent: by their numbers, or one after another if not all are numbers; and the labels below, each
-- { x =, lines = }: one for every point, or round numbers if there are many points.
local function across(points)
  local least, most, numbers = math.huge, -math.huge, true
  for _, point in ipairs(points) do numbers = numbers and point.x ~= nil end
  local function value(i) return numbers and points[i].x or i end
  for i in ipairs(points) do least, most = math.min(least, value(i)), math.max(most, value(i)) end
  local function percent(x) return most > least and 100 * (x - least) / (most - least) or 50 end
  local function x_of(i) return percent(value(i)) end
  if numbers and #points > MOST_TICKS then
    return x_of, lists.collect(charts.ticks(least, most), function(tick)
      return { x = percent(tick), lines = { ("%.6g"):format(tick) } }
    end)
  end
  return x_of, lists.collect(points, function(point, i)
    return { x = x_of(i), lines = in_column(point.label, #points) }
  end)
end

-- The width at which labels stand beside each other; those that have room, if that is too wide; and the most lines that one
-- of them has.
local function beside(labels)
  local function space(i, k) return (widest(labels[i].lines) + widest(labels[k].lines)) / 2 + 8 end
  local room, shown, most, last = 0, {}, 0, nil
  for i = 2, #labels do room = math.max(room, space(i - 1, i) * 100 / math.abs(labels[i].x - labels[i - 1].x)) end
  room = math.min(room, WIDEST)
  for i, one in ipairs(labels) do
    if not last or math.abs(one.x - labels[last].x) * room / 100 > space(last, i) - 1 then
      shown[#shown + 1], most, last = one, math.max(most, #one.lines), i
    end
  end
  return room, shown, most
end

-- How high a curve is, heights for its values, and what to write beside, each { value, text }.
local function upwards(block)
  local least, most = charts.range(block)
  if most == least then
    return FLAT, function() return (TOP + FLAT - BOTTOM) / 2 end, { { least, block.write(least) } }
  end
  local function y_of(value) return TOP + (HIGH - TOP - BOTTOM) * (most - value) / (most - least) end
  return HIGH, y_of, lists.collect(charts.ticks(least, most), function(tick)
    return { tick, (block.is_share and "%.6g%%" or "%.6g"):format(block.is_share and 100 * tick or tick) }
  end)
end

function show.curve(block)
  local points, parts = block.points, {}
  local x_of, labels = across(points)
  local high, y_of, ticks = upwards(block)
  local room, shown, most = beside(labels)
  local upper, lower, middle = {}, {}, {}
  for i, point in ipairs(points) do
    local x, low, top = x_of(i), charts.band(block, point)
    upper[i] = ("%.2f,%.1f"):format(x, y_of(top))
    table.insert(lower, 1, ("%.2f,%.1f"):format(x, y_of(low)))
    middle[i] = ("%.2f,%.1f"):format(x, y_of(point.mean))
  end
  parts[1] = ('<svg viewBox="0 0 100 %d" height="%d" preserveAspectRatio="none">'):format(high, high)
  parts[2] = ('<polygon class="band" points="%s %s"/>'):format(table.concat(upper, " "), table.concat(lower, " "))
  parts[3] = ('<polyline class="line" points="%s"/></svg>'):format(table.concat(middle, " "))
  parts[4] = line("axis", -AXIS, TOP, -AXIS, high - BOTTOM)
  parts[5] = line("axis", -AXIS, high - BOTTOM, "100%", high - BOTTOM)
  if block.base then parts[6] = line("base", -AXIS, y_of(block.base), "100%", y_of(block.base)) end
  for _, tick in ipairs(ticks) do
    parts[#parts + 1] = label(0, -AXIS - 6, y_of(tick[1]) + 4, "end", tick[2], "soft")
  end
  for i, point in ipairs(points) do parts[#parts + 1] = dot("bar", x_of(i), y_of(point.mean)) end
  for _, one in ipairs(shown) do add_label(parts, one.x, 0, high - BOTTOM + 16, "middle", one.lines) end
  high = high + 16 * (most - 1)
  parts[#parts + 1] = label(100, 0, high - 3, "end", block.rule, "soft")
  local left = math.max(AXIS + 6 + widest(ticks, function(tick) return tick[2] end), widest(shown[1].lines) / 2)
  local rows = block.head and lists.joined({ block.head }, lists.collect(points, "cells"))
  return figure(block, { left = left, right = 6 + widest(shown[#shown].lines) / 2,
    wide = math.max(room, width_of(block.rule) - left), high = high }, parts)
    .. (rows and "\n" .. show.table { align = ("r"):rep(#block.head), rows = rows } or "")
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
  local parts, left, room, y = {}, 0, 0, 4
  local share = 100 / #block.columns -- of a column, in percent
  for j, column in ipairs(block.columns) do
    local list = in_column(column, #block.columns)
    add_label(parts, (j - 0.5) * share, 0, 14, "middle", list)
    room, y = math.max(room, widest(list)), math.max(y, 4 + 16 * #list)
  end
  for i, name in ipairs(block.rows) do
    local list = in_column(name, #block.columns)
    local high = math.max(30, 16 * #list)
    left = math.max(left, widest(list))
    add_label(parts, 0, -8, y + high / 2 + 13 - 8 * #list, "end", list)
    for j, cell in ipairs(block.cells[i]) do
      local part = cell.value and most > least and (cell.value - least) / (most - least) or 0
      local form = '<rect class="bar cell" fill-opacity="%.2f" x="%.2f%%" y="%d" width="%.2f%%" height="%d"/>'
      local value = cell.text .. (cell.strong and "*" or "")
      parts[#parts + 1] = form:format(0.04 + 0.5 * part, (j - 1) * share, y, share, high)
      parts[#parts + 1] = label((j - 0.5) * share, 0, y + high / 2 + 5, "middle", value)
      room = math.max(room, width_of(value))
    end
    y = y + high
  end
  local legend = in_lines(("down %s, across %s"):format(block.down, block.across), LABEL)
  add_label(parts, 100, 0, y + 15, "end", legend, "soft")
  return figure(block, { left = 8 + left, right = 0, high = y + 4 + 16 * #legend,
    wide = math.max(#block.columns * (room + 8), widest(legend) - left - 8) }, parts)
end

function show.intervals(block)
  local least, most, parts, low, names = 0, 0, {}, 0, {}
  for _, of in ipairs(block.rows) do least, most = math.min(least, of.low), math.max(most, of.high) end
  if most == least then least, most = -1, 1 end
  local function x_of(value) return 100 * (value - least) / (most - least) end
  local function at(value) return ("%.2f%%"):format(x_of(value)) end
  for i, of in ipairs(block.rows) do
    names[i] = in_lines(of.label, LABEL)
    low = low + 20 + 16 * #names[i]
  end
  for _, tick in ipairs(charts.ticks(least, most)) do
    parts[#parts + 1] = line(tick == 0 and "base" or "axis", at(tick), 0, at(tick), low)
    parts[#parts + 1] = label(x_of(tick), 0, low + 16, "middle", ("%.6g"):format(tick), "soft")
  end
  local y, room = 6, 0
  for i, of in ipairs(block.rows) do
    local strong = of.strong and " strong" or ""
    add_label(parts, 0, 0, y + 7, "start", names[i], "name" .. strong)
    y, room = y + 16 * #names[i], math.max(room, widest(names[i]))
    parts[#parts + 1] = line("line" .. strong, at(of.low), y, at(of.high), y)
    parts[#parts + 1] = dot("bar" .. strong, x_of(of.middle), y)
    y = y + 20
  end
  return figure(block, { left = 16, right = 16, high = low + 22, wide = room }, parts)
end

-- --- the rest ---

function show.say(block) return element("p", block.text) end
function show.verdict(block) return ('<p class="verdict">%s</p>'):format(escaped(block.text)) end
function show.gap() return "" end
function show.heading(block) return element("h2", block.text) end

function show.table(block)
  local rows = lists.collect(block.rows, function(row, n)
    local name = n == 1 and "th" or "td"
    return "<tr>" .. table.concat(lists.collect(row, function(cell, i)
      local inner, class = escape(cell)
      local classes = (block.align:sub(i, i) == "r" and "r" or cell:find "^ " and "sub" or "")
        .. (class and " " .. class or "")
      return ("<%s%s>%s</%s>"):format(name, classes ~= "" and ' class="' .. classes .. '"' or "", inner, name)
    end)) .. "</tr>"
  end)
  rows[1] = "<thead>" .. rows[1] .. "</thead>" -- which paper has again on every sheet
  local two = block.align:find "^lr.*l$" and ' class="two"' or "" -- lines on a phone: the words, and the figures below
  return ('<div class="wide"><table%s>\n%s\n</table></div>'):format(two, table.concat(rows, "\n"))
end

--- The file's text.
function html.text(page)
  local parts = lists.collect(page.blocks, function(block) return show[block.kind](block) end)
  local title = escaped(page.title)
  return english.html_page(title, files.embedded "stdlib/templates/page.css",
    ('<h1>%s</h1>\n<p class="dim">%s</p>\n%s\n'):format(title, escaped(page.origin), table.concat(parts, "\n")))
end

return html
