-- croupier heats: more players than one table holds. They are drawn by lot into tables as even as possible, and the best
-- of each go on until one table is left. A table is a game of its own: where bots alone sit it is played at once, else at the
-- terminal, with its own journal, as the games of an evening are (evening.lua).

local files = require "host.files"
local options = require "front.base.options"
local status = require "front.base.status"
local words = require "shared.words"

local command = {
  summary = "a tournament in heats, for more players than one table holds",
  writes = { "journals" },
  usage = [[
GAME[+VARIANT...] [options]

All are drawn by lot into tables as even as possible. The best of each table
go on, the same number from each and never all of one, until one table is
left. Those level at the cut go on by their seat, which was drawn by lot.

Bots sit where --seats doesn't say who. Tables of bots are played at once;
one with a person is played here and has a journal of its own. Whoever leaves
it leaves the tournament: the table can be resumed, the rounds after it can't.

Example:
  croupier heats rod_and_reel --seats 200 --size 8 --advance 4]],
  words = { 1, 1 },
}

command.options = options.join({
  { "size", value = "NUMBER", help = "seats at a table at most, 8 by default" },
  { "advance", value = "NUMBER", help = "how many of a table go on at most, 4 by default" },
}, options.seating, options.table)

local LIMIT = 100000 -- questions in a game of bots
local PERSON = "me"

local H = {}
H.__index = H

-- --- the tables of a round ---

-- The session's configuration of a table; and do people sit at it?
local function config_of(h, at)
  local c = { game = h.word, sets = h.sets, stdlib = h.stdlib, seed = h.seed, number = h.played,
    players = { [0] = h.master, table.unpack(at) }, answerers = words.collect(at, "who") }
  c.answerers[0] = h.master.who
  return c, words.index(c.answerers, PERSON) ~= nil
end

-- All who are through sit down in an order that the seed gives. The tables differ by one seat at most: where the first and
-- the last can be opened, all can.
local function draw_tables(h, term)
  h.round = h.round + 1
  local drawn, count = h.through, (#h.through + h.size - 1) // h.size
  for _, player in ipairs(drawn) do player.lot = files.sha256(("%s %d %s"):format(h.seed, h.round, player.name)) end
  table.sort(drawn, words.by "lot")
  h.through, h.tables, h.final = {}, {}, count == 1
  for i = 1, count do h.tables[i] = { number = i } end
  for i, player in ipairs(drawn) do table.insert(h.tables[(i - 1) % count + 1], player) end
  h.going_on = math.max(1, math.min(h.advance, #h.tables[count] - 1))
  local worlds = require "front.session.worlds"
  for _, i in ipairs { 1, count } do status.opened(worlds.open(config_of(h, h.tables[i]))):close() end
  term:heading(h.final and "the final" or ("round %d: %d at %d tables"):format(h.round, #drawn, count))
end

local function names_of(rows) return table.concat(words.collect(rows, "name"), ", ") end

-- A table is over: rows of its seats, { place =, score = }. Equal places go by the seat.
local function close_table(h, rows, term)
  for seat, row in ipairs(rows) do row.seat, row.player, row.name = seat, h.at[seat], h.at[seat].name end
  table.sort(rows, words.by("place", "seat"))
  if h.final then
    h.standings = rows
    return
  end
  local on, out = table.move(rows, 1, h.going_on, 1, {}), table.move(rows, h.going_on + 1, #rows, 1, {})
  h.through = words.joined(h.through, words.collect(on, "player"))
  local go = #on == 1 and "goes" or "go"
  term:say(("Table %d: %s %s on; out: %s"):format(h.at.number, names_of(on), go, names_of(out)))
end

-- --- a table of bots ---

local function play_bots(h, config, term)
  local simulation = require "front.lab.simulation"
  local setup, rows = status.opened(simulation.prepare(config)), nil
  local outcome, why = simulation.play { setups = { setup }, seed = h.seed, first = config.number, games = 1, jobs = 1,
    limit = LIMIT, each = function(_, ending, row)
      if ending ~= "result" then return end
      rows = words.collect(config.players, function(_, seat)
        return { place = row[2 * seat], score = ("%.14g"):format(row[2 * seat + 1]) }
      end)
    end }
  status.need(outcome, why)
  if outcome.signal then status.stop(status.interrupted) end
  if not rows then status.fail("table %d of round %d has no result: %s", h.at.number, h.round,
    outcome.failure or "it was stopped, or nobody won") end
  close_table(h, rows, term)
end

-- --- as an evening ---

--- The next table at which somebody sits, the others before it having been played; nil: the final is over.
function H:next(term)
  while true do
    if #self.tables == 0 then
      if self.final then return nil end
      draw_tables(self, term)
    end
    self.at = table.remove(self.tables, 1)
    local config, people = config_of(self, self.at)
    self.played = self.played + 1
    if people then return config end
    play_bots(self, config, term)
  end
end

--- The game of a table with people is over.
function H:add(s, term)
  local rows = words.collect(self.at, function() return { place = 1, score = "" } end) -- without a result all are level
  for _, row in ipairs(s:standings() or {}) do rows[row.seat] = { place = row.place, score = row.score } end
  close_table(self, rows, term)
  self.checks[#self.checks + 1] = s.journal and s.journal:path()
end

function H:knows() return self.round > 1 end

--- The end: who was placed where in the final.
function H:finish(term, over)
  if not over then return end
  term:heading "standings"
  require("front.session.standings").tell(self.standings, term)
  require("front.session.standings").reveal(self.seed, self.checks, term)
end

function command.run(given)
  local word, sit = given.rest[1], require "front.console.play_table"
  local config = status.opened(require("front.session.configuration").read(given, word, { many = true }))
  local players = words.collect(config.players, function(player, seat)
    return { name = player.name, profile = player.profile, who = config.answerers[seat] }
  end)
  local master = { name = config.players[0].name, profile = "", who = config.answerers[0] }
  local h = setmetatable({ word = word, sets = config.sets, stdlib = config.stdlib, seed = config.seed, master = master,
    size = given:number("size", 3, 32, 8), advance = given:number("advance", 1, 31, 4), through = players,
    tables = {}, round = 0, played = 0, standings = {}, checks = {} }, H)
  local function open(other) return require("front.commands.play").open_next({}, other) end
  local term = sit.terminal(given)
  config = h:next(term)
  if config then return sit.play(open(config), term, given, h, open) end
  h:finish(term, true)
  return term:close() and status.done or status.failed
end

return command
