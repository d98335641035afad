-- The page at the end of a game, or of an evening of games: who won and by what, the standings, each score by round, who
-- led, how long it took. A row of the standings says its place, who it is and the score, named after what was counted
-- (`by`). Where the score is the same and the place isn't, all rows tell what decided, too.
--
-- Scores by round are those of a number that everybody may see: the pool or state of the seats that is the score. A round
-- is one pass through a list of the order, the outermost that was gone through more than once. Of a game that is not over,
-- what is counted is learned from a copy that chance plays to its end.
--
-- The page `of` has the fields
--   round, rounds   what a round is called, and how many there were; counts_rounds: the game itself counts them
--   drawn           are there curves?
--   fewest          fewer points are better than more; all: all measures are shown
--   unfinished      the game is not over; evening: it is the page of several games
--   decisions, minutes   how long it took
--   nobody          nobody has won: the rows are shown without their places
--   gone            the names of those who left before the end; nil: none

local charts = require "front.base.charts"
local english = require "shared.english"
local files = require "host.files"
local lists = require "shared.lists"
local ranking = require "ranking"
local terminal = require "front.base.terminal"

local standings = {}

local DIM, PLAIN = "\5", "\1"
local WIDEST, ROOM = 100, 8 -- columns: of the page, of a curve beside its row
local QUESTIONS_MOST = 4000 -- from where a game stands until its copy ends
local EVENING = 12 * 60 -- minutes; whoever needs more has left the table in between

-- --- the rows ---

-- How many measures it takes to decide between this row and the next.
local function measures_apart(row, next_row)
  if not next_row or row.place == next_row.place then return 1 end
  local k = 1
  while row.keys and next_row.keys and next_row.keys[k] and row.keys[k] == next_row.keys[k] do k = k + 1 end
  return k
end

-- The widths of the longest name and the longest score, and how many of the measures are shown.
local function layout(rows)
  local names, scores, measures = 0, 0, 1
  for i, row in ipairs(rows) do
    names = math.max(names, terminal.text_width(row.name))
    scores = math.max(scores, terminal.text_width(row.score))
    measures = math.max(measures, measures_apart(row, rows[i + 1]))
  end
  return names, scores, measures
end

-- "hands_won" as "hands won"; "" where the measure has no name.
local function measure_name(row, k) return english.spoken(row.by and row.by[k] or "") end

