-- croupier list: what there is to play.

local game_list = require "front.author.game_list"
local options = require "front.base.options"
local status = require "front.base.status"
local wrap = require("front.base.text").wrap

local list = {
  summary = "list the games",
  writes = { "cache" },
  usage = [[
[--json]

Lists the games found in games/, in the folders of CROUPIER_PATH, in
~/.local/share/croupier/games, and beside the program.]],
  options = { { "json", help = "print JSON: a list of objects" }, options.stdlib },
}

local WELCOME = [[

  croupier play GAME            sit down against bots (GAME+VARIANT for a variant)
  croupier show GAME            its rules, their values, its variants
  croupier resume               continue the last table
  croupier help                 all commands
]]

local HEAD, WIDTH = 26, 80 -- columns of a name, of a line

local function lines_of(game)
  local what = "can't be played: " .. (game.problem or "")
  if not game.problem then
    local line = game.one_line == "" and game.title or game.title .. ": " .. game.one_line
    what = ("%s (%s)"):format(line, game.players)
  end
  local head, indent = ("  %-22s  "):format(game.name), (" "):rep(HEAD)
  return head .. wrap(what, WIDTH - #head):gsub("\n", "\n" .. indent)
end

-- Each is printed at once, as long as that succeeds: reading all games takes longer than reading a line.
local function print_entries(stdlib)
  local heard = true
  local count = game_list.each(stdlib, function(game)
    io.write(lines_of(game), "\n")
    heard = heard and io.flush()
  end)
  if count == 0 then
    io.write("No games found. croupier looks in games/ here and in the folders of CROUPIER_PATH.\n")
  end
end

local FIELDS = { "name", "title", "one_line", "seats", "player", "gm", "variants", "problem" }

local function print_json(stdlib)
  local games = {}
  game_list.each(stdlib, function(game)
    local told = {}
    for _, field in ipairs(FIELDS) do told[field] = game[field] end
    games[#games + 1] = told
  end)
  io.write(require("shared.json").encode(games), "\n")
end

function list.run(given)
  local stdlib = given:value("stdlib")
  if given:value("json") then print_json(stdlib) else print_entries(stdlib) end
  return status.done
end

--- What `croupier` alone prints.
function list.welcome()
  io.write("croupier: card games whose rules you can read and change.\n\n")
  print_entries(nil)
  io.write(WELCOME)
  return status.done
end

return list
