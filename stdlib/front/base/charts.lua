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

-- 1, 2 or 5 times a power of ten: the least that is `least` or more.
local function round_step(least)
  local power = 10 ^ math.floor(math.log(least, 10))
  for _, times in ipairs { 1, 2, 5 } do
    if times * power >= least * (1 - 1e-9) then return times * power end
  end
  return 10 * power
end

charts.round_step = round_step

-- The whole numbers of times that a step goes from `least` to `most`.
local function multiples(least, most, step) return math.ceil(least / step - 1e-9), math.floor(most / step + 1e-9) end

--- Three to seven round numbers from `least` to `most`, with zero where that lies between.
function charts.ticks(least, most)
  local step, list = round_step((most - least) / 5), {}
  local first, last = multiples(least, most, step)
  if last - first < 2 then
    step = round_step(step / 2.6) -- the step before it
    first, last = multiples(least, most, step)
  end
  for i = first, last do list[#list + 1] = i * step end
  return list
end

local function label(low, high, whole)
  if whole then return high - 1 > low and ("%d to %d"):format(low, high - 1) or ("%d"):format(low) end
  return ("%.6g to %.6g"):format(low, high)
end

--- The values of a sample, or of two, in bins of one round width, at most 16: a list of { low =, high = (outside), label =,
--- count =, above = how many of the first are there, and `low` or more, parts = of each sample what is there }; whole numbers
--- that are few have a bin each.
function charts.bins(sample, other)
  local least, most, whole = math.huge, -math.huge, true
  local samples = { sample, other }
  for _, one in ipairs(samples) do
    for value in pairs(one.counts) do
      least, most, whole = math.min(least, value), math.max(most, value), whole and math.tointeger(value) ~= nil
    end
  end
  if most < least then return {} end
  local width = most > least and round_step((most - least + (whole and 1 or 0)) / BINS) or 1
  if whole then width = math.max(1, math.ceil(width)) end
  local first, bins = math.floor(least / width), {}
  for i = 0, math.floor(most / width) - first do
    local low = (first + i) * width
    bins[i + 1] = { low = low, high = low + width, count = 0, parts = { 0.0, other and 0.0 },
      label = label(low, low + width, whole) }
  end
  for k, one in ipairs(samples) do
    for value, count in pairs(one.counts) do
      local bin = bins[math.floor(value / width) - first + 1]
      bin.parts[k] = bin.parts[k] + count / one.n
      if k == 1 then bin.count = bin.count + count end
    end
  end
  for i = #bins, 1, -1 do bins[i].above = bins[i].count + (bins[i + 1] and bins[i + 1].above or 0) end
  return bins
end

--- A share of n, "12.5%".
function charts.share(count, n) return ("%.1f%%"):format(100 * count / n) end

--- What a bar of two histograms over each other is made of: where both are, only the first, only the second.
function charts.over_marks(symbols) return symbols and { "█", "▒", "░" } or { "#", "a", "b" } end

--- The greatest part in the bins.
function charts.tallest(bins)
  local most = 0
  for _, bin in ipairs(bins) do most = math.max(most, table.unpack(bin.parts)) end
  return most
end

-- A bar of each part over the other.
local function over(width, parts, most, symbols)
  local function columns(part) return math.floor(width * part / most + 0.5) end
  local a, b, marks = columns(parts[1]), columns(parts[2]), charts.over_marks(symbols)
  return marks[1]:rep(math.min(a, b)) .. marks[2]:rep(a - b) .. marks[3]:rep(b - a)
end

--- A histogram (see page.lua): the rows of a table, the bars at most `width` columns wide, in the last of three columns. With
--- at_least or another sample they are four, below a head: what is as high or higher, or the other's share.
function charts.histogram(block, width, symbols)
  local bins = charts.bins(block.sample, block.other)
  local most, rows = charts.tallest(bins), { block.at_least and { "", "share", "at least", "" }
    or block.other and { "", block.names[1], block.names[2], "" } or nil }
  for _, bin in ipairs(bins) do
    local row = { bin.label, charts.share(bin.count, block.sample.n) }
    if block.at_least then row[3] = charts.share(bin.above, block.sample.n) end
    if block.other then row[3] = charts.share(bin.parts[2], 1) end
    row[#row + 1] = block.other and over(width, bin.parts, most, symbols)
      or charts.bar(width * bin.parts[1] / most, symbols)
    rows[#rows + 1] = row
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
