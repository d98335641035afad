-- croupier check: what is wrong with a game's scripts.
--
-- check.run finds the mistakes, in a world. Here the game is found by its path, and the time to play is watched.

local files = require "host.files"
local json = require "shared.json"
local options = require "front.base.options"
local scripts = require "front.session.scripts"
local configuration = require "front.session.configuration"
local status = require "front.base.status"

local check = {
  summary = "find the mistakes in a game's scripts",
  usage = [[
GAME[+VARIANT...]|PATH [options]

Reads every script of a game, then has random players, the game's bots and
one that searches play it to find what only play can show, until nothing new
turns up, 100,000 questions have been answered or a large state has been
copied often enough: the same on every machine. A game that can't be opened
is an error and isn't played. Last comes what was not reached, or only by a
bot. PATH is a game's folder or one of its scripts. The exit status is 1 if
there are errors, else 0.]],
  arguments = { 1, 1 },
  options = {
    { "seconds", value = "N", help = "play no longer than this; 0: don't play" },
    { "strict", help = "warnings count as errors" },
    { "format", value = "FORMAT", help = "human, or gcc for editors that jump to lines" },
    { "json", help = "print JSON: a list of objects" },
    options.stdlib,
  },
}

local SECONDS_MOST = 86400

-- --- what a path means ---

local function near(path) return path:find("/", 1, true) and path or "./" .. path end

-- ".../fish_out/house/x.lua" is ".../fish_out+x", another script of a game's folder that game; nil: of no game.
local function game_of_file(path)
  local folder, name = path:match("^(.*)/([^/]*)%.lua$")
  if files.stat(folder .. "/game.lua") then return near(folder) end
  local above = folder:match("^(.+)/house$")
  return above and files.stat(above .. "/game.lua") and near(above) .. "+" .. name or nil
end

-- A path that names the game's folder: "game.lua" has none, "." no name.
local function whole_path(path)
  local last, script = path:match("[^/]*$"), path:find("%.lua$")
  local bare = last == "." or last == ".." or (script and not path:find("/", 1, true))
  return bare and files.real(path) or near(path)
end

-- What a word means: a game by name or by path, with its variants.
local function find_game(word)
  local path, variants = word:match("^([^+]*)(.*)$")
  if variants ~= "" or not path:find("%.lua$") then
    local whole = files.stat(path .. "/game.lua") and whole_path(path)
    return whole and whole .. variants or word
  end
  if not files.stat(word) then status.refuse("%s: there is no such file", word) end
  local whole = whole_path(word)
  return whole and game_of_file(whole) or status.refuse("%s isn't part of a game: expected a game.lua beside it, or "
    .. "in the folder above house/; to try a single script, use `croupier run`", word)
end

-- --- looking and playing ---

-- Plays games until enough was seen, or the time is over where there is one: errors, warnings.
local function play(world, seconds)
  local over, more = seconds and files.now() + seconds, true
  while more and not (over and files.now() >= over) do
    more = world:call("check.run", "play")
  end
  return world:call("check.run", "played", more and seconds or nil)
end

local FIELDS = { "file", "line", "column", "severity", "code", "text", "fix", "replay" }

-- A list of objects, one a line.
local function as_json(findings)
  for i, finding in ipairs(findings) do
    local fields = {}
    for _, name in ipairs(FIELDS) do fields[name] = finding[name] end
    findings[i] = json.encode(fields, FIELDS)
  end
  return "[" .. table.concat(findings, ",\n ") .. "]"
end

function check.run(given)
  local format = given:one_of("format", { "human", "gcc" })
  local seconds = given:number("seconds", 0, SECONDS_MOST)
  local word = find_game(given.rest[1])
  local world = scripts.bare { stdlib = given:value("stdlib") }
  local game, variants = scripts.name(world, word)
  local errors, warnings = world:call("check.run", "scripts", game, variants, word, configuration.USUAL)
  if errors == 0 and seconds ~= 0 then errors, warnings = play(world, seconds) end
  local text = given:value("json") and as_json(world:call("check.run", "data"))
    or world:call("check.run", "text", format)
  if text ~= "" then io.write(text, "\n") end
  return (errors > 0 or given:value("strict") and warnings > 0) and status.failed or status.done
end

return check
