-- croupier list: what there is to play.

local files = require "host.files"
local options = require "options"
local scripts = require "scripts"
local status = require "status"

local list = {
  name = "list",
  summary = "the games there are",
  usage = [[
[--json]

Lists the games found in games/, in the folders of CROUPIER_PATH, in
~/.local/share/croupier/games, and beside the program.]],
  options = { { "json", help = "for other programs: a list of objects" }, options.stdlib },
}

local WELCOME = [[

  croupier play GAME            sit down against bots (GAME+VARIANT for a variant)
  croupier show GAME            its rules, their values, its variants
  croupier resume               go on with the last table
  croupier help                 all commands
]]

-- Each is printed at once, as long as that succeeds: reading all games takes longer than reading a line.
local function print_entries(world)
  local games, heard = files.games(), true
  if #games == 0 then
    io.write("No games: croupier looks in games/ here, and in the folders of CROUPIER_PATH.\n")
  end
  for _, game in ipairs(games) do
    io.write(world:call("core.show", "entry", game.name), "\n")
    heard = heard and io.flush()
  end
end

function list.run(given)
  local world = scripts.bare { stdlib = given:value("stdlib") }
  if given:value("json") then io.write(world:call("core.show", "list_json"), "\n") else print_entries(world) end
  return status.done
end

--- What `croupier` alone prints.
function list.welcome()
  io.write("croupier: card games whose rules you can read and change.\n\n")
  print_entries(scripts.bare {})
  io.write(WELCOME)
  return status.done
end

return list
