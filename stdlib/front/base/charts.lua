-- Drawings in block characters, or in ASCII: lines of text that stand in a pipe as well.

local charts = {}

local EIGHTHS = { "▏", "▎", "▍", "▌", "▋", "▊", "▉" }
local BINS = 16 -- at most

--- A bar of so many columns, in eighths of one where `symbols`; something, however little, is seen.
function charts.bar(columns, symbols)
  if not symbols then return ("#"):rep(columns > 0 and math.max(1, math.floor(columns + 0.5)) or 0) end
  local eighths = math.floor(columns * 8 + 0.5)
  if columns > 0 and eighths == 0 then eighths = 1 end
  return ("█"):rep(eighths // 8) .. (EIGHTHS[eighths % 8] or "")
end

local HEIGHTS, INKS = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" }, { "_", ".", "-", "=", "+", "*", "%", "#" }

--- Values from `least` to `most` as a curve, a character each, a blank where there is none (false). Of more than `width`
--- some are left out, never the last.
function charts.curve(values, least, most, width, symbols)
  local marks, columns, line = symbols and HEIGHTS or INKS, math.min(#values, width), {}
  for i = 1, columns do
    local value = values[i * #values // columns]
    local part = most > least and value and (value - least) / (most - least) or 0
    line[i] = value and marks[math.floor(part * (#marks - 1) + 1.5)] or " "
  end
  return table.concat(line)
end

--- 1, 2 or 5 times a power of ten: the least that is `least` or more.
function charts.round_step(least)
  local power = 10 ^ math.floor(math.log(least, 10))
  for _, times in ipairs { 1, 2, 5 } do
    if times * power >= least * (1 - 1e-9) then return times * power end
  end
  return 10 * power
end

-- The whole numbers of times that a step goes from `least` to `most`.
local function multiples(least, most, step) return math.ceil(least / step - 1e-9), math.floor(most / step + 1e-9) end

--- Three to seven round numbers from `least` to `most`, with zero where that lies between.
function charts.ticks(least, most)
  local step, list = charts.round_step((most - least) / 5), {}
  local first, last = multiples(least, most, step)
  if last - first < 2 then
    step = charts.round_step(step / 2.6) -- the step before it
    first, last = multiples(least, most, step)
  end
  for i = first, last do list[#list + 1] = i * step end
  return list
end

local function label(low, high, whole)
  if whole then return high - 1 > low and ("%d to %d"):format(low, high - 1) or ("%d"):format(low) end
  return ("%.6g to %.6g"):format(low, high)
end

--- The values of a sample in bins of one round width, at most 16: a list of { low =, high = (outside), count =, label = };
--- whole numbers that are few have a bin each.
function charts.bins(sample)
  local least, most, whole = math.huge, -math.huge, true
  for value in pairs(sample.counts) do
    least, most, whole = math.min(least, value), math.max(most, value), whole and math.tointeger(value) ~= nil
  end
  if sample.n == 0 then return {} end
  local width = most > least and charts.round_step((most - least + (whole and 1 or 0)) / BINS) or 1
  if whole then width = math.max(1, math.ceil(width)) end
  local first, bins = math.floor(least / width), {}
  for i = 0, math.floor(most / width) - first do
    local low = (first + i) * width
    bins[i + 1] = { low = low, high = low + width, count = 0, label = label(low, low + width, whole) }
  end
  for value, count in pairs(sample.counts) do
    local bin = bins[math.floor(value / width) - first + 1]
    bin.count = bin.count + count
  end
  return bins
end

--- A histogram: the rows of a table of three columns, the bars at most `width` columns wide.
function charts.histogram(sample, width, symbols)
  local most, rows, bins = 1, {}, charts.bins(sample)
  for _, bin in ipairs(bins) do most = math.max(most, bin.count) end
  for i, bin in ipairs(bins) do
    local bar = charts.bar(width * bin.count / most, symbols)
    rows[i] = { bin.label, ("%.1f%%"):format(100 * bin.count / sample.n), bar }
  end
  return rows
end

--- The ends of the interval at a point of a curve, within what is possible: see page.lua.
function charts.band(block, point)
  if point.low then return point.low, point.high end
  local half = point.half < math.huge and point.half or 0
  return math.max(block.least or -math.huge, point.mean - half), math.min(block.most or math.huge, point.mean + half)
end

--- The least and the most that a curve reaches with its intervals.
function charts.range(block)
  local least, most = block.base or math.huge, block.base or -math.huge
  for _, point in ipairs(block.points) do
    local low, high = charts.band(block, point)
    least, most = math.min(least, low), math.max(most, high)
  end
  return least, most
end

--- An interval on a line of `width` columns that goes from `least` to `most`: whiskers from low to high, a dot at the
--- middle, a bar where `base` is, if anywhere.
function charts.interval(low, middle, high, base, least, most, width, symbols)
  local function at(value)
    return most > least and math.floor((value - least) / (most - least) * (width - 1) + 1.5) or (width + 1) // 2
  end
  local line = {}
  for i = 1, width do line[i] = " " end
  for i = math.max(at(low), 1), math.min(at(high), width) do line[i] = symbols and "─" or "-" end
  if base then line[at(base)] = symbols and "│" or "|" end
  line[at(middle)] = symbols and "●" or "o"
  return (table.concat(line):gsub(" +$", ""))
end

return charts
