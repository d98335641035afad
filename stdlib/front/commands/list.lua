-- croupier list: what there is to play.

local game_list = require "front.author.game_list"
local options = require "front.base.options"
local status = require "front.base.status"
local terminal = require "front.base.terminal"

local list = {
  summary = "list the games",
  writes = { "cache" },
  usage = [[
[--json]

Lists the games found in games/, in the folders of CROUPIER_PATH, in
~/.local/share/croupier/games, and beside the program.]],
  options = { { "json", help = "print JSON: a list of objects" }, options.stdlib },
}

local WELCOME = {
  { "  croupier play GAME", "play against bots (GAME+VARIANT for a variant)" },
  { "  croupier show GAME", "its rules, their values, its variants" },
  { "  croupier resume", "continue the last table" },
  { "  croupier help", "all commands" },
}

local HEAD, WIDTH, NARROW = 26, 80, 60 -- columns of a name, of a line, of one where names stand above

local function lines_of(game, width)
  local what = "can't be played: " .. (game.problem or "")
  if not game.problem then
    local line = game.one_line == "" and game.title or game.title .. ": " .. game.one_line
    what = ("%s (%s)"):format(line, game.players)
  end
  local head, indent = ("  %-22s  "):format(game.name), (" "):rep(HEAD)
  if width < NARROW then head, indent = ("  %s\n    "):format(game.name), "    " end
  return head .. terminal.wrap(what, width - #indent):gsub("\n", "\n" .. indent) .. "\n"
end

-- Each is printed at once: reading all games takes longer than reading a line.
local function print_entries(stdlib, out)
  local count = game_list.each(stdlib, function(game)
    out:put(lines_of(game, out:is_terminal() and math.min(out:width(), WIDTH) or WIDTH))
    out:flush()
  end)
  if count == 0 then
    out:put("No games found. croupier looks in games/ here and in the folders of CROUPIER_PATH.\n")
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
  local stdlib, out = given:value("stdlib"), terminal.open {}
  if not given:value("json") then return out:pages(function() print_entries(stdlib, out) end) end
  print_json(stdlib)
  return status.done
end

--- What `croupier` alone prints.
function list.welcome()
  local out = terminal.open {}
  return out:pages(function()
    out:put "croupier: card games whose rules you can read and change.\n\n"
    print_entries(nil, out)
    out:put "\n"
    out:table("ll", WELCOME)
  end)
end

return list