-- "  1. Anna   successes 4, chips 12"
local function line_of(row, names, scores, measures, nobody)
  local parts = { (nobody and "    " or ("%3d."):format(row.place)) .. " " .. row.name }
  if scores > 0 then parts[2] = (" "):rep(names - terminal.text_width(row.name) + 3) end
  if row.score ~= "" then parts[#parts + 1] = (measure_name(row, 1) .. " "):gsub("^ ", "") end
  parts[#parts + 1] = (" "):rep(scores - terminal.text_width(row.score)) .. row.score
  for k = 2, measures do
    local name = measure_name(row, k)
    if name == "" then break end
    parts[#parts + 1] = (", %s %s"):format(name, row.keys and row.keys[k] or "")
  end
  if row.wins then parts[#parts + 1] = ", games won " .. row.wins end
  return table.concat(parts)
end

-- The least and the most of all curves.
local function range(rows)
  local least, most = math.huge, -math.huge
  for _, row in ipairs(rows) do
    for _, value in ipairs(row.curve) do
      if value then least, most = math.min(least, value), math.max(most, value) end
    end
  end
  return least, most
end

-- Each curve beside the line of its row, or below it if there is no room.
local function add_curves(lines, rows, of, term)
  local least, most = range(rows)
  local wide = lists.collect(lines, terminal.text_width)
  local column, page = math.max(table.unpack(wide)) + 3, math.min(term:width(), WIDEST)
  local below = page - column < math.min(of.rounds, ROOM)
  for i, row in ipairs(rows) do
    local curve = term.plain and table.concat(lists.collect(row.curve, function(value) return value or "-" end), " ")
      or charts.curve(row.curve, least, most, page - (below and 5 or column), term:symbols())
    lines[i] = lines[i] .. (term.plain and ": " or below and "\n     " or (" "):rep(column - wide[i])) .. curve
  end
end

-- What the curves show: "Game by game: ▁ is 0, █ is 52."
local function legend(rows, of, term)
  local what = ("%s by %s"):format(of.round:gsub("^%l", string.upper), of.round)
  if term.plain then return ("After each name come its scores, %s."):format(what:lower()) end
  local least, most = range(rows)
  local function mark(value) return charts.curve({ value }, least, most, 1, term:symbols()) end
  return ("%s%s: %s is %s, %s is %s.%s"):format(DIM, what, mark(least), least, mark(most), most, PLAIN)
end

-- --- who won, and by what ---

-- "with the most points", "on glory", "with the biggest fish"
local function by_most(name, fewest)
  if name == "" then return ("with the %s score"):format(fewest and "lowest" or "highest") end
  name = name:gsub(" won$", "")
  if name:find "s%f[^%w]" then return ("with the %s %s"):format(fewest and "fewest" or "most", name) end
  if name:find "^%a+est%f[^%w]" then return "with the " .. name end
  return fewest and "with the lowest " .. name or "on " .. name
end

-- The rows that are equal to this one in a field.
local function alike(rows, row, field)
  return lists.collect(rows, function(other) return other[field] == row[field] and other or nil end)
end

-- Has only the first any points left, of which all others had some?
local function is_last(first, others)
  return first.value > 0 and lists.all(others, function(row)
    local had = lists.collect(row.curve or {}, function(value) return value and value > 0 or nil end)
    return row.value == 0 and #had > 0
  end)
end

-- Why the first stands before the others: " with the most points, 52 to Ben's 40"; "" where the figures don't say, as in
-- rows that a game ranked by something else.
local function why_first(first, others)
  if not first.value or not first.keys or #others == 0 then return "" end
  local mine, theirs, keys, k = first.value, others[1].value, others[1].keys or {}, 1
  while mine and mine == theirs do mine, theirs, k = first.keys[k + 1], keys[k + 1], k + 1 end
  local name = measure_name(first, k)
  local function is_beyond(sign)
    return lists.all(others, function(row) return row.value and sign * row.value < sign * first.value end)
  end
  local fewest = k == 1 and is_beyond(-1)
  if k > 1 and (name == "" or not theirs) or k == 1 and not fewest and not is_beyond(1) then return "" end
  if k == 1 and is_last(first, others) then return " as the last with " .. name end
  local behind = lists.collect(alike(others, others[1], "place"), "name")
  return (" %s, %s to %s %s%s"):format(by_most(name, fewest), mine,
    english.list(lists.collect(behind, english.possessive)), theirs,
    k > 1 and ", after a tie on " .. measure_name(first, 1) or "")
end

-- "Anna won with the most points, 52 to Ben's 40."
local function verdict(rows, of)
  if of.nobody then return "Nobody has won." end
  local first, others = alike(rows, { place = 1 }, "place"), {}
  table.move(rows, #first + 1, #rows, 1, others)
  if of.unfinished and #others == 0 then return "Nobody leads yet." end
  if #first > 1 then
    local on, score = measure_name(first[1], 1), first[1].score
    return ("%s %s%s%s."):format(english.list(lists.collect(first, "name")),
      of.unfinished and "share the lead" or "tied for first", on ~= "" and " on " .. on or "",
      score ~= "" and (", %s each"):format(score) or "")
  end
  local name, why = first[1].name, why_first(first[1], others)
  if of.unfinished then return ("In the lead: %s%s."):format(name, why:gsub("^ ", ", ")) end
  local stayed = of.gone and #of.gone > 0 and "Of those who stayed, " or ""
  return ("%s%s won%s%s."):format(stayed, name, of.evening and " the evening" or "", why)
end

-- --- who led ---

-- The rows with the best score after that round.
local function leaders(rows, round, sign)
  local best, list = -math.huge, {}
  for _, row in ipairs(rows) do
    local value = row.curve[round] and sign * row.curve[round] or -math.huge
    if value > best then best, list = value, {} end
    if value == best then list[#list + 1] = row end
  end
  return list
end

-- Who leads at the end, since which round, and who led before; nil if the first row doesn't lead alone.
local function lead(rows, of)
  local sign, held, is_level, leader, since, best = of.fewest and -1 or 1, false, false, nil, nil, nil
  for round = 1, of.rounds do
    best = leaders(rows, round, sign)
    is_level = is_level or #best > 1
    if #best == 1 and best[1] ~= leader then held, leader, since = since ~= nil, best[1], round
    elseif not lists.index(best, leader) then leader = nil end
  end
  if #rows < 2 or #best > 1 or leader ~= rows[1] then return nil end
  if since == 1 and not of.unfinished then
    return leader.name .. (is_level and " was never behind." or " led from the start.")
  end
  local when = of.unfinished and since == of.rounds and "just now" or ("after %s\u{A0}%d"):format(of.round, since)
  local before = held and leaders(rows, since - 1, sign) or {}
  local others = lists.collect(before, function(row) return row ~= leader and row.name or nil end)
  local from = #others == 0 and " took the lead" or lists.index(before, leader) and " pulled ahead of "
    or " took the lead from "
  return ("%s%s%s %s."):format(leader.name, from, english.list(others), when)
end

-- "It took 6 games, 214 decisions and 25 minutes."
local function length(of)
  local parts = { english.count(of.decisions, "decision"), of.minutes and english.count(of.minutes, "minute") }
  local is_told = of.rounds > 1 and (of.drawn or of.counts_rounds)
  if is_told then table.insert(parts, 1, english.count(of.rounds, of.round)) end
  return ("%s %s."):format(of.unfinished and "So far:" or "It took", english.list(parts))
end

--- The page of these rows, the best first, or none: { place =, name =, score = text, value = the same as a number, by =
--- names of the measures, keys = their values, curve = the score by round, wins = games won }.
function standings.page(rows, of, term, heading)
  local has_end_only = #rows == 0 and not of.unfinished -- no place was given to anybody
  term:heading(heading or has_end_only and "the end" or "standings")
  if of.unfinished then term:say "The game is not over." end
  if #rows > 1 then term:say(verdict(rows, of)) end
  local names, scores, measures = layout(rows)
  local lines = lists.collect(rows, function(row)
    return line_of(row, names, scores, of.all and math.huge or measures, of.nobody)
  end)
  local least, most = range(of.drawn and rows or {})
  if least < most then -- level curves show nothing
    add_curves(lines, rows, of, term)
    lines[#lines + 1], lines[#lines + 2] = legend(rows, of, term), lead(rows, of)
  end
  if of.gone and #of.gone > 0 then lines[#lines + 1] = "Left during the game: " .. english.list(of.gone) .. "." end
  if of.decisions > 0 or of.unfinished then lines[#lines + 1] = length(of) end
  for _, line in ipairs(lines) do term:say(line) end
end

local STAMP = "%-(%d%d%d%d)(%d%d)(%d%d)%-(%d%d)(%d%d)(%d%d)[-%d]*%.journal$" -- see folder.lua

--- Minutes from the name of a journal to the last record of another, or the same; nil if they aren't known.
function standings.minutes(first, last)
  local stat, t = last and files.stat(last), {}
  t.year, t.month, t.day, t.hour, t.min, t.sec = (first or ""):match(STAMP)
  local count = stat and t.year and (stat.seconds - os.time(t) + 30) // 60 or 0
  return count > 0 and count < EVENING and count or nil
end

-- --- a game ---

local function open_numbers(s) return s.world:call_with_table("table.driver", "open_numbers") end

-- The first by the alphabet of the names for which fn(name) holds.
local function first_name(numbers, fn)
  local names = lists.map(numbers, function(_, name) return fn(name) and name or nil end)
  table.sort(names)
  return names[1]
end

-- The number of the seats that is the score of these rows: by its name, or because all of them have it.
local function number_of(rows, numbers)
  local own, by = numbers[rows[1].seat] or {}, rows[1].by and rows[1].by[1]
  return first_name(own, function(name)
    return (name == by or own[by] == nil) and lists.all(rows, function(row)
      return not numbers[row.seat] or numbers[row.seat][name] == row.score
    end)
  end)
end

-- The game's word for a round, by the number of the table that counts rounds or, where there is none, by one that is a round
-- ahead while another is to come; nil if there is no such number.
local function round_name(list)
  local function counted(ahead)
    return first_name(list[1].rounds, function(name)
      return lists.all(list, function(numbers, i)
        local count = numbers.rounds[name] or 0
        return count == i or count == i + ahead and i < #list
      end)
    end)
  end
  return counted(0) or counted(1)
end

-- Do several of these rounds make one that the game counts by that name?
local function has_more_rounds(list, word)
  for i = 2, #list - 1 do
    if list[i].rounds[word] and list[i].rounds[word] == list[i - 1].rounds[word] then return true end
  end
  return false
end

-- The numbers after each round, the last of them the present ones; and the game's word for a round, or "turn" or "round" by
-- how many seats answer in one. A last pass without an answer is not counted.
local function rounds_of(s)
  local last, list, answered, from, word = s.rounds[#s.rounds], {}, nil, 1, "turn"
  local function look(to)
    answered = nil
    for i = from, to do
      local seat = s.plays[i]:match "^a . (%d+)"
      if seat and seat ~= (answered or seat) then word = "round" end
      answered = seat or answered
    end
    from = to + 1
  end
  for _, one in ipairs(s.rounds) do
    if one.depth == last.depth then
      look(one.cursor)
      list[#list + 1] = one.numbers
    end
  end
  look(#s.plays)
  list[#list + ((answered or not last) and 1 or 0)] = open_numbers(s)
  return list, round_name(list), word
end

-- Gives the rows their curves. They are drawn if the number of that name changed often enough.
local function add_series(name, rows, of, list)
  local changed = {}
  for _, row in ipairs(rows) do
    row.curve = lists.collect(list, function(numbers) return (numbers[row.seat] or {})[name] or false end)
    for i = 2, #list do changed[i] = changed[i] or row.curve[i] ~= row.curve[i - 1] or nil end
  end
  of.drawn = #list > 1 and #lists.keys(changed) >= math.min(#list - 1, 2)
end

local function fewest_win(rows) return (rows[1].score or 0) < (rows[#rows].score or 0) end

-- The rows of a game that is not over, and the name of the number that is the score; no rows if that can't be known.
local function rows_so_far(s, of)
  local copy, numbers = s:copy(), open_numbers(s)
  function copy.answerer() return "random" end
  copy:play_out(select(2, s.world:engine "count") + QUESTIONS_MOST)
  local ended = copy.state == "over" and copy:standings() or {}
  local by = #ended > 0 and ended[1].by and ended[1].by[1]
  local name = numbers[s:seats()[1]][by] and by or #ended > 0 and number_of(ended, open_numbers(copy))
  copy:close()
  if not name then return {} end
  of.fewest = fewest_win(ended)
  return ranking.sort(lists.collect(s:seats(), function(seat)
    local value = numbers[seat][name]
    return value and { seat = seat, score = value, by = { by or name },
      keys = { of.fewest and -value or value } } or nil
  end), "seat"), name
end

--- Shows the page of a session, whether it is over or not.
function standings.show(s, term, heading)
  local list, round, word = rounds_of(s)
  local _, asked = s.world:engine "count"
  if s.state == "question" then asked = asked - 1 end -- that one is still to be answered
  local file = s.journal or s.opened
  local path = file and file:path()
  if has_more_rounds(list, word) then word = "stage" end
  local of = { round = round or word, counts_rounds = round ~= nil, rounds = #list, decisions = asked,
    minutes = standings.minutes(path, path), unfinished = s.state ~= "over",
    gone = s.joins and s.world:call_with_table("table.joining", "departed") or nil }
  local rows, name = s:standings() or {}, nil
  if of.unfinished then rows, name = rows_so_far(s, of)
  elseif rows[1] then
    name, of.fewest, of.nobody = number_of(rows, list[#list]), fewest_win(rows), rows[1].place > 1
  end
  if name then add_series(name, rows, of, list) end
  for i = #rows, 1, -1 do
    local row = rows[i]
    row.place = row.place - rows[1].place + 1 -- where nobody has won, the first place is empty
    row.name, row.value, row.score = s:name(row.seat), row.score, row.score and tostring(row.score) or ""
  end
  standings.page(rows, of, term, heading)
end

--- After the last of several games: their seed, and how to check the deals of those that were saved.
function standings.reveal(seed, paths, term)
  term:say(("\5The seed was %s.\1"):format(seed))
  if #paths > 0 then term:say "To check the deals:" end
  for _, path in ipairs(paths) do term:put(("  croupier verify %s\n"):format(path)) end
end

return standings
