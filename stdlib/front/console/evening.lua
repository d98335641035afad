-- An evening: one game of a campaign after another, each with a table and a journal of its own, so that people come and
-- go between two games and a closed terminal loses none. Before each game it asks who takes part; after each it writes the
-- campaign's file; at the end it prints standings, the seed and how to check it. All games have the same seed, each with a
-- number of its own.

local commands = require "front.base.commands"
local options = require "front.base.options"
local porter = require "front.phones.porter"
local ranking = require "ranking"
local configuration = require "front.session.configuration"
local standings = require "front.session.standings"
local english = require "shared.english"
local lists = require "shared.lists"

local evening = {}

local E = {}
E.__index = E

local HELP = "Type the players' names, separated by commas, or press Enter for those in brackets. "
  .. "`:quit` or Ctrl-D leaves. The other commands are for the table: `:help` lists them there."

local QUITS = { [":quit"] = true, [":q"] = true }

--- Asks who takes part until read(got, line) gives a configuration, and returns it; nil where read gives neither that
--- nor a mistake, and for `:quit`. got: as prompt:read returns it; line: "" for those who were offered.
function evening.ask(terminal, question, read)
  local prompt = require("front.console.prompt").open(terminal)
  while true do
    local got, line = prompt:read(question, true)
    local config, mistake
    if got == "line" and line:find "^ *:" then mistake = not QUITS[(line:lower():gsub(" ", ""))] and HELP or nil
    else config, mistake = read(got, line:find "[^ ,]" and line or "") end
    if config or not mistake then
      prompt:close()
      return config
    end
    terminal:say(mistake)
  end
end

--- The evening that a game's configuration begins.
function evening.of(config)
  local word, path, sets, stdlib = config.game, config.campaign, config.sets, config.stdlib
  local typed = { "play", word, "--campaign", path, table.unpack(lists.collect(sets, function(set)
    return "--set=" .. set
  end)) }
  if stdlib then typed[#typed + 1] = "--stdlib=" .. stdlib end
  return setmetatable({ given = options.read(commands.find "play", typed), word = word, rows = {},
    seed = config.seed, number = config.number or 0, checks = {}, games = 0, decisions = 0 }, E)
end

--- Notes how a game ended, for the end of the evening.
function E:add(s)
  local standing, _, asked = s:standings() or {}, s.world:engine "count"
  self.games, self.decisions = self.games + 1, self.decisions + asked
  for _, row in ipairs(standing) do
    local name = s.config.players[row.seat].name
    local all = self.rows[english.fold(name)] or { name = name, by = row.by, keys = { 0 }, curve = {}, won = 0 }
    local keys = row.keys or { tonumber(row.score) or 0 }
    self.rows[english.fold(name)] = all
    all.keys = { all.keys[1] + keys[1], table.unpack(keys, 2) }
    local is_won = row.place == 1 and standing[#standing].place > 1 -- not where all are level
    if is_won then self.contested, all.won = true, all.won + 1 end
  end
  for _, all in pairs(self.rows) do
    for game = #all.curve + 1, self.games - 1 do all.curve[game] = false end -- came later
    all.curve[self.games] = all.keys[1]
  end
  self.number = self.number + 1
  self.checks[#self.checks + 1] = s.journal and s.journal:path()
end

--- Have all these players played this evening already, so that nothing needs to be explained?
function E:knows(config)
  return lists.all(config.players, function(player) return self.rows[english.fold(player.name)] end)
end

-- Who takes part by this line: the configuration; or nil and the mistake.
local function read(e, line)
  local config, question = configuration.read(e.given, e.word, { people = true, named = line })
  if not config then return nil, question end
  config.seed, config.number = e.seed, e.number
  for i, player in ipairs(config.players) do -- who has a phone goes on with it
    if porter.started and porter.started.names[player.name] then config.answerers[i] = "phone" end
  end
  return config, question
end


--- Asks who takes part in the next game: its configuration; nil: the evening is over.
function E:next(terminal)
  local config, question = read(self)
  if not config then
    terminal:say(question)
    return nil
  end
  question = question:gsub("%) %[", "; `end` stops for tonight) [", 1)
  return evening.ask(terminal, question, function(got, line)
    if got == "line" and line ~= "end" then return read(self, line) end
  end)
end

--- The end: standings of all; and where no game was left unfinished, the seed and how to check the deals.
function E:finish(terminal, over)
  if #self.checks == 0 then return end
  local rows = ranking.sort(lists.map(self.rows, function(row) return row end), "name")
  local several = self.games > 1
  for _, row in ipairs(rows) do
    row.value, row.score, row.wins = row.keys[1], tostring(row.keys[1]), several and self.contested and row.won or nil
  end
  local nobody = several and not self.contested and lists.all(rows, function(row) return row.value == 0 end)
  standings.page(rows, { all = true, nobody = nobody, evening = several, drawn = several, round = "game",
    rounds = self.games, decisions = self.decisions,
    minutes = standings.minutes(self.checks[1], self.checks[#self.checks]) }, terminal)
  if over then standings.reveal(self.seed, self.checks, terminal) end
end

return evening
