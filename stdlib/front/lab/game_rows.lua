-- Every game as rows of a file, for other programs: a row for each game and seat, as CSV (RFC 4180) or as lines of JSON.
-- Measures of the game are the same in all its rows; those counted by seat are the seat's own.

local files = require "host.files"
local json = require "shared.json"
local simulation = require "front.lab.simulation"
local english = require "shared.english"
local lists = require "shared.lists"

local rows = {}

local COLUMNS = english.ROW_COLUMNS
local COLUMN = lists.set(COLUMNS)

local Rows = {}
Rows.__index = Rows

local function field(value)
  if value == nil then return "" end
  local text = type(value) == "number" and json.encode(value) or files.clean(tostring(value), "\n")
  return text:find '[",\r\n]' and '"' .. text:gsub('"', '""') .. '"' or text
end

--- A file that rows of games of a seed are written to as they come: `form` is "csv" or "jsonl". Or nil and why.
function rows.open(path, form, setups, seed)
  local file, why = io.open(path, "w")
  if not file then return nil, why end
  local measures = lists.collect(setups, function(setup) return lists.collect(setup.measures, 1) end)
  local columns = lists.distinct(lists.joined(COLUMNS, table.unpack(measures))) -- the measures of any setup come last
  local of = setmetatable({ file = file, form = form, columns = columns, seed = seed, by_seat = {}, good = true }, Rows)
  if form == "csv" then of:put(table.concat(lists.collect(of.columns, field), ",")) end
  return of
end

function Rows:put(line) self.good = self.file:write(line, "\n") and self.good end

--- Writes a game of simulation.play: the number of its table in the run, its own number, its setup, how it ended, its numbers.
--- No two rows have the same table, number and seat; version 1 is the one that others are compared with.
function Rows:add(at, number, setup, ending, numbers)
  local count = #setup.players
  local row = { game = setup.game, version = setup.version or 1, seed = self.seed, table = at, number = number,
    sets = #setup.sets > 0 and table.concat(setup.sets, " ") or "unchanged", ending = ending,
    questions = numbers[1], steps = numbers[simulation.width(setup)] }
  for i, measure in ipairs(setup.measures) do
    if not COLUMN[measure[1]] then row[measure[1]] = numbers[1 + 2 * count + i] end
  end
  self.by_seat[setup] = self.by_seat[setup] or simulation.seat_measures(setup)
  for seat = 1, count do
    for _, measure in ipairs(self.by_seat[setup]) do
      if not COLUMN[measure.name] then row[measure.name] = numbers[measure.after + seat] end
    end
    row.seat, row.name, row.bot = seat, setup.players[seat].name, setup.answerers[seat]
    row.place = numbers[2 * seat] > 0 and numbers[2 * seat] or nil
    row.score = ending == "result" and numbers[2 * seat + 1] or nil
    if self.form == "csv" then
      self:put(table.concat(lists.collect(self.columns, function(column) return field(row[column]) end), ","))
    else self:put(json.encode(row, self.columns)) end
  end
end

--- Closes the file: true, or nil and why not all was written.
function Rows:close()
  local closed, why = self.file:close()
  if closed and self.good then return true end
  return nil, why or "could not write everything"
end

return rows
