-- The session's configuration: the game, its players and the seed, from the options of play, sim and others. This module
-- reads the files that they name; start/seating.lua, which knows the game, understands the words.

local files = require "host.files"
local scripts = require "front.session.scripts"
local status = require "front.base.status"
local text_files = require "front.base.text_files"
local lists = require "shared.lists"

local configuration = {}

configuration.USUAL = 4 -- seats, where nothing says how many

local FILE_MAX = 64 * 1024 -- bytes of a file of players

--- The seed of a text, as 64 hexadecimal digits: the digits themselves, or the SHA-256 of any other text.
function configuration.seed(text)
  return #text == 64 and text:find "^%x+$" and text:lower() or files.sha256(text)
end

-- The last --players FILE, or --fishers FILE, or --campaign FILE.
local function players_file(given)
  for i = #given.list, 1, -1 do
    local one = given.list[i]
    if one.option == "players" or one.option == "*" or one.option == "campaign" then return one end
  end
end

-- Its text, or nil and a sentence; "" for a campaign's file that isn't there yet. A number is no file: it was meant as a
-- number of seats.
local function players_text(file)
  local path, missing = file.value, not files.stat(file.value)
  if path == "" then return nil, ("--%s needs a value: FILE"):format(file.name) end
  if missing and file.option == "campaign" then return "" end
  if missing and path:find "^%d+$" then
    return nil, ("--%s %s: expected a file of players; for the number of players use --seats %s"):format(file.name,
      path, path)
  end
  return text_files.read(path, FILE_MAX)
end

-- What --player "Anna: ..." gave, and --fisher "Anna: ..." whose word start.seating checks: the texts, that word, and how
-- each was typed.
local function single_players(given)
  local list, typed, word = {}, {}, nil
  for _, one in ipairs(given.list) do
    if one.option == "player" or one.option == "*one" then
      list[#list + 1], typed[#typed + 1] = one.value, one.typed
    end
    if one.option == "*one" then word = one.name end
  end
  return list, word, typed
end

--- The texts of --set that count: the last of each rule.
function configuration.last_sets(sets)
  local last = {}
  local function rule_of(text) return text:match "^%s*([%w_]*)" end
  for i, text in ipairs(sets) do last[rule_of(text)] = i end
  return lists.collect(sets, function(text, i) return last[rule_of(text)] == i and text or nil end)
end

-- The players that start.seating gives, in the form of the session's configuration.
local function config_of(players, given, word)
  local c = { game = word, sets = configuration.last_sets(given:all "set"), stdlib = given:value "stdlib", players = {},
    answerers = {} }
  for i = 0, #players do
    c.players[i], c.answerers[i] = { name = players[i].name, profile = players[i].profile }, players[i].who
  end
  return c
end

local function read(given, word, use)
  local file = players_file(given)
  local text, problem
  if file then text, problem = players_text(file) end
  local world = scripts.bare { stdlib = given:value "stdlib" }
  local game, variants = scripts.name(world, word)
  local single, singular, typed = single_players(given)
  local players
  players, problem = world:call("start.seating", "read", { game = game, variants = variants,
    seats = given:value "seats" or "", named = use.named, sets = given:all "set",
    players = single, typed = typed, singular = singular,
    plural = file and file.option ~= "campaign" and file.name or nil,
    people = use.people, usual = use.usual, command = given.command and given.command.name,
    file = file and { campaign = file.option == "campaign", path = file.value, text = text, problem = problem } })
  world:close()
  return players, problem and problem:gsub("^%-%-seats%f[^%w-]", (given:typed "seats"))
end

-- 64 hexadecimal digits that nobody knows; nil if the system has none.
local function fresh_seed()
  local file <close> = io.open("/dev/urandom", "rb")
  local bytes = file and file:read(32)
  return bytes and files.sha256(bytes)
end

--- The session's configuration, but for its journal, of the game and variants that `word` names; or nil and the mistakes
--- as lines. `given`: the options; use.people: at a seat that nobody was named for, the first is "me"; use.usual: seats
--- when nothing is said, within the game's range (nil: the fewest); use.named: the answer to the question. A new seed is
--- drawn where none is given. The second result is the question who takes part, where nothing says it and the game wants
--- to know; else nil.
function configuration.read(given, word, use)
  local players, problem = read(given, word, use)
  if not players then return nil, problem end
  local config, seed = config_of(players, given, word), given:value "seed"
  config.seed = seed and configuration.seed(seed) or fresh_seed()
  if not config.seed then return nil, "the system provides no random numbers for a seed" end
  return config, players.question
end

--- The configuration of a game without people, by the options and the first word. Mistakes end the command.
function configuration.bots(given)
  return (status.opened(configuration.read(given, given.rest[1], { people = false, usual = configuration.USUAL })))
end

return configuration
