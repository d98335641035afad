-- croupier play: sits down at a new table.

local files = require "host.files"
local options = require "front.base.options"
local status = require "front.base.status"
local user_folders = require "front.base.user_folders"

local play = {
  summary = "sit down at a table",
  writes = { "journals", "journal", "campaign" },
  usage = [[
GAME[+VARIANT...] [options]

You sit in the first seat, bots in the others, unless --seats says who sits
where: `--seats Anna=me,Ben=me,angler`; `Ben=phone` plays on a phone. A game
that one person runs, like baltimore, asks who takes part. The table is saved
in a journal; `croupier resume` continues it.]],
  arguments = { 1, 1 },
}

play.options = options.join(options.seating, {
  { "journal", value = "FILE", help = "save the table here, instead of in the usual folder" },
  { "roll-by-hand", help = "people roll their own dice and type the results" },
  { "stack", value = "CARDS",
    help = "put these cards on top after the first shuffle, the first one first: for teaching" },
  { "phones", value = "ADDRESS", help = "where the phones of `--seats Anna=phone` find the table: an address of this "
    .. "machine, in figures" },
  { "public", value = "URL", help = "the same by way of a tunnel or a proxy, as https://cards.example.org/table" },
  { "campaign", value = "FILE",
    help = "players, kept up to date from game to game; --seats names who takes part" },
}, options.table)

--- Seats on phones are served by a program that knows nothing of the table.
function play.before_wall(given) require("front.phones.porter").prepare(given) end

-- --- the journal ---

local function new_journal(path, game)
  if path then
    local made, why, there = require("front.session.journal").create(path)
    return made or status.fail("%s%s", why, there and ", and a journal is never overwritten" or "")
  end
  local folder, made = require "front.session.folder", nil
  local place, why = user_folders.state()
  if place then made, why = folder.new(place, game) end
  return made or status.fail("%s; `--journal FILE` saves the table elsewhere", why)
end

-- --- opening ---

local function open_table(given, config)
  local file = given:value "campaign"
  if file then
    local path, why = files.real(file)
    if not path then -- a new one isn't there yet
      local folder, name = file:match "^(.-)([^/]+)$"
      path = name and files.real(folder == "" and "." or folder)
      path = path and path:gsub("/$", "") .. "/" .. name
    end
    config.campaign = path or status.fail("%s: %s", file, why)
  end
  config.hand_dice, config.stack = given:value "roll-by-hand", given:value "stack"
  config.one_person = given:value "one-person"
  config.journal = new_journal(given:value "journal", config.game)
  local s, mistakes = require("front.session.session").begin(config)
  if s then return s end
  local path = config.journal:path()
  config.journal:close()
  os.remove(path) -- nothing was played
  status.fail(mistakes)
end

--- The games of an evening that come after the first: see evening.lua. Only the first is stacked, or saved where --journal says.
function play.open_next(first, config)
  config.campaign, config.hand_dice, config.one_person = first.campaign, first.hand_dice, first.one_person
  config.journal = new_journal(nil, config.game)
  return status.or_fail(require("front.session.session").begin(config))
end

--- Plays the session, and those of its evening after it: the exit status.
function play.sit(s, term, given)
  local config, evening = s.config, nil
  if config.campaign and s.world:call_with_table("tell.console_lines", "about").evening then
    evening = require("front.console.evening").of(config)
  end
  local play_table = require "front.console.play_table"
  return play_table.play(s, term, given, evening, function(other) return play.open_next(config, other) end)
end

-- --- broken variants never block play: the game without them is offered ---

local function read(given, word, named)
  local configuration = require "front.session.configuration"
  return configuration.read(given, word, { people = true, usual = configuration.USUAL, named = named })
end

local function agrees(term, word)
  local prompt = require("front.console.prompt").open(term)
  local agreed = prompt:agrees(("Play %s instead?"):format(word))
  prompt:close()
  return agreed
end

-- What can be played instead, its configuration and question: the game with those of its variants that can be read, one
-- after another. The command ends where nothing can.
local function play_instead(given, word, problem, term)
  status.complain(problem)
  local broken, good = status.names_script(problem), word:match "^[^+]*"
  for variant in (broken and word or ""):gmatch "%+[^+]*" do
    if read(given, good .. variant) then good = good .. variant end
  end
  if broken and good ~= word and read(given, good) and agrees(term, good) then return good, read(given, good) end
  status.stop(broken and status.failed or status.usage)
end

-- --- who takes part ---

-- The configuration with the names that are typed, or nil: interrupted.
local function ask_names(given, word, question, term)
  return require("front.console.evening").ask(term, question, function(got, line)
    if got ~= "interrupt" then return read(given, word, line) end
  end)
end

function play.run(given)
  local word, term = given.rest[1], require("front.console.play_table").terminal(given)
  local config, question = read(given, word)
  if not config then word, config, question = play_instead(given, word, question, term) end
  if question then config = ask_names(given, word, question, term) end
  return config and play.sit(open_table(given, config), term, given) or status.interrupted
end

return play
